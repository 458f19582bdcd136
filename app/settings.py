"""Everything that can be set from outside, read once from the environment into one frozen object."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from gradstep.engine.language import Limits
from gradstep.engine.recorder import MAX_EVENTS

from .picture.layout import MAX_NODES
from .picture.placing import MAX_SECONDS, WORKERS

__all__ = ["Settings", "SettingsError", "read_settings"]

_LIMITS = Limits()

Count = Annotated[int, Field(ge=1, le=2**31 - 1)]


class SettingsError(ValueError):
    """A setting has a value that can't be used. The message has one line for each, named as in the environment."""


class Settings(BaseSettings):
    """The settings of one server. Each is read from ``GRADSTEP_`` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="GRADSTEP_", frozen=True, extra="ignore")

    database_url: str = Field(
        default="sqlite:///gradstep.db", description="Where short links are kept: SQLite or PostgreSQL."
    )
    text_bytes: Count = Field(default=_LIMITS.text_bytes, description="Longest program, in bytes of UTF-8.")
    depth: Count = Field(
        default=_LIMITS.depth, description="Deepest nesting of brackets, signs and powers in a program."
    )
    events: Count = Field(default=MAX_EVENTS, description="Most events in one trace.")
    drawn_values: Count = Field(
        default=MAX_NODES, description="Most Values in one drawing; a larger trace is a table only."
    )
    layout_seconds: float = Field(
        default=MAX_SECONDS, gt=0, le=600, description="Longest time for one layout, in seconds."
    )
    layout_workers: Count = Field(default=WORKERS, le=64, description="Processes that lay out graphs.")
    trace_threads: Count = Field(default=2, le=64, description="Programs traced, and pages rendered, at the same time.")
    body_bytes: Count = Field(
        default=128 * 1024, description="Largest request body, in bytes; JSON takes up to 6 for one."
    )
    cached_events: int = Field(default=60_000, ge=0, description="Events of recent traces kept, 0.3 KB each.")
    cached_bytes: int = Field(
        default=16 * 1024 * 1024, ge=0, description="Bytes of recent pages, traces and frames kept."
    )

    @field_validator("database_url")
    @classmethod
    def _names_a_store(cls, value: str) -> str:
        try:
            url = make_url(value)
        except (ArgumentError, ValueError):
            raise ValueError("not a database URL, such as sqlite:///gradstep.db") from None
        kind = url.get_backend_name()
        if kind not in ("sqlite", "postgresql"):
            raise ValueError("must begin with sqlite:/// or postgresql")
        try:
            dialect = url.get_dialect()
            dialect.import_dbapi()
        except (ImportError, NoSuchModuleError):
            raise ValueError(f"the driver of {url.drivername} is not installed here") from None
        if dialect.is_async:
            raise ValueError(f"{url.drivername} is an asynchronous driver; take another, such as postgresql+psycopg")
        if kind == "sqlite" and url.database in (None, "", ":memory:"):
            raise ValueError("must name a file, as in sqlite:///gradstep.db: links are kept")
        return value


def read_settings() -> Settings:
    """The settings that the environment gives.

    Raises:
        SettingsError: naming every setting that is wrong, but not its value: a URL may hold a password.
    """
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"GRADSTEP_{str(problem['loc'][0]).upper()}: {problem['msg'].removeprefix('Value error, ')}"
            for problem in error.errors(include_url=False, include_input=False)
        ]
        raise SettingsError("\n".join(lines)) from None
