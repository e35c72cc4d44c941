"""What is painted: each cell in its place and colour, hidden and odd cells marked, alike on screen and in pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp.bench.card import Card
from labapp.bench.cells import cells_of
from labapp.bench.hover import tip
from labapp.bench.layout import layout
from labapp.bench.metrics import measure
from labapp.bench.paint import Style, paint_bench, paint_card
from labapp.bench.places import Bench
from labapp.bench.scales import Scales
from labapp.theme import DARK, LIGHT, STEPS, Palette, signed_ramp, weight_ramp

pytestmark = pytest.mark.usefixtures("qapp")
Run = Callable[[Workspace], Trace]
X = "src.X"
A = "enc1.self.h1.A"
S = "enc1.self.h1.S"


class Picture:
    """A whole bench painted as pictures are, with the pixels of any place on it."""

    def __init__(
        self,
        trace: Trace,
        before: Trace | None = None,
        ratio: float = 1.0,
        palette: Palette = LIGHT,
        px: int = 13,
        detail: str = "",
    ) -> None:
        self.style = Style(palette, measure(px, ratio))
        self.bench: Bench = layout(trace, {}, 1380, self.style.metrics)
        moved = trace.difference(before) if before is not None else {}
        scales = Scales()
        self.cards = {
            name: Card(placed.box, cells_of(trace, name, scales, moved.get(name)))
            for name, placed in self.bench.cards.items()
        }
        self.ratio = ratio
        self.image = QImage(
            round(self.bench.width * ratio), round(self.bench.height * ratio), QImage.Format.Format_RGB32
        )
        self.image.setDevicePixelRatio(ratio)
        painter = QPainter(self.image)
        paint_bench(painter, self.bench, self.cards, self.style)
        painter.end()

    def cell(self, name: str, i: int, j: int) -> QRect:
        """The cell in pixels of the image, without the line between cells."""
        rect = self.bench.cards[name].cell(i, j)
        left, top = round(rect.x() * self.ratio), round(rect.y() * self.ratio)
        right, bottom = round(rect.right() * self.ratio), round(rect.bottom() * self.ratio)
        return QRect(left, top, right - left - 1, bottom - top - 1)

    def colours(self, rect: QRect) -> set[str]:
        return {
            self.image.pixelColor(x, y).name()
            for x in range(rect.left(), rect.right() + 1)
            for y in range(rect.top(), rect.bottom() + 1)
        }

    def fill(self, name: str, i: int, j: int) -> str:
        """The colour in the cell's lower left corner, where no text and no mark is."""
        rect = self.cell(name, i, j)
        return self.image.pixelColor(rect.left(), rect.bottom()).name()

    def words(self) -> str:
        """All text of the bench, as an SVG picture has it."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(QSize(round(self.bench.width), round(self.bench.height)))
        painter = QPainter(generator)
        paint_bench(painter, self.bench, self.cards, self.style)
        painter.end()
        return bytes(buffer.data().data()).decode()


def two_by_three(block: Workspace) -> Workspace:
    values = np.zeros((2, 3))
    values[0, 2] = 1.0
    return block.with_spec(d=3).with_samples((Sample(("a", "b")),)).with_block(X, 0, 0, values)


def test_the_only_one_of_a_2_by_3_matrix_is_at_the_top_right(block: Workspace, run: Run) -> None:
    picture = Picture(run(two_by_three(block)))
    ramp = signed_ramp(LIGHT)
    for i in range(2):
        for j in range(3):
            step = STEPS - 1 if (i, j) == (0, 2) else STEPS // 2
            assert picture.fill(X, i, j) == ramp.fills[step].name(), (i, j)
    top_right = picture.cell(X, 0, 2)
    assert top_right.left() > picture.cell(X, 0, 0).right()
    assert top_right.bottom() < picture.cell(X, 1, 2).top()


def test_pointing_at_that_cell_says_and_selects_it(show: Any, hand_on: Any, block: Workspace) -> None:
    hand = hand_on(show(two_by_three(block)))
    point = QPointF(hand.at(X, 0, 2))
    assert tip(hand.view.content, hand.view.hit(point)).startswith("X: row a, feature 2 = 1\n")
    hand.click(X, 0, 2)
    assert hand.view.selection.cell == (X, 0, 2)
    hand.double_click(X, 0, 2)
    assert hand.view.typing.editor.text() == "1.0"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_no_number_has_a_mark_that_is_no_colour_of_the_map(
    block: Workspace, run: Run, value: float, palette: Palette
) -> None:
    picture = Picture(run(block.with_cell(X, 0, 1, value)), palette=palette)
    found = picture.colours(picture.cell(X, 0, 1))
    assert QColor(palette.odd).name() in found
    assert QColor(palette.odd_edge).name() in found
    usual = {fill.name() for ramp in (signed_ramp(palette), weight_ramp(palette)) for fill in ramp.fills}
    assert QColor(palette.odd).name() not in usual
    assert picture.fill(X, 0, 0) in usual, "its neighbour keeps a colour of the map"
    assert picture.fill(X, 1, 3) == signed_ramp(palette).fills[-1].name(), "limits come from the finite cells"


def test_a_matrix_of_nan_says_so(block: Workspace, run: Run) -> None:
    trace = run(block.with_block(X, 0, 0, np.full((3, 4), math.nan)))
    picture = Picture(trace)
    words = picture.words()
    assert "no finite value" in words
    assert LIGHT.odd in picture.colours(picture.cell(X, 0, 0))


def test_hidden_cells_are_striped_and_show_no_number(block: Workspace, run: Run) -> None:
    causal = block.with_spec(causal=True)
    one, other = Picture(run(causal)), Picture(run(causal.with_cell(X, 2, 0, 5.0)))
    trace, moved = run(causal), run(causal.with_cell(X, 2, 0, 5.0))
    assert trace[S].values[0, 2] != moved[S].values[0, 2]
    for name in (A,):
        rect = one.cell(name, 0, 2)
        found = one.colours(rect)
        assert LIGHT.hidden in found, name
        assert len(found) > 3, "there are stripes"
        assert one.image.copy(rect) == other.image.copy(other.cell(name, 0, 2)), "whatever the number is"


def test_hidden_scores_keep_their_number_under_light_stripes(block: Workspace, run: Run) -> None:
    causal = block.with_spec(causal=True)
    one, other = Picture(run(causal)), Picture(run(causal.with_cell(X, 2, 0, 5.0)))
    rect = one.cell(S, 0, 2)
    assert LIGHT.hidden in one.colours(rect)
    assert one.image.copy(rect) != other.image.copy(other.cell(S, 0, 2)), "the number is there"
    trace = run(causal)
    assert cells_of(trace, S, Scales()).text(0, 2) in one.words()


def test_a_row_without_a_visible_key_says_so_in_words(block: Workspace, run: Run) -> None:
    blind = block.with_custom_mask("enc1.self", np.array([[0.0, 0, 0], [1, 1, 1], [1, 1, 1]]))
    assert "no visible key" in Picture(run(blind)).words()
    assert "no visible key" not in Picture(run(block.with_spec(causal=True))).words()


def test_changed_cells_have_a_corner_and_bold_digits_and_equal_matrices_say_so(block: Workspace, run: Run) -> None:
    before, after = run(block), run(block.with_cell("enc1.self.h1.WV", 2, 0, 0.5))
    plain, marked = Picture(after), Picture(after, before)
    h = "enc1.self.h1.H"
    ink = {text.name() for text in signed_ramp(LIGHT).texts}

    def corner(picture: Picture, j: int) -> str:
        rect = picture.cell(h, 0, j)
        return picture.image.pixelColor(rect.right(), rect.top()).name()

    assert corner(marked, 0) in ink
    assert corner(marked, 1) not in ink
    assert corner(plain, 0) not in ink
    low = QRect(marked.cell(h, 0, 0)).adjusted(0, 6, -6, 0)  # without the corner
    assert marked.image.copy(low) != plain.image.copy(low), "the digits are bold as well"
    for name, equal in ((A, True), ("enc1.self.h1.Q", True), (h, False), ("enc1.norm2", False)):
        rect = marked.bench.cards[name].rect.toRect()
        header = QRect(rect.left() + 6, rect.top() + 6, rect.width() - 12, 14)
        assert (LIGHT.accent_soft in marked.colours(header)) == equal, name
        assert LIGHT.accent_soft not in plain.colours(header), name
    wide = run(block.with_cell("enc1.ffn.W2", 0, 0, 0.25))
    assert "unchanged" in Picture(wide, before).words()


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_cells_have_sharp_edges_at_every_pixel_ratio(block: Workspace, run: Run, ratio: float) -> None:
    picture = Picture(run(block), ratio=ratio)
    for name in (X, "enc1.norm1", "enc1.ffn.W1"):
        for i, j in ((0, 0), (1, 1), (2, 3)):
            rect = picture.cell(name, i, j)
            fill = picture.fill(name, i, j)
            edge = {
                picture.image.pixelColor(x, y).name()
                for x in range(rect.left(), rect.right() + 1)
                for y in (rect.top(), rect.bottom())
            }
            assert edge == {fill}, (name, i, j)


def test_colours_alone_paint_no_digits(block: Workspace, run: Run) -> None:
    trace = run(block)
    style = Style(LIGHT, measure(13))
    placed = layout(trace, {}, 1380, style.metrics).cards[X]
    card = Card(placed.box, cells_of(trace, X, Scales()))
    images = []
    for detail in ("digits", "colours"):
        image = QImage(round(placed.box.width), round(placed.box.height), QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        paint_card(painter, card, style, detail)
        painter.end()
        images.append(image)
    cell = placed.box.cell(0, 0).toAlignedRect().adjusted(0, 0, -1, -1)
    digits, colours = (
        {
            image.pixelColor(x, y).name()
            for x in range(cell.left(), cell.right())
            for y in range(cell.top(), cell.bottom())
        }
        for image in images
    )
    assert len(colours) == 1
    assert colours < digits


def test_low_zoom_shows_colours_alone_and_large_matrices_always_do(block: Workspace, run: Run) -> None:
    assert Picture(run(block), px=6).cards[X].box.detail == "colours"
    wide = Picture(run(block.with_spec(d=48)))
    assert wide.cards[X].box.detail == "colours"
    assert wide.cards["enc1.self.h1.Q"].box.detail == "digits"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_roles_have_frames_that_differ_in_colour_and_style(block: Workspace, run: Run, palette: Palette) -> None:
    from labapp.bench.paint import frame_pen

    picture = Picture(run(block.with_pin(A, 0, 0, 0.5)), palette=palette)
    boxes = {placed.box.name: placed.box for placed in picture.bench.cards.values()}
    named = {
        "input": X,
        "parameter": "enc1.self.WO",
        "result": "enc1.sum1",
        "statistic": "enc1.norm1.mean",
        "setting": "set.eps",
        "pinned": A,
    }
    pens = {kind: frame_pen(boxes[name], picture.style) for kind, name in named.items()}
    looks = {(pen.color().name(), pen.style(), round(pen.widthF(), 2)) for pen in pens.values()}
    assert len({look[0] for look in looks}) == len(named)
    assert pens["result"].dashPattern() == []
    assert pens["statistic"].dashPattern() != pens["setting"].dashPattern() != []
    assert "◆" in picture.words()
