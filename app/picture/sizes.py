"""How large each part of the picture is, in px, from character counts in a monospaced font."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from gradstep.engine.numbers import shown
from gradstep.engine.trace import Reset, Trace, Write

__all__ = [
    "BASELINE", "CHARACTER", "CIRCLE", "FONT_SIZE", "PADDING", "ROW", "SHIFT", "WORD", "Card", "Look", "cards",
    "columns", "operator_size", "printable", "shortened",
]  # fmt: skip

FONT_SIZE = 13
BASELINE = 0.35 * FONT_SIZE  # from the middle of a row to the baseline of its text
CHARACTER = 7.85  # advance of one column: 0.604 em, a little over DejaVu Sans Mono's 0.602, the widest in common use
PADDING = 4.5  # between a text and the border of its cell
WORD = 4 * CHARACTER + 5  # "data" or "grad" and the gap after it
ROW = 21  # height of one row of text
CIRCLE = 20  # diameter of an operator's circle
SHIFT = 4  # an operator stands this much nearer to the card it made than to its operands
_LABEL = 21  # columns of the longest label on a card
_OPERATOR = 12  # the same in an operator's circle


@dataclass(frozen=True, slots=True)
class Look:
    """How a graph is laid out: what a card looks like and where the graph grows to.

    ``row`` is the classic record, label, data and grad side by side; ``stack`` puts them under one another.
    """

    card: Literal["row", "stack"] = "row"
    direction: Literal["LR", "TB"] = "LR"


@dataclass(frozen=True, slots=True)
class Card:
    """The size of one node's card, wide enough for every text it ever shows.

    ``cells`` are the widths of the label, data and grad cells; in a stack all three are the card's.
    """

    label: str  # as it stands on the card: cleaned and shortened
    width: float
    height: float
    cells: tuple[float, float, float]


def columns(text: str) -> int:
    """How many columns of a monospaced font a text takes.

    Combining marks take none. CJK and full-width characters take two, and so do letters of scripts that monospaced
    fonts lack (Arabic, Devanagari), whose stand-ins come from wider fonts.
    """
    return sum(map(_column, text))


def _column(character: str) -> int:
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(character) in "WF" or "\u0590" <= character < "\u1e00" or character >= "\u2e80":
        return 2
    return 1


def printable(text: str) -> str:
    """``text`` on one line without what XML forbids (control characters, lone surrogates) or what could reorder the
    text around it (bidirectional controls)."""
    if text.isascii() and text.isprintable():
        return text
    return " ".join("".join(map(_printable, text)).split())


def _printable(character: str) -> str:
    match unicodedata.category(character):
        case "Cc" | "Zl" | "Zp" | "Zs":
            return " "
        case "Cs" | "Co" | "Cn":
            return "\ufffd"
        case "Cf":
            return ""
    return character


def shortened(text: str, limit: int = _LABEL) -> str:
    """``text`` in at most ``limit`` columns, the last of them ``…`` if something was cut."""
    text = printable(text)
    if len(text) <= limit and columns(text) <= limit:
        return text
    room = limit - 1
    kept: list[str] = []
    for character in text:
        room -= _column(character)
        if room < 0 or len(kept) > 8 * limit:  # a heap of combining marks has no width, but no end either
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def operator_size(op: str) -> tuple[str, float, float]:
    """What stands in the circle of an operator, its width and its height: a circle for one character, else a pill."""
    text = shortened(op, _OPERATOR)
    return text, (CIRCLE if len(text) == 1 else columns(text) * CHARACTER + 10), CIRCLE


def cards(trace: Trace, look: Look) -> list[Card]:
    """The card of each node, by id, for the widest number that it shows in any frame."""
    grads = [columns(shown(0.0))] * len(trace.nodes)
    for step in trace.steps:
        for event in step.events:
            if isinstance(event, Write):
                grads[event.target] = max(grads[event.target], columns(shown(event.after)))
            elif isinstance(event, Reset):
                grads[event.node] = max(grads[event.node], columns(shown(event.after)))
    return [
        _card(shortened(node.label or node.text), columns(shown(node.data)), grad, look)
        for node, grad in zip(trace.nodes, grads, strict=True)
    ]


def _card(label: str, data: int, grad: int, look: Look) -> Card:
    cells = (
        columns(label) * CHARACTER + 2 * PADDING,
        data * CHARACTER + WORD + 2 * PADDING,
        grad * CHARACTER + WORD + 2 * PADDING,
    )
    if look.card == "row":
        return Card(label, sum(cells), ROW + 4, cells)
    width = max(cells)
    return Card(label, width, 3 * ROW, (width, width, width))
