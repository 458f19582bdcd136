"""Why the result of an operator, or a local derivative, is not a finite number: a sentence for each way."""

from __future__ import annotations

import math
from collections.abc import Callable

from .numbers import shortest, whole
from .text import Text

__all__ = [
    "add_trouble",
    "log_trouble",
    "mul_trouble",
    "never",
    "overflow",
    "pole",
    "pow_pole",
    "pow_trouble",
    "sqrt_trouble",
    "wave_trouble",
]


def overflow(what: str) -> Callable[..., Text]:
    return lambda *operands: Text(
        "{what} is larger than 1.8e308, the largest float64", what=what.format(*map(whole, operands))
    )


def add_trouble(a: float, b: float) -> Text:
    if math.isinf(a) and math.isinf(b):
        return Text("{a} + {b} has no value", a=whole(a), b=whole(b))
    return overflow("{} + {}")(a, b)


def mul_trouble(a: float, b: float) -> Text:
    if math.isinf(a) or math.isinf(b):
        return Text("{a} * {b} has no value", a=whole(a), b=whole(b))
    return overflow("{} * {}")(a, b)


def pow_trouble(a: float, b: float) -> Text:
    if a == 0:
        if b == -1:
            return Text("division by zero, 1/0: 0 cannot be raised to a negative power")
        return Text("0 cannot be raised to a negative power ({b})", b=shortest(b))
    if a < 0 and not b.is_integer():
        return Text(
            "a negative base ({a}) with a non-integer exponent ({b}) is not a real number", a=whole(a), b=shortest(b)
        )
    return overflow("{}**{}")(a, b)


def log_trouble(a: float) -> Text:
    return Text("log of {a}: log needs a positive number", a=whole(a))


def sqrt_trouble(a: float) -> Text:
    return Text("sqrt of {a}: the root of a negative number is not a real number", a=whole(a))


def wave_trouble(name: str) -> Callable[[float], Text]:
    return lambda a: Text("{name} of {a} has no value", name=name, a=whole(a))


def never(*operands: float) -> Text:
    return Text("the result is not a finite number")


def pole(name: str) -> Callable[..., Text]:
    """A derivative that is infinite, or that does not exist, at these operands."""
    return lambda *operands: Text(
        "{name} has no finite derivative at {at}", name=name, at=", ".join(whole(a) for a in operands)
    )


def pow_pole(a: float, b: float) -> Text:
    if a < 0 and b.is_integer():
        return Text(
            "a**b has no derivative in b at a = {a}: with a negative base it exists at whole exponents only", a=whole(a)
        )
    return pole("a**b")(a, b)
