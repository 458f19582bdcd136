"""The style sheet of the picture, made ready for an image that stands alone."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["graph_style"]

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_BLOCK = re.compile(r"([^{}]*)\{([^{}]*)\}")
_AT_RULE = re.compile(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_TOKEN = re.compile(r"(--graph-[\w-]+):([^;]+);")
_USE = re.compile(r"var\((--graph-[\w-]+)\)")
_FOR_SCREENS = re.compile(r"(?:transition|cursor)[\w-]*:[^;}]*;?")


@cache
def graph_style() -> str:
    """The text of the ``<style>`` element in a standalone SVG, the same in every one.

    It is ``static/css/graph.css`` in its light theme, without custom properties, media queries and transitions, which
    SVG viewers outside browsers don't know.
    """
    sheet = _COMMENT.sub("", files("gradstep").joinpath("static/css/graph.css").read_text("utf-8"))
    rules = _BLOCK.findall(_AT_RULE.sub("", sheet))
    light = next(body for selector, body in rules if ":root" in selector and "dark" not in selector)
    tokens = {name: value.strip() for name, value in _TOKEN.findall(light)}
    return "".join(
        f"{_tight(selector)}{{{_tight(_USE.sub(lambda use: tokens[use[1]], _FOR_SCREENS.sub('', body)))}}}"
        for selector, body in rules
        if ":root" not in selector and "data-theme" not in selector
    )


def _tight(text: str) -> str:
    return re.sub(r"\s*([,;:>])\s*", r"\1", " ".join(text.split())).strip(" ;")
