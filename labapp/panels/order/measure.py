"""What the panel measures: a permutation and a shift of all positions, each by running the model once more."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare import Difference
from core.engine import Engine
from core.fields import POSITIONS
from core.graph import Node
from core.order import Permuted, Shifted, permute, result_of, sequences, shift, telling
from core.problem import Problem
from core.trace import Trace

from ...background import Going


@dataclass(frozen=True)
class Asked:
    """What to measure: which sequence, in which order, and by how much positions move."""

    side: str
    order: tuple[int, ...]
    k: int

    @property
    def moved(self) -> bool:
        """Whether the order is another one at all."""
        return self.order != tuple(range(len(self.order)))


@dataclass(frozen=True, eq=False)
class Measured:
    """What was found for `asked` on `trace`.

    `end` is the model's result for the permuted tokens, `own` whether its rows are theirs; `others` are the results
    whose rows belong to another sequence: they must stay where they are. `telling` is what can tell places apart.
    """

    trace: Trace
    asked: Asked
    permuted: Permuted | Problem
    end: Node
    own: bool
    others: tuple[Difference, ...]
    telling: tuple[str, ...]
    shifted: tuple[Shifted, ...]


def measure(trace: Trace, asked: Asked, going: Going, shifted: tuple[Shifted, ...] | None = None) -> Measured:
    """Measure on a trace of one's own; `shifted` is what is known of the shift already."""
    engine, end = Engine(), result_of(trace, asked.side)
    permuted: Permuted | Problem
    try:
        permuted = permute(trace, asked.side, asked.order, engine)
    except Problem as problem:
        permuted = problem
    going()
    others = []
    if isinstance(permuted, Permuted):
        found = {difference.node: difference for difference in permuted.nodes}
        for side in sequences(trace):
            other = result_of(trace, side)
            if side != asked.side and other.name != end.name and other.axes[0] != asked.side:
                others.append(found[other.name])
    if shifted is None:
        made: list[Shifted] = []
        for scheme in POSITIONS:
            going()
            made += shift(trace.workspace, asked.k, trace.sample, (scheme,), engine)
        shifted = tuple(made)
    own = end.axes[0] == asked.side
    return Measured(trace, asked, permuted, end, own, tuple(others), telling(trace, asked.side), shifted)
