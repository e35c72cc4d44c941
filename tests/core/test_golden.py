"""The engine against numbers made independently of it: every named intermediate, with both executors."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine import Engine
from core.trace import Trace
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba

BLOCK = golden.block_cases()
CASES = [*BLOCK, *golden.variant_cases(), *golden.encdec_cases()]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))

own_folder = pytest.mark.skipif(golden.FOLDER != golden.OWN, reason="another golden folder")


def compute(case: golden.Case, executor: str) -> Trace:
    return Engine(executor).run(case.make(), case.sample)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_intermediate(case: golden.Case, executor: str) -> None:
    trace = compute(case, executor)
    wrong = {name for name, want in case.want().items() if not golden.close(trace[name].values, want)}
    assert not wrong


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize(
    ("case", "claim"),
    [pytest.param(case, claim, id=f"{case.id}-{claim.name}") for case in BLOCK for claim in case.claims],
)
def test_the_printed_digits(case: golden.Case, claim: golden.Claim, executor: str) -> None:
    got = compute(case, executor)[claim.name].values[claim.at]
    assert np.abs(got - np.array(claim.value)).max() <= claim.tolerance


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_float32(case: golden.Case) -> None:
    """All inputs of the set are exact in float32; the compiled executor doesn't serve there."""
    workspace = case.make().with_spec(precision="float32")
    trace = Engine().run(workspace, case.sample)
    assert all(trace[name].values.dtype == np.float32 for name in trace)
    tolerance = 1e-4 if case.id.startswith("encdec") else golden.TOLERANCE_FLOAT32
    wrong = {name for name, want in case.want().items() if not golden.close(trace[name].values, want, tolerance)}
    assert not wrong


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_query_row_that_may_read_nothing_is_zero_and_becomes_the_output_bias(executor: str) -> None:
    cases = {case.id: golden.fully_masked_rows(case.id) for case in golden.variant_cases()}
    cases = {name: rows for name, rows in cases.items() if rows}
    if not cases and golden.FOLDER != golden.OWN:
        pytest.skip("no such case in this folder")
    assert cases
    for case in golden.variant_cases():
        if rows := cases.get(case.id):
            trace = compute(case, executor)
            for r in range(1, trace.spec.heads + 1):
                assert not trace[f"enc1.self.h{r}.A"].values[rows].any()
                assert not trace[f"enc1.self.h{r}.H"].values[rows].any()
            bias = trace["enc1.self.bO"].values if trace.spec.bias else 0.0
            assert (trace["enc1.self.out"].values[rows] == bias).all()


@own_folder
def test_the_set_holds_what_this_spec_should_express() -> None:
    """A mapping that quietly lost its cases would pass everything above."""
    ids = {case.id for case in CASES}
    assert {case.id for case in BLOCK} == {
        "A.block.pre", "A.block.post", "A.block.post.rmsnorm", "A.block.pre.rmsnorm", "A.block.post.causal",
        "A.permutation.block",
        *(f"A.block.{place}.heads_off_{heads}" for place in ("post", "pre") for heads in ("1", "2", "1_2")),
        *(f"A.block.{place}.rmsnorm.heads_off_{r}" for place in ("post", "pre") for r in (1, 2)),
    }  # fmt: skip
    expressed = {case_id.partition("-")[0] for case_id in ids if case_id.startswith("v")}
    assert expressed >= {
        "v000", "v001", "v002", "v003", "v004", "v005", "v006", "v007", "v008", "v026", "v028", "v034", "v035",
        "v036", "v037", "v039", "v043", "v049", "v052", "v058", "v064", "v082", "v083",
    }  # fmt: skip
    assert {"encdec.encoder.sample0", "encdec.encoder.sample1"} <= ids


def test_the_permuted_block_is_the_block_permuted() -> None:
    """Without positions and with full visibility, permuting tokens permutes results: equivariant."""
    cases = {case.id: case for case in BLOCK}
    if not {"A.block.post", "A.permutation.block"} <= set(cases):
        pytest.skip("not in this folder")
    block, permuted = (compute(cases[name], "numpy") for name in ("A.block.post", "A.permutation.block"))
    order = [2, 0, 1]
    assert (permuted["src.X"].values == block["src.X"].values[order]).all()
    assert golden.close(permuted["enc1.Z"].values, block["enc1.Z"].values[order])
