"""A server inside the test's own process, asked without a network."""

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient, Response

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


async def link_of(client: AsyncClient, source: str) -> str:
    """The short id under which the server keeps a program from here on."""
    response = await client.post("/api/links", json={"source": source})
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def text_in_editor(page: Response) -> str:
    """The program as the page without scripts has it."""
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page.text, re.S)
    assert found
    return html.unescape(found[1])
