"""The command line: its grammar, and how its failures become sentences and exit codes."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from core.closest import closest
from core.engine import EXECUTORS
from core.problem import Problem
from core.spec import FIELDS

from . import models
from .benchmark.cases import SIZES
from .commands import why
from .commands.edits import ROWS
from .commands.probes import PROBES
from .commands.usage import Mistyped, Usage
from .export import command as figures
from .version import version

USAGE, FAILURE, INTERRUPTED = 2, 1, 130
COMMANDS = (
    "open", "models", "trace", "check", "why", "gradient", "jacobian", "compare", "train", "figure", "script",
    "generate", "ledger", "evaluate", "screenshot", "benchmark",
)  # fmt: skip
# Commands whose words are only learnt when one of them is asked for: the window starts without what they import.
LATE = {
    "gradient": "say how much the loss (or another cell) moves when a cell moves a little",
    "jacobian": "say how the rows that come out move with the rows that go in, block by block",
    "train": "learn a model's parameters from pairs of sentences",
    "generate": "let a model with a decoder say one token after the other, with the probability of each",
    "ledger": "count what a model is made of: shapes, parameters, multiply–adds and memory, as functions of n and m",
    "evaluate": "score a model on pairs held out from training, and show whether it reads the source",
}
VIEWS = ("bench", "prediction")
LANGUAGES, THEMES = ("en", "zh_CN"), ("light", "dark")


class Parser(argparse.ArgumentParser):
    """Says what is wrong in a sentence, and which known word is nearest."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise Usage(message)


class _Version(argparse.Action):
    """Says the version, which is looked up only then."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **{k: v for k, v in options.items() if k != "default"})

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"glassformer {version()}")
        parser.exit()


def _late(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """What a command does, imported when it does it: the window starts without the other commands."""

    def run(chosen: argparse.Namespace) -> int:
        return int(getattr(import_module(f"{__package__}.commands.{module}"), function)(chosen))

    return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 2 for what was typed wrong, 1 for a failure."""
    for stream in (sys.stdout, sys.stderr):  # 中文 on a console of another encoding must not raise
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Usage as wrong:
        hint = "" if isinstance(wrong, Mistyped) else "\nTry 'glassformer --help'."
        print(f"glassformer: {wrong}{hint}", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"glassformer: {problem}", file=sys.stderr)
        return FAILURE
    except KeyboardInterrupt:
        print("glassformer: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:  # stdout is a pipe that nobody reads any more, or a full disk
        if error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the interpreter flushes once more when it ends
        if not isinstance(error, BrokenPipeError):
            print(f"glassformer: {error.strerror or error}", file=sys.stderr)
        return FAILURE
    return code


def _run(words: list[str]) -> int:
    if words[:1] in (["--self-test"], ["--fill-cache"]):
        from . import self_test

        return self_test.main(words[1:]) if words[0] == "--self-test" else self_test.fill_cache(words[1:])
    words = _with_command(words)
    top = parser(words)
    try:
        chosen, unknown = top.parse_known_args(words)
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


def parser(words: Sequence[str] | None = None) -> Parser:
    """The command line; with `words` it knows the arguments of a LATE command only where its name is among them."""
    top = Parser(
        prog="glassformer",
        description="A Transformer made of glass: change any number, and every number says where it came from.",
        epilog="'glassformer MODEL' is short for 'glassformer open MODEL'; without arguments the model "
        f"'{models.FIRST}' opens.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_Version, help="show program's version number and exit")
    top.add_argument("--self-test", action="store_true", help="try everything that this copy carries, without a window")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    open_ = commands.add_parser("open", help="open a model or a .glass file in the window")
    open_.add_argument("model", nargs="?", default=models.FIRST, metavar="MODEL|FILE")
    _changes(open_)
    open_.add_argument("--theme", choices=THEMES)
    open_.add_argument("--lang", choices=LANGUAGES)
    open_.set_defaults(run=_late("window", "run_open"))

    list_ = commands.add_parser("models", help="list the starting models")
    list_.add_argument("--long", action="store_true", help="also say where the numbers of each come from")
    list_.add_argument("--lang", choices=LANGUAGES, default="en")
    list_.set_defaults(run=_late("listing", "run_models"))

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
    trace.set_defaults(run=_late("trace", "run_trace"))

    check = commands.add_parser("check", help="check every matrix of a model, and NumPy against compiled code")
    check.add_argument("model", metavar="MODEL|FILE")
    _changes(check)
    check.add_argument("--json", action="store_true", help="print the result as JSON")
    check.set_defaults(run=_late("check", "run_check"))

    asked = commands.add_parser("why", help=why.HELP)
    asked.add_argument("model", metavar="MODEL|FILE")
    why.add(asked)
    _changes(asked)
    asked.set_defaults(run=_late("why", "run_why"))

    two = commands.add_parser("compare", help="compare two models matrix by matrix, or one with a change of it")
    two.add_argument("model", metavar="A")
    two.add_argument("other", metavar="B")
    _changes(two)
    two.add_argument(
        "--set-b", action="append", default=[], dest="sets_b", metavar="FIELD=VALUE", help="as --set, in B alone"
    )
    two.add_argument(
        "--cell-b", action="append", default=[], dest="cells_b", metavar="'NODE[i,j]=VALUE'", help="as --cell, in B"
    )
    two.add_argument("--json", action="store_true", help="print the result as JSON")
    two.set_defaults(run=_late("compare", "run_compare"))

    drawn = commands.add_parser("figure", help=figures.HELP)
    drawn.add_argument("model", metavar="MODEL|FILE")
    _changes(drawn)
    figures.add(drawn)
    drawn.set_defaults(run=_late("window", "run_figure"))

    script = commands.add_parser(
        "script", help="write a model as a NumPy script that says every step and checks itself"
    )
    script.add_argument("model", metavar="MODEL|FILE")
    _changes(script)
    script.add_argument("-o", "--output", type=Path, metavar="FILE.py", help="without it, the script is printed")
    script.add_argument("--sample", type=int, default=0, metavar="N", help="counted from 0 (default: 0)")
    script.set_defaults(run=_late("script", "run_script"))

    for name, what in LATE.items():
        late = commands.add_parser(name, help=what)
        if words is None or name in words:
            module = import_module(f"{__package__}.commands.{name}")
            if name != "ledger":  # which counts a spec, with or without a model
                late.add_argument("model", metavar="MODEL|FILE")
                _changes(late)
            module.add(late)
            late.set_defaults(run=getattr(module, f"run_{name}"))

    shot = commands.add_parser("screenshot", help="paint the window with a model into a PNG")
    shot.add_argument("model", metavar="MODEL|FILE")
    _changes(shot)
    shot.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    shot.add_argument("--size", type=_pixels, default=(1680, 1050), metavar="WxH", help="pixels (default: 1680x1050)")
    shot.add_argument("--view", choices=VIEWS, default=VIEWS[0], help="what stands in the middle (default: bench)")
    shot.add_argument("--theme", choices=THEMES, default="light")
    shot.add_argument("--lang", choices=LANGUAGES, default="en")
    shot.set_defaults(run=_late("window", "run_screenshot"))

    speed = commands.add_parser("benchmark", help="measure the engine beside NumPy and, where installed, PyTorch")
    speed.add_argument("--size", action="append", type=_case, dest="sizes", metavar="|".join(SIZES), help="one of them")
    speed.add_argument("--window", action="store_true", help="measure the window instead: edits, drag, start, memory")
    speed.add_argument("--training", action="store_true", help="measure one training step instead")
    speed.add_argument("--rounds", type=_rounds, default=200, metavar="N", help="edits of each case (default: 200)")
    speed.add_argument("--probe", choices=PROBES, help=argparse.SUPPRESS)
    speed.add_argument("--json", action="store_true", help="print the result as JSON")
    speed.set_defaults(run=_late("benchmark", "run_benchmark"))
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


def _pixels(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})\s*[xX×]\s*(\d{1,5})", text)
    if not match or not all(320 <= int(n) <= 16384 for n in match.groups()):
        raise argparse.ArgumentTypeError(f"'{text}' is no size: write WIDTHxHEIGHT, each from 320 to 16384")
    return int(match[1]), int(match[2])


def _rounds(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,4}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of rounds: write 1 to 99999")
    return int(text)


def _case(text: str) -> str:
    if text in SIZES:
        return text
    near = closest(text, SIZES)
    known = f"did you mean '{near}'?" if near else f"the sizes are {', '.join(SIZES)}"
    raise argparse.ArgumentTypeError(f"there is no size '{text}': {known}")
