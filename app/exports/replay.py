"""What a right engine computes for a traced program, whichever way the traced one ran."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from gradstep.engine.numeric.forward import op_of
from gradstep.engine.trace import Node, Trace, begins_backward

__all__ = ["Act", "Expected", "acts_of", "from_scratch", "like_micrograd", "locals_of"]

_ROUNDING = 1e-14  # of the terms that a gradient was added up from


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that the program did: it made a node, called ``backward()`` on it, or cleared these grads."""

    kind: Literal["build", "backward", "zero_grad"]
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """A gradient, and how far another order of the same arithmetic may be from it beyond a relative 1e-9."""

    grad: float
    rounding: float


def acts_of(trace: Trace) -> Iterator[Act]:
    """What the program did, in order. A leaf that no step shows is made before what comes after it."""
    built, calls = 0, 0
    for index, step in enumerate(trace.steps):
        act = None
        if step.phase == "build" and step.node is not None:
            exist = step.node + 1
        elif step.phase == "zero_grad":
            act = Act("zero_grad", tuple(event.node for event in step.events if event.kind == "clear"))
            exist = max(act.nodes, default=-1) + 1
        elif begins_backward(trace.steps, index):
            act = Act("backward", (trace.roots[calls],))
            exist = trace.roots[calls] + 1
            calls += 1
        else:
            continue
        yield from (Act("build", (node,)) for node in range(built, exist))
        built = max(built, exist)
        if act is not None:
            yield act
    if trace.truncated is None:
        yield from (Act("build", (node,)) for node in range(built, len(trace.nodes)))


def like_micrograd(trace: Trace) -> list[Expected]:
    """Every grad, by id, as micrograd has it: a second ``backward()`` passes on what the first one left, too."""
    return _replayed(trace, _carry_on)


def from_scratch(trace: Trace) -> list[Expected]:
    """Every grad, by id, as PyTorch has it: each ``backward()`` is worked out by itself, and then added."""
    return _replayed(trace, _add_up)


def locals_of(trace: Trace, node: Node) -> list[float]:
    """The local derivative of a node in each of its operands."""
    operands = [trace.nodes[operand].data for operand in node.operands]
    return [local.function(*operands, node.data) for local in op_of(node).local]


Sweep = Callable[[Trace, int, list[float], list[float]], None]


def _replayed(trace: Trace, sweep: Sweep) -> list[Expected]:
    grads, sizes = [0.0] * len(trace.nodes), [0.0] * len(trace.nodes)
    for act in acts_of(trace):
        if act.kind == "zero_grad":
            grads, sizes = [0.0] * len(trace.nodes), [0.0] * len(trace.nodes)
        elif act.kind == "backward":
            sweep(trace, act.nodes[0], grads, sizes)
    return [Expected(grad, _ROUNDING * size) for grad, size in zip(grads, sizes, strict=True)]


def _carry_on(trace: Trace, root: int, grads: list[float], sizes: list[float]) -> None:
    """One ``backward()`` over grads as they are. Operands have smaller ids than their users: that is an order."""
    grads[root] = sizes[root] = 1.0
    needed = {root}
    for node in reversed(trace.nodes[: root + 1]):
        if node.id not in needed:
            continue
        needed.update(node.operands)
        for operand, local in zip(node.operands, locals_of(trace, node) if node.op else (), strict=True):
            grads[operand] += local * grads[node.id]
            sizes[operand] += _size(node, local) * sizes[node.id]


def _add_up(trace: Trace, root: int, grads: list[float], sizes: list[float]) -> None:
    own, own_sizes = [0.0] * len(grads), [0.0] * len(sizes)
    _carry_on(trace, root, own, own_sizes)
    for node, grad in enumerate(own):
        grads[node] += grad
        sizes[node] += own_sizes[node]


def _size(node: Node, local: float) -> float:
    """The terms that a local derivative is worked out from: 1 - out**2 is exact to 1e-16 of 1, however small it is."""
    return {"tanh": 1.0 + node.data**2, "sigmoid": abs(node.data)}.get(node.op, abs(local))
