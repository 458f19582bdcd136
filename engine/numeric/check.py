"""The gradient check: what ``backward()`` left behind, beside numeric derivatives of the last root.

A numeric derivative is itself inexact, so each one comes with a bound on its error, from truncation and from rounding.
A gradient differs only where it lies far outside of all that; where nothing can be told, the verdict is "unchecked"
with the reason. See docs/gradient-check.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from ..numbers import shown
from ..text import Text
from ..trace import Node, Trace, begins_backward
from .differences import Differences, Estimate, Scheme
from .forward import Forward
from .rounding import gradient_errors

__all__ = ["TOLERANCE", "Check", "GradientCheck", "Verdict", "check_gradients"]

Verdict = Literal["agrees", "differs", "unchecked"]

TOLERANCE = 1e-6  # the relative error up to which an exact gradient and a numeric one agree
_COARSE = 0.02  # a numeric derivative that is less certain than this decides nothing
_FAR = 8.0  # a gradient differs where it is so many times the bound on all errors away
_ZERO = 1e-8  # of the root's size around here, for each unit of the Value's: what counts as 0
_LEAST = 1e-300
_USUAL = -17  # 2**-17 of a number: about the cube root of the epsilon, where central differences are at their best
_PASSES = {"forward": 1, "central": 2}
BUDGET = 500_000  # nodes computed in all passes together: about a second


@dataclass(frozen=True, slots=True)
class Check:
    """One Value's gradient beside its numeric derivative.

    ``h`` is the step of the quotients, None where the root does not depend on the Value or is not finite;
    ``tolerance`` is how far gradient and numeric derivative may be apart, nan where that can't be told.
    """

    node: int
    label: str
    autodiff: float
    numeric: float
    relative_error: float
    tolerance: float
    h: float | None
    forward: float
    central: float
    verdict: Verdict
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class GradientCheck:
    """A check of every Value with a name; ``h`` and ``scheme`` as asked for, None and "auto" if left to the check.

    ``forward_passes`` were needed for the differences that decide, ``further_passes`` for the others and for bounds.
    """

    h: float | None
    scheme: Literal["forward", "central", "auto"]
    forward_passes: int
    further_passes: int
    checks: tuple[Check, ...]


def check_gradients(
    trace: Trace, h: float | None = None, scheme: Scheme = "central", budget: int = BUDGET
) -> GradientCheck:
    """The gradients of a trace, checked against difference quotients of the last root.

    Args:
        h: the step of every quotient, finite and above 0; None lets each check choose its own.
        scheme: which quotient decides where h is given.
        budget: how many nodes may be computed; Values beyond it stay unchecked.
    """
    checker = _Checker(trace, h, scheme, budget)
    # Late Values first: they have less of the program above them, so more of them fit into the budget.
    checks = tuple(checker.check(node) for node in reversed(trace.nodes) if node.label)[::-1]
    return GradientCheck(h, "auto" if h is None else scheme, checker.passes, checker.further_passes, checks)


class _Checker:
    def __init__(self, trace: Trace, h: float | None, scheme: Scheme, budget: int) -> None:
        self._trace = trace
        self._root = trace.roots[-1]
        self._h = h
        self._scheme = scheme
        self._left = budget
        self._errors = gradient_errors(trace, self._root)
        self._cause = _cause(trace)
        self.passes = 0
        self.further_passes = 0

    def check(self, node: Node) -> Check:
        """The verdict on one Value."""
        forward = Forward(self._trace.nodes, self._root, node.id)
        grad = self._trace.grads[node.id]
        self._left -= 2 * forward.cost
        if self._left < 0:
            return _unchecked(node, grad, Text("the program is too large to check every Value of it"))
        differences = Differences(forward, node.data)
        if self._trace.truncated:
            found = _unchecked(node, grad, Text("the recording was cut, so this gradient is not complete"))
        elif not forward.moves:
            found = replace(self._judge(node, grad, Estimate(1.0, 0.0, 0.0, settled=True), differences), h=None)
        elif not math.isfinite(grad):
            found = _unchecked(node, grad, Text("its gradient is not a finite number"))
        elif not forward.finite:
            found = _unchecked(node, grad, Text("there is a number on the way to the root that is not finite"))
        elif self._h is None:
            found = self._automatic(node, grad, forward, differences)
        else:
            found = self._given(node, grad, differences, self._h)
        deciding = differences.passes
        if forward.moves and forward.finite:
            if self._h is not None:
                deciding = min(deciding, _PASSES[self._scheme])
            found = _with_quotients(found, node, differences)
        self._left -= forward.cost * differences.passes
        self.passes += deciding
        self.further_passes += differences.passes - deciding
        return found

    def _automatic(self, node: Node, grad: float, forward: Forward, differences: Differences) -> Check:
        """Down the ladder until one quotient settles it; what disagrees is looked at on every step."""
        for estimate in differences.estimates():
            if self._is_close(node, grad, estimate, TOLERANCE / 4):
                return self._judge(node, grad, estimate, differences)
            if forward.cost * differences.passes > self._left:
                return _unchecked(node, grad, Text("the program is too large to check every Value of it"))
        best = differences.best()
        if best is None:
            return _unchecked(node, grad, self._obstacle(node, differences))
        return self._judge(node, grad, best, differences, Text("rounding hides the difference at every h"))

    def _given(self, node: Node, grad: float, differences: Differences, h: float) -> Check:
        """The quotient with this h; one with half of it tells how much is truncation."""
        quotient = differences.quotient(h, self._scheme)
        half = differences.quotient(h / 2, self._scheme)
        if quotient is None or half is None:
            return _unchecked(node, grad, self._obstacle(node, differences), differences.plain(h, self._scheme), h)
        reason = Text("rounding hides the difference: a larger h would show it")
        if quotient.rounding < abs(quotient.value - half.value):
            reason = Text("h is too large here: the quotient is still far from its limit")
        error = 2 * abs(quotient.value - half.value) + quotient.rounding
        return self._judge(node, grad, Estimate(h, quotient.value, error, settled=True), differences, reason)

    def _judge(
        self, node: Node, grad: float, estimate: Estimate, differences: Differences, doubt: Text | None = None
    ) -> Check:
        numeric = estimate.value
        slack = estimate.error + 2 * self._errors[node.id]
        size = max(abs(grad), abs(numeric))
        tolerance = TOLERANCE * size + slack
        as_zero = _resolution(node, differences) + 2 * self._errors[node.id]
        verdict: Verdict = "unchecked"
        reason: Text | None = doubt or Text("rounding hides the difference: a larger h would show it")
        if self._is_close(node, grad, estimate, _COARSE):
            verdict, reason = "agrees", None
        elif abs(grad - numeric) <= tolerance and max(size, estimate.error) <= as_zero:
            verdict = "agrees"
            reason = None if size == 0 else Text("so small beside the root that a difference can't tell it from 0")
        elif estimate.settled and abs(grad - numeric) > _FAR * slack + TOLERANCE * size:
            verdict, reason = "differs", self._cause
        relative = relative_error(grad, numeric)
        return Check(
            node.id, node.label, grad, numeric, relative, tolerance, estimate.h, numeric, numeric, verdict, reason
        )

    def _is_close(self, node: Node, grad: float, estimate: Estimate, exactness: float) -> bool:
        """Whether the two agree, and the numeric one is certain enough to say so."""
        size = max(abs(grad), abs(estimate.value))
        room = TOLERANCE * size + 2 * (estimate.error + self._errors[node.id])
        return abs(grad - estimate.value) <= room and estimate.error <= exactness * size

    def _obstacle(self, moved: Node, differences: Differences) -> Text:
        if differences.crossed is None:
            return Text("rounding hides the difference at every h")
        node = self._trace.nodes[differences.crossed.node]
        name = node.label or node.text
        if not differences.crossed.keeps_sign:
            return Text("{op} bends too sharply here for numbers of this size, at {name}", op=node.op, name=name)
        if node.op in ("relu", "abs"):
            if self._trace.nodes[node.operands[0]].data != 0:
                return Text("{op} has a kink within reach of here, at {name}", op=node.op, name=name)
            left, right = differences.sides(_usual(moved))
            return Text(
                "{op} has a kink here, at {name}: the slope is {left} on the left and {right} on the right; "
                "by convention {op}'(0) = 0",
                op=node.op,
                name=name,
                left=shown(left),
                right=shown(right),
            )
        return Text("{op} has a pole, or the end of its domain, within reach of here, at {name}", op=node.op, name=name)


def relative_error(one: float, other: float) -> float:
    """|a - n| / max(|a|, |n|), between 0 and 2; 0 where both are 0, nan where one is not finite.

    >>> relative_error(1.0, 2.0), relative_error(0.0, 0.0)
    (0.5, 0.0)
    """
    if one == other:
        return 0.0
    if not (math.isfinite(one) and math.isfinite(other)):
        return math.nan
    size = max(abs(one), abs(other))
    return abs(one / size - other / size)


def _with_quotients(check: Check, node: Node, differences: Differences) -> Check:
    """The check with both quotients of its step, or of a usual one where no step decided."""
    h = check.h or _usual(node)
    forward, central = differences.plain(h, "forward"), differences.plain(h, "central")
    numeric = central if check.h is None else check.numeric
    error = relative_error(check.autodiff, numeric)
    return replace(check, h=h, numeric=numeric, relative_error=error, forward=forward, central=central)


def _resolution(node: Node, differences: Differences) -> float:
    """The derivative that is too small to tell from 0, beside the root's size and its rounding at a usual step."""
    return _ZERO * differences.reach / max(abs(node.data), 1.0) + differences.noise / _usual(node) + _LEAST


def _usual(node: Node) -> float:
    return math.ldexp(max(abs(node.data), 1.0), _USUAL)


def _unchecked(node: Node, grad: float, reason: Text, numeric: float = math.nan, h: float | None = None) -> Check:
    error = relative_error(grad, numeric)
    return Check(node.id, node.label, grad, numeric, error, math.nan, h, numeric, numeric, "unchecked", reason)


def _cause(trace: Trace) -> Text | None:
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
