"""Trace -> Graphviz -> where everything stands. Once for a trace: all its frames share one placement."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from gradstep.engine.trace import Trace

from ..cache import Cache
from . import graphviz_worker
from .graphviz_worker import Coordinates, GraphvizFailed, GraphvizMissing, GraphvizSlow
from .layout import (
    MAX_NODES,
    LayoutFailed,
    LayoutTooSlow,
    Look,
    NoGraphviz,
    NotDrawn,
    Placement,
    Request,
    TooEntangled,
    TooManyNodes,
    finish,
    prepare,
)  # fmt: skip
from .memory import Failures
from .workers import OutOfTime, Wedged, WorkerLost, Workers

__all__ = [
    "MAX_SECONDS", "WORKERS", "LayoutFailed", "LayoutTooSlow", "Look", "NoGraphviz", "NotDrawn", "Placement", "Placer",
    "TooEntangled", "TooManyNodes", "place_now",
]  # fmt: skip

LayOut = Callable[[str, float], Coordinates]

MAX_SECONDS = 5.0  # for one layout
WORKERS = 2

_HARD = 2_000  # effort above which a layout can take long; such layouts never occupy every worker
_LONG = 1_000  # events beyond which preparing a layout leaves the event loop to others
_MANY = 40  # Values beyond which it does, as their notes take long to place


class _Busy(LayoutTooSlow):
    """Others were before it for too long: no fault of the graph, so not remembered."""


class Placer:
    """Places traces, with a few worker processes and a memory of what they answered.

    Belongs to one event loop at a time. Workers start with the first use, or with ``warm``; one that dies or hangs is
    replaced.

    Args:
        size: worker processes.
        seconds: the longest time for one layout, after which its worker is ended.
        max_nodes: most Values in a picture.
        cached_points: how much of recent layouts is kept, in points of edges (about 0.1 KB each).
        lay_out: what runs in the workers, in place of Graphviz.
    """

    def __init__(
        self,
        size: int = WORKERS,
        seconds: float = MAX_SECONDS,
        max_nodes: int = MAX_NODES,
        cached_points: int = 100_000,
        lay_out: LayOut = graphviz_worker.lay_out,
    ) -> None:
        self.seconds = seconds
        self.max_nodes = max_nodes
        self._lay_out = lay_out
        self._workers = Workers(size, graphviz_worker.default_signals)
        self._answers = Cache[bytes, Coordinates](cached_points, weigh=_points)
        self._failures = Failures()
        self._running: dict[bytes, asyncio.Task[Coordinates]] = {}
        self._hard_lane = asyncio.Semaphore(max(1, size - 1))
        self._backend: str | None = None

    async def place(self, trace: Trace, look: Look) -> Placement:
        """Where everything of the trace stands. Raises NotDrawn, within about twice ``seconds``.

        The same question asked twice at once is one layout; answers and failures are remembered.
        """
        if len(trace.nodes) <= _MANY and sum(len(step.events) for step in trace.steps) <= _LONG:
            request = prepare(trace, look, self.max_nodes)
            return finish(trace, look, request.cards, await self._answer(request))
        request = await asyncio.to_thread(prepare, trace, look, self.max_nodes)
        return await asyncio.to_thread(finish, trace, look, request.cards, await self._answer(request))

    async def warm(self) -> None:
        """Start the workers, so that nobody waits for the first layout."""
        await self.backend()

    async def backend(self) -> str | None:
        """Which Graphviz the workers use, with its version; None if there is none, or no worker answers in time."""
        if self._backend is None:
            with suppress(OutOfTime, WorkerLost, Wedged):
                self._backend = await self._workers.run(graphviz_worker.backend, seconds=self.seconds)
        return self._backend

    def close(self) -> None:
        """End the workers. Takes up to half a second."""
        self._workers.close()

    async def _answer(self, request: Request) -> Coordinates:
        key = hashlib.sha256(request.dot.encode()).digest()
        if (known := self._answers.get(key)) is not None:
            return known
        if (failure := self._failures.get(key)) is not None:
            raise failure()
        running = self._running.get(key)
        if running is None or running.get_loop() is not asyncio.get_running_loop():
            running = self._running[key] = asyncio.create_task(self._ask(key, request))
            running.add_done_callback(lambda task: self._done(key, task))
        return await asyncio.shield(running)  # one who goes away doesn't end it for the others

    def _done(self, key: bytes, task: asyncio.Task[Coordinates]) -> None:
        if self._running.get(key) is task:
            del self._running[key]
        if not task.cancelled():
            task.exception()  # nobody may be left to ask for it

    async def _ask(self, key: bytes, request: Request) -> Coordinates:
        try:
            async with self._turn(hard=request.effort > _HARD):
                answer = await self._workers.run(self._lay_out, request.dot, self.seconds, seconds=self.seconds)
        except GraphvizMissing:
            raise NoGraphviz from None
        except Wedged:
            raise _Busy(self.seconds) from None
        except (OutOfTime, GraphvizSlow):
            self._failures.put(key, lambda: LayoutTooSlow(self.seconds))
            raise LayoutTooSlow(self.seconds) from None
        except (WorkerLost, GraphvizFailed):
            self._failures.put(key, LayoutFailed)
            raise LayoutFailed from None
        self._answers.put(key, answer)
        return answer

    @asynccontextmanager
    async def _turn(self, hard: bool) -> AsyncIterator[None]:
        """Wait for a turn among the layouts that can take long; the others go straight to the workers."""
        if not hard:
            yield
            return
        try:
            async with asyncio.timeout(self.seconds):
                await self._hard_lane.acquire()
        except TimeoutError:
            raise _Busy(self.seconds) from None
        try:
            yield
        finally:
            self._hard_lane.release()


def _points(answer: Coordinates) -> int:
    return len(answer["at"]) + sum(map(len, answer["edges"].values()))


def place_now(trace: Trace, look: Look, seconds: float = MAX_SECONDS) -> Placement:
    """The placement, from a process started for it alone: for a command line or a notebook. Raises NotDrawn."""
    request = prepare(trace, look)
    command = [sys.executable, "-P", graphviz_worker.__file__, str(seconds)]
    try:
        done = subprocess.run(command, input=request.dot, capture_output=True, text=True, timeout=seconds + 1)
    except subprocess.TimeoutExpired:
        raise LayoutTooSlow(seconds) from None
    if done.returncode:
        match done.stderr.strip().rpartition("\n")[2]:
            case "GraphvizMissing":
                raise NoGraphviz
            case "GraphvizSlow":
                raise LayoutTooSlow(seconds)
        raise LayoutFailed
    return finish(trace, look, request.cards, json.loads(done.stdout))
