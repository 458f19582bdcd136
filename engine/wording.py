"""A node's text: what the engine did, as an expression in the labels of its operands."""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import shortest
from .trace import Node

__all__ = ["Wording"]

LONGEST = 120  # characters; a text holds its operands' texts, so without a bound a sum's would grow quadratically

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)


class Wording:
    """Collects what is needed to write texts while a run goes on, and writes them when the labels are known."""

    def __init__(self) -> None:
        self._numbers: dict[int, str] = {}

    def leaf(self, node: int, number: float) -> None:
        """A leaf shows its number as typed if that is known (``number.text``), else in its shortest form."""
        self._numbers[node] = getattr(number, "text", None) or shortest(number)

    def give(self, nodes: list[Node], labels: Sequence[str]) -> None:
        """Write ``text`` into the nodes, which stand in the order made; ``labels`` are as given, before told apart."""
        strengths: list[int] = []
        for node in nodes:
            text, strength = self._word(node, nodes, strengths)
            node.text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
            # Others see the label where there is one.
            strengths.append(_label_strength(labels[node.id]) if node.label else strength)

    def _word(self, node: Node, nodes: list[Node], strengths: list[int]) -> tuple[str, int]:
        def operand(slot: int, at_least: int) -> str:
            other = nodes[node.operands[slot]]
            text = other.label or other.text
            return text if strengths[other.id] >= at_least else f"({text})"

        if not node.operands:
            text = self._numbers[node.id]
            return text, _SIGN if text.startswith("-") else _ATOM
        if node.op == "+":
            return f"{operand(0, _SUM)} + {operand(1, _PRODUCT)}", _SUM
        if node.op == "*":
            return f"{operand(0, _PRODUCT)}*{operand(1, _SIGN)}", _PRODUCT
        if node.op == "**":
            return f"{operand(0, _ATOM)}**{operand(1, _SIGN)}", _POWER
        if node.op.startswith("**"):
            return f"{operand(0, _ATOM)}{node.op}", _POWER
        return f"{node.op}({operand(0, _SUM)})", _ATOM


def _label_strength(label: str) -> int:
    """How tightly a label holds together: one that a person wrote as an expression needs brackets like one."""
    return _SUM if any(sign in label for sign in "+-") else _PRODUCT if any(sign in label for sign in "*/") else _ATOM
