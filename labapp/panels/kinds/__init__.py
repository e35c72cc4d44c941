"""Three kinds of model on one sentence: what each reads, what goes in, what is asked, what comes out."""

from __future__ import annotations

from .panel import KindsPanel

__all__ = ["KindsPanel"]
