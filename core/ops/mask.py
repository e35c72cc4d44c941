"""Visibility: rows are queries, columns are keys, 1 = may attend, 0 = hidden. Rules are nodes of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Every, Holds, Minus, Number, Sum
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, remark, taken
from .op import COLS, NO_GRADIENT, ROWS, Array, Found, Op, Script, cell, like_first, off, row, same

NO_RULE = QT_TRANSLATE_NOOP("explain", "No rule hides a key here.")
PADDING = QT_TRANSLATE_NOOP("explain", "The key is padding.")
NO_PADDING = QT_TRANSLATE_NOOP("explain", "The key is not padding.")


def visible_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        row(arena, at, f, i)[:] = 1.0


def visible(out: Array) -> Array:
    """Everything may be read."""
    return np.ones_like(out)


def causal_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    offset = cell(arena, at, f + 1)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for j in range(at[f, COLS]):
            out[j] = 1.0 if j <= i + offset else 0.0


def causal(out: Array, offset: Array) -> Array:
    """Query row i stands at position i + offset and may read key j where j ≤ i + offset."""
    i, j = np.indices(out.shape)
    return np.asarray(j <= i + offset[0, 0], dtype=out.dtype)


def window_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    offset = cell(arena, at, f + 1)
    width = cell(arena, at, f + 2)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for j in range(at[f, COLS]):
            out[j] = 1.0 if i + offset - j < width else 0.0


def window(out: Array, offset: Array, width: Array) -> Array:
    """A key may lie at most width − 1 positions before the query: i + offset − j < width."""
    i, j = np.indices(out.shape)
    return np.asarray(i + offset[0, 0] - j < width[0, 0], dtype=out.dtype)


def padding_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    valid = row(arena, at, f + 1, 0)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for j in range(at[f, COLS]):
            out[j] = 1.0 if valid[j] != 0.0 else 0.0


def padding(out: Array, valid: Array) -> Array:
    """Keys that are padding (valid [1, n_k] is 0) are hidden from every query."""
    return np.asarray(np.broadcast_to(valid != 0, out.shape), dtype=out.dtype)


def both_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for j in range(at[f, COLS]):
            out[j] = 1.0
        for k in range(f + 1, f + count):
            rule = row(arena, at, k, i)
            for j in range(at[f, COLS]):
                if rule[j] == 0.0:
                    out[j] = 0.0


def both(*rules: Array) -> Array:
    """A key is visible where every rule lets it be seen."""
    return np.asarray(np.logical_and.reduce([rule != 0 for rule in rules]), dtype=rules[0].dtype)


def both_formula(*rules: str) -> str:
    return " and ".join(rules)


def both_script(*rules: str) -> str:
    every = " & ".join(f"({rule} != 0)" for rule in rules)
    return f"({every}) * 1.0" if len(rules) > 1 else f"{every} * 1.0"


def binary(mask: Array) -> Array:
    return np.where((mask == 0) | (mask == 1), 0.0, 1.0)


def rises(mask: Array) -> Array:
    """How often each row turns from hidden to visible: [n, 1]."""
    return np.asarray((np.diff(mask, axis=1) > 0).sum(1, keepdims=True))


def check_visible(mask: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "every key is visible"), off(mask, 1.0)


def check_causal(mask: Array, offset: Array) -> Found:
    n_q, n_k = mask.shape
    seen = np.clip(np.arange(n_q) + 1 + int(offset[0, 0]), 0, n_k)[:, None]
    yield (
        QT_TRANSLATE_NOOP("checks", "row i sees i + offset + 1 keys"),
        off(mask.sum(1, keepdims=True), seen) + binary(mask).sum(1, keepdims=True) + rises(mask),
    )


def check_window(mask: Array, offset: Array, width: Array) -> Found:
    n_q, n_k = mask.shape
    hidden = np.clip(np.arange(n_q) + 1 + int(offset[0, 0]) - int(width[0, 0]), 0, n_k)[:, None]
    yield (
        QT_TRANSLATE_NOOP("checks", "keys farther back than the window are hidden"),
        off(n_k - mask.sum(1, keepdims=True), hidden) + binary(mask).sum(1, keepdims=True) + rises(-mask),
    )


def check_padding(mask: Array, valid: Array) -> Found:
    yield (
        QT_TRANSLATE_NOOP("checks", "padding keys are hidden from every query"),
        off(mask.mean(0, keepdims=True), valid != 0),
    )


def check_all_rules(mask: Array, *rules: Array) -> Found:
    yield (
        QT_TRANSLATE_NOOP("checks", "visible where every rule allows it"),
        off(mask, np.prod([rule != 0 for rule in rules], axis=0)),
    )


def explain_visible(i: int, j: int, mask: Operand) -> Arithmetic:
    return Arithmetic("rule", Number(1), remarks=(remark(NO_RULE),))


def explain_causal(i: int, j: int, mask: Operand, offset: Operand) -> Arithmetic:
    return Arithmetic("rule", Holds((Number(j), Sum((Number(i), offset.cell(0, 0)))), relation="≤"))


def explain_window(i: int, j: int, mask: Operand, offset: Operand, width: Operand) -> Arithmetic:
    back = Sum((Number(i), offset.cell(0, 0), Minus((Number(j),))))
    return Arithmetic("rule", Holds((back, width.cell(0, 0)), relation="<"))


def explain_padding(i: int, j: int, mask: Operand, valid: Operand) -> Arithmetic:
    return taken("rule", valid.cell(0, j), remark(PADDING) if valid.values[0, j] == 0 else remark(NO_PADDING))


def explain_all_rules(i: int, j: int, mask: Operand, *rules: Operand) -> Arithmetic:
    cells = tuple(rule.cell(i, j) for rule in rules)
    return Arithmetic("mask", Every(cells), through=next((cell for cell in cells if cell.value == 0), cells[0]))


OPS = (
    Op(
        "visible",
        visible_kernel,
        visible,
        "1".format,
        Script("np.ones({0})".format),
        moving.nothing,
        like_first,
        like_first,
        display="mask",
        sized=True,
        check=check_visible,
        explain=explain_visible,
        backward=NO_GRADIENT,
    ),
    Op(
        "causal",
        causal_kernel,
        causal,
        "key ≤ query + {0}".format,
        Script("np.tri({0[0]}, {0[1]}, {1})".format),
        moving.everywhere,
        like_first,
        like_first,
        display="mask",
        sized=True,
        check=check_causal,
        explain=explain_causal,
        backward=NO_GRADIENT,
    ),
    Op(
        "window",
        window_kernel,
        window,
        "query + {0} − key < {1}".format,
        Script("1 - np.tri({0[0]}, {0[1]}, {1} - {2})".format),
        moving.everywhere,
        like_first,
        like_first,
        display="mask",
        sized=True,
        check=check_window,
        explain=explain_window,
        backward=NO_GRADIENT,
    ),
    Op(
        "padding",
        padding_kernel,
        padding,
        "{0} of the key".format,
        Script("np.tile({1} != 0, ({0[0]}, 1)) * 1.0".format),
        moving.each_cell,
        like_first,
        like_first,
        display="mask",
        sized=True,
        check=check_padding,
        explain=explain_padding,
        backward=NO_GRADIENT,
    ),
    Op(
        "all_rules",
        both_kernel,
        both,
        both_formula,
        Script(both_script),
        moving.every_rule,
        same,
        like_first,
        display="mask",
        check=check_all_rules,
        explain=explain_all_rules,
        backward=NO_GRADIENT,
    ),
)
