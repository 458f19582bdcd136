"""The variations of the engine: the classic mistakes do what they do, and what should make no difference makes none."""

import json
import os
import subprocess
import sys

import pytest
from programs import NEURON, SPELT_OUT

from gradstep.app.trace_json import trace_json
from gradstep.engine.errors import TooManyEvents
from gradstep.engine.frames import frame_at
from gradstep.engine.language import parse
from gradstep.engine.readiness import calls_of
from gradstep.engine.trace import Options
from gradstep.engine.tracing import trace_program

TWICE = "b = a + a; c = b + b"
DOUBLINGS = "a = 1.0\n" + "a = a + a\n" * 24
UNEVEN = "x = 0.5\nu = x*x\nv = u*x\nL = v + u"


def run(source, max_events=50_000, **options):
    return trace_program(parse(source), Options(**options), max_events=max_events)


def grads(trace):
    return {node.label or node.text: trace.grads[node.id] for node in trace.nodes}


def events(trace, kind):
    return [event for step in trace.steps for event in step.events if event.kind == kind]


def test_assigning_keeps_the_last_contribution_alone():
    trace = run("a = 3.5\nb = a + a", accumulate="=")
    assert grads(trace)["a"] == 1.0
    assert [(write.before, write.contribution, write.after) for write in events(trace, "write")] == [
        (0.0, 1.0, 1.0),
        (1.0, 1.0, 1.0),
    ]


def test_without_a_sort_a_node_is_called_once_for_each_way_that_leads_to_it():
    trace = run("a = 1\n" + TWICE, schedule="recursive")
    assert [step.phase for step in trace.steps] == ["build"] * 2 + ["backward"] * 7
    assert [trace.nodes[step.node].label for step in trace.steps[2:]] == ["c", "b", "a", "a", "b", "a", "a"]
    assert (grads(trace)["a"], trace.topos, trace.roots) == (8.0, [[]], [2])
    assert [call.nth for call in calls_of(trace).values()] == [1, 1, 1, 2, 2, 3, 4]


def test_a_call_without_a_sort_may_come_before_a_user_has_passed_its_gradient_on():
    trace = run("x = 0.5\nu = x*x\nL = u + u*x", schedule="recursive")
    called = {trace.nodes[trace.steps[k].node].label: call for k, call in reversed(calls_of(trace).items())}
    assert [trace.nodes[user].text for user in called["u"].missing] == ["u*x"]
    assert called["L"].missing == ()


def test_appending_first_calls_operands_before_their_users():
    trace = run(NEURON, schedule="preorder")
    assert {name for name, grad in grads(trace).items() if grad} == {"n", "o"}
    assert len(trace.steps) == 16
    assert trace.topos[0][0] == trace.roots[0]
    early = {trace.nodes[trace.steps[k].node].label for k, call in calls_of(trace).items() if call.missing}
    assert {"n", "b", "x1"} <= early
    assert "o" not in early


def test_after_a_sort_every_node_is_ready():
    assert all(call.missing_count == 0 and call.nth == 1 for call in calls_of(run(SPELT_OUT, order=5)).values())


def test_the_seed_comes_with_the_first_call_whoever_is_called():
    for schedule in ("topo", "preorder", "recursive"):
        trace = run(NEURON, schedule=schedule)
        first = next(step for step in trace.steps if step.phase == "backward")
        assert [event.node for event in first.events if event.kind == "seed"] == [9]


def test_composed_functions_are_the_textbook_formulas():
    composed, spelt_out = run(NEURON, granularity="composed"), run(SPELT_OUT)
    assert (len(composed.nodes), len(composed.steps)) == (18, 29)
    assert [node.op for node in composed.nodes] == [node.op for node in spelt_out.nodes]
    assert [node.operands for node in composed.nodes] == [node.operands for node in spelt_out.nodes]
    assert composed.grads == spelt_out.grads
    assert composed.nodes[-1].label == "o"


def test_a_composed_sigmoid_is_one_over_one_plus_exp():
    composed, written = run("x = 0.5\ny = sigmoid(x)", granularity="composed"), run("x = 0.5\ny = 1/(1 + (-x).exp())")
    assert [(node.op, node.data) for node in composed.nodes] == [(node.op, node.data) for node in written.nodes]
    assert composed.grads == written.grads


def test_nodes_of_a_composed_function_stand_where_it_is_written():
    trace = run("x = 0.5\ny = 2*tanh(x)", granularity="composed")
    inner = [node for node in trace.nodes if node.part_of == "tanh" and node.op]
    assert len(inner) == 6
    assert {(node.span.column, node.span.end_column) for node in inner} == {(7, 14)}


@pytest.mark.parametrize("order", [1, 2, 7, 2**31 - 1])
@pytest.mark.parametrize("source", [NEURON, SPELT_OUT, UNEVEN])
def test_any_order_of_siblings_is_a_topological_order(source, order):
    trace, plain = run(source, order=order), run(source)
    place = {node: index for index, node in enumerate(trace.topos[0])}
    assert sorted(place) == sorted(plain.topos[0])
    assert all(place[operand] < place[node] for node in place for operand in trace.nodes[node].operands)
    assert trace.grads == pytest.approx(plain.grads, rel=1e-12)


def test_some_orders_differ_and_each_is_the_same_in_every_process():
    orders = [run(NEURON, order=order).topos[0] for order in range(6)]
    assert len({tuple(order) for order in orders}) > 2
    script = (
        "from gradstep.engine.language import parse; from gradstep.engine.trace import Options\n"
        "from gradstep.engine.tracing import trace_program\n"
        f"print([trace_program(parse({NEURON!r}), Options(order=n)).topos[0] for n in range(6)])"
    )
    other = {**os.environ, "PYTHONHASHSEED": "77"}
    printed = subprocess.run(
        [sys.executable, "-c", script], env=other, capture_output=True, check=True, text=True
    ).stdout
    assert json.loads(printed) == orders


def test_an_exploding_backward_is_cut_before_the_step_that_would_pass_the_limit():
    trace = run(DOUBLINGS, schedule="recursive", max_events=1_000)
    assert (trace.truncated.limit, trace.truncated.found) == (1_000, 1_001)
    counted = sum(len(step.events) for step in trace.steps)
    assert 998 <= counted <= 1_000
    assert json.loads(trace_json(trace))["truncated"] == {"limit": 1_000, "found": 1_001}
    assert frame_at(trace, len(trace.steps)).nodes[-1].grad == 1.0


def test_a_cut_ends_the_run():
    trace = run(DOUBLINGS + "a.backward()\nb = 2*a\nb.backward()", schedule="recursive", max_events=1_000)
    assert (len(trace.roots), len(trace.nodes)) == (1, 25)


def test_other_schedules_are_refused_and_not_cut():
    with pytest.raises(TooManyEvents):
        run(DOUBLINGS, schedule="preorder", max_events=100)
    assert run(DOUBLINGS, max_events=1_000).truncated is None


def test_a_value_that_nothing_uses_enters_with_the_first_call_where_nothing_is_sorted():
    trace = run("lone = 4\na = 1\nb = a + a\nb.backward()", schedule="recursive")
    first = trace.steps[1]
    assert [event.kind for event in first.events] == ["leaf", "seed", "write", "write"]
    assert trace.nodes[first.events[0].node].label == "lone"


def test_the_reason_of_a_number_stays_with_its_write_when_a_leaf_enters_before_it():
    trace = run("lone = 4\nx = 0.0\ny = x**0.5\ny.backward()", schedule="recursive")
    first = trace.steps[1]
    assert [first.events[index].kind for index in first.faults] == ["write"]
