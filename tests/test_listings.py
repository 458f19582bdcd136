"""Whole listings in micrograd's style, pasted as they are: what touches nothing is passed over and said so."""

from typing import Any

import pytest
from cases.answers import ids_of
from httpx import AsyncClient

pytestmark = pytest.mark.anyio

CLASS = '''class Value:
    """One number, and how it came to be."""

    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self._backward = lambda: None
        self.label = label

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        total = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += total.grad
            other.grad += total.grad

        total._backward = _backward
        return total

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        product = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = _backward
        return product

    def tanh(self):
        squashed = math.tanh(self.data)
        out = Value(squashed, (self,), "tanh")

        def _backward():
            self.grad += (1 - squashed**2) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo, visited = [], set()

        def build_topo(v):
            if v in visited:
                return
            visited.add(v)
            for operand in v._prev:
                build_topo(operand)
            topo.append(v)

        build_topo(self)
        self.grad = 1.0
        for v in topo[::-1]:
            v._backward()
'''

DRAWING = """def trace(root):
    nodes, edges = set(), set()

    def visit(v):
        if v in nodes:
            return
        nodes.add(v)
        for operand in v._prev:
            edges.add((operand, v))
            visit(operand)

    visit(root)
    return nodes, edges


def draw_dot(root, rankdir="LR"):
    dot = Digraph(format="svg", graph_attr={"rankdir": rankdir})
    nodes, edges = trace(root)
    for n in nodes:
        dot.node(str(id(n)), "{ %s | data %.4f | grad %.4f }" % (n.label, n.data, n.grad), shape="record")
        if n._op:
            dot.node(str(id(n)) + n._op, n._op)
            dot.edge(str(id(n)) + n._op, str(id(n)))
    for a, b in edges:
        dot.edge(str(id(a)), str(id(b)) + b._op)
    return dot
"""

USE = """x1 = Value(2.0, label='x1')
x2 = Value(0.0, label='x2')
w1 = Value(-3.0, label='w1')
w2 = Value(1.0, label='w2')
b = Value(6.8813735870195432, label='b')
x1w1 = x1*w1; x1w1.label = 'x1*w1'
x2w2 = x2*w2; x2w2.label = 'x2*w2'
both = x1w1 + x2w2; both.label = 'x1*w1 + x2*w2'
n = both + b; n.label = 'n'
o = n.tanh(); o.label = 'o'
o.backward()
draw_dot(o)
"""

LISTING = f"import math\nfrom graphviz import Digraph\n\n{CLASS}\n\n{DRAWING}\n\n{USE}"

VARIANTS = {
    "as it is": LISTING,
    "with the line ends of Windows": LISTING.replace("\n", "\r\n"),
    "with the line ends of old Macs": LISTING.replace("\n", "\r"),
    "with tabs": LISTING.replace("    ", "\t"),
    "with two blanks": LISTING.replace("    ", "  "),
    "indented as a whole": "".join(f"    {line}\n" if line else "\n" for line in LISTING.split("\n")),
    "with notebook commands": "%matplotlib inline\n!pip install graphviz\n%load_ext autoreload\n" + LISTING,
    "with a cell's command above": "%%time\n" + LISTING,
    "with a docstring": '"""A small engine.\n\nWith a class: and brackets (\n"""\n' + LISTING,
    "with decorators": LISTING.replace("class Value", "@total_ordering\n@dataclass(eq=False)\nclass Value"),
    "with a base class": LISTING.replace("class Value:", "class Value(object):"),
    "with type hints in the class": LISTING.replace("data, _children=()", "data: float, _children: tuple = ()")
    .replace("def tanh(self):", "def tanh(self) -> 'Value':")
    .replace("def trace(root):", "def trace(root: Value) -> tuple[set, set]:"),
    "with comments": LISTING.replace("o.backward()", "o.backward()  # fills in (every grad")
    .replace("x1 = Value", "# inputs: x1, x2\nx1 = Value")
    .replace("def trace", "# ---- drawing ----\ndef trace"),
    "with imports of other kinds": "from __future__ import annotations\nimport numpy as np, random\n"
    "from micrograd.nn import (\n    MLP,\n    Neuron,\n)\nimport matplotlib.pyplot as plt\n" + LISTING,
    "with prints": LISTING + "print(o)\nprint(f'{x1.grad = :.4f}', w1.grad, sep='\\n')\nprint(\n    'done',\n)\n",
    "drawn in other ways": LISTING.replace("\ndraw_dot(o)\n", "\ndisplay(draw_dot(o))\ndraw_dot(o).render('o')\n")
    + "draw_dot(o, rankdir='TB')\ntrace(o)\n",
    "with double quotes": LISTING.replace("'", '"'),
    "as a session of a notebook": "\n".join(
        f"In [{number}]: {line}" for number, line in enumerate(USE.splitlines(), 1) if line
    ),
    "as a session of a console": "\n".join(f">>> {line}" for line in USE.splitlines()),
    "with the name of the file above": "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n" + LISTING,
    "with the class's own line after it": LISTING.replace("\n\ndef trace", "\nclass Value: ...\n\ndef trace"),
}

NEURON = {
    "x1": (2.0, -1.5),
    "x2": (0.0, 0.5),
    "w1": (-3.0, 1.0),
    "w2": (1.0, 0.0),
    "b": (6.8813735870195432, 0.5),
    "x1*w1": (-6.0, 0.5),
    "x2*w2": (0.0, 0.5),
    "x1*w1 + x2*w2": (-6.0, 0.5),
    "n": (0.8813735870195432, 0.5),
    "o": (0.7071067811865476, 1.0),
}


async def ask(client: AsyncClient, source: str) -> Any:
    return await client.post("/api/trace", json={"source": source})


async def notices_of(client: AsyncClient, source: str) -> dict[int, str]:
    """The notices by line, as a person reads them."""
    response = await ask(client, source)
    assert response.status_code == 200, response.text
    return {each["line"]: f"{each['message']}; {each['hint']}" for each in response.json()["notices"]}


@pytest.mark.parametrize("source", VARIANTS.values(), ids=VARIANTS.keys())
async def test_a_listing_is_traced_as_it_was_pasted(client: AsyncClient, source: str) -> None:
    response = await ask(client, source)
    assert response.status_code == 200, response.text
    trace = response.json()
    ids = ids_of(trace)
    assert [node["label"] for node in trace["nodes"]] == list(NEURON)
    assert (len(trace["steps"]), trace["roots"]) == (16, [ids["o"]])
    for name, (data, grad) in NEURON.items():
        assert trace["nodes"][ids[name]]["data"] == pytest.approx(data, rel=1e-9, abs=0)
        assert trace["grads"][str(ids[name])] == pytest.approx(grad, rel=1e-9, abs=0)


async def test_a_listing_that_spells_tanh_out_has_the_same_gradients(client: AsyncClient) -> None:
    written = "e = (2*n).exp(); e.label = 'e'\no = (e - 1)/(e + 1); o.label = 'o'"
    response = await ask(client, LISTING.replace("o = n.tanh(); o.label = 'o'", written))
    assert response.status_code == 200, response.text
    trace = response.json()
    assert (len(trace["nodes"]), len(trace["steps"])) == (18, 29)
    for name, (data, grad) in NEURON.items():
        assert trace["nodes"][ids_of(trace)[name]]["data"] == pytest.approx(data, rel=1e-9, abs=0)
        assert trace["grads"][str(ids_of(trace)[name])] == pytest.approx(grad, rel=1e-9, abs=0)
    assert trace["grads"][str(ids_of(trace)["e"])] == pytest.approx(0.042893218813452455, rel=1e-9)


async def test_each_part_passed_over_is_told_where_it_begins(client: AsyncClient) -> None:
    told = await notices_of(client, LISTING)
    lines = LISTING.splitlines()
    begins = {
        "import is passed over": 1,
        "class Value is passed over": lines.index("class Value:") + 1,
        "def trace is passed over": lines.index("def trace(root):") + 1,
        "def draw_dot is passed over": lines.index('def draw_dot(root, rankdir="LR"):') + 1,
        "draw_dot is passed over": lines.index("draw_dot(o)") + 1,
    }
    assert list(told) == sorted(begins.values())
    for words, line in begins.items():
        assert words in told[line]
        assert "never run; nothing is missing" in told[line]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%matplotlib inline", "a notebook command is passed over"),
        ("!pip install graphviz", "a notebook command is passed over"),
        ("print(f'{a.grad:.4f}')", "print is passed over"),
        ("print 'a'", "print is passed over"),
        ("display(draw_dot(b))", "display is passed over"),
        ("draw_dot(b)", "draw_dot is passed over"),
        ("draw_dot(b).render('b', format='png')", "draw_dot is passed over"),
        ("trace(b)", "trace is passed over"),
        ("from micrograd.engine import Value", "import is passed over"),
        ('"""Some words."""', "a text on its own is passed over"),
        ("class Value: pass", "class Value is passed over"),
        ("def trace(root): return root", "def trace is passed over"),
    ],
)
async def test_a_line_passed_over_says_so_and_changes_nothing(client: AsyncClient, line: str, words: str) -> None:
    source = f"a = Value(2.0)\nb = a*3\n{line}\nb.backward()"
    (told,) = (await notices_of(client, source)).values()
    assert told.startswith(words)
    trace, plain = (await ask(client, source)).json(), (await ask(client, source.replace(line, ""))).json()
    assert {**trace, "source": "", "notices": []} == {**plain, "source": "", "notices": []}


AFTER = "a = Value(2.0, label='a')\nb = Value(-3.0, label='b')\nc = a*b\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("for v in [a, b, c]:\n    print(v.grad)", [(4, 1, "a for loop isn't available", "on lines of its own")]),
        ("while c.data < 0:\n    c = c + 1", [(4, 1, "a while loop isn't available", "on lines of its own")]),
        ("for p in (a, b):\n    p.data -= 0.1 * p.grad", [(4, 1, "a for loop", "write each round out")]),
        ("if __name__ == '__main__':\n    c.backward()", [(4, 1, "no if __name__ line", "remove it, and the blanks")]),
        ("if c.data > 0:\n    c.backward()", [(4, 1, "if and else have no derivative", "relu(x)")]),
        ("def f(x):\n    return 3*x**2", [(4, 1, "a function can't be defined", "where it is needed")]),
        ("class Neuron:\n    pass", [(4, 1, "a class can't be defined", "Value is built in")]),
        ("@cache\ndef f(x):\n    return x", [(4, 1, "@ before a function", "remove it")]),
        ("c.grad = 1.0", [(4, 1, ".grad can't be set", "backward()")]),
        ("c._backward()", [(4, 1, "._backward isn't available", "belong to the engine")]),
        ("a.grad", [(4, 1, ".grad isn't available", "shown in the picture")]),
        ("d: float = a*2", [(4, 2, "types aren't written here", "leave out the colon and the type")]),
        ("random.seed(42)", [(4, 1, "random.seed isn't available", "random is a module")]),
        ("plt.plot(xs, ys)\nplt.show()", [(4, 1, "plt.plot", "plt is a module"), (5, 1, "plt.show", "is a module")]),
        ("assert c.data == -6.0", [(4, 1, "assert isn't available", "shown in the picture")]),
        ("dot = draw_dot(c)", [(4, 7, "draw_dot", "on a line of its own, where it is passed over")]),
        ("x = [Value(1.0), Value(2.0)]", [(4, 5, "lists aren't available", "a name of its own")]),
        ("d = torch.tanh(a)", [(4, 5, "torch.tanh isn't available", "write tanh(x)")]),
    ],
)
async def test_a_line_that_cannot_be_run_says_what_to_do(
    client: AsyncClient, lines: str, told: list[tuple[int, int, str, str]]
) -> None:
    response = await ask(client, AFTER + lines + "\n")
    assert response.status_code == 422
    errors = response.json()["errors"]
    assert [(error["line"], error["column"]) for error in errors] == [place[:2] for place in told]
    for error, (_, _, message, hint) in zip(errors, told, strict=True):
        assert message in error["message"]
        assert hint in error["hint"]


async def test_an_error_in_a_listing_is_told_in_its_own_lines(client: AsyncClient) -> None:
    wrong = LISTING.replace("n = both + b;", "n = both + bias;")
    (error,) = (await ask(client, wrong)).json()["errors"]
    assert error["line"] == wrong.splitlines().index("n = both + bias; n.label = 'n'") + 1
    assert (error["column"], error["end_column"]) == (12, 16)
    assert "bias" in error["message"]


async def test_names_bound_again_and_again_have_the_gradients_worked_out_by_hand(client: AsyncClient) -> None:
    source = (
        "from micrograd.engine import Value\n"
        "p = Value(3.0)\nq = Value(-2.0)\n"
        "r = p*q\nr += p\n"  # -3; its derivatives: q + 1 = -1 in p, p = 3 in q
        "s = (r + 5.0).relu()\ns += r*2\n"  # 2 - 6 = -4; 1 + 2 = 3 in r
        "g = s**2/2.0\ng += 1.0/q\n"  # 8 - 1/2; s = -4 in s, -1/q**2 = -1/4 in q
        "print(f'{g.data:.4f}')\ng.backward()\nprint(p.grad, q.grad)\n"
    )
    trace = (await ask(client, source)).json()
    ids = ids_of(trace)
    assert trace["nodes"][trace["roots"][0]]["data"] == 7.5
    assert trace["grads"][str(ids["p"])] == (-4.0) * 3.0 * (-1.0)
    assert trace["grads"][str(ids["q"])] == (-4.0) * 3.0 * 3.0 - 0.25
