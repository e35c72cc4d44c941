"""Training: everything a person can choose of it, and what it measures, as curves."""

from __future__ import annotations

from .panel import TrainingPanel

__all__ = ["TrainingPanel"]
