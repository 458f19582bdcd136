"""What Graphviz answered, and what it could not answer, both bounded."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from .graphviz_worker import Coordinates
from .layout import NotDrawn

__all__ = ["Answers", "Failures"]


class Answers:
    """Recent layouts by a hash of the question, at most ``points`` points of edges and nodes in all."""

    def __init__(self, points: int) -> None:
        self._points = self._room = points
        self._kept: OrderedDict[bytes, tuple[int, Coordinates]] = OrderedDict()

    def get(self, key: bytes) -> Coordinates | None:
        """The layout, or None if it isn't known."""
        entry = self._kept.get(key)
        if entry is None:
            return None
        self._kept.move_to_end(key)
        return entry[1]

    def put(self, key: bytes, answer: Coordinates) -> None:
        """Keep a layout, and let go of those not asked for the longest. One too large for all the room isn't kept."""
        weight = len(answer["at"]) + sum(map(len, answer["edges"].values()))
        if weight > self._points:
            return
        self._room += self._kept.pop(key, (0, answer))[0]
        self._kept[key] = (weight, answer)
        self._room -= weight
        while self._room < 0:
            _, (freed, _) = self._kept.popitem(last=False)
            self._room += freed


class Failures:
    """Graphs that could not be laid out, for a while: the machine may only have been busy."""

    def __init__(self, size: int = 1_000, seconds: float = 600.0) -> None:
        self._size = size
        self._seconds = seconds
        self._kept: OrderedDict[bytes, tuple[float, Callable[[], NotDrawn]]] = OrderedDict()

    def get(self, key: bytes) -> Callable[[], NotDrawn] | None:
        """What makes the exception to raise, or None if no failure is known."""
        until, failure = self._kept.get(key, (0.0, None))
        return failure if time.monotonic() < until else None

    def put(self, key: bytes, failure: Callable[[], NotDrawn]) -> None:
        """Remember a failure."""
        self._kept[key] = (time.monotonic() + self._seconds, failure)
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
