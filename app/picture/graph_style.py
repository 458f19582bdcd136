"""The style sheet of the picture, made ready for an image that stands alone."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal

__all__ = ["Theme", "graph_style"]

Theme = Literal["light", "dark"]

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_BLOCK = re.compile(r"([^{}]*)\{([^{}]*)\}")
_AT_RULE = re.compile(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_TOKEN = re.compile(r"(--graph-[\w-]+):([^;]+);")
_USE = re.compile(r"var\((--graph-[\w-]+)\)")
_FOR_SCREENS = re.compile(r"(?:transition|cursor)[\w-]*:[^;}]*;?")


@cache
def graph_style(theme: Theme = "light") -> str:
    """The text of the ``<style>`` element in a standalone SVG, the same in every one.

    It is ``static/css/graph.css`` in one theme, without custom properties, media queries and transitions, which
    SVG viewers outside browsers don't know.
    """
    sheet = _COMMENT.sub("", files("gradstep").joinpath("static/css/graph.css").read_text("utf-8"))
    rules = _BLOCK.findall(_AT_RULE.sub("", sheet))
    light = next(body for selector, body in rules if ":root" in selector and "dark" not in selector)
    dark = next(body for selector, body in rules if ":root" not in selector and "dark" in selector)
    chosen = light + dark if theme == "dark" else light  # the dark one leaves the fonts as they are
    tokens = {name: value.strip() for name, value in _TOKEN.findall(chosen)}
    return "".join(
        f"{_tight(selector)}{{{_tight(_USE.sub(lambda use: tokens[use[1]], _FOR_SCREENS.sub('', body)))}}}"
        for selector, body in rules
        if ":root" not in selector and "data-theme" not in selector
    )


def _tight(text: str) -> str:
    return re.sub(r"\s*([,;:>])\s*", r"\1", " ".join(text.split())).strip(" ;")
