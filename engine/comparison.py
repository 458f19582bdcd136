"""What two traces have in common in numbers: the gradients of their leaves, and what each took to get them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .trace import Trace, Write

__all__ = ["Costs", "Leaf", "costs_of", "is_edit", "leaves_of"]

_RELATIVE = 1e-9
_ROUNDING = 1e-15  # of the largest gradient: what is left of numbers that cancel


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf with a name, in one of two traces or both: its node in each, and whether its gradients differ by more
    than rounding."""

    label: str
    a: int | None
    b: int | None
    differs: bool


@dataclass(frozen=True, slots=True)
class Costs:
    """What a trace took: Values made, calls of ``_backward``, writes to a grad."""

    values: int
    calls: int
    writes: int


def costs_of(trace: Trace) -> Costs:
    """The counts of a trace."""
    calls = [step for step in trace.steps if step.phase == "backward"]
    writes = sum(isinstance(event, Write) for step in calls for event in step.events)
    return Costs(len(trace.nodes), len(calls), writes)


def is_edit(a: Trace, b: Trace, partners: Sequence[int | None]) -> bool:
    """Whether the one text is an edit of the other, so far as names tell: the two share more than half of all names."""
    shared = sum(bool(node.label) and partners[node.id] is not None for node in a.nodes)
    named = sum(bool(node.label) for trace in (a, b) for node in trace.nodes)
    return 2 * shared > named - shared


def leaves_of(a: Trace, b: Trace, partners: Sequence[int | None]) -> list[Leaf]:
    """The named leaves of ``a`` with their partners in ``b``, then those that only ``b`` has."""
    slack = _ROUNDING * max((abs(grad) for grad in [*a.grads, *b.grads] if math.isfinite(grad)), default=0.0)
    rows = []
    for node in a.nodes:
        partner = partners[node.id]
        if node.label and not node.op:
            differs = partner is not None and _differ(a.grads[node.id], b.grads[partner], slack)
            rows.append(Leaf(node.label, node.id, partner, differs))
    paired = {row.b for row in rows}
    alone = (node for node in b.nodes if node.label and not node.op and node.id not in paired)
    back = {partner: node for node, partner in enumerate(partners) if partner is not None}
    for node in alone:
        mine = back.get(node.id)
        differs = mine is not None and _differ(a.grads[mine], b.grads[node.id], slack)
        rows.append(Leaf(node.label, mine, node.id, differs))
    return rows


def _differ(one: float, other: float, slack: float) -> bool:
    """Whether two gradients are another number each: further apart than rounding explains; two nan are the same."""
    if math.isnan(one) or math.isnan(other):
        return not (math.isnan(one) and math.isnan(other))
    return not math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=slack)
