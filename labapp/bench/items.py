"""What bands are made of before anything has a place: cards, glyphs, stacks, breaks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardItem:
    """One matrix. `kind`: "card" with its header and labels, "chip" on one line, "map" small and without digits,
    "thumb" a smaller map on a folded band."""

    name: str
    kind: str = "card"


@dataclass(frozen=True)
class GlyphItem:
    """An operation between cards, as markup, with a line of small text below."""

    markup: str
    note: str = ""


@dataclass(frozen=True)
class BarsItem:
    """The largest numbers of one row of a matrix as bars with their column labels: the row that is followed."""

    name: str


@dataclass(frozen=True)
class StackItem:
    """Items below each other, read downward; `lying`, beside each other, closer than neighbours.

    A loose one lies on its side where that makes the band lower.
    """

    items: tuple[CardItem | GlyphItem | BarsItem, ...]
    loose: bool = False
    lying: bool = False


@dataclass(frozen=True)
class BreakItem:
    """A place where a row that is too long is best broken."""


Item = CardItem | GlyphItem | BarsItem | StackItem | BreakItem


@dataclass(frozen=True)
class BandPlan:
    """One band: `heads` are the switch's choices, `part` the attention they belong to ("" for no switch).

    `section` is the piece of the model it folds with ("enc1", "src", "out"; "" folds never), `place` the part it shows
    ("enc1.self"), `wire` whether the memory leaves here ("from") or arrives ("to").
    """

    title: str
    subtitle: str
    items: tuple[Item, ...]
    part: str = ""
    heads: tuple[int, ...] = ()
    shown: int = 0
    legend: bool = False
    section: str = ""
    folded: bool = False
    place: str = ""
    wire: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The matrices on the band, in reading order."""
        found: list[str] = []
        for item in self.items:
            members = item.items if isinstance(item, StackItem) else (item,)
            found += [member.name for member in members if isinstance(member, CardItem)]
        return tuple(found)
