"""What stands around every request: headers that keep browsers careful, a limit on bodies, a last resort.

Pure ASGI: a middleware that builds Request and Response objects halves the rate of a cached page.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import traceback
from html import escape

import anyio
from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gradstep.engine.text import Text

from ..words.texts import Translator, translator
from .addresses import language_in
from .problems import Report, encode_report, is_for_programs

__all__ = ["BodyLimit", "HeadAsGet", "LastResort", "SecurityHeaders", "image_headers"]

_log = logging.getLogger("gradstep")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DEFAULT_HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # A self-contained link holds what a person typed: it goes to no other site.
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in DEFAULT_HEADERS.items()]

# Not a template: those may be what broke.
_LAST_PAGE = (
    '<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Gradstep</title>'
    '<h1>{title}</h1><p>{detail} <a href="/">{again}</a></p></html>'
)


def image_headers(style: str = "") -> dict[str, str]:
    """Headers for an SVG: its one style sheet applies, and nothing else in it ever would.

    Args:
        style: the text of the ``<style>`` element in it, if it has one.
    """
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    allowed = f" style-src 'sha256-{digest}';" if style else ""
    return {"content-security-policy": f"default-src 'none';{allowed} sandbox"}


class _ForRequests:
    """A middleware that takes part in HTTP requests alone: what else a server sends passes by."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.handle if scope["type"] == "http" else self.app)(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class SecurityHeaders(_ForRequests):
    """Adds the headers above to every response that doesn't bring its own."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                present = {name.lower() for name, _ in headers}
                headers += [header for header in _RAW_HEADERS if header[0] not in present]
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, send_with_headers)


class LastResort(_ForRequests):
    """Answers 500 to what nobody foresaw. The log says where it happened, not what was typed."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, note_start)
        except Exception as error:
            place = "".join(traceback.format_tb(error.__traceback__, limit=-6))
            _log.error("%s in %s %s\n%s", type(error).__name__, scope["method"], scope["path"][:80], place)
            if started:
                raise RuntimeError("a response broke off") from None
            kind, body = _last_words(scope)
            await _respond(send, 500, kind, body)


def _last_words(scope: Scope) -> tuple[str, bytes]:
    """The media type and the body that say no more than that something went wrong."""
    say = _translator(scope)
    title = say(Text("Something went wrong here"))
    detail = say(Text("The server could not answer this request."))
    if is_for_programs(scope["path"]):
        return "application/problem+json", encode_report(Report(500, title, detail))
    again = say(Text("Start again"))
    page = _LAST_PAGE.format(lang=say.language, title=escape(title), detail=escape(detail), again=escape(again))
    return "text/html; charset=utf-8", page.encode()


class HeadAsGet(_ForRequests):
    """Answers HEAD wherever GET is answered, with the same headers and no body."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_headers_only(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, send_headers_only)


class BodyLimit(_ForRequests):
    """Reads a request's body before anybody else does, and answers 413 as soon as it passes the limit."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        super().__init__(app)
        self._limit = limit

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        length = headers.get(b"content-length")
        if length is None and b"transfer-encoding" not in headers:
            await self.app(scope, receive, send)
            return
        if length is not None and _is_over(length, self._limit):
            found = Text("it has {size} bytes", size=length.decode("latin-1")[:20])
            await self._refuse(scope, receive, send, found)
            return
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client left
            body += message.get("body", b"")
            if len(body) > self._limit:
                found = Text("it has {size} bytes and counting", size=len(body))
                await self._refuse(scope, receive, send, found)
                return
            if not message.get("more_body", False):
                break
        await self.app(scope, _replay(bytes(body), receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, found: Text) -> None:
        say = _translator(scope)
        detail = Text("The request is too large: {found}, and the limit is {limit}.", found=found, limit=self._limit)
        report = Report(413, say(Text("Request too large")), say(detail))
        close = [(b"connection", b"close")]
        await _respond(send, 413, "application/problem+json", encode_report(report), close, more_body=True)
        # A connection that closes on unread bytes is reset, and the answer lost with it: read on for a while.
        unread = 16 * self._limit
        with anyio.move_on_after(2):
            while unread > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    break
                unread -= len(message.get("body", b""))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _translator(scope: Scope) -> Translator:
    return translator(language_in(QueryParams(scope.get("query_string", b""))))


def _is_over(length: bytes, limit: int) -> bool:
    return length.isdigit() and (len(length) > 15 or int(length) > limit)


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _respond(
    send: Send,
    status: int,
    kind: str,
    body: bytes,
    headers: list[tuple[bytes, bytes]] | None = None,
    *,
    more_body: bool = False,
) -> None:
    head = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *(headers or [])]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": more_body})
