"""Each icon is drawn, small and large, in the colour that was asked for."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage

from labapp import icons

pytestmark = pytest.mark.usefixtures("qapp")

ACCENT = "#0f6a62"
NEEDED = set("app fit language open panel pin redo reset save theme undo zoom-in zoom-out".split())


def drawn(name: str, size: int, colour: str = ACCENT, mode: QIcon.Mode = QIcon.Mode.Normal) -> QImage:
    image = icons.icon(name, colour).pixmap(QSize(size, size), 1.0, mode).toImage()
    assert image.size() == QSize(size, size)
    return image.convertToFormat(QImage.Format.Format_ARGB32)


def pixels(image: QImage) -> list[QColor]:
    return [image.pixelColor(x, y) for y in range(image.height()) for x in range(image.width())]


def test_the_icons_of_every_action_are_there() -> None:
    assert set(icons.names()) >= NEEDED


@pytest.mark.parametrize("size", [16, 48])
@pytest.mark.parametrize("name", icons.names())
def test_an_icon_is_neither_empty_nor_a_block(name: str, size: int) -> None:
    inked = sum(pixel.alpha() > 100 for pixel in pixels(drawn(name, size)))
    assert 0.08 * size**2 < inked < 0.75 * size**2


@pytest.mark.parametrize("name", icons.names())
def test_an_icon_stays_inside_its_square(name: str) -> None:
    image = drawn(name, 48)
    rim = [image.pixelColor(x, y).alpha() for x in range(48) for y in (0, 47)]
    rim += [image.pixelColor(x, y).alpha() for y in range(48) for x in (0, 47)]
    assert max(rim) == 0


@pytest.mark.parametrize("colour", [ACCENT, "#e9ebef", "#c2185b"])
@pytest.mark.parametrize("name", icons.names())
def test_every_pixel_has_the_colour_asked_for(name: str, colour: str) -> None:
    wanted = QColor(colour)
    inked = [pixel for pixel in pixels(drawn(name, 48, colour)) if pixel.alpha() > 100]
    assert inked
    for pixel in inked:
        # Reading a translucent pixel back divides by its alpha, which costs some steps.
        assert abs(pixel.red() - wanted.red()) <= 8
        assert abs(pixel.green() - wanted.green()) <= 8
        assert abs(pixel.blue() - wanted.blue()) <= 8


def test_no_two_icons_look_alike() -> None:
    pictures = {name: bytes(drawn(name, 24).constBits()) for name in icons.names()}
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("name", icons.names())
def test_a_disabled_icon_is_paler(name: str) -> None:
    normal = sum(pixel.alpha() for pixel in pixels(drawn(name, 24)))
    disabled = sum(pixel.alpha() for pixel in pixels(drawn(name, 24, mode=QIcon.Mode.Disabled)))
    assert 0 < disabled < 0.5 * normal


def test_an_icon_is_drawn_once_per_colour() -> None:
    first = icons.icon("undo", ACCENT)
    assert icons.icon("undo", QColor(ACCENT)) is first
    assert icons.icon("undo", "#ffffff") is not first
    assert icons.icon("redo", ACCENT) is not first


def test_the_window_icon_has_large_pictures() -> None:
    assert drawn("app", 256).size() == QSize(256, 256)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match="no icon 'undoo'") as refused:
        icons.icon("undoo", ACCENT)
    assert all(name in str(refused.value) for name in NEEDED)


def test_what_is_no_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="'greenish' is no colour"):
        icons.icon("undo", "greenish")
