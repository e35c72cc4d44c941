"""ModelSpec: every choice of a model as one field.

The fields are described in `core/fields.py`; the model panel, the file format, `--set` and lesson locks are all
made from that table. A new toggle is one attribute here, one line there, and the one function that reads it.
"""

from __future__ import annotations

import msgspec

from .field import Field, Lengths
from .fields import FIELDS
from .problem import QT_TRANSLATE_NOOP, Problem

__all__ = ["FIELDS", "Field", "Lengths", "ModelSpec", "with_fields"]


class ModelSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frozen, validated record; global to the model (one d_k and one d_v for all heads and layers).

    Field names are those of the literature: `d` model width, `d_k` query and key width of one head, `d_v`
    value width of one head, `d_ff` hidden width of the feed-forward network (Vaswani et al. 2017, §3).
    """

    kind: str = "encoder"
    enc_layers: int = 1
    dec_layers: int = 1
    inputs: str = "rows"
    embed_scale: bool = True
    d: int = 4
    heads: int = 2
    d_k: int = 2
    d_v: int = 2
    d_ff: int = 6
    heads_off: tuple[int, ...] = ()
    scale: bool = True
    bias: bool = False
    project: bool = True
    other_source: bool = False
    cross: bool = True
    causal: bool = False
    window: int = 0
    query_offset: int = 0
    pos: str = "none"
    pos_offset: int = 0
    pos_length: int = 16
    rope_base: float = 10000.0
    shaw_clip: int = 2
    norm_place: str = "post"
    norm: str = "layernorm"
    eps: float = 1e-5
    final_norm: bool = False
    residual: bool = True
    ffn: bool = True
    act: str = "relu"
    head: bool = False
    tied: bool = False
    dropout: float = 0.0
    dropout_view: bool = False
    precision: str = "float64"
    seed: int = 1

    @property
    def encodes(self) -> bool:
        """Whether there is an encoder stack."""
        return self.kind in ("encoder", "encoder_decoder")

    @property
    def decodes(self) -> bool:
        """Whether there is a decoder stack."""
        return self.kind in ("decoder_only", "decoder", "encoder_decoder")

    @property
    def crosses(self) -> bool:
        """Whether decoder layers have a cross-attention sublayer."""
        return self.kind in ("decoder", "encoder_decoder")

    @property
    def draws(self) -> bool:
        """Whether what dropout leaves out is to be seen; nothing else but training ever drops."""
        return self.dropout_view and self.dropout > 0 and self.stacks

    @property
    def stacks(self) -> bool:
        """Whether there are layers at all: everything but a bare attention."""
        return self.encodes or self.decodes

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
        if self.pos.startswith("rope") and self.d_k % 2:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "RoPE turns pairs of channels, so d_k must be even; it is {found}."),
                found=self.d_k,
            )


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
