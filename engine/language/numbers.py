"""Numbers as typed, turned into the float64 that they stand for."""

from __future__ import annotations

import math
import re

from ..errors import Fix, Problem
from ..numbers import abbreviated
from ..text import Text
from .places import Places
from .tokens import Token

__all__ = ["leading_zeros", "number_of", "out_of_range"]

_BASES = {"0x": 16, "0o": 8, "0b": 2}


def number_of(text: str) -> float:
    """The float that a number stands for; never a big integer on the way, however many digits there are.

    >>> number_of("1_000"), number_of("0x10"), number_of("1e400")
    (1000.0, 16.0, inf)
    """
    base = _BASES.get(text[:2].lower())
    if base is None:
        return float(text.replace("_", ""))
    digits = text[2:].replace("_", "").lstrip("0")
    if len(digits) * math.log2(base) > 1100:
        return math.inf
    try:
        return float(int(digits or "0", base))
    except OverflowError:
        return math.inf


def out_of_range(token: Token, number: float, places: Places) -> Problem | None:
    """The notice for a number that a float64 can't hold, None for all others."""
    shown = abbreviated(token.text)
    span = places.span(token.start, token.end)
    if math.isinf(number):
        message = Text("{number} is outside the range of a double (float64)", number=shown)
        return Problem(message, Text("it is read as inf; the largest float64 is about 1.8e308"), span)
    if number == 0 and re.match(r"[0_.]*[1-9]", token.text) and token.text[:2].lower() not in _BASES:
        message = Text("{number} is outside the range of a double (float64)", number=shown)
        return Problem(message, Text("it is read as 0; the smallest float64 above it is about 4.9e-324"), span)
    return None


def leading_zeros(token: Token, places: Places) -> Problem | None:
    """The problem with a whole number such as ``007``, None for all others. ``007.5`` and ``000`` are fine."""
    if not re.fullmatch(r"0[0-9_]*[1-9][0-9_]*", token.text):
        return None
    plain = token.text.lstrip("0_")
    span = places.span(token.start, token.end)
    return Problem(
        Text("a whole number can't begin with 0"),
        Text("write {number}", number=plain if len(plain) < 30 else plain[:30] + "…"),
        span,
        (Fix(Text("write the number without the zeros in front"), span, plain),),
    )
