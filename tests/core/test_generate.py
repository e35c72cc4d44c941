"""Generation: golden texts, the cache against computing everything again, what it costs, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from core.continued import Continued
from core.cost import PARTS
from core.engine import Engine
from core.fields import POSITIONS
from core.generate import Choice, Generation, forced, only
from core.problem import Problem
from core.samples import BOS, EOS
from core.spec import ModelSpec
from core.trace import Trace
from core.words import cut, with_words
from core.workspace import Sample, Workspace
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba
from tests.nine_tokens import nine_tokens

CLOSE = 1e-12
KINDS = ("encoder_decoder", "decoder_only", "decoder")
SAMPLE = Sample(("a", "b", "PAD"), ("BOS", "x", "y", "z", "w"))
WARM = Choice(temperature=1.0, seed=5)


def model(**fields: object) -> Workspace:
    """A small model with every kind of number in it."""
    given = {
        "kind": "encoder_decoder", "inputs": "tokens", "enc_layers": 1, "dec_layers": 2, "d": 6, "heads": 2, "d_k": 4,
        "d_v": 3, "d_ff": 5, "causal": True, "head": True, "bias": True, "seed": 3,
    }  # fmt: skip
    return Workspace.new(ModelSpec(**(given | fields)), (SAMPLE,))


def last(trace: Trace, name: str = "out.logits") -> np.ndarray:
    return trace[name].values[-1]


def near(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and bool((np.abs(a - b) <= CLOSE * np.maximum(1.0, np.abs(b))).all())


# the golden texts


@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.parametrize("executor", ["numpy", pytest.param("jit", marks=needs_numba)])
@pytest.mark.parametrize("which", [0, 1])
def test_greedy_texts_and_logits(which: int, executor: str, cache: bool) -> None:
    if not golden.generations():
        pytest.skip("not in this folder")
    workspace, want = golden.generations()[which]
    generation = Generation(workspace, 0, want.source, limit=want.limit, cache=cache, engine=Engine(executor))
    steps = list(generation)
    assert (BOS, *(step.token for step in steps)) == want.tokens
    assert generation.stopped == ("EOS" if want.tokens[-1] == EOS else "limit")
    logits = np.array([last(step.trace) for step in steps])
    assert golden.close(logits, want.logits_cached if cache else want.logits)
    for name, values in want.cache.items():
        assert golden.close(steps[-1].trace[name].values, values)
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert [step.probability for step in steps] == pytest.approx(shares.max(axis=1), abs=1e-12)


# the cache


@pytest.mark.parametrize("pos", POSITIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_with_the_cache_it_is_the_same_model(kind: str, pos: str) -> None:
    """Every scheme of positions, pins on rows that come later, a painted mask, padding: equal logits, equal texts."""
    norm_place = "pre" if (len(kind) + len(pos)) % 2 else "post"
    workspace = model(kind=kind, pos=pos, norm_place=norm_place, window=3, pos_offset=1, heads_off=(2,), tied=True)
    workspace = workspace.with_pin("dec1.self.h1.A", 2, 1, 0.3).with_pin("dec2.self.h2.K", 1, None, 0.5)
    workspace = workspace.with_pin("dec1.U", 3, 0, 2.0)
    painted = np.tri(5)
    painted[3, 1] = painted[4, 4] = 0
    workspace = workspace.with_custom_mask("dec2.self", painted)
    runs = [Generation(workspace, begin=("x",), choice=WARM, limit=5, cache=cache) for cache in (True, False)]
    kept, whole = (list(run) for run in runs)
    assert len(kept) > 3
    assert [step.token for step in kept] == [step.token for step in whole]
    assert runs[0].stopped == runs[1].stopped
    keys = "Krot" if pos.startswith("rope") else "K"
    for one, two in zip(kept, whole, strict=True):
        assert near(last(one.trace), last(two.trace))
        assert one.probability == pytest.approx(two.probability, abs=CLOSE)
        for name in (f"dec2.self.h1.{keys}", "dec1.self.h2.V"):  # all rows of them
            assert near(one.trace[name].values, two.trace[name].values)
        for name in ("dec1.self.h1.A", "dec1.self.h1.S", "dec2.self.mask", "dec2.Z"):
            assert near(last(one.trace, name), last(two.trace, name)), name


def test_the_cache_is_nodes_and_cross_keys_are_computed_once() -> None:
    generation = Generation(model(), choice=WARM, limit=4)
    first, second, third = (generation.step() for _ in range(3))
    assert "enc1.Z" in first.trace
    assert first.trace["dec1.cross.h1.K"].op == "linear"
    for step, before, rows in ((second, first, 1), (third, second, 2)):
        trace = step.trace
        assert not [name for name in trace if name.startswith(("enc", "src.E"))], "the encoder ran with the first row"
        cache = trace["dec1.self.h1.K.cache"]
        assert (cache.role, cache.op) == ("input", "leaf")
        assert cache.values.tobytes() == before.trace["dec1.self.h1.K"].values.tobytes()
        assert trace["dec1.self.h1.K.new"].values.shape[0] == 1
        assert (trace["dec1.self.h1.K"].op, trace["dec1.self.h1.K"].values.shape[0]) == ("append", rows + 1)
        for name in ("dec1.cross.h1.K", "dec2.cross.h2.V"):
            assert trace[name].op == "leaf"
            assert trace[name].values is before.trace[name].values or near(
                trace[name].values, before.trace[name].values
            )
    assert third.trace["dec1.self.h1.A"].rows == generation.tokens[2:3]
    assert third.trace["dec1.self.h1.A"].cols == generation.tokens[:3]
    assert third.trace["dec1.self.h1.V.cache"].rows == generation.tokens[:2]


def test_pinning_a_cached_row_changes_later_logits_and_no_earlier_ones() -> None:
    """The rows before are not computed again: only what reads the pinned row from now on moves."""
    plain, pinned = (Generation(model(), begin=("x", "y"), limit=6) for _ in range(2))
    for token in ("z", "w"):
        plain.step(token)
        pinned.step(token)
    pinned.workspace = pinned.workspace.with_pin("dec1.self.h1.K", 1, None, 2.0)
    one, two = plain.step("x"), pinned.step("x")
    assert np.abs(last(one.trace) - last(two.trace)).max() > 1e-6
    assert (two.trace["dec1.self.h1.K"].values[1] == 2.0).all()
    natural = two.trace["dec1.self.h1.K.natural"].values
    assert near(natural, one.trace["dec1.self.h1.K"].values)
    again = Generation(model().with_pin("dec1.self.h1.K", 1, None, 2.0), begin=("x", "y"), limit=6)
    again.step("z")
    again.step("w")
    assert near(two.trace["dec1.self.h1.K"].values, again.step("x").trace["dec1.self.h1.K"].values)
    assert not near(last(two.trace), last(again.steps[-1].trace)), "a pin from the start also moved the rows before"


# what it costs


def test_multiplications_with_the_cache_grow_by_attention_alone_and_linearly() -> None:
    workspace, spec = model(), model().spec
    steps = [step.multiplications for step in [*Generation(workspace, choice=WARM, limit=8)][1:]]
    assert len(steps) > 3
    h, d, k, v, ff, n, words = spec.heads, spec.d, spec.d_k, spec.d_v, spec.d_ff, 3, len(workspace.vocab["tgt"])
    own = h * d * (2 * k + v) + h * v * d  # Q, K, V and W_O of one row
    cross = h * d * k + h * v * d  # only Q: K and V are there
    for t, cost in enumerate(steps, start=1):
        assert cost == {
            "projections": 2 * (own + cross),
            "attention": 2 * h * (k + v) * (t + 1) + 2 * h * (k + v) * n,
            "feed_forward": 2 * 2 * d * ff,
            "head": d * words,
        }


def test_multiplications_without_the_cache_are_all_of_it_again() -> None:
    workspace, spec = model(), model().spec
    steps = [step.multiplications for step in Generation(workspace, choice=WARM, limit=8, cache=False)]
    h, d, k, v, ff, n, words = spec.heads, spec.d, spec.d_k, spec.d_v, spec.d_ff, 3, len(workspace.vocab["tgt"])
    whole = h * d * (2 * k + v) + h * v * d
    for m, cost in enumerate(steps, start=1):
        cross = m * (h * d * k + h * v * d) + n * h * d * (k + v)
        assert cost == {
            "projections": n * whole + 2 * (m * whole + cross),
            "attention": h * (k + v) * (n * n + 2 * m * m + 2 * m * n),
            "feed_forward": (n + 2 * m) * 2 * d * ff,
            "head": m * d * words,
        }


def test_multiplications_of_all_steps_add_up() -> None:
    generation = Generation(model(), choice=WARM, limit=4)
    assert generation.multiplications() == {}
    steps = list(generation)
    assert generation.multiplications() == {part: sum(s.multiplications[part] for s in steps) for part in PARTS}


# teacher forcing and free running


def seen(trace: Trace, name: str) -> np.ndarray:
    """The values of a matrix, with 0 for the scores of keys that the mask hides: those come later."""
    hidden = trace.hidden(name)
    return trace[name].values if hidden is None else np.where(hidden, 0.0, trace[name].values)


def test_both_are_one_engine_rows_of_one_prefix_agree() -> None:
    generation = Generation(model(), choice=WARM, limit=6)
    steps = list(generation)
    free, taught = generation.trace(), forced(model(), generation.tokens[1:])
    assert free["tgt.ids"].rows == taught["tgt.ids"].rows == generation.tokens
    for name in taught:
        if taught[name].row_axis == "tgt":
            assert near(free[name].values, taught[name].values), name
    for i, step in enumerate(steps[: len(generation.tokens)]):
        assert near(last(step.trace), taught["out.logits"].values[i])


@pytest.mark.parametrize("cache", [True, False])
def test_after_another_choice_only_its_row_and_later_ones_differ(cache: bool) -> None:
    one, two = (Generation(model(), limit=6, cache=cache) for _ in range(2))
    for token in ("x", "y", "z"):
        one.step(token)
    for token in ("x", "w", "z"):
        two.step(token)
    first, second = one.trace(), two.trace()
    assert first["tgt.E"].rows == (BOS, "x", "y", "z")
    moved = {
        i
        for name in first
        if first[name].row_axis == "tgt" and name not in ("tgt.labels", "out.token_loss")  # these look one ahead
        for i in range(4)
        if not near(seen(first, name)[i], seen(second, name)[i])
    }
    assert moved == {2, 3}
    for name in ("dec2.self.h1.K", "dec2.Z", "out.logits", "out.p"):
        assert near(first[name].values[:2], second[name].values[:2]), name
        for i in (2, 3):
            assert not near(first[name].values[i], second[name].values[i]), (name, i)
    for a, b in zip(one.steps[:2], two.steps[:2], strict=True):
        assert near(last(a.trace), last(b.trace))
    assert not near(last(one.steps[2].trace), last(two.steps[2].trace))


# looking ahead, going back, other numbers


@pytest.mark.parametrize("cache", [True, False])
def test_what_is_looked_at_before_is_what_the_step_chooses_from(cache: bool) -> None:
    generation = Generation(model(), choice=WARM, limit=6, cache=cache)
    for _ in range(3):
        trace, ran = generation.look()
        assert generation.look()[0] is trace
        step = generation.step()
        assert step.trace is trace
        assert step.multiplications == ran


@pytest.mark.parametrize("cache", [True, False])
def test_a_token_that_was_taken_back_comes_again(cache: bool) -> None:
    straight = [step.token for step in Generation(model(), choice=WARM, limit=6, cache=cache)]
    generation = Generation(model(), choice=WARM, limit=6, cache=cache)
    for _ in straight:
        generation.step()
    before = generation.steps[2]
    for _ in straight[2:]:
        generation.back()
    assert generation.tokens == (BOS, *straight[:2])
    assert not generation.stopped
    again = [step.token for step in generation]
    assert again == straight[2:]
    assert near(last(generation.steps[2].trace), last(before.trace))
    assert generation.steps[2].multiplications == before.multiplications


def test_other_numbers_with_their_own_cache_are_as_if_it_had_begun_with_them() -> None:
    generation = Generation(model(), limit=6)
    for token in ("x", "y", "z"):
        generation.step(token)
    other = generation.workspace.with_cell("dec1.self.h1.WK", 0, 0, 2.0).with_cell("dec1.cross.h1.WV", 1, 1, -2.0)
    generation.refresh(other, Engine("numpy").run(other))
    stale = Generation(model(), limit=6)
    for token in ("x", "y", "z"):
        stale.step(token)
    stale.workspace = other  # whose cache stays what it was
    want = Generation(
        model().with_cell("dec1.self.h1.WK", 0, 0, 2.0).with_cell("dec1.cross.h1.WV", 1, 1, -2.0), limit=6
    )
    for token in ("x", "y", "z"):
        want.step(token)
    for run in (generation, stale, want):
        run.step("w")
        run.step("x")
    assert near(last(generation.steps[4].trace), last(want.steps[4].trace))
    assert not near(last(stale.steps[4].trace), last(want.steps[4].trace))
    assert [step.probability for step in generation.steps] == pytest.approx([s.probability for s in want.steps])


def test_a_model_whose_sentences_begin_with_no_bos_begins_with_its_own() -> None:
    generation = Generation(model(), begin=("x",), bare=True, limit=2)
    assert generation.tokens == ("x",)
    want = Engine("numpy").run(model().with_samples((Sample(SAMPLE.source, ("x",)),)))
    assert near(last(generation.step().trace), want["out.logits"].values[0])


def test_a_step_that_is_given_its_token_tells_that_token_s_probability() -> None:
    generation = Generation(model(), limit=3)
    step = generation.step("w")
    words = generation.workspace.vocab["tgt"]
    assert step.token == "w"
    assert step.probability == last(step.trace, "out.p")[words.index("w")]
    with pytest.raises(Problem, match="The token q is not in the vocabulary"):
        generation.step("q")


# how a token is chosen

LOGITS = np.array([2.0, 1.0, 1.0])


@pytest.mark.parametrize(
    ("temperature", "want"),
    [
        (1.0, [0.57611688, 0.21194156, 0.21194156]),
        (0.5, [0.78698604, 0.10650698, 0.10650698]),
        (2.0, [0.45186276, 0.27406862, 0.27406862]),
        (1e-12, [1.0, 0.0, 0.0]),
        (0.0, [1.0, 0.0, 0.0]),
    ],
)
def test_temperature(temperature: float, want: list[float]) -> None:
    assert Choice(temperature).shares(LOGITS) == pytest.approx(want, abs=1e-8)


def test_top_k_keeps_the_largest_and_of_equals_the_first() -> None:
    assert Choice(1.0, 2).shares(LOGITS) == pytest.approx([1 / (1 + np.exp(-1)), 1 / (1 + np.e), 0])
    assert Choice(1.0, 1).shares(LOGITS).tolist() == [1, 0, 0]
    assert Choice(1.0, 9).shares(LOGITS) == pytest.approx(Choice(1.0).shares(LOGITS))
    assert Choice(0.0).shares(np.array([1.0, 3.0, 3.0])).tolist() == [0, 1, 0]


def test_equal_seeds_give_equal_texts_and_drawing_follows_the_shares() -> None:
    def text(seed: int, top_k: int = 0) -> tuple[str, ...]:
        return tuple(step.token for step in Generation(model(), choice=Choice(1.0, top_k, seed), limit=6))

    assert text(1) == text(1)
    assert len({text(seed) for seed in range(4)}) > 2
    greedy = tuple(step.token for step in Generation(model(), limit=6))
    assert text(4, top_k=1) == greedy
    generation = Generation(model(), choice=Choice(1.0, 0, 3))
    drawn = [generation._draw(LOGITS) for _ in range(2000)]
    found = np.bincount(drawn, minlength=3) / len(drawn)
    assert np.abs(found - generation.choice.shares(LOGITS)).max() < 4 * np.sqrt(0.25 / len(drawn))


# where it stops


def scripted(words: str) -> Workspace:
    """A model whose head says the same word at every place."""
    workspace = model(bias=False)
    at = workspace.vocab["tgt"].index(words)
    workspace = workspace.with_block("out.W", 0, 0, np.zeros(workspace.arrays["out.W"].shape))
    return workspace.with_cell("out.b", 0, at, 50.0)


def test_it_stops_at_eos_and_not_later() -> None:
    generation = Generation(scripted(EOS), limit=6)
    assert [step.token for step in generation] == [EOS]
    assert generation.stopped == "EOS"
    assert generation.tokens == (BOS,)
    with pytest.raises(Problem, match="Generation has stopped: EOS"):
        generation.step()


def test_it_stops_at_the_limit_and_says_so() -> None:
    generation = Generation(scripted("x"), limit=3)
    assert [step.token for step in generation] == ["x"] * 3
    assert generation.stopped == "limit"


@pytest.mark.parametrize(("pos", "rows"), [("learned", 3), ("rel_bias", 4)])
@pytest.mark.parametrize("cache", [True, False])
def test_it_stops_where_the_table_of_positions_ends_and_keeps_what_it_has(pos: str, rows: int, cache: bool) -> None:
    """Four rows and a first position of 1: the last row of the table gives the last token, nothing wraps around."""
    workspace = model(kind="decoder_only", pos="none").with_samples((Sample((), (BOS, "x", "y")),))
    workspace = workspace.with_spec(pos_length=4, pos_offset=1, pos=pos)
    generation = Generation(workspace, begin=("x",), choice=Choice(1.0, seed=2), limit=9, cache=cache)
    while not generation.stopped:
        generation.step("z")
    assert generation.stopped == "positions"
    assert len(generation.tokens) == rows
    assert len(generation.steps) == rows - 1
    with pytest.raises(Problem, match="has 4 rows, this sample needs 5"):
        forced(workspace, ("x", "y", "z", "z")[: rows + 1 if pos == "rel_bias" else rows])


def test_padding_that_it_says_itself_is_a_token_like_others() -> None:
    generation = Generation(scripted("PAD"), limit=3)
    assert [step.token for step in generation] == ["PAD"] * 3
    assert "tgt.valid" not in generation.trace()


# what can't be


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "encoder"}, "An encoder-only model reads all of its tokens at once"),
        ({"kind": "attention"}, "An attention alone gives rows, no tokens"),
        ({"head": False}, "Without a vocabulary head there is no next token"),
        ({"inputs": "rows"}, "This model reads rows of numbers"),
        ({"causal": False}, "Without the causal mask each new token changes the rows before it"),
    ],
)
def test_models_that_generate_nothing_are_refused_in_words(fields: dict[str, object], said: str) -> None:
    workspace = model(**fields)
    with pytest.raises(Problem, match=said):
        Generation(workspace)
    if "causal" in fields:
        assert len(list(Generation(workspace, cache=False, limit=2))) <= 2


def test_words_and_lengths_that_can_not_be_are_refused() -> None:
    workspace = model()
    for begin, source, said in (
        ((), None, "The target is empty"),
        (("x", "q"), None, "The token q is not in the vocabulary, which has 7 words: PAD BOS EOS x y z w"),
        (("x",), (), "The source is empty"),
        (("x",), ("a", "A"), "The token A is not in the vocabulary. Did you mean a?"),
    ):
        with pytest.raises(Problem) as problem:
            Generation(workspace, 0, source, begin)
        assert said in str(problem.value)
    with pytest.raises(Problem, match="The target is empty"):
        forced(workspace, ())
    with pytest.raises(Problem, match="A model of kind decoder_only reads no source"):
        Generation(model(kind="decoder_only"), 0, ("a",))
    with pytest.raises(Problem, match="There is no sample 1: the last one is 0"):
        Generation(workspace, 1)
    with pytest.raises(Problem, match="The limit can't be 0"):
        Generation(workspace, limit=0)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ((-1.0, 0, 1), "The temperature can't be -1.0: allowed is a number from 0 to 100"),
        ((float("nan"), 0, 1), "The temperature can't be nan"),
        ((1.0, -2, 1), "top-k can't be -2"),
        ((1.0, 0, -1), "The seed can't be -1"),
    ],
)
def test_choices_that_can_not_be_are_refused(choice: tuple[float, int, int], said: str) -> None:
    with pytest.raises(Problem, match=said):
        Choice(*choice)


def test_logits_that_are_no_numbers_choose_nothing() -> None:
    generation = Generation(model().with_cell("out.b", 0, 0, float("inf")))
    with pytest.raises(Problem, match="The logits of step 1 are not all finite numbers"):
        generation.step()
    assert generation.steps == []


def test_a_step_is_a_view_and_is_not_changed() -> None:
    generation = Generation(model(), choice=WARM, limit=3)
    generation.step("x")
    workspace = generation.step("y").trace.workspace
    assert isinstance(workspace, Continued)
    with pytest.raises(TypeError, match="change the workspace that it continues"):
        workspace.with_pin("dec1.self.h1.A", 0, 0, 1.0)


# samples and words


def test_one_sample_of_several_keeps_its_own_inputs_and_pins() -> None:
    samples = (SAMPLE, Sample(("b", "a"), (BOS, "y")))
    both = model().with_samples(samples).with_pin("enc1.Z", 0, 0, 3.0, 1).with_custom_mask("dec1.cross", np.eye(2), 1)
    alone = only(both, 1)
    assert alone.samples == samples[1:]
    one, two = Engine("numpy").run(alone), Engine("numpy").run(both, 1)
    assert {name: one[name].values.tobytes() for name in one} == {name: two[name].values.tobytes() for name in two}


def test_a_sentence_without_spaces_is_cut_by_the_words_that_are_known() -> None:
    words = ("我", "给", "给了", "他", "一", "本", "书", "。")
    assert cut("我给了他 一本书。", words) == ("我", "给了", "他", "一", "本", "书", "。")
    assert cut("我给她们", words) == ("我", "给", "她", "们"), "what is not known is a word by itself"
    assert cut("gave 我 给a", ("a", "我", "给")) == ("gave", "我", "给a"), "only Chinese is written without spaces"
    assert cut("  ", words) == ()


def test_unknown_words_are_refused_added_or_replaced() -> None:
    workspace = nine_tokens()
    with pytest.raises(Problem, match="The token 她 is not in the vocabulary"):
        with_words(workspace, "src", ("我", "她"), "refuse")
    grown, words = with_words(workspace, "src", ("我", "她", "她"), "add")
    assert words == ("我", "她", "她")
    assert grown.vocab["src"] == (*workspace.vocab["src"], "她")
    assert (grown.arrays["src.embed"][:-1] == workspace.arrays["src.embed"]).all()
    replaced, words = with_words(workspace, "src", ("我", "她"), "unk")
    assert words == ("我", "UNK")
    assert replaced.vocab["src"][-1] == "UNK"
    again, words = with_words(replaced, "src", ("她",), "unk")
    assert again is replaced
    assert words == ("UNK",)
