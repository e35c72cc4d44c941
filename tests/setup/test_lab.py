"""What lab.py promises of itself, one function at a time; nothing here is set up for real."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "lab.py").read_text(encoding="utf-8")


# ---- which Pythons -----------------------------------------------------------------------------------


def test_even_python_3_6_can_read_it() -> None:
    ast.parse(SOURCE, feature_version=(3, 6))


def test_it_imports_the_standard_library_only() -> None:
    nodes = list(ast.walk(ast.parse(SOURCE)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13), (3, 14, 0), (4, 0, 0)])
def test_another_python_is_named_with_the_ones_that_serve(lab: ModuleType, version: tuple[int, ...]) -> None:
    said = lab.python_problem(version, "/opt/python")
    assert "3.11, 3.12 or 3.13" in said
    assert ".".join(map(str, version)) in said
    assert "/opt/python" in said


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 4), (3, 13, 99)])
def test_three_minor_versions_serve(lab: ModuleType, version: tuple[int, ...]) -> None:
    assert lab.python_problem(version) is None


def test_a_python_that_would_serve_is_suggested_only_if_it_runs(lab: ModuleType, checkout: Any) -> None:
    checkout.put_command("python3.13", "exit 127")  # a version manager's shim of what is not there
    checkout.put_command("python3.12", "exit 0")
    assert "Run: python3.12 " in lab.python_problem((3, 9, 0))


def test_another_python_stops_before_anything_is_made(checkout: Any) -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 10, 2, 'final', 0);"
        f"sys.argv = ['lab.py']; runpy.run_path({str(checkout.lab)!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretend],
        env=checkout.environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Glassformer needs Python 3.11, 3.12 or 3.13; this is Python 3.10.2")
    assert done.stderr.count("\n") == 1
    assert not checkout.venv.exists()


# ---- a Python without venv ---------------------------------------------------------------------------


@pytest.fixture
def without_ensurepip(lab: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)


@pytest.mark.usefixtures("without_ensurepip")
def test_without_ensurepip_a_person_on_debian_is_told_one_command(
    lab: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "is_debian", lambda: True)
    monkeypatch.setattr(lab, "is_root", lambda: False)
    with pytest.raises(SystemExit, match="has no module ensurepip") as stop:
        lab.make_venv(-1)
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert f"sudo apt-get install -y --no-install-recommends {package}\n" in str(stop.value)


@pytest.mark.usefixtures("without_ensurepip")
def test_without_ensurepip_elsewhere_a_complete_python_is_asked_for(
    lab: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "is_debian", lambda: False)
    with pytest.raises(SystemExit, match="has no module ensurepip: install a complete Python"):
        lab.make_venv(-1)


# ---- what needs what ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("", "window"),
        ("block", "window"),
        ("open block", "window"),
        ("saved.glass --theme dark", "window"),
        ("--lang zh_CN", "window"),
        ("screenshot block -o shot.png", "picture"),
        ("figure block --bench -o a.svg", "picture"),
        ("trace block -o z.npz", "nothing"),
        ("models", "nothing"),
        ("why block enc1.Z[0,0]", "nothing"),
        ("--version", "nothing"),
        ("-h", "nothing"),
        ("open --help", "nothing"),
        ("screenshot --help", "nothing"),
    ],
)
def test_what_a_command_needs_of_qt(lab: ModuleType, line: str, needs: str) -> None:
    assert lab.need(line.split()) == needs


def test_every_command_says_what_it_needs(lab: ModuleType) -> None:
    from labapp.cli import COMMANDS

    assert set(lab.NEEDS) == {*COMMANDS, "--self-test"} - {"open"}


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_any_display_will_do_for_a_window(lab: ModuleType, name: str) -> None:
    assert lab.display_problem({name: "x"}, "linux") is None


def test_a_window_without_a_display_is_refused_on_linux_only(lab: ModuleType) -> None:
    empty = {"DISPLAY": "", "PATH": "/bin"}
    assert "no display" in lab.display_problem(empty, "linux")
    assert lab.display_problem(empty, "darwin") is None
    assert lab.display_problem(empty, "win32") is None


# ---- the place of .venv ------------------------------------------------------------------------------


@pytest.mark.parametrize("found", ["nothing", "a file", "a link", "a half-made folder"])
def test_whatever_stands_in_the_place_of_the_environment_gives_way(
    lab: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str
) -> None:
    """But nothing that a link points to is touched."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").touch()
    if found == "a file":
        lab.VENV.touch()
    elif found == "a link":
        lab.VENV.symlink_to(precious)
    elif found == "a half-made folder":
        (lab.VENV / "lib").mkdir(parents=True)
    made: list[bool] = []
    monkeypatch.setattr(lab, "call", lambda *_: made.append(lab.VENV.is_symlink() or lab.VENV.exists()))
    lab.make_venv(-1)
    assert made == [False]  # venv was called once, with nothing in its way
    assert (precious / "file").exists()


# ---- when .venv counts as done -----------------------------------------------------------------------


@pytest.fixture
def finished(lab: ModuleType) -> ModuleType:
    lab.PYTHON.parent.mkdir(parents=True)
    lab.PYTHON.touch()
    lab.stamp(lab.RUN_LOCK).write_text(lab.fingerprint(lab.RUN_LOCK))
    assert lab.is_ready(lab.RUN_LOCK)
    return lab


def test_the_stamp_of_one_lock_is_not_the_other_s(finished: ModuleType) -> None:
    assert not finished.is_ready(finished.DEV_LOCK)


def test_an_empty_stamp_counts_for_nothing(finished: ModuleType) -> None:
    finished.stamp(finished.RUN_LOCK).write_text("")
    assert not finished.is_ready(finished.RUN_LOCK)


def test_a_changed_lock_is_installed_again(finished: ModuleType) -> None:
    finished.RUN_LOCK.write_text(finished.RUN_LOCK.read_text() + "# one more line\n")
    assert not finished.is_ready(finished.RUN_LOCK)


def test_a_python_that_went_away_is_noticed(finished: ModuleType) -> None:
    finished.PYTHON.unlink()
    assert not finished.is_ready(finished.RUN_LOCK)


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [("", "SCHEME", -1), ("sys.implementation", "cache_tag", "cpython-399"), ("", "ROOT", Path("/moved"))],
)
def test_another_scheme_python_or_place_makes_it_anew(
    finished: ModuleType, monkeypatch: pytest.MonkeyPatch, where: str, name: str, value: object
) -> None:
    monkeypatch.setattr(finished.sys.implementation if where else finished, name, value)
    assert not finished.is_ready(finished.RUN_LOCK)


# ---- system libraries --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "library"),
    [
        (
            "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory",
            "libEGL.so.1",
        ),
        (
            'qt.core.library: "…/platforms/libqxcb.so" cannot load: Cannot load library …/platforms/libqxcb.so:'
            " libxcb-cursor.so.0: cannot open shared object file: No such file or directory",
            "libxcb-cursor.so.0",
        ),
        ("libglib-2.0.so.0: cannot open shared object file: No such file or directory", "libglib-2.0.so.0"),
    ],
)
def test_the_missing_library_is_read_from_the_loader_s_words(lab: ModuleType, said: str, library: str) -> None:
    assert lab.MISSING_LIBRARY.findall(said) == [library]


@pytest.mark.parametrize(
    ("text", "debian"),
    [
        ('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n', True),
        ('ID="ubuntu"\nID_LIKE=debian\n', True),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', True),
        ("ID=fedora\nVARIANT_ID=debian-like\n", False),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', False),
    ],
)
def test_debian_and_its_children_are_known(lab: ModuleType, tmp_path: Path, text: str, debian: bool) -> None:
    (tmp_path / "os-release").write_text(text)
    assert lab.is_debian(tmp_path / "os-release") is debian


def test_debian_without_apt_get_is_as_any_other(lab: ModuleType, checkout: Any, tmp_path: Path) -> None:
    (tmp_path / "os-release").write_text("ID=debian\n")
    (checkout.bin / "apt-get").unlink()
    assert not lab.is_debian(tmp_path / "os-release")
    assert not lab.is_debian(tmp_path / "no such file")


@pytest.fixture
def debian(lab: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Root on a Debian whose Qt lacks a library until apt-get has run."""
    monkeypatch.setattr(lab, "is_debian", lambda: True)
    monkeypatch.setattr(lab, "is_root", lambda: True)
    lacking = "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory"
    monkeypatch.setattr(lab, "try_qt", lambda environment: "" if (lab.ROOT / "installed").exists() else lacking)
    return lab


def test_root_on_debian_gets_the_libraries_and_is_told(
    debian: ModuleType, checkout: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    done = checkout.folder / "installed"
    checkout.put_command("apt-get", f'echo "apt-get $@"; [ "$1" = update ] || : > "{done}"')
    debian.VENV.mkdir()
    debian.prove_qt({})
    out, err = capfd.readouterr()
    assert out == ""
    assert "missing here, first libEGL.so.1. As root on Debian or Ubuntu I install" in err
    assert "\napt-get update" in err
    assert err.index("\napt-get update") < err.index("\napt-get install -y --no-install-recommends libdbus-1-3 ")
    assert {"libegl1", "libgl1", "libxcb-cursor0"} <= set(err.split())


def test_when_apt_get_fails_the_one_command_is_left(debian: ModuleType) -> None:
    with pytest.raises(SystemExit, match="apt-get failed, and says why above. Run this") as stop:
        debian.prove_qt({})
    assert f"apt-get install -y --no-install-recommends {' '.join(debian.QT_PACKAGES)}\n" in str(stop.value)


def test_a_library_that_apt_get_did_not_bring_is_named_and_not_tried_for_ever(
    debian: ModuleType, checkout: Any
) -> None:
    checkout.put_command("apt-get", "exit 0")
    with pytest.raises(SystemExit, match="Qt still does not find libEGL.so.1"):
        debian.prove_qt({})


def test_who_is_not_root_is_told_the_one_command(debian: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "is_root", lambda: False)
    with pytest.raises(SystemExit, match="first libEGL.so.1. Run this, then lab.py again:\n\n    sudo apt-get install"):
        debian.prove_qt({})


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("dnf", r"sudo dnf install 'libEGL.so.1\(\)\(64bit\)'"),
        ("zypper", r"sudo zypper install 'libEGL.so.1\(\)\(64bit\)'"),
        ("pacman", "sudo pacman -S --needed .*libglvnd"),
        ("none", "install the package of your system"),
    ],
)
def test_other_systems_get_their_own_command(
    debian: ModuleType, checkout: Any, monkeypatch: pytest.MonkeyPatch, manager: str, command: str
) -> None:
    monkeypatch.setattr(debian, "is_debian", lambda: False)
    checkout.put_command(manager, "exit 0")
    with pytest.raises(SystemExit, match=r"first libEGL\.so\.1: .*" + command):
        debian.prove_qt({})


# ---- the proof of Qt ---------------------------------------------------------------------------------


@pytest.fixture
def proofs(lab: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The platforms for which Qt has been tried."""
    tried: list[str] = []
    lab.VENV.mkdir()

    def try_qt(environment: dict[str, str]) -> str:
        tried.append(environment.get("QT_QPA_PLATFORM", "window"))
        return ""

    monkeypatch.setattr(lab, "try_qt", try_qt)
    return tried


def test_qt_is_proved_once_for_the_same_circumstances(lab: ModuleType, proofs: list[str]) -> None:
    for _ in range(3):
        lab.prove_qt({"QT_QPA_PLATFORM": "offscreen"})
    assert proofs == ["offscreen"]


@pytest.mark.parametrize("later", [{"DISPLAY": ":1"}, {"DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland"}, {}])
def test_another_display_or_platform_is_proved_again(lab: ModuleType, proofs: list[str], later: dict[str, str]) -> None:
    lab.prove_qt({"DISPLAY": ":0"})
    lab.prove_qt(later)
    assert len(proofs) == 2


def test_libraries_that_come_or_go_are_proved_again(
    lab: ModuleType, proofs: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache = tmp_path / "ld.so.cache"
    real = lab.os.stat
    monkeypatch.setattr(lab.os, "stat", lambda path, **more: real(cache if "ld.so" in str(path) else path, **more))
    cache.write_text("one")
    lab.prove_qt({})
    cache.write_text("another")
    lab.prove_qt({})
    assert len(proofs) == 2


def test_a_display_that_does_not_answer_is_a_sentence(lab: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.VENV.mkdir()
    monkeypatch.setattr(lab, "try_qt", lambda _: "qt.qpa.xcb: could not connect to display :7\nThis application failed")
    with pytest.raises(SystemExit, match=r"^lab\.py: the display :7 does not answer"):
        lab.prove_qt({"DISPLAY": ":7"})


def test_any_other_failure_of_qt_is_passed_on_and_not_kept(
    lab: ModuleType, proofs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(lab, "try_qt", lambda _: 'x\nCould not find the plugin "y" in ""\n\nAvailable are: z')
        with pytest.raises(SystemExit, match='Qt does not start here: Could not find the plugin "y" in ""$'):
            lab.prove_qt({})
    lab.prove_qt({})
    assert proofs == ["window"]
