"""Comparing with real hands: the button, the bar, the list, pairs, files, and a baseline that is not edited."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core import glass
from core.compare import CLOSE, DIFFERENT, EQUAL, ONLY_A, ONLY_B
from labapp import models
from labapp.bench.cells import ORDINARY
from labapp.comparison import BASELINE, DIFFERENCE, NOW
from labapp.main_window import MainWindow
from labapp.panels.compare import ComparePanel

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
X, Z, WV = "src.X", "enc1.norm2", "enc1.self.h1.WV"
Key = Qt.Key


def press_compare(window: MainWindow) -> None:
    button = window.top_bar.buttons["compare"]
    QTest.mouseClick(button, LEFT, NONE, QPoint(12, button.height() // 2))


def edit(window: MainWindow, name: str = X, value: float = 2.5) -> None:
    window.document.do(window.document.workspace.with_cell(name, 0, 0, value), "x")


def panel(window: MainWindow) -> ComparePanel:
    found = window.docks["compare"].area.widget()
    assert isinstance(found, ComparePanel)
    return found


def listed(window: MainWindow, qtbot: QtBot) -> ComparePanel:
    """The list once it is worked out."""
    qtbot.waitUntil(lambda: not panel(window)._idle.waiting)
    return panel(window)


def shown(window: MainWindow, name: str) -> list[str]:
    """The first row of a card as it is written."""
    cells = window.bench.content.card(name).cells
    return [cells.text(0, j, 6) for j in range(cells.values.shape[1])]


def choose(window: MainWindow, id_: str) -> QAction:
    """An entry of the button's menu, with everything below it."""
    menu = window.comparing.menu
    menu.refill()
    found = menu.findChild(QAction, id_)
    assert found is not None, [action.objectName() for action in menu.actions()]
    return found


def click(window: MainWindow, cell: tuple[str, int, int]) -> None:
    window.bench.camera.reveal(*cell)
    QTest.mouseClick(window.bench.viewport(), LEFT, NONE, window.bench.point_of(*cell))


def drag(window: MainWindow, cell: tuple[str, int, int], dx: int, release: bool = True) -> QPoint:
    view = window.bench.viewport()
    window.bench.camera.reveal(*cell)
    start = window.bench.point_of(*cell)
    QTest.mousePress(view, LEFT, NONE, start)
    for k in range(1, 9):
        at = QPointF(start + QPoint(dx * k // 8, 0))
        move = QMouseEvent(QEvent.Type.MouseMove, at, view.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, NONE)
        QApplication.sendEvent(view, move)
    if release:
        QTest.mouseRelease(view, LEFT, NONE, start + QPoint(dx, 0))
    return start + QPoint(dx, 0)


def test_one_press_begins_and_one_ends(window: MainWindow) -> None:
    assert not window.compare_bar.isVisible()
    assert not window.docks["compare"].isVisible()
    press_compare(window)
    assert window.comparison.workspace is window.document.workspace
    assert window.compare_bar.isVisible()
    assert window.docks["compare"].isVisible()
    assert window.actions_by_id["compare"].isChecked()
    assert window.compare_bar.words.text() == "baseline: as it was loaded"
    press_compare(window)
    assert not window.comparison.on
    assert not window.compare_bar.isVisible()
    assert not window.docks["compare"].isVisible()
    assert not window.actions_by_id["compare"].isChecked()
    assert window.document.undo_stack.count() == 0


def test_the_bar_ends_it_too_and_names_what_was_frozen(window: MainWindow) -> None:
    edit(window)
    press_compare(window)
    assert window.compare_bar.words.text() == "baseline: as it was after “x”"
    QTest.mouseClick(window.compare_bar.end, LEFT)
    assert not window.comparison.on
    assert not window.actions_by_id["compare"].isChecked()


def test_keys_begin_and_go_round_the_sides(window: MainWindow) -> None:
    QTest.keyClick(window.bench, Key.Key_J, CTRL)
    assert window.comparison.on
    edit(window)
    baseline, now = ["1.0", "0.0", "1.0", "0.0"], ["2.5", "0.0", "1.0", "0.0"]
    seen = []
    for _ in range(3):
        QTest.keyClick(window.bench, Key.Key_J, CTRL | SHIFT)
        seen.append((window.compare_bar.sides.value(), shown(window, X)))
    assert seen == [(BASELINE, baseline), (DIFFERENCE, ["+1.50", "0", "0", "0"]), (NOW, now)]
    QTest.keyClick(window.bench, Key.Key_J, CTRL)
    assert not window.comparison.on


def test_the_segments_show_the_sides(window: MainWindow) -> None:
    press_compare(window)
    edit(window, value=0.25)
    QTest.mouseClick(window.compare_bar.sides.segment(DIFFERENCE), LEFT)
    assert shown(window, X)[0] == "−0.75"
    cells = window.bench.content.card(X).cells
    assert window.bench.content.card(X).box.display == "signed"
    middle = 127
    assert cells.steps[0, 0] == 0, "the largest difference has the full colour of its sign"
    assert (cells.steps[1:] == middle).all()
    QTest.mouseClick(window.compare_bar.sides.segment(BASELINE), LEFT)
    assert shown(window, X)[0] == "1.0"


def test_every_difference_on_the_bench_is_now_minus_baseline(window: MainWindow) -> None:
    before = {name: window.document.trace[name].values.copy() for name in window.document.trace}
    press_compare(window)
    edit(window, WV, 0.7)
    window.comparison.show(DIFFERENCE)
    for name in window.bench.bench.cards:
        want = window.document.trace[name].values - before[name]
        cells = window.bench.content.card(name).cells
        assert np.array_equal(cells.values, want), name
        assert (cells.codes == ORDINARY).all(), name
        equal = not want.any()
        assert (cells.note is not None and cells.note[1] == "=") is equal, name


def test_during_a_drag_the_difference_follows_and_the_list_waits(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    window.comparison.show(DIFFERENCE)
    list_ = listed(window, qtbot)
    before = list_.filters.segment("apart").text()
    assert before == "Different 0"
    found = list_._found
    end = drag(window, (X, 0, 0), 96, release=False)
    window.document._flush()
    moved = float(window.document.trace[X].values[0, 0]) - 1.0
    assert moved > 0
    assert window.bench.content.card(X).cells.values[0, 0] == moved
    QTest.qWait(150)
    assert list_.filters.segment("apart").text() == before, "no list is made while a hand is moving"
    assert list_._found is found
    QTest.mouseRelease(window.bench.viewport(), LEFT, NONE, end)
    listed(window, qtbot)
    assert list_.filters.segment("apart").text() != before
    assert window.document.undo_stack.count() == 1


def test_a_baseline_is_not_edited_by_any_route(window: MainWindow) -> None:
    press_compare(window)
    edit(window)
    window.comparison.show(BASELINE)
    count = window.document.undo_stack.count()
    click(window, (X, 1, 1))
    for key in (Key.Key_7, Key.Key_F2, Key.Key_Delete, Key.Key_P, Key.Key_Return):
        QTest.keyClick(window.bench, key)
        assert window.bench.typing.editor is None
    QTest.keyClick(window.bench, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    drag(window, (X, 1, 1), 90)
    click(window, ("enc1.self.mask", 0, 1))
    QTest.keyClick(window.bench, Key.Key_0)
    QTest.keyClick(window.bench, Key.Key_Space)
    QTest.mouseDClick(window.bench.viewport(), LEFT, NONE, window.bench.point_of(X, 1, 1))
    assert window.bench.typing.editor is None
    assert window.document.undo_stack.count() == count
    assert not window.document.acting
    assert "baseline" in window.status.said()
    assert not window.bench.content.card(X).box.editable
    window.comparison.show(DIFFERENCE)
    click(window, (X, 1, 1))
    QTest.keyClick(window.bench, Key.Key_Delete)
    assert window.document.undo_stack.count() == count + 1, "the present state is edited beside its baseline"


def test_sizes_and_switches_change_while_comparing(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    window.document.do(window.document.workspace.with_spec(d_k=3, pos="sinusoidal"), "y")
    for side in (BASELINE, DIFFERENCE, NOW):
        window.comparison.show(side)
        QApplication.processEvents()
    window.comparison.show(DIFFERENCE)
    cards = window.bench.content
    assert cards.card("enc1.self.h1.Q").cells.words[0] == "no difference: 3×2 in the baseline"
    assert cards.card("src.P").cells.words[0] == "not in the baseline"
    window.comparison.show(NOW)
    assert cards.card("src.P").cells.note == ("not in the baseline", "+", False)
    window.comparison.show(BASELINE)
    assert "src.P" not in window.bench.bench.cards
    found = listed(window, qtbot)
    states = {difference.node: difference.state for difference in found._found}
    assert states["src.P"] == ONLY_A
    window.document.do(window.document.workspace.with_spec(norm="rmsnorm"), "z")
    window.comparison.show(BASELINE)
    assert cards.card("enc1.norm1.mean").cells.note == ("only in the baseline", "−", False)


def test_the_list_sorts_and_counts(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    edit(window, X, 1.0 + 2.0**-52)
    found = listed(window, qtbot)
    by_state = {difference.node: difference.state for difference in found._found}
    assert by_state[X] == CLOSE
    edit(window, X, 2.0)
    found = listed(window, qtbot)
    by_state = {difference.node: difference.state for difference in found._found}
    trace, base = window.document.trace, window.comparison.trace
    assert base is not None
    equal = [name for name in trace if trace[name].values.tobytes() == base[name].values.tobytes()]
    assert [name for name, state in by_state.items() if state == EQUAL] == equal
    assert found.filters.segment("all").text() == f"All {len(trace)}"
    assert found.filters.segment("same").text() == f"Equal {len(equal)}"
    assert found.filters.segment("alone").text() == "One side 0"
    QTest.mouseClick(found.filters.segment("same"), LEFT)
    assert found.list.count == len(equal)
    QTest.mouseClick(found.filters.segment("apart"), LEFT)
    assert found.list.count == sum(state == DIFFERENT for state in by_state.values())
    line = found.list.line(0)
    assert (line.sign, line.name, line.value) == ("≠", "X", "|Δ| 1 [我, 0]")


def test_a_click_on_a_line_goes_to_the_cell_that_differs_most(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    edit(window, "enc1.self.h2.WV", 3.0)
    found = listed(window, qtbot)
    QTest.mouseClick(found.filters.segment("apart"), LEFT)
    QApplication.processEvents()
    names = [difference.node for difference in found._lines]
    at = names.index("enc1.self.h2.H")
    found.list.scrollTo(found.list.model().index(at))
    rect = found.list.visualRect(found.list.model().index(at))
    QTest.mouseClick(found.list.viewport(), LEFT, NONE, rect.center())
    base = window.comparison.trace
    assert base is not None
    apart = abs(window.document.trace["enc1.self.h2.H"].values - base["enc1.self.h2.H"].values)
    i, j = np.unravel_index(apart.argmax(), apart.shape)
    assert window.selection.cell == ("enc1.self.h2.H", i, j)
    assert window.selection.head["enc1.self"] == 2
    assert "enc1.self.h2.H" in window.bench.bench.cards


def test_what_only_the_baseline_has_is_shown_there(window: MainWindow, qtbot: QtBot) -> None:
    """With every panel open: none of them knows such a matrix."""
    for dock in window.docks.values():
        dock.show()
    press_compare(window)
    window.document.do(window.document.workspace.with_spec(norm="rmsnorm"), "z")
    found = listed(window, qtbot)
    QTest.mouseClick(found.filters.segment("alone"), LEFT)
    at = [difference.state for difference in found._lines].index(ONLY_B)
    assert found.list.line(at).value == "only baseline"
    found.list.setCurrentIndex(found.list.model().index(at))
    QTest.keyClick(found.list, Key.Key_Return)
    assert window.comparison.side == BASELINE
    assert window.selection.cell is not None
    assert window.selection.cell[0] == found._lines[at].node
    QTest.qWait(120)
    window.comparison.show(NOW)
    assert window.selection.cell is None


def test_a_pair_is_one_undo_step_and_both_sides(window: MainWindow) -> None:
    before = window.document.workspace
    choose(window, "pair-norm_place").trigger()
    assert window.comparison.workspace is before
    assert window.document.workspace.spec.norm_place == "pre"
    assert window.document.undo_stack.count() == 1
    assert window.document.undo_stack.undoText() == "Compare Post-norm with Pre-norm"
    assert (window.comparison.side, window.comparison.title) == (DIFFERENCE, "Post-norm")
    window.document.undo_stack.undo()
    assert window.document.workspace is before
    assert window.comparison.on


def test_a_pair_whose_second_side_is_present_turns_round(window: MainWindow) -> None:
    window.document.do(window.document.workspace.with_spec(causal=False), "y")
    before = window.document.workspace
    choose(window, "pair-causal").trigger()
    assert window.comparison.workspace is before
    assert window.document.workspace.spec.causal is True
    assert window.comparison.title == "Everything visible"


@pytest.mark.parametrize(
    ("id_", "field", "values"),
    [
        ("pair-norm", "norm", ("layernorm", "rmsnorm")),
        ("pair-scale", "scale", (True, False)),
        ("pair-residual", "residual", (True, False)),
        ("pair-head2", "heads_off", ((), (2,))),
        ("pair-pos.learned.rel_bias", "pos", ("learned", "rel_bias")),
        ("pair-pos.none.rope_half", "pos", ("none", "rope_half")),
    ],
)
def test_every_pair_differs_in_its_choice_alone(
    window: MainWindow, id_: str, field: str, values: tuple[object, object]
) -> None:
    choose(window, id_).trigger()
    baseline = window.comparison.workspace
    assert baseline is not None
    now = window.document.workspace
    assert (getattr(baseline.spec, field), getattr(now.spec, field)) == values
    assert all(np.array_equal(now.arrays[k], v) for k, v in baseline.arrays.items() if k in now.arrays)
    assert window.document.undo_stack.count() == 1


def test_a_pair_that_cannot_apply_is_grey_with_its_reason(window: MainWindow) -> None:
    cross = choose(window, "pair-cross")
    assert not cross.isEnabled()
    assert "Only a decoder that reads a memory has cross-attention." in cross.text()
    window.document.do(window.document.workspace.with_spec(kind="attention"), "y")
    norm = choose(window, "pair-norm_place")
    assert not norm.isEnabled()
    assert norm.toolTip() == "An attention alone has no layers around it."
    assert choose(window, "pair-scale").isEnabled()
    assert not choose(window, "end").isEnabled()
    press_compare(window)
    assert choose(window, "end").isEnabled()


def test_the_menu_opens_from_the_arrow_of_the_button(window: MainWindow, qtbot: QtBot) -> None:
    assert window.top_bar.buttons["compare"].menu() is window.comparing.menu
    menus = [action.menu() for action in window.comparing.menu.actions() if isinstance(action.menu(), QMenu)]
    assert not menus, "it is filled when it opens"
    window.comparing.menu.aboutToShow.emit()
    assert window.comparing.menu.actions()


def test_a_file_is_the_baseline(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    file = tmp_path / "other.glass"
    glass.save(file, models.starting_model("qkv"))
    monkeypatch.setattr("labapp.files.ask_open", lambda parent, folder: file)
    choose(window, "file").trigger()
    assert window.compare_bar.words.text() == "baseline: other.glass"
    states = {difference.state for difference in listed(window, qtbot)._found}
    assert ONLY_A in states
    for side in (DIFFERENCE, BASELINE):
        window.comparison.show(side)
        QApplication.processEvents()
    assert window.document.undo_stack.count() == 0
    assert window.document.path is None


def test_a_file_that_cannot_be_read_changes_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "broken.glass"
    file.write_text("no model")
    monkeypatch.setattr("labapp.files.ask_open", lambda parent, folder: file)
    choose(window, "file").trigger()
    assert not window.comparison.on
    assert window.status.said()


def test_a_model_that_is_opened_is_compared_with_the_baseline(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    window.comparison.show(BASELINE)
    window.new("qkv")
    assert (window.comparison.on, window.comparison.side) == (True, NOW)
    qtbot.waitUntil(lambda: "stayed" in window.status.said())
    assert window.compare_bar.isVisible()


def test_a_sample_that_the_baseline_lacks_is_said(window: MainWindow, qtbot: QtBot) -> None:
    press_compare(window)
    window.comparison.show(DIFFERENCE)
    samples = window.document.workspace.samples
    window.document.do(window.document.workspace.with_samples((*samples, samples[0])), "add", 1)
    assert window.compare_bar.words.text() == "The baseline (as it was loaded) has no sample B."
    assert not window.compare_bar.sides.isEnabled()
    assert "no such sample" in listed(window, qtbot).empty.text()
    assert window.bench.content.card(X).cells.values[0, 0] == window.document.trace[X].values[0, 0]
    window.document.show_sample(0)
    assert window.compare_bar.sides.isEnabled()
    assert shown(window, X)[0] == "0"


def test_numbers_that_are_none_are_compared_by_their_bits(window: MainWindow, qtbot: QtBot) -> None:
    edit(window, X, float("nan"))
    press_compare(window)
    window.comparison.show(DIFFERENCE)
    assert shown(window, X)[0] == "0", "NaN in both"
    edit(window, X, 1.0)
    cells = window.bench.content.card(X).cells
    assert np.isnan(cells.values[0, 0])
    assert cells.codes[0, 0] != ORDINARY
    line = next(
        listed(window, qtbot).list.line(at)
        for at in range(panel(window).list.count)
        if panel(window)._lines[at].node == X
    )
    assert "∞" in line.value


def test_the_tooltip_has_both_numbers(window: MainWindow) -> None:
    from labapp.bench.hit import Hit
    from labapp.bench.hover import tip

    press_compare(window)
    edit(window, X, 1.25)
    words = tip(window.bench.content, Hit("cell", X, 0, 0), window.comparison)
    assert words.splitlines()[-1] == "now 1.25 · baseline 1.0 · difference +0.25"
