"""Field: how one choice of a model is described, checked and read from text."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .numbers import parse_number, plain
from .problem import QT_TRANSLATE_NOOP, Problem

if TYPE_CHECKING:
    from .spec import ModelSpec

SWITCH_WORDS = dict.fromkeys(("on", "true", "yes", "1"), True) | dict.fromkeys(("off", "false", "no", "0"), False)


class Lengths(msgspec.Struct, frozen=True, kw_only=True):
    """What of a sample decides the shape of its graph: tokens, whether some are padding, and vocabularies.

    `cached` target rows before the `tgt` new ones are computed already: their keys and values are given. `asked` says
    that source rows of an encoder-only model have labels.
    """

    src: int = 0
    tgt: int = 0
    src_pad: bool = False
    tgt_pad: bool = False
    src_vocab: int = 0
    tgt_vocab: int = 0
    cached: int = 0
    asked: bool = False


Idle = Callable[["ModelSpec", Lengths], "str | None"]


def never(spec: ModelSpec, lengths: Lengths) -> str | None:
    """For fields that always have an effect."""
    return None


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of the spec: its type, what it allows, and when it can have no effect.

    `type` is "choice", "switch", "integer", "number" or "heads"; `low` and `high` bound the numbers
    (`high` included). `idle(spec, lengths)` gives the reason (an English template marked for translation) why
    the field cannot change anything in a model of this spec over a sample of these lengths, else None.
    """

    name: str
    group: str
    type: str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    idle: Idle = never

    def check(self, value: object) -> None:
        """Raise a Problem that names the found value and the allowed ones."""
        ok = {
            "choice": lambda v: v in self.choices,
            "switch": lambda v: isinstance(v, bool),
            "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) and self.low <= v <= self.high,
            "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool) and self.low <= v <= self.high,
            "heads": lambda v: (
                isinstance(v, tuple)
                and all(isinstance(r, int) and not isinstance(r, bool) and r >= 1 for r in v)
                and list(v) == sorted(set(v))
            ),
        }[self.type]
        if not ok(value):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{field} can't be {found}: allowed is {allowed}."),
                field=self.name,
                found=value,
                allowed=self.allowed,
            )

    @property
    def allowed(self) -> str:
        """What the field allows, in words and numbers."""
        if self.type == "choice":
            return ", ".join(self.choices)
        if self.type == "switch":
            return "on, off"
        if self.type == "heads":
            return "none, or head numbers from 1 such as 1,2"
        whole = "a whole number from" if self.type == "integer" else "a number from"
        return f"{whole} {plain(self.low)} to {plain(self.high)}"

    def read(self, text: str) -> object:
        """Read the field's value from `text` as written on the command line (`--set FIELD=VALUE`)."""
        word = text.strip()
        if self.type == "switch":
            value: object = SWITCH_WORDS.get(word.lower(), word)
        elif self.type == "heads":
            parts = [] if word.lower() in ("", "none") else word.split(",")
            value = tuple(sorted({_whole(parse_number(part)) for part in parts}))
        elif self.type in ("integer", "number"):
            number = parse_number(word)
            value = _whole(number) if self.type == "integer" else number
        else:
            value = word
        self.check(value)
        return value


def _whole(number: float) -> Any:
    """The int that `number` is, or `number` itself where it is none (the check then refuses it)."""
    return int(number) if math.isfinite(number) and number == int(number) else number
