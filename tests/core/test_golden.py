"""The engine against numbers made independently of it: every named intermediate, with both executors."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from core.engine import Engine
from core.trace import Trace
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba
from tests.golden_graphs import READINGS
from tests.golden_seeds import MODELS, batch, seed_model_cases

SEEDS = [*golden.block_cases(), *seed_model_cases()]
CASES = [*SEEDS, *golden.variant_cases(), *golden.encdec_cases()]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))

own_folder = pytest.mark.skipif(golden.FOLDER != golden.OWN, reason="another golden folder")


@lru_cache(maxsize=1024)
def compute(case_id: str, executor: str) -> Trace:
    case = next(case for case in CASES if case.id == case_id)
    return Engine(executor).run(case.make(), case.sample)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_intermediate(case: golden.Case, executor: str) -> None:
    trace, want = compute(case.id, executor), case.want()
    assert want
    assert not {name for name, values in want.items() if not golden.close(trace[name].values, values)}
    exact = {name for name, values in want.items() if trace[name].display in ("mask", "ids")}
    assert not {name for name in exact if not np.array_equal(trace[name].values, want[name])}


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize(
    ("case", "claim"),
    [pytest.param(case, claim, id=f"{case.id}-{claim.name}") for case in SEEDS for claim in case.claims],
)
def test_the_printed_digits(case: golden.Case, claim: golden.Claim, executor: str) -> None:
    got = compute(case.id, executor)[claim.name].values[claim.at]
    assert np.abs(got - np.array(claim.value)).max() <= claim.tolerance


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_float32(case: golden.Case) -> None:
    """All inputs of the set are exact in float32; the compiled executor doesn't serve there."""
    trace = Engine().run(case.make().with_spec(precision="float32"), case.sample)
    assert all(trace[name].values.dtype == np.float32 for name in trace)
    close = {name: golden.close(trace[name].values, v, case.tolerance_float32) for name, v in case.want().items()}
    assert not {name for name, is_close in close.items() if not is_close}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_query_row_that_may_read_nothing_is_zero_and_becomes_the_output_bias(executor: str) -> None:
    cases = [case for case in CASES if case.rows_of_nothing]
    if not cases and golden.FOLDER != golden.OWN:
        pytest.skip("no such case in this folder")
    assert cases
    for case in cases:
        trace = compute(case.id, executor)
        for at, rows in case.rows_of_nothing.items():
            for r in range(1, trace.spec.heads + 1):
                assert not trace[f"{at}.h{r}.A"].values[rows].any()
                assert not trace[f"{at}.h{r}.H"].values[rows].any()
            bias = trace[f"{at}.bO"].values if trace.spec.bias else 0.0
            assert (trace[f"{at}.out"].values[rows] == bias).all()
            assert (trace[f"{at}.mask"].values[rows] == 0).all()


# the loss, the batch and what the source texts count


@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_loss_is_the_mean_over_labels_of_the_whole_batch(executor: str) -> None:
    page, cases = golden.encdec_page(), golden.encdec_cases()
    if page is None:
        pytest.skip("not in this folder")
    total, counted = 0.0, 0.0
    for case in cases:
        trace = compute(case.id, executor)
        losses, counts = trace["out.token_loss"].values, trace["tgt.label_counts"].values
        assert trace["out.loss"].values[0, 0] == pytest.approx(losses.sum() / counts.sum(), abs=1e-14)
        total, counted = total + losses.sum(), counted + counts.sum()
    assert counted == page["loss_tokens"]
    assert golden.close(total / counted, page["loss"])


@pytest.mark.parametrize("raw", [raw for raw in golden.seed_cases() if raw.operation in ("masks", "units")])
def test_tokens_padding_and_labels(raw: golden.Raw) -> None:
    """What a batch's case says of its tokens: who is padding, what each row predicts, and what counts."""
    workspace, want = batch(raw), raw.values
    sample, trace = workspace.samples[0], Engine("numpy").run(workspace)
    if raw.operation == "masks":
        assert list(sample.valid("src")) == want["source_key_valid"]
        assert list(sample.valid("tgt")) == want["target_key_valid"]
        assert [i for i, valid in enumerate(sample.valid("src")) if not valid] == want["source_pad_positions"]
        assert [label for label, _ in sample.labels()] == raw.inputs["labels"]
        assert trace["tgt.label_counts"].values[:, 0].tolist() == want["loss_mask"]
        assert trace["tgt.label_counts"].values.sum() == want["loss_count"]
        ids = [workspace.vocab["tgt"].index(label) for label in raw.inputs["labels"]]
        assert trace["tgt.labels"].values[:, 0].tolist() == ids
    else:
        scores, target = trace["enc1.self.h1.S"], trace["tgt.X"].rows
        assert list(scores.values.shape) == want["score_shape"]
        assert len(scores.rows) == want["source_length"]
        assert len(target) == want["target_length"]
        row = target.index(raw.inputs["row"])
        assert row == want["row_index"]
        seen = trace["dec1.self.mask"].values[row] == 1
        assert [token for token, visible in zip(target, seen, strict=True) if visible] == want["readable"]
        assert seen.sum() == want["readable_count"]


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("raw", [raw for raw in golden.seed_cases() if raw.operation == "permutation"])
def test_permuted_rows(raw: golden.Raw, executor: str) -> None:
    """Order is unknown to attention without positions and with everything visible; a mask or positions tell it."""
    order = raw.inputs["order"]
    for kind in ("full", "causal", "positions"):
        y, yp = (compute(f"{raw.id}-{which}-{kind}", executor)["att.h1.H"].values for which in ("Y", "Yp"))
        assert golden.close(y[order], raw.values[f"PY_{kind}"])
        assert golden.close(np.abs(yp - y[order]).max(), raw.values[f"max_difference_{kind}"])
        if kind == "full":
            assert golden.close(y.mean(axis=0), np.ravel(raw.values["mean_Y_full"]))
            assert golden.close(yp.mean(axis=0), np.ravel(raw.values["mean_Yp_full"]))
        else:
            assert np.abs(yp - y[order]).max() > 1e-3


def test_the_permuted_block_is_the_block_permuted() -> None:
    cases = {case.id for case in SEEDS}
    if not {"A.block.post", "A.permutation.block"} <= cases:
        pytest.skip("not in this folder")
    block, permuted = (compute(name, "numpy") for name in ("A.block.post", "A.permutation.block"))
    order = [2, 0, 1]
    assert (permuted["src.X"].values == block["src.X"].values[order]).all()
    assert golden.close(permuted["enc1.Z"].values, block["enc1.Z"].values[order])


# nothing is left out


def test_every_operation_of_the_source_texts_is_read() -> None:
    """A new golden operation that nothing reads is seen here; `block` has a reading of its own."""
    assert {raw.operation for raw in golden.seed_cases()} <= {"block", *MODELS, *READINGS}


@own_folder
def test_the_set_is_complete() -> None:
    """A mapping that quietly lost its cases would pass everything above."""
    assert golden.variants_left() == {}
    assert len(golden.variant_cases()) == 86
    assert [case.id for case in golden.encdec_cases()] == ["encdec.sample0", "encdec.sample1"]
    raws = golden.seed_cases()
    assert len(raws) == 49
    read = {case.id for case in SEEDS}
    for raw in raws:
        assert raw.operation in READINGS or any(name == raw.id or name.startswith(f"{raw.id}-") for name in read)
    counts = {
        "source_pad_positions",
        "loss_count",
        "loss_mask",
        "source_length",
        "score_shape",
        "readable_count",
        "shape",
    }
    for raw in raws:  # every printed number is a claim of a model or a graph, or a count that is asked for above
        claimed = sum(len(case.claims) for case in SEEDS if case.id == raw.id)
        assert raw.operation in READINGS or claimed == sum(c.name not in counts for c in raw.claims), raw.id
