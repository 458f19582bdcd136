"""Infinity, nan and e: numbers that have a name elsewhere and none here."""

from __future__ import annotations

import ast

from ..errors import Fix, Span
from ..text import Text
from .numbers import number_of
from .program import Instruction
from .tokens import Kind
from .wording import Wording

__all__ = ["Constant", "constant", "read_conversion"]

_INFINITE = frozenset(("inf", "infty", "infinity"))
# What a constant is written as here, and what is said of it.
Constant = tuple[str, Text]


def constant(name: str) -> Constant | None:
    """What ``inf``, ``nan`` and ``e`` are written as here ('' where they can't be) and the hint; None for the rest.

    >>> constant("Infinity")[0], constant("e")[0], constant("x")
    ('1e400', 'exp(1)', None)
    """
    if name == "e":
        return "exp(1)", Text("e isn't a constant here: write exp(1) for the number 2.71828…")
    if name.lower() in _INFINITE:
        return "1e400", Text("infinity can't be typed by name; a number beyond 1.8e308, such as 1e400, is read as inf")
    if name.lower() == "nan":
        return "", Text(
            "nan can't be typed; log(-1) gives it, and a number beyond 1.8e308, such as 1e400, is read as inf"
        )
    return None


def read_conversion(node: ast.Call, name: str, words: Wording) -> list[ast.expr | Instruction]:
    """``float('2.5')``, ``float(x)`` and ``int(2)``: what to write instead, since every number is a float here."""
    span = words.span(node)
    message = Text("{name} isn't available, and isn't needed: every number is a float", name=name)
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        words.refuse(message, Text("write only the number, as in x = 2.5"), span)
        return []
    given = node.args[0]
    is_number, is_text = _is_number(given, words), words.is_string(given)
    if is_number or is_text:
        typed = words.first(given).text
        inside = typed.lstrip("rRbBuU").strip("'\"").strip() if is_text else typed
        found = constant(inside.lstrip("+-")) if is_text and inside != "e" else None
        if found:
            instead, hint = found
            fixes = _instead(f"(-{instead})" if inside.startswith("-") else instead, span) if instead else []
            words.refuse(message, hint, span, *fixes)
        elif _reads_as_number(inside) and (name == "float" or inside.lstrip("+-").isdigit()):
            number = f"({inside})" if inside[0] in "+-" else inside
            words.refuse(message, Text("write {number}", number=number), span, *_instead(number, span))
        else:
            words.refuse(message, Text("write only the number, as in x = 2.5"), span)
        return []
    if name == "int":
        hint = Text("write the value without int( ); cutting its decimals off has no useful derivative")
        words.refuse(message, hint, span)
        return [given]
    place = words.span(node.func)
    hint = Text("remove the word float; the value in the brackets can stay as it is")
    words.refuse(message, hint, span, Fix(Text("remove {name}", name=name), place, ""))
    return [given]


def _is_number(node: ast.expr, words: Wording) -> bool:
    return isinstance(node, ast.Constant) and words.first(node).kind is Kind.NUMBER


def _reads_as_number(text: str) -> bool:
    if not text or len(text) > 40 or not text.isascii() or not text[-1].isdigit():
        return False
    try:
        number_of(text)
    except ValueError:
        return False
    return True


def _instead(written: str, span: Span) -> list[Fix]:
    return [Fix(Text("write {number}", number=written), span, written)]
