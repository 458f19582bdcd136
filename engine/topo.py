"""The topological order of a graph, without recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .value import Value

__all__ = ["Visit", "topological_order"]

Visit = Literal["enter", "skip", "append"]


def _unwatched(kind: Visit, value: Value) -> None:
    """Nobody looks on."""


def topological_order(root: Value, watch: Callable[[Visit, Value], None] = _unwatched) -> list[Value]:
    """Every Value that ``root`` depends on, itself last, each after all its operands.

    A depth-first walk, slot 0 first, that appends a Value when its operands are done. ``watch`` is told each
    ``enter``, ``skip`` (already visited) and ``append`` as it happens.
    """
    order: list[Value] = []
    visited = {root}
    watch("enter", root)
    path = [(root, iter(root._prev))]
    while path:
        value, operands = path[-1]
        for operand in operands:
            if operand in visited:
                watch("skip", operand)
            else:
                visited.add(operand)
                watch("enter", operand)
                path.append((operand, iter(operand._prev)))
                break
        else:
            watch("append", value)
            order.append(value)
            path.pop()
    return order
