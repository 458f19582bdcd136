"""Which label each Value carries: the names that a program gives, told apart where one is given twice."""

from __future__ import annotations

from .errors import Span
from .trace import Node

__all__ = ["Names"]


class Names:
    """The names given during a run, in the order given.

    A label wins over a variable's name and the first name over later ones, which become aliases. A name whose first
    owner is another Value gets its line (``x (line 2)``), or its line and column where the line alone is taken.
    """

    def __init__(self) -> None:
        self._given: list[tuple[int, str, Span]] = []
        self._labels: dict[int, tuple[str, Span]] = {}

    def assign(self, node: int, name: str, span: Span) -> None:
        """A variable ``name`` stands for ``node``."""
        self._given.append((node, name, span))

    def label(self, node: int, label: str, span: Span) -> None:
        """``node`` is labelled; the last label wins, and an empty one takes it back."""
        self._labels[node] = (label, span)

    def give(self, nodes: list[Node]) -> None:
        """Write label and aliases into the nodes."""
        owners: dict[str, tuple[int, Span]] = {}
        labelled = [(node, label, span) for node, (label, span) in self._labels.items() if label]
        for node, name, span in sorted(labelled + self._given, key=lambda given: (given[2], given[0])):
            unique = _unique(owners, node, name, span)
            owners.setdefault(unique, (node, span))
            self._hand_out(nodes[node], name, unique)

    def _hand_out(self, node: Node, name: str, unique: str) -> None:
        own_label = self._labels.get(node.id, ("", None))[0]
        if not node.label and (not own_label or own_label == name):
            node.label = unique
        elif unique != node.label and unique not in node.aliases:
            node.aliases.append(unique)


def _unique(owners: dict[str, tuple[int, Span]], node: int, name: str, span: Span) -> str:
    def free(candidate: str) -> bool:
        return candidate not in owners or owners[candidate][0] == node

    if free(name):
        return name
    with_line = f"{name} (line {span.line})"
    if owners[name][1].line != span.line and free(with_line):
        return with_line
    with_column = f"{name} (line {span.line}, column {span.column})"
    while not free(with_column):  # only a label that spells out such a place can be in the way
        with_column += "′"
    return with_column
