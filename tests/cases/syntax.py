"""What people type by habit or by accident: read as it was meant, or refused at its place with what to do about it."""

from .records import Refused, Traced, says

__all__ = ["SYNTAX_REFUSED", "SYNTAX_TRACED"]

_FOUR_LINES = ("a = 2", "b = a*3", "# note", "c = a*d")

SYNTAX_REFUSED = (
    Refused(id="complex-literal", source="z = 3 + 2j", problems=(says(1, 9, "complex numbers", "2j"),)),
    Refused(
        id="bool-literal",
        source="x = True\ny = x + 1",
        problems=(says(1, 5, "True isn't a number", "1.0"),),
        mended="x = 1.0\ny = x + 1",
    ),
    Refused(
        id="implicit-multiplication",
        source="x = 4\ny = 2x + 3(x+1) + (x)(x)",
        problems=(
            says(2, 5, "write 2*x"),
            says(2, 10, "operator is missing", "3*("),
            says(2, 21, "operator is missing", "(…)*(…)"),
        ),
        never=("callable",),
        mended="x = 4\ny = 2*x + 3*(x+1) + (x)*(x)",
    ),
    Refused(
        id="fullwidth-digits-punctuation",
        source="a = １２；b = a，",
        problems=(says(1, 13, "remove the comma"),),
        mended="a = １２；b = a",
    ),
    Refused(
        id="subscript-digits",
        source="w₁ = 2\ny = w₁*3",
        problems=(says(1, 2, "₁ (U+2081)", "w1 or w_1"), says(2, 6, "₁ (U+2081)", "w1 or w_1")),
        mended="w1 = 2\ny = w1*3",
    ),
    Refused(
        id="greek-names, π without a number",
        source="x = 2.0\ny = π*x",
        problems=(says(2, 5, "no value is called π", "write pi", "3.14159"),),
        mended="x = 2.0\ny = pi*x",
    ),
    Refused(
        id="cyrillic-lookalike",
        source="x = 2.0\ny = х*3",
        problems=(says(2, 5, "U+0445", "CYRILLIC SMALL LETTER HA", "x exists"),),
        mended="x = 2.0\ny = x*3",
    ),
    Refused(
        id="superscript-two",
        source="x = 3\ny = x²",
        problems=(says(2, 6, "² (U+00B2)", "x**2"),),
        mended="x = 3\ny = x**2",
    ),
    Refused(
        id="invisible-characters",
        source="\ufeffx = 2\u00a0\ny\u200b = x*3",
        problems=(says(2, 2, "invisible", "U+200B (ZERO WIDTH SPACE)"),),
        mended="\ufeffx = 2\u00a0\ny = x*3",
    ),
    *(
        Refused(id=f"crlf-and-cr, an error below {name}", source=end.join(_FOUR_LINES), problems=(says(4, 7, "d"),))
        for name, end in (("CRLF", "\r\n"), ("CR", "\r"))
    ),
    Refused(
        id="semicolons-one-line, an error in the middle",
        source="x = 2; y = x*q; z = y + x;",
        problems=(says(1, 14, "no value is called q", end_column=15),),
    ),
    Refused(
        id="tabs-and-indent",
        source="a = 1\n  b = a*2",
        problems=(says(2, 1, "indented", "remove the spaces before b"),),
        mended="a = 1\nb = a*2",
    ),
    Refused(
        id="comments-only",
        source="# nothing here yet\n\n   ",
        problems=(says(1, 1, "nothing to trace yet", "type an expression"),),
        never=("None",),
    ),
    Refused(id="comments-only, empty", source="", problems=(says(1, 1, "type an expression"),), never=("None",)),
    Refused(id="comments-only, blank", source=" \n\t\n", problems=(says(1, 1, "type an expression"),), never=("None",)),
    Refused(
        id="decimal-comma",
        source="a = 2,5\nb = a*2",
        problems=(says(1, 5, "use a point: 2.5"),),
        mended="a = 2.5\nb = a*2",
    ),
    Refused(id="decimal-comma, trailing", source="a = 1,", problems=(says(1, 6, "remove the comma"),), mended="a = 1"),
    Refused(
        id="undefined-name-typo",
        source="w1 = 2.0\nx1 = 3.0\ny = W1*x1 + bais",
        problems=(says(3, 5, "W1", "did you mean w1?"), says(3, 13, "bais", "bais = 1.0")),
        never=("nodes",),
        mended="w1 = 2.0\nx1 = 3.0\nbais = 1.0\ny = w1*x1 + bais",
    ),
    Refused(
        id="used-before-defined",
        source="y = x*2\nx = 3.0",
        problems=(says(1, 5, "x is used on line 1 but first assigned on line 2"),),
    ),
    Refused(
        id="keyword-as-name",
        source="lambda = 0.01\nloss = 3.0 + lambda*4.0",
        problems=(says(1, 1, "lambda is a reserved word", "try lam or lambda_"), says(2, 14, "lambda", "lambda_")),
        mended="lambda_ = 0.01\nloss = 3.0 + lambda_*4.0",
    ),
    *(
        Refused(
            id=f"keyword-as-name, {word}",
            source=f"{word} = 0.01",
            problems=(says(1, 1, f"{word} is a reserved word", f"{word}_"),),
            mended=f"{word}_ = 0.01",
        )
        for word in ("in", "is", "and", "class")
    ),
    Refused(
        id="name-starts-with-digit",
        source="1st = 2.0\ny = 1st*3",
        problems=(says(1, 1, "can't begin with a digit"), says(2, 5, "can't begin with a digit")),
        never=("decimal literal",),
    ),
    Refused(
        id="leading-zeros",
        source="x = 007\ny = x*1.0",
        problems=(says(1, 5, "write 7"),),
        never=("octal",),
        mended="x = 7\ny = x*1.0",
    ),
    Refused(id="number-spellings, two underscores", source="a = 1__0", problems=(says(1, 5, "1__0"),)),
    Refused(id="number-spellings, no exponent", source="a = 2 + 1e", problems=(says(1, 9, "1e"),)),
    Refused(
        id="unclosed-bracket",
        source="a = 2.0\nb = (a + 3\nc = b*2",
        problems=(says(2, 5, "( opened on line 2, column 5 is never closed"),),
        mended="a = 2.0\nb = (a + 3)\nc = b*2",
    ),
    Refused(
        id="extra-bracket",
        source="y = (2 + 3))*2",
        problems=(says(1, 12, ")", "no partner"),),
        mended="y = (2 + 3)*2",
    ),
    Refused(
        id="assign-to-expression",
        source="x = 2.0\nx + 1 = y",
        problems=(says(2, 1, "left side", "must be a name"),),
        never=("==",),
    ),
    Refused(
        id="shadow-builtin-function",
        source="tanh = 2.0\ny = tanh(0.5)",
        problems=(says(1, 1, "tanh is the name of a function"),),
        never=("TypeError",),
    ),
    Refused(
        id="unsupported-but-common",
        source="x = 2.0\ny = ln(x) + sin(x) + sqrt(x) + abs(x) + max(x, 1)",
        problems=(
            says(2, 5, "ln", "did you mean log?", "available: tanh, exp, log, relu"),
            says(2, 41, "max", "relu", "available: tanh, exp, log, relu"),
        ),
    ),
    Refused(
        id="statements-refused",
        source="import math\nfor i in range(3):\n    print(i)",
        problems=(says(2, 1, "for loop"),),
    ),
    *(
        Refused(id=f"statements-refused, {name}", source=source, problems=(says(*place, *words),))
        for name, source, place, words in (
            ("while", "x = 1\nwhile x:\n    x = x - 1", (2, 1), ("while loop",)),
            ("del", "x = 1\ndel x", (2, 1), ("del isn't available",)),
            ("lambda", "f = lambda x: x*2", (1, 5), ("lambda",)),
            ("comprehension", "y = [x for x in (1, 2)]", (1, 5), ("a loop inside an expression",)),
            ("walrus", "y = (x := 2.0)*3", (1, 6), (":=",)),
            ("def", "def f(x):\n    return x*2", (1, 1), ("function can't be defined",)),
            ("class", "class Thing:\n    a = 1", (1, 1), ("class can't be defined",)),
            ("several names", "a, b = 1, 2", (1, 1), ("several names", "a = 1; b = 2")),
        )
    ),
    Refused(
        id="comparison-and-ifelse",
        source="x = 2.0\ny = x if x > 0 else 0.0",
        problems=(says(2, 5, "if/else and comparisons", "derivative", "use relu(x)"),),
    ),
    Refused(
        id="comparison-and-ifelse, without blanks",
        source="x = 2.0\ny = 1if x else 2",
        problems=(says(2, 6, "if and else", "derivative", "use relu(x)"),),
    ),
    Refused(
        id="floor-and-mod",
        source="a = 7\nb = 2\ny = a/b + a//b + a%b",
        problems=(says(3, 12, "//", "derivative"), says(3, 19, "%", "derivative")),
        never=("invalid syntax",),
    ),
    Refused(
        id="attribute-peek",
        source="x = 3.0\ny = x.data + x.grad + x._prev",
        problems=(says(2, 5, ".data"), says(2, 14, ".grad"), says(2, 23, "._prev")),
    ),
    Refused(
        id="attribute-peek, no brackets",
        source="n = 1.0\ny = n.exp",
        problems=(says(2, 5, "write n.exp()"),),
        mended="n = 1.0\ny = n.exp()",
    ),
    Refused(
        id="attribute-peek, an argument",
        source="n = 1.0\ny = n.exp(2)",
        problems=(says(2, 5, "takes no argument"),),
    ),
    Refused(
        id="wrong-arity",
        source="x = 1.0\ny = tanh(x, 2) + exp() + relu(x=1) + log(*[x])",
        problems=(
            says(2, 5, "tanh takes exactly one value"),
            says(2, 18, "exp takes exactly one value"),
            says(2, 26, "relu takes exactly one value", "names and ="),
            says(2, 38, "log takes exactly one value", "*"),
        ),
        never=("TypeError", "argument"),
    ),
    Refused(
        id="string-literal",
        source='x = "2.0"\ny = x*3',
        problems=(says(1, 5, "quotes isn't a number", "write 2.0"),),
        mended="x = 2.0\ny = x*3",
    ),
)

SYNTAX_TRACED = (
    Traced(
        id="fullwidth-operators",
        source="x = 3\ny ＝ （x ＋ 1）＊ 2",
        values={"x": (3.0, 2.0), "y": (8.0, 1.0)},
        notices=(says(2, 3, "full-width ＝ (U+FF1D)", "switch the input method to half-width"),),
    ),
    Traced(
        id="fullwidth-bracket-wrong-value",
        source="y = 16.5/（2.2*3）",
        values={"y": (2.5, 1.0)},
        notices=(says(1, 10, "full-width （ (U+FF08)"),),
    ),
    Traced(
        id="fullwidth-digits-punctuation, without the comma",
        source="a = １２；b = a*2",
        values={"a": (12.0, 2.0), "b": (24.0, 1.0)},
        notices=(says(1, 5, "full-width １ (U+FF11)"), says(1, 7, "full-width ； (U+FF1B)")),
    ),
    Traced(
        id="greek-names",
        source="α = 0.1\nβ = 3.0\ny = α*β**2",
        values={"α": (0.1, 9.0), "β": (3.0, 0.6), "y": (0.9, 1.0)},
        quiet=True,
    ),
    Traced(
        id="typographic-operators",
        source="a = 6\ny = a × 2 − 4 ÷ 2",
        values={"a": (6.0, 2.0), "y": (10.0, 1.0)},
        notices=(says(2, 7, "× (U+00D7)", "*"), says(2, 11, "− (U+2212)", "-"), says(2, 15, "÷ (U+00F7)", "/")),
    ),
    Traced(
        id="invisible-characters, those that read as blanks",
        source="\ufeffx = 2\u00a0\ny = x*3",
        values={"x": (2.0, 3.0), "y": (6.0, 1.0)},
        notices=(says(1, 7, "U+00A0 (NO-BREAK SPACE)", "read as a space"),),
    ),
    Traced(
        id="crlf-and-cr",
        source="a = 2\r\nb = a*3\r\n# note\r\nc = a*b",
        values={"a": (2.0, 12.0), "b": (6.0, 2.0), "c": (12.0, 1.0)},
    ),
    Traced(
        id="crlf-and-cr, CR alone",
        source="a = 2\rb = a*3\rc = a*b",
        values={"a": (2.0, 12.0), "b": (6.0, 2.0), "c": (12.0, 1.0)},
    ),
    Traced(
        id="tabs-and-indent, all of it",
        source="\ta = 1\n\tb = a*2",
        values={"a": (1.0, 2.0), "b": (2.0, 1.0)},
    ),
    Traced(
        id="semicolons-one-line",
        source="x = 2; y = x*x; z = y + x;",
        values={"x": (2.0, 5.0), "y": (4.0, 1.0), "z": (6.0, 1.0)},
        quiet=True,
    ),
    Traced(
        id="leading-zeros, before a point",
        source="x = 007.5\ny = x*1.0",
        values={"x": (7.5, 1.0), "y": (7.5, 1.0)},
    ),
    Traced(
        id="number-spellings",
        source="a = 1_000 + .5 + 5. + 4.0e-3 + 1E3 + 0x10\nb = a",
        values={"a": (2021.504, 1.0)},
        aliases={"a": ["b"]},
        nodes=1,
    ),
    Traced(
        id="unsupported-but-common, those that there are",
        source="x = 2.0\ny = log(x) + sin(x) + sqrt(x) + abs(x)",
        # 1/2 + cos 2 + 1/(2*sqrt 2) + 1
        values={"x": (2.0, 0.5 - 0.4161468365471424 + 0.35355339059327373 + 1.0)},
    ),
    Traced(
        id="statements-refused, import alone",
        source="import math\na = 2.0\na += 1\nb = math.tanh(a)",
        values={"a": (2.0, 0.009866037165440192), "a (line 3)": (3.0, 0.009866037165440192)},
        notices=(says(1, 1, "import is passed over", "exp, log, tanh", "built in"),),
    ),
    Traced(
        id="lecture-paste",
        source='a = Value(2.0, label="a")\nb = Value(-3.0, label="b")\n'
        'c = a*b; c.label = "c"\nc.backward()\ndraw_dot(c)',
        values={"a": (2.0, -3.0), "b": (-3.0, 2.0), "c": (-6.0, 1.0)},
        nodes=3,
        steps=5,
        notices=(says(5, 1, "draw_dot is passed over", "never run"),),
    ),
    Traced(
        id="floor-and-mod, the division alone",
        source="a = 7\nb = 2\ny = a/b",
        values={"y": (3.5, 1.0)},
    ),
    Traced(
        id="line-separator-paste",
        source="a = 1\u2028b = a*2",
        values={"a": (1.0, 2.0), "b": (2.0, 1.0)},
        notices=(says(1, 6, "U+2028 (LINE SEPARATOR)", "end of a line"),),
    ),
    Traced(
        id="backslash-continuation",
        source="x = 2\ny = x \\\n  * 3",
        values={"x": (2.0, 3.0), "y": (6.0, 1.0)},
        quiet=True,
    ),
)
