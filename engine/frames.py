"""The picture's state after k steps, and j events of the next: a fold over the events, forwards and backwards.

Within one ``backward()`` the grad of a node is not reached yet (``built``), ``partial`` (some reachable user has not
contributed) or ``final``. Each ``backward()``, and each ``zero_grad()``, begins a new round, in which every node is not
reached again while its number stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .trace import Event, Mark, Phase, Reset, Step, Trace, Write, begins_backward

__all__ = ["Frame", "NodeState", "Player", "State", "frame_at"]

State = Literal["absent", "built", "partial", "final"]


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node in one frame: how far its grad has come, and what the grad reads."""

    state: State
    grad: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen after ``step`` steps and ``event`` events of the next.

    ``active`` is the one node that is lit, ``written`` the edges (operand, user, slot) that carried a contribution in
    the step shown, ``changed`` the nodes whose grad was just set, ``order`` the topo so far.
    """

    step: int
    event: int
    phase: Phase | None
    active: int | None
    nodes: tuple[NodeState, ...]
    written: frozenset[tuple[int, int, int]]
    changed: frozenset[int]
    order: tuple[int, ...]


@dataclass(slots=True)
class _Round:
    """One ``backward()`` (or what follows a ``zero_grad()``): who expects how many contributions, who got which.

    A slot of a user may contribute more than once, where the schedule calls that user again: it counts as one.
    """

    root: int | None = None
    expected: dict[int, int] = field(default_factory=dict)
    received: dict[int, int] = field(default_factory=dict)  # slots of users that have contributed, by operand
    written: dict[tuple[int, int], int] = field(default_factory=dict)  # times that a slot of a user has contributed
    seeded: bool = False
    order: list[int] = field(default_factory=list)

    def count(self, operand: int, user: int, slot: int, direction: Literal[1, -1]) -> None:
        """This slot has contributed once more, or (-1) once less."""
        before = self.written.get((user, slot), 0)
        self.written[user, slot] = before + direction
        if before == 0 or before + direction == 0:
            self.received[operand] = self.received.get(operand, 0) + direction


def frame_at(trace: Trace, step: int, event: int = 0) -> Frame:
    """The frame after ``step`` steps and ``event`` events of the next; both are taken to the nearest that exists."""
    player = Player(trace)
    player.go(step, event)
    return player.frame()


class Player:
    """A place in a trace that moves one event at a time, in both directions."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = 0
        self.event = 0
        self._present = [False] * len(trace.nodes)
        self._grads = [0.0] * len(trace.nodes)
        self._rounds = [_Round()]
        self._calls = 0  # of backward(), so far

    def go(self, step: int, event: int = 0) -> None:
        """Move to ``step`` steps and ``event`` events, folding over everything in between."""
        step = min(max(step, 0), len(self.trace.steps))
        last = len(self.trace.steps[step].events) if step < len(self.trace.steps) else 0
        event = min(max(event, 0), last)
        target = (step + 1, 0) if event == last > 0 else (step, event)
        while (self.step, self.event) < target:
            self._forward()
        while (self.step, self.event) > target:
            self._back()

    def frame(self) -> Frame:
        """The state here."""
        step, events, active = self._shown()
        user = step.node if step else None
        written = () if user is None else ((e.target, user, e.slot) for e in events if isinstance(e, Write))
        changed = (e.target if isinstance(e, Write) else e.node for e in events if isinstance(e, (Write, Reset)))
        return Frame(
            self.step,
            self.event,
            step.phase if step else None,
            active,
            tuple(NodeState(self._state(node), self._grads[node]) for node in range(len(self._grads))),
            frozenset(written),
            frozenset(changed),
            tuple(self._rounds[-1].order),
        )

    def _shown(self) -> tuple[Step | None, list[Event], int | None]:
        """The step on show, its events so far and the node that is lit."""
        if self.event:
            step = self.trace.steps[self.step]
            events = step.events[: self.event]
            last = events[-1]
            return step, events, step.node if isinstance(last, Write) else last.node
        if self.step:
            step = self.trace.steps[self.step - 1]
            return step, step.events, step.node
        return None, [], None

    def _state(self, node: int) -> State:
        if not self._present[node]:
            return "absent"
        now = self._rounds[-1]
        received = now.received.get(node, 0)
        if now.seeded and node == now.root:
            return "final"
        if not received:
            return "built"
        return "final" if received >= now.expected.get(node, 0) else "partial"

    def _forward(self) -> None:
        step = self.trace.steps[self.step]
        if step.events:
            if self.event == 0:
                self._begin_round(step)
            self._apply(step, step.events[self.event], 1)
            self.event += 1
        if self.event == len(step.events):
            self.step, self.event = self.step + 1, 0

    def _back(self) -> None:
        if self.event == 0:
            self.step -= 1
            self.event = len(self.trace.steps[self.step].events)
        step = self.trace.steps[self.step]
        if step.events:
            self.event -= 1
            self._apply(step, step.events[self.event], -1)
            if self.event == 0:
                self._end_round(step)

    def _begin_round(self, step: Step) -> None:
        if begins_backward(self.trace.steps, self.step):
            root = self.trace.roots[self._calls]
            self._calls += 1
            self._rounds.append(_Round(root, _contributions(self.trace, root)))
        elif step.phase == "zero_grad":
            self._rounds.append(_Round())

    def _end_round(self, step: Step) -> None:
        if begins_backward(self.trace.steps, self.step):
            self._rounds.pop()
            self._calls -= 1
        elif step.phase == "zero_grad":
            self._rounds.pop()

    def _apply(self, step: Step, event: Event, direction: Literal[1, -1]) -> None:
        forwards = direction == 1
        now = self._rounds[-1]
        match event:
            case Write():
                self._grads[event.target] = event.after if forwards else event.before
                if step.node is not None:
                    now.count(event.target, step.node, event.slot, direction)
            case Reset():
                self._grads[event.node] = event.after if forwards else event.before
                if event.kind == "seed":
                    now.seeded = forwards
            case Mark(kind="leaf" | "node"):
                self._present[event.node] = forwards
            case Mark(kind="append"):
                now.order.append(event.node) if forwards else now.order.pop()


def _contributions(trace: Trace, root: int) -> dict[int, int]:
    """How many slots of users that ``root`` depends on each node fills: the writes it will get."""
    counts: dict[int, int] = {}
    seen = {root}
    waiting = [root]
    while waiting:
        for operand in trace.nodes[waiting.pop()].operands:
            counts[operand] = counts.get(operand, 0) + 1
            if operand not in seen:
                seen.add(operand)
                waiting.append(operand)
    return counts
