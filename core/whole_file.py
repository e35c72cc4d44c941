"""Files written as a whole or not at all, whatever happens on the way."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from .problem import QT_TRANSLATE_NOOP, Problem


def write_whole(path: Path, data: bytes) -> None:
    """Replace `path` by `data`; a failure leaves the old file as it was and no new one behind.

    A link stays a link; a file that may not be written, or is none (a folder, a device), is refused.
    """
    write_together((path, data))


def write_together(*files: tuple[Path, bytes]) -> None:
    """The same of files that belong together: none is replaced before all of them are on the disk."""
    written: list[tuple[str, Path, Path]] = []
    path = files[0][0]  # the one that is at hand, for what is said of a failure
    try:
        for path, data in files:
            target = Path(os.path.realpath(path))
            mode = _mode(target)
            handle, temporary = tempfile.mkstemp(prefix=".glassformer-", dir=target.parent)
            written.append((temporary, target, path))
            with os.fdopen(handle, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            if os.name == "posix":
                os.chmod(temporary, mode)
        for temporary, target, path in written:  # noqa: B007 (a failure tells of it)
            os.replace(temporary, target)
    except BaseException as error:
        for temporary, *_ in written:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, (OSError, ValueError)):
            raise _cannot_write(path, error) from error
        raise


def _mode(target: Path) -> int:
    """The permissions that the written file will have; OSError where what is there must stay."""
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        return 0o666 & ~_umask()
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, QT_TRANSLATE_NOOP("core", "it is no plain file"))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return found & 0o777


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, error: Exception) -> Problem:
    return Problem(QT_TRANSLATE_NOOP("core", "{file} could not be written: {reason}."), file=path, reason=reason(error))


def reason(error: Exception) -> object:
    return getattr(error, "strerror", None) or error
