"""Names and texts that strain a drawing."""

from .records import Refused, Traced, says

__all__ = ["PICTURES", "PICTURES_REFUSED"]

_LONG = "w" * 300
_CHINESE = "这是一个很长的中文变量名用来测试宽度"

PICTURES = (
    Traced(
        id="chinese-names",
        source="权重 = 0.5\n输入 = -2.0\n输出 = tanh(权重*输入)",
        values={
            "权重": (0.5, -0.8399486832280523),
            "输入": (-2.0, 0.20998717080701307),
            "输出": (-0.7615941559557649, 1.0),
        },
        shown={"权重": ("0.5000", "-0.8399"), "输出": ("-0.7616", "1.0000")},
    ),
    Traced(
        id="dot-keywords-as-names",
        source="node = 2.0\nedge = 3.0\ngraph = node*edge\nStrict = graph + node\ndigraph = Strict*2\n"
        "subgraph = digraph - edge",
        values={
            "node": (2.0, 8.0),
            "edge": (3.0, 3.0),
            "graph": (6.0, 2.0),
            "Strict": (8.0, 2.0),
            "digraph": (16.0, 1.0),
            "subgraph": (13.0, 1.0),
        },
        shown={"node": ("2.0000", "8.0000"), "subgraph": ("13.0000", "1.0000")},
    ),
    Traced(
        id="node-width-not-jumping",
        source="a = 1e-12\nb = 3.0\nc = a*b*1e15",
        values={"a": (1e-12, 3e15), "b": (3.0, 1000.0), "c": (3000.0, 1.0)},
        shown={"a": ("1e-12", "3e+15"), "b": ("3.0000", "1000.0000"), "c": ("3000.0000", "1.0000")},
    ),
    Traced(
        id="operator-labels",
        source="a = 3.0\nb = a**-1\nc = b - a/2\nd = (c*c)**0.5",
        values={
            "a": (3.0, 0.6111111111111112),
            "b": (0.3333333333333333, -1.0),
            "c": (-1.1666666666666667, -1.0),
            "d": (1.1666666666666667, 1.0),
        },
        shown={"b": ("0.3333", "-1.0000"), "d": ("1.1667", "1.0000")},
    ),
    Traced(
        id="very-long-name",
        source=f"{_LONG} = 2.0\ny = {_LONG}*3",
        values={_LONG: (2.0, 3.0), "y": (6.0, 1.0)},
        shown={_LONG: ("2.0000", "3.0000")},
    ),
    Traced(
        id="rtl-and-combining-names",
        source="س = 2.0\ne\u0301 = 3.0\ny = س*\u00e9",
        values={"س": (2.0, 3.0), "\u00e9": (3.0, 2.0), "y": (6.0, 1.0)},
        shown={"س": ("2.0000", "3.0000"), "\u00e9": ("3.0000", "2.0000")},
    ),
    Traced(
        id="dot-binary-missing",
        source="x = 1.0\ny = x*2",
        values={"x": (1.0, 2.0), "y": (2.0, 1.0)},
    ),
    Traced(
        id="cjk-width",
        source=f"{_CHINESE} = 1.5\ny = {_CHINESE}**2",
        values={_CHINESE: (1.5, 3.0), "y": (2.25, 1.0)},
        shown={_CHINESE: ("1.5000", "3.0000")},
    ),
    Traced(
        id="html-in-comment",
        source='x = 2.0  # <b>bold</b> & "quoted" \\N {rec|ord}\ny = x*3  # <img src=q onerror=alert(1)>',
        values={"x": (2.0, 3.0), "y": (6.0, 1.0)},
        quiet=True,
    ),
)

PICTURES_REFUSED = (
    Refused(
        id="very-long-name, of 20000",
        source=f"{'w' * 20000} = 2.0",
        problems=(says(1, 16385, "20006 bytes", "16384"),),
        status=413,
    ),
)
