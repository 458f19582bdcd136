"""Tokens grouped into statements: one for each logical line or part between semicolons, one for each block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import Fix, Problem
from ..text import Text
from .brackets import CLOSERS, Brackets
from .places import Places
from .tokens import Kind, Token, is_value_end

__all__ = ["Piece", "shared_indent", "split", "stray_indents"]

_CONTINUES = frozenset(("elif", "else", "except", "finally"))
_BLOCKS = _CONTINUES | {"async", "class", "def", "for", "if", "try", "while", "with"}


@dataclass(slots=True)
class Piece:
    """One statement: its tokens without the line break, and the blanks before it where it begins a line."""

    tokens: list[Token]
    indent: str | None  # None after a semicolon
    is_block: bool = False
    above: int = -1  # where the first statement of its line begins; -1: here

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


def split(text: str, tokens: Sequence[Token], brackets: Brackets) -> list[Piece]:
    """The statements of the text in order. A block (``for``, ``def``, …) is one piece with all that it holds."""
    pieces: list[Piece] = []
    lines = list(_lines(text, tokens, brackets))
    at = 0
    while at < len(lines):
        end = _end_of_block(lines, at)
        if end == at:
            pieces.extend(_parts(lines[at], brackets))
            at += 1
        else:
            held = [token for line in lines[at:end] for token in line.tokens]
            pieces.append(Piece(held, lines[at].indent, is_block=True))
            at = end
    return pieces


def _lines(text: str, tokens: Sequence[Token], brackets: Brackets) -> Iterator[Piece]:
    """The logical lines: a line break inside a bracket ends none."""
    held: list[Token] = []
    level = 0
    unclosed = False
    for at, token in enumerate(tokens):
        if token.kind is not Kind.NEWLINE:
            held.append(token)
            if token.start in brackets.partners:
                level += 1 if token.text in CLOSERS else -1
            unclosed = unclosed or token.start in brackets.never_closed
        elif held and level == 0 and not (unclosed and _goes_on(held[-1], tokens[at + 1 : at + 2])):
            yield Piece(held, _indent(text, held[0].start))
            held, unclosed = [], False
    if held:
        yield Piece(held, _indent(text, held[0].start))


def _goes_on(last: Token, following: Sequence[Token]) -> bool:
    """Whether a line inside a bracket that is never closed plainly goes on in the next one."""
    begins_with_operator = bool(following) and following[0].kind is Kind.OPERATOR and following[0].text not in CLOSERS
    return begins_with_operator or not is_value_end(last)


def _indent(text: str, start: int) -> str:
    # The mark that stands for an invisible character takes no room.
    return text[text.rfind("\n", 0, start) + 1 : start].replace("\u200b", "")


def _parts(line: Piece, brackets: Brackets) -> Iterator[Piece]:
    """The statements of one line, between its semicolons."""
    held: list[Token] = []
    indent = line.indent
    for token in line.tokens:
        if token.text != ";" or token.kind is not Kind.OPERATOR:
            held.append(token)
        elif held:
            yield Piece(held, indent, above=line.start)
            held, indent = [], None
    if held:
        yield Piece(held, indent, above=line.start)


def _end_of_block(lines: Sequence[Piece], at: int) -> int:
    """One past the last line of the block that begins at ``lines[at]``; ``at`` itself where none does."""
    end = at
    while end < len(lines) and lines[end].tokens[0].text == "@":
        end += 1
    if end == len(lines) or not _opens_block(lines[end].tokens):
        return end
    width = _width(lines[at])
    end += 1
    while end < len(lines):
        first = lines[end].tokens[0]
        goes_on = first.text in _CONTINUES and _opens_block(lines[end].tokens) and _width(lines[end]) == width
        if _width(lines[end]) <= width and not goes_on:
            break
        end += 1
    return end


def _opens_block(tokens: Sequence[Token]) -> bool:
    if tokens[0].kind is Kind.KEYWORD:
        assigned = len(tokens) > 1 and tokens[1].text.endswith("=") and tokens[1].kind is Kind.OPERATOR
        return tokens[0].text in _BLOCKS and not assigned
    return tokens[0].kind is Kind.NAME and tokens[-1].text == ":"


def _width(line: Piece) -> int:
    return len((line.indent or "").expandtabs(8))


def shared_indent(pieces: Sequence[Piece]) -> str:
    """The blanks that every line of the program begins with."""
    indents = [piece.indent for piece in pieces if piece.indent is not None]
    low, high = (min(indents), max(indents)) if indents else ("", "")
    shared = 0
    while shared < len(low) and low[shared] == high[shared]:
        shared += 1
    return low[:shared]


def stray_indents(pieces: Sequence[Piece], places: Places) -> list[Problem]:
    """A problem for each statement that stands further right than the program as a whole does."""
    shared = len(shared_indent(pieces))
    problems = []
    for piece in pieces:
        if piece.indent is not None and len(piece.indent) > shared:
            word = piece.tokens[0].text
            span = places.span(piece.start - len(piece.indent) + shared, piece.start)
            message = Text("this line is indented further than the program")
            shown = word if len(word) < 30 else word[:30] + "…"
            is_tab = "\t" in piece.indent[shared:]
            tab, spaces = (
                Text("remove the tab before {word}", word=shown),
                Text("remove the spaces before {word}", word=shown),
            )
            hint = tab if is_tab else spaces
            problems.append(Problem(message, hint, span, (Fix(Text("remove the indent"), span, ""),)))
    return problems
