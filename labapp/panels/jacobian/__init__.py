"""Jacobians: how a row that comes out moves with a row that goes in, block by block, and what a residual does to it."""

from __future__ import annotations

from .panel import JacobianPanel

__all__ = ["JacobianPanel"]
