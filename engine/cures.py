"""The edit that writes ``sigmoid(x)`` or ``tanh(x)`` where a program spells it out, and drops the lines it needed."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .errors import Span
from .exponentials import Known
from .language.edits import Edit, Layout, joined
from .language.places import Places
from .language.program import Apply, Load, Program, Push
from .numbers import shortest
from .writings import Expression, Writings

__all__ = ["Cure", "Source", "Spelling", "cure_of"]


@dataclass(frozen=True, slots=True)
class Source:
    """A program's text in the three ways that a cure reads it."""

    program: Program
    writings: Writings
    layout: Layout


@dataclass(frozen=True, slots=True)
class Spelling:
    """A node that is a known function spelt out: ``parts`` are the nodes that spell it, ``inside`` those in the
    arguments of its exponentials. ``times`` says of each finite one of these how often it goes into the function's
    argument: sigmoid(x) is spelt with the node -x, which goes in -1 times."""

    node: int
    known: Known
    parts: frozenset[int]
    inside: frozenset[int]
    times: dict[int, float]


@dataclass(frozen=True, slots=True)
class Cure:
    """``replacement`` at ``span``; ``call`` is what stands there in place of the spelling."""

    call: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class _Argument:
    """What goes into the brackets, and the statements whose names it uses."""

    text: str
    needs: frozenset[int]


def cure_of(spelling: Spelling, at: Expression, source: Source) -> Cure | None:
    """The cure for what is spelt out at an expression; None where none can be written without harm to the rest."""
    program, layout = source.program, source.layout
    if len(layout.pieces) != len(program.statements) or layout.has_comment(at.start, at.end):
        return None
    argument = next(_arguments(spelling, at, source), None)
    if argument is None:
        return None
    call = f"{spelling.known.function}({argument.text})"
    edit = _rewritten(spelling, at, call, layout)
    gone = _left_over(spelling, at.statement, edit, argument.needs, source)
    whole = joined(program.source, [edit, *layout.without(gone)])
    return Cure(call, Places(program.source).span(whole.start, whole.end), whole.text)


def _arguments(spelling: Spelling, at: Expression, source: Source) -> Iterator[_Argument]:
    """Every way to write the argument at the expression, the plainest first."""
    writings = source.writings
    for node, times in sorted(spelling.times.items(), key=lambda each: (each[1] != 1, each[0])):
        for name in writings.names.get(node, []):
            defined = writings.definition(name, at.statement)
            if defined is not None and defined[1] == node:
                yield _Argument(_multiplied(times, name, None), frozenset((defined[0],)))
        for written in writings.expressions.get(node, []):
            if node in writings.names and not isinstance(written.instruction, Load):
                continue  # written once more, it would be another Value than the one with the name
            text = source.program.source[written.start : written.end]
            needs = _needs(written, at, writings)
            if needs is not None and "#" not in text:
                yield _Argument(_multiplied(times, text, written), needs)


def _needs(written: Expression, at: Expression, writings: Writings) -> frozenset[int] | None:
    """The statements that define the names in an expression; None where they mean something else at ``at``."""
    needs = set()
    for load in writings.loads(written):
        defined = writings.definition(load.name, at.statement)
        if defined is None or defined != writings.definition(load.name, written.statement):
            return None
        needs.add(defined[0])
    return frozenset(needs)


def _multiplied(times: float, text: str, written: Expression | None) -> str:
    """``times`` the text, which is a name where nothing is said of how it is written."""
    if math.isclose(times, 1):
        return text
    made_by = written.instruction if written else None
    operator = made_by.operator if isinstance(made_by, Apply) else ""
    sign = "-" if math.isclose(times, -1) else f"{shortest(times)}*"
    if sign == "-" and text.startswith("-") and operator in ("*", "/"):
        return text[1:].lstrip()
    is_plain = made_by is None or isinstance(made_by, Load | Push) or operator.isalpha()
    return sign + (text if is_plain and not text.startswith("-") else f"({text})")


def _rewritten(spelling: Spelling, at: Expression, call: str, layout: Layout) -> Edit:
    """The edit at the expression itself: the whole of it, or ``/b`` where ``b**-1`` alone is the function."""
    if at.node == spelling.node:
        start, end = _with_brackets(at.start, at.end, layout.text)
        return Edit(start, end, call)
    sign = layout.text.index("/", *at.gap)
    before = layout.text[at.start : sign].rstrip(" \t")
    return Edit(at.start + len(before), at.end, f"*{call}")


def _with_brackets(start: int, end: int, text: str) -> tuple[int, int]:
    """The place of an expression with the brackets around it, which a call needs no more."""
    while text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        before = text[: start - 1].rstrip(" \t")[-1:]
        if before.isalnum() or before in ("_", ")"):
            break  # the brackets of a call
        start, end = start - 1, end + 1
    return start, end


def _left_over(spelling: Spelling, at: int, edit: Edit, needs: Collection[int], source: Source) -> set[int]:
    """The statements that made parts of the spelling and that nothing else uses, with those that label them."""
    program, writings, layout = source.program, source.writings, source.layout
    nodes = spelling.parts | spelling.inside
    gone: set[int] = set()
    for index in reversed(range(at)):
        uses = writings.uses.get(index, [])
        if not uses or index in needs or index == program.implied_root or writings.results[index] not in nodes:
            continue
        if not all(user in gone or (user == at and edit.start <= offset < edit.end) for user, offset in uses):
            continue
        both = (index, *writings.labels.get(index, []))
        if not any(layout.has_comment(layout.pieces[each].start, layout.pieces[each].end) for each in both):
            gone.update(both)
    return gone
