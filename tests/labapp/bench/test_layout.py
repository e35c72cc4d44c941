"""Layout: every matrix has a place, nothing overlaps, nothing is cut, at every size and in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QRectF

from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp import text
from labapp.bench.card import Box
from labapp.bench.cells import cells_of
from labapp.bench.layout import layout
from labapp.bench.layout_bands import plan
from labapp.bench.metrics import measure
from labapp.bench.places import Bench
from labapp.bench.richtext import metrics as font_metrics
from labapp.bench.scales import Scales
from labapp.bench.sections import sections

pytestmark = pytest.mark.usefixtures("qapp")
Run = Callable[[Workspace], Trace]

MODELS: dict[str, dict[str, Any]] = {
    "block": {},
    "pre": {"norm_place": "pre"},
    "pre, two layers": {"norm_place": "pre", "enc_layers": 2},
    "three layers": {"enc_layers": 3},
    "rms": {"norm": "rmsnorm"},
    "no norm": {"norm": "none"},
    "no norm, pre": {"norm": "none", "norm_place": "pre"},
    "biases": {"bias": True},
    "causal": {"causal": True},
    "one head": {"heads": 1},
    "eight heads": {"heads": 8},
    "twenty heads": {"heads": 20},
    "heads off": {"heads_off": (1,)},
    "no residual": {"residual": False},
    "no residual, pre": {"residual": False, "norm_place": "pre"},
    "no feed-forward": {"ffn": False},
    "no feed-forward, pre": {"ffn": False, "norm_place": "pre"},
    "narrow": {"d": 1, "d_k": 1, "d_v": 1, "d_ff": 1},
    "wide": {"d": 12, "d_ff": 24, "d_k": 6},
    "very wide": {"d": 64, "d_ff": 128},
    "gelu, no scale": {"act": "gelu_tanh", "scale": False},
}


def rects_of_cards(bench: Bench) -> dict[str, QRectF]:
    return {name: placed.rect for name, placed in bench.cards.items()}


def overlap(one: QRectF, other: QRectF) -> bool:
    shared = one.intersected(other)
    return shared.width() > 0.01 and shared.height() > 0.01


def check(bench: Bench) -> None:
    """No two things overlap, and everything is inside its band."""
    cards = rects_of_cards(bench)
    things = [*cards.items(), *((f"glyph {glyph.markup}", glyph.rect) for glyph in bench.glyphs)]
    for (one, a), (other, b) in combinations(things, 2):
        assert not overlap(a, b), (one, other)
    for a, b in combinations([band.rect for band in bench.bands], 2):
        assert not overlap(a, b)
    for band in bench.bands:
        assert QRectF(0, 0, bench.width, bench.height).contains(band.rect)
        title_line = QRectF(band.rect.x(), band.rect.y(), band.rect.width(), bench.metrics.px * 1.8)
        for name in band.names:
            assert band.rect.contains(cards[name]), name
            assert not overlap(title_line, cards[name]), name
    for name, glyph in ((glyph.markup, glyph) for glyph in bench.glyphs):
        assert any(band.rect.contains(glyph.rect) for band in bench.bands), name


def check_words(bench: Bench, trace: Trace) -> None:
    """Every text is at most as wide as the room it has, measured with the fonts that paint it."""
    m = bench.metrics
    for placed in bench.cards.values():
        box = placed.box
        if box.kind == "card":
            header = m.symbol.width(box.symbol) + m.px * 0.8 + m.small_text(box.shape)
            header += m.small_text(box.title) + m.px * 0.45 if box.title else 0.0
            header += m.small_text("=") if box.role in ("result", "statistic") else 0.0
            assert header <= box.width - 2 * m.pad + 0.5, box.name
        check_labels(box, m)
        cells = cells_of(trace, box.name, Scales())
        for i in range(len(box.rows)):
            for j in range(len(box.cols)):
                if box.detail == "digits":
                    assert len(cells.text(i, j, box.chars)) * m.char_width <= box.cell_width + 0.01
    for band in bench.bands:
        end = band.subtitle_at.x() + m.text(band.subtitle)
        assert end <= band.rect.right(), band.title
        assert "…" not in band.subtitle, band.title
        if band.legend:
            assert m.small_text(band.legend) <= band.legend_rect.width()
            assert end < band.legend_rect.left()
            assert band.legend_rect.right() <= band.rect.right()
        for segment in band.switch:
            assert m.text(segment.text) < segment.rect.width()
    for glyph in bench.glyphs:
        assert max(m.glyph.width(glyph.markup), m.small_text(glyph.note)) <= glyph.rect.width() + 0.5


def check_labels(box: Box, m: Any) -> None:
    face = font_metrics(m.label)
    for label in box.rows:
        assert face.horizontalAdvance(label) + m.px * 0.38 <= box.grid_x + 0.01 if label else True, (box.name, label)
    for label in box.cols:
        assert face.horizontalAdvance(label) <= box.cell_width + 0.01, (box.name, label)


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest, qapp: object) -> Iterator[str]:
    text.set_language(request.param)
    yield request.param
    text.set_language("en")


def everything(trace: Trace) -> dict[str, bool]:
    return {section.key: True for section in sections(trace.spec)}


@pytest.mark.parametrize("model", list(MODELS))
def test_every_matrix_is_on_the_bench_once(block: Workspace, run: Run, model: str) -> None:
    """Those of other heads appear when their head is shown."""
    trace = run(block.with_spec(**MODELS[model]))
    seen: set[str] = set()
    for head in range(1, trace.spec.heads + 1):
        heads = {f"enc{layer}.self": head for layer in range(1, trace.spec.enc_layers + 1)}
        names = [name for column in plan(trace, heads, everything(trace)) for band in column for name in band.names]
        assert len(names) == len(set(names)), "no matrix twice"
        seen.update(names)
    assert seen == set(trace)


def test_a_pinned_matrix_brings_its_natural_value_and_operands(block: Workspace, run: Run) -> None:
    pinned = block.with_pin("enc1.self.h1.A", 0, 1, 0.9).with_pin("enc1.ffn.hidden", None, None, 1.0)
    bench = layout(run(pinned), {}, 1380, measure(12))
    for name in ("enc1.self.h1.A", "enc1.ffn.hidden"):
        assert {name, f"{name}.natural", f"{name}.held", f"{name}.where"} <= set(bench.cards)
        assert bench.cards[name].box.pinned
    check(bench)


@pytest.mark.parametrize("model", list(MODELS))
def test_nothing_overlaps_and_everything_is_inside_its_band(block: Workspace, run: Run, model: str) -> None:
    trace = run(block.with_spec(**MODELS[model]))
    for width in (1380, 1056):
        check(layout(trace, {}, width, measure(13)))


@pytest.mark.parametrize("size", [(1380, 960), (1056, 680)], ids=["1680x1050", "1366x768"])
@pytest.mark.parametrize("model", ["block", "pre", "causal", "biases", "no norm"])
def test_no_text_is_cut_in_either_language(
    block: Workspace, run: Run, language: str, size: tuple[int, int], model: str
) -> None:
    trace = run(block.with_spec(**MODELS[model]))
    for px in (11, 12, 13):
        bench = layout(trace, {}, size[0], measure(px))
        check(bench)
        check_words(bench, trace)


@pytest.mark.parametrize("px", [5, 7, 9, 16, 24, 40])
def test_every_zoom_lays_out_without_overlap(block: Workspace, run: Run, px: int) -> None:
    trace = run(block)
    bench = layout(trace, {}, 1380, measure(px))
    check(bench)
    details = {placed.box.detail for placed in bench.cards.values() if placed.box.kind == "card"}
    assert details == ({"colours"} if px < 8 else {"digits"})


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_cards_begin_on_whole_pixels_of_the_screen(block: Workspace, run: Run, ratio: float) -> None:
    bench = layout(run(block), {}, 1380, measure(13, ratio))
    for placed in bench.cards.values():
        for length in (placed.at.x(), placed.at.y(), placed.box.width, placed.box.height, placed.box.cell_height):
            assert abs(length * ratio - round(length * ratio)) < 1e-6


def test_long_tokens_are_shortened_and_the_cells_keep_their_place(block: Workspace, run: Run) -> None:
    tokens = ("Donaudampfschifffahrtsgesellschaft", "给", "书")
    trace = run(block.with_samples((Sample(tokens),)))
    bench = layout(trace, {}, 1380, measure(13))
    check(bench)
    check_words(bench, trace)
    assert bench.cards["src.X"].box.rows[0].endswith("…")


def test_the_whole_block_fits_a_large_window_at_a_size_that_can_be_read(
    block: Workspace, run: Run, language: str
) -> None:
    assert layout(run(block), {}, 1362, measure(12)).height <= 964


def test_one_layer_more_is_one_layer_of_bands_more(block: Workspace, run: Run) -> None:
    one, two = (plan(run(block.with_spec(enc_layers=n)))[0] for n in (1, 2))
    assert len(two) == 2 * len(one)
    assert "2" in two[0].title, "the last layer stands at the top, as in the figure of the paper"
    assert "1" in two[-1].title
    assert not any("1" in band.title for band in one), "one layer isn't numbered"


def test_the_bands_say_where_the_norm_stands_and_what_they_compute(block: Workspace, run: Run) -> None:
    post = {band.title: band.subtitle for band in plan(run(block))[0]}
    assert post["Add & Norm"] == "post-norm: Z = LN(U + FFN)"
    pre = [band.subtitle for band in plan(run(block.with_spec(norm_place="pre", norm="rmsnorm")))[0]]
    assert "pre-norm: U = X + MHA" in pre
    causal = [band.subtitle for band in plan(run(block.with_spec(causal=True)))[0]]
    assert any("mask: causal" in words and "√2" in words for words in causal)


def test_small_matrices_stand_in_the_middle_of_their_row(block: Workspace, run: Run) -> None:
    bench = layout(run(block), {}, 1380, measure(13))
    rects = rects_of_cards(bench)
    assert rects["src.X"].center().y() == pytest.approx(rects["enc1.self.h1.WQ"].center().y(), abs=1.0)
    assert rects["enc1.norm1.gamma"].center().y() == pytest.approx(rects["enc1.norm1"].center().y(), abs=1.0)


def test_columns_stand_side_by_side(block: Workspace, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second column is for a decoder; here the bands of one model are dealt to two."""
    trace = run(block)
    bands = plan(trace)[0]
    monkeypatch.setattr("labapp.bench.layout.plan", lambda trace, heads, chosen: (bands[:2], bands[2:]))
    bench = layout(trace, {}, 2400, measure(12))
    check(bench)
    left, right = bench.bands[0].rect, bench.bands[2].rect
    assert left.top() == right.top()
    assert left.right() < right.left()
    assert right.right() <= bench.width
