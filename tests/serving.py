"""A server inside the test's own process, asked without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient

from gradstep.app.main import create_app
from gradstep.app.settings import Settings

BASE = "http://gradstep.test"


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[AsyncClient]:
    """A client of a server with an empty database in ``folder``, which runs as long as the context."""
    settings.setdefault("database_url", f"sqlite:///{folder / 'links.db'}")
    app = create_app(Settings(**settings))
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url=BASE) as client,
    ):
        yield client
