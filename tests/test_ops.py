"""The table of operators: text against function, and both against central differences."""

import math

import pytest

from gradstep.engine.ops import FUNCTIONS, OPS, divide, power, power_by

POWERS = [power_by(n) for n in (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 1 / 3)]
POINTS = [(0.7, 1.3), (2.5, -0.4), (1.1, 2.0)]


def at_each_slot(ops):
    return [pytest.param(op, slot, id=f"{op}[{slot}]") for op in ops for slot in range(len(op.local))]


class Operand:
    def __init__(self, data):
        self.data = data


@pytest.mark.parametrize(("op", "slot"), at_each_slot([*OPS.values(), *POWERS]))
@pytest.mark.parametrize("point", POINTS)
def test_local_derivatives_match_central_differences(op, slot, point):
    operands = list(point[: len(op.local)])
    h = 1e-6
    above, below = operands.copy(), operands.copy()
    above[slot] += h
    below[slot] -= h
    numeric = (op.forward(*above) - op.forward(*below)) / (2 * h)
    assert op.local[slot].function(*operands, op.forward(*operands)) == pytest.approx(numeric, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(("op", "slot"), at_each_slot([*OPS.values(), *POWERS]))
@pytest.mark.parametrize("point", POINTS)
def test_the_text_of_a_local_derivative_computes_what_the_function_does(op, slot, point):
    operands = point[: len(op.local)]
    out = op.forward(*operands)
    names = dict(zip(("self", "other"), map(Operand, operands), strict=False)) | {"out": Operand(out)}
    functions = {name: getattr(math, name) for name in ("sin", "cos", "log")}
    assert eval(op.local[slot].text, functions, names) == pytest.approx(
        op.local[slot].function(*operands, out), rel=1e-14
    )


@pytest.mark.parametrize("op", [op for op in OPS.values() if op.symbol != "sigmoid"], ids=str)
def test_the_code_of_a_forward_pass_computes_what_the_function_does(op):
    operands = POINTS[0][: len(op.local)]
    names = dict(zip(("self", "other"), map(Operand, operands), strict=False))
    functions = {name: getattr(math, name) for name in ("sin", "cos", "log", "exp", "tanh", "sqrt")}
    assert eval(op.code, functions | {"abs": abs, "relu": lambda a: max(a, 0)}, names) == op.forward(*operands)


HOSTILE = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e308, -1e308, 5e-324, 800.0, -800.0, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize(
    "op", [*OPS.values(), *POWERS, power_by(math.inf), power_by(math.nan), power_by(1e308)], ids=str
)
def test_no_operand_makes_an_operator_raise_or_turn_complex(op):
    for a in HOSTILE:
        for b in HOSTILE if len(op.local) == 2 else [None]:
            operands = (a,) if b is None else (a, b)
            out = op.forward(*operands)
            assert isinstance(out, float)
            for local in op.local:
                assert isinstance(local.function(*operands, out), float)
            assert str(op.trouble(*operands))
            assert str(op.pole(*operands))


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [
        (0.0, 0.0, 1.0),
        (0.0, -1.0, math.inf),
        (-0.0, -1.0, -math.inf),
        (-0.0, -2.0, math.inf),
        (-8.0, 2.0, 64.0),
        (-8.0, -1.0, -0.125),
        (-1e200, 3.0, -math.inf),
        (-1e200, 2.0, math.inf),
        (1e200, 2.0, math.inf),
    ],
)
def test_power_is_real_arithmetic(base, exponent, result):
    assert power(base, exponent) == result


def test_a_negative_base_with_a_fractional_exponent_has_no_real_value():
    assert math.isnan(power(-8.0, 1 / 3))


def test_division_by_zero_is_an_infinity_with_a_sign():
    assert divide(1.0, 0.0) == math.inf
    assert divide(-1.0, 0.0) == -math.inf
    assert divide(1.0, -0.0) == -math.inf
    assert math.isnan(divide(0.0, 0.0))


def test_local_derivatives_take_the_limit_where_there_is_one():
    assert power_by(0.0).local[0].function(0.0, 1.0) == 0.0
    assert power_by(1.5).local[0].function(0.0, 0.0) == 0.0
    assert OPS["**"].local[1].function(0.0, 2.0, 0.0) == 0.0
    assert math.isnan(OPS["**"].local[1].function(-2.0, 2.0, 4.0))
    assert math.isnan(OPS["**"].local[1].function(0.0, math.nan, math.nan))
    assert FUNCTIONS["sqrt"].local[0].function(-0.0, -0.0) == math.inf
    assert FUNCTIONS["log"].local[0].function(-0.0, -math.inf) == math.inf


def test_kinks_follow_the_stated_convention():
    assert FUNCTIONS["relu"].local[0].function(0.0, 0.0) == 0.0
    assert FUNCTIONS["abs"].local[0].function(0.0, 0.0) == 0.0


def test_sigmoid_does_not_overflow_on_either_side():
    assert FUNCTIONS["sigmoid"].forward(-1000.0) == 0.0
    assert FUNCTIONS["sigmoid"].forward(1000.0) == 1.0
