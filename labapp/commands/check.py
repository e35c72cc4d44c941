"""`check`: does everything hold that must hold in a model, and do two ways of computing it agree?"""

from __future__ import annotations

import argparse
import math
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from core import jit
from core.check import AGREE_DOUBLE, Check, agreement, invariants
from core.engine import Engine
from core.order import equivariance
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Workspace

from .edits import opened
from .trace import tell_nonfinite

FLOAT32 = 2e-5  # relative to max(1, |want|), for one layer
UNSCALED = {"raw", "rel", "total"}  # scores before 1/√d_k


@dataclass(frozen=True)
class Agreement:
    """Who is compared with the run that was checked, or why nobody is."""

    against: str
    missing: str = ""


def run_check(chosen: argparse.Namespace) -> int:
    """Print one line for each kind of statement; 0 where all hold, 1 (and which don't, on stderr) where some fail."""
    workspace, _ = opened(chosen)
    who = _agreement(workspace)
    found = [entry for b in range(len(workspace.samples)) for entry in checks(workspace, b, who)]
    failed = [check for check in found if not check.holds]
    if chosen.json:
        print(_json(chosen.model, who, found, failed))
    else:
        _print(who, found)
    if failed:
        print(_failures(failed), file=sys.stderr)
    return 1 if failed else 0


def checks(workspace: Workspace, sample: int, who: Agreement) -> Iterator[Check]:
    """Every statement about one sample's trace; with several samples the nodes start with `sample<b>/`."""
    trace = Engine("numpy").run(workspace, sample)
    tell_nonfinite(trace)
    prefix = f"sample{sample}/" if len(workspace.samples) > 1 else ""
    for check in (*invariants(trace), *equivariance(trace, Engine("numpy")), *_compared(trace, who)):
        yield replace(check, node=prefix + check.node)


def _agreement(workspace: Workspace) -> Agreement:
    if workspace.spec.precision == "float32":
        return Agreement("float64")
    try:
        jit.forward()
    except Problem as problem:
        return Agreement("", str(problem))
    return Agreement("compiled")


def _compared(trace: Trace, who: Agreement) -> Iterator[Check]:
    """The trace against compiled code, or of float32 against float64 with the same arrays."""
    if who.against == "compiled":
        yield from agreement(Engine("jit").run(trace.workspace, trace.sample), trace)
    elif who.against == "float64":
        double = Engine("numpy").run(trace.workspace.with_spec(precision="float64"), trace.sample)
        for check in agreement(trace, double, AGREE_DOUBLE):
            yield replace(check, tolerance=allowed(trace.spec, check.node))


def allowed(spec: ModelSpec, node: str) -> float:
    """What float32 may differ from float64: 2e-5 for one layer.

    Roundings add up like a random walk, with the root of the number of layers on the longest way. Raw scores are
    sums of d_k products that only the scale, 1/√d_k, brings to the size of everything else. In a model whose numbers
    grow large (no norms, huge inputs) float32 can be worse than that, and then the check says so.
    """
    layers = (spec.enc_layers if spec.encodes else 0) + (spec.dec_layers if spec.decodes else 0)
    grown = FLOAT32 * math.sqrt(max(1, layers))
    unscaled = not spec.scale or not UNSCALED.isdisjoint(node.split("."))
    return grown * math.sqrt(spec.d_k) if unscaled else grown


def by_statement(found: list[Check]) -> dict[str, list[Check]]:
    """The checks of each kind of statement, in the order in which they were met."""
    kinds: dict[str, list[Check]] = {}
    for check in found:
        kinds.setdefault(check.says, []).append(check)
    return kinds


def _print(who: Agreement, found: list[Check]) -> None:
    kinds = by_statement(found)
    width = max(map(_width, kinds))
    for says, same in kinds.items():
        hold = sum(check.holds for check in same)
        worst = max(same, key=lambda check: check.error)
        where = f" at {place(worst)}, allowed {worst.tolerance:.0e}" if worst.error else ""
        print(
            f"{says}{' ' * (width - _width(says))}  {hold:>5} of {len(same):<5}  largest error {worst.error:.1e}{where}"
        )
    if who.missing:
        print(f"compiled against NumPy is left out. {who.missing}")


def _width(text: str) -> int:
    """Columns that a text takes: the hat of x̂ takes none."""
    return sum(not unicodedata.combining(letter) for letter in text)


def place(check: Check) -> str:
    """The cell of a check's largest error, as `--cell` writes it."""
    return f"{check.node}[{check.cell[0]},{check.cell[1]}]"


def _failures(failed: list[Check]) -> str:
    lines = [
        f"{place(check)}: {check.says}: error {check.error:.1e}, allowed is {check.tolerance:.1e}" for check in failed
    ]
    counted = f"{len(failed)} checks fail" if len(failed) > 1 else "one check fails"
    return "\n  ".join([f"glassformer: {counted}:", *lines])


def _json(model: str, who: Agreement, found: list[Check], failed: list[Check]) -> str:
    page = {
        "model": model,
        "agreement": who.against or None,
        "statements": [
            {
                "says": says,
                "hold": sum(check.holds for check in same),
                "of": len(same),
                "worst": _entry(max(same, key=lambda check: check.error)),
            }
            for says, same in by_statement(found).items()
        ],
        "failed": [_entry(check) for check in failed],
    }
    return msgspec.json.format(msgspec.json.encode(page), indent=1).decode()


def _entry(check: Check) -> dict[str, object]:
    """One check; an error of ∞ (finite against not finite) is the string "inf", so that it is strict JSON."""
    error = check.error if math.isfinite(check.error) else "inf"
    return {
        "node": check.node,
        "cell": list(check.cell),
        "says": check.says,
        "error": error,
        "allowed": check.tolerance,
    }
