"""A statement as far as it can be read alone, before it is known which names there are."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import Problem, Span
from .program import Load, Statement, Target

__all__ = ["Call", "Draft"]


@dataclass(frozen=True, slots=True)
class Call:
    """``name(…)`` where ``name`` is no function here: unknown, or a value with a ``*`` left out."""

    name: str
    span: Span  # the name
    argument: int  # the offset of the opening bracket
    sign: str  # the / or power that it stands behind, '' where it stands behind none


@dataclass(slots=True)
class Draft:
    """What one statement came to.

    ``statement`` is None where it is wrong. ``assigned`` are the names it was meant to assign, so that a mistake in
    one line doesn't make its name unknown in the next.
    """

    above: int  # the offset of the first statement on its line, above which a line can be inserted
    indent: str  # the blanks in front of every line of the program
    statement: Statement | None = None
    is_free: bool = True  # an expression or ``name = expression``, whose unknown names may become inputs
    problems: list[Problem] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    assigned: list[Target] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
