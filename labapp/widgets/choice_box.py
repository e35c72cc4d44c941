"""A list that opens: it leaves the wheel to the column in which it stands."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class ChoiceBox(QComboBox):
    """Chooses by click and keys; the wheel scrolls the panel, where Qt's own would choose something else."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
