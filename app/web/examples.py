"""The gallery: each example with its program, what to watch in it, and the way to that moment."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gradstep.engine.frames import frame_at

from ..examples import EXAMPLES, Example
from ..links.content import Content
from ..packing import Packed, respond
from ..picture.placing import NotDrawn
from ..services import Services, services_of
from ..words.texts import translator
from .addresses import PAGE_LOOK, View, language_in
from .views import draw_frame, fill

__all__ = ["ExampleCard", "example_card_of", "routes"]


@dataclass(frozen=True, slots=True)
class ExampleCard:
    """What the page shows of an example."""

    id: str
    title: str
    watch: str
    source: str
    options: tuple[str, ...]  # how the engine runs, where that is not as it should
    url: str
    picture: Markup  # "" where there is none


async def show_examples(request: Request) -> Response:
    """The page at ``/examples``."""
    services = services_of(request)
    lang = language_in(request.query_params)
    key = ("examples", lang)
    html = services.rendered.get(key)
    if html is None:
        html, lasting = await _render(services, lang)
        if lasting:
            services.rendered.put(key, html)
    return await respond(request, html, "text/html", 200, {"cache-control": "no-cache"})


routes = [Route("/examples", show_examples, methods=["GET"])]


def example_card_of(example: Example, lang: str, picture: str = "") -> ExampleCard:
    """The card of an example; its address holds the whole program."""
    say = translator(lang)
    content = Content.of(example.source, example.options)
    view = View(content, has_code=True, panel=example.panel, sweep=example.sweep, lang=lang)
    return ExampleCard(
        id=example.id,
        title=say(example.title),
        watch=say(example.watch),
        source=content.source,
        options=tuple(f"{name}: {value}" for name, value in content.changed_options().items()),
        url=view.url(example.step, example.event),
        picture=Markup(picture),
    )


async def _render(services: Services, lang: str) -> tuple[Packed, bool]:
    """The page, and whether it would be the same another time."""
    say = translator(lang)
    groups, lasting = [], True
    for group in EXAMPLES:
        cards = []
        for example in group.examples:
            picture = await _picture(services, example, lang)
            lasting = lasting and bool(picture)
            cards.append(example_card_of(example, lang, picture))
        groups.append((say(group.title), cards))
    return Packed(fill("examples.html", lang=lang, groups=groups)), lasting


async def _picture(services: Services, example: Example, lang: str) -> str:
    """The graph at the telling moment, "" where it can't be drawn just now."""
    trace = await services.tracer.trace(Content.of(example.source, example.options))
    try:
        placement = await services.placer.place(trace, PAGE_LOOK)
    except NotDrawn:
        return ""
    # Of a puzzle, the moment before: it would give the answers away.
    step = example.step - 1 if example.panel == "predict" else example.step
    frame = frame_at(trace, step, example.event)
    return await services.tracer.run(lambda: draw_frame(trace, placement, frame, lang, standalone=False))
