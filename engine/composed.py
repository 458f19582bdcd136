"""Functions spelt out in simpler operators, for the ``composed`` granularity: the textbook's way to write them.

Each overflows where the packed function does not, and costs more nodes; the gradients agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .value import Value

__all__ = ["COMPOSED"]


def _tanh(x: Value) -> Value:
    """(e - 1) / (e + 1) with e = exp(2x): inf/inf from x of about 355."""
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


def _sigmoid(x: Value) -> Value:
    """1 / (1 + exp(-x)): exp overflows below x of about -710."""
    return 1 / (1 + (-x).exp())


COMPOSED: dict[str, Callable[[Value], Value]] = {"tanh": _tanh, "sigmoid": _sigmoid}
