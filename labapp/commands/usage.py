"""Wrong usage: exit code 2 is for what a person typed, exit code 1 for what then fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.problem import Problem


class Usage(Exception):
    """The command line itself is wrong, and the help would say how it is right."""


class Mistyped(Usage):
    """A word of the command line that means nothing here; the sentence already says what is allowed."""


@contextmanager
def typed() -> Iterator[None]:
    """Whatever is refused in here was typed so."""
    try:
        yield
    except Problem as problem:
        raise Mistyped(str(problem)) from problem
