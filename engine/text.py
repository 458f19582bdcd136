"""A message that can still be translated: an English template and the values that fill it."""

from __future__ import annotations

__all__ = ["Text"]


class Text:
    """A sentence as data, so that it can be shown in any language.

    ``template`` is English with ``{named}`` places and is the key in a message catalogue; ``str()`` fills it
    in as it stands. Values may be texts themselves. Where the sentence depends on a number, that is the value
    ``count``, and ``plural`` is the template for all counts but 1.

    >>> str(Text("no value is called '{name}'", name="x3"))
    "no value is called 'x3'"
    >>> str(Text("{count} Value", "{count} Values", count=2))
    '2 Values'
    """

    __slots__ = ("plural", "template", "values")

    def __init__(self, template: str, plural: str = "", /, **values: object) -> None:
        self.template = template
        self.plural = plural
        self.values = values

    def __str__(self) -> str:
        template = self.plural if self.plural and self.values["count"] != 1 else self.template
        return template.format(**self.values)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(str(self))
