"""Trace + placement + frame -> one SVG. The attributes in it are a contract (see docs): scripts read the picture too.

Everything that a state changes is an attribute that CSS answers to (``static/css/graph.css``), so that a page steps by
setting attributes and moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from xml.sax.saxutils import escape, quoteattr

from gradstep.engine.early import early_at
from gradstep.engine.faults import grad_faults
from gradstep.engine.frames import Frame, NodeState
from gradstep.engine.losses import lost_edges
from gradstep.engine.numbers import shown, whole
from gradstep.engine.text import Text
from gradstep.engine.trace import Fault, Node, Trace, Write

from .curves import number
from .drawn_notes import drawn_notes
from .graph_style import graph_style
from .layout import Box, Edge, Operator, Placement
from .sizes import BASELINE, PADDING, ROW, Card, operator_size, printable

__all__ = ["draw", "graph_style"]

_GROUP = 40  # elements in one <g>: browsers restyle a page of grouped elements in half the time
_SLOTS = {"**": ("base", "exponent")}

Translate = Callable[[Text], str]


def draw(
    trace: Trace,
    placement: Placement,
    frame: Frame,
    *,
    standalone: bool,
    title: str = "",
    translate: Translate = str,
) -> str:
    """One ``<svg>`` element: the frame as a picture, in px.

    Standalone, it holds its own style (see ``graph_style``) in the light theme and a background, and any viewer shows
    it. Otherwise it is a part of a page, which links ``graph.css``. ``title`` is its accessible name, ``translate``
    the language of the reasons for inf and nan.
    """
    width, height = number(math.ceil(placement.width)), number(math.ceil(placement.height))
    name = printable(title)
    labelled = f" aria-label={quoteattr(name)}" if name else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img"{labelled} direction="ltr" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ]
    if standalone:
        parts.append(f"<title>{escape(name)}</title>" if name else "")
        parts.append(f"<style>{graph_style()}</style>")
        parts.append(f'<rect class="ground" width="{width}" height="{height}"/>')
    faults = _faults(trace, frame)
    parts += ['<g class="edges">', *_grouped(_edges(trace, placement, frame, faults)), "</g>"]
    parts += ['<g class="nodes">', *_grouped(_nodes(trace, placement, frame, faults, translate)), "</g>"]
    parts += ['<g class="notes">', *_grouped(drawn_notes(trace, placement, frame, standalone)), "</g></svg>"]
    return "".join(parts)


def _grouped(elements: Iterable[str]) -> Iterator[str]:
    rest = iter(elements)
    while group := list(islice(rest, _GROUP)):
        yield f"<g>{''.join(group)}</g>"


def _faults(trace: Trace, frame: Frame) -> dict[int, tuple[Fault, str]]:
    """What is marked in this frame, by node: the fault and the number it is of. One that began there goes before one
    that follows, and the data's before the grad's."""
    if trace.finite:
        return {}
    of_grads = grad_faults(trace, frame)
    found: dict[int, tuple[Fault, str]] = {}
    for node, state in zip(trace.nodes, frame.nodes, strict=True):
        if state.state != "absent":
            both = [(fault, of) for fault, of in ((node.fault, "data"), (of_grads.get(node.id), "grad")) if fault]
            if both:
                found[node.id] = min(both, key=lambda each: not each[0].origin)
    return found


def _edges(trace: Trace, placement: Placement, frame: Frame, faults: dict[int, tuple[Fault, str]]) -> Iterator[str]:
    lost = lost_edges(trace, frame.step, frame.event)
    early = early_at(trace, frame.step, frame.event).edges
    for edge in placement.edges:
        built = frame.nodes[edge.user].state != "absent"
        written = (edge.operand, edge.user, edge.slot) in frame.written
        follows = edge.user in faults and not faults[edge.user][0].origin
        yield (
            f'<g data-edge="{edge.operand}-{edge.user}-{edge.slot}" data-slot="{edge.slot}" '
            f'data-built="{_flag(built)}" data-written="{_flag(written)}" '
            f'data-lost="{_flag((edge.operand, edge.user, edge.slot) in lost)}" '
            f'data-early="{_flag((edge.operand, edge.user, edge.slot) in early)}" '
            f'data-follows="{_flag(follows)}" data-reachable="{_flag(trace.nodes[edge.user].reachable)}">'
            f"<title>{escape(_edge_title(trace, edge))}</title>"
            f'<path class="line" d="{edge.line.path}"/><path class="head" d="{edge.line.head}"/></g>'
        )


def _edge_title(trace: Trace, edge: Edge) -> str:
    operand, user = trace.nodes[edge.operand], trace.nodes[edge.user]
    roles = _SLOTS.get(user.op)
    role = f" ({roles[edge.slot]})" if roles and len(user.operands) == 2 else ""
    return printable(f"{operand.label or operand.text} → {user.label or user.text}, slot {edge.slot}{role}")


def _nodes(
    trace: Trace, placement: Placement, frame: Frame, faults: dict[int, tuple[Fault, str]], translate: Translate
) -> Iterator[str]:
    marked = {} if trace.finite else _ever_faulty(trace)
    early = early_at(trace, frame.step, frame.event).nodes
    places = zip(placement.cards, placement.boxes, placement.operators, strict=True)
    for node, state, (card, box, operator) in zip(trace.nodes, frame.nodes, places, strict=True):
        fault, of = faults.get(node.id, (None, ""))
        kind = "origin" if fault and fault.origin else "follows"
        faulty = f' data-fault="{kind}" data-fault-in="{of}"' if fault else ""
        yield (
            f'<g data-node="{node.id}" data-state="{state.state}" data-active="{_flag(frame.active == node.id)}" '
            f'data-reachable="{_flag(node.reachable)}" data-changed="{_flag(node.id in frame.changed)}" '
            f'data-early="{_flag(node.id in early)}"{faulty}>'
            f"<title>{escape(_node_title(node, state, fault, translate))}</title>"
            f"{_card(card, box, state, node, row=placement.look.card == 'row')}"
            f"{_mark(card, box) if node.id in marked else ''}{_operator(operator, node.op)}</g>"
        )


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _node_title(node: Node, state: NodeState, fault: Fault | None, translate: Translate) -> str:
    """What a node says on hover: all of its name, its numbers to the last digit, the reason for an inf or nan."""
    lines = [printable(node.label or node.text)]
    if node.label and node.op:
        lines[0] += printable(f" = {node.text}")
    if state.state != "absent":
        lines += [f"data {whole(node.data)}", f"grad {whole(state.grad)}"]
    if fault is not None:
        lines.append(printable(translate(fault.reason)))
    return "\n".join(lines)


def _card(card: Card, box: Box, state: NodeState, node: Node, row: bool) -> str:
    """The outline, the lines between the cells, and the texts. The numbers end at one place, the words begin at one."""
    x, y = box.x, box.y
    if row:
        second, third = x + card.cells[0], x + card.cells[0] + card.cells[1]
        down = number(card.height)
        rules = f"M{number(second)} {number(y)}v{down}M{number(third)} {number(y)}v{down}"
        corners = ((x, y), (second, y), (third, y))
        middle = card.height / 2
    else:
        second, third = y + ROW, y + 2 * ROW
        across = number(card.width)
        rules = f"M{number(x)} {number(second)}h{across}M{number(x)} {number(third)}h{across}"
        corners = ((x, y), (x, second), (x, third))
        middle = ROW / 2
    base = middle + BASELINE
    (lx, ly), (dx, dy), (gx, gy) = corners
    absent = state.state == "absent"
    data, grad = ("", "") if absent else (shown(node.data), shown(state.grad))
    return (
        f'<rect class="card" x="{number(x)}" y="{number(y)}" width="{number(card.width)}" '
        f'height="{number(card.height)}" rx="4"/><path class="rule" d="{rules}"/>'
        f'<text class="label" data-field="label" x="{number(lx + card.cells[0] / 2)}" y="{number(ly + base)}">'
        f"{escape(card.label)}</text>"
        f'<text class="word" x="{number(dx + PADDING)}" y="{number(dy + base)}">data</text>'
        f'<text class="word" x="{number(gx + PADDING)}" y="{number(gy + base)}">grad</text>'
        f'<text class="number" data-field="data" x="{number(dx + card.cells[1] - PADDING)}" y="{number(dy + base)}">'
        f"{escape(data)}</text>"
        f'<text class="number" data-field="grad" x="{number(gx + card.cells[2] - PADDING)}" y="{number(gy + base)}">'
        f"{escape(grad)}</text>"
    )


def _operator(operator: Operator | None, op: str) -> str:
    if operator is None:
        return ""
    pill, line = operator.outline, operator.link
    text, _, _ = operator_size(op)
    return (
        f'<g class="op"><path class="line" d="{line.path}"/><path class="head" d="{line.head}"/>'
        f'<rect class="pill" x="{number(pill.x - pill.width / 2)}" y="{number(pill.y - pill.height / 2)}" '
        f'width="{number(pill.width)}" height="{number(pill.height)}" rx="{number(pill.height / 2)}"/>'
        f'<text class="sign" x="{number(pill.x)}" y="{number(pill.y + BASELINE)}">{escape(text)}</text></g>'
    )


def _mark(card: Card, box: Box) -> str:
    """A warning triangle on the right upper corner of the card; CSS shows it where the node has ``data-fault``."""
    x, y = box.x + card.width, box.y
    triangle = f"M{number(x)} {number(y - 7)}l7 12h-14z"
    bang = f"M{number(x)} {number(y - 2)}v3.5m0 1v1"
    return f'<g class="mark"><path class="sign" d="{triangle}"/><path class="bang" d="{bang}"/></g>'


def _ever_faulty(trace: Trace) -> set[int]:
    """The nodes whose data or grad is inf or nan in some frame."""
    found = {node.id for node in trace.nodes if node.fault is not None}
    for step in trace.steps:
        for index in step.faults:
            event = step.events[index]
            if isinstance(event, Write):
                found.add(event.target)
    return found
