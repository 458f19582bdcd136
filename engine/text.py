"""A message that can still be translated: an English template and the values that fill it."""

from __future__ import annotations

__all__ = ["Text"]


class Text:
    """A sentence as data, so that it can be shown in any language.

    ``template`` is English with ``{named}`` places and is the key in a message catalogue; ``str()`` fills it
    in as it stands. Values may be texts themselves.

    >>> str(Text("no value is called '{name}'", name="x3"))
    "no value is called 'x3'"
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(str(self))
