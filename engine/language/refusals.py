"""What is said of Python that has no place in a program here: one sentence and what to write instead."""

from __future__ import annotations

import ast

from ..text import Text

__all__ = ["refusal_of", "refusal_of_operator"]

_INSTEAD = Text("use relu(x), which is x where x is above 0, and else 0")
_COMPARISON = (Text("comparisons have no derivative here"), _INSTEAD)
_CHOICE = (Text("if/else and comparisons have no derivative here"), _INSTEAD)
_COMPREHENSION = (Text("a loop inside an expression isn't available"), Text("write its terms out: x1 + x2 + x3"))
_LIST = (Text("lists aren't available"), Text("give each number a name of its own: x1 = 1.0; x2 = 2.0"))
_BITS = Text("it is for whole numbers, and every number here is a float; use + - * / **")

_NODES: dict[type[ast.AST], tuple[Text, Text]] = {
    ast.Compare: _COMPARISON,
    ast.IfExp: _CHOICE,
    ast.BoolOp: (Text("'and' and 'or' have no derivative here"), Text("use * for 'and', + for 'or'")),
    ast.Lambda: (Text("lambda isn't available"), Text("write the expression where it is needed")),
    ast.ListComp: _COMPREHENSION,
    ast.SetComp: _COMPREHENSION,
    ast.DictComp: _COMPREHENSION,
    ast.GeneratorExp: _COMPREHENSION,
    ast.NamedExpr: (
        Text(":= isn't available inside an expression"),
        Text("assign on a line of its own: name = expression"),
    ),
    ast.Tuple: (
        Text("several values, with commas between them, can't stand here"),
        Text("write one statement for each; a decimal number is written with a point, as in 2.5"),
    ),
    ast.List: _LIST,
    ast.Dict: (Text("dictionaries aren't available"), Text("give each number a name of its own: x1 = 1.0")),
    ast.Set: (Text("sets aren't available"), Text("give each number a name of its own; write brackets as ( )")),
    ast.Subscript: (
        Text("square brackets can't pick a part of a value"),
        Text("give each number a name of its own: x1, x2"),
    ),
    ast.Starred: (Text("* before a value isn't available"), Text("write the values out one by one")),
    ast.Await: (Text("await isn't available"), Text("write only the expression")),
    ast.Yield: (Text("yield isn't available"), Text("write only the expression")),
    ast.YieldFrom: (Text("yield isn't available"), Text("write only the expression")),
}
_OPERATORS: dict[str, tuple[Text, Text]] = {
    "^": (Text("^ isn't a power in Python"), Text("use ** for a power, as in x**2")),
    "//": (
        Text("// (division without its fraction) has no useful derivative"),
        Text("use / for a division with its fraction; a comment begins with #"),
    ),
    "%": (Text("% (the remainder of a division) has no useful derivative"), Text("write the number that it comes to")),
    "@": (Text("@ multiplies matrices, and every value here is one number"), Text("use * instead")),
    "<<": (Text("<< (shift) isn't available"), _BITS),
    ">>": (Text(">> (shift) isn't available"), _BITS),
    "&": (Text("& isn't available"), _BITS),
    "|": (Text("| isn't available"), Text("use abs(x) for an absolute value")),
    "~": (Text("~ isn't available"), Text("use - for a sign")),
}


def refusal_of(kind: type[ast.AST]) -> tuple[Text, Text]:
    """Message and hint for a kind of expression that isn't allowed."""
    fallback = Text("this kind of expression isn't available"), Text("use numbers, names, + - * / ** and functions")
    return _NODES.get(kind, fallback)


def refusal_of_operator(operator: str) -> tuple[Text, Text]:
    """Message and hint for an operator that isn't allowed."""
    if operator in ("<", ">", "<=", ">=", "==", "!=", "<>"):
        return _COMPARISON
    fallback = Text("{operator} isn't available", operator=operator), Text("use + - * / **")
    return _OPERATORS.get(operator, fallback)
