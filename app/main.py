"""The web server: ``create_app`` puts it together, and does nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from gradstep.engine.errors import GradstepError

from .services import open_services
from .settings import Settings, SettingsError, read_settings
from .web import api, compare, documentation, examples, gradchecks, health, pages, pictures
from .web.addresses import language_in
from .web.files import PageFiles
from .web.logs import hide_queries
from .web.problems import is_for_programs, problem_response, report_of
from .web.security import BodyLimit, HeadAsGet, LastResort, SecurityHeaders

__all__ = ["create_app"]

_STATIC = Path(__file__).parent.parent / "static"
_DESCRIPTION = "Reverse-mode automatic differentiation, one step at a time: what the page does, for programs."


class _Application(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        # Outside of everything, so that no response of FastAPI's own goes without.
        return SecurityHeaders(super().build_middleware_stack())


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server, as an ASGI application; its database and workers open with its lifespan.

    Args:
        settings: read from the environment where they are left out; a wrong one ends the process with a message.
    """
    chosen = _settings() if settings is None else settings

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hide_queries()
        async with open_services(chosen) as services:
            app.state.services = services
            yield

    app = _Application(
        title="Gradstep",
        description=_DESCRIPTION,
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.add_middleware(BodyLimit, limit=chosen.body_bytes)
    app.add_middleware(HeadAsGet)
    app.add_middleware(LastResort)
    for kind in (GradstepError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _answer_error)
    for module in (pages, compare, documentation, examples):
        app.router.routes.extend(module.routes)
    for part in (api, gradchecks, pictures, health):
        app.include_router(part.router)
    app.mount("/static", PageFiles(_STATIC))
    return app


def _settings() -> Settings:
    """The settings in the environment; wrong ones end the process with a message."""
    try:
        return read_settings()
    except SettingsError as error:
        raise SystemExit(f"Gradstep can't start with these settings:\n{error}") from None


async def _answer_error(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException) and error.status_code == 405:
        headers = dict(error.headers or {})
        methods = {method.strip() for method in headers.get("Allow", "").split(",")} - {""}
        allow = ", ".join(sorted(methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())))
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": allow})
        error = HTTPException(405, headers={"allow": allow})
    if is_for_programs(request.scope["path"]):
        return problem_response(report_of(error, language_in(request.query_params)))
    return await pages.failure_page(request, error)
