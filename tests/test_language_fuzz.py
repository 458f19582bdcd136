"""Whatever is typed, ``parse`` gives a Program or says what is wrong, at places that are in the text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gradstep.engine.errors import Problem, ProgramError, Span
from gradstep.engine.language import Apply, Assign, Backward, Code, Evaluate, Program, Wrap, parse

WORDS = [
    "x", "y", "w1", "tanh", "exp", "ln", "Value", "math", "np", "pi", "backward", "zero_grad", "label", "grad",
    ".tanh()", "print(", "draw_dot(", "class Value:", "def trace(r):", "def f(x):", "for i in x:", "if x:",
    "else:", "import ", "from ", "lambda", "if", "else", "for", "in", "not", "and", "is", "del", "True", "None",
    "async", "match", "yield", "return", "(", ")", "[", "]", "{", "}", "+", "-", "*", "**", "/", "//", "%", "@",
    "^", "~", "|", "<<", "=", "==", "+=", "**=", ":=", ":", ",", ";", ".", "...", "->", "!", "$", "?", "`",
    "\\", "\\\n", "#", '"', "'", '"""', 'f"', "'a'", "1", "2.5", ".5", "5.", "1e400", "0x1f", "007", "1__0",
    "2j", "1e", " ", "  ", "\t", "\n", "\n  ", "\n\t", "\r", "\r\n", "\f", "\x00", "\x0b", "\x85", "\u2028",
    "\xa0", "\u3000", "\ufeff", "\u200b", "\u202e", "\ud800", "😀", "é", "e\u0301", "х", "权重", "ℝ", "ﬁnally",
    "（", "）", "＝", "＋", "１", "，", "；", "．", "×", "÷", "−", "²", "₁", "½", "√", "“", "”", "π", "٣", "①",
]  # fmt: skip
PIECES = st.lists(st.sampled_from(WORDS), max_size=40).map("".join)
ANYTHING = st.text(max_size=60) | st.text(st.characters(max_codepoint=0x2FFF), max_size=60)


@settings(max_examples=1500, deadline=None, database=None, derandomize=True)
@given(PIECES | ANYTHING | st.tuples(PIECES, ANYTHING, PIECES).map("".join))
def test_every_text_is_read_or_explained_at_places_inside_it(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    program, told = _read(text)
    assert program or told
    _check_problems(told, lines)
    if program:
        _check_program(program, lines)


def _read(text: str) -> tuple[Program | None, tuple[Problem, ...]]:
    try:
        program = parse(text)
    except ProgramError as error:
        return None, error.problems
    return program, program.notices


def _check_problems(problems: tuple[Problem, ...], lines: list[str]) -> None:
    assert list(problems) == sorted(problems, key=lambda problem: problem.span)
    for problem in problems:
        assert str(problem.message)
        assert str(problem.hint)
        for span in (problem.span, *(fix.span for fix in problem.fixes)):
            _check_span(span, lines)


def _check_span(span: Span, lines: list[str]) -> None:
    assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
    assert span.end_line <= len(lines)
    assert span.column <= len(lines[span.line - 1]) + 1
    assert span.end_column <= len(lines[span.end_line - 1]) + 1


def _check_program(program: Program, lines: list[str]) -> None:
    has_backward = any(isinstance(statement, Backward) for statement in program.statements)
    assert (program.implied_root is None) == has_backward
    for statement in program.statements:
        _check_span(statement.span, lines)
        if isinstance(statement, Assign | Evaluate | Backward):
            _check_code(statement.code, lines)


def _check_code(code: Code, lines: list[str]) -> None:
    """Running it never takes more off the stack than is there, and leaves one value."""
    height = 0
    for item in code:
        _check_span(item.span, lines)
        if isinstance(item, Apply):
            assert height >= item.arity
            height -= item.arity
        elif isinstance(item, Wrap):
            assert height >= 1
            height -= 1
        height += 1
    assert height == 1
