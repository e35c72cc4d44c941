"""The panels around the bench, one file or folder each, listed here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from core.problem import QT_TRANSLATE_NOOP

from ..desk import Desk

Area = Qt.DockWidgetArea


@dataclass(frozen=True)
class Panel:
    """One panel: its id, its title, the side of the bench where it starts, and where its widget is made.

    `maker` is "module:function" below labapp.panels; the function makes the widget from a Desk. It is imported
    when the panel is first shown, so a panel that nobody opens costs no start-up time.
    """

    id: str
    title: str
    area: Qt.DockWidgetArea
    maker: str
    shortcut: str = ""
    shown: bool = True
    width: int = 280  # px at least
    most: int = 0  # px high at most, where it is no higher than its content; 0 for as high as the window gives it

    def make(self, desk: Desk) -> QWidget:
        """The panel's widget."""
        module, _, function = self.maker.partition(":")
        maker = cast(Callable[[Desk], QWidget], getattr(import_module(f"{__name__}.{module}"), function))
        return maker(desk)


def title_of(panel: Panel) -> str:
    """The panel's title in the language of the window."""
    return QCoreApplication.translate("panels", panel.title)


PANELS: tuple[Panel, ...] = (
    Panel(
        "overview",
        QT_TRANSLATE_NOOP("panels", "Overview"),
        Area.LeftDockWidgetArea,
        "overview:OverviewPanel",
        "Ctrl+B",
        width=190,
    ),
    Panel("model", QT_TRANSLATE_NOOP("panels", "Model"), Area.RightDockWidgetArea, "model:ModelPanel", "Ctrl+M"),
    Panel(
        "pins",
        QT_TRANSLATE_NOOP("panels", "Pins"),
        Area.RightDockWidgetArea,
        "pins:PinsPanel",
        "Ctrl+Shift+P",
        most=260,
    ),
    Panel("why", QT_TRANSLATE_NOOP("panels", "Why"), Area.BottomDockWidgetArea, "why:WhyPanel", "Ctrl+I"),
    Panel(
        "twin",
        QT_TRANSLATE_NOOP("panels", "Numbers and heatmap"),
        Area.BottomDockWidgetArea,
        "twin:TwinPanel",
        "Ctrl+T",
        False,
    ),
    Panel(
        "order",
        QT_TRANSLATE_NOOP("panels", "Order"),
        Area.BottomDockWidgetArea,
        "order:OrderPanel",
        "Ctrl+Shift+T",
        False,
    ),
    Panel(
        "checks",
        QT_TRANSLATE_NOOP("panels", "Checks"),
        Area.BottomDockWidgetArea,
        "checks:ChecksPanel",
        "Ctrl+Shift+K",
        False,
    ),
    Panel(
        "reach",
        QT_TRANSLATE_NOOP("panels", "What moves"),
        Area.BottomDockWidgetArea,
        "reach:ReachPanel",
        "Ctrl+R",
        False,
        width=330,
    ),
    Panel(
        "compare",
        QT_TRANSLATE_NOOP("panels", "Comparison"),
        Area.BottomDockWidgetArea,
        "compare:ComparePanel",
        "Ctrl+Shift+L",
        False,
        width=330,
    ),
    Panel(
        "heads",
        QT_TRANSLATE_NOOP("panels", "All heads"),
        Area.LeftDockWidgetArea,
        "heads:HeadsPanel",
        "Ctrl+H",
        False,
        width=190,
    ),
    Panel(
        "follow",
        QT_TRANSLATE_NOOP("panels", "Follow a word"),
        Area.BottomDockWidgetArea,
        "follow:FollowPanel",
        "Ctrl+Shift+F",
        False,
    ),
    Panel(
        "readers",
        QT_TRANSLATE_NOOP("panels", "Who may read what"),
        Area.BottomDockWidgetArea,
        "readers:ReadersPanel",
        "Ctrl+Shift+R",
        False,
    ),
    Panel(
        "jacobian",
        QT_TRANSLATE_NOOP("panels", "Jacobians"),
        Area.BottomDockWidgetArea,
        "jacobian:JacobianPanel",
        "Ctrl+Shift+D",
        False,
        width=330,
    ),
    Panel(
        "panes",
        QT_TRANSLATE_NOOP("panels", "Two panes"),
        Area.BottomDockWidgetArea,
        "panes:PanesPanel",
        "Ctrl+Shift+G",
        False,
        width=560,
    ),
    Panel(
        "training",
        QT_TRANSLATE_NOOP("panels", "Training"),
        Area.BottomDockWidgetArea,
        "training:TrainingPanel",
        "Ctrl+Shift+E",
        False,
        width=320,
    ),
    Panel(
        "ledger",
        QT_TRANSLATE_NOOP("panels", "Ledger"),
        Area.BottomDockWidgetArea,
        "ledger:LedgerPanel",
        "Ctrl+Shift+B",
        False,
        width=360,
    ),
    Panel(
        "kinds",
        QT_TRANSLATE_NOOP("panels", "Three kinds"),
        Area.BottomDockWidgetArea,
        "kinds:KindsPanel",
        "Ctrl+Shift+M",
        False,
    ),
)
