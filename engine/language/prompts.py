"""Prompts and output of consoles and notebooks, as a copied session holds them: read over, with a notice.

``In [1]:``, ``...:``, ``>>>`` and ``...`` at the start of a line count as blanks, and what stands behind them is read
as usual. Of output, only what can be told safely is passed over: lines behind ``Out[1]:``, and plain results right
below a prompt with an expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import Problem
from ..text import Text
from .characters import Finding, Reading
from .places import Places
from .tokens import STRING

__all__ = ["notices", "read_over"]

_PROMPT = re.compile(
    r"[ \t\u200b]*(?:(?P<notebook>In ?\[[ \d*]*\]:(?!=))|(?P<notebook_goes_on>\.{3,6}:)"
    r"|(?P<console>>>>(?!>))|(?P<console_goes_on>\.\.\.(?![^ \t\n]))|(?P<result>Out ?\[[ \d*]*\]:(?!=))) ?"
)
_STRINGS = re.compile(rf"#[^\n]*|{STRING}", re.DOTALL)
_ASSIGNMENT = re.compile(r"[^=!<>()]*=(?!=)")
# Numbers and Values as Python shows them, alone or several in brackets.
_RESULT = r"(?:-?(?:[0-9][0-9_.]*(?:e[+-]?[0-9]+)?|inf|nan)|Value\(data=[^()\n]*\))"
_RESULTS = re.compile(rf"[ \t\u200b]*\(?{_RESULT}(?:, ?{_RESULT})*,?\)?[ \t\u200b]*")


def read_over(reading: Reading) -> Reading:
    """The reading with every prompt and every line of output as blanks that take no room."""
    found = list(_findings(reading.text)) if _PROMPT_SOMEWHERE.search(reading.text) else []
    if not found:
        return reading
    characters = list(reading.text)
    for finding in found:
        start = reading.text.rfind("\n", 0, finding.start) + 1
        characters[start : finding.end] = "\u200b" * (finding.end - start)
    covered = {at for finding in found for at in range(finding.start, finding.end)}
    others = [other for other in reading.findings if other.kind == "unprintable" or other.start not in covered]
    return Reading("".join(characters), tuple(sorted([*others, *found], key=lambda finding: finding.start)))


_PROMPT_SOMEWHERE = re.compile(rf"^{_PROMPT.pattern}", re.MULTILINE)


def _findings(text: str) -> Iterator[Finding]:
    """Every prompt and every line of output, in text order. What stands inside a long string stays there."""
    inside = {
        found.start() + at + 1
        for found in _STRINGS.finditer(text)
        for at, character in enumerate(found.group())
        if character == "\n"
    }
    in_console = False  # a line of ``...`` alone may mean anything, below ``>>>`` it is a prompt
    answers = False  # whether the line above is one that Python answers with its value
    start = 0
    for line in text.split("\n"):
        begin, start = start, start + len(line) + 1
        if begin in inside:
            continue
        prompt = _PROMPT.match(line)
        kind = prompt.lastgroup if prompt else None
        if prompt is None or kind is None or (kind == "console_goes_on" and not in_console):
            if answers and _RESULTS.fullmatch(line):
                yield _finding("output", begin, line, line)
            else:
                answers = False
        elif kind == "result":
            answers = True
            yield _finding("result", begin, line, prompt.group())
        else:
            in_console = in_console or kind == "console"
            if not kind.endswith("goes_on"):
                last = line[prompt.end() :].rpartition(";")[2]
                answers = bool(last.strip()) and not _ASSIGNMENT.match(last)
            yield _finding(kind, begin, prompt.group(), prompt.group())


def _finding(kind: str, begin: int, covered: str, shown: str) -> Finding:
    start = begin + len(covered) - len(covered.lstrip(" \t\u200b"))
    return Finding(
        kind, start, begin + len(covered), shown.strip(" \t\u200b"), "\u200b" * (begin + len(covered) - start)
    )


def notices(findings: Iterable[Finding], places: Places) -> list[Problem]:
    """One notice for each kind of prompt and for output, at the first place of each."""
    first: dict[str, Finding] = {}
    for found in findings:
        if found.kind == "output" or found.kind in _PROMPT.groupindex:
            first.setdefault(found.kind, found)
    return [_notice(found, places) for found in first.values()]


def _notice(found: Finding, places: Places) -> Problem:
    shown_above = Text("nothing is missing: the page shows every value and gradient")
    if found.kind == "output":
        return Problem(Text("a line of output is passed over"), shown_above, places.span(found.start, found.end))
    span = places.span(found.start, found.start + len(found.typed))
    if found.kind == "result":
        message = Text("a line that begins with {prompt} is output, and is passed over", prompt=found.typed)
        return Problem(message, shown_above, span)
    message = Text("{prompt} is a prompt, and is passed over", prompt=found.typed)
    return Problem(message, Text("nothing is missing: the rest of the line is read as usual"), span)
