"""What the monkey does to the model: fields and sizes, pins, masks, tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from PySide6.QtTest import QTest

from core.graph import LEAF
from core.problem import Problem
from core.workspace import Workspace
from labapp.panels.model.controls import Control

from .monkey_hand import LEFT, SIZES, Key, write

if TYPE_CHECKING:
    from .monkey import Monkey

TOKENS = ("我", "a", "a", "", " ", "🙂", "👨‍👩‍👧", "שלום", "<b>&", "a b", "PAD", "EOS", "w" * 80, "\n", "\u202e")


def change_field(monkey: Monkey) -> None:
    """A field through its control in the model panel."""
    dock = monkey.window.docks["model"]
    if not dock.isVisible():
        dock.show()
        monkey.process()
    control = monkey.random.choice(list(dock.area.widget().controls.values()))
    if control.isVisible():
        dock.area.ensureWidgetVisible(control)
    work_control(monkey, control)


def change_size(monkey: Monkey) -> None:
    """Sizes again and again: they move everything else."""
    dock = monkey.window.docks["model"]
    dock.show()
    monkey.process()
    names = ("tokens", "enc_layers", "dec_layers", "d", "heads", "d_k", "d_v", "d_ff")
    work_control(monkey, dock.area.widget().controls[monkey.random.choice(names)])


def work_control(monkey: Monkey, control: Control) -> None:
    rng, part = monkey.random, control.field.type
    if part == "switch":
        QTest.mouseClick(control.switch, LEFT)
    elif part == "choice":
        QTest.mouseClick(control.segmented.segment(rng.choice(control.field.choices)), LEFT)
    elif part == "heads" and control.switches:
        QTest.mouseClick(rng.choice(control.switches), LEFT)
    elif part == "integer" and rng.random() < 0.6:
        # What is large gets smaller: the monkey is no load test.
        large = control._value > 6
        QTest.mouseClick(control.stepper.less if large or rng.random() < 0.5 else control.stepper.more, LEFT)
    elif part in ("integer", "number"):
        field = control.stepper.field if part == "integer" else control.number
        field.setFocus()
        field.selectAll()
        write(monkey, rng.choice(SIZES if part == "integer" else ("1e-5", "0.5", "10000", "1", "-1", "x", "1e-3")))
        if rng.random() < 0.8:
            QTest.keyClick(field, rng.choice([Key.Key_Return, Key.Key_Tab, Key.Key_Escape]))


def pin(monkey: Monkey) -> None:
    """Hold a cell, a row, a column or all of a result, or release one."""
    document, rng = monkey.document, monkey.random
    trace = document.trace
    if document.workspace.pins and rng.random() < 0.4:
        _, name = rng.choice(sorted(document.workspace.pins))
        change(monkey, lambda work: work.without_pin(name, sample=document.sample))
        return
    name = rng.choice([name for name in trace if trace.graph[name].op != LEAF])
    n, k = trace[name].values.shape
    i, j = rng.choice([None, rng.randrange(n)]), rng.choice([None, rng.randrange(k)])
    change(monkey, lambda work: work.with_pin(name, i, j, rng.choice([0.0, 1.0, -0.5, 0.25]), document.sample))


def paint_mask(monkey: Monkey) -> None:
    """Cells of a custom mask, or none any more."""
    document, rng = monkey.document, monkey.random
    masks = [name for name in document.trace if name.endswith(".mask")]
    if not masks:
        return
    name = rng.choice(masks)
    shape = document.trace[name].values.shape
    painted = np.array([[float(rng.random() < 0.7) for _ in range(shape[1])] for _ in range(shape[0])])
    at = name.removesuffix(".mask")
    change(monkey, lambda work: work.with_custom_mask(at, painted if rng.random() < 0.8 else None, document.sample))


def change_tokens(monkey: Monkey) -> None:
    """A token of the shown sample is written anew, moved, added, taken away or marked as padding."""
    document, rng = monkey.document, monkey.random
    k, side = document.sample, rng.choice(["source", "target"])
    sample = document.workspace.samples[k]
    tokens = list(getattr(sample, side))
    valid = list(getattr(sample, f"{side}_valid")) or [True] * len(tokens)
    if not tokens:
        return
    at, how = rng.randrange(len(tokens)), rng.choice(["write", "move", "add", "remove", "pad"])
    if how == "write":
        tokens[at] = rng.choice(TOKENS)
    elif how == "move":
        to = rng.randrange(len(tokens))
        tokens.insert(to, tokens.pop(at))
        valid.insert(to, valid.pop(at))
    elif how == "add" and len(tokens) < 9:
        tokens.insert(at, rng.choice(TOKENS))
        valid.insert(at, True)
    elif how == "remove":
        del tokens[at], valid[at]
    else:
        valid[at] = not valid[at]
    kept = () if all(valid) else tuple(valid)
    new = msgspec.structs.replace(sample, **{side: tuple(tokens), f"{side}_valid": kept})
    change(monkey, lambda work: work.with_samples((*work.samples[:k], new, *work.samples[k + 1 :])))


def change(monkey: Monkey, how: Callable[[Workspace], Workspace]) -> None:
    """An act through the document, after what is open was settled."""
    if not monkey.window.settle():
        return
    try:
        monkey.document.do(how(monkey.document.workspace), "monkey")
    except Problem:
        return
