"""Which contributions were lost: what stood in a grad when ``=`` wrote over it, and whose it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .trace import Reset, Trace, Write, begins_backward

__all__ = ["Loss", "losses_of", "lost_edges", "standing_before"]


@dataclass(frozen=True, slots=True)
class Loss:
    """What one write did away with: the contribution of slot ``slot`` of ``user`` (``target`` is whose grad it was).
    ``user`` is None for what an earlier ``backward()`` had left."""

    target: int
    user: int | None
    slot: int


def losses_of(trace: Trace) -> dict[tuple[int, int], Loss]:
    """The losses by the write that caused them, as (step, event); none where ``+=`` keeps everything."""
    return standing_before(trace) if trace.options.accumulate == "=" else {}


def standing_before(trace: Trace) -> dict[tuple[int, int], Loss]:
    """Whose contribution stood last in a grad that was not 0 when it was written to, by the write, as (step, event)."""
    return {(step, event): loss for step, event, loss in _standing(trace)}


def _standing(trace: Trace) -> Iterator[tuple[int, int, Loss]]:
    """Each write to a grad that was not 0, as step and event, and whose contribution stood there."""
    writers: dict[int, tuple[int | None, int]] = {}  # whose contribution stands in each grad
    for index, step in enumerate(trace.steps):
        if begins_backward(trace.steps, index):
            writers = {target: (None, slot) for target, (_, slot) in writers.items()}
        for place, event in enumerate(step.events):
            if isinstance(event, Write):
                if event.before != 0 and event.target in writers:
                    yield index, place, Loss(event.target, *writers[event.target])
                writers[event.target] = (step.node, event.slot)
            elif isinstance(event, Reset):
                writers.pop(event.node, None)


def lost_edges(trace: Trace, step: int, event: int) -> frozenset[tuple[int, int, int]]:
    """The edges (operand, user, slot) whose contribution in the current ``backward()`` is lost, after ``step`` steps
    and ``event`` events of the next."""
    lost: set[tuple[int, int, int]] = set()
    losses = losses_of(trace)
    if not losses:
        return frozenset()
    for index, each in enumerate(trace.steps[: step + bool(event)]):
        if begins_backward(trace.steps, index) or each.phase == "zero_grad":
            lost.clear()
        for place, happened in enumerate(each.events if index < step else each.events[:event]):
            if not isinstance(happened, Write) or each.node is None:
                continue
            lost.discard((happened.target, each.node, happened.slot))
            loss = losses.get((index, place))
            if loss is not None and loss.user is not None:
                lost.add((loss.target, loss.user, loss.slot))
    return frozenset(lost)
