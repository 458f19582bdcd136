"""Why a number of a trace is inf or nan: the reason, and whether it began here."""

from __future__ import annotations

import math

from .frames import Frame
from .numbers import abbreviated, shortest
from .ops import OPS, POW, Op
from .reasons import overflow
from .text import Text
from .trace import Fault, Trace, Write

__all__ = ["data_fault", "grad_faults", "leaf_fault", "plain_reason", "write_fault"]


def plain_reason(operator: str, a: float, b: float) -> Text:
    """Why arithmetic of two finite plain numbers is not finite."""
    if operator == "/" and b == 0:
        if a == 0:
            return Text("0/0 has no value")
        return POW.trouble(0.0, -1.0)
    if operator in OPS:
        return OPS[operator].trouble(a, b)
    return overflow(f"{{}} {operator} {{}}")(a, b)


def leaf_fault(number: float) -> Fault:
    """Why a leaf is not finite: what its number came from, else that it was given so."""
    reason: Text | None = getattr(number, "reason", None)
    text = getattr(number, "text", None) or shortest(number)
    if reason is None and text.lstrip("-") in ("inf", "nan"):
        reason = Text("it was given as {number}", number=text)
    outside = Text("{number} is outside the range of a double (float64)", number=abbreviated(text))
    return Fault(reason or outside, origin=True)


def data_fault(op: Op, result: float, operands: list[float]) -> Fault:
    """Why ``op`` made a result that is not finite. It begins here if no operand was like it already."""
    spoilt = [number for number in operands if not math.isfinite(number)]
    newly_nan = math.isnan(result) and not any(map(math.isnan, operands))
    if not spoilt or newly_nan:
        return Fault(op.trouble(*operands), origin=True)
    return Fault(Text("it follows from an operand that is not a finite number"), origin=False)


def write_fault(write: Write, op: Op, operands: list[float]) -> Fault:
    """Why the gradient that ``write`` leaves behind is not finite; ``operands`` are those of the node, their data."""
    if not math.isfinite(write.local):
        if write.upstream == 0:
            return Fault(
                Text("a zero upstream gradient times a local derivative that is not finite is nan, as IEEE 754 says"),
                origin=True,
            )
        if all(map(math.isfinite, operands)):
            return Fault(op.pole(*operands), origin=True)
        return Fault(Text("the local derivative follows from a number that is not finite"), origin=False)
    if not math.isfinite(write.upstream):
        if write.local == 0:
            return Fault(
                Text("an upstream gradient that is not finite, times 0, is nan, as IEEE 754 says"), origin=True
            )
        return Fault(Text("the upstream gradient is not a finite number"), origin=False)
    if not math.isfinite(write.before):
        return Fault(Text("the gradient that stood there before was not a finite number"), origin=False)
    return Fault(Text("the gradient is larger than 1.8e308, the largest float64"), origin=True)


def grad_faults(trace: Trace, frame: Frame) -> dict[int, Fault]:
    """Why the grads that are inf or nan in this frame are so, by node: the reason of the last write."""
    found: dict[int, Fault] = {}
    for position, step in enumerate(trace.steps[: frame.step + 1]):
        shown_events = len(step.events) if position < frame.step else frame.event
        for index, fault in step.faults.items():
            event = step.events[index]
            if index < shown_events and isinstance(event, Write):
                found[event.target] = fault
    return {node: fault for node, fault in found.items() if not math.isfinite(frame.nodes[node].grad)}
