"""The twin as colours: the right way up, linked, honest about NaN and ∞, with limits that hold still when asked to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labapp import style, text, theme

X, A, S = "src.X", "enc1.self.h1.A", "enc1.self.h1.S"
ROOT = Path(__file__).parents[4]


def edit(twin, values: object, at: tuple[int, int] = (0, 0)) -> None:
    block = np.array(values, np.float64)
    twin.document.do(twin.document.workspace.with_block(X, *at, block), "edit")


def test_rows_are_rows(twin) -> None:
    """Only the upper right cell is 1: it is bright, and hover and click mean it."""
    edit(twin, [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]])
    twin.look_at(X)
    ends = theme.signed_ramp(theme.LIGHT).fills
    assert twin.colour(0, 3) == ends[-1].name()
    assert twin.colour(2, 0) == ends[theme.STEPS // 2].name()
    twin.hover(0, 3)
    assert twin.heatmap.words.text() == "X: row 我, feature 3 = 1"
    twin.click_map(0, 3)
    assert twin.selection.cell == (X, 0, 3)
    assert (twin.table.currentIndex().row(), twin.table.currentIndex().column()) == (0, 3)


def test_hovering_an_attention_says_who_reads_what(twin) -> None:
    twin.look_at(A)
    twin.hover(1, 2)
    assert twin.heatmap.words.text() == "A¹: query 给 reads key 书: 0.4011"
    assert twin.heatmap.row_frame.rect().getRect() == (0, 1, 3, 1)
    assert twin.heatmap.row_frame.isVisible()
    assert (twin.heatmap.rows.labelText, twin.heatmap.cols.labelText) == ("query", "key")
    assert twin.heatmap.rows.tickStrings([0.5, 2.5], 1, 1) == ["我", "书"]


def test_the_axes_speak_the_language_of_the_window(twin) -> None:
    twin.look_at(A)
    text.set_language("zh_CN")
    QApplication.processEvents()
    twin.hover(1, 2)
    assert "给" in twin.heatmap.words.text()
    assert "query" not in twin.heatmap.words.text()


def test_a_selection_elsewhere_is_framed(twin) -> None:
    twin.look_at(X, 1, 2)
    assert twin.heatmap.frame.rect().getRect() == (2, 1, 1, 1)
    twin.selection.follow(("src", 2))
    assert twin.heatmap.row_frame.rect().getRect() == (0, 2, 4, 1)
    twin.selection.follow(None)
    assert not twin.heatmap.row_frame.isVisible()


def test_weights_run_from_0_to_1_and_others_evenly_around_0(twin) -> None:
    twin.look_at(A)
    assert twin.heatmap.bar.levels() == (0, 1)
    edit(twin, [[-1, 0, 6, 0]])
    twin.look_at(X)
    assert twin.heatmap.bar.levels() == (-6, 6)
    assert twin.colour(0, 1) == theme.signed_ramp(theme.LIGHT).fills[theme.STEPS // 2].name()


def test_a_locked_scale_holds_still_when_a_number_changes(twin) -> None:
    edit(twin, [[-1, 0, 6, 0]])
    twin.look_at(X)
    twin.panel.head.lock.trigger()
    edit(twin, [[3]], (0, 2))
    assert twin.heatmap.bar.levels() == (-6, 6)
    twin.panel.head.lock.trigger()
    assert twin.heatmap.bar.levels() == (-3, 3)


def test_the_scale_holds_still_during_an_act(twin, qtbot) -> None:
    twin.look_at(X)
    document = twin.document
    document.begin("drag")
    document.preview(document.workspace.with_cell(X, 0, 0, 50.0))
    qtbot.waitUntil(lambda: twin.index(0, 0).data() == "50.0")
    assert twin.heatmap.bar.levels() == (-2, 2)
    document.commit()
    assert twin.heatmap.bar.levels() == (-50, 50)


def test_hidden_cells_are_striped_and_infinities_are_no_colour(twin) -> None:
    twin.document.do(twin.document.workspace.with_spec(causal=True), "causal")
    twin.look_at(S)
    cell = twin.heatmap.view.grab().toImage()
    middle = twin.on_map(0, 2)
    around = {cell.pixelColor(middle.x() + dx, middle.y() + dy).name() for dx in range(-8, 9) for dy in range(-8, 9)}
    assert theme.LIGHT.hidden in around
    assert len(around) > 1, "stripes"
    edit(twin, [[np.inf, np.nan]])
    twin.look_at(X)
    assert twin.colour(0, 0) == twin.colour(0, 1) == theme.LIGHT.odd
    assert twin.heatmap.bar.levels() == (-2, 2)


def test_a_matrix_without_finite_values_keeps_the_limits(twin, recwarn: pytest.WarningsRecorder) -> None:
    twin.look_at(X)
    edit(twin, np.full((3, 4), np.nan))
    assert twin.heatmap.bar.levels() == (-2, 2)
    assert twin.heatmap.marks._nothing == "no finite value"
    twin.heatmap.view.grab()
    twin.panel.head.histogram.trigger()
    twin.heatmap.view.grab()
    assert not recwarn.list


def test_the_histogram_counts_what_can_be_seen(twin) -> None:
    twin.look_at(X)
    assert not twin.heatmap.counts.isVisible()
    twin.panel.head.histogram.trigger()
    assert twin.heatmap.counts.isVisible()
    assert twin.heatmap.bars.opts["width"].sum() == 12
    twin.document.do(twin.document.workspace.with_spec(causal=True), "causal")
    twin.look_at(A)
    assert twin.heatmap.bars.opts["width"].sum() == 6
    twin.panel.head.histogram.trigger()
    assert not twin.heatmap.counts.isVisible()


def test_no_menu_opens_that_speaks_english_only(twin) -> None:
    twin.look_at(X)
    twin.click_map(1, 1, Qt.MouseButton.RightButton)
    assert QApplication.activePopupWidget() is None
    for plot in (twin.heatmap.plot, twin.heatmap.counts, twin.heatmap.bar):
        assert not plot.menuEnabled()
        assert not plot.getViewBox().menuEnabled()
        assert not plot.autoBtn.isVisible()


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
def test_a_click_on_the_colour_bar_offers_no_other_colours(twin, button: Qt.MouseButton) -> None:
    """pyqtgraph's own menu there speaks English, would break with the bench's colours, and belongs to nobody."""
    twin.look_at(X)
    view, bar = twin.heatmap.view, twin.heatmap.bar
    where = view.mapFromScene(bar.sceneBoundingRect().center())
    before = set(QApplication.allWidgets())
    QTest.mouseClick(view.viewport(), button, Qt.KeyboardModifier.NoModifier, where)
    QApplication.processEvents()
    assert QApplication.activePopupWidget() is None
    assert set(QApplication.allWidgets()) == before


def test_no_menu_is_left_without_an_owner(twin) -> None:
    before = [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
    twin.look_at(X)
    after = [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
    assert set(after) <= set(before)


def test_another_theme_colours_it_anew(twin, qapp: QApplication) -> None:
    twin.look_at(X)
    style.apply(qapp, theme.DARK)
    QApplication.processEvents()
    assert twin.colour(1, 3) == theme.signed_ramp(theme.DARK).fills[-1].name()
    assert twin.heatmap.view.backgroundBrush().color().name() == theme.DARK.panel


def test_zooming_stays_inside_and_a_double_click_shows_the_whole(twin) -> None:
    twin.look_at(X)
    twin.heatmap.box.scaleBy((0.5, 0.5))
    assert twin.heatmap.box.viewRect().width() < 4
    twin.panel.head.whole.trigger()
    assert twin.heatmap.box.viewRect().width() == pytest.approx(4)


def test_pyqtgraph_is_not_loaded_until_a_matrix_is_seen() -> None:
    code = "import sys, labapp.main_window, labapp.panels.twin, labapp.panels.heads; print('pyqtgraph' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
