"""The routes that programs call: traces and links."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from ..links.content import Content
from ..options import options_of
from ..packing import respond
from ..services import services_of
from ..words.texts import LANGUAGES
from .addresses import base_url
from .bodies import body_docs, body_of
from .schemas import LinkRequest, TraceRequest

__all__ = ["BODY_PROBLEMS", "Language", "LinkId", "problems_docs", "router"]

# mypy wants the languages written out; FastAPI takes them from where they are.
Language = Annotated[Literal[LANGUAGES], Query(description="The language of all texts.")]  # type: ignore[valid-type]

LinkId = Annotated[str, Path(description="The id of a short link.")]


def problems_docs(**problems: str) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI document says about errors: ``_422="the program is wrong"``."""
    content = {"application/problem+json": {"schema": {"type": "object"}}}
    return {int(name[1:]): {"description": text, "content": content} for name, text in problems.items()}


BODY_PROBLEMS = problems_docs(
    _400="The body is not JSON.",
    _413="The body, or the program, is too large.",
    _415="The body is not declared as JSON.",
    _422="The program is wrong (every problem with its place and a hint), or a field is.",
)
_LINK_PROBLEMS = problems_docs(_404="No program has this id.", _503="Links can't be read just now.")

router = APIRouter(tags=["Traces and links"])


@router.post(
    "/api/trace",
    summary="Trace a program",
    response_description="The trace: nodes, steps and events.",
    responses=BODY_PROBLEMS,
    openapi_extra=body_docs(TraceRequest),
)
async def make_trace(
    request: Request, body: Annotated[TraceRequest, Depends(body_of(TraceRequest))], lang: Language = "en"
) -> Response:
    """Runs the program and gives everything that happened. Nothing is stored."""
    content = Content.of(body.source, options_of(body.options))
    return await respond(request, await services_of(request).tracer.encode(content, lang), "application/json")


@router.post(
    "/api/links",
    status_code=201,
    summary="Make a short link",
    response_description="The id, and the address of the page.",
    responses={**BODY_PROBLEMS, **problems_docs(_503="Links can't be kept just now.")},
    openapi_extra=body_docs(LinkRequest),
)
async def make_link(request: Request, body: Annotated[LinkRequest, Depends(body_of(LinkRequest))]) -> Response:
    """Keeps a program under a short id. The same program and options always have the same id."""
    services = services_of(request)
    content = Content.of(body.source, options_of(body.options))
    await services.tracer.trace(content)
    link = await services.links.add(content)
    url = f"{base_url(request)}t/{link}"
    return _json(orjson.dumps({"id": link, "url": url}), 201, {"location": url})


@router.get(
    "/api/links/{link}",
    summary="Read a link's program",
    response_description="The program and its options.",
    responses=_LINK_PROBLEMS,
)
async def read_link(request: Request, link: LinkId) -> Response:
    """Gives the program that is kept under an id."""
    content = await services_of(request).links.get(link)
    return _json(orjson.dumps({"id": link, "source": content.source, "options": content.options}))


@router.get(
    "/api/links/{link}/trace",
    summary="Trace a link's program",
    response_description="The trace: nodes, steps and events.",
    responses=_LINK_PROBLEMS,
)
async def read_link_trace(request: Request, link: LinkId, lang: Language = "en") -> Response:
    """Runs the program that is kept under an id."""
    services = services_of(request)
    return await respond(
        request, await services.tracer.encode(await services.links.get(link), lang), "application/json"
    )


def _json(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, headers, "application/json")
