"""Gradients: how much a chosen number would move if a cell moved a little, for every cell of every matrix.

The gradient arena lies beside the value arena, cell for cell. A walk back through the plan carries gradients from
the target to everything it was made from (Rumelhart et al. 1986); `finite_difference` says the same by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import jit, jit_back
from .engine import Engine
from .graph import LEAF, Graph, Node
from .needs import check_cell
from .ops import BY_NAME
from .ops.op import NO_GRADIENT
from .plan import Plan, Stretch, parameter_offsets
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import MASK, label_side
from .trace import Trace
from .workspace import Workspace

Array = NDArray[Any]
LOSS = "out.loss"
STEP = 1e-5  # of a finite difference, times the size of the cell where that is more than 1


def movable(node: Node) -> bool:
    """Whether a cell of the matrix can move a little: not masks, ids and labels, nor settings but held values."""
    if node.display in ("mask", "ids", "keep"):
        return False
    return node.role != "setting" or node.name.endswith(".held")


def sources_of(graph: Graph, target: int) -> set[int]:
    """The nodes whose cells can move those of the node `target`, itself among them."""
    found = {target}
    for node in reversed(graph.nodes[: target + 1]):
        if node.index in found and node.op != LEAF and BY_NAME[node.op].backward is not NO_GRADIENT:
            found.update(k for k in node.inputs if movable(graph.nodes[k]))
    return found


def way_back(plan: Plan, target: int, wanted: set[int] | None = None) -> list[Node]:
    """The computed nodes that carry gradients from `target` to the nodes `wanted`, last one first; None: to every one.

    A head that is off is made from nothing, and still has a gradient: what it would do if it were not 0.
    """
    graph = plan.graph
    sources = sources_of(graph, target)
    leads = {node.index for node in graph.nodes} if wanted is None else set(wanted)
    for node in plan.computed:
        if not leads.isdisjoint(node.inputs):
            leads.add(node.index)
    return [
        node
        for node in reversed(plan.computed)
        if node.index in sources and BY_NAME[node.op].backward is not NO_GRADIENT and not leads.isdisjoint(node.inputs)
    ]


def carry_back(plan: Plan, arena: Array, grads: Array, stretches: list[Stretch], walk: jit_back.WalkBack) -> None:
    """Run compiled stretches of a way back; large products go to NumPy where the walk can't call the library."""
    for stretch in stretches:
        if stretch.product is None:
            walk(arena, grads, plan.steps, plan.at, stretch.order)
        else:
            with np.errstate(all="ignore"):
                add_reference(plan, arena, grads, plan.graph.nodes[stretch.product])


def add_reference(plan: Plan, arena: Array, grads: Array, node: Node) -> None:
    """One step back by the op's reference: what it gives is added to the gradients of the inputs."""
    inputs = [plan.graph.nodes[k] for k in node.inputs]
    values = [plan.view(arena, each) for each in (node, *inputs)]
    found = BY_NAME[node.op].backward.reference(plan.view(grads, node), *values)
    for each, gradient in zip(inputs, found, strict=True):
        if gradient is not None:
            plan.view(grads, each)[...] += gradient


@dataclass(frozen=True)
class Gradient(Mapping[str, Array]):
    """∂ target / ∂ cell, for every matrix of a trace by name or alias; 0 where nothing leads to the target."""

    graph: Graph
    of: str
    cell: tuple[int, int]
    executor: str
    _plan: Plan
    _grads: Array

    def __getitem__(self, name: str) -> Array:
        view = self._plan.view(self._grads, self.graph[name])
        view.flags.writeable = False
        return view

    def __iter__(self) -> Iterator[str]:
        return (node.name for node in self.graph.nodes)

    def __len__(self) -> int:
        return len(self.graph.nodes)


class Back:
    """The values of a trace in an arena of their own, ready to carry gradients back from any of its cells.

    `executor` is "auto" (compiled once that code is loaded), "jit" (loads it now) or "numpy". `plan` is that of another
    trace of the same graph, to go on with.
    """

    def __init__(self, trace: Trace, executor: str = "auto", plan: Plan | None = None) -> None:
        self.graph = trace.graph
        if plan is None or plan.graph is not trace.graph:
            plan = Plan(trace.graph, *parameter_offsets([trace.graph]))
        self.plan = plan
        self.arena = np.zeros(self.plan.end, trace.spec.precision)
        for node in trace.graph.nodes:
            self.plan.view(self.arena, node)[...] = trace.values_of(node)
        self.walk: jit_back.WalkBack | None = None
        if executor != "numpy" and trace.spec.precision == "float64":
            self.walk = jit_back.backward() if executor == "jit" else jit_back.loaded_backward()

    def of(self, name: str, i: int = 0, j: int = 0) -> Gradient:
        """The gradient of cell (i, j) of a matrix."""
        node = self.graph[name]
        check_cell(node.name, node.shape, i, j)
        seed = np.zeros(node.shape)
        seed[i, j] = 1.0
        return Gradient(
            self.graph, node.name, (i, j), "jit" if self.walk else "numpy", self.plan, self.carry(node, seed)
        )

    def carry(self, node: Node, seed: Array) -> Array:
        """The gradient arena when the gradient of `node` is `seed`, [rows, cols]."""
        grads = np.zeros_like(self.arena)
        self.plan.view(grads, node)[...] = seed
        nodes = way_back(self.plan, node.index)
        if self.walk is not None:
            carry_back(self.plan, self.arena, grads, self.plan.stretches(nodes, jit.has_products()), self.walk)
            return grads
        with np.errstate(all="ignore"):
            for step in nodes:
                add_reference(self.plan, self.arena, grads, step)
        return grads


def gradient(trace: Trace, of: str = LOSS, i: int = 0, j: int = 0, executor: str = "auto") -> Gradient:
    """The gradient of one number of a trace: of the loss, or of any cell such as a logit."""
    return Back(trace, executor).of(of, i, j)


def batch_gradients(workspace: Workspace, executor: str = "auto") -> tuple[float, dict[str, Array]]:
    """`loss` over all samples of a workspace, Σ token losses / Σ labels, and its gradient by every parameter.

    Where dropout is looked at, nothing is dropped here: the gradient is that of the whole model.
    """
    workspace = whole(workspace)
    check_loss(workspace)
    traces, shares = _batch(workspace, executor)
    found: dict[str, Any] = {}
    for trace, share in zip(traces, shares, strict=True):
        if LOSS not in trace:
            continue
        own = gradient(trace, executor=executor)
        for node in trace.graph.nodes:
            if node.role == "parameter":
                found[node.name] = found.get(node.name, 0.0) + own[node.name] * share
    return batch_loss(workspace), found


def batch_gradient(workspace: Workspace, name: str, sample: int = 0, executor: str = "auto") -> Array:
    """The gradient of the batch's `loss` by one matrix: a parameter of all samples, or a matrix of one."""
    workspace = whole(workspace)
    check_loss(workspace)
    traces, shares = _batch(workspace, executor)
    node = workspace.graph(sample)[name]
    found = [
        gradient(trace, executor=executor)[name] * share
        for b, (trace, share) in enumerate(zip(traces, shares, strict=True))
        if (node.role == "parameter" or b == sample) and LOSS in trace
    ]
    return np.asarray(np.sum(found, axis=0)) if found else np.zeros(node.shape)


def batch_loss(workspace: Workspace) -> float:
    """Σ token losses / Σ labels over all samples; never a mean of means."""
    traces, shares = _batch(whole(workspace), "numpy")
    pairs = zip(traces, shares, strict=True)
    return sum(float(trace[LOSS].values[0, 0]) * share for trace, share in pairs if LOSS in trace)


def whole(workspace: Workspace) -> Workspace:
    """The model without what dropout leaves out for a view of it."""
    return workspace.with_spec(dropout_view=False)


def _batch(workspace: Workspace, executor: str) -> tuple[list[Trace], list[float]]:
    """The traces of all samples, and each one's share of the labels; one without a loss has none."""
    engine = Engine("numpy" if executor == "numpy" else "auto")
    traces = [engine.run(workspace, b) for b in range(len(workspace.samples))]
    counts = f"{label_side(workspace.spec)}.label_counts"
    labels = [float((trace[counts].values != 0).sum()) if LOSS in trace else 0.0 for trace in traces]
    return traces, [count / max(1.0, sum(labels)) for count in labels]


def check_loss(workspace: Workspace) -> None:
    """Refuse a model that has no loss, saying what it lacks."""
    if any(LOSS in workspace.graph(b) for b in range(len(workspace.samples))):
        return
    spec = workspace.spec
    if not spec.head:
        raise Problem(QT_TRANSLATE_NOOP("core", "This model has no vocabulary head, so it has no loss."))
    if spec.kind == "encoder" and spec.inputs == "tokens":
        raise Problem(
            QT_TRANSLATE_NOOP("core", "This sample has no loss: put {mask} over a word, and that word is asked for."),
            mask=MASK,
        )
    raise Problem(
        QT_TRANSLATE_NOOP("core", "This model has no loss: labels come from target tokens, and it reads none.")
    )


def check_movable(node: Node) -> None:
    """Refuse a matrix whose cells can't move a little."""
    if movable(node):
        return
    if node.role == "setting":
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name} is a setting: gradients are of inputs, parameters and results."),
            name=node.name,
        )
    raise Problem(
        QT_TRANSLATE_NOOP("core", "{name} holds no numbers that can move a little, so it has no gradient."),
        name=node.name,
    )


def finite_difference(
    workspace: Workspace, by: str, i: int, j: int, of: str = LOSS, cell: tuple[int, int] = (0, 0), sample: int = 0
) -> float:
    """(f(x + h) − f(x − h)) / 2h for cell (i, j) of `by`, f being a cell of `of`; a computed `by` is pinned at both.

    Relative error about h² (and at a kink of ReLU nonsense): for comparing, not for computing.
    """
    engine = Engine("numpy")

    def measured(moved: Workspace) -> float:
        return float(engine.run(moved, sample)[of].values[cell])

    return _difference(workspace, by, i, j, sample, measured)


def loss_difference(workspace: Workspace, by: str, i: int, j: int, sample: int = 0) -> float:
    """The same of the batch's `loss`."""
    return _difference(whole(workspace), by, i, j, sample, batch_loss)


def _difference(
    workspace: Workspace, by: str, i: int, j: int, sample: int, measured: Callable[[Workspace], float]
) -> float:
    workspace = workspace.with_spec(precision="float64")
    before = Engine("numpy").run(workspace, sample)
    x = float(before[by].values[i, j])
    h = STEP * max(1.0, abs(x))
    computed = before.graph[by].op != LEAF
    ends = (x + h, x - h)
    one, two = (
        measured(workspace.with_pin(by, i, j, at, sample) if computed else workspace.with_cell(by, i, j, at, sample))
        for at in ends
    )
    return (one - two) / (ends[0] - ends[1])
