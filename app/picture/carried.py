"""What the edges carry in a frame: the contribution of each write on show, and what its target read before and after.

The twin of static/js/carried.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gradstep.engine.frames import Frame
from gradstep.engine.losses import lost_edges
from gradstep.engine.numbers import shown, told_apart
from gradstep.engine.trace import Step, Trace, Write, begins_backward

__all__ = ["Carried", "Slot", "carried", "note_columns"]

_EARLIER = 3  # contributions from before that stay beside one that is written now

State = Literal["now", "earlier", "lost"]
Slot = tuple[int, int, int]  # an edge: operand, user, slot


@dataclass(frozen=True, slots=True)
class Carried:
    """What stood ``before``, the ``contribution``, and what stands ``after``: ``-0.1036``, ``+0.1464``, ``→ 0.0429``.
    The second reads ``= 0.1464`` where ``=`` puts it in place of what stood there. ``state`` is ``now`` in the step on
    show; ``earlier``, to a grad that is written to now; or ``lost``, where that writes over it."""

    before: str
    contribution: str
    after: str
    state: State


def carried(trace: Trace, frame: Frame) -> dict[Slot, Carried]:
    """What each edge has carried, as far as it is shown in this frame."""
    found = {slot: _said(trace, write, "now") for slot, write in _shown(trace, frame)}
    lost = lost_edges(trace, frame.step, frame.event)
    targets = dict.fromkeys((operand for operand, _, _ in found), 0)
    for slot, write in _before(trace, frame) if found else ():
        target = slot[0]
        if slot not in found and targets.get(target, _EARLIER) < _EARLIER:
            found[slot] = _said(trace, write, "lost" if slot in lost else "earlier")
            targets[target] += 1
    return found


def _shown(trace: Trace, frame: Frame) -> Iterator[tuple[Slot, Write]]:
    if frame.event:
        yield from _writes(trace.steps[frame.step], frame.event)
    elif frame.step:
        yield from _writes(trace.steps[frame.step - 1])


def _before(trace: Trace, frame: Frame) -> Iterator[tuple[Slot, Write]]:
    """The writes of this ``backward()`` before the step on show, the latest first."""
    latest = frame.step if frame.event else frame.step - 1
    while not begins_backward(trace.steps, latest):
        latest -= 1
        if latest < 0 or trace.steps[latest].phase == "zero_grad":
            return
        yield from reversed(list(_writes(trace.steps[latest])))


def _writes(step: Step, events: int | None = None) -> Iterator[tuple[Slot, Write]]:
    for event in step.events[:events]:
        if isinstance(event, Write) and step.node is not None:
            yield (event.target, step.node, event.slot), event


def _said(trace: Trace, write: Write, state: State) -> Carried:
    number = shown(write.contribution)
    sign = "= " if trace.options.accumulate == "=" else "" if number.startswith("-") else "+"
    before, after = told_apart(write.before, write.after)
    return Carried(before, f"{sign}{number}", f"→ {after}", state)


def note_columns(trace: Trace) -> dict[Slot, tuple[int, int, int]]:
    """How many columns the three texts of what each edge carries take in any frame."""
    found: dict[Slot, tuple[int, int, int]] = {}
    for step in trace.steps:
        for slot, write in _writes(step):
            said = _said(trace, write, "now")
            least = found.get(slot, (0, 0, 0))
            before, contribution, after = map(len, (said.before, said.contribution, said.after))
            found[slot] = (max(before, least[0]), max(contribution, least[1]), max(after, least[2]))
    return found
