"""What the address of an export asks for: the same parameters as the page's, and a few of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Query, Request

from gradstep.engine.trace import Trace

from ..examples import NEURON
from ..exports.pictures import Sheets
from ..links.content import Content, decode, options_in
from ..picture.graph_style import Theme
from ..picture.placing import Look
from ..services import services_of
from ..words.texts import translator
from .addresses import base_url, number_in
from .api import Language, problems_docs

__all__ = ["PROBLEMS", "Asked", "as_file", "asked", "sheets_of"]

PROBLEMS = problems_docs(
    _400="The code is damaged, or an option is not known.",
    _404="No program has this id.",
    _413="The program is too long.",
    _422="The program is wrong, or a limit is passed; the answer names it.",
    _503="It took too long, or others were before it for too long.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which program, which moment of it, and in which look."""

    content: Content
    step: int
    has_step: bool
    event: int
    look: Look
    lang: Literal["en", "zh"]
    theme: Theme | None
    base: str


async def asked(
    request: Request,
    code: Annotated[str | None, Query(description="The program itself, as in the page's address.")] = None,
    id: Annotated[str | None, Query(description="The id of a short link, in place of code and options.")] = None,
    step: Annotated[str, Query(description="How many steps are done; one too large is the last.")] = "",
    event: Annotated[str, Query(description="Events done of the next step.")] = "",
    card: Annotated[Literal["row", "stack"], Query(description="How a node's texts stand.")] = "stack",
    direction: Annotated[Literal["LR", "TB"], Query(description="Where the graph goes.")] = "LR",
    theme: Annotated[Literal["light", "dark"] | None, Query(description="Light unless it says dark.")] = None,
    lang: Language = "en",
) -> Asked:
    """What the address asks for. The engine's options are parameters too, as on the page.

    Raises (among others):
        DamagedLink: 400; UnknownLink: 404.
    """
    services = services_of(request)
    if id is not None:
        content = await services.links.get(id)
    else:
        source = NEURON if code is None else decode(code, services.settings.text_bytes)
        content = Content.of(source, options_in(request.query_params))
    return Asked(
        content,
        number_in({"step": step}, "step"),
        bool(step),
        number_in({"event": event}, "event"),
        Look(card=card, direction=direction),
        lang,
        theme,
        base_url(request),
    )


async def sheets_of(request: Request, about: Asked) -> Sheets:
    """The frames that are asked about, ready to be drawn. Raises ProgramError or NotDrawn."""
    services = services_of(request)
    trace: Trace = await services.tracer.trace(about.content)
    placement = await services.placer.place(trace, about.look)
    return Sheets(trace, placement, about.theme or "light", translator(about.lang))


def as_file(name: str) -> dict[str, str]:
    """Headers of a download. The name is ours: nothing that a person typed stands in a header."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-cache"}
