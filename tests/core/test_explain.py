"""Explanations: their arithmetic gives the cell, the cells they name move it, and no other cell does."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine import Engine
from core.explain import KINDS, SUMS, UNIT, Explanation, Source, explain
from core.expression import Cell, Named
from core.generate import Choice, Generation
from core.graph import LEAF, Graph, Node
from core.ops import BY_NAME, TABLE
from core.ops.arithmetic import Operand
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp import models
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba
from tests.core.specs import spread

Array = NDArray[Any]
VARIANTS = golden.variant_cases()
ENCDEC = golden.encdec_cases()


def computed(trace: Trace) -> Iterator[Node]:
    return (node for node in trace.graph.nodes if node.op != LEAF)


def unlike(trace: Trace, want: dict[str, Array] | None = None) -> list[str]:
    """Cells whose explanation gives something else than the trace, or than the golden number."""
    found = []
    for node in computed(trace):
        expected = next((want[name] for name in (node.name, *node.aliases) if want and name in want), None)
        for i, j in np.ndindex(node.shape):
            explanation = explain(trace, node.name, i, j)
            if not abs(explanation.recomputed - explanation.value) <= explanation.rounding:
                found.append(f"{node.name}[{i},{j}]")
            if expected is not None and not golden.close(explanation.recomputed, expected[i, j]):
                found.append(f"{node.name}[{i},{j}] against the golden number")
    return found


@pytest.mark.parametrize("case", [*VARIANTS, *ENCDEC], ids=lambda case: case.id)
def test_every_cell_of_the_golden_set_is_explained(case: golden.Case) -> None:
    assert unlike(Engine("numpy").run(case.make(), case.sample), case.want()) == []


@pytest.mark.parametrize("name", [name for name in models.names() if name != "base"])
def test_every_cell_of_the_starting_models_is_explained(name: str) -> None:
    workspace = models.starting_model(name)
    for sample in range(len(workspace.samples)):
        assert unlike(Engine("numpy").run(workspace, sample)) == []


@needs_numba
def test_compiled_numbers_are_explained_too() -> None:
    assert unlike(Engine("jit").run(models.starting_model("six"))) == []


@pytest.fixture(scope="module")
def base() -> Trace:
    return Engine("numpy").run(models.starting_model("base"))


def test_cells_of_the_base_model_are_explained(base: Trace) -> None:
    r = np.random.default_rng(5)
    nodes = list(computed(base))
    for node in (nodes[k] for k in r.integers(len(nodes), size=300)):
        i, j = (int(r.integers(n)) for n in node.shape)
        explanation = explain(base, node.name, i, j)
        assert abs(explanation.recomputed - explanation.value) <= explanation.rounding, (node.name, i, j)
        assert explanation.rounding < 1e-2


def test_the_stated_rounding_is_rounding() -> None:
    """A thousand times closer than any mistake that is worth teaching, and it grows with what cancels."""
    assert UNIT["float64"] < 2e-14
    assert UNIT["float32"] < 1e-5
    trace = Engine("numpy").run(models.starting_model("block"))
    assert {explain(trace, n.name, 0, 0).rounding <= 1e-12 for n in computed(trace)} == {True}
    large = Engine("numpy").run(block().with_cell("src.X", 0, 0, 1e8))
    assert explain(large, "enc1.self.h1.Q", 0, 0).rounding >= 1e8 * UNIT["float64"] / 2


# sources: the cells that are named move the cell, no other one does


def test_every_op_explains_itself() -> None:
    assert all(callable(op.explain) for op in TABLE)
    assert {node.op for trace in traces() for node in computed(trace)} == {op.name for op in TABLE}
    kinds = {
        explain(trace, node.name, i, j).kind
        for trace in traces()
        for node in trace.graph.nodes
        for i, j in [(0, 0), (node.shape[0] - 1, node.shape[1] - 1)]
    }
    assert kinds == set(KINDS) - {"backward"}  # of gradients: test_explain_back
    assert set(KINDS) >= SUMS


@cache
def traces() -> list[Trace]:
    """Models in which every op occurs, pins, the cache of a third step, and what dropout leaves out."""
    found = [workspace for workspace in spread(60, seed=4) if workspace.spec.d > 1][:36]
    at = next(w for w in found if w.spec.heads > 1)
    pinned = at.with_pin(next(n.name for n in at.graph().nodes if n.name.endswith("h1.A")), 0, 0, 0.75)
    stepped = Generation(models.starting_model("six"), choice=Choice(temperature=1.0, seed=3))
    dropping = block().with_spec(dropout=0.25, dropout_view=True)
    return [*(Engine("numpy").run(workspace) for workspace in (*found, pinned, dropping)), [*stepped][2].trace]


def moved_to(node: Node, value: float, table_rows: int) -> float:
    """Another number for a cell: the other side of a mask, the next id, the next place, or a number beside it."""
    if node.display == "mask":
        return 1.0 - value
    if node.display == "ids":
        return (value + 1) % table_rows
    return value + 1.0 if node.name.startswith("set.") and value == int(value) else value + 0.34375


def rerun(trace: Trace, node: Node, cell: tuple[int, int], changed: Source | None = None) -> tuple[float, float] | None:
    """Value of the cell by the reference, and by its explanation, with one cell of an input changed.

    None where the changed model can't be (a place beyond a table).
    """
    nodes = [trace.graph.nodes[k] for k in node.inputs]
    values = [np.array(trace.values_of(one)) for one in nodes]
    if changed is not None:
        for one, array in zip(nodes, values, strict=True):
            if one.name == changed.node:
                rows = max(v.shape[1] if node.op == "token_loss" else v.shape[0] for v in values)
                array[changed.i, changed.j] = moved_to(one, float(array[changed.i, changed.j]), rows)
    op, out = BY_NAME[node.op], np.zeros(node.shape)
    operands = [Operand(n.name, a) for n, a in zip(nodes, values, strict=True)]
    try:
        with np.errstate(all="ignore"):
            made = op.reference(*([out] if op.sized else []), *values)
            said = op.explain(*cell, Operand(node.name, out), *operands).expression.number()
    except IndexError:
        return None
    return (float(made[cell]), float(said)) if made.shape == node.shape else None


def test_a_named_source_moves_the_cell_and_no_other_cell_does() -> None:
    """Of every op, with one cell of an input changed at a time.

    A source moves its cell unless the arithmetic gives it no weight here: the number it is multiplied by is 0, the
    ReLU is dead, one visible key has all the weight, another rule hides the key as well, a limit is not crossed. So:
    the cell moves exactly where its explanation says so, and every operand of every op is seen to move one.
    """
    r = np.random.default_rng(8)
    seen: dict[tuple[str, int], set[bool]] = defaultdict(set)
    for trace in traces():
        for node in computed(trace):
            inputs = [trace.graph.nodes[k] for k in node.inputs]
            for cell in ((0, 0), (int(r.integers(node.shape[0])), int(r.integers(node.shape[1])))):
                explanation = explain(trace, node.name, *cell)
                before = rerun(trace, node, cell)
                assert before is not None
                named = list(explanation.sources)
                for source in [named[k] for k in r.permutation(len(named))[:4]]:
                    after = rerun(trace, node, cell, source)
                    if after is None:
                        continue
                    scale = max(1.0, abs(after[0])) * 1e-12
                    assert after[1] == pytest.approx(after[0], abs=scale, nan_ok=True), (node.name, source)
                    expected = abs(after[1] - before[1]) > scale
                    assert (abs(after[0] - before[0]) > scale) == expected
                    which = next(k for k, one in enumerate(inputs) if one.name == source.node)
                    seen[node.op, which].add(expected)
                for one in inputs:
                    other = Source(one.name, *(int(r.integers(n)) for n in one.shape))
                    if other not in named:
                        after = rerun(trace, node, cell, other)
                        assert after is None or np.float64(after[0]).tobytes() == np.float64(before[0]).tobytes()
    assert {key for key, moves in seen.items() if True not in moves} == set()
    assert {op for op, _ in seen} == {op.name for op in TABLE} - {"visible", "zeros"}


def test_terms_name_every_source_and_add_up() -> None:
    r = np.random.default_rng(2)
    for trace in traces():
        for node in trace.graph.nodes:
            explanation = explain(trace, node.name, *(int(r.integers(n)) for n in node.shape))
            factors = {Source(cell.node, cell.i, cell.j) for term in explanation.terms for cell in term.factors}
            assert factors == set(explanation.sources)
            for cell in {cell for term in explanation.terms for cell in term.factors}:
                assert trace[cell.node].values[cell.i, cell.j] == cell.value
            amounts = [term.contribution for term in explanation.terms]
            if explanation.given:
                assert not amounts
            elif explanation.kind in SUMS:
                total = math.fsum(amount for amount in amounts if amount is not None)
                assert None not in amounts
                assert abs(total - explanation.value) <= explanation.rounding
            else:
                assert set(amounts) <= {None}


# what is said, by hand


def block(**fields: Any) -> Workspace:
    given = {"sample0/src.X": np.array([[1.0, 0, 1, 0], [0, 1, 0, 2], [1, 1, 0, 1]])}
    return Workspace.new(ModelSpec(**fields), (Sample(("a", "b", "c")),), given)


def asked(workspace: Workspace, name: str, i: int, j: int) -> Explanation:
    return explain(Engine("numpy").run(workspace), name, i, j)


def step(explanation: Explanation, name: str) -> Named:
    return next(one for one in explanation.steps if one.symbol == name)


def test_a_weighted_sum_has_its_terms_in_order_of_the_keys() -> None:
    case = next(case for case in golden.block_cases() if case.id == "A.block.post")
    explanation = asked(case.make(), "enc1.self.h1.H", 0, 1)
    a, v = case.want()["enc1.self.h1.A"][0], case.want()["enc1.self.h1.V"][:, 1]
    assert [(f.node, f.i, f.j) for term in explanation.terms for f in term.factors] == [
        at for k in range(3) for at in (("enc1.self.h1.A", 0, k), ("enc1.self.h1.V", k, 1))
    ]
    assert [term.contribution for term in explanation.terms] == pytest.approx(list(a * v), abs=1e-15)
    assert explanation.kind == "products"


def test_softmax_has_row_maximum_exponentials_sum_and_quotient() -> None:
    explanation = asked(block(causal=True).with_pin("enc1.self.h1.S", 1, 0, 2.0), "enc1.self.h1.A", 1, 1)
    s = explanation.expression.parts[0].parts[0]  # e₁ is made of exp(S − m)
    other = next(c.value for c in (t.factors[0] for t in explanation.terms) if c.node.endswith(".S") and c.j == 1)
    assert isinstance(s.parts[0].parts[0], Cell)
    assert [one.symbol for one in explanation.steps] == ["m", "e", "Σ"]
    assert step(explanation, "m").known == max(2.0, other)
    assert step(explanation, "e").known == pytest.approx([math.exp(x - max(2.0, other)) for x in (2.0, other)])
    assert explanation.value == pytest.approx(math.exp(other) / (math.exp(2.0) + math.exp(other)))
    assert {source.node for source in explanation.sources} == {"enc1.self.h1.S", "enc1.self.mask"}


def test_the_rules_that_hid_a_key_are_named() -> None:
    workspace = Workspace.new(
        ModelSpec(kind="encoder", inputs="tokens", causal=True, d=4), (Sample(("a", "b", "c", "PAD")),)
    )
    explanation = asked(workspace, "enc1.self.h1.A", 1, 3)
    assert explanation.hidden == ("causal", "padding")
    assert explanation.sources == (Source("enc1.self.mask", 1, 3),)
    assert [cell.node for cell in explanation.beside] == ["enc1.self.h1.S"]
    assert explanation.value == explanation.recomputed == 0.0
    assert asked(workspace, "enc1.self.h1.A", 3, 2).hidden == ()
    rules = asked(workspace, "enc1.self.mask", 1, 3)
    assert rules.hidden == ("causal", "padding")
    assert {source.node for source in rules.sources} == {"enc1.self.mask.causal", "enc1.self.mask.padding"}


def test_a_query_that_may_read_nothing_says_so() -> None:
    workspace = block(causal=True, kind="attention", query_offset=-1)
    explanation = asked(workspace, "att.h1.A", 0, 1)
    assert explanation.value == explanation.recomputed == 0.0
    emptied = block().with_block("src.X", 0, 0, np.full((3, 4), -np.inf))
    trace = Engine("numpy").run(emptied)
    for node in computed(trace):  # −∞ and what follows from it is explained by the same −∞ and NaN
        found = explain(trace, node.name, 0, 0)
        assert found.recomputed == pytest.approx(found.value, nan_ok=True), node.name
        assert found.terms is not None


@pytest.mark.parametrize(("pos", "channels"), [("rope_adjacent", (2, 3)), ("rope_half", (1, 3))])
def test_a_rotation_has_both_channels_angle_cos_and_sin(pos: str, channels: tuple[int, int]) -> None:
    workspace = block(pos=pos, d_k=4, pos_offset=3, rope_base=100.0)
    trace = Engine("numpy").run(workspace)
    q, angle = trace["enc1.self.h1.Q"].values[2], 5 * 100.0**-0.5
    explanation = explain(trace, "enc1.self.h1.Qrot", 2, channels[1])
    assert step(explanation, "θ").known == pytest.approx(angle)
    assert step(explanation, "cos θ").known == pytest.approx(math.cos(angle))
    want = [q[channels[0]] * math.sin(angle), q[channels[1]] * math.cos(angle)]
    assert [term.contribution for term in explanation.terms] == pytest.approx(want)
    used = {source for source in explanation.sources if source.node == "enc1.self.h1.Q"}
    assert used == {Source("enc1.self.h1.Q", 2, channel) for channel in channels}


def test_norms_are_explained_step_by_step() -> None:
    trace = Engine("numpy").run(block(eps=0.5))
    x = trace["enc1.sum1"].values[1]
    mean, var = explain(trace, "enc1.norm1.mean", 1, 0), explain(trace, "enc1.norm1.var", 1, 0)
    assert [term.contribution for term in mean.terms] == pytest.approx(list(x / 4))
    assert [term.contribution for term in var.terms] == pytest.approx(list((x - x.mean()) ** 2 / 4))
    hat = explain(trace, "enc1.norm1.xhat", 1, 2)
    assert [source.node for source in hat.sources] == ["enc1.sum1", "enc1.norm1.mean", "enc1.norm1.var", "set.eps"]
    assert hat.recomputed == pytest.approx((x[2] - x.mean()) / math.sqrt(x.var() + 0.5))
    assert [s.node for s in explain(trace, "enc1.U", 1, 2).sources] == [
        "enc1.norm1.xhat", "enc1.norm1.gamma", "enc1.norm1.beta"
    ]  # fmt: skip


def test_concatenation_says_which_head_and_channel() -> None:
    explanation = asked(block(heads=3, d_v=2), "enc1.self.concat", 2, 3)
    assert explanation.sources == (Source("enc1.self.h2.H", 2, 1),)
    assert explanation.remarks[0].values == {"column": 3, "channel": 1, "head": 2}


def test_a_pin_has_its_held_and_its_natural_value() -> None:
    workspace = block()
    natural = asked(workspace, "enc1.self.h1.A", 0, 0).value
    explanation = asked(workspace.with_pin("enc1.self.h1.A", 0, 0, 0.75), "enc1.self.h1.A", 0, 0)
    assert explanation.value == 0.75
    assert [(cell.node, cell.value) for cell in explanation.beside] == [("enc1.self.h1.A.natural", natural)]
    assert set(explanation.sources) == {Source(f"enc1.self.h1.A.{part}", 0, 0) for part in ("held", "where")}


def test_a_tie_of_the_embedding_and_a_label_that_does_not_count() -> None:
    spec = ModelSpec(kind="decoder_only", inputs="tokens", head=True, tied=True, d=4)
    workspace = Workspace.new(spec, (Sample((), ("BOS", "x", "PAD")),))
    trace = Engine("numpy").run(workspace)
    assert explain(trace, "out.W", 3, 2).sources == (Source("tgt.embed", 2, 3),)
    assert explain(trace, "out.token_loss", 2, 0).sources == (Source("tgt.label_counts", 2, 0),)
    row = int(trace["tgt.ids"].values[1, 0])
    assert Source("tgt.embed", row, 3) in explain(trace, "tgt.E", 1, 3).sources
    loss = explain(trace, "out.loss", 0, 0)
    assert len(loss.amounts) == 2
    assert {source.node for source in loss.sources} == {"out.token_loss", "tgt.label_counts"}


def test_an_input_is_given() -> None:
    explanation = asked(block(), "src.X", 0, 2)
    assert (explanation.given, explanation.kind, explanation.value) == (True, "input", 1.0)
    assert explanation.sources == explanation.terms == ()
    assert asked(block(), "set.eps", 0, 0).kind == "setting"
    assert asked(block(), "enc1.self.WO", 0, 0).kind == "parameter"


def test_what_is_not_there_is_refused_in_words() -> None:
    with pytest.raises(Problem, match=r"is 3×2: it has no cell \[3,0\]; rows go from 0 to 2, columns to 1"):
        asked(block(), "enc1.self.h1.H", 3, 0)
    with pytest.raises(Problem, match=r"no cell \[0,-1\]"):
        asked(block(), "enc1.self.h1.H", 0, -1)
    with pytest.raises(Problem, match="Did you mean enc1.self.h1.H"):
        asked(block(), "self.h1.H", 0, 0)


def test_a_wrong_reading_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests above are worth: the explanation of another equation does not give the cell."""
    op = BY_NAME["scores"]

    def transposed(i: int, j: int, raw: Operand, q: Operand, k: Operand) -> Any:
        return op.explain(j, i, raw, q, k)

    monkeypatch.setitem(BY_NAME, "scores", replace(op, explain=transposed))
    assert "enc1.self.h1.raw[0,1]" in unlike(Engine("numpy").run(block()))


def test_a_graph_is_left_alone() -> None:
    trace = Engine("numpy").run(block())
    before = {name: trace[name].values.tobytes() for name in trace}
    for node in computed(trace):
        assert explain(trace, node.name, 0, 0).sources is not None
    assert {name: trace[name].values.tobytes() for name in trace} == before
    assert isinstance(trace.graph, Graph)
