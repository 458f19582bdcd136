"""Two traces side by side: in which moves both reach the same points.

A move takes both traces on by one step (``=``), or one of them alone (``a``, ``b``). Nothing here takes more than
n log n: a trace may have tens of thousands of steps.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .pairing import pair_nodes
from .trace import Trace, begins_backward

__all__ = ["Alignment", "align"]

_Keys = list[Hashable]
_NOTHING: tuple[_Keys, _Keys] = ([], [])


@dataclass(frozen=True, slots=True)
class Alignment:
    """How two traces go together.

    ``partners`` has for each node of the first the node of the second that stands for it, or None. ``moves`` has a
    character for each joint step: ``=`` where both go on, else the one that goes on alone.
    """

    partners: tuple[int | None, ...]
    moves: str

    def places(self, step: int) -> tuple[int, int]:
        """How many steps each of the two has done after so many joint steps."""
        return step - self.moves.count("b", 0, step), step - self.moves.count("a", 0, step)


def align(a: Trace, b: Trace) -> Alignment:
    """The alignment of two traces.

    Each ``backward()`` of one goes with that of the other, in their order. What comes before it is paired by what it
    makes, the calls of ``_backward`` by their nodes; where the two call in another order altogether, one by one.
    """
    partners = pair_nodes(a, b)
    own = (node if partner is None else partner for node, partner in enumerate(partners))
    alone = (partner is None for partner in partners)
    moves = []
    acts = zip_longest(
        _acts(a, list(zip(alone, own, strict=True))),
        _acts(b, [(False, node) for node in range(len(b.nodes))]),
        fillvalue=_NOTHING,
    )
    for (before_a, calls_a), (before_b, calls_b) in acts:
        moves += [*_moves(before_a, before_b), *_moves(calls_a, calls_b)]
    return Alignment(tuple(partners), "".join(moves))


def _acts(trace: Trace, names: Sequence[Hashable]) -> list[tuple[_Keys, _Keys]]:
    """For each ``backward()`` what comes before its calls, and the calls: a key for each step, equal in both traces
    where the steps are the same."""
    acts: list[tuple[_Keys, _Keys]] = []
    seen: Counter[Hashable] = Counter()
    for index, step in enumerate(trace.steps):
        is_call = step.phase == "backward"
        begins = begins_backward(trace.steps, index) if is_call else bool(acts and acts[-1][1])
        if not acts or (begins and acts[-1][1]):
            acts.append(([], []))
            seen.clear()
        what = (step.phase, names[step.node] if step.node is not None and step.phase != "topo" else None)
        seen[what] += 1
        acts[-1][is_call].append((*what, seen[what]))
    return acts


def _moves(a: _Keys, b: _Keys) -> Iterable[str]:
    """The moves through two lists of keys, in each of which no key comes twice."""
    at = {key: index for index, key in enumerate(b)}
    in_a = set(a)
    shared = [(index, at[key]) for index, key in enumerate(a) if key in at]
    meetings = _longest_rising(shared)
    if 2 * len(meetings) < len(shared):
        meetings = []
    i = j = 0
    for meeting in [*meetings, None]:
        end_a, end_b = meeting or (len(a), len(b))
        while i < end_a or j < end_b:
            if i < end_a and (j == end_b or a[i] not in at):
                yield "a"
                i += 1
            elif j < end_b and (i == end_a or b[j] not in in_a):
                yield "b"
                j += 1
            else:
                yield "="
                i, j = i + 1, j + 1
        if meeting:
            yield "="
            i, j = i + 1, j + 1


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many of the pairs, which rise in their first numbers, as rise in their second ones too."""
    ends: list[int] = []  # the least second number that a chain of each length can end with
    last: list[int] = []  # the pair it ends with
    before: list[int] = []  # for each pair the one before it in its chain
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [second]
        last[length : length + 1] = [index]
    chain = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]
