"""Export for the window: the figure dialog, the file dialogs, the clipboard, and a sentence about how it went."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core import script
from core.problem import Problem
from core.trace import Matrix
from labapp import files, text
from labapp.selection import Row

from . import clipboard, figure, follow_table, numbers
from .dialog import FigureDialog
from .follow_sheet import row_of
from .options import BARS, CARDS, FOLLOW, OVERVIEW, SEEN, Options, sheet_of

if TYPE_CHECKING:
    from labapp.main_window import MainWindow

_log = logging.getLogger(__name__)


class _Last:
    """The choices of the last figure: the next one begins with them. Nothing of it is saved."""

    options: Options | None = None


class Exporting:
    """What the entries of the export menu do, for one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._view = window.bench

    # figures

    def figure(self) -> None:
        """Ask what to draw, with a preview; from there it is saved or copied."""
        dialog = FigureDialog(self._window, self._view, self._begun(), self.save_figure, self.copy_figure)
        dialog.open()

    def _begun(self) -> Options:
        last = _Last.options
        begun = replace(last) if last is not None else Options(theme=self._window.theme_name)
        cell = self._window.selection.cell
        if cell is not None:
            return replace(begun, what=CARDS, names=(cell[0],))
        return replace(begun, what=SEEN if begun.what in (CARDS, FOLLOW) else begun.what, names=())

    def save_figure(self, options: Options) -> bool:
        """Ask where, and save there; whether it was saved."""
        _Last.options = options
        name = self._file_name(*options.names) if options.what == CARDS else self._file_name()
        name += f"-{options.what}" if options.what in (OVERVIEW, BARS, FOLLOW) else ""
        path = ask_save(self._window, self._folder(), name, figure_filters())
        if path is None:
            return False
        return self._saved(
            path,
            lambda: figure.write(path, sheet_of(options, self._view), scale=options.scale, outline=options.outline),
        )

    def copy_figure(self, options: Options) -> bool:
        """Put the figure on the clipboard; whether it is there."""
        _Last.options = options
        copied = QCoreApplication.translate("export", "The figure is on the clipboard.")
        return self._done(
            lambda: clipboard.copy(sheet_of(options, self._view), scale=options.scale, outline=options.outline), copied
        )

    def copy_picture(self) -> None:
        """Put the selected matrix on the clipboard as a picture, in the colours of the window."""
        matrix = self._matrix()
        if matrix is not None:
            cell = self._window.selection.cell
            options = Options(CARDS, (cell[0] if cell is not None else matrix.name,), self._window.theme_name)
            copied = QCoreApplication.translate("export", "{matrix} is on the clipboard as a picture.")
            self._done(lambda: clipboard.copy(sheet_of(options, self._view)), copied.format(matrix=matrix.name))

    # numbers

    def copy_table(self) -> None:
        """Tabs between the numbers: for a spreadsheet, and to be pasted here again."""
        mark = self._window.number_output.mark
        self._copy_numbers(lambda matrix: numbers.tsv(matrix, decimal=mark))

    def copy_latex(self) -> None:
        self._copy_numbers(numbers.latex)

    def copy_numpy(self) -> None:
        self._copy_numbers(numbers.numpy_text)

    def _copy_numbers(self, write: Callable[[Matrix], str]) -> None:
        matrix = self._matrix()
        if matrix is not None:
            copied = QCoreApplication.translate("export", "The numbers of {matrix} are on the clipboard.")
            self._done(lambda: clipboard.copy_text(write(matrix)), copied.format(matrix=matrix.name))

    def save_numbers(self) -> None:
        """Ask where to save the numbers of the selected matrix, and in which format."""
        matrix = self._matrix()
        if matrix is None:
            return
        path = ask_save(self._window, self._folder(), self._file_name(matrix.name), number_filters())
        if path is not None:
            output = self._window.number_output
            self._saved(path, lambda: numbers.write(path, matrix, decimal=output.mark, bom=output.bom))

    # the followed row

    def copy_followed(self) -> None:
        """Every stage of the followed row as lines of a table, tabs between."""
        row = self._followed()
        if row is not None:
            mark, trace = self._window.number_output.mark, self._view.trace
            copied = QCoreApplication.translate("export", "The followed row is on the clipboard as a table.")
            self._done(lambda: clipboard.copy_text(follow_table.tsv_text(trace, *row, mark)), copied)

    def save_followed(self) -> None:
        """Ask where to save the table of the followed row."""
        row = self._followed()
        if row is None:
            return
        kinds = {said: ending for said, ending in number_filters().items() if ending in follow_table.ENDINGS}
        path = ask_save(self._window, self._folder(), f"{self._file_name()}-{FOLLOW}", kinds)
        if path is not None:
            output, trace = self._window.number_output, self._view.trace
            self._saved(path, lambda: follow_table.write(path, trace, *row, decimal=output.mark, bom=output.bom))

    def figure_followed(self) -> None:
        """The figure dialog on the way of the followed row."""
        if self._followed() is not None:
            begun = replace(self._begun(), what=FOLLOW, names=())
            FigureDialog(self._window, self._view, begun, self.save_figure, self.copy_figure).open()

    def _followed(self) -> Row | None:
        """The row that is followed; without one, a sentence."""
        try:
            return row_of(self._view.trace, self._window.selection)
        except Problem as problem:
            self._window.tell(text.sentence(problem))
            return None

    # the model

    def save_script(self) -> None:
        """Ask where to save a NumPy script of the whole model, as it stands with its pins and masks."""
        kinds = {QCoreApplication.translate("export", "Python with NumPy (*.py)"): script.ENDING}
        path = ask_save(self._window, self._folder(), self._file_name(), kinds)
        if path is not None:
            document = self._window.document
            title = files.title_of(document.workspace, document.path)
            sample = self._view.trace.sample
            self._saved(path, lambda: script.write(path, document.workspace, sample, title))

    # the window

    def _matrix(self) -> Matrix | None:
        """The matrix of the selected cell; without one, a sentence."""
        cell, trace = self._window.selection.cell, self._view.trace
        slopes = self._view.content.slopes
        if cell is not None and cell[0] in trace:
            matrix = trace[cell[0]]
            return matrix if slopes is None else slopes.matrix(trace, matrix)
        self._window.tell(QCoreApplication.translate("export", "Select a cell first; its matrix is then exported."))
        return None

    def _saved(self, path: Path, write: Callable[[], None]) -> bool:
        saved = QCoreApplication.translate("window", "Saved to {file}.").format(file=path.name)
        if not self._done(write, saved):
            return False
        if self._window.settings is not None:
            self._window.settings.set_folder(path.resolve().parent)
        return True

    def _done(self, act: Callable[[], None], sentence: str) -> bool:
        """Do it and say so, or say why it can't be done."""
        try:
            act()
        except (Problem, OSError) as error:
            _log.warning("refused: %s", error)
            said = text.sentence(error)
            self._window.say(said)
            files.tell(self._window, said)
            return False
        self._window.tell(sentence)
        return True

    def _file_name(self, *names: str) -> str:
        """A name for the file without its ending: the matrices, or the model."""
        document = self._window.document
        title = "-".join(names[:3]) or files.title_of(document.workspace, document.path)
        return files.file_name(title).removesuffix(files.SUFFIX)

    def _folder(self) -> Path | None:
        if self._window.document.path is not None:
            return self._window.document.path.parent
        return self._window.settings.folder() if self._window.settings is not None else None


def figure_filters() -> dict[str, str]:
    """What a person reads in the file dialog, to the ending that it stands for."""
    return {
        QCoreApplication.translate("export", "SVG drawing (*.svg)"): ".svg",
        QCoreApplication.translate("export", "PDF page (*.pdf)"): ".pdf",
        QCoreApplication.translate("export", "PNG picture (*.png)"): ".png",
    }


def number_filters() -> dict[str, str]:
    return {
        QCoreApplication.translate("export", "CSV with labels, for spreadsheets (*.csv)"): ".csv",
        QCoreApplication.translate("export", "Numbers with tabs between (*.tsv)"): ".tsv",
        QCoreApplication.translate("export", "LaTeX bmatrix (*.tex)"): ".tex",
        QCoreApplication.translate("export", "Python with NumPy (*.py)"): ".py",
        QCoreApplication.translate("export", "Text for numpy.loadtxt (*.txt)"): ".txt",
    }


def ask_save(parent: QWidget, folder: Path | None, name: str, filters: dict[str, str]) -> Path | None:
    """Where to save; a name without one of the endings gets that of the chosen filter."""
    first = next(iter(filters))
    start = (folder or Path.home()) / (name + filters[first])
    caption = QCoreApplication.translate("export", "Export")
    chosen, chosen_filter = QFileDialog.getSaveFileName(parent, caption, str(start), ";;".join(filters), first)
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() in filters.values():
        return path
    return path.with_name(path.name + filters.get(chosen_filter, filters[first]))
