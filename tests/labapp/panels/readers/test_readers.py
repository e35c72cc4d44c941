"""Who may read what: what the panel shows of masks and layers, and when it works it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.readers import ReadersPanel, words
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton
Make = Callable[..., ReadersPanel]


@pytest.fixture
def panel_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)

    def made(
        model: str | Workspace, row: tuple[str, int] | None = None, width: int = 1400, wait: bool = True
    ) -> ReadersPanel:
        workspace = models.starting_model(model) if isinstance(model, str) else model
        document = Document(workspace, "numpy")
        selection = Selection(document)
        panel = ReadersPanel(Desk(document, selection, lambda: True, print))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(width, 500)
        selection.follow(row)
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        if wait:
            measured(qtbot, panel)
        return panel

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def measured(qtbot: QtBot, panel: ReadersPanel) -> None:
    qtbot.waitUntil(lambda: panel.fresh and panel.found is not None and panel.found.measured, timeout=20_000)


def tokens_of(panel: ReadersPanel, side: str, what: str) -> set[str]:
    """The tokens that can, or do, reach the followed row after the last layer."""
    found, row = panel.found, panel.row
    assert found is not None
    assert row is not None
    last = [r for r in found.readers if r.side == side][-1]
    return {token for token, yes in zip(last.tokens, getattr(last, what)[row[1]], strict=True) if yes}


def test_the_source_word_may_be_read_while_the_target_word_may_not(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    assert "书" in tokens_of(panel, "src", "can") & tokens_of(panel, "src", "does")
    assert "book" not in tokens_of(panel, "tgt", "can") | tokens_of(panel, "tgt", "does")
    assert tokens_of(panel, "tgt", "can") == {"BOS", "I", "gave"} == tokens_of(panel, "tgt", "does")
    said = panel.accessibleDescription()
    assert "Source: gave can read every token of it." in said
    assert "Target: gave cannot read him, a, book, yesterday, .: causal." in said
    assert panel.remark() == words.explained()
    assert panel.board is not None
    book = next(t for t in panel.board.tables if t.side == "tgt").cell(1, False, 5).center()
    assert panel.tip_at(book) == "No change of book can move the row of gave: causal"
    shu = next(t for t in panel.board.tables if t.side == "src").cell(1, True, 7).center()
    assert panel.tip_at(shu).startswith(
        "Graph and masks leave a way from 书 to the row of gave\nMoved a little, 书 moves it"
    )


def test_the_visibility_of_each_attention(panel_of: Make) -> None:
    panel = panel_of("translate", None, wait=False)
    assert panel.board is not None
    said = {
        words.attention_title(panel._document.trace, place.seen.at): words.rule(panel._document.trace, place.seen)
        for place in panel.board.maps
    }
    assert said == {
        "Encoder layer 1 · Self-attention": "every key is visible",
        "Encoder layer 2 · Self-attention": "every key is visible",
        "Decoder layer 1 · Masked self-attention": "hidden: causal",
        "Decoder layer 1 · Cross-attention": "every key is visible",
        "Decoder layer 2 · Masked self-attention": "hidden: causal",
        "Decoder layer 2 · Cross-attention": "every key is visible",
    }
    masked = panel.board.maps[2]
    point = masked.at + masked.box.cell(2, 5).center()
    assert panel.tip_at(point) == "key book is hidden from query gave: causal"
    point = masked.at + masked.box.cell(2, 1).center()
    assert panel.tip_at(point) == "query gave may read key I"
    assert panel.remark() == words.nothing_followed()


def test_every_rule_is_named(panel_of: Make) -> None:
    spec = ModelSpec(kind="decoder_only", causal=True, window=2)
    workspace = Workspace.new(spec, (Sample((), ("a", "b", "c", "PAD")),)).with_pin("dec1.self.mask", 1, 0, 0.0)
    panel = panel_of(workspace, ("tgt", 2))
    assert panel.board is not None
    trace = panel._document.trace
    assert words.rule(trace, panel.board.maps[0].seen) == "hidden: causal, window, padding, pin"
    assert tokens_of(panel, "tgt", "can") == {"b", "c"}
    assert "Tokens: c cannot read a, PAD: window, causal, padding." in panel.accessibleDescription()


def test_layers_reach_farther_than_one_attention(panel_of: Make) -> None:
    spec = ModelSpec(kind="decoder_only", dec_layers=2, causal=True, window=2)
    panel = panel_of(Workspace.new(spec, (Sample((), tuple("abcd")),)), ("tgt", 3))
    found = panel.found
    assert found is not None
    assert [r.can[3].tolist() for r in found.readers] == [[False, False, True, True], [False, True, True, True]]


def test_a_padded_source_token_cannot_be_read(panel_of: Make) -> None:
    workspace = models.starting_model("translate")
    sample = msgspec.structs.replace(workspace.samples[0], source=("我", "昨天", "PAD"))
    panel = panel_of(workspace.with_samples((sample,)), ("tgt", 2))
    assert tokens_of(panel, "src", "can") == {"我", "昨天"}
    assert "Source: gave cannot read PAD: padding." in panel.accessibleDescription()


def test_an_encoder_row_cannot_be_moved_by_the_target(panel_of: Make) -> None:
    panel = panel_of("translate", ("src", 7))
    assert tokens_of(panel, "tgt", "can") == set()
    assert "Target: 书 can read none of it: no way." in panel.accessibleDescription()
    assert len(tokens_of(panel, "src", "does")) == 9


def test_nothing_is_measured_during_a_drag(qtbot: QtBot, panel_of: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = panel_of("block", ("src", 0))
    document = panel._document
    runs: list[int] = []
    engine = panel.measuring._engine
    assert engine is not None
    run = type(engine).run
    monkeypatch.setattr(type(engine), "run", lambda self, *a: (self is engine and runs.append(1), run(self, *a))[1])
    document.begin("drag")
    for k in range(8):
        document.preview(document.workspace.with_cell("src.X", 0, 0, 1.0 + k / 7))
        qtbot.wait(25)
    assert runs == []
    assert not panel.fresh
    assert panel.remark() == words.waiting()
    document.commit()
    measured(qtbot, panel)
    assert len(runs) == 7, "one before, and each of three rows forth and back"


def test_a_change_gives_up_what_is_under_way(qtbot: QtBot, panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2), wait=False)
    qtbot.waitUntil(lambda: panel.found is not None and panel.found.done > 0, timeout=10_000)
    work = panel.measuring._work
    assert work is not None
    document = panel._document
    document.do(document.workspace.with_spec(causal=False), "full")
    assert panel.measuring._work is None, "given up at once"
    measured(qtbot, panel)
    assert "book" in tokens_of(panel, "tgt", "does")


def test_a_hidden_panel_does_no_work(qtbot: QtBot, panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    panel.hide()
    document = panel._document
    document.do(document.workspace.with_cell("src.X", 0, 0, 3.0), "edit")
    qtbot.wait(120)
    assert not panel.measuring.busy
    assert not panel.fresh
    panel.show()
    measured(qtbot, panel)


def test_another_row_needs_no_new_measurement(qtbot: QtBot, panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    panel.setFocus()
    QTest.keyClick(panel, Qt.Key.Key_Down)
    assert panel._selection.row == ("tgt", 3)
    assert panel.fresh
    assert not panel.measuring.busy
    assert "Target: him cannot read a, book, yesterday, .: causal." in panel.accessibleDescription()
    QTest.keyClick(panel, Qt.Key.Key_Left)
    assert panel._selection.row == ("tgt", 2)


def test_clicks_follow_a_token_and_go_to_a_mask(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    asked: list[str] = []
    panel._selection.asked.connect(asked.append)
    assert panel.board is not None
    cross = panel.board.maps[3]
    QTest.mouseClick(panel, LEFT, pos=(cross.at + QPointF(8, 8)).toPoint())
    assert asked == ["dec1.cross.mask"]
    source = next(t for t in panel.board.tables if t.side == "src")
    QTest.mouseClick(panel, LEFT, pos=source.token(7).center().toPoint())
    assert panel._selection.row == ("src", 7)


def test_what_can_and_does_differ_to_the_eye_without_colour(panel_of: Make) -> None:
    """Words stand in every cell, whatever its fill: two rows that differ in can and does differ in grey."""
    panel = panel_of("translate", ("tgt", 2))
    assert panel.board is not None
    table = next(t for t in panel.board.tables if t.side == "tgt")
    panel.resize(panel.width(), 900)
    picture = panel.grab().toImage()
    ratio = picture.devicePixelRatio()

    def inks(layer: int, does: bool, k: int) -> int:
        rect = table.cell(layer, does, k).adjusted(6, 4, -6, -4)
        greys = {
            picture.pixelColor(round(x * ratio), round(y * ratio)).lightness() // 32
            for x in range(int(rect.left()), int(rect.right()))
            for y in range(int(rect.top()), int(rect.bottom()))
        }
        return len(greys)

    found = {(does, k): inks(1, does, k) for does in (False, True) for k in (0, 5)}
    assert min(found.values()) > 1, found


def test_a_narrow_panel_breaks_its_tables(panel_of: Make) -> None:
    wide, narrow = panel_of("translate", ("tgt", 2)), panel_of("translate", ("tgt", 2), width=330)
    assert wide.board is not None
    assert narrow.board is not None
    assert len(wide.board.tables) == 2
    assert wide.board.tables[0].corner.y() == wide.board.tables[1].corner.y(), "side by side"
    assert len(narrow.board.tables) > 4
    for table in narrow.board.tables:
        assert table.token(table.count - 1).right() <= narrow.width()
    assert sum(t.count for t in narrow.board.tables) == 17


def test_keys_and_values_ask_nothing_and_a_model_that_is_too_large_says_so(
    panel_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ModelSpec(kind="attention", other_source=True)
    panel = panel_of(Workspace.new(given, (Sample(("a", "b"), ("x", "y")),)), ("kv", 0), wait=False)
    assert panel.remark() == words.no_result()
    assert not panel.measuring.busy
    monkeypatch.setattr("labapp.panels.readers.work.MOST", 100)
    panel = panel_of("block", ("src", 0), wait=False)
    QTest.qWait(150)
    assert panel.remark() == words.too_large()
    assert panel.board is not None
    assert panel.board.tables == ()
    assert len(panel.board.maps) == 1


def test_the_row_of_a_weight_matrix_is_no_word(panel_of: Make) -> None:
    panel = panel_of("block", ("feature", 2), wait=False)
    assert panel.row is None
    assert panel.remark() == words.nothing_followed()
    panel.grab()


def test_sizes_are_what_moved(panel_of: Make) -> None:
    """What stands under "does" is the largest change of the row, measured here by hand."""
    panel = panel_of("block", ("src", 1))
    found = panel.found
    assert found is not None
    workspace = panel._document.workspace
    engine = Engine("numpy")
    old = engine.run(workspace)["enc1.Z"].values[1].copy()
    x = engine.run(workspace)["src.X"].values
    largest = []
    for t in range(3):
        row, moved = x[t], []
        step = 0.01 * max(1.0, float(np.abs(row).max())) * np.array([1.0, -1.25, 1.5, -1.75])
        for sign in (1, -1):
            changed = x.copy()
            changed[t] += sign * step
            new = engine.run(workspace.with_block("src.X", 0, 0, changed))["enc1.Z"].values[1]
            moved.append(np.abs(new - old).max())
        largest.append(max(moved))
    assert found.readers[-1].size[1] == pytest.approx(largest, rel=1e-6)
