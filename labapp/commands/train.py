"""`train`: learn a model's parameters from pairs, with checkpoints on the way."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from core import checkpoint, jit, jit_back
from core.corpus import lessons, load_corpus
from core.numbers import parse_number
from core.optimizer import KINDS, Rule
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.samples import Sample, vocab_side
from core.train import Trainer
from core.trainable import Score, check_trainable
from core.untrained import untrained
from core.workspace import Workspace
from resources import path as resource

from ..models import ENDING
from .edits import opened
from .usage import Usage, typed

SHIPPED = ("corpus", "zh-en.txt")
UNKNOWN, UNK = ("add", "unk", "refuse"), "UNK"
DEFAULT_BATCH, DEFAULT_SEED = 16, 1
LINES = 10  # lines of progress, each with a checkpoint
INTERRUPTED = 130
MOST = 10**9


def add(command: argparse.ArgumentParser) -> None:
    """The words of `train` beside MODEL and what changes it."""
    command.add_argument(
        "--corpus", type=Path, metavar="FILE", help="lines of source TAB target; without it, the lab's own corpus"
    )
    command.add_argument("--steps", type=_whole, default=1000, metavar="N", help="in all (default: %(default)s)")
    command.add_argument("--batch", type=_whole, metavar="N", help=f"samples a step (default: {DEFAULT_BATCH})")
    command.add_argument("--seed", type=_seed, metavar="N", help=f"of order and dropout (default: {DEFAULT_SEED})")
    command.add_argument("--rule", choices=KINDS, help=f"how a step moves the parameters (default: {Rule().kind})")
    command.add_argument(
        "--rate", type=_number, metavar="X", help="learning rate; of adam2017 a factor (default: 0.01, of adam2017 1)"
    )
    command.add_argument("--warmup", type=_whole, metavar="N", help="steps that the rate of adam2017 rises")
    command.add_argument(
        "--unknown", choices=UNKNOWN, default="add", help="words that the model does not know (default: %(default)s)"
    )
    command.add_argument(
        "--untrained", action="store_true", help="forget what the model has learned: begin with what its seed gives"
    )
    command.add_argument(
        "--resume", action="store_true", help=f"go on exactly where FILE stopped; its state is FILE{checkpoint.ENDING}"
    )
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.glass")


def run_train(chosen: argparse.Namespace) -> int:
    """Train, print how it goes, write the model and its state; 130 where Ctrl-C ended it."""
    workspace, path = opened(chosen)
    with typed():
        check_trainable(workspace)
        if chosen.output.suffix.lower() != ENDING:
            raise Usage(f"-o takes a file that ends in {ENDING}, found '{chosen.output}'")
        if chosen.resume and path is None:
            raise Usage("--resume takes the FILE that an earlier training wrote, not a starting model")
        if chosen.resume and chosen.untrained:
            raise Usage("--resume goes on with what was learned, --untrained forgets it: give one of them")
        train, held_out = _samples(workspace, chosen)
        rule, batch, seed = _settings(chosen, path)
    if chosen.untrained:
        workspace = untrained(workspace)
    if path is None:
        workspace = workspace.with_about(_about(chosen.model, _trained_on(workspace, len(train)), rule, batch, seed))
    trainer = Trainer(workspace, train, rule, batch, seed, _executor(workspace), held_out)
    if chosen.resume and path is not None:
        checkpoint.restore(path, trainer)
    return _run(trainer, chosen.steps, chosen.output)


def _samples(workspace: Workspace, chosen: argparse.Namespace) -> tuple[list[Sample], list[Sample]]:
    """What is trained on and what is held out, with unknown words dealt with as asked."""
    shipped = resource(*SHIPPED)
    file = chosen.corpus or (shipped if shipped.is_file() else None)
    if file is None:
        return list(workspace.samples), []
    corpus = load_corpus(file)
    train, held_out = (lessons(workspace.spec, part) for part in corpus)
    if chosen.unknown == "add":
        return train, held_out
    return ([_known(workspace, sample, chosen.unknown) for sample in part] for part in (train, held_out))  # type: ignore[return-value]


def _known(workspace: Workspace, sample: Sample, unknown: str) -> Sample:
    changed = {}
    for side, part in (("src", "source"), ("tgt", "target")):
        words = set(workspace.vocab.get(vocab_side(workspace.spec, side), ()))
        tokens = sample.tokens(side)
        said = (*tokens, *(answer for answer in sample.answers if answer)) if side == "src" else tokens
        missing = next((token for token in said if words and token not in words), None)
        if missing is not None and unknown == "refuse":
            raise Problem(QT_TRANSLATE_NOOP("core", "The token {token} is not in the vocabulary."), token=missing)
        changed[part] = tuple(token if not words or token in words else UNK for token in tokens)
        if side == "src":  # the words under MASK
            changed["answers"] = tuple(word if not word or word in words else UNK for word in sample.answers)
    return msgspec.structs.replace(sample, **changed)


def _settings(chosen: argparse.Namespace, path: Path | None) -> tuple[Rule, int, int]:
    """Rule, batch and seed as asked; of a training that is resumed, as it was started."""
    if chosen.resume and path is not None:
        before = checkpoint.settings(path)
        rule, batch, seed = before.rule, before.batch, before.seed
    else:
        kind = chosen.rule or Rule().kind
        rule = Rule(kind=kind, rate=1.0 if kind == "adam2017" else Rule().rate)
        batch, seed = DEFAULT_BATCH, DEFAULT_SEED
    given = {"kind": chosen.rule, "rate": chosen.rate, "warmup": chosen.warmup}
    fields = {**msgspec.structs.asdict(rule), **{name: value for name, value in given.items() if value is not None}}
    return Rule(**fields), chosen.batch or batch, seed if chosen.seed is None else chosen.seed


def _trained_on(workspace: Workspace, count: int) -> dict[str, str]:
    """How many of what a model of this kind learns from, in both languages."""
    kind = workspace.spec.kind
    if kind == "encoder":
        return {"en": f"{count} holes in sentences", "zh_CN": f"{count} 个填空"}
    if kind == "decoder_only":
        return {"en": f"{count} sentences", "zh_CN": f"{count} 个句子"}
    return {"en": f"{count} pairs", "zh_CN": f"{count} 对句子"}


def _about(model: str, on: dict[str, str], rule: Rule, batch: int, seed: int) -> dict[str, dict[str, str]]:
    """What a starting model says of itself once it is trained; a file keeps what a person wrote there."""
    how = f"{rule.kind}, --rate {rule.rate:g} --batch {batch} --seed {seed}"
    return {
        "en": {
            "title": f"{model}, trained",
            "note": f"The starting model {model} after training on {on['en']} by “glassformer train” ({how}).",
        },
        "zh_CN": {
            "title": f"{model}（训练后）",
            "note": f"初始模型 {model}，用“glassformer train”在 {on['zh_CN']}上训练之后（{how}）。",
        },
    }


def _executor(workspace: Workspace) -> str:
    """Compiled code where there can be any: a command waits for it, a window would not."""
    if workspace.spec.precision != "float64":
        return "numpy"
    if not (jit.is_warm() and jit_back.is_warm()):
        print("compiling, once …", file=sys.stderr, flush=True)
    try:
        jit.forward()
        jit_back.load()
    except Problem as problem:
        print(f"glassformer: {problem}", file=sys.stderr)
        return "numpy"
    return "jit"


def _run(trainer: Trainer, steps: int, output: Path) -> int:
    """The loop: a line and a checkpoint now and then, and after Ctrl-C."""
    every = max(1, steps // LINES)
    begun, first = time.monotonic(), trainer.step
    losses: list[float] = []
    checkpoint.save(output, trainer)  # before anything is computed: a place that can't be written is known now
    with _stops() as stopped:
        while trainer.step < steps and not stopped:
            try:
                losses.append(trainer.advance())
            except Problem:
                checkpoint.save(output, trainer)
                raise
            if trainer.step % every == 0 or trainer.step == steps:
                checkpoint.save(output, trainer)
                left = (time.monotonic() - begun) / (trainer.step - first) * (steps - trainer.step)
                _say(trainer, sum(losses) / len(losses), left)
                losses.clear()
    checkpoint.save(output, trainer)
    ended = "interrupted at" if stopped and trainer.step < steps else "trained to"
    print(f"{ended} step {trainer.step}: {output}", flush=True)
    return INTERRUPTED if trainer.step < steps else 0


@contextmanager
def _stops() -> Iterator[list[int]]:
    """While inside, a first Ctrl-C only fills the list, so that no step is cut in two; a second one interrupts."""
    asked: list[int] = []

    def stop(number: int, frame: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, stop)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _say(trainer: Trainer, loss: float, left: float) -> None:
    held = _score(trainer, trainer.held_out)
    said = f"step {trainer.step}  loss {loss:.4f}"
    if held is not None:
        said += f"  held out {held.loss:.4f}  accuracy {held.accuracy:.1%}"
    else:
        said += f"  accuracy {trainer.score(trainer.samples).accuracy:.1%}"
    print(f"{said}  {_time(left)} left", flush=True)


def _score(trainer: Trainer, samples: Sequence[Sample]) -> Score | None:
    return trainer.score(samples) if samples else None


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:12]) <= MOST:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of them: write 1 to {MOST}")
    return int(text)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise argparse.ArgumentTypeError(f"'{text}' is no seed: write a whole number from 0")
    return int(text)


def _number(text: str) -> float:
    try:
        return parse_number(text)
    except Problem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from problem
