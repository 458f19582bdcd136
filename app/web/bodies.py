"""Request bodies: JSON, read strictly."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from gradstep.engine.text import Text

from .problems import BadBody, validation_faults
from .schemas import inline_schema

__all__ = ["body_docs", "body_of"]

M = TypeVar("M", bound=BaseModel)


def body_of(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """A dependency that gives the request's body as ``model``.

    Raises (when called):
        BadBody: 415 for another content type, 400 for what isn't JSON, 422 for JSON of another shape.
    """

    async def read(request: Request) -> M:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise BadBody(415, Text("The body must be JSON, with the header Content-Type: application/json."))
        data = _parse(await request.body())
        try:
            return model.model_validate(data)
        except ValidationError as error:
            faults = validation_faults(error)
            raise BadBody(422, faults[0], faults) from None

    return read


def body_docs(model: type[BaseModel]) -> dict[str, Any]:
    """What the OpenAPI document says about such a body."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": inline_schema(model)}}}}


def _parse(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        if "surrogate" in error.msg:
            return _parse_surrogates(body)
        text = Text("The body is not JSON: {what} (character {place}).", what=error.msg, place=error.pos + 1)
        raise BadBody(400, text) from None


def _parse_surrogates(body: bytes) -> Any:
    """JSON with an escaped half of a character in it (\\ud800): the program's own checks say where that stands."""
    try:
        return json.loads(body.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadBody(400, Text("The body is not JSON in UTF-8.")) from None


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
