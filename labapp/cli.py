"""The command line. Qt is imported only by commands that show or paint something."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn

from core import trace_file
from core.closest import closest
from core.engine import EXECUTORS, Engine
from core.graph import LEAF
from core.numbers import parse_number
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.spec import FIELDS
from core.workspace import Workspace

from . import models
from .export import command as figure

USAGE, FAILURE = 2, 1
CELL = re.compile(
    r"\s*(?:sample(?P<sample>\d+)/)?(?P<node>[^\[\]=]+?)\s*\[\s*(?P<i>\d+)\s*,\s*(?P<j>\d+)\s*\]\s*=(?P<value>.*)",
    re.DOTALL,
)
COMMANDS = ("open", "models", "trace", "figure", "screenshot")
ROWS = "tokens"  # not a field of the spec, but a size people set


class Usage(Exception):
    """The command line itself is wrong: exit code 2."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in a sentence, and which known word is nearest."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise Usage(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 2 for wrong usage, 1 for a failure."""
    for stream in (sys.stdout, sys.stderr):  # 中文 on a console of another encoding must not raise
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Usage as wrong:
        print(f"glassformer: {wrong}\nTry 'glassformer --help'.", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"glassformer: {problem}", file=sys.stderr)
        return FAILURE
    except OSError as error:  # stdout is a pipe that nobody reads any more, or a full disk
        if error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the interpreter flushes once more when it ends
        if not isinstance(error, BrokenPipeError):
            print(f"glassformer: {error.strerror or error}", file=sys.stderr)
        return FAILURE
    return code


def _run(words: list[str]) -> int:
    top = parser()
    try:
        chosen, unknown = top.parse_known_args(_with_command(words))
    except SystemExit as done:  # --help and --version have said what they had to
        return int(done.code or 0)
    if unknown:
        near = closest(unknown[0], _options(top)) if unknown[0].startswith("-") else None
        raise Usage(f"unexpected argument '{unknown[0]}'." + (f" Did you mean '{near}'?" if near else ""))
    return int(chosen.run(chosen))


def _options(top: argparse.ArgumentParser) -> list[str]:
    """Every option of every command."""
    found: list[str] = []
    for action in top._actions:
        found += action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                found += _options(command)
    return found


def parser() -> Parser:
    top = Parser(
        prog="glassformer",
        description="A Transformer made of glass: change any number, and every number says where it came from.",
        epilog="'glassformer MODEL' is short for 'glassformer open MODEL'; without arguments the model "
        f"'{models.FIRST}' opens.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"glassformer {version()}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    open_ = commands.add_parser("open", help="open a model or a .glass file in the window")
    open_.add_argument("model", nargs="?", default=models.FIRST, metavar="MODEL|FILE")
    _changes(open_)
    open_.add_argument("--theme", choices=("light", "dark"))
    open_.add_argument("--lang", choices=("en", "zh_CN"))
    open_.set_defaults(run=run_open)

    list_ = commands.add_parser("models", help="list the starting models")
    list_.set_defaults(run=run_models)

    trace = commands.add_parser("trace", help="compute a model and write every matrix")
    trace.add_argument("model", metavar="MODEL|FILE")
    _changes(trace)
    trace.add_argument(
        "--executor",
        choices=[name for name in EXECUTORS if name != "auto"],
        default="numpy",
        help="who computes (default: %(default)s, which needs no compiling)",
    )
    trace.add_argument("-o", "--output", type=Path, metavar="FILE", help=".npz, .json or .csv; without it, a list")
    trace.set_defaults(run=run_trace)

    figures = commands.add_parser("figure", help=figure.HELP)
    figures.add_argument("model", metavar="MODEL|FILE")
    _changes(figures)
    figure.add(figures)
    figures.set_defaults(run=run_figure)

    shot = commands.add_parser("screenshot", help="paint the window with a model into a PNG")
    shot.add_argument("model", metavar="MODEL|FILE")
    _changes(shot)
    shot.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    shot.add_argument("--size", type=_size, default=(1680, 1050), metavar="WxH", help="pixels (default: 1680x1050)")
    shot.add_argument("--theme", choices=("light", "dark"), default="light")
    shot.add_argument("--lang", choices=("en", "zh_CN"), default="en")
    shot.set_defaults(run=run_screenshot)
    return top


def _changes(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        dest="sets",
        metavar="FIELD=VALUE",
        help=f"change a field of the model ({', '.join([*FIELDS, ROWS])})",
    )
    command.add_argument(
        "--cell",
        action="append",
        default=[],
        dest="cells",
        metavar="'NODE[i,j]=VALUE'",
        help="change a cell; a cell of a computed matrix is held at the value (a pin)",
    )


def _with_command(words: list[str]) -> list[str]:
    """Put `open` before a bare MODEL or FILE, or before nothing at all; a word that is nearly a command is refused."""
    if not words:
        return ["open"]
    first = words[0]
    if first in COMMANDS or first in ("-h", "--help", "--version"):
        return words
    if re.fullmatch(r"[A-Za-z]+", first) and first not in models.names() and not models.is_file(first):
        near = closest(first, [*COMMANDS, *models.names()])
        if near in COMMANDS:
            raise Usage(f"there is no command '{first}'. Did you mean '{near}'?")
    return ["open", *words]


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})\s*[xX×]\s*(\d{1,5})", text)
    if not match or not all(320 <= int(n) <= 16384 for n in match.groups()):
        raise argparse.ArgumentTypeError(f"'{text}' is no size: write WIDTHxHEIGHT, each from 320 to 16384")
    return int(match[1]), int(match[2])


def version() -> str:
    """The version of this lab: the installed one, or the checkout's."""
    checkout = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if checkout.is_file():
        import tomllib

        return str(tomllib.loads(checkout.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("glassformer")


def changed(workspace: Workspace, sets: Sequence[str], cells: Sequence[str]) -> Workspace:
    """The workspace with `--set` and then `--cell` applied.

    Fields are set together, so their order doesn't matter and the last of one name counts; cells are set in
    the order given. Raises Usage for a text that is no assignment, Problem for what can't be.
    """
    fields: dict[str, object] = {}
    for text in sets:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign:
            raise Usage(f"--set takes FIELD=VALUE, found '{text}'")
        if name == ROWS:
            number = parse_number(value)
            fields[name] = int(number) if number.is_integer() else number
        else:
            fields[name] = FIELDS[name].read(value) if name in FIELDS else value
    rows: Any = fields.pop(ROWS, None)
    if rows is not None and rows < len(workspace.tokens()):
        workspace = workspace.with_rows(rows)  # first, so that no larger model is made on the way
    workspace = workspace.with_spec(**fields)  # names the nearest field for an unknown one
    if rows is not None:
        workspace = workspace.with_rows(rows)
    for text in cells:
        workspace = _with_cell(workspace, text)
    return workspace


def _with_cell(workspace: Workspace, text: str) -> Workspace:
    match = CELL.fullmatch(text)
    if match is None:
        raise Usage(f"--cell takes 'NODE[row,column]=VALUE', counted from 0, found '{text}'")
    sample, name = int(match["sample"] or 0), match["node"]
    if sample >= len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=sample,
            last=len(workspace.samples) - 1,
        )
    edit = workspace.with_cell if workspace.node(name, sample).op == LEAF else workspace.with_pin
    return edit(name, int(match["i"]), int(match["j"]), parse_number(match["value"]), sample)


def _opened(chosen: argparse.Namespace) -> tuple[Workspace, Path | None]:
    workspace, path = models.find(chosen.model)
    return changed(workspace, chosen.sets, chosen.cells), path


def run_models(chosen: argparse.Namespace) -> int:
    width = max(len(name) for name in models.names())
    for name in models.names():
        print(f"{name:{width}}  {models.title(models.starting_model(name), 'en')}")
    return 0


def run_trace(chosen: argparse.Namespace) -> int:
    if chosen.output is not None:
        trace_file.writer(chosen.output)  # a wrong ending is said before anything is computed
    workspace, _ = _opened(chosen)
    engine = Engine(chosen.executor)
    traces = [engine.run(workspace, b) for b in range(len(workspace.samples))]
    if chosen.output is not None:
        trace_file.write(chosen.output, traces)
        return 0
    for name, matrix in trace_file.entries(traces):
        print(f"{name:32} {matrix.values.shape[0]:>4}×{matrix.values.shape[1]:<4} {matrix.role:9} {matrix.formula}")
    return 0


def run_screenshot(chosen: argparse.Namespace) -> int:
    workspace, path = _opened(chosen)
    from .picture import screenshot

    screenshot(workspace, chosen.output, size=chosen.size, theme=chosen.theme, lang=chosen.lang, name=path)
    return 0


def run_figure(chosen: argparse.Namespace) -> int:
    workspace, _ = _opened(chosen)
    from .picture import application

    application()
    return figure.run(chosen, workspace)


def run_open(chosen: argparse.Namespace) -> int:
    workspace, path = _opened(chosen)
    from .start import run

    return run(workspace, path, theme=chosen.theme, lang=chosen.lang)
