"""More faults that other people's tools had, whose right answers need a whole model: positions, batches, the loss.

As in `test_cases.py` the answers were computed apart from this project or follow by hand.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import WAYS, needs_numba, run_op

Array = NDArray[Any]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return request.param


def is_(got: Array, want: Any, tolerance: float = 1e-8) -> bool:
    return got.shape == np.shape(want) and bool((np.abs(got - np.array(want)) <= tolerance).all())


def attention(executor: str, q: Any, k: Any, v: Any = None, more: dict[str, Any] | None = None, **fields: Any) -> Trace:
    """One head with Q, K and V given; `more` are further arrays by name."""
    q, k = np.array(q, float), np.array(k, float)
    v = np.zeros((len(k), 1)) if v is None else np.array(v, float)
    spec = ModelSpec(
        kind="attention", project=False, other_source=True, heads=1, d_k=q.shape[1], d_v=v.shape[1], **fields
    )
    sample = Sample(tuple(f"q{i}" for i in range(len(q))), tuple(f"k{i}" for i in range(len(k))))
    given = {"sample0/att.h1.Q": q, "sample0/att.h1.K": k, "sample0/att.h1.V": v}
    given |= {name: np.array(a, float) for name, a in (more or {}).items()}
    return Engine(executor).run(Workspace.new(spec, (sample,), given))


# causal masks and cached keys


def test_causal_by_absolute_position(executor: str) -> None:
    values = [[1], [2], [3], [4], [5]]
    last = attention(executor, np.zeros((2, 1)), np.zeros((5, 1)), values, causal=True, query_offset=3)
    assert last["att.mask"].values.tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert is_(last["att.h1.H"].values, [[2.5], [3.0]])  # counted from the top left: 1.0 and 1.5
    early = attention(executor, np.zeros((5, 1)), np.zeros((2, 1)), [[4], [6]], causal=True, query_offset=-3)
    assert early["att.mask"].values.tolist() == [[0, 0], [0, 0], [0, 0], [1, 0], [1, 1]]
    assert is_(early["att.h1.H"].values, [[0], [0], [0], [4], [5]])
    assert early.nonfinite() is None
    assert early["att.mask.causal"].formula == "key ≤ query + query_offset", "the rule says how it is meant"


def test_left_padding_under_causal_is_the_run_without_it(executor: str) -> None:
    """Row 0 sees nothing; the others are as if there were no padding where positions don't count."""
    table = np.random.default_rng(5).normal(size=(6, 4))
    words = {"tgt": ("PAD", "BOS", "EOS", "a", "b", "c")}
    for pos in ("none", "rel_bias", "shaw_kv", "rope_half"):
        spec = ModelSpec(kind="decoder_only", inputs="tokens", causal=True, pos=pos)
        padded, plain = (
            Engine(executor).run(Workspace.new(spec, (Sample((), tokens),), {"tgt.embed": table}, vocab=words))
            for tokens in (("PAD", "a", "b", "c"), ("a", "b", "c"))
        )
        assert padded["dec1.self.mask"].values.tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]
        assert not padded["dec1.self.h1.A"].values[0].any()
        assert is_(padded["dec1.Z"].values[1:], plain["dec1.Z"].values, 1e-12)


def test_one_more_token_beside_cached_ones_is_the_last_row_of_all(executor: str) -> None:
    """A triangle hung from the top left would give [1, 1] for the third row."""
    x, w = np.array([[1.0, 0], [0, 1], [1, 1]]), {"WQ": np.eye(2), "WK": np.eye(2)[::-1], "WV": [[1, 1], [0, 1]]}
    given = {f"att.h1.{name}": np.array(a, float) for name, a in w.items()}
    full_spec = ModelSpec(kind="attention", d=2, heads=1, causal=True)
    full = Engine(executor).run(Workspace.new(full_spec, (Sample(("a", "b", "c")),), {"sample0/src.X": x, **given}))
    assert is_(full["att.h1.H"].values, [[1, 1], [0.66976155, 1], [0.75174492, 1.50348984]])
    spec = ModelSpec(kind="attention", d=2, heads=1, causal=True, other_source=True, query_offset=2)
    rows = {"sample0/src.X": x[2:], "sample0/kv.X": x}
    one = Engine(executor).run(Workspace.new(spec, (Sample(("c",), ("a", "b", "c")),), {**rows, **given}))
    assert is_(one["att.h1.H"].values, [[0.75174492, 1.50348984]])
    assert is_(one["att.h1.H"].values, full["att.h1.H"].values[2:], 1e-15)


# relative positions


@pytest.mark.parametrize(
    ("scale", "want"),
    [(False, [0.99330715, 0.00669285]), (True, [0.97871894, 0.02128106])],  # the bias scaled too: 0.9717
)
def test_the_bias_is_added_after_scaling(executor: str, scale: bool, want: list[float]) -> None:
    """Of distances 0 and −1 (query minus key); the table's middle is distance 0."""
    bias = {"att.h1.rel_bias": [[-0.5, 0.5, 9.0]]}
    trace = attention(executor, [[2, 0]], [[2, 0], [0, 2]], more=bias, pos="rel_bias", pos_length=2, scale=scale)
    assert is_(trace["att.h1.A"].values, [want])
    assert trace["att.h1.rel_bias"].cols == ("−1", "0", "1")


def test_the_sign_of_a_distance_is_said_and_kept(executor: str) -> None:
    """b counts query minus key, Shaw's vectors key minus query; a transposed table is the fault."""
    table = [[-3, -2, -1, 0, 1, 2, 3]]
    zeros = np.zeros((4, 2))
    trace = attention(executor, zeros, zeros, more={"att.h1.rel_bias": table}, pos="rel_bias", pos_length=4)
    assert trace["att.h1.bias"].values.tolist() == [[i - j for j in range(4)] for i in range(4)]
    assert trace["att.h1.bias"].formula == "rel_bias¹ at query − key"
    vectors = {"att.shaw_k": [[-1, 0], [0, 0], [1, 0]]}
    shaw = attention(executor, zeros + 1, zeros, more=vectors, pos="shaw_k", shaw_clip=1)
    assert shaw["att.h1.rel"].values.tolist() == [[max(-1, min(1, j - i)) for j in range(4)] for i in range(4)]
    assert "key − query" in shaw["att.h1.rel"].formula


def test_a_new_query_keeps_its_distances_to_cached_keys(executor: str) -> None:
    """Bias −distance for the third token: distances 2, 1, 0. As if it stood at 0 all would be alike or turned round."""
    table = {"att.h1.rel_bias": [[0, 0, 0, -1, -2]]}
    fields = {"pos": "rel_bias", "pos_length": 3, "causal": True}
    one = attention(executor, np.zeros((1, 2)), np.zeros((3, 2)), more=table, query_offset=2, **fields)
    assert is_(one["att.h1.A"].values, [[0.09003057, 0.24472847, 0.66524096]])
    full = attention(executor, np.zeros((3, 2)), np.zeros((3, 2)), more=table, **fields)
    assert is_(full["att.h1.A"].values[2:], one["att.h1.A"].values, 0)


def test_shaw_s_vectors_are_clipped_and_scaled_by_one_head(executor: str) -> None:
    vectors = {"att.shaw_k": [[1, 0], [0, 0], [0, 1]]}
    trace = attention(executor, [[1, 2]] * 3, np.zeros((3, 2)), more=vectors, pos="shaw_k", shaw_clip=1)
    r = math.sqrt(0.5)
    assert is_(trace["att.h1.S"].values, [[0, 2 * r, 2 * r], [r, 0, 2 * r], [r, r, 0]])  # turned round: 0, r, r
    weights = [
        [0.10838345, 0.44580827, 0.44580827],
        [0.28399541, 0.14002925, 0.57597535],
        [0.40111209, 0.40111209, 0.19777581],
    ]
    assert is_(trace["att.h1.A"].values, weights)


@pytest.mark.parametrize("pos", ["rel_bias", "shaw_k", "shaw_kv"])
def test_relative_positions_leak_no_future(executor: str, pos: str) -> None:
    spec = ModelSpec(kind="decoder_only", causal=True, pos=pos)
    workspace = Workspace.new(spec, (Sample((), tuple("abcd")),))
    before, after = (
        Engine(executor).run(w) for w in (workspace, workspace.with_block("tgt.X", 3, 0, np.array([[9.0, -9, 1e6, 0]])))
    )
    assert (np.triu(before["dec1.self.h1.A"].values, 1) == 0).all()
    assert before["dec1.Z"].values[:3].tobytes() == after["dec1.Z"].values[:3].tobytes()
    assert before["dec1.Z"].values[3].tobytes() != after["dec1.Z"].values[3].tobytes()


# absolute positions


def test_sinusoids_of_odd_widths_have_one_sine_more(way: str) -> None:
    want = [
        [0, 1, 0, 1, 0],
        [0.8414709848, 0.5403023059, 0.0251162229, 0.9996845379, 0.0006309573],
        [0.9092974268, -0.4161468365, 0.0502165994, 0.9987383507, 0.0012619144],
    ]
    assert is_(run_op("sinusoid", [[0]], shape=(3, 5), way=way), want, 1e-10)
    assert is_(run_op("sinusoid", [[0]], shape=(2, 1), way=way), [[0], [0.8414709848]], 1e-10)


def test_sines_and_cosines_alternate(executor: str) -> None:
    """All sines first would give 0.8415, 0.01, 0.5403, 0.99995."""
    trace = Engine(executor).run(Workspace.new(ModelSpec(pos="sinusoidal"), (Sample(("a", "b")),)))
    assert is_(trace["src.P"].values[1:], [[0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004]])
    assert "sin, cos" in trace["src.P"].formula


def test_the_embedding_is_scaled_before_positions_are_added(executor: str) -> None:
    """Left out 0.1, 1.2, …; the sum scaled 0.2, 2.4, …; divided 0.05, 1.1, …."""
    spec = ModelSpec(inputs="tokens", pos="sinusoidal")
    given = {"src.embed": np.array([[0.1, 0.2, 0.3, 0.4]])}
    trace = Engine(executor).run(Workspace.new(spec, (Sample(("a",)),), given, vocab={"src": ("a",)}))
    assert is_(trace["src.X0"].values, [[0.2, 1.4, 0.6, 1.8]], 1e-15)


def test_a_table_that_is_too_short_is_refused_with_its_length() -> None:
    spec = ModelSpec(kind="decoder_only", inputs="tokens", pos="learned", pos_length=4)
    four = Workspace.new(spec, (Sample((), ("a", "b", "c", "d")),))
    before = Engine("numpy").run(four)
    with pytest.raises(Problem, match="has 4 rows, this sample needs 5"):
        four.with_rows(5)
    with pytest.raises(Problem, match="has 4 rows, this sample needs 6"):
        four.with_spec(pos_offset=2)
    assert len(before["dec1.Z"].values) == 4


# RoPE


ROPE_ONE = {"rope_adjacent": [-1.1426396637, 1.9220755965, 2.9598506679, 4.0297995017],
            "rope_half": [-1.9841106486, 1.9599006675, 2.4623779024, 4.0197996683]}  # fmt: skip


@pytest.mark.parametrize("pairs", ROPE_ONE)
def test_rotary_pairs(way: str, pairs: str) -> None:
    """Mixed up (the cosines of one pairing, the turn of the other) the length would be 4.9628."""
    rows = run_op(pairs, [[1, 2, 3, 4]] * 2, [[0]], [[10000]], way=way)
    assert rows[0].tolist() == [1, 2, 3, 4]
    assert is_(rows[1], ROPE_ONE[pairs], 1e-9)
    assert np.linalg.norm(rows[1]) == pytest.approx(5.4772255751, abs=1e-9)


def test_one_pairing_is_the_other_with_columns_moved(way: str) -> None:
    moved = [0, 2, 1, 3]
    half = run_op("rope_half", [[1, 2, 3, 4]], [[1]], [[10000]], way=way)
    adjacent = run_op("rope_adjacent", np.array([[1, 2, 3, 4]])[:, moved], [[1]], [[10000]], way=way)[:, moved]
    assert half.tobytes() == adjacent.tobytes()


@pytest.mark.parametrize("pairs", ROPE_ONE)
def test_scores_depend_on_the_distance_alone(way: str, pairs: str) -> None:
    def dot(i: int, j: int) -> float:
        q = run_op(pairs, [[1, 0, 0, 1]], [[i]], [[10000]], way=way)
        k = run_op(pairs, [[0, 1, 1, 0]], [[j]], [[10000]], way=way)
        return float((q @ k.T)[0, 0])

    for i, j, want in ((3, 1, 0.8892987601), (7, 5, 0.8892987601), (1, 3, -0.8892987601)):
        assert dot(i, j) == pytest.approx(want, abs=1e-9)


def test_a_new_token_is_turned_by_its_own_position(executor: str) -> None:
    """At position 0 its scores would be 1, 0.5403, 1. Of a prompt of six the next positions are 6, 7, 8."""
    one = [1.0, 0, 0, 0]
    trace = attention(executor, [one], [one] * 3, pos="rope_half", causal=True, query_offset=2)
    assert is_(trace["att.h1.raw"].values, [[-0.4161468365, 0.5403023059, 1.0]])
    assert is_(trace["att.h1.A"].values, [[0.2153648103, 0.3474281751, 0.4372070146]])
    after = attention(executor, [one] * 3, [one] * 9, pos="rope_half", causal=True, query_offset=6)
    assert is_(after["att.h1.Qrot"].values[:, 0], np.cos([6, 7, 8]))
    assert after["att.mask"].values.sum(axis=1).tolist() == [7, 8, 9]


# batches and the loss


def test_cross_attention_hides_the_source_s_padding_and_nothing_else(executor: str) -> None:
    """With the target's causal mask row 0 would be [1, 0, 0]; without the source's padding all would be 1/3."""
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens", causal=True)
    workspace = Workspace.new(spec, (Sample(("a", "b", "PAD"), ("x", "y")),))
    for r in (1, 2):
        workspace = workspace.with_block(f"dec1.cross.h{r}.WQ", 0, 0, np.zeros((4, 2)))
    trace = Engine(executor).run(workspace)
    assert is_(trace["dec1.cross.h1.A"].values, [[0.5, 0.5, 0], [0.5, 0.5, 0]], 0)
    with pytest.raises(Problem, match=r"dec1\.cross must be 2×3 of 0 and 1, found 3×2"):
        workspace.with_custom_mask("dec1.cross", np.ones((3, 2)))


def test_each_side_has_its_own_padding_id(executor: str) -> None:
    """PAD is id 0 in the source and id 1 in the target, where id 0 is a word like any other."""
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens")
    words = {"src": ("PAD", "a", "b"), "tgt": ("x", "PAD", "y")}
    trace = Engine(executor).run(Workspace.new(spec, (Sample(("a", "PAD"), ("y", "x", "PAD")),), vocab=words))
    assert trace["tgt.ids"].values[:, 0].tolist() == [2, 0, 1]
    assert trace["tgt.valid"].values.tolist() == [[1, 1, 0]]
    assert trace["dec1.self.mask"].values.tolist() == [[1, 1, 0]] * 3
    assert trace["dec1.cross.mask"].values.tolist() == [[1, 0]] * 3


def test_padding_is_not_in_the_loss_and_not_in_its_count(way: str) -> None:
    """Counted as a word: 0.7111; divided by all four: 0.1618; nothing to count is 0, not 0/0."""
    logits, labels, counts = [[2, 1, 0], [0, 2, 0], [0, 0, 0], [0, 0, 0]], [[0], [1], [2], [2]], [[1], [1], [0], [0]]
    logp = run_op("log_probabilities", logits, way=way)
    losses = run_op("token_loss", logp, labels, counts, way=way)
    assert is_(losses, [[0.40760596], [0.23954477], [0], [0]])
    assert is_(run_op("mean_loss", losses, counts, way=way), [[0.32357537]])
    assert run_op("mean_loss", losses, [[0], [0], [0], [0]], way=way).tolist() == [[0]]


def test_nothing_is_left_to_chance(executor: str) -> None:
    """There is no dropout: two runs of two engines are one another to the bit."""
    workspace = Workspace.new(ModelSpec(kind="encoder_decoder"), (Sample(("a", "b"), ("x", "y")),))
    first, second = (Engine(executor).run(workspace) for _ in range(2))
    assert all(first[name].values.tobytes() == second[name].values.tobytes() for name in first)
