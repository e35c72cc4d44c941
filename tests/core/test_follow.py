"""Following a row: its stages against lists written by hand from the figure of the paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core import glass
from core.engine import Engine
from core.follow import NONE, PREDICTION, READ_BY, READING, ROW, STEMS, Source, Stage, axes, predicting, stages
from core.graph import short
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from resources import path as resource
from tests.core.specs import spread


def fresh(workspace: Workspace) -> Trace:
    return Engine("numpy").run(workspace)


def model(name: str) -> Trace:
    return fresh(glass.load(resource("models", f"{name}.glass")))


def names(found: tuple[Stage, ...]) -> list[str]:
    return [stage.node for stage in found]


def heads(part: str, *stems: str) -> list[str]:
    return [f"{part}.h{r}.{stem}" for r in (1, 2) for stem in stems]


BLOCK = [
    "src.X",
    *heads("enc1.self", "Q", "A", "H"),
    "enc1.self.out",
    "enc1.sum1",
    "enc1.norm1",
    "enc1.ffn.hidden",
    "enc1.ffn.out",
    "enc1.sum2",
    "enc1.norm2",
]


def decoder_layer(at: str) -> list[str]:
    return [
        *heads(f"{at}.self", "Q", "A", "H"),
        f"{at}.self.out",
        f"{at}.sum1",
        f"{at}.norm1",
        *heads(f"{at}.cross", "Q", "A", "H"),
        f"{at}.cross.out",
        f"{at}.sum2",
        f"{at}.norm2",
        f"{at}.ffn.hidden",
        f"{at}.ffn.out",
        f"{at}.sum3",
        f"{at}.norm3",
    ]


def test_a_row_of_the_block() -> None:
    trace = model("block")
    assert axes(trace) == ("src",)
    found = stages(trace, "src", 0)
    assert names(found) == BLOCK
    assert [s.place for s in found] == ["src"] + ["enc1.self"] * 9 + ["enc1.ffn"] * 4
    weights = found[2]
    assert weights.kind == READING
    # 我 reads 我, 给, 书 with the weights of the two texts: e^(1/√2), 1, e^(1/√2) over their sum.
    e = math.exp(1 / math.sqrt(2))
    assert weights.sources == (
        Source("src", 0, "我", pytest.approx(e / (2 * e + 1), abs=1e-12)),
        Source("src", 2, "书", pytest.approx(e / (2 * e + 1), abs=1e-12)),
        Source("src", 1, "给", pytest.approx(1 / (2 * e + 1), abs=1e-12)),
    )
    assert found[0].length == pytest.approx(math.sqrt(2))  # X[我] = 1 0 1 0
    assert (found[0].values == [1, 0, 1, 0]).all()
    assert found[-1].length == pytest.approx(2.0, abs=1e-5)  # after LayerNorm with γ = 1: √d


def test_the_word_that_predicts_through_both_halves() -> None:
    """gave: embedding, masked self-attention over BOS, I, gave, all nine source rows, feed-forward, vocabulary."""
    trace = model("translate")
    assert axes(trace) == ("src", "tgt")
    found = stages(trace, "tgt", 2)
    assert names(found) == [
        "tgt.E",
        "tgt.scaled",
        "tgt.P",
        "tgt.X0",
        *decoder_layer("dec1"),
        *decoder_layer("dec2"),
        "out.logits",
        "out.p",
    ]
    by_name = {stage.node: stage for stage in found}
    for layer in ("dec1", "dec2"):
        for head in ("h1", "h2"):
            own = by_name[f"{layer}.self.{head}.A"]
            assert {s.token for s in own.sources} == {"BOS", "I", "gave"}
            other = by_name[f"{layer}.cross.{head}.A"]
            assert {s.index for s in other.sources} == set(range(9))
            assert all(s.axis == "src" for s in other.sources)
            weights = [s.weight for s in other.sources]
            assert weights == sorted(weights, reverse=True)
            assert sum(weights) == pytest.approx(1.0)
    end = by_name["out.p"]
    assert end.kind == PREDICTION
    assert end.place == "out"
    assert end.sources[0].token == trace["out.p"].cols[int(np.argmax(trace["out.p"].values[2]))]


def test_a_source_row_ends_where_the_target_reads_it() -> None:
    trace = model("translate")
    found = stages(trace, "src", 7)
    assert names(found[-12:]) == [*heads("dec1.cross", "K", "V", "A"), *heads("dec2.cross", "K", "V", "A")]
    read = found[-1]
    assert read.kind == READ_BY
    assert (read.values == trace["dec2.cross.h2.A"].values[:, 7]).all()
    assert {s.token for s in read.sources} == set(trace.labels("tgt", 8))
    assert {s.axis for s in read.sources} == {"tgt"}
    assert "enc2.norm2" in names(found)  # the memory


def test_a_decoder_alone_and_an_encoder_of_words() -> None:
    spec = ModelSpec(kind="decoder_only", causal=True, head=True, heads=2, norm_place="pre")
    found = stages(fresh(Workspace.new(spec, (Sample((), ("a", "b", "c")),))), "tgt", 1)
    assert names(found) == [
        "tgt.X",
        "dec1.norm1",
        *heads("dec1.self", "Q", "A", "H"),
        "dec1.self.out",
        "dec1.sum1",
        "dec1.norm2",
        "dec1.ffn.hidden",
        "dec1.ffn.out",
        "dec1.sum2",
        *(["dec.norm"] if spec.final_norm else []),
        "out.logits",
        "out.p",
    ]
    assert {s.token for s in found[3].sources} == {"a", "b"}
    assert names(stages(model("words"), "src", 0)) == ["src.E", *BLOCK[1:]]


def test_attention_alone_ends_with_its_heads() -> None:
    given = ModelSpec(kind="attention", project=False, other_source=True, heads=1)
    trace = fresh(Workspace.new(given, (Sample(("a", "b"), ("x", "y", "z")),)))
    assert axes(trace) == ("src", "kv")
    assert names(stages(trace, "src", 1)) == ["att.h1.Q", "att.h1.A", "att.h1.H", "att.concat"]
    keys = stages(trace, "kv", 2)
    assert names(keys) == ["att.h1.K", "att.h1.V", "att.h1.A"]
    assert [s.token for s in keys[-1].sources] in (["a", "b"], ["b", "a"])
    assert names(stages(model("qkv"), "src", 0))[-1] == "att.out"


def test_the_steps_between_the_stages() -> None:
    few, all_ = (names(stages(model("block"), "src", 1, steps)) for steps in (False, True))
    assert [name for name in all_ if name in few] == few
    assert [name for name in all_ if name not in few] == [
        *heads("enc1.self", "K", "V", "raw", "S"),
        "enc1.self.concat",
        "enc1.norm1.xhat",
        "enc1.ffn.pre",
        "enc1.norm2.xhat",
    ]


def test_hidden_keys_are_no_sources_unless_they_are_held() -> None:
    workspace = Workspace.new(ModelSpec(causal=True, heads=1), (Sample(("a", "b", "c")),))
    a = "enc1.self.h1.A"

    def sources(changed: Workspace) -> list[int]:
        return [s.index for stage in stages(fresh(changed), "src", 0) if stage.node == a for s in stage.sources]

    assert sources(workspace) == [0]
    assert sources(workspace.with_pin(a, 0, 2, 0.25)) == [0, 2]
    assert sources(workspace.with_pin("enc1.self.mask", 0, 0, 0.0)) == []


def test_every_matrix_with_rows_of_tokens_has_its_line() -> None:
    """A new op's matrix must say what it is on the way."""
    for workspace in spread(150, seed=5):
        trace = fresh(workspace)
        for axis in axes(trace):
            count = len(trace.labels(axis, 0))
            for node in trace.graph.nodes:
                if node.axes[0] == axis and node.role != "parameter":
                    assert short(node.name) in STEMS, node.name
            found = stages(trace, axis, count - 1, steps=True)
            assert len({s.node for s in found}) == len(found)
            for stage in found:
                matrix = trace[stage.node].values
                want = matrix[:, -1] if stage.kind == READ_BY else matrix[-1]
                assert (stage.values == want).all() or not np.isfinite(want).all()
                assert STEMS[short(stage.node)] != NONE
                assert (stage.kind == ROW) == (not stage.sources) or stage.kind in (READING, READ_BY)
            assert names(stages(trace, axis, 0)), (axis, workspace.spec)


def test_the_length_is_the_euclidean_norm() -> None:
    for stage in stages(model("padding"), "tgt", 3, steps=True):
        assert stage.length == pytest.approx(float(np.linalg.norm(stage.values)), rel=1e-14)


def test_which_word_predicts() -> None:
    assert predicting(model("translate")) == ("tgt", 7)
    assert predicting(model("block")) == ("src", 2)
    spec = ModelSpec(kind="encoder_decoder", head=True)
    padded = Workspace.new(spec, (Sample(("s", "t"), ("BOS", "x", "PAD")),))
    assert predicting(fresh(padded)) == ("tgt", 1)
    nothing = Workspace.new(spec, (Sample(("s",), ("PAD", "PAD")),))
    assert predicting(fresh(nothing)) == ("tgt", 1)


def test_a_row_that_is_not_there() -> None:
    trace = model("block")
    for row in (-1, 3):
        with pytest.raises(IndexError, match="which has 3"):
            stages(trace, "src", row)
