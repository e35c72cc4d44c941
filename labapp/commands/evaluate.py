"""`evaluate`: how well a model does on held-out pairs, and whether it reads the source."""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from core import glass
from core.baseline import Counted, bigram, neighbours
from core.corpus import Corpus, lessons, load_corpus
from core.evaluate import (
    FUNCTION_WORDS,
    HIM_OR_HER,
    MARGIN,
    Forced,
    Probe,
    Share,
    check_fills,
    check_target_only,
    filled,
    likeliest,
    probes,
    teacher_forced,
    whole_sentences,
    without_source,
)
from core.generate import check_generates
from core.problem import Problem
from core.samples import Sample
from core.workspace import Workspace
from resources import path as resource

from .edits import opened
from .usage import Usage, typed

SHIPPED = ("corpus", "zh-en.txt")
TARGET_ONLY = ("evidence", "target-only.glass")
COUNTED = {
    "bigram": "counting pairs of words in the training sentences, with the add-k that is best on these:",
    "neighbours": "counting words between the same neighbours there, backing off to one, at its best on these:",
}
SAME = 1e-12  # probabilities this near don't tell one source from another


def add(command: argparse.ArgumentParser) -> None:
    """The words of `evaluate` beside MODEL and what changes it."""
    command.add_argument(
        "--corpus", type=Path, metavar="FILE", help="whose held-out pairs are asked; without it, the lab's own corpus"
    )
    command.add_argument(
        "--target-only",
        type=Path,
        metavar="FILE.glass",
        help="the same model trained with --set cross=off, to compare with; without it, the lab's own where it fits",
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")


def run_evaluate(chosen: argparse.Namespace) -> int:
    """Print scores on what was held out, and for a model with a source what it says without it, else what counting
    words in the training sentences would reach."""
    workspace, _ = opened(chosen)
    with typed():
        (check_fills if workspace.spec.kind == "encoder" else check_generates)(workspace)
        corpus = load_corpus(chosen.corpus or resource(*SHIPPED))
        if not corpus.held_out:
            raise Usage(f"{chosen.corpus} has no held-out pair: they follow a line '# held out'")
        other = _target_only(workspace, chosen.target_only)
    samples = lessons(workspace.spec, corpus.held_out)
    if workspace.spec.kind in ("encoder", "decoder_only"):
        page = of_one_sequence(workspace, corpus, samples)
    else:
        page = evaluation(workspace, samples, other)
    named = {"model": chosen.model} | page
    print(msgspec.json.format(msgspec.json.encode(named), indent=1).decode() if chosen.json else "\n".join(lines(page)))
    return 0


def evaluation(workspace: Workspace, samples: list[Sample], other: Workspace | None) -> dict[str, Any]:
    """All figures; those of sources only for a model that reads one, `target_only` only beside such a model."""
    forced = teacher_forced(workspace, samples)
    page: dict[str, Any] = {"pairs": len(samples)} | _forced(forced)
    if not workspace.spec.encodes:
        return page
    page["sentences"] = _share(whole_sentences(workspace, samples))
    if HIM_OR_HER.known(workspace):
        page["probes"] = [_probe(each) for each in probes(workspace)]
        page["cross_off"] = [_probe(each) for each in probes(without_source(workspace))]
    if other is not None:
        blind = teacher_forced(other, samples)
        page["target_only"] = _forced(blind) | {"lower_by": forced.content.rate - blind.content.rate}
    return page


def of_one_sequence(workspace: Workspace, corpus: Corpus, samples: list[Sample]) -> dict[str, Any]:
    """The figures of a model that reads target sentences alone, and those of counting in the training sentences."""
    fills = workspace.spec.kind == "encoder"
    page: dict[str, Any] = {"pairs": len(corpus.held_out)}
    page |= _forced((filled if fills else teacher_forced)(workspace, samples))
    train, held_out = ([pair.target for pair in part] for part in corpus)
    with suppress(Problem):  # a held-out word that was never counted
        page |= {"neighbours": _counted(neighbours(train, held_out))} if fills else {}
        page |= {} if fills else {"bigram": _counted(bigram(train, held_out))}
    if fills:
        own = workspace.samples[0]
        asked = own if any(counts for _, counts in own.labels("src")) else samples[0]
        answer = next(label for label, counts in asked.labels("src") if counts)
        page["example"] = {"source": list(asked.source), "answer": answer, "p": dict(likeliest(workspace, asked))}
    return page


def _counted(found: Counted) -> dict[str, Any]:
    return _share(Share(found.right, found.of)) | {"perplexity": found.perplexity}


def _target_only(workspace: Workspace, file: Path | None) -> Workspace | None:
    """The model to compare with: the one asked for, or the lab's own where it is the same without its source."""
    if not (workspace.spec.encodes and workspace.spec.cross):
        if file is not None:
            raise Usage("--target-only compares with a model that reads a source: this one reads none")
        return None
    other = glass.load(file or resource(*TARGET_ONLY))
    try:
        check_target_only(workspace, other)
    except Problem:
        if file is not None:
            raise
        return None
    return other


def _forced(forced: Forced) -> dict[str, Any]:
    return _share(forced.labels) | {"perplexity": forced.perplexity, "content": _share(forced.content)}


def _share(share: Share) -> dict[str, Any]:
    return {"right": share.right, "of": share.of, "accuracy": share.rate}


def _probe(probe: Probe) -> dict[str, Any]:
    return {"source": list(probe.source), "begin": list(probe.begin), "p": probe.p}


# as text


def lines(page: dict[str, Any]) -> Iterator[str]:
    """The scores, then the evidence."""
    fills, reads_one = "example" in page, "sentences" not in page
    what = f"sentences, {page['of']} holes" if fills else "sentences" if reads_one else "pairs"
    scored = "words under MASK" if fills else "tokens under teacher forcing"
    yield f"{page['pairs']} held-out {what}"
    yield f"  {scored:28}  {_said(page)}  perplexity {page['perplexity']:.3f}"
    yield f"  content words                 {_said(page['content'])}"
    if "sentences" in page:
        yield f"  whole sentences, greedy       {_said(page['sentences'])}"
    yield f"content words are all but {' '.join(sorted(FUNCTION_WORDS))}"
    for name, title in COUNTED.items():
        if name in page:
            yield ""
            yield title
            yield f"  {scored:28}  {_said(page[name])}  perplexity {page[name]['perplexity']:.3f}"
    if fills:
        example = page["example"]
        yield ""
        yield f"{' '.join(example['source'])}  (held back: {example['answer']})"
        yield "  " + "  ".join(f"P({word}) = {p:.4f}" for word, p in example["p"].items())
    if "probes" in page:
        yield ""
        yield from _probes(page["probes"], "")
        yield from _probes(page["cross_off"], _off(page["cross_off"]))
    if "target_only" in page:
        blind, below = page["target_only"], page["target_only"]["lower_by"]
        met = "met" if below >= MARGIN else "missed"
        yield ""
        yield "the same model trained in the same way without the source:"
        yield f"  tokens under teacher forcing  {_said(blind)}  perplexity {blind['perplexity']:.3f}"
        yield f"  content words                 {_said(blind['content'])}"
        yield f"  lower by {100 * below:.1f} points (≥ {100 * MARGIN:.0f} {met})"


def _off(found: list[dict[str, Any]]) -> str:
    values = [list(each["p"].values()) for each in found]
    follow = max(max(column) - min(column) for column in zip(*values, strict=True)) > SAME
    return "with cross-attention off" + (":" if follow else " they no longer follow the source:")


def _said(share: dict[str, Any]) -> str:
    return f"{100 * share['accuracy']:5.1f} %  ({share['right']} of {share['of']})"


def _probes(found: list[dict[str, Any]], title: str) -> Iterator[str]:
    if title:
        yield title
    begin = " ".join(found[0]["begin"])
    width = max(_width(" ".join(each["source"])) for each in found)
    for each in found:
        source = " ".join(each["source"])
        p = "  ".join(f"P({word} | {begin}) = {value:.4f}" for word, value in each["p"].items())
        yield f"  {source}{' ' * (width - _width(source))}  {p}"


def _width(text: str) -> int:
    """Columns that a text takes on a console: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
