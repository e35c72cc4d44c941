"""What the axes of a matrix count, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.trace import Matrix

from ...bench.hover import axis_word

_NO_ATTENTION = ("where", "valid", "label_counts")  # masks that are none of an attention


def axis_names(matrix: Matrix) -> tuple[str, str]:
    """What a row and a column is: query and key where an attention reads, else token, feature, …"""
    reads = matrix.mask is not None or (matrix.display == "mask" and matrix.stem not in _NO_ATTENTION)
    if reads:
        return QCoreApplication.translate("twin", "query"), QCoreApplication.translate("twin", "key")
    names = [axis_word(axis) if axis != "one" else "" for axis in (matrix.row_axis, matrix.col_axis)]
    return names[0], names[1]


def span(labels: tuple[str, ...], start: int, length: int) -> str:
    """The labels of some rows or columns that follow each other, as "first–last"."""
    first = labels[start] or str(start)
    last = labels[start + length - 1] or str(start + length - 1)
    return first if length == 1 else f"{first}–{last}"
