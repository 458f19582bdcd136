"""Worker processes that can be ended in the middle of a task, and come back when they die."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

__all__ = ["OutOfTime", "Wedged", "WorkerLost", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")


class OutOfTime(Exception):
    """The task ran for too long; its worker was ended."""


class WorkerLost(Exception):
    """Two workers in a row died at the task."""


class Wedged(Exception):
    """The task was not begun in time: the queue is too long, or the workers hang."""


class Workers:
    """A pool of processes for tasks with a time limit.

    They are spawned, not forked: nothing of the server is inherited. ``initializer`` runs in each at its start.
    """

    def __init__(self, size: int, initializer: Callable[[], None]) -> None:
        self._size = size
        self._initializer = initializer
        self._pool: ProcessPool | None = None
        self._lock = Lock()
        self._ended = 0  # tasks that came back, well or badly: a sign of life

    async def run(self, function: Callable[..., T], *args: object, seconds: float) -> T:
        """What ``function(*args)`` returns or raises in a worker.

        Raises OutOfTime after ``seconds`` of work, Wedged after twice as long in all, WorkerLost if its worker dies
        twice.
        """
        for _ in range(2):
            ended, pool = self._ended, self._started()
            try:
                future = pool.schedule(function, args=args, timeout=seconds)
            except (RuntimeError, BrokenProcessPool):
                self._replace(pool)
                continue
            waiter = asyncio.wrap_future(future)
            try:
                done, _pending = await asyncio.wait({waiter}, timeout=2 * seconds)
            except asyncio.CancelledError:
                waiter.cancel()
                raise
            if not done:
                waiter.cancel()
                if self._ended == ended:
                    self._replace(pool)
                raise Wedged
            self._ended += 1
            try:
                return waiter.result()
            except TimeoutError:
                raise OutOfTime from None
            except (ProcessExpired, BrokenProcessPool):
                if not pool.active:
                    self._replace(pool)
        raise WorkerLost

    def close(self) -> None:
        """End the workers; the next task starts new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            _end(pool)

    def _started(self) -> ProcessPool:
        with self._lock:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPool(self._size, initializer=self._initializer, context=context)
            return self._pool

    def _replace(self, broken: ProcessPool) -> None:
        """Let go of a pool that no longer works; ending it can take seconds and is left to a thread."""
        with self._lock:
            if self._pool is not broken:
                return
            self._pool = None
        Thread(target=_end, args=(broken,), daemon=True).start()


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()
