"""The menu of a chip: everything that the keys do, with the keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from .. import log

if TYPE_CHECKING:
    from .row import ChipRow, Hand


def open_menu(row: ChipRow, hand: Hand, at: int, point: QPoint) -> QMenu:
    """Open the menu of the chip at `at` at a global point."""
    menu = QMenu(row)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def item(text: str, keys: str, act: Callable[[], None], possible: bool = True) -> None:
        native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        # Behind a tab a key is only told: as a shortcut it would answer in the entire window.
        action = menu.addAction(f"{text}\t{native}" if native else text)
        action.setEnabled(possible)
        action.triggered.connect(log.guarded(lambda: act()))

    text = QCoreApplication.translate("tokens", "Follow it through every stage")
    item(text, "", lambda: hand.open_panel(row.side, at, "follow"))
    text = QCoreApplication.translate("tokens", "What it may read")
    item(text, "", lambda: hand.open_panel(row.side, at, "readers"))
    menu.addSeparator()
    item(QCoreApplication.translate("tokens", "Write…"), "F2", lambda: row.open_editor(at))
    item(QCoreApplication.translate("tokens", "Add a token after it…"), "Ins", lambda: row.open_editor(at + 1, True))
    item(QCoreApplication.translate("tokens", "Move left"), "Alt+Left", lambda: row.shift(at, -1), at > 0)
    last = at == len(row.chips) - 1
    item(QCoreApplication.translate("tokens", "Move right"), "Alt+Right", lambda: row.shift(at, 1), not last)
    if row.chips[at].padding:
        item(QCoreApplication.translate("tokens", "No longer padding"), "P", lambda: hand.pad(row.side, at))
    else:
        item(QCoreApplication.translate("tokens", "Mark as padding"), "P", lambda: hand.pad(row.side, at))
    item(QCoreApplication.translate("tokens", "Remove"), "Del", lambda: row.remove(at))
    menu.addSeparator()
    item(QCoreApplication.translate("tokens", "Sentence…"), "", lambda: hand.sentence(row.side))
    count = hand.unused()
    if count:
        text = QCoreApplication.translate("tokens", "Remove unused words from the vocabulary ({count})")
        item(text.format(count=count), "", hand.tidy)
    menu.popup(point)
    return menu
