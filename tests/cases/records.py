"""The shape of a case: a program as a person may type it, and what must hold of the answer, as data."""

from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Check", "Mistaken", "Page", "Refused", "Said", "Traced", "Write", "says"]


class Said(NamedTuple):
    """A problem, a notice or a fault: where it points, and words that it must have (any case)."""

    line: int
    column: int
    words: tuple[str, ...]
    end_column: int | None = None  # exclusive, None where the case doesn't say


def says(line: int, column: int, *words: str, end_column: int | None = None) -> Said:
    return Said(line, column, words, end_column)


class Write(NamedTuple):
    """One ``+=``: whose _backward did it, to whom, and the grad before and after. Names are labels or texts."""

    user: str
    target: str
    before: float
    after: float


class Check(NamedTuple):
    """One Value of a gradient check, and words of the reason."""

    label: str
    verdict: str
    words: tuple[str, ...] = ()
    numeric: float | None = None


class Mistaken(NamedTuple):
    """An option that breaks the engine, and the grads that it leaves."""

    option: dict[str, str]
    grads: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """A program that is traced. What is left at its default is not looked at."""

    id: str
    source: str
    # By label, else by text; "" is the root: data and grad at the end, None where the case doesn't say.
    values: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)
    exact: bool = False  # to the last digit, where each number on the way is a double
    nodes: int | None = None
    operators: int | None = None
    steps: int | None = None
    backwards: int | None = None  # steps that call a _backward
    fires: tuple[str, ...] | None = None  # the Values whose _backward runs, in this order
    leaves: dict[str, str] = field(default_factory=dict)  # Values that are leaves, and their text
    aliases: dict[str, list[str]] = field(default_factory=dict)
    writes: tuple[Write, ...] | None = None  # all of them, in order
    totals: dict[str, tuple[float, ...]] = field(default_factory=dict)  # a grad after each write to it
    began: dict[str, Said] = field(default_factory=dict)  # where numbers stop being finite, and why
    followed: tuple[str, ...] = ()  # Values that are not finite because an operand isn't
    told: dict[str, tuple[str, ...]] = field(default_factory=dict)  # words of the step of a _backward
    mistaken: tuple[Mistaken, ...] = ()
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)  # words for a write that isn't finite, by target
    notices: tuple[Said, ...] = ()
    quiet: bool = False  # there is no notice at all
    unreached: tuple[str, ...] = ()  # Values in no topo
    edges: tuple[str, ...] = ()  # that the picture must have
    shown: dict[str, tuple[str, str]] = field(default_factory=dict)  # data and grad as the last picture has them
    checked: tuple[Check, ...] | None = None  # what a gradient check says of these Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A program that is refused, with all of its problems in order."""

    id: str
    source: str
    problems: tuple[Said, ...]
    status: int = 422
    never: tuple[str, ...] = ()  # words that must not be in the answer
    mended: str = ""  # what the fixes on offer make of it, "" where not all is mended


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A text that travels through links and pages, and numbers of its trace."""

    id: str
    source: str
    values: dict[str, tuple[float | None, float | None]]
    step: int = 0
