"""What can be wrong with a program, and where.

The exception tree::

    GradstepError
    ├── ProgramError            the text can't be traced; holds every problem found
    │   ├── TextTooLong         more UTF-8 bytes than the limit
    │   └── TooManyEvents       the run passed the limit on events
    └── MadeBefore              a recording meets a Value that was made before it began
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .text import Text

__all__ = ["Fix", "GradstepError", "MadeBefore", "Problem", "ProgramError", "Span", "TextTooLong", "TooManyEvents"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in the text as the person typed it: code points counted from 1, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that would mend a problem: put ``replacement`` where ``span`` is (an empty span inserts).

    ``options`` are the names and values of options of a trace that must change with it.
    """

    title: Text
    span: Span
    replacement: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (or, as a notice, worth knowing): what, where, and what to do about it."""

    message: Text
    hint: Text
    span: Span
    fixes: tuple[Fix, ...] = ()


class GradstepError(Exception):
    """The root of every error that Gradstep raises itself."""


class ProgramError(GradstepError):
    """A program that can't be traced, with every problem that could be told apart, in text order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"line {p.span.line}, column {p.span.column}: {p.message}" for p in self.problems))


class TextTooLong(ProgramError):
    """The text is over the limit on its size in UTF-8."""


class TooManyEvents(ProgramError):
    """Running the program made more events than the limit allows."""


class MadeBefore(GradstepError):
    """A recording met a Value that was made before it began, so nobody would see what its closure does."""
