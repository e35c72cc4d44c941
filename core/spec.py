"""ModelSpec: every choice of a model as one field, described once.

The model panel, the file format, `--set` and lesson locks are all made from `FIELDS`. A new toggle is one
attribute of `ModelSpec`, one line of `FIELDS`, and the one function that reads it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec

from .problem import QT_TRANSLATE_NOOP, Problem


class ModelSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frozen, validated record; global to the model (one d_k and one d_v for all heads and layers).

    Field names are those of the literature: `d` model width, `d_k` query and key width of one head, `d_v`
    value width of one head, `d_ff` hidden width of the feed-forward network (Vaswani et al. 2017, §3).
    """

    kind: str = "encoder"
    enc_layers: int = 1
    d: int = 4
    heads: int = 2
    d_k: int = 2
    d_v: int = 2
    d_ff: int = 6
    heads_off: tuple[int, ...] = ()
    scale: bool = True
    bias: bool = False
    causal: bool = False
    query_offset: int = 0
    norm_place: str = "post"
    norm: str = "layernorm"
    eps: float = 1e-5
    residual: bool = True
    ffn: bool = True
    act: str = "relu"
    precision: str = "float64"
    seed: int = 1

    def __post_init__(self) -> None:
        for field in FIELDS.values():
            field.check(getattr(self, field.name))
        too_high = [r for r in self.heads_off if r > self.heads]
        if too_high:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "core", "heads_off names head {found}, but there are only {heads} heads, counted from 1."
                ),
                found=too_high[0],
                heads=self.heads,
            )


SWITCH_WORDS = dict.fromkeys(("on", "true", "yes", "1"), True) | dict.fromkeys(("off", "false", "no", "0"), False)

Idle = Callable[[ModelSpec, int], str | None]


def _never(spec: ModelSpec, rows: int) -> str | None:
    return None


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of the spec: its type, what it allows, and when it can have no effect.

    `type` is "choice", "switch", "integer", "number" or "heads"; `low` and `high` bound the numbers
    (`high` included). `idle(spec, rows)` gives the reason (an English template marked for translation) why
    the field cannot change any value in a model of this spec over `rows` tokens, else None.
    """

    name: str
    group: str
    type: str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    idle: Idle = _never

    def check(self, value: object) -> None:
        """Raise a Problem that names the found value and the allowed ones."""
        ok = {
            "choice": lambda v: v in self.choices,
            "switch": lambda v: isinstance(v, bool),
            "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) and self.low <= v <= self.high,
            "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool) and self.low <= v <= self.high,
            "heads": lambda v: isinstance(v, tuple)
            and all(isinstance(r, int) and r >= 1 for r in v)
            and list(v) == sorted(set(v)),
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
        return f"{whole} {self.low:g} to {self.high:g}"

    def read(self, text: str) -> object:
        """Read the field's value from `text` as written on the command line (`--set FIELD=VALUE`)."""
        from .numbers import parse_number

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


def _idle_scale(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "d_k is 1, so 1/√d_k is 1: scaling changes nothing.") if spec.d_k == 1 else None


def _idle_one_token(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "There is only one token: it always sees itself.") if rows == 1 else None


def _idle_offset(spec: ModelSpec, rows: int) -> str | None:
    if not spec.causal:
        return QT_TRANSLATE_NOOP("core", "Only the causal mask asks for the position of a query.")
    return None


def _idle_norm_place(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "There is no norm to place.") if spec.norm == "none" else None


def _idle_eps(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "There is no norm that adds ε.") if spec.norm == "none" else None


def _idle_without_ffn(spec: ModelSpec, rows: int) -> str | None:
    return None if spec.ffn else QT_TRANSLATE_NOOP("core", "The feed-forward network is off.")


def _idle_seed(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "The seed fills new cells only: it shows when a size grows.")


def _idle_kind(spec: ModelSpec, rows: int) -> str | None:
    return QT_TRANSLATE_NOOP("core", "There is one kind so far.") if len(FIELDS["kind"].choices) == 1 else None


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(name="kind", group="model", type="choice", choices=("encoder",), idle=_idle_kind),
        Field(name="enc_layers", group="size", type="integer", low=1, high=48),
        Field(name="d", group="size", type="integer", low=1, high=4096),
        Field(name="heads", group="heads", type="integer", low=1, high=64),
        Field(name="d_k", group="size", type="integer", low=1, high=1024),
        Field(name="d_v", group="size", type="integer", low=1, high=1024),
        Field(name="heads_off", group="heads", type="heads"),
        Field(name="scale", group="heads", type="switch", idle=_idle_scale),
        Field(name="bias", group="heads", type="switch"),
        Field(name="causal", group="mask", type="switch", idle=_idle_one_token),
        Field(name="query_offset", group="mask", type="integer", low=-4096, high=4096, idle=_idle_offset),
        Field(name="norm_place", group="norm", type="choice", choices=("pre", "post"), idle=_idle_norm_place),
        Field(name="norm", group="norm", type="choice", choices=("layernorm", "rmsnorm", "none")),
        Field(name="eps", group="norm", type="number", low=0, high=1e6, idle=_idle_eps),
        Field(name="residual", group="norm", type="switch"),
        Field(name="ffn", group="ffn", type="switch"),
        Field(
            name="act", group="ffn", type="choice", choices=("relu", "gelu_erf", "gelu_tanh"), idle=_idle_without_ffn
        ),
        Field(name="d_ff", group="ffn", type="integer", low=1, high=16384, idle=_idle_without_ffn),
        Field(name="precision", group="numbers", type="choice", choices=("float64", "float32")),
        Field(name="seed", group="numbers", type="integer", low=0, high=2**53, idle=_idle_seed),
    )
}


def with_fields(spec: ModelSpec, **changes: object) -> ModelSpec:
    """The spec with some fields changed; `heads_off` drops heads that no longer exist.

    Raises Problem for an unknown field (naming the nearest known one) or a value that is not allowed.
    """
    from .closest import closest

    for name in changes:
        if name not in FIELDS:
            near = closest(name, FIELDS)
            if near is None:
                raise Problem(
                    QT_TRANSLATE_NOOP("core", "There is no field {field}; the fields are {known}."),
                    field=name,
                    known=", ".join(FIELDS),
                )
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no field {field}. Did you mean {near}?"), field=name, near=near
            )
    if "heads" in changes and "heads_off" not in changes:
        FIELDS["heads"].check(changes["heads"])
        changes["heads_off"] = tuple(r for r in spec.heads_off if r <= changes["heads"])  # type: ignore[operator]
    return ModelSpec(**{**msgspec.structs.asdict(spec), **changes})
