"""What a person chooses about a figure, and the sheet that comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF

from core.trace import Trace
from labapp.bench.editing import cell_name

from . import sheet
from .bars_sheet import of_bars
from .caption import lines, with_caption
from .follow_sheet import of_follow
from .overview_sheet import of_overview
from .palette import colours
from .sheet import Sheet

if TYPE_CHECKING:
    from labapp.bench.slopes import Slopes
    from labapp.bench.view import BenchView

CARDS, SEEN, WHOLE, OVERVIEW, BARS, FOLLOW = "cards", "seen", "whole", "overview", "bars", "follow"


@dataclass(frozen=True)
class Options:
    """`what` is CARDS (the matrices of `names`), SEEN (the part of the bench in view), WHOLE, OVERVIEW (of the
    architecture), BARS (the probabilities of the row that is looked at) or FOLLOW (the way of the followed row)."""

    what: str = CARDS
    names: tuple[str, ...] = ()
    theme: str = "light"
    scale: float = 2.0
    caption: bool = False
    outline: bool = False
    heatmap: bool = False


def sheet_of(options: Options, view: BenchView) -> Sheet:
    """The figure of a window's bench: as it is laid out there, in the chosen colours."""
    view.resting.catch_up()
    palette, content = colours(options.theme), view.content
    names = [name for name in options.names if name in view.trace] if options.what == CARDS else []
    if options.what == CARDS and names:
        seen = sheet.seen_cells(content)
        made = sheet.of_cards(view.trace, names, palette, seen, options.heatmap, content.form, content.dressed)
    elif options.what == OVERVIEW:
        made = of_overview(view.trace, palette, view.selection)
    elif options.what == BARS:
        made = of_bars(view.trace, palette, view.selection, content.form)
    elif options.what == FOLLOW:
        made = of_follow(view.trace, palette, view.selection, content.form)
    else:
        part = QRectF(view.viewport().rect()).translated(view.camera.offset()) if options.what == SEEN else None
        made = sheet.of_view(content, view.selection, view.room(), palette, part)
    if not options.caption:
        return made
    said = lines(view.trace, names)
    shown = names if options.what == CARDS else list(content.bench.cards) if options.what in (SEEN, WHOLE) else []
    slopes = content.slopes
    if slopes is not None and any(slopes.shows(view.trace[name].name) for name in shown):
        said.insert(len(said[:1]), [gradient_of(slopes, view.trace)])
    return with_caption(made, said)


def gradient_of(slopes: Slopes, trace: Trace) -> str:
    """That a figure has gradients, and of what."""
    text = QCoreApplication.translate("export", "Cards with ∂: gradient of {target}")
    name, i, j = slopes.gradients.target
    return text.format(target=cell_name(trace[name], i, j))
