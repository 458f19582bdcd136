"""The notes beside the edges of the picture: what each edge carries, and on no node."""

from xml.etree import ElementTree

import pytest
from programs import NEURON, SPELT_OUT
from traces import trace_of

from gradstep.app.picture.carried import carried, note_columns
from gradstep.app.picture.drawing import draw
from gradstep.app.picture.placing import Look, Placement, place_now
from gradstep.app.picture.ranks import ranks_of
from gradstep.app.picture.rects import Rect
from gradstep.engine.frames import frame_at
from gradstep.engine.language import parse
from gradstep.engine.trace import Options, Trace, Write
from gradstep.engine.tracing import trace_program

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = [Look("stack", "LR"), Look("stack", "TB"), Look("row", "LR"), Look("row", "TB")]
SOURCES = {
    "neuron": NEURON,
    "spelt out": SPELT_OUT,
    "twice": "a = 3.0; b = a + a; c = b*a",
    "fan-out": "a = 0.5; b = a*a + a*3; c = b*a + b",
    "layer": "x = 0.5; y = -1.5; p = x*3 + y*2; q = x*5 + y*7; r = p.tanh() + q.tanh()",
    "one chain": "a = 0.5; b = a.exp(); c = b.tanh(); d = c.exp()",
}


def things_of(placement: Placement) -> list[Rect]:
    cards = [
        Rect(box.x, box.y, card.width, card.height) for card, box in zip(placement.cards, placement.boxes, strict=True)
    ]
    pills = [operator.outline for operator in placement.operators if operator]
    circles = [Rect(pill.x - pill.width / 2, pill.y - pill.height / 2, pill.width, pill.height) for pill in pills]
    return cards + circles


def notes_of(svg: str) -> dict[str, tuple[str, dict[str, str]]]:
    """By edge: how a note is shown, and its texts."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if "data-note" in group.attrib:
            texts = {text.attrib["class"].split()[0]: text.text or "" for text in group.iter(f"{SVG}text")}
            found[group.attrib["data-note"]] = (group.attrib["data-shown"], texts)
    return found


def traced(source: str, **options: object) -> Trace:
    return trace_program(parse(source), Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.card} {look.direction}")
@pytest.mark.parametrize("program", SOURCES.values(), ids=SOURCES)
def test_no_note_touches_a_node_or_leaves_the_picture(program: str, look: Look) -> None:
    placement = place_now(trace_of(program), look)
    page = Rect(0, 0, placement.width, placement.height)
    for slot, note in placement.notes.items():
        assert page.holds(note.box), slot
        assert not any(note.box.overlaps(thing) for thing in things_of(placement)), slot


@pytest.mark.parametrize("direction", ["LR", "TB"])
@pytest.mark.parametrize("program", SOURCES.values(), ids=SOURCES)
def test_every_write_has_its_note_if_there_is_room_and_notes_keep_clear(program: str, direction: str) -> None:
    trace = trace_of(program)
    placement = place_now(trace, Look("stack", "LR" if direction == "LR" else "TB"))
    for step in range(len(trace.steps) + 1):
        frame = frame_at(trace, step)
        shown = notes_of(draw(trace, placement, frame, standalone=True))
        written = {"-".join(map(str, slot)) for slot in frame.written}
        now = {key for key, (state, _) in shown.items() if state == "now"}
        assert now == written if ranks_of(trace.nodes).widest <= 5 else now <= written
        boxes = [placement.notes[tuple(map(int, key.split("-")))].box for key in shown]  # type: ignore[index]
        for index, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[:index])


def test_both_writes_into_e_say_what_they_add_and_what_that_makes() -> None:
    trace = trace_of(SPELT_OUT)
    writes = [step for step, each in enumerate(trace.steps) if any(
        isinstance(event, Write) and trace.nodes[event.target].label == "e" for event in each.events
    )]  # fmt: skip
    e, num, den = (next(n.id for n in trace.nodes if n.label == name) for name in ("e", "num", "den"))
    first, second = (carried(trace, frame_at(trace, step + 1)) for step in writes)
    from_den, from_num = first[e, den, 0], second[e, num, 0]
    assert (from_den.before, from_den.contribution, from_den.after) == ("0.0000", "-0.1036", "→ -0.1036")
    assert (from_num.before, from_num.contribution, from_num.after) == ("-0.1036", "+0.1464", "→ 0.0429")
    assert (from_den.state, from_num.state) == ("now", "now")
    assert second[e, den, 0].state == "earlier"


def test_a_contribution_that_an_equals_sign_wrote_over_is_lost() -> None:
    trace = traced("a = 2.0\nb = a*3\nc = a*b", accumulate="=")
    step = next(k for k, each in enumerate(trace.steps) if each.node == 2 and each.phase == "backward")
    shown = carried(trace, frame_at(trace, step + 1))
    states = {each.state for slot, each in shown.items() if slot[0] == 0}
    assert states == {"now", "lost"}
    assert all(each.contribution.startswith("= ") for each in shown.values())


def test_a_few_earlier_contributions_stay_and_none_from_another_backward() -> None:
    trace = traced("a = 2.0\nb = a*2 + a*3 + a*4 + a*5 + a*6 + a*7\nb.backward()\nb.backward()")
    first = {}
    for step in range(1, len(trace.steps) + 1):
        shown = carried(trace, frame_at(trace, step))
        earlier = [slot for slot, each in shown.items() if each.state == "earlier"]
        assert len([slot for slot in earlier if slot[0] == 0]) <= 3
        if trace.steps[step - 1].phase == "topo":
            first = {}
        for slot in earlier:
            assert slot in first
        first |= {slot: step for slot, each in shown.items() if each.state == "now"}


def test_a_note_has_room_for_every_text_it_ever_shows() -> None:
    trace = traced("a = 1e-12\nb = a*3e8 + a\nc = b*b\nc.backward()\nc.backward()")
    room = note_columns(trace)
    for step in range(len(trace.steps) + 1):
        for slot, each in carried(trace, frame_at(trace, step)).items():
            assert tuple(map(len, (each.before, each.contribution, each.after))) <= room[slot]
            lengths = zip((each.before, each.contribution, each.after), room[slot], strict=True)
            assert all(len(text) <= columns for text, columns in lengths)


def test_a_picture_that_stands_alone_holds_no_empty_notes() -> None:
    trace = trace_of(NEURON)
    placement = place_now(trace, Look("stack", "LR"))
    for step in (0, 7, 10):
        shown = notes_of(draw(trace, placement, frame_at(trace, step), standalone=True))
        assert all(state != "false" for state, _ in shown.values())
    assert len(notes_of(draw(trace, placement, frame_at(trace, 0), standalone=False))) == len(placement.notes)
