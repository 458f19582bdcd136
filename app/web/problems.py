"""Every error as one shape: a report, and its form as ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import orjson
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from gradstep.engine.errors import GradstepError, ProgramError, TextTooLong, TooManyEvents
from gradstep.engine.text import Text

from ..links.content import DamagedLink
from ..links.store import LinksUnavailable, UnknownLink
from ..picture.placing import NotDrawn
from ..trace_json import problem_json
from ..words.texts import Translator, translator

__all__ = ["BadBody", "Report", "encode_report", "entry", "problem_response", "report_of", "validation_entries"]


class BadBody(GradstepError):
    """A request whose body can't be used. ``entries`` name the fields that are wrong."""

    def __init__(self, status: int, detail: Text, entries: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(str(detail))
        self.status = status
        self.detail = detail
        self.entries = tuple(entries)


@dataclass(frozen=True, slots=True)
class Report:
    """An error as it is told: HTTP status, a short title, a sentence, and one entry for each thing that is wrong."""

    status: int
    title: str
    detail: str
    errors: Sequence[dict[str, Any]] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


def entry(message: str, hint: str = "") -> dict[str, Any]:
    """An entry of ``errors`` that has no place in a program."""
    places: dict[str, Any] = dict.fromkeys(("line", "column", "end_line", "end_column"))
    return {"message": message, "hint": hint, **places, "fixes": []}


def report_of(error: Exception, lang: str = "en") -> Report:
    """The report for anything that our own code, Starlette or FastAPI raises on purpose; anything else is raised."""
    say = translator(lang)
    match error:
        case ProgramError():
            return _program_report(error, say)
        case NotDrawn():
            reason = say(error.reason)
            return Report(error.status, say(Text("The graph is not drawn")), reason, [entry(reason)])
        case DamagedLink():
            detail = Text("This link is damaged: {reason}. Ask for it again.", reason=error.reason)
            return Report(400, say(Text("This link is damaged")), say(detail))
        case UnknownLink():
            detail = Text("This link is damaged, or was never made: no program is kept under it.")
            return Report(404, say(Text("Unknown link")), say(detail))
        case LinksUnavailable():
            detail = Text("Short links can't be read or made just now. Links that hold the whole text work.")
            return Report(503, say(Text("Short links are not available")), say(detail), headers={"retry-after": "5"})
        case BadBody():
            title = Text("Unsupported media type") if error.status == 415 else Text("Malformed request")
            return Report(error.status, say(title), say(error.detail), error.entries)
        case RequestValidationError():
            entries = validation_entries(error)
            return Report(422, say(Text("Malformed request")), entries[0]["message"] if entries else "", entries)
        case HTTPException():
            phrase = HTTPStatus(error.status_code).phrase
            detail = Text("There is nothing at this address.") if error.status_code == 404 else Text(phrase)
            return Report(error.status_code, say(Text(phrase)), say(detail), headers=error.headers or {})
    raise error


def _program_report(error: ProgramError, say: Translator) -> Report:
    errors = [problem_json(problem, say) for problem in error.problems]
    detail = str(errors[0]["message"]) if errors else ""
    match error:
        case TextTooLong():
            return Report(413, say(Text("The program is too long")), detail, errors)
        case TooManyEvents():
            return Report(422, say(Text("The program does too much")), detail, errors)
    return Report(422, say(Text("The program can't be traced")), detail, errors)


def validation_entries(error: ValidationError | RequestValidationError) -> list[dict[str, Any]]:
    """One entry for each field that is wrong, by its path: ``options.order: Input should be 0``."""
    problems: Sequence[Any] = error.errors()
    entries = []
    for problem in problems[:20]:
        path = ".".join(str(part)[:40] for part in problem["loc"][:4])
        message = _OWN_WORDS.get(problem["type"], str(problem["msg"]).removeprefix("Value error, "))
        entries.append(entry(f"{path}: {message}" if path else message))
    return entries


# Pydantic's would name our classes, or say it in Python's words.
_OWN_WORDS = {
    "model_type": "Input should be an object",
    "extra_forbidden": "There is no field of this name",
    "missing": "This field is required",
}


def encode_report(report: Report) -> bytes:
    """The body of an ``application/problem+json`` response."""
    data = {
        "title": report.title,
        "status": report.status,
        "detail": report.detail,
        "errors": list(report.errors),
    }
    try:
        return orjson.dumps(data)
    except TypeError:  # a message quotes a lone surrogate, which UTF-8 can't hold
        return orjson.dumps(_encodable(data))


def _encodable(data: Any) -> Any:
    if isinstance(data, str):
        return data.encode("utf-8", "replace").decode()
    if isinstance(data, list):
        return [_encodable(item) for item in data]
    if isinstance(data, dict):
        return {_encodable(key): _encodable(value) for key, value in data.items()}
    return data


def problem_response(report: Report) -> Response:
    """The report as a response."""
    return Response(encode_report(report), report.status, report.headers, "application/problem+json")
