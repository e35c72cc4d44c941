"""What is trained on: a corpus by its name, as samples of the model."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.corpus import Corpus, lessons, load_corpus
from core.samples import Sample
from core.spec import ModelSpec
from resources import path as resource

SHIPPED = ("corpus", "zh-en.txt")


class Material(NamedTuple):
    """A corpus that was read as a whole, and what its file is called."""

    name: str
    corpus: Corpus

    def samples(self, spec: ModelSpec) -> tuple[list[Sample], list[Sample]]:
        """What a model of this kind is trained on, and what is held out."""
        return lessons(spec, self.corpus.train), lessons(spec, self.corpus.held_out)


def read(path: Path) -> Material:
    """The corpus of a file; Problem naming the first line that is wrong."""
    return Material(path.name, load_corpus(path))


def shipped() -> Material:
    """The lab's own corpus."""
    return read(resource(*SHIPPED))
