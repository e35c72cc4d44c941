"""The source texts' examples that are models of ours: attentions, G01, positions, masks of batches, tokens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from tests.golden_cases import Case, Claim, Raw, seed_cases, tokens

Array = NDArray[Any]
Names = dict[str, str]  # their name to ours


def seed_model_cases() -> list[Case]:
    """Every case of seed_values.json whose numbers a workspace gives by itself, the BLOCK apart."""
    return [case for raw in seed_cases() if raw.operation in MODELS for case in MODELS[raw.operation](raw)]


def _case(raw: Raw, make: Callable[[], Workspace], names: Names, more: str = "") -> Case:
    """The case of `raw` whose `names` say which of its values are which matrices; `more` sets apart a second one."""
    claims = tuple(Claim(names[c.name], c.at, c.value, c.tolerance) for c in raw.claims if c.name in names)
    return Case(
        raw.id + more,
        make,
        lambda: {ours: np.array(raw.values[theirs], np.float64, ndmin=2) for theirs, ours in names.items()},
        claims=claims,
    )


def _spec(raw: Raw, **fields: Any) -> ModelSpec:
    """A spec with the case's scale: 1/√d_k, or none."""
    scale = raw.params.get("scale")
    unscaled = scale == 1.0 and fields.get("d_k") != 1
    assert scale is None or unscaled or math.isclose(scale, 1 / math.sqrt(fields["d_k"]), rel_tol=1e-12)
    return ModelSpec(**{"heads": 1, "scale": not unscaled, **fields})


def _matrices(raw: Raw, names: Names) -> dict[str, Array]:
    return {ours: np.array(raw.inputs[theirs], np.float64, ndmin=2) for theirs, ours in names.items()}


_SCORES = {"scores": "att.h1.raw", "scaled_scores": "att.h1.S", "A": "att.h1.A", "Y": "att.h1.H"}
_GIVEN = {letter: f"sample0/att.h1.{letter}" for letter in "QKV"}


def _attention(raw: Raw) -> Iterator[Case]:
    """Q, K and V given; a mask painted where there is one."""

    def make() -> Workspace:
        n_q, n_k, d_k, d_v = _sizes(raw)
        spec = _spec(raw, kind="attention", project=False, other_source=True, d_k=d_k, d_v=d_v)
        given = _matrices(raw, _GIVEN)
        if "mask" in raw.inputs:
            given["sample0/att.mask.custom"] = np.array(raw.inputs["mask"], np.float64)
        return Workspace.new(spec, (Sample(tokens(n_q), tokens(n_k)),), given)

    yield _case(raw, make, _SCORES)


def _sizes(raw: Raw) -> tuple[int, int, int, int]:
    (n_q, d_k), (n_k, d_v) = np.shape(raw.inputs["Q"]), np.shape(raw.inputs["V"])
    return n_q, n_k, d_k, d_v


def _project_attention(raw: Raw) -> Iterator[Case]:
    """X projected; and once more with W_V doubled, whose weights must be the same."""
    names = {"X": "sample0/src.X", "Wq": "att.h1.WQ", "Wk": "att.h1.WK", "Wv": "att.h1.WV"}

    def make(times: float = 1.0) -> Workspace:
        n, d = np.shape(raw.inputs["X"])
        d_k, d_v = np.shape(raw.inputs["Wq"])[1], np.shape(raw.inputs["Wv"])[1]
        given = _matrices(raw, names)
        given["att.h1.WV"] = times * given["att.h1.WV"]
        spec = _spec(raw, kind="attention", d=d, d_k=d_k, d_v=d_v)
        return Workspace.new(spec, (Sample(tokens(n)),), given)

    yield _case(raw, make, {letter: f"att.h1.{letter}" for letter in "QKV"} | _SCORES)
    twice = {"A_with_doubled_Wv": "att.h1.A", "Y_with_doubled_Wv": "att.h1.H"}
    yield _case(raw, lambda: make(2.0), twice, "-doubled")


def _relative_bias(raw: Raw) -> Iterator[Case]:
    """b(i−j), query minus key, from a table whose middle is distance 0."""

    def make() -> Workspace:
        n_q, n_k, d_k, d_v = _sizes(raw)
        table = np.array([raw.inputs["b_minus2_to_plus2"]])
        length = (table.shape[1] + 1) // 2
        spec = _spec(
            raw,
            kind="attention",
            project=False,
            other_source=True,
            d_k=d_k,
            d_v=d_v,
            pos="rel_bias",
            pos_length=length,
        )
        given = {**_matrices(raw, _GIVEN), "att.h1.rel_bias": table}
        return Workspace.new(spec, (Sample(tokens(n_q), tokens(n_k)),), given)

    yield _case(raw, make, {"bias": "att.h1.bias", "S": "att.h1.S", "A": "att.h1.A", "Y": "att.h1.H"})


def _g01(raw: Raw) -> Iterator[Case]:
    """A pre-norm layer of identity weights with FFN(z) = ½ ReLU(z), a final norm, and the vocabulary's softmax."""

    def make() -> Workspace:
        n, d = np.shape(raw.inputs["X"])
        spec = _spec(
            raw,
            kind="decoder_only",
            d=d,
            d_k=d,
            d_v=d,
            d_ff=d,
            causal=True,
            norm_place="pre",
            final_norm=True,
            head=True,
            eps=raw.params["eps"],
        )
        given = _matrices(raw, {"X": "sample0/tgt.X", "W_vocab": "out.W"})
        given |= {f"dec1.self.h1.W{letter}": np.eye(d) for letter in "QKV"}
        given |= {"dec1.self.WO": np.eye(d), "dec1.ffn.W1": np.eye(d), "dec1.ffn.W2": np.eye(d) / 2}
        words = {"tgt": tuple(f"w{i}" for i in range(np.shape(raw.inputs["W_vocab"])[1]))}
        return Workspace.new(spec, (Sample((), tokens(n)),), given, vocab=words)

    names = {name: f"dec1.self.h1.{name}" for name in "QKVA"} | {
        "norm1": "dec1.norm1", "scaled_scores": "dec1.self.h1.S", "attention": "dec1.self.out",
        "residual1": "dec1.U", "norm2": "dec1.norm2", "ffn": "dec1.ffn.out", "residual2": "dec1.Z",
        "norm3": "dec.norm", "logits": "out.logits", "probabilities": "out.p",
    }  # fmt: skip
    yield _case(raw, make, names)


def _permutation(raw: Raw) -> Iterator[Case]:
    """The rows as they are and in another order: everything visible, causal, and with sinusoidal positions."""
    for letter in ("Y", "Yp"):
        for kind, fields in (("full", {}), ("causal", {"causal": True}), ("positions", {"pos": "sinusoidal"})):

            def make(letter: str = letter, fields: dict[str, Any] = fields) -> Workspace:
                x = np.array(raw.inputs["X"])
                d_k, d_v = np.shape(raw.inputs["WQ"])[1], np.shape(raw.inputs["WV"])[1]
                spec = _spec(raw, kind="attention", d=x.shape[1], d_k=d_k, d_v=d_v, **fields)
                given = _matrices(raw, {f"W{w}": f"att.h1.W{w}" for w in "QKV"})
                given["sample0/src.X"] = x if letter == "Y" else x[raw.inputs["order"]]
                return Workspace.new(spec, (Sample(tokens(len(x))),), given)

            yield _case(raw, make, {f"{letter}_{kind}": "att.h1.H"}, f"-{letter}-{kind}")


def _rope_rotate(raw: Raw) -> Iterator[Case]:
    """The same rows as queries and as keys, turned by their positions."""

    def make() -> Workspace:
        x = np.array(raw.inputs["x"], np.float64)
        spec = ModelSpec(
            kind="attention",
            project=False,
            heads=1,
            d_k=x.shape[1],
            pos=raw.params["layout"],
            rope_base=raw.params["base"],
        )
        return Workspace.new(spec, (Sample(tokens(len(x))),), dict.fromkeys((_GIVEN["Q"], _GIVEN["K"]), x))

    yield _case(raw, make, {"y": "att.h1.Qrot"}, "-Q")
    yield _case(raw, make, {"y": "att.h1.Krot"}, "-K")


def _sinusoid(raw: Raw) -> Iterator[Case]:
    def make() -> Workspace:
        spec = ModelSpec(d=raw.inputs["d"], pos="sinusoidal")
        return Workspace.new(spec, (Sample(tokens(raw.inputs["n"])),))

    yield _case(raw, make, {"PE": "src.P"})


def _embed_scale(raw: Raw) -> Iterator[Case]:
    """Rows times √d, then positions."""

    def make() -> Workspace:
        table = np.array(raw.inputs["E"])
        words = tokens(len(table))
        spec = ModelSpec(inputs="tokens", d=table.shape[1], pos="sinusoidal")
        return Workspace.new(spec, (Sample(words),), {"src.embed": table}, vocab={"src": words})

    yield _case(raw, make, {"X": "src.X0"})


def _lookup(raw: Raw) -> Iterator[Case]:
    def make() -> Workspace:
        table = np.array(raw.inputs["E"])
        words = tokens(len(table))
        spec = ModelSpec(inputs="tokens", embed_scale=False, d=table.shape[1])
        sample = Sample(tuple(words[k] for k in raw.inputs["ids"]))
        return Workspace.new(spec, (sample,), {"src.embed": table}, vocab={"src": words})

    yield _case(raw, make, {"X": "src.X"})


def batch(raw: Raw) -> Workspace:
    """The tokens of a case about masks or units as an encoder–decoder with labels."""
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens", causal=True, head=True)
    return Workspace.new(spec, (Sample(tuple(raw.inputs["source"]), tuple(raw.inputs["target_input"])),))


def _masks(raw: Raw) -> Iterator[Case]:
    names = {"causal": "dec1.self.mask.causal"} | {
        theirs: ours
        for theirs, ours in {
            "encoder_self": "enc1.self.mask", "decoder_self": "dec1.self.mask", "cross": "dec1.cross.mask",
        }.items()
        if theirs in raw.values
    }  # fmt: skip
    yield _case(raw, lambda: batch(raw), names)


MODELS: dict[str, Callable[[Raw], Iterator[Case]]] = {
    "attention": _attention,
    "project_attention": _project_attention,
    "relative_bias": _relative_bias,
    "g01": _g01,
    "permutation": _permutation,
    "rope_rotate": _rope_rotate,
    "sinusoid": _sinusoid,
    "embed_scale": _embed_scale,
    "lookup": _lookup,
    "masks": _masks,
    "units": _masks,
}
