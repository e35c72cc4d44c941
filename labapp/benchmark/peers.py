"""The same forward pass as a NumPy or PyTorch user would write it: heads batched, every intermediate kept.

One function serves both: the array library is a small table of the few calls they name differently. Weights are
packed for all heads, transposed views cost nothing, masks are made once beforehand; a bias is added in place or
by addmm. PyTorch runs in inference mode on one thread, its softmax and layer_norm are its own fused ones, which
keep less than the engine (no mean, variance, x̂). Q, K and V are three products, as in the paper and most code.
So each peer is about as fast as eager code of this kind gets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from core.workspace import Workspace

Kept = list[Any]


class Library:
    """The calls in which NumPy and PyTorch differ, on arrays of this library."""

    def around(self) -> AbstractContextManager[Any]:
        """What must be entered before anything is computed."""
        return nullcontext()

    def array(self, values: Any) -> Any: ...
    def linear(self, x: Any, w: Any, b: Any) -> Any: ...
    def heads(self, x: Any, h: int) -> Any: ...
    def joined(self, x: Any) -> Any: ...
    def transposed(self, x: Any) -> Any: ...
    def masked(self, s: Any, hidden: Any) -> Any: ...
    def softmax(self, s: Any) -> Any: ...
    def norm(self, x: Any, gamma: Any, beta: Any, eps: float) -> Any: ...
    def relu(self, x: Any) -> Any: ...


class NumPy(Library):
    def array(self, values: Any) -> Any:
        return np.ascontiguousarray(values)

    def linear(self, x: Any, w: Any, b: Any) -> Any:
        y = x @ w
        y += b
        return y

    def heads(self, x: Any, h: int) -> Any:
        return x.reshape(x.shape[0], h, -1).transpose(1, 0, 2)

    def joined(self, x: Any) -> Any:
        return x.transpose(1, 0, 2).reshape(x.shape[1], -1)

    def transposed(self, x: Any) -> Any:
        return x.transpose(0, 2, 1)

    def masked(self, s: Any, hidden: Any) -> Any:
        return np.where(hidden, -np.inf, s)

    def softmax(self, s: Any) -> Any:
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    def norm(self, x: Any, gamma: Any, beta: Any, eps: float) -> Any:
        centred = x - x.mean(axis=-1, keepdims=True)
        return centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps) * gamma + beta

    def relu(self, x: Any) -> Any:
        return np.maximum(x, 0)


class Torch(Library):
    def __init__(self) -> None:
        import torch

        self.torch = torch
        torch.set_num_threads(1)

    def around(self) -> AbstractContextManager[Any]:
        mode: AbstractContextManager[Any] = self.torch.inference_mode()
        return mode

    def array(self, values: Any) -> Any:
        return self.torch.from_numpy(np.array(values))

    def linear(self, x: Any, w: Any, b: Any) -> Any:
        return self.torch.addmm(b, x, w)

    def heads(self, x: Any, h: int) -> Any:
        return x.view(x.shape[0], h, -1).transpose(0, 1)

    def joined(self, x: Any) -> Any:
        return x.transpose(0, 1).reshape(x.shape[1], -1)

    def transposed(self, x: Any) -> Any:
        return x.transpose(1, 2)

    def masked(self, s: Any, hidden: Any) -> Any:
        return s.masked_fill(hidden, -math.inf)

    def softmax(self, s: Any) -> Any:
        return self.torch.softmax(s, dim=-1)

    def norm(self, x: Any, gamma: Any, beta: Any, eps: float) -> Any:
        return self.torch.nn.functional.layer_norm(x, gamma.shape, gamma, beta, eps)

    def relu(self, x: Any) -> Any:
        return self.torch.relu(x)


class Peer:
    """The post-norm, ReLU forward pass of a workspace in one library; `run()` gives the last rows and what was kept."""

    def __init__(self, library: Library, workspace: Workspace) -> None:
        self.library = library
        self.spec = workspace.spec
        self.w = {name: library.array(array) for name, array in packed(workspace).items()}
        n = len(workspace.samples[0].target)
        self.future = library.array(np.triu(np.ones((n, n), bool), 1)) if workspace.spec.causal else None

    def run(self) -> tuple[Any, Kept]:
        kept: Kept = []
        x = self.w["src.X"]
        for layer in range(1, self.spec.enc_layers + 1):
            x = self.sublayer(kept, f"enc{layer}.norm1", x, self.attention(kept, f"enc{layer}.self", x, x, None))
            x = self.sublayer(kept, f"enc{layer}.norm2", x, self.ffn(kept, f"enc{layer}.ffn", x))
        if "tgt.X" not in self.w:
            return x, kept
        y = self.w["tgt.X"]
        for layer in range(1, self.spec.dec_layers + 1):
            at = f"dec{layer}"
            y = self.sublayer(kept, f"{at}.norm1", y, self.attention(kept, f"{at}.self", y, y, self.future))
            y = self.sublayer(kept, f"{at}.norm2", y, self.attention(kept, f"{at}.cross", y, x, None))
            y = self.sublayer(kept, f"{at}.norm3", y, self.ffn(kept, f"{at}.ffn", y))
        return y, kept

    def attention(self, kept: Kept, at: str, x: Any, source: Any, hidden: Any) -> Any:
        lib, w, h = self.library, self.w, self.spec.heads
        q = lib.heads(x @ w[f"{at}.WQ"], h)
        k = lib.heads(source @ w[f"{at}.WK"], h)
        v = lib.heads(source @ w[f"{at}.WV"], h)
        raw = q @ lib.transposed(k)
        s = raw / math.sqrt(self.spec.d_k)
        if hidden is not None:
            s = lib.masked(s, hidden)
        a = lib.softmax(s)
        head = a @ v
        concat = lib.joined(head)
        out = concat @ w[f"{at}.WO"]
        kept += [q, k, v, raw, s, a, head, concat, out]
        return out

    def ffn(self, kept: Kept, at: str, x: Any) -> Any:
        pre = self.library.linear(x, self.w[f"{at}.W1"], self.w[f"{at}.b1"])
        hidden = self.library.relu(pre)
        out = self.library.linear(hidden, self.w[f"{at}.W2"], self.w[f"{at}.b2"])
        kept += [pre, hidden, out]
        return out

    def sublayer(self, kept: Kept, at: str, x: Any, branch: Any) -> Any:
        total = x + branch
        result = self.library.norm(total, self.w[f"{at}.gamma"], self.w[f"{at}.beta"], self.spec.eps)
        kept += [total, result]
        return result


def packed(workspace: Workspace) -> dict[str, Any]:
    """The workspace's arrays with the projections of all heads side by side; biases, γ and β are 1-D."""
    arrays: dict[str, Any] = {}
    heads: dict[str, list[Any]] = {}
    for name, array in workspace.arrays.items():
        name = name.removeprefix("sample0/")
        at, dot, last = name.rpartition(".")
        if last in ("WQ", "WK", "WV"):
            heads.setdefault(f"{at.rpartition('.')[0]}.{last}", []).append(array)
        else:
            arrays[name] = array[0] if last in ("b1", "b2", "gamma", "beta") else array
    return arrays | {name: np.concatenate(parts, axis=1) for name, parts in heads.items()}


def peers() -> dict[str, Callable[[], Library]]:
    """The libraries that are installed here, by name."""
    found: dict[str, Callable[[], Library]] = {"numpy": NumPy}
    try:
        import torch  # noqa: F401
    except ImportError:
        return found
    return found | {"torch": Torch}
