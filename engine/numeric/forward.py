"""The forward pass once more, with another number in the place of one Value: what numeric derivatives are made of.

Each pass carries a bound on its rounding error along (a running error analysis: Higham, "Accuracy and Stability of
Numerical Algorithms", 2002, section 3.3), and what went into each function that isn't a polynomial: two passes can be
compared where these inputs lie on the same side of a kink or pole, and not further apart than the function bends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..ops import OPS, Op, power_by
from ..trace import Node

__all__ = ["EPSILON", "TINY", "Bend", "Forward", "Pass", "op_of"]

EPSILON = 2.0**-52
TINY = 1e-320  # more than what underflow takes away
_ULPS = {"+": 0.5, "*": 0.5}  # how far a result may be from the exact one
_ULPS_OF_FUNCTIONS = 2.0
_HIGHEST = 64  # degree of a polynomial; powers above it are as steep as exp
_KINKS = ("relu", "abs")
_RELATIVE = ("log", "sqrt")  # they bend at the scale of their input; the other functions at a scale of 1


@dataclass(frozen=True, slots=True)
class Pass:
    """One forward pass: the root's ``data``, a bound on its rounding ``error``, and the ``inputs`` of the functions in
    ``Forward.bends``, in that order."""

    data: float
    error: float
    inputs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Bend:
    """An input of a function that isn't a polynomial: ``reach`` is how far it may move, and with ``keeps_sign`` only
    on its own side of 0."""

    node: int
    operand: int
    reach: float
    keeps_sign: bool


@dataclass(frozen=True, slots=True)
class _Node:
    id: int
    forward: Callable[..., float]
    locals: tuple[tuple[int, Callable[..., float]], ...]  # slot and derivative, of the operands that move
    operands: tuple[int, ...]
    ulps: float


class Forward:
    """The root as a function of one Value, the others staying as they are.

    ``moves`` says whether the root depends on it at all, ``cost`` how many nodes each pass computes, and ``finite``
    whether all of them are finite as they stand.
    """

    def __init__(self, nodes: Sequence[Node], root: int, moved: int) -> None:
        self._data = [node.data for node in nodes]
        self._root = root
        self._moved = moved
        self._plan = _plan(nodes, root, moved)
        self.moves = moved == root or bool(self._plan)
        self.cost = 1 + len(self._plan)
        self.bends = [bend for node in self._plan for bend in _bends(nodes, nodes[node.id], node.locals)]
        self.finite = all(math.isfinite(self._data[each]) for each in [moved, *(node.id for node in self._plan)])

    def at(self, number: float, error: float = 0.0) -> Pass:
        """The pass with ``number`` in the Value's place; ``error`` is how far that is from the number meant."""
        if not self._plan:
            return Pass(number if self._moved == self._root else self._data[self._root], error, ())
        data, errors = self._data.copy(), {self._moved: error}
        data[self._moved] = number
        for node in self._plan:
            operands = [data[operand] for operand in node.operands]
            out = node.forward(*operands)
            bound = node.ulps * EPSILON * abs(out) + TINY
            for slot, local in node.locals:
                carried = errors[node.operands[slot]]
                if carried:
                    bound += abs(local(*operands, out)) * carried
            data[node.id] = out
            errors[node.id] = bound
        return Pass(data[self._root], errors[self._root], tuple(data[bend.operand] for bend in self.bends))


def op_of(node: Node) -> Op:
    """The operator that made a node."""
    return OPS[node.op] if node.op in OPS else power_by(float(node.op.removeprefix("**")))


def _plan(nodes: Sequence[Node], root: int, moved: int) -> list[_Node]:
    """The nodes between the Value and the root, in the order made, so that operands come before their users."""
    moving = {moved}
    for node in nodes[moved + 1 : root + 1]:
        if not moving.isdisjoint(node.operands):
            moving.add(node.id)
    if root not in moving:
        return []
    needed = {root}
    for node in reversed(nodes[moved + 1 : root + 1]):
        if node.id in needed:
            needed.update(operand for operand in node.operands if operand in moving)
    return [_planned(node, moving) for node in nodes[moved + 1 : root + 1] if node.id in needed]


def _planned(node: Node, moving: set[int]) -> _Node:
    op = op_of(node)
    slots = [slot for slot, operand in enumerate(node.operands) if operand in moving]
    moved = tuple((slot, op.local[slot].function) for slot in slots)
    return _Node(node.id, op.forward, moved, node.operands, _ULPS.get(op.symbol, _ULPS_OF_FUNCTIONS))


def _bends(nodes: Sequence[Node], node: Node, moving: tuple[tuple[int, Callable[..., float]], ...]) -> list[Bend]:
    """What must be watched for at one node, whose operands in the slots of ``moving`` move."""
    first = nodes[node.operands[0]]
    if node.op in _KINKS:
        return [Bend(node.id, first.id, math.inf, keeps_sign=True)]
    if node.op in _RELATIVE:
        return [Bend(node.id, first.id, abs(first.data) / 2, keeps_sign=True)]
    if not node.op.startswith("**"):
        return [] if node.op in ("+", "*") else [Bend(node.id, first.id, 1.0, keeps_sign=False)]
    return _bends_of_power(nodes, node, {slot for slot, _ in moving})


def _bends_of_power(nodes: Sequence[Node], node: Node, slots: set[int]) -> list[Bend]:
    """A power bends in its base unless it is a polynomial, and in its exponent as exp does."""
    found = []
    base = nodes[node.operands[0]]
    exponent = float(node.op.removeprefix("**")) if len(node.operands) == 1 else nodes[node.operands[1]].data
    is_whole = exponent >= 0 and exponent.is_integer() and 1 not in slots
    is_polynomial = is_whole and (exponent <= _HIGHEST or base.data == 0)
    if 0 in slots and not is_polynomial:
        found.append(Bend(node.id, base.id, abs(base.data) / max(2.0, abs(exponent)), keeps_sign=True))
    if 1 in slots:
        steepness = abs(math.log(abs(base.data))) if base.data and math.isfinite(base.data) else 0.0
        found.append(Bend(node.id, node.operands[1], 1 / (1 + steepness), keeps_sign=False))
    return found
