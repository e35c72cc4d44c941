"""The ledger's panel: its numbers, lengths to drag and to type, bars, rows, copies, and what it follows."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.ledger import LedgerPanel, words
from labapp.panels.ledger.content import MEASURES, MEMORY, MOST, PARAMETERS, PRODUCTS, along
from labapp.panels.ledger.slider import LengthSlider
from labapp.selection import Selection

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Key = Qt.Key
Make = Callable[..., LedgerPanel]
SAID: list[str] = []


@pytest.fixture
def panel_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)

    def made(model: str | Workspace = "translate", width: int = 1300, show: bool = True) -> LedgerPanel:
        workspace = models.starting_model(model) if isinstance(model, str) else model
        document = Document(workspace, "numpy")
        SAID.clear()
        panel = LedgerPanel(Desk(document, Selection(document), lambda: True, SAID.append))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(width, 480)
        if show:
            with qtbot.waitActive(panel):
                panel.show()
                panel.activateWindow()
        return panel

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def document_of(panel: LedgerPanel) -> Document:
    found = panel.findChild(Document)
    assert found is not None
    return found


def numbers(panel: LedgerPanel, measure: str, base: bool = False) -> dict[str, int]:
    assert panel.shown is not None
    return {line.kind: (line.base if base else line.mine)[measure] for line in panel.shown.lines}


def drag(widget: LengthSlider, begin: QPointF, *ends: QPointF) -> None:
    QTest.mousePress(widget, LEFT, NONE, begin.toPoint())
    for end in ends:
        event = QMouseEvent(
            QEvent.Type.MouseMove, end, QPointF(widget.mapToGlobal(end.toPoint())), Qt.MouseButton.NoButton, LEFT, NONE
        )
        QApplication.sendEvent(widget, event)
    QTest.mouseRelease(widget, LEFT, NONE, ends[-1].toPoint())


# the numbers


def test_it_counts_this_model_and_the_base_one(panel_of: Make) -> None:
    """By the equations: translate has d = 8, 2 heads of 4, d_ff = 16, 30 and 41 words, 2+2 layers; n = 9, m = 8."""
    panel = panel_of()
    d, ff, n, m = 8, 16, 9, 8
    parameters = numbers(panel, PARAMETERS)
    assert parameters == {
        "embedded": (30 + 41) * d,
        "projections": 6 * 4 * d * d,
        "attention": 0,
        "feed_forward": 4 * (2 * d * ff + ff + d),
        "normed": (2 * 2 + 2 * 3) * 2 * d,
        "head": d * 41 + 41,
        "": 3753,
    }
    products = numbers(panel, PRODUCTS)
    assert products["attention"] == 2 * 2 * d * (n * n + m * m + n * m)
    assert products["projections"] == 2 * (4 * n + 4 * m + 2 * n + 2 * m) * d * d
    assert products["feed_forward"] == 2 * (n + m) * 2 * d * ff
    assert products["head"] == m * d * 41
    assert products[""] == sum(number for kind, number in products.items() if kind)
    held = sum(
        matrix.values.size for matrix in document_of(panel).trace.values()
    )  # every number of the sample, parameters among them
    assert numbers(panel, MEMORY)[""] == held * 8
    base = numbers(panel, PARAMETERS, base=True)
    assert base["projections"] == 18 * 4 * 512 * 512
    assert base[""] == 82026632


def test_lengths_are_those_of_the_sample_until_others_are_asked_for(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of()
    document = document_of(panel)
    assert panel.lengths() == (9, 8)
    assert not panel.own.isEnabled()
    document.do(document.workspace.with_rows(5), "five")
    assert panel.lengths() == (5, 8)
    panel.sliders["n"].setFocus()
    QTest.keyClick(panel.sliders["n"], Key.Key_Right)
    assert panel.lengths() == (6, 8)
    document.do(document.workspace.with_rows(4), "four")
    assert panel.lengths() == (6, 8), "what was asked for stays"
    qtbot.mouseClick(panel.own, LEFT)
    assert panel.lengths() == (4, 8)
    assert not panel.own.isEnabled()


def test_it_follows_the_spec_and_leaves_numbers_alone(panel_of: Make) -> None:
    panel = panel_of()
    document = document_of(panel)
    before = panel.shown
    document.do(document.workspace.with_cell("out.b", 0, 0, 2.0), "a number")
    assert panel.shown is before, "a number of a matrix changes no count"
    document.do(document.workspace.with_spec(d_ff=32), "wider")
    assert numbers(panel, PARAMETERS)["feed_forward"] == 4 * (2 * 8 * 32 + 32 + 8)
    document.undo_stack.undo()
    assert numbers(panel, PARAMETERS)[""] == 3753
    document.do(document.workspace.with_spec(head=False), "no head")
    assert numbers(panel, PARAMETERS)["head"] == 0
    assert document.workspace.spec.head is False


def test_a_panel_that_is_hidden_counts_nothing(panel_of: Make) -> None:
    panel = panel_of(show=False)
    document = document_of(panel)
    document.do(document.workspace.with_spec(d_ff=32), "wider")
    assert panel.shown is None
    panel.show()
    assert numbers(panel, PARAMETERS)["feed_forward"] == 4 * (2 * 8 * 32 + 32 + 8)


@pytest.mark.parametrize(("kind", "letters"), [("decoder_only", "m"), ("encoder", "n"), ("encoder_decoder", "nm")])
def test_there_is_a_slider_for_each_text_that_is_read(panel_of: Make, kind: str, letters: str) -> None:
    panel = panel_of(models.starting_model("translate").with_spec(kind=kind))
    assert [letter for letter, slider in panel.sliders.items() if slider.isVisible()] == list(letters)
    place = " = ".join(letters)
    assert panel.remark.text().startswith(f"◆ attention costs more than the projections from {place} = 17 on")
    assert panel.remark.text().endswith("◇ base: from n = m = 1\u2009025")


# dragging


def test_the_knob_and_the_number_can_be_dragged(panel_of: Make) -> None:
    panel = panel_of()
    slider = panel.sliders["n"]
    y = slider.height() / 2
    drag(slider, QPointF(slider.x_of(9), y), QPointF(slider.x_of(50), y), QPointF(slider.x_of(1000), y))
    assert panel.lengths()[0] == pytest.approx(1000, rel=0.05)
    assert slider.value == panel.lengths()[0]
    drag(slider, QPointF(slider.x_of(1000), y), QPointF(-500, y))
    assert panel.lengths()[0] == 1
    drag(slider, QPointF(slider.x_of(1), y), QPointF(5000, y))
    assert panel.lengths()[0] == MOST
    QTest.keyClick(slider, Key.Key_Home)
    at = QPointF(slider.number.center().toPoint())
    drag(slider, at, at + QPointF(140, 0))  # 70 px are ten times as much
    assert panel.lengths() == (100, 8)
    QTest.mouseClick(slider, Qt.MouseButton.RightButton, NONE, QPoint(round(slider.x_of(5)), round(y)))
    QTest.mouseClick(slider, LEFT, NONE, QPoint(4, round(y)))
    assert panel.lengths() == (100, 8), "neither another button nor a click on the words"


def test_a_click_on_a_mark_goes_exactly_there_and_attention_is_then_the_dearer_one(panel_of: Make) -> None:
    panel = panel_of()
    slider = panel.sliders["m"]
    here = slider.marks[0]
    assert here is not None
    QTest.mouseClick(slider, LEFT, NONE, QPoint(round(slider.x_of(here)), slider.height() // 2))
    assert panel.lengths() == (9, here)
    products = numbers(panel, PRODUCTS)
    assert products["attention"] > products["projections"]
    QTest.keyClick(slider, Key.Key_Left)
    products = numbers(panel, PRODUCTS)
    assert products["attention"] <= products["projections"]


def test_keys_step_leap_and_type(panel_of: Make) -> None:
    panel = panel_of()
    slider = panel.sliders["m"]
    slider.setFocus()
    for key, want in (
        (Key.Key_Right, 9), (Key.Key_Up, 10), (Key.Key_Left, 9), (Key.Key_PageUp, 18), (Key.Key_PageDown, 9),
        (Key.Key_End, MOST), (Key.Key_Right, MOST), (Key.Key_Home, 1), (Key.Key_Down, 1),
    ):  # fmt: skip
        QTest.keyClick(slider, key)
        assert panel.lengths()[1] == want
    QTest.keyClicks(slider, "2048")
    assert panel.lengths()[1] == 1, "not before Enter"
    QTest.keyClick(slider, Key.Key_Backspace)
    QTest.keyClick(slider, Key.Key_Return)
    assert panel.lengths()[1] == 204
    QTest.keyClicks(slider, "77")
    QTest.keyClick(slider, Key.Key_Escape)
    QTest.keyClick(slider, Key.Key_Return)
    assert panel.lengths()[1] == 204
    QTest.keyClicks(slider, "999999")
    panel.canvas.setFocus()
    assert panel.lengths()[1] == MOST, "leaving it is Enter, and the most is the most"
    assert slider.accessibleDescription() == "100\u2009000"


def test_a_text_beyond_the_table_of_positions_is_told(panel_of: Make) -> None:
    panel = panel_of(models.starting_model("translate").with_spec(pos="learned", pos_length=16))
    assert panel.remark.text().startswith("◆")
    panel.ask("n", 17)
    assert panel.remark.text() == "The position table has 16 rows: for texts this long it would have to grow."
    panel.ask("n", 16)
    assert panel.remark.text().startswith("◆")


# rows and bars


def test_rows_are_picked_with_the_mouse_and_the_keys(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of()
    canvas = panel.canvas
    qtbot.mouseClick(canvas, LEFT, NONE, canvas.rect_of(3).center().toPoint())
    assert canvas.current == 3
    assert canvas.accessibleDescription().startswith("Feed-forward: Parameters 1 120, base 25 196 544; ")
    for key, want in ((Key.Key_Down, 4), (Key.Key_Up, 3), (Key.Key_End, 6), (Key.Key_Down, 6), (Key.Key_Home, 0)):
        QTest.keyClick(canvas, key)
        assert canvas.current == want
    qtbot.mouseClick(canvas, LEFT, NONE, QPoint(40, 10))
    assert canvas.current == 0, "the headings are no row"
    canvas.pick(2)
    document = document_of(panel)
    document.do(document.workspace.with_spec(kind="decoder_only"), "other")
    assert canvas.line is not None
    assert canvas.line.kind == "attention"


def test_shares_add_up_and_logarithmic_bars_compare_sizes(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of()
    canvas, shown = panel.canvas, panel.shown
    assert shown is not None
    rows = range(len(shown.lines) - 1)
    for measure in MEASURES:
        for base in (False, True):
            assert sum(shown.share(line, measure, base) for line in shown.lines[:-1]) == pytest.approx(1)
        wide = [canvas.bar_of(row, measure).width() for row in rows]
        assert max(wide) == wide[max(rows, key=lambda row: shown.lines[row].mine[measure])]
    assert canvas.bar_of(6, PARAMETERS).width() == 0
    qtbot.mouseClick(panel.scale.segment("log"), LEFT)
    room = canvas.bar_of(6, PARAMETERS, base=True).width()
    assert canvas.bar_of(6, PARAMETERS).width() == pytest.approx(room * along(3753, 82026632))
    assert canvas.bar_of(2, PARAMETERS).width() == 0, "0 has no logarithm"
    assert (along(1, 1000), along(1000, 1000), along(0, 1000)) == (0.0, 1.0, 0.0)
    assert along(10, 1000) == pytest.approx(1 / 3)


def test_the_bar_of_attention_changes_its_colour_where_it_overtakes(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of()

    def colour() -> str:
        image = QImage(panel.canvas.size(), QImage.Format.Format_RGB32)
        panel.canvas.render(image)
        return image.pixelColor(panel.canvas.bar_of(2, PRODUCTS).center().toPoint()).name()

    assert colour() == theme.LIGHT.accent
    panel.ask("n", 40)
    assert colour() == theme.LIGHT.signed[2]


def test_where_it_is_narrow_one_measure_is_shown_and_can_be_chosen(panel_of: Make, qtbot: QtBot) -> None:
    panel = panel_of(width=640)
    assert panel.canvas.measures == (PRODUCTS,)
    qtbot.mouseClick(panel.measure.segment(MEMORY), LEFT)
    assert panel.canvas.measures == (MEMORY,)
    panel.resize(1300, 480)
    assert panel.canvas.measures == MEASURES
    assert not panel.measure.isVisible()
    for width in (360, 640, 1000, 1700):
        panel.resize(width, 480)
        for measure in panel.canvas.measures:
            assert panel.canvas.column(measure).right() <= panel.canvas.width()


def test_the_tooltip_of_a_row_tells_all_of_it(panel_of: Make) -> None:
    panel = panel_of()
    told = panel.canvas.tip_at(panel.canvas.rect_of(1).center()).split("\n")
    assert told[0] == "12 W_Q d×d_k = 8×4,  12 W_K d×d_k = 8×4,  12 W_V d×d_v = 8×4,  6 W_O h·d_v×d = 8×8"
    assert told[1] == "multiply–adds: 768·n + 768·m = 13\u2009056"
    assert told[2].startswith("memory: (1\u2009536 parameters + ")
    assert told[2].endswith("× 8 bytes")
    for measure in MEASURES:
        assert panel.canvas.tip_at(QPointF(panel.canvas.column(measure).center().x(), 9)) == words.measure_note(measure)
    assert panel.canvas.tip_at(QPointF(3, 3)) == ""


# words and copies


@pytest.mark.parametrize(
    ("value", "measure", "said"),
    [
        (0, PARAMETERS, "0"),
        (999, PRODUCTS, "999"),
        (82026632, PARAMETERS, "82\u2009026\u2009632"),
        (1023, MEMORY, "1\u2009023\u2009B"),
        (1536, MEMORY, "1.5\u2009KiB"),
        (5 * 2**40, MEMORY, "5.0\u2009TiB"),
        (3 * 2**50, MEMORY, "3\u2009072.0\u2009TiB"),
    ],
)
def test_numbers_have_thin_spaces_and_memory_a_unit(value: int, measure: str, said: str) -> None:
    assert words.number(value, measure) == said


def test_a_ratio_and_a_share_in_words() -> None:
    assert words.times(2, 5) == "2.5 times this model"
    assert words.times(3753, 82026632) == "21\u2009856 times this model"
    assert words.times(5, 2) == "this model has 2.5 times as much"
    assert words.times(0, 2) == words.times(2, 0) == ""
    assert words.percent(0.5) == "50.0\u2009%"
    assert words.percent(1e-6) == "<\u20090.1\u2009%"
    assert words.percent(0) == "0.0\u2009%"


def copied(panel: LedgerPanel, form: str) -> str:
    action = next(action for action in panel.copying.actions() if action.data() == form)
    action.trigger()
    assert SAID[-1] == "The ledger is on the clipboard."
    return QGuiApplication.clipboard().text()


def test_the_table_is_copied_as_csv_with_bare_numbers(panel_of: Make) -> None:
    panel = panel_of()
    rows = list(csv.reader(io.StringIO(copied(panel, "csv"))))
    assert rows[0][:5] == [
        "Part", "Shapes", "Parameters, this model", "Multiply–adds, this model", "Memory [B], this model",
    ]  # fmt: skip
    assert [row[0] for row in rows[1:]] == [words.part_name(line.kind) for line in panel.shown.lines]  # type: ignore[union-attr]
    assert rows[-1][2:] == [str(numbers(panel, measure, base)[""]) for base in (False, True) for measure in MEASURES]
    panel._desk.output.set_comma(True)
    assert next(csv.reader(io.StringIO(copied(panel, "csv")), delimiter=";"))[2] == "Parameters, this model"


def test_the_table_is_copied_as_markdown_and_latex(panel_of: Make) -> None:
    panel = panel_of()
    lines = copied(panel, "markdown").splitlines()
    assert lines[0].startswith("| Part | Shapes | Parameters, this model |")
    assert {line.count("|") for line in lines[:9]} == {9}
    assert "| 3\u2009753 |" in lines[8]
    assert lines[-1] == "n = 9, m = 8"
    latex = copied(panel, "latex")
    assert r"\begin{tabular}{llrrrrrr}" in latex
    assert r"12 W\_Q 8$\times$4" in latex
    assert r"82\,026\,632" in latex
    assert latex.count(r"\\") == 8
    assert "\u2009" not in latex


def test_in_chinese_everything_is_said_again(panel_of: Make) -> None:
    panel = panel_of()
    text.set_language("zh_CN")
    QApplication.processEvents()
    assert panel.own.text() != ""
    assert panel.accessibleName() == QApplication.translate("panels", "Ledger")
    for slider in panel.sliders.values():
        assert slider.number.left() > slider.track.right() > slider.track.left()
