"""What the building of a node says."""

from __future__ import annotations

from gradstep.engine.composed import COMPOSED
from gradstep.engine.numbers import shown
from gradstep.engine.text import Text
from gradstep.engine.trace import Node, Trace

from .names import called

__all__ = ["built"]


def built(trace: Trace, node: Node) -> Text:
    """The sentence of a build step: what the node was made of, and what it is a part of."""
    made = _made(node, [trace.nodes[i] for i in node.operands])
    if node.part_of in COMPOSED:
        made = _part(trace, node, made)
    if node.fault and node.fault.origin:
        return Text("{made}. This is where it goes wrong: {reason}.", made=made, reason=node.fault.reason)
    return Text("{made}.", made=made)


def _made(node: Node, operands: list[Node]) -> Text:
    values = {"z": shown(node.data)}
    for key, number, operand in zip("ab", "xy", operands, strict=False):
        values |= {
            key: called(operand),
            number: _bracketed(operand.data) if node.op[0] in "+*" else shown(operand.data),
        }
    match node.part_of, node.op:
        case "-", "*":
            return Text("There is no node for -: {a} is multiplied by {b}, {x} × {y} = {z}", **values)
        case "-", "+":
            return Text("Adding {a} and {b} completes the subtraction: {x} + {y} = {z}", **values)
        case "/", "**-1":
            return Text("There is no node for /: {a} is raised to the power of -1, {x} ** -1 = {z}", **values)
        case "/", "*":
            return Text("Multiplying {a} by {b} completes the division: {x} × {y} = {z}", **values)
        case _, "+":
            return Text("A new node adds {a} and {b}: {x} + {y} = {z}", **values)
        case _, "*":
            return Text("A new node multiplies {a} by {b}: {x} × {y} = {z}", **values)
        case _, "**":
            return Text("A new node raises {a} to the power of {b}: {x} ** {y} = {z}", **values)
    if node.op.startswith("**"):
        return Text("A new node raises {a} to the power of {n}: {x} ** {n} = {z}", n=node.op[2:], **values)
    return Text("A new node takes {f} of {a}: {f}({x}) = {z}", f=node.op, **values)


def _bracketed(number: float) -> str:
    text = shown(number)
    return f"({text})" if text.startswith("-") else text


def _part(trace: Trace, node: Node, made: Text) -> Text:
    """A function is spelt out: each of its nodes says so, and the last that it is the result."""
    rest = (trace.nodes[index] for index in range(node.id + 1, len(trace.nodes)))
    later = next((each for each in rest if each.op), None)
    values = {"made": made, "f": node.part_of}
    if later and (later.part_of, later.span) == (node.part_of, node.span):
        return Text("{made}; it is a part of {f}, spelt out", **values)
    if node.label:
        return Text("{made}; this completes {f}, spelt out, and takes the name {name}", name=called(node), **values)
    return Text("{made}; this completes {f}, spelt out", **values)
