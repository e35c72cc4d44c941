"""Curves: where points lie on a plain and on a logarithmic axis, what the axis says, what is read under the pointer."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from labapp.widgets.curves import Curves, Line, smoothed

STEPS = np.arange(1.0, 5.0)


def curves(qtbot: QtBot, values: list[float], **how: object) -> Curves:
    made = Curves(**how)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.show_lines([Line("loss", STEPS, np.array(values), "#000000")])
    return made


def test_powers_of_ten_lie_at_equal_distances(qtbot: QtBot) -> None:
    made = curves(qtbot, [100.0, 10.0, 1.0, 0.1], log=True)
    x, y = made.place(made.lines[0])
    assert np.ptp(np.diff(y)) < 1e-9
    assert np.ptp(np.diff(x)) < 1e-9
    assert (x[0], x[-1]) == (made.plot().left(), made.plot().right())
    assert [said for _, said in made.ticks()] == ["0.1", "1", "10", "1e+02"]


@pytest.mark.parametrize("log", [False, True])
def test_what_is_not_finite_or_zero_breaks_nothing(qtbot: QtBot, log: bool) -> None:
    made = curves(qtbot, [np.nan, 0.0, np.inf, 2.0], log=log)
    assert np.isfinite(made.limits()).all()
    assert not made.grab().isNull()
    made.show_lines([])
    assert not made.grab().isNull()


def test_shares_end_at_one_and_steps_where_others_do(qtbot: QtBot) -> None:
    made = curves(qtbot, [0.0, 0.5, 0.5, 0.25], top=1.0)
    made.until = 8.0
    x, y = made.place(made.lines[0])
    assert [said for _, said in made.ticks()] == ["0%", "50%", "100%"]
    assert y[1] == made.plot().center().y()
    assert x[-1] < made.plot().center().x()


def test_the_pointer_reads_the_nearest_step(qtbot: QtBot) -> None:
    made = curves(qtbot, [4.0, 3.0, 2.0, 1.0])
    x, _ = made.place(made.lines[0])
    assert made.said(x[1] + 1) == "2\nloss 3"
    assert made.said(10_000) == "4\nloss 1"


def test_a_line_is_painted_in_its_colour(qtbot: QtBot) -> None:
    made = Curves(bare=True)
    qtbot.addWidget(made)
    made.resize(120, 60)
    made.show_lines([Line("", STEPS, np.full(4, 0.5), "#ff0000", Qt.PenStyle.SolidLine, 3.0)])
    made.top = 1.0
    picture = made.grab().toImage()
    place = made.plot().center().toPoint() * picture.devicePixelRatio()
    assert picture.pixelColor(place).name() == "#ff0000"


def test_thousands_of_points_keep_their_extremes(qtbot: QtBot) -> None:
    values = np.ones(10_000)
    values[5_000] = 9.0
    made = Curves(bare=True)
    qtbot.addWidget(made)
    made.resize(200, 100)
    made.show_lines([Line("", np.arange(10_000.0), values, "#00ff00", width=2.0)])
    picture = made.grab().toImage()
    top = [picture.pixelColor(x, y).name() for x in range(90, 112) for y in range(8)]
    assert "#00ff00" in top


def test_a_running_mean_is_that_of_the_last_tenth() -> None:
    assert smoothed(np.zeros(0)).tolist() == []
    values = np.arange(100.0)
    assert smoothed(values)[-1] == np.arange(90.0, 100.0).mean()
    assert smoothed(values)[:3].tolist() == [0.0, 1.0, 2.0]
