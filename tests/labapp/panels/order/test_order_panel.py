"""The panel that permutes tokens: hands on its chips, what it measures, and that the document stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.order import Permuted
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.order import OrderPanel
from labapp.panels.order.measure import Measured
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


class Order:
    """A shown panel on a document of its own, and hands."""

    def __init__(self, qtbot: QtBot, workspace: Workspace) -> None:
        self.qtbot = qtbot
        self.document, self.selection = Document(workspace, "numpy"), Selection()
        self.said: list[str] = []
        self.panel = OrderPanel(Desk(self.document, self.selection, lambda: True, self.said.append))
        qtbot.addWidget(self.panel)
        self.panel.resize(1200, 320)
        with qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()

    def measured(self) -> Measured:
        """What the panel shows once it has measured what is asked for now."""
        panel = self.panel

        def there() -> bool:
            found = panel.found
            return (
                found is not None
                and found.trace.workspace is self.document.workspace
                and (found.asked.side, found.asked.order, found.asked.k)
                == (panel.side, tuple(panel.order), panel.shifts.k)
            )

        self.qtbot.waitUntil(there, timeout=20_000)
        assert panel.found is not None
        return panel.found

    def permuted(self) -> Permuted:
        found = self.measured().permuted
        assert isinstance(found, Permuted)
        return found

    def drag(self, at: int, to: int) -> None:
        """The chip at `at` to the right of the chip at `to`."""
        chips = self.panel.row.chips
        chip, goal = chips[at], chips[to]
        start = chip.rect().center()
        end = chip.mapFromGlobal(goal.mapToGlobal(QPoint(goal.width() - 2, goal.height() // 2)))
        QTest.mousePress(chip, LEFT, NONE, start)
        for share in (0.2, 0.6, 1.0):
            move(chip, start + (end - start) * share)
        QTest.mouseRelease(chip, LEFT, NONE, end)

    def tokens(self) -> str:
        return "".join(chip.text() for chip in self.panel.row.chips)


def move(widget: QWidget, point: QPoint) -> None:
    there = QPointF(widget.mapToGlobal(point))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(point), there, LEFT, LEFT, NONE)
    QApplication.sendEvent(widget, event)


@pytest.fixture
def order(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[[Workspace], Order]]:
    yield lambda workspace: Order(qtbot, workspace)
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def block(**fields: object) -> Workspace:
    return models.starting_model("block").with_spec(**fields)


def test_a_dragged_token_is_measured_and_nothing_of_the_document_moves(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    workspace = hand.document.workspace
    z = np.array(hand.document.trace["enc1.Z"].values)
    assert hand.tokens() == "我给书"
    hand.drag(0, 2)
    assert hand.tokens() == "给书我"
    found = hand.permuted()
    assert hand.document.workspace is workspace
    assert hand.document.undo_stack.count() == 0
    assert found.equivariant
    assert found.after == pytest.approx(z[[1, 2, 0]], abs=1e-12)
    assert hand.panel.verdict.text() == "Equivariant here: f(PX) = P f(X)"
    assert not hand.panel.where.isVisible()
    assert hand.panel.pooled.text().startswith("Mean row: invariant")
    assert "The rows themselves are not" in hand.panel.pooled.text()
    assert hand.panel.rows.tokens == ("给", "书", "我")
    assert hand.panel.rows.left == pytest.approx(z[[1, 2, 0]], abs=0)
    assert hand.panel.rows.apart().max() < 1e-12


def test_the_keyboard_moves_a_token_and_escape_gives_a_drag_up(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    row = hand.panel.row
    row.focus_chip(0)
    QTest.keyClick(row.chips[0], Key.Key_Right, ALT)
    assert hand.tokens() == "给我书"
    assert row.chips[1].hasFocus(), "the focus goes with the token"
    QTest.keyClick(row.chips[1], Key.Key_End)
    assert row.chips[2].hasFocus()
    QTest.keyClick(row.chips[2], Key.Key_Right, ALT)
    assert hand.tokens() == "给我书", "it is the last"
    chip = row.chips[0]
    QTest.mousePress(chip, LEFT, NONE, chip.rect().center())
    move(chip, chip.rect().center() + QPoint(60, 0))
    QTest.keyClick(chip, Key.Key_Escape)
    QTest.mouseRelease(chip, LEFT, NONE, chip.rect().center() + QPoint(60, 0))
    assert hand.tokens() == "给我书"


def test_reverse_rotate_shuffle_and_reset(order: Callable[[Workspace], Order], qtbot: QtBot) -> None:
    hand = order(Workspace.new(ModelSpec(), (Sample(tuple("abcde")),)))
    buttons = hand.panel.buttons
    assert not buttons.reset.isEnabled()
    QTest.mouseClick(buttons.reverse, LEFT)
    assert hand.tokens() == "edcba"
    QTest.mouseClick(buttons.rotate, LEFT)
    assert hand.tokens() == "dcbae"
    QTest.mouseClick(buttons.shuffle, LEFT)
    first = hand.tokens()
    QTest.mouseClick(buttons.shuffle, LEFT)
    assert hand.tokens() == first, "a seed is one order"
    QTest.mouseClick(buttons.stepper.more, LEFT)
    assert hand.tokens() != first
    assert sorted(hand.tokens()) == list("abcde")
    QTest.mouseClick(buttons.reset, LEFT)
    assert hand.tokens() == "abcde"
    assert not buttons.apply.isEnabled()
    buttons.stepper.field.setFocus()
    buttons.stepper.field.selectAll()
    QTest.keyClicks(buttons.stepper.field, "-3")
    QTest.keyClick(buttons.stepper.field, Key.Key_Return)
    assert buttons.stepper.refused() == "A seed is a whole number from 0 to 9999."
    assert hand.tokens() == "abcde"


def test_positions_break_it_and_the_panel_leads_to_where(order: Callable[[Workspace], Order]) -> None:
    hand = order(block(pos="sinusoidal"))
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    found = hand.permuted()
    assert not found.equivariant
    assert hand.panel.verdict.text() == "Not equivariant: f(PX) ≠ P f(X)"
    assert hand.panel.where.text().startswith("First to differ: P[")
    assert "positions are added to the rows" in hand.panel.condition.text()
    assert (hand.panel.rows.apart() > hand.panel.rows.near).any()
    QTest.mouseClick(hand.panel.where, LEFT)
    assert hand.selection.cell is not None
    assert hand.selection.cell[0] == "src.P"


def test_a_causal_mask_breaks_it(order: Callable[[Workspace], Order]) -> None:
    hand = order(block(causal=True))
    QTest.mouseClick(hand.panel.buttons.rotate, LEFT)
    hand.measured()
    assert hand.panel.where.text().startswith("First to differ: M_causal[")
    assert "a causal mask" in hand.panel.condition.text()


def test_a_click_on_a_row_goes_to_the_row_of_that_token(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    hand.measured()
    QApplication.processEvents()
    rows = hand.panel.rows
    corner = rows._block(1).topLeft().toPoint()
    QTest.mouseClick(rows, LEFT, NONE, corner + QPoint(int(rows.column() * 1.5), 5))
    assert hand.selection.cell == ("enc1.norm2", 2, 1), "书 is the first row of PX and the last of X"


def test_the_source_of_an_encoder_decoder_is_one_choice(order: Callable[[Workspace], Order]) -> None:
    spec = ModelSpec(kind="encoder_decoder", causal=True, inputs="tokens", head=True)
    hand = order(Workspace.new(spec, (Sample(("a", "b", "c"), ("BOS", "x")),)))
    assert hand.panel.switch is not None
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    hand.measured()
    assert hand.panel.verdict.text() == "Equivariant here: f(PX) = P f(X)"
    assert "L, rows of other tokens, stays" in hand.panel.pooled.text()
    QTest.mouseClick(hand.panel.switch.segment("tgt"), LEFT)
    assert [chip.text() for chip in hand.panel.row.chips] == ["BOS", "x"]
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    hand.measured()
    assert hand.panel.verdict.text() == "Not equivariant: f(PX) ≠ P f(X)"


def test_the_keys_of_another_source_leave_the_rows_alone(order: Callable[[Workspace], Order]) -> None:
    spec = ModelSpec(kind="attention", other_source=True)
    hand = order(Workspace.new(spec, (Sample(tuple("ab"), tuple("xyz")),)))
    assert hand.panel.switch is not None
    QTest.mouseClick(hand.panel.switch.segment("kv"), LEFT)
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    hand.measured()
    assert hand.panel.verdict.text() == "Invariant here: f(PX) = f(X), rows of other tokens"
    assert hand.panel.rows.tokens == ("a", "b")


def test_apply_is_one_undo_step(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    x = np.array(hand.document.trace["src.X"].values)
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    QTest.mouseClick(hand.panel.buttons.apply, LEFT)
    assert hand.document.workspace.samples[0].source == ("书", "给", "我")
    assert (hand.document.trace["src.X"].values == x[::-1]).all()
    assert hand.document.undo_stack.count() == 1
    assert hand.panel.order == [0, 1, 2]
    assert hand.tokens() == "书给我"
    hand.document.undo_stack.undo()
    assert hand.tokens() == "我给书"


def test_a_shift_is_measured_for_every_scheme(order: Callable[[Workspace], Order]) -> None:
    hand = order(block(pos="sinusoidal"))
    hand.measured()
    lines = hand.panel.shifts.lines
    assert lines["none"][1].text() == "no score moves, to the bit"
    assert lines["rope_half"][1].text().startswith("rounding alone")
    assert lines["sinusoidal"][1].text().startswith("scores move by ")
    before = lines["sinusoidal"][1].text()
    QTest.mouseClick(hand.panel.shifts.stepper.more, LEFT)
    assert hand.measured().asked.k == 2
    assert lines["sinusoidal"][1].text() != before
    field = hand.panel.shifts.stepper.field
    field.setFocus()
    for typed, refused in (("1.5", True), ("-1", False)):
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Key.Key_Return)
        assert bool(hand.panel.shifts.stepper.refused()) is refused
    hand.measured()
    assert lines["learned"][1].text() == "can't be measured", "positions before the first one"


def test_the_panel_follows_the_document(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    QTest.mouseClick(hand.panel.buttons.reverse, LEFT)
    hand.measured()
    hand.document.do(hand.document.workspace.with_spec(causal=True), "causal")
    hand.measured()
    assert hand.panel.verdict.text() == "Not equivariant: f(PX) ≠ P f(X)", "the order stays"
    hand.document.do(hand.document.workspace.with_rows(4), "tokens")
    assert hand.panel.order == [0, 1, 2, 3], "another number of tokens has an order of its own"


def test_one_token_has_no_other_order(order: Callable[[Workspace], Order]) -> None:
    hand = order(Workspace.new(ModelSpec(), (Sample(("a",)),)))
    assert not hand.panel.buttons.reverse.isEnabled()
    assert hand.measured().permuted is not None


def test_hidden_it_measures_nothing(order: Callable[[Workspace], Order]) -> None:
    hand = order(block())
    hand.measured()
    hand.panel.hide()
    hand.document.do(hand.document.workspace.with_cell("src.X", 0, 0, 7.0), "edit")
    assert not hand.panel._background.busy
    hand.panel.show()
    assert hand.measured().trace.workspace is hand.document.workspace


@pytest.mark.parametrize("width", [260, 1300])
def test_wide_and_narrow_in_both_languages(order: Callable[[Workspace], Order], width: int) -> None:
    hand = order(block())
    hand.panel.resize(width, 700)
    hand.measured()
    for language in ("zh_CN", "en"):
        text.set_language(language)
        QApplication.processEvents()
        image = hand.panel.grab().toImage()
        assert len({image.pixel(x, y) for x in range(0, width, 4) for y in range(0, 500, 3)}) > 5
    assert (hand.panel.rows.y() > hand.panel.buttons.y()) is (width == 260)
