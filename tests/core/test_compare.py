"""Comparing traces: states, where they differ most, what one side lacks, and the ready-made pairs."""

from __future__ import annotations

import numpy as np
import pytest

from core import compare, glass
from core.compare import CLOSE, DIFFERENT, EQUAL, ONLY_A, ONLY_B, SHAPE, Difference, gap
from core.engine import Engine
from core.fields import POSITIONS
from core.workspace import Workspace
from resources import path as resource
from tests.core.specs import spread


def model(name: str) -> Workspace:
    return glass.load(resource("models", f"{name}.glass"))


def against(a: Workspace, b: Workspace) -> dict[str, Difference]:
    engine = Engine("numpy")
    found = compare.compare(engine.run(a), engine.run(b))
    assert len({difference.node for difference in found}) == len(found)
    return {difference.node: difference for difference in found}


def states(found: dict[str, Difference]) -> dict[str, set[str]]:
    return {state: {name for name, d in found.items() if d.state == state} for state in compare.STATES}


def test_a_model_is_equal_to_itself_to_the_bit() -> None:
    for workspace in spread(12):
        found = against(workspace, workspace)
        assert list(found) == [node.name for node in workspace.graph().nodes]
        assert {d.state for d in found.values()} == {EQUAL}


def test_w_v_leaves_the_weights_of_its_own_attention_alone() -> None:
    translate = model("translate")
    found = against(translate, translate.with_cell("enc1.self.h1.WV", 0, 0, 5.0))
    for stem in ("Q", "K", "raw", "S", "A"):
        assert found[f"enc1.self.h1.{stem}"].state == EQUAL
        assert found[f"enc2.self.h1.{stem}"].state == DIFFERENT, "later layers move"
    assert found["enc1.self.h1.V"].state == found["enc1.self.h1.H"].state == DIFFERENT
    assert found["enc1.self.h1.WV"].cell == (0, 0)


def test_the_largest_difference_and_its_place() -> None:
    block = model("block")
    found = against(block, block.with_cell("src.X", 1, 3, 2.5))["src.X"]
    assert (found.state, found.largest, found.cell, found.a) == (DIFFERENT, 0.5, (1, 3), (3, 4))
    scores = against(block, block.with_spec(scale=False))["enc1.self.h1.S"]
    raw = Engine("numpy").run(block)["enc1.self.h1.raw"].values
    apart = np.abs(raw / np.sqrt(2) - raw)
    assert scores.largest == pytest.approx(apart.max(), abs=1e-15)
    assert apart[scores.cell] == apart.max()


@pytest.mark.parametrize(
    ("a", "b", "state", "largest", "cell"),
    [
        ([[1.0, 2.0]], [[1.0, 2.0]], EQUAL, 0.0, (0, 0)),
        ([[0.0, 2.0]], [[-0.0, 2.0]], CLOSE, 0.0, (0, 0)),
        ([[1.0, 2.0]], [[1.0, 2.0 + 4e-16]], CLOSE, 4.440892098500626e-16, (0, 1)),
        ([[1.0, 1e6]], [[1.0, 1e6 + 1e-7]], CLOSE, 1e-7, (0, 1)),
        ([[1.0, 2.0]], [[1.0, 2.0 + 1e-11]], DIFFERENT, 1e-11, (0, 1)),
        ([[1.0, np.nan]], [[1.5, np.nan]], DIFFERENT, 0.5, (0, 0)),
        ([[1.0, np.nan]], [[1.5, 2.0]], DIFFERENT, np.inf, (0, 1)),
        ([[np.inf], [1.0]], [[np.inf], [3.0]], DIFFERENT, 2.0, (1, 0)),
        ([[np.inf], [1.0]], [[-np.inf], [1.0]], DIFFERENT, np.inf, (0, 0)),
    ],
)
def test_states_of_numbers(
    a: list[list[float]], b: list[list[float]], state: str, largest: float, cell: tuple[int, int]
) -> None:
    for one, two in ((a, b), (b, a)):
        found = gap(np.array(one), np.array(two))
        assert found == (state, pytest.approx(largest, rel=1e-3), cell)


def test_another_precision_is_compared_in_double() -> None:
    block = model("block")
    found = against(block, block.with_spec(precision="float32"))
    assert found["src.X"].state == EQUAL, "whole numbers are the same in both"
    a = found["enc1.self.h1.A"]
    assert a.state == DIFFERENT
    assert 1e-9 < a.largest < 1e-6


def test_models_of_different_shapes_are_told() -> None:
    block = model("block")
    found = states(against(block, block.with_rows(2)))
    assert {"src.X", "enc1.self.h1.A", "enc1.norm2"} <= found[SHAPE]
    assert "enc1.self.h1.WQ" in found[EQUAL]
    wider = against(block, block.with_spec(heads=3, d_v=1))
    assert wider["enc1.self.h3.A"].state == ONLY_B
    assert wider["enc1.self.h1.V"].state == SHAPE
    assert (wider["enc1.self.h1.V"].a, wider["enc1.self.h1.V"].b) == ((3, 2), (3, 1))


def test_what_one_side_lacks_stands_where_the_other_has_it() -> None:
    block = model("block")
    rms = block.with_spec(norm="rmsnorm")
    found = against(block, rms)
    kinds = states(found)
    assert {"enc1.norm1.mean", "enc1.norm1.var", "enc1.norm1.beta"} <= kinds[ONLY_A]
    assert kinds[ONLY_B] == {"enc1.norm1.ms", "enc1.norm2.ms"}
    order = list(found)
    assert order.index("enc1.sum1") < order.index("enc1.norm1.ms") < order.index("enc1.norm1.xhat")
    mirrored = states(against(rms, block))
    assert (mirrored[ONLY_A], mirrored[ONLY_B]) == (kinds[ONLY_B], kinds[ONLY_A])


@pytest.mark.parametrize(("a", "b"), [("qkv", "translate"), ("g01", "block"), ("words", "six"), ("axes", "padding")])
def test_any_two_models_can_be_compared(a: str, b: str) -> None:
    one, two = model(a), model(b)
    found = against(one, two)
    names = {name for name, d in found.items() if not d.letter}
    assert names == {node.name for w in (one, two) for node in w.graph().nodes}
    assert sum(compare.counts(found.values()).values()) == len(names)
    for name, d in found.items():
        assert (d.a is None) == (d.state == ONLY_B), name
        assert (d.b is None) == (d.state == ONLY_A), name


def test_what_the_paper_calls_by_one_letter_is_compared_too() -> None:
    block = model("block")
    found = against(block, block.with_spec(norm_place="pre"))
    letters = {name for name, d in found.items() if d.letter}
    assert letters == {"enc1.U", "enc1.Z"}
    u = [Engine("numpy").run(w)["enc1.U"].values for w in (block, block.with_spec(norm_place="pre"))]
    assert found["enc1.U"].largest == np.abs(u[0] - u[1]).max()


def test_the_ready_made_pairs_change_what_they_say_and_nothing_else() -> None:
    translate = model("translate")
    ready = {pair.id: pair for pair in compare.pairs(translate)}
    assert list(ready) == ["norm_place", "norm", "scale", "residual", "causal", "cross", "head1", "head2"]
    for pair in ready.values():
        a, b = pair.models(translate)
        assert a.spec != b.spec
        assert sum(map(str.__ne__, map(str, vars_of(a)), map(str, vars_of(b)))) == 1
        found = states(against(a, b))
        assert found[DIFFERENT] | found[ONLY_A] | found[SHAPE], pair.id
    assert translate.spec in [w.spec for w in ready["scale"].models(translate)]


def vars_of(workspace: Workspace) -> list[object]:
    return [getattr(workspace.spec, name) for name in workspace.spec.__struct_fields__]


def test_a_head_off_keeps_its_weights() -> None:
    block = model("block")
    pair = compare.head_pair(block.spec, 2)
    found = against(*pair.models(block.with_spec(heads_off=(1,))))
    assert found["enc1.self.h2.A"].state == EQUAL
    assert found["enc1.self.h2.H"].state == DIFFERENT
    assert found["enc1.self.h1.H"].state == EQUAL


def test_a_pair_without_effect_is_left_out() -> None:
    ids = {pair.id for pair in compare.pairs(model("qkv"))}
    assert not ids & {"norm_place", "norm", "residual", "cross"}
    one_row = model("block").with_rows(1)
    assert "causal" not in {pair.id for pair in compare.pairs(one_row)}
    assert next(p for p in compare.PAIRS if p.id == "causal").idle(one_row) is not None


@pytest.mark.parametrize("scheme", POSITIONS)
def test_any_two_position_schemes(scheme: str) -> None:
    """The tables are made long enough for every sample, and the scores differ."""
    short = model("nine").with_spec(pos_length=1)
    a, b = compare.position_pair(short, "none", scheme).models(short)
    assert (a.spec.pos, b.spec.pos) == ("none", scheme)
    found = against(a, b)
    assert (found["att.h1.S"].state == EQUAL) == (scheme == "none")


def test_runs_of_one_graph_are_compared_as_any_two_are() -> None:
    """The quick way for one graph and the way for any two give the same, cell by cell."""
    rng = np.random.default_rng(3)
    for workspace in spread(25, seed=9):
        leaves = [n for n in workspace.graph().nodes if n.role in ("input", "parameter") and n.display == "signed"]
        node = leaves[rng.integers(len(leaves))]
        i, j = (int(rng.integers(length)) for length in node.shape)
        value = rng.choice([0.25, np.nan, 1e-13 + workspace.leaf(node)[i, j]])
        a, b = (Engine("numpy").run(w) for w in (workspace, workspace.with_cell(node.name, i, j, value)))
        assert a.graph is b.graph
        quick = compare.compare(a, b)
        assert quick == [compare._matrices(n.name, a, n, b, n) for n in a.graph.nodes]
        for found in quick:
            x, y = a[found.node].values, b[found.node].values
            assert (found.state == EQUAL) == (x.tobytes() == y.tobytes())
            if found.state != EQUAL and np.isfinite(found.largest):
                assert found.largest == np.nanmax(np.abs(x - y)) == abs(x - y)[found.cell]
