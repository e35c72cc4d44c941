"""Training: the golden losses, equal bits, resuming, dropout, and what is refused."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import checkpoint, glass, whole_file
from core.engine import Engine
from core.gradient import batch_gradients
from core.models.build import graph, training_graph
from core.optimizer import Rule, adam, adam_kernel
from core.problem import Problem
from core.spec import ModelSpec
from core.train import Trainer
from core.workspace import Sample, Workspace
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba

EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
TOLERANCE = 1e-9
FIELDS: dict[str, Any] = {
    "kind": "encoder_decoder", "inputs": "tokens", "head": True, "causal": True, "pos": "sinusoidal", "d_ff": 8,
}  # fmt: skip
PAIRS = tuple(
    Sample(tuple(source.split()), ("BOS", *target.split()))
    for source, target in [("a b", "x y"), ("b a", "y x"), ("a b c", "x y z"), ("c", "z"), ("b b", "y y")]
)


def small(**fields: Any) -> Workspace:
    return Workspace.new(ModelSpec(**{**FIELDS, **fields}), PAIRS[:1])


def trainer(executor: str = "numpy", **options: Any) -> Trainer:
    given = {"batch": 2, "seed": 3, "rule": Rule(rate=0.02), **options}
    return Trainer(given.pop("workspace", small()), given.pop("samples", PAIRS), executor=executor, **given)


def golden_batch() -> tuple[dict[str, Any], Workspace]:
    page = golden.encdec_page()
    if page is None:
        pytest.skip("not in this folder")
    return page, golden.encdec_cases()[0].make()


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("sgd_lr_0.1", Rule(kind="sgd", rate=0.1)),
        ("adam_lr_0.01_betas_0.9_0.999_eps_1e-8", Rule(kind="adam", rate=0.01)),
    ],
)
def test_golden_losses(name: str, rule: Rule, executor: str) -> None:
    page, workspace = golden_batch()
    learning = Trainer(workspace, workspace.samples, rule, executor=executor)
    losses = [learning.advance() for _ in range(5)]
    losses.append(learning.score(workspace.samples).loss)
    assert golden.close(losses, page["train"][name], TOLERANCE)


@needs_numba
def test_two_hundred_steps_learn_both_golden_pairs_by_heart() -> None:
    page, workspace = golden_batch()
    learning = Trainer(workspace, workspace.samples, Rule(rate=0.01), executor="jit")
    for _ in range(page["overfit"]["steps"]):
        learning.advance()
    score = learning.score(workspace.samples)
    assert score.loss < page["overfit"]["loss_below"]
    assert score.right == score.labels == page["loss_tokens"]
    learned = learning.learned()
    for b, recited in enumerate(page["overfit"]["greedy"]):  # what it has to say, word after word by itself
        target = ["BOS"]
        while target[-1] != "EOS" and len(target) < 13:
            sample = Sample(workspace.samples[b].source, tuple(target))
            trace = Engine("numpy").run(learned.with_samples((sample,)))
            target.append(learned.vocab["tgt"][int(trace["out.logits"].values[-1].argmax())])
        assert " ".join(target) == recited


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_step_takes_the_gradient_of_the_batch(executor: str) -> None:
    """One label in a short sample weighs as much as one in a long one: never a mean of means."""
    workspace = small()
    learning = trainer(executor, workspace=workspace, batch=len(PAIRS), rule=Rule(kind="sgd", rate=0.5))
    loss = learning.advance()
    want_loss, want = batch_gradients(learning.workspace.with_samples(PAIRS), "numpy")
    assert loss == pytest.approx(want_loss, abs=1e-12)
    for name, gradient in learning.gradients().items():
        assert np.allclose(gradient, want[name], rtol=0, atol=1e-11), name
        moved = learning.learned().arrays[name]
        assert np.allclose(moved, learning.workspace.arrays[name] - 0.5 * want[name], rtol=0, atol=1e-11)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_one_seed_gives_equal_bits_another_does_not(executor: str) -> None:
    runs = [trainer(executor, seed=seed, workspace=small(dropout=0.2)) for seed in (3, 3, 4)]
    for _ in range(7):
        for each in runs:
            each.advance()
    same, again, other = (each.parameters().tobytes() for each in runs)
    assert same == again != other


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("rule", [Rule(rate=0.02), Rule(kind="adam2017", rate=1.0, warmup=4), Rule(kind="sgd")])
def test_resuming_equals_training_straight_through(rule: Rule, executor: str, tmp_path: Path) -> None:
    straight = trainer(executor, rule=rule, workspace=small(dropout=0.1))
    begun = trainer(executor, rule=rule, workspace=small(dropout=0.1))
    for _ in range(4):
        straight.advance()
        begun.advance()
    file = tmp_path / "m.glass"
    checkpoint.save(file, begun)
    resumed = trainer(executor, rule=rule, workspace=glass.load(file))
    checkpoint.restore(file, resumed)
    assert resumed.step == 4
    for _ in range(5):
        assert straight.advance() == resumed.advance()
    assert straight.parameters().tobytes() == resumed.parameters().tobytes()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: {"seed": 4}, "belongs to another training"),
        (lambda file: {"samples": PAIRS[:4]}, "belongs to another training"),
        (lambda file: {"rule": Rule(rate=0.03)}, "belongs to another training"),
        (lambda file: {"workspace": small(d_ff=9)}, "belongs to another training"),
        (lambda file: {"workspace": glass.load(file).with_cell("out.b", 0, 0, 9.0)}, "are not those that"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(change: Any, sentence: str, tmp_path: Path) -> None:
    file, learning = tmp_path / "m.glass", trainer()
    learning.advance()
    checkpoint.save(file, learning)
    with pytest.raises(Problem, match=sentence):
        checkpoint.restore(file, trainer(**{"workspace": glass.load(file), **change(file)}))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x93NUMPY", b"x" * 100])
def test_a_damaged_checkpoint_is_refused(data: bytes, tmp_path: Path) -> None:
    file, learning = tmp_path / "m.glass", trainer()
    checkpoint.save(file, learning)
    checkpoint.beside(file).write_bytes(data)
    with pytest.raises(Problem, match=r"m\.glass\.train is no whole state of training"):
        checkpoint.restore(file, trainer(workspace=glass.load(file)))
    checkpoint.beside(file).unlink()
    with pytest.raises(Problem, match="could not be read"):
        checkpoint.restore(file, trainer(workspace=glass.load(file)))


@pytest.mark.parametrize("file", ["the model", "its state"])
def test_a_full_disk_leaves_the_last_checkpoint(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of the two files has no room: both are still those of the step before, and nothing lies beside them."""
    path, learning = tmp_path / "m.glass", trainer()
    learning.advance()
    checkpoint.save(path, learning)
    before = {found.name: found.read_bytes() for found in tmp_path.iterdir()}
    learning.advance()
    fsync, calls = whole_file.os.fsync, []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) == (1 if file == "the model" else 2):
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(whole_file.os, "fsync", full)
    name = r"m\.glass" if file == "the model" else r"m\.glass\.train"
    with pytest.raises(Problem, match=rf"{name} could not be written: No space left on device\."):
        checkpoint.save(path, learning)
    monkeypatch.undo()
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == before
    resumed = trainer(workspace=glass.load(path))
    checkpoint.restore(path, resumed)
    assert resumed.step == 1
    resumed.advance()
    assert resumed.parameters().tobytes() == learning.parameters().tobytes()


def test_every_sample_is_taken_once_before_one_is_taken_again() -> None:
    learning = trainer(batch=2)
    taken = np.concatenate([learning._chosen(step) for step in range(5)])
    assert sorted(taken[:5]) == sorted(taken[5:]) == [0, 1, 2, 3, 4]
    assert taken[:5].tolist() != taken[5:].tolist()


# dropout


def test_dropout_stands_after_embeddings_and_sublayers_of_training_alone() -> None:
    workspace = small(dropout=0.3)
    spec, found = workspace.spec, workspace.lengths()
    assert training_graph(small().spec, found) is graph(small().spec, found)
    assert not [n for n in graph(spec, found).nodes if n.op == "dropout"]
    recorded = training_graph(spec, found)
    dropped = {n.name: [recorded.nodes[k].name for k in n.inputs][0] for n in recorded.nodes if n.op == "dropout"}
    assert dropped == {
        "src.drop": "src.X0", "tgt.drop": "tgt.X0", "enc1.drop1": "enc1.self.out", "enc1.drop2": "enc1.ffn.out",
        "dec1.drop1": "dec1.self.out", "dec1.drop2": "dec1.cross.out", "dec1.drop3": "dec1.ffn.out",
    }  # fmt: skip
    assert {recorded.nodes[n.inputs[1]].name for n in recorded.nodes if n.name.endswith(".sum1")} == {
        "enc1.drop1",
        "dec1.drop1",
    }
    pre = training_graph(small(dropout=0.3, norm_place="pre").spec, found)
    assert pre.nodes[pre["enc1.sum1"].inputs[1]].name == "enc1.drop1"


def test_what_is_kept_grows_so_that_the_mean_stays() -> None:
    learning = trainer(workspace=small(dropout=0.25, d=64), samples=PAIRS[2:3])
    kept = []
    for _ in range(20):
        learning.advance()
        region = learning._train[0].region
        kept += [region.plan.view(learning._arena, node).copy() for node in region.keeps]
    values = np.concatenate([array.ravel() for array in kept])
    assert set(values.tolist()) == {0.0, 1 / 0.75}
    assert abs(values.mean() - 1) < 0.02  # 17920 cells: six standard deviations are 0.026


def test_scores_and_gradient_checks_never_drop() -> None:
    dropping, plain = trainer(workspace=small(dropout=0.5)), trainer()
    assert dropping.score(PAIRS) == plain.score(PAIRS)
    assert batch_gradients(small(dropout=0.5), "numpy")[0] == batch_gradients(small(), "numpy")[0]


# rules


def test_adam_is_its_formula_and_the_kernel_is_adam() -> None:
    r = np.random.default_rng(1)
    x, m, v = r.normal(size=9), np.zeros(9), np.zeros(9)
    plain, kernel = [x.copy(), m.copy(), v.copy()], [x.copy(), m.copy(), v.copy()]
    for t in range(1, 4):
        g = r.normal(size=9)
        numbers = (0.1, 0.9, 0.98, 1e-9, 1 - 0.9**t, 1 - 0.98**t)
        adam(plain[0], g, plain[1], plain[2], *numbers)
        adam_kernel(kernel[0], g, kernel[1], kernel[2], *numbers)
        m, v = 0.9 * m + 0.1 * g, 0.98 * v + 0.02 * g**2
        x = x - 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.98**t)) + 1e-9)
        assert np.allclose(plain[0], x, rtol=0, atol=1e-14)
        assert np.allclose(kernel[0], x, rtol=0, atol=1e-14)


def test_the_rate_of_2017_rises_for_the_warm_up_and_falls_after_it() -> None:
    rule = Rule(kind="adam2017", rate=2.0, warmup=100)
    assert rule.rate_at(25, 16) == pytest.approx(2 * 0.25 * 25 / 1000, rel=1e-15)
    assert rule.rate_at(100, 16) == pytest.approx(2 * 0.25 / 10, rel=1e-15)
    assert rule.rate_at(400, 16) == pytest.approx(2 * 0.25 / 20, rel=1e-15)
    assert (*rule.betas, rule.eps) == (0.9, 0.98, 1e-9)
    assert Rule(rate=0.5).rate_at(400, 16) == 0.5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rate": 0.0}, "can't be 0: it must be above 0, at most 1000"),
        ({"rate": 1e9}, "can't be 1000000000: it must be above 0"),
        ({"rate": float("nan")}, "can't be nan"),
        ({"kind": "momentum"}, "no rule of learning momentum: allowed is adam, adam2017, sgd"),
        ({"warmup": 0}, "warm-up can't last 0 steps"),
    ],
)
def test_rules_that_can_not_be(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        Rule(**options)


# words, and what stops or can't begin


def test_new_words_join_the_vocabulary_and_known_ones_keep_their_ids() -> None:
    workspace = small()
    learning = trainer(workspace=workspace)
    assert learning.workspace.vocab["src"] == (*workspace.vocab["src"], "c")
    assert learning.workspace.vocab["tgt"][: len(workspace.vocab["tgt"])] == workspace.vocab["tgt"]
    assert learning.learned().arrays["src.embed"].shape[0] == len(learning.workspace.vocab["src"])


@pytest.mark.parametrize("executor", EXECUTORS)
def test_training_stops_at_nan_and_names_the_first_bad_node(executor: str) -> None:
    workspace = small().with_cell("enc1.ffn.W2", 1, 2, float("inf"))
    learning = trainer(executor, workspace=workspace)
    before = learning.parameters()
    with pytest.raises(Problem, match=r"stopped in step 1: enc1\.ffn\.W2\[1,2\] is inf"):
        learning.advance()
    assert learning.parameters().tobytes() == before.tobytes()
    overflow = small().with_cell("enc1.self.h1.WQ", 0, 0, 1e200).with_cell("enc1.self.h1.WK", 0, 0, 1e200)
    with pytest.raises(Problem, match=r"stopped in step 1: enc1\.self\.h1\.raw\["):
        trainer(executor, workspace=overflow).advance()


def test_a_step_too_far_is_noticed_and_the_parameters_before_it_are_kept() -> None:
    learning = trainer(rule=Rule(kind="sgd", rate=1000.0), workspace=small(norm="none", act="identity"))

    def on() -> None:
        for _ in range(60):
            learning.advance()

    with pytest.raises(Problem, match=r"Training stopped in step \d+: "):
        on()
    assert np.isfinite(learning.parameters()).all()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"head": False}, "no vocabulary head"),
        ({"kind": "encoder"}, "No word is asked for in"),
        ({"kind": "encoder", "inputs": "rows"}, "Training needs labels"),
        ({"kind": "decoder"}, "Training needs labels"),
        ({"inputs": "rows"}, "Training needs labels"),
    ],
)
def test_a_model_without_labels_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        Trainer(small(**fields), PAIRS)


def test_samples_that_teach_nothing_are_refused() -> None:
    with pytest.raises(Problem, match="no sample"):
        Trainer(small(), ())
    with pytest.raises(Problem, match="every target is padding"):
        Trainer(small(), (Sample(("a",), ("PAD", "PAD")),))
    with pytest.raises(Problem, match="can't have 0 tokens"):
        Trainer(small(), (Sample(("a",), ()),))
    with pytest.raises(Problem, match="position table has 2 rows, this sample needs 3"):
        Trainer(small(pos="learned", pos_length=2), PAIRS[:1])


def test_a_decoder_alone_learns_too() -> None:
    learning = Trainer(small(kind="decoder_only"), PAIRS, Rule(rate=0.05), batch=5, executor="numpy")
    losses = [learning.advance() for _ in range(30)]
    assert losses[-1] < losses[0] / 2


def test_float32_trains_on_numpy() -> None:
    learning = trainer("jit", workspace=small(precision="float32"))
    learning.advance()
    assert learning.parameters().dtype == np.float32
