"""The sweep over h: truncation at the large end, cancellation at the small one."""

import math

import pytest

from gradstep.engine.language import parse
from gradstep.engine.numeric.sweep import STEPS, Point, sweep_steps
from gradstep.engine.tracing import trace_program


def sweep(source: str, node: int = 0) -> dict[float, Point]:
    return {point.h: point for point in sweep_steps(trace_program(parse(source)), node).points}


PARABOLA = "x = 3.0\nf = 3*x**2 - 4*x + 5"


def test_the_steps_are_the_decades_from_a_tenth_on() -> None:
    assert tuple(float(f"1e-{k}") for k in range(1, 15)) == STEPS
    assert tuple(sweep(PARABOLA)) == STEPS


@pytest.mark.parametrize(("h", "error"), [(1e-3, 3e-3), (1e-8, 9e-8), (1e-11, 1.8e-4), (1e-13, 2.3e-3), (1e-14, 0.21)])
def test_the_forward_error_falls_and_grows_again(h: float, error: float) -> None:
    point = sweep(PARABOLA)[h]
    assert point.forward_error == pytest.approx(error, rel=0.1)
    assert point.forward_error == abs(point.forward - 14)


def test_the_smallest_forward_error_is_near_1e_8_and_the_central_one_is_smaller() -> None:
    points = sweep(PARABOLA).values()
    assert min(points, key=lambda point: point.forward_error).h == 1e-8
    assert min(point.central_error for point in points) < 1e-9


def test_quotients_divide_by_h_itself() -> None:
    point = sweep("x = 3.0\ny = x*1.0")[1e-14]
    assert point.forward == ((3.0 + 1e-14) - 3.0) / 1e-14 != 1.0


def test_an_interior_node_can_be_swept() -> None:
    assert sweep("x = 3.0\ny = x*x\nz = y*2", node=1)[1e-5].central == pytest.approx(2.0)


def test_what_is_not_finite_is_data() -> None:
    assert math.isnan(sweep("x = 0.0\ny = log(x)")[1e-3].forward_error)
