"""Turns: how soon a window gets the interpreter back from work beside it."""

from __future__ import annotations

import sys

TURN = 0.0005  # seconds; Python's own is 5 ms


def take_short_turns() -> None:
    """Before work begins in a thread beside the window.

    Qt gives the interpreter away in most of its calls, hundreds of times a frame, and a busy thread keeps it for a
    whole turn each time: with Python's own a frame takes seconds.
    """
    if sys.getswitchinterval() > TURN:
        sys.setswitchinterval(TURN)
