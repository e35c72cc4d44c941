"""Gather the licence texts of everything in a bundle: `python packaging/licences.py contents.json FOLDER`.

`contents.json` lists (place in the bundle, file it came from). Python distributions bring their texts along;
system libraries have theirs where Debian keeps them; Qt's wheels have none, so the LGPL lies beside this file.
Something whose texts are not found is named in the list, never passed over.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
QT = {"pyside6-essentials", "shiboken6"}
RUNTIME = {"pyinstaller"}  # its start program is in the bundle though no module is
NOTICE = """Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License, version 3.
Its text is in LGPL-3.0.txt, and that of the GPL, which it builds upon, in GPL-3.0.txt.

They are not changed, and they are not linked into the program: they lie as separate shared libraries in
`_internal/PySide6` and `_internal/shiboken6`, and are loaded from there each time the program starts.

To run the program with your own build of them, put libraries of the same major version and the same names in the
place of those files (Qt's in `_internal/PySide6/Qt/lib`, its plugins in `_internal/PySide6/Qt/plugins`). Nothing
checks, signs or otherwise prevents that. Or take the program's own sources, which run with any PySide6 that you
install: `python3 -m labapp` beside `lab.py`.

The sources of exactly these versions ({versions}) are offered by their makers: Qt at
https://download.qt.io/official_releases/qt/ and Qt for Python at https://code.qt.io/pyside/pyside-setup.git. Whoever
gives this bundle to others must keep these texts with it, and give the sources to those who ask for them.

Qt contains works of others under their own terms (FreeType, HarfBuzz, ICU, libjpeg, libpng, PCRE2, zlib and more);
they are listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.
"""


def main(arguments: list[str]) -> int:
    contents = [(place, Path(origin)) for place, origin in json.loads(Path(arguments[0]).read_text(encoding="utf-8"))]
    folder = Path(arguments[1])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    inside = distributions(contents)
    listed = [of_distribution(inside[name], folder) for name in sorted(inside)]
    listed += of_python(folder)
    listed += of_system(contents, folder)
    versions = ", ".join(f"{inside[name].metadata['Name']} {inside[name].version}" for name in sorted(QT & set(inside)))
    (folder / "Qt.txt").write_text(NOTICE.format(versions=versions), encoding="utf-8")
    for text in sorted((HERE / "licences").glob("*.txt")):
        shutil.copyfile(text, folder / text.name)
    fonts = sorted((ROOT / "resources" / "fonts").glob("LICENSE*"))
    for text in fonts:
        shutil.copyfile(text, folder / f"fonts-{text.name}")
    listed.append(f"bundled fonts: {', '.join(f'fonts-{text.name}' for text in fonts)}")
    head = "What lies in this bundle, and where its licence is written:\n\n"
    (folder / "LIST.txt").write_text(head + "\n".join(listed) + "\n", encoding="utf-8")
    missing = [line for line in listed if line.endswith("NOT FOUND")]
    print(f"licences: {len(listed)} works" + "".join(f"\n  {line}" for line in missing))
    return 0


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(contents: Iterable[tuple[str, Path]]) -> dict[str, metadata.Distribution]:
    """The Python distributions of which a file lies in the bundle, by normal name."""
    owner: dict[Path, metadata.Distribution] = {}
    for distribution in metadata.distributions():
        for file in distribution.files or ():
            owner[Path(str(distribution.locate_file(file))).resolve()] = distribution
    found = {
        normal(distribution.metadata["Name"]): distribution
        for _, origin in contents
        if (distribution := owner.get(origin.resolve()))
    }
    found.update({name: metadata.distribution(name) for name in RUNTIME})
    return found


def texts(distribution: metadata.Distribution) -> list[Path]:
    """The licence files that a distribution brings along."""
    named = [file for file in distribution.files or () if TEXT.search(file.name) or "licenses" in file.parts]
    inside = [Path(str(distribution.locate_file(file))) for file in named if file.parts[0].endswith(".dist-info")]
    return sorted(file for file in inside if file.is_file())


def of_distribution(distribution: metadata.Distribution, folder: Path) -> str:
    name = distribution.metadata["Name"]
    line = f"{name} {distribution.version} ({licence_name(distribution)})"
    if normal(name) in QT:
        return f"{line}: Qt.txt, LGPL-3.0.txt"
    place = folder / normal(name)
    kept = []
    for file in texts(distribution):
        below = file.relative_to(Path(str(distribution.locate_file(""))))
        target = place / "-".join(below.parts[1:] if below.parts[1] != "licenses" else below.parts[2:])
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
        kept.append(target.relative_to(folder).as_posix())
    return f"{line}: {', '.join(kept) or 'NOT FOUND'}"


def licence_name(distribution: metadata.Distribution) -> str:
    told = distribution.metadata.get("License-Expression") or distribution.metadata.get("License") or ""
    return told.splitlines()[0][:60] if told.strip() else "see its text"


def of_python(folder: Path) -> list[str]:
    line = f"Python {sys.version.split()[0]} (PSF-2.0)"
    for place in (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)):
        for name in ("LICENSE.txt", "LICENSE"):
            if (place / name).is_file():
                shutil.copyfile(place / name, folder / "Python.txt")
                return [f"{line}: Python.txt"]
    return [f"{line}: NOT FOUND"]


def of_system(contents: Iterable[tuple[str, Path]], folder: Path) -> list[str]:
    """The system's own libraries, by the Debian package that each comes from."""
    libraries = sorted({origin.resolve() for place, origin in contents if is_system(place, origin)})
    packages: dict[str, list[str]] = {}
    for library in libraries:
        packages.setdefault(package_of(library), []).append(library.name)
    listed = []
    for package, names in sorted(packages.items()):
        text = Path("/usr/share/doc") / package / "copyright"
        line = f"{package or 'of no package'} ({', '.join(names)})"
        if package and text.is_file():
            place = folder / "system"
            place.mkdir(exist_ok=True)
            shutil.copyfile(text, place / f"{package}.txt")
            listed.append(f"{line}: system/{package}.txt")
        else:
            listed.append(f"{line}: NOT FOUND")
    # Their files point at the common texts instead of repeating them.
    common = Path("/usr/share/common-licenses")
    if packages and common.is_dir():
        (folder / "common").mkdir(exist_ok=True)
        for text in common.iterdir():
            shutil.copyfile(text, folder / "common" / text.name)
    return listed


def is_system(place: str, origin: Path) -> bool:
    """Whether a file is a shared library of the system, not of Python or of a distribution."""
    resolved = origin.resolve()
    ours = (Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve(), ROOT)
    return ".so" in resolved.name and not any(resolved.is_relative_to(root) for root in ours)


def package_of(library: Path) -> str:
    """The Debian package of a file, "" where there is none or no Debian."""
    if shutil.which("dpkg") is None:
        return ""
    # A merged /usr: the package may know the file by its old place.
    for known in (library, Path(str(library).removeprefix("/usr"))):
        asked = subprocess.run(["dpkg", "-S", str(known)], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout:
            return asked.stdout.split(":")[0].split(",")[0]
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
