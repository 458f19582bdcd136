"""Statements that Python can't read because of an ``=``: what stands to the left of it, and one too many."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Fix
from ..text import Text
from .tokens import Kind, Token
from .wording import Wording

__all__ = ["explain_left_side", "explain_stray_equals"]


def explain_left_side(words: Wording, sign: Token, left: Sequence[Token]) -> bool:
    """Note what is wrong with what is assigned to; whether anything is."""
    is_label = len(left) == 3 and left[1].text == "." and left[2].text == "label"
    if is_label or (len(left) == 1 and left[0].kind is Kind.NAME):
        return False
    place = words.places.span(left[0].start, left[-1].end)
    if any(part.text == "," for part in left):
        words.refuse(Text("several names can't be assigned at once"), Text("write one assignment for each"), place)
    elif not words.draft.problems:  # else what is wrong with the left side has been told
        message = Text("the left side of {sign} must be a name", sign=sign.text)
        words.refuse(message, Text("write name = expression, as in y = x + 1"), place)
    return True


def explain_stray_equals(words: Wording, token: Token, previous: Token | None) -> bool:
    """Note what is wrong with an ``=`` where a value should stand. Nothing more can be told then."""
    span = words.span_of(token)
    if previous is None:
        words.refuse(Text("a name is missing before ="), Text("write name = expression"), span)
    elif previous.text in ("=", "=="):
        place = words.places.span(previous.start, token.end)
        message, hint = Text("there is one = too many"), Text("write = once; to compare two values isn't available")
        words.refuse(message, hint, place, Fix(Text("write ="), place, "="))
    elif previous.text in ("+", "-", "*", "/", "**") and words.tokens[1:2] == [previous]:
        place = words.places.span(previous.start, token.end)
        joined = previous.text + "="
        message, hint = Text("{sign} is written without a space in it", sign=joined), Text("write {sign}", sign=joined)
        words.refuse(message, hint, place, Fix(hint, place, joined))
    else:
        words.refuse(Text("something is missing before ="), Text("write name = expression"), span)
    return True
