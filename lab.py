"""Set Glassformer up and start it, or set it up and test it.

    python3 lab.py [arguments]           makes .venv from requirements.lock, then runs the app
    python3 lab.py test [pytest args]    the same from requirements-dev.lock, then every check and test

Standard library only. Every Python from 3.6 up can read this file, if only to name the ones it needs; so
its syntax stays old, and the version is looked at before anything newer is met. Set-up talks on stderr;
stdout and the exit code are the app's.
"""

import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import typing
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)


def runs(name: str) -> bool:
    """Whether a command of this name runs Python; a version manager's shim may be there and not work."""
    try:
        return subprocess.call([name, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def python_problem(version: "typing.Tuple[typing.Any, ...]", executable: str = sys.executable) -> "str | None":
    """The sentence for a Python that is too old or too new, or None. `version` is (major, minor, …)."""
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return None
    names = ["python3.%d" % minor for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    found = [name for name in names if runs(name)]
    return "Glassformer needs Python 3.11, 3.12 or 3.13; this is Python %s (%s). %s" % (
        ".".join(str(part) for part in version[:3]),
        executable,
        "Run: %s %s" % (found[0], sys.argv[0]) if found else "Install one of them and run lab.py with it.",
    )


if __name__ == "__main__" and not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(python_problem(sys.version_info))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"  # holds all of RUN_LOCK
CI_LOCK = ROOT / "requirements-ci.lock"  # added to DEV_LOCK where the variable CI is set: a real model, 80 MB
SCHEME = 1  # raise it when an old .venv must not be used any more

# What a command needs of Qt; everything else (a model, a file, `open`, nothing) wants a window.
NOTHING, PICTURE, WINDOW = "nothing", "picture", "window"
NEEDS = {
    "--self-test": PICTURE,
    "benchmark": NOTHING,
    "check": NOTHING,
    "compare": NOTHING,
    "evaluate": NOTHING,
    "figure": PICTURE,
    "generate": NOTHING,
    "gradient": NOTHING,
    "jacobian": NOTHING,
    "ledger": NOTHING,
    "models": NOTHING,
    "screenshot": PICTURE,
    "script": NOTHING,
    "trace": NOTHING,
    "train": NOTHING,
    "why": NOTHING,
}

# What Qt's libraries and its window plugins (xcb, wayland) need of the system, by Debian's names.
QT_PACKAGES = (
    "libdbus-1-3 libegl1 libfontconfig1 libfreetype6 libgl1 libglib2.0-0 libwayland-client0"
    " libwayland-cursor0 libwayland-egl1 libx11-6 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0"
    " libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1"
    " libxcb-util1 libxcb-xfixes0 libxcb-xkb1 libxcb1 libxkbcommon-x11-0 libxkbcommon0 libzstd1"
).split()

QT_PROOF = "from PySide6 import QtCore, QtGui, QtSvg, QtWidgets; QtWidgets.QApplication(['proof'])"
MISSING_LIBRARY = re.compile(r"\b(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")
UNREACHABLE_DISPLAY = re.compile(r"could not connect to display|Failed to create wl_display")


def say(text: str) -> None:
    print("lab.py: " + text, file=sys.stderr, flush=True)


def fail(text: str) -> "SystemExit":
    """What to raise to stop with a sentence and exit code 1."""
    return SystemExit("lab.py: " + text)


def fingerprint(lock: Path) -> str:
    """What a .venv made from `lock` depends on; it holds absolute paths, so the place counts too."""
    python = (sys.platform, platform.machine(), sys.implementation.cache_tag, sys.base_prefix)
    return hashlib.sha256(ascii((SCHEME, python, ROOT)).encode() + lock.read_bytes()).hexdigest()


def stamp(lock: Path) -> Path:
    return VENV / (lock.name + ".stamp")


def is_ready(lock: Path) -> bool:
    """Whether .venv was finished from exactly this lock. A set-up that was cut short left no stamp."""
    try:
        return stamp(lock).read_text() == fingerprint(lock) and PYTHON.exists()
    except OSError:
        return False


def prepare(lock: Path) -> None:
    """Make .venv from `lock`, unless that is done. Whatever has no valid stamp is made anew."""
    if is_ready(lock):
        return
    with only_set_up() as hold:
        if is_ready(lock):  # made by the one we waited for
            return
        whole = is_ready(RUN_LOCK)
        for old in (RUN_LOCK, DEV_LOCK):
            with contextlib.suppress(OSError):
                stamp(old).unlink()
        if not whole:
            make_venv(hold)
        say("installing the packages of %s (the first time about 160 MB are loaded) …" % lock.name)
        if install(lock, hold):
            raise fail(
                "the packages could not be installed; pip says why above. The first set-up needs a network,"
                " and a platform that the README names. The same command tries again."
            )
        for done in {lock, RUN_LOCK}:
            stamp(done).write_text(fingerprint(done))


def add(lock: Path) -> None:
    """Install `lock` into a .venv that is ready, unless that is done; what was cut short is installed anew."""
    if is_ready(lock):
        return
    with only_set_up() as hold:
        say("installing the packages of %s, because the variable CI is set …" % lock.name)
        if install(lock, hold, "--force-reinstall"):
            raise fail("they could not be installed; pip says why above. Without CI, their tests are skipped.")
        stamp(lock).write_text(fingerprint(lock))


def install(lock: Path, hold: int, *options: str) -> int:
    """Install the packages of a lock, complete and with wheels for all: nothing is resolved. Gives pip's exit code."""
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", *options]
    pip += [] if sys.stderr.isatty() else ["--quiet"]
    return call([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(lock)], hold)


def make_venv(hold: int) -> None:
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        supply(
            "this Python (%s) has no module %s" % (sys.executable, " and no ".join(missing)),
            ["python%d.%d-venv" % sys.version_info[:2]],
            "install a complete Python, as python.org gives it, and run lab.py with that",
        )
    say("making %s …" % VENV)
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    python = getattr(sys, "_base_executable", sys.executable)  # ours may be the .venv that is gone now
    if call([python, "-m", "venv", str(VENV)], hold):
        raise fail("the virtual environment could not be made; Python says why above.")


@contextlib.contextmanager
def only_set_up() -> "typing.Iterator[int]":
    """Hold the set-up lock and give its descriptor, or -1.

    The system frees it when its last holder ends. pip inherits it: so a pip that outlives a killed lab.py
    is waited for, too, and never writes into the next one's folder.
    """
    with open(ROOT / ".venv.lock", "a+") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):  # each try waits for ten seconds
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
            yield -1
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("another set-up is at work here; waiting for it …")
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError:
                pass  # a network drive without locks: one set-up at a time is then the person's care
            yield file.fileno()


def call(command: "list[str]", hold: int = -1, **more: str) -> int:
    """Run a command of the set-up, its output on stderr, and give its exit code."""
    environment = dict(clean_environment(), **more)
    for name in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"):  # would install elsewhere
        environment.pop(name, None)
    return subprocess.call(
        command,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr.fileno(),
        env=environment,
        pass_fds=(hold,) if hold >= 0 else (),
    )


# ---- what the system must have -----------------------------------------------------------------------


def is_debian(os_release: Path = Path("/etc/os-release")) -> bool:
    """Whether this is Debian, Ubuntu or a child of theirs."""
    try:
        text = os_release.read_text(errors="replace")
    except OSError:
        return False
    likes = re.findall(r"^ID(?:_LIKE)?=[\"']?([^\"'\n]*)", text, re.MULTILINE)
    return bool({"debian", "ubuntu"} & set(" ".join(likes).split())) and shutil.which("apt-get") is not None


def is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def supply(problem: str, packages: "list[str]", otherwise: str) -> None:
    """Install Debian packages where we may; else stop, saying the problem and the one thing to do."""
    if not is_debian():
        raise fail("%s: %s." % (problem, otherwise))
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    command = " ".join(install)
    if not is_root():
        raise fail("%s. Run this, then lab.py again:\n\n    sudo %s\n" % (problem, command))
    say("%s. As root on Debian or Ubuntu I install what is needed: %s" % (problem, command))
    call(["apt-get", "update", "-q"], DEBIAN_FRONTEND="noninteractive")  # if it fails, the next says so
    if call(install, DEBIAN_FRONTEND="noninteractive"):
        raise fail("apt-get failed, and says why above. Run this, then lab.py again:\n\n    %s\n" % command)


def other_command(libraries: "list[str]") -> str:
    """The one thing to do for missing libraries on a system that is not Debian's."""
    for manager in ("dnf", "zypper"):  # RPM packages say which libraries they hold
        if shutil.which(manager):
            names = " ".join("'%s()(64bit)'" % library for library in libraries)
            return "run  sudo %s install %s  and then lab.py again" % (manager, names)
    if shutil.which("pacman"):
        return (
            "run  sudo pacman -S --needed dbus fontconfig freetype2 glib2 libglvnd libx11 libxkbcommon"
            " libxkbcommon-x11 wayland xcb-util-cursor xcb-util-image xcb-util-keysyms xcb-util-renderutil"
            " xcb-util-wm zstd  and then lab.py again"
        )
    return "install the package of your system that holds it, then run lab.py again"


def need(arguments: "list[str]") -> str:
    """What these arguments of the app need of Qt: NOTHING, PICTURE or WINDOW."""
    if {"-h", "--help", "--version"} & set(arguments):
        return NOTHING
    return NEEDS.get(arguments[0], WINDOW) if arguments else WINDOW


def display_problem(environment: "dict[str, str]", system: str = sys.platform) -> "str | None":
    """The sentence for a window without a display to show it on, or None."""
    names = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    if not system.startswith("linux") or any(environment.get(name) for name in names):
        return None
    return (
        "there is no display for a window (DISPLAY and WAYLAND_DISPLAY are not set): start it from a desktop"
        " session, or make a picture without one: python3 lab.py screenshot block -o shot.png"
    )


def qt_circumstances(environment: "dict[str, str]") -> str:
    """What could make a proof of Qt untrue again: another platform or display, or other system libraries."""
    names = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "LD_LIBRARY_PATH")
    libraries = "none"
    with contextlib.suppress(OSError):
        found = os.stat("/etc/ld.so.cache")  # written anew whenever a package brings or takes a library
        libraries = "%d %d %d" % (found.st_ino, found.st_size, found.st_mtime_ns)
    return ascii([environment.get(name) for name in names] + [libraries])


def try_qt(environment: "dict[str, str]") -> str:
    """Load Qt and its platform plugin in a process of its own; what it said, empty if all went well."""
    command = [str(PYTHON), "-c", QT_PROOF]
    try:
        tried = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(environment, QT_DEBUG_PLUGINS="1"),
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        return "Qt did not answer within two minutes"
    if not tried.returncode:
        return ""
    return tried.stdout.decode(errors="replace").strip() or "it ended with code %d" % tried.returncode


def prove_qt(environment: "dict[str, str]") -> None:
    """Return when Qt loads and can show what it must; else help or stop with a sentence.

    The proof takes a quarter of a second, so it is kept until the circumstances change.
    """
    proof = VENV / "qt.proof"
    with contextlib.suppress(OSError):
        if proof.read_text() == qt_circumstances(environment):
            return
    said = try_qt(environment)
    missing = sorted(set(MISSING_LIBRARY.findall(said)))
    if missing:
        problem = "Qt needs system libraries that are missing here, first %s" % ", ".join(missing)
        supply(problem, QT_PACKAGES, other_command(missing))
        said = try_qt(environment)
        missing = MISSING_LIBRARY.findall(said)
    if missing:
        raise fail("Qt still does not find %s: %s." % (missing[0], other_command(missing)))
    if UNREACHABLE_DISPLAY.search(said):
        display = environment.get("WAYLAND_DISPLAY") or environment.get("DISPLAY")
        raise fail("the display %s does not answer: start it from a desktop session." % display)
    if said:
        lines = said.splitlines()
        reasons = [line for line in lines if re.search(r"Error\b|[Cc]ould not |cannot ", line)]
        raise fail("Qt does not start here: %s" % (reasons or lines)[-1])
    with contextlib.suppress(OSError):  # a .venv that may only be read is proved every time
        proof.write_text(qt_circumstances(environment))


def clean_environment() -> "dict[str, str]":
    """The environment, so that Python finds our packages from any folder, and nobody else's first."""
    environment = dict(os.environ, PYTHONPATH=str(ROOT), PYTHONSAFEPATH="1", PYTHONNOUSERSITE="1")
    for name in ("PYTHONHOME", "__PYVENV_LAUNCHER__"):
        environment.pop(name, None)
    return environment


def start(arguments: "list[str]") -> int:
    """Become the app. The working directory stays, so that names of files mean what they say."""
    environment = clean_environment()
    wanted = need(arguments)
    if wanted == PICTURE:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    problem = display_problem(environment) if wanted == WINDOW else None
    if problem:
        raise fail(problem)
    prepare(RUN_LOCK)
    if wanted != NOTHING:
        prove_qt(environment)
    command = [str(PYTHON), "-m", "labapp", *arguments]
    if sys.platform == "win32":  # exec would give the console back at once
        with subprocess.Popen(command, env=environment) as app:
            while True:
                with contextlib.suppress(KeyboardInterrupt):  # the app has got it, too, and decides
                    return app.wait()
    os.execve(command[0], command, environment)  # signals and the exit code are then the app's own


def test(arguments: "list[str]") -> int:
    """Run every check, then pytest, whose summary comes last and names the checks that failed."""
    prepare(DEV_LOCK)
    if os.environ.get("CI"):
        add(CI_LOCK)
    environment = dict(clean_environment(), QT_QPA_PLATFORM="offscreen", OPENBLAS_NUM_THREADS="1")
    prove_qt(environment)
    python = str(PYTHON)
    checks = {
        "ruff": [python, "-m", "ruff", "check"],
        "mypy": [python, "-m", "mypy"],
        "import-linter": [str(PYTHON.with_name("lint-imports")), "--no-logo"],
    }
    failed = []
    for name, command in checks.items():
        print("== " + name, flush=True)
        if subprocess.call(command, cwd=str(ROOT), env=environment):
            failed.append(name)
    if failed:
        environment["GLASSFORMER_FAILED_CHECKS"] = ", ".join(failed)  # tests/conftest.py repeats it
        print("== failed: " + ", ".join(failed), flush=True)
    print("== pytest", flush=True)
    workers = [] if arguments else ["-n", "2", "--dist", "loadfile"]  # a whole run takes both cores
    code = subprocess.call([python, "-m", "pytest", *workers, *arguments], cwd=str(ROOT), env=environment)
    return code or (1 if failed else 0)


def main(arguments: "list[str]") -> int:
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        return start(arguments)
    except KeyboardInterrupt:
        say("stopped. What is unfinished is finished the next time.")
        return 130
    except OSError as error:
        raise fail("%s. Can this folder be written to: %s?" % (error, ROOT)) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
