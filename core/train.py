"""Training: batches of samples, the mean cross-entropy over labels that are not padding, and steps downhill.

A batch is a loop over samples in one arena: the parameters stand in front and are shared, and every combination of
lengths has its own region and plan. Gradients of the parameters add up over the batch, weighted so that they are
those of Σ token losses / Σ labels. Pins and masks painted by hand belong to what a person looks at: training has none.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from . import jit, jit_back
from .arrays import frozen
from .dropping import drawn, is_keep
from .field import Lengths
from .gradient import LOSS, add_reference, carry_back, way_back
from .graph import Graph, Node, short
from .models.build import graph as plain_graph
from .models.build import training_graph
from .needs import MEMORY_LIMIT
from .ops import BY_NAME
from .optimizer import Rule, adam
from .plan import Plan, Stretch, parameter_offsets
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import FROM_TOKENS, Sample, derived, label_side, lengths
from .settings import setting
from .trainable import Score, check_sample, check_trainable, with_words
from .workspace import Workspace

Array = NDArray[Any]


@dataclass
class _Region:
    """One combination of lengths: its plan, how it is run forward and back, and where a sample's numbers go.

    `derived` are the leaves made from tokens, `places` their cells in the arena; `keeps` are dropout's masks.
    """

    plan: Plan
    forward: list[Stretch]
    back: list[Stretch]
    back_nodes: list[Node]
    loss: int
    derived: list[Node]
    places: Array
    keeps: list[Node]


@dataclass
class _Prepared:
    """A sample ready to be put in its region: its numbers, and how many labels count."""

    region: _Region
    numbers: Array
    labels: int


class Trainer:
    """Learns the parameters of a workspace from samples.

    `executor` is "jit" (loads compiled code now), "numpy", or "auto": compiled where that code is loaded. Equal
    arguments give equal bits on one machine: the order of samples and what dropout leaves out follow from `seed`.
    """

    def __init__(
        self,
        workspace: Workspace,
        samples: Sequence[Sample],
        rule: Rule | None = None,
        batch: int = 16,
        seed: int = 1,
        executor: str = "auto",
        held_out: Sequence[Sample] = (),
    ) -> None:
        check_trainable(workspace)
        if not samples:
            raise Problem(QT_TRANSLATE_NOOP("core", "There is no sample to train on."))
        for sample in (*samples, *held_out):
            check_sample(workspace, sample)
        self.workspace = with_words(workspace, (*samples, *held_out))
        self.spec = msgspec.structs.replace(self.workspace.spec, dropout_view=False)  # a view is nothing to learn
        self.rule = rule or Rule()
        self.batch = min(batch, len(samples))
        self.seed = seed
        self.step = 0
        self.samples, self.held_out = tuple(samples), tuple(held_out)
        self._walk, self._unit = _compiled(self.spec.precision, executor)
        self.executor = "numpy" if self._walk is None else "jit"
        self._lay_out()
        self._train = [self._prepare(sample, True) for sample in self.samples]
        if not any(each.labels for each in self._train):
            raise Problem(QT_TRANSLATE_NOOP("core", "No label counts in these samples: every target is padding."))
        self._order: tuple[int, Array] = (-1, np.zeros(0, np.int64))

    # the arena

    def _lay_out(self) -> None:
        self._regions: dict[tuple[Lengths, bool], _Region] = {}
        graphs: dict[tuple[Lengths, bool], Graph] = {}
        for sample in (*self.samples, *self.held_out):
            found = lengths(self.spec, sample, self.workspace.vocab)
            graphs[found, False] = plain_graph(self.spec, found)
            if self.spec.dropout:
                graphs[found, True] = training_graph(self.spec, found)
        self.offsets, end = parameter_offsets(list(graphs.values()))
        self.size = end
        plans = {}
        for key, graph in graphs.items():
            plans[key] = Plan(graph, self.offsets, end)
            end = plans[key].end
        if 2 * end * np.dtype(self.spec.precision).itemsize > MEMORY_LIMIT:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "Training on these samples would need more than {limit} GiB."),
                limit=MEMORY_LIMIT // 2**30,
            )
        self._arena = np.zeros(end, self.spec.precision)
        self._grads = np.zeros(end, self.spec.precision)
        self.m, self.v = np.zeros(self.size, self.spec.precision), np.zeros(self.size, self.spec.precision)
        self._put(self.workspace)
        for key, plan in plans.items():
            self._regions[key] = self._region(plan)

    def _put(self, workspace: Workspace) -> None:
        for name, start in self.offsets.items():
            array = workspace.arrays[name]
            self._arena[start : start + array.size] = array.ravel()

    def _region(self, plan: Plan) -> _Region:
        graph = plan.graph
        loss = graph[LOSS]
        made = [node for node in plan.leaves if node.role == "input" and short(node.name) in FROM_TOKENS]
        for node in plan.leaves:
            if node.role == "setting":
                plan.view(self._arena, node)[...] = setting(self.spec, node.name)
        places = [np.arange(node.size) + plan.offsets[node.index] for node in made]
        learned = {node.index for node in plan.leaves if node.role == "parameter"}
        back = way_back(plan, loss.index, learned)
        products = jit.has_products()
        return _Region(
            plan,
            plan.route(None, products)[1],
            plan.stretches(back, products),
            back,
            int(plan.offsets[loss.index]),
            made,
            np.concatenate(places),
            [node for node in plan.leaves if is_keep(node)],
        )

    def _prepare(self, sample: Sample, training: bool) -> _Prepared:
        key = lengths(self.spec, sample, self.workspace.vocab), training and bool(self.spec.dropout)
        region = self._regions[key]
        numbers = [derived(self.spec, sample, self.workspace.vocab, node.name).ravel() for node in region.derived]
        labels = sum(counts for _, counts in sample.labels(label_side(self.spec)))
        return _Prepared(region, np.concatenate(numbers), labels)

    # a step

    def advance(self) -> float:
        """One step: the loss of its batch before the step, Σ token losses / Σ labels.

        Problem where the loss or a gradient is not finite, naming the first bad node; nothing has moved then.
        """
        chosen = self._chosen(self.step)
        loss = self._gradients(chosen)
        gradient = self._grads[: self.size]
        if not (math.isfinite(loss) and np.isfinite(gradient).all()):
            raise self._bad(chosen)
        self.step += 1
        self._move(gradient)
        return loss

    def _gradients(self, chosen: Array) -> float:
        """The loss of a batch; its gradients stand at the front of the gradient arena."""
        arena, grads = self._arena, self._grads
        batch = [self._train[k] for k in chosen]
        total = sum(each.labels for each in batch) or 1
        grads[: self.size] = 0.0
        loss = 0.0
        for place, each in enumerate(batch):
            region = each.region
            self._forward(each, place)
            loss += float(arena[region.loss]) * each.labels / total
            grads[region.plan.base : region.plan.end] = 0.0
            grads[region.loss] = each.labels / total
            if self._unit is not None:
                carry_back(region.plan, arena, grads, region.back, self._unit.walk_back)
            else:
                with np.errstate(all="ignore"):
                    for node in region.back_nodes:
                        add_reference(region.plan, arena, grads, node)
        return loss

    def _forward(self, each: _Prepared, place: int) -> None:
        region, arena = each.region, self._arena
        plan = region.plan
        arena[region.places] = each.numbers
        if region.keeps:
            self._draw(region, place)
        for stretch in region.forward if self._walk is not None else ():
            if stretch.product is None:
                self._walk(arena, plan.steps, plan.at, stretch.order)  # type: ignore[misc]
            else:
                _run_reference(plan, arena, plan.graph.nodes[stretch.product])
        if self._walk is None:
            for node in plan.computed:
                _run_reference(plan, arena, node)

    def _draw(self, region: _Region, place: int) -> None:
        """What this step leaves out of the sample at `place` of its batch: a function of seed, step and place."""
        for node, mask in drawn(region.keeps, self.spec.dropout, self.seed, self.step, place):
            region.plan.view(self._arena, node)[...] = mask

    def _move(self, gradient: Array) -> None:
        rule, t = self.rule, self.step
        x, rate = self._arena[: self.size], rule.rate_at(t, self.spec.d)
        with np.errstate(all="ignore"):
            if rule.kind == "sgd":
                x -= rate * gradient
                return
            (beta1, beta2), move = rule.betas, self._unit.adam if self._unit is not None else adam
            move(x, gradient, self.m, self.v, rate, beta1, beta2, rule.eps, 1.0 - beta1**t, 1.0 - beta2**t)

    def _chosen(self, step: int) -> Array:
        """Which samples a step takes: all of them in a new order, then again, `batch` at a time."""
        n = len(self._train)
        if self.batch == n:
            return np.arange(n)
        places = np.arange(step * self.batch, (step + 1) * self.batch)
        return np.array([self._shuffled(int(p) // n)[int(p) % n] for p in places])

    def _shuffled(self, epoch: int) -> Array:
        if self._order[0] != epoch:
            self._order = (epoch, np.random.default_rng([self.seed, epoch]).permutation(len(self._train)))
        return self._order[1]

    def _bad(self, chosen: Array) -> Problem:
        """The first node, in the order of computing, that holds no finite number."""
        for place, k in enumerate(chosen):
            each = self._train[k]
            self._forward(each, place)
            plan = each.region.plan
            for node in plan.graph.nodes:
                if (bad := ~np.isfinite(plan.view(self._arena, node))).any():
                    i, j = np.argwhere(bad)[0]
                    return Problem(
                        QT_TRANSLATE_NOOP(
                            "core",
                            "Training stopped in step {step}: {name}[{i},{j}] is {value}. Try a smaller rate.",
                        ),
                        step=self.step + 1,
                        name=node.name,
                        i=int(i),
                        j=int(j),
                        value=float(plan.view(self._arena, node)[i, j]),
                    )
        name = next(
            name for name, start in reversed(self.offsets.items()) if not np.isfinite(self._of(self._grads, name)).all()
        )
        return Problem(
            QT_TRANSLATE_NOOP("core", "Training stopped in step {step}: the gradient of {name} is no finite number."),
            step=self.step + 1,
            name=name,
        )

    def _of(self, arena: Array, name: str) -> Array:
        shape = self.workspace.arrays[name].shape
        start = self.offsets[name]
        return arena[start : start + shape[0] * shape[1]].reshape(shape)

    # what came of it

    def learned(self, parameters: Array | None = None) -> Workspace:
        """The workspace with the parameters as they are now, or as `parameters()` gave them at some time."""
        flat = frozen(self.parameters() if parameters is None else parameters)
        return self.workspace.with_parameters({name: self._of(flat, name) for name in self.offsets})

    def parameters(self) -> Array:
        """All parameters as they are now, one after the other."""
        return self._arena[: self.size].copy()

    def resume(self, workspace: Workspace, step: int, m: Array | None = None, v: Array | None = None) -> None:
        """Go on from the parameters of `workspace`, a model of the same spec and words, as if `step` steps were made.

        `m` and `v` are the running means of Adam, zeros if nothing is said.
        """
        self.workspace = workspace
        self._put(workspace)
        self.step = step
        self.m[:], self.v[:] = (0.0 if m is None else m), (0.0 if v is None else v)

    @property
    def gradient(self) -> Array:
        """The gradient of the last batch, in the order of `parameters()`, until the next step."""
        return self._grads[: self.size]

    def gradients(self) -> dict[str, Array]:
        """The gradients of the last batch by parameter."""
        return {name: self._of(self._grads, name).copy() for name in self.offsets}

    def score(self, samples: Sequence[Sample]) -> Score:
        """How well samples are predicted that this trainer was given, to train on or held out; nothing is dropped."""
        total, right, labels = 0.0, 0, 0
        for sample in samples:
            each = self._prepare(sample, False)
            self._forward(each, 0)
            plan = each.region.plan
            side = label_side(self.spec)
            logits, wanted, counts = (
                plan.view(self._arena, plan.graph[name])
                for name in ("out.logits", f"{side}.labels", f"{side}.label_counts")
            )
            hit = logits.argmax(axis=1) == wanted[:, 0]
            total += float(self._arena[each.region.loss]) * each.labels
            right += int(hit[counts[:, 0] != 0].sum())
            labels += each.labels
        return Score(total / labels if labels else 0.0, right, labels)

    def fingerprint(self) -> str:
        """What decides the next steps beside the state: samples, rule, batch, seed, spec, names and sizes."""
        digest = hashlib.blake2b(digest_size=16)
        shapes = [(name, self.workspace.arrays[name].shape) for name in self.offsets]
        said = (self.samples, self.rule, self.batch, self.seed, self.spec, sorted(self.workspace.vocab.items()), shapes)
        digest.update(repr(said).encode())
        return digest.hexdigest()


def _run_reference(plan: Plan, arena: Array, node: Node) -> None:
    op, out = BY_NAME[node.op], plan.view(arena, node)
    inputs = [plan.view(arena, plan.graph.nodes[k]) for k in node.inputs]
    with np.errstate(all="ignore"):
        out[...] = op.reference(out, *inputs) if op.sized else op.reference(*inputs)


def _compiled(precision: str, executor: str) -> tuple[Callable[..., None] | None, jit_back.Unit | None]:
    """Both compiled walks, or neither: forward and back must agree to the bit about what was computed."""
    if executor == "numpy" or precision != "float64":
        return None, None
    if executor == "jit":
        return jit.forward(), jit_back.load()
    walk, unit = jit.loaded_forward(), jit_back.loaded()
    return (walk, unit) if walk is not None and unit is not None else (None, None)
