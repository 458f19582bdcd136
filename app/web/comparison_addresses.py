"""The addresses of comparisons, ``/compare?a=…&b=…&step=k``: read, written, and offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal
from urllib.parse import urlencode

from gradstep.engine.text import Text
from gradstep.engine.trace import Options

from ..examples import NEURON
from ..links.content import Content, decode, encode, options_in
from ..links.store import LinkStore
from ..picture.placing import Look
from ..words.texts import LANGUAGES
from .addresses import PAGE_LOOK, View

__all__ = ["Comparison", "Side", "compare_url", "is_typed", "offers", "sides_in"]

_OPTIONS = {field.name for field in fields(Options)}
_OFFERS = (
    (Text("Packed and spelt out"), {"granularity": "packed"}, {"granularity": "composed"}),
    (Text("+= and ="), {"accumulate": "+="}, {"accumulate": "="}),
    (Text("Sorted and not sorted"), {"schedule": "topo"}, {"schedule": "recursive"}),
    (Text("Nodes appended after / before their operands"), {"schedule": "topo"}, {"schedule": "preorder"}),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a content, and what the address says of it."""

    content: Content
    link: str | None = None
    is_given: bool = True

    def parameters(self, name: Literal["a", "b"]) -> list[tuple[str, str]]:
        """The parameters that name it."""
        if self.link is not None:
            return [(name, self.link)]
        if not self.is_given:
            return []
        return [(f"{name}.code", encode(self.content.source)), *self.options(name)]

    def options(self, name: Literal["a", "b"]) -> list[tuple[str, str]]:
        """The parameters that say how it runs."""
        return [(f"{name}.{option}", str(value)) for option, value in self.content.changed_options().items()]

    def open_url(self, lang: str) -> str:
        """The address of the stepper for this side alone."""
        language = [("lang", lang)] if lang != LANGUAGES[0] else []
        if self.link is not None:
            query = urlencode(language)
            return f"/t/{self.link}?{query}" if query else f"/t/{self.link}"
        options = ((option, str(value)) for option, value in self.content.changed_options().items())
        return f"/?{urlencode([('code', encode(self.content.source)), *options, *language])}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a compare page shows: two sides, and which joint step of them."""

    a: Side
    b: Side
    step: int = 0
    look: Look = PAGE_LOOK
    lang: str = "en"

    def url(self, step: int = 0) -> str:
        """The page's own address at another joint step, from the site's root."""
        parameters = self.a.parameters("a") + self.b.parameters("b")
        if step:
            parameters.append(("step", str(step)))
        query = urlencode(parameters + self._page_parameters())
        return f"/compare?{query}" if query else "/compare"

    def fields(self, name: Literal["a", "b"]) -> list[tuple[str, str]]:
        """What a form must hold besides the text of a side, ``{name}.source``: the other side, and the rest."""
        if name == "a":
            return self.a.options("a") + replace(self.b, is_given=True).parameters("b") + self._page_parameters()
        return replace(self.a, is_given=True).parameters("a") + self.b.options("b") + self._page_parameters()

    def _page_parameters(self) -> list[tuple[str, str]]:
        parameters = []
        if self.look.card != PAGE_LOOK.card:
            parameters.append(("card", str(self.look.card)))
        if self.look.direction != PAGE_LOOK.direction:
            parameters.append(("direction", str(self.look.direction)))
        if self.lang != LANGUAGES[0]:
            parameters.append(("lang", self.lang))
        return parameters


def offers(comparison: Comparison) -> list[tuple[Text, str]]:
    """What else the program of the first side can be compared with itself by, each with its address."""
    content = comparison.a.content
    return [
        (
            name,
            replace(
                comparison,
                a=Side(replace(content, options=replace(content.options, **one))),  # type: ignore[arg-type]
                b=Side(replace(content, options=replace(content.options, **other))),  # type: ignore[arg-type]
            ).url(),
        )
        for name, one, other in _OFFERS
    ]


def compare_url(view: View) -> str:
    """The address that compares a page's program with itself, run in another way."""
    is_given = view.has_code or view.content.options != Options()
    side = Side(view.content, view.link, is_given)
    return Comparison(side, _beside(side), lang=view.lang).url()


def is_typed(query: Mapping[str, str]) -> bool:
    """Whether a side comes as plain text, from a form: it has a shorter address."""
    return "a.source" in query or "b.source" in query


async def sides_in(query: Mapping[str, str], links: LinkStore, limit: int) -> tuple[Side, Side]:
    """The sides that an address names. One that it leaves out is the other's program, run in the usual way, or spelt
    out where the other is; without either it is the neuron, packed and spelt out.

    Raises:
        DamagedLink, UnknownLink, LinksUnavailable: if a side can't be read.
    """
    a = await _side_in(query, "a", links, limit)
    b = await _side_in(query, "b", links, limit)
    if a is None:
        a = _beside(b) if b else Side(Content.of(NEURON), is_given=False)
    return a, b or _beside(a)


def _beside(side: Side) -> Side:
    usual = side.content.options == Options()
    options = Options(granularity="composed") if usual else Options()
    return Side(replace(side.content, options=options), is_given=False)


async def _side_in(query: Mapping[str, str], name: str, links: LinkStore, limit: int) -> Side | None:
    prefix = f"{name}."
    own = {key.removeprefix(prefix): value for key, value in query.items() if key.startswith(prefix)}
    if name in query:
        return _run_otherwise(Side(await links.get(query[name]), link=query[name]), own)
    if not own.keys() & {"source", "code", *_OPTIONS}:
        return None
    source = own["source"] if "source" in own else decode(own["code"], limit) if "code" in own else NEURON
    return Side(Content.of(source, options_in(own)))


def _run_otherwise(side: Side, own: Mapping[str, str]) -> Side:
    """The side of a short link with the options that stand beside it; under its text, where those change it."""
    given = options_in(own)
    beside = {option: getattr(given, option) for option in own.keys() & _OPTIONS}
    options = replace(side.content.options, **beside)
    return side if options == side.content.options else Side(replace(side.content, options=options))
