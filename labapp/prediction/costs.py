"""Multiplications by part, this step and so far, with the cache and without: a small table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.cost import ATTENTION, FEED_FORWARD, HEAD, PARTS, PROJECTIONS

from .. import fonts
from ..generating.free_run import Cost
from ..text import THIN, grouped
from ..widgets.tint import Role

LINE = 19  # px
NAME = 96  # px


def part_name(part: str) -> str:
    """A part in the language of the window."""
    return {
        PROJECTIONS: QCoreApplication.translate("prediction", "projections"),
        ATTENTION: QCoreApplication.translate("prediction", "attention"),
        FEED_FORWARD: QCoreApplication.translate("prediction", "feed-forward"),
        HEAD: QCoreApplication.translate("prediction", "vocabulary head"),
    }[part]


def counted(number: int) -> str:
    """A number of multiplications, in millions where it is long."""
    return grouped(number) if number < 10**7 else f"{grouped(round(number / 1e6))}{THIN}M"


class Costs(QWidget):
    """Rows are parts and their sum; the columns are two pairs, with the cache and without it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[tuple[str, ...]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_costs(self, step: Cost, so_far: Cost) -> None:
        """Show the multiplications of the newest row's step, and those of all steps."""
        columns = (step.kept, step.all_again, so_far.kept, so_far.all_again)
        self.rows = [(part_name(part), *(counted(column[part]) for column in columns)) for part in PARTS]
        all_ = QCoreApplication.translate("prediction", "all")
        self.rows.append((all_, *(counted(sum(column.values())) for column in columns)))
        self.setAccessibleName(QCoreApplication.translate("prediction", "Multiplications"))
        heads = self._heads()
        self.setAccessibleDescription(
            "\n".join(
                f"{row[0]}: " + ", ".join(f"{head} {cell}" for head, cell in zip(heads, row[1:], strict=True))
                for row in self.rows
            )
        )
        self.update()

    def _heads(self) -> tuple[str, str, str, str]:
        step = QCoreApplication.translate("prediction", "this step")
        far = QCoreApplication.translate("prediction", "so far")
        with_ = QCoreApplication.translate("prediction", "cache")
        without = QCoreApplication.translate("prediction", "without")
        return f"{step}, {with_}", f"{step}, {without}", f"{far}, {with_}", f"{far}, {without}"

    def sizeHint(self) -> QSize:
        return QSize(380, LINE * 7 + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self.palette()
        text, quiet, edge = (palette.color(r) for r in (Role.WindowText, Role.PlaceholderText, Role.Mid))
        font = fonts.ui_font(12)
        painter.setFont(font)
        face = QFontMetrics(font)
        column = min(96.0, (self.width() - NAME) / 4)
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painter.setPen(quiet)
        step = QCoreApplication.translate("prediction", "this step")
        far = QCoreApplication.translate("prediction", "so far")
        painter.drawText(QRectF(NAME, 0, 2 * column, LINE), middle | right, step)
        painter.drawText(QRectF(NAME + 2 * column, 0, 2 * column, LINE), middle | right, far)
        with_ = QCoreApplication.translate("prediction", "cache")
        without = QCoreApplication.translate("prediction", "without")
        for k, head in enumerate((with_, without, with_, without)):
            painter.drawText(QRectF(NAME + k * column, LINE, column, LINE), middle | right, head)
        last = len(self.rows) - 1
        for at, row in enumerate(self.rows):
            y = (2 + at) * LINE + (4 if at == last else 0)
            if at == last:
                painter.setPen(QPen(edge, 1))
                painter.drawLine(0, y - 2, int(NAME + 4 * column), y - 2)
            painter.setPen(quiet)
            painter.drawText(
                QRectF(0, y, NAME, LINE), middle, face.elidedText(row[0], Qt.TextElideMode.ElideRight, NAME)
            )
            for k, cell in enumerate(row[1:]):
                painter.setPen(text if k % 2 == 0 else quiet)
                painter.drawText(QRectF(NAME + k * column, y, column, LINE), middle | right, cell)
