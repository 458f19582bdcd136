"""The graph as DOT, in the look of micrograd's ``draw_dot``: records for Values, ellipses for operators."""

from __future__ import annotations

from gradstep.engine.frames import Frame
from gradstep.engine.numbers import shown
from gradstep.engine.trace import Trace

from ..picture.sizes import printable

__all__ = ["graph_dot"]

# What has a meaning in the label of a record.
_IN_RECORDS = str.maketrans({character: f"\\{character}" for character in '\\"{}|<> '})
# Graphviz reads entities in labels.
_ENTITY = "&amp;"


def graph_dot(trace: Trace, frame: Frame) -> str:
    """What exists in that frame, each grad as it reads there.

    The names of nodes are ids: no text of the program stands anywhere but in a label, and there escaped.
    """
    lines = ["digraph {", "  rankdir=LR", "  node [shape=record]"]
    for node, state in zip(trace.nodes, frame.nodes, strict=True):
        if state.state == "absent":
            continue
        name = _escaped(node.label or node.text)
        numbers = f"data\\ {shown(node.data)} | grad\\ {shown(state.grad)}"
        lines.append(f'  v{node.id} [label="{{ {name} | {numbers} }}"]')
        if node.op:
            lines.append(f'  op{node.id} [label="{_escaped(node.op)}" shape=ellipse]')
            lines.append(f"  op{node.id} -> v{node.id}")
            lines += [f"  v{operand} -> op{node.id}" for operand in node.operands]
    return "\n".join([*lines, "}", ""])


def _escaped(text: str) -> str:
    return printable(text).replace("&", _ENTITY).translate(_IN_RECORDS)
