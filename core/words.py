"""The words that a person gives a model to read: cut from a text, and what becomes of those that it doesn't know."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from .closest import closest
from .problem import QT_TRANSLATE_NOOP, Problem
from .workspace import Workspace

UNKNOWN = "UNK"
REFUSE, ADD, REPLACE = "refuse", "add", "unk"  # what becomes of a token that the vocabulary lacks


def cut(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """The tokens of a text: its pieces between spaces; of an unknown Chinese piece the longest known words.

    So a Chinese sentence may be written without spaces. A character that begins no known word is a word by itself.
    """
    known = set(words)
    pieces = (_longest(piece, known) if piece not in known and _is_wide(piece) else [piece] for piece in text.split())
    return tuple(word for piece in pieces for word in piece)


def _longest(piece: str, known: set[str]) -> Iterator[str]:
    start = 0
    while start < len(piece):
        end = next((end for end in range(len(piece), start, -1) if piece[start:end] in known), start + 1)
        yield piece[start:end]
        start = end


def _is_wide(piece: str) -> bool:
    return all(unicodedata.east_asian_width(letter) in "WF" for letter in piece)


def with_words(
    workspace: Workspace, side: str, words: Sequence[str], unknown: str
) -> tuple[Workspace, tuple[str, ...]]:
    """The words of a side as the model may read them, and the model with what it had to learn for it.

    `unknown` says what becomes of words that the vocabulary lacks: "refuse", "add" (with seeded numbers), or "unk",
    which puts UNK in their place.
    """
    known = workspace.vocab.get(side, ())
    missing = tuple(dict.fromkeys(word for word in words if word not in known))
    if not missing:
        return workspace, tuple(words)
    if unknown == REFUSE:
        raise not_in(missing[0], known)
    if unknown == REPLACE:
        words = tuple(word if word in known else UNKNOWN for word in words)
        missing = () if UNKNOWN in known else (UNKNOWN,)
    return (workspace.with_vocab(side, (*known, *missing)) if missing else workspace), tuple(words)


def check_words(words: Sequence[str], known: Sequence[str]) -> None:
    """Refuse words that a vocabulary lacks, naming the first of them and what is near."""
    unknown = next((word for word in words if word not in known), None)
    if unknown is not None:
        raise not_in(unknown, known)


SHOWN = 24  # words of a vocabulary that an error lists


def not_in(token: str, words: Sequence[str]) -> Problem:
    """Says that a vocabulary lacks a token, and which one was meant or which there are."""
    near = closest(token, words)
    if near is not None:
        return Problem(
            QT_TRANSLATE_NOOP("core", "The token {token} is not in the vocabulary. Did you mean {near}?"),
            token=token,
            near=near,
        )
    listed = " ".join(words[:SHOWN]) + (" …" if len(words) > SHOWN else "")
    return Problem(
        QT_TRANSLATE_NOOP("core", "The token {token} is not in the vocabulary, which has {count} words: {words}"),
        token=token,
        count=len(words),
        words=listed,
    )
