"""Logs without what people typed: a self-contained link holds a whole program in its query."""

from __future__ import annotations

import logging

__all__ = ["hide_queries"]


class _WithoutQuery(logging.Filter):
    """Cuts the query off the path in uvicorn's lines: client, method, path, HTTP version, status."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and len(record.args) == 5:
            client, method, path, version, status = record.args
            record.args = (client, method, str(path).partition("?")[0], version, status)
        return True


_filter = _WithoutQuery()


def hide_queries() -> None:
    """From now on uvicorn's access log has paths alone."""
    logging.getLogger("uvicorn.access").addFilter(_filter)  # a filter that is there already isn't added twice
