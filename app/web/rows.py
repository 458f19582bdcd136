"""The rows of the table of values, in one frame."""

from __future__ import annotations

from typing import Any

from gradstep.engine.early import early_at
from gradstep.engine.faults import grad_faults
from gradstep.engine.frames import Frame
from gradstep.engine.numbers import shown, whole
from gradstep.engine.trace import Fault, Trace

from ..words.names import name_of
from ..words.texts import Translator

__all__ = ["rows_of"]


def rows_of(trace: Trace, frame: Frame, say: Translator) -> list[dict[str, Any]]:
    """One row for each Value: its name, its numbers as shown and as they are on hover, and what is said by colour."""
    rows = []
    of_grads = grad_faults(trace, frame)
    early = early_at(trace, frame.step, frame.event).nodes
    for node, now in zip(trace.nodes, frame.nodes, strict=True):
        present = now.state != "absent"
        rows.append(
            {
                "id": node.id,
                "name": name_of(node),
                "op": node.op,
                "data": shown(node.data) if present else "",
                "data_whole": _whole(node.data, node.fault, say) if present else "",
                "grad": shown(now.grad) if present else "",
                "grad_whole": _whole(now.grad, of_grads.get(node.id), say) if present else "",
                "state": now.state,
                "active": node.id == frame.active,
                "changed": node.id in frame.changed,
                "early": node.id in early,
                "data_fault": _kind(node.fault) if present else "",
                "grad_fault": _kind(of_grads.get(node.id)),
                "reachable": node.reachable,
            }
        )
    return rows


def _whole(number: float, fault: Fault | None, say: Translator) -> str:
    """All digits of a number, and why it is inf or nan."""
    return whole(number) if fault is None else f"{whole(number)}\n{say(fault.reason)}"


def _kind(fault: Fault | None) -> str:
    return "" if fault is None else "origin" if fault.origin else "follows"
