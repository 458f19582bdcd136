"""Plain numbers that know where they come from."""

from __future__ import annotations

from .errors import Span
from .numbers import shortest
from .text import Text

__all__ = ["Number"]


class Number(float):
    """A float with what the leaf that it is wrapped into will show: its text as typed, its place, and, where it is not
    finite, the reason."""

    __slots__ = ("reason", "span", "text")

    text: str
    span: Span | None
    reason: Text | None

    def __new__(cls, number: float, text: str = "", span: Span | None = None, reason: Text | None = None) -> Number:
        self = super().__new__(cls, number)
        self.text = text or shortest(number)
        self.span = span
        self.reason = reason
        return self

    def __neg__(self) -> Number:
        text = self.text[1:] if self.text.startswith("-") else f"-{self.text}"
        return Number(-float(self), text, self.span, self.reason)
