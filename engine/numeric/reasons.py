"""Why a gradient differs, or why nothing can be told: the sentences of the gradient check."""

from __future__ import annotations

import math

from ..numbers import shown
from ..text import Text
from ..trace import Node, Trace, begins_backward
from .differences import Differences

__all__ = ["TOO_LARGE", "TOO_LITTLE", "TOO_MUCH", "TOO_SMALL", "cause", "obstacle", "usual_step"]

_USUAL = -17  # 2**-17 of a number: about the cube root of the epsilon, where central differences are at their best

TOO_SMALL = Text("rounding hides the difference: a larger h would show it")
TOO_LARGE = Text("h is too large here: the quotient is still far from its limit")
TOO_MUCH = Text("the program is too large to check every Value of it")
TOO_LITTLE = Text("so small beside the root that a difference can't tell it from 0")


def cause(trace: Trace) -> Text | None:
    """What makes gradients of this run differ, as far as that can be told from how it ran."""
    calls = 0  # of backward() since everything was cleared
    for index, step in enumerate(trace.steps):
        if step.phase == "zero_grad":
            calls = 0
        elif begins_backward(trace.steps, index):
            calls += 1
    if calls == 0:
        return Text("zero_grad() ran after the last backward(), so the gradients were cleared")
    if trace.options.accumulate == "=":
        return Text("the engine runs with = instead of +=: of several contributions only the last one stays")
    if trace.options.schedule == "recursive":
        return Text("the recursive schedule passes gradients on before they are complete, and more than once")
    if trace.options.schedule == "preorder":
        return Text("nodes were appended before their operands, so some pass on a gradient that has not come yet")
    if calls > 1:
        return Text("backward() ran {count} times without zero_grad() in between, so the gradients add up", count=calls)
    return None


def obstacle(trace: Trace, moved: Node, differences: Differences) -> Text:
    """Why no quotient of a Value is certain enough: the kink, pole or bend in its way, or rounding."""
    if differences.crossed is None:
        return Text("rounding hides the difference at every h")
    node = trace.nodes[differences.crossed.node]
    name = node.label or node.text
    if not differences.crossed.keeps_sign:
        return Text("{op} bends too sharply here for numbers of this size, at {name}", op=node.op, name=name)
    if node.op in ("relu", "abs"):
        if trace.nodes[node.operands[0]].data != 0:
            return Text("{op} has a kink within reach of here, at {name}", op=node.op, name=name)
        left, right = differences.sides(usual_step(moved))
        return Text(
            "{op} has a kink here, at {name}: the slope is {left} on the left and {right} on the right; "
            "by convention {op}'(0) = 0",
            op=node.op,
            name=name,
            left=shown(left),
            right=shown(right),
        )
    return Text("{op} has a pole, or the end of its domain, within reach of here, at {name}", op=node.op, name=name)


def usual_step(node: Node) -> float:
    """The step of a central difference where nothing is known of the function."""
    return math.ldexp(max(abs(node.data), 1.0), _USUAL)
