"""Write core/dispatch.py and core/dispatch_back.py from the op table: `python -m core.ops`."""

from __future__ import annotations

from pathlib import Path

from . import FAMILIES
from .op import NO_GRADIENT

HEAD = '''"""Which kernel runs for an opcode. Generated from the op table by `python -m core.ops`; don't edit."""

from __future__ import annotations

from typing import Any

'''

WALK = '''

def walk(arena: Any, steps: Any, at: Any, order: Any) -> None:
    """Run the steps named in `order`, each a row (opcode, first operand, operand count) of `steps`."""
    for s in order:
        dispatch(steps[s, 0], arena, at, steps[s, 1], steps[s, 2])
'''

BACK_HEAD = HEAD.replace("Which kernel runs for an opcode.", "Which kernel carries gradients back.")

WALK_BACK = '''

def walk_back(arena: Any, grads: Any, steps: Any, at: Any, order: Any) -> None:
    """Carry gradients back through the steps named in `order`, the last one first in it; rows as in `walk`."""
    for s in order:
        dispatch_back(steps[s, 0], arena, grads, at, steps[s, 1], steps[s, 2])
'''


def source() -> str:
    """The text of core/dispatch.py."""
    kernels = [[(op.name, op.kernel.__name__) for op in family.OPS] for family in FAMILIES]
    head = "def dispatch(opcode: int, arena: Any, at: Any, f: int, count: int) -> None:"
    return _imports(HEAD, kernels) + _chain(head, kernels, "(arena, at, f, count)") + WALK


def source_back() -> str:
    """The text of core/dispatch_back.py; ops through which no gradient passes do nothing there."""
    kernels = [
        [(op.name, "" if op.backward is NO_GRADIENT else op.backward.kernel.__name__) for op in family.OPS]
        for family in FAMILIES
    ]
    head = "def dispatch_back(opcode: int, arena: Any, grads: Any, at: Any, f: int, count: int) -> None:"
    return _imports(BACK_HEAD, kernels) + _chain(head, kernels, "(arena, grads, at, f, count)") + WALK_BACK


def _imports(head: str, kernels: list[list[tuple[str, str]]]) -> str:
    lines = []
    for family, of_family in sorted(zip(FAMILIES, kernels, strict=True), key=lambda pair: pair[0].__name__):
        names = "".join(f"    {name},\n" for name in sorted(name for _, name in of_family if name))
        if names:
            lines.append(f"from .ops.{family.__name__.rpartition('.')[2]} import (\n{names})")
    return head + "\n".join(lines) + "\n\n\n"


def _chain(head: str, kernels: list[list[tuple[str, str]]], call: str) -> str:
    lines = [head]
    flat = [kernel for of_family in kernels for _, kernel in of_family]
    for opcode, kernel in enumerate(flat):
        if kernel:
            word = "if" if len(lines) == 1 else "elif"
            lines += [f"    {word} opcode == {opcode}:", f"        {kernel}{call}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = Path(__file__).parent.parent
    (folder / "dispatch.py").write_text(source(), encoding="utf-8")
    (folder / "dispatch_back.py").write_text(source_back(), encoding="utf-8")
