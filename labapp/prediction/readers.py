"""The card "Who may read what": one attention of each kind, with what its mask leaves, live."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QToolTip, QVBoxLayout, QWidget

from core.trace import Trace

from .. import fonts
from ..bench.hover import cell_tip
from ..bench.labels import rule_name
from ..colours import palette_of
from ..desk import Desk
from .frame import TITLE, Following
from .images import Pictures
from .looked import open_cell
from .thumb import EDGE, Thumb

PANEL = "readers"
WIDE, HIGH = 11.0, 10.0  # px of the largest cells
ROOM = (112.0, 104.0)  # px of a map


def make(desk: Desk) -> QWidget:
    """The card's widget."""
    return ReadersCard(desk)


class ReadersCard(Following):
    """Small maps of weights under their masks, of the layer and head that is looked at; a click opens one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.title = QLabel(self)
        self.title.setFont(fonts.ui_font(TITLE, bold=True))
        self.more = QPushButton(self)
        self.more.setObjectName("quietButton")
        self.more.clicked.connect(self._open_panel)
        self.pictures = Pictures()
        self.maps: dict[str, Thumb] = {}
        self.captions: dict[str, QLabel] = {}
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.more)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(3, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addLayout(self._grid)
        for at, kind in enumerate(("enc", "dec", "cross")):
            thumb, caption = Thumb("", self), QLabel(self)
            thumb.pressed_at.connect(partial(open_cell, desk))
            thumb.asked.connect(self._tell)
            caption.setFont(fonts.ui_font(12))
            caption.setForegroundRole(self.palette().ColorRole.PlaceholderText)
            self._grid.addWidget(thumb, 0, at, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(caption, 1, at, Qt.AlignmentFlag.AlignTop)
            self.maps[kind], self.captions[kind] = thumb, caption

    def names(self, trace: Trace) -> dict[str, str]:
        """The attention that each map shows: of the layer and head that is looked at, as far as there are so many."""
        spec = trace.spec
        layer, head = self.looked.now(max(1, spec.dec_layers), spec.heads)
        found = {
            "enc": f"enc{min(layer, spec.enc_layers)}.self.h{head}.A",
            "dec": f"dec{layer}.self.h{head}.A",
            "cross": f"dec{layer}.cross.h{head}.A",
        }
        return {kind: name for kind, name in found.items() if name in trace}

    def refresh(self) -> None:
        """Show the attentions as they are now."""
        trace, row = self.desk.predicted.trace, self.desk.predicted.row
        self.want(row is not None)
        self._say()
        if row is None:
            return
        if not self.desk.document.acting:
            self.pictures.settle()
        axis, colours = trace.graph["out.p"].axes[0], palette_of(self)
        names = self.names(trace)
        for kind, thumb in self.maps.items():
            name = names.get(kind, "")
            thumb.setVisible(bool(name))
            off = kind == "cross" and trace.spec.crosses and not name
            self.captions[kind].setVisible(bool(name) or off)
            self.captions[kind].setText(said(trace, kind, name))
            if not name:
                continue
            n, k = trace.graph[name].shape
            thumb.name, thumb.cell = name, (_side(WIDE, ROOM[0] / k), _side(HIGH, ROOM[1] / n))
            picture = self.pictures.picture(trace, name, thumb.cell, colours, self.devicePixelRatioF())
            thumb.setFixedSize(QSize(round(thumb.cell[0] * k) + 2 * EDGE, round(thumb.cell[1] * n) + 2 * EDGE))
            thumb.setAccessibleName(self.captions[kind].text())
            thumb.show_picture(picture, row if trace.graph[name].axes[0] == axis else None, colours, colours.card)

    def _say(self) -> None:
        self.title.setText(QCoreApplication.translate("prediction", "Who may read what"))
        self.more.setText(QCoreApplication.translate("prediction", "all layers…"))
        self.more.setToolTip(
            QCoreApplication.translate("prediction", "Open the panel that says it for every attention, and why")
        )

    def _open_panel(self) -> None:
        self.desk.selection.open_panel(PANEL)

    def _tell(self, thumb: Thumb, i: int, j: int, at: QPoint) -> None:
        words = cell_tip(self.desk.predicted.trace, thumb.name, i, j)
        QToolTip.showText(at, words, thumb, thumb.tip_rect(i, j))


def _side(most: float, room: float) -> float:
    side = min(most, room)
    return float(int(side)) if side >= 1.0 else side


def said(trace: Trace, kind: str, name: str) -> str:
    """Who reads what, in two or three words: "decoder: prefix"."""
    if not name:
        return QCoreApplication.translate("prediction", "cross: off")
    part = name.rpartition(".h")[0]
    visible = trace[f"{part}.mask"].values != 0
    rules = [stem for stem in ("causal", "window", "padding", "custom") if f"{part}.mask.{stem}" in trace]
    if visible.all():
        what = (
            QCoreApplication.translate("prediction", "whole source")
            if kind == "cross"
            else QCoreApplication.translate("prediction", "all")
        )
    elif rules == ["causal"]:
        what = QCoreApplication.translate("prediction", "prefix")
    else:
        what = ", ".join(rule_name(rule) for rule in rules) or rule_name("padding")
    who = {
        "enc": QCoreApplication.translate("prediction", "encoder: {what}"),
        "dec": QCoreApplication.translate("prediction", "decoder: {what}"),
        "cross": QCoreApplication.translate("prediction", "cross: {what}"),
    }[kind]
    return who.format(what=what)
