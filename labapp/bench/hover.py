"""Tooltips: the full number of a cell in words, and the equation of a card."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.numbers import exact, show
from core.trace import Matrix, Trace
from labapp.comparison import Comparison
from labapp.names import symbol_of, title_of

from . import labels
from .against import tip_lines
from .cells import ODD, Cells, natural_value
from .content import Content
from .editing import equation
from .hit import Hit
from .mask_names import painted_part
from .pinning import can_hold, row_sum
from .sections import rises

AXES = ("src", "tgt", "kv")  # axes whose labels are tokens


def axis_word(axis: str) -> str:
    """What an index of an axis counts."""
    return {
        "src": QCoreApplication.translate("Bench", "token"),
        "tgt": QCoreApplication.translate("Bench", "token"),
        "kv": QCoreApplication.translate("Bench", "token"),
        "src_vocab": QCoreApplication.translate("Bench", "word"),
        "tgt_vocab": QCoreApplication.translate("Bench", "word"),
        "position": QCoreApplication.translate("Bench", "position"),
        "distance": QCoreApplication.translate("Bench", "distance"),
        "feature": QCoreApplication.translate("Bench", "feature"),
        "hidden": QCoreApplication.translate("Bench", "hidden unit"),
        "key": QCoreApplication.translate("Bench", "component"),
        "value": QCoreApplication.translate("Bench", "component"),
        "concat": QCoreApplication.translate("Bench", "component"),
    }.get(axis, QCoreApplication.translate("Bench", "column"))


def cell_words(trace: Trace, name: str, i: int, j: int) -> str:
    """Where a cell is and what stands there, in one line."""
    matrix = trace[name]
    value = show(float(matrix.values[i, j]), 4, significant=True)
    symbol = str(symbol_of(matrix))
    if matrix.stem in ("valid", "label_counts"):
        return _counts(matrix, i, j)
    if matrix.display == "ids":
        return _token(trace, matrix, i)
    if matrix.display == "weights" and matrix.mask is None:  # of the vocabulary head
        text = QCoreApplication.translate("Bench", "after {token} comes {word} with probability {value}")
        return text.format(token=matrix.rows[i], word=matrix.cols[j], value=value)
    if matrix.display == "mask" and matrix.mask is None and matrix.stem != "where":
        text = (
            QCoreApplication.translate("Bench", "{symbol}: query {query} may read key {key}")
            if matrix.values[i, j]
            else QCoreApplication.translate("Bench", "{symbol}: key {key} is hidden from query {query}")
        )
        return text.format(symbol=symbol, query=matrix.rows[i], key=matrix.cols[j])
    if matrix.display == "weights":
        text = QCoreApplication.translate("Bench", "{symbol}: query {query} reads key {key}: {value}")
        return text.format(symbol=symbol, query=matrix.rows[i], key=matrix.cols[j], value=value)
    if matrix.mask is not None:
        text = QCoreApplication.translate("Bench", "{symbol}: query {query} against key {key} = {value}")
        return text.format(symbol=symbol, query=matrix.rows[i], key=matrix.cols[j], value=value)
    return f"{symbol}: {place(matrix, i, j)} = {value}" if matrix.values.size > 1 else f"{symbol} = {value}"


def _counts(matrix: Matrix, i: int, j: int) -> str:
    """Whether a token is no padding, or a row's label counts."""
    label = matrix.cols[j] if matrix.stem == "valid" else matrix.rows[i]
    if matrix.stem == "valid":
        text = (
            QCoreApplication.translate("Bench", "{label} is a token")
            if matrix.values[i, j]
            else QCoreApplication.translate("Bench", "{label} is padding")
        )
    else:
        text = (
            QCoreApplication.translate("Bench", "the label of row {label} counts in the loss")
            if matrix.values[i, j]
            else QCoreApplication.translate("Bench", "the label of row {label} does not count in the loss")
        )
    return text.format(label=label)


def _token(trace: Trace, matrix: Matrix, i: int) -> str:
    """Which token of the vocabulary an id is."""
    number = int(matrix.values[i, 0])
    words = trace.workspace.vocab.get("src" if matrix.name.startswith("src.") else "tgt", ())
    word = words[number] if 0 <= number < len(words) else ""
    if matrix.stem == "labels":
        text = QCoreApplication.translate("Bench", "after {token} comes {word}: id {number}")
    else:
        text = QCoreApplication.translate("Bench", "{token} has the id {number}")
    return text.format(token=matrix.rows[i], word=word, number=number)


def cell_place(trace: Trace, name: str, i: int, j: int) -> str:
    """The name of a cell for a screen reader: matrix, title, row and column by their labels."""
    matrix = trace[name]
    words = [str(symbol_of(matrix)), title_of(matrix), place(matrix, i, j)]
    if matrix.layer is not None and rises(trace.spec):
        stack = "dec" if matrix.name.startswith("dec") else "enc"
        two = trace.spec.encodes and trace.spec.decodes
        words.insert(0, labels.layer_title(stack, matrix.layer, "", two, True))
    return ", ".join(word for word in words if word)


def place(matrix: Matrix, i: int, j: int) -> str:
    """Row and column of a cell by their labels."""
    words = []
    if matrix.rows[i]:
        if matrix.row_axis in AXES:
            words.append(QCoreApplication.translate("Bench", "row {label}").format(label=matrix.rows[i]))
        else:
            words.append(_numbered(matrix.row_axis, matrix.rows[i]))
    if matrix.cols[j]:
        words.append(_numbered(matrix.col_axis, matrix.cols[j]))
    return ", ".join(words)


def _numbered(axis: str, label: str) -> str:
    return QCoreApplication.translate("Bench", "{what} {label}").format(what=axis_word(axis), label=label)


def cell_tip(trace: Trace, name: str, i: int, j: int) -> str:
    """The tooltip of a cell: in words, exactly, and what is particular about it."""
    matrix = trace[name]
    lines = [cell_words(trace, name, i, j)]
    number = exact(float(matrix.values[i, j]))
    if matrix.display not in ("mask", "ids"):
        lines.append(QCoreApplication.translate("Bench", "exactly {number}").format(number=number))
    rules = trace.hidden_by(name, i, j) if matrix.mask is not None or ".mask" in name else ()
    natural = natural_value(trace, matrix, i, j)
    if rules and (natural is None or matrix.display != "weights"):
        lines.append(hidden_reason(rules))
    elif rules:
        lines.append(QCoreApplication.translate("Bench", "the mask hides it; the pin holds it all the same"))
    if natural is not None:
        text = QCoreApplication.translate("Bench", "pinned; naturally {number}")
        lines.append("◆ " + text.format(number=exact(natural)))
        lines.append(QCoreApplication.translate("Bench", "change it like a given number; key P releases it"))
    total = row_sum(trace, name, i)
    if total is not None:
        lines.append(row_sum_words(total))
    elif matrix.display == "weights":
        lines.append(row_total(matrix, i))
    return "\n".join(lines)


def row_sum_words(total: float) -> str:
    """That a row of held weights does not add up to 1 any more."""
    text = QCoreApplication.translate("Bench", "this row sums to {total}, not to 1: some of it is held")
    return text.format(total=show(total, 4, significant=True))


def row_total(matrix: Matrix, i: int) -> str:
    """What a row of weights adds up to: three weights of 1/3 are shown as 0.33, which adds up to 0.99."""
    total = show(float(matrix.values[i].astype(np.float64).sum()), 6, significant=True)
    text = QCoreApplication.translate("Bench", "the row adds up to {total}: full values count, not the digits shown")
    return text.format(total=total)


def hidden_reason(rules: tuple[str, ...]) -> str:
    """Which rules of the mask hide a cell (as `Trace.hidden_by` names them), in words."""
    words = {
        "causal": QCoreApplication.translate("Bench", "by the causal rule: the key comes after the query"),
        "window": QCoreApplication.translate("Bench", "by the window: the key is too far back"),
        "padding": QCoreApplication.translate("Bench", "by the padding rule: the key is padding"),
        "custom": QCoreApplication.translate("Bench", "by the mask painted by hand"),
        "pin": QCoreApplication.translate("Bench", "by a pin on the mask"),
    }
    reasons = QCoreApplication.translate("Bench", "; ").join(words[rule] for rule in rules if rule in words)
    if not reasons:
        return QCoreApplication.translate("Bench", "hidden by the mask; softmax leaves it out")
    return QCoreApplication.translate("Bench", "hidden {reasons}; softmax leaves it out").format(reasons=reasons)


def card_tip(trace: Trace, name: str, cells: Cells) -> str:
    """The tooltip of a card's title: symbol and title, equation, shape, what the colours span, what is marked."""
    matrix = trace[name]
    n, k = matrix.values.shape
    lines = [f"{symbol_of(matrix)}  {title_of(matrix)}  {n}×{k}  ({matrix.name})"]
    if matrix.formula:
        lines.append(equation(matrix))
    if matrix.display == "signed" and matrix.values.size > 1:
        limit = show(cells.limit, 3, significant=True)
        lines.append(QCoreApplication.translate("Bench", "colours from −{limit} over 0 to {limit}").format(limit=limit))
    elif matrix.display == "weights":
        lines.append(QCoreApplication.translate("Bench", "colours from 0 to 1"))
    if (cells.codes == ODD).any():
        lines.append(QCoreApplication.translate("Bench", "NaN and ∞ have a mark of their own, no colour"))
    if cells.equal:
        lines.append(QCoreApplication.translate("Bench", "= the last act left every bit as it was"))
    elif cells.changed is not None:
        count = int(cells.changed.sum())
        text = QCoreApplication.translate("Bench", "bold with a corner: changed by the last act ({count} cells)")
        lines.append(text.format(count=count))
    lines.append(QCoreApplication.translate("Bench", "double click here: as large as the view, and back"))
    if painted_part(name):
        text = QCoreApplication.translate("Bench", "click or paint cells to hide and show them, here or with Space")
        lines.append(text)
    elif can_hold(matrix):
        lines.append(
            QCoreApplication.translate("Bench", "hold a number with P or by typing, more with the right button")
        )
    elif matrix.editable:
        lines.append(QCoreApplication.translate("Bench", "drag a number sideways, or double-click and type"))
    return "\n".join(lines)


def _reveal_tip(step: int) -> str:
    """Of the buttons that reveal the query rows of an attention."""
    if step < 0:
        return QCoreApplication.translate("Bench", "hide the last row that is shown (Shift+R); a view, no mask")
    if step > 0:
        return QCoreApplication.translate("Bench", "show the next row, after the last one begin with none (R)")
    return QCoreApplication.translate(
        "Bench", "show no row or all (Esc); between, a click on a row's label shows or hides it; a view, no mask"
    )


def _slope_tip(content: Content, found: Hit) -> str:
    """What is said where gradients are shown; "" elsewhere."""
    slopes = content.slopes
    if slopes is None or slopes.paused:
        return ""
    from . import slopes as words  # only where somebody has asked for gradients

    if not slopes.shows(found.name):
        reason = words.refusal_words(slopes.gradients, found.name) if slopes.gradients.everywhere else ""
        if not reason:
            return ""
        plain = cell_tip(content.trace, *found.cell) if found.i >= 0 else ""
        return "\n".join(line for line in (plain, reason) if line)
    if found.kind != "card" and found.i >= 0:
        return "\n".join(words.cell_lines(slopes.gradients, content.trace, found.cell))
    return "\n".join(words.card_lines(slopes.gradients, content.trace, found.name, content.card(found.name).cells))


def tip(content: Content, found: Hit, comparison: Comparison | None = None) -> str:
    """The tooltip of whatever is under the pointer; "" for nothing."""
    trace = content.trace
    if found.kind in ("cell", "map") and found.i in content.blank_rows(found.name):
        return labels.row_not_shown(trace[found.name].rows[found.i])
    if found.name in trace and (found.kind in ("cell", "card") or found.kind == "map"):
        said = _slope_tip(content, found)
        if said:
            return said
    if found.kind == "cell" or (found.kind == "map" and found.i >= 0):
        lines = [cell_tip(trace, *found.cell)]
        lines += tip_lines(comparison, content.now, *found.cell) if comparison is not None else []
        return "\n".join(lines)
    if found.kind in ("card", "map"):
        return card_tip(trace, found.name, content.card(found.name).cells)
    if found.kind == "row":
        text = QCoreApplication.translate("Bench", "follow row {label} through every matrix (Esc stops)")
        return text.format(label=trace[found.name].rows[found.i])
    if found.kind == "reveal":
        return _reveal_tip(found.i)
    if found.kind == "fold":
        return QCoreApplication.translate("Bench", "fold or unfold (keys [ and ])")
    if found.kind == "head":
        if found.i in trace.spec.heads_off:
            return QCoreApplication.translate("Bench", "show head {number} (off: its H is 0)").format(number=found.i)
        return QCoreApplication.translate("Bench", "show head {number}").format(number=found.i)
    return ""
