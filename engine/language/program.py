"""A checked program: what the parser hands to the interpreter.

Expressions are flat postfix code, so that neither checking nor running them recurses, however long a sum is.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Problem, Span

__all__ = [
    "Apply",
    "Assign",
    "Backward",
    "Code",
    "Evaluate",
    "Input",
    "Instruction",
    "Load",
    "Program",
    "Push",
    "SetLabel",
    "Statement",
    "Target",
    "Wrap",
    "ZeroGrad",
]


@dataclass(frozen=True, slots=True)
class Push:
    """Put a plain number on the stack. ``text`` is the number as typed (``1e-3``, ``2``), in ASCII."""

    number: float
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Load:
    """Put what ``name`` (in NFKC) stands for now on the stack: a Value or a plain number."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """Take ``arity`` operands off the stack and put the result back.

    ``operator`` is one of ``+ - * / **`` with arity 2, ``-`` or ``+`` with arity 1 (signs), or a function's name
    (``tanh exp log relu sigmoid sin cos sqrt abs``) with arity 1. ``span`` is the whole expression.
    """

    operator: str
    arity: int
    span: Span


@dataclass(frozen=True, slots=True)
class Wrap:
    """Take a plain number off the stack and put ``Value(number, label=label)`` there; ``label`` may be empty.

    A Value on the stack is copied as micrograd would: the new leaf has its data and nothing else.
    """

    label: str
    span: Span


Instruction = Push | Load | Apply | Wrap
Code = tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A name on the left of ``=`` (in NFKC) and where it stands."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """``a = b = code``; ``s += code`` arrives here as ``s = s + code``. ``span`` is the right-hand side."""

    targets: tuple[Target, ...]
    code: Code
    span: Span


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A bare expression."""

    code: Code
    span: Span


@dataclass(frozen=True, slots=True)
class SetLabel:
    """``x.label = 'x1'``."""

    name: str
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Backward:
    """``receiver.backward()``; the receiver is any expression. ``span`` is the whole call."""

    code: Code
    span: Span


@dataclass(frozen=True, slots=True)
class ZeroGrad:
    """``zero_grad()`` or ``o.zero_grad()``: both clear every Value. ``span`` is the whole call."""

    span: Span


Statement = Assign | Evaluate | SetLabel | Backward | ZeroGrad


@dataclass(frozen=True, slots=True)
class Input:
    """An unknown name of a one-statement program, 1.0 until somebody says otherwise; ``span`` is its first place."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Program:
    """A program that passed every check.

    ``source`` is the text as typed, with LF line endings. ``inputs`` are the free names, in order of appearance.
    ``implied_root`` is set when no ``backward()`` is written: the index in ``statements`` of the statement whose value
    it runs on (the last bare expression if the last statement is one, else the last assignment).
    ``notices`` are things worth knowing, in text order.
    """

    source: str
    statements: tuple[Statement, ...]
    inputs: tuple[Input, ...]
    implied_root: int | None
    notices: tuple[Problem, ...]
