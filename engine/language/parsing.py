"""From the text that a person typed to a checked Program, one stage after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import Problem, ProgramError, Span, TextTooLong
from ..text import Text
from . import characters, prompts
from .brackets import Brackets, depth_of, pair
from .characters import Finding, Reading
from .drafts import Draft
from .fixes import apart
from .lines import Piece, shared_indent, split, stray_indents
from .listings import passed_over
from .names import Scope
from .places import Places, with_line_feeds
from .program import Assign, Backward, Evaluate, Input, Program, Statement, ZeroGrad
from .statements import read_statement
from .structure import refuse_block, refuse_brackets, too_deep
from .tokens import ASSIGNING, Kind, scan
from .wording import Wording

__all__ = ["Limits", "parse"]

_MOST_PROBLEMS = 100  # told at once


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may measure: bytes of its text in UTF-8, and how deep brackets, signs and powers nest."""

    text_bytes: int = 16 * 1024
    depth: int = 150


_DEFAULT = Limits()


def parse(source: str, limits: Limits = _DEFAULT) -> Program:
    """The program that a text stands for. Nothing in the text is ever run.

    Raises TextTooLong over the limit on bytes, ProgramError for every other problem; it holds all that can be told
    apart, in text order (the first hundred). Spans count in the text with LF line ends.
    """
    typed = with_line_feeds(source)
    _check_size(typed, limits)
    places = Places(typed)
    reading = prompts.read_over(characters.read(typed))
    tokens = scan(reading.text)
    brackets = pair(tokens)
    pieces, skipped = _without_listings(split(reading.text, tokens, brackets), brackets, places)
    findings = _outside(reading, skipped)
    drafts = _drafts(pieces, brackets, places, limits)
    vague = {token.text for piece in pieces if piece.is_block for token in piece.tokens if token.kind is Kind.NAME}
    scope = Scope(drafts, vague, places)
    scope.check()
    problems = [problem for draft in drafts for problem in draft.problems]
    problems += characters.problems(findings, places)
    problems += stray_indents(pieces, places)
    statements = tuple(draft.statement for draft in drafts if draft.statement is not None)
    if not problems and all(isinstance(statement, ZeroGrad) for statement in statements):
        problems.append(_nothing_to_trace())
    if problems:
        raise ProgramError(apart(_in_order(problems)))
    told = [notice for draft in drafts for notice in draft.notices]
    told += characters.notices(findings, places) + prompts.notices(findings, places)
    told += [notice for _, notice in skipped]
    return _program(typed, statements, scope.inputs.values(), _each_once(told))


def _check_size(typed: str, limits: Limits) -> None:
    encoded = typed.encode("utf-8", "surrogatepass")
    if len(encoded) <= limits.text_bytes:
        return
    kept = encoded[: limits.text_bytes].decode("utf-8", "ignore")
    line = kept.count("\n") + 1
    column = len(kept) - (kept.rfind("\n") + 1) + 1
    message = Text(
        "the text has {found} bytes in UTF-8, and the limit is {limit}", found=len(encoded), limit=limits.text_bytes
    )
    raise TextTooLong([Problem(message, Text("shorten it; comments count too"), Span(line, column, line, column))])


def _without_listings(
    pieces: Sequence[Piece], brackets: Brackets, places: Places
) -> tuple[list[Piece], list[tuple[Piece, Problem]]]:
    """The pieces that belong to the program, and those that are passed over with their notices."""
    kept: list[Piece] = []
    skipped: list[tuple[Piece, Problem]] = []
    for piece in pieces:
        notice = passed_over(piece, brackets, places)
        if notice is None:
            kept.append(piece)
        else:
            skipped.append((piece, notice))
    return kept, skipped


def _outside(reading: Reading, skipped: Sequence[tuple[Piece, Problem]]) -> list[Finding]:
    """The findings that aren't in a line passed over or right behind it, and those that must not stand anywhere."""
    ranges = iter([(piece.start, piece.end) for piece, _ in skipped] + [(1 << 62, 1 << 62)])
    start, end = next(ranges)
    outside = []
    for finding in reading.findings:
        while finding.start >= end and reading.text[end : finding.start].strip(" \t\f\u200b"):
            start, end = next(ranges)
        if finding.start < start or finding.kind == "unprintable":
            outside.append(finding)
    return outside


def _drafts(pieces: Sequence[Piece], brackets: Brackets, places: Places, limits: Limits) -> list[Draft]:
    """Each statement read alone."""
    taken = {
        piece.tokens[0].text
        for piece in pieces
        if piece.tokens[0].kind is Kind.KEYWORD and len(piece.tokens) > 1 and piece.tokens[1].text in ASSIGNING
    }
    digit_names = {
        piece.tokens[0].text + piece.tokens[1].text
        for piece in pieces
        if len(piece.tokens) > 2 and piece.tokens[0].kind is Kind.NUMBER and piece.tokens[2].text in ASSIGNING
    }
    drafts = []
    indent = shared_indent(pieces)
    for piece in pieces:
        if taken:  # keywords meant as names
            piece.tokens = [t._replace(kind=Kind.NAME) if t.text in taken else t for t in piece.tokens]
        draft = Draft(piece.start if piece.above < 0 else piece.above, indent)
        words = Wording(piece.tokens, brackets, places, draft, digit_names)
        depth, deepest = depth_of(piece.tokens) if not piece.is_block else (0, 0)
        if piece.is_block:
            refuse_block(words)
        elif depth > limits.depth:
            too_deep(words, deepest, depth, limits.depth)
        elif brackets.is_broken(piece.tokens):
            refuse_brackets(words)
        else:
            read_statement(words)
        drafts.append(draft)
    return drafts


def _nothing_to_trace() -> Problem:
    hint = Text("type an expression, for example tanh(x1*w1 + x2*w2 + b)")
    return Problem(Text("there is nothing to trace yet"), hint, Span(1, 1, 1, 1))


def _in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in text order, each place and sentence once."""
    unique = {(problem.span, str(problem.message)): problem for problem in problems}
    ordered = [unique[key] for key in sorted(unique)]
    if len(ordered) <= _MOST_PROBLEMS:
        return ordered
    message = Text("{count} more problems follow this one", count=len(ordered) - _MOST_PROBLEMS)
    last = Problem(message, Text("mend the first ones, then look again"), ordered[_MOST_PROBLEMS].span)
    return [*ordered[:_MOST_PROBLEMS], last]


def _program(
    typed: str, statements: tuple[Statement, ...], inputs: Iterable[Input], notices: Sequence[Problem]
) -> Program:
    return Program(typed, statements, tuple(inputs), _implied_root(statements), tuple(notices))


def _each_once(notices: Iterable[Problem]) -> list[Problem]:
    """The notices in text order, those that say the same told at their first place alone."""
    first: dict[tuple[Text, Text], Problem] = {}
    for notice in sorted(notices, key=lambda notice: notice.span):
        first.setdefault((notice.message, notice.hint), notice)
    return list(first.values())


def _implied_root(statements: Sequence[Statement]) -> int | None:
    """Which statement ``backward()`` runs on where none is written."""
    if any(isinstance(statement, Backward) for statement in statements):
        return None
    values = [at for at, statement in enumerate(statements) if not isinstance(statement, ZeroGrad)]
    if isinstance(statements[values[-1]], Evaluate):
        return values[-1]
    return max(at for at in values if isinstance(statements[at], Assign))
