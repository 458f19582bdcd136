"""What calls made too early have left behind: grads that are not what they should be, however complete they look."""

from __future__ import annotations

from dataclasses import dataclass

from .readiness import calls_of
from .trace import Reset, Trace, Write, begins_backward

__all__ = ["Early", "early_at"]


@dataclass(frozen=True, slots=True)
class Early:
    """``nodes`` hold in their grad what a call made too early wrote; ``edges`` (operand, user, slot) carry such a
    contribution in the step on show."""

    nodes: frozenset[int] = frozenset()
    edges: frozenset[tuple[int, int, int]] = frozenset()


def early_at(trace: Trace, step: int, event: int) -> Early:
    """The state after ``step`` steps and ``event`` events of the next. A call is too early where a user of its node has
    not run, or where the node's own grad holds what such a call wrote. After a topological sort none is."""
    if trace.options.schedule == "topo":
        return Early()
    calls = calls_of(trace)
    nodes: set[int] = set()
    edges: set[tuple[int, int, int]] = set()
    for index, each in enumerate(trace.steps[: step + bool(event)]):
        if begins_backward(trace.steps, index):
            nodes.clear()
        edges.clear()
        is_early = each.node in nodes or (index in calls and calls[index].missing_count > 0)
        for happened in each.events if index < step else each.events[:event]:
            if isinstance(happened, Reset):
                nodes.discard(happened.node)
            elif isinstance(happened, Write) and each.node is not None:
                if trace.options.accumulate == "=":
                    nodes.discard(happened.target)
                if is_early:
                    nodes.add(happened.target)
                    edges.add((happened.target, each.node, happened.slot))
    return Early(frozenset(nodes), frozenset(edges))
