"""Cases on pages, without a browser: what a link brings back, what damage says, how the server answers."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from cases import DAMAGED, HOSTILE, PERMALINKS, TOO_LONG, Page
from cases.answers import ids_of
from httpx import ASGITransport, AsyncClient, Response
from serving import BASE, link_of, text_in_editor

from gradstep.app.links.content import encode
from gradstep.app.web.files import PageFiles

pytestmark = pytest.mark.anyio


def text_for_scripts(page: Response) -> str:
    """The program that the scripts start with."""
    found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', page.text, re.S)
    assert found
    return str(json.loads(found[1])["source"])


def step_on(page: Response) -> int:
    (found,) = re.findall(r'data-step="(\d+)"', page.text)
    return int(found)


# Links


@pytest.mark.parametrize("kind", ["whole", "short"])
@pytest.mark.parametrize("page", PERMALINKS, ids=lambda page: page.id)
async def test_a_link_brings_back_the_text_and_the_step(client: AsyncClient, page: Page, kind: str) -> None:
    kept = page.source.replace("\r\n", "\n")
    link = await link_of(client, page.source)
    address = f"/t/{link}?step={page.step}" if kind == "short" else f"/?code={encode(kept)}&step={page.step}"
    assert re.fullmatch(r"[\w:/.?&=%-]+[A-Za-z0-9]", BASE + address)  # nothing that a chat cuts off or rewrites
    assert quote(address, safe="/:?&=") == address  # encoding it again changes nothing
    for url in (address, f"{address}&utm_source=chat%7Cmail"):
        answer = await client.get(url)
        assert answer.status_code == 200
        assert text_in_editor(answer) == text_for_scripts(answer) == kept
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
    assert response.status_code == 404
    assert "location" not in response.headers


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


async def test_a_changed_file_is_sent_anew_to_one_who_has_the_old(tmp_path: Path) -> None:
    script = tmp_path / "page.js"
    script.write_text("export const said = 'old';\n")
    async with AsyncClient(transport=ASGITransport(PageFiles(tmp_path)), base_url=BASE) as client:
        for encoding in ("identity", "gzip"):
            headers = {"accept-encoding": encoding}
            for word, next_word in (("old", "newer"), ("newer", "old")):
                had = await client.get("/page.js", headers=headers)
                assert word in had.text
                known = {**headers, "if-none-match": had.headers["etag"]}
                assert (await client.get("/page.js", headers=known)).status_code == 304
                script.write_text(f"export const said = '{next_word}';\n")
                fresh = await client.get("/page.js", headers=known)
                assert (fresh.status_code, next_word in fresh.text) == (200, True)
