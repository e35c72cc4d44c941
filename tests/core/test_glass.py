"""The .glass file: it gives back every bit, always the same bytes, and nothing that comes in one does any harm."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import stat
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import glass, whole_file
from core.engine import Engine
from core.glass import PAGE, dumps, load, loads, save, write_whole
from core.problem import Problem
from core.seeded import seeded
from core.spec import FIELDS, ModelSpec
from core.workspace import Pin, Sample, Workspace, frozen, needs, same_bits
from resources import path as resource

ROOT = Path(__file__).parent.parent.parent
MOST_MEMORY = 50e6  # bytes that a small hostile file may take
SPECIAL = [0.0, -0.0, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf"), float("nan"), 0.1, -1 / 3]
BLOCK = Workspace.new(ModelSpec(), (Sample(("我", "给", "书")),))
POSITIONS = FIELDS["pos"].choices
SIDES = st.sampled_from(("src", "tgt"))


def same(a: Workspace, b: Workspace) -> bool:
    """Equal to the bit in all that a person made."""
    return (
        (a.spec, a.samples, a.about, a.vocab) == (b.spec, b.samples, b.about, b.vocab)
        and list(a.arrays) == list(b.arrays)
        and all(same_bits(a.arrays[name], b.arrays[name]) for name in a.arrays)
        and dict(a.pins).keys() == dict(b.pins).keys()
        and all(same_bits(a.pins[key].values, b.pins[key].values) for key in a.pins)
        and all(same_bits(a.pins[key].where, b.pins[key].where) for key in a.pins)
    )


WORDS = st.one_of(st.sampled_from(("我", "PAD", "BOS", "EOS", "a")), st.text(max_size=4))


@st.composite
def specs(draw: st.DrawFn) -> ModelSpec:
    """Models of every kind, position scheme and mask rule."""
    size = st.integers(1, 4)
    heads = draw(st.integers(1, 3))
    pos = draw(st.sampled_from(POSITIONS))
    return ModelSpec(
        kind=draw(st.sampled_from(FIELDS["kind"].choices)),
        enc_layers=draw(st.integers(1, 2)),
        dec_layers=draw(st.integers(1, 2)),
        inputs=draw(st.sampled_from(FIELDS["inputs"].choices)),
        d=draw(size),
        heads=heads,
        d_k=draw(st.sampled_from((2, 4))) if pos.startswith("rope") else draw(size),
        d_v=draw(size),
        d_ff=draw(size),
        heads_off=tuple(sorted(draw(st.sets(st.integers(1, heads))))),
        bias=draw(st.booleans()),
        project=draw(st.booleans()),
        other_source=draw(st.booleans()),
        cross=draw(st.booleans()),
        causal=draw(st.booleans()),
        window=draw(st.integers(0, 2)),
        pos=pos,
        ffn=draw(st.booleans()),
        norm=draw(st.sampled_from(("layernorm", "rmsnorm", "none"))),
        norm_place=draw(st.sampled_from(("pre", "post"))),
        eps=draw(st.one_of(st.floats(0, 1e6), st.integers(0, 3))),
        head=draw(st.booleans()),
        tied=draw(st.booleans()),
        precision=draw(st.sampled_from(("float64", "float32"))),
        seed=draw(st.integers(0, 2**53)),
    )


@st.composite
def samples_of(draw: st.DrawFn, side: str) -> dict[str, tuple[Any, ...]]:
    """Tokens of one side, with or without a word about what of them is padding."""
    words = tuple(draw(st.lists(WORDS, min_size=1, max_size=4)))
    valid = draw(st.one_of(st.just(()), st.tuples(*[st.booleans() for _ in words])))
    return {side: words, f"{side}_valid": valid}


@st.composite
def workspaces(draw: st.DrawFn) -> Workspace:
    spec = draw(specs())
    samples = tuple(
        Sample(**draw(samples_of("source")), **draw(samples_of("target"))) for _ in range(draw(st.integers(1, 3)))
    )
    vocab = {side: tuple(draw(st.lists(WORDS, max_size=4, unique=True))) for side in draw(st.sets(SIDES))}
    plain = Workspace.new(spec, samples, vocab=vocab)
    numbers = st.one_of(st.sampled_from(SPECIAL), st.floats(width=32))
    given_arrays = {}
    for name in draw(st.lists(st.sampled_from(sorted(plain.arrays)), max_size=4, unique=True)):
        values = draw(st.lists(numbers, min_size=1, max_size=3))
        with np.errstate(over="ignore"):  # the largest double is ∞ in float32
            given_arrays[name] = np.resize(np.array(values), plain.arrays[name].shape).astype(spec.precision)
    texts = st.dictionaries(st.sampled_from(("title", "note")), st.text(max_size=9))
    about = draw(st.dictionaries(st.sampled_from(("en", "zh_CN")), texts))
    workspace = Workspace.new(spec, samples, given_arrays, about, vocab)
    for _ in range(draw(st.integers(0, 2))):
        b = draw(st.integers(0, len(samples) - 1))
        masks = sorted(node.name for node in workspace.graph(b).nodes if node.name.endswith(".mask"))
        if masks:
            at = draw(st.sampled_from(masks))
            bits = draw(st.lists(st.booleans(), min_size=1, max_size=5))
            painted = np.resize(np.array(bits, float), workspace.node(at, b).shape)
            workspace = workspace.with_custom_mask(at.removesuffix(".mask"), painted, b)
    for _ in range(draw(st.integers(0, 2))):
        b = draw(st.integers(0, len(samples) - 1))
        computed = sorted(
            node.name for node in workspace.graph(b).nodes if node.op != "leaf" and "natural" not in node.name
        )
        name = draw(st.sampled_from(computed))
        rows, cols = workspace.node(name, b).shape
        i = draw(st.one_of(st.none(), st.integers(0, rows - 1)))
        j = draw(st.one_of(st.none(), st.integers(0, cols - 1)))
        with np.errstate(over="ignore"):
            workspace = workspace.with_pin(name, i, j, draw(numbers), b)
    return workspace


# what is kept


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(workspaces())
def test_loading_gives_back_every_bit_and_saving_again_the_same_bytes(workspace: Workspace) -> None:
    data = dumps(workspace)
    again = loads(data)
    assert same(again, workspace)
    assert dumps(workspace) == data
    assert dumps(again) == data


def test_equal_models_give_equal_bytes_however_their_numbers_were_written() -> None:
    assert BLOCK.with_spec(eps=1) != BLOCK
    assert dumps(BLOCK.with_spec(eps=1)) == dumps(BLOCK.with_spec(eps=1.0))


@pytest.mark.parametrize("name", sorted(path.name for path in resource("models").iterdir()))
def test_every_starting_model_comes_back_with_every_bit(name: str) -> None:
    data = resource("models", name).read_bytes()
    workspace = loads(data)
    assert dumps(workspace) == data
    if name in ("cloze.glass", "english.glass", "translate.glass"):
        assert len(data) < 65536  # learned, so every number is stored: up to 5706 of them
    else:
        assert len(data) < 4096  # what a seed makes is not stored


def test_dropout_is_written_where_there_is_some_so_that_other_files_open_in_every_version() -> None:
    """The field is younger than the format."""
    for rate, written in ((0.0, False), (0.25, True)):
        data = dumps(Workspace.new(ModelSpec(dropout=rate), (Sample(("a",)),)))
        assert ("dropout" in json.loads(members(data)[PAGE])["spec"]) == written
        assert "dropout_view" not in json.loads(members(data)[PAGE])["spec"]
        assert loads(data).spec.dropout == rate
    seen = Workspace.new(ModelSpec(dropout=0.25, dropout_view=True), (Sample(("a",)),))
    assert loads(dumps(seen)).spec.dropout_view
    assert members(dumps(seen)).keys() == {PAGE}  # the masks are drawn again, not stored


def test_vocabularies_padding_masks_and_pins_of_each_sample_come_back() -> None:
    again = loads(dumps(PAIRS))
    assert dict(again.vocab) == {"src": ("PAD", "BOS", "EOS", "a", "b"), "tgt": ("PAD", "BOS", "EOS", "x")}
    assert again.samples[1].source_valid == (False,)
    engine = Engine("numpy")
    first, second = engine.run(again, 0), engine.run(again, 1)
    assert first["dec1.cross.mask"].values.tolist() == [[1, 0], [0, 0]]
    assert second["enc1.self.mask"].values.tolist() == [[0]]
    assert second["out.p"].values[0, 0] == 0.25
    assert first["out.p"].values[0, 0] != 0.25


def test_what_a_file_is_about_is_read_without_its_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(tmp_path / "lesson.glass", STORED.with_about({"en": {"title": "One"}}))
    monkeypatch.setattr(glass, "_array", pytest.fail)
    assert glass.about(tmp_path / "lesson.glass") == {"en": {"title": "One"}}
    (tmp_path / "lesson.glass").write_bytes(b"no zip")
    with pytest.raises(Problem, match="^lesson.glass is not a whole .glass file"):
        glass.about(tmp_path / "lesson.glass")
    with pytest.raises(Problem, match="none.glass could not be read"):
        glass.about(tmp_path / "none.glass")


def test_a_pin_that_has_no_place_in_the_present_model_is_kept() -> None:
    pinned = BLOCK.with_pin("enc1.ffn.pre", 0, 0, 5.0).with_spec(ffn=False)
    assert "enc1.ffn.pre" not in pinned.graph()
    again = loads(dumps(pinned))
    assert same(again, pinned)
    assert Engine("numpy").run(again.with_spec(ffn=True))["enc1.ffn.pre"].values[0, 0] == 5.0


def test_a_pin_whose_matrix_became_another_name_of_one_is_kept() -> None:
    """Without positions X0 is another name of X."""
    pinned = BLOCK.with_spec(pos="sinusoidal").with_pin("src.X0", 1, 0, 5.0).with_spec(pos="none")
    again = loads(dumps(pinned))
    assert same(again, pinned)
    assert again.with_spec(pos="sinusoidal").pin_fits(0, "src.X0")


def test_arrays_equal_to_the_seeded_ones_are_not_stored() -> None:
    assert members(dumps(BLOCK)).keys() == {PAGE}
    edited = BLOCK.with_cell("enc1.self.h1.WV", 2, 0, 0.5)
    assert members(dumps(edited)).keys() == {PAGE, "arrays/0.npy"}
    seed = seeded(1, "enc1.self.h1.WV", 4, 2)[2, 0]
    assert members(dumps(edited.with_cell("enc1.self.h1.WV", 2, 0, seed))).keys() == {PAGE}
    zero = BLOCK.with_cell("enc1.norm1.beta", 0, 0, -0.0)  # differs from the seeded 0 in one bit
    assert members(dumps(zero)).keys() == {PAGE, "arrays/0.npy"}


def test_it_is_a_plain_zip_of_strict_json_and_plain_npy() -> None:
    workspace = BLOCK.with_cell("src.X", 0, 0, float("nan")).with_pin("enc1.Z", 0, None, float("-inf"))
    found = members(dumps(workspace))
    page = json.loads(found.pop(PAGE), parse_constant=pytest.fail)
    assert page["glass"] == 1
    assert page["samples"] == [{"source": ["我", "给", "书"], "target": [], "source_valid": [], "target_valid": []}]
    assert page["arrays"] == ["sample0/src.X"]
    assert page["pins"] == [{"sample": 0, "node": "enc1.norm2", "shape": [3, 4]}]
    arrays = {name: np.load(io.BytesIO(data), allow_pickle=False) for name, data in found.items()}
    assert np.isnan(arrays["arrays/0.npy"][0, 0])
    assert arrays["pins/0.values.npy"][0].tolist() == [float("-inf")] * 4
    assert arrays["pins/0.where.npy"].sum(axis=1).tolist() == [4, 0, 0]


def test_what_could_not_be_opened_again_is_not_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save(tmp_path / "old.glass", BLOCK)
    before = (tmp_path / "old.glass").read_bytes()
    with pytest.raises(Problem, match="half a character"):
        save(tmp_path / "old.glass", BLOCK.with_samples((Sample(("\ud83d",)),)))
    for limit, value in [("MOST_MEMBERS", 1), ("LARGEST_PAGE", 100), ("MOST_NODES", 10), ("MEMORY_LIMIT", 1000)]:
        monkeypatch.setattr(glass, limit, value)
        with pytest.raises(Problem, match="can't hold a model of this size"):
            save(tmp_path / "old.glass", BLOCK.with_cell("src.X", 0, 0, 9.0))
        monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["old.glass"]
    assert (tmp_path / "old.glass").read_bytes() == before


def test_there_is_room_for_all_arrays_of_the_most_heads_and_layers_that_the_fields_allow() -> None:
    spec = ModelSpec(enc_layers=48, heads=64, bias=True)
    samples = (Sample(("a",)),)
    page = glass.Page(glass.VERSION, spec, samples, tuple(needs(spec, samples, {}, set())))
    assert len(page.arrays) > 48 * 64 * 6
    glass._check_size(page)
    assert len(glass._json(page)) < glass.LARGEST_PAGE / 2


def test_a_file_of_too_many_members_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dumps(STORED)
    monkeypatch.setattr(glass, "MOST_MEMBERS", 4)
    with pytest.raises(Problem, match="too many members"):
        loads(data)


# what comes in


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: list[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return out.getvalue()


STORED = BLOCK.with_cell("src.X", 1, 1, 0.5).with_block("enc1.self.WO", 0, 0, np.full((4, 4), 0.25))
STORED = STORED.with_pin("enc1.self.h1.A", 1, None, 0.5)
PARTS = members(dumps(STORED))
ITSELF: dict[str, Any] = json.loads(PARTS[PAGE])
WO = "arrays/1.npy"


def with_page(**changes: object) -> bytes:
    return packed(list({**PARTS, PAGE: json.dumps({**ITSELF, **changes}).encode()}.items()))


def with_spec(**changes: object) -> bytes:
    return with_page(spec={**ITSELF["spec"], **changes})


def with_pin(**changes: object) -> bytes:
    return with_page(pins=[{**ITSELF["pins"][0], **changes}])


def with_member(name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    return packed(list({**PARTS, name: data}.items()), how)


def with_raw_page(data: bytes) -> bytes:
    return with_member(PAGE, data)


PAIRS = (
    Workspace.new(
        ModelSpec(kind="encoder_decoder", inputs="tokens", head=True, causal=True),
        (Sample(("a", "PAD"), ("BOS", "x")), Sample(("b",), ("BOS",), (False,))),
    )
    .with_cell("tgt.embed", 3, 0, 0.5)
    .with_custom_mask("dec1.cross", np.array([[1.0, 1.0], [0.0, 1.0]]))
    .with_pin("out.p", None, 0, 0.25, 1)
)
PAIR_PARTS = members(dumps(PAIRS))
PAIR: dict[str, Any] = json.loads(PAIR_PARTS[PAGE])
EMBED, MASK = "arrays/0.npy", "arrays/1.npy"


def pair_page(**changes: object) -> bytes:
    return pair_member(PAGE, json.dumps({**PAIR, **changes}).encode())


def pair_member(name: str, data: bytes) -> bytes:
    return packed(list({**PAIR_PARTS, name: data}.items()))


def pair_vocab(**changes: object) -> bytes:
    return pair_page(vocab={**PAIR["vocab"], **changes})


def pair_sample(**changes: object) -> bytes:
    return pair_page(samples=[{**PAIR["samples"][0], **changes}, PAIR["samples"][1]])


def npy(array: np.ndarray[Any, Any], **options: Any) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, array, **options)
    return out.getvalue()


def header(text: str, version: bytes = b"\x01\x00") -> bytes:
    """An .npy of a header that says anything, and nothing behind it."""
    length = len(text).to_bytes(2 if version == b"\x01\x00" else 4, "little")
    return b"\x93NUMPY" + version + length + text.encode()


class Marker:
    """Unpickling it makes a folder here."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("marker",)


def pickled_array() -> bytes:
    objects = np.empty((4, 4), dtype=object)
    objects[:] = Marker()
    return npy(objects, allow_pickle=True)


def encrypted() -> bytes:
    data = bytearray(packed(list(PARTS.items())))
    for at in [k for k in range(len(data)) if data[k : k + 4] == b"PK\x01\x02"]:
        data[at + 8] |= 1
    return bytes(data)


def claiming(size: int) -> bytes:
    """The page's compressed and whole sizes claimed to be `size`, with nothing behind them."""
    data = bytearray(packed(list(PARTS.items()), zipfile.ZIP_STORED))
    at = data.index(b"PK\x01\x02")
    data[at + 20 : at + 28] = size.to_bytes(4, "little") * 2
    return bytes(data)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    # no such file at all
    "empty": (lambda: b"", "not a whole .glass file: File is not a zip file"),
    "a text": (lambda: "我给书".encode() * 100, "not a whole .glass file: File is not a zip file"),
    "another zip": (lambda: packed([("word/document.xml", b"<w/>")]), "it has no page glass.json"),
    "encrypted": (encrypted, "encrypted"),
    "sizes that are lies": (lambda: claiming(2**32 - 2), "can't be opened|not a whole"),
    # members
    "two of one name": (lambda: doubled(), "too many members, or two of one name"),
    "a page missing": (lambda: packed([item for item in PARTS.items() if item[0] != PAGE]), "no page"),
    "an array missing": (lambda: packed([item for item in PARTS.items() if item[0] != WO]), f"{WO} is missing"),
    "a way out": (lambda: with_member("../evil.npy", b"x"), "../evil.npy belongs to nothing"),
    "an absolute path": (lambda: with_member("/evil.npy", b"x"), "/evil.npy belongs to nothing"),
    "a folder": (lambda: with_member("arrays/", b""), "arrays/ belongs to nothing"),
    "packed as bzip2": (lambda: with_member(WO, bytes(100), zipfile.ZIP_BZIP2), "packed in a foreign way"),
    "packed as lzma": (lambda: with_member(WO, bytes(100), zipfile.ZIP_LZMA), "packed in a foreign way"),
    # bombs
    "a page that bursts": (lambda: with_raw_page(b" " * 150_000_000), "glass.json is larger than it may be"),
    "an array that bursts": (lambda: with_member(WO, bytes(150_000_000)), "arrays/1.npy is larger than it may be"),
    "a page of brackets": (lambda: with_raw_page(b"[" * 2_000_000), "names no version|not JSON|Recursion"),
    "a page of deep brackets": (
        lambda: with_raw_page(b'{"glass": 1, "spec": ' + b"[" * 1_900_000),
        "names no version|not JSON|Recursion",
    ),
    "a page of nothings": (lambda: with_raw_page(b'{"glass": [' + b"[]," * 600_000 + b"[]]}"), "names no version"),
    "a page of titles": (
        lambda: with_page(about={f"{k:x}": {} for k in range(140_000)}, arrays=["none"]),
        "no array called none|is missing|belongs",
    ),
    "a page of names": (
        lambda: with_page(arrays=[f"{k:x}" for k in range(200_000)]),
        "can't hold a model of this size",
    ),
    "a page of samples": (lambda: with_page(samples=[{"source": ["a"]}] * 80_000), "1 to 256 samples, found 80000"),
    "samples that fill the memory": (
        lambda: with_page(spec={**ITSELF["spec"], "d": 4096}, samples=[{"source": ["a"] * 1024}] * 100),
        "GiB|can't hold a model of this size",
    ),
    "a pin that fills the memory": (lambda: with_pin(shape=[2**24, 2**20], node="old"), "can't hold a model"),
    "a pin that overflows": (lambda: with_pin(shape=[2**40, 2**40], node="old"), "the pin on old fits nothing"),
    "a very long name": (lambda: with_page(arrays=["x" * 1_000_000]), "length <= 200"),
    "a very long choice": (lambda: with_spec(norm="x" * 1_000_000), "norm can't be xxx"),
    # the page
    "no JSON": (lambda: with_raw_page(b"{glass: 1}"), "its page is not JSON"),
    "half a page": (lambda: with_raw_page(PARTS[PAGE][:200]), "its page is not JSON"),
    "UTF-16": (lambda: with_raw_page(PARTS[PAGE].decode().encode("utf-16")), "its page is not JSON"),
    "no UTF-8": (lambda: with_raw_page(PARTS[PAGE].replace("我".encode(), b"\xff\xfe")), "invalid utf-8|not JSON|UTF"),
    "a list": (lambda: with_raw_page(b"[1, 2]"), "names no version"),
    "NaN": (lambda: with_spec(eps=float("nan")), "its page is not JSON"),
    "no version": (lambda: with_raw_page(b"{}"), "names no version"),
    "a version of text": (lambda: with_page(glass="1"), "names no version"),
    "a version of truth": (lambda: with_page(glass=True), "names no version"),
    "a version below": (lambda: with_page(glass=0), "names no version"),
    "a version of thirty digits": (lambda: with_page(glass=10**30), "newer Glassformer"),
    "a newer version": (
        lambda: with_page(glass=2, more={"of": "what comes"}),
        r"newer Glassformer \(format 2, this one reads up to 1\)",
    ),
    "an unknown field": (lambda: with_page(lesson=1), "unknown field `lesson`"),
    "an unknown field of the spec": (lambda: with_spec(momentum=0.1), "unknown field `momentum`"),
    "an unknown field of a sample": (
        lambda: with_page(samples=[{"source": ["a"], "weight": []}]),
        "unknown field `weight`",
    ),
    "a spec of text": (lambda: with_page(spec="encoder"), r"Expected `object`, got `str` - at `\$.spec`"),
    "no samples": (lambda: with_page(samples=[]), "needs at least one sample|fits nothing"),
    "a sample of a number": (lambda: with_page(samples=[3]), r"\$.samples"),
    "no tokens": (
        lambda: with_page(samples=[{"source": []}], arrays=[], pins=[]),
        "can't have 0 tokens|belongs to nothing",
    ),
    "tokens without end": (
        lambda: with_page(samples=[{"source": ["a"] * 2000}]),
        "can't have 2000 tokens|must be 2000×4",
    ),
    # the spec
    **{
        f"d = {value!r}": ((lambda value=value: with_spec(d=value)), "d can't be|Expected `int`|out of range")
        for value in (0, -1, 10**9, 10**30, 1.5, "4", True, None, [4])
    },
    "d within the fields, but not this model": (lambda: with_spec(d=5), "must be 3×5, found 3×4"),
    "heads that are off, and none": (lambda: with_spec(heads_off=[3]), "heads_off names head 3, but there are only 2"),
    "heads counted from 0": (lambda: with_spec(heads_off=[0]), "heads_off can't be"),
    "a negative epsilon": (lambda: with_spec(eps=-1), "eps can't be -1"),
    "an epsilon of text": (lambda: with_spec(eps="1e-5"), r"\$.spec.eps"),
    "another kind": (lambda: with_spec(kind="gpt"), "kind can't be gpt: allowed is attention, encoder, decoder_only"),
    "another precision": (lambda: with_spec(precision="float16"), "precision can't be float16"),
    "more than the memory": (lambda: with_spec(d=4096, d_ff=16384, enc_layers=48), "GiB, allowed are 2"),
    "an odd RoPE": (lambda: with_spec(pos="rope_half", d_k=3), "d_k must be even; it is 3"),
    "a table of positions that is too short": (
        lambda: with_spec(pos="learned", pos_length=2),
        "has 2 rows|only 2|length 2|positions",
    ),
    # samples and vocabularies
    "too many samples": (
        lambda: pair_page(samples=[PAIR["samples"][0]] * 300),
        "A model has 1 to 256 samples, found 300",
    ),
    "a word twice": (lambda: pair_vocab(src=["PAD", "a", "b", "a"]), "The vocabulary src has a word twice"),
    "a vocabulary of nobody": (lambda: pair_vocab(kv=["a"]), "vocabulary kv"),
    "a vocabulary of numbers": (lambda: pair_vocab(src=[1, 2]), r"\$.vocab"),
    "a vocabulary of text": (lambda: pair_vocab(src="PAD"), r"\$.vocab"),
    "a very long word": (lambda: pair_vocab(src=["x" * 1_000_000]), "length <= 200"),
    "a larger vocabulary than the table": (
        lambda: pair_vocab(tgt=[*PAIR["vocab"]["tgt"], "y"]),
        "tgt.embed must be 5×4, found 4×4",
    ),
    "a hundred thousand words": (
        lambda: pair_vocab(tgt=[*PAIR["vocab"]["tgt"], *(f"{k:x}" for k in range(100_000))]),
        "tgt.embed must be 100004×4, found 4×4",
    ),
    "a word about padding that is too short": (
        lambda: pair_sample(source_valid=[True]),
        "says of 1 tokens whether they are padding, but has 2",
    ),
    "a word about padding of numbers": (lambda: pair_sample(source_valid=[1, 0]), r"\$.samples"),
    "a target of no tokens": (lambda: pair_sample(target=[]), "can't have 0 tokens|must be"),
    # masks
    "a mask of halves": (lambda: pair_member(MASK, npy(np.full((2, 2), 0.5))), "dec1.cross.mask.custom holds more"),
    "a mask of NaN": (lambda: pair_member(MASK, npy(np.full((2, 2), np.nan))), "dec1.cross.mask.custom holds more"),
    "a mask of another shape": (lambda: pair_member(MASK, npy(np.ones((2, 3)))), "must be 2×2, found 2×3"),
    **{
        f"a mask on {name}": (
            (lambda name=name: pair_page(arrays=[PAIR["arrays"][0], f"{name}.mask.custom"])),
            f"no array called {name}.mask.custom",
        )
        for name in ("sample0/enc9.self", "sample7/dec1.cross", "sample0/", "dec1.cross", "sample00/dec1.cross")
    },
    # arrays
    "an unknown array": (lambda: with_page(arrays=["sample0/src.X", "enc9.W"]), "no array called enc9.W"),
    "an array twice": (lambda: with_page(arrays=["enc1.self.WO", "enc1.self.WO"]), "it names enc1.self.WO twice"),
    "W_O of another shape": (lambda: with_member(WO, npy(np.zeros((4, 5)))), "enc1.self.WO must be 4×4, found 4×5"),
    "a vector": (lambda: with_member(WO, npy(np.zeros(16))), "no plain matrix of numbers"),
    "a cube": (lambda: with_member(WO, npy(np.zeros((2, 2, 4)))), "no plain matrix of numbers"),
    "float32 in float64": (lambda: with_member(WO, npy(np.zeros((4, 4), "<f4"))), "must hold <f8, found <f4"),
    "whole numbers": (lambda: with_member(WO, npy(np.zeros((4, 4), "<i8"))), "must hold <f8, found <i8"),
    "the other byte order": (lambda: with_member(WO, npy(np.zeros((4, 4), ">f8"))), "must hold <f8, found >f8"),
    "columns first": (lambda: with_member(WO, npy(np.asfortranarray(np.eye(4)))), "no plain matrix of numbers"),
    "records": (lambda: with_member(WO, npy(np.zeros((4, 4), [("a", "<f8")]))), "no plain matrix of numbers"),
    "objects": (lambda: with_member(WO, pickled_array()), "no plain matrix of numbers|larger than it may be"),
    "a pickle": (lambda: with_member(WO, pickle.dumps(Marker())), "no plain matrix of numbers"),
    "no npy": (lambda: with_member(WO, b"0.25 " * 16), "no plain matrix of numbers"),
    "nothing": (lambda: with_member(WO, b""), "no plain matrix of numbers"),
    "cut off": (lambda: with_member(WO, npy(np.zeros((4, 4)))[:-1]), "the values of enc1.self.WO are cut off"),
    "a byte more": (lambda: with_member(WO, npy(np.zeros((4, 4))) + b"\0"), "the values of enc1.self.WO are cut off"),
    "a huge shape": (
        lambda: with_member(WO, header("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999, 99999999), }\n")),
        "must be 4×4, found 99999999×99999999",
    ),
    "a negative shape": (
        lambda: with_member(WO, header("{'descr': '<f8', 'fortran_order': False, 'shape': (-4, -4), }\n")),
        "no plain matrix of numbers",
    ),
    "code for a header": (lambda: with_member(WO, header("__import__('os').mkdir('marker')\n")), "no plain matrix"),
    "a header of another version": (
        lambda: with_member(WO, header("{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4), }\n", b"\x02\x00")),
        "no plain matrix of numbers",
    ),
    # pins
    "a pin on no sample": (lambda: with_pin(sample=1), "the pin on enc1.self.h1.A fits nothing"),
    "a pin before the samples": (lambda: with_pin(sample=-1), "the pin on enc1.self.h1.A fits nothing"),
    "a pin of no size": (lambda: with_pin(shape=[0, 3]), "the pin on enc1.self.h1.A fits nothing"),
    "a pin of another size": (lambda: with_pin(shape=[3, 4]), "enc1.self.h1.A must be 3×4, found 3×3"),
    "a pin of a number": (lambda: with_page(pins=[1]), r"\$.pins"),
    "a pin twice": (lambda: with_page(pins=ITSELF["pins"] * 2), "it names 0/enc1.self.h1.A twice"),
    "a pin that holds halves": (lambda: with_member("pins/0.where.npy", npy(np.full((3, 3), 0.5))), "fits nothing"),
    "a pin that holds NaN": (lambda: with_member("pins/0.where.npy", npy(np.full((3, 3), np.nan))), "fits nothing"),
}


def doubled() -> bytes:
    data = packed([*PARTS.items(), ("arrays/9.npy", PARTS[WO])])
    return data.replace(b"arrays/9.npy", b"arrays/1.npy")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_gets_a_sentence_and_takes_no_memory(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, says = HOSTILE[kind]
    data = make()
    monkeypatch.chdir(tmp_path)
    tracemalloc.start()
    try:
        with pytest.raises(Problem, match=says) as found:
            loads(data, "lesson.glass")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    sentence = str(found.value)
    assert sentence.startswith("lesson.glass ")
    assert sentence.endswith((".", "…"))
    assert len(sentence) < 600
    assert list(tmp_path.iterdir()) == []


def test_the_patterns_of_the_hostile_files_themselves_open() -> None:
    assert same(loads(with_page()), STORED)
    assert same(loads(pair_page()), PAIRS)
    assert PAIR["arrays"] == ["tgt.embed", "sample0/dec1.cross.mask.custom"]


def test_a_file_cut_off_anywhere_is_refused() -> None:
    data = dumps(STORED)
    for length in [*range(0, len(data), 97), len(data) - 1]:
        with pytest.raises(Problem, match="the file "):
            loads(data[:length])


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(st.integers(0, len(dumps(STORED)) - 1), st.integers(0, 7)), min_size=1, max_size=3))
def test_bits_that_flipped_are_noticed_or_meant_nothing(flips: list[tuple[int, int]]) -> None:
    data = bytearray(dumps(STORED))
    for at, bit in flips:
        data[at] ^= 1 << bit
    try:
        found = loads(bytes(data))
    except Problem:
        return
    assert same(found, STORED)  # a date, or a flag of the system that wrote it


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 3, 10**9, 2**63, 10**30, -0.0, 0.5, 1e308]),
    st.sampled_from(["", "enc1.Z", "src.X", "float32", "pre", "enc1.self.h1.S", "\0", "我"]),
    st.just([]),
    st.just({}),
    st.lists(st.integers(0, 4), max_size=3),
)


@st.composite
def pages(draw: st.DrawFn) -> dict[str, Any]:
    """The page with something in it replaced, left out or doubled."""
    page = json.loads(PARTS[PAGE])
    for _ in range(draw(st.integers(1, 2))):
        place: Any = page
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and draw(st.booleans()):
                place = place[key]
                continue
            how = draw(st.sampled_from(("replace", "replace", "leave out", "double")))
            if how == "replace":
                place[key] = draw(ODD)
            elif how == "leave out":
                del place[key]
            elif isinstance(place, list):
                place.append(place[key])
            break
    return page


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(pages())
def test_a_page_with_something_else_in_it_is_refused_or_makes_a_model_that_works(page: dict[str, Any]) -> None:
    page.setdefault("pins", [])
    count = [len(page[key]) if isinstance(page.get(key), list) else 0 for key in ("arrays", "pins")]
    parts = {PAGE: json.dumps(page).encode()}
    parts |= {name: data for name, data in PARTS.items() if name.startswith("arrays/") and int(name[7]) < count[0]}
    parts |= {name: data for name, data in PARTS.items() if name.startswith("pins/") and int(name[5]) < count[1]}
    try:
        workspace = loads(packed(list(parts.items())))
    except Problem:
        return
    for sample in range(len(workspace.samples)):
        assert "enc1.Z" in Engine("numpy").run(workspace, sample)
    assert same(loads(dumps(workspace)), workspace)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=300))
def test_any_bytes_at_all_get_a_sentence(data: bytes) -> None:
    with pytest.raises(Problem, match="^the file "):
        loads(data)
    with pytest.raises(Problem, match="^the file "):
        loads(with_member(WO, data))


# files


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.glass", tmp_path, tmp_path / ("x" * 5000), Path("a\0b.glass")):
        with pytest.raises(Problem, match="could not be read: .+[^.]\\.$") as found:
            load(path)
        assert str(path) in str(found.value)


def test_saving_replaces_the_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "我的 模型.glass"
    save(path, BLOCK)
    assert same(load(path), BLOCK)
    save(path, STORED)
    assert same(load(path), STORED)
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("书" * 83 + ".glass")  # 255 bytes
    save(path, BLOCK)
    assert same(load(path), BLOCK)


def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder.glass").mkdir()
    for name in ("file/new.glass", "none/new.glass", "folder.glass", "x" * 5000, "a\0b"):
        with pytest.raises(Problem, match="could not be written: .+") as found:
            save(tmp_path / name, BLOCK)
        assert name in str(found.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.glass"]
    assert (tmp_path / "file").read_text() == "kept"


def refusing(error: BaseException) -> Callable[..., Any]:
    def refuse(*arguments: Any) -> Any:
        raise error

    return refuse


@pytest.mark.parametrize("step", ["fsync", "replace", "fdopen"])
@pytest.mark.parametrize("old", [b"old", None])
def test_a_step_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, old: bytes | None
) -> None:
    path = tmp_path / "lesson.glass"
    if old is not None:
        path.write_bytes(old)
    monkeypatch.setattr(whole_file.os, step, refusing(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(Problem, match="lesson.glass could not be written: No space left on device."):
        write_whole(path, b"new")
    monkeypatch.setattr(whole_file.os, step, refusing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    monkeypatch.undo()
    assert [found.read_bytes() for found in tmp_path.iterdir()] == ([] if old is None else [old])


SLOW = """
import os, sys, time
from pathlib import Path
from core import whole_file
path, data, step = Path(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3]

def stop():
    print("now", flush=True)
    time.sleep(60)

class Half:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *rest): self.file.close()
    def write(self, data):
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        stop()

real_open, real_replace = os.fdopen, os.replace
if step == "half written": whole_file.os.fdopen = lambda *a: Half(real_open(*a))
if step == "written": whole_file.os.fsync = lambda *a: stop()
if step == "before replacing": whole_file.os.replace = lambda *a: stop()
if step == "after replacing": whole_file.os.replace = lambda *a: (real_replace(*a), stop())
whole_file.write_whole(path, data)
"""


@pytest.mark.parametrize("step", ["half written", "written", "before replacing", "after replacing"])
def test_a_process_killed_while_saving_leaves_the_old_file_or_the_new_one_whole(tmp_path: Path, step: str) -> None:
    path, source = tmp_path / "lesson.glass", tmp_path / "new"
    save(path, BLOCK)
    source.write_bytes(dumps(STORED))
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(path), str(source), step],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "now\n"
        process.kill()
    assert process.wait(10) != 0
    assert same(load(path), STORED if step == "after replacing" else BLOCK)
    save(path, STORED)
    assert same(load(path), STORED)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.glass").write_bytes(b"old")
    link = tmp_path / "link.glass"
    try:
        link.symlink_to("real.glass")
    except OSError:
        pytest.skip("no links may be made here")
    save(link, BLOCK)
    assert link.is_symlink()
    assert same(load(tmp_path / "real.glass"), BLOCK)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions_are_those_of_the_old_file_or_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "lesson.glass"
    before = os.umask(0o027)
    try:
        save(path, BLOCK)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        save(path, STORED)
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lesson.glass"
    save(path, BLOCK)
    monkeypatch.setattr(whole_file.os, "access", lambda target, how: False)  # what it answers for root is no use
    with pytest.raises(Problem, match="lesson.glass could not be written: Permission denied"):
        save(path, STORED)
    monkeypatch.undo()
    assert same(load(path), BLOCK)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Problem, match="no plain file"):
        save(tmp_path / "pipe", BLOCK)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_pin_of_a_loaded_file_can_not_be_written_to() -> None:
    pin = loads(dumps(STORED)).pins[0, "enc1.self.h1.A"]
    assert isinstance(pin, Pin)
    assert frozen(pin.values) is pin.values
    with pytest.raises(ValueError, match="read-only"):
        pin.values[0, 0] = 1
