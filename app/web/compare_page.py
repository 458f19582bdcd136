"""The data of ``compare.html``: two halves at one joint step, the leaves' gradients, and what to make of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import orjson
from markupsafe import Markup

from gradstep.engine.alignment import Alignment, align
from gradstep.engine.comparison import Leaf, costs_of, is_edit, leaves_of
from gradstep.engine.frames import Frame, frame_at
from gradstep.engine.numbers import shown, whole
from gradstep.engine.text import Text
from gradstep.engine.trace import Trace

from ..links.content import Content
from ..picture.placing import Placement
from ..words.compared import outcome, titles, tradeoffs
from ..words.explain import step_texts
from ..words.lines import lines_of
from ..words.texts import Translator, translator
from .comparison_addresses import Comparison, offers
from .views import draw_frame, script_json

__all__ = ["Half", "compare_page"]

_MOST_LEAVES = 200
_MOST_LINES = 3
_SIDES: tuple[Literal["a", "b"], ...] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Half:
    """One side, traced or refused."""

    content: Content
    open_url: str
    trace: Trace | None = None
    encoded: bytes | None = None  # the trace as JSON in the page's language; None if the scripts are to fetch it
    placement: Placement | None = None
    no_drawing: Text | None = None
    problems: Sequence[dict[str, Any]] = ()


def compare_page(comparison: Comparison, a: Half, b: Half) -> dict[str, Any]:
    """Everything that ``compare.html`` may use."""
    say = translator(comparison.lang)
    rows: list[Leaf] = []
    words: list[Text] = []
    is_edited = False
    if a.trace and b.trace:
        aligned = align(a.trace, b.trace)
        is_edited = is_edit(a.trace, b.trace, aligned.partners)
        rows = leaves_of(a.trace, b.trace, aligned.partners)
        words = [outcome(rows), *tradeoffs(a.trace, b.trace, aligned.partners)]
    else:
        count = len((a.trace or b.trace).steps) if a.trace or b.trace else 0  # type: ignore[union-attr]
        aligned = Alignment((), ("a" if a.trace else "b") * count)
    steps = len(aligned.moves)
    step = min(comparison.step, steps)
    moved = aligned.moves[step - 1] if step else ""
    names = titles(
        a.content.options,
        b.content.options,
        has_two_programs=a.content.source != b.content.source,
        is_edited=is_edited,
    )
    halves = [
        {**_half(half, place, name, moved in ("=", side), comparison.lang), "fields": comparison.fields(side)}
        for half, place, name, side in zip((a, b), aligned.places(step), names, _SIDES, strict=True)
    ]
    # Where there are too many to list, those that differ come first.
    listed = rows if len(rows) <= _MOST_LEAVES else sorted(rows, key=lambda row: not row.differs)[:_MOST_LEAVES]
    table = [_row(row, halves[0], halves[1], a.trace, b.trace) for row in listed] if a.trace and b.trace else []
    apart = {name: _program(half) for name, half in (("a", a), ("b", b)) if half.trace and half.encoded is None}
    boot = {
        "moves": aligned.moves,
        "step": step,
        "leaves": [[row.a, row.b] for row in listed],
        "sides": {name: orjson.Fragment(half.encoded or b"null") for name, half in (("a", a), ("b", b))},
        "apart": apart,
    }
    return {
        "step": step,
        "steps": steps,
        "phase": next((h["phase"] for h in halves if h["moved"]), ""),
        "sides": halves,
        "rows": table,
        "more_rows": len(rows) - len(listed),
        "words": [say(text) for text in words],
        "offers": [(say(name), url) for name, url in offers(comparison)],
        "first_url": comparison.url(0),
        "previous_url": comparison.url(max(step - 1, 0)),
        "next_url": comparison.url(min(step + 1, steps)),
        "last_url": comparison.url(steps),
        "is_apart": bool(apart),
        "boot_json": script_json(boot),
    }


def _program(half: Half) -> dict[str, Any]:
    """What a script asks for a trace with."""
    return {"source": half.content.source, "options": asdict(half.content.options)}


def _half(half: Half, step: int, name: Text, moved: bool, lang: str) -> dict[str, Any]:
    say = translator(lang)
    data: dict[str, Any] = {
        "title": say(name),
        "source": half.content.source,
        "options": asdict(half.content.options),
        "open_url": half.open_url,
        "problems": half.problems,
        "trace": half.trace,
        "step": step,
        "moved": moved,
        "phase": "",
        "svg": Markup(),
        "no_drawing": say(half.no_drawing) if half.no_drawing else "",
        "kicker": "",
        "explanation": "",
        "lines": [],
        "costs": None,
        "frame": None,
    }
    if half.trace:
        frame = frame_at(half.trace, step)
        data |= _moment(half.trace, frame, say)
        if half.placement:
            data["svg"] = Markup(draw_frame(half.trace, half.placement, frame, lang, standalone=False))
    return data


def _moment(trace: Trace, frame: Frame, say: Translator) -> dict[str, Any]:
    """What the step on show did."""
    moment: dict[str, Any] = {"frame": frame, "phase": frame.phase or "", "costs": costs_of(trace)}
    if frame.step:
        step = trace.steps[frame.step - 1]
        texts = step_texts(trace, say)[frame.step - 1]
        lines = lines_of(trace, frame.step - 1, step.events, say, whole=True)
        moment |= {"kicker": texts.title, "explanation": texts.explanation}
        moment["lines"] = [line for line in lines if line.kind in ("write", "seed", "clear")][:_MOST_LINES]
    return moment


def _row(row: Leaf, a: dict[str, Any], b: dict[str, Any], of_a: Trace, of_b: Trace) -> dict[str, Any]:
    ends = [None if row.a is None else of_a.grads[row.a], None if row.b is None else of_b.grads[row.b]]
    nows = [_now(a["frame"], row.a), _now(b["frame"], row.b)]
    difference = ends[1] - ends[0] if ends[0] is not None and ends[1] is not None else math.nan
    return {
        "label": row.label,
        "differs": row.differs,
        "only": "" if row.a is not None and row.b is not None else "a" if row.b is None else "b",
        "now": ["" if now is None else shown(now) for now in nows],
        "end": ["" if end is None else shown(end) for end in ends],
        "end_whole": ["" if end is None else whole(end) for end in ends],
        "difference": _signed(difference) if row.differs else "",
    }


def _signed(difference: float) -> str:
    """A difference with its sign, "" where it has none: infinite gradients have no difference."""
    text = "" if math.isnan(difference) else shown(difference)
    if difference <= 0 or not text:
        return text
    return f"≈+{text[1:]}" if text.startswith("≈") else f"+{text}"


def _now(frame: Frame, node: int | None) -> float | None:
    """The gradient at the step on show, None for a node that is not there yet."""
    if node is None or frame.nodes[node].state == "absent":
        return None
    return frame.nodes[node].grad
