"""What was measured, as lines for the views: each has a colour, and a stroke of its own beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt

from ..theme import Palette
from ..widgets.curves import Line, smoothed
from .words import part_text

if TYPE_CHECKING:
    from .session import Training

Style = Qt.PenStyle
STROKES = (Style.SolidLine, Style.DashLine, Style.DotLine, Style.DashDotLine, Style.DashDotDotLine)


def loss_lines(training: Training, colours: Palette) -> list[Line]:
    """The loss of each batch, thin; its running mean; and the loss of what is held out."""
    history = training.history
    losses, scores = history.losses.rows(), history.scores.rows()
    found = [Line("", losses[:, 0], losses[:, 1], colours.result_edge, width=1.0)]
    name = QCoreApplication.translate("training", "training")
    found.append(Line(name, losses[:, 0], smoothed(losses[:, 1]), colours.accent, width=2.0))
    if history.held_out:
        name = QCoreApplication.translate("training", "held out")
        found.append(Line(name, scores[:, 0], scores[:, 1], colours.signed[2], Style.DashLine, 1.8))
    return found


def accuracy_lines(training: Training, colours: Palette) -> list[Line]:
    """The share of tokens that are the likeliest ones."""
    history = training.history
    scores = history.scores.rows()
    name = QCoreApplication.translate("training", "held out")
    if not history.held_out:
        name = QCoreApplication.translate("training", "training pairs")
    return [Line(name, scores[:, 0], scores[:, 2], colours.signed[2], Style.DashLine, 1.8, "{:.1%}")]


def norm_lines(training: Training, colours: Palette) -> list[Line]:
    """The length of the gradient, of each part of the model."""
    history = training.history
    rows = history.norms.rows()
    inks = (colours.accent, colours.signed[2], colours.input_edge, colours.pin, colours.parameter_edge, colours.why)
    return [
        Line(part_text(part), rows[:, 0], smoothed(rows[:, 1 + k]), inks[k % len(inks)], STROKES[k % len(STROKES)])
        for k, part in enumerate(history.parts)
    ]
