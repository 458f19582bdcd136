"""The routes that give SVG: a frame of a link for anybody's page, a drawing for ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from starlette.exceptions import HTTPException

from gradstep.engine.frames import frame_at
from gradstep.engine.trace import Trace

from ..links.content import Content
from ..options import options_of
from ..packing import Packed, respond
from ..picture.drawing import graph_style
from ..picture.placing import Look, Placement
from ..services import services_of
from .api import Language, LinkId, problems_docs
from .bodies import body_docs, body_of
from .schemas import DrawingRequest
from .security import image_headers
from .views import draw_frame

__all__ = ["router"]

router = APIRouter(tags=["Pictures"], default_response_class=Response)

_SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
_BAD_BODY = {"_400": "The body is not JSON.", "_413": "The body, or the program, is too large.", "_415": "Not JSON."}
_NOT_DRAWN = {
    "_422": "The program is wrong, or its graph too large to draw.",
    "_503": "Its layout took too long, or Graphviz is missing.",
}
_IMAGE_HEADERS = {
    **image_headers(graph_style()),
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",  # other sites may show it
}
_CANONICAL = re.compile("0|[1-9][0-9]{0,8}")  # every frame has one address


@dataclass(frozen=True, slots=True)
class _Frame:
    """All that a frame's image depends on: what it is kept under."""

    content: Content
    step: int
    look: Look
    lang: str


@router.get(
    "/t/{link}/frames/{k}.svg",
    summary="One frame of a link, as an image",
    response_description="A self-contained SVG.",
    responses={**_SVG, **problems_docs(_404="No such link, or no such frame.", **_NOT_DRAWN)},
)
async def read_frame(
    request: Request,
    link: LinkId,
    k: Annotated[str, Path(description="How many steps are done, 0 to all.")],
    card: Annotated[Literal["row", "stack"], Query(description="How a node's texts stand.")] = "row",
    direction: Annotated[Literal["LR", "TB"], Query(description="Where the graph goes.")] = "LR",
    lang: Language = "en",
) -> Response:
    """Draws the graph after k steps. Pages of other sites may show it."""
    services = services_of(request)
    content = await services.links.get(link)
    if not _CANONICAL.fullmatch(k):
        raise HTTPException(404)
    frame = _Frame(content, int(k), Look(card=card, direction=direction), lang)
    svg = services.rendered.get(frame)
    if svg is None:
        trace = await services.tracer.trace(content)
        if frame.step > len(trace.steps):
            raise HTTPException(404)
        placement = await services.placer.place(trace, frame.look)
        svg = await services.tracer.run(_svg, trace, placement, frame.step, 0, lang, True)
        services.rendered.put(frame, svg)
    return await respond(request, svg, "image/svg+xml", 200, _IMAGE_HEADERS)


@router.post(
    "/api/drawing",
    summary="Draw a program",
    response_description="An SVG element to put into a page that has the style sheet.",
    responses={**_SVG, **problems_docs(**_BAD_BODY, **_NOT_DRAWN)},
    openapi_extra=body_docs(DrawingRequest),
)
async def make_drawing(
    request: Request, body: Annotated[DrawingRequest, Depends(body_of(DrawingRequest))], lang: Language = "en"
) -> Response:
    """Draws one moment of a program's trace, without a style sheet of its own."""
    services = services_of(request)
    trace = await services.tracer.trace(Content.of(body.source, options_of(body.options)))
    placement = await services.placer.place(trace, Look(card=body.card, direction=body.direction))
    svg = await services.tracer.run(_svg, trace, placement, body.step, body.event, lang, False)
    return await respond(request, svg, "image/svg+xml", 200, image_headers())


def _svg(trace: Trace, placement: Placement, step: int, event: int, lang: str, standalone: bool) -> Packed:
    return Packed(draw_frame(trace, placement, frame_at(trace, step, event), lang, standalone=standalone).encode())
