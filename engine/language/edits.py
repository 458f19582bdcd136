"""Edits of a program's text that leave everything else in it as it stands: comments, blanks, other statements."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from . import characters, prompts
from .brackets import pair
from .lines import Piece, split
from .listings import passed_over
from .places import Places
from .tokens import scan

__all__ = ["Edit", "Layout", "joined"]

_BLANKS = frozenset(" \t\f\u200b")


class Edit(NamedTuple):
    """Put ``text`` where the characters from ``start`` up to ``end`` are."""

    start: int
    end: int
    text: str


class Layout:
    """Where the statements of a program stand. ``text`` is the source as it is read, ``pieces`` are its statements."""

    def __init__(self, source: str) -> None:
        self.text = prompts.read_over(characters.read(source)).text
        tokens = scan(self.text)
        brackets = pair(tokens)
        places = Places(source)
        pieces = split(self.text, tokens, brackets)
        self.pieces = [piece for piece in pieces if passed_over(piece, brackets, places) is None]

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment may stand between two offsets."""
        return "#" in self.text[start:end]

    def without(self, statements: Collection[int]) -> list[Edit]:
        """The edits that remove these statements (by index): their lines where nothing else stands on them."""
        return [self._removed(self.pieces[first], self.pieces[last]) for first, last in self._runs(statements)]

    def _runs(self, statements: Collection[int]) -> Iterator[tuple[int, int]]:
        """The first and last of those that follow one another on one line."""
        run: list[int] = []
        for index in sorted(statements):
            if run and (index > run[-1] + 1 or self.pieces[index].indent is not None):
                yield run[0], run[-1]
                run = []
            run.append(index)
        if run:
            yield run[0], run[-1]

    def _removed(self, first: Piece, last: Piece) -> Edit:
        start, end = first.start, last.end
        line = self.text.rfind("\n", 0, start) + 1
        stop = self.text.find("\n", end)
        stop = len(self.text) if stop < 0 else stop
        before, after = self.text[line:start], self.text[end:stop]
        behind = end + len(after) - len(after.lstrip(" \t\f;"))
        if _BLANKS.issuperset(before) and _BLANKS.issuperset(after.rstrip("; \t")):
            return Edit(line, min(stop + 1, len(self.text)), "")
        if _BLANKS.issuperset(before) or behind < stop:
            return Edit(start, behind, "")  # what follows on the line, a statement or a comment, takes its place
        return Edit(line + len(before.rstrip(" \t\f;")), end, "")


def joined(source: str, edits: list[Edit]) -> Edit:
    """Edits that don't meet, as the one that makes them all."""
    ordered = sorted(edits)
    start = at = ordered[0].start
    parts = []
    for edit in ordered:
        parts += [source[at : edit.start], edit.text]
        at = edit.end
    return Edit(start, at, "".join(parts))
