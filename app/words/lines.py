"""What a step changed, line by line, as numbers: each write, the seed, what was cleared, where the walk is.

The twin of static/js/lines.js.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from gradstep.engine.losses import Loss, losses_of
from gradstep.engine.numbers import shown, told_apart
from gradstep.engine.plain import reads_as_int
from gradstep.engine.trace import Event, Mark, Node, Reflect, Reset, Trace, Write

from .card import Part
from .code import as_factor
from .names import called, spoken, uncut
from .texts import Translator

__all__ = ["ChangeLine", "lines_of"]

_MOST = 3  # cleared gradients that are listed
_NAMES = re.compile(r"\b(?:self|other|out)\b")


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A line for each ``write``, ``seed`` and ``clear``, one for ``more`` of the last kind; for the other events one
    that says what happened, in the event's kind. Fields that a kind has no use for are empty."""

    kind: Literal["write", "seed", "clear", "more", "leaf", "node", "enter", "skip", "append", "reflect"]
    node: int | None = None  # whose grad it is, or which the event is about
    name: str = ""  # as it stands before a dot, or in a sentence
    full: str = ""  # the whole name, where it is cut
    local_parts: list[Part] = field(default_factory=list)
    before: str = ""
    local: str = ""
    upstream: str = ""
    after: str = ""
    out: int | None = None  # the node whose gradient is the upstream one
    reason: str = ""  # why the number is not finite
    sign: str = ""  # of a write: += or =
    lost: Literal["", "user", "left"] = ""  # what = wrote over: a contribution, or what an earlier backward() left
    lost_node: int | None = None  # whose contribution it was
    lost_name: str = ""
    lost_full: str = ""
    typed: str = ""  # int or float: the type of a number on the left
    asked: str = ""  # the method of it that Python asks first
    count: int = 0
    number: str = ""
    method: str = ""
    sentence: str = ""  # which sentence says it, where one would not be true of all of the kind: ``enter_leaf``
    latest: bool = False


def lines_of(trace: Trace, at: int, events: Sequence[Event], say: Translator, *, whole: bool) -> list[ChangeLine]:
    """The lines of step ``at`` after these of its events; ``whole`` where all have happened, else the last is the
    latest."""
    step = trace.steps[at]
    if step.node is None:
        return _cleared(trace, [event for event in events if isinstance(event, Reset)], whole)
    user, lines = trace.nodes[step.node], []
    losses = losses_of(trace)
    for index, event in enumerate(events):
        latest = not whole and index == len(events) - 1
        if isinstance(event, Write):
            reason = say(step.faults[index].reason) if index in step.faults else ""
            lines.append(_write(trace, user, event, reason, losses.get((at, index)), latest))
        elif isinstance(event, Reset):
            lines.append(_reset(trace, event, latest))
        elif latest:
            lines.append(_happened(trace, event, events[:-1]))
    return lines


def _write(trace: Trace, node: Node, write: Write, reason: str, loss: Loss | None, latest: bool) -> ChangeLine:
    """The line of a write by ``node``: the sum, and what was lost by it."""
    target = trace.nodes[write.target]
    loser = trace.nodes[loss.user] if loss and loss.user is not None else None
    before, after = told_apart(write.before, write.after)
    return ChangeLine(
        "write",
        node=target.id,
        name=spoken(target),
        full=uncut(target),
        local_parts=_bound(trace, node, write.local_text),
        before=before,
        local=_operand(write.local),
        upstream=_operand(write.upstream),
        after=after,
        out=node.id,
        reason=reason,
        sign=trace.options.accumulate,
        lost="" if loss is None else "user" if loser else "left",
        lost_node=loser.id if loser else None,
        lost_name=called(loser) if loser else "",
        lost_full=uncut(loser) if loser else "",
        latest=latest,
    )


def _bound(trace: Trace, node: Node, text: str) -> list[Part]:
    """A local derivative with the operands' own names in place of ``self`` and ``other``; a sum goes in brackets."""
    code = as_factor(text)
    parts, end = [], 0
    for found in _NAMES.finditer(code):
        operand = {"self": node.operands[0], "other": node.operands[-1], "out": node.id}[found[0]]
        of = trace.nodes[operand]
        name = Part("out", operand) if found[0] == "out" else Part(spoken(of), operand, full=uncut(of))
        parts += [Part(code[end : found.start()]), name]
        end = found.end()
    return [part for part in [*parts, Part(code[end:])] if part.text]


def _reset(trace: Trace, event: Reset, latest: bool) -> ChangeLine:
    """The line of a grad that was seeded or cleared."""
    before = shown(event.before) if event.kind == "clear" or event.before != 0 else ""
    node = trace.nodes[event.node]
    return ChangeLine(event.kind, node.id, spoken(node), uncut(node), before=before, latest=latest)


def _cleared(trace: Trace, resets: Sequence[Reset], whole: bool) -> list[ChangeLine]:
    """A few of the gradients cleared, the first or the latest, and how many more there are."""
    listed = resets[:_MOST] if whole else resets[-_MOST:]
    lines = [_reset(trace, event, not whole and event is resets[-1]) for event in listed]
    more = len(resets) - len(listed)
    return [*lines, ChangeLine("more", count=more)] if more else lines


def _happened(trace: Trace, event: Mark | Reflect, before: Sequence[Event]) -> ChangeLine:
    """The line that says what an event was, after those ``before`` it in the step."""
    node = trace.nodes[event.node]
    about = ChangeLine(event.kind, node.id, called(node), uncut(node), number=shown(node.data), latest=True)
    about = replace(about, sentence=event.kind)
    if isinstance(event, Reflect):
        typed = "int" if reads_as_int(event.text) else "float"
        asked = event.method.replace("__r", "__", 1)
        return replace(about, number=event.text, method=event.method, typed=typed, asked=asked)
    if event.kind in ("enter", "append") and not node.operands:
        return replace(about, sentence=f"{event.kind}_leaf")
    last = before[-1] if before else None
    if event.kind == "append" and isinstance(last, Mark) and last.kind == "enter" and last.node == event.node:
        return replace(about, sentence="append_early")
    return about


def _operand(number: float) -> str:
    """A number inside a sum or a product: a negative one in brackets."""
    text = shown(number)
    return f"({text})" if text.startswith("-") else text
