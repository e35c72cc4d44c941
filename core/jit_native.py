"""Compiled code that calls other compiled code by its address, so that nothing of it is compiled a second time.

A function of core that is handed the address of a unit calls it through one of CALLS; uncompiled, these are never
reached. `core.jit` compiles them as what `calls` makes of them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

_known: dict[Any, tuple[int, object]] = {}


def call_walk(address: int, arena: Any, steps: Any, at: Any, order: Any) -> None:
    """The forward walk at an address."""
    raise RuntimeError("only compiled code can call an address")


def call_walk_back(address: int, arena: Any, grads: Any, steps: Any, at: Any, order: Any) -> None:
    """The walk back at an address."""
    raise RuntimeError("only compiled code can call an address")


def call_adam(
    address: int, x: Any, g: Any, m: Any, v: Any, rate: float, b1: float, b2: float, eps: float, l1: float, l2: float
) -> None:
    """One step of Adam at an address."""
    raise RuntimeError("only compiled code can call an address")


CALLS = (call_walk, call_walk_back, call_adam)


def remember(entry: Callable[..., None], built: Any, dispatcher: object) -> Callable[..., None]:
    """Keep where the machine code of a loaded function lies, and the function itself."""
    _known[entry] = (built.library.get_pointer_to_function(built.fndesc.llvm_func_name), dispatcher)
    return entry


def address(entry: Callable[..., None]) -> int | None:
    """Where the machine code of a function lies that was loaded; None of one that is no machine code."""
    found = _known.get(entry)
    return None if found is None else found[0]


def calls(numba: ModuleType) -> dict[Callable[..., Any], Any]:
    """What the compiler puts in the place of CALLS."""
    types, intrinsic = numba.types, numba.extending.intrinsic

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args[1:]
        kind = context.call_conv.get_function_type(types.void, kinds)
        function = builder.inttoptr(args[0], kind.as_pointer())
        context.call_conv.call_function(builder, function, types.void, kinds, args[1:])
        return context.get_dummy_value()

    @intrinsic
    def walk(typing: Any, address: Any, arena: Any, steps: Any, at: Any, order: Any) -> Any:
        return types.void(types.intp, arena, steps, at, order), code

    @intrinsic
    def back(typing: Any, address: Any, arena: Any, grads: Any, steps: Any, at: Any, order: Any) -> Any:
        return types.void(types.intp, arena, grads, steps, at, order), code

    @intrinsic
    def adam(
        typing: Any, address: Any, x: Any, g: Any, m: Any, v: Any,
        rate: Any, b1: Any, b2: Any, eps: Any, l1: Any, l2: Any,
    ) -> Any:  # fmt: skip
        return types.void(types.intp, x, g, m, v, *[types.float64] * 6), code

    return dict(zip(CALLS, (walk, back, adam), strict=True))
