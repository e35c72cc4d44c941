"""The strip below the bench: the last act and what it moved, the cost of the run, and what a person must be told."""

from __future__ import annotations

from collections.abc import Container, Iterable
from weakref import WeakKeyDictionary

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from core.graph import Graph
from core.numbers import show
from core.trace import Trace, layer_of

from . import files, fonts, text
from .bench import labels, sections
from .document import Document
from .widgets.labels import ElidedLabel
from .widgets.tint import Role

SETTLE_MS = 80  # what moved is told when a drag pauses, not sixty times a second
FIRST, LAST = 5, 1  # how many symbols of a long list are named


class StatusStrip(QWidget):
    """Follows the document; `say(sentence)` shows a sentence until the next act or message."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._message = ""
        self.act = ElidedLabel(self)
        self.act.setFont(fonts.ui_font(13, bold=True))
        self.moved = ElidedLabel(self, colour=Role.PlaceholderText)
        self.message = ElidedLabel(self, colour=Role.BrightText)
        self.message.setFont(fonts.ui_font(13, bold=True))
        self.run = ElidedLabel(self, colour=Role.PlaceholderText)
        self.run.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.act.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        for label in (self.moved, self.run):
            label.setFont(fonts.ui_font(13))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 14, 3)
        row.setSpacing(12)
        row.addWidget(self.act)
        row.addWidget(self.moved, 1)
        row.addWidget(self.message, 1)
        row.addWidget(self.run)
        self.message.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._tell)
        document.changed.connect(self._changed)
        document.lasts.connect(self._lasts)
        self._tell()

    def say(self, sentence: str, calm: bool = False) -> None:
        """Show `sentence` and have screen readers read it; "" shows the last act again. `calm`: all is well."""
        if not sentence and not self._message:
            return
        self._message = sentence
        self.message.set_colour(Role.WindowText if calm else Role.BrightText)
        self.message.set_text(sentence)
        self.message.setVisible(bool(sentence))
        self.act.setVisible(not sentence and bool(self.act.text()))
        self.moved.setVisible(not sentence)
        if sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, sentence))

    def said(self) -> str:
        """The message that stands."""
        return self._message

    def _lasts(self) -> None:
        self.say("")
        self._tell()

    def _changed(self, trace: object) -> None:
        if not self._document.lasting:  # a frame of what lasts is no act: what was said is still to be read
            self.say("")
        if not self._document.acting:
            self.run.set_text(run_text(self._document))
        if not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        document = self._document
        label = text.retold(document.act_label if document.lasting else document.label)
        self.act.set_text(label)
        self.act.setVisible(bool(label) and not self._message)
        # Before the first act: where the numbers of this model come from.
        note = files.note_of(document.workspace)
        if document.lasting:  # such as training: every frame moves nearly everything
            note = ""
        elif label:
            note = moved_text(document.trace, document.before)
        self.moved.set_text(note)
        self.run.set_text(run_text(document))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._tell()


def run_text(document: Document) -> str:
    """ "12 of 60 nodes · 6 µs · compiled"."""
    report = document.report
    words = {
        "jit": QCoreApplication.translate("status", "compiled"),
        "numpy": QCoreApplication.translate("status", "NumPy"),
    }
    return QCoreApplication.translate("status", "{run} of {nodes} nodes · {time} · {executor}").format(
        run=report.nodes_run,
        nodes=report.nodes,
        time=time_text(report.seconds),
        executor=words.get(report.executor, report.executor),
    )


def time_text(seconds: float) -> str:
    """A short time with two digits that mean something: 6 µs, 1.2 ms, 3.4 s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            number = seconds / size
            return f"{number:.1f} {unit}" if number < 9.95 and unit != "µs" else f"{number:.0f} {unit}"
    return ""


def moved_text(trace: Trace, before: Trace) -> str:
    """Which results the last act moved and which stayed equal to the bit; "" when nothing can be compared."""
    if trace is before:
        return ""
    odd = first_nonfinite(trace)
    pieces = [odd] if odd else []
    moved: list[str] = []
    stayed: list[str] = []
    differing = trace.differing(before)
    for node in trace.graph.nodes:
        if node.role == "result" and node.display != "mask" and _comparable(trace, before, node.name):
            (moved if node.name in differing else stayed).append(node.name)
    if moved:
        pieces.append(QCoreApplication.translate("status", "moved: {matrices}").format(matrices=symbols(trace, moved)))
    if stayed:
        told = symbols(trace, stayed, {group_of(trace, name) for name in moved})
        pieces.append(QCoreApplication.translate("status", "stayed: {matrices}").format(matrices=told))
    return "   ·   ".join(pieces)


def _comparable(trace: Trace, before: Trace, name: str) -> bool:
    """Whether both have the matrix, in one shape and precision."""
    if trace.graph is before.graph:
        return trace.spec.precision == before.spec.precision
    same = name in before.graph and before.graph[name].shape == trace.graph[name].shape
    return same and trace.spec.precision == before.spec.precision


def first_nonfinite(trace: Trace) -> str:
    """Where NaN or ±∞ first stands: what comes after may be made from it. "" where every number is finite."""
    found = trace.nonfinite()
    if found is None:
        return ""
    name, i, j = found
    matrix = trace[name]
    places = ", ".join(label for label in (matrix.rows[i], matrix.cols[j]) if label)
    return QCoreApplication.translate("status", "first not finite: {symbol}[{place}] = {value}").format(
        symbol=text.symbol_of(matrix), place=places, value=show(matrix.values[i, j])
    )


def group_of(trace: Trace, name: str) -> str:
    """The layer that a matrix belongs to, in words; "" outside of layers and where there is one layer alone."""
    layer = layer_of(name)
    if layer is None or not sections.rises(trace.spec):
        return ""
    two = trace.spec.encodes and trace.spec.decodes
    return labels.layer_title(name[:3], layer, "", two, True)


def symbols(trace: Trace, names: Iterable[str], partly: Container[str] | None = None) -> str:
    """The symbols of some matrices by layer, a long list shortened.

    Where `partly` names the layers with matrices that aren't among them, the others are told by their name alone.
    """
    groups: dict[str, list[str]] = {}
    told: dict[tuple[str, int | None], str] = {}  # of the matrices of one layer the same
    for name in names:
        layer = name[:3], layer_of(name)
        if layer not in told:
            told[layer] = group_of(trace, name)
        groups.setdefault(told[layer], []).append(_symbol(trace, name))
    pieces = []
    for group, found in groups.items():
        listed = shortened(list(dict.fromkeys(found)))
        if group and partly is not None and group not in partly:
            listed = group
        elif group:
            listed = QCoreApplication.translate("status", "{layer}: {matrices}").format(layer=group, matrices=listed)
        pieces.append(listed)
    return "; ".join(pieces)


_symbols: WeakKeyDictionary[Graph, dict[tuple[str, str], str]] = WeakKeyDictionary()


def _symbol(trace: Trace, name: str) -> str:
    """The symbol of a matrix; looked up once for a graph and a language."""
    known, key = _symbols.setdefault(trace.graph, {}), (text.language(), name)
    if key not in known:
        known[key] = str(text.symbol_of(trace[name]))
    return known[key]


def shortened(found: list[str]) -> str:
    """A list of symbols with its middle left out when it is long."""
    if len(found) <= FIRST + LAST + 1:
        return " ".join(found)
    return " ".join([*found[:FIRST], "…", *found[-LAST:]])
