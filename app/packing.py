"""Bodies that are sent compressed: packed once, however often they are sent."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Packed", "accepts_gzip", "respond"]

_WORTH_IT = 1_000  # bytes; below, the header costs what packing saves
_QUICK = 100_000  # bytes that are packed in a millisecond or two; more are packed in a thread
_REFUSED = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class Packed:
    """A body, and the same in gzip, which is made the first time somebody takes it."""

    __slots__ = ("_zipped", "plain")

    def __init__(self, plain: bytes) -> None:
        self.plain = plain
        self._zipped: bytes | None = None

    def __len__(self) -> int:
        return len(self.plain)

    def is_quick(self) -> bool:
        """Whether ``zipped`` takes next to no time."""
        return self._zipped is not None or len(self.plain) < _QUICK

    def zipped(self) -> bytes:
        """The body in gzip; the same bytes each time."""
        if self._zipped is None:
            self._zipped = gzip.compress(self.plain, compresslevel=6, mtime=0)
        return self._zipped


def accepts_gzip(header: str) -> bool:
    """Whether an ``Accept-Encoding`` allows gzip."""
    return "gzip" in header and not _REFUSED.search(header)


async def respond(
    request: Request,
    body: Packed | bytes,
    media_type: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The response with this body, compressed where the client takes that and it is worth while."""
    packed = body if isinstance(body, Packed) else Packed(body)
    if len(packed) < _WORTH_IT:
        return Response(packed.plain, status, headers, media_type)
    sent = {**(headers or {}), "vary": "accept-encoding"}
    if not accepts_gzip(request.headers.get("accept-encoding", "")):
        return Response(packed.plain, status, sent, media_type)
    zipped = packed.zipped() if packed.is_quick() else await anyio.to_thread.run_sync(packed.zipped)
    return Response(zipped, status, {**sent, "content-encoding": "gzip"}, media_type)
