"""The words of one statement, and how the nodes of its syntax tree find theirs."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence, Set

from ..errors import Fix, Problem, Span
from ..text import Text
from .brackets import Brackets
from .characters import RAISED
from .drafts import Draft
from .places import Places
from .tokens import Kind, Token, is_value_end

__all__ = ["Wording"]

_MOST_FACTORS = 40  # looked at, so that a long row of them takes no long time


class Wording:
    """The tokens of one statement, and the draft that problems with it are noted in."""

    def __init__(
        self,
        tokens: Sequence[Token],
        brackets: Brackets,
        places: Places,
        draft: Draft,
        digit_names: Set[str] = frozenset(),
    ) -> None:
        """``digit_names`` are names beginning with a digit that some line of the program tries to assign."""
        self.tokens = tokens
        self.digit_names = digit_names
        self.brackets = brackets
        self.places = places
        self.draft = draft
        self._starts = [token.start for token in tokens]

    def start(self, node: ast.expr) -> int:
        """The offset at which ``node`` begins in the whole text."""
        return self.tokens[0].start + node.col_offset

    def end(self, node: ast.expr) -> int:
        """The offset at which ``node`` ends in the whole text."""
        return self.tokens[0].start + (node.end_col_offset or node.col_offset)

    def span(self, node: ast.expr) -> Span:
        """The place of ``node``, brackets around it left out."""
        return self.places.span(self.start(node), self.end(node))

    def span_of(self, token: Token) -> Span:
        """The place of one token."""
        return self.places.span(token.start, token.end)

    def first(self, node: ast.expr) -> Token:
        """The token that ``node`` begins with."""
        return self.tokens[bisect_left(self._starts, self.start(node))]

    def last(self, node: ast.expr) -> Token:
        """The token that ``node`` ends with."""
        return self.tokens[bisect_left(self._starts, self.end(node)) - 1]

    def behind(self, token: Token) -> int:
        """The offset right behind a token and the raised digits that stand on it."""
        at, typed = token.end, self.places.typed
        while at < len(typed) and typed[at] in RAISED:
            at += 1
        return at

    def sign_before(self, end: int) -> str:
        """The ``/`` or power sign that the factors ending at ``end`` stand behind, '' where there is none.

        Behind one a missing ``*`` can be read in two ways: ``1/2x`` as ``(1/2)*x`` and as ``1/(2*x)``.
        """
        at = bisect_left(self._starts, end) - 1
        for _ in range(_MOST_FACTORS):
            at = bisect_left(self._starts, self.brackets.partners.get(self.tokens[at].start, self.tokens[at].start))
            before = self.tokens[at - 1] if at > 0 else None
            if before is None:
                return ""
            if before.text == ".":
                at -= 2
            elif is_value_end(before) or (before.text in ("+", "-") and self._is_sign(at - 1)):
                at -= 1
            else:
                return before.text if before.text in ("/", "//", "^", "**") else ""
        return ""

    def _is_sign(self, at: int) -> bool:
        """Whether the + or - at ``at`` is the sign of one value, not between two."""
        return at == 0 or not is_value_end(self.tokens[at - 1])

    def token_after(self, offset: int) -> Token:
        """The first token that begins at ``offset`` or later."""
        return self.tokens[bisect_left(self._starts, offset)]

    def name(self, node: ast.Name) -> str:
        """A name in NFKC."""
        return self.first(node).text

    def attribute(self, node: ast.Attribute) -> str:
        """What stands behind the dot, in NFKC."""
        return self.last(node).text

    def is_string(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Constant) and self.first(node).kind is Kind.STRING

    def operator(self, left: ast.expr, right: ast.expr) -> Token:
        """The operator between two operands, which brackets may surround."""
        at = bisect_left(self._starts, self.end(left))
        while self.tokens[at].text == ")":
            at += 1
        return self.tokens[at]

    def typed(self, start: int, end: int) -> str:
        """The words from ``start`` to ``end``, one blank for any gap between two; long ones cut short."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        parts: list[str] = []
        at = start
        for token in self.tokens[first : min(last, first + 12)]:
            parts.append(" " if parts and token.start > at else "")
            parts.append(token.text)
            at = token.end
        shown = "".join(parts)
        return shown if len(shown) <= 40 and last - first <= 12 else shown[:40].rstrip() + "…"

    def shown(self, node: ast.expr) -> str:
        """A node as it was typed, to name it in a message."""
        return self.typed(self.start(node), self.end(node))

    def refuse(self, message: Text, hint: Text, span: Span, *fixes: Fix) -> None:
        """Note a problem with this statement."""
        self.draft.problems.append(Problem(message, hint, span, fixes))
