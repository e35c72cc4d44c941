"""Values of new cells: a pure function of (seed, name, i, j)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.seeded import seeded
from core.settings import setting
from core.spec import ModelSpec

NAMES = st.sampled_from(["enc1.self.h1.WQ", "enc1.self.h12.WV", "enc3.ffn.W2", "sample0/src.X", "sample1/src.X"])


@settings(deadline=None)
@given(st.integers(0, 2**53), NAMES, *[st.integers(1, 12)] * 4)
def test_a_cell_does_not_know_the_size_of_its_matrix(
    seed: int, name: str, m: int, n: int, rows: int, cols: int
) -> None:
    small, large = seeded(seed, name, m, n), seeded(seed, name, max(m, rows), max(n, cols))
    assert (large[:m, :n] == small).all()


@settings(deadline=None)
@given(st.integers(0, 2**53), NAMES)
def test_cells_are_short_exact_and_bounded(seed: int, name: str) -> None:
    values = seeded(seed, name, 40, 40)
    assert (values * 1024 == np.round(values * 1024)).all()
    assert (values.astype(np.float32) == values).all()
    assert (np.abs(values) <= 1 / np.sqrt(np.arange(40) + 1)[:, None] + 1 / 2048).all()


def test_seed_name_row_and_column_all_matter() -> None:
    base = seeded(1, "enc1.self.h1.WQ", 8, 8)
    for other in (
        seeded(2, "enc1.self.h1.WQ", 8, 8),
        seeded(1, "enc1.self.h1.WK", 8, 8),
        seeded(1, "enc2.self.h1.WQ", 8, 8),
    ):
        assert (base != other).mean() > 0.95
    assert len({row.tobytes() for row in base}) == 8
    assert len({column.tobytes() for column in base.T.copy()}) == 8
    assert not np.array_equal(base, base.T)


def test_the_numbers_of_this_version_are_those_of_every_version() -> None:
    """Files store only what differs from the seeded values, so these may never change."""
    assert (seeded(1, "enc1.self.h1.WQ", 2, 3) * 1024).tolist() == [[591, 246, -743], [-703, 408, 200]]


def test_values_are_spread_evenly() -> None:
    first_rows = np.concatenate([seeded(seed, "enc1.ffn.W1", 1, 512)[0] for seed in range(20)])
    assert abs(first_rows.mean()) < 0.02
    assert abs(first_rows.var() - 1 / 3) < 0.01
    counts, _ = np.histogram(first_rows, bins=8, range=(-1, 1))
    assert counts.min() > 0.9 * first_rows.size / 8
    rows = seeded(5, "enc1.ffn.W2", 64, 256)
    np.testing.assert_allclose(rows.std(axis=1) * np.sqrt(np.arange(64) + 1), 1 / np.sqrt(3), rtol=0.15)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enc1.norm1.gamma", 1.0),
        ("enc1.norm1.beta", 0.0),
        ("enc1.ffn.b1", 0.0),
        ("enc1.self.h1.bQ", 0.0),
        ("enc1.self.bO", 0.0),
    ],
)
def test_gains_begin_at_one_and_biases_at_zero(name: str, value: float) -> None:
    assert (seeded(3, name, 1, 5) == value).all()


# settings


def test_a_setting_is_one_object_as_long_as_its_value_is() -> None:
    """The engine finds what changed by identity."""
    assert setting(ModelSpec(eps=0.5), "set.eps") is setting(ModelSpec(eps=0.5, d=8), "set.eps")
    assert setting(ModelSpec(eps=0.5), "set.eps") is not setting(ModelSpec(eps=0.25), "set.eps")
    assert setting(ModelSpec(), "set.eps").dtype == np.float64
    assert setting(ModelSpec(precision="float32"), "set.eps").dtype == np.float32
    assert not setting(ModelSpec(), "set.eps").flags.writeable


@pytest.mark.parametrize(
    ("spec", "name", "value"),
    [
        (ModelSpec(d_k=4), "set.scale", 0.5),
        (ModelSpec(d_k=4, d=16, heads=3), "set.scale", 0.5),
        (ModelSpec(d_k=4, scale=False), "set.scale", 1.0),
        (ModelSpec(query_offset=-3, kind="attention"), "set.query_offset", -3.0),
        (ModelSpec(query_offset=-3), "set.query_offset", 0.0),
        (ModelSpec(query_offset=-3, kind="attention", pos_offset=5), "set.query_start", 2.0),
        (ModelSpec(query_offset=-3, kind="attention", pos_offset=5), "set.pos_offset", 5.0),
        (ModelSpec(d=16), "set.embed_scale", 4.0),
        (ModelSpec(window=3), "set.window", 3.0),
        (ModelSpec(rope_base=100), "set.rope_base", 100.0),
        (ModelSpec(eps=0), "set.eps", 0.0),
    ],
)
def test_what_settings_follow_from(spec: ModelSpec, name: str, value: float) -> None:
    assert setting(spec, name).tolist() == [[value]]
