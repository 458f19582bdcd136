"""What each step says, and shows of the code that ran."""

import pytest
from programs import NEURON, SPELT_OUT

from gradstep.app.words.card import card_of
from gradstep.app.words.explain import step_texts
from gradstep.app.words.lines import lines_of
from gradstep.app.words.texts import translator
from gradstep.engine.language import parse
from gradstep.engine.trace import Options
from gradstep.engine.tracing import trace_program


def texts(source):
    return step_texts(trace_program(parse(source)), translator("en"))


def card_at(source, step, event=None):
    """The card of a step, whole or after some of its events."""
    trace = trace_program(parse(source))
    now = trace.steps[step]
    return card_of(trace, now, texts(source)[step], now.events[:event], whole=event is None)


def lines_at(source, step, event=None):
    trace = trace_program(parse(source))
    return lines_of(trace, step, trace.steps[step].events[:event], translator("en"), whole=event is None)


def code(card, state):
    return ["".join(part.text for part in line.parts) for line in card.lines if line.state == state]


def test_every_step_has_a_title_one_sentence_and_its_code():
    for step in texts(NEURON) + texts(SPELT_OUT):
        assert step.title
        assert step.explanation.endswith(".")
        assert step.code


def test_titles_count_within_the_phase():
    titles = [step.title for step in texts(NEURON)]
    assert titles[0] == "Build · node 1 of 5"
    assert titles[5] == "Sort · 10 Values"
    assert titles[13] == "Backward · call 8 of 10"


def test_several_calls_of_backward_are_numbered():
    titles = [step.title for step in texts("a = 2.0\nb = a*3\nb.backward()\nzero_grad()\nb.backward()")]
    assert titles == [
        "Build · node 1 of 1",
        "Sort 1 · 3 Values",
        "Backward 1 · call 1 of 3",
        "Backward 1 · call 2 of 3",
        "Backward 1 · call 3 of 3",
        "Clear · all 3 gradients",
        "Sort 2 · 3 Values",
        "Backward 2 · call 1 of 3",
        "Backward 2 · call 2 of 3",
        "Backward 2 · call 3 of 3",
    ]


def test_a_product_says_that_the_other_factor_counts():
    assert texts(NEURON)[13].explanation == "x1*w1 passes its gradient on, times the other factor."


def test_one_value_in_both_slots_is_added_to_twice():
    assert "a.grad is added to twice: 0.0000 → 1.0000 → 2.0000" in texts("a = 3.5\nb = a + a")[2].explanation


def test_numbers_that_would_read_the_same_are_told_apart():
    close = "a = 3.5\nb = a + a\nc = tanh(b)*a"
    told = next(step.explanation for step in texts(close) if "twice" in step.explanation)
    assert told.endswith("a.grad is added to twice: ≈1.00000 → 1.00001 → 1.00002.")
    writes = [(line.before, line.after) for step in range(4, 8) for line in lines_at(close, step) if line.name == "a"]
    assert ("≈1.00000", "1.00001") in writes


def test_a_long_name_is_cut_in_the_middle():
    build = texts("long_name = 0.5\nout = tanh(sin(cos(exp(sqrt(abs(long_name)))))) + 1")[6].explanation
    assert build.startswith("A new node adds tanh(sin(cos(exp…_name)))))) and 1:")


def test_adding_to_what_stands_there_is_said():
    sentences = [step.explanation for step in texts(SPELT_OUT)]
    assert "num passes its gradient on unchanged; e.grad holds -0.1036 already, so += adds to it." in sentences


def test_a_leaf_says_that_it_does_nothing():
    assert "does nothing" in texts("a = 2.0\nb = a*3")[3].explanation


@pytest.mark.parametrize(
    ("source", "step", "code"),
    [
        ("a = 2.0\nb = a*3", 0, 'out = Value(self.data * other.data, (self, other), "*")'),
        ("a = 2.0\nb = a**2", 0, 'out = Value(self.data**2, (self,), "**2")'),
        (
            "a = 2.0\nb = tanh(a)",
            2,
            "root.grad = 1.0\n\ndef _backward():\n    self.grad += (1 - out.data**2) * out.grad",
        ),
        (
            "a = 2.0\nb = a*3\nc = b*1",
            5,
            "def _backward():\n    self.grad += other.data * out.grad\n    other.grad += self.data * out.grad",
        ),
        ("a = 2.0\nb = a*3", 3, "def _backward():\n    pass"),
    ],
)
def test_the_code_is_that_of_the_closure(source, step, code):
    assert texts(source)[step].code == code


def test_a_sentence_about_names_with_braces_is_safe():
    assert "{evil}" in texts("a = Value(1.0, label='{evil}')\nb = a*1")[0].explanation


@pytest.mark.parametrize(
    ("source", "method"),
    [
        ("y = a*b", "__mul__"),
        ("y = a - b", "__add__"),
        ("y = a**3", "__pow__"),
        ("y = a**b", "__pow__"),
        ("y = tanh(a)", "tanh"),
        ("y = sqrt(a)", "sqrt"),
    ],
)
def test_a_closure_names_the_method_that_defines_it(source, method):
    steps = texts(f"a = 2.0\nb = 3.0\n{source}")
    builds = [step for step in steps if step.title.startswith("Build")]
    assert builds[-1].closure.method == method
    assert builds[-1].closure.code in steps[len(builds) + 1].code


def test_a_leaf_has_the_closure_of_a_plain_value_and_the_sort_has_none():
    steps = texts("a = 2.0\nb = a*3")
    assert (steps[3].closure.method, steps[3].closure.code) == ("__init__", "def _backward():\n    pass")
    assert steps[1].closure is None


def test_a_card_shows_the_closure_that_is_defined_when_its_node_is_built():
    card = card_at(NEURON, 0)
    assert (card.kind, card.method) == ("defined", "__mul__")
    assert code(card, "lit") == ['out = Value(self.data * other.data, (self, other), "*")']
    assert code(card, "later")[0] == "def _backward():"
    assert [(name.word, name.node, name.numbers) for name in card.names] == [
        ("self", 0, [("", "2.0000")]),
        ("other", 2, [("", "-3.0000")]),
        ("out", 5, [("grad", "")]),
    ]


def test_a_closure_that_ran_has_its_names_bound_to_nodes_and_numbers():
    card = card_at(NEURON, 13)
    assert (card.kind, card.method) == ("ran", "__mul__")
    assert len(code(card, "lit")) == 2
    assert card.names[-1].numbers == [("grad", "0.5000")]
    assert card_at(NEURON, 6).names[-1].numbers == [("data", "0.7071"), ("grad", "1.0000")]


def test_stepping_into_lights_the_line_of_the_last_write_alone():
    assert code(card_at(NEURON, 13, 1), "lit") == ["    self.grad += other.data * out.grad"]
    assert code(card_at("a = 3.5\nb = a + a", 2, 1), "lit") == ["root.grad = 1.0"]
    assert code(card_at("a = 3.5\nb = a + a", 2, 2), "lit") == ["    self.grad += 1.0 * out.grad"]


def test_before_a_node_is_made_its_code_waits():
    card = card_at(NEURON, 0, 1)
    assert card.kind == "next"
    assert (len(card.lines), code(card, "lit"), card.names) == (1, [], [])


@pytest.mark.parametrize(
    ("event", "line", "node"),
    [(1, "    visited.add(v)", 1), (3, "    topo.append(v)", 0), (4, "    if v in visited: return", 0)],
)
def test_the_sort_lights_the_line_of_its_walk(event, line, node):
    card = card_at("a = 3.5\nb = a + a", 1, event)
    assert code(card, "lit") == [line]
    assert [(name.word, name.node) for name in card.names] == [("v", node)]


def test_a_leaf_ran_what_does_nothing():
    card = card_at("a = 2.0\nb = a*3", 3)
    assert (card.kind, code(card, "lit"), card.names) == ("leaf", ["    pass"], [])


def test_clearing_lists_a_few_and_says_how_many_more():
    cleared = f"{NEURON}\no.backward()\nzero_grad()"
    lines = lines_at(cleared, 16)
    assert [line.kind for line in lines] == ["clear", "clear", "clear", "more"]
    assert (lines[0].name, lines[0].before, lines[3].count) == ("x1", "-1.5000", 7)
    assert [line.name for line in lines_at(cleared, 16, 2)] == ["x1", "x2"]
    assert [line.name for line in lines_at(cleared, 16, 4)][:3] == ["x2", "w1", "w2"]
    assert lines_at(cleared, 16, 4)[2].latest


def test_a_write_that_is_not_finite_has_its_reason():
    (line,) = (line for line in lines_at("a = 0.0\nb = log(a)", 2) if line.kind == "write")
    assert line.after == "inf"
    assert "no finite derivative" in line.reason


def test_stepping_into_lists_the_writes_done_so_far():
    assert [line.name for line in lines_at(NEURON, 13, 1)] == ["x1"]
    assert [line.latest for line in lines_at(NEURON, 13)] == [False, False]


@pytest.mark.parametrize(
    ("source", "sentences"),
    [
        (
            "a = 3.0\nb = 2.0\nc = a - b",
            [
                "There is no node for -: b is multiplied by -1, 2.0000 × (-1.0000) = -2.0000.",
                "Adding a and b*-1 completes the subtraction: 3.0000 + (-2.0000) = 1.0000.",
            ],
        ),
        (
            "a = 3.0\nb = 2.0\nc = a/b",
            [
                "There is no node for /: b is raised to the power of -1, 2.0000 ** -1 = 0.5000.",
                "Multiplying a by b**-1 completes the division: 3.0000 × 0.5000 = 1.5000.",
            ],
        ),
        ("a = 3.0\nc = a*-1", ["A new node multiplies a by -1: 3.0000 × (-1.0000) = -3.0000."]),
    ],
)
def test_the_parts_of_a_composite_say_what_they_are_parts_of(source, sentences):
    assert [step.explanation for step in texts(source)[: len(sentences)]] == sentences


def test_a_result_that_is_not_finite_says_why_where_it_begins():
    sentences = [step.explanation for step in texts("x = 0.0\ny = log(x)\nz = y*2")]
    assert sentences[0].endswith("This is where it goes wrong: log of 0.0: log needs a positive number.")
    assert "goes wrong" not in sentences[1]


def test_one_of_a_kind_is_counted_in_the_singular():
    assert texts("x = 7.25\nx.backward()\nzero_grad()\nx.backward()")[0].title == "Sort 1 · 1 Value"
    assert texts("x = 7.25")[0].title == "Sort · 1 Value"


def test_gradients_that_were_cleared_are_counted_alone():
    titles = [step.title for step in texts("a = 2\nb = a*2\nb.backward()\nzero_grad()\nq = 5")]
    assert "Clear · all 3 gradients" in titles


def test_what_reaches_a_node_that_has_run_already_is_said_to_go_no_further() -> None:
    trace = trace_program(parse("x = 3.0\ny = x*x\nz = y*x + y"), Options(schedule="preorder"))
    said = [texts.explanation for texts in step_texts(trace, translator())]
    assert (
        said[-1] == "z passes its gradient on unchanged. But y*x has run already, so what it gets now goes no further."
    )
    in_order = trace_program(parse("x = 3.0\ny = x*x\nz = y*x + y"))
    assert not any("run already" in texts.explanation for texts in step_texts(in_order, translator()))


@pytest.mark.parametrize(
    ("number", "typed"),
    [
        ("2", "int"), ("-2", "int"), ("1_000", "int"), ("0x1F", "int"), ("0XfE", "int"), ("0o17", "int"),
        ("-0b1_1", "int"), ("2.0", "float"), ("2.", "float"), ("1e3", "float"), ("1E3", "float"), ("pi", "float"),
        ("0x10*2", "int"), ("4/2", "float"),
    ],
)  # fmt: skip
def test_a_number_on_the_left_has_the_type_that_python_reads(number, typed):
    (line,) = lines_at(f"n = 3.0\na = ({number})*n", 0, 2)
    assert (line.kind, line.typed, line.asked) == ("reflect", typed, "__mul__")
