"""From text to trace: what each program must come to, event by event."""

import math
import subprocess
import sys
import time

import pytest
from programs import NEURON, PROGRAMS, SPELT_OUT

from gradstep.engine.errors import ProgramError, TooManyEvents
from gradstep.engine.language import parse
from gradstep.engine.numbers import shown
from gradstep.engine.trace import Mark, Reflect, Write
from gradstep.engine.tracing import trace_program


def trace_of(source):
    return trace_program(parse(source))


def labelled(trace):
    """The nodes by label, and the root under ""."""
    return {node.label: node for node in trace.nodes if node.label} | {"": trace.nodes[trace.roots[-1]]}


def numbers(source):
    """Data and grad of every named Value."""
    trace = trace_of(source)
    return {label: (node.data, trace.grads[node.id]) for label, node in labelled(trace).items()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_data_and_gradients_are_right(name):
    source, expected = PROGRAMS[name]
    found = numbers(source)
    for label, (data, grad) in expected.items():
        assert found[label] == pytest.approx((data, grad), rel=1e-9, abs=1e-15), label


def test_the_neuron_has_ten_nodes_and_sixteen_steps():
    trace = trace_of(NEURON)
    assert [step.phase for step in trace.steps] == ["build"] * 5 + ["topo"] + ["backward"] * 10
    assert [node.label for node in trace.nodes] == ["x1", "x2", "w1", "w2", "b", "", "", "", "n", "o"]
    assert trace.topos == [[0, 2, 5, 1, 3, 6, 7, 4, 8, 9]]
    assert trace.roots == [9]
    assert not trace.notices


def test_the_spelt_out_neuron_has_eighteen_nodes_and_twenty_nine_steps():
    trace = trace_of(SPELT_OUT)
    assert len(trace.nodes) == 18
    assert len(trace.steps) == 29
    assert sum(bool(node.operands) for node in trace.nodes) == 10
    by_text = {node.text: trace.grads[node.id] for node in trace.nodes}
    assert by_text["2"] == pytest.approx(0.2203433968, abs=1e-9)
    assert by_text["n*2"] == pytest.approx(0.25, abs=1e-9)
    assert by_text["-1"] == pytest.approx(0.1464466094, abs=1e-9)
    assert by_text["1"] == pytest.approx(-0.1035533906, abs=1e-9)
    assert by_text["den**-1"] == pytest.approx(4.8284271247, abs=1e-9)


def test_a_value_with_two_users_gets_one_write_from_each():
    trace = trace_of(SPELT_OUT)
    e = labelled(trace)["e"].id
    writes = [event for step in trace.steps for event in step.events if isinstance(event, Write) and event.target == e]
    assert [write.contribution for write in writes] == pytest.approx([-0.1035533906, 0.1464466094], abs=1e-9)


def test_gradients_accumulate_over_two_calls_of_backward():
    trace = trace_of(NEURON + "\no.backward()\no.backward()")
    grads = {node.label or node.text: trace.grads[node.id] for node in trace.nodes}
    assert grads == pytest.approx(
        {"o": 1.0, "n": 1.0, "x1*w1 + x2*w2": 1.5, "b": 1.5, "x1*w1": 2.0, "x2*w2": 2.0}
        | {"x1": -7.5, "w1": 5.0, "x2": 2.5, "w2": 0.0},
        abs=1e-9,
    )
    assert len(trace.topos) == len(trace.roots) == 2


def test_zero_grad_between_two_calls_is_the_cure():
    once, twice = trace_of(NEURON), trace_of(NEURON + "\no.backward()\nzero_grad()\no.backward()")
    assert twice.grads == once.grads
    assert [step.phase for step in twice.steps].count("zero_grad") == 1


def test_the_order_of_increments_is_that_of_the_engine():
    trace = trace_of(PROGRAMS["step order and increments"].source)
    writes = [
        (trace.nodes[step.node].label, trace.nodes[event.target].label, event.before, event.after)
        for step in trace.steps
        for event in step.events
        if isinstance(event, Write)
    ]
    assert writes == [
        ("e", "d", 0, 6),
        ("e", "c", 0, 8),
        ("d", "c", 8, 14),
        ("d", "a", 0, 6),
        ("c", "a", 6, 48),
        ("c", "b", 0, 28),
    ]


def test_intermediate_gradients_of_a_cancellation_are_seen():
    trace = trace_of("x = 3.0\ny = 5.0\nz = x*y - y*x + y")
    x = labelled(trace)["x"].id
    afters = [e.after for s in trace.steps for e in s.events if isinstance(e, Write) and e.target == x]
    assert afters[-1] == 0.0
    assert abs(afters[0]) == 5.0


# Roots


@pytest.mark.parametrize(
    ("source", "root", "steps"),
    [
        ("x = 7.25", "x", 2),
        ("x = 2.0\ny = x*3\nz = 5.0", "z", 3),
        ("2*3 + 4", "", 2),
        ("x = -1.5\nx**2 + 3*x + 1", "", None),
        ("a = 2.0; b = a*3; c = b*b\nb.backward()", "b", None),
    ],
)
def test_the_root_is_the_receiver_of_backward_else_the_last_expression_else_the_last_name(source, root, steps):
    trace = trace_of(source)
    assert trace.nodes[trace.roots[-1]].label == root
    assert trace.grads[trace.roots[-1]] == 1.0
    assert steps is None or len(trace.steps) == steps


def test_values_that_no_root_reaches_stay_in_the_trace():
    trace = trace_of("x = 2.0\ny = x*3\nz = 5.0")
    assert [node.reachable for node in trace.nodes] == [False, False, False, True]
    assert trace.topos == [[3]]
    assert trace.grads[:3] == [0.0, 0.0, 0.0]


def test_a_fresh_expression_is_a_new_object():
    trace = trace_of("w = 2.0\nx = 3.0\nn = w*x\ns = w*x\nn.backward()")
    by_label = labelled(trace)
    assert by_label["s"].id != by_label["n"].id
    assert trace.grads[by_label["s"].id] == 0.0


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        (
            "x = 2.0\ny = x*3\nz = 5.0",
            "x, y do not reach z, so their gradients stay 0",
            "write y.backward() to choose",
        ),
        ("a = 1.5\nb = 2.0\nc = a*3", "b does not reach c, so its gradient stays 0", "write b.backward() to choose"),
        ("x = 1.0\nx = 2.0\ny = 3.0", "x, x (line 2) do not reach y", "write x.backward() to choose"),
        ("a = 2.0; b = a*3; c = b*b\nb.backward()", "c does not reach b", "call backward() on a Value"),
    ],
)
def test_values_that_do_not_reach_the_root_are_named(source, message, hint):
    (notice,) = trace_of(source).notices
    assert message in str(notice.message)
    assert hint in str(notice.hint)


# Names and texts


def test_a_second_name_is_an_alias_and_no_new_node():
    trace = trace_of("a = 3.0\nb = a\nc = a*b")
    assert labelled(trace)["a"].aliases == ["b"]
    assert len(trace.nodes) == 2
    assert trace.grads == [6.0, 1.0]


@pytest.mark.parametrize(
    ("source", "labels"),
    [
        ("x = 1.0\nx = x + 2\nx = x*x", ["x", "", "x (line 2)", "x (line 3)"]),
        ("x = 1.0; x = x + 2", ["x", "", "x (line 1, column 10)"]),
        ("x = 1.0\nx = 2.0; x = 3.0", ["x", "x (line 2)", "x (line 2, column 10)"]),
        ("a = b = 2.0\nb = a*a", ["a", "b (line 2)"]),
        ("ℝ = 2.0\ny = R*3", ["R", "", "y"]),
        ("a = Value(2.0, label='a+b')\nc = Value(3.0, label='a+b')\nd = c*3", ["a+b", "a+b (line 2)", "", "d"]),
        ("a = Value(2.0, label='first')\na.label = 'second'\nb = a*1", ["second", "", "b"]),
    ],
)
def test_values_of_one_name_are_told_apart_by_their_line(source, labels):
    assert [node.label for node in trace_of(source).nodes] == labels


def test_a_label_wins_over_the_name_of_a_variable():
    trace = trace_of("a = Value(2.0, label='x1')\nb = a*3\nb.label = 'out'")
    assert [(node.label, node.aliases) for node in trace.nodes] == [("x1", ["a"]), ("", []), ("out", ["b"])]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("e = 2.0\ny = e - 1", "e + -1"),
        ("n = 2.0\ny = (2*n).exp()", "exp(n*2)"),
        ("x = 1.0\nx = x + 1\ny = x**3", "x (line 2)**3"),
        ("a = 1.0\nb = 2.0\ny = (a + b)*a", "(a + b)*a"),
        ("a = 1.0\nb = 2.0\ny = a*(a*b)", "a*(a*b)"),
        ("a = 1.0\nb = 2.0\ny = a + (a + b)", "a + (a + b)"),
        ("a = 1.0\nb = 2.0\ny = a + a*b", "a + a*b"),
        ("a = 1.0\nb = 2.0\ny = -(a + b)", "(a + b)*-1"),
        ("a = 1.0\nb = 2.0\ny = a/b", "a*b**-1"),
        ("a = 2.0\ny = 1/a", "a**-1*1"),
        ("a = 2.0\ny = 2 - a", "a*-1 + 2"),
        ("a = 2.0\ny = (a**2)**3", "(a**2)**3"),
        ("a = 2.0\ny = 2**a", "2**a"),
        ("a = 2.0\ny = a**(a + 1)", "a**(a + 1)"),
        ("a = 2.0\ny = tanh(-3)*a", "tanh(-3)*a"),
        ("a = 2.0\ny = a/2", "a*0.5"),
        ("a = 2.0\ny = 1_000*a", "a*1_000"),
        ("a = Value(2.0, label='p + q')\nb = Value(2.0, label='p + q')\ny = b*3", "(p + q (line 2))*3"),
        ("a = Value(2.0, label='p*q')\ny = a*3", "p*q*3"),
    ],
)
def test_a_text_is_what_the_engine_did_with_brackets_only_where_needed(source, text):
    trace = trace_of(source)
    assert labelled(trace)["y"].text == text


def test_texts_of_long_sums_are_cut_so_that_a_trace_stays_linear():
    trace = trace_of("x = 1.0\ny = " + " + ".join(["x"] * 500))
    assert max(len(node.text) for node in trace.nodes) <= 120
    assert labelled(trace)["y"].text.endswith("…")


# Composites and plain numbers


@pytest.mark.parametrize(
    ("source", "ops"),
    [
        ("a = 1.0\n-a", ["", "", "*"]),
        ("a = 1.0\nb = 2.0\na - b", ["", "", "", "*", "+"]),
        ("a = 1.0\n2 - a", ["", "", "*", "", "+"]),
        ("a = 1.0\n1/a", ["", "**-1", "", "*"]),
        ("a = 1.0\n2**a", ["", "", "**"]),
        ("x = 2*3", [""]),
        ("tanh(0.5)", ["", "tanh"]),
        ("a = 1.0\na**0.5 + a**2 + a**-1", ["", "**0.5", "**2", "+", "**-1", "+"]),
        ("a = 1.0\na - 1", ["", "", "+"]),
    ],
)
def test_composites_make_the_nodes_that_they_are_made_of(source, ops):
    assert [node.op for node in trace_of(source).nodes] == ops


def test_a_number_on_the_left_goes_through_the_reflected_method():
    trace = trace_of("n = 0.5\ny = 2*n")
    handed_over = Reflect(0, 2.0, "__rmul__", "2")
    assert trace.steps[0].events == [Mark("leaf", 0), handed_over, Mark("leaf", 1), Mark("node", 2)]
    assert trace.nodes[2].operands == (0, 1)


def test_free_names_of_one_statement_are_inputs_in_order_of_appearance():
    trace = trace_of("o = tanh(x1*w1 + x2*w2 + b)")
    assert [node.label for node in trace.nodes[:5]] == ["x1", "w1", "x2", "w2", "b"]
    assert all(node.data == 1.0 for node in trace.nodes[:5])
    assert len(trace.steps) == 16


# Places


def test_a_node_has_the_place_of_its_expression_and_its_parts_the_place_of_the_whole():
    nodes = trace_of("n = 2.0\ny = 2*n - 1").nodes
    places = [(node.text, node.span.line, node.span.column, node.span.end_column) for node in nodes]
    assert places == [
        ("2.0", 1, 5, 8),
        ("2", 2, 5, 6),
        ("n*2", 2, 5, 8),
        ("-1", 2, 11, 12),
        ("n*2 + -1", 2, 5, 12),
    ]


def test_the_neuron_knows_where_n_was_written():
    span = (
        trace_of("x1 = 2.0;  x2 = 0.0\nw1 = -3.0; w2 = 1.0\nb = 6.8813735870195432\nn = x1*w1 + x2*w2 + b")
        .nodes[8]
        .span
    )
    assert (span.line, span.column, span.end_line, span.end_column) == (4, 5, 4, 22)


# Numbers that are not finite are data


@pytest.mark.parametrize(
    ("source", "label", "data", "words", "line"),
    [
        ("x = 0.0\ny = x**-1", "y", math.inf, "0 cannot be raised to a negative power", 2),
        ("x = 1000.0\ny = exp(x)", "y", math.inf, "exp(1000.0) is larger than 1.8e308", 2),
        ("x = 0.0\ny = log(x)", "y", -math.inf, "log needs a positive number", 2),
        ("a = 2.0\nb = 5.0\ny = log(a - b)", "y", math.nan, "log of -3.0", 3),
        ("x = -8.0\ny = x**(1/3)", "y", math.nan, "is not a real number", 2),
        ("a = 1e200\nb = a*a\nc = a**2", "b", math.inf, "larger than 1.8e308", 2),
        ("a = 1e200\nb = a*a\nc = a**2", "c", math.inf, "larger than 1.8e308", 3),
        ("z = relu(-2.0)\nbig = 1e308*10\ny = z*big", "y", math.nan, "0.0 * inf has no value", 3),
        ("a = 1e308*10\nb = a - a", "b", math.nan, "has no value", 2),
        ("n = 400.0\ne = (2*n).exp()\no = (e - 1)/(e + 1)", "e", math.inf, "exp(800.0) is larger", 2),
    ],
)
def test_what_is_not_finite_is_marked_on_its_line_with_the_reason(source, label, data, words, line):
    node = labelled(trace_of(source))[label]
    assert node.data == pytest.approx(data, nan_ok=True)
    assert node.fault.origin
    assert words in str(node.fault.reason)
    assert node.span.line == line


def test_a_division_by_zero_is_marked_where_it_stands_and_the_trace_goes_on():
    trace = trace_of("x = 0.0\ny = 1/(1/x)")
    culprit = next(node for node in trace.nodes if node.fault)
    assert culprit.fault.origin
    assert "1/0" in str(culprit.fault.reason)
    assert (culprit.span.line, culprit.span.column, culprit.span.end_column) == (2, 8, 11)
    assert labelled(trace)["y"].data == 0.0


def test_values_before_a_division_by_zero_keep_their_numbers():
    nodes = labelled(trace_of("a = 4.0\nb = a - 4\nc = a*2\nd = c/b"))
    assert (nodes["b"].data, nodes["c"].data, nodes["d"].data) == (0.0, 8.0, math.inf)


@pytest.mark.parametrize(
    ("source", "data", "grad"),
    [
        ("x = 0.0\ny = x**0", 1.0, 0.0),
        ("x = 0.0\ny = x**0.5", 0.0, math.inf),
        ("x = 0.0\ny = x*x**0.5", 0.0, math.nan),
        ("x = 0.0\ny = x**1.5", 0.0, 0.0),
        ("x = 0.0\ny = (x**0.5)**2", 0.0, math.nan),
        ("x = 0.0\ny = relu(x)", 0.0, 0.0),
        ("x = 0.0\ny = abs(x)", 0.0, 0.0),
        ("x = 400.0\ny = tanh(x)", 1.0, 0.0),
        ("x = -400.0\ny = tanh(x)", -1.0, 0.0),
        ("x = 20.0\ny = tanh(x)", 1.0, 0.0),
        ("x = 1000.0\ny = 1/(1 + exp(-x))", 1.0, 0.0),
        ("x = -1000.0\ny = sigmoid(x)", 0.0, 0.0),
        ("x = -800.0\ny = exp(x)", 0.0, 0.0),
        ("x = 0.0\ny = x*-1 + -0.00001*0", 0.0, -1.0),
        ("x = 1e-8\ny = 1/x", 1e8, -1e16),
        ("x = 1e8\ny = x**3", 1e24, 3e16),
    ],
)
def test_limits_conventions_and_edges(source, data, grad):
    trace = trace_of(source)
    nodes = labelled(trace)
    assert nodes["y"].data == pytest.approx(data, abs=1e-300)
    assert trace.grads[nodes["x"].id] == pytest.approx(grad, nan_ok=True, rel=1e-12, abs=1e-300)


def test_every_nan_gradient_comes_with_a_reason():
    for source in ("x = 0.0\ny = x*x**0.5", "x = 0.0\ny = (x**0.5)**2", "a = -2.0\nb = 2.0\ny = a**b"):
        trace = trace_of(source)
        assert any(math.isnan(grad) for grad in trace.grads)
        assert any(fault.origin for step in trace.steps for fault in step.faults.values())


def test_zero_to_a_variable_power_has_derivative_zero_in_both():
    assert numbers("a = 0.0\nb = 2.0\nc = a**b") == {"a": (0, 0), "b": (2, 0), "c": (0, 1), "": (0, 1)}


def test_a_saturated_tanh_does_not_read_as_one():
    y, grad = numbers("x = 10.0\ny = tanh(x)")["y"][0], numbers("x = 10.0\ny = tanh(x)")["x"][1]
    assert shown(y) == "≈1.0000"
    assert grad == pytest.approx(8.244614455767397e-09, rel=1e-6)
    assert shown(grad) == "8.2446e-09"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("y = 9**9**9", (1, 5)),
        ("x = 10**400\ny = x/10**399", (1, 5)),
        ("a = 1e308*10\nb = a - a", (1, 5)),
        ("a = 1e400\nb = a*0", (1, 5)),
        ("y = 1/0", (1, 5)),
        ("y = (-8)**0.5", (1, 5)),
    ],
)
def test_plain_arithmetic_out_of_range_is_noticed_at_once(source, place):
    started = time.monotonic()
    trace = trace_of(source)
    assert time.monotonic() - started < 10
    assert (trace.notices[0].span.line, trace.notices[0].span.column) == place
    assert not trace.finite


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a = 1e400", "1e400 is outside the range"),
        ("a = -1e400", "-1e400 is outside the range"),
        ("a = 1/0", "division by zero"),
        ("a = 0/0", "0/0 has no value"),
        ("a = 9**9**9", "is larger than 1.8e308"),
        ("a = 9**9**9 - 1", "is larger than 1.8e308"),
        ("a = (-8)**0.5", "not a real number"),
    ],
)
def test_a_leaf_that_is_not_finite_says_whether_it_was_typed_or_computed(source, words):
    fault = trace_of(source).nodes[0].fault
    assert fault.origin
    assert words in str(fault.reason)


def test_dividing_by_a_plain_zero_says_so_at_its_place():
    trace = trace_of("a = 2.0\nb = a/0")
    (leaf,) = [node for node in trace.nodes if node.fault and node.fault.origin]
    assert "division by zero" in str(leaf.fault.reason)
    assert (trace.notices[0].span.line, trace.notices[0].span.column) == (2, 5)


def test_repeated_squaring_does_not_grow_integers():
    trace = trace_of("a = 10**300\n" + "\n".join("a = a*a" for _ in range(25)))
    assert trace.nodes[-1].data == math.inf
    assert trace.nodes[1].fault.origin


# Size


def test_doubling_visits_each_node_once():
    source = "a = 1.0" + "\na = a + a" * 24
    trace = trace_of(source)
    assert trace.grads == [2.0**k for k in range(24, -1, -1)]
    assert [step.phase for step in trace.steps].count("backward") == 25


def test_fibonacci_is_exact():
    lines = ["f0 = 1.0", "f1 = 1.0"] + [f"f{i} = f{i - 1} + f{i - 2}" for i in range(2, 31)]
    found = numbers("\n".join(lines))
    assert found["f30"] == (1346269.0, 1.0)
    assert (found["f0"][1], found["f1"][1]) == (514229.0, 832040.0)


def test_a_sum_of_eight_thousand_terms_is_traced():
    found = numbers("x=1\n" + "+".join(["x"] * 7900))
    assert found["x"] == (1.0, 7900.0)


def test_a_chain_of_assignments_is_as_deep_as_the_limits_allow():
    lines = ["a=1"] + ["a=a+1"] * 2000
    trace = trace_of("\n".join(lines))
    assert trace.nodes[-1].data == 2001.0
    assert trace.grads[0] == 1.0


def test_many_events_are_refused_with_the_limit():
    with pytest.raises(TooManyEvents) as refused:
        trace_of("x = 1\nx" + "+1" * 7000)
    assert "50000 events" in str(refused.value.problems[0].message)


@pytest.mark.parametrize(
    "source", ["y = " + "(" * 10000 + "1" + ")" * 10000, "x = 1.0\ny = " + " + ".join(["x"] * 10000)]
)
def test_what_is_over_a_limit_is_refused_quickly(source):
    started = time.monotonic()
    with pytest.raises(ProgramError):
        trace_of(source)
    assert time.monotonic() - started < 10


def test_a_wide_fan_in_adds_up():
    source = "w = 0.5\n" + "\n".join(f"x{i} = {i}.0" for i in range(120))
    found = numbers(source + "\ny = " + " + ".join(f"w*x{i}" for i in range(120)))
    assert found["y"][0] == 3570.0
    assert found["w"][1] == 7140.0
    assert found["x7"][1] == 0.5


def test_the_trace_is_the_same_bytes_in_every_process():
    code = (
        "import sys; from gradstep.app.trace_json import trace_json; from gradstep.engine.language import parse;"
        "from gradstep.engine.tracing import trace_program;"
        "sys.stdout.buffer.write(trace_json(trace_program(parse(sys.argv[1]))))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code, SPELT_OUT],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(answers) == 1
    assert b'"version":1' in answers.pop()
