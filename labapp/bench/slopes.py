"""Slopes: what a card shows in place of its numbers, how much each of them moves a target, and what is said of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.gradient import LOSS
from core.graph import LEAF
from core.numbers import exact, show
from core.trace import Matrix, Trace
from labapp.gradients import Gradients
from labapp.names import symbol_of
from labapp.selection import Cell
from labapp.text import sentence
from labapp.theme import signed_steps

from . import labels
from .card import Box
from .cells import BLANK, ODD, ORDINARY, Cells, cell_text
from .editing import cell_name
from .metrics import Metrics
from .richtext import SUPERSCRIPTS
from .scales import Scales

Note = tuple[str, str, bool]  # in words, as a sign where there is no room, and whether it is good news
SIGN = "∂"
WIDER = 1  # characters that a small number may have beyond those of its cell, squeezed: 1.2e−3


@dataclass(eq=False)
class Slope(Cells):
    """The cells of a gradient, without the power of ten that all of them share: 0 is "0", what is small is "0.00".

    With digits that a person chose there is no shared power; nor in a card of one column, where it has no room.
    """

    @cached_property
    def power(self) -> int:
        """The power of ten that the numbers on the card are to be multiplied by."""
        return 0 if self.form is not None or self.values.shape[1] < 2 else power_of(self.limit)

    def written(self, value: float, chars: int) -> str:
        if value == 0.0:
            return "0"
        if self.form is not None:
            return super().written(value, chars)
        if self.power == 0:
            return cell_text(value, 2, chars + WIDER, exact_small=True)
        return cell_text(value / 10.0**self.power, 2, chars)


def _waiting(cells: Cells) -> Slope:
    """The cells of a large model while its gradients are worked out: blank, with the words that say so."""
    shape = cells.values.shape
    return Slope(
        values=np.zeros(shape),
        codes=np.full(shape, BLANK, np.uint8),
        steps=signed_steps(np.zeros(shape), 1.0),
        display="signed",
        limit=1.0,
        decimals=2,
        words=(QCoreApplication.translate("slopes", "gradient: being worked out"), "…"),
    )


def power_of(limit: float) -> int:
    """The power of ten that is written once for all numbers up to `limit`, so that two digits of them are seen."""
    if not 0.0 < limit < math.inf or 0.1 <= limit < 1000.0:
        return 0
    return math.floor(math.log10(limit))


class Slopes:
    """What a bench shows of gradients: boxes and cells of the cards that show theirs."""

    def __init__(self, gradients: Gradients) -> None:
        self.gradients = gradients
        self.paused = False  # another side of a comparison is shown
        self._scales = Scales()
        self._boxes: dict[tuple[Box, Note | None], Box] = {}

    def settle(self) -> None:
        """An act is over: colours are fitted again."""
        self._scales.settle()

    def forget(self) -> None:
        """Something else is shown: the gradients of another target have other sizes and other letters."""
        self._scales = Scales()
        self._boxes.clear()

    def shows(self, name: str) -> bool:
        """Whether a card shows its gradient."""
        return not self.paused and self.gradients.shows(name)

    def box(self, trace: Trace, box: Box, m: Metrics, note: Note | None) -> Box:
        """The frame of a card: its letters are those of a derivative, its numbers are not to be edited.

        `note` is what stands on a plate beside them.
        """
        if not self.shows(box.name):
            return box
        found = self._boxes.get((box, note))
        if found is None:
            if len(self._boxes) > 2000:  # of layouts long gone
                self._boxes.clear()
            found = self._boxes[box, note] = self._made(trace, box, m, note)
        return found

    def _made(self, trace: Trace, box: Box, m: Metrics, note: Note | None) -> Box:
        over = labels.markup(trace[self.gradients.target[0]])
        symbol = box.symbol
        room = box.width - 2 * m.pad
        title, shape = box.title, box.shape
        if box.kind == "card":
            symbol = f"{SIGN}{over}/{SIGN}{box.symbol}"
            room -= m.small_text(note[1]) + m.px * 0.9 if note is not None else 0.0
            if m.symbol.width(symbol) > room:
                symbol = f"{SIGN}{box.symbol}"
            spare = room - m.symbol.width(symbol) - m.px * 0.8
            shape = shape if m.small_text(shape) <= spare else ""
            spare -= m.small_text(shape) + m.px * 0.9
            title = m.shortened(title, spare, "small") if title and spare > m.px * 3 else ""
        elif box.kind == "chip":
            symbol = f"{SIGN}{box.symbol}"
        caption = f"{SIGN} {box.caption}" if box.caption else ""
        if caption and m.small_text(caption) > box.width:
            caption = box.caption
        return replace(
            box,
            display="slope",
            symbol=symbol,
            title=title,
            shape=shape,
            caption=caption,
            editable=False,
            paintable=False,
            slope=True,
        )

    def matrix(self, trace: Trace, matrix: Matrix) -> Matrix:
        """What is copied and saved of a card: where it shows its gradient that, under a name that says so."""
        if not self.shows(matrix.name):
            return matrix
        of = matrix_name(self.gradients.target)
        values = self.gradients.now()[matrix.name].copy()
        values.flags.writeable = False
        return replace(matrix, name=f"d {of} / d {matrix.name}", values=values, formula="")

    def cells(self, trace: Trace, name: str, cells: Cells) -> Cells:
        """The cells of a card as a person wants to see it."""
        if not self.shows(name):
            if not self.paused and self.gradients.everywhere and self.gradients.refusal(name) is not None:
                cells.note = no_gradient_note()
            return cells
        node = trace.graph[name]
        found = self.gradients.gradient
        if found is None:
            return _waiting(cells)
        values = found[name].astype(np.float64)  # a copy: the next trace has an arena of its own
        finite = np.isfinite(values)
        codes = np.where(finite, ORDINARY, ODD).astype(np.uint8)
        if cells.blank:
            codes[list(cells.blank)] = BLANK
        limit, _ = self._scales.look(node.name, values, "signed")
        made = Slope(
            values=values,
            codes=codes,
            steps=signed_steps(values, limit),
            display="signed",
            limit=limit,
            decimals=2,
            leaf=node.op == LEAF,
            held=cells.held,
            nothing=bool(values.size) and not finite.any(),
            blank=cells.blank,
            form=cells.form,
        )
        if not self.gradients.leads(name):
            made.note = leads_nowhere_note()
        elif made.power:
            made.note = power_note(made.power)
        return made


# words


def no_gradient_note() -> Note:
    return QCoreApplication.translate("slopes", "value: no gradient"), "—", False


def power_note(power: int) -> Note:
    text = f"×10{str(power).translate(SUPERSCRIPTS)}"
    return text, text, False


def leads_nowhere_note() -> Note:
    return QCoreApplication.translate("slopes", "not on the way"), "0", False


def matrix_name(target: Cell) -> str:
    """The target by its canonical name: out.loss, out.logits[3,5]."""
    name, i, j = target
    return name if name == LOSS else f"{name}[{i},{j}]"


def target_name(trace: Trace, target: Cell) -> str:
    """The number whose gradients are shown, as the bench calls it: loss, L[gave, him]."""
    return cell_name(trace[target[0]], *target[1:])


def derivative(trace: Trace, target: Cell, cell: Cell) -> str:
    """∂ loss / ∂ Q¹[我, 2]."""
    return f"∂ {target_name(trace, target)} / ∂ {cell_name(trace[cell[0]], *cell[1:])}"


def card_lines(gradients: Gradients, trace: Trace, name: str, cells: Cells) -> list[str]:
    """The tooltip of a card's title that shows a gradient."""
    matrix = trace[name]
    n, k = matrix.values.shape
    target = gradients.target
    text = QCoreApplication.translate("slopes", "gradient of {target} by {matrix}  {shape}  ({name})")
    lines = [
        text.format(target=target_name(trace, target), matrix=symbol_of(matrix), shape=f"{n}×{k}", name=matrix.name)
    ]
    if not gradients.leads(name):
        lines.append(leads_nowhere(trace, target, matrix))
    limit = show(cells.limit, 3, significant=True)
    lines.append(QCoreApplication.translate("slopes", "colours from −{limit} over 0 to {limit}").format(limit=limit))
    if isinstance(cells, Slope) and cells.power:
        text = QCoreApplication.translate("slopes", "every number on the card times {power}")
        lines.append(text.format(power=power_note(cells.power)[0].lstrip("×")))
    lines.append(
        QCoreApplication.translate("slopes", "click a number: it is moved both ways, and both slopes compared")
    )
    return lines


def leads_nowhere(trace: Trace, target: Cell, matrix: Matrix) -> str:
    text = QCoreApplication.translate("slopes", "nothing leads from {matrix} to {target}: its gradient is 0")
    return text.format(matrix=symbol_of(matrix), target=target_name(trace, target))


def cell_lines(gradients: Gradients, trace: Trace, cell: Cell) -> list[str]:
    """The tooltip of a cell that shows a gradient: exactly, what it means, and the number itself."""
    name, i, j = cell
    matrix, target = trace[name], gradients.target
    found = gradients.gradient
    if found is None:
        return [QCoreApplication.translate("slopes", "gradient: being worked out")]
    value = float(found[name][i, j])
    lines = [
        f"{derivative(trace, target, cell)} = {show(value, 4, significant=True)}",
        QCoreApplication.translate("slopes", "gradient, exactly {number}").format(number=exact(value)),
    ]
    number = exact(float(matrix.values[i, j]))
    lines.append(QCoreApplication.translate("slopes", "the number itself is {number}").format(number=number))
    if not gradients.leads(name):
        lines.append(leads_nowhere(trace, target, matrix))
    if held_at(trace, cell):
        lines.append(held_words())
    return lines


def held_at(trace: Trace, cell: Cell) -> bool:
    """Whether it is the natural value of a held cell, where what comes back stops."""
    name, i, j = cell
    owner = name.removesuffix(".natural")
    return owner != name and f"{owner}.where" in trace and bool(trace[f"{owner}.where"].values[i, j])


def held_words() -> str:
    return QCoreApplication.translate("slopes", "◆ a pin covers it: it moves nothing, so its gradient is 0")


def refusal_words(gradients: Gradients, name: str) -> str:
    """Why a matrix has no gradient; "" where it has one."""
    problem = gradients.refusal(name)
    return "" if problem is None else sentence(problem)
