"""`generate`: a model says one token after the other, with the probability of each and what it cost."""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator

import msgspec

from core.cost import PARTS, WORDS
from core.generate import (
    ADD,
    AT_EOS,
    AT_TABLE,
    HOTTEST,
    LIMIT,
    REFUSE,
    REPLACE,
    UNKNOWN,
    Choice,
    Generation,
    check_generates,
    cut,
    room,
    with_words,
)
from core.numbers import parse_number
from core.problem import Problem
from core.samples import BOS, EOS, vocab_side
from core.workspace import Workspace

from .edits import opened
from .usage import Usage, typed

SEED = 1


def add(command: argparse.ArgumentParser) -> None:
    """The words of `generate` beside MODEL and what changes it."""
    command.add_argument("--source", metavar="TEXT", help="tokens with spaces between; without it, the sample's own")
    command.add_argument("--begin", metavar="TEXT", help=f"how the target begins, after {BOS}")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--greedy", action="store_true", help="take the most likely token (the default)")
    how.add_argument("--temperature", type=_temperature, metavar="T", help="draw from softmax(logits / T); 0 is greedy")
    command.add_argument("--top-k", type=_top_k, metavar="K", help="draw from the K most likely tokens alone")
    command.add_argument("--seed", type=_seed, metavar="N", help=f"of the draws (default: {SEED})")
    command.add_argument("--limit", type=_limit, default=LIMIT, metavar="N", help=f"most new tokens (default: {LIMIT})")
    command.add_argument("--no-cache", action="store_true", help="compute every row again at every step")
    command.add_argument(
        "--unknown",
        choices=(REFUSE, ADD, REPLACE),
        default=REFUSE,
        help=f"what becomes of words that the vocabulary lacks: add gives them random numbers, unk reads {UNKNOWN}",
    )
    command.add_argument("--sample", type=int, default=0, metavar="N", help="counted from 0 (default: 0)")
    command.add_argument("--json", action="store_true", help="print the result as JSON")


def run_generate(chosen: argparse.Namespace) -> int:
    """Print the text, the probability of each token, why it stopped, and the multiplications."""
    if chosen.greedy and (chosen.top_k is not None or chosen.seed is not None):
        raise Usage("--greedy draws nothing: leave out --top-k and --seed, or give --temperature")
    workspace, _ = opened(chosen)
    with typed():
        generation = _begun(workspace, chosen)
    for _ in generation:
        pass
    print(_json(generation, chosen) if chosen.json else "\n".join(lines(generation)))
    if generation.stopped == AT_TABLE:
        rows = room(generation.workspace)
        print(f"glassformer: the table of positions has no row after these {rows}: set pos_length", file=sys.stderr)
    return 0


def _begun(workspace: Workspace, chosen: argparse.Namespace) -> Generation:
    check_generates(workspace)
    source = begin = None
    if chosen.source is not None and vocab_side(workspace.spec, "src") and workspace.spec.encodes:
        workspace, source = _words(workspace, "src", chosen.source, "--source", chosen.unknown)
    elif chosen.source is not None:
        source = tuple(chosen.source.split())  # refused by its name there: this model reads no source
    if chosen.begin is not None:
        workspace, begin = _words(workspace, "tgt", chosen.begin, "--begin", chosen.unknown)
    drawn = chosen.temperature is not None or chosen.top_k is not None or chosen.seed is not None
    temperature = chosen.temperature if chosen.temperature is not None else 1.0 if drawn else 0.0
    choice = Choice(temperature, chosen.top_k or 0, SEED if chosen.seed is None else chosen.seed)
    cache = not chosen.no_cache
    return Generation(workspace, chosen.sample, source, begin or (BOS,), choice, chosen.limit, cache)


def _words(workspace: Workspace, side: str, text: str, option: str, unknown: str) -> tuple[Workspace, tuple[str, ...]]:
    """The words of an option, and the model that knows them."""
    words = cut(text, workspace.vocab.get(side, ()))
    if not words:
        raise Usage(f"{option} is empty: give at least one token, or leave it out")
    return with_words(workspace, side, words, unknown)


def lines(generation: Generation) -> Iterator[str]:
    """The text, a line a token, why it ended, what it cost."""
    sample, steps = generation.workspace.samples[0], generation.steps
    if generation.workspace.spec.encodes:
        yield " ".join(sample.source)
    begun = generation.tokens[1 : generation.begun]
    said = [step.token for step in steps if step.token != EOS]
    if begun or said:
        yield " ".join((*begun, *said))
    yield ""
    width = max(_width(step.token) for step in steps)
    for step in steps:
        yield f"{step.token}{' ' * (width - _width(step.token))}  {step.probability:.4f}"
    yield ""
    yield _ended(generation)
    yield from _cost(generation)


def _ended(generation: Generation) -> str:
    if generation.stopped == AT_EOS:
        return f"stopped at {EOS} after {len(generation.steps)} steps"
    if generation.stopped == AT_TABLE:
        return f"stopped where the table of positions ends, after {len(generation.steps)} steps, without {EOS}"
    return f"stopped at the limit of {generation.limit} tokens, without {EOS}"


def _cost(generation: Generation) -> Iterator[str]:
    """A table of multiplications: first step, last step, all together."""
    steps, total = generation.steps, generation.multiplications()
    kept = "with the cache of keys and values" if generation.cache else "without a cache"
    yield f"multiplications, {kept}:"
    counts = (steps[0].multiplications, steps[-1].multiplications, total)
    rows = [["", "first step", "last step", "together"]]
    rows += [[WORDS[part], *(f"{count[part]:,}" for count in counts)] for part in PARTS]
    rows.append(["all", *(f"{sum(count.values()):,}" for count in counts)])
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((f"  {row[0]:{widths[0]}}", *cells))


def _json(generation: Generation, chosen: argparse.Namespace) -> str:
    steps, encodes = generation.steps, generation.workspace.spec.encodes
    page = {
        "model": chosen.model,
        "source": list(generation.workspace.samples[0].source) if encodes else [],
        "begin": list(generation.tokens[: generation.begun]),
        "tokens": [step.token for step in steps],
        "probabilities": [step.probability for step in steps],
        "stopped": generation.stopped,
        "cache": generation.cache,
        "multiplications": generation.multiplications() | {"steps": [step.multiplications for step in steps]},
    }
    return msgspec.json.format(msgspec.json.encode(page), indent=1).decode()


def _width(text: str) -> int:
    """Columns that a text takes on a console: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _temperature(text: str) -> float:
    try:
        found = parse_number(text)
    except Problem:
        found = -1.0
    if not 0 <= found <= HOTTEST:
        raise argparse.ArgumentTypeError(f"'{text}' is no temperature: allowed is a number from 0 to {HOTTEST:g}")
    return found


def _top_k(text: str) -> int:
    return _whole(text, 1, 10**7, "number of tokens")


def _seed(text: str) -> int:
    return _whole(text, 0, 2**53, "seed")


def _limit(text: str) -> int:
    return _whole(text, 1, 10**5, "limit")


def _whole(text: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,16}", text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"'{text}' is no {what}: allowed is a whole number from {low} to {high}")
    return int(text)
