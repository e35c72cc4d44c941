"""The panel of boxes: made anew where the architecture or the folds change, painted anew where numbers do."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from ... import theme
from ...bench.sections import section_of
from ...desk import Desk
from ...widgets.labels import Caption
from .box import Box
from .boxes import BoxPlan, boxes

SETTLE_MS = 40  # the maps follow a drag a little later than the bench: the bench comes first
MARGIN, GAP = 10, 6  # px


class OverviewPanel(QWidget):
    """The architecture of the document's model, the result at the top."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._document, self._selection = desk.document, desk.selection
        self._settle = desk.settle
        self.boxes: list[Box] = []
        self._plans: object = None
        self._stale = False
        self.setObjectName("panelBody")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 2, MARGIN, 6)
        self._column.setSpacing(GAP)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self.refresh)
        self._document.changed.connect(self._later)
        self._selection.changed.connect(self._later)
        self._selection.moved.connect(self._later)
        self.retranslate()
        self.refresh()

    def _later(self, *_: object) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def refresh(self) -> None:
        """Show the model as it is now, or remember to when the dock comes back."""
        self._stale = not self.isVisible()
        if self._stale and self.boxes:
            return
        trace = self._document.trace
        plans = boxes(trace, self._selection.open)
        if plans != self._plans:
            self._plans = plans
            self._make(plans)
        if self._stale:
            return
        colours = theme.palette("dark" if self.palette().window().color().lightness() < 128 else "light")
        here = self.here()
        for box in self.boxes:
            box.show_trace(trace, self._selection.row, box is here, colours)

    def here(self) -> Box | None:
        """The box of the part that is in view."""
        place = self._selection.place
        exact = next((box for box in self.boxes if box.plan.place == place), None)
        section = section_of(self._document.workspace.spec, place)
        return exact or next((box for box in self.boxes if section and box.plan.section == section), None)

    def _make(self, plans: list[tuple[str, list[BoxPlan]]]) -> None:
        focused = next((box.plan.place for box in self.boxes if box.hasFocus()), "")
        while (item := self._column.takeAt(0)) is not None:
            gone = item.widget()
            if gone is not None:
                gone.hide()
                gone.deleteLater()
        self.boxes = []
        for caption, found in plans:
            if caption:
                label = Caption(caption, self)
                self._column.addWidget(label)
            for plan in found:
                box = Box(plan, self)
                box.clicked.connect(self._clicked)
                self._column.addWidget(box)
                self.boxes.append(box)
                if plan.place == focused or (focused and focused.startswith(plan.section + ".")):
                    box.setFocus()
        self._column.addStretch(1)

    def _clicked(self) -> None:
        box = self.sender()
        if isinstance(box, QAbstractButton) and isinstance(box, Box) and self._settle():
            self._selection.go(box.plan.place)

    def retranslate(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("panels", "Overview"))
        self._plans = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.refresh()
        elif event.type() == QEvent.Type.PaletteChange:
            self._later()
