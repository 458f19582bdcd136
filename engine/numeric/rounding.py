"""How far rounding alone may have taken each gradient of a backward pass."""

from __future__ import annotations

from ..trace import Trace
from .forward import EPSILON, TINY, op_of

__all__ = ["gradient_errors"]

_CANCELS = {
    "tanh": 2.0,
    "sigmoid": 1.0,
}  # 1 - out**2 and out * (1 - out): near 1 an error of that many epsilons is left


def gradient_errors(trace: Trace, root: int) -> list[float]:
    """For each Value a bound on the rounding error of d(root)/d(Value), as backward() computes it.

    A backward pass over sizes: local derivatives are taken as exact functions of the data, each rounded; products and
    sums round once more. Contributions that cancel leave an error relative to their sizes, not to their sum.
    """
    sizes = [0.0] * len(trace.nodes)
    errors = [0.0] * len(trace.nodes)
    sizes[root] = 1.0
    for node in reversed(trace.nodes[: root + 1]):
        if not node.operands or not (sizes[node.id] or errors[node.id]):
            continue
        op = op_of(node)
        operands = [trace.nodes[operand].data for operand in node.operands]
        for operand, local in zip(node.operands, op.local, strict=True):
            derivative = abs(local.function(*operands, node.data))
            inexact = 4 * EPSILON * derivative + _CANCELS.get(op.symbol, 0.0) * EPSILON + TINY
            sizes[operand] += derivative * sizes[node.id]
            errors[operand] += derivative * errors[node.id] + inexact * sizes[node.id] + TINY
    return errors
