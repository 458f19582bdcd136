"""The routes for programs: traces, links, drawings, health, and one shape for every error."""

import re
import time
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from httpx import AsyncClient
from programs import NEURON
from pydantic import BaseModel
from serving import BASE, serving

from gradstep.app.options import OptionsModel
from gradstep.app.web.api import router
from gradstep.app.web.schemas import inline_schema
from gradstep.engine.trace import Options

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
SQUARE = {"source": "x = 2.0\ny = x*x"}


async def _trace(client: AsyncClient, source: str) -> Any:
    response = await client.post("/api/trace", json={"source": source})
    assert response.status_code == 200, response.text
    return response.json()


def _by_label(trace: Any) -> dict[str, tuple[float, float]]:
    return {node["label"]: (node["data"], trace["grads"][str(node["id"])]) for node in trace["nodes"] if node["label"]}


async def test_the_neuron_takes_sixteen_steps(client: AsyncClient) -> None:
    trace = await _trace(client, NEURON)
    phases = [step["phase"] for step in trace["steps"]]
    assert len(trace["nodes"]) == 10
    assert phases == ["build"] * 5 + ["topo"] + ["backward"] * 10


async def test_the_same_request_gets_the_same_bytes(client: AsyncClient) -> None:
    first = await client.post("/api/trace", json=SQUARE)
    assert first.content == (await client.post("/api/trace", json=SQUARE)).content


@pytest.mark.parametrize("options", [{}, {"order": 0}, {"accumulate": "+=", "schedule": "topo"}])
async def test_options_may_be_left_out_in_part(client: AsyncClient, options: dict[str, Any]) -> None:
    response = await client.post("/api/trace", json={**SQUARE, "options": options})
    assert response.json()["options"] == {"accumulate": "+=", "schedule": "topo", "granularity": "packed", "order": 0}


def test_the_requests_know_exactly_the_options_of_the_engine() -> None:
    model: type[BaseModel] = OptionsModel
    assert Options(**model().model_dump()) == Options()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"source=x", 400),
        (b'{"source": NaN}', 400),
        (b'{"source": "\xff\xfe"}', 400),
        (b'{"source": "\xed\xa0\x80"}', 400),
        (b'\xef\xbb\xbf{"source": "x = 1"}', 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 20_000, 400),
        (b"null", 422),
        (b"[]", 422),
        (b'"x = 1"', 422),
        (b"1" * 5000, 400),
        (b"{}", 422),
        (b'{"source": 1}', 422),
        (b'{"source": null}', 422),
        (b'{"source": ["x = 1"]}', 422),
        (b'{"source": "x = 1", "code": "x"}', 422),
        (b'{"source": "x = 1", "options": null}', 422),
        (b'{"source": "x = 1", "options": []}', 422),
        (b'{"source": "x = 1", "options": {"speed": 1}}', 422),
        (b'{"source": "x = 1", "options": {"order": "0"}}', 422),
        (b'{"source": "x = 1", "options": {"order": false}}', 422),
        (b'{"source": "x = 1", "options": {"order": 0.0}}', 422),
        (b'{"source": "x = 1", "options": {"order": -1}}', 422),
        (b'{"source": "x = 1", "options": {"accumulate": "-="}}', 422),
        (b'{"source": "x = \\ud800"}', 422),
        (b'{"source": "x = \\udc00\\ud800"}', 422),
        (b'{"\\ud800": 1, "source": "x = 1"}', 422),
        (b'{"source": ""}', 422),
        (b'{"source": "x = "}', 422),
    ],
)
@pytest.mark.parametrize("path", ["/api/trace", "/api/links", "/api/drawing"])
async def test_a_malformed_body_is_told_so(client: AsyncClient, path: str, body: bytes, status: int) -> None:
    response = await client.post(path, content=body, headers=JSON)
    assert response.status_code == status
    report = _problem(response)
    assert not re.search("Model|Request|pydantic|orjson", report["detail"])


def _problem(response: httpx.Response) -> Any:
    assert response.headers["content-type"] == "application/problem+json"
    report = response.json()
    assert report["status"] == response.status_code
    assert report["title"]
    assert report["detail"]
    for error in report["errors"]:
        assert error.keys() >= {"message", "hint", "line", "column", "end_line", "end_column", "fixes"}
    return report


async def test_a_key_given_twice_counts_once(client: AsyncClient) -> None:
    body = b'{"source": "x = ", "source": "x = 1.0"}'
    assert (await client.post("/api/trace", content=body, headers=JSON)).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
async def test_a_body_of_another_type_is_refused(client: AsyncClient, kind: str) -> None:
    response = await client.post("/api/trace", content=b'{"source": "x = 1"}', headers={"content-type": kind})
    assert response.status_code == 415
    _problem(response)


async def test_the_type_may_name_its_charset(client: AsyncClient) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert (await client.post("/api/trace", content=b'{"source": "x = 1"}', headers=headers)).status_code == 200


async def test_a_wrong_program_has_every_problem_with_its_place(client: AsyncClient) -> None:
    response = await client.post("/api/trace", json={"source": "x1 = 2.0\ny = x2*x1\nz = x4 + x1"})
    assert response.status_code == 422
    errors = _problem(response)["errors"]
    assert [(error["line"], error["column"]) for error in errors] == [(2, 5), (3, 5)]
    assert all(error["message"] and error["hint"] for error in errors)


async def test_a_program_over_16_kib_is_too_large(client: AsyncClient) -> None:
    response = await client.post("/api/trace", json={"source": "# " + "ä" * 8192 + "\nx = 1.0"})
    assert response.status_code == 413
    assert "16384" in _problem(response)["detail"] or "16 KiB" in response.text


async def test_a_program_of_too_many_events_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, events=20) as client:
        response = await client.post("/api/trace", json={"source": NEURON})
        assert response.status_code == 422
        assert "20" in _problem(response)["detail"]


@pytest.mark.parametrize("path", ["/api/trace?lang=fr", "/api/drawing?lang="])
async def test_a_language_that_is_unknown_is_refused(client: AsyncClient, path: str) -> None:
    response = await client.post(path, json=SQUARE)
    assert response.status_code == 422
    assert "lang" in _problem(response)["detail"]


async def test_a_link_is_made_once(client: AsyncClient) -> None:
    response = await client.post("/api/links", json=SQUARE)
    assert response.status_code == 201
    made = response.json()
    assert made["url"] == f"{BASE}/t/{made['id']}" == response.headers["location"]
    assert re.fullmatch("[a-z2-7]{10}", made["id"])
    same = {"source": SQUARE["source"].replace("\n", "\r\n"), "options": {"order": 0}}
    assert (await client.post("/api/links", json=same)).json() == made


async def test_a_link_gives_back_its_program(client: AsyncClient) -> None:
    source = "权重 = 0.5  # 😀 100% & <b>\ny = 权重*2\t# tab\n"
    link = (await client.post("/api/links", json={"source": source})).json()["id"]
    assert (await client.get(f"/api/links/{link}")).json() == {
        "id": link,
        "source": source,
        "options": {"accumulate": "+=", "schedule": "topo", "granularity": "packed", "order": 0},
    }
    direct = await client.post("/api/trace", json={"source": source})
    assert (await client.get(f"/api/links/{link}/trace")).content == direct.content


async def test_no_link_is_made_for_a_wrong_program(client: AsyncClient) -> None:
    response = await client.post("/api/links", json={"source": "y = "})
    assert response.status_code == 422
    _problem(response)


@pytest.mark.parametrize("link", ["aaaaaaaaaa", "A", "%00", "..%2f..%2fetc", "a" * 3000])
@pytest.mark.parametrize("path", ["/api/links/{}", "/api/links/{}/trace", "/t/{}/frames/0.svg"])
async def test_an_unknown_link_is_not_found(client: AsyncClient, path: str, link: str) -> None:
    response = await client.get(path.format(link))
    assert response.status_code == 404
    _problem(response)


async def test_links_are_unavailable_without_their_database_and_tracing_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path, database_url=f"sqlite:///{tmp_path / 'no' / 'links.db'}") as client:
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["database"]) == (503, "down")
        response = await client.post("/api/links", json=SQUARE)
        assert response.status_code == 503
        assert response.headers["retry-after"]
        _problem(response)
        assert (await client.get("/api/links/aaaaaaaaaa")).status_code == 503
        assert (await client.post("/api/trace", json=SQUARE)).status_code == 200


async def test_every_frame_is_an_image(client: AsyncClient) -> None:
    link = (await client.post("/api/links", json=SQUARE)).json()["id"]
    for k in range(5):
        response = await client.get(f"/t/{link}/frames/{k}.svg")
        assert response.status_code == 200
        assert response.text.startswith("<svg ")
    assert 'data-state="absent"' in (await client.get(f"/t/{link}/frames/0.svg")).text


@pytest.mark.parametrize("k", ["5", "99999999999999999999", "-1", "1.0", "x", "٣", "01", "00"])
async def test_only_the_plain_number_of_a_frame_is_its_address(client: AsyncClient, k: str) -> None:
    link = (await client.post("/api/links", json=SQUARE)).json()["id"]
    response = await client.get(f"/t/{link}/frames/{k}.svg")
    assert response.status_code == 404
    _problem(response)


async def test_a_graph_over_the_drawing_limit_still_has_a_trace(tmp_path: Path) -> None:
    async with serving(tmp_path, drawn_values=3) as client:
        source = "x = 1.0\ny = x*x*x*x"
        link = (await client.post("/api/links", json={"source": source})).json()["id"]
        for response in (
            await client.get(f"/t/{link}/frames/1.svg"),
            await client.post("/api/drawing", json={"source": source}),
        ):
            assert response.status_code == 422
            assert "3" in _problem(response)["detail"]
        assert (await client.get(f"/api/links/{link}/trace")).status_code == 200


async def test_a_drawing_follows_its_look_and_moment(client: AsyncClient) -> None:
    async def draw(**view: Any) -> str:
        response = await client.post("/api/drawing", json={**SQUARE, **view})
        assert response.status_code == 200
        return response.text

    start = await draw()
    assert "<style" not in start
    looks = {start, await draw(card="row"), await draw(direction="TB"), await draw(step=4), await draw(step=3, event=1)}
    assert len(looks) == 5
    assert await draw(step=10**9) == await draw(step=4)


@pytest.mark.parametrize(
    "view", [{"card": "box"}, {"direction": "RL"}, {"step": -1}, {"step": "1"}, {"event": 0.5}, {"step": True}]
)
async def test_a_drawing_of_another_kind_is_refused(client: AsyncClient, view: dict[str, Any]) -> None:
    response = await client.post("/api/drawing", json={**SQUARE, **view})
    assert response.status_code == 422
    assert next(iter(view)) in _problem(response)["detail"]


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
async def test_the_server_is_well(client: AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 200
    assert response.json()["status"] == "ok"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/api/trace", "OPTIONS, POST"), ("/livez", "GET, HEAD, OPTIONS"), ("/api/links/a", "GET, HEAD, OPTIONS")],
)
async def test_another_method_is_told_what_is_allowed(client: AsyncClient, path: str, allowed: str) -> None:
    response = await client.delete(path)
    assert (response.status_code, response.headers["allow"]) == (405, allowed)
    _problem(response)
    options = await client.options(path)
    assert (options.status_code, options.headers["allow"], options.content) == (204, allowed, b"")


async def test_head_answers_like_get_without_a_body(client: AsyncClient) -> None:
    got, head = await client.get("/livez"), await client.head("/livez")
    assert head.status_code == 200
    assert head.headers == got.headers
    assert head.content == b""


@pytest.mark.parametrize("path", ["/api/trace/", "/api/links/aaaaaaaaaa/", "/livez/", "/docs/", "/api", "/api/"])
async def test_a_slash_too_many_is_not_found(client: AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 404
    assert "location" not in response.headers


async def test_twenty_people_at_once_do_not_meet(client: AsyncClient) -> None:
    answers: list[tuple[str, Any]] = []

    async def ask(source: str) -> None:
        answers.append((source, await _trace(client, source)))

    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(ask, f"x = {number}.0\ny = x*x" if number % 2 else f"y = 9**9**9 + {number}")
    assert len(answers) == 20
    for source, trace in answers:
        if source.startswith("x"):
            x = float(source[4 : source.index("\n")])
            assert _by_label(trace) == {"x": (x, 2 * x), "y": (x * x, 1.0)}


SCALE = {
    "a power tower": ("y = 8**8**8**8", {"y": ("Infinity", 1.0)}),
    "squares of squares": ("a = 10**300\n" + "a = a*a\n" * 24 + "b = a*1", {"b": ("Infinity", 1.0)}),
    "mostly comments": ("# about\n" * 1900 + "x = 3.0\ny = x*x", {"x": (3.0, 6.0), "y": (9.0, 1.0)}),
    "fibonacci": (
        "f0 = 1.0\nf1 = 1.0\n" + "\n".join(f"f{i} = f{i - 1} + f{i - 2}" for i in range(2, 31)),
        {"f0": (1.0, 514229.0), "f1": (1.0, 832040.0), "f30": (1346269.0, 1.0)},
    ),
    "a fan": (
        "w = 0.5\n"
        + "\n".join(f"x{i} = {i}.0" for i in range(120))
        + "\ny = "
        + " + ".join(f"w*x{i}" for i in range(120)),
        {"w": (0.5, 7140.0), "x7": (7.0, 0.5), "y": (3570.0, 1.0)},
    ),
    "a chain": (
        "a0 = 1.0\n" + "\n".join(f"a{i + 1} = a{i} + 1" for i in range(900)),
        {"a0": (1.0, 1.0), "a900": (901.0, 1.0)},
    ),
    "a long sum": ("x = 1.0\ny = " + "+".join(["x"] * 4000), {"x": (1.0, 4000.0), "y": (4000.0, 1.0)}),
    "brackets": ("y = " + "(" * 149 + "1.0" + ")" * 149, {"y": (1.0, 1.0)}),
}


@pytest.mark.parametrize(("source", "expected"), SCALE.values(), ids=SCALE.keys())
async def test_large_programs_are_traced(client: AsyncClient, source: str, expected: dict[str, Any]) -> None:
    values = _by_label(await _trace(client, source))
    assert {label: values[label] for label in expected} == expected


TOO_DEEP = {
    "brackets": "y = " + "(" * 8000 + "1" + ")" * 8000,
    "square brackets": "y = " + "[" * 8000,
    "signs": "x = 2.0\ny = " + "-" * 5000 + "x",
    "powers": "x = 2.0\ny = " + "x**" * 3000 + "x",
    "calls": "y = " + "tanh(" * 2500 + "1" + ")" * 2500,
    "attributes": "x = 1.0\ny = x" + ".tanh()" * 2300,
    "a chain over the events": "a = 1.0\n" + "a = a+1\n" * 1500 + "a.backward()\n" * 100,
}


@pytest.mark.parametrize("source", TOO_DEEP.values(), ids=TOO_DEEP.keys())
async def test_programs_beyond_a_limit_are_answered_with_it(client: AsyncClient, source: str) -> None:
    response = await client.post("/api/trace", json={"source": source})
    assert response.status_code in (200, 422)
    if response.status_code == 422:
        _problem(response)
    assert (await client.post("/api/trace", json=SQUARE)).status_code == 200


async def test_cheap_answers_come_while_programs_run(client: AsyncClient) -> None:
    heavy = "a = 1.0\n" + "a = a + 1\n" * 1500 + "a.backward()\n" * 8
    waits: list[float] = []
    done = 0

    async def ask_heavy(number: int) -> None:
        nonlocal done
        await client.post("/api/trace", json={"source": f"{heavy}# {number}"})
        done += 1

    async with anyio.create_task_group() as group:
        for number in range(6):
            group.start_soon(ask_heavy, number)
        while done < 6:
            start = time.monotonic()
            assert (await client.get("/livez")).status_code == 200
            waits.append(time.monotonic() - start)
            await anyio.sleep(0.01)
    assert len(waits) >= 6  # the loop went round between them


def test_every_route_of_the_api_is_documented_with_what_can_go_wrong() -> None:
    for route in router.routes:
        assert getattr(route, "summary", "")
        assert set(getattr(route, "responses", {})) & {404, 422}


def test_a_schema_in_one_piece_refers_to_nothing() -> None:
    class Inner(BaseModel):
        number: int = 0

    class Outer(BaseModel):
        inner: Inner = Inner()
        many: list[Inner] = []

    assert "$" not in str(inline_schema(Outer))
