"""A checked program's trace: the interpreter runs it while the recorder looks on."""

from __future__ import annotations

from .interpreter import Interpreter
from .language.program import Program
from .recorder import MAX_EVENTS, record
from .trace import Options, Trace

__all__ = ["trace_program"]

_DEFAULTS = Options()


def trace_program(program: Program, options: Options = _DEFAULTS, max_events: int = MAX_EVENTS) -> Trace:
    """The trace of a program, which runs once, on the real engine.

    Raises TooManyEvents where the run takes more than ``max_events`` events.
    """
    interpreter = Interpreter(program)
    trace = record(interpreter.run, options, source=program.source, max_events=max_events)
    trace.notices = tuple(sorted(program.notices + tuple(interpreter.notices), key=lambda notice: notice.span))
    return trace
