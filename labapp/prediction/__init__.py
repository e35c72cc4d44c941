"""The prediction view: the whole model at work on one next token. The cards of its right column are listed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ..desk import Desk


@dataclass(frozen=True)
class Card:
    """One card of the right column: its id, its title (may be "", where the widget has its own), and its maker.

    `maker` is "module:function" below labapp.prediction; the function makes the widget from a Desk.
    """

    id: str
    title: str
    maker: str

    def make(self, desk: Desk) -> QWidget:
        """The card's widget."""
        module, _, function = self.maker.partition(":")
        maker = cast(Callable[[Desk], QWidget], getattr(import_module(f"{__name__}.{module}"), function))
        return maker(desk)


def title_of(card: Card) -> str:
    """The card's title in the language of the window."""
    return QCoreApplication.translate("prediction", card.title) if card.title else ""


# From top to bottom.
CARDS: tuple[Card, ...] = (
    Card("next", "", "next:make"),
    Card("cross", "", "cross:make"),
    Card("training", "", "training:TrainingCard"),
    Card("readers", "", "readers:make"),
)
