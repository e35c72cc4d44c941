"""The export menu and its dialog, driven by keys and clicks in a real window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialogButtonBox, QMenu, QMessageBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.export import clipboard, exporting
from labapp.export.dialog import FigureDialog
from labapp.export.menu import ENTRIES, ExportMenu
from labapp.export.palette import PRINT
from labapp.main_window import MainWindow
from labapp.settings import Settings
from tests.labapp.export.readers import Drawing, Paper

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
A = "enc1.self.h1.A"
Names = Callable[[str], None]


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    exporting._Last.options = None
    made = MainWindow(Document(models.starting_model("block")), Settings(tmp_path / "settings.ini"))
    if made.findChild(QMenu, "export") is None:
        ExportMenu(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    if isValid(made):
        made.document.undo_stack.setClean()
        made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def menu(window: MainWindow) -> ExportMenu:
    found = window.findChild(QMenu, "export")
    assert isinstance(found, ExportMenu)
    return found


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Names:
    """Answer the next file dialogs with a name in the test's folder; "" is thinking better of it."""

    def answer(name: str) -> None:
        def chosen(parent: object, title: str, start: str, filters: str, first: str) -> tuple[str, str]:
            assert first in filters.split(";;")
            return (str(tmp_path / "out" / name), first) if name else ("", "")

        (tmp_path / "out").mkdir(exist_ok=True)
        monkeypatch.setattr(exporting.QFileDialog, "getSaveFileName", chosen)

    return answer


def dialog_of(window: MainWindow, qtbot: QtBot) -> FigureDialog:
    window.activateWindow()  # without a window manager nobody does when a dialog closes
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: any(d.isVisible() for d in window.findChildren(FigureDialog)))
    found = [d for d in window.findChildren(FigureDialog) if d.isVisible()]
    assert len(found) == 1
    return found[0]


def choose(dialog: FigureDialog, **chosen: str | float | bool) -> None:
    """Choose in the boxes as a person would with the keyboard, and click the checks."""
    for name, value in chosen.items():
        box = getattr(dialog, name)
        if isinstance(box, QCheckBox):
            if box.isChecked() != value:
                QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center() - box.rect().center() * 0.9)
            assert box.isChecked() == value
        else:
            box.setFocus()
            for _ in range(box.count()):
                QTest.keyClick(box, Qt.Key.Key_Up)
            for _ in range(box.findData(value)):
                QTest.keyClick(box, Qt.Key.Key_Down)
            assert box.currentData() == value


def press(dialog: FigureDialog, button: str) -> None:
    QTest.mouseClick(getattr(dialog, button), Qt.MouseButton.LeftButton)


def test_the_selected_matrix_is_saved_as_a_drawing(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path
) -> None:
    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    assert dialog.options().names == (A,)
    assert not dialog.preview.pixmap().isNull()
    assert "pixels" in dialog.size_text.text()
    choose(dialog, theme="print", caption=True)
    files("mine.svg")
    press(dialog, "save_button")
    found = Drawing((tmp_path / "out" / "mine.svg").read_bytes())
    assert PRINT.window in found.colours
    assert "0.401" in found.texts
    assert "Two heads, one block" in found.texts
    qtbot.waitUntil(lambda: not window.findChildren(FigureDialog))
    assert "Saved to mine.svg." in window.status.message.text()
    assert window.settings is not None
    assert window.settings.folder() == (tmp_path / "out").resolve()


def test_the_bench_is_saved_whole_or_as_it_is_in_view(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path
) -> None:
    window.resize(1000, 600)
    sizes = {}
    for what, name in (("whole", "w.svg"), ("seen", "s.svg")):
        dialog = dialog_of(window, qtbot)
        choose(dialog, what=what)
        assert not dialog.matrices.isEnabled()
        files(name)
        press(dialog, "save_button")
        sizes[what] = Drawing((tmp_path / "out" / name).read_bytes()).box
        qtbot.waitUntil(lambda: not window.findChildren(FigureDialog))
    assert sizes["whole"].height() == window.bench.bench.height
    assert sizes["seen"].height() < sizes["whole"].height()


def test_the_overview_is_saved_from_the_dialog_and_the_file_says_what_it_is(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path
) -> None:
    dialog = dialog_of(window, qtbot)
    assert dialog.what.findData("bars") == -1, "the block has no vocabulary"
    choose(dialog, what="overview", theme="print")
    assert not dialog.preview.pixmap().isNull()
    starts: list[str] = []
    files("o.pdf")
    keep = exporting.QFileDialog.getSaveFileName
    exporting.QFileDialog.getSaveFileName = lambda *given: (starts.append(given[2]), keep(*given))[1]
    press(dialog, "save_button")
    exporting.QFileDialog.getSaveFileName = keep
    assert starts[0].endswith("-overview.svg")
    assert "Feed-forward" in Paper((tmp_path / "out" / "o.pdf").read_bytes()).text


def test_bars_and_overview_are_copied_where_there_is_a_vocabulary(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    exporting._Last.options = None
    made = MainWindow(Document(models.starting_model("g01")), None)
    made.show()
    qtbot.waitExposed(made)
    made.digits.set_decimals(4)
    dialog = dialog_of(made, qtbot)
    choose(dialog, what="bars")
    press(dialog, "copy_button")
    texts = Drawing(QGuiApplication.clipboard().mimeData().data(clipboard.SVG).data()).texts
    assert f"{made.document.trace['out.p'].values[-1].max():.4f}" in texts
    assert QGuiApplication.clipboard().mimeData().data(clipboard.PDF).data().startswith(b"%PDF")
    dialog.close()
    made.close()
    QApplication.sendPostedEvents(None, 52)  # deferred deletions, not left to the garbage collector


def test_several_matrices_are_ticked_in_the_list(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path
) -> None:
    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    names = list(window.bench.trace)
    dialog.matrices.setFocus()
    dialog.matrices.setCurrentRow(names.index("src.X"))
    QTest.keyClick(dialog.matrices, Qt.Key.Key_Space)
    assert dialog.options().names == ("src.X", A)
    files("two.pdf")
    press(dialog, "save_button")
    assert "0.401" in Paper((tmp_path / "out" / "two.pdf").read_bytes()).text


def test_without_a_matrix_there_is_nothing_to_save(window: MainWindow, qtbot: QtBot) -> None:
    dialog = dialog_of(window, qtbot)
    choose(dialog, what="cards")
    assert dialog.size_text.text() == "Tick the matrices to show."
    assert not dialog.save_button.isEnabled()
    assert not dialog.copy_button.isEnabled()


def test_the_dialog_copies_and_stays(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    choose(dialog, scale=3.0, outline=True)
    press(dialog, "copy_button")
    held = QGuiApplication.clipboard().mimeData()
    found = Drawing(held.data(clipboard.SVG).data())
    assert found.texts == []
    assert QGuiApplication.clipboard().image().width() == 3 * found.box.width()
    assert dialog.isVisible()
    assert "on the clipboard" in window.status.message.text()
    close = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.findChildren(FigureDialog))
    assert dialog_of(window, qtbot).options().scale == 3.0, "the next figure begins with these choices"


def test_giving_up_the_file_dialog_saves_nothing(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path
) -> None:
    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    files("")
    press(dialog, "save_button")
    assert dialog.isVisible()
    assert os.listdir(tmp_path / "out") == []


def test_a_full_disk_is_said_and_leaves_nothing(
    window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    files("a.svg")
    monkeypatch.setattr(os, "fsync", full)
    press(dialog, "save_button")
    assert os.listdir(tmp_path / "out") == []
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert len(boxes) == 1
    assert "No space left on device" in boxes[0].text()
    boxes[0].accept()
    assert dialog.isVisible(), "another place can be chosen"


def test_numbers_are_copied_in_each_form(window: MainWindow, menu: ExportMenu) -> None:
    window.selection.select((A, 1, 1))
    starts = {"copy_table": "0.4011", "copy_latex": "\\begin{bmatrix}", "copy_numpy": "np.array(["}
    for entry, start in starts.items():
        menu.actions_by_id[entry].trigger()
        assert QGuiApplication.clipboard().text().startswith(start)
    assert A in window.status.message.text()
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().mimeData().hasImage()


def test_numbers_are_saved_in_the_format_of_the_ending(
    window: MainWindow, menu: ExportMenu, files: Names, tmp_path: Path
) -> None:
    window.selection.select((A, 1, 1))
    files("n.txt")
    menu.actions_by_id["save_numbers"].trigger()
    found = np.loadtxt(tmp_path / "out" / "n.txt")
    assert found.tolist() == window.bench.trace[A].values.tolist()
    files("no ending")
    menu.actions_by_id["save_numbers"].trigger()
    assert (tmp_path / "out" / "no ending.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_a_heatmap_alone_is_saved_as_a_page(window: MainWindow, qtbot: QtBot, files: Names, tmp_path: Path) -> None:
    window.selection.select((A, 0, 0))
    dialog = dialog_of(window, qtbot)
    choose(dialog, heatmap=True)
    files("h.pdf")
    press(dialog, "save_button")
    page = Paper((tmp_path / "out" / "h.pdf").read_bytes())
    assert page.images == 0
    assert "0.5" in page.text, "the scale"
    assert "0.401" not in page.text


def test_csv_has_the_mark_and_the_comma_that_are_chosen(
    window: MainWindow, menu: ExportMenu, files: Names, tmp_path: Path
) -> None:
    window.selection.select((A, 1, 1))
    menu.choices_by_id["decimal_comma"].trigger()
    menu.choices_by_id["csv_bom"].trigger()
    files("n.csv")
    menu.actions_by_id["save_numbers"].trigger()
    data = (tmp_path / "out" / "n.csv").read_bytes()
    assert data.startswith(A.encode() + ";我;给;书\r\n".encode())
    assert data.splitlines()[1].startswith("我;0,4011".encode())
    menu.actions_by_id["copy_latex"].trigger()
    assert "0.4011" in QGuiApplication.clipboard().text(), "LaTeX and NumPy keep the point"


@pytest.mark.parametrize("name", ["n.csv", "n.tex"])
def test_a_full_disk_leaves_no_half_table(
    window: MainWindow, menu: ExportMenu, files: Names, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    window.selection.select((A, 1, 1))
    files(name)
    monkeypatch.setattr(os, "fsync", full)
    menu.actions_by_id["save_numbers"].trigger()
    assert os.listdir(tmp_path / "out") == []
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert "No space left on device" in boxes[0].text()
    boxes[0].accept()


def test_the_whole_model_is_saved_as_a_script(
    window: MainWindow, menu: ExportMenu, files: Names, tmp_path: Path
) -> None:
    window.bench.type_into(("src.X", 0, 0), "3.25")
    files("mine.py")
    menu.actions_by_id["save_script"].trigger()
    text = (tmp_path / "out" / "mine.py").read_text(encoding="utf-8")
    assert text.startswith("# Two heads, one block: a NumPy script")
    assert "[3.25, 0.0, 1.0, 0.0]" in text, "the open editor was committed first"
    assert "Saved to mine.py." in window.status.message.text()
    files("")
    menu.actions_by_id["save_script"].trigger()
    assert os.listdir(tmp_path / "out") == ["mine.py"]


def test_without_a_selected_cell_a_sentence_says_what_to_do(window: MainWindow, menu: ExportMenu) -> None:
    menu.actions_by_id["copy_latex"].trigger()
    assert window.status.message.text() == "Select a cell first; its matrix is then exported."
    menu.aboutToShow.emit()
    enabled = {name for name, item in menu.actions_by_id.items() if item.isEnabled()}
    assert enabled == {"figure", "copy_followed", "save_followed", "figure_followed", "save_script"}
    menu.aboutToHide.emit()
    assert all(item.isEnabled() for item in menu.actions_by_id.values())


def test_an_open_editor_is_committed_first(window: MainWindow, menu: ExportMenu) -> None:
    window.selection.select(("src.X", 0, 0))
    window.bench.type_into(("src.X", 0, 0), "7")
    menu.actions_by_id["copy_table"].trigger()
    assert QGuiApplication.clipboard().text().startswith("7.0\t")


def test_the_menu_speaks_both_languages(window: MainWindow, menu: ExportMenu) -> None:
    assert menu.title() == "&Export"
    assert [item.text() for item in menu.actions_by_id.values()] == [entry.text for entry in ENTRIES if entry]


def test_a_closed_window_is_let_go(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    import gc
    import weakref

    made = MainWindow(Document(models.starting_model("block")), None)
    held = weakref.ref(made)
    if made.findChild(QMenu, "export") is None:
        ExportMenu(made)
    made.close()
    del made
    QApplication.sendPostedEvents(None, 52)  # deferred deletions
    gc.collect()
    found = held()
    assert found is None or not isValid(found)
