"""Every op's backward: the reference against trying, the kernel against the reference, plain and compiled."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import dispatch_back, jit_back
from core.ops import BY_NAME, OPCODE, TABLE
from core.ops.op import NO_GRADIENT, Op
from tests.core.ops.run import GAP, GUARD, needs_numba, run_reference
from tests.core.ops.test_kernels import CALLS, Call

Array = NDArray[Any]
EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "20"))
WAYS = ("plain", pytest.param("compiled", marks=needs_numba))
WITH = [op.name for op in TABLE if op.backward is not NO_GRADIENT]
WITHOUT = {"sinusoid", "visible", "causal", "window", "padding", "all_rules", "zeros"}


def tame(name: str, call: Call) -> Call:
    """The drawn operands without what has no slope: NaN, ±∞, numbers whose products overflow, kinks."""
    inputs = [np.where(np.isfinite(x) & (np.abs(x) < 1e5), x, 1.0) for x in call.inputs]
    if name in ("standardize", "rms_standardize"):
        inputs[-2] = np.abs(inputs[-2]) + 0.5
    if name == "standardize":  # x̂ is made from them: they needn't fit the row, but stay in its size
        inputs[0], inputs[1] = np.clip(inputs[0], -8, 8), np.clip(inputs[1], -8, 8)
    if name == "relu":
        inputs[0] = np.where(np.abs(inputs[0]) < 0.01, 0.5, inputs[0])
    return Call(inputs, call.shape)


def shape_of(op: Op, call: Call) -> tuple[int, int]:
    shape = call.shape if op.sized else op.shape(*(x.shape for x in call.inputs))
    assert shape is not None
    return shape


@st.composite
def moves(draw: st.DrawFn, name: str) -> tuple[Call, Array, Array]:
    """Operands, the op's result, and a gradient of the result."""
    call = tame(name, draw(CALLS[name]))
    shape = shape_of(BY_NAME[name], call)
    r = np.random.default_rng(draw(st.integers(0, 2**32)))
    return call, run_reference(BY_NAME[name], shape, call.inputs), r.uniform(-2, 2, shape)


def test_no_gradient_passes_only_where_nothing_can_move_a_little() -> None:
    assert {op.name for op in TABLE} - set(WITH) == WITHOUT


@pytest.mark.parametrize("name", WITH)
@settings(deadline=None, max_examples=EXAMPLES)
@given(data=st.data())
def test_reference_against_central_differences(name: str, data: st.DataObject) -> None:
    op = BY_NAME[name]
    call, result, g = data.draw(moves(name))
    found = op.backward.reference(g, result, *call.inputs)
    assert len(found) == len(call.inputs)
    for k, gradient in enumerate(found):
        if gradient is None:
            continue
        assert gradient.shape == call.inputs[k].shape
        i, j = (data.draw(st.integers(0, n - 1)) for n in gradient.shape)
        x = call.inputs[k][i, j]
        h = 1e-5 * max(1.0, abs(x))
        ends = []
        for at in (x + h, x - h):
            moved = [array.copy() for array in call.inputs]
            moved[k][i, j] = at
            ends.append(run_reference(op, result.shape, moved))
        tried = float((g * (ends[0] - ends[1])).sum()) / ((x + h) - (x - h))
        size = max(1.0, abs(tried), float(np.abs(result).max()) * 1e-5 / h)
        assert abs(gradient[i, j] - tried) <= 1e-5 * size, (k, i, j, gradient[i, j], tried)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [op.name for op in TABLE])
@settings(deadline=None, max_examples=EXAMPLES)
@given(data=st.data())
def test_kernel_adds_what_the_reference_says(name: str, way: str, data: st.DataObject) -> None:
    op = BY_NAME[name]
    call, result, g = data.draw(moves(name))
    want = op.backward.reference(g, result, *call.inputs)
    shapes = [result.shape, *(x.shape for x in call.inputs)]
    starts = np.cumsum([GAP] + [rows * cols + GAP for rows, cols in shapes])
    arena, grads = np.full(starts[-1], GUARD), np.full(starts[-1], GUARD)
    places = [slice(s, s + rows * cols) for s, (rows, cols) in zip(starts, shapes, strict=False)]
    for place, array in zip(places, [result, *call.inputs], strict=True):
        arena[place] = array.ravel()
    grads[places[0]] = g.ravel()
    for place in places[1:]:
        grads[place] = 0.25  # what another reader of the same matrix has left
    values, before = arena.copy(), grads.copy()
    at = np.array([(s, rows, cols) for s, (rows, cols) in zip(starts, shapes, strict=False)], np.int64)
    walk = dispatch_back.walk_back if way == "plain" else jit_back.backward()
    walk(arena, grads, np.array([(OPCODE[name], 0, len(shapes))], np.int64), at, np.array([0], np.int64))
    assert arena.tobytes() == values.tobytes(), "it wrote among the values"
    for place, gradient in zip(places[1:], want, strict=True):
        if gradient is not None:
            got = grads[place] - 0.25
            size = np.maximum(1.0, np.abs(gradient).max(initial=0.0))
            assert (np.abs(got - gradient.ravel()) <= 1e-11 * size).all(), (got, gradient)
            grads[place] = before[place]
    assert grads.tobytes() == before.tobytes(), "it wrote outside the gradients of its inputs"


@pytest.mark.parametrize("way", ["reference", *WAYS])
def test_hidden_scores_and_rows_of_nothing_have_no_gradient(way: str) -> None:
    s = np.array([[1.0, 2.0, np.nan], [3.0, 1.0, 2.0], [-np.inf, -np.inf, 0.0]])
    visible = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    a = run_reference(BY_NAME["softmax"], (3, 3), [s, visible])
    g = np.array([[0.5, -1.0, np.inf], [np.nan, 1.0, 2.0], [1.0, 2.0, 3.0]])
    if way == "reference":
        with np.errstate(all="ignore"):  # as the engine runs it
            found = BY_NAME["softmax"].backward.reference(g, a, s, visible)[0]
    else:
        arena, grads = np.concatenate([m.ravel() for m in (a, s, visible)]), np.zeros(27)
        grads[:9] = g.ravel()
        at = np.array([(0, 3, 3), (9, 3, 3), (18, 3, 3)], np.int64)
        walk = dispatch_back.walk_back if way == "plain" else jit_back.backward()
        walk(arena, grads, np.array([(OPCODE["softmax"], 0, 3)], np.int64), at, np.array([0], np.int64))
        found = grads[9:18].reshape(3, 3)
    p = 1 / (1 + np.e)  # softmax of (1, 2)
    assert found is not None
    assert found[0] == pytest.approx([p * (1 - p) * 1.5, -p * (1 - p) * 1.5, 0.0], abs=1e-14)
    assert not found[1:].any()
    assert not np.isnan(found).any()
