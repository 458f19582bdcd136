"""Numbers as people read them."""

import math

import pytest

from gradstep.engine.numbers import shortest, shown, told_apart, whole


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0.0000"),
        (-0.0, "0.0000"),
        (0.8813735870195432, "0.8814"),
        (-3.0, "-3.0000"),
        (999999.94, "999999.9400"),
        (0.001, "0.0010"),
        (0.000999, "9.99e-04"),
        (1e6, "1e+06"),
        (8.244614455767397e-09, "8.2446e-09"),
        (-1e-05, "-1e-05"),
        (1.234e-05, "1.234e-05"),
        (2.3230572373909745e32, "2.3231e+32"),
        (3e15, "3e+15"),
        (5e-324, "4.9407e-324"),
        (1e100, "1e+100"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
    ],
)
def test_numbers_are_shown_with_four_decimals_or_five_digits(number, text):
    assert shown(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.99999999588, "≈1.0000"),
        (-0.99999999588, "≈-1.0000"),
        (1.00002, "≈1.0000"),
        (1.0, "1.0000"),
        (1 - 1e-13, "1.0000"),
        (0.9999, "0.9999"),
    ],
)
def test_a_number_that_only_rounds_to_one_says_so(number, text):
    assert shown(number) == text


@pytest.mark.parametrize(("number", "text"), [(0.03125, "0.0313"), (-0.03125, "-0.0313"), (1000050.0, "1.0001e+06")])
def test_ties_are_rounded_away_from_zero(number, text):
    assert shown(number) == text


def test_the_whole_number_keeps_every_digit():
    assert whole(0.1 + 0.2) == "0.30000000000000004"
    assert whole(-0.0) == "0.0"


@pytest.mark.parametrize(("number", "text"), [(2.0, "2"), (-1.0, "-1"), (0.5, "0.5"), (1 / 3, "0.3333333333333333")])
def test_an_exponent_is_written_in_its_shortest_form(number, text):
    assert shortest(number) == text


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ((0.5, 0.75), "0.5000 0.7500"),
        ((1.0, 1.0), "1.0000 1.0000"),
        ((0.9999983, 1.00001, 1.00002), "≈1.00000 1.00001 1.00002"),
        ((0.0, 0.03125, 0.031251), "0.0000 0.031250 0.031251"),
        ((1.0, 1.0000000000000002), "1.0000000000000000 1.0000000000000002"),
        ((-2e-09, -2.000001e-09), "-2e-09 -2.000001e-09"),
        ((0.5, math.nan, math.nan), "0.5000 nan nan"),
        ((math.inf, math.inf), "inf inf"),
    ],
)
def test_numbers_that_differ_are_told_apart(numbers, texts):
    assert told_apart(*numbers) == texts.split()
