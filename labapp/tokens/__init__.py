"""The tokens above the bench: samples, the text that goes in, and a dialog that cuts a sentence."""

from __future__ import annotations

from .strip import TokenStrip, above

__all__ = ["TokenStrip", "above"]
