"""Who may read what: masks, and tokens to rows through layers, against sets passed on by hand."""

from __future__ import annotations

import numpy as np

from core import glass
from core.engine import Engine
from core.reading import Readers, direction, hidden_by, possible, readers, reading, results, sources, visibilities
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from resources import path as resource
from tests.core.specs import painted, spread


def model(name: str) -> Workspace:
    return glass.load(resource("models", f"{name}.glass"))


def fresh(workspace: Workspace) -> Trace:
    return Engine("numpy").run(workspace)


def reads(workspace: Workspace, name: str) -> dict[str, Readers]:
    return {found.side: found for found in readers(fresh(workspace), name, Engine("numpy"))}


def passed_on(trace: Trace, side: str, end: str) -> dict[int, set[int]]:
    """The tokens of `side` that each row of a stack's last layer can read: each attention passes its keys' sets on."""
    spec = trace.spec
    alive = len(spec.heads_off) < spec.heads
    sets = {
        axis: [{i} if axis == side else set() for i in range(len(trace.labels(axis, 0)))] for axis in ("src", "tgt")
    }
    memory = sets["src"]

    def read(queries: list[set[int]], keys: list[set[int]], at: str, on: bool) -> list[set[int]]:
        mask = trace[f"{at}.mask"].values
        own = [set(q) for q in queries]
        for i, j in np.argwhere(mask != 0):
            own[i] |= (keys[j] if on else set()) | (queries[i] if mask[i].sum() > 1 else set())
        return own

    for layer in range(1, spec.enc_layers + 1 if spec.encodes else 1):
        memory = read(memory, memory, f"enc{layer}.self", alive)
    rows = sets["tgt"]
    for layer in range(1, spec.dec_layers + 1 if spec.decodes else 1):
        rows = read(rows, rows, f"dec{layer}.self", alive)
        if spec.crosses and spec.cross:
            rows = read(rows, memory, f"dec{layer}.cross", True)
    return dict(enumerate(rows if end.startswith("dec") else memory))


def test_the_visibility_of_every_attention() -> None:
    found = {v.at: v for v in visibilities(fresh(model("translate")))}
    assert list(found) == ["enc1.self", "enc2.self", "dec1.self", "dec1.cross", "dec2.self", "dec2.cross"]
    assert found["enc1.self"].visible.all()
    assert (found["dec1.self"].visible == np.tri(8, dtype=bool)).all()
    assert found["dec1.cross"].visible.shape == (8, 9)
    assert (found["dec1.cross"].query_axis, found["dec1.cross"].key_axis) == ("tgt", "src")
    assert found["dec1.cross"].keys[7] == "书"
    pinned = model("block").with_pin("enc1.self.mask", 0, 1, 0.0)
    assert not visibilities(fresh(pinned))[0].visible[0, 1]


def test_the_source_word_may_be_read_while_the_target_word_may_not() -> None:
    found = reads(model("translate"), "dec2.Z")
    row, word = found["tgt"].rows.index("gave"), found["src"].tokens.index("书")
    assert found["src"].can[row, word]
    assert found["src"].does[row, word]
    book = found["tgt"].tokens.index("book")
    assert not found["tgt"].can[row, book]
    assert not found["tgt"].does[row, book]
    assert (found["tgt"].can == np.tri(8, dtype=bool)).all()
    assert (found["tgt"].does == found["tgt"].can).all()
    assert found["src"].can.all()


def test_rows_of_models_of_every_kind_read_what_is_passed_on_to_them() -> None:
    tried = 0
    for k, plain in enumerate(spread(100, seed=3)):
        spec = plain.spec
        if not spec.stacks or not spec.residual or spec.d == 1:
            continue
        workspace = plain if k % 2 else painted(plain, k)
        trace = fresh(workspace)
        end = f"dec{spec.dec_layers}.Z" if spec.decodes else f"enc{spec.enc_layers}.Z"
        for found in readers(trace, end, Engine("numpy")):
            want = passed_on(trace, found.side, end)
            got = {i: set(np.flatnonzero(row).tolist()) for i, row in enumerate(found.can)}
            assert got == want, (found.side, spec)
            assert not (found.does & ~found.can).any()
            assert ((found.size > 0) == found.does).all()
        tried += 1
    assert tried > 20


def test_a_window_reaches_farther_with_each_layer() -> None:
    """Two layers of window 2 read two tokens back, three layers three."""
    for layers in (1, 2, 3):
        spec = ModelSpec(kind="decoder_only", dec_layers=layers, causal=True, window=2)
        workspace = Workspace.new(spec, (Sample((), tuple("abcdef")),))
        found = reads(workspace, f"dec{layers}.Z")["tgt"]
        i, j = np.indices((6, 6))
        assert (found.can == ((j <= i) & (i - j <= layers))).all()
        assert (found.does == found.can).all()


def test_padding_is_read_by_its_own_row_alone() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(("a", "b", "PAD")),))
    found = reads(workspace, "enc1.Z")["src"]
    assert found.can.tolist() == [[True, True, False], [True, True, False], [True, True, True]]


def test_memory_and_given_queries_are_tokens_too() -> None:
    decoder = Workspace.new(ModelSpec(kind="decoder", causal=True), (Sample(("s", "t"), ("a", "b")),))
    found = reads(decoder, "dec1.Z")
    assert found["src"].can.all()
    assert found["tgt"].can.tolist() == [[True, False], [True, True]]
    given = Workspace.new(ModelSpec(kind="attention", project=False), (Sample(("a", "b")),))
    names = {node.name.rpartition(".")[2] for node in sources(given.graph(), "src")}
    assert names == {"Q", "K", "V"}
    assert reads(given, "att.h2.H")["src"].does.all()


def test_an_unmoved_row_may_have_been_able_to() -> None:
    """Weights that a huge score has saturated: the key is visible, and moves nothing."""
    x = np.array([[40.0, 0.0], [0.0, 1.0], [40.0, 0.0]])
    one = np.eye(2)
    given = {"sample0/src.X": x, "att.h1.WQ": one * 10, "att.h1.WK": one * 10, "att.h1.WV": one, "att.WO": one}
    workspace = Workspace.new(ModelSpec(kind="attention", heads=1, d=2), (Sample(("a", "b", "c")),), given)
    found = reads(workspace, "att.h1.H")["src"]
    assert found.can.all()
    assert found.does[0].tolist() == [True, False, True]
    assert found.size[0, 1] == 0


def test_the_step_is_seen_through_a_norm() -> None:
    for d in (2, 3, 8, 512):
        step = direction(d)
        assert np.ptp(step) > 1
        assert np.abs(step).max() < 2


def test_readers_of_several_matrices_a_run_at_a_time() -> None:
    """Both layers at once are the same as one after the other, and each step is one run."""
    trace, names = fresh(model("translate")), ("enc2.Z", "dec1.Z", "dec2.Z")
    work = reading(trace, names, Engine("numpy"))
    told = []
    while True:
        try:
            told.append(next(work))
        except StopIteration as done:
            found = done.value
            break
    assert told[0] == (0, 34)
    assert told[-1] == (34, 34)
    assert [(r.side, r.node) for r in found] == [(side, trace[name].name) for side in ("src", "tgt") for name in names]
    for name in names:
        for alone in readers(trace, name, Engine("numpy")):
            both = next(r for r in found if (r.side, r.node) == (alone.side, alone.node))
            assert (both.can == alone.can).all()
            assert (both.does == alone.does).all()
            assert (both.size == alone.size).all()


def test_what_can_be_is_known_before_anything_is_measured() -> None:
    for plain in spread(60, seed=8):
        if not plain.spec.stacks:
            continue
        end = f"dec{plain.spec.dec_layers}.Z" if plain.spec.decodes else f"enc{plain.spec.enc_layers}.Z"
        trace = fresh(plain)
        for first, full in zip(possible(trace, (end,)), readers(trace, end, Engine("numpy")), strict=True):
            assert first.side == full.side
            assert (first.can == full.can).all()
            assert not first.does.any()


def test_the_rule_that_keeps_a_token_away() -> None:
    trace = fresh(model("translate"))
    gave, book = 2, 5
    assert trace.labels("tgt", 8)[book] == "book"
    assert hidden_by(trace, "dec2.Z", gave, "tgt", book) == ("causal",)
    assert hidden_by(trace, "dec2.Z", gave, "src", 7) == ()
    assert hidden_by(trace, "enc2.Z", 0, "tgt", 0) == (), "the encoder has no target at all"
    padded = fresh(model("translate").with_samples((Sample(("s", "PAD"), ("BOS", "PAD")),)))
    assert hidden_by(padded, "dec2.Z", 0, "src", 1) == ("padding",)
    assert set(hidden_by(padded, "dec1.Z", 0, "tgt", 1)) == {"causal", "padding"}


def test_where_the_rows_stand_after_each_layer() -> None:
    graph = fresh(model("translate")).graph
    assert results(graph, "src") == ["enc1.norm2", "enc2.norm2"]
    assert results(graph, "tgt") == ["dec1.norm3", "dec2.norm3"]
    assert results(fresh(model("qkv")).graph, "src") == ["att.out"]
    given = Workspace.new(ModelSpec(kind="attention", project=False, other_source=True), (Sample(("a",), ("b",)),))
    assert results(given.graph(), "src") == ["att.concat"]
    assert results(given.graph(), "kv") == []
