"""What the selected cell moves: every matrix, by how much, and why the others stay."""

from __future__ import annotations

from .panel import ReachPanel

__all__ = ["ReachPanel"]
