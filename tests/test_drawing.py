"""The picture as scripts and eyes read it: one SVG a frame."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import NEURON, SPELT_OUT
from traces import trace_of

from gradstep.app.picture import drawing
from gradstep.app.picture.drawing import draw, graph_style
from gradstep.app.picture.placing import Look, Placement, place_now
from gradstep.app.picture.sizes import CHARACTER, columns
from gradstep.engine import Value
from gradstep.engine.frames import frame_at
from gradstep.engine.recorder import Recorder, record
from gradstep.engine.trace import Trace

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = [Look("stack", "LR"), Look("stack", "TB"), Look("row", "LR"), Look("row", "TB")]
CSS = Path(__file__).parent.parent / "static/css/graph.css"

HOSTILE = {
    "numbers that grow": "a = 1e-12; b = 3.0; c = a*b*1e15",
    "Chinese": "这是一个很长的中文变量名用来测试宽度 = 1.5; y = 这是一个很长的中文变量名用来测试宽度**2",
    "300 letters": f"{'w' * 300} = 2.0; y = {'w' * 300}*3",
    "Arabic and combining": "س = 2.0; e\u0301 = 3.0; y = س*e\u0301",
    "DOT keywords": "node = 2.0; edge = 3.0; graph = node*edge; Strict = graph + node; digraph = Strict*2; "
    "subgraph = digraph - edge",
    "long operators": "a = 3.0; b = a**-1; c = b - a/2; d = (c*c)**0.3333333333333333; e = a**d",
    "inf and nan": "a = 0.0; b = log(a); c = b*0; d = exp(c)",
    "unreachable": "a = 1.0; b = a*2; c = a + a",
}


def labelled(*labels: str) -> Trace:
    """The trace of a sum of leaves with these labels."""

    def run(_recorder: Recorder) -> None:
        values = [Value(float(number), label) for number, label in enumerate(labels)]
        total = values[0]
        for value in values[1:]:
            total = total + value
        total.backward()

    return record(run)


def drawn(trace: Trace, placement: Placement, step: int, *, standalone: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(draw(trace, placement, frame_at(trace, step), standalone=standalone, title="t"))


def nodes_of(svg: ElementTree.Element) -> dict[int, ElementTree.Element]:
    return {int(g.attrib["data-node"]): g for g in svg.iter(f"{SVG}g") if "data-node" in g.attrib}


def field(node: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(text for text in node.iter(f"{SVG}text") if text.get("data-field") == name)


def numbers(element: ElementTree.Element, *names: str) -> list[float]:
    return [float(element.attrib[name]) for name in names]


@pytest.fixture(scope="module")
def neuron() -> tuple[Trace, Placement]:
    trace = trace_of(NEURON)
    return trace, place_now(trace, Look("stack", "LR"))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_first_shape_of_a_node_is_its_card_and_never_moves(look: Look) -> None:
    trace = trace_of(SPELT_OUT)
    placement = place_now(trace, look)
    seen = set()
    for step in range(len(trace.steps) + 1):
        cards = []
        for node in nodes_of(drawn(trace, placement, step)).values():
            first = next(child for child in node.iter() if child.tag not in (f"{SVG}g", f"{SVG}title"))
            assert first.tag == f"{SVG}rect"
            cards.append(tuple(first.attrib[name] for name in ("x", "y", "width", "height")))
        seen.add(tuple(cards))
    assert len(seen) == 1


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("program", HOSTILE.values(), ids=HOSTILE)
def test_every_text_fits_into_its_card_in_every_frame(program: str, look: Look) -> None:
    trace = trace_of(program)
    placement = place_now(trace, look)
    for step in range(len(trace.steps) + 1):
        for node in nodes_of(drawn(trace, placement, step)).values():
            x, width = numbers(next(node.iter(f"{SVG}rect")), "x", "width")
            texts = [text for text in node.findall(f"{SVG}text") if text.text]
            spans = sorted(map(extent, texts))
            assert spans[0][0] >= x
            assert spans[-1][1] <= x + width
            by_line: dict[str, list[tuple[float, float]]] = {}
            for text in texts:
                by_line.setdefault(text.attrib["y"], []).append(extent(text))
            for line in map(sorted, by_line.values()):
                assert all(left[1] < right[0] for left, right in pairwise(line))
            for group in node.findall(f"{SVG}g[@class='op']"):
                x, width = numbers(group.find(f"{SVG}rect"), "x", "width")
                left, right = extent(group.find(f"{SVG}text"))
                assert x < left
                assert right < x + width


def extent(text: ElementTree.Element) -> tuple[float, float]:
    """Where a text begins and ends, from the number of its columns."""
    at, wide = float(text.attrib["x"]), columns(text.text or "") * CHARACTER
    before = {"label": wide / 2, "sign": wide / 2, "number": wide, "word": 0.0}[text.attrib["class"]]
    return at - before, at - before + wide


def test_a_wide_gradient_has_its_room_from_the_start() -> None:
    trace = trace_of("a = 1e-12; b = 3.0; c = a*b*1e15")
    placement = place_now(trace, Look())
    first, last = (drawn(trace, placement, step) for step in (0, len(trace.steps)))
    assert field(nodes_of(first)[0], "grad").text is None
    assert field(nodes_of(last)[0], "grad").text == "3e+15"
    assert first.attrib["viewBox"] == last.attrib["viewBox"]


def test_a_long_name_is_shortened_on_the_card_and_whole_on_hover() -> None:
    name = "w" * 300
    trace = trace_of(f"{name} = 2.0; y = {name}*3")
    placement = place_now(trace, Look())
    node = nodes_of(drawn(trace, placement, 0))[0]
    assert field(node, "label").text == "w" * 20 + "…"
    assert name in (node.findtext(f"{SVG}title") or "")
    assert placement.width < 1200


def test_frame_0_is_outlines_without_numbers(neuron: tuple[Trace, Placement]) -> None:
    nodes = nodes_of(drawn(*neuron, 0))
    assert {node.attrib["data-state"] for node in nodes.values()} == {"absent"}
    assert {field(node, name).text for node in nodes.values() for name in ("data", "grad")} == {None}


def test_the_attributes_follow_the_frame(neuron: tuple[Trace, Placement]) -> None:
    svg = drawn(*neuron, 14)  # x1*w1 writes into x1 and w1
    nodes = nodes_of(svg)
    assert [node for node, g in nodes.items() if g.attrib["data-active"] == "true"] == [5]
    assert {node for node, g in nodes.items() if g.attrib["data-changed"] == "true"} == {0, 2}
    edges = {g.attrib["data-edge"]: g.attrib["data-written"] for g in svg.iter(f"{SVG}g") if "data-edge" in g.attrib}
    assert {edge for edge, written in edges.items() if written == "true"} == {"0-5-0", "2-5-1"}
    assert field(nodes[0], "grad").text == "-1.5000"
    assert field(nodes[0], "data").text == "2.0000"
    assert field(nodes[7], "label").text == "x1*w1 + x2*w2"


def test_partial_is_told_from_final() -> None:
    trace = trace_of(SPELT_OUT)
    placement = place_now(trace, Look())
    e = next(node.id for node in trace.nodes if node.label == "e")
    states = {nodes_of(drawn(trace, placement, step))[e].attrib["data-state"] for step in range(len(trace.steps) + 1)}
    assert states == {"absent", "built", "partial", "final"}


def test_an_operator_stands_in_the_group_of_the_node_that_it_made(neuron: tuple[Trace, Placement]) -> None:
    for node, g in nodes_of(drawn(*neuron, 3)).items():
        signs = [text.text for text in g.iter(f"{SVG}text") if text.get("class") == "sign"]
        op = neuron[0].nodes[node].op
        assert signs == ([op] if op else [])


def test_a_value_used_twice_by_one_node_has_two_edges() -> None:
    trace = trace_of("a = 3.0; b = a + a")
    svg = drawn(trace, place_now(trace, Look()), 0)
    edges = [g for g in svg.iter(f"{SVG}g") if "data-edge" in g.attrib]
    assert [g.attrib["data-edge"] for g in edges] == ["0-1-0", "0-1-1"]
    assert len({g.find(f"{SVG}path").attrib["d"] for g in edges}) == 2


def test_arrows_end_on_the_outline_of_the_operator(neuron: tuple[Trace, Placement]) -> None:
    placement = neuron[1]
    for edge in placement.edges:
        operator = placement.operators[edge.user]
        assert operator is not None
        x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", edge.line.head).groups())
        assert abs(operator.outline.distance((x, y))) < 1


def test_hostile_labels_are_text_and_nothing_else() -> None:
    labels = [
        '</text><script>alert(1)</script>', '"><img src=q onerror=alert(1)>', "&#65; ]]> <!-- {a|b} \\N",
        "\x00\x1b\ud800 nul", "\u202egnp.exe\u2066", "a\nb", "https://example.org", "e" + "\u0301" * 5000,
    ]  # fmt: skip
    trace = labelled(*labels)
    placement = place_now(trace, Look())
    source = draw(trace, placement, frame_at(trace, 3), standalone=True, title='<b a="1">&\x00')
    svg = ElementTree.fromstring(source.encode())
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} == {
        "svg",
        "g",
        "rect",
        "path",
        "text",
        "title",
        "style",
    }
    assert not any(name.startswith("on") or "href" in name for element in svg.iter() for name in element.attrib)
    assert not set(source) & set("\x00\x1b\ud800\u202e\u2066")
    assert field(nodes_of(svg)[1], "label").text == '"><img src=q onerror…'


def test_inf_and_nan_are_marked_where_they_begin_and_say_why() -> None:
    trace = trace_of("a = 0.0; b = log(a); c = b*0")
    placement = place_now(trace, Look())
    before, after = (nodes_of(drawn(trace, placement, step)) for step in (0, 2))
    origins = {node: g.get("data-fault") for node, g in after.items()}
    assert origins == {node.id: node.fault and ("origin" if node.fault.origin else "follows") for node in trace.nodes}
    assert "origin" in origins.values()
    assert not any("data-fault" in g.attrib for g in before.values())
    b = next(node for node in trace.nodes if node.label == "b")
    assert field(after[b.id], "data").text == "-inf"
    assert str(b.fault.reason) in after[b.id].findtext(f"{SVG}title")
    assert after[b.id].find(f"{SVG}g[@class='mark']/{SVG}path") is not None


def test_a_gradient_that_goes_wrong_is_marked_once_it_is_written_and_what_follows_is_told_apart() -> None:
    trace = trace_of("x = 0.0; y = x**0.5; z = y*3")
    placement = place_now(trace, Look())
    marks = [
        {
            node: (g.get("data-fault"), g.get("data-fault-in"))
            for node, g in nodes_of(drawn(trace, placement, step)).items()
        }
        for step in range(len(trace.steps) + 1)
    ]
    written = next(k for k, step in enumerate(trace.steps) if step.faults)
    assert marks[written] == dict.fromkeys(range(len(trace.nodes)), (None, None))
    assert marks[written + 1][0] == ("origin", "grad")


def test_edges_into_what_follows_are_faded_and_no_others() -> None:
    trace = trace_of("a = 1000.0; b = exp(a); c = b + 1")
    svg = drawn(trace, place_now(trace, Look()), len(trace.steps))
    follows = {g.get("data-edge"): g.get("data-follows") for g in svg.iter(f"{SVG}g") if g.get("data-edge")}
    (b, c) = (next(node.id for node in trace.nodes if node.label == name) for name in "bc")
    assert {edge for edge, is_faded in follows.items() if is_faded == "true"} == {
        edge for edge in follows if edge.split("-")[1] == str(c)
    }
    assert follows[f"0-{b}-0"] == "false"


def test_reasons_are_translated() -> None:
    trace = trace_of("a = 0.0; b = log(a)")
    svg = draw(trace, place_now(trace, Look()), frame_at(trace, 1), standalone=False, translate=lambda text: "<原因>")
    assert "&lt;原因&gt;" in svg


def test_numbers_are_whole_on_hover(neuron: tuple[Trace, Placement]) -> None:
    title = nodes_of(drawn(*neuron, 16))[8].findtext(f"{SVG}title")
    assert title == "n = x1*w1 + x2*w2 + b\ndata 0.8813735870195432\ngrad 0.4999999999999998"


def test_unreachable_values_say_so() -> None:
    trace = trace_of("a = 1.0; b = a*2; c = a + a")
    nodes = nodes_of(drawn(trace, place_now(trace, Look()), 1))
    assert {trace.nodes[node].text: g.attrib["data-reachable"] for node, g in nodes.items()}["a*2"] == "false"


def test_elements_stand_in_groups_of_at_most_40() -> None:
    trace = trace_of("x0 = 1.0\n" + "\n".join(f"x{i} = x{i - 1}*x{i - 1}" for i in range(1, 50)))
    svg = drawn(trace, place_now(trace, Look()), 0)
    assert Counter(len(group) for layer in svg.findall(f"{SVG}g") for group in layer) == Counter(
        [40, 40, 18, 40, 10, 40, 40, 18]  # edges, nodes, notes
    )


def test_a_standalone_picture_needs_nothing_from_outside(neuron: tuple[Trace, Placement]) -> None:
    source = draw(*neuron, frame_at(neuron[0], 9), standalone=True, title="tanh neuron, step 9")
    svg = ElementTree.fromstring(source)
    assert svg.findtext(f"{SVG}style") == graph_style()
    assert svg.findtext(f"{SVG}title") == svg.attrib["aria-label"] == "tanh neuron, step 9"
    assert not re.search(r"url\(|@import|<script|var\(|@media|transition|href", source)
    assert source.count("http") == 1  # the namespace


def test_a_picture_in_a_page_has_no_style_of_its_own(neuron: tuple[Trace, Placement]) -> None:
    source = draw(*neuron, frame_at(neuron[0], 9), standalone=False)
    assert "<style" not in source
    assert "style=" not in source


def test_the_standalone_style_has_every_rule_and_no_stranger() -> None:
    style = graph_style()
    assert "<" not in style
    assert "&" not in style
    assert style.count("{") == style.count("}") > 30
    assert '.graph [data-state="final"] .card{fill:#e7f4ed;stroke:#1f7a54;' in style


def tokens(selector: str) -> dict[str, str]:
    block = re.search(re.escape(selector) + r"[^{}]*\{([^{}]*)\}", CSS.read_text("utf-8"))
    return dict(re.findall(r"--graph-([\w-]+): (#\w{6});", block[1]))


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [":root,", "@media (prefers-color-scheme: dark) {", '\n[data-theme="dark"]'])
def test_texts_have_contrast_in_both_themes(theme: str) -> None:
    colours = tokens(theme if "@" not in theme else ':root:not([data-theme="light"])')
    for text in ("ink", "muted", "now", "fault"):
        for ground in ("ground", "card", "op", "now-tint", "final-tint"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for shape in ("line", "now", "final", "fault"):
        for ground in ("ground", "card"):
            assert contrast(colours[shape], colours[ground]) >= 3, (shape, ground)


def test_both_ways_to_the_dark_theme_are_the_same() -> None:
    assert tokens(':root:not([data-theme="light"])') == tokens('\n[data-theme="dark"]')


def test_nothing_but_colour_is_animated() -> None:
    assert re.findall(r"transition: ([^;]*);", CSS.read_text("utf-8")) == ["fill 150ms ease-out, stroke 150ms ease-out"]
    assert CSS.read_text("utf-8").index("prefers-reduced-motion: no-preference") < CSS.read_text("utf-8").index(
        "transition:"
    )


def test_the_slots_of_a_power_are_named() -> None:
    trace = trace_of("a = 2.0; b = 3.0; c = a**b")
    source = draw(trace, place_now(trace, Look()), frame_at(trace, 0), standalone=False)
    assert "a → c, slot 0 (base)" in source
    assert "b → c, slot 1 (exponent)" in source


def test_drawing_changes_nothing_that_it_is_given(neuron: tuple[Trace, Placement]) -> None:
    frame = frame_at(neuron[0], 12)
    assert drawing.draw(*neuron, frame, standalone=True) == drawing.draw(*neuron, frame, standalone=True)
