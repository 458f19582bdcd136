"""Cases on pages and in pictures, without a browser: what is drawn, what a link brings back, what damage says."""

import html
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import bad_workers
import pytest
from cases import DAMAGED, HOSTILE, PERMALINKS, TOO_LONG, TRACED, Page, Traced, case
from cases.answers import ids_of, number
from cases.pictures import PICTURES
from httpx import AsyncClient, Response
from serving import BASE, serving

from gradstep.app import services
from gradstep.app.links.content import encode
from gradstep.app.picture.placing import Placer

pytestmark = pytest.mark.anyio

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [each for each in TRACED if each.shown or each.edges]


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AsyncClient]:
    async with serving(tmp_path_factory.mktemp("case_pages")) as client:
        yield client


async def link_of(client: AsyncClient, source: str) -> str:
    response = await client.post("/api/links", json={"source": source})
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


async def frames_of(client: AsyncClient, source: str, *steps: int) -> tuple[Any, list[ElementTree.Element]]:
    """The trace of a program, and its pictures at some steps; -1 is the last."""
    link = await link_of(client, source)
    trace = (await client.get(f"/api/links/{link}/trace")).json()
    answers = [await client.get(f"/t/{link}/frames/{k if k >= 0 else len(trace['steps'])}.svg") for k in steps]
    assert [answer.status_code for answer in answers] == [200] * len(steps)
    return trace, [ElementTree.fromstring(answer.text) for answer in answers]


def nodes_in(svg: ElementTree.Element) -> dict[int, ElementTree.Element]:
    return {int(g.attrib["data-node"]): g for g in svg.iter(f"{SVG}g") if "data-node" in g.attrib}


def field(node: ElementTree.Element, name: str) -> str:
    (text,) = [text for text in node.iter(f"{SVG}text") if text.get("data-field") == name]
    return text.text or ""


def title(node: ElementTree.Element) -> str:
    return node.findtext(f"{SVG}title") or ""


def text_in_editor(page: Response) -> str:
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page.text, re.S)
    assert found
    return html.unescape(found[1])


def step_on(page: Response) -> int:
    (found,) = re.findall(r'data-step="(\d+)"', page.text)
    return int(found)


# Pictures


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
        for text in (page.text, (await client.get(f"/t/{link}/frames/1.svg")).text):
            assert "Traceback" not in text


# Links


@pytest.mark.parametrize("kind", ["whole", "short"])
@pytest.mark.parametrize("page", PERMALINKS, ids=lambda page: page.id)
async def test_a_link_brings_back_the_text_and_the_step(client: AsyncClient, page: Page, kind: str) -> None:
    kept = page.source.replace("\r\n", "\n")
    link = await link_of(client, page.source)
    address = f"/t/{link}?step={page.step}" if kind == "short" else f"/?code={encode(kept)}&step={page.step}"
    assert re.fullmatch(r"[\w:/.?&=%-]+[A-Za-z0-9]", BASE + address)  # nothing that a chat cuts off or rewrites
    for url in (address, address.replace("=", "%3D") if kind == "nothing" else address.replace("&", "&utm=x%7C&")):
        answer = await client.get(url)
        assert answer.status_code == 200
        assert text_in_editor(answer) == kept
        assert step_on(answer) == page.step
    assert (await client.get(f"/api/links/{link}")).json()["source"] == kept


@pytest.mark.parametrize("page", PERMALINKS, ids=lambda page: page.id)
async def test_a_shared_program_has_its_numbers(client: AsyncClient, page: Page) -> None:
    trace = (await client.get(f"/api/links/{await link_of(client, page.source)}/trace")).json()
    for name, (data, grad) in page.values.items():
        node = ids_of(trace)[name]
        assert (trace["nodes"][node]["data"], trace["grads"][str(node)]) == (data, grad)


async def test_a_link_keeps_its_program_whatever_is_shared_after_it(client: AsyncClient) -> None:
    (page,) = [page for page in PERMALINKS if page.id == "link-opens-same-step"]
    first, second = await link_of(client, page.source), await link_of(client, page.source.replace("2.0", "5.0"))
    assert first != second
    assert text_in_editor(await client.get(f"/t/{first}?step=2")) == page.source


async def test_a_text_too_long_gets_no_link_and_is_told_the_limit(client: AsyncClient) -> None:
    response = await client.post("/api/links", json={"source": TOO_LONG})
    assert response.status_code == 413
    assert "id" not in response.json()
    assert "60018" in response.text
    assert "16384" in response.text
    page = await client.get(f"/?code={encode(TOO_LONG)}")
    assert page.status_code == 400
    assert "16384" in page.text.replace(",", "")


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
async def test_a_damaged_link_says_so_above_an_empty_editor(client: AsyncClient, damage: Any) -> None:
    page = await client.get("/", params={"code": damage(encode(PERMALINKS[-1].source))})
    assert page.status_code == 400
    assert "damaged" in page.text
    assert text_in_editor(page) == ""
    assert 'data-action="run"' in page.text


async def test_a_short_link_that_nobody_made_is_told(client: AsyncClient) -> None:
    page = await client.get("/t/aaaaaaaaaa")
    assert page.status_code == 404
    assert text_in_editor(page) == ""
    assert 'data-action="run"' in page.text


@pytest.mark.parametrize(("step", "shown"), [("999999", 7), ("-1", 0), ("abc", 0), ("", 0), ("3", 3)])
async def test_a_step_that_there_is_not_is_the_nearest(client: AsyncClient, step: str, shown: int) -> None:
    page = await client.get(f"/?code={encode('a = 2.0; b = 3.0; c = a*b; d = c + a')}&step={step}")
    assert (page.status_code, step_on(page)) == (200, shown)


async def test_a_hostile_text_in_a_link_is_shown_and_nothing_else(client: AsyncClient) -> None:
    page = await client.get(f"/?code={encode(HOSTILE)}")
    assert page.status_code == 200
    assert text_in_editor(page) == HOSTILE
    assert "<svg onload" not in page.text
    assert "<script>alert" not in page.text
    assert 'data-role="problems"' in page.text
    policy = page.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "default-src" in policy


# Answers of the server


@pytest.mark.parametrize("path", ["/api/trace/", "/api/links/", "/api/gradcheck/"])
async def test_a_slash_too_many_is_no_redirect(client: AsyncClient, path: str) -> None:
    response = await client.post(path, json={"source": "x = 1.0"}, headers={"x-forwarded-proto": "https"})
    assert response.status_code in (200, 201, 404, 405)
    assert "location" not in response.headers or response.headers["location"].startswith(BASE)


async def test_scripts_and_styles_are_asked_about_each_time(client: AsyncClient) -> None:
    page = await client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page.text)
    assert len(files) > 10
    for path in files:
        response = await client.get(path)
        assert "no-cache" in response.headers["cache-control"]
        again = await client.get(path, headers={"if-none-match": response.headers["etag"]})
        assert again.status_code == 304
