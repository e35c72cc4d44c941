"""Reach against brute force: what moved, what could have, and what can't for any numbers."""

from __future__ import annotations

import random

import numpy as np
import pytest

from core import compare, engine, glass
from core.engine import Engine
from core.graph import LEAF, Node
from core.ops import TABLE
from core.problem import Problem
from core.reach import Reach, reach, statement
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from resources import path as resource
from tests.core.ops.run import needs_numba
from tests.core.specs import painted, spread


def model(name: str) -> Workspace:
    return glass.load(resource("models", f"{name}.glass"))


def fresh(workspace: Workspace) -> Trace:
    return Engine("numpy").run(workspace)


def of(workspace: Workspace, name: str, i: int, j: int, delta: float | None = None) -> Reach:
    return reach(fresh(workspace), name, i, j, delta, Engine("numpy"))


def bits(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a.view(np.int64) != b.view(np.int64)


def numbers(workspace: Workspace) -> list[Node]:
    """Leaves whose numbers a person edits."""
    nodes = workspace.graph().nodes
    return [n for n in nodes if n.op == LEAF and n.role in ("input", "parameter") and n.display == "signed"]


def moved_anywhere(found: Reach) -> dict[str, list[list[bool]]]:
    return {name: reached.moved.tolist() for name, reached in found.items() if reached.moved.any()}


def test_every_op_says_what_can_move() -> None:
    assert [op.name for op in TABLE if not callable(op.moves)] == []


def test_what_moved_is_what_full_runs_show_and_nothing_moved_that_cannot() -> None:
    """Fresh full runs with the cell set, for random cells of models of every kind, some with a mask by hand."""
    r = random.Random(4)
    for k, plain in enumerate(spread(40, seed=7)):
        workspace = plain if k % 2 else painted(plain, k)
        base = fresh(workspace)
        node = r.choice(numbers(workspace))
        i, j = r.randrange(node.shape[0]), r.randrange(node.shape[1])
        value, delta = float(base[node.name].values[i, j]), r.choice([0.01, 1.0, -3.0])
        up, down = (fresh(workspace.with_cell(node.name, i, j, value + s * delta)) for s in (1, -1))
        found = of(workspace, node.name, i, j, delta)
        assert list(found) == list(base)
        for name, reached in found.items():
            old, more, less = (trace[name].values for trace in (base, up, down))
            want = bits(old, more) | bits(old, less)
            assert (reached.moved == want).all(), name
            assert np.array_equal(reached.up, more - old)
            assert np.array_equal(reached.down, less - old)
            assert not (reached.moved & reached.cannot).any(), f"{node.name} moved {name}, which cannot be"
            assert np.array_equal(reached.size, np.maximum(np.abs(more - old), np.abs(less - old)))


def test_what_can_move_does_for_other_numbers() -> None:
    """No cell is said to be able to move that never does: with smooth activations and other seeds each one moves.

    Left out: widths where x̂ is ±1 or 0, a missing residual, RoPE (position 0 is not turned), and b_K, which adds the
    same to every score of a row: softmax takes that off again.
    """
    r = random.Random(2)
    tried = 0
    for plain in spread(60, seed=11):
        spec = plain.spec
        if spec.d == 1 or spec.pos.startswith("rope") or not spec.residual or spec.norm == "layernorm" and spec.d < 3:
            continue
        plain = plain.with_spec(act="gelu_tanh", scale=True)
        node = r.choice([n for n in numbers(plain) if not n.name.endswith(".bK")])
        i, j = r.randrange(node.shape[0]), r.randrange(node.shape[1])
        can, moved = None, {}
        for seed in range(2):
            dense = np.random.default_rng(seed)
            other = plain
            for leaf in numbers(plain):
                other = other.with_block(leaf.name, 0, 0, dense.normal(size=leaf.shape) * 0.7)
            for delta in (0.3, 1.7):
                found = of(other, node.name, i, j, delta)
                can = {name: reached.can for name, reached in found.items()}
                for name, reached in found.items():
                    moved[name] = moved.get(name, False) | reached.moved
        assert can is not None
        tried += 1
        assert {name: c.tolist() for name, c in can.items() if not (moved[name] == c).all()} == {}, (node.name, i, j)
    assert tried > 10


def test_a_causal_mask_forbids_what_stands_before() -> None:
    block = model("block").with_spec(causal=True)
    found = of(block, "src.X", 2, 0)
    assert found["enc1.norm2"].can.tolist() == [[False] * 4, [False] * 4, [True] * 4]
    first = of(block, "src.X", 0, 0)
    assert first["enc1.self.h1.A"].can.tolist() == [[False] * 3, [True, True, False], [True] * 3]
    assert not first["enc1.self.h1.A"].can[0, 0], "the only visible key has weight 1 whatever its score"


def test_a_hidden_key_is_not_read() -> None:
    """Key 1 is hidden from all queries: its value moves nothing but its own row and what comes of it."""
    mask = np.ones((3, 3))
    mask[:, 1] = 0
    block = model("block").with_custom_mask("enc1.self", mask)
    found = of(block, "src.X", 1, 2)
    assert found["enc1.self.h1.V"].can[1].any()
    assert found["enc1.self.h1.H"].can.any(axis=1).tolist() == [False, True, False], "by its own query alone"
    assert found["enc1.norm2"].can.any(axis=1).tolist() == [False, True, False]
    turned = of(block, "enc1.self.mask.custom", 0, 1)
    assert turned["enc1.self.h1.A"].moved.tolist() == [[True] * 3, [False] * 3, [False] * 3]
    assert turned["enc1.self.h1.A"].cannot[1:].all()


def test_a_dead_relu_did_not_move_here_and_could_have() -> None:
    block = model("block")
    hidden = fresh(block)["enc1.ffn.hidden"].values
    i, j = map(int, np.argwhere(hidden == 0)[0])
    found = of(block, "enc1.ffn.b1", 0, j)
    assert found["enc1.ffn.pre"].moved[i, j]
    assert found["enc1.ffn.hidden"].still[i, j]
    assert not found["enc1.ffn.hidden"].cannot[i, j]


def test_w_v_leaves_the_weights_of_its_own_attention_alone_and_later_layers_move() -> None:
    translate = model("translate")
    trace = fresh(translate)
    found = reach(trace, "enc1.self.h1.WV", 0, 0, engine=Engine("numpy"))
    for stem in ("Q", "K", "raw", "S", "A"):
        assert found[f"enc1.self.h1.{stem}"].cannot.all()
        assert found[f"enc2.self.h1.{stem}"].moved.any()
    said = statement(trace, found)
    assert said is not None
    assert said[0].format(**said[1]) == (
        "enc1.self.h1.WV leaves Q, K, raw, S, A of its own attention (enc1.self) alone. In later layers they move."
    )
    assert {"src.X0", "enc1.self.h1.A", "enc1.self.h2.H"} <= set(found.staying())
    assert found.moving()[0] == "enc1.self.h1.WV"
    last = reach(fresh(model("block")), "enc1.self.h2.WV", 0, 0, engine=Engine("numpy"))
    ends = statement(fresh(model("block")), last)
    assert ends is not None
    assert "no other attention follows" in ends[0]
    assert statement(trace, reach(trace, "enc1.ffn.b1", 0, 0, engine=Engine("numpy"))) is None


def test_a_computed_cell_is_held_at_other_values() -> None:
    block = model("block")
    trace = fresh(block)
    a = trace["enc1.self.h1.A"].values[1, 2]
    found = reach(trace, "enc1.self.h1.A", 1, 2, 0.25, Engine("numpy"))
    assert list(found) == list(trace), "no pin shows in it"
    assert found["enc1.self.h1.A"].moved.sum() == found["enc1.self.h1.A"].can.sum() == 1
    held = fresh(block.with_pin("enc1.self.h1.A", 1, 2, a + 0.25))
    assert np.array_equal(found["enc1.norm2"].up, held["enc1.norm2"].values - trace["enc1.norm2"].values)
    v = trace["enc1.self.h1.V"].values[2]
    assert found["enc1.self.h1.H"].up[1] == pytest.approx(0.25 * v, abs=1e-15)
    assert found["enc1.self.h1.H"].can.any(axis=1).tolist() == [False, True, False]


def test_a_pin_stops_what_comes_from_above() -> None:
    pinned = model("block").with_pin("enc1.self.h1.A", 0, None, 0.5)
    found = of(pinned, "enc1.self.h1.WQ", 0, 0)
    assert found["enc1.self.h1.A.natural"].can[0].any()
    assert found["enc1.self.h1.A"].cannot[0].all()
    again = of(pinned, "enc1.self.h1.A", 0, 1)
    assert again["enc1.self.h1.H"].moved[0].any()


def test_a_head_that_is_off_is_a_dead_end() -> None:
    found = of(model("block").with_spec(heads_off=(1,)), "enc1.self.h1.WV", 2, 0)
    assert found["enc1.self.h1.V"].moved.any()
    assert found["enc1.self.concat"].cannot.all()
    assert found["enc1.norm2"].cannot.all()
    output = of(model("block").with_spec(heads_off=(1,)), "enc1.self.WO", 0, 0)
    assert output["enc1.self.out"].cannot.all(), "row 0 of W_O multiplies the head that is off"


def test_settings_and_what_has_no_neighbour() -> None:
    block = model("block")
    eps = of(block, "set.eps", 0, 0)
    assert eps["enc1.norm1.xhat"].moved.any()
    assert eps["enc1.sum1"].cannot.all()
    shifted = of(block.with_spec(pos="sinusoidal"), "set.pos_offset", 0, 0)
    assert shifted.delta == 1
    assert set(shifted.refused) == {"down"}
    assert shifted["src.P"].down is None
    assert shifted["src.P"].moved[:, 0].all()
    with pytest.raises(Problem, match="follows from the tokens"):
        of(model("translate"), "src.ids", 0, 0)
    with pytest.raises(Problem):
        of(block, "src.X", 3, 0)


def test_numbers_that_stop_being_finite_are_infinitely_far() -> None:
    block = model("block").with_spec(eps=0.0).with_pin("enc1.sum1", 0, None, 1.0)
    found = of(block, "enc1.sum1", 0, 0, 0.5)
    assert found["enc1.norm1.xhat"].largest == np.inf


@needs_numba
def test_compiled_runs_show_the_same() -> None:
    translate = model("translate")
    engine = Engine("jit")
    trace = engine.run(translate)
    compiled = reach(trace, "src.embed", 5, 3, 0.5, engine)
    plain = of(translate, "src.embed", 5, 3, 0.5)
    for name in plain:
        assert compiled[name].can.tolist() == plain[name].can.tolist()
        assert compiled[name].size == pytest.approx(plain[name].size, abs=1e-10)
    back = engine.run(translate)
    assert all(np.array_equal(back[name].values, trace[name].values) for name in trace)


def test_samples_are_apart() -> None:
    two = Workspace.new(ModelSpec(pos="shaw_kv"), (Sample(("a", "b")), Sample(("a", "b", "PAD"))))
    trace = Engine("numpy").run(two, 1)
    found = reach(trace, "enc1.self.shaw_v", 0, 1, engine=Engine("numpy"))
    assert found["enc1.norm2"].can.any(axis=1).tolist() == [False, False, True], (
        "distance −2 to a key that is no padding"
    )


def test_a_model_whose_traces_are_copied_late_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large traces read the arena until the next run writes there; the difference is then taken matrix by matrix."""
    translate = model("translate")
    plain = of(translate, "enc2.self.h2.WK", 1, 2)
    moved = compare.compare(fresh(translate), fresh(translate.with_cell("tgt.embed", 4, 0, 1.0)))
    monkeypatch.setattr(engine, "COPY_AT_ONCE", 0)
    late = of(translate, "enc2.self.h2.WK", 1, 2)
    assert moved_anywhere(late) == moved_anywhere(plain) != {}
    for name in plain:
        assert np.array_equal(late[name].size, plain[name].size)
    runner = Engine("numpy")
    first = runner.run(translate)
    second = runner.run(translate.with_cell("tgt.embed", 4, 0, 1.0))
    assert first.shares(second, first.graph["memory"]), "what the edit left alone is not even copied"
    assert not first.shares(second, first.graph["tgt.X0"])
    assert compare.compare(first, second) == moved
    assert compare.compare(second, runner.run(translate)) == compare.compare(second, first)
