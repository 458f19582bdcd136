"""Which turn a step is in its phase: the 3rd of 5 nodes built, the 8th of 10 calls of the second backward()."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gradstep.engine.trace import Trace, begins_backward

__all__ = ["Turn", "turns_of"]


@dataclass(frozen=True, slots=True)
class Turn:
    """The ``index``-th of ``total`` steps of its phase, in the ``call``-th backward(), 0 before the first.

    A sort counts the Values that it sorts; a ``zero_grad()`` counts nothing.
    """

    index: int
    total: int
    call: int


def turns_of(trace: Trace) -> list[Turn]:
    """The turn of every step, in order."""
    builds = sum(step.phase == "build" for step in trace.steps)
    calls: dict[int, int] = {}  # how many _backward each backward() has called
    turns: list[Turn] = []
    built = call = 0
    for index, step in enumerate(trace.steps):
        call += begins_backward(trace.steps, index)
        match step.phase:
            case "build":
                built += 1
                turns.append(Turn(built, builds, call))
            case "topo":
                turns.append(Turn(0, len(trace.topos[call - 1]), call))
            case "backward":
                calls[call] = calls.get(call, 0) + 1
                turns.append(Turn(calls[call], 0, call))
            case "zero_grad":
                turns.append(Turn(0, 0, call))
    return [
        replace(turn, total=calls[turn.call]) if step.phase == "backward" else turn
        for turn, step in zip(turns, trace.steps, strict=True)
    ]
