"""Untrained: a model with the parameters that its seed gives, as it was at step 0."""

from __future__ import annotations

from .arrays import fresh
from .workspace import Workspace


def untrained(workspace: Workspace) -> Workspace:
    """The workspace with seeded parameters in place of its own; samples, inputs, masks and pins stay."""
    arrays = {
        name: array if name.startswith("sample") else fresh(workspace.spec, name, array.shape)
        for name, array in workspace.arrays.items()
    }
    w = workspace
    return Workspace(w.spec, w.samples, arrays, w.pins, w.about, w.dormant, w.vocab)
