"""Which Values of two traces stand for each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from .trace import Node, Trace

__all__ = ["pair_nodes"]

# What tells apart Values of one name; an edit further up moves it.
_PLACE = re.compile(r" \((line|node) \d+(, column \d+)?\)′*$")

_Key = Callable[[Node], Hashable | None]


def pair_nodes(a: Trace, b: Trace) -> list[int | None]:
    """For each node of ``a`` the node of ``b`` that stands for it, or None.

    That is the one of the same name, else of the same text. What is left is paired by its place, where both are the
    same program: spelt out, the last node of a place gives what the packed one does. In an edited program it is paired
    by its operands.
    """
    pairs = _Pairs(a.nodes, b.nodes)
    pairs.match(lambda node: _PLACE.sub("", node.label) if node.label else None)
    pairs.match(lambda node: None if node.label else (node.op, node.text))
    if a.source == b.source:
        pairs.match(lambda node: node.span if node.op else None, last=True)
    else:
        pairs.match_operands()
    return pairs.partners


class _Pairs:
    """The pairs found so far, as the partner of each node of either side."""

    def __init__(self, a: Sequence[Node], b: Sequence[Node]) -> None:
        self._a, self._b = a, b
        self.partners: list[int | None] = [None] * len(a)
        self._back: list[int | None] = [None] * len(b)

    def match(self, key_of: _Key, *, last: bool = False) -> None:
        """Pair nodes of equal keys, the first with the first and so on; or only the last with the last."""
        theirs = _by_key(self._b, self._back, key_of)
        for key, mine in _by_key(self._a, self.partners, key_of).items():
            found = theirs.get(key, [])
            pairs = zip(mine[-1:], found[-1:], strict=False) if last else zip(mine, found, strict=False)
            for one, other in pairs:
                self._pair(one, other)

    def match_operands(self) -> None:
        """Pair nodes whose operands are pairs, whatever their operators: an edit made the one of the other."""
        users: dict[tuple[int, int], list[int]] = defaultdict(list)  # of b, by each operand and slot
        for node in reversed(self._b):
            if self._back[node.id] is None and not node.label:
                for slot, operand in enumerate(node.operands):
                    users[operand, slot].append(node.id)
        for node in self._a:
            if self.partners[node.id] is None and node.op and not node.label:
                self._match_user(node, users)

    def _match_user(self, node: Node, users: dict[tuple[int, int], list[int]]) -> None:
        known = [(self.partners[operand], slot) for slot, operand in enumerate(node.operands)]
        for operand, slot in known:
            candidates = users.get((operand, slot)) if operand is not None else None
            while candidates and self._back[candidates[-1]] is not None:
                candidates.pop()
            if candidates and self._fits(node, self._b[candidates[-1]]):
                other = candidates.pop()
                self._pair(node.id, other)
                for mine, its in zip(node.operands, self._b[other].operands, strict=True):
                    if self.partners[mine] is None and self._back[its] is None:
                        self._pair(mine, its)
                return

    def _fits(self, one: Node, other: Node) -> bool:
        """Whether the operands are pairs, or are numbers that are not paired yet."""
        return len(one.operands) == len(other.operands) and all(
            self.partners[mine] == its
            if self.partners[mine] is not None
            else self._back[its] is None and not self._a[mine].op and not self._b[its].op
            for mine, its in zip(one.operands, other.operands, strict=True)
        )

    def _pair(self, one: int, other: int) -> None:
        self.partners[one], self._back[other] = other, one


def _by_key(nodes: Sequence[Node], partners: Sequence[int | None], key_of: _Key) -> dict[Hashable, list[int]]:
    """The nodes without a partner that have a key, in their order."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for node in nodes:
        if partners[node.id] is None and (key := key_of(node)) is not None:
            found[key].append(node.id)
    return found
