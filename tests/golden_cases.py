"""The golden numbers as our workspaces and names. Only this file and `golden_graphs.py` (those that are no whole
model) know how the golden files name things.

They come from `tests/golden`, or from the folder that GLASSFORMER_GOLDEN names, in the same format; the
cases of a file that is missing there are skipped. There, layers and heads count from 0, heads are packed
side by side, and vectors are 1-D; here everything is a 2-D matrix of its own, counted from 1.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.spec import FIELDS, ModelSpec
from core.workspace import Sample, Workspace

Array = NDArray[Any]
OWN = Path(__file__).parent / "golden"
FOLDER = Path(os.environ.get("GLASSFORMER_GOLDEN") or OWN)

TOLERANCE = 1e-10  # of max(1, |want|), float64
TOLERANCE_FLOAT32 = 2e-5


@dataclass(frozen=True)
class Claim:
    """A number as the source text prints it, with half a unit of its last digit."""

    name: str
    at: tuple[int, ...]
    value: Any
    tolerance: float


@dataclass(frozen=True)
class Case:
    """One golden case: what to compute, and the values it must give, by our names."""

    id: str
    make: Callable[[], Workspace]
    want: Callable[[], dict[str, Array]]
    sample: int = 0
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Raw:
    """A case of seed_values.json as it stands there."""

    id: str
    operation: str
    params: dict[str, Any]
    inputs: dict[str, Any]
    values: dict[str, Any]
    claims: tuple[Claim, ...] = field(default=())


def close(got: Any, want: Any, tolerance: float = TOLERANCE) -> bool:
    """|got − want| ≤ tolerance · max(1, |want|) in every cell, in one shape."""
    got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
    return got.shape == want.shape and bool((np.abs(got - want) <= tolerance * np.maximum(1.0, np.abs(want))).all())


# the files


@lru_cache
def _page(name: str) -> dict[str, Any] | None:
    path = FOLDER / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@lru_cache
def _arrays(name: str) -> Any:
    return np.load(FOLDER / name, allow_pickle=False)


def seed_cases() -> list[Raw]:
    """Everything in seed_values.json."""
    page = _page("seed_values.json")
    return [] if page is None else [
        Raw(
            c["id"], c["operation"], c["params"], c["inputs"], c["values"],
            tuple(Claim(p["name"], tuple(p["at"]), p["value"], p["tolerance"]) for p in c["printed"]),
        )
        for c in page["cases"]
    ]  # fmt: skip


# seed_values.json

_BLOCK_NAMES = {
    "MHA": "enc1.self.out", "concat": "enc1.self.concat", "sum1": "enc1.sum1", "sum2": "enc1.sum2",
    "norm1": "enc1.norm1", "norm2": "enc1.norm2", "U": "enc1.U", "Z": "enc1.Z",
    "ffn_pre": "enc1.ffn.pre", "ffn_hidden": "enc1.ffn.hidden", "ffn_out": "enc1.ffn.out",
    "WO": "enc1.self.WO", "W1": "enc1.ffn.W1", "W2": "enc1.ffn.W2", "X": "sample0/src.X",
}  # fmt: skip


def _block_name(name: str) -> str:
    """`S1` is `enc1.self.h1.S`, `WQ2` is `enc1.self.h2.WQ`, `ffn_out` is `enc1.ffn.out`."""
    return _BLOCK_NAMES.get(name) or f"enc1.self.h{name[-1]}.{name[:-1]}"


def block_cases() -> list[Case]:
    """The whole BLOCK of the source text: post, pre, RMSNorm, heads off, causal, permuted."""
    return [_block_case(raw) for raw in seed_cases() if raw.operation == "block"]


def _block_case(raw: Raw) -> Case:
    def make() -> Workspace:
        p = raw.params
        n, d = np.shape(raw.inputs["X"])
        d_k, d_v = np.shape(raw.inputs["WQ1"])[1], np.shape(raw.inputs["WV1"])[1]
        spec = ModelSpec(
            d=d, heads=2, d_k=d_k, d_v=d_v, d_ff=np.shape(raw.inputs["W1"])[1], norm_place=p["norm_place"],
            norm=p["norm"], eps=p["eps"], heads_off=tuple(r + 1 for r in p["heads_off"]), causal=p["causal"],
        )  # fmt: skip
        given = {_block_name(name): np.array(value) for name, value in raw.inputs.items()}
        return Workspace.new(spec, (_tokens(n),), given)  # γ = 1, β = 0, no biases: what new arrays hold

    return Case(
        raw.id,
        make,
        lambda: {_block_name(name): np.array(value) for name, value in raw.values.items()},
        claims=tuple(Claim(_block_name(c.name), c.at, c.value, c.tolerance) for c in raw.claims),
    )


# variants.npz

_ADDED_TO_INPUT = ("sinusoidal", "learned")
_NO_ARRAY_OF_OURS = ("X", "pos.table", "mask", "key_valid")


def variant_cases() -> list[Case]:
    """The attention and encoder-block variants that the present spec can express."""
    page = _page("variants.json")
    cases = [] if page is None or not (FOLDER / "variants.npz").exists() else page["cases"]
    return [_variant_case(c) for c in cases if why_not(c["kind"], c["config"]) is None]


def why_not(kind: str, config: dict[str, Any]) -> str | None:
    """Why the present spec can't express a variant, or None. Issues that widen the spec widen this."""
    pos = config["pos"]
    if kind not in ("attention", "encoder_block"):
        return f"no {kind} yet"
    if config["n_q"] != config["n_k"]:
        return "keys from another source"
    if pos != "none" and pos not in _ADDED_TO_INPUT and pos not in getattr(FIELDS.get("pos"), "choices", ()):
        return f"no {pos} yet"
    return None


def _variant_case(case: dict[str, Any]) -> Case:
    config, block = case["config"], case["kind"] == "encoder_block"

    def part(which: str) -> dict[str, Array]:
        prefix = f"{case['id']}/{which}/"
        return {name: _arrays("variants.npz")[prefix + name] for name in case[which]}

    def make() -> Workspace:
        own = {
            name: config[name]
            for name in ("d", "heads", "d_k", "d_v", "d_ff", "act", "norm", "norm_place", "eps", "bias")
            if name in config
        }
        spec = ModelSpec(
            **(own if block else {**own, "norm": "none", "ffn": False, "residual": False}),
            scale=_scaled(config),
            causal=config["mask"] == "causal",
            query_offset=config["query_offset"],
            heads_off=tuple(r + 1 for r in config["heads_off"]),
        )
        arrays = part("in")
        given = {"sample0/src.X": part("out")["X0"]}  # positions added to the input come before the block
        for name, array in arrays.items():
            if name not in _NO_ARRAY_OF_OURS:
                given.update(_split(f"enc1.{name}", array, config["heads"]))
        n = config["n_q"]
        workspace = Workspace.new(spec, (_tokens(n),), given)
        rule = np.tri(n, n, config["query_offset"], dtype=bool) if spec.causal else np.ones((n, n), bool)
        if (arrays["mask"] == rule).all():
            return workspace
        return workspace.with_pin("enc1.self.mask", None, None, arrays["mask"].astype(np.float64))

    def want() -> dict[str, Array]:
        values: dict[str, Array] = {"enc1.self.mask": part("in")["mask"].astype(np.float64)}
        for name, array in part("out").items():
            if name == "X0":
                values["src.X0"] = array
            elif name == "Z" and not block:
                values["enc1.self.out"] = array
            else:
                values.update(_split(f"enc1.{name}", array, config["heads"]))
        return values

    return Case(case["id"], make, want)


def fully_masked_rows(case_id: str) -> list[int]:
    """The query rows of a variant that may read nothing."""
    page = _page("variants.json")
    assert page is not None
    return next(c["fully_masked_rows"] for c in page["cases"] if c["id"] == case_id)


def _scaled(config: dict[str, Any]) -> bool:
    """Whether scores are divided by √d_k; no other scale can be expressed."""
    root = math.isclose(config["scale"], 1 / math.sqrt(config["d_k"]), rel_tol=1e-12)
    assert root or config["scale"] == 1.0, config["scale"]
    return root


def _split(name: str, array: Array, heads: int) -> dict[str, Array]:
    """An array of theirs as ours: packed or stacked heads apart, vectors as one row."""
    owner, _, last = name.rpartition(".")
    if array.ndim == 3:  # [heads, n, width]
        return {f"{owner}.h{r + 1}.{last}": array[r] for r in range(heads)}
    array = np.atleast_2d(array)
    if owner.endswith((".self", ".cross")) and last in ("WQ", "WK", "WV", "bQ", "bK", "bV"):
        width = array.shape[1] // heads
        return {f"{owner}.h{r + 1}.{last}": array[:, r * width : (r + 1) * width] for r in range(heads)}
    return {name: array}


# encdec.npz


def encdec_cases() -> list[Case]:
    """The two-layer encoder half of the tiny encoder–decoder, both samples in one workspace."""
    page = _page("encdec.json")
    if page is None or not (FOLDER / "encdec.npz").exists():
        return []
    config = page["config"]
    return [
        Case(
            f"encdec.encoder.sample{b}",
            lambda: _encoder_workspace(page),
            lambda b=b: {  # type: ignore[misc]
                ours: value
                for name in _arrays("encdec.npz").files
                if name.startswith(f"sample{b}/enc") or name == f"sample{b}/memory"
                for ours, value in _split(
                    _encoder_name(name.partition("/")[2], config), _arrays("encdec.npz")[name], config["heads"]
                ).items()
            },
            sample=b,
        )
        for b in range(len(page["src"]))
    ]


def _encoder_name(name: str, config: dict[str, Any]) -> str:
    """`enc0.U` is `enc1.U`; their `memory` is the last encoder layer's Z."""
    if name == "memory":
        return f"enc{config['encoder_layers']}.Z"
    layer, _, rest = name.partition(".")
    return "src.X0" if name == "enc.X0" else f"enc{int(layer.removeprefix('enc')) + 1}.{rest}"


def _encoder_workspace(page: dict[str, Any]) -> Workspace:
    config, arrays = page["config"], _arrays("encdec.npz")
    spec = ModelSpec(
        enc_layers=config["encoder_layers"],
        **{name: config[name] for name in ("d", "heads", "d_k", "d_v", "d_ff", "act", "norm", "norm_place", "eps")},
        bias=config["attention_bias"],
        scale=_scaled(config),
    )
    given = {}
    for name in arrays.files:
        if name.startswith("param/enc"):
            given.update(_split(_encoder_name(name.removeprefix("param/"), config), arrays[name], config["heads"]))
    samples = []
    for b, ids in enumerate(page["src"]):
        samples.append(Sample(tuple(page["src_vocab"][k] for k in ids)))
        given[f"sample{b}/src.X"] = arrays[f"sample{b}/enc.X0"]
    workspace = Workspace.new(spec, tuple(samples), given)
    for b, valid in enumerate(arrays["data/src_key_valid"]):
        for layer in range(1, spec.enc_layers + 1):
            mask = np.broadcast_to(valid.astype(np.float64), (len(valid), len(valid)))
            workspace = workspace.with_pin(f"enc{layer}.self.mask", None, None, mask, sample=b)
    return workspace


def _tokens(n: int) -> Sample:
    return Sample(tuple(f"t{i}" for i in range(n)))
