"""NumPy scripts: run in a process of their own, they give what the NumPy executor gives, and notice what differs."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core import glass
from core.engine import Engine
from core.graph import LEAF, Graph
from core.ops import TABLE
from core.problem import Problem
from core.script import MOST, check_ending, script, write
from core.script_names import names
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from resources import path as resource
from tests import golden_cases as golden
from tests.core.specs import attentions, painted, spread

# One child runs many scripts: what each prints, or the error it ends with, and its arrays under the nodes' names.
RUNNER = """
import contextlib, io, json, runpy, sys, warnings
from pathlib import Path
import numpy as np
warnings.simplefilter("error")
ended = {}
for path in sorted(Path(sys.argv[1]).glob("*.py")):
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            scope = runpy.run_path(str(path))
        ended[path.stem] = said.getvalue()
        np.savez(path.with_suffix(".npz"), **{name: got for name, (got, _) in scope["seen"].items()})
    except Exception as error:
        ended[path.stem] = f"{type(error).__name__}: {error}"
print(json.dumps(ended))
"""
Child = Callable[[dict[str, str]], dict[str, str]]


@pytest.fixture
def child(tmp_path: Path) -> Child:
    """Run scripts by name in one process that sees nothing of the lab; how each ended. Their arrays lie beside them."""

    def run(scripts: dict[str, str]) -> dict[str, str]:
        for name, text in scripts.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [sys.executable, "-I", "-c", RUNNER, str(tmp_path)], env=bare, cwd=tmp_path, capture_output=True, check=True
        )
        return json.loads(done.stdout)

    return run


def agree(
    scripts: dict[str, tuple[Workspace, int]], child: Child, folder: Path, tolerance: float = 1e-12
) -> dict[str, dict[str, np.ndarray]]:
    """Every script runs, and every computed node in it is what the NumPy executor gives; what the scripts gave."""
    given: dict[str, dict[str, np.ndarray]] = {}
    texts = {name: script(workspace, sample) for name, (workspace, sample) in scripts.items()}
    ended = child(texts)
    for name, (workspace, sample) in scripts.items():
        trace = Engine("numpy").run(workspace, sample)
        computed = [node for node in trace.graph.nodes if node.op != LEAF]
        assert ended[name] == f"{len(computed)} matrices agree with the screen\n", name
        with np.load(folder / f"{name}.npz") as got:
            assert list(got) == [node.name for node in computed]
            for node in computed:
                given.setdefault(name, {})[node.name] = got[node.name]
                assert golden.close(given[name][node.name], trace.values_of(node), tolerance), f"{name}: {node.name}"
    return given


def imported(text: str) -> set[str]:
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {name.name for node in found for name in node.names}


def starting_models() -> dict[str, tuple[Workspace, int]]:
    """Every starting model but the one of 44 million numbers, every sample of it."""
    found = {}
    for path in sorted(resource("models").glob("*.glass")):
        if path.stem != "base":
            workspace = glass.load(path)
            found |= {f"{path.stem}-{b}": (workspace, b) for b in range(len(workspace.samples))}
    return found


def small(**fields: object) -> Workspace:
    return Workspace.new(ModelSpec(**fields), (Sample(("a", "b", "c")),))  # type: ignore[arg-type]


def test_every_op_is_written() -> None:
    for op in TABLE:
        assert callable(op.script.write), op.name
        if op.script.helper:
            assert ast.parse(op.script.helper).body, op.name


def test_every_starting_model(child: Child, tmp_path: Path) -> None:
    models = starting_models()
    assert {"block-0", "translate-0", "padding-1"} <= set(models)
    agree(models, child, tmp_path)


def test_every_golden_variant_and_it_gives_the_golden_numbers(child: Child, tmp_path: Path) -> None:
    cases = [*golden.variant_cases(), *golden.encdec_cases()]
    made = {case.id: (case.make(), case.sample) for case in cases}
    given = agree(made, child, tmp_path)
    for case in cases:
        graph = made[case.id][0].graph(case.sample)
        for name, want in case.want().items():
            node = graph[name]
            if node.op != LEAF:
                assert golden.close(given[case.id][node.name], want), f"{case.id}: {name}"


def test_models_of_every_kind(child: Child, tmp_path: Path) -> None:
    """Every choice of every field, some with a mask painted by hand; every op occurs."""
    made = {f"m{k:02}": (w if k % 3 else painted(w, k), 0) for k, w in enumerate(spread(40))}
    made["dropping"] = (glass.load(resource("models", "six.glass")).with_spec(dropout=0.25, dropout_view=True), 0)
    agree(made, child, tmp_path)
    ops = {node.op for w, _ in made.values() for node in w.graph().nodes}
    assert {op.name for op in TABLE} - ops == {"hold", "append"}  # a pin, and generation's


def test_pins_of_cells_rows_masks_and_statistics(child: Child, tmp_path: Path) -> None:
    block = glass.load(resource("models", "block.glass"))
    pinned = block.with_pin("enc1.self.h1.A", 0, 1, 0.75).with_pin("enc1.U", 1, None, 2.0)
    pinned = pinned.with_pin("enc1.norm2.var", None, None, 1.5).with_pin("enc1.self.mask", 0, 2, 0.0)
    translate = glass.load(resource("models", "translate.glass")).with_pin("memory", 2, None, 0.5)
    agree({"block": (pinned, 0), "translate": (translate, 0)}, child, tmp_path)
    assert "A1_natural = softmax(S1, mask)" in script(pinned)
    assert "A1 = np.where(A1_where != 0, A1_held, A1_natural)" in script(pinned)


def test_float32(child: Child, tmp_path: Path) -> None:
    """The arrays are single there too, and so is every step."""
    made = {f"m{k}": (w.with_spec(precision="float32"), 0) for k, w in enumerate(spread(10, seed=2))}
    agree(made, child, tmp_path, tolerance=1e-5)
    with np.load(tmp_path / "m0.npz") as got:
        kinds = {name: values.dtype for name, values in got.items() if ".mask" not in name and "loss" not in name}
    assert set(kinds.values()) == {np.dtype(np.float32)}


def test_numbers_that_are_not_finite(child: Child) -> None:
    block = glass.load(resource("models", "block.glass"))
    ended = child(
        {
            "nan": script(block.with_cell("src.X", 0, 0, np.nan)),
            "inf": script(block.with_cell("src.X", 1, 1, np.inf)),
            "root": script(block.with_spec(eps=0.0).with_pin("enc1.sum1", 0, None, 1.0)),
        }
    )
    assert set(ended.values()) == {"30 matrices agree with the screen\n", "31 matrices agree with the screen\n"}


def test_it_imports_numpy_alone() -> None:
    for workspace in (*spread(12), small(act="gelu_erf")):
        assert imported(script(workspace)) == {"numpy"}


def test_what_is_not_what_the_screen_showed_is_named(child: Child) -> None:
    text = script(glass.load(resource("models", "block.glass")))
    wrong = {
        "weight": text.replace("S1 = raw1 * scale", "S1 = raw1 * scale * 1.00001"),
        "transposed": text.replace("raw2 = Q2 @ K2.T", "raw2 = K2 @ Q2.T"),
        "place": text.replace("np.sqrt(norm1_var + eps)", "(np.sqrt(norm1_var) + eps)"),
        "sum": text.replace("sum2 = U + ffn_out", "sum2 = U"),
        "shape": text.replace("H1 = A1 @ V1", "H1 = (A1 @ V1).T"),
    }
    assert all(changed != text for changed in wrong.values())
    ended = child(wrong)
    assert ended.pop("shape").startswith("ValueError")
    assert ended == {
        "weight": "AssertionError: enc1.self.h1.S is not what the screen showed",
        "transposed": "AssertionError: enc1.self.h2.raw is not what the screen showed",
        "place": "AssertionError: enc1.norm1.xhat is not what the screen showed",
        "sum": "AssertionError: enc1.sum2 is not what the screen showed",
    }


def test_it_reads_as_a_teacher_writes_it() -> None:
    """The block of the paper, line by line; names grow only where two matrices would share one."""
    text = script(glass.load(resource("models", "block.glass")), title="Two heads")
    steps = [
        line.partition("  #")[0] for line in text.splitlines() if line.startswith(("Q1", "S1", "A1", "H1", "U", "Z"))
    ]
    assert steps == [
        "Q1 = X @ WQ1",
        "S1 = raw1 * scale",
        "A1 = softmax(S1, mask)",
        "H1 = A1 @ V1",
        "U = norm1_xhat * norm1_gamma + norm1_beta",
        "Z = norm2_xhat * norm2_gamma + norm2_beta",
    ]
    assert text.startswith("# Two heads: a NumPy script")
    assert "[3, 3] attention weights, each row over keys" in text
    translate = script(glass.load(resource("models", "translate.glass")))
    assert "dec1_cross_K1 = memory @ dec1_cross_WK1" in translate
    assert "src_E = src_embed[src_ids[:, 0]]" in translate


def test_the_order_is_that_of_the_bench() -> None:
    for workspace in spread(10, seed=3):
        graph = workspace.graph()
        seen = [
            key.value
            for node in ast.walk(ast.parse(script(workspace)))
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
            for key in node.value.keys
            if isinstance(key, ast.Constant)
        ]
        assert seen == [node.name for node in graph.nodes if node.op != LEAF]


def test_no_word_of_a_file_leaves_its_comment(child: Child) -> None:
    """Tokens and titles are anybody's text; names of nodes are ours."""
    evil = ("a\nraise SystemExit(3)", 'b"""', "c\u2028import os", "#\r\nimport os", "\\")
    workspace = Workspace.new(ModelSpec(inputs="tokens", head=True), (Sample(evil),))
    text = script(workspace, title='x"""\nimport os\x00')
    assert imported(text) == {"numpy"}
    assert child({"evil": text})["evil"].endswith("agree with the screen\n")


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_arrays_are_exact(child: Child, tmp_path: Path, precision: str) -> None:
    rows = np.array([[0.1, -0.0, 1 / 3], [5e-324, 1e308, -1e-30], [np.pi, 2.5, -7.0]])
    with np.errstate(over="ignore"):
        rows = rows.astype(precision)
    rows[~np.isfinite(rows)] = 1
    workspace = Workspace.new(
        ModelSpec(kind="attention", d=3, heads=1, precision=precision),
        (Sample(("a", "b", "c")),),
        {"sample0/src.X": rows},
    )
    text = script(workspace)
    module = ast.parse(text)
    given = next(n for n in module.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "X")
    assert isinstance(given.value, ast.Call)
    read = np.array(ast.literal_eval(given.value.args[0]), precision)
    assert read.tobytes() == rows.tobytes()


def test_a_model_that_is_too_large_is_refused() -> None:
    workspace = Workspace.new(ModelSpec(d=512, d_ff=1024), (Sample(("a",)),))
    assert sum(node.size for node in workspace.graph().nodes) > MOST
    with pytest.raises(Problem, match="at most 1000000 numbers"):
        script(workspace)


def test_the_file_is_written_as_a_whole_and_ends_in_py(tmp_path: Path) -> None:
    block = glass.load(resource("models", "block.glass"))
    write(tmp_path / "b.py", block)
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == script(block)
    for name in ("b.txt", "b"):
        with pytest.raises(Problem, match="unknown ending"):
            check_ending(tmp_path / name)


def test_names_are_told_apart_in_every_model() -> None:
    for workspace in spread(60, seed=5):
        graph: Graph = workspace.graph()
        found = names(graph, {"softmax", "np"})
        assert len(set(found.values())) == len(graph.nodes)
        assert all(name.isidentifier() for name in found.values())
        assert attentions(workspace)
