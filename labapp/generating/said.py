"""What is said beside a free run: what has happened to it, and why it stands."""

from __future__ import annotations

from core.dropping import is_keep
from core.generate import AT_EOS, AT_LIMIT, AT_TABLE
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Trace

LOST_WORD = QT_TRANSLATE_NOOP(
    "core",
    "The token {token} is not in the vocabulary any more: the free run stops before it. Undo, or choose another one.",
)
OTHER_SAMPLE = QT_TRANSLATE_NOOP("core", "Another sample has another sentence: the free run began anew.")
OTHER_MODEL = QT_TRANSLATE_NOOP("core", "Another model: the free run of the one before has ended.")
ENDED = QT_TRANSLATE_NOOP("core", "The free run has ended. {reason}")
NO_CACHE = QT_TRANSLATE_NOOP(
    "core",
    "Without the causal mask each new token changes the rows before it, so nothing can be kept: all rows are computed"
    " again at each step. Switch causal on to keep them.",
)
ALL_SAID = QT_TRANSLATE_NOOP("core", "{count} new tokens without EOS: that is the limit of one run. Go on to add more.")
DROPS = QT_TRANSLATE_NOOP(
    "core",
    "Dropout is shown: the numbers of the document are dropped as in training, a free run never drops. Switch “Show"
    " dropout” off to see what the model predicts.",
)
NOT_FINITE = QT_TRANSLATE_NOOP(
    "core", "The logits of this row are not all finite numbers, so nothing is chosen: undo, or look for NaN and ∞."
)
STOPPED = {
    AT_EOS: QT_TRANSLATE_NOOP("core", "EOS ends the sentence. Go back, or choose another token, to go on."),
    AT_TABLE: QT_TRANSLATE_NOOP(
        "core", "The table of positions has no row after these {rows}: go back, or set pos_length."
    ),
    AT_LIMIT: QT_TRANSLATE_NOOP("core", "A sentence has {most} rows at most: go back, or begin anew."),
}


def dropped(trace: Trace) -> Problem | None:
    """That the numbers of the document are those of a run that drops; None where they are not."""
    return Problem(DROPS) if any(is_keep(node) for node in trace.graph.nodes) else None
