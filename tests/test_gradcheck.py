"""The gradient check: right gradients pass, wrong ones fail, and where nothing can be told it says so."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_programs import programs
from programs import NEURON, PROGRAMS

from gradstep.engine.language import parse
from gradstep.engine.numeric.check import GradientCheck, check_gradients
from gradstep.engine.numeric.differences import Scheme
from gradstep.engine.trace import Options, Trace
from gradstep.engine.tracing import trace_program

MISTAKES = [{"accumulate": "="}, {"schedule": "recursive"}, {"schedule": "preorder"}]
ROUNDS = settings(max_examples=60, deadline=None)


def run(source: str, **options: Any) -> Trace:
    return trace_program(parse(source), Options(**options))


def checked(source: str, h: float | None = None, scheme: Scheme = "central", **options: Any) -> GradientCheck:
    return check_gradients(run(source, **options), h, scheme)


def verdicts(check: GradientCheck) -> dict[str, str]:
    return {each.label: each.verdict for each in check.checks}


def sizes_of_contributions(trace: Trace) -> list[float]:
    """For each Value, the sum of the absolute contributions to its gradient."""
    sizes = [1.0] * len(trace.nodes)
    for step in trace.steps:
        for event in step.events:
            if event.kind == "write":
                sizes[event.target] += abs(event.contribution)
    return sizes


def by_label(trace: Trace, numbers: Sequence[float]) -> dict[str, float]:
    return {node.label: numbers[node.id] for node in trace.nodes if node.label}


# What should make no difference makes none


@ROUNDS
@given(programs(smooth=True))
def test_spelt_out_functions_and_every_order_give_the_same_gradients(source: str) -> None:
    packed = run(source)
    grads, sizes = by_label(packed, packed.grads), by_label(packed, sizes_of_contributions(packed))
    for options in ({"granularity": "composed"}, {"order": 1}, {"order": 77}, {"granularity": "composed", "order": 5}):
        other = run(source, **options)
        for label, grad in by_label(other, other.grads).items():
            assert abs(grad - grads[label]) <= 1e-9 * sizes[label], (label, options)


# Right gradients pass


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_program_with_known_gradients_differs(name: str) -> None:
    assert "differs" not in verdicts(checked(PROGRAMS[name].source)).values()


def test_every_value_of_the_neuron_agrees_and_literals_are_left_out() -> None:
    check = checked(NEURON)
    assert verdicts(check) == dict.fromkeys(["x1", "x2", "w1", "w2", "b", "n", "o"], "agrees")
    assert (check.h, check.scheme) == (None, "auto")
    assert all(each.relative_error <= 1e-6 for each in check.checks)


@ROUNDS
@given(programs(smooth=True))
def test_smooth_programs_agree(source: str) -> None:
    assert set(verdicts(checked(source)).values()) == {"agrees"}


@ROUNDS
@given(programs(smooth=True))
def test_smooth_programs_agree_with_functions_spelt_out(source: str) -> None:
    assert set(verdicts(checked(source, granularity="composed")).values()) == {"agrees"}


# Wrong ones fail


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
@ROUNDS
@given(source=programs(smooth=True))
def test_a_mistake_that_changes_a_gradient_is_found(mistake: dict[str, str], source: str) -> None:
    right, wrong = run(source), run(source, **mistake)
    if wrong.truncated:
        return
    found = {each.node: each for each in check_gradients(wrong).checks}
    for node in (node for node in right.nodes if node.label):
        change = abs(right.grads[node.id] - wrong.grads[node.id])
        check = found[node.id]
        if change > 10 * check.tolerance:
            assert check.verdict == "differs", check
        elif change == 0:
            assert check.verdict == "agrees", check


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"accumulate": "="}, "= instead of +="),
        ({"schedule": "recursive"}, "recursive"),
        ({"schedule": "preorder"}, "before their operands"),
    ],
)
def test_what_differs_names_the_option_that_did_it(options: dict[str, Any], reason: str) -> None:
    check = checked("a = 1.0; b = a + a; c = b + b; d = tanh(c*0.1)", **options)
    differing = [each for each in check.checks if each.verdict == "differs"]
    assert "a" in [each.label for each in differing]
    assert all(reason in str(each.reason) for each in differing)


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("y.backward()\ny.backward()", "backward() ran 2 times without zero_grad()"),
        ("y.backward()\nz.backward()\ny.backward()", "backward() ran 3 times"),
        ("y.backward()\nzero_grad()", "zero_grad() ran after the last backward()"),
    ],
)
def test_gradients_that_add_up_or_were_cleared_differ(calls: str, reason: str) -> None:
    check = checked(f"x = 2.0\nz = x*x\ny = z*3\n{calls}")
    assert {each.label: each.verdict for each in check.checks}["x"] == "differs"
    assert reason in str(check.checks[0].reason)


def test_clearing_in_between_mends_it() -> None:
    assert set(verdicts(checked("x = 2.0\ny = x*x\ny.backward()\nzero_grad()\ny.backward()")).values()) == {"agrees"}


# Nothing that is right is called wrong


@settings(max_examples=300, deadline=None)
@given(programs(smooth=False))
def test_no_false_alarm_at_any_extreme(source: str) -> None:
    for options in ({}, {"order": 3}):
        assert "differs" not in verdicts(checked(source, **options)).values()


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("x = 1e16\ny = sin(x)", "x"),
        ("x = 1e300\ny = sin(x)", "x"),
        ("x = 0.0\ny = exp(-(1e20*x - 0.5)**2)", "x"),
        ("x = 0.0\ny = tanh(1e300*x)", "x"),
        ("x = 0.0\ny = x**0.5", "x"),
        ("x = 0.0\ny = x**1.5", "x"),
        ("x = 0.0\ny = relu(x)", "x"),
        ("x = 0.0\ny = abs(x)*3", "x"),
        ("x = 0.0\ny = log(x)", "x"),
        ("x = 0.0\ny = 1/(1/x)", "x"),
        ("a = -2.0\nb = 2.0\nc = a**b", "b"),
        ("a = 1e200\nb = a*a", "a"),
        ("c = 3.0\nv = cos(c)*c + c/3 + 1e16", "c"),
    ],
)
def test_what_cannot_be_told_is_unchecked_with_a_reason(source: str, label: str) -> None:
    check = next(each for each in checked(source).checks if each.label == label)
    assert (check.verdict, bool(check.reason)) == ("unchecked", True)


@pytest.mark.parametrize(
    "source",
    [
        "x = 1e-8\ny = 1/x",
        "x = 1e8\ny = x**3",
        "x = 1e16\ny = x*2 - x",
        "x = 1.0\ny = x + 1e16",
        "x = 1.0\ny = x + 1e-12*sin(1e12*x)",
        "x = 1e-200\ny = x*x",
        "x = 1e-200\ny = x*3",
        "x = 5e-324\ny = x*2",
        "x = 1e200\nv = x + x\ny = x/v",
        "x = 2.6e155\ny = x/x",
        "x = 1e308\ny = x*1.5",
        "x = 10.0\ny = tanh(x)",
        "x = 18.0\ny = tanh(x)",
        "x = 20.0\ny = tanh(x)",
        "x = 400.0\ny = tanh(x)",
        "x = -800.0\ny = exp(x)",
        "x = 100.0\ny = log(1 + exp(x))",
        "x = 1e-9\ny = relu(x)",
        "x = -5.0\ny = relu(x) + 3",
        "a = 0.0\nb = 2.0\nc = a**b",
        "x = -3.0\ny = x**2.0",
    ],
)
def test_hard_but_smooth_places_agree(source: str) -> None:
    assert set(verdicts(checked(source)).values()) == {"agrees"}


def test_a_kink_is_named() -> None:
    (x, _) = checked("x = 0.0\ny = relu(x)").checks
    assert "kink here, at y: the slope is 0.0000 on the left and 1.0000 on the right" in str(x.reason)
    assert "relu'(0) = 0" in str(x.reason)
    assert (x.forward, x.central) == (1.0, 0.5)


# With a step of one's own


def test_a_given_step_is_used_as_it_is() -> None:
    x = checked("x = 3.0\nf = 3*x**2 - 4*x + 5", 1e-3, "forward").checks[0]
    assert (x.h, x.numeric) == (1e-3, pytest.approx(14.003, abs=1e-9))


@pytest.mark.parametrize(("h", "scheme"), [(1e-14, "forward"), (1e-14, "central"), (1e-6, "central"), (0.5, "forward")])
def test_a_step_that_shows_too_little_does_not_fail_a_right_gradient(h: float, scheme: Scheme) -> None:
    for source in ("x = 10.0\ny = tanh(x)", "x = 3.0\nf = 3*x**2 - 4*x + 5", NEURON):
        assert "differs" not in verdicts(checked(source, h, scheme)).values()


@settings(max_examples=100, deadline=None)
@given(
    source=programs(smooth=True),
    h=st.floats(-18, 1).map(lambda digits: 10**digits),
    scheme=st.sampled_from(["forward", "central"]),
)
def test_no_step_fails_a_right_gradient(source: str, h: float, scheme: Scheme) -> None:
    assert "differs" not in verdicts(checked(source, h, scheme)).values()


@pytest.mark.parametrize(
    ("source", "h", "scheme"),
    [  # two quotients that are alike by chance, and far from the limit
        ("a = 2.403\ny = exp(sin(a))", 0.141, "forward"),
        ("a = -2.83\ny = sigmoid(cos(a))", 0.6971658426465039, "central"),
        ("a = -1.0\nv = a**1e16", 1.2e-13, "forward"),
    ],
)
def test_one_step_alone_accuses_nobody(source: str, h: float, scheme: Scheme) -> None:
    assert "differs" not in verdicts(checked(source, h, scheme)).values()


@pytest.mark.parametrize("scheme", ["forward", "central"])
@pytest.mark.parametrize("h", [5e-324, 1e-300, 1e300, 1.7e308])
def test_a_step_at_the_edge_of_the_numbers_decides_nothing(h: float, scheme: Scheme) -> None:
    assert set(verdicts(checked("x = 2.0\ny = x*x*x", h, scheme)).values()) <= {"unchecked", "agrees"}


def test_a_wrong_gradient_beside_a_huge_root_is_not_said_to_agree() -> None:
    found = verdicts(checked("c = 3.0\nv = cos(c)*c + c/3 + 1e16", accumulate="="))
    assert found["c"] == "unchecked"


def test_a_gradient_left_over_from_another_root_is_said_to_be() -> None:
    (x, u, b) = checked("x = 2.0\nu = x*x\nb = x*3\nu.backward()\nb.backward()").checks
    assert (u.verdict, b.verdict) == ("differs", "agrees")
    assert "left over from an earlier backward()" in str(u.reason)
    assert "ran 2 times" in str(x.reason)


def test_a_gradient_that_is_nan_is_said_to_be_so_off_the_root_too() -> None:
    (x, *_rest) = checked("x = 0.0\nu = log(x)*0\nb = 3.0\nc = b*2\nu.backward()\nc.backward()").checks
    assert (x.verdict, str(x.reason)) == ("unchecked", "its gradient is not a finite number")


@pytest.mark.parametrize(("h", "scheme"), [(1e-8, "forward"), (1e-5, "central")])
def test_usual_steps_find_mistakes(h: float, scheme: Scheme) -> None:
    assert verdicts(checked("a = 3.5\nb = a + a", h, scheme, accumulate="="))["a"] == "differs"


@pytest.mark.parametrize(("scheme", "per_value"), [("forward", 1), ("central", 2)])
def test_forward_passes_are_counted_for_each_value(scheme: Scheme, per_value: int) -> None:
    check = checked("x = 3.0\ny = 2.0\nf = x*y", 1e-5, scheme)
    assert check.forward_passes == 3 * per_value
    assert check.further_passes > 0


# Bounds


def test_a_program_too_large_is_checked_as_far_as_it_goes() -> None:
    source = "x = 1.0\n" + "".join(f"v{i} = {f'v{i - 1}' if i else 'x'}*0.999\n" for i in range(400))
    found = list(verdicts(check_gradients(run(source), budget=5_000)).values())
    assert "unchecked" in found
    assert "differs" not in found


def test_a_recording_that_was_cut_is_unchecked() -> None:
    trace = trace_program(parse("a = 1.0\n" + "a = a + a\n" * 24), Options(schedule="recursive"), max_events=500)
    found = check_gradients(trace)
    assert {each.verdict for each in found.checks} == {"unchecked"}


def test_values_that_the_root_does_not_depend_on_have_a_derivative_of_0() -> None:
    (a, _b, _c) = checked("a = 2.0\nb = 3.0\nc = b*b").checks
    assert (a.numeric, a.relative_error, a.verdict) == (0.0, 0.0, "agrees")
    assert not math.isnan(a.tolerance)
