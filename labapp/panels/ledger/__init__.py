"""The ledger: what each part of the model holds and costs at any length, beside the base model of 2017."""

from __future__ import annotations

from .panel import LedgerPanel

__all__ = ["LedgerPanel"]
