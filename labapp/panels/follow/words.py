"""The words of the way of a row: what its sublayers are called, what it reads there, and how the way ends."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.follow import PREDICTION, READ_BY, READING, Stage
from core.numbers import show
from core.spec import ModelSpec
from core.trace import Trace

from ...bench import labels
from ...names import symbol_of, title_of

FEW = 5  # tokens that are named one by one


def row_name(trace: Trace, axis: str, row: int) -> str:
    """The followed row by its token, and which one it is: tokens may be the same."""
    token = trace.labels(axis, 0)[row]
    texts = {
        "src": QCoreApplication.translate("follow", "{token} · row {row} of the source"),
        "tgt": QCoreApplication.translate("follow", "{token} · row {row} of the target"),
        "kv": QCoreApplication.translate("follow", "{token} · row {row} of keys and values"),
    }
    two = trace.spec.encodes and trace.spec.decodes or trace.spec.kind in ("decoder", "attention")
    text = texts[axis] if two else QCoreApplication.translate("follow", "{token} · row {row}")
    return text.format(token=token, row=row)


def place_title(trace: Trace, place: str) -> str:
    """What the bench calls the part of the model where a stage stands."""
    spec = trace.spec
    two, layers = spec.encodes and spec.decodes, _layers(spec)
    stack, _, part = place.partition(".")
    if place in ("src", "tgt", "kv") and spec.inputs == "rows":
        return QCoreApplication.translate("follow", "Input rows")
    if place in ("src", "tgt", "kv"):
        return labels.text_title(place, two)
    if place == "out":
        return labels.band_title("head")
    if place == "att":
        return labels.band_title("attention")
    if place == "memory":
        return QCoreApplication.translate("follow", "The encoder's output")
    if part == "norm":
        return labels.final_norm_title(stack, two)
    kind = {"self": "self_attention", "cross": "cross_attention", "ffn": "ffn"}[part]
    if kind == "self_attention" and f"{place}.mask.causal" in trace:
        kind = "masked_attention"
    return labels.layer_title(stack[:3], int(stack[3:]), labels.band_title(kind), two, layers > 1)


def _layers(spec: ModelSpec) -> int:
    return max(spec.enc_layers * spec.encodes, spec.dec_layers * spec.decodes)


def reads(trace: Trace, found: Sequence[Stage]) -> str:
    """What the stages of one sublayer read, by the names of the tokens; "" where nothing is read."""
    reading = [stage for stage in found if stage.kind in (READING, READ_BY)]
    if not reading:
        return ""
    tokens = {source.index: source.token for stage in reading for source in stage.sources}
    names = QCoreApplication.translate("follow", ", ").join(tokens[j] for j in sorted(tokens))
    read_by = reading[0].kind == READ_BY
    if not tokens:
        nothing = QCoreApplication.translate("follow", "reads nothing: every key is hidden")
        return QCoreApplication.translate("follow", "nobody reads it: it is hidden") if read_by else nothing
    total = len(reading[0].values)
    if len(tokens) <= FEW:
        text = QCoreApplication.translate("follow", "reads {tokens}")
        return (QCoreApplication.translate("follow", "read by {tokens}") if read_by else text).format(tokens=names)
    if len(tokens) == total:
        text = QCoreApplication.translate("follow", "reads all {count} rows")
        text = QCoreApplication.translate("follow", "read by all {count} rows") if read_by else text
        return text.format(count=total)
    text = QCoreApplication.translate("follow", "reads {count} of {total} rows")
    text = QCoreApplication.translate("follow", "read by {count} of {total} rows") if read_by else text
    return text.format(count=len(tokens), total=total)


def ending(trace: Trace, axis: str, found: Sequence[Stage]) -> str:
    """How the way ends where it doesn't end in a prediction; "" where it does."""
    if not found or found[-1].kind == PREDICTION:
        return ""
    if found[-1].kind == READ_BY:
        return QCoreApplication.translate(
            "follow", "Here the way ends: others read this row, it predicts nothing itself."
        )
    symbol = symbol_of(trace[found[-1].node])
    return QCoreApplication.translate(
        "follow", "The way ends at {symbol}: this model has no vocabulary, so nothing is predicted."
    ).format(symbol=symbol)


def length_text(stage: Stage, written: str) -> str:
    """The length of the row, or of a column of weights what it is."""
    if stage.kind == READ_BY:
        return QCoreApplication.translate("follow", "as others weigh it")
    return QCoreApplication.translate("follow", "length {length}").format(length=written)


def spoken(trace: Trace, stage: Stage, at: int, count: int) -> str:
    """A stage for a screen reader: where it stands, what it is, what it reads and how long it is."""
    matrix = trace[stage.node]
    said = [
        QCoreApplication.translate("follow", "stage {at} of {count}").format(at=at + 1, count=count),
        place_title(trace, stage.place),
        " ".join(part for part in (str(symbol_of(matrix)), title_of(matrix)) if part),
        length_text(stage, show(stage.length, 4, significant=True)),
    ]
    said += [f"{source.token} {show(source.weight, 3)}" for source in stage.sources[:3]]
    return QCoreApplication.translate("follow", ", ").join(said)


def stage_tip(trace: Trace, stage: Stage) -> str:
    """The tooltip beside the cells: what the matrix is, and what a click does."""
    matrix = trace[stage.node]
    name = " ".join(part for part in (str(symbol_of(matrix)), title_of(matrix), f"({stage.node})") if part)
    lines = [name]
    if stage.kind != READ_BY:
        text = QCoreApplication.translate("follow", "Euclidean length √(x₀² + x₁² + …) = {length}")
        lines.append(text.format(length=show(stage.length, 6, significant=True)))
    lines.append(QCoreApplication.translate("follow", "click: go there on the bench"))
    return "\n".join(lines)


def source_tip(stage: Stage, token: str) -> str:
    """The tooltip of a source."""
    if stage.kind == PREDICTION:
        return QCoreApplication.translate("follow", "how probable {token} is as the next token").format(token=token)
    if stage.kind == READ_BY:
        return QCoreApplication.translate("follow", "{token} reads this row; click: follow {token}").format(token=token)
    return QCoreApplication.translate("follow", "it reads {token}; click: follow {token}").format(token=token)
