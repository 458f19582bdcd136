"""Numbers at their limits: overflow, infinities, numbers that are none, very large and very small ones."""

from math import inf, nan

from .records import Check, Traced, says

__all__ = ["NUMERICS"]

_TOO_LARGE = ("larger than 1.8e308",)

NUMERICS = (
    Traced(
        id="reciprocal-twice-at-zero",
        source="x = 0.0\ny = 1/(1/x)",
        values={"x**-1": (inf, None), "y": (0.0, 1.0)},
        began={"x**-1": says(2, 8, "1/0", end_column=11)},
        followed=("x**-1*1",),
        shown={"y": ("0.0000", "1.0000")},
    ),
    Traced(
        id="tanh-large",
        source="x = 400.0\ny = tanh(x)",
        values={"x": (400.0, 0.0), "y": (1.0, 1.0)},
        quiet=True,
    ),
    Traced(
        id="tanh-large, negative",
        source="x = -400.0\ny = tanh(x)",
        values={"x": (-400.0, 0.0), "y": (-1.0, 1.0)},
        quiet=True,
    ),
    Traced(
        id="tanh-by-hand-overflow",
        source="n = 400.0\ne = (2*n).exp()\no = (e - 1)/(e + 1)",
        values={"n": (400.0, nan), "e": (inf, nan), "o": (nan, 1.0)},
        began={"e": says(2, 5, "exp(800.0)", *_TOO_LARGE), "o": says(3, 5, "no value")},
        followed=("e + -1", "e + 1"),
        shown={"e": ("inf", "nan"), "o": ("nan", "1.0000")},
    ),
    Traced(
        id="tanh-saturated-small-grad",
        source="x = 10.0\ny = tanh(x)",
        values={"y": (0.9999999958776927, 1.0)},
        shown={"x": ("10.0000", "8.2446e-09"), "y": ("≈1.0000", "1.0000")},
        checked=(Check("x", "agrees"),),
    ),
    Traced(
        id="tanh-saturated-exactly",
        source="x = 20.0\ny = tanh(x)",
        values={"y": (1.0, 1.0)},
        checked=(Check("x", "agrees"), Check("y", "agrees")),
    ),
    Traced(
        id="exp-overflow",
        source="x = 1000.0\ny = exp(x)",
        values={"y": (inf, 1.0)},
        began={"y": says(2, 5, "exp(1000.0)", *_TOO_LARGE)},
    ),
    Traced(
        id="sigmoid-stable-side",
        source="x = 1000.0\ns = 1/(1 + exp(-x))",
        values={"x": (1000.0, 0.0), "s": (1.0, 1.0), "exp(x*-1)": (0.0, -1.0)},
    ),
    Traced(
        id="sigmoid-unstable-side",
        source="x = -1000.0\ns = 1/(1 + exp(-x))",
        values={"x": (-1000.0, nan), "exp(x*-1)": (inf, 0.0), "s": (0.0, 1.0)},
        began={"exp(x*-1)": says(2, 12, "exp(1000.0)", *_TOO_LARGE)},
        lost={"x*-1": ("nan",)},
        notices=(says(2, 5, "sigmoid", "exp(1000.0)", *_TOO_LARGE),),
    ),
    Traced(
        id="softplus-ok",
        source="x = 100.0\ny = log(1 + exp(x))",
        values={"x": (100.0, 1.0), "y": (100.0, 1.0)},
        quiet=True,
    ),
    Traced(
        id="log-of-zero",
        source="x = 0.0\ny = log(x)",
        values={"y": (-inf, 1.0)},
        began={"y": says(2, 5, "log of 0.0", "log needs a positive number")},
    ),
    Traced(
        id="log-of-negative",
        source="a = 2.0\nb = 5.0\ny = log(a - b)",
        values={"y": (nan, 1.0), "a + b*-1": (-3.0, None)},
        began={"y": says(3, 5, "log of -3.0", "log needs a positive number")},
    ),
    Traced(
        id="div-zero-computed",
        source="a = 3.0\nb = 3.0\nc = 1.0/(a - b)",
        values={"a + b*-1": (0.0, None), "c": (inf, 1.0)},
        began={"(a + b*-1)**-1": says(3, 5, "division by zero", "1/0")},
        followed=("c",),
    ),
    Traced(
        id="zero-to-negative-power",
        source="x = 0.0\ny = x**-1",
        values={"y": (inf, 1.0)},
        began={"y": says(2, 5, "division by zero", "0 cannot be raised to a negative power")},
    ),
    Traced(
        id="zero-to-negative-power, of 2",
        source="x = 0.0\ny = x**-2",
        values={"y": (inf, 1.0)},
        began={"y": says(2, 5, "0 cannot be raised to a negative power", "-2")},
    ),
    Traced(
        id="frac-power-of-negative",
        source="x = -8.0\ny = x**(1/3)",
        values={"y": (nan, 1.0)},
        began={"y": says(2, 5, "a negative base", "non-integer exponent", "is not a real number")},
    ),
    Traced(
        id="infinite-literal",
        source="a = 1e400\nb = a*0",
        values={"a": (inf, 0.0), "b": (nan, 1.0)},
        leaves={"a": "1e400"},
        began={"a": says(1, 5, "1e400 is outside the range of a double"), "b": says(2, 5, "no value")},
        notices=(says(1, 5, "1e400 is outside the range of a double"),),
    ),
    Traced(
        id="huge-int-literal",
        source="a = " + "7" * 4301,
        values={"a": (inf, 1.0)},
        began={"a": says(1, 5, "is outside the range of a double")},
        notices=(says(1, 5, "is outside the range of a double"),),
    ),
    Traced(
        id="huge-int-literal, of 400 digits",
        source="a = " + "7" * 400,
        values={"a": (inf, 1.0)},
        began={"a": says(1, 5, "is outside the range of a double")},
        notices=(says(1, 5, "is outside the range of a double"),),
    ),
    Traced(
        id="int-power-too-big",
        source="x = 10**400\ny = x/10**399",
        values={"x": (inf, None), "y": (nan, 1.0)},
        leaves={"x": "inf"},
        began={"x": says(1, 5, "10.0**400.0", *_TOO_LARGE), "y": says(2, 5, "no value")},
        notices=(says(1, 5, "10**400 is inf", *_TOO_LARGE), says(2, 7, "10**399 is inf", *_TOO_LARGE)),
    ),
    Traced(
        id="float-mul-vs-pow-overflow",
        source="a = 1e200\nb = a*a\nc = a**2",
        values={"b": (inf, 0.0), "c": (inf, 1.0)},
        began={"b": says(2, 5, *_TOO_LARGE), "c": says(3, 5, *_TOO_LARGE)},
    ),
    Traced(
        id="inf-minus-inf",
        source="a = 1e308*10\nb = a - a",
        values={"a": (inf, None), "b": (nan, 1.0)},
        began={"a": says(1, 5, "1e+308 * 10.0", *_TOO_LARGE), "b": says(2, 5, "inf + -inf has no value")},
        followed=("a*-1",),
        notices=(says(1, 5, "1e308*10 is inf", *_TOO_LARGE),),
        shown={"a": ("inf", "0.0000"), "b": ("nan", "1.0000")},
    ),
    Traced(
        id="dead-relu-times-inf",
        source="z = relu(-2.0)\nbig = 1e308*10\ny = z*big",
        values={"z": (0.0, None), "big": (inf, None), "y": (nan, 1.0)},
        began={"big": says(2, 7, *_TOO_LARGE), "y": says(3, 5, "0.0 * inf has no value")},
        notices=(says(2, 7, "1e308*10 is inf"),),
    ),
    Traced(
        id="small-values-visible",
        source="x = 0.00001234\ny = x*x*1000",
        values={"x": (1.234e-05, 0.02468), "y": (1.522756e-07, 1.0)},
        shown={"x": ("1.234e-05", "0.0247"), "y": ("1.5228e-07", "1.0000")},
    ),
    Traced(
        id="large-values-compact",
        source="x = 123456789.125\ny = x**4",
        values={"x": (123456789.125, 7.526705510018988e24), "y": (2.3230572373909745e32, 1.0)},
        shown={"x": ("1.2346e+08", "7.5267e+24"), "y": ("2.3231e+32", "1.0000")},
    ),
    Traced(
        id="negative-zero",
        source="x = 0.0\ny = x*-1 + -0.00001*0",
        values={"x": (0.0, -1.0), "y": (0.0, 1.0)},
        shown={"x": ("0.0000", "-1.0000"), "y": ("0.0000", "1.0000")},
    ),
    Traced(
        id="negative-zero, close to it",
        source="x = 0.0\ny = x*1e-5 - 0.00001",
        values={"x": (0.0, 1e-5), "y": (-1e-5, 1.0)},
        shown={"x": ("0.0000", "1e-05"), "y": ("-1e-05", "1.0000")},
    ),
    Traced(
        id="digits-not-lost",
        source="a = 0.1\nb = 0.2\nc = a + b",
        values={"a": (0.1, 1.0), "b": (0.2, 1.0), "c": (0.30000000000000004, 1.0)},
        shown={"c": ("0.3000", "1.0000")},
    ),
    Traced(
        id="checker-step-too-big",
        source="x = 1e-8\ny = 1/x",
        values={"x": (1e-8, -1e16), "y": (1e8, 1.0)},
        checked=(Check("x", "agrees"),),
    ),
    Traced(
        id="checker-step-too-small",
        source="x = 1e8\ny = x**3",
        values={"x": (1e8, 3e16), "y": (1e24, 1.0)},
        checked=(Check("x", "agrees"),),
    ),
    Traced(
        id="underflow-quiet",
        source="x = -800.0\ny = exp(x)",
        values={"x": (-800.0, 0.0), "y": (0.0, 1.0)},
    ),
)
