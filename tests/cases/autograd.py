"""Gradients: programs whose numbers were worked out by hand or by other engines."""

from .records import Check, Mistaken, Traced, Write

__all__ = ["AUTOGRAD"]

_RELU_KINK = ("relu has a kink", "0.0000 on the left", "1.0000 on the right", "by convention relu'(0) = 0")
_DOUBLING = "a = 1.0" + "\na = a + a" * 24


def _doubled(k: int) -> str:
    """The label of the k-th ``a``, counted from 1."""
    return "a" if k == 1 else f"a (line {k})"


AUTOGRAD = (
    Traced(
        id="neuron-tanh",
        source="x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\nn = x1*w1 + x2*w2 + b\no = tanh(n)",
        values={
            "x1": (2.0, -1.4999999999999998),
            "x2": (0.0, 0.4999999999999999),
            "w1": (-3.0, 0.9999999999999998),
            "w2": (1.0, 0.0),
            "b": (6.881373587019543, 0.4999999999999999),
            "n": (0.8813735870195432, 0.4999999999999999),
            "o": (0.7071067811865477, 1.0),
        },
        nodes=10,
        operators=5,
        steps=16,
        leaves={"w1": "-3.0"},
        totals={"w2": (0.0,)},
        quiet=True,
        shown={
            "x1": ("2.0000", "-1.5000"),
            "x2": ("0.0000", "0.5000"),
            "w1": ("-3.0000", "1.0000"),
            "w2": ("1.0000", "0.0000"),
        },
    ),
    Traced(
        id="neuron-tanh-decomposed",
        source="x1 = 2.0\n"
        "x2 = 0.0\n"
        "w1 = -3.0\n"
        "w2 = 1.0\n"
        "b = 6.8813735870195432\n"
        "n = x1*w1 + x2*w2 + b\n"
        "e = (2*n).exp()\n"
        "num = e - 1\n"
        "den = e + 1\n"
        "o = num/den",
        values={
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
        nodes=18,
        operators=10,
        steps=29,
        totals={"e": (-0.10355339059327374, 0.042893218813452455)},
        quiet=True,
    ),
    Traced(
        id="self-add",
        source="a = 3.5\nb = a + a",
        values={"a": (3.5, 2.0), "b": (7.0, 1.0)},
        steps=4,
        exact=True,
        writes=(Write("b", "a", 0.0, 1.0), Write("b", "a", 1.0, 2.0)),
        told={"b": ("a fills both slots", "0.0000 → 1.0000 → 2.0000")},
        edges=("0-1-0", "0-1-1"),
        quiet=True,
    ),
    Traced(
        id="reuse-diamond",
        source="a = -4.0\nb = 2.5\nd = a*b\ne = a + b\nf = d*e",
        values={"a": (-4.0, -13.75), "b": (2.5, -4.0), "d": (-10.0, -1.5), "e": (-1.5, -10.0), "f": (15.0, 1.0)},
        exact=True,
        mistaken=(Mistaken({"accumulate": "="}, {"a": -3.75}),),  # d's contribution alone, the last
    ),
    Traced(
        id="nonleaf-reuse-chain",
        source="p = 1.5\nq = p + p\nr = q + q\ns = r + r",
        values={"p": (1.5, 8.0), "q": (3.0, 4.0), "r": (6.0, 2.0), "s": (12.0, 1.0)},
        backwards=4,
        fires=("s", "r", "q", "p"),
        mistaken=(Mistaken({"schedule": "recursive"}, {"q": 8.0, "p": 48.0}),),  # 2*(8 + 16)
    ),
    Traced(
        id="topo-needed-unequal-paths",
        source="x = 0.5\nu = x*x\nv = u*x\ns = u + v + x\nL = s*u",
        values={"x": (0.5, 1.5625), "u": (0.25, 1.25), "v": (0.125, 0.25), "s": (0.875, 0.25), "L": (0.21875, 1.0)},
        fires=("L", "s", "u + v", "v", "u", "x"),
        mistaken=(Mistaken({"schedule": "preorder"}, {"x": 0.0, "u": 0.875}),),  # u runs before all its users
    ),
    Traced(
        id="cube-by-self-mul",
        source="x = -3.0\ny = x*x*x",
        values={"x": (-3.0, 27.0), "y": (-27.0, 1.0)},
        totals={"x": (9.0, 18.0, 27.0)},
    ),
    Traced(
        id="idempotent-replay",
        source="a = 5.0\nb = 4.0\nc = a + b\nd = 2.0\ne = c*d",
        values={"a": (5.0, 2.0), "b": (4.0, 2.0), "c": (9.0, 2.0), "d": (2.0, 9.0), "e": (18.0, 1.0)},
    ),
    Traced(
        id="sub-sign",
        source="a = 7.0\nb = 2.5\nc = a - b\nd = b - a\nL = c*c - d",
        values={"a": (7.0, 10.0), "b": (2.5, -10.0), "c": (4.5, 9.0), "d": (-4.5, -1.0), "L": (24.75, 1.0)},
        writes=(
            Write("L", "c*c", 0.0, 1.0),
            Write("L", "d*-1", 0.0, 1.0),
            Write("d*-1", "d", 0.0, -1.0),
            Write("d*-1", "-1 (line 5)", 0.0, -4.5),
            Write("d", "b", 0.0, -1.0),
            Write("d", "a*-1", 0.0, -1.0),
            Write("a*-1", "a", 0.0, 1.0),
            Write("a*-1", "-1 (line 4)", 0.0, -7.0),
            Write("c*c", "c", 0.0, 4.5),
            Write("c*c", "c", 4.5, 9.0),
            Write("c", "a", 1.0, 10.0),
            Write("c", "b*-1", 0.0, 9.0),
            Write("b*-1", "b", -1.0, -10.0),
            Write("b*-1", "-1", 0.0, 22.5),
        ),
        edges=("0-4-0", "3-4-1", "1-7-0", "6-7-1"),
    ),
    Traced(
        id="right-operand-numbers",
        source="a = 4.0\ny = (2 - a) + 2/a + 3*a + (1 + a)",
        values={"a": (4.0, 2.875), "y": (15.5, 1.0)},
    ),
    Traced(
        id="noncommutative-chain",
        source="a = 100.0\nb = 8.0\nc = 5.0\ny = a/b/c - a/(b/c)",
        values={
            "a": (100.0, -0.6),
            "b": (8.0, 7.5),
            "c": (5.0, -13.0),
            "y": (-60.0, 1.0),
            "a*b**-1*c**-1": (2.5, 1.0),
            "a*(b*c**-1)**-1": (62.5, -1.0),
        },
    ),
    Traced(
        id="relu-at-zero-kink",
        source="x = 0.0\ny = relu(x)",
        values={"x": (0.0, 0.0), "y": (0.0, 1.0)},
        checked=(Check("x", "unchecked", _RELU_KINK),),
    ),
    Traced(
        id="relu-dead-multiply",
        source="x = -2.0\nw = 5.0\nh = relu(x*w)\ny = h*3 + w",
        values={"x": (-2.0, 0.0), "w": (5.0, 1.0), "h": (0.0, 3.0), "y": (5.0, 1.0)},
        totals={"x*w": (0.0,), "w": (1.0, 1.0)},
    ),
    Traced(
        id="log-grad",
        source="x = 4.0\ny = log(x)",
        values={"x": (4.0, 0.25), "y": (1.3862943611198906, 1.0)},
    ),
    Traced(
        id="exp-grad-uses-output",
        source="x = -2.0\ny = exp(x)",
        values={"x": (-2.0, 0.1353352832366127), "y": (0.1353352832366127, 1.0)},
    ),
    Traced(
        id="softmax-nll",
        source="a = 1.0\nb = 2.0\nc = 0.5\ns = exp(a) + exp(b) + exp(c)\np = exp(b)/s\nL = -log(p)",
        values={
            "a": (1.0, 0.23122389762214907),
            "b": (2.0, -0.37146828078823757),
            "c": (0.5, 0.14024438316608848),
            "s": (11.756059198089822, 0.08506251824271899),
            "p": (0.6285317192117625, -1.5910096013198722),
            "L": (0.4643687841079447, 1.0),
        },
    ),
    Traced(
        id="equal-values-are-distinct",
        source="a = 2.0\nb = 2.0\nc = a*b + a",
        values={"a": (2.0, 3.0), "b": (2.0, 2.0), "c": (6.0, 1.0)},
        nodes=4,
    ),
    Traced(
        id="alias-assignment",
        source="a = 3.0\nb = a\nc = a*b",
        values={"a": (3.0, 6.0), "c": (9.0, 1.0)},
        nodes=2,
        aliases={"a": ["b"]},
        totals={"a": (3.0, 6.0)},
    ),
    Traced(
        id="reassign-loop-unrolled",
        source="h = 0.8\nw = 1.2\nh = tanh(w*h)\nh = tanh(w*h)\nh = tanh(w*h)",
        values={
            "h": (0.8, 0.19649268720947535),
            "w": (1.2, 0.7282950926529204),
            "h (line 3)": (0.7442768673618372, 0.3670960477805688),
            "h (line 4)": (0.712937360300694, 0.622128800720754),
            "h (line 5)": (0.6939447620183504, 1.0),
        },
        totals={"w": (0.36961572065934586, 0.5972999678466032, 0.7282950926529204)},
    ),
    Traced(
        id="cancel-to-zero-grad",
        source="x = 3.0\ny = 5.0\nz = x*y - y*x + y",
        values={"x": (3.0, 0.0), "y": (5.0, 1.0), "z": (5.0, 1.0)},
        totals={"x": (-5.0, 0.0)},
        shown={"x": ("3.0000", "0.0000")},
    ),
    Traced(
        id="x-over-x",
        source="x = 3.0\ny = x/x",
        values={"x": (3.0, 0.0), "y": (1.0, 1.0)},
        shown={"x": ("3.0000", "0.0000"), "y": ("1.0000", "1.0000")},
    ),
    Traced(
        id="unused-variable",
        source="a = 1.5\nb = 2.0\nc = a*3",
        values={"a": (1.5, 3.0), "b": (2.0, 0.0), "c": (4.5, 1.0)},
        unreached=("b",),
        shown={"b": ("2.0000", "0.0000")},
    ),
    Traced(
        id="bare-expression-last",
        source="x = -1.5\nx**2 + 3*x + 1",
        values={"x": (-1.5, 0.0), "": (-1.25, 1.0)},
    ),
    Traced(
        id="method-and-function-forms",
        source="n = 0.3\na = n.tanh() + tanh(n)\nb = (2*n).exp() - exp(2*n)\ny = a + b + n.relu() + relu(n)",
        values={
            "n": (0.3, 3.8302739236532584),
            "a": (0.5826252249031818, 1.0),
            "b": (0.0, 1.0),
            "y": (1.182625224903182, 1.0),
        },
        nodes=18,
    ),
    Traced(
        id="unary-signs",
        source="x = 3.0\ny = -x**2 + --x - +x",
        values={"x": (3.0, -6.0), "y": (-9.0, 1.0), "x**2*-1": (-9.0, 1.0)},
    ),
    Traced(
        id="fan-out-doubling",
        source=_DOUBLING,
        values={_doubled(k): (2.0 ** (k - 1), 2.0 ** (25 - k)) for k in range(1, 26)},
        exact=True,
        nodes=25,
        backwards=25,
        edges=tuple(f"{k}-{k + 1}-{slot}" for k in range(24) for slot in (0, 1)),
    ),
    Traced(
        id="step-order-and-increments",
        source="a = 2.0\nb = 3.0\nc = a*b\nd = c + a\ne = d*c",
        values={"a": (2.0, 48.0), "b": (3.0, 28.0), "c": (6.0, 14.0), "d": (8.0, 6.0), "e": (48.0, 1.0)},
        writes=(
            Write("e", "d", 0.0, 6.0),
            Write("e", "c", 0.0, 8.0),
            Write("d", "c", 8.0, 14.0),
            Write("d", "a", 0.0, 6.0),
            Write("c", "a", 6.0, 48.0),
            Write("c", "b", 0.0, 28.0),
        ),
    ),
)
