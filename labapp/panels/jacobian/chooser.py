"""What is differentiated by what, chosen: a stream, a kind of span, its ends."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QWidget

from core.trace import Trace

from ...widgets.choice_box import ChoiceBox
from ...widgets.segmented import Segmented
from . import words
from .span import ANY, KINDS, Span, Track, ending, usual

WIDE = 760  # px from which all stands in one line


class Chooser(QWidget):
    """`changed` when a person has chosen another span."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tracks: dict[str, Track] = {}
        self.kind = KINDS[0]
        self.span: Span | None = None
        self._trace: Trace | None = None
        self._shown: object = None
        self.streams: Segmented | None = None
        self.kinds = Segmented({kind: words.translated(words.KINDS[kind]) for kind in KINDS}, self)
        self.kinds.chosen.connect(self._kind_chosen)
        self.by, self.of = ChoiceBox(self), ChoiceBox(self)
        for box in (self.by, self.of):
            box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
        self.by.activated.connect(self._from_chosen)
        self.of.activated.connect(self._to_chosen)
        self.arrow = QLabel("→", self)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)
        self._left, right = QHBoxLayout(), QHBoxLayout()
        self._left.setSpacing(10)
        right.setSpacing(6)
        self._left.addWidget(self.kinds, 4)
        for part, stretch in ((self.by, 1), (self.arrow, 0), (self.of, 1)):
            right.addWidget(part, stretch)
        self._box.addLayout(self._left, 5)
        self._box.addLayout(right, 4)
        self.retranslate()

    @property
    def track(self) -> Track | None:
        """The stream of the span."""
        return None if self.span is None else self.tracks.get(self.span.track)

    @property
    def ends(self) -> tuple[str, str] | None:
        """Which matrix is differentiated by which."""
        track, span = self.track, self.span
        return None if track is None or span is None else (track.tos[span.last], track.froms[span.first])

    def show_tracks(self, trace: Trace, tracks: dict[str, Track]) -> None:
        """Another model: the span stays where it is as far as that is there."""
        self._trace = trace
        key = (tracks, words.translated(words.KINDS[ANY]))
        if key != self._shown:
            names = tuple(tracks) != tuple(self.tracks) or self._shown is None
            self._shown, self.tracks = key, tracks
            if names:
                self._make_streams()
            self._keep()
        self._show()

    def _keep(self) -> None:
        """The nearest span that the tracks have."""
        if not self.tracks:
            self.span = None
            return
        span = self.span
        if span is None or span.track not in self.tracks:
            self.span = usual(next(iter(self.tracks.values())), self.kind)
            return
        track = self.tracks[span.track]
        if track.stack is not None and self.kind != ANY:
            self.span = usual(track, self.kind, span.first)
            return
        first = min(span.first, len(track.froms) - 1)
        ends = track.ends(first)
        self.span = Span(track.id, first, max(ends[0], min(ends[-1], span.last)))

    def _make_streams(self) -> None:
        if self.streams is not None:
            self._left.removeWidget(self.streams)
            self.streams.hide()
            self.streams.deleteLater()
            self.streams = None
        if len(self.tracks) > 1:
            self.streams = Segmented({each: words.translated(words.TRACKS[each]) for each in self.tracks}, self)
            self.streams.chosen.connect(self._stream_chosen)
            self._left.insertWidget(0, self.streams, 4)
            self.streams.show()
        self._name()

    def _show(self) -> None:
        track, span, trace = self.track, self.span, self._trace
        if track is None or span is None or trace is None:
            return
        if self.streams is not None:
            self.streams.set_value(span.track)
        self.kinds.setVisible(track.stack is not None)
        self.kinds.set_value(self.kind)
        self._fill(self.by, [words.stage_name(trace, name) for name in track.froms], span.first)
        free = self.kind == ANY or track.stack is None
        ends = track.ends(span.first) if free else tuple(range(len(track.tos)))
        self._fill(self.of, [words.stage_name(trace, track.tos[k]) for k in ends], ends.index(span.last))

    def _fill(self, box: ChoiceBox, texts: list[str], at: int) -> None:
        if [box.itemText(k) for k in range(box.count())] != texts:
            box.clear()
            box.addItems(texts)
        box.setCurrentIndex(at)
        box.setToolTip(box.currentText())

    # what a person does

    def choose(self, span: Span, kind: str) -> None:
        """Another span."""
        if (span, kind) != (self.span, self.kind):
            self.span, self.kind = span, kind
            self._show()
            self.changed.emit()

    def _stream_chosen(self, track: str) -> None:
        self.choose(usual(self.tracks[track], self.kind), self.kind)

    def _kind_chosen(self, kind: str) -> None:
        track, span = self.track, self.span
        if track is not None and span is not None:
            self.choose(span if kind == ANY else usual(track, kind, span.first), kind)

    def _from_chosen(self, at: int) -> None:
        track, span = self.track, self.span
        if track is None or span is None:
            return
        if self.kind == ANY or track.stack is None:
            self.choose(Span(track.id, at, max(span.last, track.ends(at)[0])), self.kind)
        else:
            found = usual(track, self.kind, at)
            other = found if found.first == at else Span(track.id, at, max(at, span.last))
            self.choose(other, self.kind if found.first == at else ANY)

    def _to_chosen(self, at: int) -> None:
        track, span = self.track, self.span
        if track is None or span is None:
            return
        if self.kind == ANY or track.stack is None:
            self.choose(Span(track.id, span.first, track.ends(span.first)[at]), self.kind)
        else:
            found = ending(track, self.kind, at)
            other = found if found.last == at else Span(track.id, min(span.first, at), at)
            self.choose(other, self.kind if found.last == at else ANY)

    # words

    def _name(self) -> None:
        if self.streams is not None:
            self.streams.set_names(QCoreApplication.translate("jacobian", "Stream"))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.kinds.set_texts({kind: words.translated(words.KINDS[kind]) for kind in KINDS})
        self.kinds.set_names(QCoreApplication.translate("jacobian", "What is differentiated"))
        if self.streams is not None:
            self.streams.set_texts({each: words.translated(words.TRACKS[each]) for each in self.tracks})
        self._name()
        self.by.setAccessibleName(QCoreApplication.translate("jacobian", "By the rows of"))
        self.of.setAccessibleName(QCoreApplication.translate("jacobian", "The rows of"))

    def set_wide(self, width: int) -> None:
        """One line or two."""
        way = QBoxLayout.Direction.LeftToRight if width >= WIDE else QBoxLayout.Direction.TopToBottom
        if self._box.direction() != way:
            self._box.setDirection(way)
