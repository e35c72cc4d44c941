"""The .glass file: a zip of one JSON page and one .npy per array. Versioned, no pickle, equal bytes each time."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from .arrays import fresh
from .graph import Graph
from .models.build import graph as build_graph
from .needs import CUSTOM, MEMORY_LIMIT, check_memory, customs, needs
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import MOST_SAMPLES, frozen_vocab, lengths
from .spec import FIELDS, ModelSpec
from .whole_file import reason, write_whole
from .workspace import Pin, Sample, Workspace, frozen, same_bits, times

VERSION = 1
PAGE = "glass.json"
LARGEST_PAGE = 2 * 2**20
MOST_MEMBERS = 50_000
MOST_NODES = 2**20
LONGEST_HEADER = 1024
LONGEST_REASON = 400  # characters: a damaged page may hold a name of a million
CHUNK = 2**16
TIMESTAMP = (1980, 1, 1, 0, 0, 0)

NPY = b"\x93NUMPY\x01\x00"
HEADER = re.compile(
    rb"\{'descr': '([<|>=]?[a-z][0-9]+)', 'fortran_order': False, 'shape': \(([0-9]{1,9}), ([0-9]{1,9})\), \} *\n"
)

Array = NDArray[Any]
Result = TypeVar("Result")
Name = Annotated[str, msgspec.Meta(max_length=200)]


class Versioned(msgspec.Struct, frozen=True):
    """What is read of a page before its version is known."""

    glass: int


class PinPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pin on the page; its two arrays are members of the zip."""

    sample: int
    node: Name
    shape: tuple[int, int]


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """glass.json. Arrays it doesn't list are the seeded ones."""

    glass: int
    spec: ModelSpec
    samples: tuple[Sample, ...]
    arrays: tuple[Name, ...]
    pins: tuple[PinPage, ...] = ()
    vocab: dict[str, tuple[Name, ...]] = {}
    about: dict[str, dict[str, str]] = {}


def dumps(workspace: Workspace) -> bytes:
    """The bytes of a .glass file; the same workspace always gives the same bytes.

    Problem where `loads` would refuse them: nothing is saved that can't be opened again.
    """
    stored = {
        name: array
        for name, array in workspace.arrays.items()
        if name.endswith(CUSTOM) or not same_bits(array, fresh(workspace.spec, name, array.shape))
    }
    pins = sorted(workspace.pins.items())
    page = Page(
        VERSION,
        _written_alike(workspace.spec),
        workspace.samples,
        tuple(stored),
        tuple(PinPage(b, name, pin.values.shape) for (b, name), pin in pins),
        {side: tuple(words) for side, words in sorted(workspace.vocab.items())},
        {language: dict(texts) for language, texts in workspace.about.items()},
    )
    _check_size(page)
    members = [(PAGE, _json(page))]
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


def _written_alike(spec: ModelSpec) -> ModelSpec:
    """The spec with 1 as 1.0 where a field is a number: equal specs give equal bytes."""
    numbers = {name: float(getattr(spec, name)) for name, field in FIELDS.items() if field.type == "number"}
    return msgspec.structs.replace(spec, **numbers)


def _json(page: Page) -> bytes:
    try:
        written = msgspec.to_builtins(page)
        for name in ("dropout", "dropout_view"):  # younger than the format
            if not written["spec"][name]:  # files that don't use it open in every Glassformer
                del written["spec"][name]
        for sample in written["samples"]:  # as young
            if not sample["answers"]:
                del sample["answers"]
        data = msgspec.json.format(msgspec.json.encode(written), indent=1)
    except UnicodeEncodeError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A text of this model holds half a character: {reason}."), reason=error
        ) from error
    if len(data) > LARGEST_PAGE:
        raise _too_large()
    return data


def _too_large() -> Problem:
    return Problem(QT_TRANSLATE_NOOP("core", "A .glass file can't hold a model of this size."))


def _check_size(page: Page) -> None:
    """Refuse what would take more memory than the lab allows, before any is taken."""
    item = np.dtype(page.spec.precision).itemsize
    graphs = Counter(_graphs(page))
    nodes, cells = 0, sum(2 * pin.shape[0] * pin.shape[1] for pin in page.pins)
    shared = {node.name: node.size for recorded in graphs for node in recorded.nodes if node.role == "parameter"}
    cells += sum(shared.values())
    for recorded, count in graphs.items():
        check_memory(page.spec, recorded)
        nodes += count * len(recorded.nodes)
        cells += count * recorded.own_size
        if nodes > MOST_NODES or cells * item > MEMORY_LIMIT:
            raise _too_large()
    if len(_members(page)) > MOST_MEMBERS or cells * item > MEMORY_LIMIT:
        raise _too_large()


def _graphs(page: Page) -> list[Graph]:
    """The graph of each of the page's samples, without pins."""
    painted: dict[int, set[str]] = {}
    for b, at in customs(page.arrays):
        painted.setdefault(b, set()).add(at)
    return [
        build_graph(page.spec, lengths(page.spec, sample, page.vocab), frozenset(painted.get(b, ())))
        for b, sample in enumerate(page.samples)
    ]


def _members(page: Page) -> set[str]:
    """The members of the zip that a page stands for."""
    names = {PAGE, *(f"arrays/{k}.npy" for k in range(len(page.arrays)))}
    return names.union(*({f"pins/{k}.values.npy", f"pins/{k}.where.npy"} for k in range(len(page.pins))))


def save(path: Path, workspace: Workspace) -> None:
    """Write a .glass file as a whole or not at all: to a new file beside it, flushed, then put in its place."""
    write_whole(path, dumps(workspace))


def load(path: Path) -> Workspace:
    """Read a .glass file. Problem for one that is missing, damaged, newer or not one at all."""
    return _load(Path(path), _workspace)


def about(path: Path) -> dict[str, dict[str, str]]:
    """Title and note of a .glass file by language; no array is read or made. Problem as for `load`."""
    return _load(Path(path), lambda archive: _first_page(archive).about)


def _load(path: Path, use: Callable[[zipfile.ZipFile], Result]) -> Result:
    try:
        with open(path, "rb") as file:
            return _read(file, path.name, use)
    except Problem:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} could not be read: {reason}."), file=path, reason=reason(error)
        ) from error


def loads(data: bytes, name: str = "the file") -> Workspace:
    """Read the bytes of a .glass file, which problems call `name`."""
    return _read(io.BytesIO(data), name, _workspace)


def _read(file: Any, name: str, use: Callable[[zipfile.ZipFile], Result]) -> Result:
    """What `use` makes of an open binary file. Every size is checked before memory is taken for it."""
    try:
        with zipfile.ZipFile(file) as archive:
            return use(archive)
    except Problem as problem:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} can't be opened: {reason}"), file=name, reason=_short(problem)
        ) from problem
    except Exception as error:  # a hostile file reaches corners of zlib and zipfile that raise what they like
        plain = isinstance(error, zipfile.BadZipFile | EOFError | OSError)
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} is not a whole .glass file: {reason}."),
            file=name,
            reason=_short(error if plain and str(error) else f"{type(error).__name__}: {error}"),
        ) from error


def _short(reason: object) -> object:
    """The reason, or its beginning where a damaged file has made it endless."""
    text = str(reason)
    return reason if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "…"


def _first_page(archive: zipfile.ZipFile) -> Page:
    names = archive.namelist()
    if len(names) > MOST_MEMBERS or len(set(names)) != len(names):
        raise Problem(QT_TRANSLATE_NOOP("core", "it has too many members, or two of one name."))
    if PAGE not in names:
        raise Problem(QT_TRANSLATE_NOOP("core", "it has no page {page}."), page=PAGE)
    return _page(_member(archive, archive.getinfo(PAGE), LARGEST_PAGE))


def _workspace(archive: zipfile.ZipFile) -> Workspace:
    page = _first_page(archive)
    if len(page.samples) > MOST_SAMPLES:  # before each is looked at
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A model has 1 to {most} samples, found {found}."),
            most=MOST_SAMPLES,
            found=len(page.samples),
        )
    frozen_vocab(page.vocab)  # refuses a word that stands there twice
    infos = {info.filename: info for info in archive.infolist()}
    _check_pins(page)
    _check_size(page)
    _check_members(page, set(infos))
    shapes = needs(page.spec, page.samples, page.vocab, customs(page.arrays))
    _check_once(page.arrays)
    unknown = [name for name in page.arrays if name not in shapes]
    if unknown:
        raise Problem(QT_TRANSLATE_NOOP("core", "its model has no array called {name}."), name=unknown[0])
    dtype = np.dtype(page.spec.precision)
    given = {
        name: _array(archive, infos[f"arrays/{k}.npy"], shapes[name], dtype, name) for k, name in enumerate(page.arrays)
    }
    painted = [name for name in given if name.endswith(CUSTOM) and not np.isin(given[name], (0, 1)).all()]
    if painted:
        raise Problem(QT_TRANSLATE_NOOP("core", "the mask {name} holds more than 0 and 1."), name=painted[0])
    workspace = Workspace.new(page.spec, page.samples, given, page.about, page.vocab)
    pins = {}
    for k, pin in enumerate(page.pins):
        values = _array(archive, infos[f"pins/{k}.values.npy"], pin.shape, dtype, pin.node)
        where = _array(archive, infos[f"pins/{k}.where.npy"], pin.shape, dtype, pin.node)
        if not ((where == 0) | (where == 1)).all():
            raise _misfit(pin)
        pins[pin.sample, pin.node] = Pin(frozen(values), frozen(where))
    if not pins:
        return workspace
    return Workspace(workspace.spec, workspace.samples, workspace.arrays, pins, workspace.about, vocab=workspace.vocab)


def _misfit(pin: PinPage) -> Problem:
    return Problem(QT_TRANSLATE_NOOP("core", "the pin on {name} fits nothing."), name=pin.node)


def _check_pins(page: Page) -> None:
    """A pin may be on a matrix that the present model lacks, or has under another name: then it waits."""
    for pin in page.pins:
        if not 0 <= pin.sample < len(page.samples) or not all(1 <= n <= 2**24 for n in pin.shape):
            raise _misfit(pin)
    _check_once([f"{pin.sample}/{pin.node}" for pin in page.pins])


def _check_once(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise Problem(QT_TRANSLATE_NOOP("core", "it names {name} twice."), name=name)
        seen.add(name)


def _check_members(page: Page, found: set[str]) -> None:
    expected = _members(page)
    for name in sorted(expected - found):
        raise Problem(QT_TRANSLATE_NOOP("core", "its member {name} is missing."), name=name)
    for name in sorted(found - expected):
        raise Problem(QT_TRANSLATE_NOOP("core", "its member {name} belongs to nothing."), name=name)


def _page(data: bytes) -> Page:
    try:
        version = msgspec.json.decode(data, type=Versioned).glass
    except msgspec.ValidationError:
        version = 0
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(QT_TRANSLATE_NOOP("core", "its page is not JSON: {reason}."), reason=error) from error
    if version < 1:
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
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # only these unpack in pieces
        raise Problem(QT_TRANSLATE_NOOP("core", "its member {name} is packed in a foreign way."), name=info.filename)
    data = bytearray()
    with archive.open(info) as member:
        while len(data) <= most and (chunk := member.read(CHUNK)):
            data += chunk
    if len(data) > most:
        raise Problem(QT_TRANSLATE_NOOP("core", "its member {name} is larger than it may be."), name=info.filename)
    return bytes(data)


def _npy(array: Array) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return out.getvalue()


def _array(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, shape: tuple[int, int], dtype: np.dtype[Any], name: str
) -> Array:
    """An array member, whose type and shape are checked in its header before anything is allocated."""
    size = shape[0] * shape[1] * dtype.itemsize
    data = _member(archive, info, size + LONGEST_HEADER)
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
