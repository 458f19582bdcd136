"""What the page must say of simple programs; what needs hands on the page is in the browser's tests."""

from math import inf

from .records import Refused, Traced, says

__all__ = ["UX_REFUSED", "UX_TRACED"]

UX_TRACED = (
    Traced(
        id="output-is-last-line",
        source="x = 2.0\ny = x*3\nz = 5.0",
        values={"x": (2.0, 0.0), "y": (6.0, 0.0), "z": (5.0, 1.0)},
        fires=("z",),
        unreached=("x", "y", "3"),
        notices=(says(1, 5, "x, y do not reach z", "backward()", "to choose"),),
    ),
    Traced(
        id="single-leaf",
        source="x = 7.25",
        values={"x": (7.25, 1.0)},
        nodes=1,
        steps=2,
        backwards=1,
        quiet=True,
    ),
    Traced(
        id="constants-only",
        source="2*3 + 4",
        values={"": (10.0, 1.0)},
        nodes=1,
        operators=0,
        steps=2,
        checked=(),
    ),
    Traced(
        id="grads-before-backward",
        source="a = 2.0\nb = -3.0\nc = a*b",
        values={"a": (2.0, -3.0), "b": (-3.0, 2.0), "c": (-6.0, 1.0)},
        fires=("c", "b", "a"),
    ),
    Traced(id="step-bounds", source="a = 2.0\nb = a*3", values={"a": (2.0, 3.0), "b": (6.0, 1.0)}),
    Traced(id="arrow-keys-in-editor", source="x = 2.0\ny = x*x", values={"x": (2.0, 4.0), "y": (4.0, 1.0)}),
    Traced(
        id="partial-trace-on-error",
        source="a = 4.0\nb = a - 4\nc = a*2\nd = c/b",
        values={"a": (4.0, None), "b": (0.0, None), "c": (8.0, None), "d": (inf, 1.0)},
        began={"b**-1": says(4, 5, "division by zero")},
        followed=("d",),
    ),
)

UX_REFUSED = (
    Refused(
        id="error-then-fix",
        source="x = 2.0\ny = x**",
        problems=(says(2, 8, "missing after **"),),
    ),
)
