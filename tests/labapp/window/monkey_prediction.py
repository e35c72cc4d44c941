"""What the monkey does in the prediction view: rows, layers, tokens, cards, and the ways to the bench and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labapp.prediction.cross import CrossCard
from labapp.prediction.view import PredictionView

if TYPE_CHECKING:
    from .monkey import Monkey

LEFT, NONE, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
KEYS = (
    *((key, held) for key in (Key.Key_Up, Key.Key_Down) for held in (NONE, SHIFT)),
    *((key, NONE) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Tab, Key.Key_Escape, Key.Key_Space, Key.Key_Return)),
)


def look_at_prediction(monkey: Monkey) -> None:
    """Turn to the view and do something there; another act of the monkey finds whichever view is left."""
    window, rng = monkey.window, monkey.random
    if not window.settle():
        return
    window.actions_by_id["prediction"].trigger()
    monkey.process()
    view = window.views.currentWidget()
    assert isinstance(view, PredictionView)
    if view.empty.isVisible():
        QTest.mouseClick(view.empty.bench, LEFT)
        return
    for _ in range(rng.randint(1, 5)):
        if window.is_prediction() and view.predicts():
            _one(monkey, view)
            monkey.process()
    if rng.random() < 0.5:
        window.actions_by_id["bench"].trigger()


def _one(monkey: Monkey, view: PredictionView) -> None:
    board, rng = view.board, monkey.random
    how = rng.randrange(7)
    thumb = rng.choice(list(board.thumbs.values()))
    n, k = thumb.shape()
    card = view.cards["cross"].content
    if how <= 1 and n and k:
        point = thumb.cell_point(rng.randrange(n), rng.randrange(k))
        if how:
            QTest.mouseClick(thumb, LEFT, NONE, point)
        else:
            QApplication.sendEvent(thumb, QHelpEvent(QEvent.Type.ToolTip, point, thumb.mapToGlobal(point)))
    elif how == 2 and board.folds:
        QTest.mouseClick(rng.choice(list(board.folds.values())), LEFT)
    elif how == 3:
        QTest.mouseClick(rng.choice([token for row in board.tokens.values() for token in row]), LEFT)
    elif how == 4:
        board.walking.enter()
        for _ in range(rng.randint(1, 8)):
            target = QApplication.focusWidget()
            if target is not None and monkey.window.is_prediction():
                QTest.keyClick(target, *rng.choice(KEYS))
    elif how == 5 and isinstance(card, CrossCard) and card.isVisible():
        segments = [chooser.segment(key) for chooser in card.choosers.values() for key in chooser.property("keys")]
        QTest.mouseClick(rng.choice([card.switch, *segments]), LEFT)
    else:
        monkey.window.selection.follow(("tgt", rng.randrange(9)) if rng.random() < 0.7 else None)
