"""The command line: what it computes, what it says, and its exit codes."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import glass, jit
from core.spec import FIELDS, ModelSpec
from core.workspace import Sample, Workspace
from labapp import cli, models
from labapp.cli import main
from labapp.commands import edits, window

ROOT = Path(__file__).parent.parent.parent
GOLDEN = json.loads((ROOT / "tests" / "golden" / "seed_values.json").read_text(encoding="utf-8"))
POST = next(case for case in GOLDEN["cases"] if case["id"] == "A.block.post")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def traced(*words: str, model: str = "block") -> dict[str, np.ndarray[Any, Any]]:
    """What `trace MODEL … -o` writes."""
    assert main(["trace", model, *words, "-o", "traced.npz"]) == 0
    with np.load("traced.npz", allow_pickle=False) as archive:
        return dict(archive)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit code and sentence of words that are refused; nothing is on stdout, no file is made."""
    before = sorted(Path().iterdir())
    code = main(words)
    out, said = capsys.readouterr()
    assert out == ""
    assert sorted(Path().iterdir()) == before
    assert said.startswith("glassformer: ")
    assert "Traceback" not in said
    return code, said


def run(*words: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a shell would run it."""
    return subprocess.run(
        [sys.executable, "-m", "labapp", *words],
        env=dict(os.environ, PYTHONPATH=str(ROOT), PYTHONIOENCODING="utf-8") | environment,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=300,  # compiling on a busy machine
    )


# what is computed


@pytest.mark.parametrize("executor", ["numpy", "jit"])
def test_the_block_gives_the_printed_numbers(here: Path, executor: str) -> None:
    ran = run("trace", "block", "--executor", executor, "-o", "z.npz", cwd=here)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    with np.load(here / "z.npz", allow_pickle=False) as archive:
        z = archive["enc1.Z"]
    np.testing.assert_allclose(z, POST["values"]["Z"], rtol=0, atol=1e-10)
    printed = next(entry for entry in POST["printed"] if entry["name"] == "Z")
    assert printed["tolerance"] == pytest.approx(0.5 * 10.0 ** -printed["decimals"], rel=1e-4)
    assert np.abs(z[printed["at"][0]] - printed["value"]).max() <= printed["tolerance"]


def test_trace_loads_neither_qt_nor_a_compiler(here: Path) -> None:
    code = """
import sys
from labapp.cli import main
assert main(["trace", "block", "--set", "causal=on", "-o", "z.json"]) == 0
assert main(["models"]) == 0
assert main(["why", "block", "enc1.self.h1.H[0,1]"]) == 0
print([name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6", "pyqtgraph", "numba")])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        cwd=here,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == "[]"
    assert ran.stderr == ""


def test_without_an_output_the_matrices_are_listed(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert main(["trace", "block"]) == 0
    out, said = capsys.readouterr()
    assert said == ""
    lines = out.splitlines()
    assert lines[0].split() == ["src.X", "3×4", "input"]
    assert any(line.startswith("enc1.self.h2.S ") and " 3×3 " in line for line in lines)
    assert any(line.startswith("enc1.Z ") for line in lines)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("ending", ["npz", "json", "csv"])
def test_the_ending_of_the_output_chooses_the_format(ending: str) -> None:
    name = f"我的 z.{ending}"
    assert main(["trace", "block", "-o", name]) == 0
    assert Path(name).read_bytes()[:2] == {"npz": b"PK", "json": b'{"', "csv": b"no"}[ending]


def test_the_models_are_listed_with_their_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models"]) == 0
    out, said = capsys.readouterr()
    assert said == ""
    assert [line.split()[0] for line in out.splitlines()] == models.names()
    found = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in out.splitlines()}
    assert found["block"] == "Two heads, one block"
    assert found["base"] == "The base model of 2017 (command line)"
    assert len({line.index(found[line.split()[0]]) for line in out.splitlines()}) == 1, "titles stand below each other"


def test_the_models_say_where_their_numbers_come_from_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "--long"]) == 0
    out = capsys.readouterr().out
    assert "All numbers were chosen by hand" in out
    assert len(out.splitlines()) == 2 * len(models.names())
    assert main(["models", "--lang", "zh_CN"]) == 0
    assert "block 两个头，一个 BLOCK" in [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_listing_the_models_makes_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workspace, "__init__", pytest.fail)
    assert main(["models"]) == 0


@pytest.mark.parametrize("name", models.names())
def test_every_starting_model_is_traced(capsys: pytest.CaptureFixture[str], name: str) -> None:
    if name == "base":  # its file has 458 MB
        assert main(["trace", name]) == 0
        listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
        assert {"src.P", "enc6.self.h8.A", "memory", "dec6.cross.h1.S", "dec6.Z"} <= set(listed)
        return
    found = traced(model=name)
    workspace = models.starting_model(name)
    for b in range(len(workspace.samples)):
        prefix = f"sample{b}/" if len(workspace.samples) > 1 else ""
        for node in workspace.graph(b).nodes:
            shared = node.role == "parameter" or node.name.startswith("set.")
            assert found[node.name if shared else prefix + node.name].shape == node.shape
    assert all(np.isfinite(array).all() for array in found.values())


# --set


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("causal", "on", True),
        ("scale", "OFF", False),
        ("heads", "3", 3),
        ("d_ff", "８", 8),
        ("heads_off", "1,2", (1, 2)),
        ("heads_off", "none", ()),
        ("eps", "1/1000", 0.001),
        ("eps", "1e−3", 0.001),
        ("norm", "rmsnorm", "rmsnorm"),
        (" norm_place ", " pre ", "pre"),
        ("precision", "float32", "float32"),
        ("query_offset", "-2", -2),
    ],
)
def test_a_field_is_set_as_it_is_written(field: str, value: str, expected: object) -> None:
    workspace = edits.changed(models.starting_model("block"), [f"{field}={value}"], [])
    assert getattr(workspace.spec, field.strip()) == expected


def test_a_changed_model_is_traced() -> None:
    plain, changed = traced(), traced("--set", "causal=on", "--set", "tokens=4", "--set", "d_ff=7")
    assert "enc1.self.mask.causal" not in plain
    assert changed["enc1.self.mask"].tolist() == np.tri(4).tolist()
    assert changed["enc1.ffn.hidden"].shape == (4, 7)
    np.testing.assert_array_equal(changed["src.X"][:3], plain["src.X"])


def test_the_order_of_fields_does_not_matter_and_the_last_of_one_counts() -> None:
    forth = ["heads=3", "heads_off=3", "d=5", "tokens=5", "seed=9", "precision=float32"]
    block = models.starting_model("block")
    one, other = edits.changed(block, forth, []), edits.changed(block, forth[::-1], [])
    assert glass.dumps(one) == glass.dumps(other)
    assert (one.spec.heads_off, one.spec.d, len(one.samples[0].source)) == ((3,), 5, 5)
    assert edits.changed(block, ["d_ff=9", "d_ff=5"], []).spec.d_ff == 5


def test_fewer_tokens_make_room_for_a_wider_model(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Workspace.new(ModelSpec(), (Sample(("a",) * 500),))
    monkeypatch.setattr("core.needs.MEMORY_LIMIT", 2**20)
    workspace = edits.changed(long, ["d=64", "tokens=2"], [])
    assert (workspace.spec.d, len(workspace.samples[0].source)) == (64, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("heds=3", "There is no field heds. Did you mean heads?"),
        ("nonsense=3", "There is no field nonsense; the fields are kind,"),
        ("d=0", "d can't be 0: allowed is a whole number from 1 to 4096."),
        ("d=-1", "d can't be -1"),
        ("d=1e9", "d can't be 1000000000"),
        ("d=2.5", "d can't be 2.5"),
        ("d=inf", "d can't be inf"),
        ("d=four", "“four” is not a number"),
        ("d=", "Nothing is written"),
        ("heads_off=3", "heads_off names head 3, but there are only 2 heads"),
        ("norm=batchnorm", "norm can't be batchnorm: allowed is layernorm, rmsnorm, none."),
        ("causal=maybe", "causal can't be maybe: allowed is on, off."),
        ("tokens=0", "A sample can't have 0 tokens: allowed is a whole number from 1 to 1024."),
        ("tokens=-3", "can't have -3 tokens"),
        ("tokens=1e9", "can't have 1000000000 tokens"),
        ("tokens=2.5", "can't have 2.5 tokens"),
        ("tokens=nan", "can't have nan tokens"),
        ("tokens=inf", "can't have inf tokens"),
        ("tokens=many", "“many” is not a number"),
    ],
)
def test_a_field_that_cannot_be_set_so_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    code, said = refused(capsys, "trace", "block", "--set", text, "-o", "z.npz")
    assert code == 2
    assert says in said
    assert said.count("\n") == 1


def test_a_model_larger_than_memory_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"--set={field}" for field in ("d=4096", "d_ff=16384", "enc_layers=48")]
    code, said = refused(capsys, "trace", "block", *words)
    assert code == 2
    assert "GiB, allowed are 2; the largest matrix is enc1.ffn.W1 (4096×16384)" in said


def test_float32_on_the_compiled_executor_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--set", "precision=float32", "--executor", "jit"]
    code, said = refused(capsys, "trace", "block", *words)
    assert code == 1
    assert "float64 only; float32 runs on NumPy" in said


def test_no_compiler_for_the_compiled_executor_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "_forward", None)
    monkeypatch.setattr(jit, "_failed", "ImportError: no numba")
    code, said = refused(capsys, "trace", "block", "--executor", "jit")
    assert code == 1
    assert "There is no compiled code here (ImportError: no numba); NumPy computes the same numbers." in said


# --cell


def test_cells_of_inputs_and_parameters_are_edited() -> None:
    plain = traced()
    edited = traced("--cell", "src.X[0,1]=-1.5", "--cell", "enc1.self.h1.WV[2,0] = 1/2")
    assert edited["src.X"][0].tolist() == [1, -1.5, 1, 0]
    assert edited["enc1.self.h1.WV"][2].tolist() == [0.5, 0]
    assert (edited["enc1.Z"] != plain["enc1.Z"]).any()


@pytest.mark.parametrize(
    ("value", "number"),
    [("−0.5", -0.5), ("１．５", 1.5), ("sqrt(2)", math.sqrt(2)), ("-inf", -math.inf), ("1e-3", 0.001), (" 2 ", 2.0)],
)
def test_values_are_read_by_the_one_parser(value: str, number: float) -> None:
    assert traced("--cell", f"X[0,0]={value}")["src.X"][0, 0] == number


def test_nan_is_a_value_too() -> None:
    found = traced("--cell", "X[0,0]=nan")
    assert np.isnan(found["src.X"][0, 0])
    assert np.isnan(found["enc1.Z"][0]).all()


@pytest.mark.parametrize(
    ("alias", "name"), [("X", "src.X"), ("src.X0", "src.X"), ("enc1.Z", "enc1.norm2"), ("enc1.U", "enc1.norm1")]
)
def test_an_alias_means_its_matrix(alias: str, name: str) -> None:
    by_alias, by_name = traced("--cell", f"{alias}[1,1]=0.25"), traced("--cell", f"{name}[1,1]=0.25")
    assert by_alias[name][1, 1] == by_alias[alias][1, 1] == 0.25
    assert {k: v.tobytes() for k, v in by_alias.items()} == {k: v.tobytes() for k, v in by_name.items()}


def test_a_cell_of_a_computed_matrix_is_a_pin_with_its_natural_value_beside_it() -> None:
    plain, pinned = traced(), traced("--cell", "enc1.self.h1.A[0,0]=1", "--cell", "enc1.self.h1.A[0,1]=0")
    assert pinned["enc1.self.h1.A"][0].tolist() == [1, 0, plain["enc1.self.h1.A"][0, 2]]
    np.testing.assert_array_equal(pinned["enc1.self.h1.A.natural"], plain["enc1.self.h1.A"])
    assert pinned["enc1.self.h1.A.where"].sum() == 2
    np.testing.assert_allclose(pinned["enc1.self.h1.H"], pinned["enc1.self.h1.A"] @ pinned["enc1.self.h1.V"])


def test_a_setting_is_changed_like_its_field() -> None:
    by_cell, by_field = traced("--cell", "set.eps[0,0]=0.1"), traced("--set", "eps=0.1")
    assert {k: v.tobytes() for k, v in by_cell.items()} == {k: v.tobytes() for k, v in by_field.items()}


def test_the_last_value_of_a_cell_counts_and_cells_come_after_fields() -> None:
    found = traced("--cell", "X[3,0]=1", "--cell", "X[3,0]=2", "--set", "tokens=4")
    assert found["src.X"][3, 0] == 2


def test_a_cell_of_another_sample_is_named_as_in_the_files() -> None:
    samples = (Sample(("a",)), Sample(("b", "c")))
    glass.save(Path("two.glass"), Workspace.new(ModelSpec(), samples))
    found = traced("--cell", "sample1/src.X[1,0]=5", "--cell", "sample1/enc1.Z[0,0]=7", model="two.glass")
    assert found["sample1/src.X"][1, 0] == 5
    assert found["sample1/enc1.Z"][0, 0] == 7
    assert found["sample0/enc1.Z"][0, 0] != 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("enc1.self.h1.WX[0,0]=1", "no matrix called enc1.self.h1.WX. Did you mean enc1.self.h1.W"),
        ("h1.WV[0,0]=1", "no matrix called h1.WV. Did you mean enc1.self.h1.WV?"),
        ("src.X[3,0]=1", "src.X is 3×4: it has no cell [3,0]; rows go from 0 to 2, columns to 3."),
        ("src.X[0,4]=1", "it has no cell [0,4]"),
        ("enc1.self.h1.A[0,3]=1", "enc1.self.h1.A is 3×3: it has no cell [0,3]"),
        ("src.X[99999999999999999999,0]=1", "it has no cell [99999999999999999999,0]"),
        ("set.scale[0,0]=1", "set.scale follows from the model's fields and can't be edited by itself."),
        ("set.eps[0,0]=-1", "eps can't be -1"),
        ("src.X[0,0]=much", "“much” is not a number"),
        ("src.X[0,0]=", "Nothing is written"),
        ("src.X[0,0]=1,5", "“1,5” has a comma. Write 1.5, with a point."),
        ("sample1/src.X[0,0]=1", "There is no sample 1: the last one is 0, counted from 0."),
        ("src.X[0,0]", "--cell takes 'NODE[row,column]=VALUE', counted from 0, found 'src.X[0,0]'"),
        ("src.X=1", "--cell takes 'NODE[row,column]=VALUE'"),
        ("src.X[0]=1", "--cell takes 'NODE[row,column]=VALUE'"),
        ("src.X[-1,0]=1", "counted from 0"),
        ("[0,0]=1", "--cell takes"),
        ("", "--cell takes"),
    ],
)
def test_a_cell_that_cannot_be_set_so_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    code, said = refused(capsys, "trace", "block", "--cell", text, "-o", "z.npz")
    assert code == 2
    assert says in said


# usage


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["trac", "block"], "there is no command 'trac'. Did you mean 'trace'?"),
        (["Screenshot"], "there is no command 'Screenshot'. Did you mean 'screenshot'?"),
        (["trace"], "required: MODEL|FILE"),
        (["screenshot", "block"], "required: -o/--output"),
        (["trace", "block", "--exectuor", "jit"], "unexpected argument '--exectuor'. Did you mean '--executor'?"),
        (["trace", "block", "--exec", "jit"], "unexpected argument '--exec'"),
        (["trace", "block", "other"], "unexpected argument 'other'."),
        (["trace", "block", "--executor", "cuda"], "invalid choice: 'cuda' (choose from"),
        (["trace", "block", "-o"], "argument -o/--output: expected one argument"),
        (["trace", "block", "--set", "causal"], "--set takes FIELD=VALUE, found 'causal'"),
        (["screenshot", "block", "-o", "a.png", "--size", "big"], "'big' is no size: write WIDTHxHEIGHT"),
        (["screenshot", "block", "-o", "a.png", "--size", "10x10"], "each from 320 to 16384"),
        (["open", "block", "--theme", "pink"], "invalid choice: 'pink'"),
        (["--no-such-thing"], "unexpected argument '--no-such-thing'."),
    ],
)
def test_wrong_usage_is_said_in_a_sentence_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    code, said = refused(capsys, *words)
    assert code == 2
    assert says in said
    assert said.endswith("\nTry 'glassformer --help'.\n")


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("blok", "There is no model or file called blok. Did you mean block?"),
        ("BLOCK", "Did you mean block?"),
        ("gpt-4", "There is no model or file called gpt-4. The models are axes, base, block,"),
        ("", "The models are axes,"),
        ("x" * 5000, "There is no model or file called xxx"),
    ],
)
@pytest.mark.parametrize("command", ["trace", "check", "open", "screenshot"])
def test_a_model_that_is_not_there_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], command: str, model: str, says: str
) -> None:
    code, said = refused(capsys, command, model, *(["-o", "a.png"] if command == "screenshot" else []))
    assert code == 2
    assert says in said


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("none.glass", "none.glass could not be read: No such file or directory."),
        ("none/block", "none/block could not be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_failure(capsys: pytest.CaptureFixture[str], model: str, says: str) -> None:
    code, said = refused(capsys, "trace", model)
    assert code == 1
    assert says in said


def test_a_damaged_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lesson.glass").write_bytes(b"no zip")
    code, said = refused(capsys, "trace", "lesson.glass")
    assert code == 1
    assert said == "glassformer: lesson.glass is not a whole .glass file: File is not a zip file.\n"


@pytest.mark.parametrize(("output", "expected"), [("z.txt", 2), ("z", 2), ("none/z.npz", 1)])
def test_an_output_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], output: str, expected: int) -> None:
    code, said = refused(capsys, "trace", "block", "-o", output)
    assert code == expected
    assert output in said


@pytest.mark.parametrize("output", ["shot", "shot.jpg", "shot.npz"])
def test_a_picture_is_a_png(capsys: pytest.CaptureFixture[str], output: str) -> None:
    code, said = refused(capsys, "screenshot", "block", "-o", output)
    assert code == 2
    assert said == f"glassformer: {output} has an unknown ending: allowed is .png.\n"


def test_a_wrong_ending_is_said_before_anything_is_computed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labapp.commands.trace.opened", pytest.fail)
    code, _ = refused(capsys, "trace", "block", "-o", "z.txt")
    assert code == 2


def test_help_and_version_are_for_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr() == (f"glassformer {cli.version()}\n", "")
    for words in (["--help"], ["-h"], ["trace", "--help"], ["models", "-h"]):
        assert main(words) == 0
        out, said = capsys.readouterr()
        assert out.startswith("usage: glassformer ")
        assert said == ""


def test_the_help_names_every_command_and_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    top = capsys.readouterr().out
    assert set(cli.COMMANDS) <= set(top.split())
    main(["trace", "--help"])
    assert {*FIELDS, "tokens"} <= set(re.findall(r"\w+", capsys.readouterr().out))


def test_the_version_is_that_of_the_project() -> None:
    assert f'version = "{cli.version()}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


# which command


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """What `open` was called with."""
    calls: list[argparse.Namespace] = []

    def run_open(chosen: argparse.Namespace) -> int:
        edits.opened(chosen)
        calls.append(chosen)
        return 0

    monkeypatch.setattr(window, "run_open", run_open)
    return calls


@pytest.mark.parametrize(
    ("words", "model"),
    [
        ([], "block"),
        (["open"], "block"),
        (["block"], "block"),
        (["open", "block"], "block"),
        (["--set", "causal=on", "block"], "block"),
        (["block", "--theme", "dark"], "block"),
        (["--lang", "zh_CN"], "block"),
        (["my lesson 一.glass"], "my lesson 一.glass"),
        (["models.glass"], "models.glass"),
        (["trace-1"], "trace-1"),
        (["trac"], "trac"),
    ],
)
def test_the_bare_form_opens(opened: list[argparse.Namespace], words: list[str], model: str) -> None:
    for name in ("my lesson 一.glass", "models.glass", "trace-1", "trac"):
        glass.save(Path(name), models.starting_model("block"))
    assert main(words) == 0
    assert [chosen.model for chosen in opened] == [model]


def test_commands_win_over_files_of_their_name(
    opened: list[argparse.Namespace], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("trace", "models", "block", "open"):
        glass.save(Path(name), models.starting_model("block"))
    assert main(["models"]) == 0
    assert "Two heads" in capsys.readouterr().out
    assert main(["trace"]) == 2
    assert opened == []
    assert main(["open", "trace"]) == 0
    assert main(["open"]) == 0
    assert [chosen.model for chosen in opened] == ["trace", "block"]


def test_a_file_is_found_by_a_path_of_any_letters(here: Path) -> None:
    folder = here / "我的 课程"
    folder.mkdir()
    glass.save(folder / "第 1 课.glass", models.starting_model("block").with_cell("X", 0, 0, 42.0))
    found = traced(model="我的 课程/第 1 课.glass")
    assert found["src.X"][0, 0] == 42
    assert traced(model=str(folder / "第 1 课.glass"))["src.X"][0, 0] == 42


def test_a_picture_is_asked_for_with_its_size_theme_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[argparse.Namespace] = []
    monkeypatch.setattr(window, "run_screenshot", lambda chosen: asked.append(chosen) or 0)
    assert main(["screenshot", "block", "-o", "a.png"]) == 0
    assert main(["screenshot", "block", "-o", "a.png", "--size", "1366×768", "--theme", "dark", "--lang", "zh_CN"]) == 0
    assert [(c.size, c.theme, c.lang) for c in asked] == [
        ((1680, 1050), "light", "en"),
        ((1366, 768), "dark", "zh_CN"),
    ]


# real processes


def test_exit_codes_and_streams_of_a_real_process(here: Path) -> None:
    ran = run("--version", cwd=here)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"glassformer {cli.version()}\n", "")
    ran = run("trace", "blok", cwd=here)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "glassformer: There is no model or file called blok. Did you mean block?\n"
    ran = run("trace", cwd=here)
    assert (ran.returncode, ran.stdout) == (2, "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
def test_no_display_is_a_failure(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    ran = run("block", cwd=here)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("glassformer: There is no display for a window here.")
    assert ran.stderr.count("\n") == 1


def test_a_console_that_knows_few_letters_gets_question_marks_and_no_error(here: Path) -> None:
    ran = run("trace", "block", cwd=here, PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "3?4" in ran.stdout
    ran = run("trace", "无.glass", cwd=here, PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert ran.stderr.startswith("glassformer: ?.glass could not be read")


def test_a_reader_that_leaves_early_gets_no_complaint(here: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "labapp", "trace", "block"],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(60) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [["models"], ["trace", "block"]])
def test_a_full_disk_is_a_failure_and_a_sentence(here: Path, words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "labapp", *words],
            env=dict(os.environ, PYTHONPATH=str(ROOT)),
            cwd=here,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (ran.returncode, ran.stderr) == (1, "glassformer: No space left on device\n")
