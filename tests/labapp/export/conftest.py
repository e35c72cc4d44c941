"""What tests of figures stand on: traces of starting models, and a bench in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.trace import Trace
from labapp import text, theme
from labapp.bench.view import BenchView
from labapp.document import Document
from labapp.models import starting_model
from labapp.selection import Selection


@lru_cache(maxsize=16)
def _trace(model: str, changes: tuple[tuple[str, object], ...]) -> Trace:
    workspace = starting_model(model)
    return Engine("numpy").run(workspace.with_spec(**dict(changes)) if changes else workspace)


@pytest.fixture
def trace_of(qapp: QApplication) -> Callable[..., Trace]:
    """The trace of a starting model with some fields changed."""
    return lambda model, **changes: _trace(model, tuple(changes.items()))


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    text.set_language("en")


@pytest.fixture
def show(qapp: QApplication, qtbot: QtBot) -> Callable[..., BenchView]:
    """A bench in a window of some size."""

    def made(model: str, width: int = 1400, height: int = 1100, dark: bool = False) -> BenchView:
        document = Document(starting_model(model), "numpy")
        view = BenchView(document, Selection(document), theme.DARK if dark else theme.LIGHT)
        document.setParent(view)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show()
        qtbot.waitExposed(view)
        return view

    return made
