"""The panel: how long the texts are, how the bars are drawn, the table, and copies of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QToolButton, QVBoxLayout, QWidget

from core.field import Lengths
from core.ledger import Ledger, ledger
from core.ledger_parts import crossing
from core.problem import Problem
from core.spec import ModelSpec

from ... import clipboard, text
from ...desk import Desk
from ...widgets.labels import ElidedLabel
from ...widgets.segmented import Segmented
from ...widgets.tint import Role
from . import copying, words
from .canvas import ALL_FROM, Canvas
from .content import MEASURES, MOST, PRODUCTS, Shown, base_ledger, base_lengths, shown
from .slider import LengthSlider

MARGIN = 14
USUAL = QSize(1000, 430)
LINEAR, LOG = "linear", "log"
BOTH = "nm"


class LedgerPanel(QWidget):
    """The ledger of the document's model, at the lengths of its sample until others are asked for."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        self._stale = True
        self._key: tuple[ModelSpec, Lengths] | None = None
        self._ledger: Ledger | None = None
        self.asked: dict[str, int] = {}  # the lengths that were asked for, by letter
        self.shown: Shown | None = None
        self.setObjectName("panelBody")
        self.sliders = {letter: LengthSlider(letter, self) for letter in "nm"}
        for slider in self.sliders.values():
            slider.moved.connect(self._moved)
        self.own = self._button(QToolButton(self))
        self.own.clicked.connect(self.as_the_sample)
        self.scale = Segmented({LINEAR: "", LOG: ""}, self)
        self.scale.set_value(LINEAR)
        self.scale.chosen.connect(self._chosen)
        self.measure = Segmented(dict.fromkeys(MEASURES, ""), self)
        self.measure.set_value(PRODUCTS)
        self.measure.chosen.connect(self._chosen)
        self.remark = ElidedLabel(self, colour=Role.PlaceholderText)
        self.canvas = Canvas(self)
        self.canvas.picked.connect(self._into_view)
        self.area = QScrollArea(self)  # of its own: the lengths stay in view above it
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.canvas)
        self.tools = self._tools()
        self._arrange()
        self._document.changed.connect(self._changed)
        self.retranslate()

    def _button(self, button: QToolButton) -> QToolButton:
        button.setObjectName("quietButton")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _tools(self) -> QWidget:
        """The button that stands beside the caption."""
        tools = QWidget(self)
        self.copy = QToolButton(tools)
        self.copy.setObjectName("panelTool")
        self.copy.setAutoRaise(True)
        self.copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copying = QMenu(self.copy)
        for form in copying.FORMS:
            self.copying.addAction("").setData(form)
        self.copying.triggered.connect(self._copy)
        self.copy.setMenu(self.copying)
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(tools)
        row.setContentsMargins(0, 0, 6, 0)
        row.addWidget(self.copy)
        return tools

    def _arrange(self) -> None:
        self._lengths, self._choices = QHBoxLayout(), QHBoxLayout()
        for row in (self._lengths, self._choices):
            row.setSpacing(18)
        for slider in self.sliders.values():
            self._lengths.addWidget(slider, 1)
        self._choices.addWidget(self.own)
        self._choices.addWidget(self.measure)
        self._choices.addWidget(self.scale)
        for segmented, wide in ((self.scale, 170), (self.measure, 330)):
            segmented.setMaximumWidth(wide)
        self._head = QVBoxLayout()
        self._head.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self._head.setSpacing(4)
        self._head.addLayout(self._lengths)
        self._second = QHBoxLayout()
        self._second.addWidget(self.remark, 1)
        self._second.addLayout(self._choices)
        self._head.addLayout(self._second)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(2)
        column.addLayout(self._head)
        column.addWidget(self.area, 1)

    # what is shown

    def _changed(self, trace: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Count the model as it is now, or remember to when the dock comes back. Numbers of a matrix cost nothing."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        workspace = self._document.workspace
        key = workspace.spec, workspace.lengths(self._document.sample)
        if key != self._key or self._ledger is None:
            self._key = key
            self._ledger = ledger(*key)
            self.tell()

    def lengths(self) -> tuple[int, int]:
        """n and m: as asked for, else as the sample has them; 0 where the model reads no such tokens."""
        assert self._key is not None
        own = {"n": self._key[1].src, "m": self._key[1].tgt}
        n, m = (self.asked.get(letter, tokens) if tokens else 0 for letter, tokens in own.items())
        return n, m

    def tell(self) -> None:
        """Show the ledger at the lengths of now."""
        if self._ledger is None:
            return
        n, m = self.lengths()
        self.shown = shown(self._ledger, n, m)
        at = base_lengths(n, m)
        mine = {letter: crossing(self._ledger, letter, n, m) for letter, k in (("n", n), ("m", m)) if k}
        grows = BOTH if len(mine) < 2 else ""  # beside a model of one text the base has two of that length
        base = {letter: crossing(base_ledger(), grows or letter, *at) for letter in mine}
        for (letter, slider), tokens in zip(self.sliders.items(), (n, m), strict=True):
            slider.setVisible(bool(tokens))
            if tokens:
                slider.show_value(tokens, (_inside(mine[letter]), _inside(base[letter])))
        self.own.setEnabled(bool(self.asked))
        rows = self._table()
        over = rows and max(n, m) > rows
        self.remark.set_text(words.beyond_table(rows) if over else self._crossing("".join(mine)))
        self.canvas.show_ledger(self.shown, self.scale.value() == LOG, self.measure.value())

    def _crossing(self, letters: str) -> str:
        """Where attention overtakes the projections, the text of all sides being equally long."""
        assert self._ledger is not None
        return words.crossing(letters, crossing(self._ledger, letters, 0, 0), BOTH, crossing(base_ledger(), BOTH, 0, 0))

    def _table(self) -> int:
        """Rows that the table of positions has for tokens, 0 where there is none."""
        assert self._ledger is not None
        spec = self._ledger.spec
        if spec.pos == "learned":
            return max(1, spec.pos_length - spec.pos_offset)
        return spec.pos_length if spec.pos == "rel_bias" else 0

    # what is asked for

    def _moved(self, tokens: int) -> None:
        slider = self.sender()
        if isinstance(slider, LengthSlider):
            self.ask(slider.letter, tokens)

    def ask(self, letter: str, tokens: int) -> None:
        """Count so many tokens of a side."""
        self.asked[letter] = max(1, min(MOST, tokens))
        self.tell()

    def as_the_sample(self) -> None:
        """Count the sample's own tokens again."""
        self.asked.clear()
        self.tell()

    def _chosen(self, key: str) -> None:
        self.tell()

    def _into_view(self) -> None:
        at = self.canvas.rect_of(self.canvas.current).toRect()
        self.area.ensureVisible(at.left(), at.bottom(), 0, 0)
        self.area.ensureVisible(at.left(), at.top(), 0, 0)

    def _copy(self, action: object) -> None:
        form = action.data()  # type: ignore[attr-defined]
        if self.shown is None:
            return
        try:
            clipboard.copy_text(copying.written(form, self.shown, self._desk.output.mark))
        except Problem as problem:
            self._desk.say(text.sentence(problem))
            return
        self._desk.say(QCoreApplication.translate("ledger", "The ledger is on the clipboard."))

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Ledger"))
        self.canvas.setAccessibleName(QCoreApplication.translate("ledger", "The parts of the model"))
        for letter, slider in self.sliders.items():
            slider.setAccessibleName(f"{letter}: {words.side_name(letter)}")
            slider.setToolTip(
                QCoreApplication.translate(
                    "ledger",
                    "Drag the knob or the number, type, or use ← → and Page up, Page down (half, double). ◆ is where"
                    " attention overtakes the projections while the other side stays, ◇ the same in the base model.",
                )
            )
        self.own.setText(QCoreApplication.translate("ledger", "as the sample"))
        tip = QCoreApplication.translate("ledger", "Count the tokens of the sample on the bench again")
        self.own.setToolTip(tip)
        self.own.setAccessibleName(self.own.text())
        self.own.setAccessibleDescription(tip)
        self.scale.set_texts(
            {
                LINEAR: QCoreApplication.translate("ledger", "Shares"),
                LOG: QCoreApplication.translate("ledger", "Log"),
            }
        )
        self.scale.set_names(QCoreApplication.translate("ledger", "Bars"))
        self.scale.set_description(
            QCoreApplication.translate(
                "ledger", "Shares of all of a model, or sizes of both models on one logarithmic axis"
            )
        )
        self.measure.set_texts({measure: words.measure_name(measure) for measure in MEASURES})
        self.measure.set_names(QCoreApplication.translate("ledger", "What is counted"))
        self.measure.set_description(QCoreApplication.translate("ledger", "What is counted"))
        self.copy.setText(QCoreApplication.translate("ledger", "Copy") + " ▾")
        said = QCoreApplication.translate("ledger", "Copy this table as CSV, Markdown or LaTeX")
        self.copy.setToolTip(said)
        self.copy.setAccessibleName(said)
        for action, form in zip(self.copying.actions(), copying.FORMS.values(), strict=True):
            action.setText(QCoreApplication.translate("ledger", form))

    # Qt

    def sizeHint(self) -> QSize:
        return USUAL

    def minimumSizeHint(self) -> QSize:
        return QSize(360, 190)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.measure.setVisible(self.width() < ALL_FROM)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.tell()
        elif event.type() == QEvent.Type.PaletteChange:
            self.update()


def _inside(at: int | None) -> int | None:
    """A mark on the track: none where attention costs more however short the text is."""
    return at if at is not None and 1 < at <= MOST else None
