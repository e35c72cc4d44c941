"""`glassformer --self-test`: whether this copy of the lab works on this machine. One line a check, no window.

For a bundle above all: what it carries is tried (models, fonts, translations, compiled code), against numbers that
were computed independently. Nothing of the person's own is touched but the cache of compiled code, which is filled.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from core import glass, jit, jit_back
from core.engine import Engine
from core.gradient import batch_gradient, loss_difference
from core.problem import Problem
from core.workspace import Workspace
from resources import path as resource

from . import models

TOLERANCE = 1e-10  # of max(1, |want|), as the tests have it
LARGE = 10**6  # cells; a model past that is opened and computed nowhere but on the command line
SIZE = (1366, 768)
WARM_SECONDS = 300.0  # at most, to compile everything on a slow machine
QT_WORD = ("QPlatformTheme", "Cancel")  # of Qt's catalogue: not a literal there, or it would be one of ours
FIGURE = ("translate", "dec2.cross.h1.A")  # with labels in Chinese and in English
SYSTEM_CHECK = "课堂 Aᵀ √ × ₁ → ◆ ✓ −0.5"


class Failure(Exception):
    """A check found something wrong; its text says what."""


def main(arguments: Sequence[str] = ()) -> int:
    """Run every check; 0 if all are well, 1 if not, 2 for arguments."""
    if arguments:
        print(f"glassformer: --self-test takes no arguments, found '{arguments[0]}'.", file=sys.stderr)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is loaded; it is a test of the lab, not of a screen
    failed = 0
    with tempfile.TemporaryDirectory(prefix="glassformer-test-") as folder:
        for name, check in checks(Path(folder)):
            started = time.perf_counter()
            try:
                told, word = check(), "ok  "
            except Failure as failure:
                told, word = str(failure), "FAIL"
            except Exception as error:  # a broken copy can break anywhere
                told, word = f"{type(error).__name__}: {error}", "FAIL"
            failed += word == "FAIL"
            print(f"{word} {name}: {told} ({time.perf_counter() - started:.2f} s)", flush=True)
    print(f"{failed} failed" if failed else "all is well", flush=True)
    return 1 if failed else 0


def checks(folder: Path) -> list[tuple[str, Callable[[], str]]]:
    """Every check with its name, in order. `folder` is for what they write."""
    listed: list[tuple[str, Callable[[], str]]] = [
        ("program", program),
        ("fonts", fonts),
        ("languages", languages),
        ("compiled code", compiled),
        ("golden numbers, NumPy", lambda: golden("numpy")),
        ("golden numbers, compiled", lambda: golden("jit")),
        ("gradients", gradients),
    ]
    for name in models.names():
        listed.append((f"model {name}", lambda name=name: model(name, folder)))  # type: ignore[misc]
    listed.append(("picture", lambda: picture(folder)))
    listed.append(("figures", lambda: figures(folder)))
    listed.append(("settings", lambda: settings(folder)))
    return listed


def program() -> str:
    """What runs here."""
    from PySide6.QtCore import qVersion

    from .version import version

    if not models.names():
        raise Failure("there are no starting models")
    kind = "bundle" if getattr(sys, "frozen", False) else "sources"
    return f"Glassformer {version()} ({kind}), Python {sys.version.split()[0]}, Qt {qVersion()}, NumPy {np.__version__}"


def fonts() -> str:
    """The bundled fonts draw everything that the lab says, also where the system has no font."""
    from PySide6.QtGui import QColor, QImage, QPainter

    from . import fonts as bundled
    from .picture import application

    application()
    spoken = "".join(token for name in models.names() if name != "base" for token in spoken_in(name))
    missing = bundled.missing(SYSTEM_CHECK + spoken)
    if missing:
        raise Failure(f"no glyphs for {' '.join(missing)}")
    image = QImage(64, 40, QImage.Format.Format_Grayscale8)
    drawn = set()
    for letter in "课堂":
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.setFont(bundled.ui_font(28))
        painter.drawText(4, 32, letter)
        painter.end()
        drawn.add(bytes(image.constBits()))
    image.fill(QColor("white"))
    if len(drawn) != 2 or bytes(image.constBits()) in drawn:
        raise Failure("课 and 堂 are not drawn, or alike")
    return f"{len(bundled.FILES)} files, {', '.join(bundled.FAMILIES)}"


def spoken_in(name: str) -> list[str]:
    """The texts that a starting model shows."""
    workspace = models.starting_model(name)
    tokens = [token for sample in workspace.samples for token in (*sample.source, *sample.target)]
    return tokens + [text for texts in workspace.about.values() for text in texts.values()]


def languages() -> str:
    """Both of ours, and Qt's own words."""
    from PySide6.QtCore import QCoreApplication

    from . import text
    from .picture import application

    application()
    said = {}
    for language in text.LANGUAGES:
        text.set_language(language)
        said[language] = (
            QCoreApplication.translate("actions", "&Open…"),
            QCoreApplication.translate(*QT_WORD),
        )
    text.set_language("en")
    if said["en"][0] != "&Open…" or "打开" not in said["zh_CN"][0] or said["zh_CN"][1] != "取消":
        raise Failure(f"translations are missing: {said}")
    return ", ".join(text.LANGUAGES.values())


def compiled() -> str:
    """Compiled code is there, or is made now by a child process as the window does it."""
    from .warm import fill_command

    try:
        folder = jit.cache_folder()
    except ImportError as error:
        return f"there is no compiler here, NumPy computes ({error})"
    if folder is None:
        return "no folder can keep compiled code here, NumPy computes"
    was_warm = jit.is_warm()
    done: list[bool] = []
    worker = jit.WarmUp(done.append, fill_command())
    started = time.perf_counter()
    worker.start()
    while not done and time.perf_counter() - started < WARM_SECONDS:
        time.sleep(0.02)
    worker.stop()
    if done != [True]:
        raise Failure("it could not be made; the log says why")
    seconds = time.perf_counter() - started
    if not jit.is_warm():
        raise Failure(f"the cache {folder} is not whole after it was filled")
    how = f"loaded from the cache in {seconds:.2f} s" if was_warm else f"made by a child process in {seconds:.1f} s"
    return f"{how}, products by {'the BLAS of NumPy' if jit.has_products() else 'portable loops'}"


def golden(executor: str) -> str:
    """Numbers computed independently of this program."""
    if executor == "jit" and jit.loaded_forward() is None:
        return "skipped, there is no compiled code here"
    page = json.loads(resource("self_test.json").read_text(encoding="utf-8"))
    engine, worst = Engine(executor), 0.0
    for case in page["cases"]:
        fields = {name: tuple(v) if isinstance(v, list) else v for name, v in case["set"].items()}
        trace = engine.run(models.starting_model(case["model"]).with_spec(**fields))
        for name, values in case["values"].items():
            got, want = trace[name].values, np.array(values, np.float64)
            if got.shape != want.shape:
                raise Failure(f"{name} of {case['golden']} is {got.shape}, must be {want.shape}")
            off = float((np.abs(got - want) / np.maximum(1.0, np.abs(want))).max())
            if not off <= TOLERANCE:  # also for NaN
                raise Failure(f"{name} of {case['golden']} is off by {off:.3g}")
            worst = max(worst, off)
    return f"{len(page['cases'])} cases, off by {worst:.1e} at most"


def gradients() -> str:
    """A gradient of the loss by the chain rule against moving the cell."""
    workspace, name = models.starting_model(FIGURE[0]), "enc1.self.h1.WQ"
    found = float(batch_gradient(workspace, name, executor="numpy")[0, 1])
    tried = loss_difference(workspace, name, 0, 1)
    if not abs(found - tried) <= 1e-7:
        raise Failure(f"{name}[0,1] moves the loss by {tried}, the chain rule says {found}")
    return f"within {abs(found - tried):.0e}"


def model(name: str, folder: Path) -> str:
    """Open in a window, paint, edit, undo, save, open again."""
    workspace = models.starting_model(name)
    cells = sum(array.size for array in workspace.arrays.values())
    if cells > LARGE:
        return round_trip(workspace, folder / f"{name}.glass", f"{cells:,} cells, no window")
    from PySide6.QtCore import QEvent, Qt
    from PySide6.QtGui import QPixmap

    from .document import Document
    from .main_window import MainWindow
    from .picture import application

    app = application()
    window = MainWindow(Document(workspace))
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    try:
        window.resize(*SIZE)
        window.show()
        app.processEvents()
        picture = QPixmap(window.size())
        window.render(picture)
        document = window.document
        before = document.trace
        leaf = [name for name in before if before[name].editable and before[name].display == "signed"][-1]
        value = float(before[leaf].values[0, 0]) + 0.25
        document.do(document.workspace.with_cell(leaf, 0, 0, value), "self-test")
        moved = sum(bool(cells.any()) for cells in document.trace.difference(before).values())
        if document.trace[leaf].values[0, 0] != value or moved < 2:
            raise Failure(f"an edit of {leaf} did not arrive")
        edited = document.workspace
        window.undo()
        if glass.dumps(document.workspace) != glass.dumps(workspace):
            raise Failure("undo did not bring back what was there")
        back = [name for name, cells in document.trace.difference(before).items() if cells.any()]
        if back:
            raise Failure(f"after undo {back[0]} is not what it was")
        app.processEvents()
        return round_trip(edited, folder / f"{name}.glass", f"{len(before)} matrices, an edit reached {moved}")
    finally:
        window.document.undo_stack.setClean()
        window.close()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def round_trip(workspace: Workspace, file: Path, told: str) -> str:
    """Save, open, and compare every byte."""
    glass.save(file, workspace)
    data = file.read_bytes()
    if glass.dumps(glass.load(file)) != data:
        raise Failure("what was saved is not what was opened")
    return f"{told}, {len(data)} bytes saved and opened"


def picture(folder: Path) -> str:
    """A figure is made and is a picture."""
    from PySide6.QtGui import QImage

    from .picture import screenshot

    file = folder / "picture.png"
    screenshot(models.starting_model(models.FIRST), file, size=SIZE)
    image = QImage(str(file))
    if (image.width(), image.height()) != SIZE:
        raise Failure("the picture cannot be read back")
    return f"{SIZE[0]}×{SIZE[1]}, {file.stat().st_size} bytes"


def figures(folder: Path) -> str:
    """A matrix as a drawing and as a page: its labels and numbers are text, and the page brings its fonts."""
    from xml.etree import ElementTree

    from .bench.cells import cell_text
    from .export import figure, sheet
    from .export.palette import colours
    from .picture import application

    application()
    trace = Engine("numpy").run(models.starting_model(FIGURE[0]))
    matrix = trace[FIGURE[1]]
    wanted = {*matrix.rows, *matrix.cols, *(cell_text(float(value), 3) for value in matrix.values.ravel())}
    made = sheet.of_cards(trace, [FIGURE[1]], colours("print"))
    drawing, page = folder / "课堂.svg", folder / "课堂.pdf"
    for file in (drawing, page):
        figure.write(file, made)
    root = ElementTree.fromstring(drawing.read_bytes())
    missing = wanted - {element.text for element in root.iter() if element.tag.endswith("}text")}
    if missing or root.get("viewBox") != f"0 0 {made.width} {made.height}":
        raise Failure(f"the drawing lacks {' '.join(sorted(missing)) or 'its size'}")
    data = page.read_bytes()
    fonts_inside = data.count(b"/FontFile")
    if not data.startswith(b"%PDF-") or not data.rstrip().endswith(b"%%EOF") or fonts_inside < 2:
        raise Failure(f"the page is not whole: {len(data)} bytes, {fonts_inside} fonts")
    return f"SVG {drawing.stat().st_size} bytes, PDF {len(data)} bytes with {fonts_inside} fonts"


def settings(folder: Path) -> str:
    """Settings are written and read back in a folder of the test's own."""
    from .settings import Settings

    file = folder / "课堂 settings.ini"
    kept = Settings(file)
    kept.set_theme("dark")
    kept.write()
    if Settings(file).theme() != "dark":
        raise Failure("what was set is not what was read")
    return "written and read back"


def fill_cache(words: list[str]) -> int:
    """`glassformer --fill-cache [backward]`: compile a unit into its cache folder, for the window that waits for it."""
    try:
        unit = jit_back if words == [jit_back.UNIT] else jit
        print(f"compiled in {unit.fill_cache():.1f} s")
    except (Problem, ImportError) as problem:
        print(f"glassformer: {problem}", file=sys.stderr)
        return 1
    return 0
