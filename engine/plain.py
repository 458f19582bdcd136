"""Plain numbers that know where they come from."""

from __future__ import annotations

import re

from .errors import Span
from .numbers import shortest
from .text import Text

__all__ = ["Number", "reads_as_int"]

_INT = re.compile(r"-?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9_]+)")


def reads_as_int(text: str) -> bool:
    """Whether Python reads a number that is written so as an int; else it is a float."""
    return _INT.fullmatch(text) is not None


class Number(float):
    """A float with what the leaf that it is wrapped into will show: its text as typed, its place, and, where it is not
    finite, the reason. ``is_int`` says whether Python would hold an int here: ``2*3`` is one, ``4/2`` is not."""

    __slots__ = ("is_int", "reason", "span", "text")

    text: str
    span: Span | None
    reason: Text | None
    is_int: bool

    def __new__(
        cls,
        number: float,
        text: str = "",
        span: Span | None = None,
        reason: Text | None = None,
        is_int: bool | None = None,
    ) -> Number:
        self = super().__new__(cls, number)
        self.text = text or shortest(number)
        self.span = span
        self.reason = reason
        self.is_int = reads_as_int(self.text) if is_int is None else is_int
        return self

    @property
    def in_python(self) -> str:
        """The number as Python would show it: as typed, or ``2.0`` for what ``4/2`` makes."""
        return self.text if self.is_int or not reads_as_int(self.text) else f"{self.text}.0"

    def __neg__(self) -> Number:
        text = self.text[1:] if self.text.startswith("-") else f"-{self.text}"
        return Number(-float(self), text, self.span, self.reason, self.is_int)
