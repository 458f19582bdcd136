"""Large programs: traced within the limits, refused with the limit and the amount beyond them."""

from .records import Refused, Traced, says

__all__ = ["SCALE_REFUSED", "SCALE_TRACED"]

_BYTES = "16384"

SCALE_TRACED = (
    Traced(
        id="fibonacci-dag",
        source="f0 = 1.0\nf1 = 1.0\n" + "\n".join(f"f{n} = f{n - 1} + f{n - 2}" for n in range(2, 31)),
        values={"f30": (1346269.0, 1.0), "f0": (1.0, 514229.0), "f1": (1.0, 832040.0)},
        exact=True,
        backwards=31,
    ),
    Traced(
        id="deep-parentheses, at the limit",
        source="y = " + "(" * 150 + "1" + ")" * 150,
        values={"y": (1.0, 1.0)},
    ),
    Traced(
        id="ten-thousand-terms, as many as fit",
        source="x = 1.0\ny = " + "+".join(["x"] * 8000),
        values={"x": (1.0, 8000.0), "y": (8000.0, 1.0)},
        nodes=8000,
    ),
    Traced(
        id="unary-chain, at the limit",
        source="x = 2.0\ny = " + "-" * 150 + "x",
        values={"x": (2.0, 1.0), "y": (2.0, 1.0)},
        operators=150,
    ),
    Traced(
        id="long-assignment-chain, as long as fits",
        source="x = 1.0\n" + "x = x+1\n" * 1999,
        values={"x": (1.0, 1.0), "x (line 2000)": (2000.0, 1.0)},
        operators=1999,
    ),
    Traced(
        id="frames-times-nodes",
        source="x = 1.0\na0 = x*1\n" + "\n".join(f"a{i} = a{i - 1} + x*{i + 1}" for i in range(1, 150)),
        values={"x": (1.0, 11325.0), "a149": (11325.0, 1.0)},
        nodes=450,
        operators=299,
    ),
    Traced(
        id="comment-heavy-program, as heavy as fits",
        source="# explanation\n" * 1100 + "x = 3.0\ny = x*x",
        values={"x": (3.0, 6.0), "y": (9.0, 1.0)},
    ),
    Traced(
        id="wide-fan-in",
        source="w = 0.5\n"
        + "\n".join(f"x{i} = {i}.0" for i in range(120))
        + "\ny = "
        + " + ".join(f"w*x{i}" for i in range(120)),
        values={"w": (0.5, 7140.0), "y": (3570.0, 1.0), **{f"x{i}": (float(i), 0.5) for i in range(120)}},
        edges=("0-121-0", *(f"0-{120 + 2 * i}-0" for i in range(1, 120))),
    ),
)

SCALE_REFUSED = (
    Refused(
        id="deep-parentheses",
        source="y = " + "(" * 8000 + "1" + ")" * 8000,
        problems=(says(1, 8004, "nest 8000 deep", "limit is 150"),),
    ),
    Refused(
        id="deep-parentheses, longer than a program may be",
        source="y = " + "(" * 10000 + "1" + ")" * 10000,
        problems=(says(1, 16385, "20005 bytes", _BYTES),),
        status=413,
    ),
    Refused(
        id="deep-parentheses, one over the limit",
        source="y = " + "(" * 151 + "1" + ")" * 151,
        problems=(says(1, 155, "nest 151 deep", "limit is 150"),),
    ),
    Refused(
        id="ten-thousand-terms",
        source="x = 1.0\ny = " + " + ".join(["x"] * 10000),
        problems=(says(2, 16377, "40009 bytes", _BYTES),),
        status=413,
    ),
    Refused(
        id="unary-chain",
        source="x = 2.0\ny = " + "-" * 900 + "x",
        problems=(says(2, 904, "nest 900 deep", "limit is 150"),),
    ),
    Refused(
        id="unary-chain, of 5000",
        source="x = 2.0\ny = " + "-" * 5000 + "x",
        problems=(says(2, 5004, "nest 5000 deep", "limit is 150"),),
    ),
    Refused(
        id="long-assignment-chain",
        source="x0 = 1.0\n" + "\n".join(f"x{i + 1} = x{i} + 1" for i in range(5000)),
        problems=(says(1034, 17, "87791 bytes", _BYTES),),
        status=413,
    ),
    Refused(
        id="comment-heavy-program",
        source="# explanation\n" * 2000 + "x = 3.0\ny = x*x",
        problems=(says(1171, 5, "28015 bytes", _BYTES, "comments count too"),),
        status=413,
    ),
    Refused(
        id="comment-heavy-program, an error below comments",
        source="# explanation\n" * 1000 + "x = 3.0\ny = x^2",
        problems=(says(1002, 6, "**"),),
    ),
)
