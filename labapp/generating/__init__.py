"""Generating: a free run of the document's model, a token after the other, that follows every edit."""

from __future__ import annotations

from .session import Generating

__all__ = ["Generating"]
