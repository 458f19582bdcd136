"""Traces for the tests of the picture, recorded from the engine without the parser."""

import unicodedata

from gradstep.engine import Value
from gradstep.engine.errors import Span
from gradstep.engine.recorder import Recorder, record
from gradstep.engine.trace import Trace

__all__ = ["trace_of"]

_FUNCTIONS = {name: lambda value, name=name: getattr(value, name)() for name in ("tanh", "exp", "log", "sigmoid")}


def trace_of(program: str) -> Trace:
    """The trace of ``name = expression`` statements, with ``backward()`` on the last, run by Python itself."""

    def run(recorder: Recorder) -> None:
        names: dict[str, Value] = {}
        lines = [part for line in program.splitlines() for part in line.split(";")]
        for number, line in enumerate(lines, 1):
            name, expression = (part.strip() for part in line.split("=", 1))
            value = eval(expression, {**_FUNCTIONS}, names)  # the tests' own programs
            name = unicodedata.normalize("NFKC", name)
            names[name] = value if isinstance(value, Value) else Value(value)
            recorder.name(names[name], name, Span(number, 1, number, 2))
        names[name].backward()

    return record(run, source=program)
