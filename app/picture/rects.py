"""Boxes in the picture: what overlaps what, and what stands near."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .curves import Point

__all__ = ["APART", "Ground", "Rect", "crosses"]

APART = 3.0  # px kept free between a note and what stands beside it
_CELL = 96.0  # px: what stands in the way is looked up by cells of this size


@dataclass(frozen=True, slots=True)
class Rect:
    """A box, by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Rect, apart: float = 0.0) -> bool:
        """Whether the two come nearer than ``apart`` to each other."""
        return (
            self.x - apart < other.x + other.width
            and other.x - apart < self.x + self.width
            and self.y - apart < other.y + other.height
            and other.y - apart < self.y + self.height
        )

    def holds(self, other: Rect) -> bool:
        """Whether the other one lies inside."""
        across = self.x <= other.x and other.x + other.width <= self.x + self.width
        return across and self.y <= other.y and other.y + other.height <= self.y + self.height

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to this one."""
        x, y = point
        return min(max(x, self.x), self.x + self.width), min(max(y, self.y), self.y + self.height)

    def away(self, point: Point) -> float:
        """How far from the box a point is, 0 inside."""
        return math.dist(self.nearest(point), point)

    def crossed(self, way: Sequence[Point]) -> bool:
        """Whether one of these points lies inside."""
        return any(self.nearest(point) == point for point in way)


class Ground:
    """What stands in the drawing, found by where it is."""

    def __init__(self, things: Iterable[Rect]) -> None:
        self._cells: dict[tuple[int, int], list[Rect]] = {}
        for thing in things:
            for cell in _cells(thing):
                self._cells.setdefault(cell, []).append(thing)

    def near(self, box: Rect) -> Iterator[Rect]:
        """What stands in the cells of this box; some of it maybe twice."""
        return (thing for cell in _cells(box) for thing in self._cells.get(cell, ()))


def _cells(box: Rect) -> Iterator[tuple[int, int]]:
    columns = range(math.floor((box.x - APART) / _CELL), math.floor((box.x + box.width + APART) / _CELL) + 1)
    rows = range(math.floor((box.y - APART) / _CELL), math.floor((box.y + box.height + APART) / _CELL) + 1)
    return ((column, row) for column in columns for row in rows)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from a to b and from c to d cross."""

    def side(one: Point, other: Point, point: Point) -> bool:
        return (other[0] - one[0]) * (point[1] - one[1]) > (other[1] - one[1]) * (point[0] - one[0])

    return a != b and side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
