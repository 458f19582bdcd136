"""Names of variables for the Values of a trace, in a Python script."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

from gradstep.engine.trace import Trace

from ..picture.sizes import printable

__all__ = ["comment", "names_of"]

_PLAIN = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")
_COMMENT_COLUMNS = 80
_PYTHONS_OWN = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}


def names_of(trace: Trace, taken: Iterable[str]) -> list[str]:
    """A variable for each node, by id: its label where that can be one, else ``_7``. Labels are unique in a trace.

    Args:
        taken: what the script itself gives a meaning.
    """
    reserved = _PYTHONS_OWN.union(taken)
    return [
        node.label if _PLAIN.fullmatch(node.label) and node.label not in reserved else f"_{node.id}"
        for node in trace.nodes
    ]


def comment(text: str) -> str:
    """The text as the end of a line: a comment, in which nothing of it can end the line."""
    said = printable(text)
    return "  # " + (said if len(said) <= _COMMENT_COLUMNS else f"{said[: _COMMENT_COLUMNS - 1]}…")
