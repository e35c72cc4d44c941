"""The golden numbers as our workspaces and names. Only this file, `golden_seeds.py` (the source texts' small examples)
and `golden_graphs.py` (those that are no whole model) know how the golden files name things.

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

from core.spec import ModelSpec
from core.workspace import Sample, Workspace

Array = NDArray[Any]
OWN = Path(__file__).parent / "golden"
FOLDER = Path(os.environ.get("GLASSFORMER_GOLDEN") or OWN)

TOLERANCE = 1e-10  # of max(1, |want|), float64
TOLERANCE_FLOAT32 = 2e-5
TOLERANCE_FLOAT32_ENCDEC = 1e-4


@dataclass(frozen=True)
class Claim:
    """A number as the source text prints it, with half a unit of its last digit."""

    name: str
    at: tuple[int, ...]
    value: Any
    tolerance: float


@dataclass(frozen=True)
class Case:
    """One golden case: what to compute, and the values it must give, by our names.

    `rows_of_nothing` are the query rows of an attention that may read no key.
    """

    id: str
    make: Callable[[], Workspace]
    want: Callable[[], dict[str, Array]]
    sample: int = 0
    claims: tuple[Claim, ...] = ()
    tolerance_float32: float = TOLERANCE_FLOAT32
    rows_of_nothing: dict[str, list[int]] = field(default_factory=dict)


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
            d=d, heads=sum(name.startswith("WQ") for name in raw.inputs), d_k=d_k, d_v=d_v,
            d_ff=np.shape(raw.inputs["W1"])[1], norm_place=p["norm_place"], norm=p["norm"],
            eps=p["eps"], heads_off=tuple(r + 1 for r in p["heads_off"]), causal=p["causal"],
        )  # fmt: skip
        given = {_block_name(name): np.array(value) for name, value in raw.inputs.items()}
        return Workspace.new(spec, (Sample(tokens(n)),), given)  # γ = 1, β = 0, no biases: what new arrays hold

    return Case(
        raw.id,
        make,
        lambda: {_block_name(name): np.array(value) for name, value in raw.values.items()},
        claims=tuple(Claim(_block_name(c.name), c.at, c.value, c.tolerance) for c in raw.claims),
    )


# variants.npz

_KINDS = {"attention": "attention", "encoder_block": "encoder", "decoder_block": "decoder"}
_AT = {"attention": "att", "encoder": "enc1.self", "decoder": "dec1.self"}  # what they call `self`
_INPUTS = ("mask", "key_valid", "memory_mask", "memory_valid")  # these become samples and rules


def variant_cases() -> list[Case]:
    """Every variant that a spec can express: all of our own."""
    return [_Variant(c).case() for c in _variants() if why_not(c["kind"], c["config"]) is None]


def variants_left() -> dict[str, str]:
    """The variants that no spec can express, and why."""
    reasons = {c["id"]: why_not(c["kind"], c["config"]) for c in _variants()}
    return {name: reason for name, reason in reasons.items() if reason is not None}


def _variants() -> list[dict[str, Any]]:
    page = _page("variants.json")
    return [] if page is None or not (FOLDER / "variants.npz").exists() else page["cases"]


def why_not(kind: str, config: dict[str, Any]) -> str | None:
    """Why no spec can express a variant, or None."""
    if kind not in _KINDS:
        return f"no {kind}"
    if kind != "attention" and config["query_offset"]:
        return "queries of a block stand where its keys stand"
    return None


class _Variant:
    """One variant as a workspace: their arrays apart by heads, their masks as padding, rules and custom masks."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.id = case["id"]
        self.config = case["config"]
        self.kind = _KINDS[case["kind"]]
        self.at = _AT[self.kind]
        self.names = {"in": case["in"], "out": case["out"]}
        self.rows_of_nothing = {f"{self.at}": case["fully_masked_rows"]} if case["fully_masked_rows"] else {}

    def part(self, which: str) -> dict[str, Array]:
        return {name: _arrays("variants.npz")[f"{self.id}/{which}/{name}"] for name in self.names[which]}

    def case(self) -> Case:
        return Case(self.id, self.make, self.want, rows_of_nothing=self.rows_of_nothing)

    def spec(self, arrays: dict[str, Array]) -> ModelSpec:
        config = self.config
        own = ("d", "heads", "d_k", "d_v", "d_ff", "act", "norm", "norm_place", "eps", "bias", "pos", "rope_base")
        table = arrays.get("pos.table")
        bias = arrays.get("self.rel_bias")
        return ModelSpec(
            kind=self.kind,
            **{name: config[name] for name in own if name in config},
            scale=_scaled(config),
            causal=config["mask"] in ("causal", "causal_padding", "sliding"),
            window=config["window"] if config["mask"] == "sliding" else 0,
            query_offset=config["query_offset"],
            heads_off=tuple(r + 1 for r in config["heads_off"]),
            shaw_clip=config["shaw_clip"],
            pos_length=len(table) if table is not None else (bias.shape[1] + 1) // 2 if bias is not None else 1,
            other_source="X_kv" in arrays,
        )

    def sample(self, arrays: dict[str, Array]) -> Sample:
        """Queries first: the source of an attention or encoder, the target of a decoder."""
        n_q, n_k = self.config["n_q"], self.config["n_k"]
        valid = tuple(bool(v) for v in arrays["key_valid"])
        if self.kind == "decoder":
            memory = tuple(bool(v) for v in arrays["memory_valid"])
            return Sample(tokens(len(memory)), tokens(n_q), memory, valid)
        if "X_kv" in arrays:
            return Sample(tokens(n_q), tokens(n_k), (True,) * n_q, valid)
        return Sample(tokens(n_q), (), valid)

    def make(self) -> Workspace:
        arrays = self.part("in")
        side = "tgt" if self.kind == "decoder" else "src"
        given = {f"sample0/{side}.X": arrays["X"]}
        for name, array in arrays.items():
            if name in ("X_kv", "memory"):
                given["sample0/" + {"X_kv": "kv.X"}.get(name, name)] = array
            elif name not in ("X", *_INPUTS):
                given.update(_split(self.ours(name), array, self.config["heads"]))
        if self.config["mask"] == "free":
            given[f"sample0/{self.at}.mask.custom"] = arrays["mask"]
        crossing = arrays.get("memory_mask")
        if crossing is not None and not (crossing == arrays["memory_valid"]).all():
            given["sample0/dec1.cross.mask.custom"] = crossing
        return Workspace.new(self.spec(arrays), (self.sample(arrays),), given)

    def want(self) -> dict[str, Array]:
        arrays = self.part("in")
        values: dict[str, Array] = {f"{self.at}.mask": arrays["mask"].astype(np.float64)}
        if "memory_mask" in arrays:
            values["dec1.cross.mask"] = arrays["memory_mask"].astype(np.float64)
        for name, array in self.part("out").items():
            values.update(_split(self.ours(name), array, self.config["heads"]))
        return values

    def ours(self, name: str) -> str:
        """`self.WQ` is `enc1.self.WQ`, or `att.WQ` where there are no layers; `X0` is that of the queries."""
        first, _, rest = name.partition(".")
        if name == "X0":
            return "tgt.X0" if self.kind == "decoder" else "src.X0"
        if name == "X0_kv":
            return "kv.X0"
        if name == "Z" and self.kind == "attention":
            return "att.out"
        if first == "self":
            return f"{self.at}.{rest}"
        return name if name == "pos.table" else f"{self.at.partition('.')[0]}.{name}"


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
    if owner.endswith(("self", "cross", "att")) and last in ("WQ", "WK", "WV", "bQ", "bK", "bV"):
        width = array.shape[1] // heads
        return {f"{owner}.h{r + 1}.{last}": array[:, r * width : (r + 1) * width] for r in range(heads)}
    if last == "rel_bias":  # one row a head
        return {f"{owner}.h{r + 1}.{last}": array[r : r + 1] for r in range(heads)}
    return {name: array}


# encdec.npz


def encdec_cases() -> list[Case]:
    """The tiny encoder–decoder from tokens to the loss, both samples in one workspace."""
    page = encdec_page()
    if page is None:
        return []
    arrays = _arrays("encdec.npz")

    def want(b: int) -> dict[str, Array]:
        values = {
            ours: value
            for name in arrays.files
            if name.startswith(f"sample{b}/")
            for ours, value in _split(
                _encdec_name(name.partition("/")[2]), _column(name, arrays[name]), page["config"]["heads"]
            ).items()
        }
        return values | {
            "tgt.labels": arrays["data/labels"][b][:, None].astype(np.float64),
            "tgt.label_counts": arrays["data/loss_mask"][b][:, None].astype(np.float64),
        }

    return [
        Case(
            f"encdec.sample{b}",
            lambda: _encdec_workspace(page),
            lambda b=b: want(b),  # type: ignore[misc]
            sample=b,
            tolerance_float32=TOLERANCE_FLOAT32_ENCDEC,
        )
        for b in range(len(page["src"]))
    ]


@dataclass(frozen=True)
class Generated:
    """A greedy generation: tokens with BOS first, logits of each step with and without a cache, and what it holds."""

    source: tuple[str, ...]
    tokens: tuple[str, ...]
    limit: int
    logits: Array
    logits_cached: Array
    cache: dict[str, Array]


def generations() -> list[tuple[Workspace, Generated]]:
    """The greedy generations of encdec, each with the model that made it."""
    page = encdec_page()
    if page is None:
        return []
    arrays, found = _arrays("encdec.npz"), []
    for b, said in enumerate(page["generation"]):
        at = f"generate{b}/"
        cache: dict[str, Array] = {}
        for name in arrays.files:
            if name.startswith(at) and ".cache_" in name:
                layer, _, letter = name.removeprefix(at).partition(".cache_")
                cache.update(_split(f"dec{int(layer[3:]) + 1}.self.{letter}", arrays[name], page["config"]["heads"]))
        tokens = tuple(page["tgt_vocab"][k] for k in arrays[at + "ids"])
        assert tokens == tuple(said["tokens"])
        limit = page["config"]["max_new_tokens"]
        logits, cached = arrays[at + "logits"], arrays[at + "logits_cached"]
        made = Generated(tuple(said["source"].split()), tokens, limit, logits, cached, cache)
        found.append((_encdec_workspace(page), made))
    return found


def encdec_page() -> dict[str, Any] | None:
    """encdec.json, where its arrays are there too."""
    return _page("encdec.json") if (FOLDER / "encdec.npz").exists() else None


def _column(name: str, array: Array) -> Array:
    """Their one number a token stands in a column here."""
    return array[:, None] if name.endswith("/token_loss") else array


def _encdec_name(name: str) -> str:
    """`enc0.U` is `enc1.U`, `dec.X0` is `tgt.X0`, `src_embed` is `src.embed`, `logits` is `out.logits`."""
    first, _, rest = name.partition(".")
    if first[:3] in ("enc", "dec"):
        side = {"enc": "src", "dec": "tgt"}[first[:3]]
        return f"{first[:3]}{int(first[3:]) + 1}.{rest}" if first[3:] else f"{side}.{rest}"
    return f"out.{name}" if name in ("logits", "logp", "token_loss") else name.replace("_embed", ".embed")


def _encdec_workspace(page: dict[str, Any]) -> Workspace:
    config, arrays = page["config"], _arrays("encdec.npz")
    spec = ModelSpec(
        kind="encoder_decoder",
        inputs="tokens",
        embed_scale=config["embedding_times_sqrt_d"],
        head=True,
        causal=True,
        enc_layers=config["encoder_layers"],
        dec_layers=config["decoder_layers"],
        **{name: config[name] for name in ("d", "heads", "d_k", "d_v", "d_ff", "act", "norm", "norm_place", "eps")},
        bias=config["attention_bias"],
        scale=_scaled(config),
        pos="sinusoidal" if config["sinusoidal_positions"] else config["pos"],
    )
    given = {}
    for name in arrays.files:
        if name.startswith("param/"):
            given.update(_split(_encdec_name(name.removeprefix("param/")), arrays[name], config["heads"]))
    words = {side: tuple(page[f"{side}_vocab"]) for side in ("src", "tgt")}
    samples = tuple(
        Sample(tuple(words["src"][k] for k in source), tuple(words["tgt"][k] for k in target))
        for source, target in zip(page["src"], page["tgt_in"], strict=True)
    )
    return Workspace.new(spec, samples, given, vocab=words)


def tokens(n: int) -> tuple[str, ...]:
    """Names for n rows."""
    return tuple(f"t{i}" for i in range(n))


def encdec_gradients() -> dict[str, Array]:
    """The golden gradients of the batch's loss, by our parameters; none where they are not there."""
    page = encdec_page()
    if page is None:
        return {}
    arrays = _arrays("encdec.npz")
    found = {}
    for name in arrays.files:
        if name.startswith("grad/"):
            found.update(_split(_encdec_name(name.removeprefix("grad/")), arrays[name], page["config"]["heads"]))
    return found


def jacobian(name: str) -> Array | None:
    """∂Z/∂X of the BLOCK as [i, r, j, s], with the name it has in the golden set."""
    arrays = _arrays("encdec.npz") if encdec_page() is not None else None
    return None if arrays is None or f"jacobian/{name}" not in arrays.files else arrays[f"jacobian/{name}"]
