"""The overview: the architecture as boxes with small attention maps; it says where you are and takes you there."""

from __future__ import annotations

from .panel import OverviewPanel

__all__ = ["OverviewPanel"]
