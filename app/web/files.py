"""The page's own files: browsers keep them but ask about each every time, which an ETag makes cheap."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from ..packing import Packed, accepts_gzip

__all__ = ["PageFiles"]

# What the machine's own table may lack or say otherwise.
for _ending, _type in {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}.items():
    mimetypes.add_type(_type, _ending)

_PACKED = {".js", ".css", ".svg"}


class PageFiles(StaticFiles):
    """A folder of files, texts among them compressed once for each version of a file."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._kept: dict[str, tuple[str, Packed]] = {}

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response: Response = FileResponse(full_path, status_code=status_code, stat_result=stat_result)
        headers = Headers(scope=scope)
        known = self.is_not_modified(response.headers, headers)
        etag = f"W/{response.headers['etag']}"  # weak: one for both forms
        response.headers["etag"] = etag
        response.headers["cache-control"] = "no-cache"
        if Path(full_path).suffix in _PACKED:
            response.headers["vary"] = "accept-encoding"
        if known:
            return NotModifiedResponse(response.headers)
        if Path(full_path).suffix in _PACKED and accepts_gzip(headers.get("accept-encoding", "")):
            return self._zipped(Path(full_path), etag, response)
        return response

    def _zipped(self, path: Path, etag: str, plain: Response) -> Response:
        version, packed = self._kept.get(str(path), ("", Packed(b"")))
        if version != etag:
            packed = Packed(path.read_bytes())
            self._kept[str(path)] = (etag, packed)
        kept = {name: value for name, value in plain.headers.items() if name != "content-length"}
        return Response(packed.zipped(), plain.status_code, {**kept, "content-encoding": "gzip"})
