"""The program as a script for PyTorch in float64, which asserts each gradient."""

from __future__ import annotations

import math

from gradstep.engine.numbers import shortest
from gradstep.engine.trace import Node, Trace

from .names import comment, names_of
from .replay import Expected, acts_of, from_scratch
from .script import CHECK, checks, header, listed, literal, meaning, ran_wrong

__all__ = ["pytorch_script"]

_ABOUT = (
    "Made by Gradstep. It builds the program below node by node in PyTorch, in float64, and asserts every gradient.",
    "It needs PyTorch: pip install torch",
)
_WRONG = (
    "Gradstep's engine was made to run in a wrong way when this was exported. PyTorch runs in the right one,",
    "so what is asserted here is what is right, not what the page showed.",
)
_TWICE = (
    "backward() is called more than once. In micrograd, and so in Gradstep, a later call passes on again what earlier",
    "ones left in the grads; PyTorch works each call out by itself and adds. What is asserted is PyTorch's way.",
)
_PARTS = '''\
def leaf(number):
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def node(tensor):
    """The tensor, which keeps its gradient: PyTorch does that for leaves alone unless asked."""
    tensor.retain_grad()
    return tensor


def grad(tensor):
    """Its gradient as a number; PyTorch has none where nothing was passed to it."""
    return 0.0 if tensor.grad is None else tensor.grad.item()
'''
_ZERO_GRAD = """\
def zero_grad(*tensors):
    for tensor in tensors:
        tensor.grad = None
"""
_OWN = {"torch", "math", "leaf", "node", "grad", "check", "zero_grad"}


def pytorch_script(trace: Trace) -> str:
    """A Python script that needs PyTorch alone."""
    names = names_of(trace, _OWN)
    acts = list(acts_of(trace))
    calls = sum(act.kind == "backward" for act in acts)
    wrong = ran_wrong(trace.options)
    expected = from_scratch(trace)
    if not wrong and calls < 2 and trace.truncated is None:  # what the page shows, to the last digit
        expected = [Expected(grad, each.rounding) for grad, each in zip(trace.grads, expected, strict=True)]
    clears = any(act.kind == "zero_grad" for act in acts)
    built = [node for act in acts if act.kind == "build" for node in act.nodes]
    return "\n".join(
        [
            *header(trace, [*_ABOUT, *(_WRONG if wrong else ()), *(_TWICE if calls > 1 else ())]),
            *("import math", "", "import torch", ""),
            *(f"\n{part}" for part in (_PARTS, *([_ZERO_GRAD] if clears else []), CHECK)),
            "",
            *_body(trace, names, calls),
            "",
            *_checks(built, names, expected),
            "",
        ]
    )


def _body(trace: Trace, names: list[str], calls: int) -> list[str]:
    lines = []
    for act in acts_of(trace):
        match act.kind:
            case "build":
                node = trace.nodes[act.nodes[0]]
                lines.append(f"{names[node.id]} = {_made(node, names)}{meaning(node, names[node.id])}")
            case "backward":
                calls -= 1
                # Asked for always but the last time: PyTorch lets go of what it would need again.
                lines.append(f"{names[act.nodes[0]]}.backward({'retain_graph=True' if calls else ''})")
            case "zero_grad":
                lines.append(listed((names[node] for node in act.nodes), "zero_grad(", ")"))
    return lines


def _made(node: Node, names: list[str]) -> str:
    """The expression that makes a node."""
    if not node.op:
        return f"leaf({literal(node.data)})"
    operands = [names[operand] for operand in node.operands]
    match node.op:
        case "+" | "*" | "**":
            made = f" {node.op} ".join(operands)
        case op if op.startswith("**"):
            number = float(op.removeprefix("**"))
            made = f"{operands[0]}**{shortest(number) if math.isfinite(number) else literal(number)}"
        case op:
            made = f"torch.{op}({operands[0]})"
    return f"node({made})"


def _checks(built: list[int], names: list[str], expected: list[Expected]) -> list[str]:
    """The checks of the gradients that are finite: each library has rules of its own about the others."""
    finite = [node for node in built if math.isfinite(expected[node].grad)]
    chosen = [names[node] for node in finite]
    grads = [f"grad({name})" for name in chosen]
    others = [f"# {names[node]}: {expected[node].grad}{comment('not checked')}" for node in built if node not in finite]
    said = f"PyTorch agrees on {'all ' if not others else ''}{len(finite)} gradients"
    return [*checks(chosen, grads, [expected[node] for node in finite]), *others, f'print("{said}")']
