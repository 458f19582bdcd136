"""The gradient check: what ``backward()`` left behind, beside numeric derivatives of the last root.

A numeric derivative is itself inexact, so each one comes with a bound on its error, from truncation and from rounding.
A gradient differs only where it lies far outside of all that; where nothing can be told, the verdict is "unchecked"
with the reason. See docs/gradient-check.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from ..text import Text
from ..trace import Node, Trace
from .differences import Differences, Estimate, Scheme
from .forward import Forward
from .reasons import TOO_LARGE, TOO_LITTLE, TOO_MUCH, TOO_SMALL, cause, obstacle, usual_step
from .rounding import gradient_errors

__all__ = ["TOLERANCE", "Check", "GradientCheck", "Verdict", "check_gradients"]

Verdict = Literal["agrees", "differs", "unchecked"]

TOLERANCE = 1e-6  # the relative error up to which an exact gradient and a numeric one agree
_COARSE = 0.02  # a numeric derivative that is less certain than this decides nothing
_FAR = 8.0  # a gradient differs where it is so many times the bound on all errors away
_ZERO = 1e-8  # of the root's size around here, for each unit of the Value's: what counts as 0
_NEGLIGIBLE = 1e-8  # up to here, what can't be told from 0 agrees with it
_LEAST = 1e-300
_PASSES = {"forward": 1, "central": 2}
BUDGET = 500_000  # nodes looked at in all passes together


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
        self._cause = cause(trace)
        self.passes = 0
        self.further_passes = 0

    def check(self, node: Node) -> Check:
        """The verdict on one Value."""
        grad = self._trace.grads[node.id]
        self._left -= len(self._trace.nodes)
        if self._left < 0:
            return _unchecked(node, grad, TOO_MUCH)
        forward = Forward(self._trace.nodes, self._root, node.id)
        differences = Differences(forward, node.data)
        if self._trace.truncated:
            found = _unchecked(node, grad, Text("the recording was cut, so this gradient is not complete"))
        elif not math.isfinite(grad):
            found = _unchecked(node, grad, Text("its gradient is not a finite number"))
        elif not forward.moves:
            found = self._unmoved(node, grad, differences)
        elif not forward.finite:
            found = _unchecked(node, grad, Text("there is a number on the way to the root that is not finite"))
        elif self._h is None:
            found = self._automatic(node, grad, forward, differences)
        else:
            found = self._given(node, grad, forward, differences, self._h)
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
                return _unchecked(node, grad, TOO_MUCH)
        best = differences.best()
        if best is None:
            return _unchecked(node, grad, obstacle(self._trace, node, differences))
        return self._judge(node, grad, best, differences, Text("rounding hides the difference at every h"))

    def _unmoved(self, node: Node, grad: float, differences: Differences) -> Check:
        """The verdict where the root does not depend on the Value: its derivative is 0."""
        found = replace(self._judge(node, grad, Estimate(1.0, 0.0, 0.0, settled=True), differences), h=None)
        if found.verdict != "differs" or len(set(self._trace.roots)) == 1:
            return found
        left_over = Text("left over from an earlier backward(): the last root does not depend on it")
        return replace(found, reason=left_over)

    def _given(self, node: Node, grad: float, forward: Forward, differences: Differences, h: float) -> Check:
        """The quotient with this h; one with half of it tells how much is truncation."""
        quotient = differences.quotient(h, self._scheme)
        half = differences.quotient(h / 2 or h, self._scheme)
        if quotient is None or half is None:
            return _unchecked(
                node, grad, obstacle(self._trace, node, differences), differences.plain(h, self._scheme), h
            )
        reason = TOO_SMALL if abs(quotient.value - half.value) <= quotient.rounding else TOO_LARGE
        error = 2 * abs(quotient.value - half.value) + quotient.rounding
        found = self._judge(node, grad, Estimate(h, quotient.value, error, settled=True), differences, reason)
        if found.verdict != "differs":
            return found
        # Two quotients may be alike by chance, so one step alone accuses nobody.
        sure = self._automatic(node, grad, forward, differences)
        if sure.verdict == "differs":
            return found
        is_rounding = abs(quotient.value - sure.numeric) <= quotient.rounding
        reason = sure.reason or (TOO_SMALL if is_rounding else TOO_LARGE)
        return replace(found, verdict="unchecked", reason=reason)

    def _judge(
        self, node: Node, grad: float, estimate: Estimate, differences: Differences, doubt: Text | None = None
    ) -> Check:
        numeric = estimate.value
        slack = estimate.error + 2 * self._errors[node.id]
        size = max(abs(grad), abs(numeric))
        tolerance = TOLERANCE * size + slack
        as_zero = _resolution(node, differences) + 2 * self._errors[node.id]
        verdict: Verdict = "unchecked"
        reason: Text | None = doubt or TOO_SMALL
        if self._is_close(node, grad, estimate, _COARSE):
            verdict, reason = "agrees", None
        elif abs(grad - numeric) <= tolerance and max(size, estimate.error) <= as_zero:
            verdict = "agrees" if grad == 0 or size <= _NEGLIGIBLE else "unchecked"
            reason = None if grad == 0 else TOO_LITTLE
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
    h = check.h or usual_step(node)
    forward, central = differences.plain(h, "forward"), differences.plain(h, "central")
    numeric = central if check.h is None else check.numeric
    error = relative_error(check.autodiff, numeric)
    return replace(check, h=h, numeric=numeric, relative_error=error, forward=forward, central=central)


def _resolution(node: Node, differences: Differences) -> float:
    """The derivative that is too small to tell from 0, beside the root's size and its rounding at a usual step."""
    return _ZERO * differences.reach / max(abs(node.data), 1.0) + differences.noise / usual_step(node) + _LEAST


def _unchecked(node: Node, grad: float, reason: Text, numeric: float = math.nan, h: float | None = None) -> Check:
    error = relative_error(grad, numeric)
    return Check(node.id, node.label, grad, numeric, error, math.nan, h, numeric, numeric, "unchecked", reason)
