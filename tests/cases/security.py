"""Attempts to reach what lies behind the language: refused before anything runs."""

from math import inf
from pathlib import Path

from .records import Refused, Traced, says

__all__ = ["SECURITY_REFUSED", "SECURITY_TRACED"]

_HOME = str(Path(__file__).resolve().parents[2])  # where the project is on this machine

# Nothing of the server may be in an answer.
_INSIDE = ("Traceback", "site-packages", _HOME, "gradstep.", "<class", "object at 0x")

SECURITY_REFUSED = (
    Refused(
        id="dunder-walk",
        source="().__class__.__base__.__subclasses__()",
        problems=(says(1, 1, ".__subclasses__"),),
        never=_INSIDE,
    ),
    Refused(
        id="method-object-escape",
        source="x = 1.0\ny = x.tanh.__func__.__globals__\nz = tanh.__reduce__()",
        problems=(says(2, 5, ".__globals__"), says(3, 5, ".__reduce__")),
        never=_INSIDE,
    ),
    Refused(
        id="fstring-and-format",
        source='x = 1.0\ny = f"{x.__class__}"\nz = "{0.__class__}".format(x)',
        problems=(says(2, 5, "f-strings"), says(3, 5, "text in quotes")),
        never=_INSIDE,
    ),
    Refused(
        id="sequence-repetition",
        source='y = "ab"*10**9\nz = [0]*10**9',
        problems=(says(1, 5, "text in quotes"), says(2, 5, "lists")),
        never=_INSIDE,
    ),
    Refused(
        id="comprehension-and-lambda",
        source="y = sum([i for i in range(10**9)])\nz = (lambda: 1)()",
        problems=(says(1, 5, "sum"), says(2, 6, "lambda")),
        never=_INSIDE,
    ),
    Refused(
        id="import-call",
        source='__import__("os").system("true")',
        problems=(says(1, 1, ".system"),),
        never=_INSIDE,
    ),
    Refused(
        id="shift-and-bit-ops",
        source="y = 1 << 10000000",
        problems=(says(1, 7, "<<", "shift"),),
        never=_INSIDE,
    ),
    Refused(
        id="null-byte",
        source="x = 1\x00\ny = x*2",
        problems=(says(1, 6, "NUL character"),),
        never=_INSIDE,
        mended="x = 1\ny = x*2",
    ),
)

SECURITY_TRACED = (
    Traced(
        id="power-tower",
        source="y = 9**9**9",
        values={"y": (inf, 1.0)},
        nodes=1,
        began={"y": says(1, 5, "larger than 1.8e308")},
        notices=(says(1, 5, "is inf", "larger than 1.8e308"),),
    ),
    Traced(
        id="big-int-by-multiplication",
        source="a = 10**300" + "\na = a*a" * 25,
        values={"a": (1e300, inf), "a (line 2)": (inf, inf), "a (line 26)": (inf, 1.0)},
        nodes=26,
        began={"a (line 2)": says(2, 5, "1e+300 * 1e+300", "larger than 1.8e308")},
        followed=("a (line 3)", "a (line 26)"),
    ),
    Traced(
        id="dot-attribute-injection",
        source='x = 1.0  # "]; evil [label="pwned", URL="javascript:alert(1)"]; a ["\ny = x*2',
        values={"x": (1.0, 2.0), "y": (2.0, 1.0)},
        nodes=3,
        edges=("0-2-0", "1-2-1"),
    ),
)
