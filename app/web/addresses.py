"""The addresses of pages, written and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args
from urllib.parse import urlencode

from starlette.requests import Request

from gradstep.engine.trace import Options

from ..links.content import Content, encode
from ..picture.placing import Look
from ..words.texts import LANGUAGES

__all__ = [
    "LONGEST_SHARED",
    "View",
    "base_url",
    "language_in",
    "look_in",
    "number_in",
    "panel_in",
    "panel_urls",
    "sweep_in",
]

# Longer addresses are cut by some programs that people paste them into.
LONGEST_SHARED = 2_000
PAGE_LOOK = Look(card="stack", direction="LR")
_LONGEST_LABEL = 200

Panel = Literal["check", "predict"]


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows: a content, from where, and which moment of it in which look."""

    content: Content
    link: str | None = None  # the short id in its address
    has_code: bool = False  # whether the address holds the text itself; without either it is the neuron's
    step: int = 0
    event: int = 0
    look: Look = PAGE_LOOK
    panel: Panel | None = None  # what is open besides
    sweep: str = ""  # in the gradient check, the label or number of the Value that is swept
    lang: str = "en"
    base: str = "/"  # absolute, for what is shared

    def url(self, step: int, event: int = 0) -> str:
        """The page's own address at another moment, from the site's root."""
        path = f"/t/{self.link}" if self.link else "/"
        parameters = [] if self.link else self._content_parameters(self.has_code)
        query = urlencode(parameters + self._view_parameters(step, event))
        return f"{path}?{query}" if query else path

    def with_options(self, options: Options) -> View:
        """The same page of the engine run in another way; under an address of its own, where a short link has none."""
        content = replace(self.content, options=options)
        return replace(self, content=content, link=None, has_code=self.has_code or self.link is not None)

    def self_contained_url(self, step: int, event: int = 0) -> str | None:
        """An absolute address that holds the whole text itself; None if it is too long to hand out."""
        parameters = self._content_parameters(True) + self._view_parameters(step, event)
        url = f"{self.base}?{urlencode(parameters)}"
        return url if len(url) <= LONGEST_SHARED else None

    def _content_parameters(self, with_code: bool) -> list[tuple[str, str]]:
        code = [("code", encode(self.content.source))] if with_code else []
        return code + [(name, str(value)) for name, value in self.content.changed_options().items()]

    def _view_parameters(self, step: int, event: int) -> list[tuple[str, str]]:
        parameters = [("step", str(step))] if step or event else []
        if event:
            parameters.append(("event", str(event)))
        if self.look.card != PAGE_LOOK.card:
            parameters.append(("card", str(self.look.card)))
        if self.look.direction != PAGE_LOOK.direction:
            parameters.append(("direction", str(self.look.direction)))
        if self.panel:
            parameters.append(("panel", self.panel))
        if self.sweep:
            parameters.append(("sweep", self.sweep))
        if self.lang != LANGUAGES[0]:
            parameters.append(("lang", self.lang))
        return parameters


def base_url(request: Request) -> str:
    """The absolute address of the site as the client called it, with a slash at its end."""
    try:
        return str(request.base_url)
    except ValueError:  # a Host header that is no host
        return "/"


def number_in(query: Mapping[str, str], name: str) -> int:
    """A parameter as a number, 0 where it is missing or none; one out of reach is only very large."""
    text = query.get(name, "")
    return int(text[:18]) if text.isascii() and text.isdigit() else 0


def language_in(query: Mapping[str, str]) -> str:
    """The language that the address asks for, English where it is unknown."""
    lang = query.get("lang", "")
    return lang if lang in LANGUAGES else LANGUAGES[0]


def panel_in(query: Mapping[str, str]) -> Panel | None:
    """The panel that the address asks for, if there is such a one."""
    panel = query.get("panel", "")
    return next((known for known in get_args(Panel) if known == panel), None)


def panel_urls(view: View, step: int, event: int) -> dict[str, str]:
    """The page at a moment with each of the panels open."""
    return {panel: replace(view, panel=panel, sweep="").url(step, event) for panel in get_args(Panel)}


def sweep_in(query: Mapping[str, str]) -> str:
    """The label or number of the Value to sweep, "" if the address names none."""
    return query.get("sweep", "")[:_LONGEST_LABEL]


def look_in(query: Mapping[str, str]) -> Look:
    """The look that the address asks for; what is unknown in it has its default."""
    card, direction = query.get("card"), query.get("direction")
    return Look(
        card="row" if card == "row" else PAGE_LOOK.card,
        direction="TB" if direction == "TB" else PAGE_LOOK.direction,
    )
