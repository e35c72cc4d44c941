"""The ledger by what its parts do, and where attention overtakes the projections."""

from __future__ import annotations

import numpy as np
import pytest

from core.base import BASE
from core.cost import ATTENTION, PROJECTIONS
from core.field import Lengths
from core.ledger import EMBEDDED, MOST_TOKENS, Ledger, ledger, total
from core.ledger_parts import PARTS, crossing, parts
from core.spec import ModelSpec, with_fields
from core.workspace import Workspace
from tests.core.specs import spread

WORDS = {"src_vocab": 37000, "tgt_vocab": 37000}


def base(**fields: object) -> Ledger:
    spec = with_fields(BASE, **fields)
    reads = {"src": 64 * spec.encodes, "tgt": 64 * spec.decodes}
    words = {f"{side}_vocab": 37000 if n else 0 for side, n in reads.items()}
    return ledger(spec, Lengths(**reads, **words))


@pytest.mark.parametrize("workspace", spread(30), ids=lambda workspace: workspace.spec.kind)
def test_the_parts_are_all_of_it(workspace: Workspace) -> None:
    dropping = workspace.with_spec(dropout=0.5, dropout_view=True)
    for w in (workspace, dropping):
        found = ledger(w.spec, w.lengths())
        made = parts(found)
        assert [part.kind for part in made] == [kind for kind in PARTS if kind in {part.kind for part in made}]
        assert sum(part.parameters for part in made) == found.parameters
        assert total(part.products for part in made) == found.products
        assert total(part.values for part in made) == found.values
        for part in made:
            assert part.parameters == sum(count * weight.shape[0] * weight.shape[1] for weight, count in part.weights)


def test_the_base_model_by_its_parts() -> None:
    """By the equations of the paper: d = 512, 18 attentions, 12 feed-forward networks, two tables and a bias."""
    made = {part.kind: part for part in parts(base())}
    d, ff = 512, 2048
    assert made[EMBEDDED].parameters == 2 * 37000 * d
    assert made[PROJECTIONS].parameters == 18 * 4 * d * d
    assert made["feed_forward"].parameters == 12 * (2 * d * ff + ff + d)
    assert made["normed"].parameters == (6 * 2 + 6 * 3) * 2 * d
    assert made["head"].parameters == 37000
    assert made[ATTENTION].parameters == 0
    assert made[ATTENTION].products.at(100, 70) == 6 * 2 * d * (100**2 + 70**2 + 100 * 70)
    counts = {weight.name: count for weight, count in made[PROJECTIONS].weights}
    assert counts == {"WQ": 18 * 8, "WK": 18 * 8, "WV": 18 * 8, "WO": 18}


def test_attention_overtakes_the_projections_at_twice_the_width() -> None:
    """Of one stack: 4·n·d² multiply–adds for the projections, 2·n²·d for scores and weighted sums."""
    for d in (64, 512):
        one = base(kind="encoder", d=d, heads=8, d_k=d // 8, d_v=d // 8)
        assert crossing(one, "n", 1, 0) == 2 * d + 1
        assert crossing(one, "m", 1, 0) is None
        two = base(d=d, heads=8, d_k=d // 8, d_v=d // 8)  # cross-attention costs as much, and so does all of it
        assert crossing(two, "nm", 0, 0) == 2 * d + 1
    narrow = base(kind="decoder_only", d=512, heads=1, d_k=4, d_v=4)  # 4·m·d·4 against 2·m²·4
    assert crossing(narrow, "m", 0, 1) == 2 * 512 + 1


@pytest.mark.parametrize("workspace", spread(24, seed=3), ids=lambda workspace: workspace.spec.kind)
def test_it_is_where_trying_every_length_finds_it(workspace: Workspace) -> None:
    found = ledger(workspace.spec, workspace.lengths())
    made = {part.kind: part.products for part in parts(found)}
    r = np.random.default_rng(5)
    for letter in ("n", "m", "nm"):
        for other in (1, 7, int(r.integers(1, 300))):

            def at(t: int, other: int = other, letter: str = letter) -> tuple[int, int]:
                return t if "n" in letter else other, t if "m" in letter else other

            more = [
                made[ATTENTION].at(*at(t)) > (made[PROJECTIONS].at(*at(t)) if PROJECTIONS in made else 0)
                for t in range(1, 1200)
            ]
            counted = any(
                any(power for side, power in zip("nm", powers, strict=True) if side in letter)
                for kind in (ATTENTION, PROJECTIONS)
                if kind in made
                for powers, _ in made[kind].terms
            )
            where = crossing(found, letter, *at(1))
            if not counted or not more[-1]:
                assert where is None or where >= 1200
            else:
                assert where == max((t for t in range(1, 1199) if not more[t - 1]), default=0) + 1


def test_nothing_overtakes_where_the_projections_grow_faster() -> None:
    """A memory that is read and not computed: n rows cost 2·d·d_k products each and are read by one query."""
    one = ledger(ModelSpec(kind="decoder", d=64), Lengths(src=2, tgt=2))
    assert crossing(one, "n", MOST_TOKENS, 1) is None
