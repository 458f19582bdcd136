"""Whether this server lives, and whether it can serve."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request, Response

from ..services import services_of
from .api import problems_docs

__all__ = ["router"]

router = APIRouter(tags=["Health"])


@router.get("/livez", summary="Is the server alive?", response_description="It is.")
async def livez() -> Response:
    """Answers as long as the server handles requests at all."""
    return Response(b'{"status":"ok"}', media_type="application/json")


@router.get(
    "/readyz",
    summary="Can the server do its work?",
    response_description="Links can be kept and read. Without Graphviz it is degraded: pages show the table alone.",
    responses=problems_docs(_503="The database does not answer."),
)
async def readyz(request: Request) -> Response:
    """Asks the database and Graphviz, and says which of them is down."""
    services = services_of(request)
    database = await services.links.is_up()
    graphviz = await services.placer.backend() is not None
    status = "down" if not database else "ok" if graphviz else "degraded"
    said = {"status": status, "database": _word(database), "graphviz": _word(graphviz)}
    headers = {"cache-control": "no-store"}
    return Response(orjson.dumps(said), 200 if database else 503, headers, "application/json")


def _word(up: bool) -> str:
    return "ok" if up else "down"
