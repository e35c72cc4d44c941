"""Pictures of the window: the size that was asked for, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from core.problem import Problem
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.picture import picture, screenshot


@pytest.fixture(autouse=True)
def calm(qapp: QApplication) -> Iterator[None]:
    text.set_language("en")
    yield
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def block() -> Workspace:
    return models.starting_model("block")


@pytest.mark.parametrize("size", [(1680, 1050), (1366, 768), (500, 333)])
def test_a_picture_has_exactly_the_size_that_was_asked_for(
    qapp: QApplication, block: Workspace, tmp_path: Path, size: tuple[int, int]
) -> None:
    screenshot(block, tmp_path / "shot.png", size=size)
    image = QImage(str(tmp_path / "shot.png"))
    assert (image.width(), image.height()) == size


def test_themes_and_languages_differ(qapp: QApplication, block: Workspace) -> None:
    shots = [picture(block, (1200, 800), name, lang) for name in ("light", "dark") for lang in ("en", "zh_CN")]
    assert len({bytes(shot.constBits()) for shot in shots}) == 4
    assert shots[0].pixelColor(300, 3) == QColor(theme.LIGHT.panel)
    assert shots[2].pixelColor(300, 3) == QColor(theme.DARK.panel)
    assert text.language() == "en"


def test_two_pictures_of_one_model_are_equal(qapp: QApplication, block: Workspace) -> None:
    first, second = (picture(block, (1000, 700)) for _ in range(2))
    # The run's time is in the status strip; everything above it is the same.
    above = 1000 * 4 * 660
    assert bytes(first.constBits())[:above] == bytes(second.constBits())[:above]


def test_a_folder_that_is_not_there_is_said(qapp: QApplication, block: Workspace, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"shot\.png could not be written"):
        screenshot(block, tmp_path / "gone" / "shot.png", size=(800, 600))


def test_an_impossible_size_is_said(qapp: QApplication, block: Workspace) -> None:
    with pytest.raises(Problem, match="each side is 1 to"):
        picture(block, (0, 100))
