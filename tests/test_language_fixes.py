"""Fixes mend what they are offered for, one alone or all of them, and never change the maths."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language import mended, problems_of, said
from test_language_fuzz import PIECES
from test_language_problems import PROBLEMS

from gradstep.engine.errors import Fix, Problem, ProgramError, Span
from gradstep.engine.language import Apply, Assign, Load, Push, parse

SEVERAL = [
    "a = 2\ny = a^2 + 3a^2",
    "a = 2\ny = 2a² + 3(a)(a)² - a² a",
    "a = 2\ny = (2*a²",
    "a, b = 1², 2",
    "x = y² z = 3",
    "a = 2\ny = √a + 2√a*√(a + 1) + √4",
    "a = 2\ny = 3ln(a) + 2tahn(a)^2",
    "a = 1\n  b = q*2x + w",
    "a = (1 +\n 2); b = q + r",
    "a = 2\nb = $a$ + `a` + 2a",
    "bias = 2\ny = bais^2 + 3bais + float('2') + math.inf + e",
    "a = 2\ny = sin 2a + sin a^2 + log sin a + cos a",
    "In [1]: a = 2\nIn [2]: b = 2a + q^2",
    "x = ½ + ∞ + 2½ - sin(30°)",
]
WRONG = [text for text, _ in PROBLEMS] + SEVERAL


def problems_or_none(text: str) -> tuple[Problem, ...]:
    try:
        parse(text)
    except ProgramError as error:
        return error.problems
    return ()


def all_mended(text: str, fixes: list[Fix]) -> str:
    """The text after every edit, from right to left, each at its place in the text as sent."""
    for fix in sorted(fixes, key=lambda fix: (start(fix.span), end(fix.span)), reverse=True):
        text = mended(text, fix)
    return text


def start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def first_fixes(problems: tuple[Problem, ...]) -> list[Fix]:
    return [problem.fixes[0] for problem in problems if problem.fixes]


@pytest.mark.parametrize("text", WRONG)
def test_after_all_first_fixes_none_of_the_problems_is_left(text: str) -> None:
    problems = problems_of(text)
    left = Counter(str(problem.message) for problem in problems_or_none(all_mended(text, first_fixes(problems))))
    for message in {str(problem.message) for problem in problems if problem.fixes}:
        assert left[message] <= sum(str(problem.message) == message for problem in problems if not problem.fixes)


@pytest.mark.parametrize("text", WRONG)
def test_a_fix_alone_mends_its_own_problem_and_brings_no_other_kind_on_other_lines(text: str) -> None:
    problems = problems_of(text)
    before = Counter(str(problem.message) for problem in problems)
    for problem in problems:
        for fix in problem.fixes:
            after = Counter(str(other.message) for other in problems_or_none(mended(text, fix)))
            assert after[str(problem.message)] < before[str(problem.message)]


@settings(max_examples=600, deadline=None, database=None, derandomize=True)
@given(PIECES)
def test_fixes_of_two_problems_never_change_one_place(text: str) -> None:
    problems = problems_or_none(text)
    offered = [(at, fix) for at, problem in enumerate(problems) for fix in problem.fixes]
    for at, fix in offered:
        for other, taken in offered:
            if at < other:
                assert not (start(fix.span) < end(taken.span) and start(taken.span) < end(fix.span))
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    assert isinstance(problems_or_none(all_mended(lines, first_fixes(problems))), tuple)


# As written on paper, and what is meant by it.
FACTORS = st.sampled_from(
    [
        ("x", "x"), ("y", "y"), ("x²", "x**2"), ("x^2", "x**2"), ("y⁻¹", "y**-1"), ("(x + 1)", "(x + 1)"),
        ("(x + 2y)²", "(x + 2*y)**2"), ("√x", "sqrt(x)"), ("√(x + 1)", "sqrt(x + 1)"), ("ln(y)", "log(y)"),
        ("tanh(3x)", "tanh(3*x)"), ("exp(x^2)", "exp(x**2)"), ("np.sin(x)", "sin(x)"), ("float(x)", "(x)"),
    ]
)  # fmt: skip
COEFFICIENTS = st.sampled_from(
    [("2", "2*"), ("2.5", "2.5*"), ("", ""), ("x ", "x*"), ("y*", "y*"), ("-", "-"), ("3·", "3*")]
)
TERMS = st.tuples(COEFFICIENTS, FACTORS).map(lambda pair: (pair[0][0] + pair[1][0], pair[0][1] + pair[1][1]))
APART = st.sampled_from(
    [("½", "0.5"), ("sin x", "sin(x)"), ("∞", "1e400"), ("'2.5'", "2.5"), ("float('2')", "2"), ("e", "exp(1)")]
)
SUMS = st.lists(st.tuples(st.sampled_from([" + ", " - ", " × "]), TERMS | APART), min_size=1, max_size=4)


@settings(max_examples=600, deadline=None, database=None, derandomize=True)
@given(SUMS)
def test_fixes_never_change_what_was_meant(parts: list[tuple[str, tuple[str, str]]]) -> None:
    sign = {" + ": " + ", " - ": " - ", " × ": "*"}
    text = f"x = 4; y = 2\nz = 1{''.join(joined + paper for joined, (paper, _) in parts)}"
    meant = f"x = 4; y = 2\nz = 1{''.join(sign[joined] + plain for joined, (_, plain) in parts)}"
    for _ in range(6):
        problems = problems_or_none(text)
        if not problems:
            break
        if not first_fixes(problems):
            return  # more than one thing may be meant: explained, and left to the person
        text = all_mended(text, first_fixes(problems))
    assert code_of(text) == code_of(meant)


def code_of(text: str) -> list[object]:
    statement = parse(text).statements[-1]
    assert isinstance(statement, Assign)
    return [
        (item.operator, item.arity) if isinstance(item, Apply) else item.number if isinstance(item, Push) else item.name
        for item in statement.code
        if isinstance(item, Apply | Push | Load)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "y = 1/2x", "y = 6/2(1 + 2)", "x = 3\ny = 1/x(x + 1)", "y = 2**3x", "y = x**-2x", "y = 1/(x)(x)", "y = 1/x x",
        "y = √2x", "y = √x.tanh()", "y = 1/2√x", "y = ³√8", "y = 2½", "y = x!", "y = x ≤ 3",
        "y = sin²(x)", "y = n.exp(2)", "y = 7//2", "y = 7 % 2", "y = 2 + 3)*4", "y = int(2.7)", "y = int(x)",
        "x = 2\ny = f(x)", "y = sin x²/2",
        "y = '2' '3'", "y = ∂x", "y = sin(30°)", "y = log sin 2*x", "y = float('nan')", "x = 1\ny = nan",
    ],
)  # fmt: skip
def test_where_several_things_may_be_meant_no_fix_is_offered_for_one(text: str) -> None:
    titles = [fix.title.template for problem in problems_of(text) for fix in problem.fixes]
    assert set(titles) <= {"write {power}"}


@pytest.mark.parametrize(
    "written",
    ["inf", "Infinity", "infinity", "math.inf", "np.inf", "np.Inf", "float('inf')", 'float("-Infinity")', "∞"],
)
def test_infinity_is_explained_wherever_it_is_typed(written: str) -> None:
    (problem,) = problems_of(f"x = 2.0; bin = 3\ny = x + {written}")
    assert "1e400, is read as inf" in said(problem)
    assert "did you mean" not in said(problem)
    assert [fix.replacement.strip("()-") for fix in problem.fixes] == ["1e400"]


@pytest.mark.parametrize("written", ["nan", "NaN", "math.nan", "np.nan", "float('nan')"])
def test_nan_is_explained_and_nothing_is_offered_for_it(written: str) -> None:
    (problem,) = problems_of(f"x = 2.0; nab = 3\ny = x + {written}")
    assert "nan can't be typed" in said(problem)
    assert problem.fixes == ()


@pytest.mark.parametrize("name", ["inf", "Infinity", "nan", "e"])
def test_a_free_input_with_a_misleading_name_is_told_of(name: str) -> None:
    program = parse(f"y = x*{name}")
    assert [given.name for given in program.inputs] == ["x", name]
    (notice,) = program.notices
    assert str(notice.message) == f"{name} is a free input here, 1.0 until you change it"
    assert parse(f"{name} = 2.0\ny = {name}*3").notices == ()


def test_a_free_input_with_the_name_of_the_result_is_told_of() -> None:
    (notice,) = parse("a = a + a").notices
    assert "the a on the right is a free input" in said(notice)


@pytest.mark.parametrize("inside", ["a", "a*2", "tanh(2)", "a.exp()", "Value(2.0)", "-a"])
def test_a_value_made_of_a_value_is_said_to_be_a_copy(inside: str) -> None:
    (notice,) = parse(f"a = 2.0\nb = Value({inside})").notices
    assert "gradients don't flow" in said(notice)


@pytest.mark.parametrize("inside", ["2.0", "2*3", "pi", "math.pi*2", "-1"])
def test_a_value_made_of_a_number_is_nothing_to_tell(inside: str) -> None:
    assert parse(f"a = 2.0\nb = Value({inside})").notices == ()


@pytest.mark.parametrize(
    "text",
    [
        "f = lambda x: x*2\ny = f(3.0)",
        "def f(x): return x\ny = f(2)",
        "class Neuron:\n    pass\nn = Neuron(3)\ny = n(2.0)",
        "f = [1, 2]\ny = f(1) + f",
        "x := 2\ny = x*2",
        "x == 2\ny = x*2",
        "x ← 2\ny = x*2",
    ],
)
def test_a_refused_statement_has_no_errors_that_follow_from_it(text: str) -> None:
    assert [problem.span.line for problem in problems_of(text)] == [1]
