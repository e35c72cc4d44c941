"""Ready-made pairs: what they are called, why one can't apply, and one click that sets both sides."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.compare import PAIRS, Pair, head_pair, position_pair
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.spec import FIELDS, with_fields
from core.workspace import Workspace
from labapp.acts import named
from labapp.comparison import DIFFERENCE, Comparison
from labapp.document import Document
from labapp.labels import choice_label
from labapp.text import act, sentence

SCHEMES: tuple[str, ...] = FIELDS["pos"].choices


def titles(pair: Pair) -> tuple[str, str]:
    """What the two sides are called, in the language of the window."""
    if pair.id.startswith("pos."):
        return choice_label(pair.title_a), choice_label(pair.title_b)
    number = pair.id.removeprefix("head")
    return named("compare", pair.title_a, number=number), named("compare", pair.title_b, number=number)


def simple_pairs(workspace: Workspace) -> list[Pair]:
    """All but the position schemes: those of the table, and each head on and off."""
    return [*PAIRS, *(head_pair(workspace.spec, r) for r in range(1, workspace.spec.heads + 1))]


def reason(pair: Pair, workspace: Workspace, sample: int) -> str:
    """Why a pair can't apply to this model, in the language of the window; "" where it can."""
    idle = pair.idle(workspace, sample)
    if idle is not None:
        return QCoreApplication.translate("core", idle)
    for fields in (pair.a, pair.b):
        try:
            with_fields(workspace.spec, **fields)
        except Problem as problem:
            return sentence(problem)
    return ""


def schemes(workspace: Workspace, a: str, b: str) -> Pair:
    """Two position schemes."""
    return position_pair(workspace, a, b)


def apply(document: Document, comparison: Comparison, pair: Pair, turned: bool = True) -> str:
    """Make one side of a pair the baseline and the other the present state, as one undo step; "" or why not.

    The present state is the baseline where it is one of the two (`turned`: also where it is the second), so that
    nothing but this choice differs from what was there.
    """
    workspace = document.workspace
    one, other = titles(pair)
    try:
        first, second = (
            workspace if _is(workspace, fields) else workspace.with_spec(**fields) for fields in (pair.a, pair.b)
        )
        if turned and second is workspace and first is not workspace:
            first, second, one, other = second, first, other, one
        comparison.begin(first, one, DIFFERENCE)
        document.do(second, act(QT_TRANSLATE_NOOP("acts", "Compare {a} with {b}"), a=one, b=other))
    except Problem as problem:
        return sentence(problem)
    return ""


def _is(workspace: Workspace, fields: dict[str, object]) -> bool:
    """Whether the choice stands as the pair has it; the length of a table that goes with it is no choice."""
    name = next(iter(fields))
    longer = fields.get("pos_length", 0)
    enough = not isinstance(longer, int) or workspace.spec.pos_length >= longer
    return getattr(workspace.spec, name) == fields[name] and (enough or fields.get("pos") != "learned")
