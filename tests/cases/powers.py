"""Powers: either operand a Value, bases at zero and below, exponents that have no derivative there."""

from math import inf, nan

from .records import Check, Traced

__all__ = ["POWERS"]

POWERS = (
    Traced(
        id="pow-value-exponent",
        source="a = 1.5\nb = 2.5\nc = a**b",
        values={"a": (1.5, 4.592793267718459), "b": (2.5, 1.1173304512883486), "c": (2.7556759606310752, 1.0)},
    ),
    Traced(
        id="pow-constant-base",
        source="b = 3.0\nc = 0.5**b",
        values={"b": (3.0, -0.08664339756999316), "c": (0.125, 1.0)},
    ),
    Traced(
        id="x-to-the-x",
        source="x = 2.0\ny = x**x",
        values={"x": (2.0, 6.772588722239782), "y": (4.0, 1.0)},
        totals={"x": (4.0, 6.772588722239782)},
    ),
    Traced(
        id="pow-zero-exponent-at-zero",
        source="x = 0.0\ny = x**0",
        values={"x": (0.0, 0.0), "y": (1.0, 1.0)},
    ),
    Traced(
        id="zero-base-var-exponent",
        source="a = 0.0\nb = 2.0\nc = a**b",
        values={"a": (0.0, 0.0), "b": (2.0, 0.0), "c": (0.0, 1.0)},
        checked=(Check("a", "agrees", numeric=0.0), Check("b", "agrees", numeric=0.0)),
    ),
    Traced(
        id="sqrt-at-zero",
        source="x = 0.0\ny = x**0.5",
        values={"x": (0.0, inf), "y": (0.0, 1.0)},
        lost={"x": ("x**0.5", "no finite derivative", "0.0")},
        shown={"x": ("0.0000", "inf"), "y": ("0.0000", "1.0000")},
        checked=(Check("x", "unchecked", ("not a finite number",)), Check("y", "agrees")),
    ),
    Traced(
        id="x-times-sqrt-at-zero",
        source="x = 0.0\ny = x*x**0.5",
        values={"x": (0.0, nan), "y": (0.0, 1.0)},
        lost={"x": ("zero upstream gradient", "not finite", "nan")},
        checked=(Check("x", "unchecked", ("not a finite number",)),),
    ),
    Traced(
        id="pow-1p5-at-zero",
        source="x = 0.0\ny = x**1.5",
        values={"x": (0.0, 0.0), "y": (0.0, 1.0)},
        checked=(Check("x", "unchecked", ("**1.5", "domain")),),
    ),
    Traced(
        id="pow-1p5-control",
        source="x = 4.0\ny = x**1.5\nz = x*x**0.5",
        values={"x": (4.0, 3.0), "y": (8.0, 0.0), "z": (8.0, 1.0)},
        unreached=("y",),
    ),
    Traced(
        id="sqrt-then-square-at-zero",
        source="x = 0.0\ny = (x**0.5)**2",
        values={"x": (0.0, nan), "x**0.5": (0.0, 0.0), "y": (0.0, 1.0)},
        lost={"x": ("zero upstream gradient", "not finite", "nan")},
        fires=("y", "x**0.5", "x"),
    ),
    Traced(
        id="pow-right-assoc",
        source="x = 1.1\ny = x**2**3\nz = (x**2)**3\nL = y - z",
        values={
            "x": (1.1, 5.9266768000000045),
            "y": (2.1435888100000016, 1.0),
            "z": (1.7715610000000008, -1.0),
            "L": (0.37202781000000074, 1.0),
        },
    ),
    Traced(
        id="neg-base-even-power",
        source="x = -1.0\ny = (-1)**0 + x**0 + x**2 + x**3",
        values={"x": (-1.0, 1.0), "y": (2.0, 1.0)},
    ),
    Traced(
        id="neg-base-float-int-exponent",
        source="x = -8.0\ny = x**2.0 + x**-1.0",
        values={"x": (-8.0, -16.015625), "y": (63.875, 1.0)},
    ),
)
