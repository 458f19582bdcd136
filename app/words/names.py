"""What sentences call a node."""

from __future__ import annotations

from gradstep.engine.trace import Node

__all__ = ["called", "cut", "name_of", "spoken", "uncut"]

_LONGEST = 28  # characters of a name in a sentence


def name_of(node: Node) -> str:
    """The whole name of a node: its label, or else its expression."""
    return node.label or node.text


def called(node: Node) -> str:
    """What a sentence calls a node."""
    return cut(name_of(node))


def uncut(node: Node) -> str:
    """The whole name of a node that a sentence cuts; ``""`` for one that it does not."""
    name = name_of(node)
    return name if cut(name) != name else ""


def cut(name: str) -> str:
    """A name without its middle, where it is long."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 12]}…{name[-11:]}"


def spoken(node: Node) -> str:
    """A name that stands before a dot: what has no name of its own goes in brackets."""
    return called(node) if node.label else f"({called(node)})"
