"""What is accepted, and the code it becomes."""

import math
import random

import pytest
from programs import NEURON

from gradstep.engine.errors import Span
from gradstep.engine.language import (
    Apply,
    Assign,
    Backward,
    Code,
    Evaluate,
    Input,
    Load,
    Push,
    SetLabel,
    Target,
    Wrap,
    ZeroGrad,
    parse,
)


def written(code: Code) -> str:
    """Code as one line of postfix."""
    words = []
    for item in code:
        match item:
            case Push():
                words.append(item.text)
            case Load():
                words.append(item.name)
            case Apply():
                words.append(f"{item.operator}/{item.arity}" if item.operator in "+-" else item.operator)
            case Wrap():
                words.append(f"Value:{item.label}")
    return " ".join(words)


def code_of(text: str) -> str:
    """The code of the last statement of ``text``."""
    statement = parse(text).statements[-1]
    assert isinstance(statement, Assign | Evaluate | Backward)
    return written(statement.code)


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("x1*w1 + x2*w2 + b", "x1 w1 * x2 w2 * +/2 b +/2"),
        ("-x**2", "x 2 ** -/1"),
        ("--x", "x -/1 -/1"),
        ("+x", "x +/1"),
        ("x**2**3", "x 2 3 ** **"),
        ("x**-1", "x 1 -/1 **"),
        ("a/b/c", "a b / c /"),
        ("2 - a", "2 a -/2"),
        ("(a - (b - c))*d", "a b c -/2 -/2 d *"),
        ("tanh(x)", "x tanh"),
        ("x.tanh()", "x tanh"),
        ("math.tanh(x)", "x tanh"),
        ("(2*n).exp()", "2 n * exp"),
        ("relu(-2.0)", "2.0 -/1 relu"),
        ("Value(2.0)*a", "2.0 Value: a *"),
        ("Value(2.0, label='x1')", "2.0 Value:x1"),
        ('Value(2.0, label="权重 # no comment")', "2.0 Value:权重 # no comment"),
        ("math.pi*2", "pi 2 *"),
        ("x.exp().log()", "x exp log"),
        ("(tanh)(x)", "x tanh"),
    ],
)
def test_an_expression_becomes_postfix_code(expression: str, code: str) -> None:
    assert code_of(expression) == code


@pytest.mark.parametrize("name", ["tanh", "exp", "log", "relu", "sigmoid", "sin", "cos", "sqrt", "abs"])
def test_every_function_has_three_forms(name: str) -> None:
    assert code_of(f"{name}(x)") == code_of(f"x.{name}()") == code_of(f"math.{name}(x)") == f"x {name}"


def test_random_expressions_mean_what_they_mean_in_python() -> None:
    chance = random.Random(0)

    def grow(depth: int) -> str:
        if depth == 0:
            return chance.choice(["2", "0.5", "3.0", "1_0", ".25", "4.", "1e-1", "x", "y"])
        kind = chance.randrange(6)
        if kind == 0:
            return f"({grow(depth - 1)})"
        if kind == 1:
            return chance.choice("+-") + grow(depth - 1)
        if kind == 2:
            return f"abs({grow(depth - 1)})"
        return f"{grow(depth - 1)}{chance.choice(['+', ' - ', '*', ' + ', '-'])}{grow(depth - 1)}"

    for _ in range(300):
        text = grow(5)
        # Only numbers, two names and abs: made here, so that Python may run it.
        assert run(text, {"x": 1.5, "y": -2.25}) == pytest.approx(eval(text, {"x": 1.5, "y": -2.25}), rel=1e-12)


def run(text: str, names: dict[str, float]) -> float:
    """The value of an expression, by a few lines that share nothing with the interpreter."""
    (statement,) = parse(text).statements
    assert isinstance(statement, Evaluate)
    stack: list[float] = []
    for item in statement.code:
        if isinstance(item, Push):
            stack.append(item.number)
        elif isinstance(item, Load):
            stack.append(names[item.name])
        elif isinstance(item, Apply) and item.arity == 1:
            operand = stack.pop()
            stack.append({"-": -operand, "+": operand, "abs": abs(operand)}[item.operator])
        elif isinstance(item, Apply):
            right, left = stack.pop(), stack.pop()
            stack.append({"+": left + right, "-": left - right, "*": left * right}[item.operator])
    (value,) = stack
    return value


def test_the_neuron_is_seven_assignments_and_its_last_name_the_root() -> None:
    program = parse(NEURON)
    assert [target.name for s in program.statements if isinstance(s, Assign) for target in s.targets] == [
        "x1", "x2", "w1", "w2", "b", "n", "o",
    ]  # fmt: skip
    assert (program.implied_root, program.inputs, program.notices) == (6, (), ())
    assert program.statements[5].span == Span(6, 5, 6, 22)
    assert program.source == NEURON


def test_every_part_knows_its_place() -> None:
    (statement,) = parse("s = (x + 1)*tanh( y )  # sum").statements
    assert isinstance(statement, Assign)
    assert statement.targets == (Target("s", Span(1, 1, 1, 2)),)
    assert statement.span == Span(1, 5, 1, 22)
    assert statement.code == (
        Load("x", Span(1, 6, 1, 7)),
        Push(1.0, "1", Span(1, 10, 1, 11)),
        Apply("+", 2, Span(1, 6, 1, 11)),
        Load("y", Span(1, 19, 1, 20)),
        Apply("tanh", 1, Span(1, 13, 1, 22)),
        Apply("*", 2, Span(1, 5, 1, 22)),
    )


def test_columns_count_characters_not_bytes() -> None:
    program = parse("权重 = 1.0; é = 权重*2; 😀 = 3".replace("😀", "𝒙"))
    assert [s.span.column for s in program.statements] == [6, 15, 25]


def test_an_assignment_may_have_several_targets() -> None:
    (statement,) = parse("a = b = 2").statements
    assert isinstance(statement, Assign)
    assert [target.name for target in statement.targets] == ["a", "b"]


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "**"])
def test_an_update_is_an_assignment_of_the_name_and_the_right_side(operator: str) -> None:
    statement = parse(f"s = 1\ns {operator}= x*2\nx = 3".replace("x*2", "(s + 2)")).statements[1]
    assert isinstance(statement, Assign)
    assert written(statement.code).split()[-1].removesuffix("/2") == operator
    assert written(statement.code).startswith("s s 2 +/2")
    assert statement.span.column == 3 + len(operator) + 2
    assert statement.code[-1].span == statement.span


def test_a_listing_in_the_style_of_micrograd_is_understood() -> None:
    program = parse('a = Value(2.0, label="a")\nb = Value(-3.0)\nc = a*b; c.label = "c"\nc.backward()\ndraw_dot(c)')
    kinds = [type(statement) for statement in program.statements]
    assert kinds == [Assign, Assign, Assign, SetLabel, Backward]
    assert program.statements[3] == SetLabel("c", "c", Span(3, 10, 3, 23))
    assert program.implied_root is None


def test_backward_and_zero_grad_come_in_any_order_and_on_any_value() -> None:
    program = parse("a = 2.0\n(a*a).backward()\nzero_grad()\na.zero_grad()\na.backward()")
    _, first, clear, clear_too, last = program.statements
    assert isinstance(first, Backward)
    assert (written(first.code), first.span) == ("a a *", Span(2, 1, 2, 17))
    assert (clear, clear_too) == (ZeroGrad(Span(3, 1, 3, 12)), ZeroGrad(Span(4, 1, 4, 14)))
    assert isinstance(last, Backward)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("x = 7.25", 0),
        ("x = 2.0\ny = x*3\nz = 5.0", 2),
        ("x = -1.5\nx**2 + 3*x + 1", 1),
        ("x = 2.0\nx*x\ny = x*3", 2),
        ("x = 2.0\ny = x*3\ny.label = 'out'", 1),
        ("x = 2.0\nx*3\nprint(x)", 1),
        ("x = 2.0\nx*3\nzero_grad()", 1),
        ("x = 2.0\ny = x\nx.backward()", None),
        ("x.tanh()", 0),
        ("2*3 + 4", 0),
    ],
)
def test_one_backward_is_implied_where_none_is_written(text: str, root: int | None) -> None:
    assert parse(text).implied_root == root


@pytest.mark.parametrize(
    "text",
    [
        "o = tanh(x1*w1 + x2*w2 + b)",
        "tanh(x1*w1 + x2*w2 + b)",
        "# a neuron\nimport math\no = tanh(x1*w1 + x2*w2 + b)\nprint(o)",
        "o = tanh(x1*w1 + x2*w2 + b)\no.backward()\nzero_grad()\no.backward()",
        "o = tanh(\n  x1*w1\n  + x2*w2 + b\n)",
    ],
)
def test_the_unknown_names_of_a_single_statement_are_inputs_in_order_of_appearance(text: str) -> None:
    assert [given.name for given in parse(text).inputs] == ["x1", "w1", "x2", "w2", "b"]


def test_an_input_knows_its_first_place() -> None:
    assert parse("y = x*x + pi").inputs == (Input("x", Span(1, 5, 1, 6)),)


def test_pi_is_a_number_until_it_is_assigned() -> None:
    program = parse("y = pi; pi = 3; z = pi")
    first, _, last = (s for s in program.statements if isinstance(s, Assign))
    assert first.code == (Push(math.pi, "pi", Span(1, 5, 1, 7)),)
    assert last.code == (Load("pi", Span(1, 21, 1, 23)),)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("2", 2.0), ("2.5", 2.5), ("1e-3", 0.001), ("1_000", 1000.0), (".5", 0.5), ("5.", 5.0), ("4.0e-3", 0.004),
        ("1E3", 1000.0), ("0x10", 16.0), ("0o17", 15.0), ("0b101", 5.0), ("007.5", 7.5), ("000", 0.0), ("0_0", 0.0),
        ("6.8813735870195432", 6.881373587019543), ("1e1_0", 1e10), ("0xFFFF_FFFF", 4294967295.0),
    ],
)  # fmt: skip
def test_numbers_are_floats_in_every_spelling_that_python_has(typed: str, number: float) -> None:
    (statement,) = parse(f"x = {typed}").statements
    assert isinstance(statement, Assign)
    assert statement.code == (Push(number, typed, Span(1, 5, 1, 5 + len(typed))),)


@pytest.mark.parametrize(
    "typed", ["1e400", "7" * 400, "7" * 4301, "0x" + "f" * 300, "1" + "_0" * 400, "1e999999999999"]
)
def test_a_number_too_large_for_a_double_is_infinite_with_a_notice(typed: str) -> None:
    program = parse(f"a = {typed}\nb = a*0")
    (notice,) = program.notices
    assert "is outside the range of a double" in str(notice.message)
    assert len(str(notice.message)) < 80
    assert notice.span == Span(1, 5, 1, 5 + len(typed))
    assert isinstance(program.statements[0], Assign)
    assert isinstance(program.statements[0].code[0], Push)
    assert program.statements[0].code[0].number == math.inf


def test_a_number_too_small_for_a_double_is_zero_with_a_notice() -> None:
    (notice,) = parse("1e-400 + 0e5 + 0.000").notices
    assert notice.span == Span(1, 1, 1, 7)


@pytest.mark.parametrize(
    "text",
    [
        "a = 2\r\nb = a*3\r\n# note\r\nc = a*b",
        "a = 2\rb = a*3\r# note\rc = a*b",
        "a = 2\n\n\nb = a*3\n   # note\n\t\nc = a*b\n\n",
        "  a = 2\n  b = a*3\n# note\n\n  c = a*b",
        "\ta = 2\n\tb = a*3\n\tc = a*b",
        "a = 2;;b = a*3;c = a*b;",
        "a = 2\nb = a \\\n  * 3\nc = (a *\n# note\n b)",
        "a = 2\f\nb = a*3\nc = a*b",
        "a = 2\u2028b = a*3\u2029c = a*b",
    ],
)
def test_lines_may_end_and_be_laid_out_in_many_ways(text: str) -> None:
    statements = parse(text).statements
    assert [written(s.code) for s in statements if isinstance(s, Assign)] == ["2", "a 3 *", "a b *"]


def test_the_source_is_the_text_as_typed_with_line_feeds() -> None:
    assert parse("\ufeffa = １\r\nb = a × 2\r\n").source == "\ufeffa = １\nb = a × 2\n"


@pytest.mark.parametrize(
    "text",
    [
        "α = 0.1\nβ = 3.0\ny = α*β**2",
        "س = 2.0\né = 3.0\ny = س*e\u0301",
        "ℝ = 2\ny = R*3",
        "node = 2.0\nedge = 3\ngraph = node*edge\ndigraph = graph*2",
        "match = 1\ncase = 2\ntype = match*case\nprint = type\n_ = print",
        "w" * 300 + " = 2.0\ny = " + "w" * 300 + "*3",
        "ｗ１ = 2\ny = w1",
    ],
)
def test_any_identifier_of_python_is_a_name(text: str) -> None:
    assert parse(text).inputs == ()


def test_names_are_kept_in_nfkc() -> None:
    (statement,) = parse("ℝ = e\u0301*ﬁ").statements
    assert isinstance(statement, Assign)
    assert statement.targets[0].name == "R"
    assert written(statement.code) == "é fi *"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("import math", "import"),
        ("from graphviz import Digraph", "import"),
        ("from math import *", "import"),
        ("print(x, 'ok')", "print"),
        ('print(f"{x.data:.4f}", end="")', "print"),
        ('print "x =", x', "print"),
        ("draw_dot(x)", "draw_dot"),
        ("trace(x)", "trace"),
        ("%matplotlib inline", "notebook"),
        ("!pip install micrograd", "notebook"),
        ('"""A listing."""', "text"),
        ("class Value: pass", "class Value"),
        (
            "class Value(object):\n    '''x'''\n    def __init__(self, data):\n        self.data = data\n\n",
            "class Value",
        ),
        ("def trace(root):\n  nodes, edges = set(), set()\n  def build(v):\n    pass\n  return nodes", "def trace"),
        ("@cache\ndef draw_dot(root):\n  return f'{root}'", "def draw_dot"),
    ],
)
def test_lines_that_touch_nothing_are_passed_over_with_a_notice(line: str, word: str) -> None:
    program = parse(f"x = 2.0\n{line}\ny = x*3")
    (notice,) = program.notices
    assert f"{word} is passed over" in f"{notice.message}" or word in f"{notice.message}"
    assert (notice.span.line, notice.span.column) == (2, 1)
    assert [type(s) for s in program.statements] == [Assign, Assign]


def test_a_whole_lecture_can_be_pasted() -> None:
    program = parse(LECTURE)
    assert [type(s) for s in program.statements] == [Assign, Assign, Assign, SetLabel, Assign, Backward]
    # The second import says the same as the first.
    assert [notice.span.line for notice in program.notices] == [1, 3, 5, 25, 34, 50]


LECTURE = '''import math
from graphviz import Digraph
%matplotlib inline

class Value:
    """A scalar – with “typographic” text and an unclosed ( in it."""

    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += 1.0 * out.grad
        out._backward = _backward
        return out


# the graph
def trace(root):
    nodes, edges = set(), set()
    def build(v):
        if v not in nodes:
            for child in v._prev:
                edges.add((child, v))
    build(root)
    return nodes, edges

def draw_dot(root):
    dot = Digraph(format='svg', graph_attr={'rankdir': 'LR'}) # LR = left to right
    for n in nodes:
        dot.node(name = str(id(n)), label = "{ %s | data %.4f }" % (n.label,
            n.data), shape='record')
        if n._op: dot.edge(uid + n._op, uid)
    else:
        pass
    return dot

a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = a*b
c.label = 'c'
d = c.tanh()
d.backward()
draw_dot(d)
'''
