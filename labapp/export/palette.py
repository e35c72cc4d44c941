"""The colours of a figure: the two themes of the window, and one for paper."""

from __future__ import annotations

from dataclasses import replace

from labapp.theme import LIGHT, PALETTES, Palette

# White ground, so that a figure has no edge on a page; the cells keep the colours of the light theme.
PRINT = replace(
    LIGHT,
    name="print",
    window="#ffffff",
    band="#ffffff",
    edge="#c4c4bd",
    quiet="#4b5059",
    parameter_edge="#8f7624",
    result_edge="#b4b4ac",
    hint="#ffffff",
    hint_edge="#c4c4bd",
    hint_text="#4b5059",
)

FIGURE_PALETTES = {**PALETTES, PRINT.name: PRINT}
THEMES = ("light", "dark", "print")


def colours(name: str) -> Palette:
    """The palette called `name`; KeyError names the known ones."""
    if name not in FIGURE_PALETTES:
        raise KeyError(f"there is no theme {name!r} for figures; there are {', '.join(FIGURE_PALETTES)}")
    return FIGURE_PALETTES[name]
