"""Value: one scalar of the graph. Operators build nodes; each keeps the closure that passes its gradient on."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol

from .composed import COMPOSED
from .ops import ADD, FUNCTIONS, MUL, POW, Op, power, power_by
from .plain import Number
from .topo import topological_order

__all__ = ["Backward", "Value", "Watcher", "watcher"]

Backward = Callable[[], None]


class Watcher(Protocol):
    """Somebody who looks on while Values are built and differentiated; see ``recorder``."""

    def leaf(self, value: Value, number: float) -> None:
        """A leaf was made of ``number``, which is what the caller passed."""

    def reflect(self, value: Value, number: float, method: str) -> None:
        """A number on the left is handed over to ``value.method``."""

    def node(self, out: Value, op: Op, operands: tuple[Value, ...]) -> Backward:
        """A node was made; what comes back becomes its ``_backward``."""

    def backward(self, root: Value) -> None:
        """``root.backward()`` is called: do it."""

    def zero_grad(self) -> None:
        """``zero_grad()`` is called: do it, for every Value of the run."""

    def composes(self, function: str) -> bool:
        """Whether ``function`` is to be spelt out in simpler operators."""


watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def _nothing() -> None:
    """A leaf's ``_backward``: there is no operand to pass a gradient on to."""


class Value:
    """One scalar: its ``data``, its ``grad`` (d(root)/d(this), filled by ``backward()``), and how it was made.

    Numbers are float64 and follow IEEE 754: nothing here raises for a value, however extreme. Subtraction, negation and
    division are made of ``+``, ``*`` and ``**``. A plain number that meets a Value is wrapped into a leaf.

    >>> a = Value(2.0, label="a"); b = Value(-3.0, label="b")
    >>> c = a*b + a
    >>> c.backward()
    >>> c, a.grad, b.grad
    (Value(data=-4.0), -2.0, 2.0)
    """

    __slots__ = ("_backward", "_op", "_prev", "data", "grad", "label")

    def __init__(self, data: float, label: str = "") -> None:
        self.data = _float(data)
        self.grad = 0.0
        self.label = label
        self._prev: tuple[Value, ...] = ()
        self._op = ""
        self._backward: Backward = _nothing
        looking = watcher.get()
        if looking is not None:
            looking.leaf(self, data)

    def __repr__(self) -> str:
        return f"Value(data={self.data})"

    # Atomic operators: one node each

    def __add__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            if not isinstance(other, (int, float)):
                return NotImplemented
            other = Value(other)
        return _binary(ADD, self, other)

    def __mul__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            if not isinstance(other, (int, float)):
                return NotImplemented
            other = Value(other)
        return _binary(MUL, self, other)

    def __pow__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _binary(POW, self, other)
        if not isinstance(other, (int, float)):
            return NotImplemented
        return _unary(power_by(_float(other)), self)

    # Composites: no node of their own

    def __neg__(self) -> Value:
        return self * -1

    def __pos__(self) -> Value:
        return self

    def __sub__(self, other: Value | float) -> Value:
        return self + (-other)

    def __truediv__(self, other: Value | float) -> Value:
        return self * (other**-1 if isinstance(other, Value) else _reciprocal(other))

    # A number on the left: Python asks it first, it declines, and the Value's reflected method is called

    def __radd__(self, other: float) -> Value:
        self._reflect(other, "__radd__")
        return self + other

    def __rmul__(self, other: float) -> Value:
        self._reflect(other, "__rmul__")
        return self * other

    def __rsub__(self, other: float) -> Value:
        self._reflect(other, "__rsub__")
        return (-self) + other

    def __rtruediv__(self, other: float) -> Value:
        self._reflect(other, "__rtruediv__")
        return self**-1 * other

    def __rpow__(self, other: float) -> Value:
        self._reflect(other, "__rpow__")
        return Value(other) ** self

    def _reflect(self, number: float, method: str) -> None:
        looking = watcher.get()
        if looking is not None:
            looking.reflect(self, number, method)

    # Functions

    def tanh(self) -> Value:
        """The hyperbolic tangent, as one node."""
        return _composable("tanh", self)

    def exp(self) -> Value:
        """e to this power; inf above about 709.78."""
        return _unary(FUNCTIONS["exp"], self)

    def log(self) -> Value:
        """The natural logarithm; -inf at 0, nan below."""
        return _unary(FUNCTIONS["log"], self)

    def relu(self) -> Value:
        """max(0, this), with relu'(0) = 0."""
        return _unary(FUNCTIONS["relu"], self)

    def sigmoid(self) -> Value:
        """1/(1 + exp(-this)) as one node, which can't overflow."""
        return _composable("sigmoid", self)

    def sin(self) -> Value:
        """The sine of an angle in radians."""
        return _unary(FUNCTIONS["sin"], self)

    def cos(self) -> Value:
        """The cosine of an angle in radians."""
        return _unary(FUNCTIONS["cos"], self)

    def sqrt(self) -> Value:
        """The square root; nan below 0."""
        return _unary(FUNCTIONS["sqrt"], self)

    def abs(self) -> Value:
        """The distance from 0, with abs'(0) = 0."""
        return _unary(FUNCTIONS["abs"], self)

    __abs__ = abs

    # Gradients

    def backward(self) -> None:
        """Add d(self)/d(v) to ``v.grad`` of every Value v that self depends on; ``self.grad`` is set to 1.0.

        Nothing is cleared first, in interior nodes either: call ``zero_grad()`` between two calls.
        """
        looking = watcher.get()
        if looking is not None:
            looking.backward(self)
            return
        order = topological_order(self)
        self.grad = 1.0
        for value in reversed(order):
            value._backward()

    def zero_grad(self) -> None:
        """Set ``grad`` to 0.0 on every Value that self depends on, itself included (recorded: on every Value)."""
        looking = watcher.get()
        if looking is not None:
            looking.zero_grad()
            return
        for value in topological_order(self):
            value.grad = 0.0


def _float(number: float) -> float:
    if isinstance(number, str):
        raise TypeError("a Value holds a number, not a string")
    try:
        return float(number)
    except OverflowError:  # an integer beyond float64
        return float("inf") if number > 0 else float("-inf")


def _reciprocal(number: float) -> Number:
    if not isinstance(number, (int, float)):
        raise TypeError(f"a Value can't be divided by a {type(number).__name__}")
    reason = POW.trouble(0.0, -1.0) if number == 0 else None
    return Number(power(_float(number), -1.0), span=getattr(number, "span", None), reason=reason)


def _composable(name: str, a: Value) -> Value:
    """The function as one node, or spelt out if who looks on wants that."""
    looking = watcher.get()
    if looking is not None and looking.composes(name):
        return COMPOSED[name](a)
    return _unary(FUNCTIONS[name], a)


def _unary(op: Op, a: Value) -> Value:
    out = _node(op.forward(a.data), op.symbol, (a,))
    looking = watcher.get()
    out._backward = _unary_backward(out, a, op.local[0].function) if looking is None else looking.node(out, op, (a,))
    return out


def _binary(op: Op, a: Value, b: Value) -> Value:
    out = _node(op.forward(a.data, b.data), op.symbol, (a, b))
    looking = watcher.get()
    if looking is None:
        out._backward = _binary_backward(out, a, b, op.local[0].function, op.local[1].function)
    else:
        out._backward = looking.node(out, op, (a, b))
    return out


def _node(data: float, symbol: str, operands: tuple[Value, ...]) -> Value:
    out = Value.__new__(Value)
    out.data = data
    out.grad = 0.0
    out.label = ""
    out._prev = operands
    out._op = symbol
    return out


def _unary_backward(out: Value, a: Value, local: Callable[..., float]) -> Backward:
    def _backward() -> None:
        a.grad += local(a.data, out.data) * out.grad

    return _backward


def _binary_backward(
    out: Value, a: Value, b: Value, local_a: Callable[..., float], local_b: Callable[..., float]
) -> Backward:
    def _backward() -> None:
        a.grad += local_a(a.data, b.data, out.data) * out.grad
        b.grad += local_b(a.data, b.data, out.data) * out.grad

    return _backward
