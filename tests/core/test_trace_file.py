"""Traces as files: every name, every bit, and formats that strict readers take."""

from __future__ import annotations

import csv
import io
import json
import math
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from core import trace_file
from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace

SPECIAL = np.array([[math.nan, math.inf, -math.inf, -0.0], [5e-324, 1.7976931348623157e308, 0.1, -1 / 3], [0, 1, 2, 3]])


def traces(workspace: Workspace) -> list[Trace]:
    engine = Engine("numpy")
    return [engine.run(workspace, b) for b in range(len(workspace.samples))]


@pytest.fixture
def one() -> list[Trace]:
    """One sample, causal, with a pin, and with every kind of number in the input."""
    workspace = Workspace.new(ModelSpec(causal=True), (Sample(("我", "给", "书")),), {"sample0/src.X": SPECIAL})
    return traces(workspace.with_pin("enc1.self.h1.A", 1, 0, 0.25))


@pytest.fixture
def two() -> list[Trace]:
    """Two samples of different lengths, each with another pin on the same matrix."""
    workspace = Workspace.new(ModelSpec(), (Sample(("a", "b")), Sample(("c", "d", "e"))))
    return traces(workspace.with_pin("enc1.ffn.pre", 0, 0, 1.5, 0).with_pin("enc1.ffn.pre", 2, 1, -2.5, 1))


def names(trace: Trace) -> list[str]:
    return [key for name in trace for key in (name, *trace[name].aliases)]


def from_npz(data: bytes) -> dict[str, np.ndarray[Any, Any]]:
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return dict(archive)


def from_json(data: bytes) -> dict[str, Any]:
    return dict(json.loads(data.decode("utf-8"), parse_constant=pytest.fail))


def from_csv(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))


def test_an_npz_holds_every_name_and_alias_as_float64_bit_for_bit(one: list[Trace]) -> None:
    (trace,) = one
    found = from_npz(trace_file.npz(one))
    assert list(found) == names(trace)
    assert {"X", "src.X", "src.X0", "enc1.Z", "enc1.U", "enc1.self.h1.A.natural", "set.eps"} <= found.keys()
    for name, array in found.items():
        assert array.dtype == np.float64
        assert array.tobytes() == trace[name].values.tobytes(), name
        assert array.shape == trace[name].values.shape


def test_masks_are_0_and_1(one: list[Trace]) -> None:
    found = from_npz(trace_file.npz(one))
    assert found["enc1.self.mask"].tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert found["enc1.self.h1.A.where"].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_float32_is_written_as_the_float64_of_the_same_value() -> None:
    workspace = Workspace.new(ModelSpec(precision="float32"), (Sample(("a",)),)).with_cell("src.X", 0, 0, 0.1)
    (trace,) = traces(workspace)
    tenth = float(np.float32(0.1))
    assert from_npz(trace_file.npz([trace]))["X"][0, 0] == tenth
    assert from_json(trace_file.json([trace]))["X"]["values"][0][0] == tenth
    assert ["X", "0", "0", repr(tenth)] in from_csv(trace_file.table([trace]))


def test_the_same_traces_give_the_same_bytes(one: list[Trace], two: list[Trace]) -> None:
    for of in (one, two):
        again = traces(of[0].workspace)
        for write in (trace_file.npz, trace_file.json, trace_file.table):
            assert write(of) == write(again)


def test_an_unpacked_npz_can_be_read_on_every_system(one: list[Trace]) -> None:
    with zipfile.ZipFile(io.BytesIO(trace_file.npz(one))) as archive:
        for info in archive.infolist():
            assert (info.external_attr >> 16, info.create_system, info.date_time[0]) == (0o644, 3, 1980)


def test_json_is_strict_and_exact(one: list[Trace]) -> None:
    (trace,) = one
    data = trace_file.json(one)
    assert msgspec.json.decode(data) == from_json(data)
    found = from_json(data)
    assert list(found) == names(trace)
    assert found["X"] == {
        "role": "input",
        "rows": ["我", "给", "书"],
        "cols": ["0", "1", "2", "3"],
        "values": [["nan", "inf", "-inf", -0.0], [5e-324, 1.7976931348623157e308, 0.1, -1 / 3], [0, 1, 2, 3]],
    }
    assert math.copysign(1, found["X"]["values"][0][3]) == -1
    assert found["set.eps"]["role"] == "setting"
    assert found["set.eps"]["values"] == [[1e-5]]
    for name, entry in found.items():
        values = np.array([[float(v) for v in row] for row in entry["values"]])
        assert (np.isnan(values) == np.isnan(trace[name].values)).all()
        assert np.nan_to_num(values).tobytes() == np.nan_to_num(trace[name].values).tobytes(), name
        assert (len(entry["rows"]), len(entry["cols"])) == values.shape


def test_csv_is_long_and_exact(one: list[Trace]) -> None:
    (trace,) = one
    head, *rows = from_csv(trace_file.table(one))
    assert head == ["node", "row", "col", "value"]
    assert [row[3] for row in rows if row[0] == "X"][:8] == [
        *("nan", "inf", "-inf", "-0.0"),
        *("5e-324", "1.7976931348623157e+308", "0.1", "-0.3333333333333333"),
    ]
    found: dict[str, dict[tuple[int, int], float]] = {}
    for name, i, j, value in rows:
        found.setdefault(name, {})[int(i), int(j)] = float(value)
    assert list(found) == names(trace)
    for name, cells in found.items():
        assert list(cells) == list(np.ndindex(trace[name].values.shape))
        np.testing.assert_array_equal(list(cells.values()), trace[name].values.ravel())


def test_with_several_samples_what_is_a_samples_own_carries_its_number(two: list[Trace]) -> None:
    expected: dict[str, bytes] = {}
    for trace in two:
        for name in names(trace):
            shared = trace[name].role == "parameter" or name.startswith("set.")
            expected[name if shared else f"sample{trace.sample}/{name}"] = trace[name].values.tobytes()
    found = from_npz(trace_file.npz(two))
    assert {name: array.tobytes() for name, array in found.items()} == expected
    assert {"sample0/X", "sample1/enc1.Z", "enc1.ffn.W1", "set.eps"} <= found.keys()


def test_a_pin_of_each_sample_is_written_for_that_sample(two: list[Trace]) -> None:
    found = from_json(trace_file.json(two))
    assert found["sample0/enc1.ffn.pre.held"]["values"][0][0] == 1.5
    assert found["sample1/enc1.ffn.pre.held"]["values"][2][1] == -2.5
    assert "enc1.ffn.pre.held" not in found
    assert found["enc1.ffn.W1"]["role"] == "parameter"
    assert [row[0] for row in from_csv(trace_file.table(two)) if row[0].endswith("src.X")] == (
        ["sample0/src.X"] * 8 + ["sample1/src.X"] * 12
    )


@pytest.fixture
def pairs() -> list[Trace]:
    """An encoder–decoder from tokens to the loss over two pairs; the source of the second is padded."""
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens", causal=True, pos="sinusoidal", head=True)
    samples = (Sample(("我", "书"), ("BOS", "I")), Sample(("他", "PAD"), ("BOS", "he", "reads")))
    return traces(Workspace.new(spec, samples).with_custom_mask("dec1.self", np.array([[1.0, 0.0], [1.0, 1.0]])))


def test_tokens_ids_padding_labels_and_losses_of_each_pair_are_written(pairs: list[Trace]) -> None:
    found = from_npz(trace_file.npz(pairs))
    assert found["sample0/src.ids"].T.tolist() == [[3, 4]]
    assert found["sample1/src.ids"].T.tolist() == [[5, 0]]
    assert found["sample1/src.valid"].tolist() == [[1, 0]]
    assert "sample0/src.valid" not in found
    assert found["sample0/dec1.self.mask.custom"].tolist() == [[1, 0], [1, 1]]
    assert found["sample1/dec1.cross.mask"].tolist() == [[1, 0]] * 3
    assert found["sample0/tgt.labels"].shape == (2, 1)
    assert found["sample1/out.token_loss"].shape == (3, 1)
    assert found["sample1/out.loss"].shape == (1, 1)
    shared = {"src.embed", "tgt.embed", "enc1.self.WO", "out.W", "set.eps"}
    assert shared <= found.keys()
    assert not any(f"sample0/{name}" in found for name in shared)


def test_words_label_the_rows_and_columns_of_a_pair(pairs: list[Trace]) -> None:
    found = from_json(trace_file.json(pairs))
    assert found["sample1/out.p"]["rows"] == ["BOS", "he", "reads"]
    assert found["sample1/out.p"]["cols"] == ["PAD", "BOS", "EOS", "I", "he", "reads"]
    assert found["sample1/dec1.cross.h1.A"]["cols"] == ["他", "PAD"]
    assert found["src.embed"]["rows"] == ["PAD", "BOS", "EOS", "我", "书", "他"]
    for entry in found.values():
        assert (len(entry["rows"]), len(entry["cols"])) == np.shape(entry["values"])


def test_csv_and_npz_hold_the_same_numbers(pairs: list[Trace]) -> None:
    cells = {(name, int(i), int(j)): float(v) for name, i, j, v in from_csv(trace_file.table(pairs))[1:]}
    arrays = from_npz(trace_file.npz(pairs))
    assert cells == {(name, *at): v for name, array in arrays.items() for at, v in np.ndenumerate(array)}


@pytest.mark.parametrize("ending", [".npz", ".json", ".csv", ".NPZ"])
def test_the_ending_of_the_file_chooses_the_format(one: list[Trace], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"我 z.x{ending}"
    trace_file.write(path, one)
    makers = {".npz": trace_file.npz, ".json": trace_file.json, ".csv": trace_file.table}
    assert path.read_bytes() == makers[ending.lower()](one)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["z.txt", "z", "npz", ".npz", "z.npz.gz", "z.npy"])
def test_another_ending_is_refused_and_the_known_ones_are_named(one: list[Trace], tmp_path: Path, name: str) -> None:
    with pytest.raises(Problem, match=r"has an unknown ending: allowed is \.npz, \.json, \.csv\.$") as found:
        trace_file.write(tmp_path / name, one)
    assert name in str(found.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_a_problem(one: list[Trace], tmp_path: Path) -> None:
    with pytest.raises(Problem, match="could not be written"):
        trace_file.write(tmp_path / "none" / "z.npz", one)
