"""The ops and the model functions against the golden cases that are no whole model."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.ops.run import WAYS, run_graph
from tests.golden_cases import TOLERANCE_FLOAT32, close
from tests.golden_graphs import GraphCase, graph_cases

CASES = graph_cases()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_values_and_printed_digits(case: GraphCase, way: str) -> None:
    got, want = run_graph(case.graph, case.leaves, way), case.want()
    assert want
    assert not {name for name, values in want.items() if not close(got[name], values)}
    for claim in case.raw.claims:
        # Claims about shapes and counts are those of the golden file itself: their values were compared above.
        if case.raw.operation not in ("shapes", "product"):
            found = got[case.node_of[claim.name]][claim.at]
            assert np.abs(found - np.array(claim.value)).max() <= claim.tolerance, claim


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_float32(case: GraphCase) -> None:
    got = run_graph(case.graph, case.leaves, dtype="float32")
    assert not {name for name, want in case.want().items() if not close(got[name], want, TOLERANCE_FLOAT32)}


@pytest.mark.parametrize("case", [case for case in CASES if "with_i_minus_j" in case.raw.values], ids=lambda c: c.id)
def test_a_wrong_sign_of_the_distance_is_told_apart(case: GraphCase) -> None:
    got = run_graph(case.graph, case.leaves)[case.node_of["left"]]
    assert close(got, np.array(case.raw.values["right"]))
    assert np.abs(got - np.array(case.raw.values["with_i_minus_j"])).max() > 0.1
