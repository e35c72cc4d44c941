"""A checkpoint of training: what a .glass file doesn't hold, so that it resumes exactly where it stood.

It lies beside the .glass file as FILE.train: a plain .npz of the running means of Adam, the number of steps, and the
fingerprints of what was trained, by what, and of the parameters it goes with.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from . import glass
from .optimizer import Rule
from .problem import QT_TRANSLATE_NOOP, Problem
from .train import Trainer
from .whole_file import reason, write_together

ENDING = ".train"
VERSION = 1
LARGEST_FILE = 2 * 2**30


def beside(path: Path) -> Path:
    """Where the state of a .glass file lies."""
    return path.with_name(path.name + ENDING)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a training was started with, beside its model and samples."""

    rule: Rule
    batch: int
    seed: int


def save(path: Path, trainer: Trainer) -> None:
    """Write the model and, beside it, the state: both or none, so that the last checkpoint stays one."""
    out = io.BytesIO()
    np.savez(
        out,
        version=np.array([VERSION]),
        step=np.array([trainer.step]),
        m=trainer.m,
        v=trainer.v,
        settings=_letters(msgspec.json.encode(Settings(trainer.rule, trainer.batch, trainer.seed)).decode()),
        trained=_letters(trainer.fingerprint()),
        parameters=_letters(digest(trainer)),
    )
    write_together((path, glass.dumps(trainer.learned())), (beside(path), out.getvalue()))


def settings(path: Path) -> Settings:
    """The settings of the training whose state lies beside the .glass file at `path`."""
    state = beside(path)
    arrays = _read(state)
    try:
        return msgspec.json.decode(_text(arrays["settings"]), type=Settings)
    except (ValueError, TypeError) as error:
        raise _damaged(state) from error


def restore(path: Path, trainer: Trainer) -> None:
    """Put a state back into a trainer made from the .glass file at `path` with equal samples, rule, batch and seed."""
    state = beside(path)
    arrays = _read(state)
    try:
        step = int(arrays["step"][0])
        trained, parameters = (_text(arrays[name]) for name in ("trained", "parameters"))
    except (ValueError, IndexError, TypeError) as error:
        raise _damaged(state) from error
    if trained != trainer.fingerprint() or any(_unlike(arrays[name], trainer.m) for name in "mv"):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "{file} belongs to another training: its model, samples, rule, batch and seed must be the same."
            ),
            file=state,
        )
    if parameters != digest(trainer):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "The numbers of {model} are not those that {file} was saved with."),
            model=path,
            file=state,
        )
    trainer.step = step
    trainer.m[:], trainer.v[:] = arrays["m"], arrays["v"]


def _read(state: Path) -> dict[str, NDArray[Any]]:
    """The members of a state; Problem for a file that is missing or none."""
    names = ("version", "step", "m", "v", "settings", "trained", "parameters")
    try:
        if state.stat().st_size > LARGEST_FILE:
            raise _damaged(state)
        data = state.read_bytes()
    except OSError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} could not be read: {reason}."), file=state, reason=reason(error)
        ) from error
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            arrays = {name: found[name] for name in names}
        if int(arrays["version"][0]) != VERSION:
            raise ValueError(arrays["version"])
    except Exception as error:  # a damaged file reaches corners of zlib and zipfile that raise what they like
        raise _damaged(state) from error
    return arrays


def _damaged(state: Path) -> Problem:
    return Problem(QT_TRANSLATE_NOOP("core", "{file} is no whole state of training."), file=state)


def _text(letters: NDArray[Any]) -> str:
    return bytes(letters.tolist()).decode()


def digest(trainer: Trainer) -> str:
    """The bits of all parameters, hashed."""
    found = hashlib.blake2b(digest_size=16)
    found.update(trainer.parameters().tobytes())
    return found.hexdigest()


def _letters(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _unlike(array: NDArray[Any], like: NDArray[Any]) -> bool:
    return array.shape != like.shape or array.dtype != like.dtype
