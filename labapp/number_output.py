"""How numbers leave the lab as text: the decimal mark of tables, and whether CSV begins with a byte order mark.

It belongs to the window, as the digits do. LaTeX and NumPy always have a point. No number is ever rounded on its way.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

POINT, COMMA = "point", "comma"
MARKS = {POINT: ".", COMMA: ","}


class NumberOutput(QObject):
    """`changed` is emitted after every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comma, self._bom = False, True

    @property
    def comma(self) -> bool:
        """Whether tables and CSV have a decimal comma, as spreadsheets in Germany expect."""
        return self._comma

    @property
    def bom(self) -> bool:
        """Whether CSV files begin with a byte order mark: without one Excel garbles labels that are not English."""
        return self._bom

    @property
    def mark(self) -> str:
        """The decimal mark."""
        return MARKS[COMMA if self._comma else POINT]

    def set_comma(self, comma: bool) -> None:
        if comma != self._comma:
            self._comma = comma
            self.changed.emit()

    def set_bom(self, bom: bool) -> None:
        if bom != self._bom:
            self._bom = bom
            self.changed.emit()
