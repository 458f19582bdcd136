"""The page's own files: browsers keep them but ask about each every time, which an ETag makes cheap."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread
from rcssmin import cssmin
from rjsmin import jsmin
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from ..packing import Packed, accepts_gzip

__all__ = ["PageFiles"]

# What the machine's own table may lack or say otherwise.
for _ending, _type in {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}.items():
    mimetypes.add_type(_type, _ending)

_SLIMMED: dict[str, Callable[[str], str]] = {".js": jsmin, ".css": cssmin, ".svg": str}


class PageFiles(StaticFiles):
    """A folder of files; texts go out without comments and compressed, made once for each version of a file.

    Who takes no compression gets a file as it is.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._kept: dict[Path, tuple[str, bytes]] = {}  # ETag and gzip

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        accepted = accepts_gzip(Headers(scope=scope).get("accept-encoding", ""))
        if accepted and isinstance(response, FileResponse) and Path(response.path).suffix in _SLIMMED:
            return await self._zipped(response)
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = FileResponse(full_path, status_code=status_code, stat_result=stat_result)
        known = self.is_not_modified(response.headers, Headers(scope=scope))
        response.headers["etag"] = f"W/{response.headers['etag']}"  # weak: one for both forms
        response.headers["cache-control"] = "no-cache"
        if Path(full_path).suffix in _SLIMMED:
            response.headers["vary"] = "accept-encoding"
        return NotModifiedResponse(response.headers) if known else response

    async def _zipped(self, plain: FileResponse) -> Response:
        path, etag = Path(plain.path), plain.headers["etag"]
        version, body = self._kept.get(path, ("", b""))
        if version != etag:
            body = await anyio.to_thread.run_sync(_slim, path)
            self._kept[path] = (etag, body)
        kept = {name: value for name, value in plain.headers.items() if name != "content-length"}
        return Response(body, plain.status_code, {**kept, "content-encoding": "gzip"})


def _slim(path: Path) -> bytes:
    text = path.read_text("utf-8")
    if "vendor" not in path.parts:  # vendored files came minified, with the notices that they must keep
        text = _SLIMMED[path.suffix](text)
    return Packed(text.encode()).zipped()
