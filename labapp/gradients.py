"""Gradients: whether the bench shows numbers or how much they move a target, of what, and which card shows which.

It belongs to the window: a way of looking, never saved and never undone. The gradients are those of the present trace,
worked out when somebody asks for them, and once for all who do.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.explain_back import Backwards, explain_back
from core.gradient import LOSS, Back, Gradient, check_loss, check_movable, movable, sources_of
from core.graph import LEAF, Node
from core.plan import Plan
from core.problem import Problem
from core.trace import Trace
from core.tried import Tried, try_cell

from .background import Background, Going, Work
from .document import Document
from .selection import Cell

AT_ONCE = 60_000  # cells of a model whose gradients are tried while a person waits: three runs, about 10 ms
FOLLOWS = 1_000_000  # cells of one whose gradients follow a drag: one way back, about 10 ms


class Gradients(QObject):
    """`changed` when something else is shown: other cards, another target, other code that works them out.

    `tried` is what a click found last, None when it holds no more; `trying` is a cell that is being tried;
    `checked` tells of both. Unless a cell was chosen the target is the loss, in a model without one its last result.
    """

    changed = Signal()
    checked = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._all = False
        self._own: dict[str, bool] = {}  # cards that show something else than all do
        self._target: Cell | None = None
        self._found: tuple[Trace, Cell, Gradient] | None = None
        self._plan: Plan | None = None  # of the graph of the last one, for the next
        self._reached: tuple[object, str, frozenset[int]] | None = None
        self._why: tuple[Gradient, Cell, Backwards] | None = None
        self._loads = document.loads
        self._tried: Tried | None = None
        self._refused: Problem | None = None
        self._trying: Cell | None = None
        self._tried_in: Trace | None = None  # in which all three hold
        self._work = Background(document, self._prepare, self)
        self._work.done.connect(self._done)
        self._way = Background(document, self._prepare_way, self)
        self._way.done.connect(self._found_beside)
        document.changed.connect(self._document_changed)

    # reading

    @property
    def everywhere(self) -> bool:
        """Whether the whole bench shows gradients, but for cards that were asked to show their values."""
        return self._all

    @property
    def on(self) -> bool:
        """Whether any card shows its gradient."""
        return self._all or any(self._own.values())

    @property
    def own(self) -> dict[str, bool]:
        """The cards that differ from the whole bench, and whether they show their gradient."""
        return dict(self._own)

    def shows(self, name: str) -> bool:
        """Whether a card shows its gradient: only one whose cells can move a little."""
        if not self._own.get(name, self._all):
            return False
        trace = self._document.trace
        return name in trace.graph and movable(trace.graph[name])

    @property
    def chosen(self) -> Cell | None:
        """The cell whose gradient was asked for; None is the loss."""
        return self._target

    @property
    def target(self) -> Cell:
        """What the gradients are of, in the present trace."""
        trace = self._document.trace
        if self._target is not None and there(trace, self._target):
            return self._target
        return default(trace)

    @property
    def gradient(self) -> Gradient | None:
        """The gradients of the target by everything, in the present trace.

        None while those of a large model are worked out beside the window: `changed` says that they are there.
        """
        trace, target = self._document.trace, self.target
        if self._found is None or self._found[0] is not trace or self._found[1] != target:
            if size_of(trace) > FOLLOWS:
                if not self._way.busy:
                    self._way.later()
                return None
            return self.now()
        return self._found[2]

    def now(self) -> Gradient:
        """The same, worked out at once however large the model is: for what is copied."""
        trace, target = self._document.trace, self.target
        if self._found is None or self._found[0] is not trace or self._found[1] != target:
            back = Back(trace, plan=self._plan)
            self._found, self._plan = (trace, target, back.of(*target)), back.plan
        return self._found[2]

    def leads(self, name: str) -> bool:
        """Whether anything leads from a matrix to the target: otherwise its gradient is 0 whatever the numbers are."""
        graph, of = self._document.trace.graph, self.target[0]
        if self._reached is None or self._reached[0] is not graph or self._reached[1] != of:
            self._reached = graph, of, frozenset(sources_of(graph, graph[of].index))
        return graph[name].index in self._reached[2]

    def refusal(self, name: str) -> Problem | None:
        """Why a matrix has no gradient; None where it has one."""
        try:
            check_movable(self._document.trace.graph[name])
        except Problem as problem:
            return problem
        return None

    def why(self, cell: Cell | None) -> Backwards | None:
        """Why the gradient of a cell is what it is; None for no cell, one that is no more, and one without."""
        trace = self._document.trace
        if cell is None or not there(trace, cell) or not movable(trace.graph[cell[0]]):
            return None
        found = self.gradient
        if found is None:
            return None
        if self._why is None or self._why[0] is not found or self._why[1] != cell:
            self._why = found, cell, explain_back(trace, found, *cell)
        return self._why[2]

    @property
    def tried(self) -> Tried | None:
        """What moving a cell of the present trace found."""
        return self._tried if self._holds() else None

    @property
    def refused(self) -> Problem | None:
        """Why it found nothing."""
        return self._refused if self._holds() else None

    @property
    def trying(self) -> Cell | None:
        """The cell of the present trace that is being moved."""
        return self._trying if self._holds() else None

    def _holds(self) -> bool:
        """Whether what was tried is of the present trace: others may ask for it before this hears of a change."""
        return self._tried_in is self._document.trace

    # acts

    def switch(self, on: bool) -> None:
        """Show gradients, or values, on every card."""
        if on is not self._all or self._own:
            self._all = on
            self._own.clear()
            self._say()

    def show(self, name: str, on: bool) -> None:
        """Show the gradient, or the value, of one matrix."""
        if self._own.get(name, self._all) is on:
            return
        self._own.pop(name, None)
        if on is not self._all:
            self._own[name] = on
        self._say()

    def aim(self, target: Cell | None) -> None:
        """Show the gradients of a cell, None of the loss. Problem where there is none, or it can't move."""
        if target is None:
            check_loss(self._document.workspace)
        else:
            check_movable(self._document.trace.graph[target[0]])
        if target is not None and target == (LOSS, 0, 0):
            target = None
        if target != self._target:
            self._target = target
            self._say()

    def check(self, cell: Cell) -> None:
        """Move a cell both ways and compare: at once in a small model, beside the window in a large one."""
        self._forget()
        trace = self._document.trace
        if not there(trace, cell):
            return
        self._trying, self._tried_in = cell, trace
        if size_of(trace) <= AT_ONCE:
            try:
                self._done(try_cell(trace, self.now(), *cell))
            except Problem as problem:
                self._done(problem)
            return
        self._work.later()
        self.checked.emit()

    def cancel(self) -> None:
        """Give up what is being tried."""
        if self.trying is not None:
            self._forget()
            self.checked.emit()

    def faster(self) -> None:
        """Compiled code is there: from now on it works them out."""
        if self.on:
            self._found = None
            self.changed.emit()

    def stop(self) -> None:
        """The window closes."""
        self._work.stop()
        self._way.stop()

    # inside

    def _say(self) -> None:
        self._forget()
        if not self.on:
            self._found = self._why = None
            self._way.cancel()
        self.changed.emit()
        self.checked.emit()

    def _forget(self) -> None:
        self._work.cancel()
        self._tried = self._refused = self._trying = self._tried_in = None

    def _document_changed(self, trace: Trace) -> None:
        if self._way.busy:
            self._way.later()
        if self._loads != self._document.loads:  # another model: what was asked of the old one means nothing here
            self._loads = self._document.loads
            self._own.clear()
            self._target = None
            self._forget()
            self.changed.emit()
            self.checked.emit()
            return
        if self._tried_in is not None:
            self._forget()
            self.checked.emit()

    def _prepare(self) -> Work | None:
        cell, trace = self.trying, self._document.trace
        if cell is None or not there(trace, cell):
            return None
        aside, target = trace.aside(), self.target
        known = self._found[2] if self._found is not None and self._found[:2] == (trace, target) else None

        def work(going: Going) -> object:
            found = known or Back(aside).of(*target)
            try:
                return try_cell(aside, found, *cell, going)
            except Problem as problem:
                return problem

        return work

    def _prepare_way(self) -> Work | None:
        trace, target = self._document.trace, self.target
        if not self.on:
            return None
        aside = trace.aside()

        def work(going: Going) -> object:
            back = Back(aside)
            going()
            return trace, target, back.of(*target)

        return work

    def _found_beside(self, result: tuple[Trace, Cell, Gradient]) -> None:
        if self.on and result[0] is self._document.trace:
            self._found = result
            self.changed.emit()

    def _done(self, result: object) -> None:
        self._trying = None
        self._tried = result if isinstance(result, Tried) else None
        self._refused = result if isinstance(result, Problem) else None
        self.checked.emit()


def there(trace: Trace, cell: Cell) -> bool:
    """Whether a cell is one of a trace."""
    name, i, j = cell
    if name not in trace.graph:
        return False
    rows, cols = trace.graph[name].shape
    return 0 <= i < rows and 0 <= j < cols


def size_of(trace: Trace) -> int:
    """The cells of all matrices."""
    return sum(node.size for node in trace.graph.nodes)


def default(trace: Trace) -> Cell:
    """The loss; in a model without one the first number of its last result."""
    if LOSS in trace.graph:
        return LOSS, 0, 0
    last: Node = next(node for node in reversed(trace.graph.nodes) if node.op != LEAF and movable(node))
    return last.name, 0, 0
