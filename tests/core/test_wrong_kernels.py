"""Deliberately wrong kernels: whole models are run with one fault each, and `check` or the golden numbers catch it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from core import dispatch, jit
from core.check import agreement, invariants
from core.engine import Engine
from core.models import build
from core.ops import BY_NAME
from core.order import equivariance
from core.plan import Plan
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from tests import golden_cases as golden
from tests.core.wrong_kernels import OPS, PARTS, OpFault, PartFault, softmax
from tests.golden_seeds import seed_model_cases

CASES = [*golden.block_cases(), *seed_model_cases(), *golden.variant_cases(), *golden.encdec_cases()]


@pytest.fixture(autouse=True, scope="module")
def made_rightly() -> None:
    """Every workspace is made before the first fault is planted."""
    for case in CASES:
        made(case.id)


@pytest.fixture(autouse=True)
def recorded_anew() -> Iterator[None]:
    """Graphs are recorded once and kept: with a fault in how they are, not before and not after."""
    build._graph.cache_clear()
    yield
    build._graph.cache_clear()


def own_workspaces() -> Iterator[Workspace]:
    """What the golden set doesn't have: a tied head, and a pin."""
    spec = ModelSpec(kind="encoder", inputs="tokens", head=True, tied=True, d=6)
    yield Workspace.new(spec, (Sample(("a", "b", "c")),))
    yield Workspace.new(ModelSpec(), (Sample(("a", "b", "c")),)).with_pin("enc1.self.h1.A", 0, 1, 0.9)


@lru_cache(maxsize=256)
def made(case_id: str) -> tuple[Workspace, dict[str, Any], frozenset[str]]:
    """A case's workspace, what it must give, and the ops in it."""
    case = next(case for case in CASES if case.id == case_id)
    workspace = case.make()
    return workspace, case.want(), frozenset(node.op for node in workspace.graph(case.sample).nodes)


def caught(wanted: set[str], op: str = "", cases: str = "") -> dict[str, str]:
    """Who catches the fault that is planted, and where; as soon as all of `wanted` have, the rest is not run.

    Cases without `op` can't show it.
    """
    found: dict[str, str] = {}
    total = counted = 0.0
    for case in CASES:
        workspace, want, ops = made(case.id)
        if (op and op not in ops) or not case.id.startswith(cases):
            continue
        trace = Engine("numpy").run(workspace, case.sample)
        wrong = [name for name in want if name not in trace or not golden.close(trace[name].values, want[name])]
        if wrong:
            found.setdefault("golden", f"{case.id}: {wrong[0]}")
        if case.id.startswith("encdec"):
            labels = float(trace["tgt.label_counts"].values.sum())
            total, counted = total + labels * float(trace["out.loss"].values[0, 0]), counted + labels
        _check(trace, found, case.id)
        if wanted <= found.keys():
            return found
    page = golden.encdec_page()
    if counted and page is not None and not golden.close(total / counted, page["loss"]):
        found.setdefault("golden", "encdec: the loss of the batch")
    for workspace in own_workspaces():
        _check(Engine("numpy").run(workspace), found, "own")
    return found


def _check(trace: Any, found: dict[str, str], where: str) -> None:
    if "check" not in found:
        with np.errstate(all="ignore"):
            failed = next((c for c in invariants(trace) if not c.holds), None)
        if failed is not None:
            found["check"] = f"{where}: {failed.node}: {failed.says}"


def test_there_are_enough_and_no_two_alike() -> None:
    said = [fault.says for fault in (*OPS, *PARTS)]
    assert len(said) >= 20
    assert len(set(said)) == len(said)


def test_nothing_is_caught_where_nothing_is_wrong() -> None:
    """Every case is run by test_golden; here a part of them goes through the same net as the faults."""
    for case in CASES[::9]:
        trace = Engine("numpy").run(case.make(), case.sample)
        assert all(golden.close(trace[name].values, want) for name, want in case.want().items())
        assert all(c.holds for c in invariants(trace))
    for workspace in own_workspaces():
        assert all(c.holds for c in invariants(Engine("numpy").run(workspace)))


@pytest.mark.parametrize("fault", OPS, ids=lambda fault: fault.says)
def test_a_wrong_op_is_caught(fault: OpFault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_NAME, fault.op, replace(BY_NAME[fault.op], reference=fault.wrong, blas=None))
    found = caught(fault.caught_by, op=fault.op)
    assert fault.caught_by <= found.keys(), f"caught by {found}"


@pytest.mark.parametrize("fault", PARTS, ids=lambda fault: fault.says)
def test_ops_put_together_wrongly_are_caught(fault: PartFault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.plant(monkeypatch)
    found = caught(fault.caught_by, cases=fault.cases)
    assert fault.caught_by <= found.keys(), f"caught by {found}"


# kernels: the compiled walk's own lines, run by Python, against the references


def naive_softmax(arena: Any, at: Any, f: int, count: int) -> None:
    _by_reference(arena, at, f, lambda s, m: np.exp(s) * m / (np.exp(s) * m).sum(axis=1, keepdims=True))


def softmax_over_queries(arena: Any, at: Any, f: int, count: int) -> None:
    _by_reference(arena, at, f, lambda s, m: softmax(s, 0))


def last_column_forgotten(arena: Any, at: Any, f: int, count: int) -> None:
    """A tail that a loop over tiles leaves out."""
    right = np.zeros(0)

    def cut(x: Any, w: Any, b: Any = None) -> Any:
        nonlocal right
        right = x @ w + (0 if b is None else b)
        right[:, -1] = 0.0
        return right

    _by_reference(arena, at, f, cut, count)


def one_row_too_far(arena: Any, at: Any, f: int, count: int) -> None:
    """Writes the mean of the row before."""
    _by_reference(arena, at, f, lambda x: np.roll(x.mean(axis=1, keepdims=True), 1, axis=0))


def _by_reference(arena: Any, at: Any, f: int, wrong: Callable[..., Any], count: int = 0) -> None:
    views = [arena[start : start + rows * cols].reshape(rows, cols) for start, rows, cols in at[f : f + (count or 9)]]
    wants = wrong.__code__.co_argcount if not count else count - 1
    with np.errstate(all="ignore"):
        views[0][...] = wrong(*views[1 : 1 + wants])


KERNELS: dict[str, tuple[str, Callable[..., None]]] = {
    "softmax without its maximum": ("softmax_kernel", naive_softmax),
    "softmax over queries": ("softmax_kernel", softmax_over_queries),
    "the last column left out": ("linear_kernel", last_column_forgotten),
    "the row before": ("mean_kernel", one_row_too_far),
}


@pytest.mark.parametrize("fault", KERNELS)
def test_a_wrong_kernel_disagrees_with_the_reference(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = KERNELS[fault]
    monkeypatch.setattr(jit, "forward", lambda: dispatch.walk)
    workspace = Workspace.new(ModelSpec(heads=2), (Sample(tuple("abcd")),)).with_cell("src.X", 0, 0, 900.0)
    workspace = workspace.with_spec(scale=False)
    right = Engine("numpy").run(workspace)
    allowed = 1e-9 * 900.0**2
    assert all(c.holds for c in agreement(Engine("jit").run(workspace), right, tolerance=allowed))
    monkeypatch.setattr(dispatch, name, wrong)
    assert not all(c.holds for c in agreement(Engine("jit").run(workspace), right, tolerance=allowed))


def test_what_an_engine_forgets_to_run_again_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stale values: the last matrix is left as it was after an edit."""
    whole = Plan.route

    def forgetful(plan: Plan, dirty: frozenset[int] | None, products: bool = False) -> Any:
        nodes, stretches = whole(plan, dirty, products)
        return (nodes[:-1], stretches) if dirty else (nodes, stretches)

    workspace = Workspace.new(ModelSpec(), (Sample(tuple("abc")),))
    engine = Engine("numpy")
    engine.run(workspace)
    monkeypatch.setattr(Plan, "route", forgetful)
    edited = workspace.with_cell("src.X", 0, 0, 2.0)
    stale = engine.run(edited)
    failed = {c.node for c in agreement(stale, Engine("numpy").run(edited)) if not c.holds}
    assert failed == {stale.graph.nodes[-1].name}
    assert any(not c.holds for c in invariants(stale)), "and the matrix does not fit what it is made from"


def test_a_row_that_knows_its_place_is_caught_by_permuting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that no statement about one run sees: the first row is favoured, where nothing may tell places apart."""

    def favoured(a: Any, b: Any) -> Any:
        total = a + b
        total[0] *= 1.5
        return total

    monkeypatch.setitem(BY_NAME, "add", replace(BY_NAME["add"], reference=favoured))
    trace = Engine("numpy").run(Workspace.new(ModelSpec(), (Sample(tuple("abc")),)))
    assert any(not c.holds for c in equivariance(trace, Engine("numpy")))
