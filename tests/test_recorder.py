"""The recorder looks on while any code builds Values; what it writes down is what the engine did."""

import math
import threading

import pytest

from gradstep import Value
from gradstep.engine.errors import MadeBefore, TooManyEvents
from gradstep.engine.recorder import record
from gradstep.engine.trace import Mark, Reflect, Reset, Write


def marks(step):
    return [(event.kind, event.node) for event in step.events if isinstance(event, Mark)]


def writes(step):
    return [(event.target, event.slot, event.before, event.after) for event in step.events if isinstance(event, Write)]


def trace_of(build):
    """The trace of a function that returns the root."""
    return record(lambda recorder: build().backward())


def test_two_uses_of_one_value_make_two_writes():
    def build():
        a = Value(3.5)
        return a + a

    trace = trace_of(build)
    assert writes(trace.steps[2]) == [(0, 0, 0.0, 1.0), (0, 1, 1.0, 2.0)]


def test_leaves_enter_with_the_first_node_that_uses_them():
    def build():
        a, b, c = Value(2.0), Value(-3.0), Value(10.0)
        return a * b + c

    trace = trace_of(build)
    assert marks(trace.steps[0]) == [("leaf", 0), ("leaf", 1), ("node", 3)]
    assert marks(trace.steps[1]) == [("leaf", 2), ("node", 4)]


def test_a_leaf_that_nothing_uses_enters_with_the_first_sort_after_it_was_made():
    def build():
        Value(1.0)
        b = Value(2.0)
        Value(3.0)
        return b * 3

    trace = trace_of(build)
    assert [step.phase for step in trace.steps] == ["build", "topo", "backward", "backward", "backward"]
    assert marks(trace.steps[1])[:2] == [("leaf", 0), ("leaf", 2)]


def test_a_leaf_made_after_the_last_sort_enters_with_the_last_step():
    def run(recorder):
        (Value(2.0) * 3).backward()
        Value(5.0)

    trace = record(run)
    assert marks(trace.steps[-1]) == [("leaf", 3)]


def test_late_leaves_enter_in_the_order_made():
    def run(recorder):
        y = Value(1.0)
        Value(2.0)
        y.backward()

    assert marks(record(run).steps[0])[:3] == [("leaf", 0), ("leaf", 1), ("enter", 0)]


def test_a_leaf_that_is_the_root_enters_before_it_is_sorted():
    trace = trace_of(lambda: Value(7.25))
    assert [step.phase for step in trace.steps] == ["topo", "backward"]
    assert marks(trace.steps[0]) == [("leaf", 0), ("enter", 0), ("append", 0)]
    assert trace.grads == [1.0]


def test_the_sort_is_a_walk_in_the_order_written():
    def build():
        a = Value(2.0)
        return a * a

    assert marks(trace_of(build).steps[1]) == [
        ("enter", 1),
        ("enter", 0),
        ("append", 0),
        ("skip", 0),
        ("append", 1),
    ]


def test_the_first_backward_step_seeds_the_root():
    trace = trace_of(lambda: Value(2.0) * Value(3.0))
    first = trace.steps[2]
    assert first.events[0] == Reset("seed", 2, 0.0, 1.0)
    assert first.node == 2
    assert [step.events for step in trace.steps[3:]] == [[], []]


def test_a_write_holds_what_the_closure_read_and_wrote():
    trace = trace_of(lambda: Value(2.0) * Value(-3.0))
    assert trace.steps[2].events[1] == Write(
        target=0, slot=0, local=-3.0, local_text="other.data", upstream=1.0, contribution=-3.0, before=0.0, after=-3.0
    )


def test_a_number_on_the_left_is_handed_over_before_it_is_wrapped():
    def build():
        n = Value(0.5)
        return 2 * n

    step = trace_of(build).steps[0]
    assert step.events == [Mark("leaf", 0), Reflect(0, 2.0, "__rmul__", "2"), Mark("leaf", 1), Mark("node", 2)]


def test_zero_grad_clears_every_value_with_one_event_each():
    def run(recorder):
        unused = Value(9.0)
        out = Value(2.0) * 3
        out.backward()
        out.zero_grad()
        assert unused.grad == out.grad == 0.0

    trace = record(run)
    assert trace.steps[-1].phase == "zero_grad"
    assert trace.steps[-1].node is None
    assert [event.node for event in trace.steps[-1].events] == [0, 1, 2, 3]


def test_the_run_itself_sees_the_gradients():
    values = {}

    def run(recorder):
        values["a"] = Value(4.0)
        (values["a"] ** 2).backward()

    trace = record(run)
    assert values["a"].grad == 8.0 == trace.grads[0]


@pytest.mark.parametrize("outside", [Value(2.0), Value(2.0) * 3], ids=["leaf", "node"])
def test_values_made_before_the_recording_are_refused(outside):
    with pytest.raises(MadeBefore):
        trace_of(lambda: outside * 5)
    with pytest.raises(MadeBefore):
        trace_of(lambda: 2 * outside)
    with pytest.raises(MadeBefore):
        trace_of(lambda: outside)


def test_labels_given_through_the_engine_are_kept_and_told_apart():
    def build():
        a, b = Value(2.0, label="w"), Value(3.0, label="w")
        out = a * b
        out.label = "out"
        return out

    assert [node.label for node in trace_of(build).nodes] == ["w", "w (node 1)", "out"]


def test_a_run_over_the_limit_on_events_is_stopped():
    def run(recorder):
        total = Value(1.0)
        for _ in range(10**9):
            total = total + 1

    with pytest.raises(TooManyEvents) as stopped:
        record(run, max_events=1000)
    assert "1000 events" in str(stopped.value.problems[0].message)


def test_recording_ends_with_the_run_even_if_it_fails():
    def run(recorder):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        record(run)
    a = Value(1.0)
    (a + a).backward()
    assert a.grad == 2.0


def test_recordings_in_two_threads_share_nothing():
    traces = {}

    def work(name):
        def build():
            total = Value(0.0)
            for _ in range(300):
                total = total + 1
            return total

        traces[name] = trace_of(build)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(trace.nodes) == 601 for trace in traces.values())
    assert len(traces) == 4


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Value(0.0) ** -1, "division by zero"),
        (lambda: Value(0.0) ** -2, "0 cannot be raised to a negative power"),
        (lambda: Value(-8.0) ** (1 / 3), "not a real number"),
        (lambda: Value(0.0).log(), "log needs a positive number"),
        (lambda: Value(-3.0).log(), "log of -3.0"),
        (lambda: Value(-3.0).sqrt(), "root of a negative number"),
        (lambda: Value(1000.0).exp(), "exp(1000.0) is larger than 1.8e308"),
        (lambda: Value(1e200) * Value(1e200), "larger than 1.8e308"),
        (lambda: Value(1e200) ** 2, "larger than 1.8e308"),
        (lambda: Value(1e308) + Value(1e308), "larger than 1.8e308"),
    ],
)
def test_a_number_that_is_not_finite_is_marked_where_it_first_appears_with_the_reason(build, words):
    trace = trace_of(lambda: build() * 1)
    *_, culprit, _one, follower = trace.nodes
    assert culprit.fault.origin
    assert words in str(culprit.fault.reason)
    assert not follower.fault.origin
    assert not trace.finite


def test_nan_out_of_infinities_is_a_new_fault():
    def build():
        big = Value(1e308) * 10
        return big + big * -1

    assert trace_of(build).nodes[-1].fault.origin


def test_an_infinite_local_derivative_is_explained_at_the_write():
    trace = trace_of(lambda: Value(0.0) ** 0.5)
    assert "x**0.5 has no finite derivative at 0.0" in str(trace.steps[2].faults[1].reason)
    assert trace.grads[0] == math.inf


def test_a_zero_upstream_times_an_infinite_local_derivative_is_nan_and_says_so():
    def build():
        x = Value(0.0)
        return x**0.5 * Value(0.0)

    trace = trace_of(build)
    assert math.isnan(trace.grads[0])
    fault = next(fault for step in trace.steps for fault in step.faults.values())
    assert "zero upstream" in str(fault.reason)


def test_a_finite_run_has_no_faults():
    trace = trace_of(lambda: Value(2.0) * 3)
    assert trace.finite
    assert not any(node.fault for node in trace.nodes)
