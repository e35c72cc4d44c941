"""What is held: every pin of the document, with its natural value and a way to release it."""

from __future__ import annotations

from .panel import PinsPanel

__all__ = ["PinsPanel"]
