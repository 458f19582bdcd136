"""Which label each Value carries: the names that a program gives, told apart where one is given twice."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import Span
from .trace import Node

__all__ = ["Names"]

_NOWHERE = Span(0, 0, 0, 0)


class Names:
    """The names given during a run, in the order given.

    A label wins over a variable's name and the first name over later ones, which become aliases. A name whose first
    owner is another Value gets its line (``x (line 2)``), or its line and column where the line alone is taken, or its
    node's number where it has no place in a text.
    """

    def __init__(self) -> None:
        self._given: list[tuple[int, str, Span]] = []
        self._labelled_at: dict[int, Span] = {}

    def assign(self, node: int, name: str, span: Span) -> None:
        """A variable ``name`` stands for ``node``."""
        self._given.append((node, name, span))

    def labelled(self, node: int, span: Span) -> None:
        """The label of ``node`` was written there."""
        self._labelled_at[node] = span

    def give(self, nodes: list[Node], labels: Sequence[str]) -> list[str]:
        """Write label and aliases into the nodes; ``labels`` are those that the Values themselves carry.

        What comes back is, for each node, its label before it was told apart from others.
        """
        own = [(node, label, self._labelled_at.get(node, _NOWHERE)) for node, label in enumerate(labels) if label]
        owners: dict[str, tuple[int, Span]] = {}
        bare = [""] * len(nodes)
        for node, name, span in sorted([*own, *self._given], key=lambda given: (given[2], given[0])):
            unique = _unique(owners, node, name, span)
            owners.setdefault(unique, (node, span))
            if not bare[node] and labels[node] in ("", name):
                nodes[node].label, bare[node] = unique, name
            elif unique != nodes[node].label and unique not in nodes[node].aliases:
                nodes[node].aliases.append(unique)
        return bare


def _unique(owners: dict[str, tuple[int, Span]], node: int, name: str, span: Span) -> str:
    def is_free(candidate: str) -> bool:
        return candidate not in owners or owners[candidate][0] == node

    if is_free(name):
        return name
    if span != _NOWHERE:
        with_line = f"{name} (line {span.line})"
        if owners[name][1].line != span.line and is_free(with_line):
            return with_line
        with_column = f"{name} (line {span.line}, column {span.column})"
        if is_free(with_column):
            return with_column
    numbered = f"{name} (node {node})"
    while not is_free(numbered):  # only a label that spells out just this can be in the way
        numbered += "′"
    return numbered
