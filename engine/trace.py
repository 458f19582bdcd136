"""What a run left behind: nodes, steps and events. Plain data; the recorder writes it, everybody else reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .errors import Problem, Span
from .text import Text

__all__ = [
    "Event",
    "Fault",
    "Mark",
    "Node",
    "Options",
    "Phase",
    "Reflect",
    "Reset",
    "Step",
    "Trace",
    "Truncation",
    "Write",
    "begins_backward",
]

Phase = Literal["build", "topo", "backward", "zero_grad"]


@dataclass(frozen=True, slots=True)
class Options:
    """How the engine runs: as it should by default, or with one of the classic variations.

    - ``accumulate``: what a ``_backward`` does with a contribution. ``=`` forgets what stood there.
    - ``schedule``: which ``_backward`` runs when. ``recursive`` goes on to the operands at once, without a sort;
      ``preorder`` sorts, but appends a Value before its operands.
    - ``granularity``: ``composed`` spells tanh and sigmoid out in simpler operators.
    - ``order``: 0 visits operands as written; any other number is a seed that shuffles them.
    """

    accumulate: Literal["+=", "="] = "+="
    schedule: Literal["topo", "recursive", "preorder"] = "topo"
    granularity: Literal["packed", "composed"] = "packed"
    order: int = field(default=0, metadata={"minimum": 0, "maximum": 2**31 - 1})


# Events are not frozen: making a frozen one costs twice as much, and a trace holds tens of thousands.


@dataclass(slots=True)
class Mark:
    """Something happened to a node: it was made (``leaf``, ``node``) or the depth-first walk of the sort came by.

    ``enter`` begins a node, ``skip`` passes one already visited, ``append`` puts one in the order, after its operands.
    """

    kind: Literal["leaf", "node", "enter", "skip", "append"]
    node: int


@dataclass(slots=True)
class Reflect:
    """A number on the left was handed over to the Value's reflected method (``__rmul__``)."""

    kind: Literal["reflect"] = field(default="reflect", init=False)
    node: int
    number: float
    method: str
    text: str = ""  # the number as typed


@dataclass(slots=True)
class Reset:
    """A grad was set rather than added to: ``seed`` is ``root.grad = 1.0``, ``clear`` is ``grad = 0.0``."""

    kind: Literal["seed", "clear"]
    node: int
    before: float
    after: float


@dataclass(slots=True)
class Write:
    """One ``operand.grad += local * upstream``; without the ``+`` where the option ``accumulate`` says so."""

    kind: Literal["write"] = field(default="write", init=False)
    target: int  # id of the operand whose grad is written
    slot: int  # which operand of the node it is: 0 or 1
    local: float  # d(node)/d(operand) at this slot
    local_text: str  # the same as the rule's code says it: other.data
    upstream: float  # d(root)/d(node), so far as it is known when the node's _backward runs
    contribution: float  # local * upstream
    before: float
    after: float


Event = Mark | Reflect | Reset | Write


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a number is inf or nan. ``origin`` is true where it went wrong first, false where it came from an operand."""

    reason: Text
    origin: bool


@dataclass(slots=True)
class Node:
    """One Value of the run.

    ``label`` is the name given (unique in the trace, ``""`` if none), ``aliases`` its other names, ``text`` what the
    engine did (``x1*w1 + b``), ``op`` ``""`` for a leaf. ``reachable`` says whether any root depends on it. ``part_of``
    is what was written, ``-``, ``/`` or the name of a function that is spelt out, of which this node is a part.
    """

    id: int
    label: str
    aliases: list[str]
    text: str
    op: str
    operands: tuple[int, ...]
    data: float
    span: Span | None
    reachable: bool
    part_of: str = ""
    fault: Fault | None = None


@dataclass(slots=True)
class Step:
    """What one press of "next" shows. ``node`` is the node built, the root sorted from, the node whose ``_backward``
    ran, or None for ``zero_grad``. ``faults`` maps the index of a write whose result is not finite to the reason."""

    phase: Phase
    node: int | None
    events: list[Event] = field(default_factory=list)
    faults: dict[int, Fault] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Truncation:
    """The trace was cut before the step that would have passed the limit."""

    limit: int
    found: int


@dataclass(slots=True)
class Trace:
    """A whole run. ``roots`` and ``topos`` have one entry for each ``backward()``; ``grads`` is what stands at the end.
    ``finite`` is False if any number in it is inf or nan."""

    source: str
    options: Options
    nodes: list[Node]
    steps: list[Step]
    roots: list[int]
    topos: list[list[int]]
    grads: list[float]  # by node id, after the last step
    notices: tuple[Problem, ...] = ()
    truncated: Truncation | None = None
    finite: bool = True


def begins_backward(steps: Sequence[Step], index: int) -> bool:
    """Whether this step is the first of a ``backward()``: its sort, or its first call where nothing is sorted."""
    step = steps[index]
    if step.phase != "backward":
        return step.phase == "topo"
    is_seeded = any(event.kind == "seed" for event in step.events)
    return is_seeded and (index == 0 or steps[index - 1].phase != "topo")
