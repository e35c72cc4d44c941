"""The golden cases of the source texts that are no whole model, as small graphs of our ops and model functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.graph import Graph, Node
from core.models.layers import Recorder
from core.spec import Lengths, ModelSpec
from tests.golden_cases import Raw, seed_cases

Array = NDArray[Any]


@dataclass
class GraphCase:
    """A recorded graph with its leaves, what its nodes must be, and what node a golden name is."""

    raw: Raw
    m: Recorder
    leaves: dict[str, Any]
    node_of: dict[str, str]

    @property
    def id(self) -> str:
        return self.raw.id

    @property
    def graph(self) -> Graph:
        return self.m.graph

    def leaf(self, name: str, values: Any) -> Node:
        """Record a leaf and give it its values."""
        array = np.array(values, dtype=np.float64, ndmin=2)
        self.leaves[name] = array
        return self.m.graph.leaf(name, array.shape, ("src", "feature"), "input")

    def want(self) -> dict[str, Array]:
        """Node names and their values; where the golden value is a shape, zeros of that shape."""
        if self.raw.operation in ("shapes", "product"):
            return {node: np.zeros(_as_shape(self.raw.values[name])) for name, node in self.node_of.items()}
        return {node: np.array(self.raw.values[name], np.float64, ndmin=2) for name, node in self.node_of.items()}


def graph_cases() -> list[GraphCase]:
    """Every case that is made of ops rather than of a whole model."""
    return [READINGS[raw.operation](_empty(raw)) for raw in seed_cases() if raw.operation in READINGS]


def _empty(raw: Raw) -> GraphCase:
    p = raw.params
    fields = {"norm": p["norm"]} if "norm" in p else {}
    recorder = Recorder(Graph(), ModelSpec(heads=1, **fields), Lengths(), frozenset())
    case = GraphCase(raw, recorder, {}, {})
    case.leaves["set.eps"] = p.get("eps", 1e-5)
    return case


def _matmul(case: GraphCase) -> GraphCase:
    case.m.add("product", "linear", *(case.leaf(name, case.raw.inputs[name]) for name in "ab"))
    case.node_of = {"product": "product"}
    return case


def _plain_norm(case: GraphCase, name: str, width: int) -> None:
    """γ = 1 and β = 0 for a norm recorded as `name`."""
    case.leaves |= {f"{name}.gamma": np.ones(width), f"{name}.beta": np.zeros(width)}


def _norm(case: GraphCase) -> GraphCase:
    x = case.leaf("x", case.raw.inputs["x"])
    case.m.norm("y", x)
    _plain_norm(case, "y", x.shape[1])
    case.node_of = {"y": "y"}
    return case


def _pre_vs_post(case: GraphCase) -> GraphCase:
    """F(z) = ½ ReLU(z) once before and once after the norm."""
    x, half = case.leaf("x", case.raw.inputs["x"]), case.leaf("half", 0.5)
    for place in ("pre", "post"):
        case.m.spec = ModelSpec(norm_place=place)

        def half_relu(z: Node, at: str = place) -> Node:
            return case.m.add(f"{at}.F", "scale", case.m.add(f"{at}.relu", "relu", z), half)

        case.m.add_and_norm(place, 1, x, half_relu, "U")
        _plain_norm(case, f"{place}.norm1", x.shape[1])
    case.node_of = {"pre": "pre.U", "post": "post.U"}
    return case


def _shapes(case: GraphCase) -> GraphCase:
    """A chain of products; the widths of what comes out."""
    first, *weights = [case.leaf(f"m{k}", np.zeros(shape)) for k, shape in enumerate(case.raw.inputs["shapes"])]
    made = [first]
    for k, weight in enumerate(weights):
        made.append(case.m.add(f"product{k}", "linear", made[-1], weight))
    case.node_of = {"result": made[-1].name}
    if "hidden" in case.raw.values:
        case.node_of["hidden"] = made[1].name
    return case


def _product(case: GraphCase) -> GraphCase:
    """h heads of width d_v side by side."""
    heads, width = case.raw.inputs["factors"]
    case.m.add("concat", "concat", *(case.leaf(f"h{r}", np.zeros((1, width))) for r in range(heads)))
    case.node_of = {"product": "concat"}
    return case


def _rope_identity(case: GraphCase) -> GraphCase:
    """(R(iθ) q) · (R(jθ) k) for the same q in every query row and the same k in every key row.

    A pair turns by base^(−2r/d): by θ it turns as the second of two pairs where base is θ^−2; the first stays empty.
    """
    n, given = len(case.raw.values["left"]), case.raw.inputs
    start, base = case.leaf("start", 0.0), case.leaf("base", given["theta"] ** -2.0)
    turned = [
        case.m.add(
            f"{name}rot", "rope_adjacent", case.leaf(name, np.tile([0.0, 0.0, *given[name]], (n, 1))), start, base
        )
        for name in "qk"
    ]
    case.m.add("scores", "scores", *turned)
    case.node_of = {"left": "scores"}
    return case


def _as_shape(value: Any) -> tuple[int, int]:
    return tuple(value) if isinstance(value, list) else (1, value)  # type: ignore[return-value]


READINGS: dict[str, Callable[[GraphCase], GraphCase]] = {
    "matmul": _matmul,
    "norm": _norm,
    "pre_vs_post": _pre_vs_post,
    "shapes": _shapes,
    "product": _product,
    "rope_identity": _rope_identity,
}
