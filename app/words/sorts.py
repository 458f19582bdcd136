"""What a sort says: how it orders Values, and what stands in them already."""

from __future__ import annotations

from gradstep.engine.text import Text
from gradstep.engine.trace import Node, Step, Trace

from .names import called, spoken

__all__ = ["not_cleared", "sorted_from"]


def sorted_from(trace: Trace, step: Step, root: Node, left_over: int) -> Text:
    """The sentence of a sort. ``left_over`` is how many gradients an earlier ``backward()`` has left there."""
    return not_cleared(trace, _order(trace, step, root), root, left_over)


def not_cleared(trace: Trace, said: Text, root: Node, left_over: int) -> Text:
    """What the first step of a ``backward()`` says, and that gradients are left over, where some are."""
    if not left_over:
        return said
    if trace.options.accumulate == "=":
        return Text("{said} Nothing was cleared, but = writes over what an earlier backward() left.", said=said)
    return Text(
        "{said} Nothing was cleared: {count} gradient still holds what an earlier backward() left. Only {root}.grad "
        "is set to 1 again; every other Value adds to what stands there and passes all of it on, so the result is not "
        "simply twice the first.",
        "{said} Nothing was cleared: {count} gradients still hold what an earlier backward() left. Only {root}.grad "
        "is set to 1 again; every other Value adds to what stands there and passes all of it on, so the result is not "
        "simply twice the first.",
        said=said,
        count=left_over,
        root=spoken(root),
    )


def _order(trace: Trace, step: Step, root: Node) -> Text:
    name = called(root)
    if not root.operands:
        return Text("{root} depends on nothing else, so it is the whole order.", root=name)
    if trace.options.schedule == "preorder":
        return Text(
            "Each Value that {root} depends on is appended before its operands are looked at. Reversed, a Value may "
            "come before one of its users, and its _backward then runs too early.",
            root=name,
        )
    if trace.options.order and trace.options.accumulate == "=":
        return Text(
            "The operands are visited in another order, and this sort is as valid: each operand still stands before "
            "each of its users. But = keeps the last contribution alone, and which is last depends on the order.",
        )
    if trace.options.order:
        return Text(
            "The operands are visited in another order, and this sort is as valid: each operand still stands before "
            "each of its users. The gradients are sums of the same contributions, so only last digits may differ.",
        )
    if any(event.kind == "skip" for event in step.events):
        return Text(
            "The sort puts every Value that {root} depends on after all its operands, and lists each once, "
            "however often it is used.",
            root=name,
        )
    return Text(
        "The sort puts every Value that {root} depends on after all its operands; {root} comes last.", root=name
    )
