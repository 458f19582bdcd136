"""Nodes read as ratios of sums of powers of exp(x): what a sigmoid or a tanh comes to, however it is spelt out.

With t = exp(x), exp(-x) is t**-1 and exp(2*x) is t**2, so that sigmoid(x) is t/(1 + t) and tanh(x) is
(t**2 - 1)/(t**2 + 1). Every spelling of the same function comes to the same ratio.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .trace import Node

__all__ = ["Known", "Ratio", "Reading", "is_literal", "known", "read_nodes"]

Sum = dict[float, float]  # the coefficient of each power of t

_MOST_TERMS = 6  # in a sum that is looked at
_HIGHEST_POWER = 4  # of a ratio that is multiplied out
_ONE: Sum = {0.0: 1.0}
# The function, and the sign before its x, by the limits at x = -inf and x = inf.
_LIMITS = {
    (0.0, 1.0): ("sigmoid", 1.0),
    (1.0, 0.0): ("sigmoid", -1.0),
    (-1.0, 1.0): ("tanh", 1.0),
    (1.0, -1.0): ("tanh", -1.0),
}


@dataclass(frozen=True, slots=True)
class Ratio:
    """``top / bottom`` in t = exp(x); ``base`` is the kind of x, or None where it is a number."""

    base: int | None
    top: Sum
    bottom: Sum


@dataclass(frozen=True, slots=True)
class Known:
    """``function`` (sigmoid or tanh) of ``factor`` times the node of kind ``base``."""

    function: str
    base: int
    factor: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What each node is, by id. Nodes of one ``kind`` compute the same in the same way; ``behind`` is the operand that
    a node is a number times, or None; ``scaled`` is a node as the kind and the factor of a multiple; ``ratios`` is None
    where a node is no ratio."""

    kinds: list[int]
    behind: list[int | None]
    scaled: list[tuple[int, float]]
    ratios: list[Ratio | None]


def is_literal(node: Node) -> bool:
    """Whether the node is a number written where it is used, so that nobody asks for its gradient."""
    return not node.op and not node.label and math.isfinite(node.data)


def read_nodes(nodes: Sequence[Node]) -> Reading:
    """The nodes of a trace, in the order made, each read from what its operands are."""
    numbers: dict[object, int] = {}
    reading = Reading([], [], [], [])
    for node in nodes:
        of = tuple(reading.kinds[operand] for operand in node.operands)
        what = ("number", node.data) if is_literal(node) else (node.op, of) if node.op else node.id
        reading.kinds.append(numbers.setdefault(what, len(numbers)))
        reading.behind.append(_behind(node, nodes))
        reading.scaled.append(_scaled(node, nodes, reading, numbers))
        reading.ratios.append(_ratio(node, reading))
    return reading


def _behind(node: Node, nodes: Sequence[Node]) -> int | None:
    """What the node is a number times: ``x`` behind ``2*x``; None where it is no such product."""
    if node.op != "*":
        return None
    a, b = node.operands
    return b if is_literal(nodes[a]) else a if is_literal(nodes[b]) else None


def _scaled(node: Node, nodes: Sequence[Node], reading: Reading, numbers: dict[object, int]) -> tuple[int, float]:
    """The node as a multiple, the numbers in it gathered in the factor: ``(k*-1)*x`` is -1 times ``k*x``."""
    kind = reading.kinds[node.id]
    if node.op != "*":
        return kind, 1.0
    (a, of_a), (b, of_b) = (
        (None, nodes[operand].data) if is_literal(nodes[operand]) else reading.scaled[operand]
        for operand in node.operands
    )
    factor = of_a * of_b
    if factor == 0 or not math.isfinite(factor):
        return kind, 1.0
    if a is None or b is None:
        rest = b if a is None else a
        return (kind, 1.0) if rest is None else (rest, factor)
    return (kind, 1.0) if factor == 1 else (numbers.setdefault(("*", (a, b)), len(numbers)), factor)


def _ratio(node: Node, reading: Reading) -> Ratio | None:
    """The node as a ratio, from what its operands are; None where it is none."""
    if is_literal(node):
        return Ratio(None, _pruned({0.0: node.data}), _ONE)
    if node.op == "exp":
        base, power = reading.scaled[node.operands[0]]
        return Ratio(base, {power: 1.0}, _ONE)
    of = [reading.ratios[operand] for operand in node.operands]
    if node.op == "+":
        return _joined(of, _added)
    if node.op == "*":
        return _joined(of, _multiplied)
    return _raised(of[0], node.op) if node.op.startswith("**") and len(of) == 1 else None


def _joined(of: Sequence[Ratio | None], join: Callable[[Ratio, Ratio], tuple[Sum, Sum]]) -> Ratio | None:
    """The ratio that two are together; None where either is none, or their x is not the same."""
    a, b = of
    if a is None or b is None or (a.base is not None and b.base is not None and a.base != b.base):
        return None
    return _checked(b.base if a.base is None else a.base, *join(a, b))


def _added(a: Ratio, b: Ratio) -> tuple[Sum, Sum]:
    """Top and bottom of ``a + b``."""
    if a.bottom == b.bottom:
        return _sum(a.top, b.top), a.bottom
    return _sum(_product(a.top, b.bottom), _product(b.top, a.bottom)), _product(a.bottom, b.bottom)


def _multiplied(a: Ratio, b: Ratio) -> tuple[Sum, Sum]:
    """Top and bottom of ``a * b``."""
    return _product(a.top, b.top), _product(a.bottom, b.bottom)


def _raised(of: Ratio | None, op: str) -> Ratio | None:
    """The ratio to the power in ``op`` (``**-1``); None for powers that are not whole, or too high to multiply out."""
    power = float(op[2:] or "nan")
    if of is None or not power.is_integer() or abs(power) > _HIGHEST_POWER:
        return None
    one, other = (of.top, of.bottom) if power > 0 else (of.bottom, of.top)
    top, bottom = _ONE, _ONE
    for _ in range(int(abs(power))):
        top, bottom = _product(top, one), _product(bottom, other)
    return _checked(of.base, top, bottom)


def _checked(base: int | None, top: Sum, bottom: Sum) -> Ratio | None:
    """The ratio, unless it is 0, has no value, or is longer than anything that is looked for."""
    numbers = [*top, *bottom, *top.values(), *bottom.values()]
    if not top or not bottom or max(len(top), len(bottom)) > _MOST_TERMS or not all(map(math.isfinite, numbers)):
        return None
    return Ratio(base, top, bottom)


def _sum(a: Sum, b: Sum) -> Sum:
    """``a + b``, power by power."""
    return _pruned({power: a.get(power, 0.0) + b.get(power, 0.0) for power in [*a, *b]})


def _product(a: Sum, b: Sum) -> Sum:
    """``a * b``, multiplied out. A power beyond every float counts as infinite, whatever its sign."""
    found: Sum = {}
    for power_a, times_a in a.items():
        for power_b, times_b in b.items():
            power = round(power_a + power_b, 12) if math.isfinite(power_a + power_b) else math.inf
            found[power] = found.get(power, 0.0) + times_a * times_b
    return _pruned(found)


def _pruned(terms: Sum) -> Sum:
    """The terms that are not 0."""
    return {power: times for power, times in terms.items() if times != 0}


def known(ratio: Ratio | None) -> Known | None:
    """The sigmoid or tanh that the ratio is, None where it is neither."""
    if ratio is None or ratio.base is None:
        return None
    named = _LIMITS.get((_limit(ratio, min), _limit(ratio, max)))
    if named is None:
        return None
    function, sign = named
    powers = [*ratio.top, *ratio.bottom]
    for width in sorted({high - low for high in powers for low in powers if high > low}):
        sigmoid = {width if sign > 0 else 0.0: 1.0}, {0.0: 1.0, width: 1.0}
        tanh = {0.0: -sign, width: sign}, {0.0: 1.0, width: 1.0}
        top, bottom = sigmoid if function == "sigmoid" else tanh
        if _is_same(_product(ratio.top, bottom), _product(ratio.bottom, top)):
            return Known(function, ratio.base, sign * (width if function == "sigmoid" else width / 2))
    return None


def _limit(ratio: Ratio, end: Callable[[Sum], float]) -> float:
    """Where the ratio goes as t goes to 0 (``min``) or to infinity (``max``)."""
    top, bottom = end(ratio.top), end(ratio.bottom)
    if top == bottom:
        return ratio.top[top] / ratio.bottom[bottom]
    return 0.0 if (top < bottom) == (end is max) else math.inf


def _is_same(one: Sum, other: Sum) -> bool:
    """Whether two sums are equal, but for rounding."""
    return one.keys() == other.keys() and all(math.isclose(one[power], other[power]) for power in one)
