"""A segmented control: a few choices side by side, exactly one of them on. Many choices stand in several rows."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from .tint import Role, accent, edge, mix, role, soft_accent

HEIGHT = 29
PAD = 9
RADIUS = 5.5
MOST_IN_ROW = 4
GAP = 4  # between two rows


class Segment(QRadioButton):
    """One choice; a radio button underneath, so arrow keys walk the group and screen readers know it."""

    def __init__(self, key: str, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.key = key
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Bold)
        return font

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self._bold()).horizontalAdvance(self.text()) + 2 * PAD, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width() - PAD, HEIGHT)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        painter.setFont(self._bold() if on else self.font())
        painter.setPen(accent(self) if on and self.isEnabled() else role(self, Role.ButtonText))
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), text)
        if self.hasFocus():
            painter.setPen(QPen(accent(self), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)


class Segmented(QWidget):
    """Choices by key; `chosen(key)` is emitted when a person picks another one, never by `set_value`."""

    chosen = Signal(str)

    def __init__(self, choices: Mapping[str, str], parent: QWidget | None = None, in_row: int = MOST_IN_ROW) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._segments: dict[str, Segment] = {}
        self._value = ""
        self._rows: list[list[Segment]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(GAP)
        for keys in rows(list(choices), in_row):
            row = QHBoxLayout()
            row.setSpacing(0)
            column.addLayout(row)
            self._rows.append([])
            for key in keys:
                segment = Segment(key, choices[key], self)
                self._segments[key] = segment
                self._rows[-1].append(segment)
                self._group.addButton(segment)
                row.addWidget(segment)
        self._group.buttonClicked.connect(self._clicked)

    def value(self) -> str:
        """The key that is on ("" before the first `set_value`)."""
        return self._value

    def segment(self, key: str) -> Segment:
        """The button of a choice."""
        return self._segments[key]

    def set_value(self, key: str) -> None:
        """Turn `key` on without saying so."""
        self._value = key
        self._segments[key].setChecked(True)
        self.update()

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Rename the choices (another language)."""
        for key, text in texts.items():
            self._segments[key].setText(text)
            self._segments[key].updateGeometry()

    def set_names(self, name: str) -> None:
        """What the whole control is called; each choice is read as "name: choice"."""
        self.setAccessibleName(name)
        for segment in self._segments.values():
            segment.setAccessibleName(f"{name}: {segment.text()}")

    def set_description(self, text: str) -> None:
        """The tooltip and accessible description of the control and its choices."""
        for widget in (self, *self._segments.values()):
            widget.setToolTip(text)
            widget.setAccessibleDescription(text)

    def _clicked(self, button: Segment) -> None:
        if button.key != self._value:
            self._value = button.key
            self.update()
            self.chosen.emit(button.key)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            for segment in self._segments.values():  # an application style sheet keeps fonts from being inherited
                segment.setFont(self.font())
        if event.type() in (QEvent.Type.EnabledChange, QEvent.Type.PaletteChange):
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in self._rows:
            self._paint_row(painter, row)

    def _paint_row(self, painter: QPainter, row: list[Segment]) -> None:
        first, last = row[0].geometry(), row[-1].geometry()
        frame = QRectF(0, first.top(), self.width(), first.height()).adjusted(0.5, 0.5, -0.5, -0.5)
        base = role(self, Role.Base)
        painter.setPen(QPen(edge(self), 1))
        painter.setBrush(base)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        for segment in row:
            box = QRectF(segment.geometry()).adjusted(0.5, 0.5, -0.5, -0.5)
            if segment.isChecked():
                ground = soft_accent(self) if self.isEnabled() else mix(base, edge(self), 0.4)
                painter.setPen(QPen(ground, 1))
                painter.setBrush(ground)
                painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS - 1, RADIUS - 1)
        painter.setPen(QPen(edge(self), 1))
        for segment in row[1:]:
            x = segment.geometry().left() + 0.5
            painter.drawLine(int(x), last.top() + 2, int(x), last.bottom() - 2)


def rows(keys: list[str], most: int = MOST_IN_ROW) -> list[list[str]]:
    """The choices in as few rows as there can be, of nearly equal length: 5 are 3 and 2, 8 are 4 and 4."""
    count = -(-len(keys) // most)
    length = -(-len(keys) // count) if count else 1
    return [keys[start : start + length] for start in range(0, len(keys), length)]
