"""How ready each node was when its ``_backward`` ran: whether all its users had passed their gradients on before.

After a topological sort every node is. Other schedules call some too early, or more than once.
"""

from __future__ import annotations

from dataclasses import dataclass

from .trace import Trace, begins_backward

__all__ = ["READY", "Call", "calls_of"]

_LISTED = 8  # users named for one call; a node may have thousands, and be called thousands of times


@dataclass(frozen=True, slots=True)
class Call:
    """One ``_backward`` call. ``missing`` are users of the node whose own ``_backward`` had not run yet in this
    ``backward()`` (at most 8 of them; ``missing_count`` tells how many there are). ``nth`` counts the calls of this
    node in this ``backward()``."""

    missing: tuple[int, ...]
    missing_count: int
    nth: int


READY = Call((), 0, 1)  # also for steps that call no _backward


def calls_of(trace: Trace) -> dict[int, Call]:
    """The calls of a trace, by the index of their step."""
    found: dict[int, Call] = {}
    users: dict[int, list[int]] = {}
    times: dict[int, int] = {}
    waited_for: dict[int, int] = {}
    begun = 0
    for index, step in enumerate(trace.steps):
        if begins_backward(trace.steps, index):
            users, times = _users(trace, trace.roots[begun]), {}
            waited_for = {node: len(each) for node, each in users.items()}
            begun += 1
        if step.phase != "backward" or step.node is None:
            continue
        count = waited_for.get(step.node, 0)
        missing = [user for user in users.get(step.node, ()) if user not in times][:_LISTED] if count else []
        times[step.node] = nth = times.get(step.node, 0) + 1
        if nth == 1:
            for operand in set(trace.nodes[step.node].operands):
                waited_for[operand] -= 1
        found[index] = Call(tuple(missing), count, nth)
    return found


def _users(trace: Trace, root: int) -> dict[int, list[int]]:
    """For each node that ``root`` depends on, the nodes on the way that use it, each once."""
    users: dict[int, list[int]] = {root: []}
    waiting = [root]
    while waiting:
        user = waiting.pop()
        for operand in dict.fromkeys(trace.nodes[user].operands):
            if operand not in users:
                users[operand] = []
                waiting.append(operand)
            users[operand].append(user)
    return users
