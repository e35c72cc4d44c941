"""Order: tokens are permuted by hand, and it is measured what the model makes of that."""

from __future__ import annotations

from .panel import OrderPanel

__all__ = ["OrderPanel"]
