"""The notes of the edges as SVG: what each carries in a frame, where it has its place."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from gradstep.engine.frames import Frame
from gradstep.engine.trace import Trace

from .carried import Carried, carried
from .curves import number
from .layout import Placement
from .notes import LINE, NOTE_PADDING, Note
from .rects import Rect
from .sizes import BASELINE

__all__ = ["drawn_notes"]


def drawn_notes(trace: Trace, placement: Placement, frame: Frame, standalone: bool) -> Iterator[str]:
    """What the edges carry, last of all, so that nothing is drawn over it. A page can fill empty ones later."""
    notes = placement.notes
    said = {slot: each for slot, each in carried(trace, frame).items() if slot in notes}
    kept: list[Rect] = []  # those that are written now come first, and earlier ones have to make way
    for slot, each in list(said.items()):
        if each.state == "now" or not any(notes[slot].box.overlaps(other) for other in kept):
            kept.append(notes[slot].box)
        else:
            del said[slot]
    for slot, note in notes.items():
        if standalone and slot not in said:
            continue
        yield _note("-".join(map(str, slot)), note, said.get(slot))


def _note(key: str, note: Note, said: Carried | None) -> str:
    box, room = note.box, " ".join(map(str, note.room))
    (x0, y0), (x1, y1) = note.start, note.end
    texts = (said.before, said.contribution, said.after) if said else ("", "", "")
    lines = "".join(
        f'<text class="{name}" x="{number(x)}" y="{number(y)}">{escape(text)}</text>'
        for (name, x, y), text in zip(_places(note), texts, strict=True)
        if note.shape != "short" or name.startswith("contribution")
    )
    return (
        f'<g data-note="{key}" data-shown="{said.state if said else "false"}" data-room="{room}">'
        f'<path class="lead" d="M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"/>'
        f'<rect class="plate" x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" '
        f'height="{number(box.height)}" rx="3"/>{lines}</g>'
    )


def _places(note: Note) -> tuple[tuple[str, float, float], ...]:
    """The class of each of the three texts, and where it stands. Those of class ``number`` end there."""
    box = note.box
    left, right = box.x + NOTE_PADDING, box.x + box.width - NOTE_PADDING
    first, second, third = (box.y + 1 + (line + 0.5) * LINE + BASELINE for line in range(3))
    if note.shape == "tall":
        lines = zip(("before", "contribution", "after"), (first, second, third), strict=True)
        return tuple((f"{name} number", right, y) for name, y in lines)
    return ("before", left, second), ("contribution", left, first), ("after number", right, second)
