"""How the model panel lays its fields out, and what it leaves alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.spec import FIELDS
from labapp.desk import Desk
from labapp.document import Document
from labapp.models import starting_model
from labapp.panels.model import ModelPanel
from labapp.panels.model import panel as panel_module
from labapp.selection import Selection


@pytest.fixture
def panel(qtbot: QtBot) -> ModelPanel:
    document = Document(starting_model("block"), "numpy")
    made = ModelPanel(Desk(document, Selection(), lambda: True, lambda sentence: None))
    document.setParent(made)
    qtbot.addWidget(made)
    made.resize(310, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_whole_numbers_that_follow_each_other_flow_together() -> None:
    fields = [FIELDS[name] for name in ("d", "d_k", "d_v", "scale", "seed")]
    assert [([f.name for f in row], halved) for row, halved in panel_module.rows(fields)] == [
        (["d", "d_k", "d_v"], True),
        (["scale"], False),
        (["seed"], False),
    ]


def test_a_drag_on_the_bench_does_not_rebuild_the_panel(
    qtbot: QtBot, panel: ModelPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        panel.controls["d"], "show_value", lambda value, spec: pytest.fail("shown again without a change")
    )
    document = panel._document
    document.begin("drag")
    for step in range(5):
        document.preview(document.workspace.with_cell("src.X", 0, 0, float(step)))
        qtbot.wait(20)
    document.commit()


def test_fields_without_effect_leave_no_gap(panel: ModelPanel) -> None:
    """The whole numbers that have an effect close up, two on a row."""
    sizes = ("tokens", "enc_layers", "dec_layers", "d", "d_k", "d_v")
    shown = [name for name in sizes if panel.controls[name].isVisible()]
    assert shown == ["tokens", "enc_layers", "d", "d_k", "d_v"]
    places = [(panel.controls[name].y(), panel.controls[name].x()) for name in shown]
    assert places == sorted(places), "in the order of the fields, row by row"
    assert len({y for y, _ in places}) == 3


def test_a_group_without_any_effect_is_one_line(panel: ModelPanel) -> None:
    panel._document.do(panel._document.workspace.with_spec(kind="attention"), "kind")
    for group in ("norm", "ffn", "head"):
        line = panel.idle_lines[group]
        assert line.isVisible()
        assert line.text().endswith("An attention alone has no layers around it.")
        fields = [control for control in panel.controls.values() if control.field.group == group]
        assert not any(control.isVisible() for control in fields)


def test_an_idle_line_opens_by_key(qtbot: QtBot, panel: ModelPanel) -> None:
    line = panel.idle_lines["pos"]
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Space)
    assert panel.controls["rope_base"].isVisible()
    assert not panel.controls["rope_base"].isEnabled()
    qtbot.keyClick(line, Qt.Key.Key_Space)
    assert not panel.controls["rope_base"].isVisible()
