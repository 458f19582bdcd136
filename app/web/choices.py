"""The engine's options as links: the page that one leads to."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Literal, get_args, get_origin, get_type_hints

from gradstep.engine.trace import Options

from .addresses import LONGEST_SHARED, View

__all__ = ["option_urls"]

_LAST_ORDER: int = next(each.metadata["maximum"] for each in fields(Options) if each.name == "order")


def option_urls(view: View, step: int, event: int) -> dict[str, str]:
    """The addresses of a moment with one option changed, by ``"schedule recursive"``.

    ``"order next"`` is another order; ``"all normal"`` has every option at its default. ``""`` stands for
    an address that would be too long, where the page's own is short.
    """
    now = view.content.options
    hints = get_type_hints(Options)
    found = {
        f"{name} {value}": replace(now, **{name: value})
        for name, hint in hints.items()
        if get_origin(hint) is Literal
        for value in get_args(hint)
    }
    found["order 0"] = replace(now, order=0)
    found["order next"] = replace(now, order=now.order + 1 if now.order < _LAST_ORDER else 1)
    found["all normal"] = Options()
    urls = {name: view.with_options(options).url(step, event) for name, options in found.items()}
    return {name: url if view.link is None or len(url) <= LONGEST_SHARED else "" for name, url in urls.items()}
