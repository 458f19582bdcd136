"""Responses are compressed for those who take it, and only then."""

import gzip
import threading

import pytest
from programs import NEURON
from serving import serving

from gradstep.app.packing import Packed, accepts_gzip


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("gzip, deflate, br", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("br", False),
        ("", False),
    ],
)
def test_gzip_is_sent_only_where_it_is_allowed(header, accepted):
    assert accepts_gzip(header) == accepted


def test_packing_gives_the_same_bytes_each_time():
    body = b"grad" * 1000
    assert Packed(body).zipped() == Packed(body).zipped()
    assert gzip.decompress(Packed(body).zipped()) == body


@pytest.mark.anyio
@pytest.mark.parametrize("address", ["/", "/docs", "/static/js/main.js", "/static/css/page.css"])
async def test_pages_and_files_come_compressed_and_say_that_it_depends(tmp_path, address):
    async with serving(tmp_path) as client:
        packed = await client.get(address)
        plain = await client.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.anyio
async def test_scripts_and_sheets_are_compressed_without_their_comments(tmp_path):
    async with serving(tmp_path) as client:
        for address in ("/static/js/fold.js", "/static/css/page.css"):
            packed = await client.get(address)
            plain = await client.get(address, headers={"accept-encoding": "identity"})
            assert "/*" in plain.text
            assert "/*" not in packed.text
            assert len(packed.text) < len(plain.text)


@pytest.mark.anyio
async def test_pages_are_the_same_compressed_or_not(tmp_path):
    async with serving(tmp_path) as client:
        packed = await client.get("/")
        plain = await client.get("/", headers={"accept-encoding": "identity"})
    assert packed.text == plain.text


@pytest.mark.anyio
async def test_traces_come_compressed(tmp_path):
    async with serving(tmp_path) as client:
        packed = await client.post("/api/trace", json={"source": NEURON})
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.json()["nodes"]) == 10


@pytest.mark.anyio
@pytest.mark.parametrize("coding", ["gzip", "identity"])
async def test_a_file_that_has_not_changed_is_not_sent_again(tmp_path, coding):
    async with serving(tmp_path) as client:
        first = await client.get("/static/js/main.js", headers={"accept-encoding": coding})
        again = await client.get(
            "/static/js/main.js", headers={"accept-encoding": coding, "if-none-match": first.headers["etag"]}
        )
    assert first.headers["cache-control"] == "no-cache"
    assert again.status_code == 304
    assert not again.content


@pytest.mark.anyio
async def test_a_file_is_packed_beside_the_event_loop_and_once(tmp_path, monkeypatch):
    threads = []
    pack = Packed.zipped
    monkeypatch.setattr(Packed, "zipped", lambda packed: threads.append(threading.get_ident()) or pack(packed))
    async with serving(tmp_path) as client:
        for _ in range(2):
            assert (await client.get("/static/js/main.js")).headers["content-encoding"] == "gzip"
    assert len(threads) == 1
    assert threading.get_ident() not in threads
