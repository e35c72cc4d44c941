"""`train`: the loss falls, checkpoints resume exactly, Ctrl-C keeps the last step, and what is refused."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core import glass, whole_file
from core.corpus import masked
from core.spec import ModelSpec
from core.train import Trainer
from core.untrained import untrained
from core.workspace import Sample, Workspace
from labapp import models
from labapp.cli import main
from labapp.commands import train

Said = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).resolve().parents[2]
CORPUS = "a b\tx y\nb a\ty x\na b a\tx y x\n# held out\nb b\ty y\n"


@pytest.fixture
def learn(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """`train` with some words, on NumPy, in a folder with a small model and a small corpus."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(train, "_executor", lambda workspace: "numpy")
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens", head=True, causal=True, pos="sinusoidal", d_ff=8)
    glass.save(tmp_path / "m.glass", Workspace.new(spec, (Sample(("a", "b"), ("BOS", "x", "y")),)))
    (tmp_path / "c.txt").write_text(CORPUS, encoding="utf-8")

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["train", *words])
        return code, *capsys.readouterr()

    return run


WORDS = ("m.glass", "--corpus", "c.txt", "--rate", "0.05", "--batch", "2")


def test_the_loss_falls_and_the_model_is_written(learn: Said) -> None:
    code, out, said = learn(*WORDS, "--steps", "60", "-o", "t.glass")
    assert (code, said) == (0, "")
    *lines, last = out.splitlines()
    pattern = r"step (\d+)  loss (\d+\.\d+)  held out \d+\.\d+  accuracy (\d+\.\d)%  \d+ s left"
    found = [re.fullmatch(pattern, line) for line in lines]
    assert all(found)
    assert [int(match[1]) for match in found if match] == list(range(6, 61, 6))
    losses = [float(match[2]) for match in found if match]
    assert losses[-1] < losses[0] / 3
    assert last == "trained to step 60: t.glass"
    learned = glass.load(Path("t.glass"))
    assert learned.vocab["tgt"] == ("PAD", "BOS", "EOS", "x", "y")
    assert learned.samples == glass.load(Path("m.glass")).samples


def test_a_starting_model_no_longer_says_that_it_is_untrained_and_a_file_keeps_what_it_says(learn: Said) -> None:
    learn("translate-untrained", "--steps", "1", "--batch", "2", "--seed", "5", "-o", "t.glass")
    about = glass.load(Path("t.glass")).about
    assert about["en"]["title"] == "translate-untrained, trained"
    for language in ("en", "zh_CN"):
        assert "400" in about[language]["note"]
        assert "adam, --rate 0.01 --batch 2 --seed 5" in about[language]["note"]
    learn("t.glass", "--steps", "1", "--seed", "6", "-o", "u.glass")
    assert glass.load(Path("u.glass")).about == about


@pytest.mark.parametrize(
    ("name", "on", "auf"), [("english", "400 sentences", "400 个句子"), ("cloze", "2821 holes", "2821 个填空")]
)
def test_the_two_of_one_sequence_learn_the_english_sentences(learn: Said, name: str, on: str, auf: str) -> None:
    code, out, said = learn(name, "--untrained", "--steps", "2", "--batch", "2", "-o", "t.glass")
    assert (code, said) == (0, "")
    assert "held out" in out
    shipped, made = models.starting_model(name), glass.load(Path("t.glass"))
    assert (made.spec, made.samples, made.vocab) == (shipped.spec, shipped.samples, shipped.vocab)
    assert on in made.about["en"]["note"]
    assert auf in made.about["zh_CN"]["note"]
    begun = untrained(shipped).arrays["out.W"]
    assert 0 < abs(made.arrays["out.W"] - begun).max() < abs(shipped.arrays["out.W"] - begun).max() / 3


def test_unknown_words_under_a_hole(learn: Said) -> None:
    glass.save(
        Path("h.glass"), Workspace.new(ModelSpec(kind="encoder", inputs="tokens", head=True), (masked("xy", 0),))
    )
    words = ("h.glass", "--corpus", "c.txt", "--steps", "1", "-o", "t.glass")
    Path("c.txt").write_text("a\tx y n\n", encoding="utf-8")
    assert learn(*words, "--unknown", "refuse")[2].count("The token n is not in the vocabulary") == 1
    assert learn(*words, "--unknown", "unk")[0] == 0
    assert {"UNK"} == set(glass.load(Path("t.glass")).vocab["src"]) - set(glass.load(Path("h.glass")).vocab["src"])
    assert learn(*words)[0] == 0
    assert {"n"} == set(glass.load(Path("t.glass")).vocab["src"]) - set(glass.load(Path("h.glass")).vocab["src"])


def test_resuming_is_training_straight_through(learn: Said) -> None:
    learn(*WORDS, "--steps", "20", "--seed", "7", "--set", "dropout=0.1", "-o", "straight.glass")
    learn(*WORDS, "--steps", "9", "--seed", "7", "--set", "dropout=0.1", "-o", "part.glass")
    code, out, _ = learn("part.glass", "--corpus", "c.txt", "--resume", "--steps", "20", "-o", "rest.glass")
    assert code == 0
    assert out.splitlines()[-1] == "trained to step 20: rest.glass"
    assert Path("rest.glass").read_bytes() == Path("straight.glass").read_bytes()


def test_ctrl_c_ends_after_a_whole_step_and_keeps_it(learn: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    advance = Trainer.advance

    def interrupted(self: Trainer) -> float:
        if self.step == 4:
            signal.raise_signal(signal.SIGINT)
        return advance(self)

    monkeypatch.setattr(Trainer, "advance", interrupted)
    code, out, _ = learn(*WORDS, "--steps", "1000", "-o", "t.glass")
    assert code == 130
    assert out.splitlines()[-1] == "interrupted at step 5: t.glass"
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.setattr(Trainer, "advance", advance)
    learn(*WORDS, "--steps", "5", "-o", "s.glass")
    assert Path("t.glass").read_bytes() == Path("s.glass").read_bytes()


def test_a_model_learns_its_own_samples_where_there_is_no_corpus(learn: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "SHIPPED", ("corpus", "none.txt"))
    code, out, _ = learn("m.glass", "--steps", "3", "-o", "t.glass")
    assert code == 0
    assert re.fullmatch(r"step 1  loss \d+\.\d+  accuracy \d+\.\d%  \d+ s left", out.splitlines()[0])


def test_a_malformed_line_is_named_and_nothing_is_loaded(learn: Said) -> None:
    Path("bad.txt").write_text("a b\tx y\na b x y\n", encoding="utf-8")
    code, out, said = learn("m.glass", "--corpus", "bad.txt", "-o", "t.glass")
    assert (code, out) == (2, "")
    assert "bad.txt, line 2: a line is source, one TAB, target" in said
    assert not Path("t.glass").exists()


def test_words_the_model_does_not_know(learn: Said) -> None:
    Path("new.txt").write_text("a n\tx m\n", encoding="utf-8")
    words = ("m.glass", "--corpus", "new.txt", "--steps", "1", "-o", "t.glass")
    assert learn(*words)[0] == 0
    assert glass.load(Path("t.glass")).vocab["src"][-1] == "n"
    assert learn(*words, "--unknown", "unk")[0] == 0
    assert glass.load(Path("t.glass")).vocab["tgt"][-1] == "UNK"
    code, _, said = learn(*words, "--unknown", "refuse")
    assert code == 2
    assert "The token n is not in the vocabulary." in said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((*WORDS, "--rate", "0", "-o", "t.glass"), 2, "The learning rate can't be 0"),
        ((*WORDS, "--rate", "1e9", "-o", "t.glass"), 2, "The learning rate can't be 1000000000"),
        ((*WORDS, "--rate", "fast", "-o", "t.glass"), 2, "fast"),
        ((*WORDS, "--batch", "0", "-o", "t.glass"), 2, "'0' is no number of them"),
        ((*WORDS, "--seed", "-1", "-o", "t.glass"), 2, "--seed"),
        ((*WORDS, "-o", "t.txt"), 2, "-o takes a file that ends in .glass"),
        (WORDS, 2, "-o"),
        (("block", "-o", "t.glass"), 2, "no vocabulary head"),
        (("block", "--set", "head=on", "-o", "t.glass"), 2, "Training needs labels"),
        (("translate", "--resume", "-o", "t.glass"), 2, "--resume takes the FILE"),
        (("m.glass", "--resume", "--untrained", "-o", "t.glass"), 2, "give one of them"),
        (("m.glass", "--resume", "-o", "t.glass"), 2, "m.glass.train could not be read"),
        ((*WORDS, "-o", "nowhere/t.glass"), 1, "nowhere/t.glass could not be written"),
        (("m.glass", "--corpus", "none.txt", "-o", "t.glass"), 2, "none.txt could not be read"),
        ((*WORDS, "--set", "pos=learned", "--set", "pos_length=3", "-o", "t.glass"), 1, "position table has 3 rows"),
        ((*WORDS, "--cell", "enc1.ffn.W1[0,0]=inf", "-o", "t.glass"), 1, "stopped in step 1: enc1.ffn.W1[0,0] is inf"),
    ],
)
def test_what_is_refused(learn: Said, words: tuple[str, ...], code: int, sentence: str) -> None:
    found, _, said = learn(*words)
    assert found == code
    assert sentence in said


def test_a_disk_that_fills_up_leaves_the_last_checkpoint_whole(learn: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = whole_file.os.fsync
    calls: list[int] = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 7:  # two files a checkpoint: at the start, steps 2 and 4, and half of that of step 6
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(whole_file.os, "fsync", full)
    code, _, said = learn(*WORDS, "--steps", "20", "-o", "t.glass")
    assert code == 1
    assert "t.glass.train could not be written: No space left on device." in said
    monkeypatch.setattr(whole_file.os, "fsync", fsync)
    assert {path.name for path in Path().iterdir()} == {"m.glass", "c.txt", "t.glass", "t.glass.train"}
    code, out, _ = learn("t.glass", "--corpus", "c.txt", "--resume", "--steps", "5", "-o", "t.glass")
    assert (code, out.splitlines()[-1]) == (0, "trained to step 5: t.glass")
    learn(*WORDS, "--steps", "5", "-o", "straight.glass")
    assert Path("t.glass").read_bytes() == Path("straight.glass").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="a signal is sent")
def test_a_real_ctrl_c_keeps_the_last_step_and_training_goes_on_from_it(learn: Said) -> None:
    """In a process of its own, as a person stops it; float32, so that it need not compile anything."""
    single = ("--set", "precision=float32")
    words = [sys.executable, "-m", "labapp", "train", *WORDS, *single, "--steps", "100000", "-o", "t.glass"]
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}, text=True
    )
    try:
        while not Path("t.glass.train").exists() and child.poll() is None:  # it is written as training begins
            time.sleep(0.02)
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        out, said = child.communicate(timeout=30)
    finally:
        child.kill()
    assert (child.returncode, said) == (130, "")
    ended = re.fullmatch(r"interrupted at step (\d+): t\.glass", out.splitlines()[-1])
    assert ended
    steps = int(ended[1])
    learn("t.glass", "--corpus", "c.txt", "--resume", "--steps", str(steps + 2), "-o", "rest.glass")
    learn(*WORDS, *single, "--steps", str(steps + 2), "-o", "straight.glass")
    assert Path("rest.glass").read_bytes() == Path("straight.glass").read_bytes()


def test_ctrl_c_elsewhere_is_no_crash(learn: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(workspace: Workspace) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "_executor", interrupted)
    assert learn(*WORDS, "-o", "t.glass") == (130, "", "glassformer: interrupted\n")


def test_a_checkpoint_of_another_model_is_refused(learn: Said) -> None:
    learn(*WORDS, "--steps", "2", "-o", "t.glass")
    for changed in (("--set", "d_ff=9"), ("--seed", "9"), ("--cell", "out.b[0,0]=9")):
        code, _, said = learn("t.glass", "--corpus", "c.txt", "--resume", "--steps", "4", *changed, "-o", "u.glass")
        assert code == 1
        assert "t.glass.train" in said
        assert not Path("u.glass").exists()
