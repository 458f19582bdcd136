"""The topological order of a graph, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .value import Value

__all__ = ["Visit", "as_written", "topological_order"]

Visit = Literal["enter", "skip", "append"]


def _unwatched(kind: Visit, value: Value) -> None:
    """Nobody looks on."""


def as_written(value: Value) -> Iterable[Value]:
    """The operands of a Value in the order of their slots."""
    return value._prev


def topological_order(
    root: Value,
    watch: Callable[[Visit, Value], None] = _unwatched,
    operands: Callable[[Value], Iterable[Value]] = as_written,
) -> list[Value]:
    """Every Value that ``root`` depends on, itself last, each after all its operands.

    A depth-first walk that appends a Value when its operands are done. ``watch`` is told each ``enter``, ``skip``
    (already visited) and ``append`` as it happens; ``operands`` says in which order siblings are visited, slot 0
    first where it is left out.
    """
    order: list[Value] = []
    visited = {root}
    watch("enter", root)
    path = [(root, iter(operands(root)))]
    while path:
        value, left = path[-1]
        for operand in left:
            if operand in visited:
                watch("skip", operand)
            else:
                visited.add(operand)
                watch("enter", operand)
                path.append((operand, iter(operands(operand))))
                break
        else:
            watch("append", value)
            order.append(value)
            path.pop()
    return order
