"""The routes that people open: the page, a link's page, and the same page with a message where that fails."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gradstep.engine.errors import ProgramError

from ..examples import NEURON
from ..links.content import Content, DamagedLink, decode, options_in
from ..links.store import UnknownLink
from ..packing import Packed, respond
from ..picture.placing import NotDrawn
from ..services import Services, services_of
from .addresses import View, base_url, language_in, look_in, number_in, panel_in, sweep_in
from .problems import entry, report_of
from .views import empty_page, fill, fits_inline, render, traced_page

__all__ = ["failure_page", "routes"]

_HEADERS = {"cache-control": "no-cache"}


async def show_home(request: Request) -> Response:
    """The page with the program in the address, or with the neuron."""
    query = request.query_params
    services = services_of(request)
    code = query.get("code")
    source = NEURON if code is None else decode(code, services.settings.text_bytes)
    try:
        options = options_in(query)
    except DamagedLink as damage:
        raise DamagedLink(damage.reason, source) from None
    content = Content.of(source, options)
    return await _show(request, replace(_view(request), content=content, has_code=code is not None))


async def show_link(request: Request) -> Response:
    """The page with the program of a short link."""
    services = services_of(request)
    link = request.path_params["link"]
    content = await services.links.get(link)
    return await _show(request, replace(_view(request), content=content, link=link))


async def failure_page(request: Request, error: Exception) -> Response:
    """What a person sees of an error: for a link that can't be read the page with an empty editor, else a message."""
    view = _view(request)
    report = report_of(error, view.lang)
    if isinstance(error, (DamagedLink, UnknownLink)):
        source = error.source if isinstance(error, DamagedLink) else ""
        problem = {**entry(report.detail), "line": 1, "column": 1, "end_line": 1, "end_column": 1}
        html = render(empty_page(replace(view, content=Content.of(source)), [problem]))
    else:
        html = fill(
            "problem.html",
            lang=view.lang,
            status=report.status,
            title=report.title,
            detail=report.detail,
            errors=report.errors,
        )
    return await respond(request, html, "text/html", report.status, {**_HEADERS, **report.headers})


# Plain routes: FastAPI's take longer than a page from memory does.
routes = [
    Route("/", show_home, methods=["GET"]),
    Route("/t/{link}", show_link, methods=["GET"]),
]


def _view(request: Request) -> View:
    query = request.query_params
    return View(
        Content(""),
        step=number_in(query, "step"),
        event=number_in(query, "event"),
        look=look_in(query),
        panel=panel_in(query),
        sweep=sweep_in(query),
        lang=language_in(query),
        base=base_url(request),
    )


async def _show(request: Request, view: View) -> Response:
    services = services_of(request)
    html = services.rendered.get(view)
    if html is None:
        try:
            html, lasting = await _render(services, view)
        except ProgramError as error:
            problems = report_of(error, view.lang).errors
            return await respond(request, render(empty_page(view, problems)), "text/html", 200, _HEADERS)
        if lasting:
            services.rendered.put(view, html)
    return await respond(request, html, "text/html", 200, _HEADERS)


async def _render(services: Services, view: View) -> tuple[Packed, bool]:
    """The page, and whether it would be the same another time."""
    trace = await services.tracer.trace(view.content)
    placement, no_drawing, lasting = None, None, True
    try:
        placement = await services.placer.place(trace, view.look)
    except NotDrawn as failure:
        no_drawing, lasting = failure.reason, failure.status == 422
    encoded = (await services.tracer.encode(view.content, view.lang, trace)).plain if fits_inline(trace) else None

    def work() -> Packed:
        html = Packed(render(traced_page(view, trace, encoded, placement, no_drawing)))
        html.zipped()
        return html

    return await services.tracer.run(work), lasting
