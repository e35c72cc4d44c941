"""The inspector: what it says of each kind, going to sources by mouse and keys, the way to the inputs, copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.workspace import Sample, Workspace
from labapp import clipboard, models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.why import WhyPanel
from labapp.panels.why.copying import MOST, bounded
from labapp.panels.why.page import Page, Span
from labapp.panels.why.paper import Paper
from labapp.selection import Cell, Selection

H, A, V, S, X = "enc1.self.h1.H", "enc1.self.h1.A", "enc1.self.h1.V", "enc1.self.h1.S", "src.X"
LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


class Inspector:
    """A shown panel on a document of its own, and hands."""

    def __init__(self, qtbot: QtBot, workspace: Workspace, width: int = 1200) -> None:
        self.document, self.selection = Document(workspace, "numpy"), Selection()
        self.said: list[str] = []
        self.visited: list[Cell | None] = []
        self.settled = True
        self.selection.visited.connect(lambda: self.visited.append(self.selection.cell))
        self.desk = Desk(self.document, self.selection, lambda: self.settled, self.said.append)
        self.panel = WhyPanel(self.desk)
        qtbot.addWidget(self.panel)
        self.panel.resize(width, 300)
        with qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()
        self.view = self.panel.view

    @property
    def lines(self) -> list[str]:
        return self.view.page.text().splitlines()

    def select(self, name: str, i: int, j: int) -> list[str]:
        self.selection.select((name, i, j))
        return self.lines

    def click(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self.view, button, NONE, self.view.place_of(cell))

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, held)


@pytest.fixture
def inspect(qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[..., Inspector]]:
    style.apply(qapp, theme.LIGHT)
    yield lambda workspace, width=1200: Inspector(qtbot, workspace, width)
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def on_block(inspect: Callable[..., Inspector]) -> Inspector:
    return inspect(models.starting_model("block"))


# what it says


def test_a_weighted_sum_in_words_numbers_letters_and_bars(on_block: Inspector) -> None:
    assert on_block.select(H, 0, 1) == [
        "H¹[我, 1] = 0.7967\u2003weighted sum of column 1 of V¹ · row 我 of A¹",
        "= 0.4011 × 0 + 0.1978 × 2 + 0.4011 × 1 = 0.7967",
        "= A¹[我, 我]·V¹[我, 1] + A¹[我, 给]·V¹[给, 1] + A¹[我, 书]·V¹[书, 1]",
        "我: 0",
        "给: 0.3956",
        "书: 0.4011",
    ]
    bars = on_block.view.page.bars
    assert [bar.share for bar in bars] == pytest.approx([0.0, 0.3956 / 0.4011, 1.0], abs=1e-3)
    assert [bar.target for bar in bars] == [(A, 0, 0), (A, 0, 1), (A, 0, 2)]


def test_a_softmax_step_by_step(on_block: Inspector) -> None:
    lines = on_block.select(A, 0, 1)
    assert lines[0] == "A¹[我, 给] = 0.1978\u2003softmax of a row · row 我 of S¹"
    assert lines[1] == "= 0.4931/2.493 = 0.1978"
    assert "m = max(0.7071, 0, 0.7071) = 0.7071" in lines
    assert "Σ = 1 + 0.4931 + 1 = 2.493" in lines
    assert "m = max(S¹[我, 我], S¹[我, 给], S¹[我, 书])" in lines
    assert [bar.current for bar in on_block.view.page.bars] == [False, True, False]


def test_every_kind_has_a_page_whose_places_lead_somewhere(inspect: Callable[..., Inspector]) -> None:
    """Every matrix of models that have every op between them; the value of the cell stands on the first line."""
    block, translate = models.starting_model("block"), models.starting_model("translate")
    for workspace in (
        block.with_spec(pos="rope_adjacent", causal=True, window=2, norm="rmsnorm", act="gelu_tanh"),
        block.with_spec(pos="shaw_kv", heads_off=(1,), norm_place="pre", bias=True),
        block.with_spec(pos="rel_bias", scale=False).with_pin(A, 0, 1, 0.9, 0),
        translate,
    ):
        seen = inspect(workspace)
        random = np.random.default_rng(3)
        trace = seen.document.trace
        for name in trace:
            n, k = trace[name].values.shape
            cell = (name, int(random.integers(n)), int(random.integers(k)))
            lines = seen.select(*cell)
            said = lines[0].split(" = ")[1].split("\u2003")[0].replace("−", "-")
            assert float(said) == pytest.approx(float(trace[name].values[cell[1:]]), rel=5.1e-4, abs=1e-15)
            for place in seen.view.paper.places:
                rows, cols = trace[place.target[0]].values.shape
                assert place.target[1] < rows
                assert place.target[2] < cols
                assert place.rects
                assert all(0 <= rect.left() and rect.right() <= seen.view.width() for rect in place.rects)


def test_a_lower_index_stands_lower_and_is_read_with_its_dash(inspect: Callable[..., Inspector]) -> None:
    seen = inspect(models.starting_model("block").with_spec(pos="rope_adjacent"))
    assert seen.select("enc1.self.h1.raw", 1, 2)[0].startswith("S_raw¹[给, 书] = ")
    assert [span.text for span in seen.view.page.lines[0] if span.lowered] == ["raw"]
    place = next(place for place in seen.view.paper.places if place.words.startswith("Q_rot¹"))
    assert place.words == "Q_rot¹[给,\u00a00]"
    assert place.target == ("enc1.self.h1.Qrot", 1, 0)
    assert len(place.rects) == 1


def test_a_hidden_weight_names_the_rule_and_the_score_beside_it(inspect: Callable[..., Inspector]) -> None:
    seen = inspect(models.starting_model("block").with_spec(causal=True))
    lines = seen.select(A, 0, 2)
    assert "Hidden by the causal rule." in lines
    assert any(line.startswith("Beside it, without a say: S¹[我, 书] = 0.7071") for line in lines)
    seen.click((S, 0, 2))
    assert seen.selection.cell == (S, 0, 2)


def test_a_pinned_cell_shows_both_values(inspect: Callable[..., Inspector]) -> None:
    seen = inspect(models.starting_model("block").with_pin(A, 0, 1, 0.9, 0))
    lines = "\n".join(seen.select(A, 0, 1))
    assert "0.9" in lines
    assert "0.1978" in lines


def test_a_long_sum_shows_its_largest_terms_and_the_rest(inspect: Callable[..., Inspector]) -> None:
    seen = inspect(models.starting_model("block").with_spec(d_ff=512))
    seen.select("enc1.ffn.out", 0, 0)
    trace = seen.document.trace
    amounts = trace["enc1.ffn.hidden"].values[0] * trace["enc1.ffn.W2"].values[:, 0]
    bars = seen.view.page.bars
    order = np.sort(np.abs(amounts))[::-1]
    shown = [float(bar.number.replace("−", "-")) for bar in bars[:8]]
    assert np.abs(shown) == pytest.approx(order[:8], rel=1e-3)
    rest = next(bar for bar in bars if "others" in bar.label)
    biases = trace["enc1.ffn.b2"].values[0, 0]
    left = float(amounts.sum()) + biases - sum(np.sort(amounts[np.argsort(-np.abs(amounts))[:8]]))
    assert float(rest.number.replace("−", "-")) == pytest.approx(left, rel=1e-3)
    assert len(seen.view.page.text()) < 5000


def test_a_given_number_says_so_and_what_it_goes_into(on_block: Inspector) -> None:
    lines = on_block.select(X, 1, 3)
    assert lines[0].startswith("X[给, 3] = 2\u2003input")
    assert lines[1] == "Nothing made it: it is given, and can be changed."
    assert lines[2].startswith("It goes into Q¹")
    on_block.click(("enc1.self.h1.Q", 1, 0))
    assert on_block.selection.cell == ("enc1.self.h1.Q", 1, 0)


def test_it_follows_every_edit(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    document = on_block.document
    document.begin("drag")
    document.preview(document.workspace.with_cell("enc1.self.h1.WV", 3, 1, 2.0))
    document._flush()
    want = float(document.trace[H].values[0, 1])
    assert on_block.lines[0].startswith(f"H¹[我, 1] = {want:.4g}\u2003")
    document.cancel()
    assert on_block.lines[0].startswith("H¹[我, 1] = 0.7967\u2003")


def test_numbers_are_written_as_in_the_window(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.desk.digits.set_decimals(2)
    assert on_block.lines[1] == "= 0.40 × 0.00 + 0.20 × 2.00 + 0.40 × 1.00 = 0.80"


def test_it_speaks_chinese(on_block: Inspector) -> None:
    english = on_block.select(H, 0, 1)[1]
    text.set_language("zh_CN")
    assert on_block.lines[1] == english
    on_block.select("enc1.norm1.mean", 0, 0)
    assert "一行的" in on_block.lines[0] or "均值" in on_block.lines[0]


def test_odd_tokens_are_written_as_they_are(inspect: Callable[..., Inspector]) -> None:
    tokens = ("a b", "<b>&", "\ue0001\ue001x\ue002")
    block = models.starting_model("block")
    seen = inspect(block.with_samples((Sample(source=tokens),)))
    lines = seen.select(H, 1, 0)
    assert lines[0].startswith("H¹[<b>&, 0]")
    targets = {place.target for place in seen.view.paper.places}
    assert targets == {*((A, 1, j) for j in range(3)), *((V, i, 0) for i in range(3))}


# nothing to show


def test_nothing_selected_says_what_to_do(on_block: Inspector) -> None:
    assert on_block.lines == ["Click a number on the bench: here it says how it was made, and from which others."]
    assert not on_block.panel.tools.copy.isEnabled()
    on_block.panel.copy("text")
    assert on_block.said == ["There is nothing to copy: select a number first."]


def test_a_matrix_that_went_is_named(on_block: Inspector) -> None:
    on_block.select("enc1.self.h2.A", 0, 0)
    document = on_block.document
    document.do(document.workspace.with_spec(heads=1), "one head")
    on_block.selection.select(None)  # as the bench does
    assert on_block.lines[0] == "A² is not part of this model any more."
    on_block.select(H, 0, 0)
    on_block.selection.select(None)
    assert len(on_block.lines) == 1


def test_hidden_it_does_no_work_and_catches_up(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.panel.hide()
    page = on_block.view.page
    on_block.select(A, 0, 1)
    assert on_block.view.page is page
    on_block.panel.show()
    assert on_block.lines[0].startswith("A¹[我, 给]")


# going there


def test_a_click_on_a_number_goes_to_its_source(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.click((V, 1, 1))
    assert on_block.selection.cell == (V, 1, 1)
    assert on_block.visited == [(V, 1, 1)]
    assert on_block.lines[0].startswith("V¹[给, 1] = 2\u2003sum of products")


def test_a_click_on_a_bar_goes_to_its_source(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    paper = on_block.view.paper
    bar = [place for place in paper.places if place.words.startswith("书:")][0]
    point = bar.rects[0].center().toPoint() + QPoint(14, 0)
    QTest.mouseClick(on_block.view, LEFT, NONE, point)
    assert on_block.selection.cell == (A, 0, 2)


def test_a_refused_text_stops_the_way(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.settled = False
    on_block.click((V, 1, 1))
    assert on_block.selection.cell == (H, 0, 1)


def test_back_and_forward_by_button_key_and_mouse(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    tools = on_block.panel.tools
    assert not tools.back.isEnabled()
    on_block.click((A, 0, 1))
    on_block.click((S, 0, 2))
    assert tools.back.isEnabled()
    assert not tools.forward.isEnabled()
    QTest.mouseClick(tools.back, LEFT)
    assert on_block.selection.cell == (A, 0, 1)
    on_block.key(Key.Key_Left, ALT)
    assert on_block.selection.cell == (H, 0, 1)
    QTest.mouseClick(on_block.view, Qt.MouseButton.ForwardButton, NONE, QPoint(3, 3))
    assert on_block.selection.cell == (A, 0, 1)
    on_block.key(Key.Key_Right, ALT)
    assert on_block.selection.cell == (S, 0, 2)
    on_block.key(Key.Key_Backspace)
    assert on_block.selection.cell == (A, 0, 1)


def test_by_keyboard_through_the_sources(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.view.setFocus()
    way = []
    for _ in range(8):
        on_block.key(Key.Key_Right)
        way.append(on_block.view.paper.places[on_block.view._current or 0].target)
    assert on_block.view._current is not None
    sources = [(A, 0, 0), (V, 0, 1), (A, 0, 1), (V, 1, 1), (A, 0, 2), (V, 2, 1)]
    start = sources.index(way[0])
    assert way == [*sources[start:], *[sources[-1]] * 8][:8]
    on_block.key(Key.Key_Home)
    on_block.key(Key.Key_Down)
    on_block.key(Key.Key_Return)
    assert on_block.selection.cell == (V, 0, 1)


def test_what_stands_there_is_what_a_screen_reader_reads(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    assert on_block.view.accessibleName().splitlines() == on_block.lines
    for button in (on_block.panel.tools.back, on_block.panel.tools.chain, on_block.panel.tools.copy):
        assert button.accessibleName()
        assert button.toolTip()


# the way to the inputs


def test_the_way_to_the_inputs_a_step_a_line(on_block: Inspector, qtbot: QtBot) -> None:
    on_block.select(H, 0, 1)
    QTest.mouseClick(on_block.panel.tools.chain, LEFT)
    lines = on_block.lines
    assert lines[0].startswith("H¹[我, 1] = 0.7967\u2003weighted sum")
    assert "largest of 3 terms: 0.4011" in lines[0]
    assert lines[-2].startswith("→ X[")
    assert lines[-2].endswith("input")
    targets = [place.target for place in on_block.view.paper.places]
    assert targets[0] in {(A, 0, 2), (V, 2, 1)}
    assert targets[-1][0] == X
    on_block.click(targets[-1])
    assert on_block.selection.cell == targets[-1]


def test_a_way_is_not_worked_out_in_every_frame_of_a_drag(on_block: Inspector, qtbot: QtBot) -> None:
    on_block.select(H, 0, 1)
    on_block.panel.show_chain(True)
    before = on_block.lines
    document = on_block.document
    document.begin("drag")
    document.preview(document.workspace.with_cell("enc1.self.h1.WV", 3, 1, 2.0))
    document._flush()
    assert on_block.lines == before
    want = f"{float(document.trace[H].values[0, 1]):.4g}"
    qtbot.waitUntil(lambda: on_block.lines[0].startswith(f"H¹[我, 1] = {want}"))
    document.commit()


# copies


def test_copies_as_text_latex_and_markdown(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    board = QGuiApplication.clipboard()
    on_block.panel.copy("text")
    assert "0.4011 × 0 + 0.1978 × 2 + 0.4011 × 1 = 0.7967" in board.text()
    assert "\u00a0" not in board.text()
    on_block.panel.copy("latex")
    assert board.text().startswith(r"\begin{aligned}")
    assert r"A^{1}_{[\text{我},\text{给}]}" in board.text()
    assert r"0.4011 \times 0 + 0.1978 \times 2 + 0.4011 \times 1" in board.text()
    on_block.panel.copy("markdown")
    assert "| A¹[我, 给]·V¹[给, 1] | 0.1978 × 2 | 0.3956 |" in board.text()
    assert on_block.said[-1] == "The explanation is on the clipboard."


def test_a_copy_of_the_way_has_every_step(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    on_block.panel.show_chain(True)
    steps = len(on_block.lines) - 1
    for form in ("text", "markdown"):
        on_block.panel.copy(form)
        assert QGuiApplication.clipboard().text().count("[") >= steps
    on_block.panel.copy("latex")
    assert QGuiApplication.clipboard().text().count(r"\begin{aligned}") == steps


@pytest.mark.parametrize("dark", [False, True])
def test_a_copied_picture_has_the_colours_of_the_theme(on_block: Inspector, qapp: QApplication, dark: bool) -> None:
    colours = theme.DARK if dark else theme.LIGHT
    style.apply(qapp, colours)
    on_block.select(H, 0, 1)
    on_block.panel.copy("picture")
    image = QGuiApplication.clipboard().image()
    assert image.pixelColor(1, 1).name() == colours.panel
    seen = {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}
    assert colours.signed[2] in seen
    assert colours.why in seen


def test_ctrl_c_copies_the_explanation(on_block: Inspector) -> None:
    on_block.select(H, 0, 1)
    clipboard.copy_text("before")
    on_block.view.setFocus()
    on_block.key(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "0.7967" in QGuiApplication.clipboard().text()


def test_a_huge_copy_stays_bounded_and_says_so() -> None:
    assert bounded("short") == ("short", False)
    made, cut = bounded("\n".join(["x" * 99] * 5000))
    assert cut
    assert len(made) <= MOST + 100
    assert made.splitlines()[-1] == f"… cut here: {5000 - MOST // 100} more lines"


# paper


def test_links_over_letters_that_are_two_units_long(qapp: QApplication) -> None:
    line = (Span("😀😀 ", "math"), Span("12", "math", (A, 0, 0)), Span(" + 1", "math"))
    plain = (Span("x ", "math"), Span("12", "math", (A, 0, 0)), Span(" + 1", "math"))
    wide = [Paper(Page((each,)), 900, theme.LIGHT).places[0].rects[0].width() for each in (line, plain)]
    assert wide[0] == pytest.approx(wide[1], abs=1.0)


def test_a_narrow_page_wraps_and_has_its_bars_below(inspect: Callable[..., Inspector]) -> None:
    seen = inspect(models.starting_model("block"), 1200)
    seen.select(H, 0, 1)
    wide, narrow = (Paper(seen.view.page, width, theme.LIGHT) for width in (1200, 320))
    assert narrow.height > wide.height
    texts = [place for place in narrow.places if place.underlined]
    bars = [place for place in narrow.places if place.words.startswith("书:")]
    assert bars[0].rects[0].top() > max(rect.bottom() for place in texts for rect in place.rects)
