"""What is wrong with how a window looks: texts that are cut, cards that overlap, measured with the fonts that paint.

    QT_SCALE_FACTOR=2 python -m tests.labapp.window.looks

looks at every starting model but `base` in a window of 1366×768 (on a screen of 2732×1536 at 200 %), in both languages,
and prints what it finds, one line each.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton, QWidget

from labapp import fonts, models, text
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.models import BENCH
from labapp.panels import PANELS
from labapp.top_bar import Chooser
from labapp.widgets.segmented import Segment
from labapp.widgets.stepper import Stepper
from tests.labapp.bench.test_layout import check_words
from tests.labapp.bench.test_models_layout import check

MODELS = [name for name in models.names() if name != "base"]
SIZE = (1366, 768)


def faults(ratio: float) -> Iterator[str]:
    """Every fault of every model in both languages, with every panel that is open at first."""
    window = MainWindow(Document(models.starting_model("block"), "numpy"))
    window.resize(*SIZE)
    window.show()
    if window.devicePixelRatioF() != ratio:
        yield f"the screen has the ratio {window.devicePixelRatioF()}, not {ratio}"
    for language in ("en", "zh_CN"):
        window.set_language(language)
        for model in MODELS:
            window.new(model)
            shown = [window.views.now, BENCH] if window.views.now != BENCH else [BENCH]
            for view in shown:
                window.views.show_view(view)
                for _ in range(3):
                    QApplication.processEvents()
                for found in (*(on_the_bench(window) if view == BENCH else ()), *in_the_frame(window)):
                    yield f"{model}, {view}, {language}: {found}"
    window.close()


def on_the_bench(window: MainWindow) -> Iterator[str]:
    bench = window.bench
    try:
        check(bench.bench)
        check_words(bench.bench, bench.trace)
    except AssertionError as error:
        yield str(error).splitlines()[0] if str(error) else repr(error)
    if bench.bench.width > bench.width() + 0.5:
        yield f"the bench is {bench.bench.width} wide, the view {bench.width()}"


def in_the_frame(window: MainWindow) -> Iterator[str]:
    """Labels, buttons and segments of the bar, the strip and the panels; what shortens itself is left out."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget is window.bench or window.bench.isAncestorOf(widget):
            continue
        if room := lacking(widget):
            yield f"{type(widget).__name__} {said(widget)!r} lacks {room} px"
    for panel in PANELS:
        if panel.shown and window.docks[panel.id].isVisible():
            area = window.docks[panel.id].area
            if area.widget().width() > area.viewport().width():
                yield f"the panel {panel.id} is wider than its dock"


def lacking(widget: QWidget) -> int:
    """How many pixels the text of a widget is wider or taller than its room."""
    room = widget.contentsRect()
    if isinstance(widget, QLabel) and widget.text() and widget.textFormat() != Qt.TextFormat.RichText:
        if widget.wordWrap():
            asked = widget.fontMetrics().boundingRect(
                QRect(0, 0, room.width(), 10_000), int(Qt.TextFlag.TextWordWrap), widget.text()
            )
            return max(0, asked.width() - room.width(), asked.height() - room.height() - 1)
        return max(0, widget.fontMetrics().horizontalAdvance(widget.text()) - room.width())
    if isinstance(widget, Segment):
        bold = QFontMetrics(widget._bold() if widget.isChecked() else widget.font())
        return max(0, bold.horizontalAdvance(widget.text()) - (room.width() - 4))
    if isinstance(widget, Chooser):
        return 0  # it shortens itself
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly:
        return max(0, widget.fontMetrics().horizontalAdvance(widget.text().replace("&", "")) - room.width())
    if isinstance(widget, Stepper):
        return max(0, widget.fontMetrics().horizontalAdvance(widget.field.text()) - widget.field.width())
    return 0


def said(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QLabel | QAbstractButton) else widget.accessibleName()


def main() -> int:
    app = QApplication([])
    fonts.load()
    text.set_language("en")
    found = list(faults(app.devicePixelRatio()))
    print(app.devicePixelRatio(), len(MODELS))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
