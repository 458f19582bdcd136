"""Where the note of each edge stands, which says what the edge carries: as near to it as there is room, on no node."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from .curves import Point
from .rects import APART, Ground, Rect, crosses
from .sizes import CHARACTER

__all__ = ["LINE", "NOTE_PADDING", "Columns", "Note", "place_notes"]

LINE = 15.0  # px from one line of a note to the next
NOTE_PADDING = 4.0
_FARTHEST = 110.0  # px from an edge to its note
_PARTS = (0.5, 0.3, 0.7)  # of the way along an edge, where its note may lead to
_NEIGHBOURS = 6  # things near an edge that its note may stand beside
_MOST = 100  # edges of a drawing that has notes; in larger ones there is no room, and looking for it takes long

Slot = tuple[int, int, int]  # an edge: operand, user, slot
Columns = tuple[int, int, int]  # of the texts before, contribution and after
Shape = Literal["wide", "tall", "short"]
Way = Sequence[Point]  # points along an edge


@dataclass(frozen=True, slots=True)
class Note:
    """``box`` is where the lines of a note stand; a thin line leads from ``start`` on its border to its edge, at
    ``end``. Where they are the same, the note lies on the edge. ``room`` is how many columns its texts may take.
    A ``tall`` one has them under one another like a sum; a ``wide`` one has the contribution alone on its first line;
    a ``short`` one has the contribution and no more."""

    box: Rect
    start: Point
    end: Point
    room: Columns
    shape: Shape


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is on show together with a note: the ways of other edges, and those notes that are placed already."""

    ways: Sequence[Way]
    notes: Sequence[Note]


def _size(columns: Columns, shape: Shape) -> tuple[float, float]:
    """The width and height of a note."""
    before, contribution, after = columns
    widest = {"wide": max(contribution, before + 1 + after), "tall": max(columns), "short": contribution}[shape]
    lines = {"wide": 2, "tall": 3, "short": 1}[shape]
    return widest * CHARACTER + 2 * NOTE_PADDING, lines * LINE + 2


def place_notes(
    ways: Mapping[Slot, Way], columns: Mapping[Slot, Columns], things: Sequence[Rect], page: Rect, *, tall: bool
) -> dict[Slot, Note]:
    """The note of each edge that there is room for.

    Args:
        ways: points along each edge.
        columns: the room that each note has to have; an edge that is not here has no note.
        things: cards and operators, which no note touches.
        page: what a note has to stay inside.
        tall: whether a note had better be tall than wide.
    """
    if len(ways) > _MOST:
        return {}
    edges = tuple((slot, tuple(way)) for slot, way in ways.items())
    return _placed(edges, tuple(columns.items()), tuple(things), page, tall)


@lru_cache(maxsize=64)  # each frame of a trace asks the same
def _placed(
    edges: tuple[tuple[Slot, Way], ...],
    wanted: tuple[tuple[Slot, Columns], ...],
    things: tuple[Rect, ...],
    page: Rect,
    tall: bool,
) -> dict[Slot, Note]:
    ways, columns = dict(edges), dict(wanted)
    ground = Ground(things)
    together = _together(ways)
    placed: dict[Slot, Note] = {}
    shapes: tuple[Shape, ...] = ("tall", "wide", "short") if tall else ("wide", "tall", "short")

    def seen(slots: Iterable[Slot]) -> _Seen:
        others = list(slots)
        return _Seen([ways[other] for other in others], [placed[other] for other in others if other in placed])

    for slot in (slot for slot in ways if slot in columns):
        others = [other for other in together[slot[0]] if other != slot]
        at_once = seen(other for other in others if other[1] == slot[1])
        tried = (_note(ways[slot], columns[slot], shape, ground, at_once, seen(others), page) for shape in shapes)
        note = next(filter(None, tried), None)
        if note:
            placed[slot] = note
    return placed


def _together(slots: Iterable[Slot]) -> dict[int, list[Slot]]:
    """For each operand the edges that may carry something while its own do: those of the operands of its users."""
    by_operand: dict[int, list[Slot]] = {}
    by_user: dict[int, dict[int, None]] = {}
    for slot in slots:
        by_operand.setdefault(slot[0], []).append(slot)
        by_user.setdefault(slot[1], {})[slot[0]] = None
    found = {}
    for operand, own in by_operand.items():
        partners = dict.fromkeys(partner for _, user, _ in own for partner in by_user[user])
        found[operand] = [slot for partner in partners for slot in by_operand[partner]]
    return found


def _note(
    way: Way, room: Columns, shape: Shape, ground: Ground, at_once: _Seen, ever: _Seen, page: Rect
) -> Note | None:
    """The nearest place that is clear of nodes, and of what is ever seen with the note; failing that, of what is
    written ``at_once`` with it: the note is then nearer to its own edge, or at least not on another, or at least clear.
    """
    found: list[Note | None] = [None, None, None]
    for note in _tried(way, room, shape, ground, ever):
        box = note.box
        if not page.holds(box) or any(box.overlaps(thing, APART) for thing in ground.near(box)):
            continue
        if not _is_clear(note, ground, at_once.notes):
            continue
        if _is_clear(note, ground, ever.notes) and _is_own(note, ever.ways):
            return note
        rank = 0 if _is_own(note, at_once.ways) else 2 if _covers(note, at_once.ways) else 1
        found[rank] = found[rank] or note
    return next(filter(None, found), None)


def _is_own(note: Note, others: Sequence[Way]) -> bool:
    """Whether a note lies on none of these edges, and nearer to its own than to each."""
    away = note.box.away(note.end)
    return not _covers(note, others) and all(away < min(map(note.box.away, other)) for other in others)


def _tried(way: Way, room: Columns, shape: Shape, ground: Ground, seen: _Seen) -> Iterator[Note]:
    """The places that a note may have, the nearest to the middle of its edge first: each lies on the edge or beside
    it, and touches what stands near."""
    width, height = _size(room, shape)
    gap = APART + 0.1
    found = []
    for part in _PARTS:
        x, y = end = way[round(part * (len(way) - 1))]
        reach = Rect(x - _FARTHEST, y - _FARTHEST, 2 * _FARTHEST, 2 * _FARTHEST)
        across, down = {x - width / 2, x - width, x}, {y - height / 2, y - height - gap, y + gap}
        near = sorted({*ground.near(reach), *(note.box for note in seen.notes)}, key=lambda thing: thing.away(end))
        for thing in near[:_NEIGHBOURS]:
            right, low = thing.x + thing.width, thing.y + thing.height
            across |= {thing.x - gap - width, right + gap, right - width, thing.x}
            down |= {thing.y - gap - height, low + gap}
        for left in across:
            over = max(left - x, x - left - width, 0.0)
            for top in down:
                away = math.hypot(over, max(top - y, y - top - height, 0.0))
                if away <= _FARTHEST:
                    centre = math.hypot(left + width / 2 - x, top + height / 2 - y)
                    found.append((away + 0.05 * centre + 8 * abs(part - 0.5), left, top, end))
    for _, left, top, end in sorted(found):
        box = Rect(left, top, width, height)
        yield Note(box, box.nearest(end), end, room, shape)


def _is_clear(note: Note, ground: Ground, others: Sequence[Note]) -> bool:
    """Whether a note is clear of the others, and its thin line of them and of the nodes."""
    line = _line(note)
    (x0, y0), (x1, y1) = note.start, note.end
    for other in others:
        if note.box.overlaps(other.box, APART) or note.box.crossed(_line(other)) or other.box.crossed(line):
            return False
        if crosses(note.start, note.end, other.start, other.end):
            return False
    reach = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
    return not any(thing.crossed(line) for thing in ground.near(reach))


def _covers(note: Note, ways: Sequence[Way]) -> bool:
    """Whether a note or its thin line lies on one of these edges."""
    if any(note.box.crossed(way) for way in ways):
        return True
    return any(crosses(note.start, note.end, *piece) for way in ways for piece in pairwise(way))


def _line(note: Note) -> list[Point]:
    """Points on the line from a note to its edge."""
    (x0, y0), (x1, y1) = note.start, note.end
    steps = max(1, math.ceil(math.dist(note.start, note.end) / 4))
    return [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]
