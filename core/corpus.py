"""Corpus: pairs of sentences to learn from, and others held out to see what was learned.

A corpus file is text in UTF-8, one pair a line: source, TAB, target, each as tokens with spaces between. What begins
with # is a remark; the remark `# held out` starts the pairs that training must not see, `# training` those it may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import BOS, MASK, MOST_ROWS, SPECIAL, Sample
from .spec import ModelSpec
from .whole_file import reason

HELD_OUT, TRAINING = "# held out", "# training"
LARGEST_FILE = 64 * 2**20
LONGEST_TOKEN = 200  # characters, as in a .glass file
SHOWN = 60  # characters of a wrong line that its error quotes


class Pair(NamedTuple):
    """A sentence and its translation, without BOS and EOS."""

    source: tuple[str, ...]
    target: tuple[str, ...]

    def sample(self) -> Sample:
        """The pair as a model reads it: the target begins with BOS, and its last row predicts EOS."""
        return Sample(self.source, (BOS, *self.target))

    def holes(self) -> list[Sample]:
        """The target sentence once for each of its words, with MASK in that word's place, for an encoder alone."""
        return [masked(self.target, place) for place in range(len(self.target))]


def masked(sentence: Sequence[str], place: int) -> Sample:
    """A sentence that an encoder alone reads, with MASK in the place of one word, which is asked for."""
    source = (*sentence[:place], MASK, *sentence[place + 1 :])
    return Sample(source, answers=tuple(word if i == place else "" for i, word in enumerate(sentence)))


def lessons(spec: ModelSpec, pairs: Sequence[Pair]) -> list[Sample]:
    """What a model of this kind is asked about pairs.

    A model of one sequence has to do with the target sentences alone, so that all kinds say words of one language: a
    decoder alone goes on with them, an encoder alone fills a hole in each, one for every word of it.
    """
    if spec.kind == "encoder":
        return [sample for pair in pairs for sample in pair.holes()]
    if spec.kind == "decoder_only":
        return [Sample((), (BOS, *pair.target)) for pair in pairs]
    return [pair.sample() for pair in pairs]


class Corpus(NamedTuple):
    """Pairs to train on, and pairs held out, in the order of the file; no pair is in both."""

    train: tuple[Pair, ...]
    held_out: tuple[Pair, ...] = ()

    def vocab(self) -> dict[str, tuple[str, ...]]:
        """Both vocabularies: PAD, BOS, EOS, then every word in the order of its first use, training first."""
        pairs = (*self.train, *self.held_out)
        return {
            "src": tuple(dict.fromkeys((*SPECIAL, *(word for pair in pairs for word in pair.source)))),
            "tgt": tuple(dict.fromkeys((*SPECIAL, *(word for pair in pairs for word in pair.target)))),
        }


def load_corpus(path: Path) -> Corpus:
    """Read a corpus file as a whole; Problem naming the first line that is wrong, and then nothing of it is used."""
    text = _text(path)
    parts: dict[str, dict[Pair, int]] = {TRAINING: {}, HELD_OUT: {}}
    lists: dict[str, list[Pair]] = {TRAINING: [], HELD_OUT: []}
    part = TRAINING
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.rstrip("\r")
        if line.startswith("#"):
            said = " ".join(line.lower().split())
            part = said if said in parts else part
        elif line.strip():
            pair = _pair(path, number, line)
            other = parts[HELD_OUT if part == TRAINING else TRAINING]
            if pair in other:
                raise _wrong(
                    path,
                    number,
                    QT_TRANSLATE_NOOP(
                        "core", "{file}, line {number}: this pair is also in line {other}, on the other side of {mark}."
                    ),
                    other=other[pair],
                    mark=HELD_OUT,
                )
            parts[part].setdefault(pair, number)
            lists[part].append(pair)
    if not lists[TRAINING]:
        raise Problem(QT_TRANSLATE_NOOP("core", "{file} has no pair to train on."), file=path)
    return Corpus(tuple(lists[TRAINING]), tuple(lists[HELD_OUT]))


def _text(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} could not be read: {reason}."), file=path, reason=reason(error)
        ) from error
    if len(data) > LARGEST_FILE:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} is larger than {limit} MiB, the most that a corpus may have."),
            file=path,
            limit=LARGEST_FILE // 2**20,
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise _wrong(
            path, number, QT_TRANSLATE_NOOP("core", "{file}, line {number}: this is no text in UTF-8.")
        ) from error


def _pair(path: Path, number: int, line: str) -> Pair:
    """The pair of one line; Problem where it is none."""
    sides = line.split("\t")
    if len(sides) != 2:
        raise _wrong(
            path,
            number,
            QT_TRANSLATE_NOOP(
                "core", "{file}, line {number}: a line is source, one TAB, target; found {found} TABs in “{line}”."
            ),
            found=len(sides) - 1,
            line=_shown(line),
        )
    source, target = (tuple(side.split()) for side in sides)
    for tokens in (source, target):
        if not tokens:
            raise _wrong(
                path,
                number,
                QT_TRANSLATE_NOOP("core", "{file}, line {number}: a side without a token in “{line}”."),
                line=_shown(line),
            )
        if len(tokens) >= MOST_ROWS:  # BOS comes before them
            raise _wrong(
                path,
                number,
                QT_TRANSLATE_NOOP("core", "{file}, line {number}: {found} tokens on a side, allowed are {most}."),
                found=len(tokens),
                most=MOST_ROWS - 1,
            )
        for token in _refused(tokens):
            raise _wrong(
                path,
                number,
                QT_TRANSLATE_NOOP(
                    "core",
                    "{file}, line {number}: “{token}” can't be a word: {special} are added by the lab, and a word has"
                    " at most {most} characters.",
                ),
                token=_shown(token),
                special=", ".join((*SPECIAL, MASK)),
                most=LONGEST_TOKEN,
            )
    return Pair(source, target)


def _refused(tokens: tuple[str, ...]) -> Iterator[str]:
    return (token for token in tokens if token in (*SPECIAL, MASK) or len(token) > LONGEST_TOKEN)


def _shown(line: str) -> str:
    said = line.replace("\t", " ⇥ ")
    return said if len(said) <= SHOWN else said[: SHOWN - 1] + "…"


def _wrong(path: Path, number: int, template: str, **values: object) -> Problem:
    return Problem(template, file=path, number=number, **values)
