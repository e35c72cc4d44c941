"""Write core/dispatch.py from the op table: `python -m core.ops`."""

from __future__ import annotations

from pathlib import Path

from . import FAMILIES

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


def source() -> str:
    """The text of core/dispatch.py."""
    families = sorted(FAMILIES, key=lambda family: family.__name__)
    imports = []
    for family in families:
        kernels = "".join(f"    {name},\n" for name in sorted(op.kernel.__name__ for op in family.OPS))
        imports.append(f"from .ops.{family.__name__.rpartition('.')[2]} import (\n{kernels})")
    lines = ["def dispatch(opcode: int, arena: Any, at: Any, f: int, count: int) -> None:"]
    opcode = 0
    for family in FAMILIES:
        for op in family.OPS:
            word = "if" if opcode == 0 else "elif"
            lines += [f"    {word} opcode == {opcode}:", f"        {op.kernel.__name__}(arena, at, f, count)"]
            opcode += 1
    return HEAD + "\n".join(imports) + "\n\n\n" + "\n".join(lines) + "\n" + WALK


if __name__ == "__main__":
    (Path(__file__).parent.parent / "dispatch.py").write_text(source(), encoding="utf-8")
