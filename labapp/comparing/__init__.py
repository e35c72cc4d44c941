"""Comparing in the window: the bar above the bench, the menu of ready-made pairs, and what the actions do."""

from __future__ import annotations

from .acts import CompareActs
from .bar import CompareBar, between

__all__ = ["CompareActs", "CompareBar", "between"]
