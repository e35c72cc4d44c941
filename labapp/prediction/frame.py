"""The frame around each card of the right column; and a card that follows the desk while it is seen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from .. import fonts
from ..colours import palette_of
from ..desk import Desk
from . import Card, title_of
from .looked import looked

PAD = 13
TITLE = 15  # px


class Frame(QWidget):
    """Holds a card's widget under its title, and takes no room where the widget hides itself."""

    def __init__(self, card: Card, content: QWidget) -> None:
        super().__init__()
        self._card = card
        self.content = content
        self.title = QLabel(self)
        self.title.setFont(fonts.ui_font(TITLE, bold=True))
        self.title.setVisible(bool(card.title))
        column = QVBoxLayout(self)
        column.setContentsMargins(PAD, PAD - 2, PAD, PAD)
        column.setSpacing(7)
        column.addWidget(self.title)
        column.addWidget(content)
        content.installEventFilter(self)
        if content.isHidden() and content.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Say the title in the language of the window."""
        self.title.setText(title_of(self._card))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.setVisible(not self.content.isHidden())
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = palette_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.edge), 1))
        painter.setBrush(QColor(colours.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()


class Following(QWidget):
    """The widget of a card. `refresh` shows what there is now; it is asked for when something is another, but not while
    nobody sees the card: then, when somebody does."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.looked = looked(desk)
        self._stale = True
        desk.predicted.changed.connect(self.later)
        desk.selection.changed.connect(self.later)
        self.looked.changed.connect(self.later)

    def refresh(self) -> None:
        raise NotImplementedError

    def want(self, wanted: bool) -> None:
        """Take part in the column, or leave it: this model has nothing to say here."""
        if wanted is self.isHidden() and self.parentWidget() is not None:
            self.setVisible(wanted)

    def later(self) -> None:
        """Show what is another, now or when it is seen. A card that hides itself is looked after, too."""
        frame = self.parentWidget()
        column = frame.parentWidget() if frame is not None else None
        if self.isVisible() or (column is not None and column.isVisible()):
            self._stale = False
            self.refresh()
        else:
            self._stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.later()
