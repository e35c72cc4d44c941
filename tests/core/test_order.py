"""Permuting tokens and shifting positions, against closed forms and golden numbers."""

from __future__ import annotations

import numpy as np
import pytest

from core import glass
from core.compare import CLOSE, DIFFERENT, EQUAL
from core.engine import Engine
from core.fields import POSITIONS
from core.order import MUST, PAINTED, TELLING, Permuted, allowance, equivariance, permute, sequences, shift, telling
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from resources import path as resource
from tests import golden_cases as golden
from tests.golden_seeds import seed_model_cases


def model(name: str) -> Workspace:
    return glass.load(resource("models", f"{name}.glass"))


def fresh(workspace: Workspace) -> Trace:
    return Engine("numpy").run(workspace)


def of(workspace: Workspace, side: str, order: list[int], result: str | None = None) -> Permuted:
    return permute(fresh(workspace), side, order, Engine("numpy"), result)


def softmax(s: np.ndarray) -> np.ndarray:
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def sinusoid(n: int, d: int, start: int) -> np.ndarray:
    """Term by term: sin for even channels, cos for odd ones."""
    table = np.empty((n, d))
    for p in range(n):
        for c in range(d):
            angle = (p + start) / 10000 ** ((c - c % 2) / d)
            table[p, c] = np.cos(angle) if c % 2 else np.sin(angle)
    return table


def attention(trace: Trace, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Head 1 of a bare attention or of enc1, from the rows that enter it."""
    at = "att.h1" if "att.h1.WQ" in trace else "enc1.self.h1"
    q, k, v = (x @ trace[f"{at}.W{letter}"].values for letter in "QKV")
    s = q @ k.T / np.sqrt(q.shape[1])
    return softmax(s if mask is None else np.where(mask, s, -np.inf)) @ v


def bare(**fields: object) -> Workspace:
    return Workspace.new(ModelSpec(kind="attention", **fields), (Sample(tuple("abcd")),))  # type: ignore[arg-type]


ORDER = [2, 0, 3, 1]


def test_what_rounding_may_do_grows_with_the_numbers_and_never_raises() -> None:
    block = glass.load(resource("models", "block.glass"))
    allowed = [allowance(Engine("numpy").run(block.with_cell("src.X", 0, 0, x))) for x in (1.0, 1e6, 1e200)]
    assert 0 < allowed[0] < allowed[1] < allowed[2] == np.inf


def test_attention_without_positions_is_equivariant_and_its_mean_invariant() -> None:
    found = of(model("block"), "src", [2, 0, 1])
    assert found.equivariant
    assert found.pooled_invariant
    assert found.broken_at is None
    assert found.rows.state == DIFFERENT, "the rows themselves changed places: equivariant is not invariant"
    x = fresh(model("block"))
    z = x["enc1.Z"].values
    assert found.rows.largest == pytest.approx(np.abs(z[[2, 0, 1]] - z).max(), abs=1e-12)
    assert found.result.node == "enc1.norm2"
    assert found.after == pytest.approx(z[[2, 0, 1]], abs=1e-12)


def test_added_positions_break_it_by_what_the_closed_form_says() -> None:
    workspace = bare(pos="sinusoidal", d=6, pos_offset=2)
    trace = fresh(workspace)
    x, p = trace["src.X"].values, sinusoid(4, 6, 2)
    want = np.abs(attention(trace, x[ORDER] + p) - attention(trace, x + p)[ORDER])
    found = of(workspace, "src", ORDER, "att.h1.H")
    assert found.result.largest == pytest.approx(want.max(), abs=1e-12)
    assert want[found.result.cell] == want.max()
    assert not found.equivariant
    assert not found.pooled_invariant
    assert found.broken_at is not None
    assert found.broken_at.node == "src.P"


def test_a_causal_mask_breaks_it_by_what_the_closed_form_says() -> None:
    workspace = bare(causal=True)
    trace = fresh(workspace)
    x, mask = trace["src.X"].values, np.tri(4, dtype=bool)
    want = np.abs(attention(trace, x[ORDER], mask) - attention(trace, x, mask)[ORDER])
    found = of(workspace, "src", ORDER, "att.h1.H")
    assert found.result.largest == pytest.approx(want.max(), abs=1e-12)
    assert found.broken_at is not None
    assert found.broken_at.node == "att.mask.causal"


@pytest.mark.parametrize("raw", [raw for raw in golden.seed_cases() if raw.operation == "permutation"])
@pytest.mark.parametrize("kind", ["full", "causal", "positions"])
def test_golden_differences(raw: golden.Raw, kind: str) -> None:
    case = next(case for case in seed_model_cases() if case.id == f"{raw.id}-Y-{kind}")
    order = raw.inputs["order"]
    trace = Engine("numpy").run(case.make(), case.sample)
    found = permute(trace, "src", order, Engine("numpy"), "att.h1.H")
    assert golden.close(found.result.largest, raw.values[f"max_difference_{kind}"])
    assert golden.close(found.before[order], raw.values[f"PY_{kind}"])
    if kind == "full":
        assert golden.close(found.after.mean(axis=0), np.ravel(raw.values["mean_Yp_full"]))


@pytest.mark.parametrize("scheme", [scheme for scheme in POSITIONS if scheme != "none"])
def test_every_position_scheme_breaks_it(scheme: str) -> None:
    found = of(bare(pos=scheme, d=6), "src", ORDER)
    assert not found.equivariant
    assert found.result.node == "att.out"


def test_the_decoder_does_not_care_for_the_order_of_a_memory_without_positions() -> None:
    spec = ModelSpec(kind="encoder_decoder", enc_layers=2, causal=True, inputs="tokens", head=True)
    workspace = Workspace.new(spec, (Sample(("a", "b", "c", "PAD"), ("BOS", "x", "y")),))
    found = of(workspace, "src", ORDER)
    assert found.equivariant
    assert found.result.node == "enc2.norm2"
    logits = next(d for d in found.nodes if d.node == "out.logits")
    assert logits.state in (EQUAL, CLOSE), "rows of the target stay: invariant"
    target = of(workspace, "tgt", [1, 0, 2])
    assert target.result.node == "out.logits"
    assert target.broken_at is not None
    assert target.broken_at.node == "dec1.self.mask.causal"
    assert not {"out.loss", "out.token_loss"} & {d.node for d in target.nodes}


def test_padding_moves_with_its_token_and_is_not_pooled() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(("a", "PAD", "b", "c")),))
    found = of(workspace, "src", ORDER)
    assert found.equivariant
    assert found.pooled_invariant
    z = fresh(workspace)["enc1.Z"].values
    assert found.before == pytest.approx(z)
    other = of(workspace, "src", [1, 0, 2, 3])
    assert other.pooled_invariant


def test_what_is_held_or_painted_stays_in_its_place_and_breaks_it() -> None:
    block = model("block")
    held = of(block.with_pin("enc1.self.h1.A", 0, 1, 0.9), "src", [1, 0, 2])
    assert held.broken_at is not None
    assert held.broken_at.node == "enc1.self.h1.A"
    mask = np.ones((3, 3))
    mask[0, 2] = 0
    painted = of(block.with_custom_mask("enc1.self", mask), "src", [1, 0, 2])
    assert painted.broken_at is not None
    assert painted.broken_at.node == "enc1.self.mask"
    words = model("words")
    embedded = of(words.with_pin("src.E", 0, 0, 3.0), "src", [1, 0, 2])
    assert embedded.equivariant, "X is what is permuted, however it came about"


def test_keys_of_another_source() -> None:
    spec = ModelSpec(kind="attention", other_source=True)
    workspace = Workspace.new(spec, (Sample(tuple("ab"), tuple("xyz")),))
    keys = of(workspace, "kv", [2, 0, 1])
    assert keys.result.node == "att.out"
    assert keys.equivariant
    assert keys.rows.state in (EQUAL, CLOSE), "the queries' rows stay as they are"
    assert of(workspace, "src", [1, 0]).equivariant


def test_what_is_no_permutation_is_refused() -> None:
    trace = fresh(model("block"))
    for order in ([0, 1], [0, 0, 1], [1, 2, 3]):
        with pytest.raises(Problem, match="names each of 0 to 2 once"):
            permute(trace, "src", order, Engine("numpy"))
    with pytest.raises(Problem, match="no sequence tgt"):
        permute(trace, "tgt", [0, 1, 2], Engine("numpy"))


# where it must hold


def test_every_scheme_and_every_mask_by_order_is_told() -> None:
    assert telling(fresh(bare()), "src") == ()
    for scheme in POSITIONS[1:]:
        assert telling(fresh(bare(pos=scheme, d=6)), "src"), scheme
    assert telling(fresh(bare(pos="shaw_kv")), "src") == (TELLING["shaw_scores"], TELLING["shaw_values"])
    assert telling(fresh(bare(causal=True)), "src") == (TELLING["causal"],)
    assert telling(fresh(bare(window=2)), "src") == (TELLING["window"],)
    painted = bare().with_custom_mask("att", np.tri(4))
    assert telling(fresh(painted), "src") == (PAINTED,)
    assert telling(fresh(bare().with_pin("att.h1.A", 0, 1, 0.9)), "src") == (TELLING["hold"],)


def test_what_is_held_before_the_rows_moves_with_its_token_and_tells_nothing() -> None:
    assert telling(fresh(model("words").with_pin("src.E", 0, 0, 3.0)), "src") == ()


def test_a_causal_decoder_does_not_tell_the_places_of_its_source() -> None:
    spec = ModelSpec(kind="encoder_decoder", causal=True, inputs="tokens", head=True)
    trace = fresh(Workspace.new(spec, (Sample(("a", "b", "c"), ("BOS", "x")),)))
    assert sequences(trace) == ("src", "tgt")
    assert telling(trace, "src") == ()
    assert telling(trace, "tgt") == (TELLING["causal"],)


def test_where_nothing_tells_places_apart_every_matrix_is_claimed_and_holds() -> None:
    padded = Workspace.new(ModelSpec(), (Sample(("a", "PAD", "b", "c")),))
    for workspace in (model("block"), model("words"), padded, padded.with_spec(precision="float32")):
        trace = fresh(workspace)
        found = list(equivariance(trace, Engine("numpy")))
        assert [c.node for c in found] == [node.name for node in trace.graph.nodes if node.op != "leaf"]
        assert all(c.holds and c.says == MUST for c in found)


def test_where_something_tells_them_apart_nothing_is_claimed() -> None:
    for workspace in (bare(causal=True), bare(pos="sinusoidal"), Workspace.new(ModelSpec(), (Sample(("a",)),))):
        assert list(equivariance(fresh(workspace), Engine("numpy"))) == []


def test_large_numbers_are_allowed_the_rounding_that_they_bring() -> None:
    block = model("block")
    large = block.with_block("src.X", 0, 0, 1e5 * fresh(block)["src.X"].values + np.pi)
    assert all(c.holds for c in equivariance(fresh(large), Engine("numpy")))


def test_float32_is_equivariant_within_its_own_rounding() -> None:
    workspace = Workspace.new(ModelSpec(d=32, enc_layers=2, precision="float32"), (Sample(tuple("abcd")),))
    found = of(workspace, "src", ORDER)
    assert found.equivariant
    assert found.result.largest > 1e-12
    assert not of(workspace.with_spec(causal=True), "src", ORDER).equivariant


# shifting


def test_a_shift_by_scheme() -> None:
    found = {s.scheme: s for s in shift(model("block"), 5, engine=Engine("numpy"))}
    assert list(found) == list(POSITIONS)
    assert {name for name, s in found.items() if s.state == EQUAL} == {"none", "rel_bias", "shaw_k", "shaw_kv"}
    assert {name for name, s in found.items() if s.state == CLOSE} == {"rope_adjacent", "rope_half"}
    assert {name for name, s in found.items() if s.state == DIFFERENT} == {"sinusoidal", "learned"}
    assert {name for name, s in found.items() if s.rows[0].state == DIFFERENT} == {"sinusoidal", "learned"}
    assert [d.node for d in found["none"].scores] == ["enc1.self.h1.S", "enc1.self.h2.S"]


def test_added_positions_change_scores_by_what_the_closed_form_says() -> None:
    workspace = bare(d=6, heads=1)
    trace = fresh(workspace)
    x = trace["src.X"].values
    wq, wk = trace["att.h1.WQ"].values, trace["att.h1.WK"].values

    def scores(start: int) -> np.ndarray:
        rows = x + sinusoid(4, 6, start)
        return (rows @ wq) @ (rows @ wk).T / np.sqrt(wq.shape[1])

    (found,) = shift(workspace, 3, schemes=("sinusoidal",), engine=Engine("numpy"))
    want = np.abs(scores(3) - scores(0))
    assert found.scores[0].largest == pytest.approx(want.max(), abs=1e-12)
    assert want[found.scores[0].cell] == want.max()


def test_rotation_turns_queries_and_keys_and_leaves_the_scores() -> None:
    """By the identity of the paper: q̃ᵢ · k̃ⱼ = qᵢ R((j − i)θ) kⱼ, whatever the first position."""
    workspace = bare(d=6, d_k=4, heads=1, pos="rope_half")
    (found,) = shift(workspace, 7, schemes=("rope_half",), engine=Engine("numpy"))
    assert found.scores[0].state == CLOSE
    moved = fresh(workspace.with_spec(pos_offset=7))["att.h1.Krot"].values
    assert np.abs(moved - fresh(workspace)["att.h1.Krot"].values).max() > 0.1


def test_a_shift_that_cannot_be_says_why() -> None:
    odd = bare(d_k=3)
    refused = {s.scheme: s.refused for s in shift(odd, 1, engine=Engine("numpy"))}
    assert {name for name, why in refused.items() if why} == {"rope_adjacent", "rope_half"}
    back = shift(odd, -1, schemes=("sinusoidal",), engine=Engine("numpy"))
    assert back[0].refused is not None
    assert shift(odd.with_spec(pos_offset=2), -1, schemes=("sinusoidal",), engine=Engine("numpy"))[0].refused is None
    far = shift(odd.with_spec(pos_length=4), 30, schemes=("learned",), engine=Engine("numpy"))
    assert far[0].state == DIFFERENT, "the table was lengthened"
