"""What keeps work safe, in a real window: recovery, errors nobody caught, dropped files, recent files."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl, qInstallMessageHandler
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from core import glass
from core.workspace import Workspace
from labapp import files, log, models, recovery, report, text
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.offer import Offer
from labapp.settings import Settings

Answer = Callable[[QMessageBox.StandardButton], list[str]]
Button = QMessageBox.StandardButton


def change(window: MainWindow, value: float = 7.5) -> None:
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, value), "X[0,0]")


def left(window: MainWindow) -> float:
    return float(window.document.workspace.arrays["sample0/src.X"][0, 0])


def leave_behind(folder: Path, value: float, title: str = "Mine", path: Path | None = None, cut: int = 0) -> Path:
    """A copy as a lab leaves it that was ended by force."""
    folder.mkdir(exist_ok=True)
    workspace: Workspace = models.starting_model("block").with_cell("src.X", 0, 0, value)
    head = recovery.msgspec.json.encode(recovery.Head(1, title, str(path) if path else None, 2e9 + value))
    data = glass.dumps(workspace)
    file = folder / f"9-{title}.glass"
    file.write_bytes(head + b"\n" + data[: len(data) - cut])
    return file


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def offer(window: MainWindow) -> Offer:
    assert window.safety.offer is not None
    return window.safety.offer


def click(qtbot: QtBot, button: QAbstractButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


# recovery


def test_with_nothing_left_behind_nothing_is_asked(window: MainWindow, kept: Path) -> None:
    window.safety.begin(kept)
    assert window.safety.offer is None
    assert window.status.said() == ""


def test_recover_shows_the_work_as_unsaved_and_the_old_copy_goes_after_a_new_one(
    window: MainWindow, qtbot: QtBot, kept: Path
) -> None:
    old = leave_behind(kept, 5.5)
    window.safety.begin(kept)
    dialog = offer(window)
    assert dialog.list.count() == 1
    assert dialog.list.item(0).text().startswith("Mine — ")
    assert window.safety.autosave is not None
    with qtbot.waitSignal(window.safety.autosave.written):
        click(qtbot, dialog.take)
        assert old.exists()
    assert left(window) == 5.5
    assert window.isWindowModified()
    assert window.status.said() == "Recovered Mine. It is not saved yet."
    assert list(kept.glob("*.glass")) == [window.safety.autosave.file]


def test_recovered_work_is_not_lost_by_closing(window: MainWindow, qtbot: QtBot, kept: Path, answer: Answer) -> None:
    leave_behind(kept, 5.5)
    window.safety.begin(kept)
    click(qtbot, offer(window).take)
    asked = answer(Button.Cancel)
    assert not window.close()
    assert len(asked) == 1


def test_recovered_work_is_saved_to_its_own_file(window: MainWindow, qtbot: QtBot, kept: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.glass"
    glass.save(mine, models.starting_model("block"))
    leave_behind(kept, 5.5, path=mine)
    window.safety.begin(kept)
    click(qtbot, offer(window).take)
    assert window.document.path == mine
    assert window.save()
    assert glass.load(mine).arrays["sample0/src.X"][0, 0] == 5.5


def test_discard_removes_one_and_offers_the_others(window: MainWindow, qtbot: QtBot, kept: Path) -> None:
    first, second = leave_behind(kept, 5.5, "first"), leave_behind(kept, 6.5, "second")
    window.safety.begin(kept)
    dialog = offer(window)
    click(qtbot, dialog.drop)  # the newest, "second", is chosen
    assert (first.exists(), second.exists()) == (True, False)
    assert dialog.isVisible()
    click(qtbot, dialog.drop)
    assert not first.exists()
    assert window.safety.offer is None
    assert left(window) == 1.0


@pytest.mark.parametrize("way", ["later", "escape", "close the window"])
def test_what_is_left_for_later_is_found_again(window: MainWindow, qtbot: QtBot, kept: Path, way: str) -> None:
    file = leave_behind(kept, 5.5)
    window.safety.begin(kept)
    if way == "later":
        click(qtbot, offer(window).later)
    elif way == "escape":
        qtbot.keyClick(offer(window), Qt.Key.Key_Escape)
    else:
        assert window.close()
    found, _ = recovery.find(kept)
    assert [one.file for one in found] == [file]


def test_a_damaged_copy_is_said_in_a_sentence_and_kept(window: MainWindow, qtbot: QtBot, kept: Path) -> None:
    file = leave_behind(kept, 5.5, cut=50)
    window.safety.begin(kept)
    click(qtbot, offer(window).take)
    assert window.status.said().startswith("A copy of unsaved work is damaged")
    assert left(window) == 1.0
    assert file.with_name(file.name + ".bad").exists()


def test_the_offer_speaks_chinese(window: MainWindow, kept: Path) -> None:
    text.set_language("zh_CN")
    leave_behind(kept, 5.5)
    window.safety.begin(kept)
    assert offer(window).later.text() != "&Later"
    assert offer(window).windowTitle() != "Recover unsaved work"


def test_where_no_copy_can_be_kept_it_is_said(window: MainWindow, qtbot: QtBot, kept: Path) -> None:
    kept.write_text("in the way")
    window.safety.begin(kept)
    change(window)
    assert window.safety.autosave is not None
    with qtbot.waitSignal(window.safety.autosave.failed):
        window.safety.autosave.save_now()
    assert window.status.said().startswith("Unsaved work can't be kept safe here")


def test_a_clean_end_leaves_nothing(window: MainWindow, qtbot: QtBot, kept: Path, answer: Answer) -> None:
    window.safety.begin(kept)
    change(window)
    assert window.safety.autosave is not None
    with qtbot.waitSignal(window.safety.autosave.written):
        window.safety.autosave.save_now()
    answer(Button.Discard)
    assert window.close()
    assert list(kept.iterdir()) == []


# errors that nobody caught


@pytest.fixture
def hooks(tmp_path: Path) -> Iterator[None]:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    handler = qInstallMessageHandler(None)
    yield
    log.stop()
    qInstallMessageHandler(handler)
    sys.excepthook, threading.excepthook, sys.unraisablehook = before


def boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


@pytest.mark.parametrize("where", ["slot", "thread"])
def test_after_an_exception_the_work_is_kept_and_the_window_goes_on(
    qapp: QApplication, qtbot: QtBot, hooks: None, kept: Path, tmp_path: Path, where: str
) -> None:
    log.start(tmp_path / "log")
    with qtbot.captureExceptions():
        log.install()
        window = MainWindow(Document(models.starting_model("block")), Settings(tmp_path / "settings.ini"))
        qtbot.addWidget(window, before_close_func=lambda made: made.document.undo_stack.setClean())
        window.show()
        window.safety.begin(kept)
        change(window)
        assert window.safety.autosave is not None

        def fail() -> None:
            raise ValueError(f"sheep in {os.path.expanduser('~')}/lessons")

        with qtbot.waitSignal(window.safety.autosave.written):
            if where == "slot":
                QTimer.singleShot(0, fail)
            else:
                worker = threading.Thread(target=fail)
                worker.start()
                worker.join()
        (box,) = boxes(window)
        assert "sheep" in box.text()
        assert "Your work is kept" in box.informativeText()
        (copy,) = [button for button in box.buttons() if button.text() == "&Copy report"]
        click(qtbot, copy)
        assert box.isVisible()
        told = QGuiApplication.clipboard().text()
        assert "ValueError: sheep in ~/lessons" in told
        assert "tests/labapp/window/test_safety.py" in told
        assert os.path.expanduser("~") + "/" not in told
        qtbot.keyClick(box, Qt.Key.Key_Escape)
        assert not boxes(window)
        change(window, 8.5)
        assert left(window) == 8.5


def test_many_errors_make_one_box(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "last_report", lambda: "a report")
    for number in range(5):
        log.alarm().raised.emit(f"error {number}")
    (box,) = boxes(window)
    assert box.text() == "error 0"
    assert window.status.said() == "error 4"
    box.close()
    log.alarm().raised.emit("another")
    assert [box.text() for box in boxes(window)] == ["another"]
    boxes(window)[0].close()


def test_a_report_names_program_versions_and_the_cause() -> None:
    try:
        try:
            glass.load(Path("gone.glass"))
        except Exception as error:
            raise RuntimeError("outer") from error
    except RuntimeError as error:
        told = report.report_text(error)
    assert told.startswith("Glassformer 0.")
    assert f"Python {sys.version.split()[0]}" in told
    assert "PySide6 6." in told
    assert 'File "core/' in told
    assert "RuntimeError: outer" in told
    assert "gone.glass" in told
    assert str(Path(report.__file__).parent.parent) not in told


# dropped files


def drop(window: MainWindow, *urls: QUrl) -> bool:
    """Drag over the window and drop; whether the drag was taken."""
    data = QMimeData()
    data.setUrls(list(urls))
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(300, 300), *how)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *how))
    QApplication.processEvents()
    return enter.isAccepted()


def local(path: Path) -> QUrl:
    return QUrl.fromLocalFile(str(path))


def test_a_dropped_model_is_opened(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "课 &.GLASS"
    glass.save(file, models.starting_model("block").with_cell("src.X", 0, 0, 5.0))
    assert drop(window, local(file))
    assert left(window) == 5.0
    assert window.document.path == file


def test_a_dropped_model_asks_for_the_unsaved_one_first(window: MainWindow, tmp_path: Path, answer: Answer) -> None:
    file = tmp_path / "other.glass"
    glass.save(file, models.starting_model("block"))
    change(window)
    asked = answer(Button.Cancel)
    drop(window, local(file))
    assert len(asked) == 1
    assert left(window) == 7.5


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a.png"], "a.png is neither a .glass file nor a corpus (.txt, .tsv); those can be dropped here."),
        (
            ["folder.glass"],
            "folder.glass is neither a .glass file nor a corpus (.txt, .tsv); those can be dropped here.",
        ),
        (["a.glass", "b.glass"], "Drop one .glass file of this computer at a time."),
    ],
)
def test_what_is_no_single_model_is_refused_in_a_sentence(
    window: MainWindow, tmp_path: Path, names: list[str], said: str
) -> None:
    (tmp_path / "folder.glass").mkdir()
    before = window.document.workspace
    assert drop(window, *(local(tmp_path / name) for name in names))
    assert window.status.said() == said
    assert window.document.workspace is before


def test_an_address_is_not_fetched(window: MainWindow) -> None:
    drop(window, QUrl("https://example.org/a.glass"))
    assert window.status.said() == "Drop one .glass file of this computer at a time."


def test_a_dropped_file_that_is_damaged_says_so(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "bad.glass").write_bytes(b"PK")
    drop(window, local(tmp_path / "bad.glass"))
    assert "bad.glass" in window.status.said()
    for box in boxes(window):
        box.close()


def test_an_open_editor_leaves_a_dropped_file_to_the_window(window: MainWindow) -> None:
    window.bench.type_into(("src.X", 0, 0))
    editors = window.findChildren(QLineEdit)
    assert editors
    assert [type(one) for one in editors if one.acceptDrops()] == []


def test_dragged_text_is_not_for_the_window(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("1 2 3")
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(300, 300), *how)
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


# recent files


def recent(window: MainWindow) -> list[str]:
    menu = window.submenu("recent")
    menu.aboutToShow.emit()
    return [item.text() for item in menu.actions() if not item.isSeparator()]


def test_opened_and_saved_files_are_listed_newest_first(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert recent(window) == ["No files yet"]
    for name in ("a.glass", "b & c.glass"):
        glass.save(tmp_path / name, models.starting_model("block"))
        window.open_path(tmp_path / name)
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: tmp_path / "d.glass")
    assert window.save_as()
    window.open_path(tmp_path / "a.glass")
    folder = tmp_path.name
    assert recent(window) == [
        f"&1 a.glass — {folder}",
        f"&2 d.glass — {folder}",
        f"&3 b && c.glass — {folder}",
        "&Clear this list",
    ]


def test_choosing_one_opens_it_and_one_that_is_gone_leaves_the_list(window: MainWindow, tmp_path: Path) -> None:
    for name, value in (("a.glass", 3.0), ("b.glass", 4.0)):
        glass.save(tmp_path / name, models.starting_model("block").with_cell("src.X", 0, 0, value))
        window.open_path(tmp_path / name)
    recent(window)
    window.submenu("recent").actions()[1].trigger()
    assert left(window) == 3.0
    (tmp_path / "b.glass").unlink()
    recent(window)
    window.submenu("recent").actions()[1].trigger()
    assert "b.glass" in window.status.said()
    assert left(window) == 3.0
    assert len(recent(window)) == 2  # a.glass and the clearing
    for box in boxes(window):
        box.close()


def test_the_list_can_be_cleared(window: MainWindow, tmp_path: Path) -> None:
    glass.save(tmp_path / "a.glass", models.starting_model("block"))
    window.open_path(tmp_path / "a.glass")
    recent(window)
    window.submenu("recent").actions()[-1].trigger()
    assert recent(window) == ["No files yet"]


def test_damaged_settings_are_said_once(qapp: QApplication, tmp_path: Path, kept: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_bytes(os.urandom(300) + b"\xff\0")
    said = []
    for _ in range(2):
        window = MainWindow(Document(models.starting_model("block")), Settings(file))
        window.show()
        window.safety.begin(kept)
        said.append(window.status.said())
        assert window.close()
    assert said[0].startswith("The settings were damaged. They are kept as settings.ini.bad")
    assert said[1] == ""
