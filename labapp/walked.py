"""Walked: the cells that a person has looked at, and the way back and forward among them, as in a browser."""

from __future__ import annotations

from collections.abc import Callable

Cell = tuple[str, int, int]  # canonical name, row, column
MOST = 200  # cells that are remembered


class Walked:
    """A list of cells and where in it one stands. Steps inside one matrix are one stop: the last cell there."""

    def __init__(self) -> None:
        self._cells: list[Cell] = []
        self._at = -1

    def arrive(self, cell: Cell) -> None:
        """Another cell is looked at: what lay ahead is forgotten. Where one was led by `step` nothing changes."""
        if 0 <= self._at < len(self._cells) and self._cells[self._at][0] == cell[0]:
            self._cells[self._at] = cell
            return
        self._cells = [*self._cells[: self._at + 1], cell][-MOST:]
        self._at = len(self._cells) - 1

    def step(self, step: int, fits: Callable[[Cell], bool]) -> Cell | None:
        """Go back (-1) or forward (1) to the next cell that there still is; None, and stay, where there is none."""
        at = self._next(step, fits)
        if at is None:
            return None
        self._at = at
        return self._cells[at]

    def can(self, step: int, fits: Callable[[Cell], bool]) -> bool:
        """Whether there is a cell to go back or forward to."""
        return self._next(step, fits) is not None

    def _next(self, step: int, fits: Callable[[Cell], bool]) -> int | None:
        at = self._at + step
        while 0 <= at < len(self._cells):
            if fits(self._cells[at]):
                return at
            at += step
        return None
