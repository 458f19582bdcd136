"""Short links: contents kept in a database under an id made from a hash of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from sqlalchemy import Column, DateTime, Engine, Integer, MetaData, String, Table, Text, create_engine, event, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.schema import CreateTable

from gradstep.engine.errors import GradstepError

from ..cache import Cache
from .content import Content

__all__ = ["ID_LENGTH", "LinkStore", "LinksUnavailable", "UnknownLink"]

T = TypeVar("T")

ID_LENGTH = 10  # 50 bits; a collision makes the later id longer
FORMAT = 1
_ID = re.compile(rf"[a-z2-7]{{{ID_LENGTH},52}}")
_CONNECTIONS = 8
_CACHED_CHARACTERS = 2_000_000

_links = Table(
    "links",
    MetaData(),
    Column("id", String(52), primary_key=True),
    Column("format", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
)


class UnknownLink(GradstepError):
    """No content has this id."""


class LinksUnavailable(GradstepError):
    """The database doesn't answer, or what it holds under the id can't be read."""


class LinkStore:
    """The contents that somebody asked a short link for. An id that was handed out stays valid for ever.

    The database may come later than the server, go and come back: each call tries anew.
    """

    def __init__(self, database_url: str) -> None:
        self._engine = _open(database_url)
        self._has_table = False
        self._limiter = CapacityLimiter(_CONNECTIONS)
        # Under an id stands the same content for ever.
        self._known = Cache[str, Content](_CACHED_CHARACTERS, weigh=lambda content: len(content.source) + 200)

    async def add(self, content: Content) -> str:
        """The id of the content, kept durably when this returns. The same content has the same id.

        Raises:
            LinksUnavailable: if it can't be kept.
        """
        link = await self._call(self._add, content)
        self._known.put(link, content)
        return link

    async def get(self, link: str) -> Content:
        """The content under an id.

        Raises:
            UnknownLink: if there is none, or the text can't be an id.
            LinksUnavailable: if it can't be read.
        """
        if not _ID.fullmatch(link):
            raise UnknownLink
        content = self._known.get(link)
        if content is None:
            content = await self._call(self._get, link)
            self._known.put(link, content)
        return content

    async def is_up(self) -> bool:
        """Whether the database answers."""
        try:
            await self._call(self._find, "")
        except LinksUnavailable:
            return False
        return True

    async def close(self) -> None:
        """Let go of all connections."""
        await anyio.to_thread.run_sync(self._engine.dispose)

    async def _call(self, work: Callable[..., T], *arguments: Any) -> T:
        # In a thread: the event loop serves others while the disk is written.
        try:
            return await anyio.to_thread.run_sync(partial(work, *arguments), limiter=self._limiter)
        except SQLAlchemyError as error:
            raise LinksUnavailable(type(error).__name__) from None

    def _add(self, content: Content) -> str:
        digest, text = content.digest(), content.canonical()
        length = ID_LENGTH
        while length <= len(digest):
            link = digest[:length]
            row = self._find(link)
            if row is None:
                try:
                    self._insert(link, text)
                    return link
                except IntegrityError:
                    continue  # somebody was faster: look what they put there
            if row == (FORMAT, text):
                return link
            length += 1
        raise LinksUnavailable("two contents have the same SHA-256")

    def _insert(self, link: str, text: str) -> None:
        row = {"id": link, "format": FORMAT, "content": text, "created_at": datetime.now(UTC)}
        with self._engine.begin() as connection:
            connection.execute(_links.insert().values(**row))

    def _get(self, link: str) -> Content:
        row = self._find(link)
        if row is None:
            raise UnknownLink
        kind, text = row
        try:
            if kind != FORMAT:
                raise ValueError("a format of a later version")
            return Content.from_canonical(text)
        except ValueError:
            raise LinksUnavailable("the record can't be read") from None

    def _find(self, link: str) -> tuple[int, str] | None:
        self._make_table()
        with self._engine.connect() as connection:
            row = connection.execute(select(_links.c.format, _links.c.content).where(_links.c.id == link)).first()
        return None if row is None else (row.format, row.content)

    def _make_table(self) -> None:
        if self._has_table:
            return
        for attempt in (1, 2):
            try:
                with self._engine.begin() as connection:
                    connection.execute(CreateTable(_links, if_not_exists=True))
                break
            except DBAPIError:
                # PostgreSQL: two servers that make it at the same time get in each other's way once.
                if attempt == 2:
                    raise
        self._has_table = True


def _open(database_url: str) -> Engine:
    # Parameters hold what people typed: they stay out of messages. The ping notices that PostgreSQL was restarted.
    engine = create_engine(database_url, hide_parameters=True, pool_pre_ping=True, pool_size=_CONNECTIONS)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _record: object) -> None:
    """SQLite as a store that several processes share, and that has what it acknowledged after a power cut."""
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA busy_timeout = 5000")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA journal_mode = WAL")
    finally:
        cursor.close()
