"""Leaves that were made and wait for the step in which they enter the picture."""

from __future__ import annotations

from .trace import Event, Mark, Step, begins_backward

__all__ = ["Waiting"]


class Waiting:
    """A leaf enters with the first node that uses it; one that no node uses, with the first sort after it was made, or
    the first step of a backward() that does not sort."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}  # by node id: how many steps there were when it was made

    def add(self, node: int, steps: int) -> None:
        """``node``, a leaf, was made after so many steps."""
        self._since[node] = steps

    def enter(self, node: int, events: list[Event]) -> None:
        """If ``node`` is waiting, it enters with these events."""
        if self._since.pop(node, None) is not None:
            events.append(Mark("leaf", node))

    def enter_rest(self, steps: list[Step]) -> None:
        """The run is over: let those that are left enter with the first such step since, else with the last step."""
        sorts = [k for k, step in enumerate(steps) if begins_backward(steps, k)]
        late: dict[int, list[Event]] = {}
        for node, since in self._since.items():
            k = next((k for k in sorts if k >= since), None)
            if k is not None:
                late.setdefault(k, []).append(Mark("leaf", node))
            elif steps:
                steps[-1].events.append(Mark("leaf", node))
        for k, events in late.items():
            step = steps[k]
            root = [event for event in step.events[:1] if event.kind == "leaf"]
            step.events[: len(root)] = sorted([*events, *root], key=_made)
            step.faults = {index + len(events): fault for index, fault in step.faults.items()}


def _made(event: Event) -> int:
    return event.node if isinstance(event, Mark) else -1
