"""The route of the compare page: two traces side by side, stepping together."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from gradstep.engine.errors import ProgramError

from ..packing import Packed, respond
from ..picture.placing import NotDrawn
from ..services import Services, services_of
from .addresses import language_in, look_in, number_in
from .compare_page import Half, compare_page
from .comparison_addresses import Comparison, Side, is_typed, sides_in
from .problems import report_of
from .views import fill, fits_inline

__all__ = ["routes"]

_HEADERS = {"cache-control": "no-cache"}


async def show_comparison(request: Request) -> Response:
    """The page with the two programs in the address; where one was typed into its form, the way to its address."""
    query = request.query_params
    services = services_of(request)
    a, b = await sides_in(query, services.links, services.settings.text_bytes)
    comparison = Comparison(a, b, number_in(query, "step"), look_in(query), language_in(query))
    if is_typed(query):
        return RedirectResponse(comparison.url(), 303, _HEADERS)
    html = services.rendered.get(comparison)
    if html is None:
        html, lasting = await _render(services, comparison)
        if lasting:
            services.rendered.put(comparison, html)
    return await respond(request, html, "text/html", 200, _HEADERS)


routes = [Route("/compare", show_comparison, methods=["GET"])]


async def _render(services: Services, comparison: Comparison) -> tuple[Packed, bool]:
    """The page, and whether it would be the same another time."""
    a, a_lasts = await _half(services, comparison, comparison.a)
    b, b_lasts = await _half(services, comparison, comparison.b)
    if fits_inline(*(half.trace for half in (a, b) if half.trace)):
        a, b = await _encoded(services, comparison, a), await _encoded(services, comparison, b)

    def work() -> Packed:
        html = Packed(fill("compare.html", lang=comparison.lang, **compare_page(comparison, a, b)))
        html.zipped()
        return html

    return await services.tracer.run(work), a_lasts and b_lasts


async def _half(services: Services, comparison: Comparison, side: Side) -> tuple[Half, bool]:
    """A side traced and placed as far as that goes, and whether it would be the same another time."""
    half = Half(side.content, side.open_url(comparison.lang))
    try:
        trace = await services.tracer.trace(side.content)
    except ProgramError as error:
        return replace(half, problems=report_of(error, comparison.lang).errors), True
    half = replace(half, trace=trace)
    try:
        return replace(half, placement=await services.placer.place(trace, comparison.look)), True
    except NotDrawn as failure:
        return replace(half, no_drawing=failure.reason), failure.status == 422


async def _encoded(services: Services, comparison: Comparison, half: Half) -> Half:
    """A half that brings its trace along."""
    if half.trace is None:
        return half
    return replace(half, encoded=(await services.tracer.encode(half.content, comparison.lang, half.trace)).plain)
