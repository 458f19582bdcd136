"""Two traces aligned: nodes by their names, steps so that both reach the same points."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import NEURON, PROGRAMS

from gradstep.engine.alignment import align
from gradstep.engine.comparison import costs_of, leaves_of
from gradstep.engine.language import parse
from gradstep.engine.pairing import pair_nodes
from gradstep.engine.trace import Options, Trace
from gradstep.engine.tracing import trace_program

OPTIONS = [
    Options(),
    Options(accumulate="="),
    Options(granularity="composed"),
    Options(schedule="recursive"),
    Options(schedule="preorder"),
    Options(order=3),
]


def traced(source: str, options: Options = OPTIONS[0]) -> Trace:
    return trace_program(parse(source), options)


def assert_covers(a: Trace, b: Trace) -> None:
    aligned = align(a, b)
    places = [aligned.places(step) for step in range(len(aligned.moves) + 1)]
    assert places[0] == (0, 0)
    assert places[-1] == (len(a.steps), len(b.steps))
    gains = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in itertools.pairwise(places)}
    assert gains <= {(1, 0), (0, 1), (1, 1)}


@given(
    sources=st.tuples(*[st.sampled_from([each.source for each in PROGRAMS.values()])] * 2),
    options=st.tuples(*[st.sampled_from(OPTIONS)] * 2),
)
def test_the_moves_cover_every_step_of_both_one_at_a_time(sources, options):
    assert_covers(traced(sources[0], options[0]), traced(sources[1], options[1]))


@pytest.mark.parametrize("reference", PROGRAMS.values(), ids=PROGRAMS)
def test_a_trace_beside_itself_moves_with_it_all_the_way(reference):
    trace = traced(reference.source)
    aligned = align(trace, trace)
    assert set(aligned.moves) <= {"="}
    assert list(aligned.partners) == list(range(len(trace.nodes)))


def test_what_is_spelt_out_goes_on_alone():
    a, b = traced(NEURON), traced(NEURON, Options(granularity="composed"))
    aligned = align(a, b)
    assert "a" not in aligned.moves
    assert aligned.moves.count("b") == len(b.steps) - len(a.steps)
    for step, move in enumerate(aligned.moves, 1):
        x, y = aligned.places(step)
        if move == "=" and a.steps[x - 1].phase != "topo":
            assert aligned.partners[a.steps[x - 1].node] == b.steps[y - 1].node


def test_an_unnamed_function_stands_for_the_last_node_it_is_spelt_out_in():
    a, b = traced("x = 0.5\ny = tanh(x)*3"), traced("x = 0.5\ny = tanh(x)*3", Options(granularity="composed"))
    tanh = next(node for node in a.nodes if node.op == "tanh")
    partner = pair_nodes(a, b)[tanh.id]
    assert partner is not None
    assert b.nodes[partner].data == pytest.approx(tanh.data)


def test_an_edited_operator_stands_for_the_one_before_with_all_above_it():
    a, b = traced(NEURON), traced(NEURON.replace("x1*w1", "x1+w1"))
    assert pair_nodes(a, b) == list(range(len(a.nodes)))


def test_an_edited_number_stands_for_the_one_before():
    a, b = traced("a = 2.0\nb = a*3 + 1"), traced("a = 2.0\nb = a*4 + 1")
    assert pair_nodes(a, b) == list(range(len(a.nodes)))


def test_a_name_moved_to_another_line_stays_the_same():
    source = "h = 0.8\nh = tanh(h)"
    a, b = traced(source), traced(f"# a line more\n{source}")
    assert pair_nodes(a, b) == [0, 1]


def test_more_calls_of_backward_go_on_alone():
    a, b = traced("a = 2.0\nb = a*a\nb.backward()"), traced("a = 2.0\nb = a*a\nb.backward()\nb.backward()")
    moves = align(a, b).moves
    assert moves == "=" * len(a.steps) + "b" * (len(b.steps) - len(a.steps))


def test_thousands_of_steps_are_aligned():
    source = "x = 1.0\n" + "x = x + x\n" * 12
    a, b = traced(source), trace_program(parse(source), Options(schedule="recursive"), max_events=20_000)
    assert len(b.steps) > 5_000
    assert_covers(a, b)


def test_leaves_that_lose_contributions_are_told_from_rounding():
    a, b = traced("a = 3.5\nc = 2.0\nb = a + a + c"), traced("a = 3.5\nc = 2.0\nb = a + a + c", Options(accumulate="="))
    assert {row.label: row.differs for row in leaves_of(a, b, pair_nodes(a, b))} == {"a": True, "c": False}
    spelt = traced(NEURON, Options(granularity="composed"))
    neuron = traced(NEURON)
    assert not any(row.differs for row in leaves_of(neuron, spelt, pair_nodes(neuron, spelt)))
    assert costs_of(spelt).values > costs_of(neuron).values


def test_a_leaf_of_one_side_is_listed_for_it_alone():
    a, b = traced("a = 2.0\nold = 1.0\ny = a*old"), traced("a = 2.0\nnew = 1.0\ny = a*3 + new*a")
    rows = {row.label: (row.a is not None, row.b is not None) for row in leaves_of(a, b, pair_nodes(a, b))}
    assert rows == {"a": (True, True), "old": (True, False), "new": (False, True)}
