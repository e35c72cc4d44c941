"""Follow a word: its row through every stage, from its embedding to its probabilities."""

from __future__ import annotations

from .panel import FollowPanel

__all__ = ["FollowPanel"]
