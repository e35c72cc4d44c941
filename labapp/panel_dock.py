"""A panel as a dock: its caption as a slim title, its content scrolling when the window is too low."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QToolButton,
    QWidget,
)

from .desk import Desk
from .dock_row import DockRow
from .panels import PANELS, Panel, title_of
from .widgets.labels import Caption

WIDER = 1.1  # than its narrowest is a panel on a first start
TAB = Qt.FocusPolicy.TabFocus


class PanelDock(QDockWidget):
    """Holds one panel; its widget is made when the dock is first shown."""

    def __init__(self, panel: Panel, desk: Desk, parent: QWidget, row: DockRow | None = None) -> None:
        super().__init__(parent)
        self._row_below = row
        self._seen = self._modest = False
        self.panel = panel
        self._desk: Desk | None = desk
        self.setObjectName(f"dock-{panel.id}")
        feature = QDockWidget.DockWidgetFeature
        self.setFeatures(feature.DockWidgetClosable | feature.DockWidgetMovable)
        self._caption = Caption(parent=self)
        self._close = QToolButton(self)
        self._close.setObjectName("panelClose")
        self._close.setText("×")
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.close)
        self.setTitleBarWidget(self._title())
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setMinimumWidth(panel.width)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.area)
        self._closing = QTimer(self)
        self._closing.setSingleShot(True)
        self._closing.timeout.connect(self._close_up)
        self._beside: dict[PanelDock, int] = {}  # how high the panels beside it were when it opened
        self._lowering = QTimer(self)
        self._lowering.setSingleShot(True)
        self._lowering.timeout.connect(self._lower)
        self._sharing = QTimer(self)
        self._sharing.setSingleShot(True)
        self._sharing.timeout.connect(self._share)
        self.visibilityChanged.connect(self._shown)
        self.retranslate()

    def _title(self) -> QWidget:
        title = QWidget(self)
        title.setObjectName("panelTitle")
        title.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = self._row = QHBoxLayout(title)
        row.setContentsMargins(14, 10, 8, 0)
        row.addWidget(self._caption, 1)
        row.addWidget(self._close)
        return title

    def fill(self) -> None:
        """Make the panel's widget, once."""
        if self._desk is not None:
            desk, self._desk = self._desk, None
            content = self.panel.make(desk)
            self.area.setWidget(content)
            content.installEventFilter(self)
            tools = getattr(content, "tools", None)
            if isinstance(tools, QWidget):  # buttons of the panel that stand beside its caption
                self._row.insertWidget(self._row.indexOf(self._close), tools)
            self._widen()
            self._heighten()
            if self.panel.most:
                self._close_up()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.panel.most and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._closing.start()  # not in the middle of laying out
        if event.type() == QEvent.Type.LayoutRequest:  # another model may have more to show
            self._widen()
        return super().eventFilter(watched, event)

    def _close_up(self) -> None:
        """A small panel leaves the height that its content doesn't need to the others."""
        content = self.area.widget()
        layout = content.layout() if content is not None else None
        if content is not None and layout is not None:
            wide = max(content.width(), content.minimumSizeHint().width())
            tall = layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
            if self.area.maximumHeight() != min(self.panel.most, tall):
                self.area.setFixedHeight(min(self.panel.most, tall))

    def _widen(self) -> None:
        """As wide as the content needs: it scrolls up and down only."""
        content = self.area.widget()
        if content is not None:
            bar = self.area.verticalScrollBar().sizeHint().width()
            self.area.setMinimumWidth(max(self.panel.width, content.minimumSizeHint().width() + bar))

    def _heighten(self) -> None:
        """A panel below the bench is at first as high as its content likes to be."""
        window, content = self.parentWidget(), self.area.widget()
        below = Qt.DockWidgetArea.TopDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        if isinstance(window, QMainWindow) and content is not None and self.panel.area in below:
            title = self.titleBarWidget().sizeHint().height()
            window.resizeDocks([self], [content.sizeHint().height() + title], Qt.Orientation.Vertical)

    def setVisible(self, visible: bool) -> None:
        """One that opens below the bench may make those beside it higher; when it closes they are as before."""
        if visible and self.isHidden():
            self._beside = {dock: dock.height() for dock in self._neighbours()}
            self._sharing.start()  # not before Qt has put it in its place
        closing = not visible and not self.isHidden()
        super().setVisible(visible)
        if closing and self._beside:
            self._lowering.start()

    def bring_back(self) -> None:
        """Show it again for a view that it belongs to: beside what a person looks at, never before it."""
        self._modest = True
        self.setVisible(True)

    def _neighbours(self) -> list[PanelDock]:
        """The other panels below the bench that are seen."""
        window = self.parentWidget()
        if not isinstance(window, QMainWindow) or not window.isVisible() or self.isFloating():
            return []
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        docks = [dock for dock in (self, *window.findChildren(PanelDock)) if window.dockWidgetArea(dock) == bottom]
        return [dock for dock in docks if dock is not self and dock.isVisible()] if self in docks else []

    def _share(self) -> None:
        if self.isVisible() and self._row_below is not None:
            if self._modest:
                self._row_below.share()
            else:
                self._row_below.place(self)
                self._seen = True  # Qt says so later
        self._modest = False

    def _lower(self) -> None:
        window, beside = self.parentWidget(), self._beside
        docks = [dock for dock in self._neighbours() if dock in beside]
        if isinstance(window, QMainWindow) and docks:
            window.resizeDocks(docks, [beside[dock] for dock in docks], Qt.Orientation.Vertical)

    def enter(self) -> bool:
        """Show the panel and give it the keyboard; False where it has it already."""
        focused, content = QApplication.focusWidget(), self.area.widget()
        if self.isVisible() and content is not None and focused is not None and content.isAncestorOf(focused):
            return False
        self.show()
        self.raise_()
        self.fill()
        content = self.area.widget()
        for child in content.findChildren(QWidget) if content is not None else ():
            if child.focusPolicy() & TAB:
                child.setFocus(Qt.FocusReason.ShortcutFocusReason)
                break
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Its switch shows one that stands behind another, before it closes it."""
        if self.is_behind():
            event.ignore()
            self.raise_()
            self.toggleViewAction().setChecked(True)
            return
        super().closeEvent(event)

    def is_behind(self) -> bool:
        """Whether it is open, but behind another one in tabs."""
        window = self.parentWidget()
        together = window.tabifiedDockWidgets(self) if isinstance(window, QMainWindow) and window.isVisible() else []
        return not self.isHidden() and not self._seen and any(not one.isHidden() for one in together)

    def _shown(self, visible: bool) -> None:
        self._seen = visible
        if visible:
            self.fill()

    def retranslate(self) -> None:
        """Say the title in the language of the window."""
        title = title_of(self.panel)
        self.setWindowTitle(title)
        self._caption.setText(title)
        hide = QCoreApplication.translate("window", "Hide the panel {title}").format(title=title)
        self._close.setToolTip(hide)
        self._close.setAccessibleName(hide)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._widen()


def make_docks(window: QMainWindow, desk: Desk, menu: QMenu) -> dict[str, PanelDock]:
    """The dock of every panel, by id; their switches stand in `menu` and listen to the window's keys."""
    docks: dict[str, PanelDock] = {}
    row = DockRow(window)
    for panel in PANELS:
        dock = PanelDock(panel, desk, window, row)
        window.addDockWidget(panel.area, dock)
        if panel.shown:
            dock.fill()
        else:
            dock.hide()
        toggle = dock.toggleViewAction()
        if panel.shortcut:
            toggle.setShortcut(QKeySequence(panel.shortcut))
        window.addAction(toggle)
        menu.addAction(toggle)
        docks[panel.id] = dock
    widths = [round(max(WIDER * panel.width, panel.width)) for panel in PANELS]
    window.resizeDocks(list(docks.values()), widths, Qt.Orientation.Horizontal)
    return docks
