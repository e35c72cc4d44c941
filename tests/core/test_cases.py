"""Faults that other people's tools had, each with an input and the right answer (never from the code under test).

The answers were computed apart from this project or follow by hand. Each test also names a number that the
fault would show, so that it can be seen to tell them apart.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine import Engine
from core.graph import Node
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import WAYS, leaf, needs_numba, recorder, run_graph, run_op

Array = NDArray[Any]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return request.param


def is_(got: Array, want: Any, tolerance: float = 1e-8) -> bool:
    return got.shape == np.shape(want) and bool((np.abs(got - np.array(want)) <= tolerance).all())


def attend(scores: Any, mask: Any, way: str, values: Any = None) -> Array:
    """Weights, or with `values` their weighted sums; checked against the reference on the way."""
    weights = run_op("softmax", scores, mask, way=way)
    assert is_(weights, run_op("softmax", scores, mask), 1e-12)
    return weights if values is None else run_op("linear", weights, values, way=way)


def causal(rows: int, cols: int, offset: float, way: str) -> Array:
    return run_op("causal", [[offset]], shape=(rows, cols), way=way)


# masks


def test_a_row_with_nothing_to_read_is_zero_and_disturbs_no_other(way: str) -> None:
    scores, mask = np.array([[1.0, 0, -1], [0, 0, 0], [2, 1, 0]]), np.array([[1, 1, 0], [0, 0, 0], [1, 1, 1]])
    values = [[1, 2], [3, 4], [5, 6]]
    weights = [[0.7310585786, 0.2689414214, 0], [0, 0, 0], [0.6652409558, 0.2447284711, 0.0900305732]]
    assert is_(attend(scores, mask, way), weights)
    out = attend(scores, mask, way, values)
    assert is_(out, [[1.5378828427, 2.5378828427], [0, 0], [1.8495792348, 2.8495792348]])
    without = attend(scores[[0, 2]], mask[[0, 2]], way, values)
    assert out[[0, 2]].tobytes() == without.tobytes()


def test_hiding_is_not_adding_a_large_negative_number(way: str) -> None:
    assert (attend([[5, 1]], [[0, 0]], way) == 0).all()  # adding −1e9 gives [0.98, 0.02] or [0.5, 0.5]
    assert is_(attend([[3e9, 0]], [[0, 1]], way), [[0, 1]])  # adding −1e9 gives [1, 0]


@pytest.mark.parametrize("scores", [[5, 1], [3e9, 0], [-1e30, 1e30]])
def test_hiding_in_float32(scores: list[float]) -> None:
    workspace = Workspace.new(ModelSpec(precision="float32"), (Sample(("a", "b")),))
    workspace = workspace.with_pin("enc1.self.h1.S", 0, None, np.array(scores))
    for mask, want in ([[0, 0], [0, 0]], [[0, 1], [0, 1]], [[1, 0], [1, 0]]):
        held = workspace.with_pin("enc1.self.mask", 0, None, np.array(mask, float))
        assert Engine().run(held)["enc1.self.h1.A"].values[0].tolist() == want


def test_visible_cells_are_left_as_they_are(way: str) -> None:
    """Scores times the mask give 0.276…, weights zeroed without rescaling 0.248…, (1−m)·(−∞) gives NaN."""
    got = attend([[0.5, -0.5, 1.0, 0.5]], [[1, 1, 1, 0]], way)
    assert is_(got, [[0.33149896, 0.12195165, 0.54654939, 0]])
    assert got[0, 3] == 0.0


def test_one_means_may_attend(way: str) -> None:
    """The other polarity attends only to the padding: [0, 0, 1]."""
    assert is_(attend([[0, 1, 2]], [[1, 1, 0]], way), [[0.26894142, 0.73105858, 0]])


def test_causal_keeps_the_diagonal_and_leaks_nothing(way: str) -> None:
    mask = causal(3, 3, 0, way)
    assert mask.tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert is_(attend(np.zeros((3, 3)), mask, way, [[1], [2], [3]]), [[1], [1.5], [2]])  # a leak: 1.5, 2, 2


def test_causal_hangs_from_absolute_positions(way: str) -> None:
    """Two queries after three cached keys; counted from the top left they would read [1] and [1, 2]."""
    mask, values = causal(2, 5, 3, way), [[1], [2], [3], [4], [5]]
    assert mask.tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert is_(attend(np.zeros((2, 5)), mask, way, values), [[2.5], [3.0]])
    top_left = causal(2, 5, 0, way)
    assert top_left.tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]
    assert is_(attend(np.zeros((2, 5)), top_left, way, values), [[1.0], [1.5]])


def test_queries_before_the_first_key_read_nothing(way: str) -> None:
    mask = causal(5, 2, -3, way)
    assert mask.tolist() == [[0, 0], [0, 0], [0, 0], [1, 0], [1, 1]]
    out = attend(np.ones((5, 2)), mask, way, [[4.0], [6.0]])
    assert is_(out, [[0], [0], [0], [4], [5]])


@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_offset_moves_the_triangle_of_a_model(executor: str) -> None:
    workspace = Workspace.new(ModelSpec(kind="attention", causal=True), (Sample(("a", "b", "c")),))
    engine = Engine(executor)
    for offset, triangle in {0: [1, 2, 3], 1: [2, 3, 3], -1: [0, 1, 2], -3: [0, 0, 0], 9: [3, 3, 3]}.items():
        trace = engine.run(workspace.with_spec(query_offset=offset))
        assert trace["att.mask"].values.sum(axis=1).tolist() == triangle
        assert (trace["att.h1.A"].values != 0).sum(axis=1).tolist() == triangle


def test_left_padding_under_a_causal_mask(way: str) -> None:
    padding = np.tile([0.0, 1, 1, 1], (4, 1))
    mask = run_op("all_rules", causal(4, 4, 0, way), padding, way=way)
    assert mask.tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]
    scores, values = np.arange(16.0).reshape(4, 4) % 5, np.arange(4.0)[:, None]
    padded = attend(scores, mask, way, values)
    assert padded[0, 0] == 0
    assert is_(padded[1:], attend(scores[1:, 1:], causal(3, 3, 0, way), way, values[1:]), 1e-15)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_later_token_moves_no_earlier_row(executor: str) -> None:
    workspace = Workspace.new(ModelSpec(causal=True, enc_layers=2), (Sample(tuple("abcd")),))
    before = Engine(executor).run(workspace)
    after = Engine(executor).run(workspace.with_block("src.X", 3, 0, np.array([[1e6, -1e6, 1e150, -1e-300]])))
    for name in ("enc1.self.h1.A", "enc1.Z", "enc2.self.h2.A", "enc2.Z"):
        assert before[name].values[:3].tobytes() == after[name].values[:3].tobytes()
        assert before[name].values[3].tobytes() != after[name].values[3].tobytes()
    assert (np.triu(before["enc2.self.h1.A"].values, 1) == 0).all()


# softmax


def test_weights_are_over_keys(way: str) -> None:
    """Over queries the first row would be [0.731, 0.269, 0.5]."""
    q, k, v = [[1, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]], [[2, 0], [0, 4], [1, 2]]
    scores = run_op("scores", q, k, way=way)
    weights = attend(scores, np.ones((2, 3)), way)
    assert is_(weights, [[0.4223187983, 0.1553624035, 0.4223187983], [0.1553624035, 0.4223187983, 0.4223187983]])
    assert is_(run_op("linear", weights, v, way=way), [[1.2669563948, 1.4660872105], [0.7330436052, 2.5339127895]])


@pytest.mark.parametrize(
    ("scores", "mask", "want"),
    [
        ([1000, 999, 998], [1, 1, 1], [0.6652409558, 0.2447284711, 0.0900305732]),
        ([-1000, -1001, -1002], [1, 1, 1], [0.6652409558, 0.2447284711, 0.0900305732]),
        ([710, 0], [1, 1], [1, 0]),
        ([1e308, -1e308], [1, 1], [1, 0]),
        ([5000, 999, 998], [0, 1, 1], [0, 0.7310585786, 0.2689414214]),  # the hidden maximum is not subtracted
        ([math.inf, 1, 0], [0, 1, 1], [0, 0.7310585786, 0.2689414214]),
        ([math.nan, 1, 0], [0, 1, 1], [0, 0.7310585786, 0.2689414214]),
        ([-math.inf, 1, 0], [1, 1, 1], [0, 0.7310585786, 0.2689414214]),
        ([-math.inf, -math.inf, -math.inf], [1, 1, 1], [0, 0, 0]),
    ],
)
def test_scores_of_any_size(way: str, scores: list[float], mask: list[int], want: list[float]) -> None:
    assert is_(attend([scores], [mask], way), [want])


def test_a_compiled_nan_is_still_a_nan(way: str) -> None:
    """With fast-math the compiler may assume there is none: isnan then says False, a hidden row turns NaN."""
    assert np.isnan(run_op("relu", [[1, math.nan]], way=way)).tolist() == [[False, True]]
    assert np.isnan(run_op("softmax", [[1, math.nan, 2]], [[1, 1, 0]], way=way)).tolist() == [[True, True, False]]
    assert (attend([[-math.inf] * 3], [[1, 1, 1]], way) == 0).all()


# scale


def two_tokens(**fields: Any) -> Workspace:
    """Token a asks [2, 0]; the keys are [2, 0] and [0, 0]: its raw scores in every head are [4, 0]."""
    spec = ModelSpec(**fields)
    x = np.eye(2, spec.d)
    w_q, w_k = np.zeros((spec.d, 2)), np.zeros((spec.d, 2))
    w_q[0, 0] = w_k[0, 0] = 2.0
    given = {"sample0/src.X": x}
    for r in range(1, spec.heads + 1):
        given |= {f"enc1.self.h{r}.WQ": w_q, f"enc1.self.h{r}.WK": w_k}
    return Workspace.new(spec, (Sample(("a", "b")),), given)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize(
    ("fields", "want"),
    [
        ({"d": 4, "heads": 2, "d_k": 2}, [0.94419278, 0.05580722]),  # by √d: 0.8808; inverted: 0.9965
        ({"d": 16, "heads": 8, "d_k": 2}, [0.94419278, 0.05580722]),  # by √heads: 0.8044; no root: 0.8808
        ({"d": 4, "heads": 2, "d_k": 2, "scale": False}, [0.98201379, 0.01798621]),
    ],
    ids=["two heads", "eight heads", "unscaled"],
)
def test_scores_are_divided_by_the_root_of_one_head_s_width(
    executor: str, fields: dict[str, Any], want: list[float]
) -> None:
    trace = Engine(executor).run(two_tokens(**fields))
    assert trace["enc1.self.h1.raw"].values[0].tolist() == [4, 0]
    for r in range(1, trace.spec.heads + 1):
        assert is_(trace[f"enc1.self.h{r}.A"].values[:1], [want])
    assert trace["set.scale"].values[0, 0] == pytest.approx(
        1.0 if not trace.spec.scale else 0.7071067811865476, abs=1e-15
    )
    assert trace["enc1.self.h1.S"].formula == "raw¹ · scale"


# norms


def normed(x: Any, way: str, eps: float = 1e-5, norm: str = "layernorm") -> Array:
    m = recorder(norm=norm)
    m.norm("y", leaf(m, "x", x))
    d = np.shape(x)[1]
    return run_graph(m.graph, {"x": x, "set.eps": eps, "y.gamma": np.ones(d), "y.beta": np.zeros(d)}, way)["y"]


LAYER_NORMS = [
    # dividing by n − 1, ε outside: 1.499997
    ([[1, 0, 0, 0]], 1e-5, [[1.7320046214, -0.5773348738, -0.5773348738, -0.5773348738]]),
    # ε outside the root: ±1.4042837766
    ([[1, 1.002, 0.998, 1]], 1e-5, [[0, 0.5773502692, -0.5773502692, 0]]),
    ([[1, 1.002, 0.998, 1]], 1e-3, [[0, 0.0631824024, -0.0631824024, 0]]),
    ([[1, 1.002, 0.998, 1]], 1e-12, [[0, 1.4142132088, -1.4142132088, 0]]),
    # over the whole matrix: −0.934…; along the tokens: ±0.9999
    ([[1, 2, 3], [10, 20, 30]], 1e-5, [[-1.22473569, 0, 1.22473569], [-1.22474478, 0, 1.22474478]]),
    ([[7, 7, 7]], 1e-5, [[0, 0, 0]]),
]


@pytest.mark.parametrize(("x", "eps", "want"), LAYER_NORMS)
def test_layer_norm(way: str, x: Any, eps: float, want: Any) -> None:
    assert is_(normed(x, way, eps), want)


def test_rms_norm(way: str) -> None:
    """Two roots: 1.5954885434; L2 norm: 0.6; dividing by the reciprocal root: 10.6."""
    assert is_(normed([[3, 4]], way, 1e-6, "rmsnorm"), [[0.8485281035, 1.1313708046]])
    exact = normed([[3, 4]], way, 0.0, "rmsnorm")
    assert is_(exact, [[0.6 * math.sqrt(2), 0.8 * math.sqrt(2)]])
    assert np.square(exact).mean() == pytest.approx(1.0, abs=1e-15)


def test_a_constant_row_without_epsilon_has_no_norm(way: str) -> None:
    assert np.isnan(normed([[2, 2]], way, 0.0)).all()
    assert np.isnan(normed([[0, 0]], way, 0.0, "rmsnorm")).all()


@pytest.mark.parametrize(
    ("place", "want"),
    [
        ("pre", [-1.68327084, 1.10557639, 3.89442361, 6.68327084]),  # residual after the norm: −4.02490626
        ("post", [-1.34164019, -0.4472134, 0.4472134, 1.34164019]),  # x + LN(f(x)): −0.34163944
    ],
)
def test_where_the_residual_and_the_norm_stand(way: str, place: str, want: list[float]) -> None:
    m = recorder(norm_place=place)
    two = leaf(m, "two", [[2.0]])

    def doubled(z: Node) -> Node:
        return m.add("f", "scale", z, two)

    m.add_and_norm("layer", 1, leaf(m, "x", [[1, 2, 3, 4]]), doubled, "U")
    leaves = {"x": [1, 2, 3, 4], "two": 2.0, "set.eps": 1e-5}
    leaves |= {"layer.norm1.gamma": np.ones(4), "layer.norm1.beta": np.zeros(4)}
    assert is_(run_graph(m.graph, leaves, way)["layer.U"], [want])


# activations

GELUS = {
    "gelu_erf": [-0.00404969, -0.15865525, -0.15426877, 0.34573123, 0.84134475, 1.95449974, 2.99595031],
    "gelu_tanh": [-0.00363739, -0.15880801, -0.15428599, 0.34571401, 0.84119199, 1.95459769, 2.99636261],
}


@pytest.mark.parametrize("name", GELUS)
def test_the_two_gelus_are_not_each_other(way: str, name: str) -> None:
    assert is_(run_op(name, [-3, -1, -0.5, 0.5, 1, 2, 3], way=way), [GELUS[name]])


def test_gelu_has_its_leading_factor_and_sane_ends(way: str) -> None:
    assert is_(run_op("gelu_tanh", [0, 1, 3, 9], way=way), [[0, 0.841192, 2.996363, 9]], 5e-7)
    assert is_(run_op("gelu_tanh", [1, 1, 1], way=way), [[0.841192] * 3], 5e-7)
    for name in GELUS:
        assert is_(run_op(name, [-40, -1e10, 40, 1e10], way=way), [[0, 0, 40, 1e10]], 0)


def test_the_gap_between_the_gelus(way: str) -> None:
    z = np.linspace(-5, 5, 4001)
    gap = np.abs(run_op("gelu_erf", z, way=way) - run_op("gelu_tanh", z, way=way))[0]
    assert gap.max() == pytest.approx(4.7324e-4, abs=1e-8)
    assert abs(z[gap.argmax()]) == pytest.approx(2.699, abs=2.5e-3)


@pytest.mark.parametrize("act", GELUS)
@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_model_uses_the_activation_it_names(executor: str, act: str) -> None:
    workspace = Workspace.new(ModelSpec(act=act, d=1, heads=1, d_ff=1), (Sample(("a",)),))
    trace = Engine(executor).run(workspace.with_pin("enc1.ffn.pre", 0, 0, 2.0))
    assert is_(trace["enc1.ffn.hidden"].values, [[GELUS[act][5]]])


# heads


@pytest.mark.parametrize("executor", EXECUTORS)
def test_heads_are_columns_not_reinterpreted_memory(executor: str) -> None:
    """Split by memory the first head would hold [1, 2] and [3, 4]."""
    identity = np.eye(4)
    given = {"sample0/src.X": np.array([[1.0, 2, 3, 4], [5, 6, 7, 8]])}
    given |= {f"enc1.self.h{r}.W{w}": identity[:, 2 * r - 2 : 2 * r] for r in (1, 2) for w in "QKV"}
    trace = Engine(executor).run(Workspace.new(ModelSpec(), (Sample(("a", "b")),), given))
    assert trace["enc1.self.h1.V"].values.tolist() == [[1, 2], [5, 6]]
    assert trace["enc1.self.h2.V"].values.tolist() == [[3, 4], [7, 8]]
    heads = [trace[f"enc1.self.h{r}.H"].values for r in (1, 2)]
    assert trace["enc1.self.concat"].values.tobytes() == np.hstack(heads).tobytes()


def test_concatenation_is_head_after_head(way: str) -> None:
    got = run_op("concat", [[1, 2], [5, 6]], [[3, 4], [7, 8]], way=way)
    assert got.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]


def identity_attention(executor: str) -> Trace:
    identity = np.eye(4)
    given = {"sample0/src.X": np.array([[1.0, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]]), "enc1.self.WO": identity}
    given |= {f"enc1.self.h{r}.W{w}": identity[:, 2 * r - 2 : 2 * r] for r in (1, 2) for w in "QKV"}
    return Engine(executor).run(Workspace.new(ModelSpec(), (Sample(("a", "b", "c")),), given))


@pytest.mark.parametrize("executor", EXECUTORS)
def test_each_head_has_its_own_weights(executor: str) -> None:
    trace = identity_attention(executor)
    first = [
        [0.40111209, 0.19777581, 0.40111209],
        [0.19777581, 0.40111209, 0.40111209],
        [0.24825508, 0.24825508, 0.50348984],
    ]
    second = [[0.50348984, 0.24825508, 0.24825508], [0.24825508, 0.50348984, 0.24825508], [1 / 3, 1 / 3, 1 / 3]]
    assert is_(trace["enc1.self.h1.A"].values, first)
    assert is_(trace["enc1.self.h2.A"].values, second)
    assert not {name for name in trace if "mean" in name and "norm" not in name}
    average = (np.array(first) + np.array(second)) / 2
    values = np.hstack([trace[f"enc1.self.h{r}.V"].values for r in (1, 2)])
    assert not is_(average @ values, trace["enc1.self.out"].values, 0.01)
