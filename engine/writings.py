"""Which part of a program's text made which node, what each name stands for where, and who uses it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .errors import Span
from .language.places import Places
from .language.program import (
    Apply,
    Assign,
    Backward,
    Code,
    Evaluate,
    Instruction,
    Load,
    Program,
    SetLabel,
    Statement,
    Wrap,
)
from .trace import Trace

__all__ = ["Expression", "Writings"]


@dataclass(frozen=True, slots=True)
class Expression:
    """``code[first:last + 1]`` of a statement, written from ``start`` up to ``end``. ``node`` is what it made, None for
    a plain number. ``gap`` is what stands between its two operands, the operator and perhaps brackets."""

    statement: int
    first: int
    last: int
    start: int
    end: int
    node: int | None
    instruction: Instruction
    gap: tuple[int, int] = (0, 0)


class Writings:
    """A program read beside its trace, statement by statement."""

    def __init__(self, program: Program, trace: Trace) -> None:
        self._program = program
        self._nodes = trace.nodes
        self._starts = Places(program.source).starts
        # The last node made at a place is the result: those before it are parts of a composite.
        self._made = {node.span: node.id for node in trace.nodes if node.span is not None}
        self._defined: dict[str, list[tuple[int, int | None]]] = {}  # by name: the statement, the node
        self.results: list[int | None] = []  # of each statement
        self.expressions: dict[int, list[Expression]] = {}  # by node
        self.names: dict[int, list[str]] = {}  # by node: what it is or was called
        self.uses: dict[int, list[tuple[int, int]]] = {}  # by defining statement: the using statement and the offset
        self.labels: dict[int, list[int]] = {}  # by defining statement: those that set a label
        for node, free in enumerate(program.inputs):
            self._define(free.name, -1, node)
        for index, statement in enumerate(program.statements):
            self._read(index, statement)

    def offsets(self, span: Span) -> tuple[int, int]:
        """A span as offsets into the source."""
        return self._starts[span.line - 1] + span.column - 1, self._starts[span.end_line - 1] + span.end_column - 1

    def definition(self, name: str, statement: int) -> tuple[int, int | None] | None:
        """Which statement says what ``name`` is where ``statement`` uses it (-1: it is an input), and the node."""
        defined = self._defined.get(name, [])
        at = bisect_left(defined, statement, key=lambda each: each[0])
        return defined[at - 1] if at else None

    def loads(self, expression: Expression) -> Iterator[Load]:
        """The names in an expression."""
        code = _code_of(self._program.statements[expression.statement])
        return (each for each in code[expression.first : expression.last + 1] if isinstance(each, Load))

    def _define(self, name: str, statement: int, node: int | None) -> None:
        self._defined.setdefault(name, []).append((statement, node))
        if node is not None:
            self.names.setdefault(node, []).append(name)

    def _read(self, index: int, statement: Statement) -> None:
        if isinstance(statement, SetLabel):
            defined = self.definition(statement.name, index)
            if defined is not None:
                self.labels.setdefault(defined[0], []).append(index)
        found = self._read_code(index, statement)
        for expression in found:
            if expression.node is not None:
                self.expressions.setdefault(expression.node, []).append(expression)
        result = found[-1].node if found else None
        if isinstance(statement, Assign):
            result = self._made.get(statement.span, result) if _is_update(statement) else result
            for target in statement.targets:
                self._define(target.name, index, result)
        self.results.append(result)

    def _read_code(self, index: int, statement: Statement) -> list[Expression]:
        """Every expression of the statement, the whole one last."""
        code = _code_of(statement)
        is_update = isinstance(statement, Assign) and _is_update(statement)
        found: list[Expression] = []
        stack: list[Expression] = []
        for at, instruction in enumerate(code):
            if isinstance(instruction, Load):
                self._note_use(instruction, index)
            if is_update and at in (0, len(code) - 1):
                continue  # s += x*w: its s and its + stand in no expression
            arity = instruction.arity if isinstance(instruction, Apply) else int(isinstance(instruction, Wrap))
            operands = stack[len(stack) - arity :]
            del stack[len(stack) - arity :]
            start, end = self.offsets(instruction.span)
            first = operands[0].first if operands else at
            gap = (operands[0].end, operands[1].start) if len(operands) == 2 else (0, 0)
            node = self._node_of(instruction, index)
            if node is None and arity == 1:  # a sign, or Value(…), of a number, whose leaf has the number's place
                node = operands[0].node
                found[-1] = replace(found[-1], node=None)
            stack.append(Expression(index, first, at, start, end, node, instruction, gap))
            found.append(stack[-1])
        if is_update and isinstance(found[-1].instruction, Apply):
            found[-1] = replace(found[-1], node=self._added(code[-1]))
        return found

    def _node_of(self, instruction: Instruction, index: int) -> int | None:
        if isinstance(instruction, Load):
            defined = self.definition(instruction.name, index)
            return defined[1] if defined else None
        return self._made.get(instruction.span)

    def _added(self, update: Instruction) -> int | None:
        """What ``+=`` or ``*=`` takes on its right: the update has the same place."""
        made = self._made.get(update.span)
        is_plain = isinstance(update, Apply) and update.operator in ("+", "*") and made is not None
        return self._nodes[made].operands[1] if is_plain and made is not None else None

    def _note_use(self, load: Load, index: int) -> None:
        defined = self.definition(load.name, index)
        if defined is not None:
            self.uses.setdefault(defined[0], []).append((index, self.offsets(load.span)[0]))


def _code_of(statement: Statement) -> Code:
    return statement.code if isinstance(statement, Assign | Evaluate | Backward) else ()


def _is_update(statement: Assign) -> bool:
    """Whether it was written ``s += …``."""
    first = statement.code[0]
    return isinstance(first, Load) and first.span == statement.targets[0].span
