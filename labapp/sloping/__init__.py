"""Gradients in a window: the action, the bar above the bench that says of what they are, and what trying one finds."""

from .acts import SlopeActs

__all__ = ["SlopeActs"]
