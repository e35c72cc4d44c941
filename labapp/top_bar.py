"""The bar above the bench: brand, menus, the model chooser, undo and redo, and how the window looks and speaks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QMenuBar, QSizePolicy, QToolButton, QWidget

from . import actions, fonts, icons
from .theme import Palette

HEIGHT = 52
ICON = 18
BRAND = "Glassformer"


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
        self.chooser = QToolButton(self)
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
        both = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        bare = Qt.ToolButtonStyle.ToolButtonIconOnly
        self._add("undo", both)
        self._add("redo", bare)
        self._row.addStretch(1)
        self._add("compare", both)
        self.buttons["compare"].setMenu(compare)
        self.buttons["compare"].setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        for id_ in ("zoom_out", "zoom_in", "fit", "theme"):
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

    def show_title(self, title: str) -> None:
        """Name the present model on the chooser."""
        self.chooser.setText(f"{title} ▾")
        name = QCoreApplication.translate("window", "Model: {title}").format(title=title)
        self.chooser.setAccessibleName(name)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self._made["undo"].setIconText(QCoreApplication.translate("window", "Undo"))
        self._made["compare"].setIconText(QCoreApplication.translate("window", "Compare"))
        self._made["language"].setIconText("中 / EN")
        self.chooser.setToolTip(QCoreApplication.translate("window", "Choose another model, or open a file"))
        for id_, button in self.buttons.items():
            button.setAccessibleName(actions.plain(self._made[id_].text()))

    def recolour(self, colours: Palette) -> None:
        """Draw the brand's mark in the colours of the theme."""
        self.mark.setPixmap(icons.icon("app", colours.accent).pixmap(QSize(20, 20)))
