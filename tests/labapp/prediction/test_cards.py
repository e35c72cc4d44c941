"""The cards of the right column: what the followed row reads of the source, and who may read what."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from labapp import theme
from labapp.prediction.cross import CrossCard
from labapp.prediction.readers import ReadersCard
from labapp.prediction.view import PredictionView
from tests.labapp.prediction.conftest import Make

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


def cross_of(view: PredictionView) -> CrossCard:
    card = view.cards["cross"].content
    assert isinstance(card, CrossCard)
    return card


def readers_of(view: PredictionView) -> ReadersCard:
    card = view.cards["readers"].content
    assert isinstance(card, ReadersCard)
    return card


def test_the_followed_row_is_read_out_with_its_numbers(view_of: Make) -> None:
    view, desk = view_of(row=2)
    card, values = cross_of(view), desk.document.trace["dec2.cross.h1.A"].values[2]
    assert card.title.text() == "Cross-attention, row gave"
    assert card.reading.shown is not None
    assert [w.token for w in card.reading.shown.weights] == list(desk.document.workspace.samples[0].source)
    assert [w.text for w in card.reading.shown.weights] == [f"{value:.2f}" for value in values]
    image = card.reading.grab().toImage()
    fills = [image.pixelColor(card.reading.cell(j).topLeft().toPoint()).name() for j in range(9)]
    ramp = theme.weight_ramp(theme.LIGHT)
    assert fills == [ramp.fills[round(254 * value)].name() for value in values]
    desk.selection.follow(("tgt", 5))
    assert card.title.text() == "Cross-attention, row book"
    assert card.reading.shown.row == 5


def test_layer_and_head_are_chosen_and_marked_on_the_board(view_of: Make) -> None:
    view, desk = view_of(row=2)
    card = cross_of(view)
    assert view.board.looked_at() == "dec2.cross"
    QTest.mouseClick(card.choosers["head"].segment("2"), LEFT)
    assert card.reading.shown is not None
    assert card.reading.shown.name == "dec2.cross.h2.A"
    QTest.mouseClick(card.choosers["layer"].segment("1"), LEFT)
    assert card.reading.shown.name == "dec1.cross.h2.A"
    assert view.board.looked_at() == "dec1.cross"
    assert readers_of(view).maps["dec"].name == "dec1.self.h2.A"
    desk.document.do(desk.document.workspace.with_spec(heads=1, dec_layers=1), "smaller")
    assert card.reading.shown.name == "dec1.cross.h1.A"


def test_a_cell_opens_on_the_bench_by_mouse_and_keys(view_of: Make) -> None:
    view, desk = view_of(row=2)
    reading, visited = cross_of(view).reading, []
    desk.selection.visited.connect(lambda: visited.append(desk.selection.cell))
    QTest.mouseClick(reading, LEFT, NONE, reading.cell(4).center().toPoint())
    reading.setFocus()
    QTest.keyClick(reading, Key.Key_Right)
    assert "reads key 昨天" in reading.accessibleDescription()
    QTest.keyClick(reading, Key.Key_Return)
    assert visited == [("dec2.cross.h1.A", 2, 4), ("dec2.cross.h1.A", 2, 1)]
    at = reading.cell(4).center().toPoint()
    QApplication.sendEvent(reading, QHelpEvent(QEvent.Type.ToolTip, at, reading.mapToGlobal(at)))
    assert "query gave reads key 他" in QToolTip.text()
    QToolTip.hideText()


def test_cross_attention_off_is_said_and_can_be_switched_here(view_of: Make) -> None:
    view, desk = view_of(row=2)
    card = cross_of(view)
    QTest.mouseClick(card.switch, LEFT)
    assert desk.document.workspace.spec.cross is False
    assert desk.document.undo_stack.undoText() == "Cross-attention off"
    assert not card.reading.isVisible()
    assert card.said.text().startswith("Cross-attention is off: no row reads the source")
    assert readers_of(view).captions["cross"].text() == "cross: off"
    desk.document.undo_stack.undo()
    assert card.switch.isChecked()
    assert card.reading.isVisible()


def test_who_may_read_what_is_live(view_of: Make) -> None:
    view, desk = view_of(row=2)
    card = readers_of(view)
    assert [card.captions[kind].text() for kind in ("enc", "dec", "cross")] == [
        "encoder: all",
        "decoder: prefix",
        "cross: whole source",
    ]
    assert card.maps["dec"].row == card.maps["cross"].row == 2
    assert card.maps["enc"].row is None
    desk.document.do(desk.document.workspace.with_spec(causal=False), "all")
    assert card.captions["dec"].text() == "decoder: all"
    asked: list[str] = []
    desk.selection.panel_asked.connect(asked.append)
    QTest.mouseClick(card.more, LEFT)
    assert asked == ["readers"]
    thumb = card.maps["cross"]
    QTest.mouseClick(thumb, LEFT, NONE, thumb.cell_point(2, 4))
    assert desk.selection.cell == ("dec2.cross.h1.A", 2, 4)


def test_cards_that_have_nothing_to_say_take_no_room_and_come_back(view_of: Make) -> None:
    view, desk = view_of(row=2)
    desk.document.do(desk.document.workspace.with_spec(kind="decoder_only"), "alone")
    QApplication.processEvents()
    assert not view.cards["cross"].isVisible()
    assert [kind for kind, caption in readers_of(view).captions.items() if caption.isVisible()] == ["dec"]
    desk.document.undo_stack.undo()
    QApplication.processEvents()
    assert view.cards["cross"].isVisible()
    assert cross_of(view).reading.isVisible()


def test_what_padding_hides_is_shown_as_hidden(view_of: Make) -> None:
    view, desk = view_of(row=2)
    workspace = desk.document.workspace
    from labapp.tokens import acts

    desk.document.do(*acts.padded(workspace, 0, "src", 8))
    shown = cross_of(view).reading.shown
    assert shown is not None
    assert [weight.hidden for weight in shown.weights] == [False] * 8 + [True]
