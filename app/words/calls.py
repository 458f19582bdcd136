"""What a ``_backward`` call says: how a node passed its gradient on, and whether it was ready to."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradstep.engine.losses import Loss, standing_before
from gradstep.engine.numbers import shown, told_apart
from gradstep.engine.readiness import READY, Call, calls_of
from gradstep.engine.text import Text
from gradstep.engine.trace import Mark, Node, Reflect, Reset, Step, Trace, Write, begins_backward

from .names import called, spoken

__all__ = ["StepContext", "passed_on", "step_contexts"]


@dataclass(frozen=True, slots=True)
class StepContext:
    """What the run was like around a step. ``standing`` is whose contribution stood where its writes went, by event;
    ``left`` what an earlier ``backward()`` had left in its node's grad; ``left_over`` in how many grads, at the step
    that begins another; ``spent`` are those of the node's operands that have run already and run once only."""

    call: Call = READY
    standing: dict[int, Loss] = field(default_factory=dict)
    left: float = 0.0
    left_over: int = 0
    spent: tuple[int, ...] = ()


def step_contexts(trace: Trace) -> list[StepContext]:
    """What the run was like around each step, in order."""
    calls = calls_of(trace)
    standing: dict[int, dict[int, Loss]] = {}
    for (index, place), loss in standing_before(trace).items():
        standing.setdefault(index, {})[place] = loss
    grads: dict[int, float] = {}
    left: dict[int, tuple[int, float]] = {}  # what stood in a grad before the first write of a backward(), and of which
    begun, found = 0, []
    ran: set[int] = set()
    for index, step in enumerate(trace.steps):
        count = 0
        if begins_backward(trace.steps, index):
            ran.clear()
            begun += 1
            count = sum(grads.get(node, 0.0) != 0 for node in _behind(trace, trace.roots[begun - 1]))
        for event in step.events:
            if isinstance(event, (Mark, Reflect)):
                continue
            node = event.target if isinstance(event, Write) else event.node
            if left.get(node, (0, 0.0))[0] != begun:
                left[node] = (begun, 0.0 if isinstance(event, Reset) else event.before)
            grads[node] = event.after
        own = left.get(step.node, (0, 0.0)) if step.node is not None else (0, 0.0)
        rest = own[1] if own[0] == begun else 0.0
        spent = _spent(trace, step, ran) if index in calls else ()
        found.append(StepContext(calls.get(index, READY), standing.get(index, {}), rest, count, spent))
    return found


def _spent(trace: Trace, step: Step, ran: set[int]) -> tuple[int, ...]:
    """The operands of a call's node, leaves aside, whose own and only call was before; notes that this one ran."""
    if step.node is None or trace.options.schedule == "recursive":
        return ()
    ran.add(step.node)
    operands = dict.fromkeys(trace.nodes[step.node].operands)
    return tuple(each for each in operands if each in ran and trace.nodes[each].operands)


def _behind(trace: Trace, root: int) -> list[int]:
    """What the root depends on, without itself."""
    seen = {root: None}
    waiting = [root]
    while waiting:
        for operand in trace.nodes[waiting.pop()].operands:
            if operand not in seen:
                seen[operand] = None
                waiting.append(operand)
    return list(seen)[1:]


def passed_on(trace: Trace, step: Step, node: Node, context: StepContext) -> Text:
    """What a node's ``_backward`` did with its gradient."""
    if not node.operands:
        return Text("{name} is a leaf: it has no operands, so its _backward does nothing.", name=called(node))
    writes = [(index, event) for index, event in enumerate(step.events) if isinstance(event, Write)]
    upstream = writes[0][1].upstream
    if context.call.missing and upstream == 0:
        return _too_early(trace, node, context.call)
    done = _written(trace, node, writes, context)
    values = {"done": done, "name": called(node), "own": spoken(node), "grad": shown(upstream)}
    if context.call.missing:
        missing = called(trace.nodes[context.call.missing[0]])
        return Text(
            "{done} {user} has not passed its gradient on yet: {own}.grad is not final.", user=missing, **values
        )
    if context.call.nth > 1 and trace.options.accumulate == "+=":
        return Text(
            "{done} This is call {nth} of {name}: {own}.grad holds all that has come so far, {grad}, so what an "
            "earlier call passed on is passed on again. That is why the gradients behind it come out too large.",
            nth=context.call.nth,
            **values,
        )
    if context.call.nth > 1:
        return Text("{done} This is call {nth} of {name}.", nth=context.call.nth, **values)
    if context.left and trace.options.accumulate == "+=" and not any(isinstance(e, Reset) for e in step.events):
        return Text(
            "{done} Of {own}.grad = {grad}, {left} was left over from an earlier backward() and is passed on again.",
            left=shown(context.left),
            **values,
        )
    if context.spent:
        return Text(
            "{done} But {operand} has run already, so what it gets now goes no further.",
            done=done,
            operand=called(trace.nodes[context.spent[0]]),
        )
    return done


def _too_early(trace: Trace, node: Node, call: Call) -> Text:
    """What is said of a call that had nothing to pass on yet."""
    name, user = called(node), called(trace.nodes[call.missing[0]])
    first = called(trace.nodes[node.operands[0]])
    if len(set(node.operands)) == 1:
        return Text(
            "{name} ran before {user}, which had not passed anything on yet: {own}.grad was 0, so nothing reaches {a}.",
            name=name,
            own=spoken(node),
            user=user,
            a=first,
        )
    return Text(
        "{name} ran before {user}, which had not passed anything on yet: {own}.grad was 0, so nothing reaches {a} and "
        "{b}.",
        name=name,
        own=spoken(node),
        user=user,
        a=first,
        b=called(trace.nodes[node.operands[1]]),
    )


def _written(trace: Trace, node: Node, writes: list[tuple[int, Write]], context: StepContext) -> Text:
    """What the writes of a call did: the rule, and what they met in the grads that they went to."""
    rule = _rule(trace, node, writes[0][1])
    if len({write.target for _, write in writes}) < len(writes):
        return _twice(trace, rule, writes[0][1], writes[1][1])
    for index, write in writes:
        standing = context.standing.get(index)
        if standing:
            return _onto(trace, rule, write, standing)
    return Text("{rule}.", rule=rule)


def _twice(trace: Trace, rule: Text, first: Write, second: Write) -> Text:
    """What is said of two writes to the same grad."""
    before, between, after = told_apart(first.before, first.after, second.after)
    values = {"rule": rule, "operand": called(trace.nodes[first.target])}
    values["theirs"] = spoken(trace.nodes[first.target])
    values |= {"before": before, "between": between, "after": after}
    if trace.options.accumulate == "=":
        return Text(
            "{rule}; {operand} fills both slots, but = keeps the last write alone: {before} → {between} → {after}. "
            "The contribution of slot 0 is lost.",
            **values,
        )
    return Text(
        "{rule}; {operand} fills both slots, so {theirs}.grad is added to twice: {before} → {between} → {after}.",
        **values,
    )


def _onto(trace: Trace, rule: Text, write: Write, standing: Loss) -> Text:
    """A write to a grad that was not 0."""
    values = {"rule": rule, "theirs": spoken(trace.nodes[write.target]), "before": shown(write.before)}
    if trace.options.accumulate == "=" and standing.user is not None:
        return Text(
            "{rule}; = overwrites {before} in {theirs}.grad, which {user} had contributed: that contribution is lost.",
            user=called(trace.nodes[standing.user]),
            **values,
        )
    if trace.options.accumulate == "=":
        return Text("{rule}; = overwrites {before}, which an earlier backward() left in {theirs}.grad.", **values)
    if standing.user is None:
        return Text(
            "{rule}; {theirs}.grad still holds {before} from an earlier backward(), so += adds to it.", **values
        )
    return Text("{rule}; {theirs}.grad holds {before} already, so += adds to it.", **values)


def _rule(trace: Trace, node: Node, write: Write) -> Text:
    """How the node passes its gradient on, in words."""
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
