"""Engine: an arena and a plan; runs what became stale and reports what changed."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import jit
from .graph import Node
from .ops import BY_NAME
from .plan import Plan, Stretch, parameter_offsets
from .problem import QT_TRANSLATE_NOOP, Problem
from .trace import Trace
from .workspace import Workspace

Array = NDArray[Any]
EXECUTORS = ("auto", "jit", "numpy")
COPY_AT_ONCE = 1 << 18  # values; above it a trace reads the arena until the engine writes there again


@dataclass(frozen=True)
class Report:
    """What one run did: nodes run of all computed nodes, seconds, executor ("jit" or "numpy").

    `changed` names the nodes whose values differ in some bit from the run before on the same plan; `ran` are the
    nodes run.
    """

    nodes_run: int
    nodes: int
    seconds: float
    executor: str
    _changed: Callable[[], tuple[str, ...]]
    ran: Sequence[Node] = ()

    @cached_property
    def changed(self) -> tuple[str, ...]:
        return self._changed()


@dataclass
class _Region:
    """One sample's part of the arena: its plan, the leaf arrays loaded last, who computed it, and its last trace.

    `last` is kept where traces are copied at once; `readers` are the traces that still read the arena, the
    latest one last.
    """

    plan: Plan
    leaves: dict[int, Array]
    executor: str = ""
    last: Trace | None = None
    readers: list[weakref.ref[Trace]] = field(default_factory=list)

    def before(self) -> Trace | None:
        """The trace of the run before, unless it was to be copied late and nobody kept it."""
        return self.last if self.last is not None or not self.readers else self.readers[-1]()

    def keep(self, nodes: list[Node]) -> None:
        """Let every trace that reads the arena copy the values of `nodes`: they are about to be overwritten."""
        for reader in self.readers:
            if (trace := reader()) is not None:
                trace.keep(nodes)


class Engine:
    """Computes workspaces. Not shared between threads: every thread that computes has its own.

    `executor` is "jit" (compiled; refused in words where it can't serve), "numpy" (the references over the
    same plan) or "auto": compiled as soon as compiled code is loaded, NumPy until then and for float32.
    """

    def __init__(self, executor: str = "auto") -> None:
        if executor not in EXECUTORS:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no executor {found}: allowed is {allowed}."),
                found=executor,
                allowed=", ".join(EXECUTORS),
            )
        self.executor = executor
        self.report = Report(0, 0, 0.0, "numpy", tuple)
        self._arena: Array = np.zeros(0)
        self._model: tuple[object, ...] = ()
        self._regions: dict[int, _Region] = {}
        self._parameters: dict[str, Array] = {}  # as they stand in the arena, for whichever sample

    def run(self, workspace: Workspace, sample: int = 0) -> Trace:
        """Compute one sample. Only nodes downstream of arrays that changed since its last run are run."""
        started = time.perf_counter()
        walk = self._walk(workspace)
        region = self._region(workspace, sample)
        plan = region.plan
        before = region.before()
        try:
            executor = "numpy" if walk is None else "jit"
            dirty = self._load(region, workspace, sample)
            if region.executor != executor:  # the two agree, but not to the bit: no mixture of both
                region.executor, dirty = executor, None
            nodes, stretches = plan.route(dirty, jit.has_products())
            region.keep(nodes)
            self._compute(plan, nodes, stretches, walk)
        except BaseException:
            self._model = ()  # half computed: the next run lays out and computes everything anew
            raise
        seconds = time.perf_counter() - started
        trace = self._snapshot(region, workspace, sample, nodes)
        self.report = Report(len(nodes), len(plan.computed), seconds, executor, _changes(trace, before, nodes), nodes)
        return trace

    def rerun(self, sample: int = 0) -> None:
        """Compute everything of the last run once more, over the values that are loaded: for measuring."""
        region = self._regions[sample]
        nodes, stretches = region.plan.route(None, jit.has_products())
        self._compute(region.plan, nodes, stretches, jit.loaded_forward() if region.executor == "jit" else None)

    def prepared(self, sample: int = 0) -> Callable[[], None]:
        """`rerun` with everything looked up beforehand; holds until the model changes."""
        region = self._regions[sample]
        plan, walk = region.plan, jit.loaded_forward()
        _, stretches = plan.route(None, jit.has_products())
        if region.executor == "jit" and walk is not None and len(stretches) == 1 and stretches[0].product is None:
            return partial(walk, self._arena, plan.steps, plan.at, stretches[0].order)
        return partial(self.rerun, sample)

    def _compute(
        self, plan: Plan, nodes: list[Node], stretches: list[Stretch], walk: Callable[..., None] | None
    ) -> None:
        if walk is None:
            with np.errstate(all="ignore"):  # non-finite numbers travel; the trace reports them
                for node in nodes:
                    self._run_reference(plan, node)
            return
        for stretch in stretches:
            if stretch.product is None:
                walk(self._arena, plan.steps, plan.at, stretch.order)
            else:
                with np.errstate(all="ignore"):
                    self._run_product(plan, plan.graph.nodes[stretch.product])

    def _walk(self, workspace: Workspace) -> Callable[..., None] | None:
        """The compiled walk, or None where NumPy serves."""
        if self.executor == "numpy":
            return None
        if workspace.spec.precision != "float64":
            if self.executor == "jit":
                raise Problem(
                    QT_TRANSLATE_NOOP("core", "The compiled executor computes in float64 only; {found} runs on NumPy."),
                    found=workspace.spec.precision,
                )
            return None
        if self.executor == "jit":
            return jit.forward()
        return jit.loaded_forward()

    def _region(self, workspace: Workspace, sample: int) -> _Region:
        """The sample's part of the arena; laid out anew when the model or a sample's graph changed."""
        graphs = [workspace.graph(b) for b in range(len(workspace.samples))]
        model = (workspace.spec.precision, *(id(graph) for graph in graphs))
        if model != self._model:
            self._model = ()  # until all of this has succeeded
            offsets, end = parameter_offsets(graphs)
            self._regions = {}
            self._parameters = {}
            for b, graph in enumerate(graphs):
                plan = Plan(graph, offsets, end)
                self._regions[b] = _Region(plan, {})
                end = plan.end
            self._arena = np.zeros(end, workspace.spec.precision)
            self._model = model
            self._graphs = graphs  # keeps the ids above from being reused
        return self._regions[sample]

    def _load(self, region: _Region, workspace: Workspace, sample: int) -> frozenset[int] | None:
        """Copy changed leaf arrays into the arena; their indices, or None when nothing was loaded before."""
        first = not region.leaves
        dirty = []
        for node in region.plan.leaves:
            array = workspace.leaf(node, sample)
            missing = changed = region.leaves.get(node.index) is not array
            if changed:
                region.leaves[node.index] = array
                dirty.append(node.index)
            if node.role == "parameter":  # another sample's run may have put that of its workspace there
                missing = self._parameters.get(node.name) is not array
                self._parameters[node.name] = array
            if missing:
                region.plan.view(self._arena, node)[...] = array
        return None if first else frozenset(dirty)

    def _run_reference(self, plan: Plan, node: Node) -> None:
        if plan.is_large_product(node):
            return self._run_product(plan, node)
        op = BY_NAME[node.op]
        out = plan.view(self._arena, node)
        inputs = [plan.view(self._arena, plan.graph.nodes[k]) for k in node.inputs]
        out[...] = op.reference(out, *inputs) if op.sized else op.reference(*inputs)
        return None

    def _run_product(self, plan: Plan, node: Node) -> None:
        product = BY_NAME[node.op].blas
        assert product is not None
        product(plan.view(self._arena, node), *(plan.view(self._arena, plan.graph.nodes[k]) for k in node.inputs))

    def _snapshot(self, region: _Region, workspace: Workspace, sample: int, rerun: list[Node]) -> Trace:
        plan = region.plan
        start, end = plan.base, plan.end
        own = self._arena[start:end]
        at_once = own.size <= COPY_AT_ONCE
        values = own.copy() if at_once else own
        trace = Trace(workspace, sample, plan.graph, values, plan.offsets - start, attached=not at_once)
        region.last = trace if at_once else None
        if not at_once:
            if (before := region.before()) is not None:
                trace.share(before, rerun)
            region.readers = [reader for reader in region.readers if reader() is not None] + [weakref.ref(trace)]
        return trace


def _changes(trace: Trace, before: Trace | None, nodes: list[Node]) -> Callable[[], tuple[str, ...]]:
    """Names of the nodes run whose bits differ from the trace before; all of them after a first run."""

    def changed() -> tuple[str, ...]:
        if before is None:
            return tuple(node.name for node in nodes)
        return tuple(node.name for node in nodes if trace.values_of(node).tobytes() != before.values_of(node).tobytes())

    return changed
