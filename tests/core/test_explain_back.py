"""Backward sums: what the ops that read a cell send back to it adds up to its gradient."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from core.engine import Engine
from core.explain_back import KIND, explain_back, sent_back
from core.explain_text import latex, lines, plain_text
from core.expression import Cell
from core.generate import Choice, Generation
from core.gradient import Gradient, gradient, movable
from core.graph import LEAF, Node
from core.ops import BY_NAME, TABLE
from core.ops.arithmetic import Operand
from core.ops.op import NO_GRADIENT
from core.problem import Problem
from core.trace import Trace
from core.workspace import Workspace
from core.writing import GRADIENT, LatexStyle, Style, gradient_of, matrix_of
from labapp import models
from tests import golden_cases as golden
from tests.core.specs import spread

FAR = 1e-9


def last_of(trace: Trace) -> tuple[str, int, int]:
    """The loss, else a number in the middle of the last result."""
    if "out.loss" in trace:
        return "out.loss", 0, 0
    node = next(n for n in reversed(trace.graph.nodes) if n.op != LEAF and movable(n))
    return node.name, node.shape[0] // 2, node.shape[1] // 2


def cells_of(node: Node, r: np.random.Generator, most: int = 4) -> Iterator[tuple[int, int]]:
    yield 0, 0
    for _ in range(min(most, node.size) - 1):
        yield int(r.integers(node.shape[0])), int(r.integers(node.shape[1]))


def unlike(trace: Trace, found: Gradient, r: np.random.Generator) -> list[str]:
    """Cells whose backward sum is another number than their gradient."""
    wrong = []
    for node in trace.graph.nodes:
        if not movable(node):
            continue
        for i, j in cells_of(node, r):
            explanation = explain_back(trace, found, node.name, i, j)
            want = float(found[node.name][i, j])
            assert explanation.value == want
            if not abs(explanation.recomputed - want) <= FAR * max(1.0, abs(want)):
                wrong.append(f"{node.name}[{i},{j}]: {explanation.recomputed} for {want}")
    return wrong


@pytest.mark.parametrize("case", [*golden.variant_cases(), *golden.encdec_cases()], ids=lambda case: case.id)
def test_sums_are_the_gradients_of_the_golden_set(case: golden.Case) -> None:
    trace = Engine("numpy").run(case.make(), case.sample)
    assert unlike(trace, gradient(trace, *last_of(trace), executor="numpy"), np.random.default_rng(5)) == []


@pytest.mark.parametrize("name", ["block", "translate", "six", "nine"])
def test_sums_are_the_gradients_of_starting_models_and_of_any_cell(name: str) -> None:
    trace = Engine("numpy").run(models.starting_model(name))
    r = np.random.default_rng(6)
    computed = [node for node in trace.graph.nodes if node.op != LEAF and movable(node)]
    for node in (computed[len(computed) // 3], computed[-1]):
        i, j = int(r.integers(node.shape[0])), int(r.integers(node.shape[1]))
        assert unlike(trace, gradient(trace, node.name, i, j, executor="numpy"), r) == []


@cache
def traces() -> list[Trace]:
    """Models in which every op occurs that a model can show, with a pin and with the cache of a third step."""
    found = [workspace for workspace in spread(60, seed=4) if workspace.spec.d > 1][:36]
    at = next(w for w in found if w.spec.heads > 1)
    pinned = at.with_pin(next(n.name for n in at.graph().nodes if n.name.endswith("h1.A")), 0, 0, 0.75)
    stepped = Generation(models.starting_model("six"), choice=Choice(temperature=1.0, seed=3))
    return [*(Engine("numpy").run(workspace) for workspace in (*found, pinned)), [*stepped][2].trace]


def test_every_op_sends_each_cell_what_its_backward_reference_does() -> None:
    """With any gradient of its result, for cells of each of its inputs."""
    r = np.random.default_rng(7)
    seen = set()
    for trace in traces():
        for node in trace.graph.nodes:
            if node.op == LEAF or BY_NAME[node.op].backward is NO_GRADIENT:
                continue
            backward = BY_NAME[node.op].backward
            inputs = [trace.graph.nodes[k] for k in node.inputs]
            g = r.normal(size=node.shape)
            values = [trace.values_of(one) for one in (node, *inputs)]
            with np.errstate(all="ignore"):
                want = backward.reference(g, *values)
            operands = [Operand(one.name, array) for one, array in zip((node, *inputs), values, strict=True)]
            for k, (one, gradients) in enumerate(zip(inputs, want, strict=True)):
                if gradients is None:
                    continue
                seen.add(node.op)
                for i, j in cells_of(one, r):
                    made = backward.explain(k, i, j, Operand(gradient_of(node.name), g), *operands)
                    with np.errstate(all="ignore"):
                        got = float(made.expression.number())
                    assert got == pytest.approx(float(gradients[i, j]), rel=1e-9, abs=1e-9), (node.op, k)
    assert seen == {op.name for op in TABLE if op.backward is not NO_GRADIENT} - {"dropout"}


def test_dropout_sends_back_what_it_kept() -> None:
    x, keep, g = np.ones((1, 2)), np.array([[0.0, 2.0]]), np.array([[3.0, 5.0]])
    operands = (Operand("∂y", g), Operand("y", x * keep), Operand("x", x), Operand("keep", keep))
    back = BY_NAME["dropout"].backward.explain
    assert [float(back(0, 0, j, *operands).expression.number()) for j in (0, 1)] == [0.0, 10.0]


def block() -> tuple[Workspace, Trace]:
    workspace = models.starting_model("block")
    return workspace, Engine("numpy").run(workspace)


def test_a_residual_takes_identity_and_branch_apart() -> None:
    """X goes into Q, K and V of both heads, and past them: seven ops send something back."""
    _, trace = block()
    found = gradient(trace, "enc1.Z", 0, 1, executor="numpy")
    users = [part.user for part in sent_back(trace, found, trace.graph["src.X"], 0, 0)]
    assert users == [*(f"enc1.self.h{h}.{m}" for h in (1, 2) for m in "QKV"), "enc1.sum1"]
    explanation = explain_back(trace, found, "src.X", 0, 0)
    steps = {step.symbol: float(step.known) for step in explanation.steps}
    assert steps["g₇"] == found["enc1.sum1"][0, 0]  # the identity: all of it
    assert sum(steps.values()) == pytest.approx(float(found["src.X"][0, 0]), abs=1e-12)
    assert Cell(gradient_of("enc1.sum1"), 0, 0, float(found["enc1.sum1"][0, 0])) in explanation.blocks


def test_a_softmax_is_written_with_what_its_row_shares() -> None:
    _, trace = block()
    found = gradient(trace, "enc1.Z", 0, 1, executor="numpy")
    a, da = trace["enc1.self.h1.A"].values, found["enc1.self.h1.A"]
    explanation = explain_back(trace, found, "enc1.self.h1.S", 0, 2)
    shared = sum(da[0, k] * a[0, k] for k in range(3))
    assert float(explanation.steps[0].known) == pytest.approx(shared, rel=1e-14)
    assert explanation.recomputed == pytest.approx(a[0, 2] * (da[0, 2] - shared), rel=1e-12)
    said = [line.text() for line in lines(explanation, Style())]
    assert said[-1].startswith("∂S¹[0,2] = A¹[0,2]·(∂A¹[0,2] − Σ) = ")
    assert r"\partial S^{1}_{[0,2]} &= A^{1}_{[0,2]} \cdot (\partial A^{1}_{[0,2]} - \Sigma)" in latex(
        explanation, LatexStyle()
    )
    assert said[0].startswith("Σ = ∂A¹[0,0]·A¹[0,0] + ∂A¹[0,1]·A¹[0,1] + ∂A¹[0,2]·A¹[0,2] = ")


def test_the_loss_sends_p_minus_y_by_the_labels() -> None:
    trace = Engine("numpy").run(models.starting_model("translate"))
    found = gradient(trace, executor="numpy")
    labels = trace["tgt.labels"].values[:, 0].astype(int)
    p, count = trace["out.p"].values, int((trace["tgt.label_counts"].values != 0).sum())
    for i, j in ((3, int(labels[3])), (3, 0), (0, int(labels[0]))):
        explanation = explain_back(trace, found, "out.logits", i, j)
        assert explanation.recomputed == pytest.approx((p[i, j] - (j == labels[i])) / count, abs=1e-12)
        assert any("(p − y)/N" in text for text in plain_text(explanation).splitlines())
    other = int((labels[2] + 1) % p.shape[1])
    assert explain_back(trace, found, "out.logp", 2, other).recomputed == 0.0


def test_a_row_of_the_embedding_gathers_its_tokens() -> None:
    workspace = models.starting_model("translate")
    trace = Engine("numpy").run(workspace)
    found = gradient(trace, executor="numpy")
    ids = trace["src.ids"].values[:, 0].astype(int)
    explanation = explain_back(trace, found, "src.embed", int(ids[2]), 1)
    sources = [(source.node, source.i, source.j) for source in explanation.sources]
    assert [source for source in sources if source[0].startswith(GRADIENT)] == [
        (gradient_of("src.E"), int(i), 1) for i in np.flatnonzero(ids == ids[2])
    ]
    unused = next(i for i in range(trace["src.embed"].values.shape[0]) if i not in ids)
    nothing = explain_back(trace, found, "src.embed", unused, 1)
    assert (nothing.recomputed, nothing.value) == (0.0, 0.0)
    assert "No token of this sample picks this row." in plain_text(nothing)


def test_the_target_is_one_and_what_leads_nowhere_is_nothing() -> None:
    _, trace = block()
    found = gradient(trace, "enc1.self.h1.A", 0, 1, executor="numpy")
    one = explain_back(trace, found, "enc1.self.h1.A", 0, 1)
    assert (one.recomputed, one.kind) == (1.0, KIND)
    after = explain_back(trace, found, "enc1.Z", 0, 0)
    assert (after.recomputed, after.sources) == (0.0, ())
    assert "Nothing leads from here to enc1.self.h1.A[0,1]" in plain_text(after)


def test_a_pin_stops_what_comes_back_to_the_natural_value() -> None:
    workspace, _ = block()
    trace = Engine("numpy").run(workspace.with_pin("enc1.self.h1.A", 0, 1, 0.5))
    found = gradient(trace, "enc1.Z", 0, 1, executor="numpy")
    stopped = explain_back(trace, found, "enc1.self.h1.A.natural", 0, 1)
    assert (stopped.recomputed, stopped.value) == (0.0, 0.0)
    assert "A pin covers this cell" in plain_text(stopped)
    free = explain_back(trace, found, "enc1.self.h1.A.natural", 0, 2)
    assert free.recomputed == float(found["enc1.self.h1.A"][0, 2]) != 0.0
    kept = explain_back(trace, found, "enc1.self.h1.A.held", 0, 1)
    assert kept.recomputed == float(found["enc1.self.h1.A"][0, 1]) != 0.0


def test_masks_have_no_sum_and_say_so() -> None:
    _, trace = block()
    found = gradient(trace, "enc1.Z", 0, 0, executor="numpy")
    with pytest.raises(Problem, match="has no gradient"):
        explain_back(trace, found, "enc1.self.mask", 0, 0)
    with pytest.raises(Problem, match="is a setting"):
        explain_back(trace, found, "set.eps", 0, 0)


def test_names_of_gradients_lead_back_to_their_matrices() -> None:
    assert matrix_of(gradient_of("enc1.self.h1.Q")) == matrix_of("enc1.self.h1.Q") == "enc1.self.h1.Q"
