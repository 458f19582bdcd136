"""Edits that can be made one after another: those of two problems never meet in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import Fix, Problem, Span

__all__ = ["apart"]


def apart(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, without those fixes that would change what a smaller fix of another problem changes too.

    Whoever makes every edit that is left, each at its place in the text as sent, undoes none of the others.
    """
    offered = [(at, fix) for at, problem in enumerate(problems) for fix in problem.fixes]
    kept: list[tuple[int, Fix]] = []
    for at, fix in sorted(offered, key=lambda offer: _size(offer[1].span)):
        if not any(other != at and _meet(fix, taken) for other, taken in kept):
            kept.append((at, fix))
    return [
        replace(problem, fixes=tuple(fix for fix in problem.fixes if (at, fix) in kept)) if problem.fixes else problem
        for at, problem in enumerate(problems)
    ]


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_column - span.column


def _meet(one: Fix, other: Fix) -> bool:
    """Whether two edits overlap, or insert at one point what isn't a line of its own."""
    if one.span == other.span:
        return not (one.replacement.endswith("\n") and other.replacement.endswith("\n"))
    return _start(one) < _end(other) and _start(other) < _end(one)


def _start(fix: Fix) -> tuple[int, int]:
    return fix.span.line, fix.span.column


def _end(fix: Fix) -> tuple[int, int]:
    return fix.span.end_line, fix.span.end_column
