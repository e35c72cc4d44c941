"""Steps: some steps of a training in one call of compiled code, which leaves Python to others meanwhile.

`Trainer.advance` asks for the interpreter before and after every sample; a window that paints in another thread would
wait for each. The bits are those of `advance`: the same walks run in the same order.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import jit_native
from .jit_native import call_adam, call_walk, call_walk_back

if TYPE_CHECKING:
    from .train import Trainer

Array = NDArray[Any]
BASE, END, LOSS, FORWARD, FORWARD_END, BACK, BACK_END, PLACES, PLACES_END = range(9)  # of a region
REGION, NUMBERS, LABELS = range(3)  # of a sample


def learn(
    arena: Any, grads: Any, m: Any, v: Any, size: int,
    walk: int, walk_back: int, adam: int,
    steps: Any, at: Any, orders: Any, places: Any, regions: Any, samples: Any, numbers: Any,
    chosen: Any, rates: Any, beta1: float, beta2: float, eps: float,
    groups: Any, losses: Any, norms: Any, stop: Any,
) -> None:  # fmt: skip
    """Make a step for every row of `chosen` [steps, batch]; `losses` says which were made: the others are NaN.

    `rates` [steps, 3] are the rate of Adam and what its means still lack; a rate of 0 moves nothing, which leaves the
    gradient to the caller. A step whose loss or gradient is not finite is not made, nor any after it. `norms` [steps,
    groups] are the lengths of the gradient of each group; `stop`[0] ends it before the next sample.
    """
    for s in range(chosen.shape[0]):
        total = 0
        for p in range(chosen.shape[1]):
            total += samples[chosen[s, p], LABELS]
        if total == 0:
            total = 1
        for k in range(size):
            grads[k] = 0.0
        loss = 0.0
        for p in range(chosen.shape[1]):
            if stop[0] != 0:
                return
            sample = chosen[s, p]
            region, first, labels = samples[sample, REGION], samples[sample, NUMBERS], samples[sample, LABELS]
            for k in range(regions[region, PLACES], regions[region, PLACES_END]):
                arena[places[k]] = numbers[first + k - regions[region, PLACES]]
            there = regions[region, LOSS]
            call_walk(walk, arena, steps, at, orders[regions[region, FORWARD] : regions[region, FORWARD_END]])
            loss += arena[there] * labels / total
            for k in range(regions[region, BASE], regions[region, END]):
                grads[k] = 0.0
            grads[there] = labels / total
            back = orders[regions[region, BACK] : regions[region, BACK_END]]
            call_walk_back(walk_back, arena, grads, steps, at, back)
        finite = math.isfinite(loss)
        for k in range(size):
            finite = finite and math.isfinite(grads[k])
        if not finite:
            return
        for k in range(norms.shape[1]):
            norms[s, k] = 0.0
        for k in range(size):
            norms[s, groups[k]] += grads[k] * grads[k]
        for k in range(norms.shape[1]):
            norms[s, k] = math.sqrt(norms[s, k])
        losses[s] = loss
        if rates[s, 0] != 0.0:
            call_adam(adam, arena[:size], grads[:size], m, v, rates[s, 0], beta1, beta2, eps, rates[s, 1], rates[s, 2])


class Steps:
    """Makes steps with a trainer. `groups` says of each of its parameters to which of the measured lengths it adds.

    Where there is no compiled code, or dropout draws between two samples, it asks the trainer for each step.
    """

    def __init__(self, trainer: Trainer, groups: NDArray[np.int64], count: int) -> None:
        self.trainer, self._groups, self._count = trainer, groups, count
        self.stop = np.zeros(1, np.int64)
        self._tables = self._laid_out()

    def _laid_out(self) -> tuple[Any, ...] | None:
        """The plans of all regions as one table each."""
        trainer = self.trainer
        unit, walk = trainer._unit, trainer._walk
        if unit is None or walk is None or trainer.spec.dropout:
            return None
        found = [jit_native.address(entry) for entry in (walk, unit.walk_back, unit.adam)]
        if None in found:
            return None
        steps: list[Array] = []
        at: list[Array] = []
        orders: list[Array] = []
        places: list[Array] = []
        rows: list[list[int]] = []
        index: dict[int, int] = {}
        step, operand, order, place = 0, 0, 0, 0
        for region in trainer._regions.values():
            plan = region.plan
            ways = (region.forward, region.back)
            if any(stretch.product is not None for way in ways for stretch in way):
                return None  # NumPy's products stand between two stretches
            index[id(region)] = len(rows)
            row = [plan.base, plan.end, region.loss]
            for way in ways:
                taken = np.concatenate([stretch.order for stretch in way]) + step
                row += [order, order + len(taken)]
                orders.append(taken)
                order += len(taken)
            row += [place, place + len(region.places)]
            place += len(region.places)
            places.append(region.places)
            moved = plan.steps.copy()
            moved[:, 1] += operand
            steps.append(moved)
            at.append(plan.at)
            step, operand = step + len(plan.steps), operand + len(plan.at)
            rows.append(row)
        samples, numbers, first = [], [], 0
        for each in trainer._train:
            samples.append([index[id(each.region)], first, each.labels])
            numbers.append(each.numbers)
            first += len(each.numbers)
        whole = [np.concatenate(part).astype(np.int64) for part in (steps, at, orders, places)]
        values = np.concatenate(numbers).astype(np.float64)
        return (*found, *whole, np.array(rows, np.int64), np.array(samples, np.int64), values)

    @property
    def compiled(self) -> bool:
        """Whether several steps can be made in one call."""
        return self._tables is not None

    def make(self, count: int) -> tuple[Array, Array]:
        """So many steps: the loss of each before it, and the lengths of its gradient [steps, groups].

        Fewer where `stop` was set, or the next step would not be finite: the next call says which number it is, as
        `Trainer.advance`.
        """
        trainer = self.trainer
        if self._tables is None:
            loss = trainer.advance()
            return np.array([loss]), self._lengths(trainer.gradient)[None]
        rule = trainer.rule
        moves = rule.kind != "sgd"
        count = count if moves else 1
        chosen = np.array([trainer._chosen(trainer.step + k) for k in range(count)])
        losses, norms = np.full(count, np.nan), np.zeros((count, self._count))
        (beta1, beta2), first = rule.betas, trainer.step + 1
        rates = np.zeros((count, 3))
        if moves:
            rates[:] = [
                (rule.rate_at(t, trainer.spec.d), 1.0 - beta1**t, 1.0 - beta2**t) for t in range(first, first + count)
            ]
        arenas = trainer._arena, trainer._grads, trainer.m, trainer.v, trainer.size
        asked = chosen, rates, beta1, beta2, rule.eps, self._groups, losses, norms, self.stop
        assert trainer._unit is not None
        trainer._unit.learn(*arenas, *self._tables, *asked)
        made = int(np.isfinite(losses).sum())
        if not made and not self.stop[0]:
            raise trainer._bad(chosen[0])
        trainer.step += made
        if made and not moves:
            trainer._move(trainer.gradient)
        return losses[:made], norms[:made]

    def _lengths(self, gradient: Array) -> Array:
        with np.errstate(all="ignore"):
            squares = np.bincount(self._groups, gradient.astype(np.float64) ** 2, self._count)
            lengths: Array = np.sqrt(squares)
        return lengths
