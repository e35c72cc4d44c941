"""One line of the context menu of the bench."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """`id` names it, `act` is what it does; one without an effect here is grey."""

    id: str
    text: str
    act: Callable[[], None]
    enabled: bool = True
