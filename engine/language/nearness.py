"""Which known name was meant by an unknown one: a slip of the finger, or a letter that only looks the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .vocabulary import FUNCTIONS, TRANSLATED

__all__ = ["NearNames", "lookalike", "nearest_function"]

_LONGEST = 40  # longer names aren't compared: the work grows with the square of the length
_LATIN = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХԚԜаԁеһіјӏорԛгѕсухԝѵոսցզօհաαβγηικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳоⅼ",
        "ABESIJKMHOPCTYXQWadehijlopqrscyxwvnugqohwaBynikvoptuxwABEZHIKMNOPTYXcjol",
        strict=True,
    )
)


def lookalike(name: str) -> str:
    """``name`` with every Cyrillic, Greek or Armenian letter that looks like a Latin one written in Latin."""
    return "".join(_LATIN.get(character, character) for character in name)


class NearNames:
    """Known names, kept so that a near one is found without comparing with each."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_form: dict[str, str] = {}
        self._by_look: dict[str, str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Make ``name`` one that can be meant."""
        self._by_look.setdefault(lookalike(name), name)
        for form in _forms(name):
            self._by_form.setdefault(form, name)

    def looking_like(self, name: str) -> str | None:
        """The known name that looks the same as ``name`` but is written with other letters."""
        found = self._by_look.get(lookalike(name))
        return found if found != name else None

    def near(self, name: str) -> str | None:
        """The known name that is ``name`` but for capitals, or for one letter left out of either or both."""
        return next((found for form in _forms(name) if (found := self._by_form.get(form)) not in (None, name)), None)


def _forms(name: str) -> Iterator[str]:
    """What two names must share to be near: first the letters without case, then all but one of them."""
    small = name.casefold()
    yield small
    if 2 < len(small) <= _LONGEST or (len(small) == 2 and small[1].isdigit()):
        for at in range(len(small) - 1, -1, -1):
            if len(small) > 2 or at == 1:
                yield small[:at] + "\0" + small[at + 1 :] if len(small) == 2 else small[:at] + small[at + 1 :]


_FUNCTIONS = NearNames(FUNCTIONS)


def nearest_function(name: str) -> str | None:
    """The function that ``name`` was most likely meant to be.

    >>> nearest_function("tahn"), nearest_function("ln"), nearest_function("f")
    ('tanh', 'log', None)
    """
    return TRANSLATED.get(name) or _FUNCTIONS.looking_like(name) or _FUNCTIONS.near(name)
