"""Two runs beside each other in words: what each is called, and what is gained and lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradstep.engine.comparison import Leaf, costs_of, is_edit
from gradstep.engine.numbers import told_apart
from gradstep.engine.text import Text
from gradstep.engine.trace import Options, Trace

from .names import called

__all__ = ["outcome", "titles", "tradeoffs"]

_MOST = 3  # changes of an edit that are listed

_TITLES = {
    "granularity": {"packed": Text("packed"), "composed": Text("spelt out")},
    "schedule": {"topo": Text("sorted"), "recursive": Text("no sort"), "preorder": Text("appended too early")},
    "accumulate": {"+=": Text("+="), "=": Text("=")},
}
_SCHEDULES = {
    "topo": Text("With a sort each _backward runs once, after those of all users: its gradient is whole by then."),
    "recursive": Text(
        "Without a sort each call goes on to the operands at once. That needs no list, but a Value that is used more "
        "than once is called once for each way to it, which grows exponentially, and passes on parts twice."
    ),
    "preorder": Text(
        "Appended before its operands, a Value comes after them in the reversed order: they run before their users, "
        "while their gradient is still 0, and pass nothing on."
    ),
}

_SPELT_OUT = Text(
    "Packed, a function is one node with one rule, and stays finite for large inputs; but its inner steps are hidden. "
    "Spelt out, each rule is elementary, for more Values and more calls."
)


def titles(a: Options, b: Options, *, has_two_programs: bool, is_edited: bool) -> tuple[Text, Text]:
    """What each side is called: by what differs. Of two programs the one may be an edit of the other."""
    if has_two_programs:
        return (Text("before"), Text("after")) if is_edited else (Text("first program"), Text("second program"))
    for name, words in _TITLES.items():
        one, other = getattr(a, name), getattr(b, name)
        if one != other:
            return words[one], words[other]
    if a.order != b.order:
        return Text("order {order}", order=a.order), Text("order {order}", order=b.order)
    return Text("first run"), Text("second run")


def outcome(rows: Sequence[Leaf]) -> Text:
    """Whether the leaves that both have end with the same gradients."""
    both = [row for row in rows if row.a is not None and row.b is not None]
    differing = sum(row.differs for row in both)
    if not both:
        return Text("The two have no named leaf in common.")
    if differing:
        return Text(
            "{differing} of {count} leaf gradient differs.",
            "{differing} of {count} leaf gradients differ.",
            count=len(both),
            differing=differing,
        )
    return Text(
        "The only leaf gradient is the same on both sides.",
        "All {count} leaf gradients are the same on both sides, but for rounding.",
        count=len(both),
    )


def tradeoffs(a: Trace, b: Trace, partners: Sequence[int | None]) -> list[Text]:
    """What is gained and lost, a text or two for each thing that differs."""
    texts = []
    if a.source != b.source:
        texts = _edited(a, b, partners) if is_edit(a, b, partners) else _unrelated(a, b, partners)
    if a.options.granularity != b.options.granularity:
        texts += _spelt_out(a, b)
    if a.options.accumulate != b.options.accumulate:
        texts.append(
            Text(
                "= forgets what the grad held before: of a Value that is used more than once, only the contribution "
                "written last is kept. += keeps them all, and so needs zero_grad() before the next round."
            )
        )
    if a.options.schedule != b.options.schedule:
        texts += [_SCHEDULES[a.options.schedule], _SCHEDULES[b.options.schedule]]
    if a.options.order != b.options.order:
        texts.append(Text("Siblings are visited in another order: another valid order, and the same gradients."))
    if a.truncated and b.truncated:
        texts.append(
            Text("Both runs passed the limit on events and were cut: the gradients are those of the parts that ran.")
        )
    elif a.truncated or b.truncated:
        texts.append(
            Text("One run passed the limit on events and was cut: its gradients are those of the part that ran.")
        )
    return texts or [Text("Both sides run the same program in the same way.")]


def _spelt_out(a: Trace, b: Trace) -> list[Text]:
    packed, spelt = (a, b) if a.options.granularity == "packed" else (b, a)
    if a.source != b.source:
        return [_SPELT_OUT]
    if len(packed.nodes) == len(spelt.nodes):
        return [Text("There is no tanh or sigmoid in it to spell out.")]
    return [_price(packed, spelt), *_overflow(packed, spelt)]


def _price(packed: Trace, spelt: Trace) -> Text:
    """What spelling out costs, in numbers where nothing else makes a difference to them."""
    is_alone = replace(packed.options, granularity="composed") == spelt.options
    if not is_alone or packed.truncated or spelt.truncated:
        return _SPELT_OUT
    costs, more = costs_of(packed), costs_of(spelt)
    return Text(
        "Packed, a function is one node with one rule, and stays finite for large inputs; but its inner steps are "
        "hidden. Spelt out, each rule is elementary, for {values} more Values and {calls} more calls.",
        values=more.values - costs.values,
        calls=more.calls - costs.calls,
    )


def _overflow(packed: Trace, spelt: Trace) -> list[Text]:
    """Whether the one program leaves the finite numbers only where it is spelt out, and why."""
    if not packed.finite:
        return []
    for node in spelt.nodes:
        if node.fault and node.fault.origin:
            return [Text("Spelt out, {node} is not finite: {reason}.", node=called(node), reason=node.fault.reason)]
    return [Text("Its exp may overflow for large inputs; for these it does not.")] if spelt.finite else []


def _edited(a: Trace, b: Trace, partners: Sequence[int | None]) -> list[Text]:
    """What an edit changed: numbers, operators, and how many Values came and went."""
    pairs = [(a.nodes[one], b.nodes[other]) for one, other in enumerate(partners) if other is not None]
    texts = []
    for one, other in pairs:
        if one.op != other.op:
            was, now = one.text, other.text
            texts.append(Text("{name} is now {now}, where it was {was}.", name=called(other), now=now, was=was))
        elif not one.op and one.data != other.data and not (one.data != one.data and other.data != other.data):
            was, now = told_apart(one.data, other.data)
            texts.append(Text("{name} is now {now}, where it was {was}.", name=called(other), now=now, was=was))
    gone, new = len(a.nodes) - len(pairs), len(b.nodes) - len(pairs)
    texts, more = texts[:_MOST], texts[_MOST:]
    if more:
        texts.append(Text("{count} more Value changed.", "{count} more Values changed.", count=len(more)))
    if gone:
        texts.append(Text("{count} Value is gone.", "{count} Values are gone.", count=gone))
    if new:
        texts.append(Text("{count} Value is new.", "{count} Values are new.", count=new))
    return texts or [Text("The text changed, but not what it computes.")]


def _unrelated(a: Trace, b: Trace, partners: Sequence[int | None]) -> list[Text]:
    """How much two programs have in common that are no edit of each other."""
    both = sum(other is not None for other in partners)
    texts = [Text("These are two programs, not an edit of one: what they have in common is lined up.")]
    for trace, name in ((a, "A"), (b, "B")):
        if alone := len(trace.nodes) - both:
            texts.append(
                Text("{count} Value is in {side} alone.", "{count} Values are in {side} alone.", count=alone, side=name)
            )
    return texts
