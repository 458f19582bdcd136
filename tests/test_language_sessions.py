"""A session copied from a console or a notebook: prompts are read over, output that is plain to see is passed over."""

import pytest
from language import places_of, problems_of, said

from gradstep.engine.errors import Span
from gradstep.engine.language import Assign, Evaluate, parse


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("In [1]: ", "In [2]: "),
        ("In [9]: ", "In [10]: "),
        ("In [ ]: ", "In [*]: "),
        ("In\u00a0[1]:\u00a0", "In\u00a0[2]:\u00a0"),
        (">>> ", ">>> "),
        ("    >>> ", "    >>> "),
        (">>> ", "... "),
        (">>> ", ""),
        ("In [1]: ", "   ...: "),
        ("In [12]: ", "    ...: "),
        ("In [1]:\n", ""),
    ],
)
def test_a_prompt_counts_as_blank_and_columns_stay_those_of_the_text(first: str, second: str) -> None:
    text = f"{first}a = 2.0\n{second}b = a*3"
    program = parse(text)
    start, then = (statement for statement in program.statements if isinstance(statement, Assign))
    assert program.source == text
    assert start.span.column == len(first.rpartition("\n")[2]) + 5
    assert then.span == Span(text.count("\n") + 1, len(second) + 5, text.count("\n") + 1, len(second) + 8)


def test_each_kind_of_prompt_is_told_of_once() -> None:
    program = parse("In [1]: a = 2.0\n   ...: b = 3\nIn [2]: c = (a +\n   ...:   b)\n>>> d = c\n>>> e1 = d")
    assert [str(notice.message).partition(" is a prompt")[0] for notice in program.notices] == [
        "In [1]:",
        "...:",
        ">>>",
    ]
    assert [notice.span for notice in program.notices] == [Span(1, 1, 1, 8), Span(2, 4, 2, 8), Span(5, 1, 5, 4)]


@pytest.mark.parametrize(
    "output",
    [
        "Out[3]: Value(data=4.0)",
        "Out[3]:\nValue(data=4.0)",
        "Out[3]: 'it's (open",
        "Out[ ]: ×²\n4.0",
        "Out[12]: array([1, 2])",
    ],
)
def test_a_line_that_begins_with_out_is_passed_over(output: str) -> None:
    program = parse(f"In [1]: a = 2.0\nIn [3]: a*2\n{output}\nIn [4]: b = a*3")
    assert [type(statement) for statement in program.statements] == [Assign, Evaluate, Assign]
    assert "is output" in str(program.notices[1].message)
    assert all("is read as" not in str(notice.message) for notice in program.notices)


@pytest.mark.parametrize(
    "output", ["Value(data=4.0)", "4.0", "-1.5e-07", "nan", "-inf", "(Value(data=-4.0), -2.0, 2.0)", "(2.0,)"]
)
def test_a_plain_result_below_a_prompt_with_an_expression_is_passed_over(output: str) -> None:
    program = parse(f">>> a = 2.0\n>>> a*2\n{output}\n>>> b = a*3")
    assert [type(statement) for statement in program.statements] == [Assign, Evaluate, Assign]
    assert [notice.span.line for notice in program.notices] == [1, 3]


@pytest.mark.parametrize("above", ["a*2", ">>> b = a*2", ">>> a*2\n", ">>> # note", "In [3]:"])
def test_a_number_that_a_person_may_have_typed_is_never_passed_over(above: str) -> None:
    program = parse(f">>> a = 2.0\n{above.replace('# note', '')}\n4.0")
    assert isinstance(program.statements[-1], Evaluate)
    assert program.statements[-1].span.line == program.source.count("\n") + 1


def test_a_class_of_a_notebook_is_passed_over_with_the_prompts_in_it() -> None:
    program = parse("In [1]: class Value:\n   ...:     def f(self):\n   ...:         pass\n   ...: \nIn [2]: a = 2.0\n")
    assert [type(statement) for statement in program.statements] == [Assign]


@pytest.mark.parametrize(
    "text", ['"""\n>>> x = 3\nOut[1]: 4\n"""\ny = 2.0', "y = 2.0  # In [1]: x", "y = 2.0 #\n# >>> x"]
)
def test_prompts_in_texts_and_comments_are_left_alone(text: str) -> None:
    assert all("prompt" not in str(notice.message) for notice in parse(text).notices)


def test_problems_of_a_session_have_their_places_in_the_text_as_typed() -> None:
    assert places_of(problems_of("In [1]: a = 2 3\nOut[1]: 3 3\n>>> b = a^2 + q")) == [(1, 13), (3, 10), (3, 15)]


@pytest.mark.parametrize(
    "text", ["In [1]: a = 2.0", "In[1]: a = 2.0", "x = 1; In [1]: a = 2.0", "In [1] : a = 2.0", "In[1]:= 2"]
)
def test_no_fix_takes_a_prompt_for_a_name(text: str) -> None:
    try:
        assert parse(text).inputs == ()
    except Exception:
        assert [fix for problem in problems_of(text) for fix in problem.fixes] == []


def test_dots_alone_are_no_prompt_where_no_console_is_in_sight() -> None:
    assert "remove it" in said(problems_of("x = 2\n...\ny = x")[0])
