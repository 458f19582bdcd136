"""Characters that mean nothing here, texts never closed, and numbers with letters stuck to them."""

from __future__ import annotations

import re
import unicodedata

from ..errors import Fix
from ..text import Text
from .characters import RAISED, code_point, name_of
from .tokens import Kind, Token, is_value_end
from .vocabulary import FUNCTIONS
from .wording import Wording

__all__ = ["explain_glued", "explain_odd", "explain_prompt", "in_doubt", "is_glued", "is_open"]

_HINTS = {
    "!": Text("a factorial isn't available; write the number that it comes to, as in 6.0 for 3!"),
    "$": Text("remove it; formulas are written as in Python, without $"),
    "?": Text("remove it"),
    "`": Text("remove it; code is typed without the marks around it"),
    "\\": Text("remove it; functions are written as in tanh(x), without \\"),
    "√": Text("write sqrt(x): what is under the root goes in brackets"),
    "∞": Text("infinity can't be typed as a sign; a number beyond 1.8e308, such as 1e400, is read as inf"),
    "½": Text("write 0.5"),
    "¼": Text("write 0.25"),
    "¾": Text("write 0.75"),
    "≤": Text("comparisons have no derivative here; use relu(x)"),
    "≥": Text("comparisons have no derivative here; use relu(x)"),
    "≠": Text("comparisons have no derivative here; use relu(x)"),
    "≈": Text("write = to assign"),
    "∑": Text("write the terms out: x1 + x2 + x3"),
    "∂": Text("write only the expression; the picture shows its derivatives"),
    "∇": Text("write only the expression; the picture shows its derivatives"),
    "°": Text("angles are in radians: write x*pi/180 for x degrees"),
    "→": Text("write name = expression to assign"),
    "←": Text("write name = expression to assign"),
}
# What these are written as where they stand alone.
_NUMBERS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "∞": "1e400"}
_ALWAYS_TOLD = frozenset((*_NUMBERS, "√"))  # each of them is mended by itself
_DECORATION = frozenset("$`\\?")  # signs around a formula, which mean no operation


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


def explain_prompt(words: Wording) -> bool:
    """``>>>`` and ``...`` where it can't be told that a whole session was copied from a Python console."""
    texts = [token.text for token in words.tokens[:2]]
    count = 2 if texts == [">>", ">"] else 1 if texts[0] == "..." else 0
    if count == 0:
        return False
    span = words.places.span(words.tokens[0].start, words.tokens[count - 1].end)
    message = Text(
        "{prompt} is the prompt of a Python console, and no part of the program", prompt="".join(texts[:count])
    )
    words.refuse(message, Text("remove it"), span, Fix(Text("remove it"), span, ""))
    return True


def explain_odd(words: Wording) -> bool:
    """Note characters and strings that can't be read; whether there were any."""
    told: set[str] = set()
    for at, token in enumerate(words.tokens):
        span = words.span_of(token)
        if token.kind is Kind.STRING and is_open(token):
            inside = token.text.lstrip("rRbBfFuU")
            quote = inside[:3] if inside[:3] in ("'''", '"""') else inside[0]
            message = Text("the text in quotes that begins here is never closed")
            words.refuse(message, Text("write {quote} where it ends", quote=quote), span)
            told.add(quote)
        if token.kind is Kind.ODD and (token.text not in told or token.text in _ALWAYS_TOLD):
            told.add(token.text)
            if token.text.isascii():
                message = Text("{character} means nothing here", character=token.text)
            else:
                values = {"character": token.text, "code": code_point(token.text), "name": name_of(token.text)}
                message = Text("{character} ({code}, {name}) means nothing here", **values)
            words.refuse(message, _hint_for(token.text), span, *_fixes(words, at))
    return bool(told)


def _fixes(words: Wording, at: int) -> list[Fix]:
    """The edit that mends the odd character at ``at``, where there is one that leaves the rest what it is."""
    tokens, token = words.tokens, words.tokens[at]
    character = token.text
    if character in _DECORATION or (unicodedata.category(character) == "So" and character not in _HINTS):
        return _removal(words, at)
    before = tokens[at - 1] if at > 0 else None
    if (before is not None and before.kind is Kind.ODD) or _is_raised_before(words, token):
        return []
    if character == "√":
        return _root(words, at)
    if before is not None and is_value_end(before):
        return []  # 2½ is no product
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if character in _NUMBERS and (following is None or _ends_operand(following)):
        number = _NUMBERS[character]
        return [Fix(Text("write {number}", number=number), words.span_of(token), number)]
    return []


def _is_raised_before(words: Wording, token: Token) -> bool:
    """Whether a raised digit stands right before ``token``, as in ``³√x``."""
    return token.start > 0 and words.places.typed[token.start - 1] in RAISED


def _removal(words: Wording, at: int) -> list[Fix]:
    """Every such sign removed, from this first one to the last; none where that would join two values."""
    tokens, character = words.tokens, words.tokens[at].text
    places = [index for index, token in enumerate(tokens) if token.text == character and token.kind is Kind.ODD]
    for index in places:
        left, right = tokens[index - 1 : index], tokens[index + 1 : index + 2]
        if left and right and is_value_end(left[0]) and not _ends_operand(right[0]):
            return []
    start, end = tokens[places[0]].start, tokens[places[-1]].end
    left_over, from_here = "", start
    for index in places:
        left_over += words.places.typed[from_here : tokens[index].start]
        from_here = tokens[index].end
    title = Text("remove it") if len(places) == 1 else Text("remove every {character}", character=character)
    return [Fix(title, words.places.span(start, end), left_over)]


def _root(words: Wording, at: int) -> list[Fix]:
    """``√`` in front of one name, number or bracket, and nothing behind that could belong under the root too."""
    tokens, sign = words.tokens, words.tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or not (following.kind in (Kind.NAME, Kind.NUMBER) or following.text == "("):
        return []
    closing = words.brackets.partners.get(following.start, following.start)
    last = next(index for index in range(at + 1, len(tokens)) if tokens[index].start == closing)
    end = tokens[last].end
    if words.behind(tokens[last]) > end or (last + 1 < len(tokens) and not _ends_operand(tokens[last + 1])):
        return []
    times = ""
    if at > 0 and is_value_end(tokens[at - 1]):
        times = "*"
        if words.sign_before(tokens[at - 1].end):
            return []
    if following.text == "(":
        title = Text("write {name}", name=f"{times}sqrt")
        return [Fix(title, words.places.span(sign.start, following.start), f"{times}sqrt")]
    call = f"{times}sqrt({words.places.typed[following.start : end]})"
    if len(call) > 40 or following.text in FUNCTIONS:
        return []
    return [Fix(Text("write {call}", call=call), words.places.span(sign.start, end), call)]


def _ends_operand(token: Token) -> bool:
    """Whether ``token`` can't belong to the operand before it, however the text is read."""
    return token.kind is Kind.OPERATOR and token.text in ("+", "-", "*", ")", ",")


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
    sign = words.sign_before(number.end)
    if sign:
        words.refuse(message, in_doubt(product, sign), span)
    else:
        words.refuse(message, hint, span, Fix(hint, point, "*"))
    return True


def in_doubt(product: str, sign: str) -> Text:
    """What is said of a ``*`` left out behind a ``/`` or a power, where it can be read in two ways."""
    return Text("write {product}, or ({product}) if all of it comes after the {sign}", product=product, sign=sign)


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
        return Text("{text} isn't a number: digits are missing after e", text=shown), Text("write 1e3 for 1000")
    if re.fullmatch("[jJ]", word.text):
        return Text("complex numbers aren't available: {text}", text=shown), Text("every number here is real; remove j")
    if number == "0" and word.text[0] in "xXoObB":
        return Text("{text} isn't a number", text=shown), Text("write it in decimal digits")
    if number.endswith(".") and number[:-1].isdigit() and len(word.text) > 2 and word.text.isalpha():
        hint = Text("write {name}({number})", name=word.text, number=number[:-1])
        return Text("a point after a number belongs to the number: {text}", text=shown), hint
    return None
