"""Cases about size: what is too large is refused at once and by name, and nobody else notices."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from cases import REFUSED, case
from cases.answers import ids_of
from httpx import AsyncClient, Response
from serving import serving

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
SQUARE = {"source": "x = 2.0\ny = x*x"}
TOWER = {"source": "y = 9**9**9"}
MEGABYTE = {
    "of one sum": '{"source": "y = 1' + " + 1" * 262144 + '"}',
    "of one comment": '{"source": "# ' + "x" * 1048576 + '"}',
}


def assert_too_large(response: Response) -> None:
    assert response.status_code == 413
    report = response.json()
    assert report["title"] == "Request too large"
    assert "the limit is" in report["detail"]


@pytest.mark.parametrize("body", MEGABYTE.values(), ids=MEGABYTE.keys())
async def test_a_megabyte_is_refused(client: AsyncClient, body: str) -> None:
    assert_too_large(await client.post("/api/trace", content=body.encode(), headers=JSON))
    assert (await client.post("/api/trace", json=SQUARE)).status_code == 200


@pytest.mark.parametrize("body", MEGABYTE.values(), ids=MEGABYTE.keys())
async def test_a_megabyte_in_chunks_is_refused_before_its_end(client: AsyncClient, body: str) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(body), 4096):
            yield body[at : at + 4096].encode()

    response = await client.post("/api/trace", content=chunks(), headers=JSON)
    assert_too_large(response)
    counted = re.search(r"it has (\d+) bytes and counting", response.json()["detail"])
    assert counted
    assert int(counted[1]) < len(body) / 2


async def test_twenty_at_once_get_their_own_answers(client: AsyncClient) -> None:
    answers: dict[int, Response] = {}

    async def ask(number: int) -> None:
        answers[number] = await client.post("/api/trace", json=SQUARE if number % 2 else TOWER)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(ask, number)
    for number, answer in answers.items():
        assert answer.status_code == 200
        trace = answer.json()
        expected = (4.0, {"0": 4.0, "1": 1.0}) if number % 2 else ("Infinity", {"0": 1.0})
        assert (trace["nodes"][-1]["data"], trace["grads"]) == expected
    assert len({answer.content for answer in answers.values()}) == 2


@pytest.mark.parametrize("name", ["deep-parentheses", "ten-thousand-terms", "unary-chain", "long-assignment-chain"])
async def test_the_next_request_is_answered_as_ever(client: AsyncClient, name: str) -> None:
    (refused,) = [each for each in REFUSED if each.id == name]
    assert (await client.post("/api/trace", json={"source": refused.source})).status_code == refused.status
    assert (await client.post("/api/trace", json=SQUARE)).json()["grads"] == {"0": 4.0, "1": 1.0}


@pytest.mark.parametrize("name", ["frames-times-nodes", "wide-fan-in"])
async def test_a_wide_program_is_drawn_whole(client: AsyncClient, name: str) -> None:
    link = (await client.post("/api/links", json={"source": case(name).source})).json()["id"]
    with anyio.fail_after(60):
        page = await client.get(f"/t/{link}?step=1")
        frame = await client.get(f"/t/{link}/frames/1.svg")
    assert page.status_code == 200
    assert len(page.content) < 10_000_000
    assert frame.status_code == 200
    assert page.text.count("data-node=") == len((await client.get(f"/api/links/{link}/trace")).json()["nodes"])


async def test_the_other_readers_of_wide_programs_get_their_numbers(tmp_path: Path) -> None:
    async with serving(tmp_path, drawn_values=10) as client:
        response = await client.post("/api/trace", json={"source": case("wide-fan-in").source})
        trace = response.json()
        assert trace["grads"][str(ids_of(trace)["w"])] == 7140.0
