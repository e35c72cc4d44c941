"""Steps: several in one call are those of the trainer, to the bit, whoever runs them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core import dispatch, dispatch_back, jit_native, optimizer, steps
from core.optimizer import Rule
from core.problem import Problem
from core.steps import Steps
from core.train import Trainer
from tests.core.ops.run import needs_numba
from tests.core.test_train import trainer

RULES = (Rule(rate=0.02), Rule(kind="adam2017", rate=1.0, warmup=3), Rule(kind="sgd", rate=0.1))


def halves(learning: Trainer) -> np.ndarray:
    """The parameters in two groups."""
    groups = np.zeros(learning.size, np.int64)
    groups[learning.size // 2 :] = 1
    return groups


def pair(executor: str, **options: Any) -> tuple[Trainer, Trainer, Steps]:
    """A trainer that makes one step after the other, and one that makes several at once."""
    alone, many = trainer(executor, **options), trainer(executor, **options)
    return alone, many, Steps(many, halves(many), 2)


@needs_numba
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
def test_several_steps_in_one_call_are_those_of_the_trainer(rule: Rule) -> None:
    alone, many, made = pair("jit", rule=rule)
    assert made.compiled
    losses: list[float] = []
    while many.step < 7:
        found, lengths = made.make(min(3, 7 - many.step))
        losses += found.tolist()
    assert losses == [alone.advance() for _ in range(7)]
    assert (alone.parameters() == many.parameters()).all()
    assert (alone.m == many.m).all()
    assert (alone.v == many.v).all()
    half = many.size // 2
    want = [np.sqrt((part**2).sum()) for part in (alone.gradient[:half], alone.gradient[half:])]
    assert np.allclose(lengths[-1], want, rtol=1e-12)


@pytest.mark.parametrize("options", [{}, {"rule": RULES[2]}], ids=["adam", "sgd"])
def test_without_a_compiler_the_trainer_is_asked(options: dict[str, Any]) -> None:
    alone, many, made = pair("numpy", **options)
    assert not made.compiled
    for _ in range(3):
        losses, lengths = made.make(5)
        assert losses.tolist() == [alone.advance()]
        assert np.isclose((lengths**2).sum(), (alone.gradient**2).sum())
    assert (alone.parameters() == many.parameters()).all()


def test_uncompiled_it_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel as plain Python, with the walks called by name: it is its own obvious twin."""
    alone = trainer("numpy")
    many = trainer("numpy")
    monkeypatch.setattr(steps, "call_walk", lambda _, *given: dispatch.walk(*given))
    monkeypatch.setattr(steps, "call_walk_back", lambda _, *given: dispatch_back.walk_back(*given))
    monkeypatch.setattr(steps, "call_adam", lambda _, *given: optimizer.adam_kernel(*given))
    monkeypatch.setattr(jit_native, "address", lambda entry: 0)
    monkeypatch.setattr(many, "_walk", dispatch.walk)
    from core.jit_back import Unit

    monkeypatch.setattr(many, "_unit", Unit(dispatch_back.walk_back, optimizer.adam_kernel, steps.learn))
    made = Steps(many, halves(many), 2)
    assert made.compiled
    with np.errstate(all="ignore"):
        losses, _ = made.make(2)
    assert np.allclose(losses, [alone.advance(), alone.advance()], rtol=1e-10)
    assert np.allclose(many.parameters(), alone.parameters(), rtol=0, atol=1e-10)


@needs_numba
def test_a_step_that_is_not_finite_is_not_made_and_is_named_by_the_next_call() -> None:
    _, many, made = pair("jit", rule=Rule(kind="adam", rate=1000.0))
    many.v[:] = 0.0
    many._arena[many.offsets["out.W"]] = np.inf
    before = many.parameters()
    with pytest.raises(Problem, match=r"step 1: out\.W\[0,0\] is inf"):
        made.make(4)
    assert many.step == 0
    assert (many.parameters() == before).all()


@needs_numba
def test_what_is_stopped_is_not_made() -> None:
    alone, many, made = pair("jit")
    made.stop[0] = 1
    losses, _ = made.make(4)
    assert len(losses) == 0
    made.stop[0] = 0
    assert made.make(1)[0].tolist() == [alone.advance()]


@needs_numba
def test_dropout_draws_between_two_samples() -> None:
    from tests.core.test_train import small

    alone, many, made = pair("jit", workspace=small(dropout=0.2))
    assert not made.compiled
    assert made.make(3)[0].tolist() == [alone.advance()]


def test_a_trainer_goes_on_where_another_stopped() -> None:
    one = trainer()
    for _ in range(4):
        one.advance()
    other = trainer()
    other.resume(one.learned(), 4, one.m, one.v)
    assert [other.advance() for _ in range(3)] == [one.advance() for _ in range(3)]
    assert (one.learned(one.parameters()).arrays["out.W"] == other.learned().arrays["out.W"]).all()
