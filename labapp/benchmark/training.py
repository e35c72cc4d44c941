"""One training step (forward, backward, Adam) beside PyTorch eager: the same model, batch and numbers, one thread.

The peer is written as `peers` is: heads and samples batched, Q, K and V three products, PyTorch's own softmax,
layer_norm, cross_entropy and Adam. Both train from the same start; they are timed only after their first losses agree.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core import jit, jit_back
from core.optimizer import Rule
from core.problem import Problem
from core.spec import ModelSpec
from core.train import Trainer
from core.workspace import Sample, Workspace

from .machine import machine, one_thread
from .measure import Run, interleaved
from .peers import Torch, packed, peers

SPEC = ModelSpec(
    kind="encoder_decoder",
    inputs="tokens",
    head=True,
    causal=True,
    pos="sinusoidal",
    enc_layers=2,
    dec_layers=2,
    d=8,
    d_k=4,
    d_v=4,
    d_ff=16,
)
WORDS, SOURCE, TARGET = 40, 9, 8
TARGETS = {1: 25.0, 16: 5.0}  # times faster than PyTorch eager, by the size of the batch
LOAD_TARGET = 0.5  # seconds of loading the compiled unit
SCRATCH_TARGET = 60.0  # seconds of training a shipped model from its start
RULE = Rule(rate=0.01)
COMPARED = 3  # steps whose losses must agree before anything is timed
TOLERANCE = 1e-9


def samples(count: int) -> tuple[Sample, ...]:
    """Seeded sentences of the measured shape."""
    r = np.random.default_rng(1)
    drawn = r.integers(WORDS, size=(count, SOURCE + TARGET - 1))
    words = [tuple(f"w{k}" for k in row) for row in drawn.tolist()]
    return tuple(Sample(row[:SOURCE], ("BOS", *row[SOURCE:])) for row in words)


@dataclass(frozen=True)
class Course:
    """A training from its start to its end: what is trained, on what, and for how many steps."""

    workspace: Workspace
    pairs: Sequence[Sample]
    held_out: Sequence[Sample]
    steps: int
    rule: Rule = RULE


def training_report(
    own: Mapping[str, Workspace],
    scratch: Mapping[str, Course] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """`{"training": […], "own": {…}, "scratch": {…}, "load_s": …, "machine": {…}}`: microseconds of a step, ratios to
    PyTorch, seconds of whole trainings.

    `own` are models that train on their own samples, 16 at a time, without a peer; `scratch` are trained from start to
    end. `load_s` is what loading the compiled unit took; None where it was compiled here or can't be.
    """
    one_thread()
    executor, load = _load()
    cases = []
    for batch in TARGETS:
        say(f"a training step, batch {batch}")
        cases.append(measure_step(batch, executor))
    found = {}
    for name, workspace in own.items():
        say(f"a training step of {name}")
        batch_of = (workspace.samples * 16)[:16]
        run = Run(Trainer(workspace, batch_of, RULE, 16, executor=executor).advance)
        found[name] = interleaved({"engine": run})["engine"].median
    whole = {}
    for name, course in (scratch or {}).items():
        say(f"the training of {name}")
        whole[name] = measure_course(course, executor)
    return {"training": cases, "own": found, "scratch": whole, "load_s": load, "machine": machine()}


def measure_course(course: Course, executor: str) -> dict[str, Any]:
    """The seconds of a whole training, once, and the share of held-out tokens that it is right about then."""
    trainer = Trainer(course.workspace, course.pairs, course.rule, 16, 1, executor, course.held_out)
    started = time.perf_counter()
    for _ in range(course.steps):
        trainer.advance()
    seconds = time.perf_counter() - started
    return {"steps": course.steps, "seconds": seconds, "held_out": trainer.score(course.held_out).accuracy}


def _load() -> tuple[str, float | None]:
    """The executor that serves here, and the seconds of loading the unit where it lay ready."""
    try:
        jit.forward()
        lay_ready = jit_back.loaded() is None and jit_back.is_warm()
        started = time.perf_counter()
        jit_back.load()
    except Problem:
        return "numpy", None
    return "jit", time.perf_counter() - started if lay_ready else None


def measure_step(batch: int, executor: str) -> dict[str, Any]:
    """A step of a batch against every peer installed here. Refuses to time what doesn't agree."""
    pairs = samples(batch)
    trainer = Trainer(Workspace.new(SPEC, pairs[:1]), pairs, RULE, batch, executor=executor)
    runs = {"engine": Run(trainer.advance)}
    if "torch" in peers():
        peer = TorchStep(trainer.workspace.with_samples(pairs))
        error = max(abs(trainer.advance() - float(peer.step())) for _ in range(COMPARED))
        if not error <= TOLERANCE:
            raise Problem("{size}: {name} and the engine differ by {error}.", size=batch, name="torch", error=error)
        runs["torch"] = Run(peer.step)
    times = interleaved(runs)
    torch = times["torch"].median if "torch" in times else None
    return {
        "batch": batch,
        "executor": executor,
        "engine_us": times["engine"].median,
        "torch_us": torch,
        "x_torch": None if torch is None else torch / times["engine"].median,
        "spread": {name: [found.low, found.high] for name, found in times.items()},
    }


class TorchStep:
    """Forward, backward and Adam of a post-norm ReLU encoder–decoder in PyTorch, every sample of one length."""

    def __init__(self, workspace: Workspace) -> None:
        torch = Torch().torch  # on one thread
        self.torch, self.spec = torch, workspace.spec
        first = workspace.samples[0]
        self.w = {name: torch.from_numpy(np.array(a)).requires_grad_() for name, a in packed(workspace).items()}
        self.w["out.b"] = self.w["out.b"].detach()[0].requires_grad_()
        ids = {side: {word: k for k, word in enumerate(words)} for side, words in workspace.vocab.items()}

        def whole(side: str, rows: list[tuple[str, ...]]) -> Any:
            return torch.tensor([[ids[side][word] for word in row] for row in rows])

        self.source = whole("src", [sample.source for sample in workspace.samples])
        self.target = whole("tgt", [sample.target for sample in workspace.samples])
        self.labels = whole("tgt", [tuple(word for word, _ in sample.labels()) for sample in workspace.samples])
        self.places = torch.from_numpy(_sinusoids(max(len(first.source), len(first.target)), self.spec.d))
        n = len(first.target)
        self.future = torch.ones(n, n, dtype=torch.bool).triu(1)
        self.adam = torch.optim.Adam(list(self.w.values()), lr=RULE.rate, betas=RULE.betas, eps=RULE.eps)

    def step(self) -> Any:
        """One step; the loss before it."""
        self.adam.zero_grad()
        logits = self._logits()
        loss = self.torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), self.labels.reshape(-1))
        loss.backward()
        self.adam.step()
        return loss.detach()

    def _logits(self) -> Any:
        x = self._rows("src.embed", self.source)
        for layer in range(1, self.spec.enc_layers + 1):
            x = self._norm(f"enc{layer}.norm1", x + self._attention(f"enc{layer}.self", x, x, None))
            x = self._norm(f"enc{layer}.norm2", x + self._ffn(f"enc{layer}.ffn", x))
        y = self._rows("tgt.embed", self.target)
        for layer in range(1, self.spec.dec_layers + 1):
            y = self._norm(f"dec{layer}.norm1", y + self._attention(f"dec{layer}.self", y, y, self.future))
            y = self._norm(f"dec{layer}.norm2", y + self._attention(f"dec{layer}.cross", y, x, None))
            y = self._norm(f"dec{layer}.norm3", y + self._ffn(f"dec{layer}.ffn", y))
        return y @ self.w["out.W"] + self.w["out.b"]

    def _rows(self, table: str, ids: Any) -> Any:
        return self.w[table][ids] * math.sqrt(self.spec.d) + self.places[: ids.shape[1]]

    def _attention(self, at: str, x: Any, source: Any, hidden: Any) -> Any:
        q = self._heads(x @ self.w[f"{at}.WQ"])
        k = self._heads(source @ self.w[f"{at}.WK"])
        v = self._heads(source @ self.w[f"{at}.WV"])
        s = q @ k.transpose(2, 3) / math.sqrt(self.spec.d_k)
        if hidden is not None:
            s = s.masked_fill(hidden, -math.inf)
        return (self.torch.softmax(s, -1) @ v).transpose(1, 2).reshape(x.shape) @ self.w[f"{at}.WO"]

    def _heads(self, x: Any) -> Any:
        return x.view(x.shape[0], x.shape[1], self.spec.heads, -1).transpose(1, 2)

    def _ffn(self, at: str, x: Any) -> Any:
        hidden = self.torch.relu(x @ self.w[f"{at}.W1"] + self.w[f"{at}.b1"])
        return hidden @ self.w[f"{at}.W2"] + self.w[f"{at}.b2"]

    def _norm(self, at: str, x: Any) -> Any:
        gamma, beta = self.w[f"{at}.gamma"], self.w[f"{at}.beta"]
        return self.torch.nn.functional.layer_norm(x, gamma.shape, gamma, beta, self.spec.eps)


def _sinusoids(n: int, d: int) -> Any:
    angle = np.arange(n)[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(n, d)
