"""The code that a step ran, as people know it: micrograd's names, made from the rules of the engine."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from gradstep.engine.ops import OPS, Op, power_by
from gradstep.engine.trace import Step, Trace

__all__ = ["Closure", "as_factor", "closure_of", "code_of"]

# The walk of engine/topo.py, which keeps a stack of its own in place of the calls: the same events in the same order.
_WALK = """\
def visit(v):
    if v in visited: return
    visited.add(v)
    for operand in v._prev:
        visit(operand)
    topo.append(v)"""
_EARLY_WALK = """\
def visit(v):
    if v in visited: return
    visited.add(v)
    topo.append(v)
    for operand in v._prev:
        visit(operand)"""
_CLEAR = "for v in values:\n    v.grad = 0.0"
_SEED = "root.grad = 1.0\n\n"


@dataclass(frozen=True, slots=True)
class Closure:
    """The ``_backward`` of a node: the method of ``Value`` that defines it (``__mul__``), and its code."""

    method: str
    code: str


def code_of(trace: Trace, step: Step, *, seeds: bool) -> str:
    """What ran in a step. ``seeds`` is true for the first ``_backward`` of a ``backward()``."""
    if step.phase == "zero_grad" or step.node is None:
        return _CLEAR
    if step.phase == "topo":
        return _EARLY_WALK if trace.options.schedule == "preorder" else _WALK
    node = trace.nodes[step.node]
    if step.phase == "build":
        names = "(self, other)" if len(node.operands) == 2 else "(self,)"
        return f'out = Value({_op(node.op).code}, {names}, "{node.op}")'
    return (_SEED if seeds else "") + _closure(node.op, trace.options.accumulate).code


def closure_of(trace: Trace, step: Step) -> Closure | None:
    """The closure that a build step defines, or that a backward step runs."""
    if step.node is None or step.phase not in ("build", "backward"):
        return None
    return _closure(trace.nodes[step.node].op, trace.options.accumulate)


@lru_cache(maxsize=256)
def _closure(symbol: str, accumulate: str) -> Closure:
    if not symbol:
        return Closure("__init__", "def _backward():\n    pass")
    op = _op(symbol)
    names = ("self", "other")
    lines = [
        f"    {names[slot]}.grad {accumulate} {as_factor(local.text)} * out.grad" for slot, local in enumerate(op.local)
    ]
    return Closure(op.method, "\n".join(["def _backward():", *lines]))


@lru_cache
def as_factor(text: str) -> str:
    """A local derivative's code as a factor: a sum is put in brackets."""
    expression = ast.parse(text, mode="eval").body
    is_sum = isinstance(expression, ast.BinOp) and isinstance(expression.op, (ast.Add, ast.Sub))
    return f"({text})" if is_sum else text


def _op(symbol: str) -> Op:
    if symbol.startswith("**") and len(symbol) > 2:
        return power_by(float(symbol[2:]))
    return OPS[symbol]
