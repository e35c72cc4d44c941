"""A page of the inspector as plain data: lines of text in which some pieces lead to a cell, and bars."""

from __future__ import annotations

from dataclasses import dataclass

from labapp.selection import Cell


@dataclass(frozen=True)
class Span:
    """A piece of a line. `look` is "strong", "quiet", "text", "math" or "symbols"; a click on it goes to `target`;
    `lowered` is an index."""

    text: str
    look: str = "text"
    target: Cell | None = None
    lowered: bool = False


@dataclass(frozen=True)
class Bar:
    """One contribution: its name, its number, and how long it is (0 to 1). `tone` is "plus", "minus" or "weight"."""

    label: str
    number: str
    share: float
    tone: str
    target: Cell | None = None
    current: bool = False  # the one that the selected cell is about


Line = tuple[Span, ...]


@dataclass(frozen=True)
class Page:
    """What the inspector shows: lines from top to bottom, and bars beside or below them."""

    lines: tuple[Line, ...]
    bars: tuple[Bar, ...] = ()

    def text(self) -> str:
        """All of it to be read out."""
        lines = ["".join("_" * span.lowered + span.text for span in line) for line in self.lines]
        lines += [f"{bar.label}: {bar.number}" for bar in self.bars]
        return "\n".join(lines).replace("\u00a0", " ")
