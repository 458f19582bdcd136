"""Programs with the numbers that are right for them: data and grad of named Values, worked out by hand or by others."""

from typing import NamedTuple

__all__ = ["NEURON", "PROGRAMS", "SPELT_OUT", "Reference"]


class Reference(NamedTuple):
    """A program and, by label, what ``data`` and ``grad`` of its Values must be at the end (\"\" is the root)."""

    source: str
    values: dict[str, tuple[float, float]]


PROGRAMS = {
    "neuron tanh": Reference(
        "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\nn = x1*w1 + x2*w2 + b\no = tanh(n)",
        {
            "x1": (2.0, -1.4999999999999998),
            "x2": (0.0, 0.4999999999999999),
            "w1": (-3.0, 0.9999999999999998),
            "w2": (1.0, 0.0),
            "b": (6.881373587019543, 0.4999999999999999),
            "n": (0.8813735870195432, 0.4999999999999999),
            "o": (0.7071067811865477, 1.0),
        },
    ),
    "neuron tanh decomposed": Reference(
        "x1 = 2.0\n"
        "x2 = 0.0\n"
        "w1 = -3.0\n"
        "w2 = 1.0\n"
        "b = 6.8813735870195432\n"
        "n = x1*w1 + x2*w2 + b\n"
        "e = (2*n).exp()\n"
        "num = e - 1\n"
        "den = e + 1\n"
        "o = num/den",
        {
            "x1": (2.0, -1.4999999999999998),
            "x2": (0.0, 0.4999999999999999),
            "w1": (-3.0, 0.9999999999999998),
            "w2": (1.0, 0.0),
            "b": (6.881373587019543, 0.4999999999999999),
            "n": (0.8813735870195432, 0.4999999999999999),
            "e": (5.828427124746192, 0.042893218813452455),
            "num": (4.828427124746192, 0.1464466094067262),
            "den": (6.828427124746192, -0.10355339059327374),
            "o": (0.7071067811865476, 1.0),
        },
    ),
    "self add": Reference(
        "a = 3.5\nb = a + a",
        {"a": (3.5, 2.0), "b": (7.0, 1.0)},
    ),
    "reuse diamond": Reference(
        "a = -4.0\nb = 2.5\nd = a*b\ne = a + b\nf = d*e",
        {"a": (-4.0, -13.75), "b": (2.5, -4.0), "d": (-10.0, -1.5), "e": (-1.5, -10.0), "f": (15.0, 1.0)},
    ),
    "nonleaf reuse chain": Reference(
        "p = 1.5\nq = p + p\nr = q + q\ns = r + r",
        {"p": (1.5, 8.0), "q": (3.0, 4.0), "r": (6.0, 2.0), "s": (12.0, 1.0)},
    ),
    "topo needed unequal paths": Reference(
        "x = 0.5\nu = x*x\nv = u*x\ns = u + v + x\nL = s*u",
        {"x": (0.5, 1.5625), "u": (0.25, 1.25), "v": (0.125, 0.25), "s": (0.875, 0.25), "L": (0.21875, 1.0)},
    ),
    "cube by self mul": Reference(
        "x = -3.0\ny = x*x*x",
        {"x": (-3.0, 27.0), "y": (-27.0, 1.0)},
    ),
    "idempotent replay": Reference(
        "a = 5.0\nb = 4.0\nc = a + b\nd = 2.0\ne = c*d",
        {"a": (5.0, 2.0), "b": (4.0, 2.0), "c": (9.0, 2.0), "d": (2.0, 9.0), "e": (18.0, 1.0)},
    ),
    "sub sign": Reference(
        "a = 7.0\nb = 2.5\nc = a - b\nd = b - a\nL = c*c - d",
        {"a": (7.0, 10.0), "b": (2.5, -10.0), "c": (4.5, 9.0), "d": (-4.5, -1.0), "L": (24.75, 1.0)},
    ),
    "right operand numbers": Reference(
        "a = 4.0\ny = (2 - a) + 2/a + 3*a + (1 + a)",
        {"a": (4.0, 2.875), "y": (15.5, 1.0)},
    ),
    "noncommutative chain": Reference(
        "a = 100.0\nb = 8.0\nc = 5.0\ny = a/b/c - a/(b/c)",
        {"a": (100.0, -0.6), "b": (8.0, 7.5), "c": (5.0, -13.0), "y": (-60.0, 1.0)},
    ),
    "pow value exponent": Reference(
        "a = 1.5\nb = 2.5\nc = a**b",
        {"a": (1.5, 4.592793267718459), "b": (2.5, 1.1173304512883486), "c": (2.7556759606310752, 1.0)},
    ),
    "pow constant base": Reference(
        "b = 3.0\nc = 0.5**b",
        {"b": (3.0, -0.08664339756999316), "c": (0.125, 1.0)},
    ),
    "x to the x": Reference(
        "x = 2.0\ny = x**x",
        {"x": (2.0, 6.772588722239782), "y": (4.0, 1.0)},
    ),
    "pow 1p5 control": Reference(
        "x = 4.0\ny = x**1.5\nz = x*x**0.5",
        {"x": (4.0, 3.0), "y": (8.0, 0.0), "z": (8.0, 1.0)},
    ),
    "relu dead multiply": Reference(
        "x = -2.0\nw = 5.0\nh = relu(x*w)\ny = h*3 + w",
        {"x": (-2.0, 0.0), "w": (5.0, 1.0), "h": (0.0, 3.0), "y": (5.0, 1.0)},
    ),
    "log grad": Reference(
        "x = 4.0\ny = log(x)",
        {"x": (4.0, 0.25), "y": (1.3862943611198906, 1.0)},
    ),
    "exp grad uses output": Reference(
        "x = -2.0\ny = exp(x)",
        {"x": (-2.0, 0.1353352832366127), "y": (0.1353352832366127, 1.0)},
    ),
    "softmax nll": Reference(
        "a = 1.0\nb = 2.0\nc = 0.5\ns = exp(a) + exp(b) + exp(c)\np = exp(b)/s\nL = -log(p)",
        {
            "a": (1.0, 0.23122389762214907),
            "b": (2.0, -0.37146828078823757),
            "c": (0.5, 0.14024438316608848),
            "s": (11.756059198089822, 0.08506251824271899),
            "p": (0.6285317192117625, -1.5910096013198722),
            "L": (0.4643687841079447, 1.0),
        },
    ),
    "equal values are distinct": Reference(
        "a = 2.0\nb = 2.0\nc = a*b + a",
        {"a": (2.0, 3.0), "b": (2.0, 2.0), "c": (6.0, 1.0)},
    ),
    "reassign loop unrolled": Reference(
        "h = 0.8\nw = 1.2\nh = tanh(w*h)\nh = tanh(w*h)\nh = tanh(w*h)",
        {
            "h": (0.8, 0.19649268720947535),
            "w": (1.2, 0.7282950926529204),
            "h (line 3)": (0.7442768673618372, 0.3670960477805688),
            "h (line 4)": (0.712937360300694, 0.622128800720754),
            "h (line 5)": (0.6939447620183504, 1.0),
        },
    ),
    "cancel to zero grad": Reference(
        "x = 3.0\ny = 5.0\nz = x*y - y*x + y",
        {"x": (3.0, 0.0), "y": (5.0, 1.0), "z": (5.0, 1.0)},
    ),
    "x over x": Reference(
        "x = 3.0\ny = x/x",
        {"x": (3.0, 0.0), "y": (1.0, 1.0)},
    ),
    "unused variable": Reference(
        "a = 1.5\nb = 2.0\nc = a*3",
        {"a": (1.5, 3.0), "b": (2.0, 0.0), "c": (4.5, 1.0)},
    ),
    "bare expression last": Reference(
        "x = -1.5\nx**2 + 3*x + 1",
        {"x": (-1.5, 0.0), "": (-1.25, 1.0)},
    ),
    "single leaf": Reference(
        "x = 7.25",
        {"x": (7.25, 1.0)},
    ),
    "method and function forms": Reference(
        "n = 0.3\na = n.tanh() + tanh(n)\nb = (2*n).exp() - exp(2*n)\ny = a + b + n.relu() + relu(n)",
        {
            "n": (0.3, 3.8302739236532584),
            "a": (0.5826252249031818, 1.0),
            "b": (0.0, 1.0),
            "y": (1.182625224903182, 1.0),
        },
    ),
    "unary signs": Reference(
        "x = 3.0\ny = -x**2 + --x - +x",
        {"x": (3.0, -6.0), "y": (-9.0, 1.0)},
    ),
    "pow right assoc": Reference(
        "x = 1.1\ny = x**2**3\nz = (x**2)**3\nL = y - z",
        {
            "x": (1.1, 5.9266768000000045),
            "y": (2.1435888100000016, 1.0),
            "z": (1.7715610000000008, -1.0),
            "L": (0.37202781000000074, 1.0),
        },
    ),
    "neg base even power": Reference(
        "x = -1.0\ny = (-1)**0 + x**0 + x**2 + x**3",
        {"x": (-1.0, 1.0), "y": (2.0, 1.0)},
    ),
    "neg base float int exponent": Reference(
        "x = -8.0\ny = x**2.0 + x**-1.0",
        {"x": (-8.0, -16.015625), "y": (63.875, 1.0)},
    ),
    "softplus ok": Reference(
        "x = 100.0\ny = log(1 + exp(x))",
        {"x": (100.0, 1.0), "y": (100.0, 1.0)},
    ),
    "small values visible": Reference(
        "x = 0.00001234\ny = x*x*1000",
        {"x": (1.234e-05, 0.02468), "y": (1.522756e-07, 1.0)},
    ),
    "large values compact": Reference(
        "x = 123456789.125\ny = x**4",
        {"x": (123456789.125, 7.526705510018988e24), "y": (2.3230572373909745e32, 1.0)},
    ),
    "digits not lost": Reference(
        "a = 0.1\nb = 0.2\nc = a + b",
        {"a": (0.1, 1.0), "b": (0.2, 1.0), "c": (0.30000000000000004, 1.0)},
    ),
    "operator labels": Reference(
        "a = 3.0\nb = a**-1\nc = b - a/2\nd = (c*c)**0.5",
        {
            "a": (3.0, 0.6111111111111112),
            "b": (0.3333333333333333, -1.0),
            "c": (-1.1666666666666667, -1.0),
            "d": (1.1666666666666667, 1.0),
        },
    ),
    "step order and increments": Reference(
        "a = 2.0\nb = 3.0\nc = a*b\nd = c + a\ne = d*c",
        {"a": (2.0, 48.0), "b": (3.0, 28.0), "c": (6.0, 14.0), "d": (8.0, 6.0), "e": (48.0, 1.0)},
    ),
}
NEURON = PROGRAMS["neuron tanh"].source
SPELT_OUT = PROGRAMS["neuron tanh decomposed"].source
