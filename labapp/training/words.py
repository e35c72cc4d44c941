"""What the views of a training say, in the language of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.needs import customs
from core.numbers import show

from ..text import sentence
from .plan import FULL

if TYPE_CHECKING:
    from .session import Training

MINUTE = 60


def step_text(training: Training) -> str:
    """ "step 412 · cross-entropy 0.21"."""
    loss = training.history.loss
    said = QCoreApplication.translate("training", "step {step}").format(step=training.step)
    if loss is None:
        return said
    return QCoreApplication.translate("training", "{step} · cross-entropy {loss}").format(
        step=said, loss=show(loss, 3, significant=True)
    )


def progress_text(training: Training) -> str:
    """How far a run is and how long it will take; what is being prepared; "" without a run."""
    run = training.run
    if run is None:
        return ""
    if training.phase == "preparing":
        if not run.loaded:
            return QCoreApplication.translate(
                "training", "Compiled code is being made ready; the first time takes a while."
            )
        return QCoreApplication.translate("training", "The pairs are being made ready …")
    done = QCoreApplication.translate("training", "{step} of {last} steps").format(step=training.step, last=run.last)
    if run.rate <= 0:
        return done
    left = time_text((run.last - training.step) / run.rate)
    return QCoreApplication.translate("training", "{done}, {rate} a second, {left} left").format(
        done=done, rate=show(run.rate, 3, significant=True), left=left
    )


def standing_text(training: Training) -> str:
    """How far a run is; without one what was reached, or that there is nothing to see yet."""
    said = progress_text(training) or score_text(training)
    if said or training.refusal() is not None or training.step:
        return said
    return QCoreApplication.translate("training", "Not trained here yet.")


def time_text(seconds: float) -> str:
    """ "12 s", "3:05"."""
    minutes, rest = divmod(round(seconds), MINUTE)
    if minutes:
        return f"{minutes}:{rest:02}"
    return QCoreApplication.translate("training", "{seconds} s").format(seconds=rest)


def score_text(training: Training) -> str:
    """How many tokens are right, of which pairs; "" before that was measured."""
    score = training.history.score
    if score is None:
        return ""
    held = QCoreApplication.translate("training", "held out: {share} of the tokens right")
    known = QCoreApplication.translate("training", "training pairs: {share} of the tokens right")
    return (held if training.history.held_out else known).format(share=f"{score[1]:.1%}")


def problem_text(training: Training) -> str:
    """Why it can't be trained, or why the last run ended early; "" where all is well."""
    refused = training.refusal()
    if refused is not None:
        return sentence(refused)
    if training.problem is None:
        return ""
    said = sentence(training.problem)
    if not training.broke:
        return said
    way = QCoreApplication.translate("training", "Go on with a smaller rate, or reset the weights first.")
    return f"{said} {way}"


def speed_text(speed: int) -> str:
    """How a speed is called."""
    if speed == FULL:
        return QCoreApplication.translate("training", "full")
    return QCoreApplication.translate("training", "{speed}/s").format(speed=speed)


def part_text(part: str) -> str:
    """A part of the model whose gradient is measured."""
    names = {
        "embed": QCoreApplication.translate("training", "embedding"),
        "out": QCoreApplication.translate("training", "vocabulary head"),
        "norm": QCoreApplication.translate("training", "final norm"),
    }
    if part in names:
        return names[part]
    side = QCoreApplication.translate("training", "encoder {layer}")
    if part.startswith("dec"):
        side = QCoreApplication.translate("training", "decoder {layer}")
    return side.format(layer=part[3:])


def remark_text(training: Training) -> str:
    """What is to be known of training this model; "" for nothing."""
    workspace = training.document.workspace
    if workspace.pins or customs(workspace.arrays):
        return QCoreApplication.translate(
            "training", "Pins and painted masks are looked at; training goes without them."
        )
    return ""
