"""What is checked: every kind of statement with its count and largest error, what fails, what a pin has changed."""

from __future__ import annotations

from .panel import ChecksPanel

__all__ = ["ChecksPanel"]
