"""The look of the window's frame: Qt's Fusion style with our palette and a short style sheet.

Our own widgets paint from the palette's roles; the sheet is for Qt's stock parts (menus, buttons, docks).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from . import fonts
from .theme import Palette

TEXT = 14  # px: text of panels and buttons
DRESSED = "glassformer-dressed"
FUSION = "glassformer-fusion"
Role = QPalette.ColorRole


def application(program: Sequence[str]) -> QApplication:
    """The application, made in Qt's Fusion style; `program` is its name alone.

    Asking for a style afterwards hands a QStyle to Python, for which PySide makes all that belongs to it.
    """
    app = QApplication([*program, "-style", "Fusion"])
    app.setProperty(FUSION, True)
    return app


def apply(app: QApplication, colours: Palette) -> None:
    """Dress the whole application, open windows included."""
    # Under a style sheet Qt hides the style's name, so we remember ourselves what was done once.
    if not app.property(DRESSED):
        app.setProperty(DRESSED, True)
        if not app.property(FUSION):
            app.setStyle("Fusion")
        fonts.load()
        app.setFont(fonts.ui_font(TEXT))
        QToolTip.setFont(fonts.ui_font(13))
    made = qt_palette(colours)
    app.setPalette(made)
    QToolTip.setPalette(made)
    sheet = style_sheet(colours)
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)


def qt_palette(colours: Palette) -> QPalette:
    """The theme as Qt's roles; Mid is the hairline, PlaceholderText quiet text, BrightText a refusal."""
    made = QPalette()
    table = {
        Role.Window: colours.panel,
        Role.WindowText: colours.text,
        Role.Base: colours.card,
        Role.AlternateBase: colours.band,
        Role.Text: colours.text,
        Role.Button: colours.card,
        Role.ButtonText: colours.text,
        Role.BrightText: colours.error,
        Role.Highlight: colours.accent,
        Role.HighlightedText: colours.accent_text,
        Role.Accent: colours.accent,
        Role.Link: colours.accent,
        Role.LinkVisited: colours.accent,
        Role.PlaceholderText: colours.quiet,
        Role.ToolTipBase: colours.card,
        Role.ToolTipText: colours.text,
        Role.Light: colours.card,
        Role.Midlight: colours.band,
        Role.Mid: colours.edge,
        Role.Dark: colours.edge,
        Role.Shadow: colours.edge,
    }
    for role, colour in table.items():
        made.setColor(role, QColor(colour))
    # What is disabled still has to be read: it says why.
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.quiet))
    made.setColor(QPalette.ColorGroup.Disabled, Role.Highlight, QColor(colours.quiet))
    return made


def style_sheet(colours: Palette) -> str:
    """The style sheet of Qt's stock parts in these colours."""
    return _SHEET.format(c=colours)


_SHEET = """
QMainWindow {{ background: {c.window}; }}
QMainWindow::separator {{ background: {c.edge}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {c.accent}; }}
#topBar {{ background: {c.panel}; border: none; border-bottom: 1px solid {c.edge}; }}
#statusStrip {{ background: {c.panel}; border: none; border-top: 1px solid {c.edge}; }}
#statusStrip::item {{ border: none; }}
#panelBody, #panelTitle {{ background: {c.panel}; }}
QDockWidget {{ border: none; }}
QMainWindow QTabBar {{ background: {c.panel}; qproperty-drawBase: 0; }}
QMainWindow QTabBar::tab {{
    background: transparent; color: {c.quiet}; border: none; border-bottom: 2px solid transparent;
    padding: 5px 12px 3px 12px;
}}
QMainWindow QTabBar::tab:selected {{ color: {c.accent}; border-bottom-color: {c.accent}; }}
QMainWindow QTabBar::tab:hover {{ color: {c.accent}; background: {c.accent_soft}; }}
QScrollArea {{ border: none; background: {c.panel}; }}
#prediction {{ background: {c.window}; }}

#panelClose {{ border: none; background: transparent; color: {c.quiet}; padding: 0 5px; border-radius: 4px; }}
#panelClose:hover, #panelClose:focus {{ color: {c.accent}; background: {c.accent_soft}; }}
#panelTool {{
    border: none; background: transparent; color: {c.quiet}; padding: 1px 7px; border-radius: 4px; font-size: 13px;
}}
#panelTool:hover, #panelTool:focus, #panelTool:checked {{ color: {c.accent}; background: {c.accent_soft}; }}
#panelTool:disabled {{ color: {c.result_edge}; }}
#panelTool::menu-indicator {{ image: none; width: 0; }}
#quietButton {{
    border: 1px solid transparent; background: transparent; color: {c.accent}; padding: 3px 7px; border-radius: 4px;
}}
#quietButton:hover, #quietButton:focus {{ background: {c.accent_soft}; }}
#quietButton:checked {{ background: {c.accent_soft}; border-color: {c.accent}; }}
#quietButton:disabled {{ color: {c.quiet}; }}
#quietButton::menu-indicator {{ image: none; width: 0; }}
#brand {{ color: {c.accent}; font-weight: bold; }}
#topBar QToolButton {{
    background: {c.card}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px;
    padding: 0 11px; min-height: 31px; max-height: 31px;
}}
#topBar QToolButton:hover {{ border-color: {c.accent}; }}
#topBar QToolButton:focus {{ border: 2px solid {c.accent}; padding: 0 10px; min-height: 29px; max-height: 29px; }}
#topBar QToolButton:pressed, #topBar QToolButton:checked {{
    background: {c.accent_soft}; color: {c.accent}; border-color: {c.accent};
}}
#topBar #button-theme:checked {{ background: {c.card}; color: {c.text}; border-color: {c.edge}; }}
#topBar QToolButton:disabled {{ color: {c.quiet}; background: {c.panel}; }}
#topBar QToolButton[bare="true"] {{ padding: 0 7px; }}
#topBar QToolButton[bare="true"]:focus {{ padding: 0 6px; }}
#topBar #qt_menubar_ext_button {{ padding: 0; border: none; background: {c.quiet}; }}
#topBar QToolButton::menu-indicator {{ image: none; width: 0; }}
#topBar QToolButton[popupMode="1"] {{ padding-right: 28px; }}
#topBar QToolButton[popupMode="1"]:focus {{ padding-right: 27px; }}
#topBar QToolButton::menu-button {{ border: none; border-left: 1px solid {c.edge}; width: 20px; }}
#topBar QToolButton::menu-button:hover {{ background: {c.accent_soft}; border-radius: 5px; }}

QMenuBar {{ background: transparent; color: {c.quiet}; border: none; spacing: 0; }}
QMenuBar::item {{ padding: 6px 9px; border-radius: 5px; background: transparent; }}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {c.accent_soft}; color: {c.accent}; }}
QMenu {{ background: {c.card}; color: {c.text}; border: 1px solid {c.edge}; padding: 5px; }}
QMenu::item {{ padding: 6px 26px 6px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {c.accent_soft}; color: {c.accent}; }}
QMenu::item:disabled {{ color: {c.quiet}; }}
QMenu::separator {{ height: 1px; background: {c.edge}; margin: 5px 8px; }}
QMenu::icon {{ padding-left: 8px; }}

QToolTip {{ background: {c.card}; color: {c.text}; border: 1px solid {c.edge}; padding: 4px 6px; }}
QPushButton {{
    background: {c.card}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px;
    padding: 0 14px; min-height: 30px; min-width: 56px;
}}
QPushButton[tight="true"] {{ padding: 0 10px; min-width: 0; }}
QPushButton:disabled {{ color: {c.quiet}; }}
QPushButton:default:disabled {{ background: {c.accent_soft}; border-color: {c.edge}; color: {c.quiet}; }}
QPushButton:hover, QPushButton:focus {{ border-color: {c.accent}; }}
QPushButton:default {{ background: {c.accent}; color: {c.accent_text}; border-color: {c.accent}; }}
QPushButton:disabled {{ background: {c.panel}; color: {c.quiet}; border-color: {c.edge}; }}
QPushButton:pressed {{ background: {c.accent_soft}; color: {c.accent}; }}
QScrollBar:vertical {{ background: transparent; width: 9px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 9px; margin: 0; }}
QScrollBar::handle {{ background: {c.result_edge}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {c.quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def running() -> QApplication:
    """The application, which must be there before a window."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("make the QApplication before a window")
    return app
