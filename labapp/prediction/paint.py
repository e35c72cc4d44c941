"""What is painted under the thumbnails: captions, cards, layers, and the memory on its way to who reads it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from .. import fonts
from ..theme import Palette
from .places import GUTTER, CardPlace, ColumnPlace
from .writing import LEFT, note_font, title_font

ROUND = 7.0
HEAD = 5.0  # px of an arrow's head


def caption_font() -> QFont:
    font = fonts.ui_font(12, bold=True)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
    return font


def paint_board(painter: QPainter, columns: Sequence[ColumnPlace], looked_at: str, colours: Palette) -> None:
    """Everything but thumbnails, folds and tokens. `looked_at` is the cross-attention that a card shows large."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for column in columns:
        painter.setFont(caption_font())
        painter.setPen(QColor(colours.quiet))
        text = painter.fontMetrics().elidedText(
            column.plan.caption, Qt.TextElideMode.ElideRight, int(column.caption.width())
        )
        painter.drawText(column.caption, LEFT, text)
        for group in column.groups:
            painter.setPen(QPen(QColor(colours.result_edge), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(colours.band))
            painter.drawRoundedRect(_sharp(group.rect), ROUND + 2, ROUND + 2)
        for card in column.cards:
            paint_card(painter, card, card.plan.key == looked_at, colours)
    paint_memory(painter, columns, colours)


def ground_of(card: CardPlace, looked_at: str, colours: Palette) -> str:
    """The colour behind the thumbnails of a card."""
    return mixed(colours) if card.plan.key == looked_at else colours.card


def mixed(colours: Palette) -> str:
    """The card's ground with a little of the accent: of the cross-attention that is looked at."""
    one, other = QColor(colours.card), QColor(colours.accent_soft)
    parts = [(a + b) / 2 for a, b in zip(_parts(one), _parts(other), strict=True)]
    return QColor.fromRgbF(*parts).name()


def _parts(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()


def paint_card(painter: QPainter, card: CardPlace, looked_at: bool, colours: Palette) -> None:
    """The frame of a card and its words."""
    painter.setPen(QPen(QColor(colours.accent if looked_at else colours.edge), 1.6 if looked_at else 1.0))
    painter.setBrush(QColor(mixed(colours) if looked_at else colours.card))
    painter.drawRoundedRect(_sharp(card.rect), ROUND, ROUND)
    for line in card.lines:
        painter.setFont(title_font() if line.bold else note_font())
        painter.setPen(QColor(colours.text if line.bold else colours.quiet))
        painter.drawText(line.rect, LEFT, line.text)


def _sharp(rect: QRectF) -> QRectF:
    return QRectF(rect.toRect()).adjusted(0.5, 0.5, -0.5, -0.5)


def paint_memory(painter: QPainter, columns: Sequence[ColumnPlace], colours: Palette) -> None:
    """From the memory's card down between the columns and into each cross-attention; into a folded layer, too."""
    if len(columns) < 2:
        return
    memory = next((card for card in columns[0].cards if card.plan.kind == "memory"), None)
    ends = feeds(columns[1])
    if memory is None or not ends:
        return
    x = columns[1].caption.left() - GUTTER / 2
    start = QPointF(memory.rect.right(), memory.rect.top() + 18)
    colour = QColor(colours.accent)
    colour.setAlphaF(0.55)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
    path = QPainterPath(start)
    _to(path, x, ends[-1])
    for end in ends[:-1]:
        path.moveTo(x, end.y())
        path.lineTo(end.x() - HEAD, end.y())
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for end in ends:
        painter.drawPolygon(QPolygonF([end, end + QPointF(-HEAD - 1, -HEAD + 1), end + QPointF(-HEAD - 1, HEAD - 1)]))


def _to(path: QPainterPath, x: float, end: QPointF) -> None:
    """Across to the gutter, along it and into the last card, round at both corners."""
    start, turn = path.currentPosition(), 5.0
    down = turn if end.y() > start.y() else -turn
    path.lineTo(x - turn, start.y())
    path.quadTo(x, start.y(), x, start.y() + down)
    path.lineTo(x, end.y() - down)
    path.quadTo(x, end.y(), x + turn, end.y())
    path.lineTo(end.x() - HEAD, end.y())


def feeds(column: ColumnPlace) -> list[QPointF]:
    """Where the memory goes in, from above: at each cross-attention that reads it, or at the layer folded over it."""
    found = [
        QPointF(card.rect.left(), card.rect.top() + 18)
        for card in column.cards
        if card.plan.kind == "cross" and any(name.endswith(".A") for name in card.plan.maps)
    ]
    found += [
        QPointF(group.rect.left(), group.rect.center().y())
        for group in column.groups
        if not group.is_open
        for card in group.plan.cards
        if card.kind == "cross" and any(name.endswith(".A") for name in card.maps)
    ]
    return sorted(found, key=lambda point: point.y())
