"""A sigmoid or tanh spelt out that overflows is told of, and one edit makes it the function, and nothing else."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language import mended

from gradstep.app.trace_json import problem_json
from gradstep.engine.errors import Fix, Problem
from gradstep.engine.language import parse
from gradstep.engine.overflow import overflow_notices
from gradstep.engine.trace import Node, Options, Trace
from gradstep.engine.tracing import trace_program

# Each with {x} for its argument; intermediate lines first. What the last line assigns is the function.
SIGMOIDS = [
    "{y} = 1/(1 + exp(-({x})))",
    "{y} = 1/(1 + (-({x})).exp())",
    "{y} = (1 + exp(-({x})))**-1",
    "{y} = exp({x})/(1 + exp({x}))",
    "{y} = 1 - 1/(1 + exp({x}))",
    "{y} = 1/(1 + 1/exp({x}))",
    "e = exp({x})\n{y} = e/(e + 1)",
    "z = -({x})\ne = z.exp()\nden = 1.0 + e\n{y} = 1.0/den",
    "e = exp({x}); d = 1 + e; {y} = e/d",
    "e = exp(-({x}))  # the exponential\n{y} = (1/(1 + e))",
    "e = exp(({x})/2)\n{y} = e*e/(1 + e**2)",
]
TANHS = [
    "{y} = (exp(2*({x})) - 1)/(exp(2*({x})) + 1)",
    "e = (2*({x})).exp()\n{y} = (e - 1)/(e + 1)",
    "e = (2*({x})).exp()\nnum = e - 1\nden = e + 1\n{y} = num/den",
    "{y} = (exp({x}) - exp(-({x})))/(exp({x}) + exp(-({x})))",
    "{y} = (1 - exp(-2*({x})))/(1 + exp(-2*({x})))",
    "{y} = 2/(1 + exp(-2*({x}))) - 1",
    "{y} = 1 - 2/(exp(2*({x})) + 1)",
    "p = exp({x})\nq = exp(-({x}))\n{y} = (p - q)/(p + q)",
    "p = exp({x})\n{y} = (p - 1/p)/(p + 1/p)",
    "e = exp(2*({x}))\ne.label = 'the exponential'\nnum = e; num -= 1\n{y} = num/(e + 1)",
]
SPELLINGS = [("sigmoid", text) for text in SIGMOIDS] + [("tanh", text) for text in TANHS]
ARGUMENTS = ["x", "-x", "x*w", "x*w + b", "3*x - b", "x/4", "b - x", "x + x", "log(x*x)*99*w", "x**3"]
AFTER = ["", "\nout = y*3 + x", "\nout = y**2\nout.backward()", "\nzero_grad()"]


def traced(source: str, **options: str) -> Trace:
    return trace_program(parse(source), replace(Options(), **options))


def overflows(trace: Trace) -> list[Problem]:
    return [notice for notice in trace.notices if "goes wrong" in notice.message.template]


def cured(source: str, **options: str) -> str:
    """The text after the one fix of its one notice."""
    (notice,) = overflows(traced(source, **options))
    (fix,) = notice.fixes
    return mended(source, fix)


def numbers(trace: Trace) -> dict[str, tuple[float, float]]:
    return {node.label: (node.data, trace.grads[node.id]) for node in trace.nodes if node.label}


@settings(max_examples=400, deadline=None, database=None, derandomize=True)
@given(
    st.sampled_from(SPELLINGS), st.sampled_from(ARGUMENTS), st.sampled_from(AFTER),
    st.floats(800, 1e5), st.booleans(), st.floats(1.0, 2.0),
)  # fmt: skip
def test_the_edit_leaves_the_numbers_of_the_function_itself(
    spelling: tuple[str, str], argument: str, after: str, size: float, is_negative: bool, w: float
) -> None:
    function, text = spelling
    before = f"x = {-size if is_negative else size}\nw = {w}\nb = 0.5\n"
    source = before + text.format(y="y", x=argument) + after
    trace = traced(source)
    notices = overflows(trace)
    assert bool(notices) >= (not trace.finite)
    for notice in notices:
        (fix,) = notice.fixes
        assert f"{function}(" in fix.replacement
        found = traced(mended(source, fix))
        assert found.finite
        expected = numbers(traced(f"{before}y = {function}({argument}){after}"))
        assert numbers(found).keys() >= expected.keys()
        for label, (data, grad) in expected.items():
            assert numbers(found)[label] == (pytest.approx(data, rel=1e-9), pytest.approx(grad, rel=1e-9, abs=1e-300))


@pytest.mark.parametrize(("function", "text"), SPELLINGS)
def test_every_spelling_is_cured_at_one_end_at_least_and_leaves_no_line_behind(function: str, text: str) -> None:
    sources = [f"x = {size}\n" + text.format(y="y", x="x") for size in (-2000.0, 2000.0)]
    spoilt = [source for source in sources if not traced(source).finite]
    assert spoilt
    for source in spoilt:
        labels = [node.label for node in traced(cured(source)).nodes]
        assert labels == ["x", "y"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = -1000; y = 1/(1 + (-x).exp())", "x = -1000; y = sigmoid(x)"),
        ("x = 1000\ne = (2*x).exp()\nnum = e - 1\nden = e + 1\no = num/den", "x = 1000\no = tanh(x)"),
        ("x = 1e3\ne = exp(2*x)  # mine\ny = ((e-1)/(e+1))*3", "x = 1e3\n# mine\ny = tanh(x)*3"),
        ("x = 1e3; e = exp(x); k = 2; y = k*(e/(1+e))", "x = 1e3; k = 2; y = k*sigmoid(x)"),
        ("x = 1e3\nk = 2; e = exp(x)\ny = e/(1+e)", "x = 1e3\nk = 2\ny = sigmoid(x)"),
        ("x = 1e3\n>>> e = exp(x)\n>>> y = e/(1+e)", "x = 1e3\n>>> y = sigmoid(x)"),
        ("x = 1e3\nw = 2\ny = w*x/(1 + exp(w*x))", "x = 1e3\nw = 2\ny = w*x*sigmoid(-(w*x))"),
        ("x = 9e2\ny = 1/(1 + exp(1000*x))", "x = 9e2\ny = sigmoid(-1000*x)"),
        ("w = 2; x = 5e2\ny = 1/(1 + exp(--w*x))", "w = 2; x = 5e2\ny = sigmoid(-w*x)"),
        ("x = -1e3\nw = 2\ny = 1/(1 + exp(-w*x))", "x = -1e3\nw = 2\ny = sigmoid(w*x)"),
        ("x = -1e3\ns = 0\ns += 1/(1 + exp(-x))", "x = -1e3\ns = 0\ns += sigmoid(x)"),
        ("x = 1e3\ne = exp(x)\nx = 2\ny = 1/(1 + 1/exp(-e*0 + x)) + e/(e+1)", None),
        ("y = 1/(1 + exp(1000))", "y = sigmoid(-1000)"),
        ("权重 = −1000\ny = 1／（1 ＋ exp（−权重））", "权重 = −1000\ny = sigmoid(权重)"),
    ],
)  # fmt: skip
def test_the_text_after_the_edit(source: str, expected: str | None) -> None:
    if expected is None:  # the argument has no name any more at the place of the function
        assert all(fix.replacement.count("sigmoid(x)") == 0 for each in overflows(traced(source)) for fix in each.fixes)
    else:
        assert cured(source) == expected


def test_an_intermediate_line_that_is_used_elsewhere_stays() -> None:
    source = "x = 1000.0\ne = (2*x).exp()\nnum = e - 1\ny = num/(e + 1)\nz = y + num*0"
    assert cured(source) == "x = 1000.0\ne = (2*x).exp()\nnum = e - 1\ny = tanh(x)\nz = y + num*0"


def test_a_name_that_means_something_else_by_then_is_not_used() -> None:
    source = "x = 1000.0\ne = exp(x)\nx = 3.0\ny = e/(1 + e)"
    (notice,) = overflows(traced(source))
    assert notice.fixes == ()


def test_a_comment_inside_is_never_lost() -> None:
    source = "x = -1000.0\ny = 1/(1 +  # one more\n  exp(-x))"
    (notice,) = overflows(traced(source))
    assert notice.fixes == ()


@pytest.mark.parametrize(
    "source",
    [
        "x = -5.0\ny = 1/(1 + exp(-x))",
        "x = 50.0\ny = exp(x)",
        "x = 1000.0\ny = exp(x)",
        "x = -1000.0\ny = 1/(2 + exp(-x))",
        "x = -1000.0\nk = 1.0\ny = 1/(k + exp(-x))",
        "x = -1000.0\nz = 3.0\ny = exp(z)/(exp(z) + exp(-x))",
        "x = 1/0\ny = 1/(1 + exp(x))",
        "x = 1e400\ny = 1/(1 + exp(x))",
        "x = 1000.0\ny = log(exp(x) + exp(-x))",
        "x = 1000.0\na = 1.0\ny = a*(exp(2*x) - 1)/(exp(2*x) + 1)",
        "y = sigmoid(-1000) + tanh(1000)",
    ],
)
def test_nothing_is_told_where_nothing_overflows_or_it_is_another_function(source: str) -> None:
    assert overflows(traced(source)) == []


def test_the_notice_says_why_and_where() -> None:
    (notice,) = overflows(traced("x = -1000; y = 1/(1 + (-x).exp())"))
    assert "exp(1000.0) is larger than 1.8e308" in str(notice.message)
    assert "sigmoid(x)" in str(notice.hint)
    assert (notice.span.line, notice.span.column, notice.span.end_column) == (1, 16, 34)
    assert str(notice.fixes[0].title) == "write sigmoid(x)"


@pytest.mark.parametrize("call", ["tanh(x)", "sigmoid(-x)", "x.tanh()"])
def test_where_the_option_spells_it_out_the_option_is_the_cure(call: str) -> None:
    source = f"x = 1000.0\ny = {call}\nz = tanh(x*2)"
    (notice,) = overflows(traced(source, granularity="composed"))
    (fix,) = notice.fixes
    assert (mended(source, fix), dict(fix.options)) == (source, {"granularity": "packed"})
    assert problem_json(notice, str)["fixes"][0]["options"] == {"granularity": "packed"}
    assert traced(source).finite


def test_an_edit_under_composed_changes_the_option_too() -> None:
    source = "x = -1000.0\ny = 1/(1 + exp(-x))"
    (notice,) = overflows(traced(source, granularity="composed"))
    (fix,) = notice.fixes
    assert dict(fix.options) == {"granularity": "packed"}
    assert traced(mended(source, fix), **dict(fix.options)).finite


def test_a_fix_without_options_has_none_in_json() -> None:
    (notice,) = overflows(traced("x = -1000; y = 1/(1 + (-x).exp())"))
    assert "options" not in problem_json(notice, str)["fixes"][0]


def test_each_of_several_has_its_own_edit() -> None:
    source = "x = 1000.0\ne = exp(x)\na = e/(1 + e)\nb = 1/(1 + e)\nc = a*b"
    for _ in range(2):
        fix: Fix = overflows(traced(source))[0].fixes[0]
        source = mended(source, fix)
    assert source == "x = 1000.0\na = sigmoid(x)\nb = sigmoid(-x)\nc = a*b"
    assert traced(source).finite


class Counted(list[Node]):
    """The nodes of a trace, and how often one of them is looked at."""

    visits = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        self.visits += len(found) if isinstance(at, slice) else 1
        return found

    def __iter__(self) -> Iterator[Node]:
        self.visits += len(self)
        return super().__iter__()


LONG = {
    "a sum of exponentials": "y = " + " + ".join(["exp(x)"] * 1500),
    "many spellings": "\n".join(f"y{i} = 1/(1 + exp(x))" for i in range(600)),
    "one exponential behind a row of factors": f"e = exp(x{'*1' * 4000})\n" + "1/(1+e)\n" * 900,
    "many behind the same row": f"z = x{'*1' * 4000}\n" + "1/(1+exp(z))\n" * 500,
    "many in one sum": "d = 1 + exp(x)" + " + exp(x)*1 - exp(x)" * 9 + "\n" + "1/d\n" * 1500,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_programs_are_read_in_work_that_grows_with_them(text: str) -> None:
    program = parse(f"x = 1000.0\n{text}")
    trace = trace_program(program)
    assert math.isinf(max(node.data for node in trace.nodes))
    nodes = trace.nodes = Counted(trace.nodes)
    overflow_notices(trace, program)
    assert 0 < nodes.visits <= 100 * len(nodes)


@pytest.mark.parametrize(("count", "told"), [(1, 1), (5, 5), (300, 5)])
def test_of_many_spellings_the_first_five_are_told_of(count: int, told: int) -> None:
    lines = "\n".join(f"y{i} = 1/(1 + exp(x))" for i in range(count))
    notices = overflows(traced(f"x = 1000.0\n{lines}"))
    assert [notice.span.line for notice in notices] == list(range(2, 2 + told))


def test_a_sum_of_exponentials_is_no_spelling() -> None:
    assert overflows(traced("x = 1000.0\ny = " + " + ".join(["exp(x)"] * 1500))) == []


def test_behind_a_long_row_of_factors_it_is_cured_all_the_same() -> None:
    source = f"x = 1000.0\nz = x{'*1' * 300}\ny = 1/(1 + exp(z))"
    assert not traced(source).finite
    assert traced(cured(source)).finite
