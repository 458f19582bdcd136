"""Gradients of random graphs against oracles that share no code with the engine: HIPS autograd, and mpmath."""

import operator

import autograd.numpy as anp
import mpmath
from autograd import grad
from hypothesis import given
from hypothesis import strategies as st

from gradstep import Value
from gradstep.engine.recorder import record
from gradstep.engine.trace import Write

# A program is a list of instructions over a growing list of values; the first INPUTS of them are its inputs. Functions
# get arguments squashed into a range where they are smooth and neither overflow nor lose all digits by cancellation.
INPUTS = 3
BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul}
UNARY = ("tanh", "exp", "sigmoid", "sin", "cos", "log", "sqrt", "divide", "power", "square", "negate")


def _index(highest):
    return st.integers(0, highest)


@st.composite
def programs(draw):
    instructions = []
    for made in range(INPUTS, INPUTS + draw(st.integers(1, 14))):
        if draw(st.booleans()):
            instructions.append((draw(st.sampled_from(sorted(BINARY))), draw(_index(made - 1)), draw(_index(made - 1))))
        else:
            instructions.append((draw(st.sampled_from(UNARY)), draw(_index(made - 1))))
    return instructions


POINTS = st.lists(st.floats(-2, 2, allow_nan=False).map(lambda x: round(x, 3)), min_size=INPUTS, max_size=INPUTS)


def run(instructions, inputs, functions):
    """The last value of a program, in whatever arithmetic ``functions`` brings."""
    values = list(inputs)
    for name, *operands in instructions:
        arguments = [values[i] for i in operands]
        result = BINARY[name](*arguments) if name in BINARY else _apply(name, arguments[0], functions)
        values.append(functions["sin"](result))  # keeps every value within ±1
    return values[-1]


def _apply(name, x, functions):
    if name in ("log", "sqrt"):
        return functions[name](x * x + 0.5)
    if name == "divide":
        return 1 / (x * x + 0.5) - x / 3
    if name == "power":
        return 1.5**x + (x * x + 0.5) ** x
    if name == "square":
        return x**2 + (x * x + 1) ** -1.5
    if name == "negate":
        return 2 - x
    return functions[name](x)


ENGINE = {name: getattr(Value, name) for name in ("tanh", "exp", "sigmoid", "sin", "cos", "log", "sqrt")}
AUTOGRAD = {name: getattr(anp, name) for name in ("tanh", "exp", "sin", "cos", "log", "sqrt")}
AUTOGRAD["sigmoid"] = lambda x: 1 / (1 + anp.exp(-x))
MPMATH = {name: getattr(mpmath, name) for name in ("tanh", "exp", "sin", "cos", "log", "sqrt")}
MPMATH["sigmoid"] = lambda x: 1 / (1 + mpmath.exp(-x))


def recorded(instructions, point):
    """The gradients of the inputs, and for each the sum of the sizes of its contributions along all paths."""
    inputs = []

    def build(recorder):
        inputs.extend(map(Value, point))
        run(instructions, inputs, ENGINE).backward()

    trace = record(build)
    return [value.grad for value in inputs], _absolute_contributions(trace)


def _absolute_contributions(trace):
    """Backward once more with absolute values: a yardstick for what rounding can do where terms cancel."""
    sizes = [0.0] * len(trace.nodes)
    sizes[trace.roots[0]] = 1.0
    for step in trace.steps:
        for event in step.events:
            if isinstance(event, Write):
                sizes[event.target] += abs(event.local) * sizes[step.node]
    return sizes[:INPUTS]


@given(programs(), POINTS)
def test_gradients_agree_with_hips_autograd(instructions, point):
    gradients, sizes = recorded(instructions, point)
    for slot in range(INPUTS):

        def of_one(x, slot=slot):
            return run(instructions, [*point[:slot], x, *point[slot + 1 :]], AUTOGRAD)

        expected = grad(lambda x, of_one=of_one: of_one(x) + 0.0 * x)(point[slot])
        assert abs(gradients[slot] - expected) <= 1e-9 * sizes[slot]


@given(programs(), POINTS)
def test_gradients_agree_with_central_differences_at_fifty_digits(instructions, point):
    gradients, sizes = recorded(instructions, point)
    with mpmath.workdps(60):
        h = mpmath.mpf(10) ** -20
        for slot in range(INPUTS):

            def of_one(x, slot=slot):
                exact = [mpmath.mpf(number) for number in point]
                exact[slot] += x
                return run(instructions, exact, MPMATH)

            expected = (of_one(h) - of_one(-h)) / (2 * h)
            assert abs(gradients[slot] - expected) <= 1e-9 * sizes[slot] + 1e-30
