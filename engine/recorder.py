"""The recorder: looks on while Values are built and differentiated, and writes down each thing as it happens.

It recomputes nothing. A node made while it looks on gets a ``_backward`` that does its own writes and notes them; a
node made while nobody looks gets the plain closure and pays nothing.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from .composed import COMPOSED
from .errors import MadeBefore, Problem, Span, TooManyEvents
from .faults import data_fault, leaf_fault, write_fault
from .naming import Names
from .ops import Op
from .schedules import SORTS, recursive_calls, shuffled
from .text import Text
from .topo import Visit, as_written
from .trace import Event, Mark, Node, Options, Phase, Reflect, Reset, Step, Trace, Truncation, Write
from .value import Backward, Value, watcher
from .waiting import Waiting
from .wording import Wording

__all__ = ["Recorder", "record"]

MAX_EVENTS = 50_000
_DEFAULTS = Options()


def record(
    run: Callable[[Recorder], None],
    options: Options = _DEFAULTS,
    *,
    source: str = "",
    max_events: int = MAX_EVENTS,
) -> Trace:
    """The trace of everything that ``run`` does with Values, whatever code it is.

    ``run`` gets the recorder, to which it may tell names and places in a text (``name``, ``at``); it need not. Every
    Value of a recording is made in it: one that was made before has closures that nobody looks at.

    The ``recursive`` schedule may call without end: there the recording stops before the step that would pass
    ``max_events``, ``run`` with it, and the trace says so (``truncated``).

    Raises:
        MadeBefore: where ``run`` uses a Value that was made before the recording began.
        TooManyEvents: before a trace of more than ``max_events`` events is made.
    """
    recorder = Recorder(options, max_events)
    token = watcher.set(recorder)
    try:
        with _collector_paused():
            with suppress(_Truncated):
                run(recorder)
            return recorder.finish(source)
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


class _Truncated(BaseException):
    """The recording is full: the run ends here. No Exception, so that no code of a run takes it for its own."""


class Recorder:
    """What happened so far. One for each recording, so recordings share nothing."""

    def __init__(self, options: Options, max_events: int) -> None:
        self._options = options
        self._adds = options.accumulate == "+="
        self._operands = shuffled(options.order, self._id) if options.order else as_written
        self._truncated: Truncation | None = None
        self.at: Span | None = None  # the place in the text that is being evaluated
        self.part_of = ""  # what is being evaluated in parts: - or /, or a function that is spelt out
        self.names = Names()
        self._ids: dict[Value, int] = {}  # in the order made
        self._nodes: list[Node] = []
        self._wording = Wording()
        self._steps: list[Step] = []
        self._events: list[Event] = []  # of the last step
        self._waiting = Waiting()
        self._handed_over: list[Event] = []
        self._roots: list[int] = []
        self._topos: list[list[int]] = []
        self._count = 0
        self._max_events = max_events

    # The program names things

    def name(self, value: Value, name: str, span: Span) -> None:
        """``name`` stands for ``value`` from here on."""
        self.names.assign(self._id(value), name, span)

    def labelled(self, value: Value, span: Span) -> None:
        """``value`` got its label at this place."""
        self.names.labelled(self._id(value), span)

    # The engine builds

    def leaf(self, value: Value, number: float) -> None:
        """A Value without operands was made of ``number``, which may know its text and place."""
        node = self._add(value, "", ())
        self._wording.leaf(node.id, number)
        node.span = getattr(number, "span", None) or self.at
        if not math.isfinite(value.data):
            node.fault = leaf_fault(number)
        self._tally()
        self._waiting.add(node.id, len(self._steps))

    def reflect(self, value: Value, number: float, method: str) -> None:
        """A number on the left was handed over to ``method`` of ``value``."""
        node = self._id(value)
        self._waiting.enter(node, self._handed_over)
        self._tally()
        self._handed_over.append(Reflect(node, float(number), method, getattr(number, "in_python", "") or repr(number)))

    def node(self, out: Value, op: Op, operands: tuple[Value, ...]) -> Backward:
        """``out`` was made by ``op``; the closure that comes back does its writes and notes them."""
        ids = tuple(map(self._id, operands))
        node = self._add(out, op.symbol, ids)
        node.span, node.part_of = self.at, self.part_of
        if not math.isfinite(out.data):
            node.fault = data_fault(op, out.data, [value.data for value in operands])
        self._begin("build", node.id)
        self._events += self._handed_over
        self._handed_over.clear()
        for operand in sorted(set(ids)):
            self._waiting.enter(operand, self._events)
        self._tally()
        self._events.append(Mark("node", node.id))
        if len(ids) == 1:
            return self._unary(out, op, operands[0], ids[0])
        return self._binary(out, op, operands, ids)

    # The engine differentiates

    def backward(self, root: Value) -> None:
        """Call each ``_backward``, a step each, in the order that the schedule says. The first also seeds the root."""
        self._roots.append(self._id(root))
        if self._options.schedule == "recursive":
            self._topos.append([])
            calls = recursive_calls(root, self._operands)
        else:
            calls = reversed(self._sort(root))
        for index, value in enumerate(calls):
            self._make_room(value, seeds=index == 0)
            self._begin("backward", self._ids[value])
            if index == 0:
                self._waiting.enter(self._ids[root], self._events)
                self._set(root, "seed", 1.0)
            value._backward()

    def _sort(self, root: Value) -> list[Value]:
        self._begin("topo", self._ids[root])
        self._waiting.enter(self._ids[root], self._events)
        order = SORTS[self._options.schedule](root, self._walk, self._operands)
        self._topos.append([self._ids[value] for value in order])
        return order

    def _make_room(self, value: Value, seeds: bool) -> None:
        """End a recursive backward() before the step that would pass the limit."""
        needed = self._count + len(value._prev) + seeds
        if self._options.schedule == "recursive" and needed > self._max_events:
            self._truncated = Truncation(self._max_events, self._max_events + 1)
            raise _Truncated

    def zero_grad(self) -> None:
        """Clear the grad of every Value made so far, in one step."""
        self._begin("zero_grad", None)
        for value in self._ids:
            self._set(value, "clear", 0.0)

    def composes(self, function: str) -> bool:
        """Whether ``function`` is to be spelt out in simpler operators."""
        return self._options.granularity == "composed" and function in COMPOSED

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
        operand.grad = after = before + contribution if self._adds else contribution
        self._tally()
        write = Write(target, slot, local, op.local[slot].text, upstream, contribution, before, after)
        if not math.isfinite(after):  # it is finite only if all the other numbers are
            self._steps[-1].faults[len(self._events)] = write_fault(write, op, [value.data for value in out._prev])
        self._events.append(write)

    # Bookkeeping

    def _id(self, value: Value) -> int:
        try:
            return self._ids[value]
        except KeyError:
            raise MadeBefore(f"{value!r} was made before the recording began: make it inside") from None

    def _add(self, value: Value, symbol: str, operands: tuple[int, ...]) -> Node:
        node = Node(len(self._nodes), "", [], "", symbol, operands, value.data, None, False)
        self._ids[value] = node.id
        self._nodes.append(node)
        return node

    def _begin(self, phase: Phase, node: int | None) -> None:
        self._events = []
        self._steps.append(Step(phase, node, self._events))

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
            raise TooManyEvents([_too_many(self._max_events, self._count, self.at or Span(1, 1, 1, 1))])

    def finish(self, source: str) -> Trace:
        """The trace, once the run is over."""
        self._waiting.enter_rest(self._steps)
        labels = self.names.give(self._nodes, [value.label for value in self._ids])
        self._wording.give(self._nodes, labels)
        _mark_reachable(self._nodes, self._roots)
        grads = [value.grad for value in self._ids]
        finite = not any(node.fault for node in self._nodes) and not any(step.faults for step in self._steps)
        trace = Trace(source, self._options, self._nodes, self._steps, self._roots, self._topos, grads, finite=finite)
        trace.truncated = self._truncated
        return trace


def _mark_reachable(nodes: list[Node], roots: list[int]) -> None:
    waiting = list(roots)
    while waiting:
        node = nodes[waiting.pop()]
        if not node.reachable:
            node.reachable = True
            waiting += node.operands


def _too_many(limit: int, found: int, span: Span) -> Problem:
    return Problem(
        Text("the run takes more than {limit} events ({found} and counting)", limit=limit, found=found),
        Text("use fewer operations: each makes about six events"),
        span,
    )
