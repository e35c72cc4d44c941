"""The card "Next token after …": bars, buttons and fields by mouse and keys, in both languages and themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.generate import Choice, Generation
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.prediction import CARDS
from labapp.prediction.bars import HEIGHT, MOST, written
from labapp.prediction.next import NextCard
from labapp.selection import Selection
from labapp.widgets.number_field import NumberField

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
Make = Callable[..., tuple[Desk, NextCard]]


@pytest.fixture
def made(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)
    hosts: list[QWidget] = []

    def make(model: str | Workspace = "translate", row: int | None = 2) -> tuple[Desk, NextCard]:
        document = Document(models.starting_model(model) if isinstance(model, str) else model, "numpy")
        selection = Selection(document)
        selection.follow(("tgt", row) if row is not None else None)
        desk = Desk(document, selection, lambda: True, print)
        card = next(card for card in CARDS if card.id == "next").make(desk)
        assert isinstance(card, NextCard)
        host = QWidget()
        hosts.append(host)
        column = QVBoxLayout(host)
        column.addWidget(card)
        column.addStretch(1)
        document.setParent(host)
        qtbot.addWidget(host)
        host.resize(420, 760)
        with qtbot.waitActive(host):
            host.show()
            host.activateWindow()
        pump()
        return desk, card

    yield make
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def pump() -> None:
    for _ in range(4):
        QApplication.processEvents()


def click(button: QAbstractButton) -> None:
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)
    pump()


def click_bar(card: NextCard, word: str) -> None:
    bars = card.bars
    at = list(bars.words()).index(word)
    bars.scrollTo(bars.model().index(at, 0))
    QTest.mouseClick(bars.viewport(), LEFT, pos=bars.visualRect(bars.model().index(at, 0)).center())
    pump()


def key(widget: QWidget, *keys: Qt.Key) -> None:
    widget.setFocus()
    for one in keys:
        QTest.keyClick(widget, one)
        pump()


def wheel_over(card: NextCard) -> QWheelEvent:
    point = card.bars.rect().center()
    return QWheelEvent(
        point.toPointF(), card.bars.mapToGlobal(point).toPointF(), QPoint(), QPoint(0, -240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip


def write(field: NumberField, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Key.Key_Return)
    pump()


def in_groups(number: int) -> str:
    return f"{number:,}".replace(",", "\u2009")


def tokens(desk: Desk) -> str:
    run = desk.generating.run
    return "" if run is None else " ".join(run.tokens)


def test_the_bars_are_the_probabilities_of_the_row_largest_first(made: Make) -> None:
    desk, card = made()
    p = desk.document.trace["out.p"]
    order = np.argsort(-p.values[2], kind="stable")
    assert list(card.bars.words()) == [p.cols[k] for k in order[:MOST]]
    assert card.bars.words()[0] == "him"
    assert card.title.text() == "Next token after “BOS I gave”"
    spoken = card.bars.model().data(card.bars.model().index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"him, {p.values[2].max():.3f}, the target's"
    desk.selection.follow(("tgt", 0))
    pump()
    assert card.bars.words()[0] == "I"
    assert card.title.text() == "Next token after “BOS”"


def test_all_words_can_be_seen_and_scrolled(made: Make) -> None:
    _, card = made()
    assert card.bars.height() == MOST * HEIGHT
    assert card.bars.verticalScrollBar().maximum() == 0
    turned = wheel_over(card)
    QApplication.sendEvent(card.bars.viewport(), turned)
    assert not turned.isAccepted(), "the column around it scrolls"
    click(card.more)
    assert len(card.bars.words()) == 41
    assert card.bars.verticalScrollBar().maximum() > 0
    QApplication.sendEvent(card.bars.viewport(), wheel_over(card))
    assert card.bars.verticalScrollBar().value() > 0
    click(card.more)
    assert len(card.bars.words()) == MOST


def test_append_back_reset_and_the_mode_by_mouse(made: Make) -> None:
    desk, card = made()
    assert card.buttons.append.text() == "Append him"
    assert not card.buttons.back.isEnabled()
    click(card.buttons.append)
    assert tokens(desk) == "BOS I gave him"
    assert card.mode.value() == "free"
    assert card.title.text() == "Next token after “BOS I gave him”"
    assert card.buttons.append.text() == "Append a"
    assert "row him is new; of its 4 rows of K and V, 1 is computed and 3 are reused" in card.said.text()
    click(card.buttons.back)
    assert tokens(desk) == "BOS I gave"
    assert "row gave is new; of its 3 rows of K and V, 1 is computed and 2 are reused" in card.said.text()
    click(card.buttons.reset)
    assert tokens(desk) == "BOS"
    assert not card.buttons.back.isEnabled()
    QTest.mouseClick(card.mode.segment("teacher"), LEFT)
    pump()
    assert not desk.predicted.is_free
    assert "Teacher forcing: all 8 rows" in card.said.text()
    QTest.mouseClick(card.mode.segment("free"), LEFT)
    pump()
    assert desk.predicted.is_free


def test_a_bar_chooses_its_word_and_what_follows_is_the_model_s(made: Make) -> None:
    desk, card = made()
    click_bar(card, "her")
    assert tokens(desk) == "BOS I gave her"
    click(card.buttons.append)
    want = Generation(desk.document.workspace, begin=("I", "gave", "her")).step().token
    assert tokens(desk) == f"BOS I gave her {want}"
    desk.selection.follow(("tgt", 2))
    pump()
    spoken = card.bars.model().data(card.bars.model().index(list(card.bars.words()).index("her"), 0), 11)
    assert spoken.endswith("chosen")
    click_bar(card, "them")
    assert tokens(desk) == "BOS I gave them"


def test_keys_walk_the_bars_choose_and_take_back(made: Make) -> None:
    desk, card = made()
    second = card.bars.words()[1]
    key(card.bars, Key.Key_Down, Key.Key_Return)
    assert tokens(desk) == f"BOS I gave {second}"
    key(card.bars, Key.Key_Left)
    assert tokens(desk) == "BOS I gave"
    key(card.bars, Key.Key_Home, Key.Key_Right)
    assert tokens(desk) == "BOS I gave him"
    key(card.bars, Key.Key_Space)
    assert tokens(desk) == "BOS I gave him a"
    key(card.bars, Key.Key_Backspace, Key.Key_Backspace)
    assert tokens(desk) == "BOS I gave"
    key(card.buttons.append, Key.Key_Space)
    assert tokens(desk) == "BOS I gave him"
    key(card.mode.segment("free"), Key.Key_Left)
    assert not desk.predicted.is_free


def test_after_a_choice_enter_means_the_likeliest_word_again(made: Make) -> None:
    desk, card = made()
    click_bar(card, card.bars.words()[3])
    QApplication.processEvents()
    assert card.bars.currentIndex().row() == 0
    likeliest = card.bars.words()[0]
    key(card.bars, Key.Key_Return)
    assert tokens(desk).split()[-1] == likeliest
    key(card.bars, Key.Key_Down, Key.Key_Down)
    other = desk.document.workspace.with_cell("out.b", 0, 0, 0.25)
    desk.document.do(other, "edit")
    QApplication.processEvents()
    assert card.bars.currentIndex().row() == 2, "an edit leaves a person where they are"


def test_it_generates_to_eos_and_stops_when_asked(made: Make, qtbot: QtBot) -> None:
    desk, card = made(row=0)
    click(card.buttons.to_end)
    assert card.buttons.to_end.text().startswith("Stop (")
    assert not card.buttons.append.isEnabled()
    click(card.buttons.to_end)
    assert not desk.generating.running
    assert card.buttons.to_end.text() == "Generate to EOS"
    click(card.buttons.to_end)
    qtbot.waitUntil(lambda: not desk.generating.running, timeout=10_000)
    pump()
    assert tokens(desk) == "BOS I gave him a book yesterday ."
    assert not card.buttons.append.isEnabled()
    assert card.remark.isVisible()
    assert "EOS ends the sentence" in card.remark.text()
    click_bar(card, card.bars.words()[1])
    assert tokens(desk).startswith("BOS I gave him a book yesterday . ")
    assert not card.remark.isVisible()


def test_how_it_chooses_by_mouse_and_keys(made: Make) -> None:
    desk, card = made(row=0)
    choice = card.choice
    assert not choice.seed.isVisible()
    QTest.mouseClick(choice.ways.segment("temperature"), LEFT)
    assert desk.generating.choice == Choice(1.0, 0, 1)
    assert choice.temperature.isVisible()
    assert choice.seed.isVisible()
    assert not choice.top_k.isVisible()
    write(choice.temperature, "30")
    write(choice.seed, "7")
    assert desk.generating.choice == Choice(30.0, 0, 7)
    want = Generation(desk.document.workspace, choice=Choice(30.0, 0, 7))
    first = want.step().token
    assert card.buttons.append.text() == f"Append {first}"
    click(card.buttons.append)
    assert tokens(desk) == f"BOS {first}"
    choice.ways.segment("temperature").setFocus()
    QTest.keyClick(choice.ways.segment("temperature"), Key.Key_Right)
    assert desk.generating.choice == Choice(30.0, 5, 7)
    assert choice.top_k.isVisible()
    write(choice.top_k, "2")
    assert desk.generating.choice == Choice(30.0, 2, 7)
    QTest.mouseClick(choice.ways.segment("greedy"), LEFT)
    assert desk.generating.choice == Choice(0.0, 0, 7)


@pytest.mark.parametrize(
    ("name", "words"),
    [("temperature", "0"), ("temperature", "-1"), ("temperature", "101"), ("temperature", "hot"), ("top_k", "0"),
     ("top_k", "1.5"), ("top_k", "inf"), ("seed", "-1"), ("seed", "x"), ("seed", "nan")],
)  # fmt: skip
def test_numbers_that_can_not_be_are_refused_with_a_sentence(made: Make, name: str, words: str) -> None:
    desk, card = made()
    desk.generating.set_choice(Choice(2.0, 4, 3))
    field = getattr(card.choice, name)
    write(field, words)
    assert field.refused()
    assert desk.generating.choice == Choice(2.0, 4, 3)


def test_what_a_step_kept_and_cost_is_shown(made: Make) -> None:
    desk, card = made()
    click(card.buttons.append)
    assert "4" not in card.kept.accessibleDescription().split(":")[0]
    assert card.kept.accessibleDescription().splitlines() == [
        f"Layer {layer}: 1 new this step, 3 reused; 9 of the source, computed once" for layer in (1, 2)
    ]
    assert not card.costs.isVisible()
    click(card.cost_line)
    assert card.costs.isVisible()
    run = desk.generating.run
    assert run is not None
    with_, without = run.costs[-1]
    assert [row[0] for row in card.costs.rows] == ["projections", "attention", "feed-forward", "vocabulary head", "all"]
    assert card.costs.rows[1][1:3] == (in_groups(with_["attention"]), in_groups(without["attention"]))
    assert card.costs.rows[-1][1] == in_groups(sum(with_.values()))
    assert card.costs.rows[-1][4] == in_groups(sum(sum(cost.all_again.values()) for cost in run.costs))
    click(card.cost_line)
    assert not card.costs.isVisible()


def test_the_sentence_is_taken_as_the_target(made: Make) -> None:
    desk, card = made()
    assert not card.take.isVisible()
    click_bar(card, "her")
    click(card.take)
    assert desk.document.workspace.samples[0].target == ("BOS", "I", "gave", "her")
    assert desk.document.undo_stack.count() == 1
    assert card.mode.value() == "teacher"
    assert card.title.text() == "Next token after “BOS I gave her”"


def test_a_model_without_a_head_says_what_to_do(made: Make) -> None:
    desk, card = made(models.starting_model("translate").with_spec(head=False))
    assert not card.buttons.isVisible()
    assert not card.bars.isVisible()
    assert "switch head on" in card.remark.text()
    desk.document.do(desk.document.workspace.with_spec(head=True), "head")
    pump()
    assert card.buttons.isVisible()
    assert card.bars.words()[0] == "him"


def test_an_encoder_s_row_has_bars_that_choose_nothing(made: Make) -> None:
    desk, card = made(models.starting_model("translate").with_spec(kind="encoder"), row=None)
    assert card.bars.isVisible()
    assert not card.buttons.isVisible()
    QTest.mouseClick(card.bars.viewport(), LEFT, pos=QPoint(100, 10))
    pump()
    assert desk.generating.run is None
    assert "encoder-only" in card.remark.text()


def test_words_of_all_kinds_are_shown_as_they_are(made: Make) -> None:
    odd = ("<b>&amp", "🙂", "你好", "w" * 60, "שלום")
    workspace = models.starting_model("translate")
    workspace = workspace.with_vocab("tgt", (*workspace.vocab["tgt"], *odd))
    desk, card = made(workspace)
    click(card.more)
    for word in odd:
        click_bar(card, word)
        assert desk.generating.run is not None
        assert desk.generating.run.tokens[-1] == word
    assert "<b>&amp" in tokens(desk)
    assert not card.grab().isNull()


def test_a_hidden_card_does_no_work(made: Make) -> None:
    desk, card = made()
    card.hide()
    title, said = card.title.text(), card.buttons.append.text()
    assert said == "Append him"
    desk.selection.follow(("tgt", 0))
    pump()
    assert card.title.text() == title
    assert card.buttons.append.text() == said
    card.show()
    pump()
    assert card.title.text() == "Next token after “BOS”"
    assert card.buttons.append.text() == "Append I"


def test_it_speaks_the_language_and_wears_the_theme_of_the_window(made: Make, qapp: QApplication) -> None:
    _, card = made()
    click(card.buttons.append)
    pictures = []
    for language in ("en", "zh_CN"):
        for colours in (theme.LIGHT, theme.DARK):
            text.set_language(language)
            style.apply(qapp, colours)
            pump()
            pictures.append(card.grab().toImage())
            assert card.buttons.append.accessibleDescription()
            for widget in (card.bars, card.choice.seed, card.choice.temperature, card.choice.top_k):
                assert widget.accessibleName()
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(("p", "said"), [(0.0, "0.000"), (1e-9, "<0.001"), (0.0004999, "<0.001"), (0.0005, "0.001"),
                                         (0.8126, "0.813"), (1.0, "1.000"), (float("nan"), "NaN")])  # fmt: skip
def test_probabilities_are_written_in_three_decimals(p: float, said: str) -> None:
    assert written(p) == said
