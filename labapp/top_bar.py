"""The bar above the bench: brand, menus, the model chooser, undo and redo, and how the window looks and speaks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from . import actions, fonts, icons
from .theme import Palette
from .widgets.segmented import Segmented

HEIGHT = 52
ICON = 18
BRAND = "Glassformer"
MORE = " ▾"
WORDED = ("undo", "compare")  # with words beside the icon where there is room
ONLY_BENCH = ("zoom_out", "zoom_in", "fit")  # buttons
VIEWS = ("bench", "prediction")  # actions, one of which is on


class Chooser(QToolButton):
    """Names the model; where the bar is narrow its name is shortened before anything else is."""

    LEAST = 130  # px

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        whole = super().sizeHint()
        return QSize(min(self.LEAST, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - (self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text()))
        if room < self.fontMetrics().horizontalAdvance(self.text()):
            title = self.text().removesuffix(MORE)
            metrics = QFontMetrics(self.font())
            room -= metrics.horizontalAdvance(MORE)
            option.text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room) + MORE
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


class TopBar(QWidget):
    """Buttons made from the window's actions; it knows neither document nor bench."""

    def __init__(self, made: dict[str, QAction], models: QMenu, compare: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._made = made
        self.mark = QLabel(self)
        self.brand = QLabel(BRAND, self)
        self.brand.setObjectName("brand")
        self.brand.setFont(fonts.ui_font(17, bold=True))
        self.menus = QMenuBar(self)
        self.menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.chooser = Chooser(self)
        self.chooser.setObjectName("chooser")
        self.chooser.setMenu(models)
        self.chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.chooser.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.buttons: dict[str, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 0, 14, 0)
        self._row.setSpacing(8)
        for part in (self.mark, self.brand, self.menus, self.chooser):
            self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        self.views = Segmented(dict.fromkeys(VIEWS, ""), self)
        self.views.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.views.chosen.connect(self._turn)
        for id_ in VIEWS:
            made[id_].toggled.connect(self.show_view)
        self._row.addWidget(self.views, 0, Qt.AlignmentFlag.AlignVCenter)
        both = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        bare = Qt.ToolButtonStyle.ToolButtonIconOnly
        self._add("undo", both)
        self._add("redo", bare)
        self._row.addStretch(1)
        self._add("compare", both)
        self.buttons["compare"].setMenu(compare)
        self.buttons["compare"].setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        for id_ in (*ONLY_BENCH, "theme"):
            self._add(id_, bare)
        self._add("language", Qt.ToolButtonStyle.ToolButtonTextOnly)

    def _add(self, id_: str, style: Qt.ToolButtonStyle) -> None:
        button = QToolButton(self)
        button.setObjectName(f"button-{id_}")
        button.setDefaultAction(self._made[id_])
        button.setToolButtonStyle(style)
        button.setIconSize(QSize(ICON, ICON))
        button.setProperty("bare", style == Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.buttons[id_] = button
        self._row.addWidget(button)

    def _turn(self, id_: str) -> None:
        self._made[id_].trigger()

    def show_view(self) -> None:
        """Say which view is shown."""
        on = next((id_ for id_ in VIEWS if self._made[id_].isChecked()), "")
        if on:
            self.views.set_value(on)
            for id_ in ONLY_BENCH:
                self.buttons[id_].setVisible(on == "bench")
            self._fit()

    def show_title(self, title: str) -> None:
        """Name the present model on the chooser."""
        self.chooser.setText(title + MORE)
        self._fit()
        name = QCoreApplication.translate("window", "Model: {title}").format(title=title)
        self.chooser.setAccessibleName(name)
        choose = QCoreApplication.translate("window", "Choose another model, or open a file")
        self.chooser.setToolTip(f"{title}\n{choose}")

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self._made["undo"].setIconText(QCoreApplication.translate("window", "Undo"))
        self._made["compare"].setIconText(QCoreApplication.translate("window", "Compare"))
        self._made["language"].setIconText("中 / EN")
        self.views.set_texts({id_: actions.plain(self._made[id_].text()) for id_ in VIEWS})
        self.views.set_names(QCoreApplication.translate("window", "View"))
        for id_ in VIEWS:
            self.views.segment(id_).setToolTip(self._made[id_].toolTip())
        self.show_view()
        for id_, button in self.buttons.items():
            button.setAccessibleName(actions.plain(self._made[id_].text()))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """A narrow bar says less: no words beside icons, then no brand."""
        margins = self._row.contentsMargins()
        parts = [self.menus, self.views, self.mark, self.brand, *self.buttons.values()]
        shown = [part for part in parts if part is self.brand or not part.isHidden()]
        for words, brand in ((True, True), (False, True), (False, False)):
            for id_ in WORDED:
                style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
                self.buttons[id_].setToolButtonStyle(style)
            self.brand.setVisible(brand)
            wide = sum(part.sizeHint().width() for part in shown if part is not self.brand or brand)
            wide += self.chooser.minimumSizeHint().width() + self._row.spacing() * (len(shown) + 1)
            if wide + margins.left() + margins.right() <= self.width():
                break
        self.menus.setMinimumWidth(self.menus.sizeHint().width() if self.width() > wide else 0)

    def recolour(self, colours: Palette) -> None:
        """Draw the brand's mark in the colours of the theme."""
        self.mark.setPixmap(icons.icon("app", colours.accent).pixmap(QSize(20, 20)))
