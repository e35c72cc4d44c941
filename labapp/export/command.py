"""The command `figure`: cards, bench, overview or bars of a model as SVG, PDF or PNG, or one matrix's numbers as text.

Qt is imported when the command runs, not when the command line is read.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from core.engine import Engine
from core.numbers import parse_number
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace

if TYPE_CHECKING:
    from core.trace import Trace
    from labapp.selection import Selection

    from .sheet import Sheet

THEMES = ("light", "dark", "print")
LANGUAGES = ("en", "zh_CN")
MOST = 6  # decimals; labapp.digits has the same, and imports Qt
HELP = "draw a matrix, several, the whole bench, the overview or the bars as SVG, PDF or PNG"


def add(command: argparse.ArgumentParser) -> None:
    """Give the parser of `figure` its options; MODEL, --set and --cell are those of every command."""
    command.add_argument(
        "--node", action="append", default=[], dest="nodes", metavar="NODE", help="a matrix; several may be named"
    )
    whole = command.add_mutually_exclusive_group()
    whole.add_argument("--bench", action="store_true", help="the whole bench, NODEs unfolded, on their heads")
    whole.add_argument("--overview", action="store_true", help="the architecture with small maps, NODEs' layers open")
    whole.add_argument("--bars", action="store_true", help="the probabilities of the next token as bars")
    command.add_argument("--row", type=int, metavar="N", help="of --bars, counted from 0 (default: the last)")
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help=".svg, .pdf or .png; for the numbers of one NODE .csv, .tsv, .tex (bmatrix), .py or .txt (NumPy)",
    )
    command.add_argument("--sample", type=int, default=0, metavar="N", help="counted from 0 (default: 0)")
    command.add_argument("--theme", choices=THEMES, default="light", help="print has a white ground (default: light)")
    command.add_argument("--lang", choices=LANGUAGES, default="en")
    command.add_argument("--heatmap", action="store_true", help="the matrices in colours with a scale, without digits")
    command.add_argument("--scale", type=_scale, default=1.0, metavar="1..4", help="pixels of a PNG to the pixel")
    command.add_argument("--outline", action="store_true", help="letters as paths, for machines without the fonts")
    command.add_argument("--digits", type=int, metavar=f"0..{MOST}", help="decimals (default: as each matrix needs)")
    command.add_argument("--comma", action="store_true", help="decimal comma in .csv and .tsv")
    command.add_argument("--no-bom", action="store_true", help="no byte order mark in .csv; Excel then garbles Chinese")
    command.set_defaults(parser=command)
    command.add_argument("--caption", action="store_true", help="write the model and its settings below")


def _scale(text: str) -> float:
    try:
        scale = parse_number(text)
    except Problem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None
    if not 1 <= scale <= 4:
        raise argparse.ArgumentTypeError(f"'{text}' is no scale: write a number from 1 to 4")
    return scale


def run(chosen: argparse.Namespace, workspace: Workspace) -> int:
    """Write the figure of `workspace`; needs an application.

    What was typed wrong ends as the parser's own errors do; Problem, in words, for what then fails.
    """
    from labapp import text

    from . import figure, numbers

    try:
        names = _checked(chosen, workspace)
    except Problem as problem:
        chosen.parser.error(str(problem))
    trace = Engine("numpy").run(workspace, chosen.sample)
    if chosen.output.suffix.lower() in numbers.WRITERS:
        decimal = "," if chosen.comma else "."
        numbers.write(chosen.output, trace[names[0]], decimal=decimal, bom=not chosen.no_bom)
        return 0
    before = text.language()
    text.set_language(chosen.lang)
    try:
        figure.write(chosen.output, _sheet(chosen, trace, names), scale=chosen.scale, outline=chosen.outline)
    finally:
        text.set_language(before)
    return 0


def _checked(chosen: argparse.Namespace, workspace: Workspace) -> list[str]:
    """The names of the matrices, after a look at everything that was typed; nothing is computed yet."""
    from . import figure, numbers

    ending = chosen.output.suffix.lower()
    drawn = chosen.bench or chosen.overview or chosen.bars
    if not chosen.nodes and not drawn:
        chosen.parser.error("figure needs a matrix (--node NODE) or one of --bench, --overview, --bars")
    if chosen.digits is not None and not 0 <= chosen.digits <= MOST:
        chosen.parser.error(f"there can be 0 to {MOST} decimals, not {chosen.digits}")
    if ending not in numbers.WRITERS or drawn:
        figure.maker(chosen.output)
    elif len(chosen.nodes) > 1:
        chosen.parser.error(f"a {ending} file takes the numbers of one matrix, and {len(chosen.nodes)} are named")
    if not 0 <= chosen.sample < len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=chosen.sample,
            last=len(workspace.samples) - 1,
        )
    return [workspace.node(name, chosen.sample).name for name in chosen.nodes]


def _sheet(chosen: argparse.Namespace, trace: Trace, names: list[str]) -> Sheet:
    from labapp.digits import NumberForm

    from . import sheet
    from .bars_sheet import of_bars
    from .caption import lines, with_caption
    from .overview_sheet import of_overview
    from .palette import colours

    palette, form = colours(chosen.theme), NumberForm(decimals=chosen.digits)
    if chosen.bench:
        made = sheet.of_bench(trace, palette, _looks(trace, names), form=form)
    elif chosen.overview:
        made = of_overview(trace, palette, _looks(trace, names))
    elif chosen.bars:
        made = of_bars(trace, palette, _looks(trace, names, chosen.row), form)
    else:
        made = sheet.of_cards(trace, names, palette, heatmap=chosen.heatmap, form=form)
    cards = not (chosen.bench or chosen.overview or chosen.bars)
    return with_caption(made, lines(trace, names if cards else ())) if chosen.caption else made


def _looks(trace: Trace, names: list[str], row: int | None = None) -> Selection:
    """What is looked at: the named matrices unfolded, on their heads, and a row of the probabilities."""
    from labapp.selection import Selection

    looks = Selection()
    for matrix in (trace[name] for name in names):
        looks.set_open({matrix.name.split(".")[0]: True})
        if matrix.head is not None:
            looks.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
    if row is not None and "out.p" in trace:
        rows = len(trace["out.p"].rows)
        if not 0 <= row < rows:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no row {found}: the last one is {last}, counted from 0."),
                found=row,
                last=rows - 1,
            )
        looks.follow((trace["out.p"].row_axis, row))
    return looks
