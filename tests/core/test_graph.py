"""Graph, op table and plan: names are unique, every op has its readings, and core stands alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import dispatch, dispatch_back
from core.graph import LEAF, OPCODE, Graph
from core.models.build import graph, training_graph
from core.ops import BY_NAME, TABLE
from core.ops.__main__ import source, source_back
from core.plan import Plan, parameter_offsets
from core.spec import Lengths, ModelSpec
from tests.core.ops.run import recorder
from tests.core.specs import painted, spread

ROOT = Path(__file__).parents[2]
MODELS = [painted(w, seed) if seed % 3 == 0 else w for seed, w in enumerate(spread(300))]
STEP = graph(ModelSpec(kind="encoder_decoder", causal=True, pos="rope_half"), Lengths(src=3, tgt=1, cached=4))
GRAPHS = [*(w.graph() for w in MODELS), STEP]
THREE = Lengths(src=3)


# the op table


def test_dispatch_is_the_op_table() -> None:
    """After a change of the table run `python -m core.ops`."""
    assert Path(dispatch.__file__).read_text(encoding="utf-8") == source()
    assert Path(dispatch_back.__file__).read_text(encoding="utf-8") == source_back()


def test_opcodes_are_the_places_in_the_table() -> None:
    assert [OPCODE[op.name] for op in TABLE] == list(range(len(TABLE)))
    assert len(BY_NAME) == len(TABLE)


@pytest.mark.parametrize("op", TABLE, ids=lambda op: op.name)
def test_every_op_has_its_readings(op: Any) -> None:
    assert callable(op.kernel)
    assert op.kernel.__name__.endswith("_kernel")
    assert callable(op.reference)
    assert op.reference.__doc__, "the reference says what the op is"
    assert op.display in ("signed", "weights", "mask")
    assert callable(op.shape)
    assert callable(op.axes)
    assert callable(op.check)


def test_every_op_serves_some_model() -> None:
    used = {node.op for recorded in GRAPHS for node in recorded.nodes}
    used |= {node.op for node in graph(ModelSpec(), THREE, frozenset(), frozenset({"enc1.sum1"})).nodes}
    used |= {node.op for node in training_graph(ModelSpec(dropout=0.1), THREE).nodes}
    assert used == {*BY_NAME, LEAF}


# graphs


def test_names_and_aliases_are_unique_in_every_model() -> None:
    for recorded in GRAPHS:
        every = [name for node in recorded.nodes for name in (node.name, *node.aliases)]
        assert len(set(every)) == len(every) == len(recorded.names())
        for index, node in enumerate(recorded.nodes):
            assert node.index == index
            assert all(k < index for k in node.inputs)
            assert (recorded.formula(node) == "") == (node.op == LEAF)
            assert all(recorded[alias] is node for alias in (node.name, *node.aliases))


def test_two_nodes_of_one_name_are_a_mistake_of_the_model() -> None:
    recorded = Graph()
    x = recorded.leaf("x", (2, 2), ("src", "feature"), "input", "also")
    recorded.add("y", "copy", x)
    for name, aliases in (("y", ()), ("also", ()), ("z", ("x",))):
        with pytest.raises(ValueError, match="two nodes are called"):
            recorded.add(name, "copy", x, aliases=aliases)


def test_a_leaf_recorded_twice_is_one_node() -> None:
    m = recorder()
    assert m.setting("eps") is m.setting("eps")
    assert len(m.graph.nodes) == 1


@pytest.mark.parametrize(
    ("op", "shapes", "sentence"),
    [
        ("linear", [(3, 4), (5, 2)], r"y: X is \(3, 4\), W is \(5, 2\): the width of X must be the height of W"),
        ("linear", [(3, 4), (4, 2), (1, 3)], r"b is \(1, 3\): it must be 1×2"),
        ("scores", [(3, 2), (3, 4)], "their widths must agree"),
        ("scale", [(3, 2), (1, 2)], "it must be 1×1"),
        ("softmax", [(3, 3), (3, 2)], "they must agree"),
        ("all_rules", [(3, 3), (2, 3)], "must be equal"),
        ("variance", [(3, 2), (2, 1)], "one number a row"),
        ("standardize", [(3, 2), (3, 1), (2, 1), (1, 1)], "one number a row"),
        ("standardize", [(3, 2), (3, 1), (3, 1), (1, 2)], "it must be 1×1"),
        ("affine", [(3, 2), (1, 3)], "they must be 1×2"),
        ("add", [(3, 2), (3, 3)], "must be equal"),
        ("concat", [(3, 2), (2, 2)], "equally many rows"),
        ("append", [(3, 2), (1, 3)], "their widths must agree"),
        ("hold", [(3, 2), (3, 2), (1, 1)], "must be equal"),
    ],
)
def test_operands_that_do_not_fit_are_refused_by_name(op: str, shapes: list[tuple[int, int]], sentence: str) -> None:
    recorded = Graph()
    leaves = [recorded.leaf(f"x{k}", shape, ("src", "feature"), "input") for k, shape in enumerate(shapes)]
    with pytest.raises(ValueError, match=sentence):
        recorded.add("y", op, *leaves)


def test_shapes_of_results_are_those_of_the_references() -> None:
    """What the graph says of a node is what its op makes, for every node of every model."""
    seen = set()
    for recorded in GRAPHS:
        for node in recorded.nodes:
            shapes = tuple(recorded.nodes[k].shape for k in node.inputs)
            if node.op == LEAF or (node.op, shapes) in seen:
                continue
            seen.add((node.op, shapes))
            out = [np.zeros(node.shape)] if BY_NAME[node.op].sized else []
            inputs = list(map(np.zeros, shapes))  # zeros are ids, labels and offsets too
            if node.op == "distance_bias":
                inputs[0] = np.zeros((1, 2 * max(node.shape) - 1))
            with np.errstate(all="ignore"):
                assert BY_NAME[node.op].reference(*out, *inputs).shape == node.shape


def test_fields_that_are_only_values_share_one_graph() -> None:
    base = graph(ModelSpec(window=2), THREE)
    for change in (
        {"eps": 0.1},
        {"scale": False},
        {"window": 1},
        {"rope_base": 2.0},
        {"precision": "float32"},
        {"seed": 9},
    ):
        assert graph(ModelSpec(**{"window": 2, **change}), THREE) is base
    assert graph(ModelSpec(window=0), THREE) is not base
    assert graph(ModelSpec(window=2), Lengths(src=4)) is not base


# plans


def test_a_plan_gives_every_node_its_own_place_parameters_first() -> None:
    recorded = [graph(ModelSpec(enc_layers=2, bias=True), Lengths(src=rows)) for rows in (2, 5)]
    offsets, end = parameter_offsets(recorded)
    first = Plan(recorded[0], offsets, end)
    second = Plan(recorded[1], offsets, first.end)
    taken = np.zeros(second.end, int)
    for plan in (first, second):
        for node in plan.graph.nodes:
            start = plan.offsets[node.index]
            if node.role == "parameter":
                assert start == offsets[node.name] < end
            else:
                assert plan.base <= start
                assert start + node.size <= plan.end
            if node.role != "parameter" or plan is first:
                taken[start : start + node.size] += 1
    assert (taken == 1).all()


def test_a_model_of_many_layers_and_heads_is_planned_in_time() -> None:
    """Planning grows with the number of nodes, not with its square."""

    def seconds(layers: int) -> float:
        recorded = graph(ModelSpec(enc_layers=layers, heads=16), Lengths(src=2))
        started = time.perf_counter()
        plan = Plan(recorded, *parameter_offsets([recorded]))
        plan.route(None)
        plan.route(frozenset({plan.leaves[0].index}))
        return time.perf_counter() - started

    few, many = (min(seconds(layers) for _ in range(3)) for layers in (4, 32))
    assert many < 8 * 4 * few + 0.05


# core stands alone


def test_core_loads_no_window_and_no_compiler() -> None:
    code = (
        "import sys, pkgutil, core, importlib\n"
        "for module in pkgutil.walk_packages(core.__path__, 'core.'):\n"
        "    if not module.name.endswith('__main__'): importlib.import_module(module.name)\n"
        "roots = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(roots & {'PySide6', 'shiboken6', 'pyqtgraph', 'numba', 'llvmlite', 'labapp', 'resources'}))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.strip() == "[]"


def test_one_thread_for_products() -> None:
    code = "import core, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.strip() == "1"
