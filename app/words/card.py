"""The closure card: the code of a step, the names in it bound to nodes and numbers, and which lines have run.

The twin of static/js/card.js.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gradstep.engine.numbers import shown
from gradstep.engine.trace import Event, Reset, Step, Trace, Write

from .explain import StepTexts

__all__ = ["Binding", "Card", "Line", "Part", "card_of"]

# What a line of code begins with, by the event that runs it.
_RUNS = {
    "write 0": "self.grad ",
    "write 1": "other.grad ",
    "seed": "root.grad ",
    "enter": "visited.add(",
    "skip": "if v in visited",
    "append": "topo.append(",
    "clear": "v.grad ",
    "node": "out = ",
}
_NAMES = re.compile(r"\b_backward\b|\bout\.grad\b|\b(?:self|other|out|root|v)\b")


Kind = Literal["next", "defined", "ran", "leaf", "sort", "clear"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line: plain, or a name that stands for a node, or a word that the glossary explains."""

    text: str
    node: int | None = None
    term: str = ""
    full: str = ""  # the whole name, where the text is cut


@dataclass(frozen=True, slots=True)
class Line:
    """A line of code; ``lit`` has just run, ``later`` waits to be run, ``idle`` is neither."""

    parts: list[Part]
    state: Literal["lit", "later", "idle"]


@dataclass(frozen=True, slots=True)
class Binding:
    """A name of the code and the node it stands for. A number is (field, text); a text of ``""`` is read later."""

    word: str
    term: str
    node: int
    numbers: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Card:
    """``kind``: a closure that is ``next`` to be defined, ``defined``, or has ``ran``, a ``leaf``'s, the ``sort`` or
    ``clear``."""

    kind: Kind
    method: str
    lines: list[Line]
    names: list[Binding]


def card_of(trace: Trace, step: Step, texts: StepTexts, events: Sequence[Event], *, whole: bool) -> Card:
    """The card of a step after these of its events; ``whole`` where all have happened."""
    kind = _kind(trace, step, events)
    refs = _refs(trace, step, events, whole)
    code = [(line, kind == "next") for line in texts.code.split("\n")]
    if kind == "defined" and texts.closure:
        code += [(line, True) for line in texts.closure.code.split("\n")]
    lit = _lit(kind, events, whole)
    lines = [Line(_parts(text, refs), _state(text, later, lit)) for text, later in code]
    method = texts.closure.method if texts.closure else ""
    reads_data = texts.closure is not None and "out.data" in texts.closure.code
    return Card(kind, method, lines, _names(trace, step, kind, refs, _result(trace, step, kind, events, reads_data)))


def _kind(trace: Trace, step: Step, events: Sequence[Event]) -> Kind:
    if step.node is None:
        return "clear"
    if step.phase == "topo":
        return "sort"
    if step.phase == "build":
        return "defined" if any(event.kind == "node" for event in events) else "next"
    return "ran" if trace.nodes[step.node].operands else "leaf"


def _refs(trace: Trace, step: Step, events: Sequence[Event], whole: bool) -> dict[str, int]:
    """The nodes that the names in the code stand for."""
    last = events[-1] if events and not whole else None
    current = {} if last is None or isinstance(last, Write) else {"v": last.node}
    if step.node is None:
        return current
    operands = trace.nodes[step.node].operands
    root = next((event.node for event in step.events if isinstance(event, Reset)), step.node)
    return {**dict(zip(("self", "other"), operands, strict=False)), "out": step.node, "root": root, **current}


def _lit(kind: Kind, events: Sequence[Event], whole: bool) -> list[str]:
    """What the lines that have just run begin with: all that ran in a whole step, else the one of the last event."""
    if kind == "next" or (kind == "sort" and whole):
        return []
    keys = [f"write {event.slot}" if isinstance(event, Write) else event.kind for event in events]
    lit = [_RUNS[key] for key in (keys if whole else keys[-1:]) if key in _RUNS]
    return [*lit, "pass"] if kind == "leaf" and whole else lit


def _state(text: str, later: bool, lit: list[str]) -> Literal["lit", "later", "idle"]:
    if later:
        return "later"
    return "lit" if text.lstrip().startswith(tuple(lit)) else "idle"


def _parts(text: str, refs: dict[str, int]) -> list[Part]:
    parts, end = [], 0
    for found in _NAMES.finditer(text):
        word = found[0]
        parts.append(Part(text[end : found.start()]))
        if word == "out.grad":
            parts.append(Part("out.grad", refs["out"], "upstream"))
        elif word == "_backward":
            parts.append(Part(word, None, "backward"))
        else:
            parts.append(Part(word, refs.get(word)))
        end = found.end()
    return [part for part in [*parts, Part(text[end:])] if part.text]


def _names(trace: Trace, step: Step, kind: Kind, refs: dict[str, int], result: list[tuple[str, str]]) -> list[Binding]:
    if kind in ("sort", "clear"):
        word = "v" if "v" in refs else "root"
        return [Binding(word, "root" if word == "root" else "", refs[word], [])] if word in refs else []
    if step.node is None or kind in ("next", "leaf"):
        return []
    inputs = [
        Binding(word, "slot", operand, [("", shown(trace.nodes[operand].data))])
        for word, operand in zip(("self", "other"), trace.nodes[step.node].operands, strict=False)
    ]
    return [*inputs, Binding("out", "", step.node, result)]


def _result(trace: Trace, step: Step, kind: Kind, events: Sequence[Event], reads_data: bool) -> list[tuple[str, str]]:
    """The numbers of ``out`` that its closure reads: its data where the rule does, and always its grad."""
    if step.node is None:
        return []
    data = [("data", shown(trace.nodes[step.node].data))] if reads_data else []
    upstream = [event.upstream for event in events if isinstance(event, Write)]
    seeds = [event.after for event in events if isinstance(event, Reset)]
    known = upstream or seeds
    return [*data, ("grad", shown(known[0]) if kind == "ran" and known else "")]
