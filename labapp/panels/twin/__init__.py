"""The twin: the selected matrix once more, as a table to copy from and paste into and as a heatmap."""

from __future__ import annotations

from .panel import TwinPanel

__all__ = ["TwinPanel"]
