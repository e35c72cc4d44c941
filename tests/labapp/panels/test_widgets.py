"""The plain parts: they say what a person did, stay silent when told, and can be seen and reached."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from labapp.widgets.choice_box import ChoiceBox
from labapp.widgets.labels import Caption, ElidedLabel, Remark
from labapp.widgets.number_field import NumberField
from labapp.widgets.segmented import Segmented
from labapp.widgets.stepper import Stepper
from labapp.widgets.switch import Switch

LEFT = Qt.MouseButton.LeftButton


def shown(qtbot: QtBot, widget: QWidget, width: int = 240, height: int = 30) -> QWidget:
    qtbot.addWidget(widget)
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Highlight, QColor("#0f6a62"))
    palette.setColor(QPalette.ColorRole.BrightText, QColor("#b3261e"))
    palette.setColor(QPalette.ColorRole.Base, QColor("#ffffff"))
    widget.setPalette(palette)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def painted(widget: QWidget, colour: str) -> int:
    """How many pixels of the widget have exactly this colour."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    wanted = QColor(colour).rgb()
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


def test_a_switch_turns_wherever_its_row_is_clicked(qtbot: QtBot) -> None:
    switch = Switch("Causal")
    shown(qtbot, switch)
    for x in (3, 120, 230):
        before = switch.isChecked()
        qtbot.mouseClick(switch, LEFT, pos=QPoint(x, 15))
        assert switch.isChecked() != before


def test_a_switch_that_is_on_looks_on(qtbot: QtBot) -> None:
    switch = Switch("Causal")
    shown(qtbot, switch)
    assert painted(switch, "#0f6a62") == 0
    switch.setChecked(True)
    assert painted(switch, "#0f6a62") > 100


def test_a_screen_reader_knows_a_switch_as_a_check_box(qtbot: QtBot) -> None:
    switch = Switch("Causal")
    shown(qtbot, switch)
    switch.setChecked(True)
    seen = QAccessible.queryAccessibleInterface(switch)
    assert seen.role() == QAccessible.Role.CheckBox
    assert seen.state().checked  # type: ignore[truthy-function]
    assert seen.text(QAccessible.Text.Name) == "Causal"


def test_a_segmented_control_says_only_what_a_person_chose(qtbot: QtBot) -> None:
    control = Segmented({"pre": "pre", "post": "post", "none": "none"})
    shown(qtbot, control)
    heard: list[object] = []
    control.chosen.connect(heard.append)
    control.set_value("pre")
    assert heard == []
    qtbot.mouseClick(control.segment("post"), LEFT)
    qtbot.mouseClick(control.segment("post"), LEFT)
    assert heard == ["post"]
    assert control.value() == "post"


def test_the_keys_walk_a_segmented_control(qtbot: QtBot) -> None:
    control = Segmented({"a": "A", "b": "B", "c": "C"})
    shown(qtbot, control)
    control.set_value("a")
    control.activateWindow()
    control.segment("a").setFocus()
    qtbot.waitUntil(control.segment("a").hasFocus)
    qtbot.keyClick(control.segment("a"), Qt.Key.Key_Right)
    qtbot.keyClick(control.segment("b"), Qt.Key.Key_Right)
    assert control.value() == "c"


def test_a_screen_reader_knows_the_choices(qtbot: QtBot) -> None:
    control = Segmented({"pre": "pre", "post": "post"})
    shown(qtbot, control)
    control.set_names("Place of the norm")
    seen = QAccessible.queryAccessibleInterface(control.segment("post"))
    assert seen.role() == QAccessible.Role.RadioButton
    assert seen.text(QAccessible.Text.Name) == "Place of the norm: post"


def test_a_number_field_hands_over_each_text_once(qtbot: QtBot) -> None:
    field = NumberField()
    shown(qtbot, field, 80)
    field.show_value("1")
    heard: list[str] = []
    field.committed.connect(heard.append)
    field.committed.connect(lambda text: field.show_value(text))
    field.selectAll()
    qtbot.keyClicks(field, "2.5")
    assert heard == []
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert heard == ["2.5"]


def test_a_refused_number_field_shows_it_without_relying_on_words(qtbot: QtBot) -> None:
    field = NumberField()
    shown(qtbot, field, 80)
    field.show_value("1")
    field.setText("x")
    assert painted(field, "#b3261e") == 0
    field.refuse("x is no number")
    assert field.text() == "1"
    assert painted(field, "#b3261e") > 20
    assert field.accessibleDescription() == "x is no number"
    field.accept()
    assert field.refused() == ""


def test_a_disabled_number_field_keeps_the_light_of_its_theme(qtbot: QtBot) -> None:
    parent = QWidget()
    field = NumberField(parent)
    shown(qtbot, parent, 100)
    for enabled in (True, False):
        parent.setEnabled(enabled)
        ground = parent.grab().toImage().pixelColor(70, field.height() // 2)
        assert ground.alpha() == 255
        assert ground.lightness() > 200


def test_typing_is_not_disturbed_by_a_value_that_stays(qtbot: QtBot) -> None:
    field = NumberField()
    shown(qtbot, field, 80)
    field.show_value("1")
    field.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "23")
    field.show_value("1")
    assert "23" in field.text()


def test_a_stepper_steps_by_button_and_key_and_takes_typing(qtbot: QtBot) -> None:
    stepper = Stepper()
    shown(qtbot, stepper, 80)
    stepper.show_value("3")
    steps: list[int] = []
    texts: list[str] = []
    stepper.stepped.connect(steps.append)
    stepper.committed.connect(texts.append)
    qtbot.mouseClick(stepper.more, LEFT)
    qtbot.mouseClick(stepper.less, LEFT)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
        qtbot.keyClick(stepper.field, key)
    stepper.field.selectAll()
    qtbot.keyClicks(stepper.field, "12")
    qtbot.keyClick(stepper.field, Qt.Key.Key_Return)
    assert steps == [1, -1, 1, -1, 10, -10]
    assert texts == ["12"]


@pytest.mark.parametrize("make", [lambda: Switch("x"), lambda: NumberField(), lambda: Stepper()])
def test_the_focus_is_seen(qtbot: QtBot, make: object) -> None:
    assert callable(make)
    widget = make()
    shown(qtbot, widget, 120)
    calm = painted(widget, "#0f6a62")
    widget.activateWindow()
    widget.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    assert widget.grab().toImage() != QImage()
    assert painted(widget, "#0f6a62") > calm


def test_an_elided_label_keeps_its_whole_text(qtbot: QtBot) -> None:
    label = ElidedLabel()
    shown(qtbot, label, 60)
    label.set_text("a rather long text for sixty pixels")
    assert label.toolTip() == label.text() == label.accessibleName()
    label.resize(600, 30)
    qtbot.waitUntil(lambda: label.toolTip() == "")


def test_a_remark_takes_no_room_while_empty(qtbot: QtBot) -> None:
    parent = QWidget()
    remark = Remark(parent)
    shown(qtbot, parent)
    assert not remark.isVisible()
    remark.say("why")
    assert remark.isVisible()
    remark.say("")
    assert not remark.isVisible()


def test_a_caption_is_read_as_it_was_written(qtbot: QtBot) -> None:
    caption = Caption("Residual and norm")
    shown(qtbot, caption)
    seen = QAccessible.queryAccessibleInterface(caption)
    assert seen.text(QAccessible.Text.Name) == "Residual and norm"


def test_the_wheel_over_a_list_scrolls_the_column_and_chooses_nothing(qtbot: QtBot) -> None:
    area, content = QScrollArea(), QWidget()
    column, box = QVBoxLayout(content), ChoiceBox()
    box.addItems(["one", "two", "three"])
    column.addWidget(box)
    column.addSpacing(900)
    area.setWidget(content)
    area.resize(200, 200)
    qtbot.addWidget(area)
    area.show()
    box.setFocus()
    at = QPointF(box.rect().center())
    event = QWheelEvent(
        at, QPointF(box.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, event)
    assert box.currentText() == "one"
    assert not event.isAccepted()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == "two"
