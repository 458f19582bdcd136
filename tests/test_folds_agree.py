"""The fold exists twice, in Python for the server and in JavaScript for the page: both show the same frames."""

import json
import math
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from programs import NEURON, PROGRAMS

from gradstep import Value
from gradstep.app.trace_json import trace_json
from gradstep.engine.frames import Player
from gradstep.engine.language import parse
from gradstep.engine.recorder import record
from gradstep.engine.trace import Options
from gradstep.engine.tracing import trace_program

JAVASCRIPT = Path(__file__).parent / "js" / "fold_frames.js"


def python_frames(trace):
    player = Player(trace)
    places = [(k, j) for k, step in enumerate(trace.steps) for j in range(len(step.events))] + [(len(trace.steps), 0)]
    for k, j in [*places, *reversed(places)]:
        player.go(k, j)
        frame = player.frame()
        yield {
            "step": frame.step,
            "event": frame.event,
            "phase": frame.phase,
            "active": frame.active,
            "nodes": [[node.state, _number(node.grad)] for node in frame.nodes],
            "written": sorted(",".join(map(str, edge)) for edge in frame.written),
            "changed": sorted(frame.changed),
            "order": list(frame.order),
        }


def _number(grad):
    if math.isnan(grad):
        return "NaN"
    return grad if math.isfinite(grad) else "Infinity" if grad > 0 else "-Infinity"


VARIATIONS = [
    Options(accumulate="="),
    Options(schedule="recursive"),
    Options(schedule="preorder", order=3),
    Options(schedule="recursive", accumulate="=", granularity="composed"),
]


def assert_agreement(traces, folder):
    file = folder / "traces.jsonl"
    file.write_bytes(b"\n".join(map(trace_json, traces)))
    answer = subprocess.run(["node", JAVASCRIPT, file], capture_output=True, check=True, timeout=120).stdout
    lines = answer.decode().splitlines()
    assert len(lines) == len(traces)
    for trace, line in zip(traces, lines, strict=True):
        for here, there in zip(python_frames(trace), json.loads(line), strict=True):
            assert here == there


def test_both_folds_agree_on_every_example(tmp_path):
    sources = [reference.source for reference in PROGRAMS.values()]
    sources += [NEURON + "\no.backward()\nzero_grad()\no.backward()\no.backward()"]
    sources += ["a = 2.0; b = a*3; c = b*b\nb.backward()\nc.backward()\nlone = 5.0", "x = 0.0\ny = x*x**0.5"]
    assert_agreement([trace_program(parse(source)) for source in sources], tmp_path)


@pytest.mark.parametrize("options", VARIATIONS, ids=str)
def test_both_folds_agree_however_the_engine_runs(tmp_path, options):
    sources = [
        NEURON,
        "p = 1.5\nq = p + p\nr = q*q + p\nlone = 2\nr.backward()\nq.backward()\nzero_grad()\nlone.backward()",
    ]
    assert_agreement([trace_program(parse(source), options) for source in sources], tmp_path)


@st.composite
def recordings(draw):
    """A trace of random sums and products, with backward() and zero_grad() called here and there."""
    moves = draw(st.lists(st.tuples(st.sampled_from("++**bz"), st.integers(0, 99), st.integers(0, 99)), max_size=14))

    def run(recorder):
        values = [Value(1.5), Value(-2.0)]
        for move, i, j in moves:
            a, b = values[i % len(values)], values[j % len(values)]
            if move == "b":
                a.backward()
            elif move == "z":
                a.zero_grad()
            else:
                values.append(a + b if move == "+" else a * b)
        values[-1].backward()

    schedule = draw(st.sampled_from(["topo", "preorder", "recursive"]))
    options = Options(draw(st.sampled_from(["+=", "="])), schedule, order=draw(st.integers(0, 3)))
    return record(run, options, max_events=2_000)


@settings(
    max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture], phases=[Phase.generate], deadline=None
)
@given(traces=st.lists(recordings(), min_size=5, max_size=12))
def test_both_folds_agree_on_random_graphs(tmp_path, traces):
    assert_agreement(traces, tmp_path)
