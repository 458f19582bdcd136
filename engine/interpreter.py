"""Runs a checked program on real Values. The only code that a person's text ever sets in motion."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

from .errors import Problem, Span
from .faults import plain_reason
from .language.program import (
    Apply,
    Assign,
    Backward,
    Code,
    Evaluate,
    Load,
    Program,
    Push,
    SetLabel,
    Statement,
    Wrap,
    ZeroGrad,
)
from .numbers import shortest
from .ops import FUNCTIONS, divide, power
from .plain import Number
from .recorder import Recorder
from .text import Text
from .value import Value

__all__ = ["Interpreter"]


Operand = Value | Number

_ON_VALUES: dict[str, Callable[..., Value]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}
_ON_NUMBERS: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "**": power,
}


class Interpreter:
    """The state of one run: what each name stands for, and a stack of operands."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._names: dict[str, Value] = {}
        self.notices: list[Problem] = []

    def run(self, recorder: Recorder) -> None:
        """Run every statement, then the ``backward()`` that is implied where none is written."""
        self._recorder = recorder
        root = None
        for free in self._program.inputs:
            self._bind(Value(Number(1.0, "1.0", free.span)), free.name, free.span)
        for index, statement in enumerate(self._program.statements):
            result = self._execute(statement)
            if index == self._program.implied_root:
                root = result
        if root is not None:
            root.backward()

    def _execute(self, statement: Statement) -> Value | None:
        """The Value of an assignment or a bare expression; None for the other statements."""
        match statement:
            case Assign():
                value = self._evaluate(statement.code, statement.span)
                for target in statement.targets:
                    self._bind(value, target.name, target.span)
                return value
            case Evaluate():
                return self._evaluate(statement.code, statement.span)
            case SetLabel():
                value = self._names[statement.name]
                value.label = statement.label
                self._recorder.labelled(value, statement.span)
            case Backward():
                self._evaluate(statement.code, statement.span).backward()
            case ZeroGrad():
                self._recorder.zero_grad()
        return None

    def _bind(self, value: Value, name: str, span: Span) -> None:
        self._names[name] = value
        self._recorder.name(value, name, span)

    def _evaluate(self, code: Code, span: Span) -> Value:
        stack: list[Operand] = []
        for instruction in code:
            match instruction:
                case Push():
                    stack.append(Number(instruction.number, instruction.text, instruction.span))
                case Load():
                    stack.append(self._names[instruction.name])
                case Wrap():
                    stack.append(self._wrap(stack.pop(), instruction))
                case Apply():
                    operands = stack[-instruction.arity :]
                    del stack[-instruction.arity :]
                    self._recorder.at = instruction.span
                    is_spelt_out = instruction.operator in "-/" or self._recorder.composes(instruction.operator)
                    self._recorder.part_of = instruction.operator if is_spelt_out else ""
                    stack.append(self._apply(instruction, operands))
        result = stack.pop()
        self._recorder.at = span
        return result if isinstance(result, Value) else Value(result)

    def _wrap(self, operand: Operand, instruction: Wrap) -> Value:
        data = Number(operand.data, span=instruction.span) if isinstance(operand, Value) else operand
        value = Value(data, label=instruction.label)
        self._recorder.labelled(value, instruction.span)
        return value

    def _apply(self, instruction: Apply, operands: list[Operand]) -> Operand:
        symbol = instruction.operator
        if symbol in FUNCTIONS:
            argument = operands[0] if isinstance(operands[0], Value) else Value(operands[0])
            method: Callable[[Value], Value] = getattr(Value, symbol)
            return method(argument)
        if instruction.arity == 1:
            return -operands[0] if symbol == "-" else operands[0]
        if any(isinstance(operand, Value) for operand in operands):
            if symbol == "/" and isinstance(operands[1], Number) and float(operands[1]) == 0:
                self._notice(Text("the divisor here is 0"), plain_reason("/", 1.0, 0.0), instruction.span)
            return _ON_VALUES[symbol](*operands)
        return self._plain(instruction, *cast(list[Number], operands))

    def _plain(self, instruction: Apply, a: Number, b: Number) -> Number:
        """Arithmetic of two plain numbers, which makes no Value."""
        symbol = instruction.operator
        number = _ON_NUMBERS[symbol](float(a), float(b))
        if math.isfinite(number):
            is_int = a.is_int and b.is_int and symbol != "/" and not (symbol == "**" and b < 0)
            return Number(number, span=instruction.span, is_int=is_int)
        if not (math.isfinite(a) and math.isfinite(b)):
            return Number(number, span=instruction.span, reason=a.reason or b.reason)
        reason = plain_reason(symbol, a, b)
        typed = {"a": a.text, "operator": symbol, "b": b.text, "result": shortest(number)}
        self._notice(Text("{a}{operator}{b} is {result}", **typed), reason, instruction.span)
        return Number(number, span=instruction.span, reason=reason)

    def _notice(self, message: Text, hint: Text, span: Span) -> None:
        self.notices.append(Problem(message, hint, span))
