"""Characters that are typed by habit or by accident: full-width signs, typographic signs, invisible ones.

``read`` gives the text as the rest of the parser reads it. One character of it stands for one character of the
text as typed, so an offset into the one is an offset into the other. What stands in comments and strings
stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import Fix, Problem
from ..text import Text
from .places import Places
from .tokens import STRING
from .vocabulary import FUNCTIONS

__all__ = ["RAISED", "Finding", "Reading", "code_point", "name_of", "notices", "problems", "read"]

# Never allowed, not even in a comment: no file, page or picture can hold them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_BREAKS = "\u2028\u2029"
_PROTECTED = re.compile(rf"[#＃][^\n{_BREAKS}]*|{STRING}|“[^“”\n]*”|‘[^‘’\n]*’", re.DOTALL)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_RAISED = re.compile(f"[{RAISED}]+")
_LOWERED = re.compile("[₀₁₂₃₄₅₆₇₈₉]+")
_MEANINGS = {
    **dict.fromkeys("×·⋅∙•∗⁎✕✖⨯", "*"),
    **dict.fromkeys("÷∕⁄➗", "/"),
    **dict.fromkeys("−–—‐‑‒﹣➖", "-"),
    **dict.fromkeys("➕", "+"),
    **dict.fromkeys("ˆ˄", "^"),
    **dict.fromkeys("“”„‟", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("。｡", "."),
    **dict.fromkeys("、､", ","),
    **dict.fromkeys(_BREAKS, "\n"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A run of characters that isn't read as it stands. ``kind`` is what it is, ``meaning`` what it is read as."""

    kind: str  # unprintable, invisible, raised, lowered (problems); wide, sign, space, break, prompts (notices)
    start: int
    end: int
    typed: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The text as it is read, as long as the text as typed, and what was found on the way."""

    text: str
    findings: tuple[Finding, ...]


def read(typed: str) -> Reading:
    """The text with habits of typing put into ASCII, and every finding in text order.

    A byte order mark at the very start is a mark of files, no character of the program: it is read as nothing.
    """
    if typed.isascii() and not _UNPRINTABLE.search(typed):
        return Reading(typed, ())
    characters = list(typed)
    findings = [
        Finding("unprintable", found.start(), found.end(), found.group(), "\u200b" * len(found.group()))
        for found in _UNPRINTABLE.finditer(typed)
    ]
    if typed.startswith("\ufeff"):
        characters[0] = "\u200b"
    at = len(typed) - len(typed.removeprefix("\ufeff"))
    for kept in _PROTECTED.finditer(typed, at):
        findings.extend(_findings(typed, at, kept.start()))
        findings.extend(_signs(typed, kept.start(), kept.start() + 1))
        if kept.group()[0] in "“‘":
            findings.extend(_signs(typed, kept.end() - 1, kept.end()))
        at = kept.end()
    findings.extend(_findings(typed, at, len(typed)))
    for finding in findings:
        characters[finding.start : finding.end] = finding.meaning
    return Reading("".join(characters), tuple(sorted(findings, key=lambda finding: finding.start)))


def _findings(typed: str, start: int, end: int) -> Iterator[Finding]:
    """What is found in one stretch of the text that is neither comment nor string."""
    for pattern, kind in ((_RAISED, "raised"), (_LOWERED, "lowered")):
        for run in pattern.finditer(typed, start, end):
            blank = " " * len(run.group())
            meaning = blank if kind == "raised" else unicodedata.normalize("NFKC", run.group())
            yield Finding(kind, run.start(), run.end(), run.group(), meaning)
    for run in _INVISIBLE.finditer(typed, start, end):
        yield Finding("invisible", run.start(), run.end(), run.group(), "\u200b")
    yield from _signs(typed, start, end)


def _signs(typed: str, start: int, end: int) -> Iterator[Finding]:
    """The characters of one stretch that are read as one of ASCII."""
    for found in _BEYOND_ASCII.finditer(typed, start, end):
        character, at = found.group(), found.start()
        if character in _MEANINGS:
            meaning = _MEANINGS[character]
            yield Finding("break" if character in _BREAKS else "sign", at, at + 1, character, meaning)
        elif unicodedata.category(character) == "Zs":
            yield Finding("space", at, at + 1, character, " ")
        elif meaning := _wide(character):
            yield Finding("wide", at, at + 1, character, meaning)


def _wide(character: str) -> str:
    """The ASCII character that a full-width, small or styled sign, digit or letter stands for, or ''."""
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) != 1 or not " " < plain <= "~" or unicodedata.category(character) == "No":
        return ""  # no full-width form, or a number in a circle and the like
    if plain.isalpha() and not unicodedata.decomposition(character).startswith("<wide>"):
        return ""  # other letters, as ℝ, are names, which NFKC takes care of
    return plain


def code_point(character: str) -> str:
    """How Unicode numbers a character: ``U+FF1D``."""
    return f"U+{ord(character):04X}"


_CONTROLS = {0: "NULL", 8: "BACKSPACE", 11: "LINE TABULATION", 27: "ESCAPE", 127: "DELETE", 133: "NEXT LINE"}


def name_of(character: str) -> Text | str:
    """What Unicode calls a character."""
    found = unicodedata.name(character, "") or _CONTROLS.get(ord(character), "")
    if found:
        return found
    if "\ud800" <= character <= "\udfff":
        return Text("half of a broken character")
    return Text("a control character") if unicodedata.category(character) == "Cc" else Text("no name")


def problems(findings: Iterable[Finding], places: Places) -> list[Problem]:
    """The findings that must be mended, each with an edit that does so."""
    made = {"unprintable": _unprintable, "invisible": _invisible, "raised": _raised, "lowered": _lowered}
    return [made[found.kind](found, places) for found in findings if found.kind in made]


def _unprintable(found: Finding, places: Places) -> Problem:
    span = places.span(found.start, found.end)
    character = found.typed[0]
    hint = Text("delete it; it can't be seen, so put the cursor after it and press backspace")
    fixes = (Fix(Text("delete it"), span, ""),)
    if character == "\0":
        return Problem(Text("the text contains a NUL character (U+0000)"), hint, span, fixes)
    message = Text("the text contains {code} ({name})", code=code_point(character), name=name_of(character))
    return Problem(message, hint, span, fixes)


def _invisible(found: Finding, places: Places) -> Problem:
    span = places.span(found.start, found.end)
    message = Text(
        "an invisible character stands here: {code} ({name})", code=code_point(found.typed), name=name_of(found.typed)
    )
    hint = Text("delete it; it can't be seen, so put the cursor after it and press backspace")
    return Problem(message, hint, span, (Fix(Text("delete it"), span, ""),))


def _raised(found: Finding, places: Places) -> Problem:
    span = places.span(found.start, found.end)
    power = "**" + unicodedata.normalize("NFKC", found.typed).replace("\u2212", "-")
    code = code_point(found.typed[0])
    message = Text("the raised {typed} ({code}) isn't read as a power", typed=found.typed, code=code)
    before = re.search(r"[\w)\]]+(?=[ \t]*\Z)", places.typed[max(0, found.start - 200) : found.start])
    if before and before.group() in FUNCTIONS:
        hint = Text("write the power after the brackets, as in {name}(x){power}", name=before.group(), power=power)
        return Problem(message, hint, span)
    hint = Text("write {power}, as in x{power}", power=power)
    fix = Fix(Text("write {power}", power=power), span, power)
    is_power = before is not None and re.fullmatch(r"\*\*[+-]?[0-9]+", power)
    return Problem(message, hint, span, (fix,) if is_power else ())


def _lowered(found: Finding, places: Places) -> Problem:
    span = places.span(found.start, found.end)
    digits = unicodedata.normalize("NFKC", found.typed)
    message = Text(
        "the lowered {typed} ({code}) can't be part of a name", typed=found.typed, code=code_point(found.typed[0])
    )
    hint = Text("write the digit on the line, as in w{digits} or w_{digits}", digits=digits)
    return Problem(message, hint, span, (Fix(Text("write {digits}", digits=digits), span, digits),))


def notices(findings: Iterable[Finding], places: Places) -> list[Problem]:
    """One notice for each kind of finding that is read as something else, at its first place."""
    first: dict[tuple[str, str], Finding] = {}
    for found in findings:
        if found.kind in ("sign", "space", "break", "wide"):
            group = found.meaning if found.kind == "sign" else _group(found.meaning)
            first.setdefault((found.kind, group), found)
    return [_notice(found, places) for found in first.values()]


def _group(meaning: str) -> str:
    return "digit" if meaning.isdigit() else "letter" if meaning.isalpha() else "sign"


def _notice(found: Finding, places: Places) -> Problem:
    span = places.span(found.start, found.end)
    code, name = code_point(found.typed), name_of(found.typed)
    if found.kind == "space":
        message = Text("{code} ({name}) is read as a space", code=code, name=name)
        return Problem(message, Text("nothing is wrong; a plain space does the same"), span)
    if found.kind == "break":
        message = Text("{code} ({name}) is read as the end of a line", code=code, name=name)
        fix = Fix(Text("break the line"), span, "\n")
        return Problem(message, Text("nothing is wrong; press Enter there to break the line yourself"), span, (fix,))
    values = {"character": found.typed, "code": code, "meaning": found.meaning}
    if found.kind == "wide":
        message = Text("full-width {character} ({code}) is read as {meaning}, and others like it too", **values)
        return Problem(
            message, Text("nothing is wrong; switch the input method to half-width to type {meaning}", **values), span
        )
    message = Text("{character} ({code}) is read as {meaning}", **values)
    return Problem(message, Text("nothing is wrong; {meaning} is the usual way to type it", **values), span)
