"""How hard a graph is to lay out, known before Graphviz is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gradstep.engine.trace import Node

__all__ = ["Ranks", "ranks_of", "settings_for"]

# Measured: Graphviz's time follows the number of dummy nodes that long edges need, hardly the number of Values. At the
# end of each tier it takes one to three seconds; curves are the dearest part, then the search for few crossings.
_TIERS: tuple[tuple[int, dict[str, str]], ...] = (
    (6_000, {"nslimit": "2"}),
    (12_000, {"nslimit": "0.5", "splines": "line"}),
    (56_000, {"nslimit": "0.1", "mclimit": "0.1", "splines": "line"}),
)


@dataclass(frozen=True, slots=True)
class Ranks:
    """What the ranks of a graph tell before it is laid out. A rank is the longest path from a leaf, operator circles
    counted; a leaf stands one rank before its nearest user.

    ``count`` is how many ranks there are, ``widest`` the most cards on one of them, ``effort`` the number of nodes
    (cards and circles) plus the ranks that edges pass through: Σ(rank span − 1) over all edges.
    """

    count: int
    effort: int
    widest: int


def ranks_of(nodes: list[Node]) -> Ranks:
    """The ranks of a graph, without Graphviz."""
    circle = [-1] * len(nodes)  # the rank of each node's operator circle; the node itself stands one further
    nearest: dict[int, int] = {}
    for node in nodes:
        if node.operands:
            circle[node.id] = 1 + max(circle[operand] + 1 for operand in node.operands)
            for operand in node.operands:
                nearest[operand] = min(circle[node.id], nearest.get(operand, circle[node.id]))
    total = len(nodes)
    cards = Counter(circle[node.id] + 1 if node.operands else nearest.get(node.id, 1) - 1 for node in nodes)
    for node in nodes:
        if node.operands:
            total += 1
            for operand in node.operands:
                rank = circle[operand] + 1 if nodes[operand].operands else nearest[operand] - 1
                total += circle[node.id] - rank - 1
    return Ranks(max(circle, default=-1) + 2, total, max(cards.values(), default=0))


def settings_for(effort: int) -> dict[str, str] | None:
    """The graph attributes that let Graphviz answer in time, or None where nothing would."""
    for limit, settings in _TIERS:
        if effort <= limit:
            return settings
    return None
