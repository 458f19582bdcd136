"""What the tests of the language share."""

from gradstep.engine.errors import Fix, Problem, ProgramError
from gradstep.engine.language import Program, parse


def problems_of(text: str) -> tuple[Problem, ...]:
    """The problems of a text; fails where it is a program."""
    try:
        program = parse(text)
    except ProgramError as error:
        return error.problems
    raise AssertionError(f"{text!r} was read as {program}")


def places_of(problems: tuple[Problem, ...]) -> list[tuple[int, int]]:
    """Line and column of each problem."""
    return [(problem.span.line, problem.span.column) for problem in problems]


def said(problem: Problem) -> str:
    """Message and hint as a person reads them."""
    return f"{problem.message}; {problem.hint}"


def mended(text: str, fix: Fix) -> str:
    """The text after one click on a fix."""
    lines = text.split("\n")
    span = fix.span
    before = "\n".join([*lines[: span.line - 1], lines[span.line - 1][: span.column - 1]])
    after = "\n".join([lines[span.end_line - 1][span.end_column - 1 :], *lines[span.end_line :]])
    return before + fix.replacement + after


def mend(text: str, clicks: int = 20) -> Program:
    """The program after clicking the first fix on offer until nothing is wrong."""
    for _ in range(clicks):
        try:
            return parse(text)
        except ProgramError as error:
            fixes = [fix for problem in error.problems for fix in problem.fixes]
            if not fixes:
                raise AssertionError(f"nothing to click in {text!r}") from error
            text = mended(text, fixes[0])
    raise AssertionError(f"still wrong after {clicks} clicks: {text!r}")
