"""What is said of two runs beside each other, and what is not, as it can't be said of them."""

import pytest
from programs import NEURON

from gradstep.app.words.compared import tradeoffs
from gradstep.engine.alignment import align
from gradstep.engine.comparison import is_edit
from gradstep.engine.language import parse
from gradstep.engine.pairing import pair_nodes
from gradstep.engine.trace import Options, Trace
from gradstep.engine.tracing import trace_program

TANH = "x = 0.5\ny = tanh(x)"


def traced(source: str, max_events: int = 50_000, **options: object) -> Trace:
    return trace_program(parse(source), Options(**options), max_events=max_events)  # type: ignore[arg-type]


def said(a: Trace, b: Trace) -> str:
    return " ".join(str(text) for text in tradeoffs(a, b, align(a, b).partners))


def test_spelling_out_is_counted_where_nothing_else_differs():
    a, b = traced(TANH), traced(TANH, granularity="composed")
    more = len(b.nodes) - len(a.nodes)
    assert more > 0
    assert f"for {more} more Values and {more} more calls" in said(a, b)
    assert said(b, a) == said(a, b)


@pytest.mark.parametrize(
    "other",
    [
        traced(NEURON, granularity="composed"),
        traced("x = 0.5\ny = x*x", granularity="composed"),
        traced(TANH, granularity="composed", schedule="recursive"),
        traced(TANH, granularity="composed", accumulate="="),
    ],
    ids=["another program", "an edit", "another schedule", "another write"],
)
def test_spelling_out_is_not_counted_where_something_else_differs(other):
    assert "for more Values and more calls" in said(traced(TANH), other)


def test_the_part_that_ran_is_not_counted_against_the_whole():
    source = "x = 0.5\nx = tanh(x + x)\n" + "x = x + x\n" * 6
    a = traced(source, schedule="recursive")
    b = traced(source, schedule="recursive", granularity="composed", max_events=100)
    assert b.truncated
    assert "for more Values and more calls" in said(a, b)


@pytest.mark.parametrize(("x", "words"), [("800.0", "larger than 1.8e308"), ("0.5", "for these it does not")])
def test_what_spelling_out_spoils_is_said_with_its_reason(x, words):
    source = f"x = {x}\ny = tanh(x)"
    assert words in said(traced(source), traced(source, granularity="composed"))


def test_a_fault_of_another_program_is_none_of_spelling_out():
    text = said(traced(TANH), traced("x = 0.0\ny = log(x)", granularity="composed"))
    assert "overflow" not in text
    assert "not finite" not in text


def test_a_run_that_was_cut_is_named_by_what_cut_it():
    source = "x = 1.0\n" + "x = x + x\n" * 6
    whole, cut = traced(source), traced(source, schedule="recursive", max_events=50)
    assert cut.truncated
    assert "One run passed the limit on events" in said(whole, cut)
    assert "Both runs passed the limit on events" in said(cut, cut)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (NEURON.replace("x1*w1", "x1+w1"), True),
        (f"# a line more\n{NEURON}\nq = o*2", True),
        ("o = 3.0\np = o*o", False),
        ("Value(2.0)*3", False),
    ],
)
def test_an_edit_is_told_from_another_program_by_its_names(source, expected):
    one, other = traced(NEURON), traced(source)
    assert is_edit(one, other, pair_nodes(one, other)) is expected
    assert is_edit(other, one, pair_nodes(other, one)) is expected


def test_other_programs_are_not_told_as_a_change():
    text = said(traced(NEURON), traced("o = 3.0\np = o*o"))
    assert "These are two programs" in text
    assert "in A alone" in text
    assert "where it was" not in text
