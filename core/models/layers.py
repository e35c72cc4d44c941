"""What every sublayer is made of: parameters, projections, norms, the residual, the feed-forward network."""

from __future__ import annotations

from collections.abc import Callable

from ..field import Lengths
from ..graph import Graph, Node
from ..spec import ModelSpec

Sublayer = Callable[[Node], Node]
ACTIVATION = {"identity": "copy"}  # field value to op, where the names differ


class Recorder:
    """A graph being recorded, together with the spec that decides what is recorded.

    `custom` names the attentions that have a mask painted by hand.
    """

    def __init__(self, graph: Graph, spec: ModelSpec, lengths: Lengths, custom: frozenset[str]) -> None:
        self.graph = graph
        self.spec = spec
        self.lengths = lengths
        self.custom = custom
        self.add = graph.add

    def new(self, name: str) -> str:
        """What the new rows of keys or values are called where the cache has those before them."""
        return f"{name}.new" if self.lengths.cached else name

    def kept(self, name: str, new: Node) -> Node:
        """Keys or values of all rows: those that the cache has, then the new ones."""
        if not self.lengths.cached:
            return new
        cache = self.graph.leaf(f"{name}.cache", (self.lengths.cached, new.shape[1]), ("before", new.axes[1]), "input")
        return self.add(name, "append", cache, new)

    def setting(self, name: str) -> Node:
        """A 1×1 setting such as `set.eps`: a value, so that changing it keeps the plan."""
        return self.graph.leaf(f"set.{name}", (1, 1), ("one", "one"), "setting")

    def weight(self, name: str, rows: int, cols: int, axes: tuple[str, str] = ("feature", "feature")) -> Node:
        return self.graph.leaf(name, (rows, cols), axes, "parameter")

    def vector(self, name: str, width: int, axis: str = "feature") -> Node:
        """A parameter of one row: a bias, γ or β."""
        return self.graph.leaf(name, (1, width), ("one", axis), "parameter")

    def linear(self, name: str, x: Node, w: Node, b: Node | None) -> Node:
        return self.add(name, "linear", x, w) if b is None else self.add(name, "linear", x, w, b)

    def norm(self, name: str, x: Node, aliases: tuple[str, ...] = ()) -> Node:
        """LayerNorm or RMSNorm of each row of `x`, with its statistics and x̂ as nodes of their own."""
        if self.spec.norm == "none":
            return self.add(name, "copy", x, aliases=aliases)
        eps = self.setting("eps")
        if self.spec.norm == "layernorm":
            mean = self.add(f"{name}.mean", "mean", x, role="statistic")
            var = self.add(f"{name}.var", "variance", x, mean, role="statistic")
            xhat = self.add(f"{name}.xhat", "standardize", x, mean, var, eps)
            gamma = self.vector(f"{name}.gamma", x.shape[1])
            beta = self.vector(f"{name}.beta", x.shape[1])
            return self.add(name, "affine", xhat, gamma, beta, aliases=aliases)
        ms = self.add(f"{name}.ms", "mean_square", x, role="statistic")
        xhat = self.add(f"{name}.xhat", "rms_standardize", x, ms, eps)
        gamma = self.vector(f"{name}.gamma", x.shape[1])
        return self.add(name, "affine", xhat, gamma, aliases=aliases)

    def residual(self, name: str, x: Node, branch: Node, aliases: tuple[str, ...] = ()) -> Node:
        """x + branch, or the branch alone where residuals are off."""
        if self.spec.residual:
            return self.add(name, "add", x, branch, aliases=aliases)
        return self.add(name, "copy", branch, aliases=aliases)

    def add_and_norm(self, layer: str, k: int, x: Node, sublayer: Sublayer, result: str, *aliases: str) -> Node:
        """The k-th sublayer with its residual and norm; the stream after it answers to `layer.result`.

        Post-norm: Norm(x + sublayer(x)) (Vaswani et al. 2017, §3.1). Pre-norm: x + sublayer(Norm(x))
        (Xiong et al. 2020).
        """
        names = (f"{layer}.{result}", *aliases)
        if self.spec.norm_place == "post":
            branch = self.dropped(f"{layer}.drop{k}", sublayer(x))
            return self.norm(f"{layer}.norm{k}", self.residual(f"{layer}.sum{k}", x, branch), names)
        branch = self.dropped(f"{layer}.drop{k}", sublayer(self.norm(f"{layer}.norm{k}", x)))
        return self.residual(f"{layer}.sum{k}", x, branch, names)

    def dropped(self, name: str, x: Node) -> Node:
        """x with cells left out, by a mask that training draws at each step and a view shows; x itself elsewhere."""
        if not self.spec.dropout:
            return x
        return self.add(name, "dropout", x, self.graph.leaf(f"{name}.keep", x.shape, x.axes, "input", display="keep"))

    def feed_forward(self, at: str, x: Node) -> Node:
        """act(x W1 + b1) W2 + b2, row by row (Vaswani et al. 2017, §3.3)."""
        d, d_ff = self.spec.d, self.spec.d_ff
        if not self.spec.ffn:
            return self.add(f"{at}.out", "zeros", shape=x.shape, axes=x.axes)
        w1 = self.weight(f"{at}.W1", d, d_ff, ("feature", "hidden"))
        pre = self.linear(f"{at}.pre", x, w1, self.vector(f"{at}.b1", d_ff, "hidden"))
        hidden = self.add(f"{at}.hidden", ACTIVATION.get(self.spec.act, self.spec.act), pre)
        w2 = self.weight(f"{at}.W2", d_ff, d, ("hidden", "feature"))
        return self.linear(f"{at}.out", hidden, w2, self.vector(f"{at}.b2", d))
