"""The routes of exports that take a while: all frames, as an archive or a film. They can tell how far they are.

Each frame is drawn on its own beside the event loop, and between two frames it is seen whether the client is still
there; so one who leaves ends the work.
"""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..exports.pictures import Archive, Sheets, colours_of
from ..exports.refusals import NotExported
from ..exports.rendering import check_film
from ..services import Services, services_of
from .export_queries import PROBLEMS, Asked, as_file, asked, sheets_of
from .problems import encode_report, report_of

__all__ = ["router"]

router = APIRouter(tags=["Exports"], default_response_class=Response)

About = Annotated[Asked, Depends(asked)]
Progress = Annotated[
    bool, Query(description='Answer with lines of JSON: {"done", "of"} for each frame, {"data"} in base64 at the end.')
]

_PACE = 1100  # ms that a step stays at speed 1, as on the page
_CLIENT_LEFT = 499  # nobody reads it

# How many frames of how many are done, and at last the file.
Work = AsyncGenerator[tuple[int, int] | bytes, None]


def _docs(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {}, "application/x-ndjson": {}}}, **PROBLEMS}


@router.get("/export/frames.zip", summary="All frames as SVG", responses=_docs("application/zip"))
async def export_frames(request: Request, about: About, progress: Progress = False) -> Response:
    """Draws every frame, ``frame-000.svg`` and so on, into one archive."""
    sheets = await sheets_of(request, about)
    archive = Archive(sheets.trace)
    work = _archived(services_of(request), sheets, archive)
    return await _answer(request, about, work, progress, "application/zip", "gradstep-frames.zip")


@router.get("/export/steps.gif", summary="The steps as a film", responses=_docs("image/gif"))
async def export_film(
    request: Request,
    about: About,
    first: Annotated[int, Query(alias="from", ge=0, description="The first frame.")] = 0,
    last: Annotated[int | None, Query(alias="to", ge=0, description="The last frame; all unless given.")] = None,
    speed: Annotated[float, Query(ge=0.25, le=8, description="As on the page: 1 is 1.1 seconds a step.")] = 1,
    progress: Progress = False,
) -> Response:
    """Draws the frames as one GIF that plays again and again: at most 400, and 200 million pixels in all."""
    sheets = await sheets_of(request, about)
    steps = len(sheets.trace.steps)
    end = steps if last is None else min(last, steps)
    start = min(first, end)
    check_film(end - start + 1, *sheets.size)
    work = _filmed(services_of(request), sheets, start, end, speed)
    return await _answer(request, about, work, progress, "image/gif", "gradstep-steps.gif")


async def _archived(services: Services, sheets: Sheets, archive: Archive) -> Work:
    steps = len(sheets.trace.steps)
    drawing = sheets.draw_range(0, steps)

    def add_next() -> None:
        archive.add(*next(drawing))

    for done in range(steps + 1):
        yield done, steps + 1
        await services.tracer.run(add_next)
    yield steps + 1, steps + 1
    yield await services.tracer.run(archive.close)


async def _filmed(services: Services, sheets: Sheets, first: int, last: int, speed: float) -> Work:
    count = last - first + 1
    colours = colours_of(sheets.theme)
    drawing = sheets.draw_range(first, last)
    frames = []
    for done in range(count):
        yield done, count
        _, svg = await services.tracer.run(lambda: next(drawing))
        frames.append(await services.renderer.film_frame(svg, colours))
    yield count, count
    yield await services.renderer.film(frames, round(_PACE / speed))


async def _answer(request: Request, about: Asked, work: Work, progress: bool, kind: str, name: str) -> Response:
    """The file as a response, or what is told while it is made."""
    renderer = services_of(request).renderer
    if progress:
        lines = _lines(request, about, work)
        return StreamingResponse(lines, 200, {"cache-control": "no-cache"}, "application/x-ndjson")
    async with renderer.turn(), aclosing(work):
        async for part in work:
            if isinstance(part, bytes):
                return Response(part, headers=as_file(name), media_type=kind)
            if await request.is_disconnected():
                break
    return Response(status_code=_CLIENT_LEFT)


async def _lines(request: Request, about: Asked, work: Work) -> AsyncIterator[bytes]:
    """One line for each frame, and the file in the last. What goes wrong by now is a line too, as the status is out."""
    try:
        async with services_of(request).renderer.turn(), aclosing(work):
            async for part in work:
                if isinstance(part, bytes):
                    yield orjson.dumps({"data": base64.b64encode(part).decode()}) + b"\n"
                else:
                    yield orjson.dumps({"done": part[0], "of": part[1]}) + b"\n"
    except NotExported as error:
        yield b'{"error": ' + encode_report(report_of(error, about.lang)) + b"}\n"
