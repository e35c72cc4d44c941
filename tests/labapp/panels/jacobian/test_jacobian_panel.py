"""The panel of Jacobians: what hands choose, the numbers it shows, the check by trying, and when it works."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.gradient import LOSS, gradient
from core.jacobian import jacobian
from core.residual import RESULT
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import colours, models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.jacobian import JacobianPanel, work
from labapp.panels.jacobian.apart import POST, PRE, pieces_of
from labapp.panels.jacobian.span import ANY, LAYER, STACK, SUBLAYER
from labapp.selection import Selection
from tests import golden_cases as golden

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


class Hands:
    """A shown panel on a document of its own, and hands."""

    def __init__(self, qtbot: QtBot, workspace: Workspace, width: int = 1500) -> None:
        self.qtbot = qtbot
        self.document, self.selection = Document(workspace, "numpy"), Selection()
        self.said: list[str] = []
        self.desk = Desk(self.document, self.selection, lambda: True, self.said.append)
        self.panel = JacobianPanel(self.desk)
        qtbot.addWidget(self.panel)
        self.panel.resize(width, 420)
        with qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()
        self.still()

    def still(self) -> None:
        """Until all that is asked for is shown."""
        panel = self.panel

        def there() -> bool:
            return panel.asking.fresh and panel.asking.depths_fresh and not panel.asking.busy

        self.qtbot.waitUntil(there, timeout=20_000)

    def click(self, widget: QWidget, at: QPointF) -> None:
        QTest.mouseClick(widget, LEFT, NONE, at.toPoint())

    def block(self, i: int, j: int) -> None:
        self.click(self.panel.grid, self.panel.grid.block(i, j).center())

    def entry(self, r: int, s: int) -> None:
        self.click(self.panel.card, self.panel.card.cell(r, s).center())

    def piece(self, which: str) -> None:
        row = self.panel.row
        assert row.apart is not None
        k = [piece.id for piece in pieces_of(row.apart)].index(which)
        self.click(row, row.place(k).center())

    def kind(self, kind: str) -> None:
        QTest.mouseClick(self.panel.chooser.kinds.segment(kind), LEFT)
        self.still()

    def stream(self, track: str) -> None:
        streams = self.panel.chooser.streams
        assert streams is not None
        QTest.mouseClick(streams.segment(track), LEFT)
        self.still()

    def ends(self) -> tuple[str, str]:
        found = self.panel.chooser.ends
        assert found is not None
        return found

    def values(self) -> np.ndarray:
        """What the grid shows, [i, r, j, s]."""
        assert self.panel.asking.found is not None
        return self.panel.asking.found.jacobian.values


def pick(box: QComboBox, steps: int) -> None:
    """Another entry of a list by the keyboard."""
    box.setFocus()
    QTest.keyClick(box, Key.Key_Down if steps > 0 else Key.Key_Up)


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits until all is still waits less long."""
    monkeypatch.setattr("labapp.background.IDLE_MS", 20)


@pytest.fixture
def hands(qtbot: QtBot) -> Callable[..., Hands]:
    return lambda workspace, width=1500: Hands(qtbot, workspace, width)


@pytest.fixture
def plain(qapp: QApplication) -> Iterator[None]:
    yield
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def small(**fields: object) -> Workspace:
    """An encoder–decoder with a loss; nothing of it is at a kink."""
    spec: dict[str, object] = {
        "kind": "encoder_decoder",
        "enc_layers": 2,
        "dec_layers": 2,
        "inputs": "tokens",
        "head": True,
        "d": 4,
    }
    spec["pos"] = "sinusoidal"
    sample = Sample(("a", "b", "c", "PAD"), ("BOS", "x", "y"))
    return Workspace.new(ModelSpec(**(spec | {"act": "gelu_tanh"} | fields)), (sample,))  # type: ignore[arg-type]


def same(found: np.ndarray, want: np.ndarray) -> None:
    """Whichever code worked them out: compiled, where another test has loaded it, or the references."""
    np.testing.assert_allclose(found, want, rtol=1e-9, atol=1e-12)


Make = Callable[..., Hands]


def test_the_stack_of_the_block_is_the_golden_jacobian(hands: Make) -> None:
    want = golden.jacobian("block_post")
    if want is None:
        pytest.skip("not in this folder")
    on = hands(models.starting_model("block"))
    assert on.panel.chooser.kind == SUBLAYER
    on.kind(STACK)
    assert on.ends() == ("enc1.norm2", "src.X")
    assert golden.close(on.values(), want, 1e-9)
    on.block(2, 1)
    assert golden.close(on.panel.card.values, want[2, :, 1, :], 1e-9)
    assert on.panel.card.title == "∂Z[书] / ∂X[给]"


@pytest.mark.parametrize("place", ["post", "pre"])
def test_a_clicked_entry_has_its_finite_difference_beside_it(hands: Make, place: str) -> None:
    on = hands(small(norm_place=place))
    on.stream("dec")
    on.kind(STACK)
    on.block(2, 0)
    on.entry(3, 1)
    panel = on.panel
    assert panel.asking.entry == (3, 1)
    assert panel.asking.difference is not None
    value = float(panel.card.values[3, 1])
    assert abs(panel.asking.difference - value) <= 2e-6 * max(1.0, abs(value))
    said = panel.checked.text()
    assert said.startswith("∂Z[y, 3] / ∂X₀[BOS, 1] = ")
    assert f"{value}".replace("-", "−") in said
    assert "moving the cell both ways" in said
    QTest.keyClick(panel.card, Key.Key_Left)
    assert panel.asking.entry == (3, 0)
    assert "∂X₀[BOS, 0]" in panel.checked.text()


def test_the_check_is_right_on_random_entries(hands: Make) -> None:
    """Blocks and entries that a person might click, in both streams and between them."""
    on, r = hands(small(norm_place="pre", final_norm=True)), np.random.default_rng(5)
    for track in ("enc", "dec", "memory"):
        on.stream(track)
        if on.panel.chooser.kinds.isVisible():
            on.kind(STACK)
        for _ in range(12):
            n, d, m, width = on.values().shape
            i, j, k, s = (int(r.integers(size)) for size in (n, m, d, width))
            on.block(i, j)
            on.entry(k, s)
            found = on.panel.asking.found
            assert found is not None
            if not found.jacobian.ways[i, j]:
                assert not on.panel.card.values.any()
                continue
            on.qtbot.waitUntil(lambda: on.panel.asking.difference is not None, timeout=5_000)
            value = float(on.values()[i, k, j, s])
            assert on.panel.asking.difference == pytest.approx(value, abs=2e-6 * max(1.0, abs(value)))


@pytest.mark.parametrize(("place", "pieces"), [("post", POST), ("pre", PRE)])
def test_each_piece_of_a_residual_is_what_trying_says(hands: Make, place: str, pieces: tuple[object, ...]) -> None:
    on = hands(small(norm_place=place))
    on.block(1, 1)
    on.entry(0, 2)
    row, panel = on.panel.row, on.panel
    assert row.apart is not None
    assert pieces_of(row.apart) == pieces
    for piece in pieces_of(row.apart):
        on.piece(piece.id)
        assert panel.asking.piece == piece.id
        assert panel.card.values.shape == (4, 4)
        if piece.id == "identity":
            assert (panel.card.values == np.eye(4)).all()
            continue
        on.qtbot.waitUntil(lambda: panel.asking.difference is not None, timeout=5_000)
        assert panel.asking.difference is not None
        assert abs(panel.asking.difference - float(panel.card.values[0, 2])) <= 2e-6, piece.id
    said = panel.proof.text()
    assert "√4 = 2" in said
    assert "equal one walk" in said


def test_between_two_rows_there_is_no_direct_way(hands: Make) -> None:
    on = hands(small())
    on.block(0, 2)
    assert on.panel.proof.text().startswith("Between two rows there is no direct way")
    on.block(0, 3)
    assert on.panel.grid.words_at(on.panel.grid.block(0, 3).center()).endswith("stands between"), "PAD is hidden"
    assert "exactly 0" in on.panel.checked.text()


def test_what_is_differentiated_by_what(hands: Make) -> None:
    on = hands(small())
    assert on.ends() == ("enc1.norm1", "src.X0")
    on.kind(LAYER)
    assert on.ends() == ("enc1.norm2", "src.X0")
    pick(on.panel.chooser.by, 1)
    on.still()
    on.kind(STACK)
    assert on.ends() == ("enc2.norm2", "src.X0")
    on.stream("dec")
    assert on.ends() == ("dec2.norm3", "tgt.X0")
    on.kind(ANY)
    pick(on.panel.chooser.by, 1)
    on.still()
    assert on.ends() == ("dec2.norm3", "dec1.norm1")
    on.stream("memory")
    assert on.ends() == ("dec2.norm3", "enc2.norm2")
    assert not on.panel.chooser.kinds.isVisible()
    assert on.panel.grid.columns == ("a", "b", "c", "PAD")
    pick(on.panel.chooser.by, -1)
    on.still()
    assert on.ends() == ("dec2.norm3", "enc2.norm1")
    want = jacobian(on.document.trace, *on.ends(), executor="numpy").values
    same(on.values(), want)


def test_a_longer_span_leads_to_its_sublayers(hands: Make) -> None:
    on = hands(small())
    on.stream("dec")
    on.kind(LAYER)
    assert not on.panel.row.isVisible()
    buttons = on.panel.residuals.buttons
    assert [button.text() for button in buttons.values()] == [
        "layer 1, self-attention",
        "layer 1, cross-attention",
        "layer 1, feed-forward",
    ]
    QTest.mouseClick(buttons[1], LEFT)
    on.still()
    assert on.ends() == ("dec1.norm2", "dec1.norm1")
    assert on.panel.chooser.kind == SUBLAYER
    assert on.panel.row.isVisible()


def test_the_arrows_walk_from_block_to_block(hands: Make) -> None:
    on = hands(small())
    on.block(0, 0)
    for key in (Key.Key_Right, Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_Right, Key.Key_Left):
        QTest.keyClick(on.panel.grid, key)
    assert on.panel.asking.block == (1, 1)
    for _ in range(9):
        QTest.keyClick(on.panel.grid, Key.Key_Down)
    assert on.panel.asking.block == (3, 1)


def test_it_follows_the_document(hands: Make) -> None:
    on = hands(small())
    on.entry(0, 0)
    before = on.values()
    on.document.do(on.document.workspace.with_cell("enc1.self.h1.WV", 0, 0, 3.0), "edit")
    assert not on.panel.asking.fresh
    on.still()
    assert not np.array_equal(on.values(), before)
    want = jacobian(on.document.trace, *on.ends(), executor="numpy").values
    same(on.values(), want)
    on.qtbot.waitUntil(lambda: on.panel.asking.difference is not None)
    assert on.panel.asking.difference == pytest.approx(float(on.panel.card.values[0, 0]), abs=1e-6)
    on.document.undo_stack.undo()
    on.still()
    np.testing.assert_array_equal(on.values(), before)


def test_while_training_it_answers_what_is_asked_and_follows_now_and_then(
    hands: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labapp.idle.LASTING_MS", 20)
    monkeypatch.setattr("labapp.panels.jacobian.asking.LIVE_SECONDS", -1.0)  # too slow for every frame
    on = hands(small())
    on.document.begin("training", lasting=True)
    before = on.ends()
    QTest.mouseClick(on.panel.chooser.kinds.segment("stack"), LEFT)
    assert on.ends() != before
    assert on.panel.asking.fresh
    for value in (2.0, 3.0):
        on.document._last_frame = 0.0  # the next frame is shown at once
        on.document.preview(on.document.workspace.with_cell("enc1.self.h1.WV", 0, 0, value))
        on.document.changed.emit(on.document.trace)  # as it does ten times a second
        assert not on.panel.asking.fresh
        on.qtbot.waitUntil(lambda: on.panel.asking.fresh)
        want = jacobian(on.document.trace, *on.ends(), executor="numpy").values
        same(on.values(), want)


@pytest.mark.parametrize("quick", [True, False])
def test_in_a_drag_only_what_is_quicker_than_a_frame(hands: Make, monkeypatch: pytest.MonkeyPatch, quick: bool) -> None:
    on = hands(small())
    on.panel.asking.seconds = 0.001 if quick else 1.0
    document = on.document
    document.begin("drag")
    on.qtbot.wait(20)
    document.preview(document.workspace.with_cell("enc1.self.h1.WV", 0, 0, 2.5))
    assert on.panel.asking.fresh is quick
    on.qtbot.wait(200)
    assert on.panel.asking.depths_fresh is False, "the depth waits for the end of the drag"
    document.commit()
    on.still()


def test_a_hidden_panel_does_no_work(hands: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    on = hands(small())
    on.panel.hide()
    asked: list[object] = []
    monkeypatch.setattr(work, "find", lambda *what, **more: asked.append(what))
    monkeypatch.setattr(work, "along", lambda *what, **more: asked.append(what))
    on.document.do(on.document.workspace.with_cell("enc1.self.h1.WV", 0, 0, 3.0), "edit")
    on.qtbot.wait(200)
    assert not asked
    monkeypatch.undo()
    on.panel.show()
    on.still()


def test_gradients_by_depth_of_the_model_and_its_twin(hands: Make) -> None:
    on = hands(small())
    panel = on.panel
    own, other = panel.chart.own, panel.chart.other
    assert own is not None
    assert other is not None
    assert (own.place, other.place, own.of) == ("post", "pre", LOSS)
    trace = on.document.trace
    assert own.norms[0, 1] == pytest.approx(np.linalg.norm(gradient(trace)["src.X0"][1]), rel=1e-9)
    twin = Engine("numpy").run(trace.workspace.with_spec(norm_place="pre"))
    assert other.norms[0, 1] == pytest.approx(np.linalg.norm(gradient(twin)["src.X0"][1]), rel=1e-9)
    at = QPointF(panel.chart.x_of(0), panel.chart.area().center().y())
    assert panel.chart.stage_at(at) == 0
    said = panel.chart.words(0)
    assert "post-norm, this model" in said
    assert "pre-norm, same numbers" in said
    QTest.mouseClick(panel.switch.segment(RESULT), LEFT)
    assert panel.chart.own is not None
    assert panel.chart.own.of == "enc2.norm2"
    assert panel.chart.own.norms[-1, 0] == pytest.approx(2.0), "an identity of four features has the norm 2"


def test_a_block_is_copied_with_every_digit(hands: Make) -> None:
    on = hands(small())
    on.block(1, 2)
    want = on.panel.card.values
    actions = on.panel.tools.actions_by_form
    actions["table"].trigger()
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert (np.array(rows, float) == want).all()
    on.desk.output.set_comma(True)
    actions["csv"].trigger()
    table = list(csv.reader(QGuiApplication.clipboard().text().splitlines(), delimiter=";"))
    assert table[0][0] == on.panel.card.title
    assert float(table[1][1].replace(",", ".")) == want[0, 0]
    actions["latex"].trigger()
    assert QGuiApplication.clipboard().text().startswith("\\begin{bmatrix}")
    actions["numpy"].trigger()
    copied = eval(QGuiApplication.clipboard().text(), {"np": np})  # noqa: S307
    assert (copied == want).all()
    on.panel.grid.setFocus()
    QTest.keyClick(on.panel.grid, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "\t" in QGuiApplication.clipboard().text()


def test_a_tooltip_names_the_entry_and_its_value(hands: Make) -> None:
    on = hands(small())
    on.block(1, 2)
    grid, card = on.panel.grid, on.panel.card
    place = grid.block(1, 2)
    d = 4
    at = QPointF(place.left() + place.width() * 2.5 / d, place.top() + place.height() * 0.5 / d)
    value = float(on.values()[1, 0, 2, 2])
    assert grid.words_at(at).startswith(f"∂U[b, 0] / ∂X₀[c, 2] = {value}".replace("= -", "= −").replace("e-", "e−"))
    assert card.words_at(card.cell(0, 2).center()) in grid.words_at(at)


def test_a_wide_model_is_worked_out_a_row_of_blocks_at_a_time(hands: Make) -> None:
    rows = tuple(f"t{i}" for i in range(34))
    on = hands(Workspace.new(ModelSpec(d=32, d_ff=32, act="gelu_tanh"), (Sample(rows),)))
    panel = on.panel
    assert panel.asking.found is not None
    assert "too many at once" in panel.state.text()
    assert panel.asking.found.jacobian.rows == (0,)
    on.block(5, 7)
    on.still()
    assert panel.asking.found.jacobian.rows == (5,)
    want = jacobian(on.document.trace, *on.ends(), (5,), "numpy")
    np.testing.assert_allclose(panel.card.values, want.block(5, 7), atol=1e-12)
    assert panel.row.apart is not None
    assert panel.chart.own is None
    on.entry(0, 0)
    on.qtbot.waitUntil(lambda: panel.asking.difference is not None, timeout=20_000)
    assert panel.asking.difference == pytest.approx(float(panel.card.values[0, 0]), abs=1e-6)


def test_an_attention_by_itself_says_what_is_missing_and_comes_back(hands: Make, qtbot: QtBot) -> None:
    on = hands(small())
    on.document.load(models.starting_model("nine"))
    assert on.panel.none.isVisible()
    assert not on.panel.chooser.isVisible()
    assert not on.panel.tools.isEnabled()
    on.document.load(small())
    on.still()
    assert not on.panel.none.isVisible()
    assert on.panel.grid.isVisible()


def test_another_spec_keeps_the_span_as_far_as_it_is_there(hands: Make) -> None:
    on = hands(small())
    on.stream("dec")
    on.kind(LAYER)
    pick(on.panel.chooser.by, 1)
    on.still()
    on.document.do(on.document.workspace.with_spec(norm_place="pre"), "edit")
    on.still()
    assert on.ends()[0].startswith("dec")
    on.document.do(on.document.workspace.with_spec(kind="encoder"), "edit")
    on.still()
    assert on.ends() == ("enc1.sum1", "src.X0")
    on.document.do(on.document.workspace.with_spec(d=3, heads_off=(1,)), "edit")
    on.still()
    assert on.panel.card.values.shape == (3, 3)
    on.document.do(on.document.workspace.with_spec(precision="float32"), "edit")
    on.still()
    on.entry(0, 0)
    assert "float32" in on.panel.checked.text()


def test_pins_inside(hands: Make) -> None:
    on = hands(small().with_pin("enc1.norm1", 1, None, 0.5))
    on.block(1, 1)
    assert on.panel.asking.found is not None
    assert not on.panel.asking.found.jacobian.ways[1].any()
    assert on.panel.asking.found.gap < 1e-12


def test_numbers_that_are_not_finite(hands: Make) -> None:
    on = hands(small().with_cell("src.embed", 3, 0, np.inf).with_spec(inputs="rows"))
    on.document.do(on.document.workspace.with_cell("src.X", 0, 0, np.inf), "edit")
    on.still()
    on.block(0, 0)
    on.entry(0, 0)
    assert "NaN" in on.panel.checked.text()
    assert not on.panel.grab().isNull()


def test_a_norm_beyond_all_numbers_is_painted_beside_the_others(hands: Make) -> None:
    on = hands(small())
    grid, found = on.panel.grid, on.panel.grid.found
    assert found is not None
    values = found.jacobian.values.copy()
    values[0, :, 0, :] = 1e200  # whose squares are no numbers
    other = dataclasses.replace(found.jacobian, values=values)
    assert np.isinf(other.sizes[0, 0])
    grid.show_found(dataclasses.replace(found, jacobian=other), (1, 1))
    grid._laid = (2, *grid._places[1:])  # of so little room that a block has one colour
    picture = grid.grab().toImage()
    error, at = QColor(colours.palette_of(grid).error), grid.block(0, 0).center().toPoint()
    assert picture.pixelColor(at) == error
    assert picture.pixelColor(grid.block(1, 0).center().toPoint()) != error


def test_pieces_whose_norm_is_beyond_all_numbers_are_said(hands: Make) -> None:
    on = hands(small())
    found = on.panel.asking.found
    assert found is not None
    assert found.apart is not None
    large = dataclasses.replace(found.apart, out=found.apart.out * 1e200)
    on.panel.row.show_apart(large, (0, 0), "out", True)  # no warning of an overflow
    assert "∞" in on.panel.row.accessibleDescription()
    assert not on.panel.row.grab().isNull()


@pytest.mark.usefixtures("plain")
def test_in_every_width_language_and_theme_it_is_painted(hands: Make, qapp: QApplication) -> None:
    on = hands(models.starting_model("block"))
    for width, across in ((1600, 4), (1100, 3), (700, 2), (420, 1)):
        on.panel.resize(width, 420)
        assert on.panel._across == across
        for palette in (theme.DARK, theme.LIGHT):
            style.apply(qapp, palette)
            assert not on.panel.grab().isNull()
    text.set_language("zh_CN")
    QApplication.sendEvent(on.panel, QEvent(QEvent.Type.LanguageChange))
    assert on.panel.accessibleName()


def test_a_click_beside_the_blocks_changes_nothing(hands: Make) -> None:
    on = hands(small())
    on.block(1, 1)
    QTest.mouseClick(on.panel.grid, LEFT, NONE, QPoint(1, 1))
    QTest.mouseClick(on.panel.card, LEFT, NONE, QPoint(1, 1))
    assert on.panel.asking.block == (1, 1)
    assert on.panel.asking.entry is None
