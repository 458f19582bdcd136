"""What the routes work with: opened when the server starts, closed when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.requests import Request

from .cache import Cache
from .links.store import LinkStore
from .packing import Packed
from .picture.placing import Placer
from .settings import Settings
from .tracing import Tracer

__all__ = ["Services", "open_services", "services_of"]


@dataclass(frozen=True, slots=True)
class Services:
    """One of each, for all requests."""

    settings: Settings
    tracer: Tracer
    links: LinkStore
    placer: Placer
    rendered: Cache[object, Packed] = field(repr=False)  # pages and frames, by all that they depend on


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The services of a running server."""
    links = LinkStore(settings.database_url)
    placer = Placer(settings.layout_workers, settings.layout_seconds, settings.drawn_values)
    half = settings.cached_bytes // 2  # for traces as JSON; the other for pages and frames
    tracer = Tracer(settings, half)
    rendered = Cache[object, Packed](half, weigh=len)
    # Cheap pages needn't wait for the layout workers to start.
    warming = asyncio.create_task(placer.warm())
    try:
        yield Services(settings, tracer, links, placer, rendered)
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        await asyncio.to_thread(placer.close)
        await links.close()


def services_of(request: Request) -> Services:
    """The services of the server that got the request."""
    services: Services = request.app.state.services
    return services
