"""What is wrong with a text is said at its place, in plain words, with what to do about it."""

import re

import pytest
from language import mend, mended, places_of, problems_of, said

from gradstep.engine.language import Assign, parse

# text, then for each problem its place and words that its message or hint must have
PROBLEMS: list[tuple[str, list[tuple[int, int, str]]]] = [
    # habits of paper
    ("x = 4\ny = 2x + 3(x+1) + (x)(x)", [(2, 5, "2*x"), (2, 10, "*"), (2, 21, "*")]),
    ("x = 4\ny = 3(x+1)", [(2, 5, "missing *")]),
    ("x = 4\ny = (x)(x)", [(2, 5, "missing *")]),
    ("x = 4\ny = (x + 1)(x - 1)", [(2, 5, "missing *")]),
    ("x = 4\ny = x(x + 1)", [(2, 5, "missing *")]),
    ("x = 4\ny = x x", [(2, 5, "x*x")]),
    ("x = 4\ny = (x) 2", [(2, 7, "missing")]),
    ("x = 4\ny = x^2 + x^3", [(2, 6, "**"), (2, 12, "**")]),
    ("x = 4\ny = 2x^2", [(2, 5, "2*x"), (2, 7, "**")]),
    ("x = 4\ny = |x|", [(2, 5, "abs(x)")]),
    ("x = 4\ny = x!", [(2, 6, "factorial")]),
    ("x = 4\ny = √x", [(2, 5, "sqrt(x)")]),
    ("x = 4\ny = sin x", [(2, 5, "sin(x)")]),
    ("x = 4\ny = $x$", [(2, 5, "$")]),
    ("x = 4\ny = \\tanh(x)", [(2, 5, "\\")]),
    ("x = 4\ny = x²", [(2, 6, "x**2")]),
    ("x = 4\ny = x⁻¹", [(2, 6, "x**-1")]),
    ("w₁ = 2\ny = w₁*3", [(1, 2, "w1 or w_1"), (2, 6, "U+2081")]),
    # numbers
    ("a = 2,5\nb = a*2", [(1, 5, "use a point: 2.5")]),
    ("a = 1,", [(1, 6, "remove the comma")]),
    ("a = 1,000", [(1, 5, "1000")]),
    ("a = 3,14*b", [(1, 5, "point")]),
    ("y = tanh(2,5)", [(1, 5, "point")]),
    ("1st = 2.0\ny = 1st*3", [(1, 1, "can't begin with a digit"), (2, 5, "can't begin with a digit")]),
    ("x = 007\ny = x*1.0", [(1, 5, "write 7")]),
    ("x = 0_7", [(1, 5, "write 7")]),
    ("x = 1__0", [(1, 5, "1_000")]),
    ("x = 1_", [(1, 5, "1_000")]),
    ("x = 1e", [(1, 5, "e")]),
    ("x = 1e + 2", [(1, 5, "e")]),
    ("x = 0x", [(1, 5, "decimal")]),
    ("x = 1.2.3", [(1, 5, "one point")]),
    ("x = 5.tanh()", [(1, 5, "tanh(5)")]),
    ("x = ٣", [(1, 5, "U+0663")]),
    ("z = 3 + 2j", [(1, 9, "complex")]),
    ("x = True\ny = x + 1", [(1, 5, "1.0")]),
    ("x = None", [(1, 5, "number")]),
    ("x = ...", [(1, 5, "number")]),
    ('x = "2.0"\ny = x*3', [(1, 5, "write 2.0 without quotes")]),
    ("x = b'ab'", [(1, 5, "quotes")]),
    # names
    ("w1 = 2.0\nx1 = 3.0\ny = W1*x1 + bais", [(3, 5, "did you mean w1?"), (3, 13, "bais")]),
    ("bias = 2.0\ny = bais*3", [(2, 5, "did you mean bias?")]),
    ("x1 = 2.0\ny = x2", [(2, 5, "did you mean x1?")]),
    ("y = x*2\nx = 3.0", [(1, 5, "x is used on line 1 but first assigned on line 2")]),
    ("x = 2.0\ny = х*3", [(2, 5, "U+0445 (CYRILLIC SMALL LETTER HA)")]),
    ("х = 2.0\ny = x*3", [(2, 5, "U+0078 (LATIN SMALL LETTER X)")]),
    ("r = 2\ny = π*r", [(2, 5, "write pi")]),
    ("x = 2\ny = e**x", [(2, 5, "exp(1)")]),
    ("x = 2\ny = ln*x", [(2, 5, "log")]),
    ("x.backward()", [(1, 1, "no value is called x")]),
    ("s += 2", [(1, 1, "s")]),
    ("x.label = 'a'", [(1, 1, "no value is called x")]),
    ("y = x*2\ny.label = 'out'", [(1, 5, "no value is called x")]),
    ("lambda = 0.01\nloss = 3.0 + lambda*4.0", [(1, 1, "try lam or lambda_"), (2, 14, "try lam or lambda_")]),
    ("in = 3\ny = in*2", [(1, 1, "reserved word"), (2, 5, "reserved word")]),
    ("is = 3", [(1, 1, "reserved word")]),
    ("and = 3", [(1, 1, "reserved word")]),
    ("class = 3\ny = class", [(1, 1, "reserved word"), (2, 5, "reserved word")]),
    ("y = 2*for + 1", [(1, 7, "reserved word")]),
    ("y = lambda", [(1, 5, "lam")]),
    ("for = 3", [(1, 1, "reserved word")]),
    ("None = 3", [(1, 1, "reserved word")]),
    ("tanh = 2.0\ny = tanh(0.5)", [(1, 1, "tanh is the name of a function")]),
    ("Value = 2.0", [(1, 1, "Value")]),
    ("x = tanh", [(1, 5, "tanh(x)")]),
    # functions
    ("x = 2.0\ny = ln(x) + sin(x) + sqrt(x) + abs(x) + max(x, 1)", [(2, 5, "log"), (2, 41, "relu")]),
    ("y = tahn(x)", [(1, 5, "did you mean tanh?")]),
    ("y = tаnh(x)", [(1, 5, "did you mean tanh?")]),
    ("y = softmax(x)", [(1, 5, "available: tanh, exp, log")]),
    ("y = x.tahn()", [(1, 5, "tanh")]),
    ("y = np.tanh(x)", [(1, 5, "write tanh(x)")]),
    ("y = torch.nn.functional.relu(x)", [(1, 5, "write relu(x)")]),
    ("y = math.ln(x)", [(1, 5, "write log(x)")]),
    ("y = math.e", [(1, 5, "exp(1)")]),
    (
        "x = 1.0\ny = tanh(x, 2) + exp() + relu(x=1) + log(*[x])",
        [(2, 5, "exactly one value"), (2, 18, "exactly one"), (2, 26, "names"), (2, 38, "spread")],
    ),
    ("y = math.tanh()", [(1, 5, "exactly one value")]),
    ("n = 1\ny = n.exp", [(2, 5, "write n.exp()")]),
    ("n = 1\ny = n.exp(2)", [(2, 5, "takes no argument")]),
    ("y = Value()", [(1, 5, "number")]),
    ("y = Value(2.0, (), '+')", [(1, 5, "label='x1'")]),
    ("y = Value(data=2.0)", [(1, 5, "Value(2.0)")]),
    ("y = Value(2.0, label=3)", [(1, 22, "quotes")]),
    ("y = Value('2.0')", [(1, 11, "write 2.0")]),
    # what is behind a dot
    ("x = 3.0\ny = x.data + x.grad + x._prev", [(2, 5, ".data"), (2, 14, ".grad"), (2, 23, "._prev")]),
    ("x = 3.0\nx.data = 4", [(2, 1, "assign the name again")]),
    ("x = 3.0\nx.grad = 0", [(2, 1, "zero_grad()")]),
    ("x = 3.0\nx.backward", [(2, 1, "x.backward()")]),
    ("x = 3.0\ny = x.backward()", [(2, 5, "line of its own")]),
    ("x = 3.0\nx.backward(retain_graph=True)", [(2, 1, "no argument")]),
    # brackets
    ("a = 2.0\nb = (a + 3\nc = b*2", [(2, 5, "opened on line 2, column 5")]),
    ("a = 2.0\nb = (a + 3\n\nc = (b*2)", [(2, 5, "opened on line 2, column 5")]),
    ("a = 2.0\nb = (a +\n3", [(2, 5, "opened on line 2, column 5")]),
    ("a = 2.0\nb = tanh((a + 3)*2\ndel a", [(2, 9, "never closed"), (3, 1, "del")]),
    ("a = (2 + 3; b = q", [(1, 5, "never closed"), (1, 17, "q")]),
    ("y = (2 + 3))*2", [(1, 12, "no partner")]),
    ("y = (2 + 3]", [(1, 11, "write )")]),
    ("y = (2 + [3)", [(1, 10, "write ]")]),
    ("y = ()", [(1, 5, "nothing between")]),
    ("y = 2*()", [(1, 7, "nothing between")]),
    # operators
    ("x = 2.0\ny = x**", [(2, 8, "after **")]),
    ("x = 2.0\ny = x +   # more", [(2, 8, "after +")]),
    ("y = ", [(1, 4, "after =")]),
    ("y = *2", [(1, 5, "*")]),
    ("y = 2 * / 3", [(1, 9, "before /")]),
    ("y = (2 + )*3", [(1, 9, "after +")]),
    ("x = 2\ny = x * * 2", [(2, 7, "write **")]),
    ("y = = 2", [(1, 3, "write = once")]),
    ("x == 2", [(1, 3, "write x =")]),
    ("x = 2\nx++", [(2, 2, "x += 1")]),
    ("x = 2\nx + = 1", [(2, 3, "write +=")]),
    ("= 2", [(1, 1, "name")]),
    ("x = 2.0\nx + 1 = y", [(2, 1, "must be a name")]),
    ("2 = x", [(1, 1, "must be a name")]),
    ("f(x) = 2", [(1, 1, "must be a name")]),
    ("a, b = 1, 2", [(1, 1, "a = 1; b = 2")]),
    ("[a, b] = 1", [(1, 1, "several names")]),
    ("x = 2 y = 3", [(1, 5, "two statements")]),
    ("x := 2", [(1, 3, "write =")]),
    ("a: float = 2", [(1, 2, "type")]),
    ("a = 7\nb = 2\ny = a/b + a//b + a%b", [(3, 12, "//"), (3, 19, "%")]),
    ("y = 2 @ 3", [(1, 7, "use *")]),
    ("y = 1 << 10000000", [(1, 7, "<<")]),
    ("y = 6 & 3 | 1", [(1, 7, "&"), (1, 11, "|")]),
    ("y = ~3", [(1, 5, "~")]),
    ("x = 3\nx //= 2\nx %= 2", [(2, 3, "//"), (3, 3, "%")]),
    # Python that has no place here
    ("x = 2.0\ny = x if x > 0 else 0.0", [(2, 5, "use relu(x)")]),
    ("y = 1if x else 2", [(1, 6, "relu")]),
    ("y = x < 2", [(1, 5, "relu")]),
    ("y = x and 2 or z", [(1, 5, "'and'")]),
    ("y = not x", [(1, 5, "'not'")]),
    ("y = x in z", [(1, 5, "relu")]),
    ("y = (z := 2)", [(1, 6, ":=")]),
    ("y = lambda x: x", [(1, 5, "lambda")]),
    ("y = [1, 2]", [(1, 5, "list")]),
    ("y = {1: 2}", [(1, 5, "dict")]),
    ("y = {1, 2}", [(1, 5, "set")]),
    ("y = x[0]", [(1, 5, "square brackets")]),
    ("y = (1, 2)", [(1, 5, "several values")]),
    ("y = [i for i in x]", [(1, 5, "terms")]),
    ("import math\nfor i in range(3):\n    print(i)", [(2, 1, "for loop")]),
    ("x = 2\nwhile x < 3:\n  x = x + 1\n  y = 2x\nz = x", [(2, 1, "while loop")]),
    ("if 1: x = 2\nelse: x = 3\ny = x", [(1, 1, "relu")]),
    ("def f(x):\n    return x^2\ny = f(2)", [(1, 1, "function")]),
    ("class Neuron:\n    def __init__(self): pass\ny = Neuron()", [(1, 1, "class")]),
    ("@wraps\ndef f(x): pass", [(1, 1, "@")]),
    ("with open('x') as f:\n    y = f", [(1, 1, "with")]),
    ("try:\n    y = 1/0\nexcept: y = 2\nfinally:\n  pass", [(1, 1, "try")]),
    ("match x:\n    case 1: pass", [(1, 1, "block")]),
    ("x = 2\ndel x", [(2, 1, "del")]),
    ("x = 2\nassert x", [(2, 1, "assert")]),
    ("x = 2\nglobal x", [(2, 1, "global")]),
    ("x = 2\nreturn x", [(2, 1, "return")]),
    ("x = 2\nyield x", [(2, 1, "yield")]),
    ("x = 2\nawait x", [(2, 1, "await")]),
    ("x = 2\npass", [(2, 1, "pass")]),
    ("x = 2\ny = max(i for i in x)", [(2, 5, "max")]),
    # texts, prompts, layout
    ('x = "abc\ny = 3', [(1, 5, "never closed")]),
    ('x = """abc\ny = 3', [(1, 5, '"""')]),
    ("x = 2\n... y = 3", [(2, 1, "...")]),
    ("x = 2; >>> y = 3", [(1, 8, ">>>")]),
    ("x = 2; In [3]: y = 3", [(1, 14, "one statement on each line")]),
    ("a = 1\n  b = a*2", [(2, 1, "remove the spaces before b")]),
    ("  a = 1\n  b = a*2\n    c = 3", [(3, 3, "before c")]),
    ("# nothing here yet\n\n   ", [(1, 1, "type an expression")]),
    ("", [(1, 1, "type an expression")]),
    (" \n\t\n", [(1, 1, "type an expression")]),
    ("import math", [(1, 1, "type an expression")]),
    ("zero_grad()", [(1, 1, "type an expression")]),
    # attempts to get out
    ("().__class__.__base__.__subclasses__()", [(1, 1, "__subclasses__")]),
    ("x = 1.0\ny = x.tanh.__func__.__globals__\nz = tanh.__reduce__()", [(2, 5, "__globals__"), (3, 5, "__reduce__")]),
    ('x = 1.0\ny = f"{x.__class__}"\nz = "{0.__class__}".format(x)', [(2, 5, "f-string"), (3, 5, "quotes")]),
    ('y = "ab"*10**9\nz = [0]*10**9', [(1, 5, "quotes"), (2, 5, "list")]),
    ("y = sum([i for i in range(10**9)])\nz = (lambda: 1)()", [(1, 5, "sum"), (2, 6, "lambda")]),
    ('__import__("os").system("true")', [(1, 1, "system")]),
    ("<svg onload=alert(1)>\"'><script>alert(2)</script>", [(1, 22, "never closed")]),
]


@pytest.mark.parametrize(("text", "expected"), PROBLEMS, ids=[text for text, _ in PROBLEMS])
def test_each_problem_is_told_once_at_its_place(text: str, expected: list[tuple[int, int, str]]) -> None:
    problems = problems_of(text)
    assert places_of(problems) == [(line, column) for line, column, _ in expected]
    for problem, (_, _, word) in zip(problems, expected, strict=True):
        assert word in said(problem)


JARGON = re.compile(
    r"invalid|syntax|unexpected|token|literal|EO[FL]\b|traceback|exception|NoneType|callable|\bint\b|tuple|parser"
    r"|perhaps|maybe|unmatched|unterminated|<unknown>|engine\.|0o|Error",
    re.IGNORECASE,
)


@pytest.mark.parametrize("text", [text for text, _ in PROBLEMS])
def test_messages_are_one_plain_sentence_and_never_those_of_python(text: str) -> None:
    for problem in problems_of(text):
        message, hint = str(problem.message), str(problem.hint)
        assert message
        assert hint
        assert not message.endswith(".")
        assert not JARGON.search(message)
        assert not JARGON.search(hint)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("x = 4\ny = 2x + 3(x+1) + (x)(x)", "x = 4\ny = 2*x + 3*(x+1) + (x)*(x)"),
        ("x = 4\ny = 2x^2", "x = 4\ny = 2*x**2"),
        ("x = 4\ny = x x", "x = 4\ny = x*x"),
        ("x = 4\ny = sin x", "x = 4\ny = sin(x)"),
        ("x = 4\ny = x²", "x = 4\ny = x**2"),
        ("w₁ = 2\ny = w₁*3", "w1 = 2\ny = w1*3"),
        ("a = 2,5", "a = 2.5"),
        ("a = 1,", "a = 1"),
        ("x = 007", "x = 7"),
        ("x = True", "x = 1.0"),
        ('x = "2.0"', "x = 2.0"),
        ("bias = 2.0\ny = bais*3", "bias = 2.0\ny = bias*3"),
        ("x = 2.0\ny = х*3", "x = 2.0\ny = x*3"),
        ("x = 1\ny = x*q\nz = q", "x = 1\nq = 1.0\ny = x*q\nz = q"),
        ("\tx = 1\n\ty = x; z = y*q", "\tx = 1\n\tq = 1.0\n\ty = x; z = y*q"),
        ("x = 1\ny = (x\n  + q)", "x = 1\nq = 1.0\ny = (x\n  + q)"),
        ("lambda = 0.01\nloss = lambda*4.0", "lambda_ = 0.01\nloss = lambda_*4.0"),
        ("tanh = 2.0", "tanh_1 = 2.0"),
        ("y = ln(x)", "y = log(x)"),
        ("y = x.tahn()", "y = x.tanh()"),
        ("y = np.tanh(x)", "y = tanh(x)"),
        ("y = n.exp", "y = n.exp()"),
        ("x = 3.0\nx.backward", "x = 3.0\nx.backward()"),
        ("a = 2.0\nb = (a + 3\nc = b*2", "a = 2.0\nb = (a + 3)\nc = b*2"),
        ("a = ((2", "a = ((2))"),
        ("y = (2 + 3))*2", "y = (2 + 3)*2"),
        ("y = (2 + 3]", "y = (2 + 3)"),
        ("x = 2\ny = x * * 2", "x = 2\ny = x ** 2"),
        ("y = = 2", "y = 2"),
        ("y == 2", "y = 2"),
        ("x = 2\nx + = 1", "x = 2\nx += 1"),
        ("a, b = 1, 2", "a = 1; b = 2"),
        ("x = 2 y = 3", "x = 2; y = 3"),
        ("x := 2", "x = 2"),
        ("a: float = 2", "a = 2"),
        ("x = 2\n... y = x", "x = 2\ny = x"),
        ("y = √4 - √(9) + 2√x", "y = sqrt(4) - sqrt(9) + 2*sqrt(x)"),
        ("y = ½ + ∞", "y = 0.5 + 1e400"),
        ("y = 7 @ 2", "y = 7 * 2"),
        ("x = 4\ny = $x$ + $2$", "x = 4\ny = x + 2"),
        ("x = 4\ny = math.inf + float('inf') - np.e", "x = 4\ny = 1e400 + 1e400 - exp(1)"),
        ("x = 4\ny = inf*x + e", "x = 4\ny = 1e400*x + exp(1)"),
        ("x = float('2.5') + float(2) + int('3') - float('-1')", "x = 2.5 + 2 + 3 - (-1)"),
        ("x = 2.0\ny = float(x)*int(2)", "x = 2.0\ny = (x)*2"),
        ("a = 1\n  b = a*q", "a = 1\nq = 1.0\nb = a*q"),
        ("a = (1 +\n 2); b = q", "q = 1.0\na = (1 +\n 2); b = q"),
        ("\ufeffa = 1; b = q", "\ufeffq = 1.0\na = 1; b = q"),
        ("a = 1\n  b = a*2", "a = 1\nb = a*2"),
        ("y\u200b = 2\ny.backward()", "y = 2\ny.backward()"),
        ("y = 2  # \x00\x01", "y = 2  # "),
    ],
)
def test_clicking_the_first_fix_until_nothing_is_wrong_gives_the_program_that_was_meant(text: str, result: str) -> None:
    program = mend(text)
    assert [line.strip() for line in program.source.split("\n")] == [line.strip() for line in result.split("\n")]


def test_a_misspelt_name_is_told_at_every_place_and_a_missing_number_once() -> None:
    assert places_of(problems_of("bias = 1\ny = bais\nz = bais")) == [(2, 5), (3, 5)]
    assert places_of(problems_of("bias = 1\ny = q\nz = q")) == [(2, 5)]


def test_a_lookalike_can_be_replaced_or_given_a_number_of_its_own() -> None:
    text = "x = 2.0\ny = х*3"
    (problem,) = problems_of(text)
    replace, add = problem.fixes
    assert mended(text, replace) == "x = 2.0\ny = x*3"
    assert len(parse(mended(text, add)).statements) == 3


def test_problems_on_different_lines_are_all_told_in_text_order() -> None:
    text = "a = 2x\nb = (a\nc = q\nfor i in a:\n  d = 3(4)\ne = 007 +\n f = a ^ 2\ng = $"
    lines = [problem.span.line for problem in problems_of(text)]
    assert lines == [1, 1, 2, 3, 4, 6, 7, 7, 8]


def test_a_mistake_in_a_line_does_not_make_its_name_unknown() -> None:
    for wrong in ("y = 2 +", "y = (2", "y = 3 $", "y = lambda: 3", "y: int = 2", "y = " + "(" * 151 + "1" + ")" * 151):
        assert [problem.span.line for problem in problems_of(f"{wrong}\nz = y*2")] == [1]


def test_names_in_a_refused_block_are_neither_known_nor_unknown() -> None:
    assert places_of(problems_of("for i in range(3):\n  s = i\ny = s*2 + f(i)")) == [(1, 1), (3, 11)]


def test_names_of_a_single_statement_are_inputs_even_where_it_is_wrong() -> None:
    assert places_of(problems_of("y = 2x + w^2")) == [(1, 5), (1, 11)]


def test_a_misspelt_function_is_no_input() -> None:
    assert "tanh" in said(problems_of("y = tahn(x)")[0])


def test_pi_in_greek_is_an_input_of_a_single_statement_and_said_to_be() -> None:
    program = parse("y = π*r**2")
    assert [given.name for given in program.inputs] == ["π", "r"]
    assert "write pi" in str(program.notices[0].hint)


def test_html_in_a_text_stays_text() -> None:
    (statement,) = parse("x = 2.0  # <img src=q onerror=alert(1)>").statements
    assert isinstance(statement, Assign)


def test_no_more_than_a_hundred_problems_are_told_at_once() -> None:
    problems = problems_of("x = 1\n" + "y = 2x\n" * 500)
    assert len(problems) == 101
    assert "400 more" in str(problems[-1].message)
