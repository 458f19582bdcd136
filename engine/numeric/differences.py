"""Difference quotients of one Value, each with what rounding may have done to it, and the best estimate of a limit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from .forward import EPSILON, Bend, Forward, Pass

__all__ = ["Differences", "Estimate", "Quotient", "Scheme", "ladder"]

Scheme = Literal["forward", "central"]

_RATIO = 8  # from one step of the ladder to the next
_COARSEST = 10  # the largest h is 2**10, or as many times the number's own size
_FINEST = 50  # the smallest is 2**-50 of the number
_LONGEST = 60  # below 2**-60, numbers have a ladder of their own size besides that for 1
_SAFETY = 20.0  # a central difference's error shrinks with h**2, by 64 from step to step: a third of that is counted on
_ALIKE = 0.05  # quotients of neighbouring steps that differ by less are on their way to one limit


@dataclass(frozen=True, slots=True)
class Quotient:
    """A difference divided by its step ``h``; ``rounding`` bounds how far rounding may have taken ``value``."""

    h: float
    value: float
    rounding: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A central difference as an estimate of the derivative, with a bound on its error, truncation and rounding.

    ``settled``: the quotients with larger and smaller steps agree with it, as they do where they have a limit.
    """

    h: float
    value: float
    error: float
    settled: bool


class Differences:
    """The difference quotients of a root with respect to one Value."""

    def __init__(self, forward: Forward, number: float) -> None:
        self._forward = forward
        self._number = number
        self._passes: dict[float, Pass] = {}  # by what was added to the Value
        self.reach = 0.0  # the root's largest size in passes that moved the Value by its own size, or 1, at most
        self.noise = 0.0  # the largest rounding error of the same passes
        self.crossed: Bend | None = None  # the last input that went too far in a pass

    @property
    def passes(self) -> int:
        """How many forward passes were made so far, without the first evaluation."""
        return len(self._passes)

    @cached_property
    def _here(self) -> Pass:
        return self._forward.at(self._number)

    def quotient(self, h: float, scheme: Scheme) -> Quotient | None:
        """(f(x + h) - f(x)) / h, or (f(x + h) - f(x - h)) / 2h; None where the passes are not comparable."""
        right = self._pass(h)
        left = self._here if scheme == "forward" else self._pass(-h)
        if not (self._is_comparable(right) and self._is_comparable(left)):
            return None
        width = h if scheme == "forward" else 2 * h
        value = (right.data - left.data) / width
        rounding = (right.error + left.error) / width + EPSILON * abs(value)
        return Quotient(h, value, rounding) if math.isfinite(value) and math.isfinite(rounding) else None

    def plain(self, h: float, scheme: Scheme) -> float:
        """The quotient as it comes, whatever lies between its ends."""
        right = self._pass(h).data
        left = self._here.data if scheme == "forward" else self._pass(-h).data
        return (right - left) / (h if scheme == "forward" else 2 * h)

    def sides(self, h: float) -> tuple[float, float]:
        """The quotients to the left and to the right."""
        return (self._here.data - self._pass(-h).data) / h, self.plain(h, "forward")

    def estimates(self) -> Iterator[Estimate]:
        """Central differences with ever smaller steps, from an eighth of the number's size on; none is settled yet."""
        usual = max(abs(self._number), 1.0) / _RATIO
        for coarse, fine in pairwise(self._climb(usual)):
            if coarse and fine and coarse.h == _RATIO * fine.h:
                yield Estimate(fine.h, fine.value, _error(coarse, fine), settled=False)

    def best(self) -> Estimate | None:
        """The estimate with the smallest error that no quotient of a smaller step contradicts."""
        quotients = [quotient for quotient in self._climb() if quotient is not None]
        estimates = [
            (_error(coarse, fine), index + 1)
            for index, (coarse, fine) in enumerate(pairwise(quotients))
            if coarse.h == _RATIO * fine.h
        ]
        for error, index in sorted(estimates):
            if all(_is_near(later, quotients[index], error) for later in quotients[index + 1 :]):
                fine = quotients[index]
                return Estimate(fine.h, fine.value, error, _is_settled(quotients, index, error))
        return None

    def _climb(self, largest: float = math.inf) -> Iterator[Quotient | None]:
        for h in ladder(self._number):
            if h > largest:
                continue
            if h not in self._known:
                self._known[h] = self.quotient(h, "central")
            yield self._known[h]

    @cached_property
    def _known(self) -> dict[float, Quotient | None]:
        return {}

    def _pass(self, h: float) -> Pass:
        if h not in self._passes:
            self._passes[h] = self._moved_by(h)
        return self._passes[h]

    def _moved_by(self, h: float) -> Pass:
        moved = self._number + h
        # How far the rounded sum is from x + h, exactly (Knuth's TwoSum).
        added = moved - self._number
        missed = abs((self._number - (moved - added)) + (h - added))
        found = self._forward.at(moved, missed)
        if abs(h) <= max(abs(self._number), 1.0) and math.isfinite(found.data):
            self.reach = max(self.reach, abs(found.data))
            self.noise = max(self.noise, found.error)
        return found

    def _is_comparable(self, one: Pass) -> bool:
        if not math.isfinite(one.data):
            return False
        for bend, there, here in zip(self._forward.bends, one.inputs, self._here.inputs, strict=True):
            if not abs(there - here) <= bend.reach or (bend.keeps_sign and _sign(there) != _sign(here)):
                self.crossed = bend
                return False
        return True


def ladder(number: float) -> list[float]:
    """The steps to try, powers of two from the largest down: sums with them are exact, or nearly so."""
    exponent = math.frexp(number)[1] if number else 0
    spans = [(max(exponent, 0) + _COARSEST, exponent - _FINEST)]
    if exponent <= -_LONGEST:
        spans = [(_COARSEST, -_FINEST), (exponent + 3, exponent - _FINEST)]
    exponents = [each for start, end in spans for each in range(start, end, -3)]
    steps = [math.ldexp(1.0, each) for each in exponents if each < 1024]
    return [h for h in steps if h > 0]


def _error(coarse: Quotient, fine: Quotient) -> float:
    return abs(coarse.value - fine.value) / _SAFETY + fine.rounding


def _is_near(later: Quotient, fine: Quotient, error: float) -> bool:
    return abs(later.value - fine.value) <= error + 2 * later.rounding + 1e-12 * abs(fine.value)


def _is_settled(quotients: Sequence[Quotient], index: int, error: float) -> bool:
    """Whether the quotients before and after, or the two before the last, are alike or fall to 0, but for rounding."""
    if len(quotients) < 3:
        return False
    first = min(index - 1, len(quotients) - 3)
    fine = quotients[index]
    room = _ALIKE * abs(fine.value) + error
    near = quotients[first : first + 3]
    is_alike = all(abs(other.value - fine.value) <= room + 2 * other.rounding for other in near)
    noise = 4 * max(each.rounding for each in near)
    falls = all(abs(finer.value) <= abs(coarser.value) + noise for coarser, finer in pairwise(near))
    return is_alike or falls


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
