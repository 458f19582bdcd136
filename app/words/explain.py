"""What each step did, in words: a title, one sentence and the code that ran."""

from __future__ import annotations

from dataclasses import dataclass

from gradstep.engine.text import Text
from gradstep.engine.trace import Reset, Step, Trace

from .built import built
from .calls import StepContext, passed_on, step_contexts
from .code import Closure, closure_of, code_of
from .names import called
from .sorts import not_cleared, sorted_from
from .texts import Translator
from .turns import Turn, turns_of

__all__ = ["StepTexts", "step_texts"]


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
            translate(_explanation(trace, step, context)),
            code_of(trace, step, seeds=turn.index == 1),
            closure_of(trace, step),
        )
        for step, turn, context in zip(trace.steps, turns_of(trace), step_contexts(trace), strict=True)
    ]


def _title(trace: Trace, step: Step, turn: Turn) -> Text:
    """Which step it is, counted within its phase."""
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


def _explanation(trace: Trace, step: Step, context: StepContext) -> Text:
    """What happened in the step, in one sentence or a few."""
    if step.node is None:
        return Text("zero_grad() sets the gradient of every Value back to 0.")
    node = trace.nodes[step.node]
    match step.phase:
        case "build":
            return built(trace, node)
        case "topo":
            return sorted_from(trace, step, node, context.left_over)
    then = passed_on(trace, step, node, context)
    seed = next((event for event in step.events if isinstance(event, Reset)), None)
    if seed:
        root = trace.nodes[seed.node]
        said = Text(
            "{root}.grad is set to 1, since {root} changes as fast as itself; {then}",
            root=called(root),
            then=then,
        )
        is_sorted = trace.options.schedule != "recursive"  # then the sort has said it
        return said if is_sorted else not_cleared(trace, said, root, context.left_over)
    return then
