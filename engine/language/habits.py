"""Statements that Python can't read: which habit is behind it, and what to write instead.

The words of the statement are walked once from left to right. Between two values there must be an operator, and
between two operators a value; wherever that fails, or a word has no place here, the reason is told.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ..errors import Fix
from ..text import Text
from .equals import explain_left_side, explain_stray_equals
from .expressions import refuse_keyword
from .oddities import explain_glued, explain_odd, explain_prompt, in_doubt
from .program import Load
from .refusals import refusal_of, refusal_of_operator
from .tokens import ASSIGNING, Kind, Token, is_value_end
from .vocabulary import FUNCTIONS, KEYWORDS, MODULES, RESERVED
from .wording import Wording

__all__ = ["explain"]

_OPENING = ("(", "[", "{")
_SIGNS = ("+", "-")
_LISTS: dict[str, type[ast.AST]] = {"[": ast.List, "{": ast.Dict}


def explain(words: Wording) -> None:
    """Note in the draft why a statement can't be read: at least one problem, at most one for each place."""
    problems = words.draft.problems
    if explain_prompt(words) or explain_odd(words):
        return
    walk = _Walk(words)
    if not walk.explain_all() and not problems:
        message, hint = Text("this line can't be read"), Text("write name = expression, or an expression alone")
        words.refuse(message, hint, words.places.span(words.tokens[0].start, words.tokens[-1].end))
    if walk.mended == len(problems):
        _note_names(words)


def _note_names(words: Wording) -> None:
    """Let the names of a statement that can be understood be checked, although it is wrong."""
    tokens = words.tokens
    last = max((at for at, token in enumerate(tokens) if token.text in ASSIGNING), default=-1)
    for at in range(last + 1, len(tokens)):
        name = tokens[at].text
        behind_dot = at > 0 and tokens[at - 1].text == "."
        called = at + 1 < len(tokens) and tokens[at + 1].text in ("(", "=")
        known = name in RESERVED or name in MODULES
        if tokens[at].kind is Kind.NAME and not (behind_dot or called or known):
            words.draft.loads.append(Load(name, words.span_of(tokens[at])))


class _Walk:
    """One walk over the words of a statement."""

    def __init__(self, words: Wording) -> None:
        self.words = words
        self.tokens: Sequence[Token] = words.tokens
        self.level = 0
        self.segment = 0  # where the part since the last = begins
        self.mended = 0  # problems that leave no doubt about what was meant
        self.told_of_missing = False

    def explain_all(self) -> bool:
        """Whether a reason was found."""
        previous: Token | None = None
        last = self.tokens[-1]
        for at, token in enumerate(self.tokens):
            expects_value = previous is None or not is_value_end(previous)
            if token.kind is Kind.KEYWORD:
                if expects_value and self._is_meant_as_name(at):
                    refuse_keyword(token.text, self.words.span_of(token), self.words)
                else:
                    self.words.refuse(*KEYWORDS[token.text], self.words.span_of(token))
                return True
            if token.kind is not Kind.OPERATOR or token.text in _OPENING:
                if self._begin_value(at, token, previous, expects_value):
                    return True
            elif self._operator(at, token, previous, expects_value):
                return True
            previous = token
        if not is_value_end(last) and last.text != ",":
            self._nothing_behind(last)
        return bool(self.words.draft.problems)

    def _is_meant_as_name(self, at: int) -> bool:
        """Whether a reserved word stands where a name would, as in ``lambda*2``."""
        word, following = self.tokens[at].text, self.tokens[at + 1 : at + 2]
        if at == 0 or word in ("not", "await", "yield", "None", "True", "False"):
            return False
        if word == "lambda":
            return all(token.text != ":" for token in self.tokens[at:])
        return not following or (following[0].kind is Kind.OPERATOR and following[0].text not in _OPENING)

    def _begin_value(self, at: int, token: Token, previous: Token | None, expects_value: bool) -> bool:
        """A name, number, string or opening bracket. Whether nothing more can be told."""
        if token.text in _LISTS and expects_value:
            end = self.words.brackets.partners.get(token.start, token.start) + 1
            self.words.refuse(*refusal_of(_LISTS[token.text]), self.words.places.span(token.start, end))
            return True
        if token.text in _OPENING and token.kind is Kind.OPERATOR:
            self.level += 1
        if previous is None or expects_value or (token.text in ("(", "[") and previous.kind is Kind.NAME):
            return False
        if token.text == "[":
            self.words.refuse(*refusal_of(ast.Subscript), self.words.span_of(token))
            return True
        return self._missing_operator(at, previous, token)

    def _missing_operator(self, at: int, previous: Token, token: Token) -> bool:
        words = self.words
        if previous.end == token.start and previous.kind is Kind.NUMBER and token.text != "(":
            if explain_glued(words, at - 1):
                self.mended += 1
                return False
            return True
        following = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
        span = words.places.span(previous.start, token.end)
        behind = words.behind(previous)
        if self.level == 0 and token.kind is Kind.NAME and following in ASSIGNING:
            point = words.places.span(behind, behind)
            hint = Text("begin a new line before {name}, or write ; there", name=token.text)
            words.refuse(Text("two statements stand on one line"), hint, span, Fix(Text("write ; there"), point, ";"))
            return True
        if Kind.STRING in (previous.kind, token.kind):
            words.refuse(Text("a text in quotes isn't a number"), Text("remove it"), span)
            return True
        if previous.text in FUNCTIONS and token.kind in (Kind.NAME, Kind.NUMBER):
            return self._missing_brackets(at, previous, token)
        if self.told_of_missing and Kind.NUMBER not in (previous.kind, token.kind) and token.text != "(":
            return False
        sure = previous.kind is Kind.NUMBER or token.text == "("
        self.mended += sure
        self.told_of_missing = self.told_of_missing or not sure
        left, right = words.typed(previous.start, previous.end), words.typed(token.start, token.end)
        between = words.places.span(behind, token.start)
        right = right + "…)" if right == "(" else right
        left = "(…" + left if left == ")" else left
        message = Text("an operator is missing between {left} and {right}", left=left, right=right)
        hint = Text("write {left}*{right} to multiply", left=left, right=right)
        sign = words.sign_before(previous.end)
        if sign:
            words.refuse(message, in_doubt(f"{left}*{right}", sign), span)
        else:
            words.refuse(message, hint, span, Fix(Text("insert *"), between, "*"))
        return False

    def _missing_brackets(self, at: int, function: Token, value: Token) -> bool:
        """``sin x``, as it is written on paper. The edit is offered where nothing more could belong in the brackets."""
        span = self.words.places.span(function.start, value.end)
        call = f"{function.text}({self.words.typed(value.start, value.end)})"
        hint = Text("write {call}", call=call)
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        is_whole = following is None or following.text in ("+", "-", ")", ",")
        is_whole = is_whole and self.words.behind(value) == value.end
        if not is_whole or value.text in FUNCTIONS:
            hint = Text("write {name}(…), with brackets around all that it is applied to", name=function.text)
        fixes = [Fix(hint, span, call)] if is_whole and "…" not in call and value.text not in FUNCTIONS else []
        self.words.refuse(Text("{name} needs brackets", name=function.text), hint, span, *fixes)
        return False

    def _operator(self, at: int, token: Token, previous: Token | None, expects_value: bool) -> bool:
        """An operator or a closing bracket. Whether nothing more can be told."""
        text = token.text
        if text in (")", "]", "}"):
            self.level -= 1
            empty_call = previous is not None and previous.text == "(" and at > 1 and is_value_end(self.tokens[at - 2])
            if expects_value and not empty_call and previous is not None and previous.text != ",":
                return self._nothing_behind(previous)
            return False
        if text in ASSIGNING:
            return self._assignment(at, token, previous, expects_value)
        if text in _SIGNS and expects_value:
            return False
        if text == ":=":
            fixes = [Fix(Text("write ="), self.words.span_of(token), "=")] if at == 1 else []
            hint = Text("write = to assign, as in y = x + 1")
            self.words.refuse(Text(":= isn't available"), hint, self.words.span_of(token), *fixes)
            return True
        if text in ("...", ":", "->") or (text.endswith("=") and len(text) > 1 and text[0] not in "<>!="):
            message, hint = (
                Text("{text} has no place here", text=text),
                Text("remove it; between two values stands one of + - * / **"),
            )
            self.words.refuse(message, hint, self.words.span_of(token))
            return True
        if expects_value:
            return self._nothing_before(token, previous)
        if text not in ("+", "-", "*", "/", "**", ".", ","):
            instead = "**" if text == "^" else None
            span = self.words.span_of(token)
            fixes = [Fix(Text("write {operator}", operator=instead), span, instead)] if instead else []
            self.words.refuse(*refusal_of_operator(text), span, *fixes)
            self.mended += 1
        return False

    def _assignment(self, at: int, token: Token, previous: Token | None, expects_value: bool) -> bool:
        words = self.words
        span = words.span_of(token)
        if self.level > 0:
            if not expects_value and previous is not None and previous.kind is Kind.NAME:
                return False  # a named argument
            words.refuse(Text("{sign} can't stand inside brackets", sign=token.text), Text("remove it"), span)
            return True
        if expects_value:
            return explain_stray_equals(words, token, previous)
        left = self.tokens[self.segment : at]
        self.segment = at + 1
        return explain_left_side(words, token, left)

    def _nothing_before(self, token: Token, previous: Token | None) -> bool:
        words = self.words
        if previous is not None and previous.text == token.text == "*":
            place = words.places.span(previous.start, token.end)
            fix = Fix(Text("write **"), place, "**")
            words.refuse(Text("a power is written ** without a space in it"), Text("write **"), place, fix)
            return True
        hint = Text("write a number or a name there, or remove {sign}", sign=token.text)
        if token.text == "|":
            hint = Text("write abs(x) for an absolute value")
        words.refuse(Text("a value is missing before {sign}", sign=token.text), hint, words.span_of(token))
        return True

    def _nothing_behind(self, previous: Token) -> bool:
        """An operator, an = or an opening bracket with nothing behind it: the place is right behind it."""
        words = self.words
        point = words.places.span(previous.end, previous.end)
        before = self.tokens[-2] if len(self.tokens) > 1 else None
        if previous is self.tokens[-1] and before is not None and before.text == previous.text in _SIGNS:
            sign = previous.text
            message = Text("{sign}{sign} isn't available", sign=sign)
            hint = Text("write x {sign}= 1 to count", sign=sign)
            words.refuse(message, hint, words.places.span(before.start, previous.end))
        elif previous.text == "(":
            hint = Text("write a number or a name between them, or remove them")
            words.refuse(Text("there is nothing between these brackets"), hint, point)
        else:
            hint = Text("write a number or a name there, or remove {sign}", sign=previous.text)
            words.refuse(Text("a value is missing after {sign}", sign=previous.text), hint, point)
        return True
