"""Which bracket belongs to which, which belong to none, and how deep a statement nests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .tokens import ASSIGNING, Kind, Token, is_value_end

__all__ = ["CLOSERS", "Brackets", "depth_of", "pair"]

CLOSERS = {"(": ")", "[": "]", "{": "}"}
_STATEMENTS = (
    "assert break class continue def del except finally from global import nonlocal pass raise return try while"
)
_NEVER_INSIDE = frozenset((*_STATEMENTS.split(), "with"))


@dataclass(slots=True)
class Brackets:
    """Brackets by the offset they stand at."""

    partners: dict[int, int] = field(default_factory=dict)  # both ways
    never_closed: dict[int, int | None] = field(default_factory=dict)  # where it should be, None: where its line ends
    never_opened: set[int] = field(default_factory=set)
    wrong: dict[int, int] = field(default_factory=dict)  # a closing bracket of another kind: where its opening one is

    def is_broken(self, tokens: Sequence[Token]) -> bool:
        """Whether one of ``tokens`` is a bracket that fits no other."""
        loose = self.never_closed, self.never_opened, self.wrong
        return any(token.start in group for token in tokens for group in loose)


def pair(tokens: Sequence[Token]) -> Brackets:
    """The brackets of the whole text, matched.

    A bracket that is never closed would swallow every line after it. So it counts as never closed where a line
    inside it begins with ``name =`` or a keyword that no expression holds.
    """
    brackets = Brackets()
    opened: list[Token] = []
    count = dict.fromkeys(CLOSERS.values(), 0)  # of each kind still to be closed
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPERATOR:
            if token.text in CLOSERS:
                opened.append(token)
                count[CLOSERS[token.text]] += 1
            elif token.text in count:
                _close(token, opened, count, brackets)
        if opened and (token.text == ";" or (token.kind is Kind.NEWLINE and _starts_statement(tokens, at))):
            brackets.never_closed.update((bracket.start, None) for bracket in opened)
            opened.clear()
            count = dict.fromkeys(count, 0)
    brackets.never_closed.update((bracket.start, None) for bracket in opened)
    return brackets


def _close(token: Token, opened: list[Token], count: dict[str, int], brackets: Brackets) -> None:
    """Match one closing bracket. In ``(a + [b)`` it is the ``[`` that is left open, not the ``(``."""
    if not opened:
        brackets.never_opened.add(token.start)
        return
    while count[token.text] and CLOSERS[opened[-1].text] != token.text:
        inner = opened.pop()
        count[CLOSERS[inner.text]] -= 1
        brackets.never_closed[inner.start] = token.start
    opening = opened.pop()
    count[CLOSERS[opening.text]] -= 1
    brackets.partners[opening.start] = token.start
    brackets.partners[token.start] = opening.start
    if CLOSERS[opening.text] != token.text:
        brackets.wrong[token.start] = opening.start


def _starts_statement(tokens: Sequence[Token], newline: int) -> bool:
    """Whether what follows this line break can only be a new statement."""
    following = tokens[newline + 1 : newline + 3]
    if not following:
        return False
    if following[0].kind is Kind.KEYWORD:
        return following[0].text in _NEVER_INSIDE
    assigns = len(following) == 2 and following[0].kind is Kind.NAME and following[1].text in ASSIGNING
    return assigns and newline > 0 and tokens[newline - 1].text not in (",", "(")


def depth_of(tokens: Sequence[Token]) -> tuple[int, int]:
    """How deep brackets, signs and powers nest at the deepest place, and the offset of the bracket or sign there.

    >>> from .tokens import scan
    >>> depth_of(scan("-(x**-2)"))
    (4, 5)
    """
    deepest, place = 0, 0
    chain = 0  # signs and powers still open at this level
    outer: list[int] = []  # the depth outside each open bracket, to go back to
    previous: Token | None = None
    for token in tokens:
        if token.kind is Kind.OPERATOR or token.text in ("not", "lambda", "await"):
            if token.text in CLOSERS:
                outer.append(chain)
                chain += 1
            elif token.text in (")", "]", "}"):
                chain = outer.pop() if outer else 0
            elif token.text == "**" or previous is None or not is_value_end(previous):
                chain += 1
            elif token.text != ".":
                chain = outer[-1] + 1 if outer else 0
            if chain > deepest:
                deepest, place = chain, token.start
        elif token.kind is Kind.KEYWORD and token.text in ("if", "else"):
            chain += 1
        previous = token
    return deepest, place
