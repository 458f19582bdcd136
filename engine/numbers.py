"""Numbers as people read them."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

__all__ = ["shortest", "shown", "whole"]


def shown(number: float) -> str:
    """The number as a card or a table shows it.

    Four decimals for 0 and for 1e-3 <= abs(number) < 1e6; else five significant digits with trailing zeros dropped.
    ``≈1.0000`` where four decimals would read 1 but the number is more than 1e-12 away from it. Ties are rounded away
    from zero, as ``Number.prototype.toFixed`` does.

    >>> shown(0.8813735870195432), shown(8.244614455767397e-09), shown(0.9999999958776927), shown(-0.0)
    ('0.8814', '8.2446e-09', '≈1.0000', '0.0000')
    """
    size = abs(number)
    if number == 0:
        return "0.0000"
    if not math.isfinite(number):
        return whole(number)
    if 1e-3 <= size < 1e6:
        text = _four_decimals(number)
        return f"≈{text}" if text in ("1.0000", "-1.0000") and abs(size - 1) > 1e-12 else text
    return _five_digits(number)


def whole(number: float) -> str:
    """Every digit that matters, as Python writes it: ``0.1``, ``1e+16``, ``inf``, ``nan``; minus zero reads ``0.0``."""
    return repr(number + 0.0)


def shortest(number: float) -> str:
    """The shortest way to write the number: ``2`` for 2.0, ``-1``, ``0.5``, ``1e+16``."""
    text = whole(number)
    return text.removesuffix(".0")


def _four_decimals(number: float) -> str:
    if number * 32 % 2 == 1:  # only an odd number of 32nds lies exactly between two four-digit decimals
        return str(Decimal(number).quantize(Decimal("0.0001"), ROUND_HALF_UP))
    return f"{number:.4f}"


def _five_digits(number: float) -> str:
    exact = Decimal(number)
    unit = Decimal(1).scaleb(exact.adjusted() - 4)
    mantissa, exponent = f"{exact.quantize(unit, ROUND_HALF_UP):.4e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent[0]}{exponent[1:].zfill(2)}"
