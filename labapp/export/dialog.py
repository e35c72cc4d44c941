"""The figure dialog: what to draw and how, with a preview of just that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.problem import Problem
from labapp import log, text
from labapp.bench.row_card import follows
from labapp.names import symbol_of, title_of

from . import raster
from .bars_sheet import has_bars
from .options import BARS, CARDS, FOLLOW, OVERVIEW, SEEN, WHOLE, Options, sheet_of
from .palette import THEMES

if TYPE_CHECKING:
    from labapp.bench.view import BenchView

PREVIEW = QSize(460, 360)
SCALES = (1.0, 2.0, 3.0, 4.0)
Act = Callable[[Options], bool]


class FigureDialog(QDialog):
    """Open it with `open()`. `save` and `copy` get the options; `save` that went well closes the dialog."""

    def __init__(self, parent: QWidget, view: BenchView, begun: Options, save: Act, copy: Act) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(QCoreApplication.translate("export", "Figure"))
        self._view, self._save, self._copy = view, save, copy
        self.what, self.theme, self.scale = QComboBox(), QComboBox(), QComboBox()
        self.matrices = QListWidget()
        self.heatmap = QCheckBox(QCoreApplication.translate("export", "Colours and a scale, no &digits"))
        self.caption = QCheckBox(QCoreApplication.translate("export", "Model and settings &below"))
        self.outline = QCheckBox(QCoreApplication.translate("export", "&Letters as outlines"))
        self.outline.setToolTip(
            QCoreApplication.translate(
                "export", "SVG and PDF then look the same without the fonts; their text can't be selected."
            )
        )
        self.preview, self.size_text = QLabel(), QLabel()
        self._fill(begun)
        self._arrange()
        for box in (self.what, self.theme, self.scale):
            box.currentIndexChanged.connect(self.show_preview)
        for check in (self.heatmap, self.caption, self.outline):
            check.toggled.connect(self.show_preview)
        self.matrices.itemChanged.connect(self.show_preview)
        self.show_preview()

    def options(self) -> Options:
        """What is chosen now."""
        return Options(
            what=str(self.what.currentData()),
            names=tuple(str(item.data(Qt.ItemDataRole.UserRole)) for item in self._items() if _ticked(item)),
            theme=str(self.theme.currentData()),
            scale=float(self.scale.currentData()),
            caption=self.caption.isChecked(),
            outline=self.outline.isChecked(),
            heatmap=self.heatmap.isChecked(),
        )

    def _items(self) -> list[QListWidgetItem]:
        return [self.matrices.item(k) for k in range(self.matrices.count())]

    def _fill(self, begun: Options) -> None:
        choices = {
            CARDS: QCoreApplication.translate("export", "Matrices"),
            SEEN: QCoreApplication.translate("export", "The bench in view"),
            WHOLE: QCoreApplication.translate("export", "The whole bench"),
            OVERVIEW: QCoreApplication.translate("export", "The overview of the architecture"),
        }
        if has_bars(self._view.trace):
            choices[BARS] = QCoreApplication.translate("export", "The bars of the next token")
        if follows(self._view.trace, self._view.selection.row):
            choices[FOLLOW] = QCoreApplication.translate("export", "The way of the followed row")
        for what, said in choices.items():
            self.what.addItem(said, what)
        themes = {
            "light": QCoreApplication.translate("export", "Light"),
            "dark": QCoreApplication.translate("export", "Dark"),
            "print": QCoreApplication.translate("export", "Print: white ground"),
        }
        for theme in THEMES:
            self.theme.addItem(themes[theme], theme)
        for scale in SCALES:
            self.scale.addItem(f"{scale:g}×", scale)
        for name, matrix in self._view.trace.items():
            words = "  ".join(part for part in (str(symbol_of(matrix)), title_of(matrix), name) if part)
            item = QListWidgetItem(words, self.matrices)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if name in begun.names else Qt.CheckState.Unchecked)
            if name in begun.names:
                self.matrices.setCurrentItem(item)
        self.what.setCurrentIndex(max(0, self.what.findData(begun.what)))
        self.theme.setCurrentIndex(max(0, self.theme.findData(begun.theme)))
        self.scale.setCurrentIndex(max(0, self.scale.findData(begun.scale)))
        self.heatmap.setChecked(begun.heatmap)
        self.caption.setChecked(begun.caption)
        self.outline.setChecked(begun.outline)

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow(QCoreApplication.translate("export", "&Show"), self.what)
        form.addRow(self.matrices)
        form.addRow(self.heatmap)
        form.addRow(QCoreApplication.translate("export", "C&olours"), self.theme)
        form.addRow(QCoreApplication.translate("export", "Si&ze"), self.scale)
        form.addRow(self.caption)
        form.addRow(self.outline)
        self.matrices.setAccessibleName(QCoreApplication.translate("export", "Matrices"))
        self.preview.setAccessibleName(QCoreApplication.translate("export", "Preview"))
        self.preview.setFixedSize(PREVIEW)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.size_text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.size_text.setWordWrap(True)
        shown = QVBoxLayout()
        shown.addWidget(self.preview, 1)
        shown.addWidget(self.size_text)
        top = QHBoxLayout()
        top.addLayout(form)
        top.addLayout(shown, 1)
        buttons = QDialogButtonBox()
        self.save_button = buttons.addButton(
            QCoreApplication.translate("export", "Sa&ve…"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.copy_button = buttons.addButton(
            QCoreApplication.translate("export", "&Copy"), QDialogButtonBox.ButtonRole.ActionRole
        )
        buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(log.guarded(self._on_save))
        self.copy_button.clicked.connect(log.guarded(self._on_copy))
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.addLayout(top)
        whole.addWidget(buttons)

    def show_preview(self) -> None:
        """Draw what would be saved, smaller if need be, and say its size; or say why it can't be."""
        options = self.options()
        self.matrices.setEnabled(options.what == CARDS)
        self.heatmap.setEnabled(options.what == CARDS)
        possible = options.what != CARDS or bool(options.names)
        said = "" if possible else QCoreApplication.translate("export", "Tick the matrices to show.")
        if possible:
            try:
                said = self._draw(options)
            except Problem as problem:
                possible, said = False, text.sentence(problem)
        if not possible:
            self.preview.clear()
        self.size_text.setText(said)
        self.save_button.setEnabled(possible)
        self.copy_button.setEnabled(possible)

    def _draw(self, options: Options) -> str:
        made = sheet_of(options, self._view)
        width, height = raster.size(made, options.scale)
        fit = min(PREVIEW.width() / made.width, PREVIEW.height() / made.height, 1.0)
        ratio = self.devicePixelRatioF()
        image: QImage = raster.image(made, fit * ratio)
        image.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(image))
        return QCoreApplication.translate("export", "{width} × {height} pixels").format(width=width, height=height)

    def _on_save(self) -> None:
        if self._save(self.options()):
            self.accept()

    def _on_copy(self) -> None:
        self._copy(self.options())


def _ticked(item: QListWidgetItem) -> bool:
    return item.checkState() == Qt.CheckState.Checked
