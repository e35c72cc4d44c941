"""The checks of a window: the live line, the list, what fails, what a pin has changed, what doesn't apply."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core import dispatch, jit
from core.check import agreement, invariants
from core.engine import Engine
from core.ops import BY_NAME
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.checking import Checked, Checking, error_text, line_text
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.panels.checks import ChecksPanel
from labapp.panels.checks.row import FAILS, HOLDS, LEFT_OUT, MARKED, CheckRow

LEFT = Qt.MouseButton.LeftButton
Open = Callable[..., MainWindow]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication) -> Iterator[Open]:
    made: list[MainWindow] = []

    def window(workspace: Workspace, executor: str = "numpy") -> MainWindow:
        made.append(MainWindow(Document(workspace, executor)))
        made[-1].resize(1500, 900)
        with qtbot.waitActive(made[-1]):
            made[-1].show()
            made[-1].activateWindow()
        return made[-1]

    yield window
    for one in made:
        one.document.undo_stack.setClean()
        one.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def result(qtbot: QtBot, window: MainWindow) -> Checked:
    checking = Checking.of(window.document)
    qtbot.waitUntil(lambda: checking.result is not None, timeout=20_000)
    assert checking.result is not None
    return checking.result


def listed(qtbot: QtBot, window: MainWindow) -> list[CheckRow]:
    """The lines of the list, opened by a click on the live line."""
    if not window.docks["checks"].isVisible():
        QTest.mouseClick(window.checks, LEFT)
    result(qtbot, window)
    panel = window.docks["checks"].area.widget()
    assert isinstance(panel, ChecksPanel)
    QApplication.processEvents()
    return panel.rows


def block() -> Workspace:
    return models.starting_model("block")


def test_the_line_counts_what_holds(opened: Open, qtbot: QtBot) -> None:
    window = opened(block())
    assert window.checks.text() == "checking …"
    found = result(qtbot, window)
    trace = Engine("numpy").run(block())
    statements = list(invariants(trace))
    computed = [node for node in trace.graph.nodes if node.op != "leaf"]
    assert found.count == len(statements) + len(computed), "and each matrix was permuted"
    assert window.checks.text() == f"{found.count} checks hold, largest error {found.error:.0e}"
    assert window.checks.accessibleName() == window.checks.text()
    assert not found.failed


def test_the_kernels_are_compared_with_the_references(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "forward", lambda: dispatch.walk)  # the lines that are compiled, run by Python
    window = opened(block(), "jit")
    found = result(qtbot, window)
    trace = Engine("jit").run(block())
    mine = {kind.says: kind for kind in found.kinds}["compiled equals NumPy"]
    want = list(agreement(trace, Engine("numpy").run(block())))
    assert (mine.hold, mine.count) == (len(want), len(want))
    assert mine.worst.error == max(check.error for check in want)


def test_a_click_lists_what_is_checked_and_a_line_leads_to_its_cell(opened: Open, qtbot: QtBot) -> None:
    window = opened(block())
    rows = listed(qtbot, window)
    texts = {row.text(): row for row in rows}
    sums = texts["each row sums to 1 over its visible keys"]
    assert sums.mark == HOLDS
    assert sums.note.startswith("2 · ")
    assert "permuted tokens give permuted rows" in texts
    assert rows[-1].mark == LEFT_OUT
    assert rows[-1].text() == "Compiled code against NumPy is left out: NumPy computes everything here."
    QTest.mouseClick(sums, LEFT)
    assert window.selection.cell is not None
    assert window.selection.cell[0] in ("enc1.self.h1.A", "enc1.self.h2.A")
    QTest.mouseClick(window.checks, LEFT)
    assert not window.docks["checks"].isVisible()


def test_a_failing_cell_is_one_click_away(opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    right = BY_NAME["softmax"].reference

    def wrong(s: object, visible: object) -> object:
        weights = right(s, visible)
        weights[1, 0] += 0.25
        return weights

    monkeypatch.setitem(BY_NAME, "softmax", replace(BY_NAME["softmax"], reference=wrong))
    window = opened(block().with_spec(enc_layers=2))
    found = result(qtbot, window)
    assert found.failed
    assert window.checks.text() == f"{len(found.failed)} of {found.count} checks fail"
    assert window.checks.state == "fails"
    first = listed(qtbot, window)[0]
    assert first.mark == FAILS
    assert "error 0.2" in first.note or "error 2e-1" in first.note
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    assert window.selection.cell is not None
    assert window.selection.cell[:2] == ("enc1.self.h1.A", 1)


def test_a_pinned_row_is_marked_and_fails_nothing(opened: Open, qtbot: QtBot) -> None:
    window = opened(block().with_pin("enc1.self.h2.A", 1, 0, 0.9))
    found = result(qtbot, window)
    assert not found.failed
    assert window.checks.text().endswith(" · 1 pinned row marked")
    marked = [row for row in listed(qtbot, window) if row.mark == MARKED]
    assert len(marked) == 1
    total = Engine("numpy").run(window.document.workspace)["enc1.self.h2.A"].values[1].sum()
    assert marked[0].text() == f"A²[给, :] sums to {total:.4g}, not to 1"
    QTest.mouseClick(marked[0], LEFT)
    assert window.selection.cell == ("enc1.self.h2.A", 1, 0)
    assert window.selection.head["enc1.self"] == 2
    said = [row.text() for row in listed(qtbot, window) if row.mark == LEFT_OUT]
    assert any("cells that are held in their place" in line for line in said)


def test_what_tells_places_apart_is_said_where_permuting_is_left_out(opened: Open, qtbot: QtBot) -> None:
    window = opened(block().with_spec(pos="sinusoidal", causal=True))
    said = [row.text() for row in listed(qtbot, window) if row.mark == LEFT_OUT]
    assert said[0] == ("Permuting tokens claims nothing here: positions are added to the rows, a causal mask.")


def test_an_edit_is_checked_anew_and_a_drag_is_not(opened: Open, qtbot: QtBot) -> None:
    window = opened(block())
    document = window.document
    first = result(qtbot, window)
    document.begin("drag")
    document.preview(document.workspace.with_cell("src.X", 0, 0, 3.0))
    qtbot.waitUntil(lambda: window.checks.text() == "checking …")
    qtbot.wait(600)
    assert window.checks.state == "working"
    document.commit()
    assert result(qtbot, window) is not first
    assert "checks hold" in window.checks.text()


def test_non_finite_numbers_fail_nothing(opened: Open, qtbot: QtBot) -> None:
    window = opened(block().with_cell("src.X", 0, 0, math.inf).with_cell("src.X", 1, 1, math.nan))
    assert not result(qtbot, window).failed


def test_wide_and_narrow_in_both_languages(opened: Open, qtbot: QtBot) -> None:
    window = opened(block())
    listed(qtbot, window)
    for language, width in (("zh_CN", 1500), ("en", 800)):
        window.set_language(language)
        window.resize(width, 700)
        result(qtbot, window)
        QApplication.processEvents()
        assert window.checks.width() > 40
        assert window.checks.geometry().right() <= window.width()


@pytest.mark.parametrize(("error", "said"), [(0.0, "0"), (4.4e-16, "4e-16"), (0.25, "2e-1"), (math.inf, "inf")])
def test_an_error_in_one_digit(error: float, said: str) -> None:
    assert error_text(error) == said


def test_nothing_known_yet_is_said() -> None:
    assert line_text(None) == "checking …"
