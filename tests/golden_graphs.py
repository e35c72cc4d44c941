"""The golden cases of the source texts that are no whole model, as small graphs of our ops and model functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.graph import Graph, Node
from core.models import attention
from core.models.encoder import encoder_layer
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
    """Every case of an operation that ops and models can do by now."""
    return [READINGS[raw.operation](_empty(raw)) for raw in seed_cases() if raw.operation in READINGS]


def operations_left() -> set[str]:
    """The operations of the golden file that nothing here reads."""
    return {raw.operation for raw in seed_cases()} - set(READINGS) - {"block"}


def _empty(raw: Raw) -> GraphCase:
    p = raw.params
    unscaled = p.get("scale") == 1.0
    fields = {"norm": p["norm"]} if "norm" in p else {}
    recorder = Recorder(Graph(), ModelSpec(heads=1, scale=not unscaled, **fields), Lengths(), frozenset())
    case = GraphCase(raw, recorder, {}, {})
    case.leaves["set.eps"] = p.get("eps", 1e-5)
    if "scale" in p:
        case.leaves["set.scale"] = p["scale"]
    return case


def _visible(case: GraphCase, n_q: int, n_k: int) -> Node:
    if mask := case.raw.inputs.get("mask"):
        return case.leaf("mask", mask)
    return case.m.add("mask", "visible", shape=(n_q, n_k), axes=("src", "src"))


def _attention(case: GraphCase) -> GraphCase:
    """Q, K and V given."""
    q, k, v = (case.leaf(name, case.raw.inputs[name]) for name in "QKV")
    attention.head(case.m, "att", q, k, v, _visible(case, q.shape[0], k.shape[0]), 1)
    case.node_of = {"scores": "att.raw", "scaled_scores": "att.S", "A": "att.A", "Y": "att.H"}
    return case


def _project_attention(case: GraphCase) -> GraphCase:
    """X projected; beside it the same with W_V doubled, whose weights must be the same."""
    given = case.raw.inputs
    n, width = np.shape(given["X"])[0], np.shape(given["Wq"])[1]
    case.m.spec = ModelSpec(heads=1, d=np.shape(given["X"])[1], d_k=width, d_v=np.shape(given["Wv"])[1])
    x, mask = case.leaf("X", given["X"]), _visible(case, n, n)
    for at, times in (("att", 1.0), ("twice", 2.0)):
        attention.head(case.m, at, *attention.project(case.m, at, x, x), mask, 1)
        case.leaves |= {f"{at}.WQ": given["Wq"], f"{at}.WK": given["Wk"]}
        case.leaves[f"{at}.WV"] = times * np.array(given["Wv"])
    case.node_of = {name: f"att.{name}" for name in "QKVA"} | {"scores": "att.raw", "scaled_scores": "att.S"}
    case.node_of |= {"Y": "att.H", "A_with_doubled_Wv": "twice.A", "Y_with_doubled_Wv": "twice.H"}
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

        case.m.add_and_norm(place, 1, "U", x, half_relu)
        _plain_norm(case, f"{place}.norm1", x.shape[1])
    case.node_of = {"pre": "pre.U", "post": "post.U"}
    return case


def _g01(case: GraphCase) -> GraphCase:
    """A pre-norm layer of identity weights with FFN(z) = ½ ReLU(z), a final norm, and the vocabulary's softmax."""
    x = case.leaf("x", case.raw.inputs["X"])
    n, d = x.shape
    case.m.spec = ModelSpec(heads=1, d=d, d_k=d, d_v=d, d_ff=d, norm_place="pre", causal=True)
    final = case.m.norm("final", encoder_layer(case.m, "enc1", x))
    logits = case.m.add("logits", "linear", final, case.leaf("W_vocab", case.raw.inputs["W_vocab"]))
    whole = case.m.add("whole", "visible", shape=logits.shape, axes=logits.axes)
    case.m.add("p", "softmax", logits, whole)
    identity, zeros = np.eye(d), np.zeros(d)
    case.leaves |= {f"enc1.self.h1.W{letter}": identity for letter in "QKV"}
    case.leaves |= {"enc1.self.WO": identity, "enc1.ffn.W1": identity, "enc1.ffn.W2": identity / 2}
    case.leaves |= {"enc1.ffn.b1": zeros, "enc1.ffn.b2": zeros, "set.query_offset": 0.0}
    for name in ("enc1.norm1", "enc1.norm2", "final"):
        _plain_norm(case, name, d)
    case.node_of = {name: f"enc1.self.h1.{name}" for name in "QKVA"} | {
        "norm1": "enc1.norm1", "scaled_scores": "enc1.self.h1.S", "attention": "enc1.self.out",
        "residual1": "enc1.U", "norm2": "enc1.norm2", "ffn": "enc1.ffn.out", "residual2": "enc1.Z",
        "norm3": "final", "logits": "logits", "probabilities": "p",
    }  # fmt: skip
    return case


def _permutation(case: GraphCase) -> GraphCase:
    """The rows as they are and in another order, fully visible and causal."""
    given = case.raw.inputs
    rows = np.array(given["X"])
    n, d = rows.shape
    case.m.spec = ModelSpec(heads=1, d=d, d_k=d, d_v=d)
    causal = case.m.add("causal", "causal", case.leaf("offset", 0.0), shape=(n, n), axes=("src", "src"))
    masks = {"full": _visible(case, n, n), "causal": causal}
    for letter, values in (("Y", rows), ("Yp", rows[given["order"]])):
        x = case.leaf(f"{letter}.X", values)
        for kind, mask in masks.items():
            at = f"{letter}_{kind}"
            attention.head(case.m, at, *attention.project(case.m, at, x, x), mask, 1)
            case.leaves |= {f"{at}.W{w}": given[f"W{w}"] for w in "QKV"}
            case.node_of[at] = f"{at}.H"
    return case


def _masks(case: GraphCase) -> GraphCase:
    """Rules and their AND: causal, and padding, which hides key columns."""
    values = case.raw.values
    square = np.shape(values["causal"])
    rules = [case.m.add("causal", "causal", case.leaf("offset", 0.0), shape=square, axes=("tgt", "tgt"))]
    case.node_of = {"causal": "causal"}
    if "target_key_valid" in values:
        rules.append(case.leaf("valid", np.tile(values["target_key_valid"], (square[0], 1))))
        case.m.add("decoder_self", "all_rules", *rules)
        case.node_of["decoder_self"] = "decoder_self"
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


def _as_shape(value: Any) -> tuple[int, int]:
    return tuple(value) if isinstance(value, list) else (1, value)  # type: ignore[return-value]


READINGS: dict[str, Callable[[GraphCase], GraphCase]] = {
    "attention": _attention,
    "project_attention": _project_attention,
    "matmul": _matmul,
    "norm": _norm,
    "pre_vs_post": _pre_vs_post,
    "g01": _g01,
    "permutation": _permutation,
    "masks": _masks,
    "units": _masks,
    "shapes": _shapes,
    "product": _product,
}
