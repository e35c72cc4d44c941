"""The acts of the strip as plain functions: a workspace in, a workspace and the name of the act out."""

from __future__ import annotations

from core.moves import NEW, origins_of, with_order, with_tokens, without_unused
from core.problem import QT_TRANSLATE_NOOP
from core.samples import Sample, sides
from core.workspace import Workspace

from ..text import act
from .words import letter

Done = tuple[Workspace, str]


def renamed(workspace: Workspace, sample: int, side: str, at: int, token: str) -> Done:
    """Another text for one token; its row stays where the model is given rows."""
    tokens = list(workspace.samples[sample].tokens(side))
    name = act(QT_TRANSLATE_NOOP("acts", "Token {old} → {new}"), old=tokens[at], new=token)
    tokens[at] = token
    return with_tokens(workspace, side, tuple(tokens), range(len(tokens)), sample=sample), name


def added(workspace: Workspace, sample: int, side: str, at: int, token: str) -> Done:
    """A new token at a place; the ones from there on move up."""
    tokens = workspace.samples[sample].tokens(side)
    origins = [*range(at), NEW, *range(at, len(tokens))]
    grown = (*tokens[:at], token, *tokens[at:])
    name = act(QT_TRANSLATE_NOOP("acts", "Add token {token}"), token=token)
    return with_tokens(workspace, side, grown, origins, sample=sample), name


def removed(workspace: Workspace, sample: int, side: str, at: int) -> Done:
    """Without one token."""
    tokens = workspace.samples[sample].tokens(side)
    origins = [i for i in range(len(tokens)) if i != at]
    name = act(QT_TRANSLATE_NOOP("acts", "Remove token {token}"), token=tokens[at])
    return with_tokens(workspace, side, tuple(tokens[i] for i in origins), origins, sample=sample), name


def moved(workspace: Workspace, sample: int, side: str, at: int, to: int) -> Done:
    """One token at another place among the others, and its row with it."""
    tokens = workspace.samples[sample].tokens(side)
    origins = list(range(len(tokens)))
    origins.insert(to, origins.pop(at))
    name = act(QT_TRANSLATE_NOOP("acts", "Move token {token}"), token=tokens[at])
    return with_tokens(workspace, side, tuple(tokens[i] for i in origins), origins, sample=sample), name


def padded(workspace: Workspace, sample: int, side: str, at: int) -> Done:
    """A token marked as padding, or no longer."""
    tokens = workspace.samples[sample].tokens(side)
    valid = list(workspace.samples[sample].valid(side))
    valid[at] = not valid[at]
    if valid[at]:
        name = act(QT_TRANSLATE_NOOP("acts", "{token} is no padding"), token=tokens[at])
    else:
        name = act(QT_TRANSLATE_NOOP("acts", "{token} is padding"), token=tokens[at])
    return with_tokens(workspace, side, tokens, range(len(tokens)), valid, sample), name


def rewritten(workspace: Workspace, sample: int, side: str, tokens: tuple[str, ...]) -> Done:
    """Another sentence; tokens that it keeps keep their rows."""
    origins = origins_of(workspace.samples[sample].tokens(side), tokens)
    name = act(QT_TRANSLATE_NOOP("acts", "Change the sentence"))
    return with_tokens(workspace, side, tokens, origins, sample=sample), name


def tidied(workspace: Workspace) -> Done:
    """Without the words of the vocabulary that no sample says."""
    return without_unused(workspace), act(QT_TRANSLATE_NOOP("acts", "Remove unused words"))


def sample_added(workspace: Workspace) -> Done:
    """One more sample at the end, of two tokens a side."""
    spec = workspace.spec
    named = {side: _first_tokens(workspace, side) for side in sides(spec)}
    new = Sample(named.get("src", ()), named.get("tgt", ()))
    name = act(QT_TRANSLATE_NOOP("acts", "Add sample {letter}"), letter=letter(len(workspace.samples)))
    return workspace.with_samples((*workspace.samples, new)), name


def _first_tokens(workspace: Workspace, side: str) -> tuple[str, ...]:
    """What a new sample begins with: the first two tokens of the last one, so that the vocabulary needs no new word."""
    return workspace.samples[-1].tokens(side)[:2]


def sample_copied(workspace: Workspace, sample: int) -> Done:
    """A copy of a sample right after it, with its rows, masks and pins."""
    order = [*range(sample + 1), *range(sample, len(workspace.samples))]
    name = act(QT_TRANSLATE_NOOP("acts", "Duplicate sample {letter}"), letter=letter(sample))
    return with_order(workspace, order), name


def sample_removed(workspace: Workspace, sample: int) -> Done:
    """Without a sample; Problem for the last one."""
    order = [b for b in range(len(workspace.samples)) if b != sample]
    name = act(QT_TRANSLATE_NOOP("acts", "Remove sample {letter}"), letter=letter(sample))
    return with_order(workspace, order), name
