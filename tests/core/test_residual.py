"""Residual sublayers taken apart, and gradients along the depth."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from core.engine import Engine
from core.gradient import LOSS, gradient
from core.jacobian import jacobian
from core.residual import RESULT, Sublayer, depth, stacks, take_apart, targets, twin
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.specs import workspaces
from tests.core.test_jacobian import block, both, close, traced

EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "20"))


def sublayer(trace: Trace, at: str) -> Sublayer:
    every = [each for stack in stacks(trace.graph, trace.spec) for each in stack.sublayers]
    return next(each for each in every if each.at == at)


def test_the_stages_of_an_encoder_and_a_decoder() -> None:
    trace = traced(both(d=4, norm_place="pre", final_norm=True, pos="sinusoidal"))
    enc, dec = stacks(trace.graph, trace.spec)
    assert enc.stages == ("src.X0", "enc1.sum1", "enc1.sum2", "enc2.sum1", "enc2.sum2", "enc.norm")
    assert enc.layers == (0, 2, 4)
    assert dec.stages[:4] == ("tgt.X0", "dec1.sum1", "dec1.sum2", "dec1.sum3")
    assert dec.layers == (0, 3, 6)
    assert [each.at for each in dec.sublayers[:3]] == ["dec1.self", "dec1.cross", "dec1.ffn"]
    assert dec.sublayers[1] == Sublayer(
        "dec1.cross", "dec1.sum1", "dec1.norm2", "dec1.cross.out", "dec1.sum2", "dec1.norm2", "dec1.sum2", False
    )


def test_an_attention_by_itself_has_no_stack() -> None:
    alone = Workspace.new(ModelSpec(kind="attention"), (Sample(("a", "b")),))
    assert stacks(alone.graph(), alone.spec) == ()


@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces())
def test_the_parts_of_every_sublayer_make_its_jacobian(workspace: Workspace) -> None:
    """The parts are walked one by one; the whole is one walk from what comes out to what goes in."""
    trace = traced(workspace.with_spec(eps=0.5))
    for stack in stacks(trace.graph, trace.spec):
        for each in stack.sublayers:
            parts = take_apart(trace, each, executor="numpy")
            np.testing.assert_array_equal(parts.sum, parts.identity + parts.branch)
            assert close(parts.out, jacobian(trace, each.out, each.x, executor="numpy").values), each
            summed = jacobian(trace, each.sum, each.x, executor="numpy").values
            assert close(parts.sum, summed), each


@pytest.mark.parametrize("place", ["pre", "post"])
def test_the_direct_way_is_one_whatever_the_branch_does(place: str) -> None:
    trace = traced(block(norm_place=place))
    parts = take_apart(trace, sublayer(trace, "enc1.self"))
    n, d = 3, 4
    assert (parts.identity.reshape(n * d, n * d) == np.eye(n * d)).all()
    assert parts.branch.any()
    assert not close(parts.out, parts.identity, 1e-3), "a direct way is not a gradient of one"


@pytest.mark.parametrize("place", ["pre", "post"])
def test_the_jacobian_of_a_layer_norm_in_closed_form(place: str) -> None:
    """γ_r / √(σ²+ε) (δ_rs − 1/d − x̂_r x̂_s / d), row by row."""
    trace = traced(block(norm_place=place))
    parts = take_apart(trace, sublayer(trace, "enc1.self"))
    d = 4
    for i in range(3):
        xhat = trace["enc1.norm1.xhat"].values[i]
        spread = np.sqrt(trace["enc1.norm1.var"].values[i, 0] + trace.spec.eps)
        gamma = trace["enc1.norm1.gamma"].values[0]
        want = gamma[:, None] / spread * (np.eye(d) - 1 / d - np.outer(xhat, xhat) / d)
        assert close(parts.norm[i], want)


@pytest.mark.parametrize("place", ["pre", "post"])
def test_a_held_sum_lets_neither_way_through(place: str) -> None:
    trace = traced(block(norm_place=place).with_pin("enc1.sum1", 1, 2, 0.5).with_pin("enc1.sum1", 0, None, 0.1))
    each = sublayer(trace, "enc1.self")
    parts = take_apart(trace, each)
    assert not parts.sum[0].any()
    assert not parts.sum[1, 2].any()
    assert parts.identity[1, 1, 1, 1] == 1
    assert close(parts.out, jacobian(trace, each.out, each.x).values)


def test_without_residuals_there_is_no_direct_way() -> None:
    trace = traced(block(residual=False))
    parts = take_apart(trace, sublayer(trace, "enc1.ffn"))
    assert not parts.identity.any()
    assert (parts.sum == parts.branch).all()


def test_one_row_taken_apart_is_that_row_of_all() -> None:
    trace = traced(block(norm_place="pre"))
    every, one = (take_apart(trace, sublayer(trace, "enc1.self"), rows, "numpy") for rows in (None, (1,)))
    for part in ("identity", "inner", "branch", "sum", "out"):
        assert close(getattr(one, part)[0], getattr(every, part)[1]), part


def test_the_norms_of_the_loss_are_those_of_its_gradient() -> None:
    trace = traced(both(d=4))
    found, want = depth(trace, "enc"), gradient(trace)
    assert (found.place, found.of) == ("post", LOSS)
    assert found.norms.shape == (5, 4)
    for stage, sizes in zip(found.stages, found.norms, strict=True):
        np.testing.assert_allclose(sizes, np.linalg.norm(want[stage], axis=1), rtol=1e-12)
    np.testing.assert_allclose(found.total[0], np.linalg.norm(want["src.X0"]), rtol=1e-12)
    assert found.share()[-1] == 1
    np.testing.assert_allclose(found.share(2), found.norms[:, 2] / found.norms[-1, 2])


def test_the_norms_of_the_result_begin_with_those_of_the_identity() -> None:
    trace = traced(block(enc_layers=2))
    found = depth(trace, "enc", RESULT)
    assert found.of == "enc2.norm2"
    np.testing.assert_allclose(found.norms[-1], np.sqrt(4), rtol=1e-15)
    values = jacobian(trace, "enc2.Z", "src.X0").values
    np.testing.assert_allclose(found.norms[0], [np.linalg.norm(values[:, :, j, :]) for j in range(3)], rtol=1e-12)


def test_the_twin_has_the_same_numbers_and_the_norms_elsewhere() -> None:
    trace = traced(both(d=4))
    other = twin(trace)
    assert (trace.spec.norm_place, other.spec.norm_place) == ("post", "pre")
    assert all(array is trace.workspace.arrays[name] for name, array in other.workspace.arrays.items())
    assert depth(other, "dec").place == "pre"
    assert not np.allclose(depth(other, "dec").share(), depth(trace, "dec").share())


@pytest.mark.parametrize(
    ("fields", "rows", "want"),
    [({}, 3, (RESULT,)), ({"kind": "decoder_only", "inputs": "tokens", "head": True}, 3, (LOSS, RESULT)),
     ({"d": 64}, 40, ())],
)  # fmt: skip
def test_what_can_be_differentiated(fields: dict[str, Any], rows: int, want: tuple[str, ...]) -> None:
    tokens = tuple(f"t{i}" for i in range(rows))
    workspace = Workspace.new(ModelSpec(**fields), (Sample(tokens, tokens),))
    trace = Engine("numpy").run(workspace)
    assert targets(trace, stacks(trace.graph, trace.spec)[0]) == want
