"""The recorder: looks on while Values are built and differentiated, and writes down each thing as it happens.

It recomputes nothing. A node made while it looks on gets a ``_backward`` that does its own writes and notes them; a
node made while nobody looks gets the plain closure and pays nothing.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from .errors import Problem, Span, TooManyEvents
from .faults import data_fault, leaf_fault, write_fault
from .naming import Names
from .ops import Op
from .text import Text
from .topo import Visit, topological_order
from .trace import Event, Mark, Node, Options, Phase, Reflect, Reset, Step, Trace, Write
from .value import Backward, Value, watcher
from .wording import Wording

__all__ = ["Recorder", "record"]

MAX_EVENTS = 50_000
_DEFAULTS = Options()


def record(
    run: Callable[[Recorder], None],
    options: Options = _DEFAULTS,
    *,
    source: str = "",
    notices: tuple[Problem, ...] = (),
    max_events: int = MAX_EVENTS,
) -> Trace:
    """The trace of everything that ``run`` does with Values, whatever code it is.

    ``run`` gets the recorder, to which it may tell names and places in a text (``name``, ``at``); it need not.
    Raises TooManyEvents before a trace of more than ``max_events`` events is made.
    """
    recorder = Recorder(max_events)
    token = watcher.set(recorder)
    try:
        with _collector_paused():
            run(recorder)
            return recorder.finish(source, options, notices)
    finally:
        watcher.reset(token)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking a growing trace again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class _Pending:
    """A leaf that was made and waits for the step in which it enters the picture."""

    event: Mark
    made: int  # how many steps there were


class Recorder:
    """What happened so far. One for each recording, so recordings share nothing."""

    def __init__(self, max_events: int) -> None:
        self.at: Span | None = None  # the place in the text that is being evaluated
        self.names = Names()
        self._values: list[Value] = []
        self._ids: dict[Value, int] = {}
        self._nodes: list[Node] = []
        self._wording = Wording()
        self._steps: list[Step] = []
        self._events: list[Event] = []  # of the last step
        self._waiting: dict[int, _Pending] = {}
        self._handed_over: list[Event] = []
        self._roots: list[int] = []
        self._topos: list[list[int]] = []
        self._count = 0
        self._max_events = max_events
        self._finite = True

    # The program names things

    def name(self, value: Value, name: str, span: Span) -> None:
        """``name`` stands for ``value`` from here on."""
        self.names.assign(self._id(value), name, span)

    def label(self, value: Value, label: str, span: Span) -> None:
        """``value`` is labelled, which wins over the names of variables."""
        self.names.label(self._id(value), label, span)

    # The engine builds

    def leaf(self, value: Value, number: float) -> None:
        node = self._add(value, "", ())
        self._wording.leaf(node.id, number)
        node.span = getattr(number, "span", None) or self.at
        if not math.isfinite(value.data):
            node.fault = leaf_fault()
        self._tally()
        self._waiting[node.id] = _Pending(Mark("leaf", node.id), len(self._steps))

    def reflect(self, value: Value, number: float, method: str) -> None:
        node = self._id(value)
        self._enter(node, self._handed_over)
        self._tally()
        self._handed_over.append(Reflect(node, float(number), method))

    def node(self, out: Value, op: Op, operands: tuple[Value, ...]) -> Backward:
        ids = tuple(map(self._id, operands))
        node = self._add(out, op.symbol, ids)
        node.span = self.at
        if not math.isfinite(out.data):
            node.fault = data_fault(op, out.data, [value.data for value in operands])
        self._begin("build", node.id)
        self._events += self._handed_over
        self._handed_over.clear()
        for operand in sorted(set(ids)):
            self._enter(operand, self._events)
        self._tally()
        self._events.append(Mark("node", node.id))
        if len(ids) == 1:
            return self._unary(out, op, operands[0], ids[0])
        return self._binary(out, op, operands, ids)

    # The engine differentiates

    def backward(self, root: Value) -> None:
        self._roots.append(self._id(root))
        self._begin("topo", self._id(root))
        self._enter(self._id(root), self._events)
        order = topological_order(root, self._walk)
        self._topos.append([self._ids[value] for value in order])
        for value in reversed(order):
            self._begin("backward", self._ids[value])
            if value is root:
                self._set(root, "seed", 1.0)
            value._backward()

    def zero_grad(self) -> None:
        self._begin("zero_grad", None)
        for value in self._values:
            self._set(value, "clear", 0.0)

    # The closures of recorded nodes

    def _unary(self, out: Value, op: Op, a: Value, id_a: int) -> Backward:
        local = op.local[0].function

        def _backward() -> None:
            self._write(out, op, 0, a, id_a, local(a.data, out.data))

        return _backward

    def _binary(self, out: Value, op: Op, operands: tuple[Value, ...], ids: tuple[int, ...]) -> Backward:
        (a, b), (id_a, id_b) = operands, ids
        local_a, local_b = op.local[0].function, op.local[1].function

        def _backward() -> None:
            self._write(out, op, 0, a, id_a, local_a(a.data, b.data, out.data))
            self._write(out, op, 1, b, id_b, local_b(a.data, b.data, out.data))

        return _backward

    def _write(self, out: Value, op: Op, slot: int, operand: Value, target: int, local: float) -> None:
        upstream, before = out.grad, operand.grad
        contribution = local * upstream
        operand.grad = after = before + contribution
        self._tally()
        write = Write(target, slot, local, op.local[slot].text, upstream, contribution, before, after)
        if not math.isfinite(after):  # it is finite only if all the other numbers are
            self._finite = False
            self._steps[-1].faults[len(self._events)] = write_fault(write, op, [value.data for value in out._prev])
        self._events.append(write)

    # Bookkeeping

    def _id(self, value: Value) -> int:
        """The node id of a Value; one that was made before the recording began joins it as a leaf."""
        if value not in self._ids:
            self.leaf(value, value.data)
        return self._ids[value]

    def _add(self, value: Value, symbol: str, operands: tuple[int, ...]) -> Node:
        node = Node(len(self._nodes), "", [], "", symbol, operands, value.data, None, False)
        self._ids[value] = node.id
        self._values.append(value)
        self._nodes.append(node)
        if not math.isfinite(value.data):
            self._finite = False
        return node

    def _begin(self, phase: Phase, node: int | None) -> None:
        self._events = []
        self._steps.append(Step(phase, node, self._events))

    def _enter(self, node: int, events: list[Event]) -> None:
        """Let a waiting leaf enter the picture with these events."""
        waiting = self._waiting.pop(node, None)
        if waiting is not None:
            events.append(waiting.event)

    def _walk(self, kind: Visit, value: Value) -> None:
        self._tally()
        self._events.append(Mark(kind, self._ids[value]))

    def _set(self, value: Value, kind: Literal["seed", "clear"], after: float) -> None:
        self._tally()
        self._events.append(Reset(kind, self._ids[value], value.grad, after))
        value.grad = after

    def _tally(self) -> None:
        self._count += 1
        if self._count > self._max_events:
            raise TooManyEvents([_too_many(self._max_events, self._count)])

    def finish(self, source: str, options: Options, notices: tuple[Problem, ...]) -> Trace:
        """The trace, once the run is over."""
        self._place_unused_leaves()
        self.names.give(self._nodes)
        self._wording.give(self._nodes)
        _mark_reachable(self._nodes, self._roots)
        grads = [value.grad for value in self._values]
        return Trace(
            source,
            options,
            self._nodes,
            self._steps,
            self._roots,
            self._topos,
            grads,
            notices,
            finite=self._finite,
        )

    def _place_unused_leaves(self) -> None:
        """A leaf that no operator used enters with the first sort after it was made, else with the last step."""
        by_step: dict[int, list[Event]] = {}
        sorts = [k for k, step in enumerate(self._steps) if step.phase == "topo"]
        for waiting in self._waiting.values():
            k = next((k for k in sorts if k >= waiting.made), len(self._steps))
            by_step.setdefault(k, []).append(waiting.event)
        for k, events in by_step.items():
            if k < len(self._steps):
                self._steps[k].events[:0] = events
            elif self._steps:
                self._steps[-1].events += events


def _too_many(limit: int, found: int) -> Problem:
    return Problem(
        Text("the run takes more than {limit} events ({found} and counting)", limit=limit, found=found),
        Text("use fewer operations: each makes about six events"),
        Span(1, 1, 1, 1),
    )


def _mark_reachable(nodes: list[Node], roots: list[int]) -> None:
    waiting = list(roots)
    while waiting:
        node = nodes[waiting.pop()]
        if not node.reachable:
            node.reachable = True
            waiting += node.operands
