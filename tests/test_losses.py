"""Which contributions ``=`` loses, and whose they were."""

import pytest

from gradstep.engine.language import parse
from gradstep.engine.losses import Loss, losses_of, lost_edges
from gradstep.engine.trace import Options, Trace, Write
from gradstep.engine.tracing import trace_program

TWICE = "a = 2.0\nb = a*3\nc = a*b"  # ids: a 0, 3 1, b 2, c 3


def run(source: str, accumulate: str = "=") -> Trace:
    return trace_program(parse(source), Options(accumulate=accumulate))  # type: ignore[arg-type]


def test_a_contribution_that_is_written_over_is_lost() -> None:
    trace = run(TWICE)
    assert list(losses_of(trace).values()) == [Loss(target=0, user=3, slot=0)]


def test_what_is_added_to_is_not_lost() -> None:
    assert losses_of(run(TWICE, "+=")) == {}


def test_each_slot_of_one_user_counts() -> None:
    assert list(losses_of(run("a = 3.5\nb = a + a")).values()) == [Loss(0, 1, 0)]


def test_what_an_earlier_backward_left_belongs_to_no_user_of_this_one() -> None:
    trace = run("a = 2.0\nb = a*3\nb.backward()\nb.backward()")
    assert {loss.user for loss in losses_of(trace).values()} == {None}


def test_what_was_cleared_can_not_be_lost() -> None:
    assert losses_of(run("a = 2.0\nb = a*3\nb.backward()\nzero_grad()\nb.backward()")) == {}


@pytest.mark.parametrize("source", [TWICE, f"{TWICE}\nc.backward()\nc.backward()", "a = 1.0; b = a + a; c = b*a + b"])
def test_what_is_lost_and_what_stands_are_all_that_was_written(source: str) -> None:
    trace = run(source)
    end = len(trace.steps)
    last = max(index for index, step in enumerate(trace.steps) if step.phase == "topo")
    written = {
        (event.target, step.node, event.slot)
        for step in trace.steps[last:]
        for event in step.events
        if isinstance(event, Write)
    }
    targets = {target for target, _, _ in written}
    assert len(written) - len(lost_edges(trace, end, 0)) == len(targets)
