"""Traces as files: NPZ, JSON and CSV, by the names of nodes."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .glass import TIMESTAMP, write_whole
from .numbers import exact
from .problem import QT_TRANSLATE_NOOP, Problem
from .trace import Matrix, Trace


def write(path: Path, traces: list[Trace]) -> None:
    """Write the traces of a workspace's samples, in the format that the file's ending names."""
    write_whole(Path(path), writer(path)(traces))


def writer(path: Path) -> Callable[[list[Trace]], bytes]:
    """What makes the bytes of a file with this ending; Problem for an ending that means nothing."""
    writers = {".npz": npz, ".json": json, ".csv": table}
    ending = Path(path).suffix.lower()
    if ending not in writers:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."),
            file=path,
            allowed=", ".join(writers),
        )
    return writers[ending]


def entries(traces: list[Trace]) -> Iterator[tuple[str, Matrix]]:
    """Every name and alias with its matrix. With several samples, names of what is a sample's own start with
    `sample0/`, `sample1/`, …; parameters and settings belong to all and stand once."""
    several = len(traces) > 1
    written: set[str] = set()
    for trace in traces:
        for name in trace:
            matrix = trace[name]
            shared = matrix.role == "parameter" or name.startswith("set.")  # a pin's operands are a sample's own
            prefix = f"sample{trace.sample}/" if several and not shared else ""
            for key in (name, *matrix.aliases):
                if prefix + key not in written:
                    written.add(prefix + key)
                    yield prefix + key, matrix


def npz(traces: list[Trace]) -> bytes:
    """Every matrix as float64 (masks 0 and 1); keys are node names. Readable by numpy.load; equal bytes each time."""
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, matrix in entries(traces):
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(matrix.values, np.float64), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", TIMESTAMP)
            info.create_system = 3  # the same bytes on every system, and readable when unpacked
            info.external_attr = 0o644 << 16
            archive.writestr(info, member.getvalue())
    return out.getvalue()


def json(traces: list[Trace]) -> bytes:
    """`{name: {role, rows, cols, values}}`; NaN and ±∞ are the strings "nan", "inf", "-inf", so it is strict JSON."""
    page = {
        name: {
            "role": matrix.role,
            "rows": list(matrix.rows),
            "cols": list(matrix.cols),
            "values": _json_values(matrix.values),
        }
        for name, matrix in entries(traces)
    }
    return msgspec.json.encode(page)


def _json_values(values: NDArray[Any]) -> list[list[float | str]]:
    rows = np.asarray(values, np.float64).tolist()
    return [[v if math.isfinite(v) else exact(v) for v in row] for row in rows]


def table(traces: list[Trace]) -> bytes:
    """Long CSV: `node,row,col,value`, rows and columns counted from 0, values exact."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["node", "row", "col", "value"])
    for name, matrix in entries(traces):
        for (i, j), value in np.ndenumerate(matrix.values):
            writer.writerow([name, i, j, exact(float(value))])
    return out.getvalue().encode()
