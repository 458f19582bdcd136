"""The pages as a browser without JavaScript gets them, and the data they hand to the scripts."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest
from httpx import AsyncClient
from programs import NEURON
from serving import BASE, serving

from gradstep.app.links.content import decode, encode

pytestmark = pytest.mark.anyio

SOURCE = "a = 2.0\nb = 3.0\nc = a*b\nd = c + a"


class _Document(HTMLParser):
    """The elements of a page in order, as (name, attributes), and the text inside of each role."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def one(self, attribute: str, value: str | None = None) -> dict[str, str | None]:
        found = [a for _, a in self.elements if attribute in a and value in (None, a[attribute])]
        assert len(found) == 1, (attribute, value, len(found))
        return found[0]


def _boot(response: httpx.Response) -> Any:
    found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', response.text, re.S)
    assert found
    return json.loads(found[1])


def _source(response: httpx.Response) -> str:
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", response.text, re.S)
    assert found
    return html.unescape(found[1])


async def _short(client: AsyncClient, source: str = SOURCE) -> str:
    link = (await client.post("/api/links", json={"source": source})).json()["id"]
    assert isinstance(link, str)
    return link


async def test_the_neuron_stands_ready(client: AsyncClient) -> None:
    response = await client.get("/")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    root = _Document(response.text).one("data-steps")
    assert (root["data-step"], root["data-steps"]) == ("0", "16")
    assert _source(response) == NEURON


def _step_of(address: str | None) -> int:
    return int(parse_qs(urlsplit(address or "").query).get("step", ["0"])[0])


@pytest.mark.parametrize("k", range(17))
async def test_every_frame_is_whole_without_javascript(client: AsyncClient, k: int) -> None:
    link = await _short(client, NEURON)
    response = await client.get(f"/t/{link}?step={k}")
    document = _Document(response.text)
    assert document.one("data-steps")["data-step"] == str(k)
    assert len([1 for _, attributes in document.elements if "data-node" in attributes]) == 10
    assert _step_of(document.one("data-action", "prev")["href"]) == max(k - 1, 0)
    assert _step_of(document.one("data-action", "next")["href"]) == min(k + 1, 16)
    if k:
        trace = (await client.get(f"/api/links/{link}/trace")).json()
        assert trace["steps"][k - 1]["explanation"] in html.unescape(response.text)


@pytest.mark.parametrize(
    ("query", "step"),
    [
        ("", 0), ("step=2", 2), ("step=999999", 6), ("step=" + "9" * 5000, 6), ("step=-1", 0), ("step=abc", 0),
        ("step=", 0), ("step=2.5", 0), ("step=%D9%A3", 0), ("step=2&event=1", 2), ("step=2&event=999", 3),
        ("step=6&event=3", 6), ("event=-1", 0),
    ],
)  # fmt: skip
async def test_a_place_out_of_reach_is_the_nearest(client: AsyncClient, query: str, step: int) -> None:
    source = "a = 2.0\nb = a*a\nc = b + a"  # 2 + 1 + 3 steps
    for address in (f"/t/{await _short(client, source)}?{query}", f"/?code={encode(source)}&{query}"):
        response = await client.get(address)
        assert response.status_code == 200
        assert _boot(response)["step"] == step


@pytest.mark.parametrize(
    "source",
    [
        "z = 5  # half is 50% & c=d; #e ? %2B %41 %zz",
        "权重 = 0.5  # 😀 ñ\ny = 权重*2",
        "y = (1 + 2)*(3 + (4))",
        "a = 1\n\nb = a*2\t# tab\n",
        "\nx = 1  # an empty line first",
    ],
)
async def test_a_shared_page_has_the_same_text(client: AsyncClient, source: str) -> None:
    response = await client.get(f"/?code={encode(source)}&step=1")
    assert response.status_code == 200
    assert _source(response) == source == _boot(response)["source"]
    share = _Document(response.text).one("data-action", "share")["href"]
    assert share
    assert share.startswith(f"{BASE}/?code=")
    assert decode(parse_qs(urlsplit(share).query)["code"][0], 16384) == source
    again = await client.get(share)
    assert _boot(again)["step"] == 1
    assert _source(await client.get(f"/t/{await _short(client, source)}")) == source


async def test_windows_line_endings_become_ours(client: AsyncClient) -> None:
    code = encode("a = 1.0\r\n\r\nb = a*2\r\n")
    response = await client.get(f"/?code={code}")
    assert _source(response) == "a = 1.0\n\nb = a*2\n"


async def test_a_text_too_long_to_share_is_shared_by_a_short_link_alone(client: AsyncClient) -> None:
    noise = "".join(chr(0x4E00 + i * 7 % 5000) for i in range(2500))
    response = await client.get(f"/t/{await _short(client, f'x = 1.0  # {noise}')}")
    assert response.status_code == 200
    assert "?code=" not in response.text


@pytest.mark.parametrize(
    "code",
    [
        "",
        "x",
        encode(SOURCE)[:-10],
        "A" + encode(SOURCE)[1:],
        encode(SOURCE) + ".",
        "%00",
        "A" * 20_000,
        quote("权重"),
    ],
)
async def test_a_damaged_link_says_so_above_an_empty_editor(client: AsyncClient, code: str) -> None:
    response = await client.get(f"/?code={code}")
    assert response.status_code == 400
    assert "This link is damaged" in response.text
    assert _source(response) == ""
    document = _Document(response.text)
    document.one("data-action", "run")
    document.one("data-line")
    assert _boot(response)["trace"] is None


@pytest.mark.parametrize("link", ["aaaaaaaaaa", "x", "%00", "%ff", "AAAAAAAAAA", quote("'\"><b>")])
async def test_an_unknown_link_says_so_above_an_empty_editor(client: AsyncClient, link: str) -> None:
    response = await client.get(f"/t/{link}?step=3")
    assert response.status_code == 404
    assert "This link is damaged" in response.text
    assert _source(response) == ""


async def test_an_unknown_option_keeps_the_text(client: AsyncClient) -> None:
    response = await client.get(f"/?code={encode(SOURCE)}&schedule=random")
    assert response.status_code == 400
    assert "schedule" in response.text
    assert _source(response) == SOURCE


@pytest.mark.parametrize("address", ["/nowhere", "/t/", "/t", "/index.php", "//", f"/t/aaaaaaaaaa/{'x' * 500}"])
async def test_an_address_with_nothing_is_a_page_that_leads_back(client: AsyncClient, address: str) -> None:
    response = await client.get(httpx.URL(BASE).copy_with(raw_path=address.encode()))
    assert response.status_code == 404
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert 'href="/"' in response.text


async def test_a_wrong_program_opens_with_its_problems(client: AsyncClient) -> None:
    source = "x = 1.0\ny = x*x2"
    response = await client.get(f"/?code={encode(source)}&step=4")
    assert response.status_code == 200
    assert _source(response) == source
    problem = _Document(response.text).one("data-line")
    assert (problem["data-line"], problem["data-column"]) == ("2", "7")
    boot = _boot(response)
    assert (boot["trace"], boot["step"]) == (None, 0)
    assert boot["problems"][0]["line"] == 2


HOSTILE = "<svg onload=alert(1)>\"'></script><script>alert(2)</script><!-- \u2028 {{7*7}} </textarea>"


@pytest.mark.parametrize("source", [HOSTILE, f"x = 1.0  # {HOSTILE}", f"v = Value(1.0, label={HOSTILE!r})\ny = v*2"])
async def test_no_text_becomes_markup(client: AsyncClient, source: str) -> None:
    response = await client.get(f"/?code={encode(source)}")
    assert response.status_code == 200
    elements = [name for name, _ in _Document(response.text).elements]
    calm = [name for name, _ in _Document((await client.get(f"/?code={encode('x = 1.0')}")).text).elements]
    assert elements.count("script") == calm.count("script")
    assert "onload" not in {key for _, attributes in _Document(response.text).elements for key in attributes}
    assert _source(response) == source == _boot(response)["source"]
    assert "\u2028" not in re.findall(r'id="boot">(.*?)</script>', response.text, re.S)[0]


async def test_the_scripts_start_from_the_same_moment(client: AsyncClient) -> None:
    link = await _short(client)
    boot = _boot(await client.get(f"/t/{link}?step=3&event=1&card=row&direction=TB"))
    assert boot["trace"] == (await client.get(f"/api/links/{link}/trace")).json()
    place = {key: boot[key] for key in ("source", "step", "event", "link", "card", "direction", "problems", "notDrawn")}
    assert place == {
        "source": SOURCE, "step": 3, "event": 1, "link": link, "card": "row", "direction": "TB", "problems": [],
        "notDrawn": None,
    }  # fmt: skip
    assert boot["options"] == boot["trace"]["options"]


async def test_a_graph_over_the_drawing_limit_has_its_table_and_the_reason(tmp_path: Path) -> None:
    async with serving(tmp_path, drawn_values=3) as client:
        response = await client.get(f"/?code={encode(SOURCE)}&step=2")
    assert response.status_code == 200
    boot = _boot(response)
    assert "3" in boot["notDrawn"]
    assert html.escape(boot["notDrawn"], quote=False) in response.text.replace("&#39;", "'")
    rows = [a for _, a in _Document(response.text).elements if "data-row" in a]
    assert len(rows) == 4


async def test_pages_work_without_the_database(tmp_path: Path) -> None:
    async with serving(tmp_path, database_url=f"sqlite:///{tmp_path / 'no' / 'links.db'}") as client:
        assert (await client.get(f"/?code={encode(SOURCE)}&step=2")).status_code == 200
        response = await client.get("/t/aaaaaaaaaa")
        assert response.status_code == 503
        assert response.headers["content-type"].startswith("text/html")


async def test_static_files_are_asked_about_each_time(client: AsyncClient) -> None:
    first = await client.get("/static/css/graph.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    again = await client.get("/static/css/graph.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/static/../app/main.py", "/static/%2e%2e/app/main.py", "/static//etc/passwd", "/static/"]
)
async def test_static_files_end_at_their_folder(client: AsyncClient, path: str) -> None:
    response = await client.get(httpx.URL(BASE).copy_with(raw_path=path.encode()))
    assert response.status_code == 404
    assert "import" not in response.text


async def test_the_documentation_is_made_here(client: AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    response = await client.get("/docs")
    assert response.status_code == 200
    for path in document["paths"]:
        assert html.escape(path) in response.text
    for name, attributes in _Document(response.text).elements:
        assert name != "style"
        assert "style" not in attributes
        for key in ("src", "href"):
            assert (attributes.get(key) or "/").startswith(("/", "#"))
        assert name != "script" or attributes.get("src")


async def test_the_documentation_lists_the_contract(client: AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert set(paths) == {
        "/api/trace", "/api/links", "/api/links/{link}", "/api/links/{link}/trace", "/api/drawing", "/api/gradcheck",
        "/t/{link}/frames/{k}.svg", "/livez", "/readyz",
    }  # fmt: skip
    assert "requestBody" in paths["/api/trace"]["post"]
