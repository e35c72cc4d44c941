"""The model panel: every field of the spec by mouse and keys, each change one act, refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.spec import FIELDS, Field, ModelSpec
from core.trace import Trace
from labapp import labels, models, text
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.model import ModelPanel
from labapp.panels.model.controls import CONTROLS
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton


class Case:
    """A panel on a document of its own, with what was said and how often an editor was settled."""

    def __init__(self, qtbot: QtBot) -> None:
        self.document = Document(models.starting_model("block"))
        self.said: list[str] = []
        self.settled = 0
        self.editor_is_fine = True
        self.panel = ModelPanel(Desk(self.document, Selection(), self._settle, self.said.append))
        qtbot.addWidget(self.panel)
        self.panel.resize(310, 900)
        self.panel.show()
        qtbot.waitExposed(self.panel)

    def _settle(self) -> bool:
        self.settled += 1
        return self.editor_is_fine

    @property
    def spec(self) -> ModelSpec:
        return self.document.workspace.spec

    def value(self, name: str) -> object:
        return len(self.document.workspace.samples[0].source) if name == "tokens" else getattr(self.spec, name)

    @property
    def steps(self) -> int:
        return self.document.undo_stack.count()


@pytest.fixture
def case(qtbot: QtBot) -> Iterator[Case]:
    yield Case(qtbot)
    text.set_language("en")


def write(qtbot: QtBot, field: QWidget, written: str) -> None:
    """Type a text over the old one and press Enter, as a person does; signs beyond ASCII by input method."""
    qtbot.mouseClick(field, LEFT)
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    if written.isascii():
        qtbot.keyClick(field, Qt.Key.Key_Delete)
        qtbot.keyClicks(field, written)
    else:
        event = QInputMethodEvent()
        event.setCommitString(written)
        QApplication.sendEvent(field, event)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def same(one: Trace, other: Trace) -> bool:
    return list(one) == list(other) and all(one[name].values.tobytes() == other[name].values.tobytes() for name in one)


def click_choice(name: str, choice: str) -> Callable[[QtBot, Case], None]:
    return lambda qtbot, case: qtbot.mouseClick(case.panel.controls[name].segmented.segment(choice), LEFT)


def click_switch(name: str) -> Callable[[QtBot, Case], None]:
    return lambda qtbot, case: qtbot.mouseClick(case.panel.controls[name].switch, LEFT)


def click_more(name: str) -> Callable[[QtBot, Case], None]:
    return lambda qtbot, case: qtbot.mouseClick(case.panel.controls[name].stepper.more, LEFT)


def click_head(number: int) -> Callable[[QtBot, Case], None]:
    return lambda qtbot, case: qtbot.mouseClick(case.panel.controls["heads_off"].switches[number - 1], LEFT)


def write_number(name: str, written: str) -> Callable[[QtBot, Case], None]:
    return lambda qtbot, case: write(qtbot, case.panel.controls[name].number, written)


# What a person does, what holds then, and what the act is called.
ACTS: dict[str, tuple[Callable[[QtBot, Case], None], object, str]] = {
    "tokens": (click_more("tokens"), 4, "Tokens n = 4"),
    "enc_layers": (click_more("enc_layers"), 2, "Enc. layers = 2"),
    "d": (click_more("d"), 5, "Width d = 5"),
    "heads": (click_more("heads"), 3, "Heads h = 3"),
    "d_k": (click_more("d_k"), 3, "Key dₖ = 3"),
    "d_v": (click_more("d_v"), 3, "Value dᵥ = 3"),
    "d_ff": (click_more("d_ff"), 7, "Hidden width = 7"),
    "heads_off": (click_head(2), (2,), "Head 2 off"),
    "scale": (click_switch("scale"), False, "Scale by 1/√dₖ off"),
    "bias": (click_switch("bias"), True, "Biases on"),
    "causal": (click_switch("causal"), True, "Causal on"),
    "kind": (click_choice("kind", "decoder_only"), "decoder_only", "Kind of model: Decoder-only"),
    "inputs": (click_choice("inputs", "tokens"), "tokens", "What goes in: tokens"),
    "window": (click_more("window"), 1, "Window = 1"),
    "pos": (click_choice("pos", "rope_half"), "rope_half", "Positions: RoPE halves"),
    "final_norm": (click_switch("final_norm"), True, "Final norm on"),
    "head": (click_switch("head"), True, "Vocabulary head on"),
    "norm_place": (click_choice("norm_place", "pre"), "pre", "Place of the norm: pre"),
    "norm": (click_choice("norm", "rmsnorm"), "rmsnorm", "Kind of norm: RMSNorm"),
    "eps": (write_number("eps", "1e-2"), 0.01, "ε = 0.01"),
    "residual": (click_switch("residual"), False, "Residual off"),
    "ffn": (click_switch("ffn"), False, "Feed-forward off"),
    "act": (click_choice("act", "gelu_tanh"), "gelu_tanh", "Activation: GELU (tanh)"),
    "precision": (click_choice("precision", "float32"), "float32", "Precision: float32"),
}


@pytest.mark.parametrize("name", ACTS)
def test_a_control_changes_the_trace_as_one_act_and_undo_restores_it(qtbot: QtBot, case: Case, name: str) -> None:
    act, value, label = ACTS[name]
    start, before = case.document.workspace, case.document.trace
    act(qtbot, case)
    assert case.value(name) == value
    assert case.steps == 1
    assert case.document.undo_stack.undoText() == label
    assert case.settled == 1
    assert not same(case.document.trace, before)
    assert case.said == []
    case.document.undo_stack.undo()
    assert case.document.workspace is start
    assert same(case.document.trace, before)
    stepper = getattr(case.panel.controls[name], "stepper", None)
    if stepper is not None:
        assert stepper.field.text() == str(case.value(name))


def test_every_field_that_can_act_has_an_act_here(case: Case) -> None:
    enabled = {name for name, control in case.panel.controls.items() if control.isEnabled()}
    assert enabled == set(ACTS)


def test_the_panel_is_made_from_the_fields(case: Case) -> None:
    assert set(case.panel.controls) == {*FIELDS, "tokens"}
    for name, field in FIELDS.items():
        assert type(case.panel.controls[name]) is CONTROLS[field.type]


def test_a_field_added_to_the_spec_gets_its_control_by_itself(
    qtbot: QtBot, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = ModelPanel._value
    monkeypatch.setitem(FIELDS, "brightness", Field(name="brightness", group="light", type="switch"))
    monkeypatch.setattr(ModelPanel, "_value", lambda self, name: name == "brightness" or held(self, name))
    made = ModelPanel(Desk(case.document, Selection(), lambda: True, case.said.append))
    qtbot.addWidget(made)
    assert made.controls["brightness"].switch.text() == "brightness"
    assert made.controls["brightness"].switch.isChecked()


def test_the_fields_of_the_spec_have_words(case: Case) -> None:
    for name, field in {**FIELDS, "tokens": labels.TOKENS}.items():
        assert name in labels.LABELS, name
        assert labels.field_tip(name), name
        assert field.group in labels.GROUPS, field.group
        for choice in field.choices:
            assert choice in labels.CHOICES, choice


@pytest.mark.parametrize(
    ("change", "name", "reason"),
    [
        ({"d_k": 1}, "scale", "d_k is 1, so 1/√d_k is 1: scaling changes nothing."),
        ({"norm": "none"}, "norm_place", "There is no norm."),
        ({"norm": "none"}, "eps", "There is no norm."),
        ({"ffn": False}, "act", "The feed-forward network is off."),
        ({"ffn": False}, "d_ff", "The feed-forward network is off."),
    ],
)
def test_a_control_without_effect_is_disabled_and_says_why(
    qtbot: QtBot, case: Case, change: dict[str, object], name: str, reason: str
) -> None:
    control = case.panel.controls[name]
    assert control.isEnabled()
    case.document.do(case.document.workspace.with_spec(**change), "change")
    assert not control.isEnabled()
    part = next(
        getattr(control, kind) for kind in ("switch", "segmented", "number", "stepper") if hasattr(control, kind)
    )
    assert part.toolTip().startswith(reason)
    line = case.panel.idle_lines[control.field.group]
    assert line.isVisible()
    assert f"{labels.field_label(name)}: {reason}" in line.toolTip().split("\n")
    assert not control.isVisible(), "it takes no room"
    qtbot.mouseClick(line, LEFT)
    assert control.isVisible()
    assert control.remark.text() == reason
    assert control.remark.isVisible()
    case.document.undo_stack.undo()
    assert control.isEnabled()
    assert control.isVisible()
    assert reason not in part.toolTip()


def test_a_disabled_control_takes_no_click(qtbot: QtBot, case: Case) -> None:
    case.document.do(case.document.workspace.with_spec(ffn=False), "off")
    qtbot.mouseClick(case.panel.idle_lines["ffn"], LEFT)
    click_choice("act", "gelu_erf")(qtbot, case)
    assert case.spec.act == "relu"
    assert case.steps == 1


@pytest.mark.parametrize(
    ("name", "written", "word"),
    [
        ("d", "0", "1 to 4096"),
        ("d", "-3", "1 to 4096"),
        ("d", "999999999", "1 to 4096"),
        ("d", "2.5", "1 to 4096"),
        ("d", "four", "four"),
        ("d", "", ""),
        ("tokens", "0", "1 to 1024"),
        ("heads", "65", "1 to 64"),
        ("eps", "-1", "0 to 1e+06"),
        ("eps", "nan", "0 to 1e+06"),
        ("eps", "1e-5x", "x"),
    ],
)
def test_a_refused_value_keeps_the_old_one_and_says_why(
    qtbot: QtBot, case: Case, name: str, written: str, word: str
) -> None:
    start = case.document.workspace
    control = case.panel.controls[name]
    field = control.stepper.field if hasattr(control, "stepper") else control.number
    old = field.text()
    write(qtbot, field, written)
    assert case.document.workspace is start
    assert case.steps == 0
    assert field.text() == old
    assert len(case.said) == 1
    assert word in case.said[0]
    assert field.refused() == case.said[0]
    assert control.remark.text() == case.said[0]
    assert control.remark.isVisible()
    assert case.said[0] in field.toolTip()


def test_a_refusal_goes_away_with_the_next_good_value(qtbot: QtBot, case: Case) -> None:
    control = case.panel.controls["d"]
    write(qtbot, control.stepper.field, "0")
    assert control.remark.isVisible()
    write(qtbot, control.stepper.field, "5")
    assert not control.remark.isVisible()
    assert control.stepper.refused() == ""
    assert case.spec.d == 5


def test_stepping_below_what_is_allowed_is_refused_in_words(qtbot: QtBot, case: Case) -> None:
    qtbot.mouseClick(case.panel.controls["enc_layers"].stepper.less, LEFT)
    assert case.spec.enc_layers == 1
    assert case.said == ["Enc. layers can't be 0: allowed is a whole number from 1 to 48."]


@pytest.mark.parametrize("written", ["0.00001", "1e-5", "１ｅ−５", " 0.00001 "])
def test_another_way_to_write_the_same_number_is_no_act(qtbot: QtBot, case: Case, written: str) -> None:
    field = case.panel.controls["eps"].number
    write(qtbot, field, written)
    assert field.text() == "1e-05"
    assert case.steps == 0
    assert case.said == []


@pytest.mark.parametrize(("written", "value"), [("1/2", 0.5), ("sqrt(2)", np.sqrt(2)), ("0", 0.0), ("１２３", 123.0)])
def test_the_number_field_reads_what_every_route_reads(qtbot: QtBot, case: Case, written: str, value: float) -> None:
    write(qtbot, case.panel.controls["eps"].number, written)
    assert case.spec.eps == value


def test_the_number_field_shows_every_digit(qtbot: QtBot, case: Case) -> None:
    case.document.do(case.document.workspace.with_spec(eps=0.1 + 0.2), "ε")
    assert case.panel.controls["eps"].number.text() == "0.30000000000000004"


def test_leaving_a_field_commits_it(qtbot: QtBot, case: Case) -> None:
    field = case.panel.controls["eps"].number
    case.panel.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    qtbot.keyClicks(field, "0.5")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert case.spec.eps == 0.5


def test_escape_takes_typing_back(qtbot: QtBot, case: Case) -> None:
    field = case.panel.controls["eps"].number
    qtbot.mouseClick(field, LEFT)
    field.selectAll()
    qtbot.keyClicks(field, "0.5")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "1e-05"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert case.steps == 0


def test_arrow_keys_step_sizes_and_walk_choices(qtbot: QtBot, case: Case) -> None:
    case.panel.activateWindow()
    field = case.panel.controls["d_ff"].stepper.field
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert case.spec.d_ff == 7
    qtbot.keyClick(field, Qt.Key.Key_PageUp)
    assert case.spec.d_ff == 17
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert case.spec.d_ff == 16
    segment = case.panel.controls["norm"].segmented.segment("layernorm")
    segment.setFocus()
    qtbot.keyClick(segment, Qt.Key.Key_Right)
    assert case.spec.norm == "rmsnorm"
    assert case.steps == 4


def test_space_turns_a_switch(qtbot: QtBot, case: Case) -> None:
    switch = case.panel.controls["causal"].switch
    switch.setFocus()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert case.spec.causal


def test_a_head_more_is_a_switch_more(qtbot: QtBot, case: Case) -> None:
    heads = case.panel.controls["heads_off"]
    click_more("heads")(qtbot, case)
    assert [switch.text() for switch in heads.switches] == ["Head 1", "Head 2", "Head 3"]
    click_head(3)(qtbot, case)
    assert case.spec.heads_off == (3,)
    qtbot.mouseClick(case.panel.controls["heads"].stepper.less, LEFT)
    assert len(heads.switches) == 2
    assert case.spec.heads_off == ()


def test_the_wheel_over_a_stepper_changes_nothing(qtbot: QtBot, case: Case) -> None:
    stepper = case.panel.controls["d"].stepper
    event = QWheelEvent(
        QPointF(10, 10),
        QPointF(stepper.mapToGlobal(QPoint(10, 10))),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(stepper, event)
    assert case.spec.d == 4


def test_undo_keys_belong_to_the_window_unless_something_is_half_typed(qtbot: QtBot, case: Case) -> None:
    field = case.panel.controls["eps"].number
    write(qtbot, field, "0.5")

    def taken() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        event.ignore()
        QApplication.sendEvent(field, event)
        return event.isAccepted()

    assert not taken()
    qtbot.keyClicks(field, "7")
    assert taken()


def test_a_refusal_in_chinese_names_the_field_as_the_panel_does(qtbot: QtBot, case: Case) -> None:
    text.set_language("zh_CN")
    qtbot.waitUntil(lambda: case.panel.controls["d"].label.text() == "宽度 d")
    write(qtbot, case.panel.controls["d"].stepper.field, "0")
    assert "宽度 d" in case.said[0]
    assert "1 到 4096" in case.said[0]


def test_a_change_waits_for_an_editor_whose_text_is_refused(qtbot: QtBot, case: Case) -> None:
    case.editor_is_fine = False
    click_switch("causal")(qtbot, case)
    click_more("d")(qtbot, case)
    click_choice("norm", "none")(qtbot, case)
    assert case.steps == 0
    assert not case.panel.controls["causal"].switch.isChecked()
    assert case.panel.controls["norm"].segmented.segment("layernorm").isChecked()
