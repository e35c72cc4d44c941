"""The ops and the model functions against the golden cases that are no whole model."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.ops.run import WAYS, run_graph
from tests.golden_cases import FOLDER, OWN, close
from tests.golden_graphs import GraphCase, graph_cases, operations_left

CASES = graph_cases()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_values_and_printed_digits(case: GraphCase, way: str) -> None:
    got = run_graph(case.graph, case.leaves, way)
    assert not {name for name, want in case.want().items() if not close(got[name], want)}
    for claim in case.raw.claims:
        # Claims about shapes and counts are those of the golden file itself: their values were compared above.
        if claim.name in case.node_of and case.raw.operation not in ("shapes", "product"):
            found = got[case.node_of[claim.name]][claim.at]
            assert np.abs(found - np.array(claim.value)).max() <= claim.tolerance, claim


@pytest.mark.skipif(FOLDER != OWN, reason="another golden folder")
def test_what_no_op_can_do_yet() -> None:
    """Shrinks as positions and embeddings come; a new golden operation that nothing reads is seen here."""
    assert operations_left() <= {"lookup", "embed_scale", "sinusoid", "rope_identity", "rope_rotate", "relative_bias"}
