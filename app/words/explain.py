"""What each step did, in words: a title, one sentence and the code that ran."""

from __future__ import annotations

from dataclasses import dataclass

from gradstep.engine.numbers import shown, told_apart
from gradstep.engine.text import Text
from gradstep.engine.trace import Node, Step, Trace, Write

from .code import Closure, closure_of, code_of
from .texts import Translator
from .turns import Turn, turns_of

__all__ = ["StepTexts", "called", "cut", "name_of", "step_texts", "uncut"]

_LONGEST = 28  # characters of a name in a sentence


@dataclass(frozen=True, slots=True)
class StepTexts:
    """A step for a person: which it is (``Backward · call 8 of 10``), what happened, the code that ran, and the
    closure that it defined or ran, if any."""

    title: str
    explanation: str
    code: str
    closure: Closure | None


def step_texts(trace: Trace, translate: Translator) -> list[StepTexts]:
    """The texts of every step, in order."""
    return [
        StepTexts(
            translate(_title(trace, step, turn)),
            translate(_explanation(trace, step)),
            code_of(trace, step, seeds=turn.index == 1),
            closure_of(trace, step),
        )
        for step, turn in zip(trace.steps, turns_of(trace), strict=True)
    ]


def name_of(node: Node) -> str:
    """The whole name of a node: its label, or else its expression."""
    return node.label or node.text


def called(node: Node) -> str:
    """What a sentence calls a node."""
    return cut(name_of(node))


def uncut(node: Node) -> str:
    """The whole name of a node that a sentence cuts; ``""`` for one that it does not."""
    name = name_of(node)
    return name if cut(name) != name else ""


def cut(name: str) -> str:
    """A name without its middle, where it is long."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 12]}…{name[-11:]}"


def _title(trace: Trace, step: Step, turn: Turn) -> Text:
    several = len(trace.roots) > 1
    match step.phase:
        case "build":
            return Text("Build · node {index} of {total}", index=turn.index, total=turn.total)
        case "topo" if several:
            return Text("Sort {call} · {count} Value", "Sort {call} · {count} Values", call=turn.call, count=turn.total)
        case "topo":
            return Text("Sort · {count} Value", "Sort · {count} Values", count=turn.total)
        case "backward" if several:
            return Text("Backward {call} · call {index} of {total}", call=turn.call, index=turn.index, total=turn.total)
        case "backward":
            return Text("Backward · call {index} of {total}", index=turn.index, total=turn.total)
    count = sum(event.kind == "clear" for event in step.events)
    return Text("Clear · the only gradient", "Clear · all {count} gradients", count=count)


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
    if any(event.kind == "seed" for event in step.events):
        return Text(
            "{root}.grad is set to 1, since {root} changes as fast as itself; {then}",
            root=called(node),
            then=passed_on,
        )
    return passed_on


def _built(trace: Trace, node: Node) -> Text:
    made = _made(node, [trace.nodes[i] for i in node.operands])
    if node.fault and node.fault.origin:
        return Text("{made}. This is where it goes wrong: {reason}.", made=made, reason=node.fault.reason)
    return Text("{made}.", made=made)


def _made(node: Node, operands: list[Node]) -> Text:
    values = {"z": shown(node.data)}
    for key, number, operand in zip("ab", "xy", operands, strict=False):
        values |= {
            key: called(operand),
            number: _bracketed(operand.data) if node.op[0] in "+*" else shown(operand.data),
        }
    match node.part_of, node.op:
        case "-", "*":
            return Text("There is no node for -: {a} is multiplied by {b}, {x} × {y} = {z}", **values)
        case "-", "+":
            return Text("Adding {a} and {b} completes the subtraction: {x} + {y} = {z}", **values)
        case "/", "**-1":
            return Text("There is no node for /: {a} is raised to the power of -1, {x} ** -1 = {z}", **values)
        case "/", "*":
            return Text("Multiplying {a} by {b} completes the division: {x} × {y} = {z}", **values)
        case _, "+":
            return Text("A new node adds {a} and {b}: {x} + {y} = {z}", **values)
        case _, "*":
            return Text("A new node multiplies {a} by {b}: {x} × {y} = {z}", **values)
        case _, "**":
            return Text("A new node raises {a} to the power of {b}: {x} ** {y} = {z}", **values)
    if node.op.startswith("**"):
        return Text("A new node raises {a} to the power of {n}: {x} ** {n} = {z}", n=node.op[2:], **values)
    return Text("A new node takes {f} of {a}: {f}({x}) = {z}", f=node.op, **values)


def _bracketed(number: float) -> str:
    text = shown(number)
    return f"({text})" if text.startswith("-") else text


def _sorted(step: Step, root: Node) -> Text:
    skips = sum(event.kind == "skip" for event in step.events)
    if not root.operands:
        return Text("{root} depends on nothing else, so it is the whole order.", root=called(root))
    if skips:
        return Text(
            "The sort puts every Value that {root} depends on after all its operands, and lists each once, "
            "however often it is used.",
            root=called(root),
        )
    return Text(
        "The sort puts every Value that {root} depends on after all its operands; {root} comes last.",
        root=called(root),
    )


def _passed_on(trace: Trace, step: Step, node: Node) -> Text:
    """What a node's ``_backward`` did with its gradient."""
    name = called(node)
    if not node.operands:
        return Text("{name} is a leaf: it has no operands, so its _backward does nothing.", name=name)
    writes = [event for event in step.events if isinstance(event, Write)]
    rule = _rule(trace, node, writes[0])
    if len({write.target for write in writes}) < len(writes):
        twice = called(trace.nodes[writes[0].target])
        before, between, after = told_apart(writes[0].before, writes[0].after, writes[1].after)
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
                operand=called(trace.nodes[write.target]),
                before=shown(write.before),
            )
    return Text("{rule}.", rule=rule)


def _rule(trace: Trace, node: Node, write: Write) -> Text:
    name = called(node)
    if node.op == "+":
        return Text("{name} passes its gradient on unchanged", name=name)
    if node.op == "*":
        return Text("{name} passes its gradient on, times the other factor", name=name)
    if node.op == "**":
        return Text("{name} passes its gradient on to the base and to the exponent", name=name)
    return Text(
        "{name} passes its gradient on to {operand}, times {local}",
        name=name,
        operand=called(trace.nodes[write.target]),
        local=shown(write.local),
    )
