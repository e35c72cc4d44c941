"""The ledger against models that were really built, against the paper's own formulas, and as functions of n and m."""

from __future__ import annotations

import numpy as np
import pytest

from core.base import BASE
from core.engine import Engine
from core.field import Lengths
from core.graph import Graph
from core.ledger import Count, Entry, Ledger, ledger, total, variants
from core.ledger_text import page, text
from core.models.build import graph as build_graph
from core.plan import Plan, parameter_offsets
from core.problem import Problem
from core.spec import ModelSpec, with_fields
from core.workspace import Workspace
from labapp import models
from tests.core.specs import spread

SIZES = ("translate", "english", "cloze", "six", "base")


def of(workspace: Workspace) -> Ledger:
    return ledger(workspace.spec, workspace.lengths())


Shapes = dict[str, tuple[int, ...]]


def computed(workspace: Workspace) -> tuple[Graph, Shapes]:
    """The shape of every array that a run of the first sample leaves behind."""
    trace = Engine("numpy").run(workspace)
    return trace.graph, {name: trace[name].values.shape for name in trace}


def planned(workspace: Workspace) -> tuple[Graph, Shapes]:
    """The same without running: the places of the plan, for a model whose run costs seconds."""
    graph = workspace.graph()
    plan = Plan(graph, *parameter_offsets([graph]))
    arena = np.broadcast_to(np.float32(0), (plan.end,))
    return graph, {node.name: plan.view(arena, node).shape for node in graph.nodes}


def products_of(graph: Graph, shapes: Shapes) -> int:
    """The multiply–adds of every product, from the shapes of the arrays that take part in it."""
    found = 0
    for node in graph.nodes:
        arrays = [shapes[graph.nodes[k].name] for k in node.inputs]
        if node.op == "linear":
            found += arrays[0][0] * arrays[0][1] * arrays[1][1]
        elif node.op == "scores":
            found += arrays[0][0] * arrays[0][1] * arrays[1][0]
        elif node.op == "shaw_scores":  # for each query and key d_k products
            found += shapes[node.name][0] * shapes[node.name][1] * arrays[1][1]
        elif node.op == "shaw_values":  # each weight times a vector of d_v
            found += arrays[0][0] * arrays[0][1] * arrays[1][1]
    return found


def held(graph: Graph, shapes: Shapes) -> int:
    return sum(shapes[node.name][0] * shapes[node.name][1] for node in graph.nodes if node.role != "parameter")


@pytest.mark.parametrize("name", SIZES)
def test_it_counts_what_a_model_really_holds(name: str) -> None:
    workspace = models.starting_model(name)
    found, n, m = of(workspace), workspace.lengths().src, workspace.lengths().tgt
    graph, shapes = (planned if name == "base" else computed)(workspace)
    parameters = sum(array.size for key, array in workspace.arrays.items() if not key.startswith("sample"))
    assert found.parameters == parameters
    assert found.values.at(n, m) == held(graph, shapes)
    assert found.products.at(n, m) == products_of(graph, shapes)
    weights = [(weight, entry) for entry in found.entries for weight in entry.weights]
    assert sum(w.shape[0] * w.shape[1] * w.each * e.layers for w, e in weights) == parameters


@pytest.mark.parametrize("workspace", spread(40), ids=lambda workspace: workspace.spec.kind)
def test_it_counts_every_kind_of_model_at_any_length(workspace: Workspace) -> None:
    found = of(workspace)
    n, m = workspace.lengths().src, workspace.lengths().tgt
    assert found.products.at(n, m) == products_of(*computed(workspace))
    for more in (0, 2):  # the same polynomials at another length
        longer = Lengths(
            src=n + more if n else 0,
            tgt=m + more if m else 0,
            src_pad=workspace.lengths().src_pad,
            tgt_pad=workspace.lengths().tgt_pad,
            src_vocab=workspace.lengths().src_vocab,
            tgt_vocab=workspace.lengths().tgt_vocab,
        )
        try:
            nodes = build_graph(workspace.spec, longer).nodes
        except Problem:
            continue  # a table of positions that is too short
        assert found.values.at(longer.src, longer.tgt) == sum(x.size for x in nodes if x.role != "parameter")
        assert found.parameters == sum(x.size for x in nodes if x.role == "parameter")
        assert ledger(workspace.spec, longer).products == found.products


def by_title(found: Ledger) -> dict[str, Entry]:
    return {entry.title: entry for entry in found.entries}


def test_the_base_model_of_2017_part_by_part() -> None:
    """d = 512, h = 8, d_ff = 2048: what a pencil finds from the equations of the paper."""
    d, ff, words, n, m = 512, 2048, 37000, 50, 60
    found = ledger(BASE, Lengths(src=n, tgt=m, src_vocab=words, tgt_vocab=words))
    parts = by_title(found)
    attention, ffn = 4 * d * d, d * ff + ff + ff * d + d
    assert parts["encoder self-attention: projections"].parameters == attention
    assert parts["decoder cross-attention: projections"].parameters == attention
    assert parts["decoder feed-forward"].parameters == ffn
    assert parts["encoder residual and norm"].parameters == 2 * 2 * d
    assert parts["decoder residual and norm"].parameters == 3 * 2 * d
    assert parts["head and loss"].parameters == words  # the bias; W is the embedding
    encoder, decoder = attention + ffn + 4 * d, 2 * attention + ffn + 6 * d
    assert found.parameters == 6 * (encoder + decoder) + 2 * words * d + words
    work = 6 * (n * attention + 2 * n * n * d + n * 2 * d * ff)
    work += 6 * (m * attention + 2 * m * m * d + 2 * m * d * d + 2 * n * d * d + 2 * n * m * d + m * 2 * d * ff)
    assert found.products.at(n, m) == work + m * d * words


def test_biases_vocabulary_and_tying_change_it_as_the_equations_say() -> None:
    d, words = 512, 37000
    lengths = Lengths(src=9, tgt=8, src_vocab=words, tgt_vocab=words)
    said = variants(BASE, lengths)
    off = said["attention biases off"]
    assert off == ledger(BASE, lengths).parameters
    assert said["attention biases on"] == off + 18 * 4 * d
    assert said["without a head"] == off - words
    assert said["head with its own W"] == off + d * words
    assert said["one table for source, target and head (2017)"] == off - d * words
    assert 63e6 < said["one table for source, target and head (2017)"] < 65e6, "the paper says 65 million"
    more = ledger(BASE, Lengths(src=9, tgt=8, src_vocab=words, tgt_vocab=words + 1))
    assert more.parameters == off + d + 1


def test_a_choice_that_a_model_does_not_have_is_not_told() -> None:
    given = ModelSpec(kind="attention", project=False)
    assert variants(given, Lengths(src=3)) == {}
    assert list(variants(ModelSpec(), Lengths(src=3))) == ["attention biases off", "attention biases on"]


def test_attention_alone_grows_with_the_square() -> None:
    found = by_title(ledger(BASE, Lengths(src=64, tgt=64, src_vocab=9, tgt_vocab=9)))
    for title, entry in found.items():
        degrees = {sum(powers) for powers, _ in entry.products.terms}
        if title.endswith(": attention"):
            assert degrees == {2}, title
        else:
            assert degrees <= {1}, title


def test_a_polynomial_in_words() -> None:
    count = total([Count((((1, 0), 512),)), Count((((0, 0), 3), ((2, 0), 1))), Count((((1, 1), 1000),))])
    assert count.text() == "3 + 512·n + n² + 1,000·n·m"
    assert count.at(2, 5) == 3 + 1024 + 4 + 10000
    assert Count().text() == "0"
    assert total([]).at(3, 4) == 0


def test_the_page_and_the_lines_tell_the_same() -> None:
    workspace = models.starting_model("translate")
    found = of(workspace)
    told, lines = page(found), list(text(found))
    whole = told["total"]
    assert isinstance(whole, dict)
    assert whole["parameters"] == 3753
    assert whole["bytes"]["parameters"] == 3753 * 8
    assert whole["multiply_adds"]["at"] == found.products.at(9, 8)
    assert sum(whole["multiply_adds"]["terms"][key] * k for key, k in zip(
        ("n", "m", "n²", "n·m", "m²"), (9, 8, 81, 72, 64), strict=True)) == found.products.at(9, 8)  # fmt: skip
    assert any("3,753" in line and line.startswith("all") for line in lines)
    assert "vocabulary V_src = 30 and V_tgt = 41" in lines[1]
    assert any("WQ d×d_k = 8×4" in line for line in lines)


def test_memory_is_told_in_the_precision_of_the_model() -> None:
    workspace = models.starting_model("six")
    wide, narrow = of(workspace), of(workspace.with_spec(precision="float32"))
    assert (wide.item, narrow.item) == (np.dtype("f8").itemsize, np.dtype("f4").itemsize)
    assert any("memory in float32" in line for line in text(narrow))
    assert any("values, of 4 bytes each" in line for line in text(narrow))
    told, whole = page(narrow)["parts"], page(narrow)["total"]
    assert isinstance(told, list)
    assert isinstance(whole, dict)
    for what in ("parameters", "values"):
        assert sum(part["bytes"][what] * part["layers"] for part in told) == whole["bytes"][what]


@pytest.mark.parametrize(
    ("spec", "lengths", "said"),
    [
        (ModelSpec(), Lengths(src=10**6 + 1), "counts up to 1000000 tokens or words, found 1000001"),
        (ModelSpec(pos="learned", pos_length=16), Lengths(src=17), "The position table has 16 rows"),
    ],
)
def test_what_can_not_be_counted_is_refused(spec: ModelSpec, lengths: Lengths, said: str) -> None:
    with pytest.raises(Problem, match=said):
        ledger(spec, lengths)


def test_a_long_text_costs_nothing_to_count() -> None:
    spec = with_fields(BASE, inputs="rows", head=False)
    found = ledger(spec, Lengths(src=10**6, tgt=10**6))
    assert found.products.at(10**6, 0) > 6 * 2 * 10**12 * 512
