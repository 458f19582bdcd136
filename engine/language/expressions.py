"""Expressions: a syntax tree, walked without recursion, turned into flat code by an allow-list."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable
from typing import Any

from ..errors import Fix, Problem, Span
from ..text import Text
from .calls import Work, read_attribute, read_call
from .constants import constant
from .numbers import leading_zeros, number_of, out_of_range
from .program import Apply, Code, Instruction, Load, Push
from .refusals import refusal_of, refusal_of_operator
from .tokens import Kind, Token
from .vocabulary import BINARY, FUNCTIONS, KEYWORDS, RESERVED, SIGNS, reserved
from .wording import Wording

__all__ = ["code_of"]

_LIKE_KEYWORDS = {"lambda": "lam", "class": "cls", "in": "inp", "from": "start", "None": "none", "True": "true"}
_INSTEAD = {"^": "**", "@": "*"}


def code_of(node: ast.expr, words: Wording) -> Code:
    """The code of an expression. What isn't allowed is noted as a problem, and the code is then of no use."""
    code: list[Instruction] = []
    todo: Work = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, ast.expr):
            todo.extend(reversed(_READERS.get(type(item), _refused)(item, words)))
        else:
            code.append(item)
    return tuple(code)


def _refused(node: ast.expr, words: Wording) -> Work:
    words.refuse(*refusal_of(type(node)), words.span(node))
    return []


def _constant(node: ast.Constant, words: Wording) -> Work:
    token = words.first(node)
    if token.kind is Kind.STRING:
        words.draft.problems.append(_string(node, token, words))
    elif token.kind is not Kind.NUMBER:
        fallback = (
            Text("{text} isn't a number", text=token.text),
            Text("remove it, or write a number or a name in its place"),
        )
        number = {"True": "1.0", "False": "0.0"}.get(token.text)
        fixes = [Fix(Text("write {number}", number=number), words.span(node), number)] if number else []
        words.refuse(*KEYWORDS.get(token.text, fallback), words.span(node), *fixes)
    elif zeros := leading_zeros(token, words.places):
        words.draft.problems.append(zeros)
    else:
        value = number_of(token.text)
        if (notice := out_of_range(token, value, words.places)) is not None:
            words.draft.notices.append(notice)
        return [Push(value, token.text, words.span_of(token))]
    return []


def _string(node: ast.Constant, token: Token, words: Wording) -> Problem:
    """What is said of a text in quotes, and the number that it holds, if it does."""
    span = words.span(node)
    inside = token.text.lstrip("rRbBfFuU").strip("'\"").strip()
    hint = Text("write a number or a name, without quotes")
    if token.text[0] in "fF" or token.text[1:2] in ("f", "F"):
        return Problem(Text("texts with values in them (f-strings) aren't available"), hint, span)
    message = Text("a text in quotes isn't a number")
    try:
        float(inside)
    except ValueError:
        return Problem(message, hint, span)
    found = constant(inside.lstrip("+-"))
    if found:
        return Problem(message, found[1], span)
    if not inside[-1].isdigit() or len(inside) > 40 or not inside.isascii() or words.last(node) is not token:
        return Problem(message, hint, span)
    hint = Text("write {number} without quotes", number=inside)
    instead = f"({inside})" if inside[0] in "+-" else inside  # '-2'**2 is the square of -2
    return Problem(message, hint, span, (Fix(Text("remove the quotes"), span, instead),))


def _name(node: ast.Name, words: Wording) -> Work:
    token = words.first(node)
    span = words.span_of(token)
    if token.kind is Kind.KEYWORD:
        words.refuse(*KEYWORDS[token.text], span)
    elif keyword.iskeyword(token.text):
        refuse_keyword(token.text, span, words)
    elif token.text in FUNCTIONS:
        message = Text("{name} is a function and needs a value", name=token.text)
        words.refuse(message, Text("write {name}(x)", name=token.text), span)
    elif token.text in RESERVED:
        words.refuse(reserved(token.text), Text("write {name}() with its brackets", name=token.text), span)
    else:
        load = Load(token.text, span)
        words.draft.loads.append(load)
        return [load]
    return []


def refuse_keyword(name: str, span: Span, words: Wording) -> None:
    """Say of a word that Python reserves, and that is meant as a name, what else the name could be."""
    other = _LIKE_KEYWORDS.get(name, name[0].lower() + "1")
    message = Text("{name} is a reserved word of Python and can't be a name", name=name)
    hint = Text("try {other} or {name}_", name=name, other=other)
    words.refuse(message, hint, span, Fix(Text("write {name}", name=f"{name}_"), span, f"{name}_"))


def _binary(node: ast.BinOp, words: Wording) -> Work:
    operator = BINARY.get(type(node.op).__name__)
    if operator is not None:
        return [node.left, node.right, Apply(operator, 2, words.span(node))]
    token = words.operator(node.left, node.right)
    span = words.span_of(token)
    instead = _INSTEAD.get(token.text)
    fixes = [Fix(Text("write {operator}", operator=instead), span, instead)] if instead else []
    words.refuse(*refusal_of_operator(token.text), span, *fixes)
    return [node.left, node.right]


def _unary(node: ast.UnaryOp, words: Wording) -> Work:
    sign = SIGNS.get(type(node.op).__name__)
    if sign is not None:
        return [node.operand, Apply(sign, 1, words.span(node))]
    token = words.first(node)
    if isinstance(node.op, ast.Not):
        words.refuse(*KEYWORDS["not"], words.span(node))
        return []
    words.refuse(*refusal_of_operator(token.text), words.span_of(token))
    return [node.operand]


def _tuple(node: ast.Tuple, words: Wording) -> Work:
    """A comma too much: decimals as much of Europe writes them, or one left at the end."""
    start, end = words.start(node), words.end(node)
    inside = [token for token in words.tokens if start <= token.start < end]
    span = words.span(node)
    if not node.elts:
        hint = Text("write a number or a name between them, or remove them")
        words.refuse(Text("there is nothing between these brackets"), hint, span)
        return []
    if len(node.elts) == 1 and not isinstance(node.elts[0], ast.Starred):
        comma = next(token for token in reversed(inside) if token.text == ",")
        place = words.span_of(comma)
        fix = Fix(Text("remove the comma"), place, "")
        words.refuse(Text("there is a comma after the value"), Text("remove the comma"), place, fix)
        return list(node.elts)
    if len(inside) == 3 and inside[0].text.isdigit() and inside[2].text.isdigit():
        whole, part = inside[0].text, inside[2].text
        if len(whole + part) < 40:
            number = f"{whole}.{part}"
            message, hint = Text("a comma isn't a decimal point"), Text("use a point: {number}", number=number)
            fixes = [Fix(Text("write {number}", number=number), span, number)]
            if len(part) == 3 and not whole.startswith("0"):
                hint = Text(
                    "use a point for decimals: {number}; thousands are written without a comma: {all}",
                    number=number,
                    all=whole + part,
                )
                fixes.append(Fix(Text("write {number}", number=whole + part), span, whole + part))
            words.refuse(message, hint, span, *fixes)
            return []
    return _refused(node, words)


_READERS: dict[type[ast.expr], Callable[[Any, Wording], Work]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Call: read_call,
    ast.Attribute: read_attribute,
    ast.Tuple: _tuple,
}
