"""Who may read what: the visibility of each attention, and what reaches a row through the layers."""

from __future__ import annotations

from .panel import ReadersPanel

__all__ = ["ReadersPanel"]
