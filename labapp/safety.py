"""What keeps a window's work safe: copies and what was left of them, errors that nobody caught, dropped files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMessageBox

from core.problem import Problem

from . import clipboard, files, fonts, log, recovery, text

if TYPE_CHECKING:
    from .main_window import MainWindow
    from .offer import Offer

CORPORA = (".txt", ".tsv")  # endings of files that are pairs to train on


class Safety(QObject):
    """Belongs to one window. `begin` starts the copies and offers what was left behind; `stop` is the clean end."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._alarm: QMessageBox | None = None
        self._recovered: recovery.Found | None = None
        self.autosave: recovery.Autosave | None = None
        self.offer: Offer | None = None
        log.alarm().raised.connect(self._alarmed)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def begin(self, folder: Path | None = None) -> None:
        """Once the window shows: keep copies in `folder` (the user's data folder), and tell what was found there."""
        window = self._window
        self.autosave = recovery.Autosave(window.document, folder, self)
        self.autosave.failed.connect(self._not_kept)
        self.autosave.written.connect(self._is_kept)
        found, damaged = recovery.find(folder)
        if fonts.failed:
            window.say(text.sentence(fonts.failed[0]))
        if window.settings is not None and window.settings.aside is not None:
            window.say(
                QCoreApplication.translate(
                    "recovery", "The settings were damaged. They are kept as {file}, and the usual ones are in use."
                ).format(file=window.settings.aside.name)
            )
        if damaged:
            self._say_damaged(damaged[-1])
        if found:
            from .offer import Offer

            self.offer = Offer(window, found, self.recover)
            self.offer.finished.connect(self._offered)
            self.offer.open()

    def stop(self) -> None:
        """The window closes: what was unsaved is saved now, or was given up knowingly."""
        log.alarm().raised.disconnect(self._alarmed)
        self._window.removeEventFilter(self)
        if self.offer is not None:
            self.offer.reject()
        if self.autosave is not None:
            self.autosave.stop()
        self._is_kept()

    # what was left behind

    def recover(self, found: recovery.Found) -> bool:
        """Show what was left behind, as unsaved; False where the person keeps what is in the window instead."""
        filing = self._window.filing
        if not filing.may_leave():
            return False
        try:
            workspace = found.workspace()
        except (Problem, OSError, ValueError):
            self._say_damaged(found.set_aside())
            return True
        if not filing.show_unsaved(workspace, found.path()):
            found.leave()
            return True
        self._recovered = found  # until there is a copy of our own
        if self.autosave is not None:
            self.autosave.save_now()
        said = QCoreApplication.translate("recovery", "Recovered {title}. It is not saved yet.")
        self._window.tell(said.format(title=found.head.title))
        return True

    def _say_damaged(self, file: Path) -> None:
        sentence = QCoreApplication.translate(
            "recovery", "A copy of unsaved work is damaged and can't be recovered; it is kept as {file}."
        ).format(file=file)
        self._window.say(sentence)

    def _offered(self) -> None:
        self.offer = None

    def _is_kept(self) -> None:
        if self._recovered is not None:
            self._recovered.discard()
            self._recovered = None

    def _not_kept(self, error: Exception) -> None:
        said = QCoreApplication.translate("recovery", "Unsaved work can't be kept safe here; save it often. {reason}")
        self._window.say(said.format(reason=text.sentence(error)))

    # errors that nobody caught

    def _alarmed(self, sentence: str) -> None:
        """Keep the document, say it once, and go on; the report can be copied."""
        window = self._window
        if self.autosave is not None:
            self.autosave.save_now()
        window.say(sentence)
        if self._alarm is not None:
            return
        box = files.warning(window, sentence)
        self._alarm = box
        box.setInformativeText(self._comfort())
        box.setDefaultButton(QMessageBox.StandardButton.Ok)
        box.setEscapeButton(QMessageBox.StandardButton.Ok)  # with a second button Qt would guess none
        report = log.last_report()
        if report:
            box.setDetailedText(report)
            copy = box.addButton(
                QCoreApplication.translate("recovery", "&Copy report"), QMessageBox.ButtonRole.ActionRole
            )
            copy.clicked.disconnect()  # any button of a message box closes it; this one stays
            copy.clicked.connect(self._copy_report)
        box.finished.connect(self._alarm_read)
        box.open()

    def _comfort(self) -> str:
        lines = [QCoreApplication.translate("recovery", "You can go on working.")]
        if self.autosave is not None and self._window.document.modified:
            lines = [QCoreApplication.translate("recovery", "Your work is kept, and you can go on working.")]
        where = log.file()
        if where is not None:
            lines.append(QCoreApplication.translate("window", "The log is {file}.").format(file=where))
        return "\n\n".join(lines)

    def _copy_report(self) -> None:
        try:
            clipboard.copy_text(log.last_report())
        except Problem as problem:
            self._window.say(text.sentence(problem))
            return
        self._window.tell(QCoreApplication.translate("recovery", "The report is on the clipboard."))

    def _alarm_read(self) -> None:
        self._alarm = None

    # dropped files

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):
            if event.mimeData().hasUrls():
                event.acceptProposedAction()  # also what can't be opened: at the drop it is said why
                if not isinstance(event, QDragEnterEvent) and event.type() == QEvent.Type.Drop:
                    self._dropped(event)
                return True
        return False

    def _dropped(self, event: QDropEvent) -> None:
        urls = event.mimeData().urls()
        path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
        if path is None:
            self._window.say(QCoreApplication.translate("recovery", "Drop one .glass file of this computer at a time."))
        elif path.suffix.lower() in CORPORA and not path.is_dir():
            self._take_corpus(path)
        elif path.suffix.lower() != files.SUFFIX or path.is_dir():
            said = QCoreApplication.translate(
                "recovery", "{file} is neither a .glass file nor a corpus ({endings}); those can be dropped here."
            )
            self._window.say(said.format(file=path.name, endings=", ".join(CORPORA)))
        else:
            # Not inside the drop: a question would hold the program that the file came from.
            QTimer.singleShot(0, self, lambda: log.guarded(lambda: self._window.open_path(path))())

    def _take_corpus(self, path: Path) -> None:
        from .training import asked

        def take() -> None:
            if said := asked.take(self._window.desk, path):
                self._window.tell(said)

        QTimer.singleShot(0, self, lambda: log.guarded(take)())
