"""What the monkey can do. A new kind of act is one function and one line of ACTS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .monkey_bench import (
    click,
    drag_number,
    pan,
    point_and_read,
    press_keys,
    turn_wheel,
    type_number,
    what_moves,
    wild_number,
)
from .monkey_gradients import gradients
from .monkey_hand import trigger
from .monkey_model import change_field, change_size, change_tokens, paint_mask, pin
from .monkey_panels import (
    ask_three_kinds,
    follow_word,
    look_at_checks,
    permute,
    work_heads,
    work_heatmap,
    work_inspector,
    work_jacobian,
    work_ledger,
    work_overview,
    work_readers,
    work_twin,
)
from .monkey_prediction import look_at_prediction
from .monkey_speaking import speak, work_panes
from .monkey_training import learn, say, take_corpus, train
from .monkey_window import compare, export, move_dock, new_model, open_file, resize, save, stay, storm, toggle_dock

if TYPE_CHECKING:
    from .monkey import Monkey


@dataclass(frozen=True)
class Act:
    """A kind of act: its name in the report, how often it is drawn, and what it does."""

    name: str
    weight: float
    do: Callable[[Monkey], None]


ACTS: tuple[Act, ...] = (
    Act("type a number", 10, type_number),
    Act("drag a number", 10, drag_number),
    Act("a wild number, taken back", 2, wild_number),
    Act("click", 8, click),
    Act("pan", 2, pan),
    Act("wheel", 3, turn_wheel),
    Act("keys", 8, press_keys),
    Act("point and read", 4, point_and_read),
    Act("a field", 10, change_field),
    Act("a size", 6, change_size),
    Act("zoom or fold", 4, trigger("zoom_in", "zoom_out", "zoom_reset", "fit", "fold", "unfold")),
    Act("theme", 2, trigger("theme")),
    Act("language", 1.5, trigger("language")),
    Act("help", 0.5, trigger("keys", "about")),
    Act("undo storm", 4, storm),
    Act("resize the window", 2, resize),
    Act("a dock", 4, toggle_dock),
    Act("a dock to another side", 0.7, move_dock),
    Act("save", 2, save),
    Act("open", 1, open_file),
    Act("another model", 2, new_model),
    Act("close and stay", 1, stay),
    Act("the twin", 6, work_twin),
    Act("the heatmap", 3, work_heatmap),
    Act("the heads", 2, work_heads),
    Act("the inspector", 4, work_inspector),
    Act("the overview", 3, work_overview),
    Act("permuting", 3, permute),
    Act("the checks", 2, look_at_checks),
    Act("follow a word", 3, follow_word),
    Act("who may read what", 2, work_readers),
    Act("the Jacobians", 3, work_jacobian),
    Act("the ledger", 1.5, work_ledger),
    Act("the prediction view", 5, look_at_prediction),
    Act("three kinds", 2, ask_three_kinds),
    Act("export", 1.5, export),
    Act("a pin", 4, pin),
    Act("a custom mask", 2, paint_mask),
    Act("tokens", 3, change_tokens),
    Act("compare", 3, compare),
    Act("what moves", 1.5, what_moves),
    Act("gradients", 4, gradients),
    Act("two panes", 3, work_panes),
    Act("speak", 3, speak),
    Act("say a token", 2, say),
    Act("training", 5, train),
    Act("learn a step", 2, learn),
    Act("a corpus", 1, take_corpus),
)

# What a hand does on the bench itself, and so comes back to it first.
AT_BENCH = (
    "type a number", "drag a number", "a wild number, taken back", "click", "pan", "wheel", "keys", "point and read",
    "zoom or fold", "the heads", "the inspector", "follow a word", "what moves", "gradients",
)  # fmt: skip

# What nothing can come in the way of in a new window.
CERTAIN = ("say a token", "learn a step")
