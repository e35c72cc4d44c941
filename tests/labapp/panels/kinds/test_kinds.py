"""Three kinds on one sentence: what each is given, what it answers, and how hands choose what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.corpus import load_corpus
from core.engine import Engine
from core.evaluate import filled
from core.problem import Problem
from core.samples import MASK
from core.workspace import Sample
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.kinds import KindsPanel, asking, words
from labapp.panels.kinds import panel as module
from labapp.panels.kinds.plan import ASKED, HOLE, Chip
from labapp.selection import Selection
from resources import path as resource

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
SENTENCE = tuple("I gave him a book yesterday .".split())
SOURCE = tuple("我 昨天 给 了 他 一 本 书 。".split())
Make = Callable[..., KindsPanel]


@pytest.fixture(scope="module")
def kinds() -> asking.Kinds:
    return asking.load()


@pytest.fixture
def panel_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)

    def made(model: str = "translate", width: int = 1200, wait: bool = True) -> KindsPanel:
        document = Document(models.starting_model(model), "numpy")
        panel = KindsPanel(Desk(document, Selection(document), lambda: True, print))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(width, 500)
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        panel.setFocus()
        if wait:
            qtbot.waitUntil(lambda: panel.kinds is not None and panel.board is not None, timeout=20_000)
        return panel

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def chip(panel: KindsPanel, word: str, card: int | None = None) -> QPoint:
    """The middle of a word's chip: of the sentence, or of what goes into one of the models."""
    assert panel.board is not None
    chips: tuple[Chip, ...] = panel.board.chips if card is None else panel.board.cards[card].chips
    return next(each for each in chips if each.text == word).rect.center().toPoint()


def going_in(panel: KindsPanel, card: int) -> str:
    assert panel.board is not None
    return " ".join(each.text for each in panel.board.cards[card].chips)


# what is asked and answered


def test_each_is_given_what_its_kind_reads(kinds: asking.Kinds) -> None:
    pair = next(each for each in kinds.pairs if each.target == SENTENCE)
    cloze, english, translate = kinds.ask(pair, 2)
    assert (cloze.source, cloze.target, cloze.row) == (("I", "gave", MASK, *SENTENCE[3:]), (), 2)
    assert (english.source, english.target, english.row) == ((), ("BOS", "I", "gave"), 2)
    assert (translate.source, translate.target, translate.row) == (SOURCE, ("BOS", "I", "gave"), 2)
    assert [reads.at for reads in cloze.reads] == ["enc1.self"]
    assert cloze.reads[0].may.all()
    assert [reads.at for reads in english.reads] == ["dec1.self"]
    assert np.array_equal(english.reads[0].may, np.tri(3, dtype=bool))
    assert [reads.at for reads in translate.reads] == ["enc1.self", "dec1.self", "dec1.cross"]
    assert translate.reads[2].may.shape == (3, 9)


def test_the_answers_are_those_of_the_models_themselves(kinds: asking.Kinds) -> None:
    pair = next(each for each in kinds.pairs if each.target == SENTENCE)
    answers = kinds.ask(pair, 2)
    samples = (
        Sample(("I", "gave", MASK, *SENTENCE[3:])),
        Sample((), ("BOS", *SENTENCE)),  # all rows at once: a causal row does not know what follows
        Sample(SOURCE, ("BOS", *SENTENCE)),
    )
    for answer, sample in zip(answers, samples, strict=True):
        workspace = models.starting_model(answer.model).with_samples((sample,))
        row = Engine("numpy").run(workspace)["out.p"]
        p = dict(zip(row.cols, row.values[2], strict=True))
        best = sorted(p, key=lambda word: -p[word])
        assert [word for word, _ in answer.found] == best[:5]
        assert [each for _, each in answer.found] == pytest.approx([p[word] for word in best[:5]], rel=1e-9)
        assert answer.p == pytest.approx(p["him"], rel=1e-9)
        assert answer.place == best.index("him")
    assert answers[2].p > 0.9 > 0.5 > answers[0].p > answers[1].p  # source; both sides; what stands before


def test_the_panel_asks_as_the_evaluation_does(kinds: asking.Kinds) -> None:
    pairs = load_corpus(resource("corpus", "zh-en.txt")).held_out
    assert kinds.pairs == pairs
    right = sum(kinds.ask(pairs[0], k)[0].place == 0 for k in range(len(pairs[0].target)))
    assert right == filled(models.starting_model("cloze"), pairs[0].holes()).labels.right


@pytest.mark.parametrize(("model", "sample"), [("translate", 0), ("translate", 1), ("english", 1), ("cloze", 1)])
def test_the_present_sample_is_completed_from_the_corpus(kinds: asking.Kinds, model: str, sample: int) -> None:
    workspace = models.starting_model(model)
    pair = kinds.of(workspace.samples, sample)
    assert pair is not None
    assert pair.target == (SENTENCE if sample == 0 or model == "cloze" else ("I", "gave", "her", *SENTENCE[3:]))
    assert kinds.of(models.starting_model("block").samples, 0) is None


# by hand


def test_a_click_on_a_word_asks_all_three_for_it(panel_of: Make) -> None:
    panel = panel_of()
    assert panel.pair is not None
    assert panel.pair.target == SENTENCE
    assert [going_in(panel, k) for k in range(3)] == [
        "I gave ? a book yesterday .",
        "BOS I gave ?",
        f"{' '.join(SOURCE)} BOS I gave ?",
    ]
    assert "“him” is its first choice." in panel.accessibleDescription()
    QTest.mouseClick(panel, LEFT, Qt.KeyboardModifier.NoModifier, chip(panel, "book"))
    assert panel.place == 4
    assert going_in(panel, 0) == "I gave him a ? yesterday ."
    assert going_in(panel, 1) == "BOS I gave him a ?"
    assert panel.board is not None
    assert [each.text for each in panel.board.chips if each.kind == ASKED] == ["book"]
    assert all([each.text for each in card.chips if each.kind == HOLE] == ["?"] for card in panel.board.cards)
    # The words that go in can be clicked as well; BOS, the hole and the source can't.
    QTest.mouseClick(panel, LEFT, Qt.KeyboardModifier.NoModifier, chip(panel, "gave", 1))
    assert panel.place == 1
    for word, card in (("BOS", 1), ("?", 0), ("给", 2)):
        QTest.mouseClick(panel, LEFT, Qt.KeyboardModifier.NoModifier, chip(panel, word, card))
        assert panel.place == 1
    QTest.mouseClick(panel, LEFT, Qt.KeyboardModifier.NoModifier, chip(panel, ".", 0))
    assert panel.place == 6


def test_keys_move_the_hole_and_change_the_sentence(panel_of: Make) -> None:
    panel = panel_of()
    for key, place in ((Key.Key_Right, 3), (Key.Key_Left, 2), (Key.Key_End, 6), (Key.Key_Right, 6), (Key.Key_Home, 0)):
        QTest.keyClick(panel, key)
        assert panel.place == place
    QTest.keyClick(panel, Key.Key_Left)
    assert panel.place == 0
    QTest.keyClick(panel, Key.Key_Down)
    assert (panel.number, panel.pair) == (0, panel.pairs[0])
    QTest.keyClick(panel, Key.Key_Down)
    assert panel.number == 1
    for number in (0, -1, 59):  # the present sample's stands before the first and after the last
        QTest.keyClick(panel, Key.Key_Up)
        assert panel.number == number
    assert panel.tools.sentence.text() == "Held out: 60 of 60 ▾"


def test_the_buttons_and_the_list_choose_a_sentence(panel_of: Make) -> None:
    panel = panel_of()
    assert panel.tools.sentence.text() == "Of the present sample ▾"
    QTest.mouseClick(panel.tools.forward, LEFT)
    assert panel.number == 0
    QTest.mouseClick(panel.tools.back, LEFT)
    assert panel.number == -1
    panel.tools.fill()
    actions = [action for action in panel.tools.list.actions() if not action.isSeparator()]
    assert len(actions) == 61
    long = max(range(60), key=lambda k: len(panel.pairs[k].target))
    QTest.keyClick(panel, Key.Key_End)
    actions[1 + long].trigger()
    assert panel.pair == panel.pairs[long]
    QTest.keyClick(panel, Key.Key_End)
    short = min(range(60), key=lambda k: len(panel.pairs[k].target))
    panel.tools.fill()
    [action for action in panel.tools.list.actions() if not action.isSeparator()][1 + short].trigger()
    assert panel.place == len(panel.pairs[short].target) - 1  # a shorter sentence has its last word asked for


def test_the_present_sample_is_followed(panel_of: Make) -> None:
    panel = panel_of()
    workspace = panel._document.trace.workspace
    her = Sample(workspace.samples[1].source, workspace.samples[1].target)
    panel._document.do(workspace.with_samples((her,)), "her")
    assert panel.pair is not None
    assert panel.pair.target[2] == "her"
    assert panel.answers[2].found[0][0] == "her"
    strange = Sample(("我", "斑马"), ("BOS", "zebra"))
    panel._document.do(workspace.with_samples((strange,)), "strange")
    assert panel.pair == panel.pairs[0]  # words that the models don't know: a held-out sentence in its place
    panel._document.do(workspace.with_samples((her,)), "her again")
    assert panel.pair.target[2] == "her"
    panel._document.do(workspace.with_samples((her, workspace.samples[0])), "two")
    panel._document.begin("training", lasting=True)
    panel._document.show_sample(1)
    assert panel.pair.target[2] == SENTENCE[2]


def test_words_for_what_the_pointer_is_on(panel_of: Make) -> None:
    panel = panel_of()
    assert panel.board is not None
    assert panel.tip_at(chip(panel, "book").toPointF()) == "Ask for “book”"
    english = panel.board.cards[1]
    mask = english.maps[0]
    first_row = mask.rect.topLeft() + QPoint(0, 0).toPointF()
    first_row.setX(mask.rect.right() - 1)
    first_row.setY(mask.rect.top() + 1)
    assert panel.tip_at(first_row) == "Decoder: self-attention: the row of “BOS” may not read “gave”"
    first_row.setY(mask.rect.bottom() - 1)
    assert panel.tip_at(first_row) == "Decoder: self-attention: the row of “gave” may read “gave”"
    bar = panel.board.cards[2].bars[0]
    assert panel.tip_at(bar.line.center()) == words.probability("him", panel.answers[2].p)
    QTest.mouseMove(panel, chip(panel, "book"))
    assert panel.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(panel, bar.line.center().toPoint())
    assert panel.cursor().shape() == Qt.CursorShape.ArrowCursor


@pytest.mark.parametrize("width", [260, 480, 680, 1000, 1600])
def test_everything_stands_in_its_card_at_every_width(panel_of: Make, width: int) -> None:
    panel = panel_of(width=width)
    for language in ("en", "zh_CN"):
        text.set_language(language)
        for place in range(7):
            panel.ask(place)
            board = panel.board
            assert board is not None
            assert len({card.rect.y() for card in board.cards}) == (3 if width < 620 else 1)
            for card in board.cards:
                for rect in (card.title, card.verdict, card.reads, *(each.rect for each in (*card.chips, *card.maps))):
                    assert card.rect.contains(rect.adjusted(0, 0, -1, 0)), (width, place, rect)
                for bar in card.bars:
                    assert bar.left + bar.room < bar.line.right()
                assert card.rect.right() <= max(width, 208)
                assert sum(bar.true for bar in card.bars) == 1
            assert board.height == panel.minimumHeight()
            assert all(not a.rect.intersects(b.rect) for k, a in enumerate(board.cards) for b in board.cards[k + 1 :])


# not yet, and not at all


def test_until_the_models_are_there_it_says_so(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of(wait=False)
    assert panel.kinds is None
    assert panel.accessibleDescription() == "Reading the three models …"
    assert not panel.tools.sentence.isEnabled()
    for key in (Key.Key_Left, Key.Key_Down, Key.Key_End):
        QTest.keyClick(panel, key)
    panel.hide()  # nobody looks: nothing is read
    qtbot.wait(400)
    assert panel.kinds is None
    panel._document.begin("training", lasting=True)  # which it is read beside
    panel.show()
    qtbot.waitUntil(lambda: panel.kinds is not None, timeout=20_000)


def test_a_file_that_is_missing_is_named_and_looked_for_again(
    panel_of: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> asking.Kinds:
        raise Problem("{file} could not be read: {reason}.", file="cloze.glass", reason="gone")

    monkeypatch.setattr(module, "load", missing)
    panel = panel_of(wait=False)
    qtbot.waitUntil(lambda: panel.refused is not None, timeout=20_000)
    assert panel.accessibleDescription() == "cloze.glass could not be read: gone."
    assert panel.grab().toImage().width() > 0
    monkeypatch.undo()
    panel.hide()
    panel.show()
    qtbot.waitUntil(lambda: panel.board is not None, timeout=20_000)
    assert panel.refused is None
