"""The text cut into words: names, numbers, strings, operators, ends of lines."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

__all__ = ["ASSIGNING", "STRING", "Kind", "Token", "is_value_end", "scan"]

ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "**="))
# A string that is never closed runs to the end of its line, a triple-quoted one to the end of the text.
STRING = (
    r"(?:[rRbBfFuU]{1,2})?(?:"
    r"'''(?:[^\\]|\\.)*?(?:'''|\\?\Z)"
    r'|"""(?:[^\\]|\\.)*?(?:"""|\\?\Z)'
    r"|'(?:[^'\\\n]|\\.)*(?:'|(?=\n|\\?\Z))"
    r'|"(?:[^"\\\n]|\\.)*(?:"|(?=\n|\\?\Z)))'
)
_DIGITS = r"[0-9](?:_?[0-9])*"
_NUMBER = (
    r"0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+"
    rf"|(?:(?:{_DIGITS})?\.{_DIGITS}|{_DIGITS}\.?)(?:[eE][+-]?{_DIGITS})?"
)
_OPERATOR = r"\*\*=|//=|>>=|<<=|\.\.\.|\*\*|//|>>|<<|->|:=|[-+*/%@&|^<>=!]=|[-+*/%@&|^<>=~.,:;()\[\]{}]"
_WORDS = re.compile(
    rf"(?P<blank>[ \t\f\u200b]+|\\[ \t]*\n)|(?P<comment>\#[^\n]*)|(?P<newline>\n)|(?P<string>{STRING})"
    rf"|(?P<number>{_NUMBER})|(?P<name>(?:[A-Za-z_]|[^\x00-\x7f])(?:[A-Za-z0-9_]|[^\x00-\x7f])*)"
    rf"|(?P<operator>{_OPERATOR})|(?P<odd>.)",
    re.DOTALL,
)


class Kind(Enum):
    NAME = auto()
    KEYWORD = auto()
    NUMBER = auto()
    STRING = auto()
    OPERATOR = auto()
    NEWLINE = auto()
    ODD = auto()  # a character that means nothing here


class Token(NamedTuple):
    """One word of the text; ``text`` is in NFKC for names, as it stands for the others."""

    kind: Kind
    start: int
    end: int
    text: str


_KINDS = {
    "newline": Kind.NEWLINE,
    "string": Kind.STRING,
    "number": Kind.NUMBER,
    "operator": Kind.OPERATOR,
    "odd": Kind.ODD,
}


def scan(text: str) -> list[Token]:
    """The words of ``text``, blanks and comments left out. Takes any text whatsoever."""
    tokens: list[Token] = []
    at = 0
    while match := _WORDS.match(text, at):
        group, at = match.lastgroup or "odd", match.end()
        if group == "name":
            at = match.start() + _before_number(match.group())
            tokens.extend(_names(text[match.start() : at], match.start()))
        elif group in _KINDS:
            tokens.append(Token(_KINDS[group], match.start(), match.end(), match.group()))
    return tokens


def _before_number(run: str) -> int:
    """How much of a run stands before a digit that no name can hold, as the 4 in ``√4``."""
    if run.isascii():
        return len(run)
    odd = (at for at in range(1, len(run)) if "0" <= run[at] <= "9" and not _fits(run[at - 1]))
    return next(odd, len(run))


def _fits(character: str) -> bool:
    return character == "\u200b" or ("a" + character).isidentifier()


def _names(run: str, start: int) -> Iterator[Token]:
    """The names in a run of letters, digits and characters beyond ASCII, and what is odd between them."""
    if run.isascii():
        yield _name(run, start, start + len(run))
        return
    begin = 0  # where the name being read begins
    for at, character in enumerate(run):
        fits = character == "\u200b" or (character if begin == at else "a" + character).isidentifier()
        if fits and (begin < at or character != "\u200b"):
            continue
        if begin < at:
            yield _name(run[begin:at], start + begin, start + at)
        begin = at + 1
        if character.isidentifier():
            begin = at
        elif character != "\u200b":
            yield Token(Kind.ODD, start + at, start + at + 1, character)
    if begin < len(run):
        yield _name(run[begin:], start + begin, start + len(run))


def _name(written: str, start: int, end: int) -> Token:
    name = unicodedata.normalize("NFKC", written.replace("\u200b", ""))
    return Token(Kind.KEYWORD if keyword.iskeyword(name) else Kind.NAME, start, end, name)


def is_value_end(token: Token) -> bool:
    """Whether an operand can end with ``token``: a name, a number, a string or a closing bracket."""
    return token.kind in (Kind.NAME, Kind.NUMBER, Kind.STRING) or token.text in (")", "]", "}")
