"""The stepper in one file: a page that links styles, scripts and images becomes one that holds them."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from html import escape
from pathlib import Path

import orjson
from rcssmin import cssmin
from rjsmin import jsmin

from ..picture.graph_style import Theme

__all__ = ["stand_alone"]

_STATIC = Path(__file__).parents[2] / "static"
_SHEET = re.compile(r'<link rel="stylesheet" href="/static/(css/[\w-]+\.css)">')
_SCRIPT = re.compile(r'<script src="/static/(js/[\w-]+\.js)"></script>')
_MODULE = re.compile(r'<script type="module" src="/static/(js/[\w-]+\.js)"></script>')
_IMAGE = re.compile(r'(href|src)="/static/([\w-]+\.svg)"')
_LINK = re.compile(r' href="/[^"]*"')  # leads to the server; the scripts make buttons of those that step
_IMPORT = re.compile(r'\b(from|import)\s*"(\.{1,2}/[^"]+)"')  # not import(): what is fetched later is not needed here
_META = '<meta charset="utf-8">'


def stand_alone(page: str, theme: Theme | None) -> str:
    """The page as one file that opens without a server and fetches nothing, which its own policy forbids too.

    Args:
        page: HTML of our templates, whose links to ``/static/`` are replaced by what they lead to.
        theme: the one to begin with; None leaves it to the reader's system.
    """
    scripts: list[str] = []
    page = _SHEET.sub(lambda link: f"<style>{_style(link[1])}</style>", page)
    page = _SCRIPT.sub(lambda link: _inline(_script(link[1]), "", scripts), page)
    page = _MODULE.sub(lambda link: _modules(link[1], scripts), page)
    page = _IMAGE.sub(lambda link: f'{link[1]}="{_image(link[2])}"', page)
    page = _LINK.sub("", page)
    page = page.replace(_META, f"{_META}\n  {_policy(scripts)}", 1)
    return page.replace("<html ", f'<html data-theme="{theme}" ', 1) if theme else page


def _inline(script: str, attributes: str, scripts: list[str]) -> str:
    scripts.append(script)
    return f"<script{attributes}>{script}</script>"


def _modules(entry: str, scripts: list[str]) -> str:
    """The module and all that it imports: an import map of data: URLs, by names that any of them can resolve."""
    imports = {f"gradstep/{path}": f"data:text/javascript;base64,{_base64(text)}" for path, text in _graph(entry)}
    by_name = orjson.dumps({"imports": imports}).decode()
    first = _inline(by_name, ' type="importmap"', scripts)
    return first + _inline(f'import "gradstep/{entry}";', ' type="module"', scripts)


@cache
def _graph(entry: str) -> list[tuple[str, str]]:
    """Every module that ``entry`` needs, by its path under ``static/``, with its imports named as in the map."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path not in found:
            text = _script(path)
            waiting += [_resolved(path, said) for _, said in _IMPORT.findall(text)]
            found[path] = _renamed(path, text)
    return sorted(found.items())


def _renamed(path: str, text: str) -> str:
    return _IMPORT.sub(lambda said: f'{said[1]}"gradstep/{_resolved(path, said[2])}"', text)


def _resolved(path: str, said: str) -> str:
    """The path under ``static/`` that a module means by ``./x.js`` or ``../x.js``."""
    return (_STATIC / path).parent.joinpath(said).resolve().relative_to(_STATIC.resolve()).as_posix()


def _policy(scripts: list[str]) -> str:
    """What the file may do: run its own scripts, and reach for nothing."""
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    policy = f"default-src 'none'; script-src {hashes} data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _style(path: str) -> str:
    return str(cssmin((_STATIC / path).read_text("utf-8")))


@cache
def _script(path: str) -> str:
    return str(jsmin((_STATIC / path).read_text("utf-8")))


@cache
def _image(path: str) -> str:
    return f"data:image/svg+xml;base64,{_base64((_STATIC / path).read_text('utf-8'))}"


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
