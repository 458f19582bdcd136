"""Rendering beside the event loop: in a process of its own, with limits on size and time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from gradstep.engine.text import Text

from ..picture.graphviz_worker import default_signals
from ..picture.workers import OutOfTime, Wedged, WorkerLost, Workers
from . import render_worker
from .refusals import NotRendered, TooLarge

__all__ = ["MAX_FILM_FRAMES", "MAX_FILM_PIXELS", "MAX_PIXELS", "Renderer", "check_film"]

T = TypeVar("T")

MAX_PIXELS = 16_000_000  # of one picture: 64 MB while it is drawn
MAX_FILM_PIXELS = 200_000_000  # of all frames of a film together: half a minute of work
MAX_FILM_FRAMES = 400
_SECONDS = 10.0  # for one picture
_FILM_SECONDS = 60.0  # to put the frames together
_LONG = 2  # films and archives that are made at the same time
_PATIENCE = 15.0  # seconds that another one waits for its turn


class Renderer:
    """Turns SVG into pixels, in one worker process that starts with its first use.

    Each frame of a film is a task of its own, so that a single picture waits for one frame, not for the film.
    """

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._workers = Workers(1, default_signals)
        self._lane = asyncio.Semaphore(_LONG)

    async def png(self, svg: str, width: float, height: float, zoom: float) -> bytes:
        """The picture as PNG. Raises TooLarge or NotRendered."""
        _check_pixels(width * zoom, height * zoom)
        return await self._run(render_worker.png, svg, zoom, seconds=self._seconds)

    async def film_frame(self, svg: str, colours: Sequence[str]) -> bytes:
        """One frame of a GIF, for :meth:`film`. Raises NotRendered; ``check_film`` comes first."""
        return await self._run(render_worker.film_frame, svg, colours, seconds=self._seconds)

    async def film(self, frames: Sequence[bytes], milliseconds: int) -> bytes:
        """The frames as one GIF. Raises NotRendered."""
        return await self._run(render_worker.film, frames, milliseconds, seconds=_FILM_SECONDS)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A turn among the exports that take long. Raises NotRendered where it doesn't come in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._lane.acquire()
        except TimeoutError:
            raise NotRendered(Text("too many long exports are being made just now; try again in a minute")) from None
        try:
            yield
        finally:
            self._lane.release()

    def close(self) -> None:
        """End the worker. Takes up to half a second."""
        self._workers.close()

    async def _run(self, function: Callable[..., T], *args: object, seconds: float) -> T:
        try:
            return await self._workers.run(function, *args, seconds=seconds)
        except OutOfTime:
            raise NotRendered(Text("drawing it took longer than {seconds} seconds", seconds=f"{seconds:g}")) from None
        except Wedged:
            raise NotRendered(Text("too many pictures are being drawn just now; try again in a minute")) from None
        except WorkerLost:
            raise NotRendered(Text("it could not be drawn")) from None


def check_film(frames: int, width: float, height: float) -> None:
    """Nothing, where a film of so many frames may be made. Raises TooLarge."""
    _check_pixels(width, height)
    if frames > MAX_FILM_FRAMES:
        raise TooLarge(
            Text(
                "the film would have {found} frames, and the limit is {limit}: choose fewer with from and to",
                found=frames,
                limit=MAX_FILM_FRAMES,
            )
        )
    pixels = frames * width * height
    if pixels > MAX_FILM_PIXELS:
        raise TooLarge(
            Text(
                "the film would have {found} million pixels in all its frames, and the limit is {limit} million: "
                "choose fewer frames with from and to",
                found=round(pixels / 1e6),
                limit=MAX_FILM_PIXELS // 1_000_000,
            )
        )


def _check_pixels(width: float, height: float) -> None:
    if width * height > MAX_PIXELS:
        raise TooLarge(
            Text(
                "the picture would have {found} million pixels, and the limit is {limit} million: "
                "choose a smaller scale, or take the SVG",
                found=round(width * height / 1e6),
                limit=MAX_PIXELS // 1_000_000,
            )
        )
