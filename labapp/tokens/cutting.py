"""Cutting a sentence into tokens: by spaces, by characters, or where a person cut it. Plain functions of text.

A cut is a position in the text between two characters as people see them (grapheme clusters: an emoji with its
modifiers is one). Spaces belong to no token at its ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTextBoundaryFinder

from core.samples import SPECIAL

from .words import MASK, clean

SPACES, CHARACTERS, HAND = "spaces", "characters", "hand"
WHOLE = (*SPECIAL, MASK)  # words that are one token however a sentence is cut


def boundaries(text: str) -> list[int]:
    """The positions between characters, 0 and the end included."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    # Qt counts in UTF-16 units, Python in code points.
    units, offset = {0: 0}, 0
    for k, c in enumerate(text):
        offset += 2 if ord(c) > 0xFFFF else 1
        units[offset] = k + 1
    found = [0]
    while (at := finder.toNextBoundary()) != -1:
        if at in units and units[at] > found[-1]:
            found.append(units[at])
    return found


def characters(text: str) -> list[tuple[int, int]]:
    """Start and end of every character."""
    at = boundaries(text)
    return list(zip(at, at[1:], strict=False))


def cuts(text: str, how: str) -> frozenset[int]:
    """Where "spaces" or "characters" cut."""
    found: set[int] = set()
    for start, end in characters(text):
        if text[start:end].isspace():
            found |= {start, end}
        elif how == CHARACTERS and not _in_whole(text, start):
            found |= {start, end}
    return frozenset(found - {0, len(text)})


def _in_whole(text: str, at: int) -> bool:
    """Whether a position lies in a special word that stands between spaces."""
    start, end = at, at
    while start and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end] in WHOLE


def tokens(text: str, at: Iterable[int]) -> tuple[str, ...]:
    """The tokens between the cuts; pieces of spaces alone are none."""
    edges = [0, *sorted(at), len(text)]
    pieces = (clean(text[start:end]) for start, end in zip(edges, edges[1:], strict=False))
    return tuple(piece for piece in pieces if piece)


def joined(words: Iterable[str]) -> tuple[str, frozenset[int]]:
    """Tokens as one text with spaces between them, and the cuts that give them back."""
    text, found = "", set()
    for word in words:
        if text:
            found |= {len(text), len(text) + 1}
            text += " "
        text += word
    return text, frozenset(found)


def carried(old: str, new: str, at: frozenset[int]) -> frozenset[int]:
    """The cuts of a text after it was edited: those before and after the edited place stay where they were."""
    most = min(len(old), len(new))
    start = next((k for k in range(most) if old[k] != new[k]), most)
    rest = most - start
    end = next((k for k in range(rest) if old[-1 - k] != new[-1 - k]), rest)
    shift = len(new) - len(old)
    kept = {c for c in at if c <= start} | {c + shift for c in at if c >= len(old) - end}
    return frozenset(c for c in kept if 0 < c < len(new))
