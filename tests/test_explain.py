"""What each step says."""

import pytest
from programs import NEURON, SPELT_OUT

from gradstep.app.words.explain import step_texts
from gradstep.app.words.texts import translator
from gradstep.engine.language import parse
from gradstep.engine.tracing import trace_program


def texts(source):
    return step_texts(trace_program(parse(source)), translator("en"))


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
