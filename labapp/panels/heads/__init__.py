"""All heads of one attention side by side, as small maps; a click shows that head on the bench."""

from __future__ import annotations

from .panel import HeadsPanel

__all__ = ["HeadsPanel"]
