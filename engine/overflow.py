"""A sigmoid or tanh that was spelt out and overflowed, and the one edit that makes it a function that can't.

``exponentials`` recognises them in the recorded graph, whatever their spelling; ``cures`` writes the edit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from .composed import COMPOSED
from .cures import Cure, Source, Spelling, cure_of
from .errors import Fix, Problem, Span
from .exponentials import Known, Reading, known, read_nodes
from .language.edits import Layout
from .language.program import Apply, Program
from .text import Text
from .trace import Trace
from .writings import Expression, Writings

__all__ = ["overflow_notices"]

_MOST_PARTS = 64  # nodes of one spelling; the shortest has 4, tanh of two exponentials 12
_MOST_MULTIPLES = 16  # nodes looked at behind each exp; -x has 2, and 2*(-x) 3
_MOST_NOTICES = 5
_LONGEST_TITLE = 40  # characters of a call that a button shows
_PACKED = (("granularity", "packed"),)


def overflow_notices(trace: Trace, program: Program) -> list[Problem]:
    """A notice for each sigmoid or tanh that is spelt out, and overflowed though its argument is finite.

    Each has one fix, where the text can be changed without harm to what else stands in it.
    """
    is_sound = all(node.fault is None for node in trace.nodes)
    if is_sound or trace.truncated or all(node.op != "exp" for node in trace.nodes):
        return []
    reading = read_nodes(trace.nodes)
    writings = Writings(program, trace)
    found = sorted(_matches(trace, reading, writings), key=lambda each: each[1].instruction.span)
    by_option = [each for each in found if _is_call(each[1])][:1]  # it cures them all at once
    notices = [_of_option(*each, _reason(trace, each[0])) for each in by_option]
    source = Source(program, writings, Layout(program.source))
    for match, expression in [each for each in found if not _is_call(each[1])][:_MOST_NOTICES]:
        cure = cure_of(match, expression, source)
        notices.append(_of_text(match, expression, _reason(trace, match), cure, trace))
    return notices


def _matches(trace: Trace, reading: Reading, writings: Writings) -> Iterator[tuple[Spelling, Expression]]:
    """The spellings that overflowed and where they are written, the last first: the widest, but never wider than a
    Value with a name, or a function that the options spell out."""
    found = {node.id: what for node in trace.nodes if node.operands and (what := known(reading.ratios[node.id]))}
    settled = {
        node for node in found if trace.nodes[node].label or any(map(_is_call, writings.expressions.get(node, [])))
    }
    covered: set[int] = set()
    for node in reversed(found):
        if node in covered:
            continue
        match = _match(node, found[node], trace, reading)
        expression = _written(node, trace, writings)
        if match is None or expression is None or any(part in settled and part != node for part in match.parts):
            continue
        covered |= match.parts
        yield match, expression


def _match(node: int, what: Known, trace: Trace, reading: Reading) -> Spelling | None:
    """The match, where one of its numbers is not finite and its argument is."""
    parts: set[int] = set()
    inside: set[int] = set()
    waiting = [node]
    while waiting:
        at = trace.nodes[waiting.pop()]
        if at.id in parts:
            continue
        parts.add(at.id)
        if len(parts) > _MOST_PARTS:
            return None
        if at.op == "exp":
            inside.update(islice(_multiples(at.operands[0], reading), _MOST_MULTIPLES))
        else:
            waiting += at.operands
    if all(trace.nodes[at].fault is None for at in parts | inside):
        return None
    times = {at: what.factor / factor for at in inside for base, factor in [reading.scaled[at]] if base == what.base}
    finite = {at: factor for at, factor in times.items() if math.isfinite(trace.nodes[at].data * factor)}
    return Spelling(node, what, frozenset(parts), frozenset(inside), finite) if finite else None


def _multiples(argument: int, reading: Reading) -> Iterator[int]:
    """The argument of an exponential, and what it is a number's multiple of, one after the other."""
    at: int | None = argument
    while at is not None:
        yield at
        at = reading.behind[at]


def _written(node: int, trace: Trace, writings: Writings) -> Expression | None:
    """The expression whose result is the node, or the quotient of a finite number in which the node is ``b**-1``."""
    if node in writings.expressions:
        return writings.expressions[node][0]
    if trace.nodes[node].op != "**-1":
        return None
    for user in trace.nodes[node + 1 : node + 3]:  # the product is made next, or behind the leaf of a number
        finite = all(math.isfinite(trace.nodes[each].data) for each in user.operands if each != node)
        if node in user.operands and user.span == trace.nodes[node].span and finite:
            return next((each for each in writings.expressions.get(user.id, []) if _is(each, "/")), None)
    return None


def _is(expression: Expression, operator: str) -> bool:
    """Whether the expression applies the operator, or calls the function, of this name."""
    return isinstance(expression.instruction, Apply) and expression.instruction.operator == operator


def _is_call(expression: Expression) -> bool:
    """Whether the expression calls a function that the options can spell out."""
    return any(_is(expression, function) for function in COMPOSED)


def _reason(trace: Trace, match: Spelling) -> Text:
    """Why the first number that went wrong did."""
    faults = (fault for at in sorted(match.parts | match.inside) if (fault := trace.nodes[at].fault) is not None)
    first = next(faults)
    return first.reason


def _of_option(match: Spelling, expression: Expression, reason: Text) -> Problem:
    """The notice for a function that is spelt out because the options say so."""
    span = expression.instruction.span
    message = Text(
        "the option composed spells {function} out, and it goes wrong: {reason}",
        function=match.known.function,
        reason=reason,
    )
    hint = Text("packed, it is one node and stays finite")
    return Problem(message, hint, span, (Fix(Text("use packed (one node)"), _before(span), "", _PACKED),))


def _of_text(match: Spelling, expression: Expression, reason: Text, cure: Cure | None, trace: Trace) -> Problem:
    """The notice for a function that the program spells out."""
    function = match.known.function
    call = cure.call if cure and len(cure.call) <= _LONGEST_TITLE else f"{function}(…)"
    message = Text("{function} is spelt out here, and goes wrong: {reason}", function=function, reason=reason)
    hint = Text("{call} is one node and stays finite", call=call)
    options = () if trace.options.granularity == "packed" else _PACKED
    fixes = (Fix(Text("write {name}", name=call), cure.span, cure.replacement, options),) if cure else ()
    return Problem(message, hint, expression.instruction.span, fixes)


def _before(span: Span) -> Span:
    """The empty place where a span begins."""
    return Span(span.line, span.column, span.line, span.column)
