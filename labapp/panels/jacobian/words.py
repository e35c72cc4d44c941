"""What the panel says."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from core.gradient import LOSS
from core.jacobian import norms
from core.numbers import exact, show
from core.problem import QT_TRANSLATE_NOOP
from core.residual import RESULT
from core.trace import Trace

from ...checking import error_text
from ...names import symbol_of, title_of
from . import span
from .work import Found

TRACKS = {
    span.ENCODER: QT_TRANSLATE_NOOP("jacobian", "Encoder"),
    span.DECODER: QT_TRANSLATE_NOOP("jacobian", "Decoder"),
    span.MEMORY: QT_TRANSLATE_NOOP("jacobian", "Encoder → decoder"),
}
KINDS = {
    span.SUBLAYER: QT_TRANSLATE_NOOP("jacobian", "Sublayer"),
    span.LAYER: QT_TRANSLATE_NOOP("jacobian", "Layer"),
    span.STACK: QT_TRANSLATE_NOOP("jacobian", "Stack"),
    span.ANY: QT_TRANSLATE_NOOP("jacobian", "From … to"),
}
SUBLAYERS = {
    "self": QT_TRANSLATE_NOOP("jacobian", "layer {layer}, self-attention"),
    "cross": QT_TRANSLATE_NOOP("jacobian", "layer {layer}, cross-attention"),
    "ffn": QT_TRANSLATE_NOOP("jacobian", "layer {layer}, feed-forward"),
}
OF = {
    LOSS: QT_TRANSLATE_NOOP("jacobian", "of the loss"),
    RESULT: QT_TRANSLATE_NOOP("jacobian", "of the stack's result"),
}


def translated(text: str) -> str:
    """A text of the tables in the language of the window."""
    return QCoreApplication.translate("jacobian", text)


def symbol(trace: Trace, name: str) -> str:
    """The letter of a matrix."""
    return str(symbol_of(trace[name]))


def stage_name(trace: Trace, name: str) -> str:
    """A stage in a list: "layer 2: Z, layer output"."""
    matrix = trace[name]
    said = f"{symbol_of(matrix)}, {title_of(matrix)}"
    if matrix.layer is None or "memory" in matrix.aliases or matrix.name == "memory":
        return said
    return QCoreApplication.translate("jacobian", "layer {layer}: {matrix}").format(layer=matrix.layer, matrix=said)


def sublayer_name(at: str) -> str:
    """ "layer 1, self-attention"."""
    layer, kind = at.split(".")
    return translated(SUBLAYERS[kind]).format(layer=layer[3:])


def short_stage(trace: Trace, name: str) -> str:
    """A stage under the chart: its letter with its layer."""
    matrix = trace[name]
    whose = "" if matrix.layer is None or "memory" in matrix.aliases else matrix.layer
    return f"{symbol_of(matrix)}{whose}"


def tokens(trace: Trace, name: str) -> tuple[str, ...]:
    """The rows of a matrix by their tokens."""
    matrix = trace[name]
    return trace.labels(matrix.row_axis, matrix.values.shape[0])


def block_title(trace: Trace, of: str, by: str, i: int, j: int) -> str:
    """∂Z[gave] / ∂X₀[他]."""
    rows, cols = tokens(trace, of), tokens(trace, by)
    return f"∂{symbol(trace, of)}[{rows[i]}] / ∂{symbol(trace, by)}[{cols[j]}]"


def entry_title(trace: Trace, of: str, by: str, at: tuple[int, int, int, int]) -> str:
    """∂Z[gave, 3] / ∂X₀[他, 2] of (i, r, j, s)."""
    i, r, j, s = at
    rows, cols = tokens(trace, of), tokens(trace, by)
    return f"∂{symbol(trace, of)}[{rows[i]}, {r}] / ∂{symbol(trace, by)}[{cols[j]}, {s}]"


def number(value: float) -> str:
    """Every digit, with the minus of print."""
    return exact(value).replace("-", "−") if math.isfinite(value) else show(value)


def rounded(value: float) -> str:
    """Three digits."""
    return show(value, 3, significant=True)


def entry_tip(title: str, value: float, way: bool) -> str:
    """What stands under the pointer."""
    return f"{title} = {number(value)}" if way else f"{title} = 0\n{no_way_short()}"


def no_way_short() -> str:
    return QCoreApplication.translate("jacobian", "no way: a mask, a pin or the model itself stands between")


def no_way(row: str, column: str) -> str:
    return QCoreApplication.translate(
        "jacobian", "No way from {column} to {row}: exactly 0, whatever the weights are."
    ).format(row=row, column=column)


def block_tip(title: str, size: float, way: bool, known: bool) -> str:
    """A block in the grid."""
    if not way:
        return f"{title}\n{no_way_short()}"
    if not known:
        return f"{title}\n" + QCoreApplication.translate("jacobian", "click to work out this row of blocks")
    return f"{title}\n" + QCoreApplication.translate("jacobian", "Frobenius norm {size}").format(size=rounded(size))


def sizes(frobenius: float, spectral: float | None, d: tuple[int, int]) -> str:
    """What stands beside the title of the large block."""
    said = QCoreApplication.translate("jacobian", "{rows}×{columns} · Frobenius norm {size}").format(
        rows=d[0], columns=d[1], size=rounded(frobenius)
    )
    if spectral is None:
        return said
    return (
        said
        + " · "
        + QCoreApplication.translate("jacobian", "largest singular value {size}").format(size=rounded(spectral))
    )


def tried(title: str, value: float, difference: float | None, kink: bool, single: bool) -> str:
    """An entry, and what moving the cell says."""
    lines = [f"{title} = {number(value)}"]
    if difference is None:
        lines.append(QCoreApplication.translate("jacobian", "moving the cell both ways …"))
        return "\n".join(lines)
    apart = abs(value - difference)
    if not math.isfinite(apart):
        said = QCoreApplication.translate("jacobian", "moving the cell both ways: {difference}")
        return "\n".join([*lines, said.format(difference=number(difference))])
    lines.append(
        QCoreApplication.translate("jacobian", "moving the cell both ways: {difference} · apart by {gap}").format(
            difference=number(difference), gap=error_text(apart)
        )
    )
    if single:
        lines.append(QCoreApplication.translate("jacobian", "The model computes in float32, the check in float64."))
    elif kink and apart > 1e-5 * max(1.0, abs(difference)):
        lines.append(
            QCoreApplication.translate("jacobian", "The step may have crossed a kink of ReLU, where there is no slope.")
        )
    return "\n".join(lines)


def hint() -> str:
    return QCoreApplication.translate("jacobian", "Click a number: the cell is moved a little, as a check.")


def state(found: Found, seconds: float) -> str:
    """How many blocks there are, and who worked them out."""
    n, m = found.jacobian.ways.shape
    d = found.jacobian.values.shape[1], found.jacobian.values.shape[3]
    by = (
        QCoreApplication.translate("jacobian", "compiled")
        if found.jacobian.executor == "jit"
        else QCoreApplication.translate("jacobian", "NumPy")
    )
    said = QCoreApplication.translate("jacobian", "{n}×{m} blocks of {r}×{s} · {time} ms, {executor}")
    time = show(seconds * 1000, 2, significant=True)
    return said.format(n=n, m=m, r=d[0], s=d[1], time=time, executor=by)


def too_large(n: int, m: int, r: int, s: int) -> str:
    return QCoreApplication.translate(
        "jacobian",
        "{n}×{m} blocks of {r}×{s} are {count} million numbers: too many at once. "
        "Click a block, and its row of blocks is worked out.",
    ).format(n=n, m=m, r=r, s=s, count=show(n * m * r * s / 1e6, 2, significant=True))


def working() -> str:
    return QCoreApplication.translate("jacobian", "being worked out …")


def nothing_here() -> str:
    return QCoreApplication.translate(
        "jacobian",
        "This model is an attention by itself: it has no stack of layers with residuals. "
        "Choose an encoder or a decoder in the model panel.",
    )


def proof(found: Found, i: int, j: int) -> str:
    """What the direct way is worth in this block, and that the pieces add up."""
    apart = found.apart
    assert apart is not None
    k, d = apart.rows.index(i), apart.out.shape[1]
    direct = norms(apart.identity[k, :, j, :], (0, 1))
    if direct == 0 and apart.identity.any():
        said = QCoreApplication.translate("jacobian", "Between two rows there is no direct way: I is 0 here.")
    elif direct == 0:
        said = QCoreApplication.translate("jacobian", "There is no direct way: the residual is off or held by a pin.")
    else:
        goes = float(norms(apart.out[k, :, j, :], (0, 1)))
        said = QCoreApplication.translate(
            "jacobian", "The direct way alone has size √{d} = {direct}; what goes on has {size}."
        ).format(d=d, direct=rounded(float(direct)), size=rounded(goes))
    return f"{said} {gap(found)}"


def gap(found: Found) -> str:
    """That the pieces add up."""
    if found.gap == 0:
        return QCoreApplication.translate(
            "jacobian", "Put together, the pieces of all blocks equal one walk through the sublayer to the bit."
        )
    return QCoreApplication.translate(
        "jacobian", "Put together, the pieces of all blocks equal one walk through the sublayer but for {gap}."
    ).format(gap=error_text(found.gap))


def choose_sublayer() -> str:
    return QCoreApplication.translate("jacobian", "One residual at a time can be taken apart:")


def no_residual() -> str:
    return QCoreApplication.translate(
        "jacobian", "This way leads through attention to another stream: no row of it goes on directly."
    )


def only_norm() -> str:
    return QCoreApplication.translate("jacobian", "This is the norm at the end of the stack: it has no residual.")


def no_depth() -> str:
    return QCoreApplication.translate(
        "jacobian", "Gradients by depth: this model has no loss, and its result is too large to differentiate whole."
    )


def no_norms() -> str:
    return QCoreApplication.translate("jacobian", "Norms are off: pre-norm and post-norm are one model.")
