"""The model panel: every field of the spec as a control, made from core's table of fields."""

from __future__ import annotations

from .panel import ModelPanel

__all__ = ["ModelPanel"]
