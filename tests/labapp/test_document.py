"""The document: one act is one undo step and one signal, and whatever happens it stays consistent."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace, same_bits
from labapp.document import FRAME_MS, UNDO_LIMIT, Document
from labapp.models import starting_model

START = Workspace.new(ModelSpec(), (Sample(("我", "给", "书")),))


def x(value: float, workspace: Workspace = START) -> Workspace:
    """`workspace` with the first cell of X at `value`."""
    return workspace.with_cell("src.X", 0, 0, value)


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(START, "numpy")


@pytest.fixture
def heard(document: Document) -> list[Trace]:
    """Every trace that the document's signal brought."""
    traces: list[Trace] = []
    document.changed.connect(traces.append)
    return traces


def shown(document: Document) -> float:
    return float(document.trace["src.X"].values[0, 0])


def bits(trace: Trace) -> dict[str, bytes]:
    return {name: trace[name].values.tobytes() for name in trace}


def consistent(document: Document) -> bool:
    """Whether the trace is that of the workspace, to the bit."""
    fresh = Engine("numpy").run(document.workspace)
    return document.trace.workspace is document.workspace and bits(document.trace) == bits(fresh)


def let_pass(milliseconds: int) -> None:
    """Run the real event loop."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


# one act


def test_a_new_document_shows_its_workspace_and_has_nothing_to_undo_or_save(document: Document) -> None:
    assert consistent(document)
    assert document.before is document.trace
    assert not document.undo_stack.canUndo()
    assert not document.modified
    assert not document.acting
    assert document.undo_stack.undoLimit() == UNDO_LIMIT == 200


def test_do_is_one_undo_step_one_run_and_one_signal(document: Document, heard: list[Trace]) -> None:
    before, runs = document.trace, document.runs
    document.do(x(7.0), "Edit X")
    assert document.runs == runs + 1
    assert heard == [document.trace]
    assert shown(document) == 7.0
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == document.label == "Edit X"
    assert document.before is before
    assert document.modified
    assert not document.acting
    assert consistent(document)


def test_what_an_act_changed_is_the_difference_to_before(document: Document) -> None:
    document.do(START.with_cell("enc1.self.h1.WV", 2, 0, 9.0), "Edit")
    moved = {name for name, cells in document.trace.difference(document.before).items() if cells.any()}
    assert {"enc1.self.h1.WV", "enc1.self.h1.V", "enc1.self.h1.H", "enc1.norm2"} <= moved
    assert not moved & {"src.X", "enc1.self.h1.Q", "enc1.self.h1.A", "enc1.self.h2.H"}


def test_undo_and_redo_are_one_signal_each_and_go_back_and_forth_to_the_bit(
    document: Document, heard: list[Trace]
) -> None:
    first = bits(document.trace)
    document.do(x(7.0), "Edit X")
    second = bits(document.trace)
    heard.clear()
    document.undo_stack.undo()
    assert heard == [document.trace]
    assert bits(document.trace) == first
    assert document.workspace is START
    assert not document.modified
    assert bits(document.before) == second
    document.undo_stack.redo()
    assert len(heard) == 2
    assert bits(document.trace) == second
    assert bits(document.before) == first
    assert consistent(document)


def test_an_act_of_many_previews_is_one_step_from_its_beginning_to_its_end(
    document: Document, heard: list[Trace]
) -> None:
    before = document.trace
    document.begin("Drag")
    assert document.acting
    assert heard == []
    for k in range(5):
        document.preview(x(k + 10.0))
    document.commit()
    assert not document.acting
    assert shown(document) == 14.0
    assert document.undo_stack.count() == 1
    assert document.before is before
    document.undo_stack.undo()
    assert document.workspace is START


def test_undo_all_the_way_is_equal_to_the_start_to_the_bit(document: Document) -> None:
    first, workspace = bits(document.trace), START
    random = np.random.default_rng(5)
    for k in range(30):
        name = ("src.X", "enc1.self.h1.WV", "enc1.ffn.W1")[k % 3]
        workspace = workspace.with_cell(name, 0, 1, random.normal())
        if k % 7 == 0:
            workspace = workspace.with_spec(causal=not workspace.spec.causal, norm=("rmsnorm", "layernorm")[k % 2])
        if k % 9 == 0:
            workspace = workspace.with_pin("enc1.self.h1.A", 0, 0, random.normal())
        document.do(workspace, str(k))
    last = bits(document.trace)
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert bits(document.trace) == first
    assert consistent(document)
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert bits(document.trace) == last
    assert consistent(document)


def test_two_hundred_acts_can_be_undone_and_no_more(document: Document) -> None:
    for k in range(UNDO_LIMIT + 5):
        document.do(x(k + 100.0), "Edit")
    steps = 0
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
        steps += 1
    assert steps == UNDO_LIMIT
    assert shown(document) == 104.0
    assert consistent(document)


# acts that change nothing


def test_an_act_that_ends_where_it_began_leaves_no_step(document: Document, heard: list[Trace]) -> None:
    first = bits(document.trace)
    document.begin("Drag")
    document.preview(x(5.0))
    document.preview(START)
    document.commit()
    assert document.undo_stack.count() == 0
    assert not document.modified
    assert bits(document.trace) == first
    assert heard[-1] is document.trace


def test_so_does_one_that_came_back_by_other_arrays_with_the_same_bits(document: Document) -> None:
    pinned = START.with_pin("enc1.self.h1.A", 0, 0, 0.5)
    document.do(pinned, "Pin")
    document.begin("There and back")
    document.preview(x(5.0, pinned))
    old = float(START.arrays["sample0/src.X"][0, 0])
    back = x(old, x(5.0, pinned)).with_pin("enc1.self.h1.A", 0, 0, 0.7).with_pin("enc1.self.h1.A", 0, 0, 0.5)
    assert back is not pinned
    document.preview(back)
    document.commit()
    assert document.undo_stack.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        lambda w: x(-0.0, x(0.0, w)),
        lambda w: w.with_spec(eps=2e-5),
        lambda w: w.with_samples((Sample(("a", "b", "c")),)),
        lambda w: w.with_pin("enc1.self.h1.A", 0, 0, 0.5),
        lambda w: w.with_about({"en": {"title": "Mine"}}),
    ],
    ids=["a sign of zero", "a field", "a token", "a pin", "a title"],
)
def test_the_smallest_difference_is_a_step(document: Document, other: Callable[[Workspace], Workspace]) -> None:
    document.load(x(0.0))
    document.do(other(document.workspace), "Small")
    assert document.undo_stack.count() == 1


def test_a_commit_or_a_cancel_without_an_act_does_nothing(document: Document, heard: list[Trace]) -> None:
    document.commit()
    document.cancel()
    assert heard == []
    assert document.undo_stack.count() == 0


def test_a_preview_without_an_act_is_a_mistake_of_the_program(document: Document) -> None:
    with pytest.raises(RuntimeError, match="call begin first"):
        document.preview(x(1.0))
    assert consistent(document)


# previews


def test_a_cancelled_act_restores_every_bit_with_one_signal(document: Document, heard: list[Trace]) -> None:
    first = bits(document.trace)
    document.begin("Drag")
    document.preview(x(5.0))
    document.preview(x(6.0))
    heard.clear()
    document.cancel()
    assert heard == [document.trace]
    assert document.workspace is START
    assert bits(document.trace) == first
    assert document.undo_stack.count() == 0
    let_pass(2 * FRAME_MS)
    assert len(heard) == 1
    assert consistent(document)


def test_the_first_preview_is_shown_at_once_and_the_last_of_a_frame_at_its_end(
    document: Document, heard: list[Trace]
) -> None:
    document.begin("Drag")
    document.preview(x(1.5))
    assert shown(document) == 1.5
    runs = document.runs
    for value in (2.5, 3.5, 4.5):
        document.preview(x(value))
    assert shown(document) == 1.5
    let_pass(3 * FRAME_MS)
    assert shown(document) == 4.5
    assert document.runs == runs + 1
    assert len(heard) == 2
    assert document.acting


def test_a_state_that_is_made_later_is_made_only_when_it_is_shown(document: Document) -> None:
    made: list[float] = []

    def later(value: float) -> Workspace | None:
        made.append(value)
        return x(value) if value != 9.5 else None

    document.begin("Drag")
    for value in (1.5, 2.5, 3.5):
        document.preview(lambda value=value: later(value))  # type: ignore[misc]
    assert made == [1.5]
    let_pass(3 * FRAME_MS)
    assert (made, shown(document)) == ([1.5, 3.5], 3.5)
    document.preview(lambda: later(9.5))
    document.commit()
    assert (made, shown(document)) == ([1.5, 3.5, 9.5], 3.5)
    document.undo_stack.undo()
    document.begin("Drag")
    document.preview(lambda: later(4.5))
    document.preview(lambda: later(5.5))
    document.cancel()
    let_pass(2 * FRAME_MS)
    assert made[3:] == [4.5], "what is given up is never made"


def test_a_commit_shows_the_last_preview_though_its_frame_is_not_over(document: Document, heard: list[Trace]) -> None:
    document.begin("Drag")
    document.preview(x(1.5))
    document.preview(x(2.5))
    heard.clear()
    document.commit()
    assert shown(document) == 2.5
    assert heard == [document.trace]
    let_pass(2 * FRAME_MS)
    assert len(heard) == 1


def test_a_drag_of_three_hundred_steps_is_one_undo_step_and_at_most_one_run_a_frame(
    document: Document, heard: list[Trace]
) -> None:
    let_pass(2 * FRAME_MS)
    first, runs = bits(document.trace), document.runs
    frames: list[float] = []
    document.changed.connect(lambda trace: frames.append(time.monotonic()))
    document.begin("Drag")
    started = time.monotonic()
    for k in range(300):
        document.preview(x(20.0 + k))
        if k % 3 == 0:
            let_pass(1)
        QCoreApplication.processEvents()
    moved = (time.monotonic() - started) * 1000
    previews = len(heard)
    document.commit()
    assert shown(document) == 319.0
    assert document.undo_stack.count() == 1
    assert 2 <= previews <= moved / FRAME_MS + 1
    assert document.runs - runs <= previews + 1  # the commit may show one more
    document.undo_stack.undo()
    assert bits(document.trace) == first


def test_frames_are_never_nearer_than_sixteen_milliseconds(document: Document) -> None:
    let_pass(2 * FRAME_MS)
    frames: list[float] = []
    real = document.engine.run

    def run(workspace: Workspace, sample: int) -> Trace:
        frames.append(time.monotonic())
        return real(workspace, sample)

    document.engine.run = run  # type: ignore[method-assign]
    document.begin("Drag")
    for k in range(100):
        document.preview(x(20.0 + k))
        let_pass(1)
    document.cancel()
    apart = np.diff(frames[:-1]) * 1000
    assert len(apart) >= 3
    assert apart.min() >= FRAME_MS - 0.5


# acts inside acts


def test_an_act_that_begins_in_another_commits_that_one_first(document: Document, heard: list[Trace]) -> None:
    document.begin("First")
    document.preview(x(1.5))
    document.preview(x(2.5))
    heard.clear()
    document.begin("Second")
    assert document.acting
    assert document.undo_stack.undoText() == "First"
    assert shown(document) == 2.5
    assert heard == [document.trace]
    assert document.before is document.trace
    document.preview(x(3.5, document.workspace))
    document.commit()
    assert [document.undo_stack.text(k) for k in range(2)] == ["First", "Second"]
    document.undo_stack.undo()
    assert shown(document) == 2.5


def test_so_does_one_that_is_done_at_once(document: Document) -> None:
    document.begin("Drag")
    document.preview(x(2.5))
    document.do(document.workspace.with_spec(causal=True), "Causal")
    assert [document.undo_stack.text(k) for k in range(document.undo_stack.count())] == ["Drag", "Causal"]
    assert not document.acting
    assert shown(document) == 2.5
    assert consistent(document)


def test_an_undo_during_an_act_drops_the_act(document: Document, heard: list[Trace]) -> None:
    document.do(x(1.5), "Edit")
    document.begin("Drag")
    document.preview(x(2.5))
    document.preview(x(3.5))
    heard.clear()
    document.undo_stack.undo()
    assert heard == [document.trace]
    assert not document.acting
    assert document.workspace is START
    let_pass(2 * FRAME_MS)
    document.commit()
    assert len(heard) == 1
    assert document.workspace is START
    assert document.undo_stack.count() == 1
    assert consistent(document)


def test_an_undo_with_nothing_to_undo_leaves_an_act_open(document: Document) -> None:
    document.begin("Drag")
    document.preview(x(2.5))
    document.undo_stack.undo()
    assert document.acting
    document.commit()
    assert document.undo_stack.count() == 1


# loading and saving


def test_loading_begins_anew_with_one_signal(document: Document, heard: list[Trace]) -> None:
    document.do(x(1.5), "Edit")
    document.begin("Drag")
    document.preview(x(2.5))
    document.preview(x(3.5))
    heard.clear()
    document.load(x(9.0), Path("lesson.glass"))
    let_pass(2 * FRAME_MS)
    assert heard == [document.trace]
    assert document.path == Path("lesson.glass")
    assert shown(document) == 9.0
    assert document.before is document.trace
    assert not document.acting
    assert not document.modified
    assert document.undo_stack.count() == 0
    document.load(START)
    assert document.path is None


def test_saving_marks_the_present_state(document: Document) -> None:
    document.do(x(1.5), "Edit")
    assert document.modified
    document.saved(Path("mine.glass"))
    assert document.path == Path("mine.glass")
    assert not document.modified
    document.undo_stack.undo()
    assert document.modified
    document.undo_stack.redo()
    assert not document.modified


def test_computing_again_is_one_signal_and_no_step(document: Document, heard: list[Trace]) -> None:
    document.do(x(1.5), "Edit")
    before = document.before
    heard.clear()
    document.recompute()
    assert heard == [document.trace]
    assert document.undo_stack.count() == 1
    assert document.before is before
    assert document.report.nodes_run == 0
    assert consistent(document)


@pytest.mark.parametrize("when", ["at rest", "in a drag"])
def test_compiled_code_that_comes_later_moves_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Its last bits may differ: what was before is run by the same executor, or everything would seem to move."""
    from core import dispatch, jit

    monkeypatch.setattr(jit, "_forward", None)
    start = starting_model("nine")
    document = Document(start)
    name = "att.h1.WV"
    document.do(start.with_cell(name, 0, 0, 0.25), "Edit")
    moved = {at for at, cells in document.trace.difference(document.before).items() if cells.any()}
    monkeypatch.setattr(jit, "_forward", dispatch.walk)  # as if it were compiled
    if when == "at rest":
        document.recompute()
    else:
        document.begin("Drag")
        document.preview(document.workspace.with_cell(name, 0, 0, 0.75))
        let_pass(2 * FRAME_MS)
    assert document.report.executor == "jit"
    assert {at for at, cells in document.trace.difference(document.before).items() if cells.any()} == moved
    assert "att.h1.A" not in moved


# failures


class Broken:
    """An engine that fails while `broken` is set."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.broken = False

    def run(self, workspace: Workspace, sample: int = 0) -> Trace:
        if self.broken:
            raise MemoryError("not today")
        return self._engine.run(workspace, sample)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


@pytest.fixture
def engine(document: Document) -> Broken:
    document.engine = Broken(document.engine)  # type: ignore[assignment]
    return document.engine  # type: ignore[return-value]


def test_an_act_that_fails_changes_nothing_and_the_next_one_works(
    document: Document, engine: Broken, heard: list[Trace]
) -> None:
    engine.broken = True
    with pytest.raises(MemoryError):
        document.do(x(1.5), "Edit")
    assert heard == []
    assert document.workspace is START
    assert not document.acting
    assert document.undo_stack.count() == 0
    engine.broken = False
    assert consistent(document)
    document.do(x(2.5), "Edit")
    assert shown(document) == 2.5
    assert consistent(document)


def test_a_preview_that_fails_leaves_the_act_open_at_the_last_good_one(document: Document, engine: Broken) -> None:
    document.begin("Drag")
    document.preview(x(1.5))
    let_pass(2 * FRAME_MS)
    engine.broken = True
    with pytest.raises(MemoryError):
        document.preview(x(2.5))
    engine.broken = False
    assert document.acting
    assert shown(document) == 1.5
    document.commit()
    assert document.undo_stack.count() == 1
    assert shown(document) == 1.5
    assert consistent(document)


def test_a_preview_that_fails_can_be_cancelled(document: Document, engine: Broken) -> None:
    document.begin("Drag")
    document.preview(x(1.5))
    let_pass(2 * FRAME_MS)
    engine.broken = True
    with pytest.raises(MemoryError):
        document.preview(x(2.5))
    engine.broken = False
    document.cancel()
    assert document.workspace is START
    assert consistent(document)


def test_a_model_that_cannot_be_computed_is_not_loaded(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from core import dispatch, jit

    monkeypatch.setattr(jit, "_forward", dispatch.walk)  # as if it were compiled
    document = Document(START, "jit")
    document.path = Path("old.glass")
    document.do(x(1.5), "Edit")
    heard: list[Trace] = []
    document.changed.connect(heard.append)
    with pytest.raises(Problem, match="computes in float64 only"):
        document.load(START.with_spec(precision="float32"), Path("new.glass"))
    with pytest.raises(Problem, match="computes in float64 only"):
        document.do(document.workspace.with_spec(precision="float32"), "Precision")
    assert heard == []
    assert document.path == Path("old.glass")
    assert shown(document) == 1.5
    assert document.undo_stack.count() == 1
    assert document.modified
    document.do(x(2.5, document.workspace), "Edit")
    assert shown(document) == 2.5


def test_a_listener_that_acts_on_the_news_is_heard_too(document: Document) -> None:
    answered: list[float] = []

    def answer(trace: Trace) -> None:
        answered.append(shown(document))
        if len(answered) == 1:
            document.do(x(9.0, document.workspace), "Answer")

    document.changed.connect(answer)
    document.do(x(1.5), "Edit")
    assert answered == [1.5, 9.0]
    assert document.undo_stack.count() == 2
    assert consistent(document)


# its life


@pytest.mark.parametrize("how", ["deleted by Qt", "forgotten"])
def test_a_document_that_is_closed_is_freed_with_its_steps(qtbot: QtBot, how: str) -> None:
    document = Document(START, "numpy")
    document.do(x(1.5), "Edit")
    document.undo_stack.undo()
    document.begin("Drag")
    document.preview(x(2.5))
    document.preview(x(3.5))
    trace, watched = weakref.ref(document.trace), weakref.ref(document)
    if how == "deleted by Qt":
        document.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del document
    gc.collect()
    assert watched() is None
    assert trace() is None
    let_pass(2 * FRAME_MS)


def test_its_steps_share_the_arrays_that_they_leave_alone(document: Document) -> None:
    document.do(x(1.5), "Edit")
    step: Any = document.undo_stack.command(0)
    assert step.before.arrays["enc1.ffn.W1"] is step.after.arrays["enc1.ffn.W1"]
    assert not same_bits(step.before.arrays["sample0/src.X"], step.after.arrays["sample0/src.X"])


# samples


TWO = Workspace.new(ModelSpec(), (Sample(("我", "给")), Sample(("书", "了", "。"))))


def test_another_sample_is_looked_at_and_not_changed(document: Document, heard: list[Trace]) -> None:
    document.load(TWO)
    loads = document.loads
    heard.clear()
    document.show_sample(1)
    assert [trace.sample for trace in heard] == [1]
    assert document.trace["src.X"].rows == ("书", "了", "。")
    assert document.before is document.trace, "nothing is marked as moved"
    assert not document.modified
    assert document.undo_stack.count() == 0
    assert document.loads == loads
    with pytest.raises(IndexError, match="no sample 2: the model has 2"):
        document.show_sample(2)
    assert document.sample == 1


def test_another_sample_commits_what_is_open(document: Document) -> None:
    document.load(TWO)
    document.begin("Edit")
    document.preview(x(7.0, TWO))
    document.show_sample(1)
    assert document.undo_stack.undoText() == "Edit"
    document.undo_stack.undo()
    assert document.sample == 0, "what is undone is shown"
    assert document.workspace is TWO


def test_an_act_can_show_another_sample_and_undo_goes_back_to_the_one_before(document: Document) -> None:
    document.do(TWO, "Add", 1)
    assert document.sample == document.trace.sample == 1
    document.undo_stack.undo()
    assert document.sample == 0
    assert consistent(document)
    document.undo_stack.redo()
    assert document.sample == 1


def test_undo_shows_the_sample_of_the_act_and_marks_only_what_moved_there(document: Document) -> None:
    document.load(TWO)
    document.show_sample(1)
    document.do(TWO.with_cell("src.X", 2, 0, 9.0, 1), "Edit")
    document.show_sample(0)
    document.undo_stack.undo()
    assert document.sample == 1
    moved = document.trace.difference(document.before)["src.X"]
    assert np.argwhere(moved).tolist() == [[2, 0]]


def test_a_model_with_fewer_samples_shows_the_last_of_them(document: Document) -> None:
    document.load(TWO)
    document.show_sample(1)
    document.do(TWO.with_samples(TWO.samples[:1]), "Remove")
    assert document.sample == document.trace.sample == 0
    document.undo_stack.undo()
    assert document.sample == 1
    document.load(START)
    assert document.sample == 0


def test_a_cancelled_act_gives_its_sample_back(document: Document) -> None:
    document.load(TWO)
    document.show_sample(1)
    document.begin("Remove")
    document.preview(TWO.with_samples(TWO.samples[:1]))
    document.cancel()
    assert (document.sample, document.trace.sample) == (1, 1)
    assert document.workspace is TWO


def test_an_act_that_lasts_goes_on_while_one_looks_and_ends_with_the_next_act(qtbot: QtBot) -> None:
    samples = START.with_samples((Sample(("我", "给", "书")), Sample(("你", "看", "书"))))
    document = Document(samples, "numpy")
    told: list[bool] = []
    document.lasts.connect(lambda: told.append(document.lasting))
    document.begin("training", lasting=True)
    document.preview(x(3.0, samples))
    document.show_sample(1)
    assert document.acting
    assert document.act_label == "training"
    document.do(x(4.0, document.workspace), "edit")
    assert [document.undo_stack.text(k) for k in range(2)] == ["training", "edit"]
    assert told == [True, False]
    document.undo_stack.undo()
    assert float(document.workspace.arrays["sample0/src.X"][0, 0]) == 3.0


def test_of_an_act_that_lasts_the_bench_is_told_each_frame_and_all_views_some(qtbot: QtBot) -> None:
    document = Document(START, "numpy")
    every: list[float] = []
    some: list[float] = []
    document.changed.connect(lambda trace: some.append(float(trace["src.X"].values[0, 0])))
    document.moved.connect(lambda trace: every.append(float(trace["src.X"].values[0, 0])))
    document.begin("training", lasting=True)
    for value in range(1, 6):
        document._last_frame = 0.0
        document.preview(x(float(value)))
    assert sorted(every + some) == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert some[0] == 1.0
    document.commit()
    assert some[-1] == 5.0


def test_what_is_done_during_an_act_that_lasts_goes_on_from_what_is_shown(qtbot: QtBot) -> None:
    document = Document(START, "numpy")
    document.begin("training", lasting=True)
    document.preview(x(1.0))
    document._last_frame = time.monotonic() + 60.0  # the next one waits for its frame
    document.preview(x(2.0))
    assert shown(document) == 1.0
    document.do(document.workspace.with_cell("src.X", 1, 1, 9.0), "edit")
    assert shown(document) == 1.0
    document.undo_stack.undo()
    assert shown(document) == 1.0
    assert consistent(document)
    document.undo_stack.undo()
    assert document.workspace is START
