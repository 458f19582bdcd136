"""Numbers as people read them."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

__all__ = ["abbreviated", "shortest", "shown", "told_apart", "whole"]

_MOST_EXTRA = 16  # digits: enough to tell any two floats apart


def abbreviated(typed: str) -> str:
    """A number as it was typed, without its middle where it is long.

    >>> abbreviated("1e400"), abbreviated("7" * 400)
    ('1e400', '7777777777…7777')
    """
    return typed if len(typed) <= 24 else f"{typed[:10]}…{typed[-4:]}"


def shown(number: float) -> str:
    """The number as a card or a table shows it.

    Four decimals for 0 and for 1e-3 <= abs(number) < 1e6; else five significant digits with trailing zeros dropped.
    ``≈1.0000`` where four decimals would read 1 but the number is more than 1e-12 away from it. Ties are rounded away
    from zero, as ``Number.prototype.toFixed`` does.

    >>> shown(0.8813735870195432), shown(8.244614455767397e-09), shown(0.9999999958776927), shown(-0.0)
    ('0.8814', '8.2446e-09', '≈1.0000', '0.0000')
    """
    return _written(number, 0)


def told_apart(*numbers: float) -> list[str]:
    """The numbers as ``shown`` writes them, with as many more digits as it takes for each to read differently from
    the one before it, unless the two are equal.

    >>> told_apart(0.5, 0.75), told_apart(0.9999983, 1.00001), told_apart(1.0, 1.0)
    (['0.5000', '0.7500'], ['≈1.00000', '1.00001'], ['1.0000', '1.0000'])
    """
    pairs = [index for index, (one, other) in enumerate(pairwise(numbers)) if one < other or one > other]
    texts = [shown(number) for number in numbers]
    for extra in range(1, _MOST_EXTRA + 1):
        if all(texts[index] != texts[index + 1] for index in pairs):
            break
        texts = [_written(number, extra) for number in numbers]
    return texts


def _written(number: float, extra: int) -> str:
    """As ``shown`` writes it, with so many more digits."""
    size = abs(number)
    if number == 0:
        return "0.0000"
    if not math.isfinite(number):
        return whole(number)
    if 1e-3 <= size < 1e6:
        text = _decimals(number, 4 + extra)
        return f"≈{text}" if float(text) in (1, -1) and abs(size - 1) > 1e-12 else text
    return _digits(number, 5 + extra)


def whole(number: float) -> str:
    """Every digit that matters, as Python writes it: ``0.1``, ``1e+16``, ``inf``, ``nan``; minus zero reads ``0.0``."""
    return repr(number + 0.0)


def shortest(number: float) -> str:
    """The shortest way to write the number: ``2`` for 2.0, ``-1``, ``0.5``, ``1e+16``."""
    text = whole(number)
    return text.removesuffix(".0")


def _decimals(number: float, count: int) -> str:
    # Only an odd number of 32nds lies exactly between two four-digit decimals.
    if count > 4 or number * 32 % 2 == 1:
        return f"{Decimal(number).quantize(Decimal(1).scaleb(-count), ROUND_HALF_UP):f}"
    return f"{number:.4f}"


def _digits(number: float, count: int) -> str:
    exact = Decimal(number)
    unit = Decimal(1).scaleb(exact.adjusted() - count + 1)
    mantissa, exponent = f"{exact.quantize(unit, ROUND_HALF_UP):.{count - 1}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent[0]}{exponent[1:].zfill(2)}"
