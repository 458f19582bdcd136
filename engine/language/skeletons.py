"""One statement, handed to Python's own parser.

What the parser gets is a skeleton: ASCII alone, on one line, as long as the statement. Numbers, strings and names
beyond ASCII are replaced by plain ones of the same length, comments and line breaks by blanks. So a column in the
tree is an offset into the text, no digit limit or escape can get in the way, and nothing is ever run.
"""

from __future__ import annotations

import ast
import keyword
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .tokens import Kind, Token

__all__ = ["Unreadable", "tree_of"]

_MOST_FRAMES = 12_000  # about 3.6 MB of the parser's own stack
_parsing = threading.Lock()


class Unreadable(Exception):
    """Python's parser can't read the statement; ``is_too_long`` where only its length is in the way."""

    def __init__(self, is_too_long: bool) -> None:
        super().__init__(is_too_long)
        self.is_too_long = is_too_long


def tree_of(tokens: Sequence[Token]) -> ast.stmt:
    """The syntax tree of one statement; ``col_offset`` counts from its first token.

    Raises Unreadable for all that isn't one Python statement.
    """
    skeleton = _skeleton(tokens)
    try:
        with _deep_enough_for(len(tokens)):
            statements = ast.parse(skeleton).body
    except (RecursionError, MemoryError, SystemError):  # the last where a stranger changed the limit meanwhile
        raise Unreadable(is_too_long=True) from None
    except (SyntaxError, ValueError):
        raise Unreadable(is_too_long=False) from None
    if len(statements) != 1:
        raise Unreadable(is_too_long=False)
    return statements[0]


def _skeleton(tokens: Sequence[Token]) -> str:
    parts: list[str] = []
    at = tokens[0].start
    for token in tokens:
        parts.append(" " * (token.start - at))
        parts.append(_plain(token))
        at = token.end
    return "".join(parts)


def _plain(token: Token) -> str:
    length = token.end - token.start
    match token.kind:
        case Kind.NUMBER:
            return "1" if length == 1 else "1." + "0" * (length - 2)
        case Kind.STRING:
            return '"' + "_" * (length - 2) + '"' if length > 1 else "?"
        case Kind.ODD:
            return "?" * length
        case Kind.OPERATOR | Kind.NEWLINE:
            return token.text
    read_as_typed = token.text.isascii() and len(token.text) == length
    if not read_as_typed or (token.kind is Kind.NAME and keyword.iskeyword(token.text)):
        return "_" * length
    return token.text


@contextmanager
def _deep_enough_for(tokens: int) -> Iterator[None]:
    """Parse alone, with a higher recursion limit where a statement is long.

    The limit is one for all threads, and Python's parser fails where it changes under it; so one thread parses at a
    time. (The parser never runs beside another thread anyway.)
    """
    with _parsing:
        before = sys.getrecursionlimit()
        if tokens > 300:
            sys.setrecursionlimit(before + min(tokens // 2, _MOST_FRAMES))
        try:
            yield
        finally:
            if tokens > 300:
                sys.setrecursionlimit(before)
