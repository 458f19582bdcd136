"""Offsets into the text as typed, turned into lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from ..errors import Span

__all__ = ["Places", "with_line_feeds"]


def with_line_feeds(source: str) -> str:
    """The text with CRLF and lone CR as LF: the text that every span counts in.

    >>> with_line_feeds("a = 2\\r\\nb = a\\r")
    'a = 2\\nb = a\\n'
    """
    return source.replace("\r\n", "\n").replace("\r", "\n")


class Places:
    """Finds the line and column (code points, from 1) of any offset. Only LF ends a line.

    A byte order mark at the start counts as the character it is, so that a span always points at
    the same characters in the text that was sent.
    """

    def __init__(self, typed: str) -> None:
        self.typed = typed
        self.starts = [0]
        at = typed.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = typed.find("\n", at + 1)

    def line(self, offset: int) -> int:
        """The line, from 1, that ``offset`` is on."""
        return bisect_right(self.starts, offset)

    def span(self, start: int, end: int) -> Span:
        """The span from ``start`` up to, not including, ``end``."""
        line, end_line = self.line(start), self.line(end)
        return Span(line, start - self.starts[line - 1] + 1, end_line, end - self.starts[end_line - 1] + 1)

    def start_of_line(self, offset: int) -> int:
        """The offset at which the line of ``offset`` begins, behind a byte order mark."""
        start = self.starts[self.line(offset) - 1]
        return start + (start == 0 and self.typed.startswith("\ufeff"))
