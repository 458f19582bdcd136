"""A trace as a question to Graphviz (DOT), and Graphviz's answer as a placement.

Graphviz sees empty boxes of sizes that we computed, named by integers; no text of the program ever reaches it, and
its answer depends on no font.

The exception tree::

    NotDrawn                 there is no picture; ``reason`` says why, the trace itself is fine
    ├── TooManyNodes         more Values than a picture can hold
    ├── TooEntangled         so many long edges that a layout would take minutes
    ├── LayoutTooSlow        the layout ran out of time, or the queue was too long
    ├── LayoutFailed         Graphviz gave up on this graph
    └── NoGraphviz           Graphviz is not installed
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import graphviz

from gradstep.engine.errors import GradstepError
from gradstep.engine.text import Text
from gradstep.engine.trace import Trace

from .carried import note_columns
from .curves import Line, Pill, Point, along, link, trimmed
from .graphviz_worker import Coordinates
from .notes import Note, place_notes
from .ranks import Ranks, ranks_of, settings_for
from .rects import Rect
from .sizes import SHIFT, Card, Look, cards, operator_size

__all__ = [
    "MAX_NODES", "Box", "Edge", "LayoutFailed", "LayoutTooSlow", "Look", "NoGraphviz", "NotDrawn", "Operator",
    "Placement", "Request", "TooEntangled", "TooManyNodes", "finish", "prepare",
]  # fmt: skip

MAX_NODES = 1_000
MARGIN = 6.0  # px around the graph
_NODE_GAP = 12  # px between the cards of a rank
_NOTE_GAP = 40  # the same where a note goes between them
_NOTE_RANK_GAP = 8  # and this much more between ranks, where a note goes between those
_ROOMY = 5  # cards on a rank that leave room for that
_FLAT, _NARROW = 250.0, 330.0  # px: a smaller drawing has its notes above and below it, or beside it
_GAP_AT_LEAST, _GAP_AT_MOST = 11, 20  # px between ranks: a short graph has room to breathe, a long one must fit


class NotDrawn(GradstepError):
    """There is no picture. ``reason`` is a sentence for people, ``status`` the HTTP status that fits."""

    status: ClassVar[int] = 503

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(str(reason))


class TooManyNodes(NotDrawn):
    """More Values than a picture can hold."""

    status = 422

    def __init__(self, found: int, limit: int) -> None:
        super().__init__(
            Text("the graph has {found} Values; a picture holds at most {limit}", found=found, limit=limit)
        )


class TooEntangled(NotDrawn):
    """So many edges pass over so many others that a layout would take minutes."""

    status = 422

    def __init__(self) -> None:
        super().__init__(Text("the graph has too many long edges to be drawn in time"))


class LayoutTooSlow(NotDrawn):
    """The layout ran out of time, or others were before it for too long."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Text("the layout of the graph took longer than {seconds} seconds", seconds=f"{seconds:g}"))


class LayoutFailed(NotDrawn):
    """Graphviz gave up on this graph, or crashed on it."""

    def __init__(self) -> None:
        super().__init__(Text("Graphviz could not lay out this graph"))


class NoGraphviz(NotDrawn):
    """Graphviz is not installed."""

    def __init__(self) -> None:
        super().__init__(Text("there is no picture because Graphviz is not installed on the server"))


@dataclass(frozen=True, slots=True)
class Box:
    """The left upper corner of a card; its size is the card's."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Operator:
    """The circle before a card, and the arrow from it to the card."""

    outline: Pill
    link: Line


@dataclass(frozen=True, slots=True)
class Edge:
    """From the card of ``operand`` to the circle of ``user``; ``slot`` is which operand it is."""

    operand: int
    user: int
    slot: int
    line: Line


@dataclass(frozen=True, slots=True)
class Placement:
    """Where everything stands, in px from the left upper corner. ``cards``, ``boxes`` and ``operators`` are by node id
    (a leaf's operator is None), ``notes`` by operand, user and slot."""

    look: Look
    width: float
    height: float
    cards: tuple[Card, ...]
    boxes: tuple[Box, ...]
    operators: tuple[Operator | None, ...]
    edges: tuple[Edge, ...]
    notes: dict[tuple[int, int, int], Note]


@dataclass(frozen=True, slots=True)
class Request:
    """What Graphviz is asked: the DOT, and how hard it will be (see ``Ranks``)."""

    dot: str
    cards: tuple[Card, ...]
    effort: int


def prepare(trace: Trace, look: Look, max_nodes: int = MAX_NODES) -> Request:
    """The question to Graphviz. Raises TooManyNodes or TooEntangled."""
    if len(trace.nodes) > max_nodes:
        raise TooManyNodes(len(trace.nodes), max_nodes)
    ranks = ranks_of(trace.nodes)
    settings = settings_for(ranks.effort)
    if settings is None:
        raise TooEntangled
    sizes = tuple(cards(trace, look))
    return Request(_dot(trace, look, sizes, ranks, settings), sizes, ranks.effort)


def _dot(trace: Trace, look: Look, sizes: Sequence[Card], ranks: Ranks, settings: dict[str, str]) -> str:
    """Value ``i`` is called ``i``, its operator ``i`` + the number of Values; an edge's id says operand, user, slot."""
    gap = min(max(_GAP_AT_MOST - (ranks.count - 9), _GAP_AT_LEAST), _GAP_AT_MOST)
    gap += _NOTE_RANK_GAP if look.direction == "TB" and ranks.widest <= _ROOMY else 0
    apart = _NOTE_GAP if look.direction == "LR" and ranks.widest <= _ROOMY else _NODE_GAP
    edge_attr = {"arrowhead": "none"}
    if look == Look("row", "LR"):  # wide in any case; flat edges would graze the long sides of the cards
        gap, edge_attr["tailport"] = _GAP_AT_MOST + 8, "e"
    graph = graphviz.Digraph(
        graph_attr={"rankdir": look.direction, "ranksep": _inches(gap), "nodesep": _inches(apart), **settings},
        node_attr={"shape": "box", "fixedsize": "true", "label": ""},
        edge_attr=edge_attr,
    )
    count = len(trace.nodes)
    for node, card in zip(trace.nodes, sizes, strict=True):
        graph.node(str(node.id), width=_inches(card.width), height=_inches(card.height))
        if node.operands:
            _, width, height = operator_size(node.op)
            circle = str(count + node.id)
            graph.node(circle, shape="ellipse", width=_inches(width), height=_inches(height))
            for slot, operand in enumerate(node.operands):
                graph.edge(str(operand), circle, id=f"{operand}-{node.id}-{slot}")
            graph.edge(circle, str(node.id), weight="20")
    source: str = graph.source
    return source


def _inches(px: float) -> str:
    return f"{px / 72:.4f}"


def finish(trace: Trace, look: Look, sizes: tuple[Card, ...], answer: Coordinates) -> Placement:
    """Graphviz's answer as a placement: y downwards, operators moved nearer to their cards, edges cut to fit."""
    width, height = answer["size"]
    left, top = _margins(look, width, height)
    across, down = (SHIFT, 0) if look.direction == "LR" else (0, SHIFT)

    def place(point: Sequence[float]) -> Point:
        return point[0] + left, height - point[1] + top

    boxes: list[Box] = []
    operators: list[Operator | None] = []
    edges: list[Edge] = []
    ways: dict[tuple[int, int, int], list[Point]] = {}
    for node, card in zip(trace.nodes, sizes, strict=True):
        x, y = place(answer["at"][str(node.id)])
        boxes.append(Box(x - card.width / 2, y - card.height / 2))
        if not node.operands:
            operators.append(None)
            continue
        ox, oy = place(answer["at"][str(len(trace.nodes) + node.id)])
        _, pill_width, pill_height = operator_size(node.op)
        pill = Pill(ox + across, oy + down, pill_width, pill_height)
        operators.append(Operator(pill, _link(pill, boxes[-1], card, look)))
        for slot, operand in enumerate(node.operands):
            points = [place(point) for point in answer["edges"][f"{operand}-{node.id}-{slot}"]]
            moved = [(px + across, py + down) for px, py in points[-2:]]
            edges.append(Edge(operand, node.id, slot, trimmed([*points[:-2], *moved], pill)))
            ways[operand, node.id, slot] = along([*points[:-2], *moved])
    page = Rect(0, 0, width + 2 * left, height + 2 * top)
    things = [*_things(sizes, boxes, operators)]
    notes = place_notes(ways, note_columns(trace), things, page, tall=look.direction == "TB")
    return Placement(look, page.width, page.height, sizes, tuple(boxes), tuple(operators), tuple(edges), notes)


def _margins(look: Look, width: float, height: float) -> tuple[float, float]:
    """The room on the left and right, and above and below: a thin graph has room for notes beside it."""
    if look.direction == "LR":
        return MARGIN, max(MARGIN, (_FLAT - height) / 2)
    return max(MARGIN, (_NARROW - width) / 2), MARGIN


def _things(sizes: Sequence[Card], boxes: Sequence[Box], operators: Sequence[Operator | None]) -> Iterator[Rect]:
    """What no note may touch."""
    for card, box, operator in zip(sizes, boxes, operators, strict=True):
        yield Rect(box.x, box.y, card.width, card.height)
        if operator:
            pill = operator.outline
            yield Rect(pill.x - pill.width / 2, pill.y - pill.height / 2, pill.width, pill.height)


def _link(pill: Pill, box: Box, card: Card, look: Look) -> Line:
    if look.direction == "LR":
        return link(pill, box.x, min(max(pill.y, box.y + 6), box.y + card.height - 6))
    return link(pill, min(max(pill.x, box.x + 6), box.x + card.width - 6), box.y)
