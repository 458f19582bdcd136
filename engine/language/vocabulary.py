"""The words that mean something here, and what to say of those that people expect to."""

from __future__ import annotations

from ..ops import FUNCTIONS as OPERATORS
from ..text import Text

__all__ = [
    "BINARY",
    "ELSEWHERE",
    "FUNCTIONS",
    "HIDDEN",
    "KEYWORDS",
    "MODULES",
    "RESERVED",
    "SIGNS",
    "TRANSLATED",
    "UNREAD_MODULES",
    "available",
    "reserved",
]

FUNCTIONS = tuple(OPERATORS)
# Names that mean one thing here and so can't be assigned to.
RESERVED = frozenset((*FUNCTIONS, "Value", "zero_grad"))
# math.tanh(x) is read; the others are explained.
MODULES = frozenset(("math", "np", "numpy", "torch", "cmath", "F", "nn", "jnp", "jax", "tf", "anp"))
# Modules that listings use for other things than functions of numbers.
UNREAD_MODULES = frozenset(("plt", "random", "os", "sys", "time", "pd", "sns", "graphviz", "IPython"))
BINARY = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**"}
SIGNS = {"USub": "-", "UAdd": "+"}

# Functions under another name, and those that another way of writing serves.
TRANSLATED = {
    "ln": "log", "loge": "log", "expo": "exp", "th": "tanh", "tgh": "tanh", "fabs": "abs", "absolute": "abs",
    "sen": "sin", "root": "sqrt", "ReLU": "relu", "logistic": "sigmoid", "expit": "sigmoid", "sigma": "sigmoid",
}  # fmt: skip
ELSEWHERE = {
    "max": Text("write relu(x) for max(x, 0), and y + relu(x - y) for max(x, y)"),
    "min": Text("write -relu(-x) for min(x, 0), and x - relu(x - y) for min(x, y)"),
    "maximum": Text("write relu(x) for maximum(x, 0), and y + relu(x - y) for maximum(x, y)"),
    "pow": Text("write x**n for pow(x, n)"),
    "power": Text("write x**n for power(x, n)"),
    "square": Text("write x**2"),
    "cbrt": Text("write x**(1/3)"),
    "tan": Text("write sin(x)/cos(x)"),
    "sinh": Text("write (exp(x) - exp(-x))/2"),
    "cosh": Text("write (exp(x) + exp(-x))/2"),
    "log2": Text("write log(x)/log(2)"),
    "log10": Text("write log(x)/log(10)"),
    "log1p": Text("write log(1 + x)"),
    "expm1": Text("write exp(x) - 1"),
    "softplus": Text("write log(1 + exp(x))"),
    "reciprocal": Text("write 1/x"),
    "neg": Text("write -x"),
    "add": Text("write x + y"),
    "mul": Text("write x*y"),
    "sum": Text("write the terms out: x1 + x2 + x3"),
    "mean": Text("write the terms out: (x1 + x2)/2"),
    "float": Text("leave it out: every number is a float"),
    "int": Text("leave it out: every number is a float"),
    "tensor": Text("write only the number, as in x = 2.0"),
    "Tensor": Text("write only the number, as in x = 2.0"),
    "print": Text("write print(…) on a line of its own, where it is passed over"),
    "draw_dot": Text("write draw_dot(…) on a line of its own, where it is passed over"),
    "trace": Text("write trace(…) on a line of its own, where it is passed over"),
}

# What stands behind a dot in micrograd and PyTorch but isn't read here.
HIDDEN = {
    "data": Text("write only the name: x stands for the Value, and its data is shown in the picture"),
    "grad": Text("leave it out: gradients are shown in the picture and can't be computed with"),
    "label": Text("a label is set on a line of its own, as in x.label = 'x1'"),
    "item": Text("leave it out: the name stands for the number"),
    "double": Text("leave it out: every number is a float"),
    "requires_grad": Text("leave it out: every Value gets a gradient"),
    "backward": Text("write o.backward() on a line of its own"),
    "zero_grad": Text("write zero_grad() on a line of its own"),
}

_CHOICE = (
    Text("if and else have no derivative here"),
    Text("use relu(x), which is x where x is above 0, and else 0"),
)
KEYWORDS = {
    "if": _CHOICE,
    "else": _CHOICE,
    "elif": _CHOICE,
    "for": (Text("a for loop isn't available"), Text("write each round out by hand, on lines of its own")),
    "while": (Text("a while loop isn't available"), Text("write each round out by hand, on lines of its own")),
    "def": (Text("a function can't be defined here"), Text("write its expression where it is needed")),
    "class": (
        Text("a class can't be defined here"),
        Text("remove it; Value is built in, and its expressions can be written out"),
    ),
    "lambda": (Text("lambda isn't available"), Text("write the expression where it is needed")),
    "del": (Text("del isn't available"), Text("remove this line: a name can be assigned again at any time")),
    "with": (Text("a with block isn't available"), Text("write the lines inside it on their own")),
    "try": (Text("try isn't available"), Text("remove it: 1/0 gives inf and log(-1) gives nan")),
    "except": (Text("except isn't available"), Text("remove it: 1/0 gives inf, log(-1) gives nan")),
    "finally": (Text("finally isn't available"), Text("write the lines inside it on their own")),
    "assert": (Text("assert isn't available"), Text("remove this line: the numbers are shown in the picture")),
    "raise": (Text("raise isn't available"), Text("remove this line")),
    "pass": (Text("pass isn't available"), Text("remove this line: it does nothing")),
    "break": (Text("break isn't available"), Text("remove this line: there are no loops here")),
    "continue": (Text("continue isn't available"), Text("remove this line: there are no loops here")),
    "global": (Text("global isn't available"), Text("remove this line: every name is known everywhere")),
    "nonlocal": (Text("nonlocal isn't available"), Text("remove this line: every name is known everywhere")),
    "return": (Text("return isn't available"), Text("write only the expression: the last one is the output")),
    "yield": (Text("yield isn't available"), Text("write only the expression")),
    "await": (Text("await isn't available"), Text("write only the expression")),
    "async": (Text("async isn't available"), Text("write the lines inside it on their own")),
    "import": (Text("import can't stand here"), Text("put it on a line of its own, where it is passed over")),
    "from": (Text("from can't stand here"), Text("put it on a line of its own, where it is passed over")),
    "as": (Text("as isn't available"), Text("write name = expression")),
    "and": (Text("'and' has no derivative here"), Text("use * between the two")),
    "or": (Text("'or' has no derivative here"), Text("use + between the two")),
    "not": (Text("'not' has no derivative here"), Text("write 1 - x for the opposite of 0 or 1")),
    "in": (Text("'in' isn't available"), Text("write the terms out one by one")),
    "is": (Text("'is' isn't available"), Text("write name = expression to assign")),
    "None": (Text("None isn't a number"), Text("write a number, as in x = 0.0")),
    "True": (Text("True isn't a number here"), Text("write 1.0")),
    "False": (Text("False isn't a number here"), Text("write 0.0")),
}


def available() -> str:
    """The functions that there are, as one list to show."""
    return ", ".join(FUNCTIONS)


def reserved(name: str) -> Text:
    """Why ``name`` can't be assigned to."""
    if name in FUNCTIONS:
        return Text("{name} is the name of a function", name=name)
    return Text("{name} has a meaning of its own here", name=name)
