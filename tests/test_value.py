"""Value as a library: what somebody who knows micrograd expects."""

import math

import pytest

from gradstep import Value


def test_a_value_prints_its_data():
    assert repr(Value(2)) == "Value(data=2.0)"


def test_a_node_knows_its_operands_in_order_and_its_operator():
    a, b = Value(2.0), Value(3.0)
    out = a * b
    assert out._prev == (a, b)
    assert out._op == "*"
    assert (a + a)._prev == (a, a)


@pytest.mark.parametrize(
    ("build", "data", "grad"),
    [
        (lambda a: 2 + a, 6.0, 1.0),
        (lambda a: 2 - a, -2.0, -1.0),
        (lambda a: 3 * a, 12.0, 3.0),
        (lambda a: 2 / a, 0.5, -0.125),
        (lambda a: 2**a, 16.0, 16 * math.log(2)),
        (lambda a: a - 1, 3.0, 1.0),
        (lambda a: a / 2, 2.0, 0.5),
        (lambda a: -a, -4.0, -1.0),
        (lambda a: +a, 4.0, 1.0),
        (lambda a: a**2, 16.0, 8.0),
        (lambda a: a**0.5, 2.0, 0.25),
        (lambda a: a**a, 256.0, 256 * (math.log(4) + 1)),
        (abs, 4.0, 1.0),
    ],
)
def test_every_operator_takes_plain_numbers_on_both_sides(build, data, grad):
    a = Value(4.0)
    out = build(a)
    out.backward()
    assert out.data == pytest.approx(data)
    assert a.grad == pytest.approx(grad)


def test_composites_make_no_node_of_their_own():
    a, b = Value(1.0), Value(2.0)
    assert (a - b)._op == "+"
    assert (-a)._op == "*"
    assert (a / b)._prev[1]._op == "**-1"
    assert (1 / a)._prev[0]._op == "**-1"
    assert (2 - a)._prev[0]._prev[0] is a


def test_two_uses_of_one_value_add_up():
    a = Value(3.5)
    (a + a).backward()
    assert a.grad == 2.0


def test_a_second_backward_adds_to_what_stands_there():
    a = Value(2.0)
    b = a * 3
    c = b * 2
    c.backward()
    c.backward()
    assert (c.grad, b.grad, a.grad) == (1.0, 4.0, 18.0)
    c.zero_grad()
    c.backward()
    assert (c.grad, b.grad, a.grad) == (1.0, 2.0, 6.0)


def test_a_chain_of_a_hundred_thousand_values_differentiates():
    x = Value(1.0)
    total = x
    for _ in range(100_000):
        total = total + x
    total.backward()
    assert x.grad == 100_001.0


def test_a_diamond_of_doublings_visits_each_node_once():
    a = first = Value(1.0)
    for _ in range(200):
        a = a + a
    a.backward()
    assert first.grad == 2.0**200


@pytest.mark.parametrize("wrong", ["2", None, [1], 1j])
def test_what_is_no_number_is_a_type_error(wrong):
    with pytest.raises(TypeError):
        Value(1.0) + wrong
    with pytest.raises(TypeError):
        Value(wrong)


def test_an_integer_beyond_float64_is_infinite():
    assert Value(10**400).data == math.inf
    assert (Value(1.0) * -(10**400)).data == -math.inf


def test_dividing_by_a_plain_zero_is_infinite():
    assert (Value(1.0) / 0).data == math.inf
