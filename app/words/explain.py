"""What each step did, in words: a title, one sentence and the code that ran."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from gradstep.engine.numbers import shown
from gradstep.engine.ops import OPS, Op, power_by
from gradstep.engine.text import Text
from gradstep.engine.trace import Node, Step, Trace, Write

from .texts import Translator

__all__ = ["StepTexts", "name_of", "step_texts"]


@dataclass(frozen=True, slots=True)
class StepTexts:
    """A step for a person: which it is (``Backward · call 8 of 10``), what happened, and the code that ran."""

    title: str
    explanation: str
    code: str


def step_texts(trace: Trace, translate: Translator) -> list[StepTexts]:
    """The texts of every step, in order."""
    places = _places(trace)
    return [
        StepTexts(
            translate(_title(trace, step, place)), translate(_explanation(trace, step)), _code(trace, step, place)
        )
        for step, place in zip(trace.steps, places, strict=True)
    ]


def name_of(node: Node) -> str:
    """What a sentence calls a node: its label, or else its expression."""
    return node.label or node.text


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a step stands: the ``index``-th of ``total`` of its phase, in the ``call``-th backward()."""

    index: int
    total: int
    call: int


def _places(trace: Trace) -> list[_Place]:
    builds = sum(step.phase == "build" for step in trace.steps)
    places = []
    built = called = call = 0
    for step in trace.steps:
        if step.phase == "build":
            built += 1
            places.append(_Place(built, builds, call))
        elif step.phase == "backward":
            called += 1
            places.append(_Place(called, len(trace.topos[call - 1]), call))
        else:
            if step.phase == "topo":
                call, called = call + 1, 0
            places.append(_Place(0, 0, call))
    return places


def _title(trace: Trace, step: Step, place: _Place) -> Text:
    several = len(trace.roots) > 1
    match step.phase:
        case "build":
            return Text("Build · node {index} of {total}", index=place.index, total=place.total)
        case "topo" if several:
            return Text("Sort {call} · {count} Values", call=place.call, count=len(trace.topos[place.call - 1]))
        case "topo":
            return Text("Sort · {count} Values", count=len(trace.topos[place.call - 1]))
        case "backward" if several:
            return Text(
                "Backward {call} · call {index} of {total}", call=place.call, index=place.index, total=place.total
            )
        case "backward":
            return Text("Backward · call {index} of {total}", index=place.index, total=place.total)
    return Text("Clear · all {count} gradients", count=len(step.events))


def _explanation(trace: Trace, step: Step) -> Text:
    if step.node is None:
        return Text("zero_grad() sets the gradient of every Value back to 0.")
    node = trace.nodes[step.node]
    match step.phase:
        case "build":
            return _built(trace, node)
        case "topo":
            return _sorted(step, node)
    passed_on = _passed_on(trace, step, node)
    if any(getattr(event, "kind", "") == "seed" for event in step.events):
        return Text(
            "{root}.grad is set to 1, since {root} changes as fast as itself; {then}",
            root=name_of(node),
            then=passed_on,
        )
    return passed_on


def _built(trace: Trace, node: Node) -> Text:
    operands = [trace.nodes[i] for i in node.operands]
    values = {"z": shown(node.data)}
    for key, number, operand in zip("ab", "xy", operands, strict=False):
        values |= {key: name_of(operand), number: shown(operand.data)}
    if node.op == "+":
        return Text("A new node adds {a} and {b}: {x} + {y} = {z}.", **values)
    if node.op == "*":
        return Text("A new node multiplies {a} by {b}: {x} × {y} = {z}.", **values)
    if node.op == "**":
        return Text("A new node raises {a} to the power of {b}: {x} ** {y} = {z}.", **values)
    if node.op.startswith("**"):
        return Text("A new node raises {a} to the power of {n}: {x} ** {n} = {z}.", n=node.op[2:], **values)
    return Text("A new node takes {f} of {a}: {f}({x}) = {z}.", f=node.op, **values)


def _sorted(step: Step, root: Node) -> Text:
    skips = sum(getattr(event, "kind", "") == "skip" for event in step.events)
    if not root.operands:
        return Text("{root} depends on nothing else, so it is the whole order.", root=name_of(root))
    if skips:
        return Text(
            "The sort puts every Value that {root} depends on after all its operands, and lists each once, "
            "however often it is used.",
            root=name_of(root),
        )
    return Text(
        "The sort puts every Value that {root} depends on after all its operands; {root} comes last.",
        root=name_of(root),
    )


def _passed_on(trace: Trace, step: Step, node: Node) -> Text:
    """What a node's ``_backward`` did with its gradient."""
    name = name_of(node)
    if not node.operands:
        return Text("{name} is a leaf: it has no operands, so its _backward does nothing.", name=name)
    writes = [event for event in step.events if isinstance(event, Write)]
    rule = _rule(trace, node, writes[0])
    if len({write.target for write in writes}) < len(writes):
        twice = name_of(trace.nodes[writes[0].target])
        before, between, after = shown(writes[0].before), shown(writes[0].after), shown(writes[1].after)
        return Text(
            "{rule}; {operand} fills both slots, so {operand}.grad is added to twice: {before} → {between} → {after}.",
            rule=rule,
            operand=twice,
            before=before,
            between=between,
            after=after,
        )
    for write in writes:
        if write.before != 0:
            return Text(
                "{rule}; {operand}.grad holds {before} already, so += adds to it.",
                rule=rule,
                operand=name_of(trace.nodes[write.target]),
                before=shown(write.before),
            )
    return Text("{rule}.", rule=rule)


def _rule(trace: Trace, node: Node, write: Write) -> Text:
    name = name_of(node)
    if node.op == "+":
        return Text("{name} passes its gradient on unchanged", name=name)
    if node.op == "*":
        return Text("{name} passes its gradient on, times the other factor", name=name)
    if node.op == "**":
        return Text("{name} passes its gradient on to the base and to the exponent", name=name)
    return Text(
        "{name} passes its gradient on to {operand}, times {local}",
        name=name,
        operand=name_of(trace.nodes[write.target]),
        local=shown(write.local),
    )


def _code(trace: Trace, step: Step, place: _Place) -> str:
    if step.node is None:
        return "for v in values:\n    v.grad = 0.0"
    node = trace.nodes[step.node]
    if step.phase == "build":
        names = "(self, other)" if len(node.operands) == 2 else "(self,)"
        return f'out = Value({_op(node).code}, {names}, "{node.op}")'
    if step.phase == "topo":
        return "topo = topological_order(root)"
    seed = "root.grad = 1.0\n\n" if place.index == 1 else ""
    return seed + _closure(node)


def _closure(node: Node) -> str:
    if not node.operands:
        return "def _backward():\n    pass"
    names = ("self", "other")
    lines = [
        f"    {names[slot]}.grad += {_factor(local.text)} * out.grad" for slot, local in enumerate(_op(node).local)
    ]
    return "\n".join(["def _backward():", *lines])


@lru_cache
def _factor(text: str) -> str:
    """A local derivative's code as a factor: a sum is put in brackets."""
    expression = ast.parse(text, mode="eval").body
    is_sum = isinstance(expression, ast.BinOp) and isinstance(expression.op, (ast.Add, ast.Sub))
    return f"({text})" if is_sum else text


def _op(node: Node) -> Op:
    if node.op.startswith("**") and len(node.op) > 2:
        return power_by(float(node.op[2:]))
    return OPS[node.op]
