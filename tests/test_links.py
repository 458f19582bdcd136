"""Links: the content's canonical form, its packing into a URL, and the store of short ids."""

import contextlib
import sqlite3
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradstep.app.links.content import Content, DamagedLink, decode, encode, options_in
from gradstep.app.links.store import ID_LENGTH, LinkStore, LinksUnavailable, UnknownLink
from gradstep.engine.trace import Options

LIMIT = 16 * 1024
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)

AWKWARD = [
    "",
    "z = 5  # half is 50% & c=d; #e ? %2B %41 %zz",
    "权重 = 0.5  # 😀 ñ\ny = 权重*2",
    "y = (1 + 2)*(3 + (4)) | 5",
    "a = 1\n\nb = a*2\t# tab\n",
    "x = 1\x00\u2028\u202e",
    "<svg onload=alert(1)>\"'><script>",
]


@given(TEXTS)
def test_a_text_comes_back_from_its_code(source: str) -> None:
    assert decode(encode(source), LIMIT) == source


@pytest.mark.parametrize("source", AWKWARD)
def test_a_code_survives_being_pasted_anywhere(source: str) -> None:
    code = encode(source)
    assert decode(code, LIMIT) == source
    assert all(character.isascii() and (character.isalnum() or character in "-_") for character in code)


@given(st.data())
def test_a_damaged_code_never_gives_another_text(data: st.DataObject) -> None:
    source = "x = 2.0\ny = x*x"
    code = encode(source)
    place = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from("ABCXYZabcxyz0189-_=+/.é \n"))
    damaged = [code[:place] + other + code[place + 1 :], code[:place], code[:place] + other + code[place:]]
    for text in damaged:
        # Deflate leaves a few bits unused at its end: a change in them alone changes nothing.
        with contextlib.suppress(DamagedLink):
            assert decode(text, LIMIT) == source


@pytest.mark.parametrize("place", [0, 1, 5, 13, 26])
def test_one_changed_character_is_damage(place: int) -> None:
    code = encode("x = 2.0\ny = x*x")
    with pytest.raises(DamagedLink):
        decode(code[:place] + ("B" if code[place] == "A" else "A") + code[place + 1 :], LIMIT)


@given(st.text(max_size=60))
def test_what_is_no_code_is_damaged_and_nothing_else(text: str) -> None:
    with pytest.raises(DamagedLink):
        decode(text, LIMIT)


@pytest.mark.parametrize("size", [LIMIT + 1, 50_000_000])
def test_a_code_that_inflates_over_the_limit_is_refused(size: int) -> None:
    code = urlsafe_b64encode(zlib.compress(b"#" * size, 9)).decode().rstrip("=")
    with pytest.raises(DamagedLink, match="longer"):
        decode(code, LIMIT)


def test_a_code_may_inflate_to_the_limit_itself() -> None:
    assert len(decode(encode("#" * LIMIT), LIMIT)) == LIMIT


def test_bytes_after_the_text_are_damage() -> None:
    packed = zlib.compress(b"x = 1") + b"more"
    with pytest.raises(DamagedLink):
        decode(urlsafe_b64encode(packed).decode().rstrip("="), LIMIT)


def test_bytes_that_are_no_utf8_are_damage() -> None:
    packed = zlib.compress(b"x = \xff\xfe")
    with pytest.raises(DamagedLink):
        decode(urlsafe_b64encode(packed).decode().rstrip("="), LIMIT)


def test_all_line_endings_give_one_content() -> None:
    assert Content.of("a = 1\r\nb = 2\rc = 3\n", Options()) == Content("a = 1\nb = 2\nc = 3\n")


def test_the_canonical_form_is_fixed() -> None:
    content = Content("x = 1.0\ny = x*x")
    assert content.canonical() == '{"options":{},"source":"x = 1.0\\ny = x*x"}'
    # A link that was handed out: this id must never change.
    assert content.digest()[:ID_LENGTH] == "mlfs2jlcmb"


@given(TEXTS)
def test_a_content_comes_back_from_its_canonical_form(source: str) -> None:
    content = Content(source)
    text = content.canonical()
    assert "\x00" not in text  # PostgreSQL keeps no NUL
    assert Content.from_canonical(text) == content


def test_options_are_plain_parameters() -> None:
    query = {"accumulate": "+=", "schedule": "topo", "granularity": "packed", "order": "0", "utm_source": "post"}
    assert options_in(query) == Options()
    assert options_in({"accumulate": "%2B%3D"}) == Options()  # encoded twice by a chat program


@pytest.mark.parametrize("query", [{"accumulate": "plus"}, {"order": "-1"}, {"order": "x"}, {"order": "9" * 5000}])
def test_an_option_that_is_unknown_here_is_damage(query: dict[str, str]) -> None:
    with pytest.raises(DamagedLink, match=next(iter(query))):
        options_in(query)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "links.db"


@pytest.mark.anyio
async def test_the_same_content_has_the_same_short_id(database: Path) -> None:
    store = LinkStore(f"sqlite:///{database}")
    first, again = await store.add(Content("x = 1")), await store.add(Content("x = 1"))
    assert first == again
    assert len(first) == ID_LENGTH
    assert await store.add(Content("x = 2")) != first
    await store.close()


@pytest.mark.anyio
async def test_a_link_opens_in_another_process_later(database: Path) -> None:
    store = LinkStore(f"sqlite:///{database}")
    link = await store.add(Content("权重 = 1  # 😀\n"))
    await store.close()
    later = LinkStore(f"sqlite:///{database}")
    assert await later.get(link) == Content("权重 = 1  # 😀\n")
    await later.close()


@pytest.mark.anyio
async def test_two_contents_whose_hashes_begin_alike_get_two_ids(database: Path) -> None:
    store = LinkStore(f"sqlite:///{database}")
    content = Content("x = 1")
    await store.add(Content("y = 1"))
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE links SET id = ?", (content.digest()[:ID_LENGTH],))
    connection.close()
    link = await store.add(content)
    assert link == content.digest()[: ID_LENGTH + 1]
    assert await store.add(content) == link
    assert await store.get(link) == content
    assert await store.get(link[:-1]) == Content("y = 1")
    await store.close()


@pytest.mark.anyio
async def test_many_may_keep_the_same_content_at_once(database: Path) -> None:
    stores = [LinkStore(f"sqlite:///{database}") for _ in range(3)]
    links: list[str] = []

    async def add(store: LinkStore, number: int) -> None:
        links.append(await store.add(Content(f"x = {number % 2}")))

    async with anyio.create_task_group() as group:
        for number in range(30):
            group.start_soon(add, stores[number % 3], number)
    assert len(links) == 30
    assert len(set(links)) == 2
    for store in stores:
        await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize(
    "link", ["", "abc", "ABCDEFGHIJ", "aaaaaaaaaa", "a" * 60, "aaaaaaaaa/", "aaaaaaaaaé", "aaaaaaaaa\n"]
)
async def test_an_id_that_nobody_was_given_is_unknown(database: Path, link: str) -> None:
    store = LinkStore(f"sqlite:///{database}")
    with pytest.raises(UnknownLink):
        await store.get(link)
    await store.close()


@pytest.mark.anyio
async def test_sqlite_keeps_what_it_acknowledged(database: Path) -> None:
    store = LinkStore(f"sqlite:///{database}")
    await store.add(Content("x = 1"))
    with store._engine.connect() as connection:
        values = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        ]
    assert values == ["wal", 2, 5000, 1]
    await store.close()


@pytest.mark.anyio
async def test_a_database_that_cannot_be_opened_is_unavailable_until_it_can(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    store = LinkStore(f"sqlite:///{folder / 'links.db'}")
    assert not await store.is_up()
    with pytest.raises(LinksUnavailable):
        await store.add(Content("x = 1"))
    folder.mkdir()
    assert await store.is_up()
    assert await store.get(await store.add(Content("x = 1"))) == Content("x = 1")
    await store.close()


@pytest.mark.anyio
async def test_a_file_that_is_no_database_is_unavailable(database: Path) -> None:
    database.write_bytes(b"not a database at all, but long enough to be looked at" * 50)
    store = LinkStore(f"sqlite:///{database}")
    with pytest.raises(LinksUnavailable):
        await store.get("aaaaaaaaaa")
    await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize(
    "change",
    ["content = '{}'", "content = '{broken'", 'content = \'{"options":{"new":1},"source":""}\'', "format = 99"],
)
async def test_a_record_that_cannot_be_read_is_unavailable(database: Path, change: str) -> None:
    store = LinkStore(f"sqlite:///{database}")
    link = await store.add(Content("x = 1"))
    with sqlite3.connect(database) as connection:
        connection.execute(f"UPDATE links SET {change}")
    connection.close()
    await store.close()
    later = LinkStore(f"sqlite:///{database}")
    with pytest.raises(LinksUnavailable):
        await later.get(link)
    await later.close()
