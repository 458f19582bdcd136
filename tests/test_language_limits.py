"""Limits are checked before the work that they bound, and no text takes long or breaks anything."""

import sys
import threading

import pytest
from language import problems_of, said

from gradstep.engine.errors import Problem, ProgramError, TextTooLong
from gradstep.engine.language import Assign, Limits, parse


@pytest.mark.parametrize("text", ["x" * 16_385, "y = 1" + " + 1" * 262_144, "# " + "权" * 5461 + "\nx", "x\n" * 8_193])
def test_a_text_over_16_kib_of_utf8_is_too_long(text: str) -> None:
    with pytest.raises(TextTooLong) as caught:
        parse(text)
    (problem,) = caught.value.problems
    assert str(len(text.encode())) in str(problem.message)
    assert "16384" in str(problem.message)


def test_exactly_16_kib_are_read() -> None:
    assert parse("x = 1 # " + "权" * 5458 + "..").source
    assert parse("x = 2\r\n" * 2700).source  # CRLF counts as one byte, as it is stored


def test_the_limits_can_be_set() -> None:
    assert parse("y = ((1))", Limits(depth=2))
    with pytest.raises(ProgramError, match="nest 3 deep here, and the limit is 2"):
        parse("y = (((1)))", Limits(depth=2))
    with pytest.raises(TextTooLong, match="has 6 bytes in UTF-8, and the limit is 5"):
        parse("x = 10", Limits(text_bytes=5))


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("(" * 151 + "1" + ")" * 151, 151),
        ("(" * 4000 + "1" + ")" * 4000, 4000),
        ("(" * 10000, 10000),
        ("abs(" * 151 + "1" + ")" * 151, 151),
        ("-" * 151 + "1", 151),
        ("-" * 900 + "1", 900),
        ("**".join(["2"] * 152), 151),
        ("-(" * 76 + "2**2" + ")" * 76, 153),
        ("[" * 151 + "]" * 151, 151),
    ],
)
def test_nesting_over_150_is_refused_with_the_depth_found(text: str, depth: int) -> None:
    (problem,) = problems_of(f"x = 1\ny = {text}")
    assert f"nest {depth} deep" in str(problem.message)
    assert "150" in str(problem.message)
    assert problem.span.line == 2


@pytest.mark.parametrize(
    "text",
    [
        "(" * 150 + "1" + ")" * 150,
        "abs(" * 150 + "1" + ")" * 150,
        "-" * 150 + "1",
        "**".join(["1"] * 151),
        "-(" * 75 + "1" + ")" * 75,
        "+".join(["(-1)"] * 2000),
        "x" + ".tanh()" * 2300,
        " - ".join(["x"] * 4000),
        "+".join(["x"] * 8000),
        "*".join(["x"] * 8000),
    ],
)
def test_long_chains_and_150_levels_are_read(text: str) -> None:
    before = sys.getrecursionlimit()
    program = parse(f"x = 1.0\ny = {text}")
    assert isinstance(program.statements[1], Assign)
    assert sys.getrecursionlimit() == before


def test_long_sums_are_read_in_many_threads_at_once() -> None:
    before = sys.getrecursionlimit()
    faults: list[BaseException] = []

    def read() -> None:
        try:
            for length in (8000, 200, 5000, 1):
                parse("+".join(["x"] * length))
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sys.getrecursionlimit() == before


def test_a_chain_beyond_what_python_can_parse_is_refused_in_words() -> None:
    text = "+".join(["x"] * 60_000)
    with pytest.raises(ProgramError) as caught:
        parse(text, Limits(text_bytes=1_000_000))
    assert "too long a chain" in said(caught.value.problems[0])


def test_listings_passed_over_are_not_measured() -> None:
    assert parse("def trace(root):\n  return " + "[" * 500 + "]" * 500 + "\nx = 2.0")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("text", ["y = 1if x else 2", "y = 2 (x)", "y = '\\d'", "y = 0or 1", "y = 1is x", "(x) is 1"])
def test_python_warns_of_nothing(text: str) -> None:
    assert problems_of(text)


@pytest.mark.parametrize("text", ["y = 9**9**9", "a = 10**300\n" + "a = a*a\n" * 25, "x = 10**400\ny = x/10**399"])
def test_big_powers_are_left_to_the_interpreter_as_floats(text: str) -> None:
    assert parse(text).statements


NASTY = [
    "(]", "([)]", "((\n", "{a:", "{**{", "f(lambda x: ", "(x for x in ", "[x for x in ", "(a if b else ", "x[",
    "(x:=", "f(a=", "f(**", "lambda:", "not ", "1if 1else ", "x,", "x=", "x==", "x<", "*x,", '"', '"""',
    "'''\\", 'f"{x}"', "a;", "ab=1;", "x=1\n", " x\n", "x\n x\n", "if x:\n", "else:\n", "def f():\n ",
    "class Value:\n", "print()\n", "2x ", "x y ", "q(x);", "tahn(x)+", "1.2.3", "0xf", "1_", "\\\n", "\\", "$",
    "x²", "₁", "\x00", "\x00x", "\ud800", "\u200b", "（", "×", "\u2028", "“", "e\u0301", "\u0301", "½", "٣",
    "...", "@x\n", "%x\n", ">>> x\n", "lambda=1\n", "1st=2\n", "a,b=1,2\n", "х+", "π;", "yield ", "await ",
    "x.", "x:=", "=", "  ", "#", "a.label='b'\n", "Value(1)+",
]  # fmt: skip


@pytest.mark.parametrize("nasty", NASTY, ids=ascii)
def test_sixteen_kib_of_anything_are_answered(nasty: str) -> None:
    count = 16_000 // len(nasty.encode("utf-8", "surrogatepass"))
    for text in (nasty * count, "y = " + nasty * count + "1", nasty * min(count, 149) + "1 1"):
        assert len(_told_of(text)) <= 101


def _told_of(text: str) -> tuple[Problem, ...]:
    try:
        return parse(text).notices
    except ProgramError as error:
        return error.problems
