"""A small model and a small corpus, trained by NumPy: nothing here waits for a compiler."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.settings import Settings
from labapp.training import Training
from labapp.training.compiled import Compiled

PAIRS = ("我 给\tI give", "你 给\tyou give", "我 看\tI see", "你 看\tyou see", "我 看 书\tI see books")
HELD_OUT = ("你 看 书\tyou see books",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(autouse=True)
def by_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No compiler, and no thread that outlives its test."""
    monkeypatch.setattr(Compiled, "executor", lambda self, precision, is_cancelled: "numpy")
    yield
    assert [thread.name for thread in threading.enumerate() if thread.name == "training"] == []


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "small.txt"
    file.write_text("\n".join([*PAIRS, "# held out", *HELD_OUT, ""]), encoding="utf-8")
    return file


def small(**changes: object) -> Workspace:
    """An encoder–decoder that knows a few words of the corpus."""
    spec = ModelSpec(
        kind="encoder_decoder", inputs="tokens", d=4, heads=1, d_k=2, d_v=2, d_ff=4, causal=True, head=True
    )
    start = Workspace.new(spec, (Sample(("我", "给"), ("BOS", "I")), Sample(("我",), ("BOS", "give"))))
    return start.with_spec(**changes)


@pytest.fixture
def document(qtbot: QtBot) -> Iterator[Document]:
    made = Document(small(), "numpy")
    yield made
    made.commit()


@pytest.fixture
def training(document: Document, corpus: Path) -> Iterator[Training]:
    """A session with six steps of two pairs to do, as fast as they go."""
    made = Training(document, document)
    made.take(corpus)
    made.choose(speed=0, steps=6, batch=2)
    yield made
    made.stop()


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path, corpus: Path) -> Iterator[MainWindow]:
    made = window_on(qtbot, tmp_path, corpus)
    yield made
    if isValid(made):
        made.document.commit()
        made.document.undo_stack.setClean()
        made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def window_on(qtbot: QtBot, folder: Path, corpus: Path) -> MainWindow:
    made = MainWindow(Document(small(), "numpy"), Settings(folder / "settings.ini"))
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.desk.training.take(corpus)
    made.desk.training.choose(speed=0, steps=6, batch=2)
    return made
