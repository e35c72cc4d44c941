"""`benchmark --window`: edits, drags, start and memory of the window beside what is asked of them.

Every figure comes from a process of its own, started as the program is. The machine is seldom idle: what an edit
costs is told by the clock and of the processor, and the second decides whether a target is met.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from core import jit
from core.problem import Problem

from ..benchmark.machine import machine

FRAME_MS = 1000.0 / 60.0
FRAMES = 58.0  # a second, while a mouse moves at 1 kHz
PAUSE_MS = 100.0  # the longest that a window may not answer while compiled code is made
COMPARING = 2.2  # times a plain edit, at most
TRAINING_SHARE, REPAINTS, WAIT_MS = 0.6, 30.0, 50.0  # of the steps without a window; a second; of an answer
LEARNS_WITHIN = 180.0  # seconds, from the untrained model on
RATIO = 1.0  # of the first paint to a bare window's
STARTS = 5
TIMEOUT = 600.0  # seconds, of one process


class Target(NamedTuple):
    """What is measured in words, and the most milliseconds: of the median, and of 95 in a hundred."""

    title: str
    median: float | None = None
    high: float | None = None


COSTS = {
    "edit-block": Target("edit: block, all cards, digits", 4.0),
    "edit-translate": Target("edit: translate, one layer open", 8.0, FRAME_MS),
    "edit-translate-compare": Target("edit: the same beside a baseline, differences shown"),
    "edit-translate-gradients": Target("edit: the same with gradients of the loss on every card", 16.0),
    "edit-translate-colours": Target("edit: translate whole, as colours", 16.0),
    "edit-wide": Target("edit: a card of 512×2048"),
    "twin-wide": Target("edit: the same with its twin open"),
    "next-token": Target("next token: translate, from the key to its bars", FRAME_MS),
    "exchange": Target("exchange a token of the source, prediction view", 16.0),
    "scroll-wide": Target("scroll: a card of 512×2048", FRAME_MS),
}

BARE = """
import sys, time
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph
app = QApplication(sys.argv)
found = []
class Plot(pyqtgraph.PlotWidget):
    def paintEvent(self, event):
        super().paintEvent(event)
        found.append((time.time(), time.process_time()))
window = QMainWindow()
plot = Plot()
plot.plot([0, 1, 2], [1, 3, 2])
window.setCentralWidget(plot)
window.resize(1680, 1050)
window.show()
while not found:
    app.processEvents()
print('{"painted": %r, "cpu": %r}' % found[0])
"""


def run(rounds: int, json: bool, say: Callable[[str], None]) -> int:
    """Measure everything and print a table, or JSON; a target that is missed is no failure."""
    measured = report(rounds, say)
    print(msgspec.json.format(msgspec.json.encode(measured), indent=1).decode() if json else "\n".join(lines(measured)))
    return 0


def report(rounds: int, say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """All figures by name, with the conditions."""
    found: dict[str, Any] = {"machine": machine() | {"cores": os.cpu_count(), "load": [load()]}}
    for name in COSTS:
        say(name)
        probed = probe(name, rounds)
        found[name] = probed | {"costs": None, "wall": spread(probed, 0), "cpu": spread(probed, 1)}
    for name in ("drag", "memory-block", "memory-translate", "training"):
        say(name)
        found[name] = probe(name, rounds)
    say("start")
    found["start"] = starts(min(STARTS, rounds))
    if not getattr(sys, "frozen", False) or rounds > 1:
        say("fill")
        with tempfile.TemporaryDirectory(prefix="glassformer-speed-") as folder:
            found["fill"] = timed(command("fill", rounds), GLASSFORMER_CACHE=folder)
    found["machine"]["load"].append(load())
    return found


def starts(times: int) -> dict[str, Any]:
    """The first paint of the program and of a bare window with one plot, in turns; the first of each only warms up.

    Both find their byte code written, as in an installed program: the libraries' always is, and in an environment that
    forbids Python to write ours (PYTHONDONTWRITEBYTECODE) a third of the time would be compiling.
    """
    if not jit.is_warm():
        jit.fill_cache()
    bare: list[dict[str, Any]] = []
    ours: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="glassformer-speed-") as folder:
        kept = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(times + 1):
            ours.append(timed(command("start", 1), **kept))
            if not getattr(sys, "frozen", False):  # a frozen program runs no other script
                bare.append(timed([sys.executable, "-c", BARE], **kept))
    found: dict[str, Any] = {"ours": _medians(ours[1:]), "bare": _medians(bare[1:]) if bare else None}
    if found["bare"]:
        found["ratio"] = {clock: found["ours"][clock] / found["bare"][clock] for clock in ("wall", "cpu")}
    return found


def _medians(runs: list[dict[str, Any]]) -> dict[str, float]:
    return {clock: statistics.median(run[clock] for run in runs) for clock in ("wall", "cpu")}


def timed(words: list[str], **environment: str) -> dict[str, Any]:
    """Run a process that tells when it painted; seconds from before it was started, and of its processor."""
    began = time.time()
    found = child(words, **environment)
    return found | {"wall": found["painted"] - began}


def probe(name: str, rounds: int) -> dict[str, Any]:
    return child(command(name, rounds))


def command(name: str, rounds: int) -> list[str]:
    """How this program is started for a probe: in a bundle the executable is the lab, not Python."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "labapp"]
    return [*program, "benchmark", "--probe", name, "--rounds", str(rounds)]


def child(words: list[str], **environment: str) -> dict[str, Any]:
    """Run a process to its end and read the JSON on its last line."""
    around = dict(os.environ, QT_QPA_PLATFORM="offscreen", OPENBLAS_NUM_THREADS="1", **environment)
    done = subprocess.run(words, env=around, capture_output=True, encoding="utf-8", errors="replace", timeout=TIMEOUT)
    if done.returncode != 0:
        words_of = ("Error", "error", "glassformer:")
        said = [line for line in done.stderr.splitlines() if any(word in line for word in words_of)][-1:]
        said = said or ["it said nothing"]
        raise Problem("{command} failed: {said}", command=" ".join(words[1:5]), said=said[0])
    found: dict[str, Any] = msgspec.json.decode(done.stdout.strip().splitlines()[-1])
    return found


def spread(probed: dict[str, Any], clock: int) -> list[float]:
    """Median and 95th percentile of one clock."""
    times = sorted(cost[clock] for cost in probed["costs"])
    return [statistics.median(times), times[min(len(times) - 1, int(len(times) * 0.95))]]


def load() -> float | None:
    """How many processes wanted the processors in the last minute."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


# the table


def lines(measured: dict[str, Any]) -> list[str]:
    """The report as a table: milliseconds of the processor and by the clock, each median and 95th percentile."""
    rows: list[tuple[str, ...]] = [("what", "CPU ms", "95 %", "clock ms", "95 %", "target")]
    for name, target in COSTS.items():
        case = measured[name]
        title = target.title + (f" ({case['cards']} cards, {case['cells']} cells in sight)" if "cards" in case else "")
        numbers = [f"{number:.1f}" for number in (*case["cpu"], *case["wall"])]
        rows.append((title, *numbers, _verdict(case["cpu"], target)))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [
        *table,
        _compare(measured),
        _drag(measured["drag"]),
        *_training(measured["training"]),
        *_start(measured),
        *_memory(measured),
        *_conditions(measured),
    ]


def _verdict(found: list[float], target: Target) -> str:
    asked = [
        (f"{word} ≤ {most:.1f}", value <= most)
        for word, most, value in zip(("median", "95 %"), target[1:], found, strict=True)
        if most is not None
    ]
    return ", ".join(f"{words} {'met' if met else 'missed'}" for words, met in asked) or "–"


def _compare(measured: dict[str, Any]) -> str:
    """What an edit beside a baseline costs of a plain one, by the medians."""
    (cpu, wall) = (
        measured["edit-translate-compare"][clock][0] / measured["edit-translate"][clock][0] for clock in ("cpu", "wall")
    )
    met = "met" if cpu <= COMPARING else "missed"
    return f"comparing: {cpu:.2f} times a plain edit (≤ {COMPARING:.1f} {met}), {wall:.2f} by the clock"


def _drag(found: dict[str, Any]) -> str:
    waits, met = sorted(found["waits"]) or [0.0], found["frames_a_second"] >= FRAMES
    return (
        f"drag at 1 kHz: {found['frames_a_second']:.0f} frames a second (≥ {FRAMES:.0f} {'met' if met else 'missed'}) "
        f"for {found['moves']} moves; a move waits {statistics.median(waits):.1f} ms, "
        f"95 % below {waits[int(len(waits) * 0.95)]:.1f} ms; {100 * found['share_of_a_core']:.0f} % of a core"
    )


def _start(measured: dict[str, Any]) -> list[str]:
    found = measured["start"]
    ours, bare = found["ours"], found["bare"]
    said = [f"first paint, caches warm: CPU {ours['cpu']:.2f} s, clock {ours['wall']:.2f} s"]
    if bare:
        ratio = found["ratio"]
        met = "met" if ratio["cpu"] <= RATIO else "missed"
        said[0] += f"; a bare window with one plot: {bare['cpu']:.2f} s, {bare['wall']:.2f} s; ratio "
        said[0] += f"{ratio['cpu']:.2f} (≤ {RATIO:.1f} {met}), {ratio['wall']:.2f}"
    filled = measured.get("fill")
    if filled:
        longest, worked = filled["longest_pause"], filled["longest_work"]
        met = "met" if worked is not None and worked <= PAUSE_MS else "missed"
        when = "not in time" if filled["filled_after"] is None else f"after {filled['filled_after']:.0f} s"
        said.append(
            f"without compiled code: CPU {filled['cpu']:.2f} s, clock {filled['wall']:.2f} s; cache filled {when}; "
            f"longest pause {_ms(longest)} by the clock, {_ms(worked)} of work in it (≤ {PAUSE_MS:.0f} {met})"
        )
    return said


def _training(found: dict[str, Any]) -> list[str]:
    said = []
    for what, title in (("usual", "the usual panels"), ("everything", "everything open")):
        case = found[what]
        verdicts = (
            f"{100 * case['share']:.0f} % of the {case['alone']:.0f} steps a second without a window "
            f"(≥ {100 * TRAINING_SHARE:.0f} % {_met(case['share'] >= TRAINING_SHARE)})",
            f"{case['repaints_a_second']:.0f} repaints (≥ {REPAINTS:.0f} "
            f"{_met(case['repaints_a_second'] >= REPAINTS)}) of {case['frame_cpu_ms']:.1f} ms CPU",
            f"longest wait {case['longest_gap']:.0f} ms (≤ {WAIT_MS:.0f} {_met(case['longest_gap'] <= WAIT_MS)}), "
            f"99 % below {case['gap_99']:.0f} ms; a pause takes {case['pause_ms']:.0f} ms",
        )
        said.append(f"training at full speed, {title}: " + ", ".join(verdicts))
    learns = found["learns"]
    met = _met(learns["share"] >= 0.95 and learns["seconds"] <= LEARNS_WITHIN)
    said.append(
        f"training from the start with the usual settings: {100 * learns['share']:.1f} % of the held-out tokens after "
        f"{learns['steps']} steps, {learns['seconds']:.0f} s (≥ 95 % within {LEARNS_WITHIN:.0f} s {met})"
    )
    return said


def _met(met: bool) -> str:
    return "met" if met else "missed"


def _ms(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f} ms"


def _memory(measured: dict[str, Any]) -> list[str]:
    said = []
    for model in ("block", "translate"):
        found = measured[f"memory-{model}"]
        before, pieces = 0.0, []
        for title, whole in found["steps"]:
            pieces.append(f"{title} {'?' if whole is None else f'{whole - before:+.0f}'}")
            before = whole or 0.0
        said.append(
            f"memory, {model}: {before:.0f} MB = {', '.join(pieces)}; cards as pixmaps {found['pixmaps']:.1f} MB of it"
        )
    return said


def _conditions(measured: dict[str, Any]) -> list[str]:
    on = measured["machine"]
    loads = " to ".join("?" if number is None else f"{number}" for number in on["load"])
    engine = "compiled" if measured["edit-block"]["compiled"] else "NumPy: there is no compiler here"
    return [
        f"offscreen, 1680×1050, {on['cores']} cores, load {loads}; Python {on['python']}, NumPy {on['numpy']}; "
        f"engine {engine}. Verdicts are by CPU time: other work on the machine does not count."
    ]
