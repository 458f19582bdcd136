"""No response goes without its headers, no body is too much, and nobody learns anything about the server."""

import base64
import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from httpx import ASGITransport, AsyncClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serving import BASE
from starlette.types import Message, Receive, Scope, Send

from gradstep.app.web.security import PAGE_POLICY, BodyLimit, LastResort, SecurityHeaders
from gradstep.app.words.texts import translator

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
PROBLEM = "application/problem+json"
PROGRAM = {"source": "x = 2.0\ny = x*x"}
TYPED = "secret" * 2


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/?code=damaged", 400),
        ("GET", "/t/aaaaaaaaaa", 404),
        ("GET", "/no/such/page", 404),
        ("GET", "/static/css/graph.css", 200),
        ("GET", "/static/no.js", 404),
        ("GET", "/docs", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/livez", 200),
        ("GET", "/api/trace", 405),
        ("POST", "/api/trace", 415),
        ("OPTIONS", "/api/trace", 204),
        ("HEAD", "/", 200),
        ("PATCH", "/", 405),
    ],
)
async def test_every_response_keeps_browsers_careful(client: AsyncClient, method: str, path: str, status: int) -> None:
    response = await client.request(method, path)
    assert response.status_code == status
    _assert_careful(response.headers)


def _assert_careful(headers: Any) -> None:
    assert headers["content-security-policy"] == PAGE_POLICY
    assert "unsafe" not in PAGE_POLICY
    assert PAGE_POLICY.startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]


async def test_an_image_allows_its_own_style_and_nothing_else(client: AsyncClient) -> None:
    link = (await client.post("/api/links", json=PROGRAM)).json()["id"]
    response = await client.get(f"/t/{link}/frames/2.svg")
    style = re.search("<style>(.*)</style>", response.text, re.S)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert response.headers["content-security-policy"] == f"default-src 'none'; style-src 'sha256-{digest}'; sandbox"
    assert response.headers["cross-origin-resource-policy"] == "cross-origin"
    assert response.headers["content-type"] == "image/svg+xml"


async def test_a_drawing_for_the_page_allows_nothing(client: AsyncClient) -> None:
    response = await client.post("/api/drawing", json=PROGRAM)
    assert response.headers["content-security-policy"] == "default-src 'none'; sandbox"


async def test_a_body_over_the_limit_is_refused_by_its_length(client: AsyncClient) -> None:
    body = b'{"source": "y = 1' + b" + 1" * 262144 + b'"}'
    response = await client.post("/api/trace", content=body, headers=JSON)
    _assert_too_large(response)


async def test_a_body_over_the_limit_is_refused_without_a_length(client: AsyncClient) -> None:
    read = 0

    async def chunks() -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(100_000):
            read += 1
            yield b"# a comment on one line " * 40

    response = await client.post("/api/trace", content=chunks(), headers=JSON)
    _assert_too_large(response)
    assert read < 5_000  # it doesn't wait for the end


def _assert_too_large(response: Any) -> None:
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["connection"] == "close"
    limit = 131072
    numbers = [int(number) for number in re.findall(r"\d+", response.json()["detail"])]
    assert limit in numbers
    assert max(numbers) > limit  # the amount found is named too
    _assert_careful(response.headers)


@pytest.fixture
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that has every text."""
    monkeypatch.setattr(translator("zh"), "gettext", lambda template: f"译：{template}")


@pytest.mark.usefixtures("chinese")
async def test_errors_before_any_route_are_in_the_language_asked_for(client: AsyncClient) -> None:
    too_large = (await client.post("/api/trace?lang=zh", content=b"x" * 200_000, headers=JSON)).json()
    assert too_large["title"].startswith("译：")
    assert too_large["detail"].startswith("译：")
    assert "131072" in too_large["detail"]
    transport = ASGITransport(LastResort(_never))
    async with AsyncClient(transport=transport, base_url=BASE) as broken:
        assert (await broken.get("/livez?lang=zh")).json()["title"].startswith("译：")
        page = (await broken.get("/?lang=zh")).text
    assert '<html lang="zh">' in page
    assert page.count("译：") == 3


@pytest.mark.usefixtures("chinese")
async def test_fields_that_are_wrong_are_told_in_the_language_asked_for(client: AsyncClient) -> None:
    report = (await client.post("/api/trace?lang=zh", json={"code": "x"})).json()
    messages = [error["message"] for error in report["errors"]]
    assert messages == ["译：source: 译：This field is required", "译：code: 译：There is no field of this name"]
    assert report["detail"] == messages[0]


async def test_the_answer_comes_before_the_rest_of_the_body_is_read() -> None:
    happened: list[str] = []

    async def receive() -> Message:
        happened.append("read")
        return {"type": "http.request", "body": b"x" * 10, "more_body": True}

    async def send(message: Message) -> None:
        happened.append(message["type"])

    scope: Scope = {"type": "http", "headers": [(b"content-length", b"1000")]}
    await BodyLimit(_never, limit=100)(scope, receive, send)
    assert happened[:3] == ["http.response.start", "http.response.body", "read"]
    assert happened.count("read") <= 160


async def _never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError


async def test_a_program_of_the_longest_length_passes_however_it_is_escaped(client: AsyncClient) -> None:
    source = "x = 2.0\ny = x*x\n#" + "é" * 8_100
    body = ('{"source": "' + source.replace("\n", "\\n").replace("é", "\\u00e9") + '"}').encode()
    body += b" " * (100_000 - len(body))
    response = await client.post("/api/trace", content=body, headers=JSON)
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/trace", PROBLEM),
        ("/t/aaaaaaaaaa/frames/1.svg", PROBLEM),
        ("/static/js/main.js", PROBLEM),
        ("/livez", PROBLEM),
        ("/readyz", PROBLEM),
        ("/openapi.json", PROBLEM),
        ("/", "text/html"),
        ("/docs", "text/html"),
        ("/t/aaaaaaaaaa", "text/html"),
        ("/apix", "text/html"),
        ("/livez.html", "text/html"),
    ],
)
async def test_what_nobody_foresaw_tells_nothing(path: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError(TYPED)

    transport = ASGITransport(SecurityHeaders(LastResort(broken)))
    async with AsyncClient(transport=transport, base_url=BASE) as client:
        with caplog.at_level(logging.ERROR, "gradstep"):
            response = await client.get(path)
    assert response.status_code == 500
    assert response.headers["content-type"].startswith(kind)
    assert not re.search(f"Zero|Traceback|File|/app/|{TYPED}", response.text)
    assert "ZeroDivisionError" in caplog.text
    assert TYPED not in caplog.text
    _assert_careful(response.headers)


def test_the_access_log_has_no_queries(client: AsyncClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        line = ("127.0.0.1:5", "GET", f"/?code={TYPED}&step=1", "1.1", 200)
        logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', *line)
    assert caplog.messages == ['127.0.0.1:5 - "GET / HTTP/1.1" 200']


ATTACKS = [
    "(1).__class__.__mro__[1].__subclasses__()",
    "a = 1.0\nb = a.tanh.__globals__\nc = exp.__reduce_ex__(2)",
    'a = 1.0\nb = f"{a.__init__}"\nc = "{0.__class__}".format(a)',
    'y = "xy"*10**9\nz = [1]*10**9',
    "y = sum([n for n in range(10**9)])\nz = (lambda: 2)()",
    '__import__("os").getcwd()',
    "y = 1 << 99999999",
    "x = 3\x00\ny = x",
    "exec('1')",
    "while True: pass",
]


@pytest.mark.parametrize("source", ATTACKS)
async def test_code_is_refused_with_its_place_before_anything_runs(client: AsyncClient, source: str) -> None:
    response = await client.post("/api/trace", json={"source": source})
    assert response.status_code == 422
    errors = response.json()["errors"]
    assert errors
    for problem in errors:
        assert problem["message"]
        assert problem["line"] >= 1
        assert problem["column"] >= 1
    assert not re.search(r"gradstep[./]|site-packages|Traceback|\.py\b|<class|object at", response.text)
    assert (await client.post("/api/trace", json=PROGRAM)).status_code == 200


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(st.sampled_from(["source", "options", "accumulate", "order", "card", "step", "x"]), children)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(["/api/trace", "/api/links", "/api/drawing"]), body=ANYTHING)
async def test_no_json_makes_the_server_fail(client: AsyncClient, path: str, body: object) -> None:
    response = await client.post(path, content=json.dumps(body).encode(), headers=JSON)
    assert response.status_code in (200, 201, 400, 413, 422)
    if response.status_code >= 400:
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["title"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200))
async def test_no_bytes_make_the_server_fail(client: AsyncClient, body: bytes) -> None:
    response = await client.post("/api/trace", content=body, headers=JSON)
    assert response.status_code in (200, 400, 422)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(source=st.text(max_size=60))
async def test_no_text_makes_the_server_fail(client: AsyncClient, source: str) -> None:
    body = json.dumps({"source": source}).encode()  # lone surrogates as escapes
    assert (await client.post("/api/trace", content=body, headers=JSON)).status_code in (200, 422)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(["/", "/t/", "/api/links/", "/static/"]),
    rest=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    query=st.dictionaries(st.sampled_from(["code", "step", "event", "lang", "card", "order"]), st.text(max_size=20)),
)
async def test_no_address_makes_the_server_fail(
    client: AsyncClient, path: str, rest: str, query: dict[str, str]
) -> None:
    parameters = urlencode(query, errors="replace")
    response = await client.get(f"{path}{quote(rest, safe='')}?{parameters}")
    assert response.status_code < 500


@pytest.mark.parametrize("host", ["evil.example", '"><script>', "[::1", "a b", "x" * 3000, "host:99999999", "é"])
async def test_any_host_header_is_answered(client: AsyncClient, host: str) -> None:
    response = await client.get("/", headers=[(b"host", host.encode("latin-1"))])
    assert response.status_code == 200
    assert "<script>&" not in response.text
    assert '"><script>' not in response.text
