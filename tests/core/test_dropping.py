"""Dropout as it is looked at: the masks of the first step of a training, and all else that never drops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core import glass
from core.check import invariants
from core.dropping import is_keep
from core.engine import Engine
from core.evaluate import probes, teacher_forced
from core.generate import Generation, forced
from core.gradient import batch_gradients, finite_difference, gradient, loss_difference
from core.order import equivariance
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.train import Trainer
from core.workspace import Sample, Workspace
from resources import path as resource

PAIRS = (Sample(("a", "b", "c"), ("BOS", "x", "y")), Sample(("b", "a"), ("BOS", "y", "x", "z")))
RATE = 0.25


def small(**fields: Any) -> Workspace:
    given = {
        "kind": "encoder_decoder", "inputs": "tokens", "head": True, "causal": True, "pos": "sinusoidal",
        "dropout": RATE, "dropout_view": True, "seed": 7,
    }  # fmt: skip
    return Workspace.new(ModelSpec(**{**given, **fields}), PAIRS)


def run(workspace: Workspace, sample: int = 0) -> Trace:
    return Engine("numpy").run(workspace, sample)


def masks(trace: Trace) -> dict[str, np.ndarray]:
    return {node.name: trace[node.name].values for node in trace.graph.nodes if is_keep(node)}


def bits(trace: Trace) -> dict[str, bytes]:
    return {name: trace[name].values.tobytes() for name in trace}


def test_kept_cells_grow_by_one_over_one_minus_p_and_the_others_are_0() -> None:
    trace = run(small(d=64, d_k=8, d_v=8))
    found = masks(trace)
    assert list(found) == [
        f"{at}.keep"
        for at in ("src.drop", "enc1.drop1", "enc1.drop2", "tgt.drop", "dec1.drop1", "dec1.drop2", "dec1.drop3")
    ]
    cells = np.concatenate([mask.ravel() for mask in found.values()])
    assert set(cells.tolist()) == {0.0, 1 / 0.75}
    assert abs((cells == 0).mean() - RATE) < 0.08  # 1344 cells: six standard deviations are 0.071
    for name, mask in found.items():
        after = trace[name.removesuffix(".keep")]
        assert np.array_equal(after.values, trace[after.inputs[0]].values * mask)
    assert np.array_equal(trace["enc1.sum1"].values, trace["src.drop"].values + trace["enc1.drop1"].values)


@pytest.mark.parametrize("executor", ["numpy", "auto"])
def test_it_is_what_the_first_step_of_a_training_with_this_seed_drops(executor: str) -> None:
    workspace = small()
    trainer = Trainer(workspace, workspace.samples, seed=7, batch=2, executor="numpy")
    engine = Engine(executor)
    want = 0.0
    for b, labels in enumerate((3, 4)):  # BOS x y, and EOS; BOS y x z, and EOS
        trace = engine.run(workspace, b)
        want += float(trace["out.loss"].values[0, 0]) * labels / 7
    assert trainer.advance() == pytest.approx(want, abs=1e-12)
    assert not np.array_equal(masks(run(workspace))["dec1.drop1.keep"], masks(run(workspace, 1))["dec1.drop1.keep"][:3])


def test_another_seed_draws_others_and_the_same_one_the_same() -> None:
    one, again, other = (masks(run(small(seed=seed))) for seed in (7, 7, 8))
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert any(not np.array_equal(one[name], other[name]) for name in one)


def test_only_what_is_below_a_new_rate_is_computed_again() -> None:
    engine, workspace = Engine("numpy"), small()
    engine.run(workspace)
    engine.run(workspace)
    assert engine.report.nodes_run == 0
    trace = engine.run(workspace.with_spec(dropout=0.5))
    assert "src.E" not in {node.name for node in engine.report.ran}
    assert set(np.unique(np.concatenate([m.ravel() for m in masks(trace).values()])).tolist()) == {0.0, 2.0}


def test_everything_holds_and_gradients_are_of_what_is_seen() -> None:
    workspace = small()
    trace = run(workspace)
    assert not [check for check in invariants(trace) if not check.holds]
    found = gradient(trace, executor="numpy")
    for name, i, j in (("enc1.drop1", 1, 2), ("enc1.self.WO", 0, 1), ("src.X0", 2, 3), ("dec1.ffn.out", 0, 0)):
        tried = finite_difference(workspace, name, i, j)
        assert found[name][i, j] == pytest.approx(tried, abs=1e-8)
    keep = trace["enc1.drop1.keep"].values
    assert (found["enc1.self.out"][keep == 0] == 0).all()
    assert (keep == 0).any()
    assert not found["enc1.drop1.keep"].any()


def test_generation_evaluation_and_gradient_checks_never_drop() -> None:
    seen, plain = small(), small(dropout=0.0, dropout_view=False)
    assert bits(run(seen))["out.p"] != bits(run(plain))["out.p"]
    said = [[(step.token, step.probability) for step in Generation(w, limit=5)] for w in (seen, plain)]
    assert said[0] == said[1]
    assert bits(forced(seen, ("x", "y"))) == bits(forced(plain, ("x", "y")))
    assert teacher_forced(seen, PAIRS) == teacher_forced(plain, PAIRS)
    loss, found = batch_gradients(seen, "numpy")
    want_loss, want = batch_gradients(plain, "numpy")
    assert loss == want_loss
    assert all(np.array_equal(found[name], want[name]) for name in want)
    assert loss_difference(seen, "enc1.self.WO", 0, 1) == loss_difference(plain, "enc1.self.WO", 0, 1)
    trainer = Trainer(seen, PAIRS, executor="numpy")
    assert trainer.score(PAIRS) == Trainer(plain, PAIRS, executor="numpy").score(PAIRS)
    assert trainer.learned().spec == seen.spec  # what is looked at stays so


def test_translate_still_translates_while_its_dropout_is_looked_at() -> None:
    workspace = glass.load(resource("models", "translate.glass"))
    dropping = workspace.with_spec(dropout=0.5, dropout_view=True)
    assert probes(dropping) == probes(workspace)


def test_a_training_is_the_same_whether_it_is_looked_at_or_not() -> None:
    runs = [Trainer(small(dropout_view=view), PAIRS, executor="numpy") for view in (True, False)]
    for _ in range(3):
        assert runs[0].advance() == runs[1].advance()
    assert runs[0].fingerprint() == runs[1].fingerprint()


@pytest.mark.parametrize(
    "fields",
    [{"dropout": 0.0}, {"dropout_view": False}, {"kind": "attention"}, {"kind": "attention", "project": False}],
)
def test_nothing_is_drawn_where_there_is_nothing_to_see(fields: dict[str, Any]) -> None:
    trace = run(small(**fields))
    assert not masks(trace)
    assert bits(trace) == bits(run(small(**{**fields, "dropout": 0.0, "dropout_view": False})))


def test_masks_are_drawn_and_not_edited() -> None:
    workspace = small()
    assert not run(workspace)["enc1.drop1.keep"].editable
    with pytest.raises(Problem, match=r"enc1\.drop1\.keep is drawn from the seed"):
        workspace.with_cell("enc1.drop1.keep", 0, 0, 1.0)
    with pytest.raises(Problem, match="nothing to hold"):
        workspace.with_pin("enc1.drop1.keep", 0, 0, 1.0)
    held = run(workspace.with_pin("enc1.drop1", 0, 0, 9.0))
    assert held["enc1.drop1"].values[0, 0] == 9.0
    assert masks(held).keys() == masks(run(workspace)).keys()


def test_it_tells_places_apart_so_that_no_equivariance_is_asked_for() -> None:
    block = Workspace.new(ModelSpec(dropout=RATE), PAIRS[:1])
    assert list(equivariance(run(block), Engine("numpy")))
    assert not list(equivariance(run(block.with_spec(dropout_view=True)), Engine("numpy")))


def test_float32_draws_the_same_cells() -> None:
    single, double = (masks(run(small(precision=precision))) for precision in ("float32", "float64"))
    for name, mask in single.items():
        assert mask.dtype == np.float32
        assert np.array_equal(mask, double[name].astype(np.float32))
