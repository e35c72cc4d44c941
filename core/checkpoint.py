"""A checkpoint of training: what a .glass file doesn't hold, so that it resumes exactly where it stood.

It lies beside the .glass file as FILE.train: a plain .npz of the running means of Adam, the number of steps, and the
fingerprints of what was trained, by what, and of the parameters it goes with.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import glass
from .problem import QT_TRANSLATE_NOOP, Problem
from .train import Trainer
from .whole_file import reason, write_whole

ENDING = ".train"
VERSION = 1
LARGEST_FILE = 2 * 2**30


def beside(path: Path) -> Path:
    """Where the state of a .glass file lies."""
    return path.with_name(path.name + ENDING)


def save(path: Path, trainer: Trainer) -> None:
    """Write the model and, beside it, the state; each as a whole or not at all."""
    glass.save(path, trainer.learned())
    out = io.BytesIO()
    np.savez(
        out,
        version=np.array([VERSION]),
        step=np.array([trainer.step]),
        m=trainer.m,
        v=trainer.v,
        trained=_letters(trainer.fingerprint()),
        parameters=_letters(digest(trainer)),
    )
    write_whole(beside(path), out.getvalue())


def restore(path: Path, trainer: Trainer) -> None:
    """Put a state back into a trainer made from the .glass file at `path` with equal samples, rule, batch and seed."""
    state = beside(path)
    try:
        if state.stat().st_size > LARGEST_FILE:
            raise ValueError("too large")
        with np.load(io.BytesIO(state.read_bytes()), allow_pickle=False) as found:
            arrays = {name: found[name] for name in ("version", "step", "m", "v", "trained", "parameters")}
        step, version = int(arrays["step"][0]), int(arrays["version"][0])
        trained, parameters = (bytes(arrays[name].tolist()).decode() for name in ("trained", "parameters"))
    except OSError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} could not be read: {reason}."), file=state, reason=reason(error)
        ) from error
    except (ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise Problem(QT_TRANSLATE_NOOP("core", "{file} is no whole state of training."), file=state) from error
    if version != VERSION or step < 0:
        raise Problem(QT_TRANSLATE_NOOP("core", "{file} is no whole state of training."), file=state)
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


def digest(trainer: Trainer) -> str:
    """The bits of all parameters, hashed."""
    found = hashlib.blake2b(digest_size=16)
    found.update(trainer.parameters().tobytes())
    return found.hexdigest()


def _letters(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _unlike(array: NDArray[Any], like: NDArray[Any]) -> bool:
    return array.shape != like.shape or array.dtype != like.dtype
