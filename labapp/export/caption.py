"""The caption of a figure: what it shows, and every setting of the model that is not the usual one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QPointF
from PySide6.QtGui import QColor, QPainter

from core.fields import FIELDS
from core.numbers import plain
from core.spec import ModelSpec
from core.trace import Trace
from labapp import models, text
from labapp.bench.metrics import Metrics
from labapp.labels import choice_label, field_label
from labapp.names import symbol_of, title_of

from .painters import kept
from .sheet import Sheet

SEPARATOR = "  ·  "
NARROWEST = 320  # pixels: a caption is no column of single words
LINE = 1.45  # of the text height


def lines(trace: Trace, names: Sequence[str] = ()) -> list[list[str]]:
    """The parts of each line: the model; the matrices, each by symbol, title and name; the settings."""
    workspace = trace.workspace
    title = models.title(workspace, text.language())
    matrices = [trace[name] for name in names]
    shown = [" ".join(part for part in (str(symbol_of(m)), title_of(m), f"({m.name})") if part) for m in matrices]
    return [line for line in ([title] if title else [], shown, settings(trace)) if line]


def settings(trace: Trace) -> list[str]:
    """“label: value” of each field that differs from its default and can have an effect here."""
    said = QCoreApplication.translate("export", "{label}: {value}")
    usual, spec, lengths = ModelSpec(), trace.spec, trace.workspace.lengths(trace.sample)
    return [
        said.format(label=field_label(name), value=_value(getattr(spec, name)))
        for name, field in FIELDS.items()
        if getattr(spec, name) != getattr(usual, name) and field.idle(spec, lengths) is None
    ]


def _value(value: object) -> str:
    if isinstance(value, bool):
        on, off = QCoreApplication.translate("export", "on"), QCoreApplication.translate("export", "off")
        return on if value else off
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value) or choice_label("none")
    return plain(value) if isinstance(value, int | float) else choice_label(str(value))


def with_caption(sheet: Sheet, parts: Sequence[Sequence[str]]) -> Sheet:
    """The sheet with lines below it; each breaks between its parts, or inside one that is too long."""
    m = sheet.style.metrics
    margin = m.snap(m.px * 0.75)
    width = max(sheet.width, NARROWEST)
    room = width - 2 * margin
    written = [(number == 0, line) for number, line_parts in enumerate(parts) for line in _wrapped(line_parts, room, m)]
    step = m.snap(m.px * LINE)

    def body(painter: QPainter) -> None:
        with kept(painter):
            sheet.body(painter)
        painter.setFont(m.ui)
        for k, (first, line) in enumerate(written):
            painter.setPen(QColor(sheet.style.palette.text if first else sheet.style.palette.quiet))
            painter.drawText(QPointF(margin, sheet.height + m.snap(m.px * 0.9) + k * step), line)

    height = sheet.height + round(step * len(written) + margin)
    return replace(sheet, width=width, height=height, body=body)


def _wrapped(parts: Sequence[str], room: float, m: Metrics) -> list[str]:
    """The parts in lines of at most `room` pixels."""
    out: list[str] = []
    for part in parts:
        if out and m.text(out[-1] + SEPARATOR + part) <= room:
            out[-1] += SEPARATOR + part
        else:
            out += _cut(part, room, m)
    return out


def _cut(part: str, room: float, m: Metrics) -> list[str]:
    """One part in as many lines as it needs, broken at spaces where there are some, else anywhere."""
    pieces: list[str] = []
    while m.text(part) > room and len(part) > 1:
        end = next(k for k in range(len(part) - 1, 0, -1) if k == 1 or m.text(part[:k]) <= room)
        space = part.rfind(" ", 1, end + 1)
        end = space if space > 0 else end
        pieces.append(part[:end].rstrip())
        part = part[end:].lstrip()
    return [*pieces, part]
