"""The names of masks: which cards are painted by hand, and whose mask they paint."""

from __future__ import annotations

MASK, CUSTOM = ".mask", ".mask.custom"


def painted_part(name: str) -> str:
    """The attention whose custom mask is painted on the card `name` ("enc1.self"); "" for every other card.

    These are the mask itself and its custom rule: the other rules follow from fields and tokens.
    """
    return next((name.removesuffix(ending) for ending in (CUSTOM, MASK) if name.endswith(ending)), "")
