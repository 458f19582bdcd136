"""Characters that mean nothing here, texts never closed, and numbers with letters stuck to them."""

from __future__ import annotations

import re

from ..errors import Fix
from ..text import Text
from .characters import code_point, name_of
from .tokens import Kind, Token
from .wording import Wording

__all__ = ["explain_glued", "explain_odd", "is_glued", "is_open"]

_HINTS = {
    "!": Text("a factorial isn't available; remove it"),
    "$": Text("remove it; formulas are written as in Python, without $"),
    "?": Text("remove it"),
    "`": Text("remove it; code is typed without the marks around it"),
    "\\": Text("remove it; functions are written as in tanh(x), without \\"),
    "√": Text("write sqrt(x)"),
    "∞": Text("remove it; infinity can't be typed, but 1/0 gives it"),
    "½": Text("write 0.5"),
    "¼": Text("write 0.25"),
    "¾": Text("write 0.75"),
    "≤": Text("comparisons have no derivative here; use relu(x)"),
    "≥": Text("comparisons have no derivative here; use relu(x)"),
    "≠": Text("comparisons have no derivative here; use relu(x)"),
    "≈": Text("write = to assign"),
    "∑": Text("write the terms out: x1 + x2 + x3"),
    "∂": Text("remove it; the derivatives are what the picture shows"),
    "∇": Text("remove it; the derivatives are what the picture shows"),
    "°": Text("remove it; angles are in radians: multiply by pi/180"),
    "→": Text("write = to assign"),
    "←": Text("write = to assign"),
}


def is_open(token: Token) -> bool:
    """Whether a string is never closed."""
    inside = token.text.lstrip("rRbBfFuU")
    if inside[:3] in ("'''", '"""'):
        return len(inside) < 6 or inside[-3:] != inside[:3]
    return len(inside) < 2 or inside[-1] != inside[0] or (len(inside) - len(inside[:-1].rstrip("\\")) - 1) % 2 == 1


def is_glued(previous: Token, token: Token) -> bool:
    """Whether a number runs into the word behind it, as in ``2x``, ``1if`` and ``1.2.3``."""
    word = token.kind in (Kind.NAME, Kind.KEYWORD, Kind.NUMBER, Kind.STRING)
    return previous.kind is Kind.NUMBER and word and previous.end == token.start


def explain_odd(words: Wording) -> bool:
    """Note characters and strings that can't be read; whether there were any."""
    told: set[str] = set()
    for token in words.tokens:
        span = words.span_of(token)
        if token.kind is Kind.STRING and is_open(token):
            inside = token.text.lstrip("rRbBfFuU")
            quote = inside[:3] if inside[:3] in ("'''", '"""') else inside[0]
            message = Text("the text in quotes that begins here is never closed")
            words.refuse(message, Text("write {quote} where it ends", quote=quote), span)
            told.add(quote)
        if token.kind is Kind.ODD and token.text not in told:
            told.add(token.text)
            fix = Fix(Text("remove it"), span, "")
            if token.text.isascii():
                message = Text("{character} means nothing here", character=token.text)
            else:
                values = {"character": token.text, "code": code_point(token.text), "name": name_of(token.text)}
                message = Text("{character} ({code}, {name}) means nothing here", **values)
            words.refuse(message, _hint_for(token.text), span, fix)
    return bool(told)


def _hint_for(character: str) -> Text:
    if character.isdecimal():
        return Text("write numbers with the digits 0 to 9")
    return _HINTS.get(character) or Text("remove it, or write what it stands for with letters, digits and + - * / **")


def explain_glued(words: Wording, at: int) -> bool:
    """Note what is wrong with the number at ``at`` and the word stuck to it.

    Returns whether only a ``*`` is missing, so that the rest of the statement can be understood.
    """
    number, word = words.tokens[at], words.tokens[at + 1]
    span = words.places.span(number.start, word.end)
    text = number.text + word.text
    told = _misspelt(number.text, word)
    if told is not None:
        words.refuse(*told, span)
        return False
    following = words.tokens[at + 2].text if at + 2 < len(words.tokens) else ""
    if (at == 0 and following == "=") or text in words.digit_names:
        hint = Text("put a letter in front, as in x{text}", text=text)
        words.refuse(Text("a name can't begin with a digit: {text}", text=text), hint, span)
        return False
    point = words.places.span(number.end, number.end)
    product = f"{number.text}*{word.text}"
    message, hint = Text("an operator is missing in {text}", text=text), Text("write {product}", product=product)
    words.refuse(message, hint, span, Fix(hint, point, "*"))
    return True


def _misspelt(number: str, word: Token) -> tuple[Text, Text] | None:
    """What is said of a number that isn't spelt as one; None where it is a number and a name."""
    text = number + word.text
    shown = text if len(text) < 40 else text[:40] + "…"
    if word.kind is Kind.STRING:
        return Text("a number and a text stand side by side"), Text("remove the text in quotes")
    if word.kind is Kind.NUMBER:
        return Text("{text} isn't a number", text=shown), Text("a number has one point at most, as in 2.5")
    if word.text.startswith("_"):
        return Text("{text} isn't a number", text=shown), Text("one _ may stand between two digits, as in 1_000")
    if re.fullmatch("[eE]_?[0-9_]*", word.text):
        return Text("{text} isn't a number: digits are missing behind e", text=shown), Text("write 1e3 for 1000")
    if re.fullmatch("[jJ]", word.text):
        return Text("complex numbers aren't available: {text}", text=shown), Text("every number here is real; remove j")
    if number == "0" and word.text[0] in "xXoObB":
        return Text("{text} isn't a number", text=shown), Text("write it in decimal digits")
    if number.endswith(".") and number[:-1].isdigit() and len(word.text) > 2 and word.text.isalpha():
        hint = Text("write {name}({number})", name=word.text, number=number[:-1])
        return Text("a point behind a number belongs to the number: {text}", text=shown), hint
    return None
