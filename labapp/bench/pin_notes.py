"""What is held on a band, said in its title line: "◆ pinned: A¹[gave, I] held at 0.9 (natural 0.3141)"."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt

from core.numbers import show
from core.trace import Trace

from .metrics import Metrics
from .pin_entries import Entry, held_in, values_text
from .pinning import span_name
from .places import Band
from .richtext import metrics as font_metrics


def with_note(trace: Trace, band: Band, m: Metrics) -> Band:
    """The band with its note, shortened to the room right of its title; itself where nothing on it is held."""
    pinned = {name for sample, name in trace.workspace.pins if sample == trace.sample}
    found = [entry for name in band.names if name in pinned and name in trace for entry in held_in(trace, name)]
    if not found:
        return band
    room = max(0.0, band.rect.right() - m.band_pad - band.subtitle_at.x())
    face, choices = font_metrics(m.ui), note_texts(trace, found)
    note = next((text for text in choices if face.horizontalAdvance(text) <= room), choices[-1])
    return replace(band, note=face.elidedText(note, Qt.TextElideMode.ElideRight, room))


def note_texts(trace: Trace, found: list[Entry]) -> list[str]:
    """The first of some entries in words and how many more there are, the longest text first."""
    first = found[0]
    cells, value = span_name(trace[first.span.name], first.span), values_text(first.values)
    if first.natural is None:
        text = QCoreApplication.translate("Bench", "◆ pinned: {cells} held at {value}").format(cells=cells, value=value)
    else:
        text = QCoreApplication.translate("Bench", "◆ pinned: {cells} held at {value} (natural {natural})")
        text = text.format(cells=cells, value=value, natural=show(first.natural, 4, significant=True))
    long, short = text, f"◆ {cells} = {value}"
    if first.total is not None:
        said = QCoreApplication.translate("Bench", "row sums to {total}")
        long += "  ·  " + said.format(total=show(first.total, 4, significant=True))
    if len(found) > 1:
        more = "  ·  " + QCoreApplication.translate("Bench", "and {count} more").format(count=len(found) - 1)
        long, text, short = long + more, text + more, f"{short} · +{len(found) - 1}"
    return [long, text, short]
