"""The files that travel with the lab: models, lessons, translations, fonts, icons. `path` is the one door."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

# A checkout, an installed wheel and a frozen one-folder app all keep the files beside this module.
_ROOT = Path(__file__).resolve().parent


def path(*parts: str) -> Path:
    """Where the bundled file `parts` is, as in path("icons", "undo.svg"); path() is the folder itself.

    The file need not exist. Raises ValueError for a name that would leave the folder: an absolute one, one
    with "..", a drive or an empty part.
    """
    for part in parts:
        # Both flavours on every system: a lesson written on Windows must not mean something else on Linux.
        inside = not any(
            flavour(part).is_absolute() or flavour(part).anchor or ".." in flavour(part).parts
            for flavour in (PurePosixPath, PureWindowsPath)
        )
        if not part or "\0" in part or not inside:
            raise ValueError(
                f"{part!r} is no name inside the resources folder: it may not be empty or absolute, "
                "nor have '..' or a drive"
            )
    return _ROOT.joinpath(*parts)
