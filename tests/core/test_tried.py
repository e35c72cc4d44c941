"""A gradient tried: moving a cell both ways agrees with the chain rule, and says where it can't."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine import Engine
from core.gradient import gradient
from core.problem import Problem
from core.trace import Trace
from core.tried import Tried, try_cell
from core.workspace import Workspace
from labapp import models

TARGET = ("enc1.Z", 0, 1)


def tried(workspace: Workspace, name: str, i: int, j: int, of: tuple[str, int, int] = TARGET) -> Tried:
    trace: Trace = Engine("numpy").run(workspace)
    return try_cell(trace, gradient(trace, *of, executor="numpy"), name, i, j)


def block() -> Workspace:
    return models.starting_model("block")


@pytest.mark.parametrize("name", ["src.X", "enc1.self.h2.WV", "enc1.self.h1.A", "enc1.norm1.var", "enc1.norm1.gamma"])
def test_both_agree(name: str) -> None:
    found = tried(block(), name, 0, 0)
    assert found.agrees
    assert found.difference == pytest.approx(found.gradient, rel=1e-5, abs=1e-9)


def test_the_step_grows_with_the_number() -> None:
    assert tried(block(), "src.X", 0, 0).step == 1e-5
    assert tried(block().with_cell("src.X", 0, 0, -300.0), "src.X", 0, 0).step == pytest.approx(3e-3)


def test_a_relu_that_turns_within_the_step_is_named() -> None:
    """At 0 exactly the ReLU's own slope is taken as 0, and moving both ways gives half of what lies above."""
    workspace = block().with_pin("enc1.ffn.pre", 0, 0, 0.0).with_cell("enc1.ffn.W2", 0, 1, 2.0)
    found = tried(workspace, "enc1.ffn.pre", 0, 0)
    assert found.kinks == ("enc1.ffn.pre",)
    assert found.gradient == 0.0
    above = tried(workspace.with_pin("enc1.ffn.pre", 0, 0, 1e-4), "enc1.ffn.pre", 0, 0)
    assert above.kinks == ()
    assert above.agrees
    assert found.difference == pytest.approx(above.gradient / 2, rel=1e-3)
    assert not found.agrees
    assert found.gap == 1.0


def test_a_natural_value_moves_nothing_where_a_pin_covers_it() -> None:
    workspace = block().with_pin("enc1.self.h1.A", 0, 1, 0.5)
    covered = tried(workspace, "enc1.self.h1.A.natural", 0, 1)
    assert (covered.gradient, covered.difference, covered.gap) == (0.0, 0.0, 0.0)
    free, whole = (tried(workspace, f"enc1.self.h1.A{end}", 0, 2) for end in (".natural", ""))
    assert free.gradient == whole.gradient != 0.0
    assert free.difference == whole.difference
    assert tried(workspace, "enc1.self.h1.A.held", 0, 1).agrees


def test_single_precision_is_tried_in_double() -> None:
    found = tried(block().with_spec(precision="float32"), "enc1.self.h1.Q", 0, 1)
    assert found.agrees
    assert 1e-12 < abs(found.gradient - found.difference) < 1e-4


def test_nothing_is_tried_of_a_mask_or_from_an_infinite_number() -> None:
    with pytest.raises(Problem, match="has no gradient"):
        tried(block(), "enc1.self.mask", 0, 0)
    with np.errstate(all="ignore"), pytest.raises(Problem, match="no finite number"):
        tried(block().with_cell("src.X", 0, 0, np.inf), "src.X", 0, 0)


def test_trying_is_given_up_between_two_runs() -> None:
    trace = Engine("numpy").run(block())
    runs = []

    def going() -> None:
        runs.append(1)
        if len(runs) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        try_cell(trace, gradient(trace, *TARGET, executor="numpy"), "src.X", 0, 0, going)
    assert len(runs) == 2
