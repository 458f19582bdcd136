"""Whole traces as they were once looked at and found right: a change of any byte shows."""

from pathlib import Path

import orjson
import pytest
from programs import NEURON, SPELT_OUT

from gradstep.app.trace_json import trace_json
from gradstep.engine.language import parse
from gradstep.engine.trace import Options
from gradstep.engine.tracing import trace_program

GOLDEN = Path(__file__).parent / "golden"
TRACED = {
    "neuron": NEURON,
    "spelt-out": SPELT_OUT,
    "self-add": "a = 3.5\nb = a + a",
    "two-backward": "a = 2.0\nb = 3*a - 1\nb.backward()\nzero_grad()\nb.backward()",
    "not-finite": "x = 0.0  # a kink\ny = x*x**0.5 + 1/x",
    "free-inputs": "loss = (w*x - y)**2",
}
_SAME = "a = 1.5\nb = a + a\nc = b + b"
VARIED = {
    "lost-write": (_SAME, Options(accumulate="=")),
    "recursive": (_SAME, Options(schedule="recursive")),
    "preorder": (NEURON, Options(schedule="preorder")),
    "composed": ("x = 0.5\ny = sigmoid(x) + tanh(x)", Options(granularity="composed")),
    "shuffled": (NEURON, Options(order=1)),
}
PROGRAMS = {name: (source, Options()) for name, source in TRACED.items()} | VARIED


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_trace_is_the_one_that_was_looked_at(name, write_golden):
    source, options = PROGRAMS[name]
    found = orjson.loads(trace_json(trace_program(parse(source), options)))
    file = GOLDEN / f"{name}.json"
    if write_golden:
        GOLDEN.mkdir(exist_ok=True)
        file.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    assert_same(found, orjson.loads(file.read_bytes()))


def assert_same(found, expected):
    """Equal in structure, and in numbers to what platforms differ by."""
    assert type(found) is type(expected)
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key in expected:
            assert_same(found[key], expected[key])
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    else:
        assert found == (pytest.approx(expected, rel=1e-12) if isinstance(expected, float) else expected)
