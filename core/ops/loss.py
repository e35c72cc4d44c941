"""From logits to probabilities and the cross-entropy over labels that are not padding."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..expression import Function, Largest, Minus, Number, Product, Quotient, Sum, difference, named
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, total
from .exponential import exp
from .op import (
    COLS,
    ROWS,
    Array,
    Axes,
    Backward,
    Found,
    Gradients,
    Op,
    Script,
    Shape,
    like_first,
    need,
    off,
    row,
    row_max,
    row_sum,
    wide,
)

NO_LABEL = QT_TRANSLATE_NOOP("explain", "The label is padding, so it does not count.")
OTHER_LABEL = QT_TRANSLATE_NOOP("explain", "It is not the label of its row.")
P_MINUS_Y = QT_TRANSLATE_NOOP("explain", "Of a mean loss this is (p − y)/N: y is 1 at the label, N counts labels.")
NO_LABELS = QT_TRANSLATE_NOOP("explain", "No label counts, so the mean is 0.")


def probabilities_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        top = row_max(x, at[f, COLS])
        for j in range(at[f, COLS]):
            out[j] = exp(x[j] - top)
        total = row_sum(out, at[f, COLS])
        for j in range(at[f, COLS]):
            out[j] = out[j] / total


def probabilities(logits: Array) -> Array:
    """softmax over the vocabulary, each row on its own: [n, vocabulary]."""
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def log_probabilities_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        top = row_max(x, at[f, COLS])
        for j in range(at[f, COLS]):
            out[j] = exp(x[j] - top)
        shift = math.log(row_sum(out, at[f, COLS]))
        for j in range(at[f, COLS]):
            out[j] = (x[j] - top) - shift


def log_probabilities(logits: Array) -> Array:
    """log softmax without the detour over the softmax: small probabilities keep their digits."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def token_loss_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        loss = 0.0
        if row(arena, at, f + 3, i)[0] != 0.0:
            loss = -row(arena, at, f + 1, i)[int(row(arena, at, f + 2, i)[0])]
        row(arena, at, f, i)[0] = loss


def token_loss(logp: Array, labels: Array, counts: Array) -> Array:
    """−log p of each row's label, as [n, 1]; 0 where the label is padding (counts[i] = 0)."""
    picked = -np.take_along_axis(logp, labels.astype(np.int64), axis=1)
    return np.where(counts != 0, picked, 0).astype(logp.dtype)


def mean_loss_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    total = 0.0
    labels = 0.0
    for i in range(at[f + 1, ROWS]):
        if row(arena, at, f + 2, i)[0] != 0.0:
            total += row(arena, at, f + 1, i)[0]
            labels += 1.0
    row(arena, at, f, 0)[0] = total / labels if labels > 0.0 else 0.0


def mean_loss(losses: Array, counts: Array) -> Array:
    """The mean over labels that count, as [1, 1]; 0 where no label counts, which a trace marks."""
    counted = losses[counts != 0]
    return np.array([[counted.mean() if counted.size else 0.0]], dtype=losses.dtype)


SOFTMAX_OF_ROWS = '''
def softmax_of_rows(logits):
    """Probabilities over the vocabulary, each row on its own."""
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
'''
LOG_SOFTMAX = '''
def log_softmax(logits):
    """The logarithm of softmax without the detour over it: small probabilities keep their digits."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
'''
MEAN_OF_COUNTED = '''
def mean_of_counted(losses, counts):
    """The mean over the labels that count, as 1x1; 0 where none does."""
    counted = losses[counts != 0]
    return np.array([[counted.mean() if counted.size else 0.0]])
'''


def token_loss_shape(logp: Shape, labels: Shape, counts: Shape) -> Shape:
    need(labels == counts == (logp[0], 1), f"labels are {labels}, counts {counts}: they must be {logp[0]}×1")
    return labels


def token_loss_axes(logp: Axes, labels: Axes, counts: Axes) -> Axes:
    return labels


def check_probabilities(p: Array, logits: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "probabilities of a row sum to 1"), off(wide(p)[0].sum(1, keepdims=True), 1.0)


def check_log_probabilities(logp: Array, logits: Array) -> Found:
    total = np.exp(wide(logp)[0]).sum(1, keepdims=True)
    yield QT_TRANSLATE_NOOP("checks", "probabilities of a row sum to 1"), off(total, 1.0)


def check_token_loss(loss: Array, logp: Array, labels: Array, counts: Array) -> Found:
    p = np.exp(wide(logp)[0])
    picked = np.take_along_axis(p, labels.astype(int), axis=1)
    yield (
        QT_TRANSLATE_NOOP("checks", "exp(−loss) is the label's probability"),
        off(np.exp(-wide(loss)[0]), np.where(counts != 0, picked, 1.0)),
    )


def check_mean_loss(loss: Array, losses: Array, counts: Array) -> Found:
    yield (
        QT_TRANSLATE_NOOP("checks", "times the labels it is the sum"),
        off(loss * (counts != 0).sum(), wide(losses)[0][counts != 0].sum()),
    )


def explain_probabilities(i: int, j: int, p: Operand, logits: Operand) -> Arithmetic:
    x = logits.row(i)
    e = named("e", Function((difference(x, named("m", Largest((x,)))),), name="exp"), marks=np.arange(len(x)))
    share = Quotient((e.at(j), named("Σ", total(e), r"\Sigma")))
    return Arithmetic("softmax", share, through=logits.cell(i, j))


def explain_log_probabilities(i: int, j: int, logp: Operand, logits: Operand) -> Arithmetic:
    x = logits.row(i)
    top = named("m", Largest((x,)))
    e = named("e", Function((difference(x, top),), name="exp"), marks=np.arange(len(x)))
    log = Function((named("Σ", total(e), r"\Sigma"),), name="ln")
    cell = logits.cell(i, j)
    return Arithmetic("log_probability", Sum((cell, Minus((top,)), Minus((log,)))), through=cell)


def explain_token_loss(i: int, j: int, loss: Operand, logp: Operand, labels: Operand, counts: Operand) -> Arithmetic:
    count = counts.cell(i, 0)
    if count.value == 0:
        return nothing("token_loss", remark(NO_LABEL), deciding=(count,))
    label = labels.cell(i, 0)
    expression = Minus((logp.cell(i, int(label.value)),))
    return Arithmetic("token_loss", expression, deciding=(count, label))


def explain_mean_loss(i: int, j: int, loss: Operand, losses: Operand, counts: Operand) -> Arithmetic:
    counted = np.flatnonzero(counts.values[:, 0] != 0)
    if not len(counted):
        return nothing("mean_loss", remark(NO_LABELS), deciding=(counts.column(0),))
    quotient = Quotient((total(losses.column(0, counted)), Number(len(counted))))
    return Arithmetic("mean_loss", quotient, deciding=(counts.column(0),))


def probabilities_backward(g: Array, p: Array, logits: Array) -> Gradients:
    return (p * (g - (g * p).sum(axis=1, keepdims=True)),)


def probabilities_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        p = row(arena, at, f, i)
        back = row(grads, at, f + 1, i)
        mean = 0.0
        for j in range(at[f, COLS]):
            mean += g[j] * p[j]
        for j in range(at[f, COLS]):
            back[j] += p[j] * (g[j] - mean)


def log_probabilities_backward(g: Array, logp: Array, logits: Array) -> Gradients:
    """G − p Σ G: for the loss of one label that is p minus 1 at the label."""
    return (g - np.exp(logp) * g.sum(axis=1, keepdims=True),)


def log_probabilities_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        logp = row(arena, at, f, i)
        back = row(grads, at, f + 1, i)
        total = row_sum(g, at[f, COLS])
        for j in range(at[f, COLS]):
            back[j] += g[j] - exp(logp[j]) * total


def token_loss_backward(g: Array, loss: Array, logp: Array, labels: Array, counts: Array) -> Gradients:
    back = np.zeros_like(logp)
    np.put_along_axis(back, labels.astype(np.int64), np.where(counts != 0, -g, 0), axis=1)
    return back, None, None


def token_loss_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        if row(arena, at, f + 3, i)[0] != 0.0:
            row(grads, at, f + 1, i)[int(row(arena, at, f + 2, i)[0])] -= row(grads, at, f, i)[0]


def mean_loss_backward(g: Array, loss: Array, losses: Array, counts: Array) -> Gradients:
    counted = counts != 0
    return np.where(counted, g / max(1, counted.sum()), 0).astype(losses.dtype), None


def mean_loss_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    labels = 0.0
    for i in range(at[f + 1, ROWS]):
        labels += 1.0 if row(arena, at, f + 2, i)[0] != 0.0 else 0.0
    for i in range(at[f + 1, ROWS]):
        if row(arena, at, f + 2, i)[0] != 0.0:
            row(grads, at, f + 1, i)[0] += row(grads, at, f, 0)[0] / labels


def explain_probabilities_back(k: int, i: int, j: int, g: Operand, p: Operand, logits: Operand) -> Arithmetic:
    """p_ij (∂p_ij − Σ_k ∂p_ik p_ik)."""
    shared = named("Σ", total(Product((g.row(i), p.row(i)))), r"\Sigma")
    return Arithmetic("softmax", Product((p.cell(i, j), difference(g.cell(i, j), shared))))


def explain_log_probabilities_back(k: int, i: int, j: int, g: Operand, logp: Operand, logits: Operand) -> Arithmetic:
    """∂logp_ij − p_ij Σ_k ∂logp_ik: of a loss that is (p − 1 at the label) / labels."""
    p = named("p", Function((logp.cell(i, j),), name="exp"))
    shared = named("Σ", total(g.row(i)), r"\Sigma")
    return Arithmetic(
        "log_probability", Sum((g.cell(i, j), Minus((Product((p, shared)),)))), remarks=(remark(P_MINUS_Y),)
    )


def explain_token_loss_back(
    k: int, i: int, j: int, g: Operand, loss: Operand, logp: Operand, labels: Operand, counts: Operand
) -> Arithmetic:
    count, label = counts.cell(i, 0), labels.cell(i, 0)
    if count.value == 0:
        return nothing("token_loss", remark(NO_LABEL), deciding=(count,))
    if int(label.value) != j:
        return nothing("token_loss", remark(OTHER_LABEL), deciding=(label,))
    return Arithmetic("token_loss", Minus((g.cell(i, 0),)), deciding=(count, label))


def explain_mean_loss_back(
    k: int, i: int, j: int, g: Operand, loss: Operand, losses: Operand, counts: Operand
) -> Arithmetic:
    if counts.values[i, 0] == 0:
        return nothing("mean_loss", remark(NO_LABEL), deciding=(counts.cell(i, 0),))
    labels = Number(int((counts.values != 0).sum()))
    return Arithmetic("mean_loss", Quotient((g.cell(0, 0), labels)), deciding=(counts.column(0),))


OPS = (
    Op(
        "probabilities",
        probabilities_kernel,
        probabilities,
        "softmax of each row of {0}".format,
        Script("softmax_of_rows({0})".format, SOFTMAX_OF_ROWS),
        moving.each_row,
        like_first,
        like_first,
        display="weights",
        check=check_probabilities,
        explain=explain_probabilities,
        backward=Backward(probabilities_backward, probabilities_back_kernel, explain_probabilities_back),
    ),
    Op(
        "log_probabilities",
        log_probabilities_kernel,
        log_probabilities,
        "log softmax of each row of {0}".format,
        Script("log_softmax({0})".format, LOG_SOFTMAX),
        moving.each_row,
        like_first,
        like_first,
        check=check_log_probabilities,
        explain=explain_log_probabilities,
        backward=Backward(log_probabilities_backward, log_probabilities_back_kernel, explain_log_probabilities_back),
    ),
    Op(
        "token_loss",
        token_loss_kernel,
        token_loss,
        "−{0} at {1}, 0 where {2} is 0".format,
        Script("np.where({2} != 0, -np.take_along_axis({0}, {1}, axis=1), 0)".format),
        moving.labels,
        token_loss_shape,
        token_loss_axes,
        check=check_token_loss,
        explain=explain_token_loss,
        backward=Backward(token_loss_backward, token_loss_back_kernel, explain_token_loss_back),
    ),
    Op(
        "mean_loss",
        mean_loss_kernel,
        mean_loss,
        "mean of {0} where {1} is 1".format,
        Script("mean_of_counted({0}, {1})".format, MEAN_OF_COUNTED),
        moving.counted,
        lambda losses, counts: (1, 1),
        lambda losses, counts: ("one", "one"),
        check=check_mean_loss,
        explain=explain_mean_loss,
        backward=Backward(mean_loss_backward, mean_loss_back_kernel, explain_mean_loss_back),
    ),
)
