"""The API's own documentation: one page made from the OpenAPI document, with nothing from other sites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..packing import respond
from .addresses import language_in
from .views import fill

__all__ = ["Field", "Operation", "operations", "routes"]


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an operation, or a field of its body."""

    name: str
    place: str  # path, query or body
    type: str
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path."""

    anchor: str
    method: str
    path: str
    summary: str
    description: str
    fields: tuple[Field, ...]
    responses: tuple[tuple[str, str], ...]  # status, when


async def show_documentation(request: Request) -> Response:
    """The page at ``/docs``."""
    document: dict[str, Any] = request.app.openapi()
    html = fill(
        "docs.html",
        lang=language_in(request.query_params),
        description=document["info"].get("description", ""),
        operations=list(operations(document)),
    )
    return await respond(request, html, "text/html", 200, {"cache-control": "no-cache"})


routes = [Route("/docs", show_documentation, methods=["GET"])]


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """The operations of an OpenAPI document, in its order."""
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            yield Operation(
                anchor=about["operationId"],
                method=method.upper(),
                path=path,
                summary=about.get("summary", ""),
                description=about.get("description", ""),
                fields=(*_parameters(about), *_body(about)),
                responses=tuple((status, said["description"]) for status, said in about["responses"].items()),
            )


def _parameters(about: dict[str, Any]) -> Iterator[Field]:
    for parameter in about.get("parameters", []):
        schema = parameter["schema"]
        required = parameter.get("required", False)
        description = parameter.get("description", "")
        yield Field(parameter["name"], parameter["in"], _type(schema), required, description)


def _body(about: dict[str, Any]) -> Iterator[Field]:
    content = about.get("requestBody", {}).get("content", {})
    for kind in content.values():
        yield from _fields(kind["schema"], "")


def _fields(schema: dict[str, Any], prefix: str) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, part in schema.get("properties", {}).items():
        yield Field(prefix + name, "body", _type(part), name in required, part.get("description", ""))
        yield from _fields(part, f"{prefix}{name}.")


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words: ``row or stack``, ``integer, at least 0``."""
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " or ".join(str(value) for value in schema["enum"])
    words = str(schema.get("type", "any"))
    return f"{words}, at least {schema['minimum']}" if "minimum" in schema else words
