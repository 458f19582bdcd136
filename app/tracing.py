"""Running programs beside the event loop: in few threads, with recent results kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from gradstep.engine.language import Limits, parse
from gradstep.engine.trace import Trace
from gradstep.engine.tracing import trace_program

from .cache import Cache
from .links.content import Content
from .packing import Packed
from .settings import Settings
from .trace_json import trace_json

__all__ = ["Tracer"]

T = TypeVar("T")


class Tracer:
    """Traces contents. A trace is a function of its content, so any that is still known serves again.

    ``cached_bytes`` is how much is kept of recent ones as JSON.
    """

    def __init__(self, settings: Settings, cached_bytes: int) -> None:
        self._limits = Limits(text_bytes=settings.text_bytes, depth=settings.depth)
        self._events = settings.events
        # The interpreter lock is shared with the event loop: more threads would only slow the cheap pages.
        self._limiter = CapacityLimiter(settings.trace_threads)
        self._traces = Cache[Content, Trace](settings.cached_events, weigh=_weight)
        self._encoded = Cache[tuple[Content, str], Packed](cached_bytes, weigh=len)

    async def trace(self, content: Content) -> Trace:
        """The trace of a content.

        Raises:
            ProgramError: if the program is wrong or passes a limit.
        """
        trace = self._traces.get(content)
        if trace is None:
            trace = await self.run(self._trace, content)
            self._traces.put(content, trace)
        return trace

    async def encode(self, content: Content, lang: str, trace: Trace | None = None) -> Packed:
        """The trace of a content as JSON; ``trace`` is it, where at hand. Raises what :meth:`trace` does."""
        encoded = self._encoded.get((content, lang))
        if encoded is None:
            encoded = Packed(await self.run(trace_json, trace or await self.trace(content), lang))
            self._encoded.put((content, lang), encoded)
        return encoded

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """What ``work`` returns, run in one of the threads as soon as one is free."""
        return await anyio.to_thread.run_sync(partial(work, *arguments), limiter=self._limiter)

    def _trace(self, content: Content) -> Trace:
        return trace_program(parse(content.source, self._limits), content.options, max_events=self._events)


def _weight(trace: Trace) -> int:
    return len(trace.nodes) + sum(len(step.events) for step in trace.steps)
