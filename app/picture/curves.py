"""The lines of the picture: Graphviz's curves, cut where they meet an operator, with a small triangle as arrow head."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["HEAD", "Line", "Pill", "Point", "along", "link", "number", "trimmed"]

Point = tuple[float, float]

HEAD = 6.0  # length of an arrow head
_HALF_HEAD = 3.0
_STEPS = 6  # points along each curve


@dataclass(frozen=True, slots=True)
class Pill:
    """An operator's outline: a circle, or two half circles and what is between them. ``x``, ``y`` is the centre."""

    x: float
    y: float
    width: float
    height: float

    def distance(self, point: Point) -> float:
        """How far outside the outline a point is; negative inside."""
        across = max(abs(point[0] - self.x) - (self.width - self.height) / 2, 0.0)
        return math.hypot(across, point[1] - self.y) - self.height / 2


@dataclass(frozen=True, slots=True)
class Line:
    """One edge as SVG path data: the stroke, and the triangle at its end."""

    path: str
    head: str


def trimmed(points: Sequence[Point], target: Pill) -> Line:
    """A chain of cubic curves that leads to ``target``, ended at its outline with room for the arrow head."""
    *before, _, _, _, _ = points
    last = points[-4:]
    tip = _where(last, target, 0.0)
    base = _where(last, target, HEAD - 0.5)
    kept = _first_part(last, base)
    at = _on(last, base)
    end = _on(last, tip)
    chain = [*before, *kept]
    curves = (" ".join(_xy(p) for p in chain[i : i + 3]) for i in range(1, len(chain), 3))
    return Line(f"M{_xy(chain[0])}C{' '.join(curves)}", _head(at, end))


def along(points: Sequence[Point]) -> list[Point]:
    """Points on a chain of cubic curves from its start to its end; an odd number, so that one is half way."""
    starts = range(0, len(points) - 1, 3)
    return [
        points[0],
        *(_on(points[first : first + 4], step / _STEPS) for first in starts for step in range(1, _STEPS + 1)),
    ]


def link(pill: Pill, x: float, y: float) -> Line:
    """The short straight line from an operator to the point ``x``, ``y`` on the border of the card that it made."""
    dx, dy = x - pill.x, y - pill.y
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    low, high = 0.0, length  # bisect to the outline
    for _ in range(20):
        middle = (low + high) / 2
        inside = pill.distance((pill.x + ux * middle, pill.y + uy * middle)) < 0
        low, high = (middle, high) if inside else (low, middle)
    start = (pill.x + ux * low, pill.y + uy * low)
    base = (x - ux * (HEAD - 0.5), y - uy * (HEAD - 0.5))
    return Line(f"M{_xy(start)}L{_xy(base)}", _head(base, (x, y)))


def _where(curve: Sequence[Point], target: Pill, distance: float) -> float:
    """The last parameter at which the curve is still ``distance`` away from the target; 0 if it never is."""
    steps = 24
    outside = next((i for i in range(steps, -1, -1) if target.distance(_on(curve, i / steps)) >= distance), 0)
    low, high = outside / steps, min(outside + 1, steps) / steps
    for _ in range(8):
        middle = (low + high) / 2
        if target.distance(_on(curve, middle)) >= distance:
            low = middle
        else:
            high = middle
    return low


def _on(curve: Sequence[Point], t: float) -> Point:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _first_part(curve: Sequence[Point], t: float) -> list[Point]:
    """The control points of the curve from 0 to ``t`` (de Casteljau)."""

    def between(p: Point, q: Point) -> Point:
        return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t

    p0, p1, p2, p3 = curve
    a, b, c = between(p0, p1), between(p1, p2), between(p2, p3)
    d, e = between(a, b), between(b, c)
    return [p0, a, d, between(d, e)]


def _head(base: Point, tip: Point) -> str:
    """A triangle of fixed length with its point at ``tip``, in the direction from ``base``."""
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    x, y = tip[0] - ux * HEAD, tip[1] - uy * HEAD
    left, right = (x - uy * _HALF_HEAD, y + ux * _HALF_HEAD), (x + uy * _HALF_HEAD, y - ux * _HALF_HEAD)
    return f"M{_xy(tip)}L{_xy(left)}L{_xy(right)}Z"


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")
