"""The sweep: the error of difference quotients over their step, from truncation to cancellation."""

from __future__ import annotations

from dataclasses import dataclass

from ..trace import Trace
from .differences import Differences
from .forward import Forward

__all__ = ["STEPS", "Point", "Sweep", "sweep_steps"]

STEPS = tuple(float(f"1e-{digits}") for digits in range(1, 15))


@dataclass(frozen=True, slots=True)
class Point:
    """Both difference quotients with one step, and how far each is from the gradient that ``backward()`` left."""

    h: float
    forward: float
    central: float
    forward_error: float
    central_error: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """The quotients of the last root with respect to ``node``, from h = 1e-1 down to 1e-14."""

    node: int
    points: tuple[Point, ...]


def sweep_steps(trace: Trace, node: int) -> Sweep:
    """The sweep of one Value. The quotients divide by h itself, so that the collapse at its small end shows."""
    grad = trace.grads[node]
    differences = Differences(Forward(trace.nodes, trace.roots[-1], node), trace.nodes[node].data)
    points = []
    for h in STEPS:
        forward, central = differences.plain(h, "forward"), differences.plain(h, "central")
        points.append(Point(h, forward, central, abs(forward - grad), abs(central - grad)))
    return Sweep(node, tuple(points))
