"""A checked program's trace: the interpreter runs it while the recorder looks on."""

from __future__ import annotations

from .errors import Problem, Span
from .interpreter import Interpreter
from .language.program import Program
from .overflow import overflow_notices
from .recorder import MAX_EVENTS, record
from .text import Text
from .trace import Node, Options, Trace

__all__ = ["trace_program"]

_DEFAULTS = Options()
_NAMED = 5  # Values that a notice names


def trace_program(program: Program, options: Options = _DEFAULTS, max_events: int = MAX_EVENTS) -> Trace:
    """The trace of a program, which runs once, on the real engine.

    Raises TooManyEvents where the run takes more than ``max_events`` events.
    """
    interpreter = Interpreter(program)
    trace = record(interpreter.run, options, source=program.source, max_events=max_events)
    notices = [*program.notices, *interpreter.notices, *_left_out(trace, program), *overflow_notices(trace, program)]
    trace.notices = tuple(sorted(notices, key=lambda notice: notice.span))
    return trace


def _left_out(trace: Trace, program: Program) -> list[Problem]:
    """A notice that names the Values that no root depends on, if there are any with a name."""
    left_out = [node for node in trace.nodes if node.label and not node.reachable]
    if not left_out:
        return []
    names = ", ".join(node.label for node in left_out[:_NAMED]) + (", …" if len(left_out) > _NAMED else "")
    root = trace.nodes[trace.roots[-1]]
    message = Text(
        "{names} does not reach {root}, so its gradient stays 0",
        "{names} do not reach {root}, so their gradients stay 0",
        names=names,
        root=root.label or root.text,
        count=len(left_out),
    )
    if program.implied_root is None:
        hint = Text("call backward() on a Value that depends on it to see a gradient there")
    else:
        hint = Text(
            "backward() runs on the last line's Value; write {name}.backward() to choose", name=_writable(left_out)
        )
    return [Problem(message, hint, left_out[0].span or Span(1, 1, 1, 1))]


def _writable(nodes: list[Node]) -> str:
    """The latest label that can be written as a name; ``x (line 2)`` can't."""
    return next((node.label for node in reversed(nodes) if node.label.isidentifier()), "name")
