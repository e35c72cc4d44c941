"""The streams of a model, its residual sublayers taken apart, and how gradients grow or shrink along the depth.

A sublayer adds what its branch F makes to the rows that it got: x + F(x). Its Jacobian is I + J_F: a direct way, whose
gradient is one, beside the branch. Post-norm puts a norm after the sum, and every way goes through its Jacobian;
pre-norm puts it inside the branch (Xiong et al. 2020).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .engine import Engine
from .gradient import LOSS
from .graph import Graph, Node
from .jacobian import jacobian, norms, whole
from .seeds import carried, diagonal, nothing
from .spec import ModelSpec
from .trace import Array, Trace

STACKS = {"enc": "src.X0", "dec": "tgt.X0"}  # the rows that enter each
RESULT = "result"  # the last stage of a stack, whatever it is called in a model
RESULTS = {"self": "U", "cross": "C", "ffn": "Z"}  # the stream after each kind of sublayer


@dataclass(frozen=True)
class Sublayer:
    """One residual sublayer by its matrices: `x` goes in, the branch reads `read` and makes `branch`, `sum` is both,
    `out` goes on. `norm` is the norm's result, which is `out` in post-norm and `read` in pre-norm.
    """

    at: str
    x: str
    read: str
    branch: str
    sum: str
    norm: str
    out: str
    post: bool


@dataclass(frozen=True)
class Stack:
    """The stream of an encoder or decoder: `stages` are its matrices from the rows that enter to the result, `layers`
    the places in `stages` where layers end; the first is where the first begins."""

    side: str
    stages: tuple[str, ...]
    layers: tuple[int, ...]
    sublayers: tuple[Sublayer, ...]


def stacks(graph: Graph, spec: ModelSpec) -> tuple[Stack, ...]:
    """The stacks of a model in reading order; none for an attention by itself."""
    return tuple(found for side in STACKS if (found := _stack(graph, spec, side)) is not None)


def _stack(graph: Graph, spec: ModelSpec, side: str) -> Stack | None:
    if f"{side}1.Z" not in graph:
        return None
    stages, layers = [graph[STACKS[side]].name], [0]
    found: list[Sublayer] = []
    post = spec.norm_place == "post"
    layer = 1
    while (at := f"{side}{layer}") and f"{at}.Z" in graph:
        kinds = ("self", "cross", "ffn") if f"{at}.C" in graph else ("self", "ffn")
        for k, kind in enumerate(kinds, start=1):
            x, out = stages[-1], graph[f"{at}.{RESULTS[kind]}"].name
            norm = graph[f"{at}.norm{k}"].name
            branch, total = graph[f"{at}.{kind}.out"].name, graph[f"{at}.sum{k}"].name
            found.append(Sublayer(f"{at}.{kind}", x, x if post else norm, branch, total, norm, out, post))
            stages.append(out)
        layers.append(len(stages) - 1)
        layer += 1
    if f"{side}.norm" in graph:
        stages.append(graph[f"{side}.norm"].name)
    return Stack(side, tuple(stages), tuple(layers), tuple(found))


@dataclass(frozen=True, eq=False)
class Apart:
    """A sublayer taken apart; all but `norm` are [rows, r, j, s], for the rows of `out` in `rows`.

    `identity` is the direct way, `branch` the way through F, `sum` both. `norm` is [i, r, s], the norm's own Jacobian
    in each of its rows. Post-norm: `inner` is `branch`, and `out` is norm · sum. Pre-norm: `inner` is J_F at the normed
    rows, `branch` is inner · norm, and `out` is `sum`.
    """

    sublayer: Sublayer
    rows: tuple[int, ...]
    identity: Array
    inner: Array
    branch: Array
    sum: Array
    norm: Array
    out: Array


def take_apart(
    trace: Trace,
    sublayer: Sublayer,
    rows: Sequence[int] | None = None,
    executor: str = "auto",
    between: Callable[[], None] = nothing,
) -> Apart:
    """Walk the parts of a sublayer one by one and put them together by the chain rule."""
    graph = trace.graph
    n, d = graph[sublayer.out].shape
    known = tuple(range(n)) if rows is None else tuple(rows)
    at = list(known)
    inner = jacobian(trace, sublayer.branch, sublayer.read, known, executor, between).values
    free = _free(trace, graph[sublayer.sum])[at]
    with np.errstate(all="ignore"):  # non-finite numbers travel
        if sublayer.post:
            norm, through = diagonal(trace, graph[sublayer.norm], graph[sublayer.sum]), inner
        else:
            norm = diagonal(trace, graph[sublayer.norm], graph[sublayer.x])
            through = np.einsum("irjt,jts->irjs", inner, norm)
        branch = through if free.all() else np.where(free[:, :, None, None], through, 0)
        identity = np.zeros_like(branch)
        if _adds(graph, graph[sublayer.sum]):
            for k, i in enumerate(known):
                identity[k, :, i, :] = np.diag(free[k])
        total = identity + branch
        out = np.einsum("irt,itjs->irjs", norm[at], total) if sublayer.post else total
    return Apart(sublayer, known, identity, inner, branch, total, norm, out)


def _free(trace: Trace, node: Node) -> Array:
    """Which cells of a matrix follow from what it is made of: those that no pin holds."""
    if node.op != "hold":
        return np.ones(node.shape, bool)
    return np.asarray(trace.values_of(trace.graph.nodes[node.inputs[2]]) == 0)


def _adds(graph: Graph, node: Node) -> bool:
    """Whether a residual sum has its direct way: residuals can be off."""
    natural = graph.nodes[node.inputs[0]] if node.op == "hold" else node
    return natural.op == "add"


# along the depth


@dataclass(frozen=True, eq=False)
class Depth:
    """How large gradients are along a stack: `norms` is [stages, rows], the norm of each row of ∂ of / ∂ stage.

    Of the loss it is the Euclidean norm of ∂loss/∂X[j]; of the stack's result the Frobenius norm of ∂Z/∂X[j], all
    rows of Z together. `place` is "pre" or "post".
    """

    place: str
    of: str
    stages: tuple[str, ...]
    norms: Array

    @property
    def total(self) -> Array:
        """All rows together, stage by stage."""
        return norms(self.norms, 1)

    def share(self, row: int | None = None) -> Array:
        """`norms` of a row, or of all together, as a multiple of its size at the last stage."""
        sizes = self.total if row is None else self.norms[:, row]
        with np.errstate(all="ignore"):
            return np.asarray(sizes / sizes[-1])


def depth(
    trace: Trace, side: str, of: str = LOSS, executor: str = "auto", between: Callable[[], None] = nothing
) -> Depth:
    """The norms along the stack of a side ("enc", "dec"): of the loss, or with RESULT of the stack's last stage."""
    graph = trace.graph
    stack = next(each for each in stacks(graph, trace.spec) if each.side == side)
    target = graph[stack.stages[-1] if of == RESULT else of]
    found, _ = carried(trace, target, [graph[name] for name in stack.stages], None, executor, between)
    sizes = [norms(each, (0, 1, 3)) for each in found]
    return Depth(trace.spec.norm_place, target.name, stack.stages, np.array(sizes))


def targets(trace: Trace, stack: Stack) -> tuple[str, ...]:
    """What can be differentiated along a stack: the loss where the model has one, and the stack's result if small."""
    found = (LOSS,) if LOSS in trace.graph else ()
    return (*found, RESULT) if whole(trace.graph[stack.stages[-1]], trace.graph[stack.stages[0]]) else found


def twin(trace: Trace) -> Trace:
    """The same numbers with the norms at the other place, run once."""
    other = "pre" if trace.spec.norm_place == "post" else "post"
    return Engine().run(trace.workspace.with_spec(norm_place=other), trace.sample)
