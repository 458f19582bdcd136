"""The program as a script for micrograd 0.1.0, which asserts each gradient."""

from __future__ import annotations

import math

from gradstep.engine.numbers import shortest
from gradstep.engine.numeric.forward import op_of
from gradstep.engine.trace import Node, Trace

from .names import names_of
from .replay import Expected, acts_of, like_micrograd, locals_of
from .script import CHECK, checks, header, listed, literal, meaning, ran_wrong

__all__ = ["micrograd_script"]

_ABOUT = (
    "Made by Gradstep. It builds the program below node by node in micrograd, and asserts every gradient.",
    "It needs micrograd: pip install micrograd==0.1.0",
)
_WRONG = (
    "Gradstep's engine was made to run in a wrong way when this was exported. micrograd runs in the right one,",
    "so what is asserted here is what is right, not what the page showed.",
)
_NODE = '''\
def node(data, op, *operands):
    """A Value made by an operator that micrograd lacks. Each operand comes with its local derivative."""
    out = Value(data, [operand for operand, _ in operands], op)

    def _backward():
        for operand, local in operands:
            operand.grad += local * out.grad

    out._backward = _backward
    return out
'''
_UNARY = """\
def {name}(a):
    out = {forward}
    return node(out, "{op}", (a, {local}))
"""
# What micrograd 0.1.0 lacks: how its data is computed, and its local derivative.
_FUNCTIONS = {
    "tanh": ("math.tanh(a.data)", "1 - out**2"),
    "exp": ("math.exp(a.data)", "out"),
    "log": ("math.log(a.data)", "1 / a.data"),
    "sigmoid": (
        "1 / (1 + math.exp(-a.data)) if a.data >= 0 else math.exp(a.data) / (1 + math.exp(a.data))",
        "out * (1 - out)",
    ),
    "sin": ("math.sin(a.data)", "math.cos(a.data)"),
    "cos": ("math.cos(a.data)", "-math.sin(a.data)"),
    "sqrt": ("math.sqrt(a.data)", "0.5 / out"),
    "abs": ("abs(a.data)", "(a.data > 0) - (a.data < 0)"),
}
_POWER = """\
def power(a, b):
    out = a.data**b.data
    return node(out, "**", (a, b.data * a.data ** (b.data - 1)), (b, out * math.log(a.data)))
"""
_ZERO_GRAD = """\
def zero_grad(*values):
    for value in values:
        value.grad = 0.0
"""
_NAMES = {op: "absolute" if op == "abs" else op for op in _FUNCTIONS}  # abs() is taken, and needed inside
_OWN = {"Value", "math", "sys", "node", "power", "check", "zero_grad", *_NAMES.values()}
_DEEP = 400  # nodes, from which on micrograd's recursion could be too deep for Python


def micrograd_script(trace: Trace) -> str:
    """A Python script that needs micrograd alone."""
    names = names_of(trace, _OWN)
    lines = _body(trace, names)
    wrong = ran_wrong(trace.options)
    expected = like_micrograd(trace)
    if not wrong and trace.truncated is None:  # what the page shows, to the last digit
        expected = [Expected(grad, each.rounding) for grad, each in zip(trace.grads, expected, strict=True)]
    built = [node for act in acts_of(trace) if act.kind == "build" for node in act.nodes]
    chosen = [names[node] for node in built]
    return "\n".join(
        [
            *header(trace, [*_ABOUT, *(_WRONG if wrong else ())]),
            *_imports(trace),
            *(f"\n{part}" for part in (*_parts(trace), CHECK)),
            "",
            *lines,
            "",
            *checks(chosen, [f"{name}.grad" for name in chosen], [expected[node] for node in built]),
            f'print("micrograd agrees on all {len(built)} gradients")',
            "",
        ]
    )


def _imports(trace: Trace) -> list[str]:
    if len(trace.nodes) < _DEEP:
        return ["import math", "", "from micrograd.engine import Value", ""]
    limit = f"sys.setrecursionlimit({len(trace.nodes) + 1000})  # micrograd sorts by recursion"
    return ["import math", "import sys", "", "from micrograd.engine import Value", "", limit, ""]


def _parts(trace: Trace) -> list[str]:
    """The functions that this program needs."""
    used = {node.op for node in trace.nodes if _is_plain(trace, node)}
    functions = [
        _UNARY.format(op=op, name=_NAMES[op], forward=forward, local=local)
        for op, (forward, local) in _FUNCTIONS.items()
        if op in used
    ]
    if "**" in used:
        functions.append(_POWER)
    by_numbers = any(node.op and not _is_plain(trace, node) for node in trace.nodes)
    own = [_NODE, *functions] if functions or by_numbers else []
    return own + ([_ZERO_GRAD] if any(step.phase == "zero_grad" for step in trace.steps) else [])


def _body(trace: Trace, names: list[str]) -> list[str]:
    lines = []
    for act in acts_of(trace):
        match act.kind:
            case "build":
                node = trace.nodes[act.nodes[0]]
                lines.append(f"{names[node.id]} = {_made(trace, node, names)}{meaning(node, names[node.id])}")
            case "backward":
                lines.append(f"{names[act.nodes[0]]}.backward()")
            case "zero_grad":
                lines.append(listed((names[node] for node in act.nodes), "zero_grad(", ")"))
    return lines


def _made(trace: Trace, node: Node, names: list[str]) -> str:
    """The expression that makes a node."""
    if not node.op:
        return f"Value({literal(node.data)})"
    if not _is_plain(trace, node):
        return _by_numbers(trace, node, names)
    operands = [names[operand] for operand in node.operands]
    match node.op:
        case "+" | "*":
            return f" {node.op} ".join(operands)
        case "**":
            return f"power({', '.join(operands)})"
        case "relu":
            return f"{operands[0]}.relu()"
        case op if op.startswith("**"):
            return f"{operands[0]}**{shortest(float(op.removeprefix('**')))}"
    return f"{_NAMES[node.op]}({operands[0]})"


def _by_numbers(trace: Trace, node: Node, names: list[str]) -> str:
    """A node whose numbers Python would not compute, but raise: they stand there as Gradstep has them."""
    pairs = zip(node.operands, locals_of(trace, node), strict=True)
    operands = ", ".join(f"({names[operand]}, {literal(local)})" for operand, local in pairs)
    return f'node({literal(node.data)}, "{node.op}", {operands})'


def _is_plain(trace: Trace, node: Node) -> bool:
    """Whether Python and micrograd compute this node without raising, and by the same rules."""
    if node.op in ("", "+", "*"):
        return True
    operands = [trace.nodes[operand].data for operand in node.operands]
    numbers = [*operands, node.data, *locals_of(trace, node)]
    if not all(map(math.isfinite, numbers)):
        return False
    if node.op == "**":
        return operands[0] > 0
    return op_of(node).method != "__pow__" or operands[0] != 0 or float(node.op.removeprefix("**")) >= 1
