"""Cases in pictures, without a browser: what is drawn at a step, and what is never in a drawing."""

from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import bad_workers
import pytest
from cases import TRACED, Traced, case
from cases.answers import ids_of, number
from cases.pictures import PICTURES
from httpx import AsyncClient
from serving import link_of, serving, text_in_editor

from gradstep.app import services
from gradstep.app.picture import graphviz_worker
from gradstep.app.picture.placing import Placer

pytestmark = pytest.mark.anyio

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [each for each in TRACED if each.shown or each.edges]
LOST = [each for each in TRACED if each.lost or each.began]


async def frames_of(client: AsyncClient, source: str, *steps: int) -> tuple[Any, list[ElementTree.Element]]:
    """The trace of a program, and its pictures at some steps, or at all; -1 is the last."""
    link = await link_of(client, source)
    trace = (await client.get(f"/api/links/{link}/trace")).json()
    last = len(trace["steps"])
    frames = [k if k >= 0 else last for k in steps] or range(last + 1)
    answers = [await client.get(f"/t/{link}/frames/{k}.svg") for k in frames]
    assert {answer.status_code for answer in answers} == {200}
    return trace, [ElementTree.fromstring(answer.text) for answer in answers]


def nodes_in(svg: ElementTree.Element) -> dict[int, ElementTree.Element]:
    return {int(g.attrib["data-node"]): g for g in svg.iter(f"{SVG}g") if "data-node" in g.attrib}


def field(node: ElementTree.Element, name: str) -> str:
    (text,) = [text for text in node.iter(f"{SVG}text") if text.get("data-field") == name]
    return text.text or ""


def title(node: ElementTree.Element) -> str:
    return node.findtext(f"{SVG}title") or ""


@pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: drawn.id)
async def test_the_last_picture_shows_every_value_and_use(client: AsyncClient, drawn: Traced) -> None:
    trace, (svg,) = await frames_of(client, drawn.source, -1)
    nodes, ids = nodes_in(svg), ids_of(trace)
    assert set(nodes) == {node["id"] for node in trace["nodes"]}
    for name, (data, grad) in drawn.shown.items():
        assert (field(nodes[ids[name]], "data"), field(nodes[ids[name]], "grad")) == (data, grad)
    edges = [g.attrib["data-edge"] for g in svg.iter(f"{SVG}g") if "data-edge" in g.attrib]
    assert sorted(edges) == sorted(
        f"{operand}-{node['id']}-{slot}" for node in trace["nodes"] for slot, operand in enumerate(node["operands"])
    )
    assert set(drawn.edges) <= set(edges)
    for node in trace["nodes"]:
        group = nodes[node["id"]]
        assert group.attrib["data-reachable"] == str(node["reachable"]).lower()
        assert group.attrib["data-state"] == ("final" if node["reachable"] else "built")
        signs = [text.text for text in group.iter(f"{SVG}text") if text.get("class") == "sign"]
        assert signs == ([node["op"]] if node["op"] else [])


@pytest.mark.parametrize("drawn", LOST, ids=lambda drawn: drawn.id)
async def test_every_step_before_and_after_a_number_is_lost_can_be_looked_at(
    client: AsyncClient, drawn: Traced
) -> None:
    trace, svgs = await frames_of(client, drawn.source)
    assert len(svgs) == len(trace["steps"]) + 1
    for svg in svgs[1:]:
        assert set(nodes_in(svg)) == {node["id"] for node in trace["nodes"]}


@pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: drawn.id)
async def test_numbers_are_whole_on_hover_and_none_is_minus_nothing(client: AsyncClient, drawn: Traced) -> None:
    trace, (svg,) = await frames_of(client, drawn.source, -1)
    for node, group in nodes_in(svg).items():
        data, grad = number(trace["nodes"][node]["data"]), number(trace["grads"][str(node)])
        # No sign on a zero is asked for; on hover it may be told.
        assert f"data {data!r}" in title(group) or f"data {abs(data)!r}" in title(group)
        assert f"grad {grad!r}" in title(group) or f"grad {abs(grad)!r}" in title(group)
        assert "-0.0000" not in (field(group, "data"), field(group, "grad"))


@pytest.mark.parametrize("drawn", PICTURES, ids=lambda drawn: drawn.id)
async def test_longer_numbers_move_nothing(client: AsyncClient, drawn: Traced) -> None:
    _, svgs = await frames_of(client, drawn.source, 0, 1, 2, 3, 4, -1)
    places = [
        [sorted(shape.attrib.items()) for shape in svg.iter() if shape.get("class") in ("card", "line", "pill")]
        for svg in svgs
    ]
    assert places[0]
    assert all(place == places[0] for place in places)


@pytest.mark.parametrize("drawn", PICTURES, ids=lambda drawn: drawn.id)
async def test_a_name_is_on_its_card_and_whole_on_hover(client: AsyncClient, drawn: Traced) -> None:
    trace, (svg,) = await frames_of(client, drawn.source, -1)
    for node in trace["nodes"]:
        group = nodes_in(svg)[node["id"]]
        shown = field(group, "label")
        assert title(group).startswith(node["label"] or node["text"][:20])
        assert len(shown) <= 40
        if node["label"] and len(node["label"]) <= 12:
            assert shown == node["label"]


async def test_no_text_of_a_program_becomes_markup(client: AsyncClient) -> None:
    for source in (case("html-in-comment").source, case("dot-attribute-injection").source):
        link = await link_of(client, source)
        svg, page = (await client.get(f"/t/{link}/frames/3.svg")).text, await client.get(f"/t/{link}?step=3")
        for text in (svg, page.text):
            for markup in (
                "<b>bold",
                "<img src=x",
                "onerror=alert(1)>",
                'href="javascript',
                "evil</text>",
                "<script>alert",
            ):
                assert markup not in text
        assert "evil" not in svg
        assert text_in_editor(page) == source


async def test_before_the_first_step_nothing_has_a_number(client: AsyncClient) -> None:
    trace, svgs = await frames_of(client, case("grads-before-backward").source, 0, 1, 2, 3)
    c = ids_of(trace)["c"]
    shown = [[(field(g, "data"), field(g, "grad")) for g in nodes_in(svg).values()] for svg in svgs]
    assert shown[0] == [("", "")] * 3
    assert {grad for _, grad in shown[1] + shown[2]} == {"0.0000"}
    first = next(step for step in trace["steps"] if step["phase"] == "backward")
    assert [event["kind"] for event in first["events"]] == ["seed", "write", "write"]
    assert first["node"] == c
    assert [grad for _, grad in shown[3]] == ["-3.0000", "2.0000", "1.0000"]


async def test_without_graphviz_pages_have_numbers_and_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "Placer", partial(Placer, lay_out=bad_workers.misses_graphviz))
    monkeypatch.setattr(graphviz_worker, "backend", bad_workers.has_no_graphviz)
    source = case("dot-binary-missing").source
    async with serving(tmp_path) as client:
        link = await link_of(client, source)
        page = await client.get(f"/t/{link}?step=99")
        assert page.status_code == 200
        assert "Graphviz is not installed" in page.text
        assert 'data-row="0"' in page.text
        assert (await client.get(f"/t/{link}/frames/1.svg")).status_code == 503
        trace = (await client.post("/api/trace", json={"source": source})).json()
        assert trace["grads"] == {"0": 2.0, "1": 1.0, "2": 1.0}
        assert (await client.get("/readyz")).json() == {"status": "degraded", "database": "ok", "graphviz": "down"}
        assert (await client.get("/livez")).status_code == 200
        for text in (page.text, (await client.get(f"/t/{link}/frames/1.svg")).text):
            assert "Traceback" not in text
