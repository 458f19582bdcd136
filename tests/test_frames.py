"""The state after k steps: a fold that goes both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import NEURON, PROGRAMS, SPELT_OUT

from gradstep.engine.frames import Player, frame_at
from gradstep.engine.language import parse
from gradstep.engine.tracing import trace_program

TWICE = NEURON + "\no.backward()\nzero_grad()\no.backward()\no.backward()"
SEVERAL_ROOTS = "a = 2.0; b = a*3; c = b*b\nb.backward()\nc.backward()\nlone = 5.0"
SOURCES = [NEURON, SPELT_OUT, TWICE, SEVERAL_ROOTS, *(reference.source for reference in PROGRAMS.values())]
TRACES = [trace_program(parse(source)) for source in SOURCES]


def moments(trace):
    """Every place a player can stand, in order."""
    places = [(k, j) for k, step in enumerate(trace.steps) for j in range(max(len(step.events), 1))]
    return [*places, (len(trace.steps), 0)]


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.source[:30])
def test_there_and_back_again_shows_the_same_frames(trace):
    there = Player(trace)
    frames = []
    for k in range(len(trace.steps) + 1):
        there.go(k)
        frames.append(there.frame())
    for k in range(len(trace.steps), -1, -1):
        there.go(k)
        assert there.frame() == frames[k]
    assert frames[0] == frame_at(trace, 0)


@pytest.mark.parametrize("trace", TRACES[:4], ids=lambda trace: trace.source[-30:])
def test_event_by_event_arrives_where_step_by_step_does(trace):
    player = Player(trace)
    frames = []
    for k, j in moments(trace):
        player.go(k, j)
        frames.append(player.frame())
    for (k, j), frame in reversed(list(zip(moments(trace), frames, strict=True))):
        player.go(k, j)
        assert player.frame() == frame == frame_at(trace, k, j)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8), st.sampled_from(TRACES[:4]))
def test_jumping_about_never_depends_on_the_way_taken(jumps, trace):
    player = Player(trace)
    for k in jumps:
        player.go(k)
    assert player.frame() == frame_at(trace, jumps[-1])


def test_frame_zero_has_no_values_and_no_numbers():
    frame = frame_at(TRACES[0], 0)
    assert {node.state for node in frame.nodes} == {"absent"}
    assert {node.grad for node in frame.nodes} == {0.0}
    assert frame.active is None


def test_the_last_frame_holds_the_gradients_of_the_trace():
    for trace in TRACES:
        assert [node.grad for node in frame_at(trace, 10**6).nodes] == trace.grads


def test_a_gradient_is_partial_until_every_user_has_contributed():
    trace = trace_program(parse("a = 2.0\nb = 3.0\nc = a*b\nd = c + a\ne = d*c"))
    states = [[node.state for node in frame_at(trace, k).nodes] for k in range(3, 10)]
    assert [state[0] for state in states] == ["built", "built", "built", "partial", "final", "final", "final"]
    assert [state[2] for state in states] == ["built", "built", "partial", "final", "final", "final", "final"]


def test_a_value_used_twice_by_one_node_is_partial_between_its_two_writes():
    trace = trace_program(parse("a = 3.5\nb = a + a"))
    assert [frame_at(trace, 2, j).nodes[0].state for j in (1, 2)] == ["built", "partial"]
    assert frame_at(trace, 3).nodes[0].state == "final"


def test_a_later_backward_puts_every_node_back_but_keeps_the_numbers():
    trace = trace_program(parse("a = 2.0\nb = a*3\nb.backward()\nb.backward()"))
    before, after = frame_at(trace, 5), frame_at(trace, 6)
    assert {node.state for node in before.nodes} == {"final"}
    assert {node.state for node in after.nodes} == {"built"}
    assert [node.grad for node in after.nodes] == [node.grad for node in before.nodes]


def test_values_that_the_root_does_not_reach_stay_not_reached():
    trace = trace_program(parse("x = 2.0\ny = x*3\nz = 5.0"))
    assert [node.state for node in frame_at(trace, 3).nodes] == ["built", "built", "built", "final"]


def test_one_node_is_lit_with_the_edges_that_carry_it():
    frame = frame_at(TRACES[0], 14)
    assert frame.active == 5
    assert frame.written == {(0, 5, 0), (2, 5, 1)}
    assert frame.changed == {0, 2}


def test_steps_out_of_range_are_taken_to_the_nearest():
    assert frame_at(TRACES[0], -3) == frame_at(TRACES[0], 0)
    assert frame_at(TRACES[0], 999, 999).step == 16
