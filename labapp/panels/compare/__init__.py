"""The comparison as a list: every matrix, equal or different and by how much, and what only one side has."""

from __future__ import annotations

from .panel import ComparePanel

__all__ = ["ComparePanel"]
