"""`ledger`: shapes, parameters, multiply–adds and memory of each part of a model, as functions of n and m."""

from __future__ import annotations

import argparse
import re

import msgspec

from core.base import BASE, BASE_TOKENS, BASE_WORDS
from core.field import Lengths
from core.ledger import MOST_TOKENS, MOST_WORDS, ledger
from core.ledger_text import page, text
from core.samples import sides, vocab_side
from core.spec import FIELDS, ModelSpec, with_fields

from .edits import ROWS, opened
from .usage import Usage, typed


def add(command: argparse.ArgumentParser) -> None:
    """The words of `ledger`; without a model it counts the base model of 2017."""
    command.add_argument("model", nargs="?", metavar="MODEL|FILE")
    command.add_argument("--base", action="store_true", help="the base model of 2017 with its vocabulary (the default)")
    command.add_argument(
        "--set", action="append", default=[], dest="sets", metavar="FIELD=VALUE", help="change a field of the model"
    )
    command.add_argument("-n", type=_tokens, metavar="N", help="source tokens (base: 64)")
    command.add_argument("-m", type=_tokens, metavar="M", help="target tokens (base: 64)")
    command.add_argument("--vocab", type=_words, metavar="V", help=f"words a side (base: {BASE_WORDS})")
    command.add_argument("--json", action="store_true", help="print the result as JSON")


def run_ledger(chosen: argparse.Namespace) -> int:
    """Print the ledger of a model, or of the base model of 2017; no matrix is made for it."""
    if chosen.base and chosen.model is not None:
        raise Usage(f"--base is a model by itself: name it or '{chosen.model}'")
    spec, lengths = _base(chosen) if chosen.model is None else _of_model(chosen)
    with typed():
        found = ledger(spec, lengths)
    if chosen.json:
        named = {"model": chosen.model or "base of 2017"} | page(found)
        print(msgspec.json.format(msgspec.json.encode(named), indent=1).decode())
    else:
        print("\n".join(text(found)))
    return 0


def _base(chosen: argparse.Namespace) -> tuple[ModelSpec, Lengths]:
    """The base spec with `--set` applied, over 64 and 64 tokens."""
    fields: dict[str, object] = {}
    for assignment in chosen.sets:
        name, sign, value = (part.strip() for part in assignment.partition("="))
        if not sign:
            raise Usage(f"--set takes FIELD=VALUE, found '{assignment}'")
        if name == ROWS:
            raise Usage(f"the base model has no tokens of its own: give -n and -m in place of --set {ROWS}")
        with typed():
            fields[name] = FIELDS[name].read(value) if name in FIELDS else value
    with typed():
        spec = with_fields(BASE, **fields)
    used = sides(spec)
    return spec, Lengths(
        src=(chosen.n or BASE_TOKENS) if "src" in used else _none(chosen.n, "-n", "source"),
        tgt=(chosen.m or BASE_TOKENS) if "tgt" in used else _none(chosen.m, "-m", "target"),
        src_vocab=_vocabulary(spec, "src", chosen.vocab or BASE_WORDS),
        tgt_vocab=_vocabulary(spec, "tgt", chosen.vocab or BASE_WORDS),
    )


def _of_model(chosen: argparse.Namespace) -> tuple[ModelSpec, Lengths]:
    """The spec and the first sample of a model, or other lengths and vocabularies where they are given."""
    workspace, _ = opened(argparse.Namespace(model=chosen.model, sets=chosen.sets, cells=[]))
    spec, own = workspace.spec, workspace.lengths()
    return spec, Lengths(
        src=(chosen.n or own.src) if own.src else _none(chosen.n, "-n", "source"),
        tgt=(chosen.m or own.tgt) if own.tgt else _none(chosen.m, "-m", "target"),
        src_pad=own.src_pad,
        tgt_pad=own.tgt_pad,
        src_vocab=_vocabulary(spec, "src", chosen.vocab or own.src_vocab),
        tgt_vocab=_vocabulary(spec, "tgt", chosen.vocab or own.tgt_vocab),
        asked=own.asked,
    )


def _vocabulary(spec: ModelSpec, side: str, words: int) -> int:
    """The words of a side, 0 where the model has no vocabulary there."""
    used = {vocab_side(spec, other) for other in sides(spec)}
    if spec.head and spec.stacks:
        used.add("tgt" if spec.decodes else "src")
    return words if side in used else 0


def _none(given: int | None, option: str, side: str) -> int:
    if given is not None:
        raise Usage(f"{option}: this model reads no {side}")
    return 0


def _tokens(text: str) -> int:
    return _whole(text, MOST_TOKENS, "number of tokens")


def _words(text: str) -> int:
    return _whole(text, MOST_WORDS, "number of words")


def _whole(text: str, most: int, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text}' is no {what}: allowed is a whole number from 1 to {most:,}")
    return int(text)
