"""Every operator as data: its symbol, what it computes, and its local derivative in each operand.

To add an operator, add one entry. Arithmetic is real and never raises: what has no value is nan, what is too large is
inf. ``Local.text`` is the derivative as code in the names of a ``_backward`` closure: ``self`` is the first operand,
``other`` the second, ``out`` the result.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .numbers import shortest
from .reasons import (
    add_trouble,
    log_trouble,
    mul_trouble,
    never,
    overflow,
    pole,
    pow_pole,
    pow_trouble,
    sqrt_trouble,
    wave_trouble,
)
from .text import Text

__all__ = ["ADD", "FUNCTIONS", "MUL", "OPS", "POW", "Local", "Op", "divide", "power", "power_by"]

INF, NAN = math.inf, math.nan


@dataclass(frozen=True, slots=True)
class Local:
    """d(node)/d(operand) at one slot: as code to read, and as a function of the operands' data and the result."""

    text: str
    function: Callable[..., float]


@dataclass(frozen=True, slots=True)
class Op:
    """One operator or function.

    ``symbol`` is the node's ``_op``; ``code`` is its forward pass as code; ``forward`` takes the operands' data;
    ``method`` is the method of ``Value`` that makes the node.
    ``trouble`` says why the result of these operands is not a finite number, ``pole`` why a local derivative is not;
    both get the operands' data and are asked only when that is so.
    """

    symbol: str
    code: str
    forward: Callable[..., float]
    local: tuple[Local, ...]
    trouble: Callable[..., Text]
    pole: Callable[..., Text]
    method: str

    def __str__(self) -> str:
        return self.symbol


# Arithmetic that never raises -----------------------------------------------------------------------------------------


def power(a: float, b: float) -> float:
    """a**b in the reals: nan for a negative base with a fractional exponent, inf where it is too large, 0**0 = 1.

    0 to a negative power is inf, with the sign of a zero base at odd exponents, as IEEE 754 has it.
    """
    if a < 0 and math.isfinite(b) and not b.is_integer():
        return NAN
    try:
        return math.pow(a, b)
    except OverflowError:
        return -INF if a < 0 and b % 2 == 1 else INF
    except ValueError:  # 0 to a negative power
        return math.copysign(INF, a) if b % 2 == 1 else INF


def divide(a: float, b: float) -> float:
    """a / b with IEEE 754's answers for a zero divisor: nan for 0/0, else an infinity with the sign of both."""
    if b == 0:
        return NAN if a == 0 or math.isnan(a) else math.copysign(INF, a) * math.copysign(1.0, b)
    return a / b


def _exp(a: float) -> float:
    try:
        return math.exp(a)
    except OverflowError:
        return INF


def _log(a: float) -> float:
    if a > 0:
        return math.log(a)
    return -INF if a == 0 else NAN


def _sqrt(a: float) -> float:
    return NAN if a < 0 else math.sqrt(a)


def _sigmoid(a: float) -> float:
    """1/(1 + exp(-a)), from the side on which exp can't overflow."""
    if a >= 0:
        return 1.0 / (1.0 + math.exp(-a))
    e = math.exp(a)
    return e / (1.0 + e)


def _wave(function: Callable[[float], float]) -> Callable[[float], float]:
    """``function`` (sin or cos), with nan at the infinities, where math raises."""
    return lambda a: NAN if math.isinf(a) else function(a)


def _relu(a: float) -> float:
    return 0.0 if a <= 0 else a


# Local derivatives that need more than one line -------------------------------------------------------------------


def _step(a: float, out: float) -> float:
    """relu's derivative, by convention 0 at the kink: relu'(0) = 0."""
    return a if math.isnan(a) else float(a > 0)


def _sign(a: float, out: float) -> float:
    """abs's derivative, by convention 0 at the kink: abs'(0) = 0."""
    return a if math.isnan(a) else float((a > 0) - (a < 0))


def _in_base(a: float, b: float, out: float) -> float:
    return 0.0 if b == 0 else b * power(a, b - 1)


def _in_exponent(a: float, b: float, out: float) -> float:
    """a**b * ln(a): its limit at a = 0, nan for a negative base, where a**b is defined at whole exponents only."""
    if a < 0 or math.isnan(a) or math.isnan(b):
        return NAN
    if a == 0:
        return 0.0 if b > 0 else -INF
    return 0.0 if out == 0 else out * math.log(a)


# The table ------------------------------------------------------------------------------------------------------------

ADD = Op(
    "+",
    "self.data + other.data",
    forward=operator.add,
    local=(Local("1.0", lambda a, b, out: 1.0), Local("1.0", lambda a, b, out: 1.0)),
    trouble=add_trouble,
    pole=never,
    method="__add__",
)
MUL = Op(
    "*",
    "self.data * other.data",
    forward=operator.mul,
    local=(Local("other.data", lambda a, b, out: b), Local("self.data", lambda a, b, out: a)),
    trouble=mul_trouble,
    pole=never,
    method="__mul__",
)
POW = Op(
    "**",
    "self.data ** other.data",
    forward=power,
    local=(
        Local("other.data * self.data**(other.data - 1)", _in_base),
        Local("out.data * log(self.data)", _in_exponent),
    ),
    trouble=pow_trouble,
    pole=pow_pole,
    method="__pow__",
)


@lru_cache(maxsize=256)
def power_by(n: float) -> Op:
    """The operator ``**n`` with a plain number as exponent: one operand, written in its shortest form (``**-1``)."""
    text, less = shortest(n), shortest(n - 1)
    return Op(
        f"**{text}",
        f"self.data**{text}",
        forward=lambda a: power(a, n),
        local=(Local(f"{text} * self.data**{less}", lambda a, out: 0.0 if n == 0 else n * power(a, n - 1)),),
        trouble=lambda a: pow_trouble(a, n),
        pole=pole(f"x**{text}"),
        method="__pow__",
    )


def _function(
    name: str,
    forward: Callable[[float], float],
    text: str,
    local: Callable[[float, float], float],
    trouble: Callable[[float], Text] = never,
) -> Op:
    return Op(name, f"{name}(self.data)", forward, (Local(text, local),), trouble, pole(name), method=name)


FUNCTIONS: dict[str, Op] = {
    op.symbol: op
    for op in (
        _function("tanh", math.tanh, "1 - out.data**2", lambda a, out: 1 - out**2),
        _function("exp", _exp, "out.data", lambda a, out: out, overflow("exp({})")),
        _function("log", _log, "1 / self.data", lambda a, out: NAN if a < 0 else divide(1.0, abs(a)), log_trouble),
        _function("relu", _relu, "(out.data > 0)", _step),
        _function("sigmoid", _sigmoid, "out.data * (1 - out.data)", lambda a, out: out * (1 - out)),
        _function("sin", _wave(math.sin), "cos(self.data)", lambda a, out: _wave(math.cos)(a), wave_trouble("sin")),
        _function("cos", _wave(math.cos), "-sin(self.data)", lambda a, out: -_wave(math.sin)(a), wave_trouble("cos")),
        _function("sqrt", _sqrt, "0.5 / out.data", lambda a, out: divide(0.5, abs(out)), sqrt_trouble),
        _function("abs", abs, "(self.data > 0) - (self.data < 0)", _sign),
    )
}
OPS: dict[str, Op] = {op.symbol: op for op in (ADD, MUL, POW)} | FUNCTIONS
