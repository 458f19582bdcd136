"""Which ``_backward`` runs when: the sort, and two ways to do without it that learners try.

Every walk keeps its own stack and takes ``operands``, which says in which order a Value's operands are visited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from .topo import Visit, as_written, topological_order

if TYPE_CHECKING:
    from .value import Value

__all__ = ["SORTS", "Operands", "preorder", "recursive_calls", "shuffled"]

Operands = Callable[["Value"], Iterable["Value"]]
Watch = Callable[[Visit, "Value"], None]


def shuffled(seed: int, number_of: Callable[[Value], int]) -> Operands:
    """The operands of a Value in an order that depends on ``seed`` alone: by SHA-256 of seed, node and slot.

    ``number_of`` is a Value's place in the order made. Any order of siblings gives a topological order.
    """

    def operands(value: Value) -> Iterable[Value]:
        node = number_of(value)
        slots = range(len(value._prev))
        mixed = sorted(slots, key=lambda slot: hashlib.sha256(f"{seed},{node},{slot}".encode()).digest())
        return [value._prev[slot] for slot in mixed]

    return operands


def preorder(root: Value, watch: Watch, operands: Operands = as_written) -> list[Value]:
    """Every Value that ``root`` depends on, each appended *before* its operands are looked at: the classic mistake.

    Reversed, this order calls a Value's ``_backward`` before those of its users.
    """
    order = [root]
    visited = {root}
    watch("enter", root)
    watch("append", root)
    path = [iter(operands(root))]
    while path:
        for operand in path[-1]:
            if operand in visited:
                watch("skip", operand)
            else:
                visited.add(operand)
                watch("enter", operand)
                watch("append", operand)
                order.append(operand)
                path.append(iter(operands(operand)))
                break
        else:
            path.pop()
    return order


def recursive_calls(root: Value, operands: Operands = as_written) -> Iterator[Value]:
    """The Values whose ``_backward`` runs where each call goes on to the operands at once, without a sort.

    A Value comes once for each way that leads from ``root`` to it, so there may be very many: this is lazy.
    """
    yield root
    path = [iter(operands(root))]
    while path:
        operand = next(path[-1], None)
        if operand is None:
            path.pop()
        else:
            yield operand
            path.append(iter(operands(operand)))


SORTS: dict[str, Callable[[Value, Watch, Operands], list[Value]]] = {
    "topo": topological_order,
    "preorder": preorder,
}
