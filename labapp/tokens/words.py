"""What samples, sides and tokens are called, and what a token may be."""

from __future__ import annotations

import re
from unicodedata import category

from PySide6.QtCore import QCoreApplication

from core.samples import BOS, EOS, PAD, sides
from core.spec import ModelSpec

MOST_CHARS = 64
MASK = "MASK"
_UNSEEN = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Me")  # a token of these alone would be an empty chip
_DROPPED = ("Cc", "Cs", "Zl", "Zp")


def letter(sample: int) -> str:
    """What a sample is called: A … Z, AA, AB, …"""
    name = ""
    sample += 1
    while sample:
        sample, rest = divmod(sample - 1, 26)
        name = chr(65 + rest) + name
    return name


def side_name(spec: ModelSpec, side: str) -> str:
    """What the tokens of a side are for: source, target, or just tokens where there is one sequence."""
    if len(sides(spec)) == 1:
        return QCoreApplication.translate("tokens", "Tokens")
    if spec.kind == "attention":
        if side == "src":
            return QCoreApplication.translate("tokens", "Queries")
        return QCoreApplication.translate("tokens", "Keys")
    if side == "src":
        return QCoreApplication.translate("tokens", "Source")
    return QCoreApplication.translate("tokens", "Target")


def axis_of(spec: ModelSpec, side: str) -> str:
    """The axis of a side's rows on the bench: keys of another source have their own."""
    return "kv" if spec.kind == "attention" and side == "tgt" else side


def meaning(token: str) -> str:
    """What a special token is for; "" for any other."""
    return {
        BOS: QCoreApplication.translate("tokens", "BOS begins a target sentence."),
        EOS: QCoreApplication.translate("tokens", "EOS ends a sentence."),
        PAD: QCoreApplication.translate("tokens", "PAD fills a short sentence; no query reads it."),
        MASK: QCoreApplication.translate("tokens", "MASK stands for a covered word; here it is a word as any other."),
    }.get(token, "")


def clean(written: str) -> str:
    """A token as it was written, without what can't be seen around it; spaces inside are single ones."""
    kept = "".join(" " if c.isspace() else c for c in written if category(c) not in _DROPPED or c.isspace())
    return re.sub(" +", " ", kept).strip()


def refusal(token: str) -> str:
    """Why a cleaned text can't be a token; "" where it can."""
    if not token:
        return QCoreApplication.translate("tokens", "A token can't be empty: write at least one character.")
    if all(category(c) in _UNSEEN for c in token):
        return QCoreApplication.translate("tokens", "A token of characters that can't be seen is as good as empty.")
    if len(token) > MOST_CHARS:
        return QCoreApplication.translate(
            "tokens", "A token can't have {found} characters: allowed are 1 to {most}."
        ).format(found=len(token), most=MOST_CHARS)
    return ""
