"""Digits on the bench: cells, bars and figures write what is asked for, in cells wide enough; no number changes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from core import glass
from core.workspace import Workspace
from labapp.bench.cells import cells_of
from labapp.bench.hover import cell_tip
from labapp.bench.scales import Scales
from labapp.bench.view import BenchView
from labapp.digits import FIXED, FORMS, SIGNIFICANT, NumberForm
from labapp.models import starting_model

X, A = "src.X", "enc1.self.h1.A"
Show = Callable[..., BenchView]


def texts(view: BenchView, name: str, row: int = 0) -> list[str]:
    card = view.content.card(name)
    return [card.cells.text(row, j, card.box.chars) for j in range(card.cells.values.shape[1])]


def test_three_equal_weights_are_033_and_say_that_they_add_up_to_1(view: BenchView, block: Workspace) -> None:
    view.document.do(block.with_block(X, 0, 0, np.zeros((3, 4))), "no input")
    view.digits.set_decimals(2)
    assert texts(view, A) == ["0.33"] * 3
    assert "the row adds up to 1: full values count" in cell_tip(view.trace, A, 0, 1)
    assert "exactly 0.3333333333333333" in cell_tip(view.trace, A, 0, 1)
    view.digits.set_fractions(True)
    assert texts(view, A) == ["1/3"] * 3


@pytest.mark.parametrize(
    ("decimals", "form", "shown"),
    [
        (0, FIXED, "0"),
        (4, FIXED, "0.4011"),
        (6, FIXED, "0.401112"),
        (1, SIGNIFICANT, "0.4"),
        (4, SIGNIFICANT, "0.4011"),
    ],
)
def test_cells_show_the_digits_asked_for(view: BenchView, decimals: int, form: str, shown: str) -> None:
    assert texts(view, A)[0] == "0.401"
    view.digits.set_form(form)
    view.digits.set_decimals(decimals)
    assert texts(view, A)[0] == shown
    view.digits.set_decimals(None)
    assert texts(view, A)[0] == "0.401"


@pytest.mark.parametrize("form", ["0 fixed", "6 fixed", "6 significant", "auto fixed fractions", "3 fixed fractions"])
def test_every_number_fits_into_its_cell(show: Show, form: str) -> None:
    view = show(starting_model("six"))
    view.digits.set_all(FORMS[form])
    assert view.bench.metrics.chars == FORMS[form].chars(5)
    for name, card in view.content.cards().items():
        if card.box.detail != "digits" or card.box.kind == "chip":
            continue
        room = card.box.cell_width - 1.0 + view.bench.metrics.px * 0.1
        for i in range(len(card.box.rows)):
            for text in texts(view, name, i):
                assert len(text) * view.bench.metrics.char_width <= room, (name, text)


def test_wider_cells_are_laid_out_anew_and_nothing_overlaps(show: Show) -> None:
    view = show(starting_model("block"))
    narrow = view.bench.cards[A].box.cell_width
    view.digits.set_decimals(6)
    assert view.bench.cards[A].box.cell_width > 1.5 * narrow
    rects = [placed.rect for placed in view.bench.cards.values()]
    for k, one in enumerate(rects):
        assert not any(one.intersects(other) for other in rects[:k])


def test_a_change_of_digits_is_painted_at_once(view: BenchView) -> None:
    """The same width of cells, so that only the digits themselves differ."""
    before = _grab(view)
    view.digits.set_decimals(1)
    assert view.bench.metrics.chars == 5
    assert _grab(view) != before
    view.digits.set_decimals(None)
    assert _grab(view) == before


def _grab(view: BenchView) -> QImage:
    return view.viewport().grab().toImage()


def test_numbers_stay_what_they_are(view: BenchView, block: Workspace) -> None:
    bits = glass.dumps(view.document.workspace)
    values = view.trace[A].values.tobytes()
    for decimals in (0, 6, None):
        view.digits.set_decimals(decimals)
    assert glass.dumps(view.document.workspace) == bits
    assert view.trace[A].values.tobytes() == values
    assert view.document.undo_stack.count() == 0


def test_settings_masks_and_ids_have_no_digits_to_choose(show: Show) -> None:
    view = show(starting_model("translate"))
    kept = ["set.eps", "src.ids", "dec1.self.mask"]
    before = [cells_of(view.trace, name, Scales()).text(0, 0) for name in kept]
    form = NumberForm(6, SIGNIFICANT, fractions=True)
    assert [cells_of(view.trace, name, Scales(), None, (), form).text(0, 0) for name in kept] == before


def test_single_precision_has_the_fractions_of_single_precision(show: Show) -> None:
    workspace = starting_model("block").with_spec(precision="float32")
    view = show(workspace.with_block(X, 0, 0, np.zeros((3, 4))))
    view.digits.set_fractions(True)
    assert texts(view, A) == ["1/3"] * 3


def test_an_open_editor_stays_on_its_cell(view: BenchView) -> None:
    view.type_into((X, 0, 1), "2.5")
    view.digits.set_decimals(6)
    editor = view.typing.editor
    assert editor is not None
    cell = view.on_screen(view.bench.cards[X].cell(0, 1))
    assert cell.adjusted(-3, -3, 3, 3).contains(QRectF(editor.geometry()).center())
    assert editor.text() == "2.5"


def test_bars_show_the_digits_and_have_room_for_them(show: Show) -> None:
    view = show(starting_model("g01"))
    bars = view.bench.bars[0]
    narrow = bars.rect.width()
    view.digits.set_decimals(6)
    wide = view.bench.bars[0]
    assert wide.rect.width() > narrow
    largest = max(view.trace["out.p"].values[-1])
    data = view.canvas._data(wide)
    assert data.form.text(data.found[0][1], 3) == f"{largest:.6f}"


@pytest.mark.parametrize("key", ["Right", "Down"])
def test_keys_go_on_in_the_new_layout(view: BenchView, key: str) -> None:
    view.selection.select((X, 0, 0))
    view.digits.set_decimals(5)
    QTest.keyClick(view.viewport(), getattr(Qt.Key, f"Key_{key}"))
    assert view.selection.cell == ((X, 0, 1) if key == "Right" else (X, 1, 0))
    assert view.hit(QPointF(view.point_of(*view.selection.cell))).cell == view.selection.cell
