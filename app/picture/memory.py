"""What Graphviz could not answer, bounded in number and time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from .layout import NotDrawn

__all__ = ["Failures"]


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
