"""Checks: each op's statement holds of right values and fails of wrong ones, and they say where."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import check
from core.engine import Engine
from core.graph import LEAF
from core.ops import BY_NAME, TABLE
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from tests.core.ops.run import run_op

Array = NDArray[Any]
R = np.random.default_rng(3)
TOLERANCE = check.TOLERANCE["float64"]
X, W, B = R.normal(size=(4, 4)), R.normal(size=(4, 4)), R.normal(size=(1, 4))
MASK = np.array([[1.0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]])
IDS = np.array([[2.0], [0], [3], [1]])
COUNTS = np.array([[1.0], [1], [0], [1]])
EPS = np.array([[0.5]])
MU, VAR, MS = X.mean(1, keepdims=True), X.var(1, keepdims=True), np.square(X).mean(1, keepdims=True)
LOGP = run_op("log_probabilities", X)


def one(value: float) -> Array:
    return np.array([[value]])


# Operands for every op, and the shape of the result where the op takes none from them.
CALLS: dict[str, tuple[list[Array], tuple[int, int] | None]] = {
    "lookup": ([IDS, W], None), "transpose": ([W], None), "sinusoid": ([one(3)], (4, 6)),
    "table_rows": ([R.normal(size=(7, 4)), one(2)], (4, 4)),
    "distance_bias": ([R.normal(size=(1, 11)), one(1)], (4, 4)),
    "shaw_scores": ([X, R.normal(size=(5, 4)), one(1)], (4, 4)),
    "shaw_values": ([np.abs(X), R.normal(size=(5, 3)), one(1)], None),
    "rope_adjacent": ([X, one(3), one(100)], None), "rope_half": ([X, one(3), one(100)], None),
    "linear": ([X, W, B], None), "scores": ([X, W], None), "scale": ([X, one(0.5)], None), "softmax": ([X, MASK], None),
    "visible": ([], (4, 4)), "causal": ([one(1)], (4, 4)), "window": ([one(1), one(2)], (4, 4)),
    "padding": ([np.array([[1.0, 0, 1, 0]])], (4, 4)), "all_rules": ([MASK, np.tri(4)], None),
    "mean": ([X], None), "variance": ([X, MU], None), "mean_square": ([X], None),
    "standardize": ([X, MU, VAR, EPS], None), "rms_standardize": ([X, MS, EPS], None), "affine": ([X, B, B + 1], None),
    "relu": ([X], None), "gelu_erf": ([X], None), "gelu_tanh": ([X], None), "add": ([X, W], None), "copy": ([X], None),
    "zeros": ([], (4, 4)), "dropout": ([X, 2 * MASK], None), "append": ([X, W], None),
    "concat": ([X, W], None), "hold": ([X, W, MASK], None), "probabilities": ([X], None),
    "log_probabilities": ([X], None), "token_loss": ([LOGP, IDS, COUNTS], None),
    "mean_loss": ([R.normal(size=(4, 1)), COUNTS], None),
}  # fmt: skip


def softmax(s: Array, axis: int = 1) -> Array:
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def turned(x: Array, start: Array, base: Array) -> Array:
    """Cosines and sines of one pairing with the turn of the other: no rotation at all."""
    r = np.arange(2) / 2
    angle = (np.arange(4)[:, None] + start) * base ** -np.concatenate([r, r])
    swapped = np.stack([-x[:, 1], x[:, 0], -x[:, 3], x[:, 2]], 1)
    return x * np.cos(angle) + swapped * np.sin(angle)


# Faults that people make, by op: what each computes instead. `out` is the shape, for ops that get one.
WRONG: dict[str, list[tuple[str, Callable[..., Array]]]] = {
    "lookup": [("ids counted from 1", lambda ids, e: e[ids[:, 0].astype(int) - 1])],
    "transpose": [("left as it is", lambda w: w)],
    "sinusoid": [("all sines, then all cosines", lambda out, s: out[:, [0, 2, 4, 1, 3, 5]])],
    "table_rows": [("from row 0", lambda out, p, s: p[:4])],
    "distance_bias": [("key minus query", lambda out, t, o: out.T),
                      ("without the offset", lambda out, t, o: run_op("distance_bias", t, one(0), shape=(4, 4)))],
    "shaw_scores": [("query minus key", lambda out, q, a, o: run_op("shaw_scores", q, a[::-1], o, shape=(4, 4))),
                    ("not clipped", lambda out, q, a, o: np.triu(out))],
    "shaw_values": [("query minus key", lambda a, t, o: run_op("shaw_values", a, t[::-1], o))],
    "rope_adjacent": [("the other pairing's angles", turned)],
    "rope_half": [("scaled by cos alone", lambda x, s, b: x * math.cos(1.0))],
    "linear": [("without bias", lambda x, w, b: x @ w), ("W transposed", lambda x, w, b: x @ w.T + b)],
    "scores": [("K Qᵀ", lambda q, k: k @ q.T), ("K not transposed", lambda q, k: q @ k)],
    "scale": [("divided instead", lambda x, f: x / f), ("forgotten", lambda x, f: x)],
    "softmax": [("over queries", lambda s, m: softmax(np.where(m != 0, s, -1e9), 0) * m),
                ("without the mask", lambda s, m: softmax(s)),
                ("masked afterwards", lambda s, m: softmax(s) * m),
                ("scores times the mask", lambda s, m: softmax(s * m)),
                ("a large negative number", lambda s, m: softmax(s + (m - 1) * 1e9))],
    "visible": [("hidden", lambda out: 0 * out)],
    "causal": [("the diagonal hidden", lambda out, o: np.tri(4, 4, 0)),
               ("one key leaks", lambda out, o: np.tri(4, 4, 2)),
               ("from the right", lambda out, o: out[:, ::-1])],
    "window": [("one key too many", lambda out, o, w: run_op("window", o, w + 1, shape=(4, 4))),
               ("before and after", lambda out, o, w: out * out[::-1, ::-1])],
    "padding": [("polarity flipped", lambda out, v: 1 - out), ("rows instead of columns", lambda out, v: out.T)],
    "all_rules": [("one rule is enough", lambda a, b: np.maximum(a, b)), ("the first only", lambda a, b: a)],
    "mean": [("over the whole matrix", lambda x: np.full((4, 1), x.mean())),
             ("the sum", lambda x: x.sum(1, keepdims=True))],
    "variance": [("divided by d − 1", lambda x, mu: x.var(1, keepdims=True, ddof=1)),
                 ("the standard deviation", lambda x, mu: x.std(1, keepdims=True))],
    "mean_square": [("the root taken", lambda x: np.sqrt(np.square(x).mean(1, keepdims=True)))],
    "standardize": [("ε outside the root", lambda x, mu, var, eps: (x - mu) / (np.sqrt(var) + eps)),
                    ("the mean left in", lambda x, mu, var, eps: x / np.sqrt(var + eps)),
                    ("no ε", lambda x, mu, var, eps: (x - mu) / np.sqrt(var))],
    "rms_standardize": [("two roots", lambda x, ms, eps: x / np.sqrt(np.sqrt(ms + eps))),
                        ("multiplied by the root", lambda x, ms, eps: x * np.sqrt(ms + eps))],
    "affine": [("β forgotten", lambda x, g, b: x * g), ("γ forgotten", lambda x, g, b: x + b)],
    "relu": [("leaky", lambda x: np.where(x > 0, x, 0.01 * x)), ("|x|", np.abs)],
    "gelu_erf": [("the leading x missing", lambda x: run_op("gelu_erf", x) / x),
                 ("the other form", lambda x: run_op("gelu_tanh", x))],
    "gelu_tanh": [("without the half", lambda x: 2 * run_op("gelu_tanh", x)),
                  ("the other form", lambda x: run_op("gelu_erf", x))],
    "add": [("subtracted", lambda a, b: a - b), ("the residual left out", lambda a, b: b)],
    "copy": [("a row down", lambda x: np.roll(x, 1, 0))],
    "zeros": [("ones", lambda out: out + 1)],
    "dropout": [("not scaled up", lambda x, keep: x * (keep != 0)), ("forgotten", lambda x, keep: x)],
    "concat": [("the other way round", lambda a, b: np.hstack([b, a])),
               ("interleaved", lambda a, b: np.stack([a, b], 2).reshape(4, 8))],
    "hold": [("where turned round", lambda n, v, w: np.where(w == 0, v, n)), ("never held", lambda n, v, w: n)],
    "append": [("the new rows above", lambda cache, new: np.vstack([new, cache])),
               ("the cache forgotten", lambda cache, new: np.vstack([new, new]))],
    "probabilities": [("over tokens", lambda x: softmax(x, 0)), ("not normalised", np.exp)],
    "log_probabilities": [("to base 2", lambda x: np.log2(softmax(x))), ("the logits", lambda x: x)],
    "token_loss": [("padding counts", lambda p, t, c: -np.take_along_axis(p, t.astype(int), 1)),
                   ("log p", lambda p, t, c: -run_op("token_loss", p, t, c)),
                   ("the next label", lambda p, t, c: run_op("token_loss", p, np.roll(t, 1, 0), c))],
    "mean_loss": [("divided by all tokens", lambda x, c: np.array([[(x * c).mean()]]))],
}  # fmt: skip


def worst(name: str, result: Array, inputs: list[Array]) -> float:
    with np.errstate(all="ignore"):
        return max(float(np.max(error)) for _, error in BY_NAME[name].check(result, *inputs))


def test_every_op_is_tried_with_right_and_wrong_values() -> None:
    assert set(CALLS) == set(WRONG) == {op.name for op in TABLE}
    assert sum(len(faults) for faults in WRONG.values()) >= 20


@pytest.mark.parametrize("name", CALLS)
def test_right_values_pass(name: str) -> None:
    inputs, shape = CALLS[name]
    result = run_op(name, *inputs, shape=shape)
    assert worst(name, result, inputs) <= 1e-12
    for says, error in BY_NAME[name].check(result, *inputs):
        assert says == says.strip()
        assert np.ndim(error) in (0, 2)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [pytest.param(name, wrong, id=f"{name}: {fault}") for name, faults in WRONG.items() for fault, wrong in faults],
)
def test_a_fault_is_caught(name: str, wrong: Callable[..., Array]) -> None:
    inputs, shape = CALLS[name]
    right = run_op(name, *inputs, shape=shape)
    made = wrong(*([right] if BY_NAME[name].sized else []), *inputs)
    assert made.shape == right.shape
    assert worst(name, made, inputs) > 1000 * TOLERANCE


@pytest.mark.parametrize("name", CALLS)
def test_one_wrong_cell_is_caught_wherever_it_is(name: str) -> None:
    inputs, shape = CALLS[name]
    right = run_op(name, *inputs, shape=shape)
    for i, j in np.ndindex(right.shape):
        for change in (1.0, -1.0):
            made = right.copy()
            made[i, j] += change
            if name == "sinusoid" and math.isclose(abs(made[i, j]), abs(right[i, j])):
                continue  # the sign of a sine: sin² + cos² doesn't see it
            assert worst(name, made, inputs) > TOLERANCE, (i, j, change)


# what is said of a trace


def block(**fields: Any) -> Workspace:
    return Workspace.new(ModelSpec(**fields), (Sample(("a", "b", "c")),))


def test_every_computed_matrix_has_a_statement() -> None:
    trace = Engine("numpy").run(block(causal=True))
    found = list(check.invariants(trace))
    assert {c.node for c in found} == {name for name in trace if trace[name].op != LEAF}
    assert all(c.holds and c.tolerance == 1e-10 for c in found)
    said = {(c.node, c.says) for c in found}
    for statement in (
        ("enc1.self.h1.A", "each row sums to 1 over its visible keys"),
        ("enc1.self.h1.A", "hidden weights are 0"),
        ("enc1.norm1.xhat", "x̂ has mean 0"),
        ("enc1.norm1.xhat", "x̂ has variance σ²/(σ²+ε)"),
        ("enc1.sum1", "the residual adds up"),
        ("enc1.self.concat", "splitting gives the heads back"),
    ):
        assert statement in said


def test_a_pin_breaks_no_statement() -> None:
    """A held cell is the person's; statistics held need not fit their rows, so nothing is claimed of what follows."""
    pinned = block().with_pin("enc1.self.h1.A", 0, 0, 7.0).with_pin("enc1.norm1.mean", 1, 0, 50.0)
    found = list(check.invariants(Engine("numpy").run(pinned)))
    assert all(c.holds for c in found)
    assert "enc1.norm1.xhat" not in {c.node for c in found}
    assert "enc1.norm1" in {c.node for c in found}


def test_rows_that_are_no_numbers_claim_nothing() -> None:
    trace = Engine("numpy").run(block().with_cell("src.X", 1, 0, math.nan))
    assert all(c.holds for c in check.invariants(trace))
    infinite = Engine("numpy").run(block().with_cell("src.X", 1, 0, math.inf))
    assert all(c.holds for c in check.invariants(infinite))


def test_disagreement_names_the_matrix_and_the_cell() -> None:
    one_, other = (Engine("numpy").run(w) for w in (block(), block().with_cell("enc1.norm2.beta", 0, 2, 0.25)))
    wrong = [c for c in check.agreement(one_, other) if not c.holds]
    assert [(c.node, c.cell[1]) for c in wrong] == [("enc1.norm2", 2)]
    assert wrong[0].error == pytest.approx(0.25, rel=1.0)
    assert all(c.holds for c in check.agreement(one_, one_))


def test_differences_of_numbers_that_are_none() -> None:
    got = np.array([[1.0, math.nan, math.inf, math.nan, 1.0, math.inf, -math.inf]])
    want = np.array([[1.5, math.nan, math.inf, 1.0, math.nan, -math.inf, 1e300]])
    difference = check.difference(got, want)[0]
    assert difference.tolist() == [0.5 / 1.5, 0, 0, math.inf, math.inf, math.inf, math.inf]


# pins


def test_rows_of_weights_that_a_pin_takes_away_from_1_are_marked_and_no_check_fails() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(tuple("abc")),))
    natural = Engine("numpy").run(workspace)["enc1.self.h1.A"].values
    held = workspace.with_pin("enc1.self.h1.A", 1, 2, 0.75).with_pin("enc1.self.h2.A", 0, None, 1 / 3)
    trace = Engine("numpy").run(held.with_pin("enc1.norm1", 0, 0, 5.0))
    (row,) = check.pinned_rows(trace)
    assert (row.node, row.row) == ("enc1.self.h1.A", 1)
    assert row.total == pytest.approx(natural[1, 0] + natural[1, 1] + 0.75, abs=1e-12)
    assert all(c.holds for c in check.invariants(trace))


def test_a_row_of_weights_held_at_nan_is_marked() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(tuple("abc")),)).with_pin("enc1.self.h1.A", 1, 2, math.nan)
    (row,) = check.pinned_rows(Engine("numpy").run(workspace))
    assert math.isnan(row.total)


def test_statements_leave_the_error_state_of_numpy_alone() -> None:
    before = np.geterr()
    statements = check.invariants(Engine("numpy").run(Workspace.new(ModelSpec(), (Sample(tuple("abc")),))))
    next(statements)
    assert np.geterr() == before
