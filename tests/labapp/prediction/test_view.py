"""The view as a whole: cards beside or below the board, and a model that predicts nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labapp import text
from labapp.prediction import CARDS
from tests.labapp.prediction.conftest import Make
from tests.labapp.window.looks import lacking

LEFT = Qt.MouseButton.LeftButton


def test_the_cards_stand_beside_the_board_or_below_it(view_of: Make) -> None:
    view, _ = view_of(size=(1150, 860))
    assert list(view.cards) == [card.id for card in CARDS]
    assert view.right.isVisible()
    assert view.right.isAncestorOf(view.cards["cross"])
    view.resize(640, 700)
    QApplication.processEvents()
    assert not view.right.isVisible()
    assert view.left.isAncestorOf(view.cards["cross"])
    assert view.cards["cross"].isVisible()
    assert view.cards["cross"].mapTo(view.page, view.cards["cross"].rect().topLeft()).y() >= view.board.height()
    view.resize(1150, 860)
    QApplication.processEvents()
    assert view.right.isAncestorOf(view.cards["cross"])
    assert view.cards["cross"].isVisible()


@pytest.mark.parametrize("model", ["block", "qkv"])
def test_a_model_that_predicts_nothing_says_why_and_shows_a_way(model: str, view_of: Make) -> None:
    view, desk = view_of(model)
    assert view.empty.isVisible()
    assert not view.board.isVisible()
    assert ("head" in view.empty.said.text()) is (model == "block")
    asked: list[str] = []
    view.model_asked.connect(asked.append)
    view.bench_asked.connect(lambda: asked.append("bench"))
    QTest.mouseClick(view.empty.open, LEFT)
    QTest.mouseClick(view.empty.bench, LEFT)
    assert asked == ["translate", "bench"]
    assert lacking(view.empty.said) == lacking(view.empty.title) == 0
    if model == "block":  # and it is there as soon as the model predicts
        desk.document.do(desk.document.workspace.with_spec(inputs="tokens", head=True), "head")
        QApplication.processEvents()
        assert view.board.isVisible()
        assert view.board.thumbs["out.p"].isVisible()
        assert [column.plan.axis for column in view.board.columns] == ["src"]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(716, 560), (1024, 560), (1370, 900)])
def test_no_label_of_the_cards_is_cut(size: tuple[int, int], language: str, view_of: Make) -> None:
    from PySide6.QtWidgets import QWidget

    text.set_language(language)
    view, _ = view_of("translate", size)
    wrong = {type(w).__name__: lacking(w) for w in view.findChildren(QWidget) if w.isVisible() and lacking(w)}
    assert wrong == {}
    assert view.side.width() <= max(view.right.viewport().width(), view.left.viewport().width())


@pytest.mark.parametrize("width", [790, 900, 1020, 1150])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_card_is_wider_than_its_column(view_of: Make, language: str, width: int) -> None:
    text.set_language(language)
    view, desk = view_of("translate", size=(width, 640))
    for token in ("us", "a", "book"):
        desk.generating.choose(token)
    for _ in range(5):
        QApplication.processEvents()
    assert view.right.isVisible()
    assert view.side.width() <= view.right.viewport().width()
    text.set_language("en")
