"""Programs that Hypothesis makes, as text: smooth ones of moderate size, and ones that go to every extreme."""

from hypothesis import strategies as st

__all__ = ["programs"]

_MODERATE = st.floats(-2.0, 2.0, allow_nan=False).map(lambda number: round(number, 4))
_EXTREME = st.sampled_from(
    [0.0, 1e-200, -1e-200, 5e-324, 1e-16, 1e-9, 1.0, -1.0, 2.0, 0.5, 20.0, -700.0, 1e8, 1e16, -1e16, 1e200, 1e308]
) | st.floats(allow_nan=False, allow_infinity=False)
_OPERATORS = ["+", "-", "*"]


@st.composite
def programs(draw: st.DrawFn, *, smooth: bool) -> str:
    """A program of one to ten statements over up to four leaves; earlier Values are used again and again.

    A smooth one has derivatives of every order everywhere it goes: divisors and the arguments of log and sqrt are kept
    away from 0, those of tanh and sigmoid within ±3, and no Value grows beyond a few hundred.
    """
    number = _MODERATE if smooth else _EXTREME
    names = [f"x{i}" for i in range(draw(st.integers(1, 4)))]
    lines = [f"{name} = {draw(number)!r}" for name in names]
    for i in range(draw(st.integers(1, 10))):
        expression = _smooth(draw, names) if smooth else _hostile(draw, names)
        lines.append(f"v{i} = {expression}")
        names.append(f"v{i}")
    return "\n".join(lines)


def _smooth(draw: st.DrawFn, names: list[str]) -> str:
    a, b = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    tame = f"(sin({a}) + cos({b}))"  # within ±2
    return draw(
        st.sampled_from(
            [
                *(f"{tame} {operator} {a}*0.5" for operator in _OPERATORS),
                f"{a} + {b}",
                f"{a}*0.5 + {b}*0.25",
                f"tanh({a})" if a.startswith("x") else f"tanh({tame})",
                f"sigmoid({b})" if b.startswith("x") else f"sigmoid({tame}*1.5)",
                f"tanh({tame})*{b}",
                f"exp({tame})",
                f"log(3 + {tame})",
                f"sqrt(3 + {tame})",
                f"{a} / (3 + {tame})",
                f"{tame}**3",
                f"(3 + {tame})**-1.5",
                f"(3 + {tame})**{tame}",
                f"2**{tame}",
                f"{a} - {b}*{tame}",
                f"1 - {a}",
            ]
        )
    )


def _hostile(draw: st.DrawFn, names: list[str]) -> str:
    a, b = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    function = draw(st.sampled_from(["tanh", "exp", "log", "relu", "sigmoid", "sin", "cos", "sqrt", "abs"]))
    exponent = draw(st.sampled_from(["2", "0", "-1", "0.5", "1.5", "-3", "1/3", "7"]))
    factor = draw(_EXTREME)
    return draw(
        st.sampled_from(
            [
                f"{a} + {b}",
                f"{a} - {b}",
                f"{a}*{b}",
                f"{a}/{b}",
                f"{a}**{exponent}",
                f"{a}**{b}",
                f"{function}({a})",
                f"{function}({a}*{factor!r})",
                f"{function}({a}) + {b}",
                f"{a} + {factor!r}",
                f"2**{a}",
                f"relu({a}) - abs({b})",
            ]
        )
    )
