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

__all__ = [
    "BadBody",
    "Report",
    "encode_report",
    "entry",
    "is_for_programs",
    "problem_response",
    "report_of",
    "validation_faults",
]


class BadBody(GradstepError):
    """A request whose body can't be used. ``faults`` name the fields that are wrong."""

    def __init__(self, status: int, detail: Text, faults: Sequence[Text] = ()) -> None:
        super().__init__(str(detail))
        self.status = status
        self.detail = detail
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Report:
    """An error as it is told: HTTP status, a short title, a sentence, and one entry for each thing that is wrong."""

    status: int
    title: str
    detail: str
    errors: Sequence[dict[str, Any]] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


# The first part of every address that programs ask; images come on top.
_FOR_PROGRAMS = {"api", "static", "openapi.json", "livez", "readyz"}


def is_for_programs(path: str) -> bool:
    """Whether an error at this address is told as ``application/problem+json``, and not on a page for people."""
    return path.removeprefix("/").partition("/")[0] in _FOR_PROGRAMS or path.endswith(".svg")


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
            return Report(error.status, say(title), say(error.detail), _entries(error.faults, say))
        case RequestValidationError():
            faults = validation_faults(error)
            return Report(422, say(Text("Malformed request")), say(faults[0]), _entries(faults, say))
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


def validation_faults(error: ValidationError | RequestValidationError) -> list[Text]:
    """One text for each field that is wrong, by its path: ``options.order: Input should be 0``."""
    problems: Sequence[Any] = error.errors()
    faults = []
    for problem in problems[:20]:
        path = ".".join(str(part)[:40] for part in problem["loc"][:4])
        # Pydantic's own sentences stay English: it has hundreds, and they change with its version.
        what = _OWN_WORDS.get(problem["type"], problem["msg"])
        faults.append(Text("{field}: {problem}", field=path or "body", problem=what))
    return faults


# Pydantic's would name our classes, or say it in Python's words; the last is our own in any case.
_OWN_WORDS = {
    "model_type": Text("Input should be an object"),
    "extra_forbidden": Text("There is no field of this name"),
    "missing": Text("This field is required"),
    "string_or_integer": Text("Input should be a string or an integer"),
}


def _entries(faults: Sequence[Text], say: Translator) -> list[dict[str, Any]]:
    return [entry(say(fault)) for fault in faults]


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
