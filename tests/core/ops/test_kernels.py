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
EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "20"))

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
    """A fused multiply-add rounds once where two operations round twice, so γ x̂ is a term like those of a sum."""
    n, d = draw(SIZE), draw(SIZE)
    x, gamma, *beta = (draw(matrix(rows, d, SUMMABLE)) for rows in (n, 1, 1)[: draw(st.integers(2, 3))])
    with np.errstate(all="ignore"):
        return Call([x, gamma, *beta], terms=np.abs(x * gamma))


@st.composite
def append(draw: st.DrawFn) -> Call:
    width = draw(SIZE)
    return Call([draw(matrix(draw(SIZE), width)), draw(matrix(draw(SIZE), width))])


@st.composite
def concat(draw: st.DrawFn) -> Call:
    n = draw(SIZE)
    return Call([draw(matrix(n, draw(SIZE))) for _ in range(draw(st.integers(1, 4)))])


@st.composite
def held(draw: st.DrawFn) -> Call:
    n, d = draw(SIZE), draw(SIZE)
    return Call([draw(matrix(n, d)), draw(matrix(n, d)), draw(matrix(n, d, BITS))])


def setting(values: st.SearchStrategy[float]) -> st.SearchStrategy[Array]:
    return values.map(lambda value: np.array([[value]], np.float64))


WHOLE = setting(st.integers(-9, 9).map(float))
POSITION = setting(st.integers(0, 4096).map(float))


@st.composite
def windowed(draw: st.DrawFn) -> Call:
    return Call([draw(WHOLE), draw(setting(st.integers(0, 9).map(float)))], (draw(SIZE), draw(SIZE)))


@st.composite
def padded(draw: st.DrawFn) -> Call:
    n_q, n_k = draw(SIZE), draw(SIZE)
    return Call([draw(matrix(1, n_k, MASK | st.just(math.nan)))], (n_q, n_k))


@st.composite
def looked_up(draw: st.DrawFn) -> Call:
    vocabulary, n = draw(SIZE), draw(SIZE)
    ids = draw(st.lists(st.integers(0, vocabulary - 1), min_size=n, max_size=n))
    return Call([np.array(ids, np.float64)[:, None], draw(matrix(vocabulary, draw(SIZE)))])


@st.composite
def sinusoidal(draw: st.DrawFn) -> Call:
    return Call([draw(POSITION)], (draw(SIZE), draw(SIZE)))


@st.composite
def rows_of_a_table(draw: st.DrawFn) -> Call:
    n, start, width = draw(SIZE), draw(SIZE), draw(SIZE)
    table = draw(matrix(n + start + draw(SIZE), width))
    return Call([table, np.array([[float(start)]])], (n, width))


@st.composite
def by_distance(draw: st.DrawFn) -> Call:
    """A table that reaches as far as the farthest query and key."""
    n_q, n_k, offset = draw(SIZE), draw(SIZE), draw(st.integers(-4, 4))
    length = max(n_q - 1 + offset, n_k - 1 - offset, 0) + 1 + draw(st.integers(0, 2))
    return Call([draw(matrix(1, 2 * length - 1)), np.array([[float(offset)]])], (n_q, n_k))


def indices_of(shape: tuple[int, int], table: Array, offset: Array) -> Array:
    i, j = np.indices(shape)
    clip = len(table) // 2
    return np.clip(j - i - int(offset[0, 0]), -clip, clip) + clip


@st.composite
def shaw_scores(draw: st.DrawFn) -> Call:
    n_q, n_k, width = draw(SIZE), draw(SIZE), draw(SIZE)
    q, table, offset = (
        draw(matrix(n_q, width, SUMMABLE)), draw(matrix(2 * draw(st.integers(0, 3)) + 1, width, SUMMABLE)), draw(WHOLE)
    )  # fmt: skip
    terms = np.take_along_axis(size_of_terms(q, table.T), indices_of((n_q, n_k), table, offset), 1)
    return Call([q, table, offset], (n_q, n_k), terms)


@st.composite
def shaw_values(draw: st.DrawFn) -> Call:
    n_q, n_k, width = draw(SIZE), draw(SIZE), draw(SIZE)
    a, table, offset = (
        draw(matrix(n_q, n_k, SUMMABLE)), draw(matrix(2 * draw(st.integers(0, 3)) + 1, width, SUMMABLE)), draw(WHOLE)
    )  # fmt: skip
    with np.errstate(all="ignore"):
        terms = np.einsum("ij,ijr->ir", np.abs(a), np.abs(table)[indices_of(a.shape, table, offset)])
    return Call([a, table, offset], terms=terms)


@st.composite
def turned(draw: st.DrawFn) -> Call:
    n, pairs = draw(SIZE), draw(st.integers(1, 4))
    x = draw(matrix(n, 2 * pairs, SUMMABLE))
    with np.errstate(all="ignore"):
        terms = np.abs(x).max(axis=1, keepdims=True)
    return Call([x, draw(POSITION), draw(setting(st.sampled_from([1.0, 2.0, 100.0, 1e4, 1e9])))], terms=terms)


@st.composite
def labelled(draw: st.DrawFn) -> Call:
    n, vocabulary = draw(SIZE), draw(SIZE)
    labels = draw(st.lists(st.integers(0, vocabulary - 1), min_size=n, max_size=n))
    return Call([draw(matrix(n, vocabulary)), np.array(labels, np.float64)[:, None], draw(matrix(n, 1, BITS))])


@st.composite
def averaged(draw: st.DrawFn) -> Call:
    n = draw(SIZE)
    losses = draw(matrix(n, 1, SUMMABLE))
    return Call([losses, draw(matrix(n, 1, BITS))], terms=np.abs(losses).max())


CALLS: dict[str, st.SearchStrategy[Call]] = {
    "lookup": looked_up(),
    "transpose": alike(1),
    "sinusoid": sinusoidal(),
    "table_rows": rows_of_a_table(),
    "distance_bias": by_distance(),
    "shaw_scores": shaw_scores(),
    "shaw_values": shaw_values(),
    "rope_adjacent": turned(),
    "rope_half": turned(),
    "window": windowed(),
    "padding": padded(),
    "probabilities": alike(1) | alike(1, ORDINARY),
    "log_probabilities": alike(1) | alike(1, ORDINARY),
    "token_loss": labelled(),
    "mean_loss": averaged(),
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
    "dropout": alike(2),
    "hold": held(),
    "append": append(),
}
TO_THE_BIT = {
    "visible", "causal", "window", "padding", "all_rules", "copy", "zeros", "concat", "hold", "add", "relu", "scale",
    "append", "lookup", "transpose", "table_rows", "distance_bias", "dropout",
}  # fmt: skip


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
