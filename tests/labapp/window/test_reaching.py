"""What moves, with real hands: the outlines, the list, when it is measured and when it isn't."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from labapp.bench import pinning
from labapp.bench.context import menu_at
from labapp.bench.hit import Hit
from labapp.bench.pinning import Span
from labapp.main_window import MainWindow
from labapp.panels.reach import ReachPanel

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
X, WV, A, H = "src.X", "enc1.self.h1.WV", "enc1.self.h1.A", "enc1.self.h1.H"


def opened(window: MainWindow) -> ReachPanel:
    if not window.docks["reach"].isVisible():
        QTest.keyClick(window, Qt.Key.Key_R, CTRL)
    found = window.docks["reach"].area.widget()
    assert isinstance(found, ReachPanel)
    return found


def click(window: MainWindow, name: str, i: int, j: int) -> None:
    window.bench.camera.reveal(name, i, j)
    QTest.mouseClick(window.bench.viewport(), LEFT, NONE, window.bench.point_of(name, i, j))


def measured(window: MainWindow, qtbot: QtBot) -> ReachPanel:
    qtbot.waitUntil(lambda: not window.desk.reaching.working)
    return opened(window)


def test_nothing_is_measured_while_nobody_looks(window: MainWindow) -> None:
    assert not window.docks["reach"].isVisible()
    click(window, WV, 1, 0)
    QTest.qWait(150)
    assert window.desk.reaching.found is None
    assert not window.desk.reaching.working


def test_a_parameter_moves_what_full_runs_say(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, WV, 1, 0)
    panel = measured(window, qtbot)
    engine = Engine("numpy")
    before = engine.run(window.document.workspace)
    runs = [engine.run(before.workspace.with_cell(WV, 1, 0, to)) for to in (0.01, -0.01)]
    moved = {
        name
        for name in before
        if name != WV and any(run[name].values.tobytes() != before[name].values.tobytes() for run in runs)
    }
    assert set(panel._kept["moves"]) == moved
    assert panel.filters.segment("moves").text() == f"Moves {len(moved)}"
    assert set(panel._kept["cannot"]) >= {"enc1.self.h1.Q", "enc1.self.h1.K", "enc1.self.h1.S", A}
    assert panel.asked.text() == f"W_V¹[1, 0] = 0 ± 0.01: {len(moved)} of {len(before) - 1} matrices move"
    assert "leaves Q, K, raw, S, A of its own attention (enc1.self) alone" in panel.remark.text()
    at = panel._lines.index(H)
    apart = np.maximum(*(abs(run[H].values - before[H].values) for run in runs))
    i, j = np.unravel_index(apart.argmax(), apart.shape)
    count = int((apart != 0).sum())
    assert panel.list.line(at).value == f"{count} of 6 · |Δ| {apart[i, j]:.3g} [{before[H].rows[i]}, {j}]"


def test_what_could_move_and_did_not_is_told_from_what_cannot(window: MainWindow, qtbot: QtBot) -> None:
    """W_V is 0 in the row of feature 1: V could move with X[我, 1] and does not; W_Q never moves with X."""
    opened(window)
    click(window, X, 0, 1)
    panel = measured(window, qtbot)
    assert panel._kept["still"][0] == "enc1.self.h1.V"
    assert "enc1.self.h1.WQ" in panel._kept["cannot"]
    QTest.mouseClick(panel.filters.segment("still"), LEFT)
    line = panel.list.line(0)
    assert (line.name, line.value) == ("V¹", "2 could")
    assert "could move and did not here" in line.tip


def test_outlines_go_round_the_cells_that_moved(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, WV, 1, 0)
    measured(window, qtbot)
    bench = window.bench
    placed = bench.bench.cards[H]
    moved, still = bench.reached.lines(H)
    column = placed.cell(0, 0).united(placed.cell(2, 0))
    assert not still
    assert len(moved) == 4, "one outline around the whole column"
    ends = [point for line in moved for point in (line.p1(), line.p2())]
    assert {(p.x(), p.y()) for p in ends} == {
        (x, y) for x in (column.left(), column.right()) for y in (column.top(), column.bottom())
    }
    assert bench.reached.lines("enc1.self.h1.Q") == ([], [])
    moved, still = bench.reached.lines("enc1.self.h1.V")
    assert moved, "two rows of V have a feature 1 other than 0"
    assert still, "the third has not"


def test_outlines_are_painted_in_their_own_colour(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, WV, 1, 0)
    measured(window, qtbot)
    bench = window.bench
    placed = bench.bench.cards[H]
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(20 - placed.at.x(), 20 - placed.at.y())
    bench.reached.paint(painter, QRectF(placed.rect), bench.paint_style)
    painter.end()
    edge = placed.cell(1, 0)
    at = QPoint(round(edge.left() - placed.at.x() + 20), round(edge.center().y() - placed.at.y() + 20))
    want = QColor(bench.colours.reach)
    near = [image.pixelColor(at + QPoint(dx, 0)) for dx in (-1, 0, 1)]
    apart = [max(abs(c.red() - want.red()), abs(c.green() - want.green()), abs(c.blue() - want.blue())) for c in near]
    assert min(apart) < 12, "but for smoothing"


def test_it_is_measured_again_after_an_edit_and_never_during_a_drag(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, X, 0, 0)
    measured(window, qtbot)
    first = window.desk.reaching.found
    view, start = window.bench.viewport(), window.bench.point_of(X, 0, 0)
    QTest.mousePress(view, LEFT, NONE, start)
    for k in range(1, 9):
        at = QPointF(start + QPoint(12 * k, 0))
        move = QMouseEvent(QEvent.Type.MouseMove, at, view.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, NONE)
        QApplication.sendEvent(view, move)
    window.document._flush()
    QTest.qWait(150)
    held = window.document.acting, window.desk.reaching.found, window.desk.reaching._steps
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(96, 0))
    assert held == (True, None, None)
    measured(window, qtbot)
    assert window.desk.reaching.found is not first
    assert window.desk.reaching.trace is window.document.trace
    assert window.bench.reached.found is window.desk.reaching.found


def test_another_selection_stops_a_measurement_between_two_runs(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    reaching = window.desk.reaching
    window.selection.select((X, 0, 0))
    reaching._idle.stop()
    reaching._begin()
    reaching._go_on()
    assert reaching._steps is not None
    window.selection.select((X, 1, 1))
    assert reaching._steps is None
    assert reaching.working
    measured(window, qtbot)
    assert reaching.found is not None
    assert (reaching.found.i, reaching.found.j) == (1, 1)


def test_the_step_is_chosen(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, WV, 1, 0)
    panel = measured(window, qtbot)
    assert panel.delta.text() == "0.01"
    panel.delta.setFocus()
    panel.delta.selectAll()
    QTest.keyClicks(panel.delta, "1/2")
    QTest.keyClick(panel.delta, Qt.Key.Key_Return)
    measured(window, qtbot)
    assert window.desk.reaching.found is not None
    assert window.desk.reaching.found.delta == 0.5
    panel.delta.selectAll()
    QTest.keyClicks(panel.delta, "0")
    QTest.keyClick(panel.delta, Qt.Key.Key_Return)
    assert panel.delta.refused() == "δ is a finite number other than 0."
    assert panel.delta.text() == "0.5"
    panel.delta.selectAll()
    QTest.keyClick(panel.delta, Qt.Key.Key_Delete)
    QTest.keyClick(panel.delta, Qt.Key.Key_Return)
    measured(window, qtbot)
    assert panel.delta.text() == "0.01"


def test_a_pinned_cell_is_asked_about_from_all_its_parts(window: MainWindow, qtbot: QtBot) -> None:
    assert pinning.hold(window.document, Span(A, 0, 1), 0.9) == ""
    opened(window)
    for name in (A, f"{A}.natural", f"{A}.where"):
        window.selection.select((name, 0, 1))
        panel = measured(window, qtbot)
        assert window.desk.reaching.found is not None
        assert window.desk.reaching.found.node == A
        assert H in panel._kept["moves"]


def test_a_cell_that_cannot_be_set_says_why(window: MainWindow, qtbot: QtBot) -> None:
    window.new("translate")
    window.show_bench()
    opened(window)
    window.selection.select(("src.ids", 0, 0))
    panel = measured(window, qtbot)
    assert window.desk.reaching.found is None
    assert window.desk.reaching.problem is not None
    assert panel.empty.text()
    assert "src.ids" in panel.empty.text()
    assert not panel.list.isVisible()


def test_a_cell_that_a_size_took_away_leaves_the_nearest_one_to_be_asked(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, X, 2, 3)
    measured(window, qtbot)
    window.document.do(window.document.workspace.with_rows(2), "y")
    measured(window, qtbot)
    assert window.selection.cell == (X, 1, 3), "the nearest one there is"
    found = window.desk.reaching.found
    assert found is not None
    assert (found.node, found.i, found.j) == (X, 1, 3)


def test_numbers_that_are_none_are_measured_too(window: MainWindow, qtbot: QtBot) -> None:
    window.document.do(window.document.workspace.with_cell(X, 0, 0, float("inf")), "x")
    opened(window)
    click(window, X, 0, 0)
    panel = measured(window, qtbot)
    assert window.desk.reaching.found is not None
    assert panel.asked.text().startswith("X[我, 0] = ∞")
    click(window, WV, 0, 0)
    panel = measured(window, qtbot)
    assert all(panel.list.line(at).value for at in range(panel.list.count))


def test_a_line_brings_its_matrix_into_view_and_keeps_the_question(window: MainWindow, qtbot: QtBot) -> None:
    opened(window)
    click(window, X, 0, 0)
    panel = measured(window, qtbot)
    at = panel._lines.index("enc1.norm2")
    panel.list.scrollTo(panel.list.model().index(at))
    rect = panel.list.visualRect(panel.list.model().index(at))
    QTest.mouseClick(panel.list.viewport(), LEFT, NONE, rect.center())
    assert window.selection.cell == (X, 0, 0)
    seen = QRectF(window.bench.viewport().rect())
    assert window.bench.on_screen(window.bench.bench.cards["enc1.norm2"].rect).intersects(seen)


def test_the_menu_of_a_cell_opens_the_list(window: MainWindow, qtbot: QtBot) -> None:
    menu = menu_at(window.bench, Hit("cell", WV, 1, 0))
    assert menu is not None
    next(action for action in menu.actions() if action.objectName() == "reach").trigger()
    menu.deleteLater()
    measured(window, qtbot)
    assert window.docks["reach"].isVisible()
    assert window.desk.reaching.found is not None
    assert window.desk.reaching.found.node == WV
    window.docks["reach"].close()
    assert not window.desk.reaching.on
    assert window.bench.reached.found is None
