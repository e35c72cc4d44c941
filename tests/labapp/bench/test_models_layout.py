"""Every kind of model on the bench: each matrix has one place, columns and folds hold, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from core.trace import Trace
from core.workspace import Workspace
from labapp import text
from labapp.bench.layout import layout
from labapp.bench.layout_bands import plan
from labapp.bench.metrics import measure
from labapp.bench.places import Bench
from labapp.bench.sections import rises, sections
from labapp.models import names, starting_model

pytestmark = pytest.mark.usefixtures("qapp")
Run = Callable[[Workspace], Trace]
MODELS = [name for name in names() if name != "base"]

CHANGES = {
    "rope": {"pos": "rope_half"},
    "rel bias": {"pos": "rel_bias"},
    "shaw": {"pos": "shaw_kv"},
    "learned": {"pos": "learned"},
    "window": {"window": 2, "causal": True},
    "pre, final norm": {"norm_place": "pre", "final_norm": True},
    "tied": {"tied": True},
    "cross off": {"cross": False},
    "decoder": {"kind": "decoder"},
    "decoder only": {"kind": "decoder_only"},
    "encoder": {"kind": "encoder"},
    "attention": {"kind": "attention"},
    "attention of two sources": {"kind": "attention", "other_source": True},
    "given": {"kind": "attention", "project": False},
    "rows": {"inputs": "rows"},
    "dropout": {"dropout": 0.25, "dropout_view": True},
    "dropout, pre": {"dropout": 0.25, "dropout_view": True, "norm_place": "pre", "inputs": "rows", "ffn": False},
    "dropout, cross off": {"dropout": 0.25, "dropout_view": True, "cross": False},
}


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest, qapp: object) -> Iterator[str]:
    text.set_language(request.param)
    yield request.param
    text.set_language("en")


def overlap(one: QRectF, other: QRectF) -> bool:
    shared = one.intersected(other)
    return shared.width() > 0.01 and shared.height() > 0.01


def check(bench: Bench) -> None:
    """No two things overlap, everything is inside its band, every band inside the bench."""
    things = [(name, at.rect) for name, at in bench.cards.items()]
    things += [(f"glyph {glyph.markup}", glyph.rect) for glyph in bench.glyphs]
    things += [(f"bars {bars.name}", bars.rect) for bars in bench.bars]
    for (one, a), (other, b) in combinations(things, 2):
        assert not overlap(a, b), (one, other)
    for a, b in combinations([band.rect for band in bench.bands], 2):
        assert not overlap(a, b)
    for _, rect in things:
        assert any(band.rect.contains(rect) for band in bench.bands)
    for band in bench.bands:
        assert QRectF(0, 0, bench.width, bench.height).contains(band.rect)
        assert band.title_at.x() + bench.metrics.text(band.title) <= band.rect.right() + 1, band.title


def everything(trace: Trace, is_open: bool = True) -> dict[str, bool]:
    return {section.key: is_open for section in sections(trace.spec)}


def placed(trace: Trace, chosen: dict[str, bool]) -> set[str]:
    """Every matrix that some choice of heads shows, none twice."""
    seen: set[str] = set()
    parts = {node.name.rpartition(".h")[0] for node in trace.graph.nodes if ".h1." in node.name}
    for head in range(1, trace.spec.heads + 1):
        columns = plan(trace, dict.fromkeys(parts, head), chosen)
        found = [name for column in columns for band in column for name in band.names]
        assert len(found) == len(set(found)), "no matrix twice"
        seen.update(found)
    return seen


@pytest.mark.parametrize("model", MODELS)
def test_every_matrix_of_a_starting_model_can_be_reached(model: str, run: Run) -> None:
    trace = run(starting_model(model))
    assert placed(trace, everything(trace)) == set(trace)


@pytest.mark.parametrize("change", list(CHANGES))
def test_every_matrix_of_every_kind_can_be_reached(change: str, run: Run) -> None:
    trace = run(starting_model("six").with_spec(**CHANGES[change]))
    assert placed(trace, everything(trace)) == set(trace)
    check(layout(trace, {}, 1000, measure(12), everything(trace)))


@pytest.mark.parametrize("folds", ["as at first", "all open", "all folded"])
@pytest.mark.parametrize("model", MODELS)
def test_starting_models_lay_out_without_overlap(model: str, folds: str, run: Run, language: str) -> None:
    trace = run(starting_model(model))
    chosen = {"as at first": {}, "all open": everything(trace), "all folded": everything(trace, False)}[folds]
    for width, px in ((1080, 12), (800, 11), (2000, 13)):
        check(layout(trace, {}, width, measure(px), chosen))


def test_an_encoder_decoder_stands_in_two_columns_and_the_memory_leads_to_each_cross_attention(run: Run) -> None:
    trace = run(starting_model("translate"))
    bench = layout(trace, {}, 1080, measure(12))
    left = {band.place.split(".")[0] for band in bench.bands if band.rect.left() < 300}
    right = {band.place.split(".")[0] for band in bench.bands if band.rect.left() >= 300}
    assert left == {"src", "enc1", "enc2"}
    assert right == {"tgt", "dec1", "dec2", "out"}
    assert len(bench.wires) == 2
    for wire, layer in zip(bench.wires, ("dec2", "dec1"), strict=True):
        band = bench.band_of(layer)
        assert band is not None
        assert abs(wire.points[-1].x() - band.rect.left()) < bench.metrics.px
        assert band.rect.top() < wire.points[-1].y() < band.rect.bottom()


def test_text_stands_at_the_bottom_and_probabilities_at_the_top(run: Run) -> None:
    trace = run(starting_model("translate"))
    assert rises(trace.spec)
    for chosen in ({}, everything(trace)):
        bench = layout(trace, {}, 1080, measure(12), chosen)
        tops = {place: band.rect.top() for place in ("out", "dec2", "dec1", "tgt") if (band := bench.band_of(place))}
        assert list(tops) == sorted(tops, key=tops.__getitem__)


def test_a_large_model_is_folded_but_for_its_first_layer(run: Run) -> None:
    trace = run(starting_model("translate"))
    bench = layout(trace, {}, 1080, measure(12))
    assert {band.section for band in bench.bands if not band.folded} == {"enc1"}
    maps = {name for name, at in bench.cards.items() if at.box.kind == "map"}
    assert {"dec2.self.h1.A", "dec2.cross.h2.A", "dec2.norm3", "enc2.self.h2.A", "out.p"} <= maps
    assert bench.width <= 1080, "both columns are in sight"
    small = run(starting_model("block"))
    assert not any(band.folded for band in layout(small, {}, 1380, measure(13)).bands)


def test_an_open_head_has_its_labels_though_the_text_is_folded(run: Run) -> None:
    trace = run(starting_model("translate"))
    bench = layout(trace, {}, 1080, measure(12), {"out": True})
    assert {"tgt.labels", "tgt.label_counts", "out.token_loss", "out.loss"} <= set(bench.cards)


def test_bars_stand_beside_the_probabilities(run: Run) -> None:
    trace = run(starting_model("g01"))
    bench = layout(trace, {}, 1080, measure(12))
    (bars,) = bench.bars
    p = bench.cards["out.p"].rect
    assert bars.name == "out.p"
    assert bars.count == 3
    assert bars.rect.left() >= p.right()
    assert bars.rect.top() < p.bottom()
    assert bars.rect.bottom() > p.top()


def test_a_wide_matrix_doesnt_stretch_the_other_bands(block: Workspace, run: Run) -> None:
    trace = run(block.with_spec(d=2, d_ff=512))
    bench = layout(trace, {}, 1000, measure(12))
    widths = {band.title: band.rect.width() for band in bench.bands}
    assert widths["Attention"] <= 1000
    assert widths["Feed-forward"] > 1000
    assert bench.cards["enc1.ffn.W1"].rect.right() <= bench.width
