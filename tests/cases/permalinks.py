"""Texts that must come back from a link as they were."""

from .records import Page

__all__ = ["DAMAGED", "HOSTILE", "PERMALINKS", "TOO_LONG"]

PERMALINKS = (
    Page(
        id="percent-and-specials",
        source="y = 5  # 100% & a=b; c#d ? %2B %41 %zz",
        values={"y": (5.0, 1.0)},
    ),
    Page(id="unicode-in-link", source="权重 = 0.5  # 😀 ñ\ny = 权重*2", values={"y": (1.0, 1.0)}),
    Page(id="newlines-tabs-in-link", source="a = 1\r\n\r\nb = a*2\t# tab\r\n", values={"b": (2.0, 1.0)}, step=2),
    Page(id="link-in-markdown-chat", source="y = (1 + 2)*(3 + (4))", values={"y": (21.0, 1.0)}),
    Page(
        id="link-opens-same-step",
        source="a = 2.0\nb = 3.0\nc = a*b\nd = c + a",
        values={"d": (8.0, 1.0), "a": (2.0, 4.0), "b": (3.0, 2.0)},
        step=2,
    ),
    Page(
        id="backslash-continuation", source="x = 2\ny = x \\\n  * 3", values={"x": (2.0, 3.0), "y": (6.0, 1.0)}, step=1
    ),
    Page(id="line-separator-paste", source="a = 1\u2028b = a*2", values={"b": (2.0, 1.0)}),
)

TOO_LONG = "# " + "lorem " * 10000 + "\nx = 2.0\ny = x*x"
HOSTILE = "<svg onload=alert(1)>\"'><script>alert(2)</script>"

# What becomes of a code on its way: the name of the damage, and how it is done.
DAMAGED = {
    "cut by 10": lambda code: code[:-10],
    "one letter changed": lambda code: code[:12] + ("A" if code[12] != "A" else "B") + code[13:],
    "empty": lambda _code: "",
}
