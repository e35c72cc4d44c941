"""The way to the inputs: each step is a source of the one before, and the one with most to say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.engine import Engine
from core.explain import Source
from core.explain_text import trail_lines
from core.spec import ModelSpec
from core.trace import Trace
from core.trail import RULE, trail
from core.workspace import Sample, Workspace
from labapp import models

ENDS = {"block": "src.X", "translate": "src.ids tgt.ids", "g01": "tgt.X tgt.ids", "nine": "src.ids"}


def run(workspace: Workspace) -> Trace:
    return Engine("numpy").run(workspace)


@pytest.mark.parametrize("name", ENDS)
def test_every_step_is_a_source_of_the_one_before(name: str) -> None:
    trace = run(models.starting_model(name))
    r = np.random.default_rng(4)
    for node in trace.graph.nodes:
        links = trail(trace, node.name, *(int(r.integers(n)) for n in node.shape))
        for link, after in zip(links, links[1:], strict=False):
            assert link.next is not None
            assert Source(*link.next[:3]) in link.explanation.sources
            assert Source(*link.next[:3]) == (after.explanation.node, after.explanation.i, after.explanation.j)
            assert link.why is not None
        assert links[-1].next is None
        assert not links[-1].explanation.sources
        if node.role == "result" and "mask" not in node.name and node.op not in ("transpose", "sinusoid", "zeros"):
            hidden = any(link.explanation.hidden for link in links)
            assert hidden or links[-1].explanation.node in ENDS[name].split(), node.name


def test_the_largest_contribution_is_followed() -> None:
    given: dict[str, Any] = {
        "sample0/src.X": np.array([[1.0, -3.0], [2.0, 0.5]]),
        "att.h1.WV": np.array([[1.0, 0.0], [2.0, 1.0]]),
    }
    spec = ModelSpec(kind="attention", d=2, heads=1, d_k=2, d_v=2)
    trace = run(Workspace.new(spec, (Sample(("a", "b")),), given))
    links = trail(trace, "att.h1.V", 0, 0)  # 1·1 + (−3)·2
    assert [link.next and tuple(link.next) for link in links] == [("src.X", 0, 1, -3.0), None]
    assert links[0].why is not None
    assert links[0].why.values == {"count": 2, "amount": -6.0}


def test_a_bias_is_followed_only_where_nothing_else_contributes() -> None:
    zeros = Workspace.new(ModelSpec(bias=True, d=4), (Sample(("a", "b")),), {"sample0/src.X": np.zeros((2, 4))})
    biased = zeros.with_cell("enc1.self.h1.bQ", 0, 0, 7.0)
    links = trail(run(biased), "enc1.self.h1.Q", 0, 0)
    assert links[0].next is not None
    assert links[0].next.node == "enc1.self.h1.bQ"
    small = biased.with_cell("src.X", 0, 0, 1e-3)
    following = trail(run(small), "enc1.self.h1.Q", 0, 0)[0].next
    assert following is not None
    assert following.node == "src.X"


def test_a_hidden_weight_leads_to_its_rule() -> None:
    trace = run(Workspace.new(ModelSpec(causal=True), (Sample(("a", "b", "c")),)))
    names = [link.explanation.node for link in trail(trace, "enc1.self.h1.A", 0, 2)]
    assert names == ["enc1.self.h1.A", "enc1.self.mask", "enc1.self.mask.causal", "set.query_offset"]


def test_one_line_a_step_and_the_rule_is_said() -> None:
    trace = run(models.starting_model("block"))
    links = trail(trace, "enc1.Z", 0, 0)
    lines = trail_lines(links)
    assert lines[0] == RULE
    assert len(lines) == 1 + len(links)
    assert all(" → " in line for line in lines[1:-1])
    assert lines[-1] == "X[0,0] = 1 · input"
