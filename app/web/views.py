"""What the page shows at one moment of a trace: the data of ``page.html``, each field explained, and its HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import jinja2
import orjson
from markupsafe import Markup

from gradstep.engine.frames import Frame, frame_at
from gradstep.engine.text import Text
from gradstep.engine.trace import Options, Trace

from ..picture.drawing import draw
from ..picture.placing import Placement
from ..trace_json import problem_json
from ..words.card import Card, card_of
from ..words.explain import step_texts
from ..words.lines import ChangeLine, lines_of
from ..words.texts import translator
from .addresses import View, panel_urls
from .choices import option_urls
from .comparison_addresses import compare_url
from .rows import rows_of

__all__ = ["Page", "draw_frame", "empty_page", "fill", "fits_inline", "render", "script_json", "traced_page"]

_MOST_INLINE = 6_000  # steps and events, each some 350 bytes of JSON: 2 MB
_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parents[2] / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@dataclass(frozen=True, slots=True)
class StepText:
    """What the step on show did, or has done so far. Before the first step it is empty, and false."""

    title: str = ""
    explanation: str = ""
    code: str = ""
    lines: Sequence[ChangeLine] = ()
    card: Card | None = None

    def __bool__(self) -> bool:
        return bool(self.title)


@dataclass(slots=True)
class Page:
    """Everything that ``page.html`` may use."""

    lang: str
    source: str  # the text in the editor
    trace: Trace | None  # None where there is nothing to step through
    step: int  # steps done in the frame shown
    event: int  # events done of the next step
    steps: int  # how many steps there are
    phase: str  # of the step shown; "" before the first
    problems: Sequence[dict[str, Any]]  # as in the API's errors; each has a line and a column
    svg: Markup  # the drawing, "" if there is none
    no_drawing: str  # why there is no drawing
    step_text: StepText
    rows: list[dict[str, Any]]  # one for each Value: name, data, data_whole, grad, grad_whole, state, active, ...
    order: list[dict[str, Any]]  # the topo so far, in the fields of rows
    notices: Sequence[dict[str, Any]]  # what the parser has to say, in the fields of problems
    first_url: str
    previous_url: str  # at the beginning, the page itself
    next_url: str  # at the end, the page itself
    last_url: str
    link_id: str | None  # of the short link in the address
    options: Options  # how the engine runs
    option_urls: dict[str, str]  # this moment with another option, by "option value"
    panel: str  # what is open besides: "check", "predict" or ""
    panel_urls: dict[str, str]  # this moment with that panel open
    compare_url: str  # the program beside itself, run in another way
    self_contained_url: str | None  # absolute, holds the text; None if it would be too long
    is_apart: bool = False  # whether the scripts fetch the trace, as it is too long for the page
    boot_json: Markup = field(default_factory=Markup)  # what the scripts start from, safe inside <script>


def fits_inline(*traces: Trace) -> bool:
    """Whether a page carries these traces itself. Longer ones its scripts fetch, so that the page is there at once."""
    return sum(1 + len(step.events) for trace in traces for step in trace.steps) <= _MOST_INLINE


def traced_page(
    view: View, trace: Trace, encoded: bytes | None, placement: Placement | None, no_drawing: Text | None
) -> Page:
    """The page for a program that could be traced, at the moment nearest to the one asked for.

    Args:
        encoded: the trace as JSON in the view's language; None if the scripts are to fetch it.
        placement: where everything stands; None where it can't be drawn.
        no_drawing: the reason for that.
    """
    frame = frame_at(trace, view.step, view.event)
    say = translator(view.lang)
    svg = draw_frame(trace, placement, frame, view.lang, standalone=False) if placement else ""
    steps = len(trace.steps)
    rows = rows_of(trace, frame, say)
    page = Page(
        lang=view.lang,
        source=view.content.source,
        trace=trace,
        step=frame.step,
        event=frame.event,
        steps=steps,
        phase=frame.phase or "",
        problems=[],
        svg=Markup(svg),
        no_drawing=say(no_drawing) if no_drawing else "",
        step_text=_step_text(trace, frame, view.lang),
        rows=rows,
        order=[rows[node] for node in frame.order],
        notices=[problem_json(notice, say) for notice in trace.notices],
        first_url=view.url(0),
        previous_url=view.url(frame.step if frame.event else max(frame.step - 1, 0)),
        next_url=view.url(min(frame.step + 1, steps)),
        last_url=view.url(steps),
        link_id=view.link,
        options=view.content.options,
        option_urls=option_urls(view, frame.step, frame.event),
        panel=view.panel or "",
        panel_urls=panel_urls(view, frame.step, frame.event),
        compare_url=compare_url(view),
        self_contained_url=view.self_contained_url(frame.step, frame.event),
        is_apart=encoded is None,
    )
    page.boot_json = _boot_json(page, view, encoded or b"null")
    return page


def draw_frame(trace: Trace, placement: Placement, frame: Frame, lang: str, *, standalone: bool) -> str:
    """The frame as one SVG, with a title that says which it is."""
    say = translator(lang)
    title = say(Text("The graph after {step} of {steps} steps", step=frame.step, steps=len(trace.steps)))
    return draw(trace, placement, frame, standalone=standalone, title=title, translate=say)


def empty_page(view: View, problems: Sequence[dict[str, Any]]) -> Page:
    """The page for a text that can't be traced, or for no text: the editor and what is wrong."""
    page = Page(
        lang=view.lang,
        source=view.content.source,
        trace=None,
        step=0,
        event=0,
        steps=0,
        phase="",
        problems=problems,
        svg=Markup(),
        no_drawing="",
        step_text=StepText(),
        rows=[],
        order=[],
        notices=[],
        first_url=view.url(0),
        previous_url=view.url(0),
        next_url=view.url(0),
        last_url=view.url(0),
        link_id=view.link,
        options=view.content.options,
        option_urls=option_urls(view, 0, 0),
        panel=view.panel or "",
        panel_urls=panel_urls(view, 0, 0),
        compare_url=compare_url(view),
        self_contained_url=view.self_contained_url(0),
    )
    page.boot_json = _boot_json(page, view, b"null")
    return page


def render(page: Page) -> bytes:
    """The page as HTML."""
    return fill("page.html", **{each.name: getattr(page, each.name) for each in fields(Page)})


def fill(template: str, *, lang: str, **data: object) -> bytes:
    """A template of this language as HTML."""
    text = _TEMPLATES.get_template(template).render(data, lang=lang, _=translator(lang).gettext)
    return text.encode("utf-8", "replace")


def _boot_json(page: Page, view: View, trace: bytes) -> Markup:
    data = {
        "trace": orjson.Fragment(trace),
        "isApart": page.is_apart,
        "problems": list(page.problems),
        "source": page.source,
        "options": asdict(view.content.options),
        "step": page.step,
        "event": page.event,
        "link": page.link_id,
        "panel": view.panel,
        "sweep": view.sweep or None,
        "card": view.look.card,
        "direction": view.look.direction,
        "lang": page.lang,
        "notDrawn": page.no_drawing or None,
        "texts": {},
    }
    return script_json(data)


def script_json(data: object) -> Markup:
    """The data as JSON that may stand inside ``<script>``."""
    text = orjson.dumps(data).decode()
    # Outside strings JSON has none of these, so they may be escapes everywhere.
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _step_text(trace: Trace, frame: Frame, lang: str) -> StepText:
    if not frame.step and not frame.event:
        return StepText()
    index = frame.step if frame.event else frame.step - 1
    step = trace.steps[index]
    texts = step_texts(trace, translator(lang))[index]
    events = step.events[: frame.event] if frame.event else step.events
    whole = not frame.event
    lines = lines_of(trace, index, events, translator(lang), whole=whole)
    return StepText(texts.title, texts.explanation, texts.code, lines, card_of(trace, step, texts, events, whole=whole))
