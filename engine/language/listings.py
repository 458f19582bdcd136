"""Lines of a pasted listing that touch nothing in the graph: passed over with a notice, never run."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Problem
from ..text import Text
from .brackets import Brackets
from .lines import Piece
from .oddities import is_open
from .places import Places
from .tokens import Kind, Token

__all__ = ["passed_over"]

_NOTHING_LOST = Text("nothing is missing: exp, log, tanh and the other functions are built in")
_SHOWN = Text("nothing is missing: the page shows every value and gradient")
_DRAWN = Text("nothing is missing: the graph is drawn by itself")
_BUILT_IN = Text("nothing is missing: Value is built in, and the steps show what its methods do")


def passed_over(piece: Piece, brackets: Brackets, places: Places) -> Problem | None:
    """The notice for a piece that is passed over, None for one that belongs to the program."""
    told = _in_block(piece.tokens) if piece.is_block else _in_line(piece.tokens, brackets)
    if told is None:
        return None
    message, hint = told
    return Problem(message, hint, places.span(piece.start, piece.end))


def _in_block(tokens: Sequence[Token]) -> tuple[Text, Text] | None:
    """What is said of a class or function of micrograd's listing; decorators may stand before it."""
    at = 0
    while tokens[at].text not in ("class", "def") or tokens[at].kind is not Kind.KEYWORD:
        at += 1
        if at == len(tokens) or tokens[0].text != "@":
            return None
    defined = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if tokens[at].text == "class" and defined == "Value":
        return Text("class Value is passed over and never run"), _BUILT_IN
    if tokens[at].text == "def" and defined in ("draw_dot", "trace"):
        return Text("def {name} is passed over and never run", name=defined), _DRAWN
    return None


def _in_line(tokens: Sequence[Token], brackets: Brackets) -> tuple[Text, Text] | None:
    first = tokens[0]
    following = tokens[1].text if len(tokens) > 1 else ""
    if first.kind is Kind.KEYWORD and first.text in ("import", "from") and not following.endswith("="):
        return Text("import is passed over and never run"), _NOTHING_LOST
    if first.text in ("%", "!") and len(tokens) > 1:
        message = Text("a notebook command is passed over and never run")
        return message, Text("nothing is missing: the page needs no set-up")
    if first.text[:3] in ("'''", '"""') and len(tokens) == 1 and not is_open(first):
        return Text("a text on its own is passed over"), Text("use # to write a comment")
    if first.text in ("print", "display", "draw_dot", "trace") and following == "(" and first.kind is Kind.NAME:
        if not _is_calls_alone(tokens, brackets):
            return None
        return Text("{name} is passed over and never run", name=first.text), _SHOWN if first.text == "print" else _DRAWN
    if first.text == "print" and len(tokens) > 1 and tokens[1].kind in (Kind.NAME, Kind.NUMBER, Kind.STRING):
        return Text("{name} is passed over and never run", name=first.text), _SHOWN  # as Python 2 wrote it
    return None


def _is_calls_alone(tokens: Sequence[Token], brackets: Brackets) -> bool:
    """Whether a line is a call and nothing else; methods of what it gives may follow: ``draw_dot(o).render()``."""
    index_of = {token.start: index for index, token in enumerate(tokens)}
    name = 0
    while name + 1 < len(tokens) and tokens[name + 1].text == "(":
        closing = index_of.get(brackets.partners.get(tokens[name + 1].start, -1))
        if closing is None:
            return False
        if closing + 1 == len(tokens):
            return True
        if tokens[closing + 1].text != ".":
            return False
        name = closing + 2
    return False
