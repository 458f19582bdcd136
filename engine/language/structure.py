"""Problems with the structure of a text: blocks, brackets without a partner, too much nesting."""

from __future__ import annotations

from ..errors import Fix
from ..text import Text
from .brackets import CLOSERS, Brackets
from .program import Target
from .tokens import Kind, Token
from .vocabulary import KEYWORDS
from .wording import Wording

__all__ = ["refuse_block", "refuse_brackets", "too_deep"]


def refuse_block(words: Wording) -> None:
    """Say once that a block isn't available, whatever it holds."""
    tokens = words.tokens
    first = next((token for token in tokens if token.kind is Kind.KEYWORD), tokens[0])
    if tokens[0].text == "@":
        told = Text("@ before a function isn't available"), Text("remove it, with the function below it")
    elif [token.text for token in tokens[:2]] == ["if", "__name__"]:
        told = (
            Text("a program here needs no if __name__ line"),
            Text("remove it, and the blanks in front of the lines below it"),
        )
    elif tokens[0].kind is Kind.KEYWORD:
        told = KEYWORDS[first.text]
    else:
        message = Text("a line that ends with : begins a block, and blocks aren't available")
        told = message, Text("remove the : at its end")
    end = next((token.end for token in tokens if token.text == ":"), tokens[-1].end)
    words.refuse(*told, words.places.span(tokens[0].start, end))


def refuse_brackets(words: Wording) -> None:
    """Say which brackets have no partner. Of several left open, the innermost is told: it comes first to mind."""
    brackets, places = words.brackets, words.places
    unclosed = [token for token in words.tokens if token.start in brackets.never_closed]
    texts = {token.start: token.text for token in words.tokens}
    for at, token in enumerate(words.tokens):
        span = words.span_of(token)
        if token.start in brackets.never_opened:
            message = Text("this {bracket} has no partner", bracket=token.text)
            hint = Text("remove it, or type the bracket that it closes")
            fixes = [Fix(Text("remove it"), span, "")] if _is_spare(words, at) else []
            words.refuse(message, hint, span, *fixes)
        elif token.start in brackets.wrong:
            opening = places.span(brackets.wrong[token.start], brackets.wrong[token.start])
            right = CLOSERS[texts[brackets.wrong[token.start]]]
            message = Text(
                "this {bracket} closes a bracket of another kind, opened on line {line}, column {column}",
                bracket=token.text, line=opening.line, column=opening.column,
            )  # fmt: skip
            hint = Text("write {bracket}", bracket=right)
            words.refuse(message, hint, span, Fix(hint, span, right))
    if unclosed:
        last = unclosed[-1]
        place = brackets.never_closed[last.start]
        span = words.span_of(last)
        closing = CLOSERS[last.text] if place is not None else _all_closing(unclosed, brackets)
        place = words.behind(words.tokens[-1]) if place is None else place
        end = places.span(place, place)
        message = Text(
            "the {bracket} opened on line {line}, column {column} is never closed",
            bracket=last.text, line=span.line, column=span.column,
        )  # fmt: skip
        hint = Text("write {closing} where it ends", closing=closing)
        words.refuse(message, hint, span, Fix(Text("insert {closing}", closing=closing), end, closing))
    _assume_assigned(words)


def _is_spare(words: Wording, at: int) -> bool:
    """Whether a closing bracket without a partner is one too many; in ``a + 2)*b`` an opening one may be missing."""
    before, following = words.tokens[at - 1 : at], words.tokens[at + 1 : at + 2]
    is_double = bool(before) and before[0].text == words.tokens[at].text
    return is_double or not following or following[0].text in ("+", "-", ")")


def _all_closing(unclosed: list[Token], brackets: Brackets) -> str:
    """What closes every bracket that is open where the statement ends, the innermost first."""
    left = [token for token in reversed(unclosed) if brackets.never_closed[token.start] is None]
    return "".join(CLOSERS[token.text] for token in left)


def too_deep(words: Wording, place: int, found: int, limit: int) -> None:
    """Say that a statement nests deeper than the limit."""
    message = Text(
        "brackets, signs and powers nest {found} deep here, and the limit is {limit}", found=found, limit=limit
    )
    hint = Text("split the expression up: give its inner parts names of their own")
    words.refuse(message, hint, words.places.span(place, place + 1))
    _assume_assigned(words)


def _assume_assigned(words: Wording) -> None:
    """Count the names before each = at the front as assigned, so that later lines aren't blamed."""
    tokens = words.tokens
    for at in range(0, len(tokens) - 1, 2):
        if tokens[at].kind is not Kind.NAME or not tokens[at + 1].text.endswith("="):
            break
        words.draft.assigned.append(Target(tokens[at].text, words.span_of(tokens[at])))
