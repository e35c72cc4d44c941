"""Pins: cells of a computed matrix are held, everything downstream follows, the natural value stays beside it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.check import invariants
from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba

EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
TOKENS = Sample(("a", "b", "c"))


@pytest.fixture
def block() -> Workspace:
    return Workspace.new(ModelSpec(seed=2), (TOKENS,))


@pytest.fixture(params=EXECUTORS)
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(request.param)


def same(a: Trace, b: Trace, name: str) -> bool:
    return a[name].values.tobytes() == b[name].values.tobytes()


def test_one_cell_is_held_and_what_follows_is_computed_from_it(block: Workspace, engine: Engine) -> None:
    plain, pinned = engine.run(block), engine.run(block.with_pin("enc1.self.h1.A", 1, 2, 0.5))
    weights = pinned["enc1.self.h1.A"].values
    assert weights[1, 2] == 0.5
    other = np.ones((3, 3), bool)
    other[1, 2] = False
    assert (weights[other] == plain["enc1.self.h1.A"].values[other]).all()
    np.testing.assert_allclose(pinned["enc1.self.h1.H"].values, weights @ pinned["enc1.self.h1.V"].values, atol=1e-15)
    assert not same(plain, pinned, "enc1.Z")
    assert same(plain, pinned, "enc1.self.h2.A")


def test_the_natural_value_is_in_the_trace_beside_it(block: Workspace, engine: Engine) -> None:
    plain, pinned = engine.run(block), engine.run(block.with_pin("enc1.U", 0, 0, 7.0))
    assert pinned["enc1.U"].natural == "enc1.norm1.natural"
    assert pinned["enc1.norm1.natural"].values.tobytes() == plain["enc1.U"].values.tobytes()
    assert pinned["enc1.norm1.held"].values[0, 0] == 7.0
    assert pinned["enc1.norm1.where"].values.sum() == 1
    assert plain["enc1.U"].natural is None
    assert not pinned["enc1.norm1"].editable


@pytest.mark.parametrize(
    ("i", "j", "cells"),
    [
        (0, 1, [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]),
        (2, None, [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]),
        (None, 3, [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]]),
        (None, None, [[1, 1, 1, 1]] * 3),
    ],
    ids=["cell", "row", "column", "matrix"],
)
def test_a_cell_a_row_a_column_or_the_matrix(
    block: Workspace, engine: Engine, i: int | None, j: int | None, cells: list[list[int]]
) -> None:
    pinned = block.with_pin("enc1.ffn.out", i, j, -2.5)
    values = engine.run(pinned)["enc1.ffn.out"].values
    natural = engine.run(block)["enc1.ffn.out"].values
    assert (values == np.where(np.array(cells) == 1, -2.5, natural)).all()
    assert pinned.without_pin("enc1.ffn.out", i, j).pins == {}


def test_a_block_is_held_and_released(block: Workspace, engine: Engine) -> None:
    values = np.array([[1.0, 2.0], [3.0, 4.0]])
    pinned = block.with_pin("enc1.Z", slice(1, 3), slice(0, 2), values)
    assert engine.run(pinned)["enc1.Z"].values[1:, :2].tolist() == values.tolist()
    assert engine.run(pinned)["enc1.norm2.where"].values.sum() == 4
    assert pinned.without_pin("enc1.Z", slice(1, 3), slice(0, 2)).pins == {}
    with pytest.raises(Problem, match="3×4"):
        block.with_pin("enc1.Z", slice(2, 4), 0, 1.0)


def test_pins_add_up_and_are_released_one_by_one(block: Workspace, engine: Engine) -> None:
    first = block.with_pin("enc1.Z", 0, 0, 1.0)
    both = first.with_pin("enc1.Z", 2, 3, 2.0)
    values = engine.run(both)["enc1.Z"].values
    assert (values[0, 0], values[2, 3]) == (1.0, 2.0)
    back = both.without_pin("enc1.Z", 2, 3)
    assert same(engine.run(back), engine.run(first), "enc1.Z")
    assert same(engine.run(both.without_pin("enc1.Z")), engine.run(block), "enc1.Z")


def test_a_pin_on_the_mask_decides_what_may_be_read(block: Workspace, engine: Engine) -> None:
    trace = engine.run(block.with_pin("enc1.self.mask", 1, None, np.array([1.0, 0.0, 0.0])))
    for r in (1, 2):
        assert trace[f"enc1.self.h{r}.A"].values[1].tolist() == [1.0, 0.0, 0.0]
        hidden = trace.hidden(f"enc1.self.h{r}.S")
        assert hidden is not None
        assert hidden.tolist() == [[False] * 3, [False, True, True], [False] * 3]


def test_a_held_nan_is_held(block: Workspace, engine: Engine) -> None:
    trace = engine.run(block.with_pin("enc1.self.h1.H", 0, 0, math.nan))
    assert np.isnan(trace["enc1.self.h1.H"].values).sum() == 1
    assert np.isnan(trace["enc1.Z"].values[0]).all()
    assert np.isfinite(trace["enc1.Z"].values[1:]).all()


def test_equal_bits_are_no_change(block: Workspace) -> None:
    pinned = block.with_pin("enc1.Z", 0, 0, 1.0)
    assert pinned.with_pin("enc1.norm2", 0, 0, 1.0) is pinned
    assert pinned.with_pin("enc1.Z", 0, 0, -1.0) is not pinned
    assert pinned.without_pin("enc1.Z", 1, 1) is pinned


def test_moving_a_pin_keeps_the_plan_and_runs_only_what_follows(block: Workspace, engine: Engine) -> None:
    engine.run(block.with_pin("enc1.ffn.hidden", 0, 0, 1.0))
    engine.run(block.with_pin("enc1.ffn.hidden", 0, 0, 1.5))
    # hidden itself, out, sum2, and the norm's mean, variance, x̂ and result
    assert engine.report.nodes_run == 7
    assert engine.report.changed[0] == "enc1.ffn.hidden"


def test_other_edits_share_the_pin(block: Workspace) -> None:
    pinned = block.with_pin("enc1.Z", 0, 0, 1.0)
    pin = pinned.pins[0, "enc1.norm2"]
    for other in (pinned.with_cell("src.X", 0, 0, 9.0), pinned.with_spec(eps=0.5), pinned.with_spec(d_ff=8)):
        assert other.pins[0, "enc1.norm2"].values is pin.values
        assert other.pins[0, "enc1.norm2"].where is pin.where


def test_a_pin_waits_while_its_matrix_is_away(block: Workspace, engine: Engine) -> None:
    pinned = block.with_pin("enc1.norm1.mean", 0, 0, 5.0)
    away = pinned.with_spec(norm="rmsnorm")
    assert "enc1.norm1.mean" not in engine.run(away)
    assert engine.run(away.with_spec(norm="layernorm"))["enc1.norm1.mean"].values[0, 0] == 5.0


def test_a_pin_follows_its_matrix_to_another_size(block: Workspace, engine: Engine) -> None:
    pinned = block.with_pin("enc1.ffn.hidden", 2, 5, 5.0).with_pin("enc1.ffn.hidden", 0, 0, 4.0)
    smaller = engine.run(pinned.with_rows(2))["enc1.ffn.hidden"]
    assert smaller.values[0, 0] == 4.0
    larger = engine.run(pinned.with_spec(d_ff=8).with_rows(5))
    assert larger["enc1.ffn.hidden"].values[2, 5] == 5.0
    assert larger["enc1.ffn.hidden.where"].values.sum() == 2


def test_held_cells_that_are_cut_off_wait_for_their_size(block: Workspace, engine: Engine) -> None:
    pinned = block.with_pin("enc1.ffn.hidden", 2, 5, 5.0)
    smaller = pinned.with_rows(2)
    assert not smaller.pin_fits(0, "enc1.ffn.hidden")
    assert engine.run(smaller)["enc1.ffn.hidden"].natural is None
    assert engine.run(smaller.with_rows(3))["enc1.ffn.hidden"].values[2, 5] == 5.0
    both = pinned.with_pin("enc1.ffn.hidden", 0, 0, 4.0).with_rows(2)
    assert engine.run(both)["enc1.ffn.hidden.where"].values.sum() == 1
    changed = engine.run(both.with_pin("enc1.ffn.hidden", None, 1, -1.0).with_rows(3))["enc1.ffn.hidden"]
    natural = engine.run(block)["enc1.ffn.hidden"].values
    assert changed.values[:, 1].tolist() == [-1.0, -1.0, natural[2, 1]], "only cells that were there are held"
    assert (changed.values[0, 0], changed.values[2, 5]) == (4.0, 5.0)


def test_a_pin_that_is_cut_looks_unchanged_to_the_engine(block: Workspace, engine: Engine) -> None:
    cut = block.with_pin("enc1.ffn.hidden", 2, 5, 5.0).with_pin("enc1.ffn.hidden", 0, 0, 4.0).with_rows(2)
    engine.run(cut)
    engine.run(cut.with_cell("enc1.norm2.beta", 0, 0, 0.5))
    assert engine.report.nodes_run == 1


def test_what_waits_can_be_released(block: Workspace) -> None:
    smaller = block.with_pin("enc1.ffn.hidden", 2, 5, 5.0).with_rows(2)
    assert smaller.without_pin("enc1.ffn.hidden", 2, 5).pins == {}
    away = block.with_pin("enc1.norm1.mean", 0, 0, 5.0).with_spec(norm="rmsnorm")
    assert away.without_pin("enc1.norm1.mean").pins == {}


@pytest.mark.parametrize("inputs", ["rows", "tokens"])
def test_a_pin_waits_while_its_name_is_an_alias(inputs: str, engine: Engine) -> None:
    """Without positions X0 is another name of the rows before them, given or computed."""
    spec = ModelSpec(inputs=inputs, pos="sinusoidal", seed=2)
    pinned = Workspace.new(spec, (TOKENS,)).with_pin("src.X0", 0, 0, 9.0)
    assert engine.run(pinned)["src.X0"].values[0, 0] == 9.0
    without = pinned.with_spec(pos="none")
    assert engine.run(without)["src.X0"].natural is None
    assert engine.run(without)["src.X0"].values[0, 0] != 9.0
    assert without.without_pin("src.X0", 0, 0).pins == {}
    assert engine.run(without.with_spec(pos="sinusoidal"))["src.X0"].values[0, 0] == 9.0


def test_all_pins_are_released_at_once(block: Workspace, engine: Engine) -> None:
    pinned = block.with_pin("enc1.Z", 0, 0, 1.0).with_pin("enc1.self.h1.A", 1, None, 0.0)
    assert same(engine.run(pinned.without_pins()), engine.run(block), "enc1.Z")
    assert block.without_pins() is block


def test_a_held_row_that_does_not_sum_to_1_fails_no_check(block: Workspace, engine: Engine) -> None:
    trace = engine.run(block.with_pin("enc1.self.h1.A", 1, 2, 0.9))
    assert trace["enc1.self.h1.A"].values[1].sum() > 1.2
    assert all(check.holds for check in invariants(trace))


def test_pins_belong_to_one_sample(block: Workspace, engine: Engine) -> None:
    two = block.with_samples((TOKENS, TOKENS)).with_pin("enc1.Z", 0, 0, 5.0, sample=1)
    assert engine.run(two, 1)["enc1.Z"].values[0, 0] == 5.0
    assert engine.run(two, 0)["enc1.Z"].natural is None


def test_a_rule_of_the_mask_can_be_held_too(block: Workspace, engine: Engine) -> None:
    trace = engine.run(block.with_spec(causal=True).with_pin("enc1.self.mask.causal", 0, 2, 1.0))
    assert trace["enc1.self.mask"].values.tolist() == [[1, 0, 1], [1, 1, 0], [1, 1, 1]]


def test_a_pin_of_another_shape_is_refused(block: Workspace) -> None:
    with pytest.raises(Problem, match="3×4"):
        block.with_pin("enc1.Z", None, None, np.ones((4, 3)))
