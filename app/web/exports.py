"""The routes of exports that are made in one go: a picture, data, a script, the stepper in one file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from gradstep.engine.frames import frame_at
from gradstep.engine.text import Text
from gradstep.engine.trace import Trace

from ..exports.dot import graph_dot
from ..exports.micrograd import micrograd_script
from ..exports.pictures import CARD_SIZE, preview_card
from ..exports.pytorch import pytorch_script
from ..exports.stepper import stand_alone
from ..packing import Packed, respond
from ..picture.graph_style import graph_style
from ..picture.placing import NotDrawn
from ..services import services_of
from ..words.explain import step_texts
from ..words.texts import translator
from .addresses import View
from .export_queries import PROBLEMS, Asked, as_file, asked, sheets_of
from .security import image_headers
from .views import Page, fill, traced_page

__all__ = ["router"]

router = APIRouter(tags=["Exports"], default_response_class=Response)

About = Annotated[Asked, Depends(asked)]


def _docs(*kinds: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {} for kind in kinds}}, **PROBLEMS}


@router.get("/export/frame.svg", summary="A frame as SVG", responses=_docs("image/svg+xml"))
async def export_svg(request: Request, about: About) -> Response:
    """Draws one frame as a self-contained SVG."""
    sheets = await sheets_of(request, about)

    def work() -> Packed:
        return Packed(sheets.draw(frame_at(sheets.trace, about.step, about.event)).encode())

    svg = await services_of(request).tracer.run(work)
    headers = {**as_file("gradstep-frame.svg"), **image_headers(graph_style(sheets.theme))}
    return await respond(request, svg, "image/svg+xml", 200, headers)


@router.get("/export/frame.png", summary="A frame as PNG", responses=_docs("image/png"))
async def export_png(
    request: Request,
    about: About,
    scale: Annotated[float, Query(ge=1, le=4, description="Pixels for each px of the SVG.")] = 2,
) -> Response:
    """Draws one frame in pixels, at most 16 million of them."""
    services = services_of(request)
    key = ("png", about, scale)
    png = services.rendered.get(key)
    if png is None:
        sheets = await sheets_of(request, about)
        svg = await services.tracer.run(lambda: sheets.draw(frame_at(sheets.trace, about.step, about.event)))
        png = Packed(await services.renderer.png(svg, *sheets.size, scale))
        services.rendered.put(key, png)
    return Response(png.plain, headers=as_file("gradstep-frame.png"), media_type="image/png")


@router.get("/export/card.png", summary="A frame as a picture for link previews", responses=_docs("image/png"))
async def export_card(request: Request, about: About) -> Response:
    """Draws one frame below a title, in 1200 × 630 pixels. Pages of other sites may show it."""
    services = services_of(request)
    key = ("card", about)
    png = services.rendered.get(key)
    if png is None:
        sheets = await sheets_of(request, about)
        say = translator(about.lang)

        def work() -> str:
            frame = frame_at(sheets.trace, about.step, about.event)
            svg = sheets.draw(frame)
            title = _title(sheets.trace, frame.step + (frame.event > 0), about.lang)
            counter = f"{frame.step} / {len(sheets.trace.steps)}"
            return preview_card(svg, sheets.size, title or say(Text("Before the first step")), counter, sheets.theme)

        png = Packed(await services.renderer.png(await services.tracer.run(work), *CARD_SIZE, 1))
        services.rendered.put(key, png)
    headers = {"cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin"}
    return Response(png.plain, headers=headers, media_type="image/png")


def _title(trace: Trace, step: int, lang: str) -> str:
    """What the step after so many others is called; "" before the first."""
    return step_texts(trace, translator(lang))[step - 1].title if step else ""


@router.get("/export/trace.json", summary="The trace as a file", responses=_docs("application/json"))
async def export_trace(request: Request, about: About) -> Response:
    """Gives everything that happened, as ``/api/trace`` does."""
    encoded = await services_of(request).tracer.encode(about.content, about.lang)
    return await respond(request, encoded, "application/json", 200, as_file("gradstep-trace.json"))


@router.get("/export/graph.dot", summary="The graph for Graphviz", responses=_docs("text/vnd.graphviz"))
async def export_dot(request: Request, about: About) -> Response:
    """Writes the graph as DOT, after all steps unless ``step`` says otherwise."""

    def write(trace: Trace) -> str:
        return graph_dot(trace, frame_at(trace, about.step if about.has_step else len(trace.steps), about.event))

    return await _text(request, about, write, "text/vnd.graphviz", "gradstep-graph.dot")


@router.get("/export/micrograd.py", summary="The program for micrograd", responses=_docs("text/x-python"))
async def export_micrograd(request: Request, about: About) -> Response:
    """Writes a script that builds the program in micrograd 0.1.0 and asserts each gradient."""
    return await _text(request, about, micrograd_script, "text/x-python", "gradstep_micrograd.py")


@router.get("/export/pytorch.py", summary="The program for PyTorch", responses=_docs("text/x-python"))
async def export_pytorch(request: Request, about: About) -> Response:
    """Writes a script that builds the program in PyTorch, in float64, and asserts each gradient."""
    return await _text(request, about, pytorch_script, "text/x-python", "gradstep_pytorch.py")


async def _text(request: Request, about: Asked, write: Callable[[Trace], str], kind: str, name: str) -> Response:
    tracer = services_of(request).tracer
    trace = await tracer.trace(about.content)
    text = await tracer.run(lambda: Packed(write(trace).encode()))
    return await respond(request, text, f"{kind}; charset=utf-8", 200, as_file(name))


@router.get("/export/stepper.html", summary="The stepper in one file", responses=_docs("text/html"))
async def export_stepper(request: Request, about: About) -> Response:
    """Writes one HTML file that steps through the trace without a server."""
    services = services_of(request)
    trace = await services.tracer.trace(about.content)
    encoded = (await services.tracer.encode(about.content, about.lang, trace)).plain
    placement, no_drawing = None, None
    try:
        placement = await services.placer.place(trace, about.look)
    except NotDrawn as failure:
        if failure.status != 422:  # another time there may be a picture
            raise
        no_drawing = failure.reason
    view = View(about.content, step=about.step, event=about.event, look=about.look, lang=about.lang, base=about.base)

    def work() -> Packed:
        page = traced_page(view, trace, encoded, placement, no_drawing)
        html = fill("alone.html", **{each.name: getattr(page, each.name) for each in fields(Page)})
        return Packed(stand_alone(html.decode(), about.theme).encode())

    html = await services.tracer.run(work)
    return await respond(request, html, "text/html", 200, as_file("gradstep-stepper.html"))
