"""Language and theme, switched while the window is open; what the window remembers; its names for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.settings import Settings

Reopened = Callable[[Path], MainWindow]
CTRL = Qt.KeyboardModifier.ControlModifier


def test_the_language_button_says_everything_again(window: MainWindow, qtbot: QtBot) -> None:
    window.document.do(window.document.workspace.with_spec(causal=True), text.act("{field} on", field="?"))
    panel = window.docks["model"].area.widget()
    assert panel.controls["causal"].switch.text() == "Causal"
    qtbot.mouseClick(window.top_bar.buttons["language"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.controls["causal"].switch.text() == "因果")
    assert window.docks["model"].windowTitle() == "模型"
    assert window.actions_by_id["save"].text() == "保存(&S)"
    assert window.top_bar.buttons["undo"].text() == "撤销"
    assert window.windowTitle() == "两个头，一个 BLOCK[*] — Glassformer"
    assert "节点" in window.status.run.text()
    qtbot.keyClick(window, Qt.Key.Key_L, CTRL)
    qtbot.waitUntil(lambda: panel.controls["causal"].switch.text() == "Causal")
    assert window.actions_by_id["save"].text() == "&Save"


def test_the_name_of_an_act_follows_the_language(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.docks["model"].area.widget()
    qtbot.mouseClick(panel.controls["causal"].switch, Qt.MouseButton.LeftButton)
    assert window.actions_by_id["undo"].text() == "&Undo Causal on"
    window.set_language("zh_CN")
    qtbot.waitUntil(lambda: "因果" in window.actions_by_id["undo"].text())
    assert "Causal" not in window.actions_by_id["undo"].text()
    qtbot.waitUntil(lambda: "因果" in window.status.act.text())


def test_the_theme_key_changes_every_colour(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL)
    assert window.is_dark()
    assert window.actions_by_id["theme"].isChecked()
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.panel
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL)
    assert not window.is_dark()
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.panel


@pytest.mark.parametrize("colours", theme.PALETTES.values(), ids=lambda palette: palette.name)
def test_text_of_the_frame_reads_on_its_ground(colours: theme.Palette) -> None:
    for ground in (colours.panel, colours.card):
        for ink in (colours.text, colours.quiet, colours.accent, colours.error):
            assert theme.contrast(ink, ground) >= 4.5, (ink, ground)


def test_everything_that_takes_the_keyboard_has_a_name(window: MainWindow) -> None:
    nameless = []
    for widget in window.findChildren(QWidget):
        takes = isinstance(widget, QAbstractButton | QLineEdit)
        if takes and not widget.objectName().startswith("qt_") and widget.isVisible() and not widget.accessibleName():
            nameless.append((type(widget).__name__, widget.objectName()))
    assert nameless == []


def test_tab_reaches_every_control_of_the_panel(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.docks["model"].area.widget()
    reached: set[int] = set()
    window.activateWindow()
    panel.controls["d"].stepper.field.setFocus()
    for _ in range(200):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(id(focused))
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    for name in ("d", "d_k", "eps", "causal", "norm", "act"):
        control = panel.controls[name]
        inside = [w for w in control.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
        assert any(id(w) in reached for w in inside), name


def test_a_panel_taller_than_the_window_scrolls(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1000, 520)
    bar = window.docks["model"].area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    panel = window.docks["model"].area.widget()
    assert panel.width() <= window.docks["model"].area.viewport().width()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_panel_is_as_wide_as_its_words(window: MainWindow, qtbot: QtBot, language: str) -> None:
    window.set_language(language)
    qtbot.wait(20)
    area = window.docks["model"].area
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()


def test_a_panel_hides_and_comes_back_by_key(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_M, CTRL)
    assert not window.docks["model"].isVisible()
    qtbot.keyClick(window, Qt.Key.Key_M, CTRL)
    assert window.docks["model"].isVisible()


@pytest.fixture
def reopened(qapp: QApplication) -> Iterator[Callable[[Path], MainWindow]]:
    """Open another window with the settings of a file."""
    made: list[MainWindow] = []

    def open_(file: Path) -> MainWindow:
        made.append(MainWindow(Document(models.starting_model("block")), Settings(file)))
        made[-1].show()
        return made[-1]

    yield open_
    for window in made:
        if isValid(window):
            window.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_the_window_remembers_its_size_theme_and_language(reopened: Reopened, tmp_path: Path) -> None:
    file = tmp_path / "s.ini"
    first = reopened(file)
    first.resize(777, 555)
    first.set_theme("dark")
    first.set_language("zh_CN")
    first.close()
    settings = Settings(file)
    assert (settings.theme(), settings.language()) == ("dark", "zh_CN")
    second = reopened(file)
    assert (second.width(), second.height()) == (777, 555)


def warned(caplog: pytest.LogCaptureFixture) -> int:
    """How many warnings the log has; what is only informed of depends on the log's level."""
    return sum(record.levelname == "WARNING" for record in caplog.records)


def test_damaged_settings_are_forgotten_with_a_line_each(
    reopened: Reopened, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "s.ini"
    store = QSettings(str(file), QSettings.Format.IniFormat)
    for key, value in {
        "theme": "plaid",
        "language": 7,
        "folder": ["a", "b"],
        "geometry": QByteArray(b"nonsense"),
        "state": "text",
    }.items():
        store.setValue(key, value)
    store.sync()
    settings = Settings(file)
    assert settings.theme() is None
    assert settings.language() is None
    assert settings.folder() is None
    assert warned(caplog) == 3
    window = reopened(file)
    assert window.isVisible()
    assert warned(caplog) == 5
    assert settings.theme() is None
    assert warned(caplog) == 5


def test_a_settings_file_of_noise_is_no_settings(reopened: Reopened, tmp_path: Path) -> None:
    file = tmp_path / "s.ini"
    file.write_bytes(bytes(range(256)) * 20)
    settings = Settings(file)
    assert settings.theme() is None
    assert reopened(file).isVisible()


def test_settings_that_cannot_be_kept_cost_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    settings = Settings(blocker / "s.ini")
    settings.set_theme("dark")
    settings.write()
    assert len([r for r in caplog.records if "cannot be kept" in r.getMessage()]) == 1


def test_a_folder_that_is_gone_is_not_offered(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.ini")
    settings.set_folder(tmp_path / "gone")
    assert settings.folder() is None
    settings.set_folder(tmp_path)
    assert settings.folder() == tmp_path
