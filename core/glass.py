"""The .glass file: a zip of one JSON page and one .npy per array. Versioned, no pickle, equal bytes each time."""

from __future__ import annotations

import io
import os
import re
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .problem import QT_TRANSLATE_NOOP, Problem
from .seeded import seeded
from .spec import ModelSpec
from .workspace import Pin, Sample, Workspace, frozen, needs, same_bits, times

VERSION = 1
PAGE = "glass.json"
LARGEST_PAGE = 4 * 2**20
MOST_MEMBERS = 20_000
LONGEST_HEADER = 1024
TIMESTAMP = (1980, 1, 1, 0, 0, 0)

NPY = b"\x93NUMPY\x01\x00"
HEADER = re.compile(
    rb"\{'descr': '([<|>=]?[a-z][0-9]+)', 'fortran_order': False, 'shape': \(([0-9]{1,9}), ([0-9]{1,9})\), \} *\n"
)

Array = NDArray[Any]


class PinPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pin on the page; its two arrays are members of the zip."""

    sample: int
    node: str
    shape: tuple[int, int]


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """glass.json. Arrays it doesn't list are the seeded ones."""

    glass: int
    spec: ModelSpec
    samples: tuple[Sample, ...]
    arrays: tuple[str, ...]
    pins: tuple[PinPage, ...] = ()
    about: dict[str, dict[str, str]] = {}


def dumps(workspace: Workspace) -> bytes:
    """The bytes of a .glass file; the same workspace always gives the same bytes."""
    stored = {
        name: array
        for name, array in workspace.arrays.items()
        if not same_bits(array, seeded(workspace.spec.seed, name, *array.shape).astype(array.dtype))
    }
    pins = sorted(workspace.pins.items())
    page = Page(
        VERSION,
        workspace.spec,
        workspace.samples,
        tuple(stored),
        tuple(PinPage(b, name, pin.values.shape) for (b, name), pin in pins),
        {language: dict(texts) for language, texts in workspace.about.items()},
    )
    members: list[tuple[str, bytes]] = [(PAGE, msgspec.json.format(msgspec.json.encode(page), indent=1))]
    members += [(f"arrays/{k}.npy", _npy(array)) for k, array in enumerate(stored.values())]
    for k, (_, pin) in enumerate(pins):
        members += [(f"pins/{k}.values.npy", _npy(pin.values)), (f"pins/{k}.where.npy", _npy(pin.where))]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name, TIMESTAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, compresslevel=6)
    return out.getvalue()


def save(path: Path, workspace: Workspace) -> None:
    """Write a .glass file as a whole or not at all: to a new file beside it, flushed, then put in its place."""
    write_whole(path, dumps(workspace))


def write_whole(path: Path, data: bytes) -> None:
    """Replace `path` by `data`; a failure leaves the old file as it was and no new one behind."""
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if os.name == "posix":
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise _cannot_write(path, error) from error
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, error: OSError) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP("core", "{file} could not be written: {reason}."), file=path, reason=error.strerror or error
    )


def load(path: Path) -> Workspace:
    """Read a .glass file. Problem for one that is missing, damaged, newer or not one at all."""
    path = Path(path)
    try:
        with open(path, "rb") as file:
            return read(file, path.name)
    except OSError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} could not be read: {reason}."),
            file=path,
            reason=error.strerror or error,
        ) from error


def loads(data: bytes, name: str = "the file") -> Workspace:
    return read(io.BytesIO(data), name)


def read(file: Any, name: str) -> Workspace:
    """Read from an open binary file. Every size is checked before memory is taken for it."""
    try:
        with zipfile.ZipFile(file) as archive:
            return _read(archive)
    except Problem as problem:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} can't be opened: {reason}"), file=name, reason=problem
        ) from problem
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, KeyError) as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} is not a whole .glass file: {reason}."), file=name, reason=error
        ) from error
    except Exception as error:  # a hostile file reaches corners of zlib and zipfile that raise what they like
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} is not a whole .glass file: {reason}."),
            file=name,
            reason=f"{type(error).__name__}: {error}",
        ) from error


def _read(archive: zipfile.ZipFile) -> Workspace:
    infos = {info.filename: info for info in archive.infolist()}
    if len(infos) > MOST_MEMBERS or len(infos) != len(archive.infolist()):
        raise Problem(QT_TRANSLATE_NOOP("core", "it has too many members, or two of one name."))
    if PAGE not in infos:
        raise Problem(QT_TRANSLATE_NOOP("core", "it has no page {page}."), page=PAGE)
    page = _page(_member(archive, infos[PAGE], LARGEST_PAGE))
    shapes = needs(page.spec, page.samples)
    unknown = [name for name in page.arrays if name not in shapes]
    if unknown:
        raise Problem(QT_TRANSLATE_NOOP("core", "its model has no array called {name}."), name=unknown[0])
    dtype = np.dtype(page.spec.precision)
    given = {
        name: _array(archive, infos, f"arrays/{k}.npy", shapes[name], dtype, name)
        for k, name in enumerate(page.arrays)
    }
    workspace = Workspace.new(page.spec, page.samples, given, page.about)
    if not page.pins:
        return workspace
    pins = {}
    for k, pin in enumerate(page.pins):
        if not 0 <= pin.sample < len(page.samples) or min(pin.shape) < 1 or pin.shape[0] * pin.shape[1] > 2**24:
            raise Problem(QT_TRANSLATE_NOOP("core", "the pin on {name} fits nothing."), name=pin.node)
        values = _array(archive, infos, f"pins/{k}.values.npy", pin.shape, dtype, pin.node)
        where = _array(archive, infos, f"pins/{k}.where.npy", pin.shape, dtype, pin.node)
        pins[pin.sample, pin.node] = Pin(frozen(values), frozen(where))
    return Workspace(workspace.spec, workspace.samples, workspace.arrays, pins, workspace.about)


def _page(data: bytes) -> Page:
    try:
        version = msgspec.json.decode(data, type=dict[str, Any]).get("glass")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(QT_TRANSLATE_NOOP("core", "its page is not JSON: {reason}."), reason=error) from error
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise Problem(QT_TRANSLATE_NOOP("core", "its page names no version."))
    if version > VERSION:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "it was written by a newer Glassformer (format {found}, this one reads up to {known})."
            ),
            found=version,
            known=VERSION,
        )
    try:
        return msgspec.json.decode(data, type=Page)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, Problem):
            raise error.__cause__ from error
        raise Problem(QT_TRANSLATE_NOOP("core", "its page is wrong: {reason}."), reason=error) from error


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """A member's bytes, at most `most`: a zip that claims little and unpacks to much is stopped."""
    with archive.open(info) as member:
        data = member.read(most + 1)
    if len(data) > most:
        raise Problem(QT_TRANSLATE_NOOP("core", "its member {name} is larger than it may be."), name=info.filename)
    return data


def _npy(array: Array) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return out.getvalue()


def _array(
    archive: zipfile.ZipFile,
    infos: dict[str, zipfile.ZipInfo],
    member: str,
    shape: tuple[int, int],
    dtype: np.dtype[Any],
    name: str,
) -> Array:
    """An array member, whose type and shape are checked in its header before anything is allocated."""
    if member not in infos:
        raise Problem(QT_TRANSLATE_NOOP("core", "the values of {name} are missing."), name=name)
    size = shape[0] * shape[1] * dtype.itemsize
    data = _member(archive, infos[member], size + LONGEST_HEADER)
    found_dtype, found_shape, start = _header(data, name)
    if found_shape != shape:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name} must be {expected}, found {found}."),
            name=name,
            expected=times(shape),
            found=times(found_shape),
        )
    if found_dtype != dtype.str:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name} must hold {expected}, found {found}."),
            name=name,
            expected=dtype.str,
            found=found_dtype,
        )
    if len(data) - start != size:
        raise Problem(QT_TRANSLATE_NOOP("core", "the values of {name} are cut off."), name=name)
    return np.frombuffer(data, dtype, offset=start).reshape(shape)


def _header(data: bytes, name: str) -> tuple[str, tuple[int, ...], int]:
    """Type, shape and start of the values of a version 1.0 .npy of a matrix in C order; nothing else is read."""
    length = int.from_bytes(data[8:10], "little")
    found = HEADER.fullmatch(data[10 : 10 + length]) if data[:8] == NPY else None
    if found is None:
        raise Problem(QT_TRANSLATE_NOOP("core", "the values of {name} are no plain matrix of numbers."), name=name)
    return found[1].decode(), (int(found[2]), int(found[3])), 10 + length
