"""Each kernel against its reference: 1×1 up, everything hidden, huge, NaN, ±∞, −0; plain and compiled."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.ops import BY_NAME, TABLE
from tests.core.ops.run import WAYS, run_op

Array = NDArray[Any]
TOLERANCE = 1e-12
EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "50"))

ORDINARY = st.floats(-8, 8)
SPECIAL = st.sampled_from([0.0, -0.0, 1.0, -1.0, math.nan, math.inf, -math.inf, 5e-324, -1e-310])
# Sums in another order agree to 1e-12 of their terms; above 1e150 products would overflow in one order only.
HUGE = st.sampled_from([1e150, -1e150, 3e100, -1e-200])
HUGEST = st.sampled_from([1.7976931348623157e308, -1.7976931348623157e308, 1e200, -1e200])
SUMMABLE = ORDINARY | SPECIAL | HUGE
ANY = SUMMABLE | HUGEST
BITS = st.sampled_from([0.0, 1.0])
MASK = BITS | st.sampled_from([-0.0, 0.5, -1.0])  # a pinned mask may hold anything; all but zero is visible
SIZE = st.integers(1, 7)


@dataclass
class Call:
    """Operands for one op, and how large the terms of its sums are, cell by cell."""

    inputs: list[Array]
    shape: tuple[int, int] | None = None
    terms: Any = 0.0


@st.composite
def matrix(draw: st.DrawFn, rows: int, cols: int, cells: st.SearchStrategy[float] = ANY) -> Array:
    flat = draw(st.lists(cells, min_size=rows * cols, max_size=rows * cols))
    return np.array(flat, dtype=np.float64).reshape(rows, cols)


def size_of_terms(a: Array, b: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.abs(a) @ np.abs(b)


@st.composite
def linear(draw: st.DrawFn) -> Call:
    n, d_in, d_out = draw(SIZE), draw(SIZE), draw(SIZE)
    x, w = draw(matrix(n, d_in, SUMMABLE)), draw(matrix(d_in, d_out, SUMMABLE))
    terms = size_of_terms(x, w)
    if draw(st.booleans()):
        return Call([x, w], terms=terms)
    b = draw(matrix(1, d_out, SUMMABLE))
    return Call([x, w, b], terms=np.maximum(terms, np.abs(b)))


@st.composite
def scores(draw: st.DrawFn) -> Call:
    n_q, n_k, width = draw(SIZE), draw(SIZE), draw(SIZE)
    q, k = draw(matrix(n_q, width, SUMMABLE)), draw(matrix(n_k, width, SUMMABLE))
    return Call([q, k], terms=size_of_terms(q, k.T))


@st.composite
def softmax(draw: st.DrawFn) -> Call:
    n_q, n_k = draw(SIZE), draw(SIZE)
    cells = draw(st.sampled_from([ANY, ORDINARY, st.floats(-800, 0), st.just(-math.inf)]))
    visible = draw(st.sampled_from([MASK, BITS, st.just(0.0), st.just(1.0)]))
    return Call([draw(matrix(n_q, n_k, cells)), draw(matrix(n_q, n_k, visible))])


def alike(count: int, cells: st.SearchStrategy[float] = ANY) -> st.SearchStrategy[Call]:
    """`count` matrices of one shape."""
    return st.tuples(SIZE, SIZE).flatmap(lambda s: st.tuples(*[matrix(*s, cells)] * count)).map(lambda m: Call(list(m)))


@st.composite
def sized(draw: st.DrawFn) -> Call:
    return Call([], (draw(SIZE), draw(SIZE)))


@st.composite
def causal(draw: st.DrawFn) -> Call:
    offset = draw(st.integers(-9, 9).map(float) | st.sampled_from([0.5, math.nan, math.inf, -math.inf]))
    return Call([np.array([[offset]])], (draw(SIZE), draw(SIZE)))


@st.composite
def rules(draw: st.DrawFn) -> Call:
    n_q, n_k = draw(SIZE), draw(SIZE)
    return Call([draw(matrix(n_q, n_k, MASK | st.just(math.nan))) for _ in range(draw(st.integers(1, 4)))])


@st.composite
def scaled(draw: st.DrawFn) -> Call:
    return Call([draw(matrix(draw(SIZE), draw(SIZE))), draw(matrix(1, 1))])


@st.composite
def statistic(draw: st.DrawFn, of: Callable[[Array], Array], operands: int) -> Call:
    n, d = draw(SIZE), draw(SIZE)
    inputs = [draw(matrix(n, d, SUMMABLE)), draw(matrix(n, 1, SUMMABLE))][:operands]
    with np.errstate(all="ignore"):
        return Call(inputs, terms=np.max(of(*inputs), axis=1, keepdims=True))


@st.composite
def standardized(draw: st.DrawFn, statistics: int) -> Call:
    n, d = draw(SIZE), draw(SIZE)
    eps = draw(matrix(1, 1, st.sampled_from([0.0, 1e-12, 1e-5, 1e-2, 1e6])))
    return Call([draw(matrix(n, d)), *(draw(matrix(n, 1)) for _ in range(statistics)), eps])


@st.composite
def affine(draw: st.DrawFn) -> Call:
    n, d = draw(SIZE), draw(SIZE)
    return Call([draw(matrix(n, d)), *(draw(matrix(1, d)) for _ in range(draw(st.integers(1, 2))))])


@st.composite
def concat(draw: st.DrawFn) -> Call:
    n = draw(SIZE)
    return Call([draw(matrix(n, draw(SIZE))) for _ in range(draw(st.integers(1, 4)))])


@st.composite
def held(draw: st.DrawFn) -> Call:
    n, d = draw(SIZE), draw(SIZE)
    return Call([draw(matrix(n, d)), draw(matrix(n, d)), draw(matrix(n, d, BITS))])


CALLS: dict[str, st.SearchStrategy[Call]] = {
    "linear": linear(),
    "scores": scores(),
    "scale": scaled(),
    "softmax": softmax(),
    "visible": sized(),
    "causal": causal(),
    "all_rules": rules(),
    "mean": statistic(np.abs, 1),
    "variance": statistic(lambda x, mu: np.square(np.abs(x) + np.abs(mu)), 2),
    "mean_square": statistic(np.square, 1),
    "standardize": standardized(2),
    "rms_standardize": standardized(1),
    "affine": affine(),
    "relu": alike(1),
    "gelu_erf": alike(1),
    "gelu_tanh": alike(1),
    "add": alike(2),
    "copy": alike(1),
    "zeros": sized(),
    "concat": concat(),
    "hold": held(),
}
TO_THE_BIT = {"visible", "causal", "all_rules", "copy", "zeros", "concat", "hold", "add", "relu", "scale"}


def test_every_op_is_tried() -> None:
    """A new op without a strategy here would be compared with nothing."""
    assert set(CALLS) == set(BY_NAME)


def agree(got: Array, want: Array, terms: Any = 0.0) -> bool:
    """NaN and ±∞ in the same cells; elsewhere within 1e-12 of 1, of the value, or of the terms of its sum."""
    if got.shape != want.shape or (np.isnan(got) != np.isnan(want)).any():
        return False
    size = np.broadcast_to(np.nan_to_num(terms, nan=0.0, posinf=0.0), want.shape)
    finite = np.isfinite(want)
    with np.errstate(all="ignore"):
        bound = TOLERANCE * np.maximum(np.maximum(1.0, np.abs(want)), size)
        near = np.where(finite, np.abs(got - want) <= bound, (got == want) | np.isnan(want))
    return bool(near.all())


@pytest.mark.parametrize("way", WAYS[1:])
@pytest.mark.parametrize("name", [op.name for op in TABLE])
@settings(deadline=None, max_examples=EXAMPLES)
@given(data=st.data())
def test_kernel_and_reference_agree(name: str, way: str, data: st.DataObject) -> None:
    call = data.draw(CALLS[name])
    want = run_op(name, *call.inputs, shape=call.shape)
    got = run_op(name, *call.inputs, shape=call.shape, way=way)
    if name in TO_THE_BIT:
        assert np.array_equal(got, want, equal_nan=True)
        assert (np.signbit(got) == np.signbit(want))[~np.isnan(want)].all()
    else:
        assert agree(got, want, call.terms), (got, want)


@pytest.mark.parametrize("way", WAYS)
@settings(deadline=None, max_examples=EXAMPLES)
@given(call=softmax())
def test_weights_are_weights(way: str, call: Call) -> None:
    """Hidden weights are exactly 0; a visible row sums to 1; a row with nothing to read is zero, never NaN."""
    s, mask = call.inputs
    weights = run_op("softmax", s, mask, way=way)
    assert not weights[mask == 0].any()
    for row, scores_, keys in zip(weights, s, mask != 0, strict=True):
        seen = scores_[keys]
        if not seen.size or (seen == -math.inf).all():
            assert not row.any()
        elif np.isnan(seen).any() or (seen == math.inf).any():
            assert np.isnan(row[keys]).all()
        else:
            assert abs(row.sum() - 1.0) <= 1e-12
            assert ((row >= 0) & (row <= 1)).all()


@pytest.mark.parametrize("way", WAYS)
@settings(deadline=None, max_examples=EXAMPLES)
@given(call=softmax(), hidden=ANY)
def test_a_hidden_score_moves_no_weight(way: str, call: Call, hidden: float) -> None:
    s, mask = call.inputs
    other = np.where(mask == 0, hidden, s)
    assert run_op("softmax", s, mask, way=way).tobytes() == run_op("softmax", other, mask, way=way).tobytes()
