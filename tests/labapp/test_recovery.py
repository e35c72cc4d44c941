"""Copies of unsaved work: when they are there, when they go, and that an end by force loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core import glass
from core.problem import Problem
from labapp import models, recovery
from labapp.document import Document
from labapp.recovery import Autosave, Found

ROOT = Path(__file__).parents[2]
CELL = ("src.X", 0, 0)
SHIPPED = (recovery.AFTER_MS, recovery.ACTING_MS, recovery.LATEST)
unix = pytest.mark.skipif(os.name != "posix", reason="signals that can't be refused")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "AFTER_MS", 30)
    monkeypatch.setattr(recovery, "ACTING_MS", 10)
    monkeypatch.setattr(recovery, "LATEST", 0.2)


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return Document(models.starting_model("block"), executor="numpy")


@pytest.fixture
def autosave(document: Document, tmp_path: Path) -> Iterator[Autosave]:
    kept = Autosave(document, tmp_path)
    yield kept
    if not kept._stopped:
        kept.stop()


def change(document: Document, value: float = 7.5) -> None:
    document.do(document.workspace.with_cell(*CELL, value), "X[0,0]")


def value(found: Found) -> float:
    return float(found.workspace().arrays["sample0/src.X"][0, 0])


def only(folder: Path) -> Found:
    found, damaged = recovery.find(folder)
    assert damaged == []
    (one,) = found
    return one


# a copy is there exactly while there is something unsaved


def test_at_most_ten_seconds_are_lost() -> None:
    after, acting, latest = SHIPPED
    assert after / 1000 <= latest
    assert latest + acting / 1000 < 9.0  # and a second to write it


def test_an_untouched_document_has_no_copy(autosave: Autosave, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.wait(100)
    assert list(tmp_path.iterdir()) == []


def test_a_change_is_copied_with_title_and_time(
    autosave: Autosave, document: Document, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(autosave.written):
        change(document)
    (line, _, data) = autosave.file.read_bytes().partition(b"\n")
    assert glass.loads(data).arrays["sample0/src.X"][0, 0] == 7.5
    assert b"Two heads, one block" in line
    assert glass.load(autosave.file).arrays["sample0/src.X"][0, 0] == 7.5  # the copy opens by hand, too


def test_changes_one_after_another_do_not_put_the_copy_off(
    autosave: Autosave, document: Document, qtbot: QtBot
) -> None:
    ended = time.monotonic() + 0.3
    number = 0.0
    while time.monotonic() < ended:
        number += 1
        change(document, number)
        qtbot.wait(5)
    assert autosave.file.exists()


@pytest.mark.parametrize("training", [False, True])
def test_a_drag_that_lasts_is_copied_in_its_midst(
    autosave: Autosave, document: Document, qtbot: QtBot, training: bool
) -> None:
    document.begin("drag", lasting=training)
    started = time.monotonic()
    while not autosave.file.exists() and time.monotonic() - started < 5:
        document.preview(document.workspace.with_cell(*CELL, time.monotonic()))
        qtbot.wait(5)
    assert autosave.file.exists()
    assert time.monotonic() - started >= 0.2  # not before: a drag is let alone while there is time
    document.cancel()
    assert not autosave.file.exists()  # it was cancelled, and nothing else was unsaved


@pytest.mark.parametrize("way", ["saved", "undone", "another model", "closed"])
def test_the_copy_goes_when_nothing_is_unsaved(
    autosave: Autosave, document: Document, qtbot: QtBot, tmp_path: Path, way: str
) -> None:
    with qtbot.waitSignal(autosave.written):
        change(document)
    if way == "saved":
        document.saved(tmp_path / "x.glass")
    elif way == "undone":
        document.undo_stack.undo()
    elif way == "another model":
        document.load(models.starting_model("block"))
    else:
        autosave.stop()
    assert not autosave.file.exists()
    if way == "closed":
        assert list(tmp_path.iterdir()) == []  # nor its lock


def test_a_copy_on_its_way_does_not_come_after_the_save(
    autosave: Autosave, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = glass.dumps

    def slow(workspace: object) -> bytes:
        time.sleep(0.2)
        return real(workspace)  # type: ignore[arg-type]

    monkeypatch.setattr(glass, "dumps", slow)
    change(document)
    autosave.save_now()
    document.saved(tmp_path / "x.glass")
    autosave.wait()
    assert not autosave.file.exists()


def test_writing_does_not_hold_the_window(
    autosave: Autosave, document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = glass.dumps

    def slow(workspace: object) -> bytes:
        time.sleep(0.5)
        return real(workspace)  # type: ignore[arg-type]

    monkeypatch.setattr(glass, "dumps", slow)
    change(document)
    started = time.monotonic()
    with qtbot.waitSignal(autosave.written):
        autosave.save_now()
        assert time.monotonic() - started < 0.25
        change(document, 8.5)  # this one comes too late for the first copy …
    monkeypatch.setattr(glass, "dumps", real)
    with qtbot.waitSignal(autosave.written):
        pass  # … and has its own
    assert glass.load(autosave.file).arrays["sample0/src.X"][0, 0] == 8.5


def test_where_nothing_can_be_written_it_is_said_once_and_work_goes_on(
    document: Document, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "in the way").write_text("")
    autosave = Autosave(document, tmp_path / "in the way" / "folder")
    said: list[object] = []
    autosave.failed.connect(said.append)
    for number in range(3):
        change(document, float(number + 10))
        qtbot.wait(100)
    autosave.stop()
    (problem,) = said
    assert isinstance(problem, Problem)


# what was left behind


def test_a_living_window_s_copy_is_nobody_else_s(
    autosave: Autosave, document: Document, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(autosave.written):
        change(document)
    assert recovery.find(tmp_path) == ([], [])
    seen_by_another = run_child(f"print(recovery.find(Path({str(tmp_path)!r})))")
    assert seen_by_another.stdout.strip() == "([], [])"


def test_two_windows_have_two_copies(document: Document, qtbot: QtBot, tmp_path: Path) -> None:
    other = Document(models.starting_model("block"), executor="numpy")
    first, second = Autosave(document, tmp_path), Autosave(other, tmp_path)
    for number, (kept, its) in enumerate(((first, document), (second, other))):
        with qtbot.waitSignal(kept.written):
            change(its, 20.0 + number)
    assert glass.load(first.file).arrays["sample0/src.X"][0, 0] == 20.0
    assert glass.load(second.file).arrays["sample0/src.X"][0, 0] == 21.0
    first.stop()
    assert second.file.exists()
    second.stop()


def leave_behind(folder: Path, name: str = "1-left", head: bytes | None = None, data: bytes | None = None) -> Path:
    """A copy without an owner."""
    workspace = models.starting_model("block").with_cell(*CELL, 5.5)
    head = b'{"recovery":1,"title":"Mine","path":null,"saved":1750000000.0}\n' if head is None else head
    file = folder / f"{name}.glass"
    file.write_bytes(head + (glass.dumps(workspace) if data is None else data))
    return file


def test_one_left_behind_is_found_once_and_again_after_it_was_left_for_later(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = leave_behind(tmp_path)
    found = only(tmp_path)
    assert (found.head.title, value(found)) == ("Mine", 5.5)
    assert recovery.find(tmp_path) == ([], [])  # it is held
    found.leave()
    again = only(tmp_path)
    again.discard()
    assert not file.exists()
    assert list(tmp_path.iterdir()) == []


def test_the_newest_comes_first(qapp: QApplication, tmp_path: Path) -> None:
    for number in (1, 3, 2):
        leave_behind(
            tmp_path, f"{number}-x", b'{"recovery":1,"title":"%d","path":null,"saved":%d.0}\n' % (number, number)
        )
    found, _ = recovery.find(tmp_path)
    assert [one.head.title for one in found] == ["3", "2", "1"]


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0" * 100,
        b"not json\n",
        b'{"recovery":1,"title":"Mine"}\n',
        b'{"recovery":2,"title":"Mine","path":null,"saved":1.0}\n',
        b'{"recovery":1,"title":7,"path":null,"saved":1.0}\n',
        b"{" * 200_000,
    ],
    ids=["missing", "zeros", "no JSON", "incomplete", "of a newer lab", "wrong types", "endless"],
)
def test_a_damaged_one_is_set_aside_and_hides_no_other(qapp: QApplication, tmp_path: Path, head: bytes) -> None:
    leave_behind(tmp_path, "1-bad", head)
    leave_behind(tmp_path, "2-good")
    found, damaged = recovery.find(tmp_path)
    assert [one.head.title for one in found] == ["Mine"]
    assert [file.name for file in damaged] == ["1-bad.glass.bad"]
    assert damaged[0].exists()
    found[0].leave()
    assert only(tmp_path).file.name == "2-good.glass"  # the damaged one is not met again


def test_one_whose_model_is_cut_off_says_so(qapp: QApplication, tmp_path: Path) -> None:
    leave_behind(tmp_path, data=glass.dumps(models.starting_model("block"))[:-40])
    found = only(tmp_path)
    with pytest.raises(Problem, match="Mine"):
        found.workspace()
    assert found.set_aside().exists()
    assert recovery.find(tmp_path) == ([], [])


def test_its_file_is_remembered_unless_it_was_written_since(qapp: QApplication, tmp_path: Path) -> None:
    mine = tmp_path / "files" / "mine.glass"
    mine.parent.mkdir()
    glass.save(mine, models.starting_model("block"))
    saved = time.time() + 1
    head = f'{{"recovery":1,"title":"mine.glass","path":"{mine}","saved":{saved}}}\n'.encode()
    leave_behind(tmp_path, head=head)
    found = only(tmp_path)
    assert found.path() == mine
    os.utime(mine, (saved + 5, saved + 5))
    assert found.path() is None  # saving must not replace what somebody wrote there meanwhile
    mine.unlink()
    assert found.path() is None


def test_what_killed_saves_left_is_removed_when_it_is_old(tmp_path: Path) -> None:
    names = (".glassformer-abcd_123", ".glassformer-x", "mine.glass", ".glassformer-old_1234")
    for name in names:
        (tmp_path / name).write_text("")
    for name in names[1:]:
        os.utime(tmp_path / name, (1.0, 1.0))
    recovery.sweep(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [".glassformer-abcd_123", ".glassformer-x", "mine.glass"]


# a real process, really killed

CHILD = """
import os, signal, sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication
from core import glass
from labapp import models, recovery
from labapp.document import Document
app = QApplication([])
recovery.AFTER_MS = 20

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def change(document, value):
    document.do(document.workspace.with_cell("src.X", 0, 0, value), "X[0,0]")

"""


def run_child(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CHILD + textwrap.dedent(code)],
        env=dict(os.environ, PYTHONPATH=str(ROOT), QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@unix
def test_killed_while_editing_the_work_is_found(qapp: QApplication, tmp_path: Path) -> None:
    ran = run_child(f"""
        document = Document(models.starting_model("block"), executor="numpy")
        kept = recovery.Autosave(document, Path({str(tmp_path)!r}))
        kept.written.connect(die)
        change(document, 3.25)
        app.exec()
    """)
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    found = only(tmp_path)
    assert (value(found), found.head.title) == (3.25, "Two heads, one block")
    assert abs(time.time() - found.head.saved) < 60


STEPS = {
    "before anything is written": "os.fdopen = die",
    "when half is written": """
real = os.fdopen
class Half:
    def __init__(self, handle, mode): self.file = real(handle, mode)
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def write(self, data):
        self.file.write(data[: len(data) // 2]); self.file.flush(); die()
os.fdopen = Half""",
    "before it is flushed": "os.fsync = die",
    "before it is put in its place": "os.replace = die",
}


@unix
@pytest.mark.parametrize("step", STEPS)
def test_killed_while_a_copy_is_written_the_copy_before_is_found(qapp: QApplication, tmp_path: Path, step: str) -> None:
    ran = run_child(f"""
document = Document(models.starting_model("block"), executor="numpy")
kept = recovery.Autosave(document, Path({str(tmp_path)!r}))
def second(*_):
    kept.written.disconnect(second)
    exec({STEPS[step]!r}, globals())
    change(document, 12.0)
kept.written.connect(second)
change(document, 11.0)
app.exec()
""")
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert value(only(tmp_path)) == 11.0


@unix
@pytest.mark.parametrize("step", STEPS)
def test_killed_while_saving_the_old_file_is_whole_and_the_work_is_found(
    qapp: QApplication, tmp_path: Path, step: str
) -> None:
    mine = tmp_path / "mine.glass"
    glass.save(mine, models.starting_model("block"))
    before = mine.read_bytes()
    ran = run_child(f"""
document = Document(glass.load(Path({str(mine)!r})), executor="numpy")
document.path = Path({str(mine)!r})
kept = recovery.Autosave(document, Path({str(tmp_path)!r}) / "kept")
def save(*_):
    exec({STEPS[step]!r}, globals())
    glass.save(document.path, document.workspace)
kept.written.connect(save)
change(document, 4.0)
app.exec()
""")
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert mine.read_bytes() == before
    found = only(tmp_path / "kept")
    assert (value(found), found.path()) == (4.0, mine)


@unix
def test_killed_at_any_moment_of_many_copies_there_is_a_whole_one(qapp: QApplication, tmp_path: Path) -> None:
    """The copies follow each other without a pause; each round is killed a little later than the one before."""
    code = CHILD + textwrap.dedent(f"""
        document = Document(models.starting_model("block"), executor="numpy")
        kept = recovery.Autosave(document, Path({str(tmp_path)!r}))
        number = 0.0
        def more():
            global number
            print(number, flush=True)
            number += 1.0
            change(document, 100.0 + number)
            kept.save_now()
        kept.written.connect(more)
        more()
        app.exec()
    """)
    for round_ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", code],
            env=dict(os.environ, PYTHONPATH=str(ROOT), QT_QPA_PLATFORM="offscreen"),
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout is not None
            for _ in range(3 + round_):
                child.stdout.readline()
            time.sleep(0.0007 * round_)
            child.kill()
            rest = child.stdout.read().split()
        written = float(rest[-1]) if rest else 2.0 + round_
        found = only(tmp_path)
        assert value(found) in (100.0 + written, 101.0 + written)
        found.discard()


@pytest.mark.parametrize("slow", [0.0, 0.3, 5.0])
def test_the_end_comes_in_the_midst_of_a_copy_and_is_clean(qapp: QApplication, tmp_path: Path, slow: float) -> None:
    """Saved and closed while the thread is at work: exit code 0, soon, without a word, and no copy comes after."""
    started = time.monotonic()
    ran = run_child(f"""
        dumps = glass.dumps
        def slowly(workspace):
            time.sleep({slow})
            return dumps(workspace)
        glass.dumps = slowly
        document = Document(models.starting_model("block"), executor="numpy")
        kept = recovery.Autosave(document, Path({str(tmp_path)!r}))
        def end():
            kept.save_now()
            document.saved(Path("x.glass"))
            began = time.monotonic()
            kept.stop()
            print(time.monotonic() - began)
            app.quit()
        change(document, 9.0)
        QTimer.singleShot(0, end)
        app.exec()
    """)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert float(ran.stdout) < recovery.JOIN + 0.5
    assert time.monotonic() - started < 60
    assert list(tmp_path.iterdir()) == []
