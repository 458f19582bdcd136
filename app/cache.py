"""Memory of recent results, bounded by what they weigh."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Cache"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The values used last, as many as weigh at most ``capacity`` together. For one thread, the event loop's.

    >>> cache = Cache[str, str](capacity=3, weigh=len)
    >>> cache.put("a", "xx"); cache.put("b", "yy")
    >>> cache.get("a"), cache.get("b")
    (None, 'yy')
    """

    def __init__(self, capacity: int, weigh: Callable[[V], int]) -> None:
        self._capacity = capacity
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value put there, which now counts as the one used last; None if it is gone."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep the value, and let go of those unused for longest to make room. One over capacity isn't kept."""
        old = self._values.pop(key, None)
        if old is not None:
            self._weight -= self._weigh(old)
        weight = self._weigh(value)
        if weight > self._capacity:
            return
        self._values[key] = value
        self._weight += weight
        while self._weight > self._capacity:
            _, gone = self._values.popitem(last=False)
            self._weight -= self._weigh(gone)
