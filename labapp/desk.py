"""What the window hands to each of its panels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from .comparison import NOW, Comparison
from .digits import Digits
from .document import Document
from .number_output import NumberOutput
from .predicted import Predicted
from .reaching import Reaching
from .selection import Selection

if TYPE_CHECKING:
    from .generating import Generating
    from .gradients import Gradients
    from .training import Training


@dataclass(frozen=True)
class Desk:
    """The things on the desk: the document, what a person looks at, how numbers are shown and how they are copied,
    and two ways to reach the window.

    `settle()` commits an open editor and comes before every act; False where its text is refused, and then the
    act waits. `say(sentence)` tells the person something that needs reading, such as why a value was refused.
    """

    document: Document
    selection: Selection
    settle: Callable[[], bool]
    say: Callable[[str], None]
    digits: Digits = field(default_factory=Digits)
    output: NumberOutput = field(default_factory=NumberOutput)
    compared: Comparison | None = None
    comparison: Comparison = field(init=False)
    reaching: Reaching = field(init=False)
    predicted: Predicted = field(init=False)

    def __post_init__(self) -> None:
        """What is compared and what is reached; where the window has no comparison, one that is off."""
        object.__setattr__(self, "comparison", self.compared or Comparison(self.document, self.document))
        object.__setattr__(self, "reaching", Reaching(self.document, self.selection, self.document))
        object.__setattr__(self, "predicted", Predicted(self.document, self.selection, self.document))

    @cached_property
    def generating(self) -> Generating:
        """The free run; imported and made when something first asks for it."""
        from .generating import Generating

        return Generating(self.document, self.selection, self.predicted, self.settle, self.document)

    @cached_property
    def training(self) -> Training:
        """The one training of the document; it is made when somebody asks for it."""
        from .training import Training

        return Training(self.document, self.document)

    @cached_property
    def gradients(self) -> Gradients:
        """Gradients in place of numbers, made when somebody first asks for one."""
        from .gradients import Gradients

        return Gradients(self.document, self.document)

    def sloping(self, name: str) -> Gradients | None:
        """The gradients, where a matrix shows its own; a session that nobody has asked for is not made."""
        made: Gradients | None = vars(self).get("gradients")
        return made if made is not None and self.comparison.side == NOW and made.shows(name) else None

    def stop(self) -> None:
        """End what works beside the window: it closes. A session that nobody has asked for is not made for that."""
        made = vars(self)
        if "training" in made:
            self.training.stop()
        if "generating" in made:
            self.generating.cancel()
        if "gradients" in made:
            self.gradients.stop()
