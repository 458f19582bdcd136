"""Programs that are refused, through the API: each problem at its place, what is wrong, and what to do about it."""

import html
from pathlib import Path
from typing import Any

import pytest
from cases import REFUSED, Refused
from cases.answers import assert_says, mended
from httpx import AsyncClient

from gradstep.app.links.content import encode

pytestmark = pytest.mark.anyio

INSIDE = ("Traceback", "site-packages", str(Path(__file__).parent.parent), "&lt;class", "object at 0x")
MENDED = [case for case in REFUSED if case.mended]
IN_A_LINK = [case for case in REFUSED if case.status == 422]


async def ask(client: AsyncClient, source: str, path: str = "/api/trace") -> Any:
    return await client.post(path, json={"source": source})


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
async def test_every_problem_is_told_at_its_place_with_a_hint(client: AsyncClient, case: Refused) -> None:
    response = await ask(client, case.source)
    assert response.status_code == case.status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    errors = response.json()["errors"]
    assert len(errors) == len(case.problems), [error["message"] for error in errors]
    for error, said in zip(errors, case.problems, strict=True):
        assert_says(error, said)
        assert error["hint"]
        assert len(error["message"]) < 200
    for words in case.never:
        assert words not in response.text


@pytest.mark.parametrize("case", MENDED, ids=lambda case: case.id)
async def test_the_fixes_on_offer_mend_it(client: AsyncClient, case: Refused) -> None:
    text = mended(case.source, (await ask(client, case.source)).json()["errors"])
    assert text == case.mended
    assert (await ask(client, text)).status_code == 200


@pytest.mark.parametrize("case", IN_A_LINK, ids=lambda case: case.id)
async def test_the_answer_is_the_same_wherever_it_is_asked(client: AsyncClient, case: Refused) -> None:
    told = (await ask(client, case.source)).json()["errors"]
    for path in ("/api/links", "/api/gradcheck"):
        response = await ask(client, case.source, path)
        assert (response.status_code, response.json()["errors"]) == (422, told)
    page = await client.get(f"/?code={encode(case.source)}")
    assert page.status_code == 200
    for error in told:
        assert f'data-line="{error["line"]}" data-column="{error["column"]}"' in page.text
        assert error["message"] in html.unescape(page.text)
    for words in INSIDE:
        assert words not in page.text


async def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.id for case in REFUSED}) == len(REFUSED)


async def test_a_program_that_was_mended_has_its_numbers(client: AsyncClient) -> None:
    trace = (await ask(client, "x = 2.0\ny = x**2")).json()
    assert [trace["nodes"][1]["data"], trace["grads"]["0"]] == [4.0, 4.0]
