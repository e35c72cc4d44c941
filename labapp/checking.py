"""Checks on the bench: whether everything holds that must hold, worked out when the document is still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Signal

from core.check import Check, PinnedRow, agreement, invariants, pinned_rows
from core.engine import Engine
from core.order import MUST, allowance, equivariance, sequences, telling
from core.problem import QT_TRANSLATE_NOOP
from core.trace import Trace

from .background import Background, Going, Work
from .document import Document

NO_COMPILED = QT_TRANSLATE_NOOP("checking", "Compiled code against NumPy is left out: NumPy computes everything here.")
TOLD_APART = QT_TRANSLATE_NOOP("checking", "Permuting tokens claims nothing here: {reasons}.")
ONE_TOKEN = QT_TRANSLATE_NOOP("checking", "Permuting tokens claims nothing here: there is one token.")


@dataclass(frozen=True)
class Kind:
    """The checks of one statement: how many hold of all, and the one with the largest error."""

    says: str
    hold: int
    count: int
    worst: Check


@dataclass(frozen=True)
class Checked:
    """What one trace was found to be: `kinds` in the order of computing, `failed` checks, rows that pins have changed,
    and what was left out (sentence marked for translation, reasons in it)."""

    kinds: tuple[Kind, ...]
    failed: tuple[Check, ...]
    marked: tuple[PinnedRow, ...]
    left_out: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        return sum(kind.count for kind in self.kinds)

    @property
    def error(self) -> float:
        """The largest error of all checks."""
        return max((kind.worst.error for kind in self.kinds), default=0.0)


def checked(trace: Trace, compiled: bool, going: Going) -> Checked:
    """Every statement about a trace; `compiled` is whether compiled code computed it, and NumPy can be asked too."""
    found: list[Check] = []
    left: list[tuple[str, tuple[str, ...]]] = []
    for check in (*_slowly(invariants(trace), going), *_slowly(equivariance(trace, Engine()), going)):
        found.append(check)
    if not any(check.says == MUST for check in found):
        reasons = tuple(dict.fromkeys(why for side in sequences(trace) for why in telling(trace, side)))
        left.append((TOLD_APART, reasons) if reasons else (ONE_TOKEN, ()))
    if compiled:
        going()
        reference = Engine("numpy").run(trace.workspace, trace.sample)
        found += _slowly(agreement(trace, reference, tolerance=allowance(trace)), going)
    else:
        left.append((NO_COMPILED, ()))
    kinds: dict[str, list[Check]] = {}
    for check in found:
        kinds.setdefault(check.says, []).append(check)
    return Checked(
        tuple(
            Kind(says, sum(check.holds for check in same), len(same), max(same, key=lambda check: check.error))
            for says, same in kinds.items()
        ),
        tuple(check for check in found if not check.holds),
        tuple(pinned_rows(trace)),
        tuple(left),
    )


def _slowly(checks: Iterator[Check], going: Going) -> Iterator[Check]:
    for check in checks:
        going()
        yield check


class Checking(QObject):
    """Keeps the document checked; `result` is None while it is worked out. `changed` says that it is another."""

    changed = Signal()

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self.result: Checked | None = None
        self._wanted = False
        self._work = Background(document, self._prepare, self)
        self._work.done.connect(self._done)
        document.changed.connect(self._moved)

    @classmethod
    def of(cls, document: Document) -> Checking:
        """The one that the document has; it is made when first asked for, and works when it is first wanted."""
        found = document.findChild(cls)
        return found if isinstance(found, cls) else cls(document)

    def want(self) -> None:
        """Somebody looks: work out what isn't."""
        if not self._wanted:
            self._wanted = True
            self._work.later()

    def stop(self) -> None:
        """The window closes."""
        self._wanted = False
        self._work.stop()

    def _moved(self, trace: object) -> None:
        if self.result is not None:
            self.result = None
            self.changed.emit()
        if self._wanted:
            self._work.later()

    def _prepare(self) -> Work:
        trace, compiled = self._document.trace.aside(), self._document.report.executor == "jit"

        def work(going: Going) -> object:
            return checked(trace, compiled, going)

        return work

    def _done(self, result: object) -> None:
        assert isinstance(result, Checked)
        self.result = result
        self.changed.emit()


def statement(says: str) -> str:
    """A statement in the language of the window."""
    return QCoreApplication.translate("checks", says)


def left_out_text(sentence: str, reasons: tuple[str, ...]) -> str:
    """Why a kind of check was left out."""
    comma = QCoreApplication.translate("checking", ", ")
    listed = comma.join(QCoreApplication.translate("order", reason) for reason in reasons)
    return QCoreApplication.translate("checking", sentence).format(reasons=listed)


def error_text(error: float) -> str:
    """An error with one digit: 4e-16, or 0."""
    return "0" if error == 0 else f"{error:.0e}".replace("e-0", "e-").replace("e+0", "e+")


def line_text(result: Checked | None) -> str:
    """The live line: how much holds, or how much doesn't."""
    if result is None:
        return QCoreApplication.translate("checking", "checking …")
    failed = len(result.failed)
    if failed:
        text = QCoreApplication.translate("checking", "{failed} of {count} checks fail")
        text = text.format(failed=failed, count=result.count)
    else:
        text = QCoreApplication.translate("checking", "{count} checks hold, largest error {error}")
        text = text.format(count=result.count, error=error_text(result.error))
    return text + (f" · {marks_text(len(result.marked))}" if result.marked else "")


def marks_text(rows: int) -> str:
    """How many held rows of weights are marked."""
    if rows == 1:
        return QCoreApplication.translate("checking", "1 pinned row marked")
    return QCoreApplication.translate("checking", "{rows} pinned rows marked").format(rows=rows)
