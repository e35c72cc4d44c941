"""Colours the widgets share: mixtures of the palette's roles, so light and dark need no second table."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

Role = QPalette.ColorRole


def mix(a: QColor, b: QColor, part: float) -> QColor:
    """`a` with `part` (0…1) of `b`."""
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * part,
        a.greenF() + (b.greenF() - a.greenF()) * part,
        a.blueF() + (b.blueF() - a.blueF()) * part,
    )


def role(widget: QWidget, name: QPalette.ColorRole) -> QColor:
    """The widget's colour of a role, disabled ones included."""
    group = QPalette.ColorGroup.Active if widget.isEnabled() else QPalette.ColorGroup.Disabled
    return widget.palette().color(group, name)


def accent(widget: QWidget) -> QColor:
    """The colour of what is on or chosen."""
    return role(widget, Role.Highlight)


def edge(widget: QWidget) -> QColor:
    """The hairline around a control."""
    return role(widget, Role.Mid)


def quiet(widget: QWidget) -> QColor:
    """Text that is there when looked for."""
    return role(widget, Role.PlaceholderText)


def soft_accent(widget: QWidget) -> QColor:
    """The ground of a chosen segment: the accent, thin enough that accent text reads on it."""
    return mix(role(widget, Role.Base), accent(widget), 0.13)
