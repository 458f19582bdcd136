"""The compare page as a browser without JavaScript gets it."""

import html
import json
import re
from pathlib import Path

import pytest
from httpx import AsyncClient
from programs import NEURON
from serving import serving

from gradstep.app.links.content import encode
from gradstep.engine.composed import COMPOSED

pytestmark = pytest.mark.anyio

TWICE = encode("a = 3.5\nb = a + a")


def titles(text: str) -> list[str]:
    return re.findall(r'<h2 id="half-[ab]"><span class="badge">.</span> <span>(.*?)</span></h2>', text)


async def test_without_sides_it_is_the_neuron_packed_and_spelt_out(client: AsyncClient) -> None:
    response = await client.get("/compare")
    assert response.status_code == 200
    assert titles(response.text) == ["packed", "spelt out"]
    assert 'data-steps="29"' in response.text


async def test_every_joint_step_can_be_reached_by_links(client: AsyncClient) -> None:
    url, seen = "/compare", []
    for _ in range(40):
        text = (await client.get(url)).text
        seen.append(re.findall(r'data-at="(\d+)"', text))
        following = re.search(r'data-action="next" href="([^"]+)"', text)
        assert following
        if html.unescape(following[1]) == url:
            break
        url = html.unescape(following[1])
    assert seen[0] == ["0", "0"]
    assert seen[-1] == ["16", "29"]
    assert len(seen) == 30


async def test_short_links_and_whole_ones_go_together(client: AsyncClient) -> None:
    link = (await client.post("/api/links", json={"source": NEURON})).json()["id"]
    text = (await client.get(f"/compare?a={link}&b.code={TWICE}&step=2")).text
    assert titles(text) == ["first program", "second program"]
    assert f"/compare?a={link}&amp;b.code={TWICE}&amp;step=3" in text


async def test_leaves_that_differ_are_marked(client: AsyncClient) -> None:
    text = (await client.get(f"/compare?a.code={TWICE}&b.code={TWICE}&b.accumulate=%3D&step=99")).text
    assert titles(text) == ["+=", "="]
    assert re.search(r'data-leaf="a" data-differs="true"', text)
    assert "1 of 1 leaf gradient differs." in text


@pytest.mark.parametrize(
    ("query", "status"),
    [("a=aaaaaaaaaa", 404), ("b=%00", 404), ("a.code=x", 400), ("a.code=", 400), ("b.accumulate=x", 400), ("a=", 404)],
)
async def test_a_side_that_cant_be_read_says_so(client: AsyncClient, query: str, status: int) -> None:
    response = await client.get(f"/compare?{query}")
    assert response.status_code == status
    assert "This link is damaged" in response.text


async def test_a_wrong_side_shows_its_problems_and_the_other_steps(client: AsyncClient) -> None:
    text = (await client.get(f"/compare?a.code={encode('y = x^2 + z')}&b.code={TWICE}&step=2")).text
    assert "data-line=" in text
    assert 'data-step="2" data-steps="4"' in text
    assert 'data-side="b" data-at="2"' in text
    both = await client.get(f"/compare?a.code={encode('y = (')}&b.code={encode('y = )')}")
    assert both.status_code == 200
    assert 'data-steps="0"' in both.text


async def test_without_drawings_steps_and_gradients_are_told(tmp_path: Path) -> None:
    async with serving(tmp_path, drawn_values=3) as small:
        text = (await small.get("/compare?step=7")).text
    assert "<svg xmlns" not in text
    assert "data-leaf=" in text
    assert 'data-role="explanation">' in text


async def test_no_text_becomes_markup(client: AsyncClient) -> None:
    hostile = encode('v = Value(1.0, label="</script><script>alert(1)</script>")\ny = v*2')
    calm = (await client.get(f"/compare?a.code={TWICE}")).text
    text = (await client.get(f"/compare?a.code={hostile}")).text
    assert text.count("<script") == calm.count("<script")


async def test_a_text_typed_into_a_half_gets_its_address(client: AsyncClient) -> None:
    """As a form sends it, without any script: the other side and the options stay."""
    typed = {"a.code": TWICE, "b.source": "a = 2.0\r\nb = a*3", "b.accumulate": "=", "lang": "zh"}
    response = await client.get("/compare", params=typed)
    assert response.status_code == 303
    code = encode("a = 2.0\nb = a*3")
    assert response.headers["location"] == f"/compare?a.code={TWICE}&b.code={code}&b.accumulate=%3D&lang=zh"


async def test_the_forms_hold_the_other_side_and_how_their_own_runs(client: AsyncClient) -> None:
    text = (await client.get("/compare?card=row")).text
    forms = re.findall(r'<form class="half-form".*?</form>', text, re.DOTALL)
    fields = [dict(re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)">', form)) for form in forms]
    neuron = encode(NEURON)
    assert fields[0] == {"b.code": neuron, "b.granularity": "composed", "card": "row"}
    assert fields[1] == {"a.code": neuron, "b.granularity": "composed", "card": "row"}
    for name, form in zip("ab", forms, strict=True):
        assert f'<textarea name="{name}.source"' in form
        assert html.escape(NEURON) in form


async def test_an_empty_half_is_no_mistake(client: AsyncClient) -> None:
    text = (await client.get(f"/compare?a.code={TWICE}&b.code={encode('')}")).text
    assert titles(text) == ["first program", "second program"]
    assert 'data-role="problems"' not in text
    assert 'data-steps="4"' in text


@pytest.mark.parametrize("query", ["", f"?code={TWICE}&accumulate=%3D&lang=zh", "?schedule=recursive"])
async def test_without_scripts_the_stepper_leads_to_its_own_program(client: AsyncClient, query: str) -> None:
    page = (await client.get(f"/{query}")).text
    found = re.search(r'data-action="compare" href="([^"]+)"', page)
    assert found
    text = (await client.get(html.unescape(found[1]))).text
    source = "a = 3.5\nb = a + a" if "code" in query else NEURON
    assert text.count(html.escape(source) + "</textarea>") == 2
    assert ("accumulate" in found[1], "recursive" in found[1]) == ("accumulate" in query, "recursive" in query)
    assert ("lang=zh" in found[1]) == ("zh" in query)


async def test_a_short_link_leads_to_its_own_program(client: AsyncClient) -> None:
    link = (await client.post("/api/links", json={"source": "a = 3.5\nb = a + a"})).json()["id"]
    assert f'data-action="compare" href="/compare?a={link}"' in (await client.get(f"/t/{link}")).text


def test_the_scripts_know_what_can_be_spelt_out() -> None:
    script = (Path(__file__).parent.parent / "static" / "js" / "compare-choices.js").read_text()
    listed = re.search(r"SPELT_OUT = (\[.*?\]);", script)
    assert listed
    assert json.loads(listed[1]) == list(COMPOSED)


async def test_links_keep_the_language(client: AsyncClient) -> None:
    text = (await client.get("/compare?lang=zh&step=3")).text
    addresses = re.findall(r'href="(/compare\?[^"]*)"', text)
    assert addresses
    assert all("lang=zh" in address for address in addresses)


async def test_two_programs_are_before_and_after_only_where_one_is_an_edit(client: AsyncClient) -> None:
    more = encode("a = 3.5\nb = a + a\nc = b*2")
    assert titles((await client.get(f"/compare?a.code={TWICE}&b.code={more}")).text) == ["before", "after"]
    other = await client.get(f"/compare?a.code={TWICE}&b.code={encode(NEURON)}")
    assert titles(other.text) == ["first program", "second program"]
    assert "where it was" not in other.text


@pytest.mark.parametrize(
    ("kept", "beside", "expected"),
    [({}, "a.schedule=recursive", "no sort"), ({"schedule": "recursive"}, "a.schedule=topo&a.accumulate=%3D", "=")],
)
async def test_options_beside_a_short_link_are_how_it_runs(
    client: AsyncClient, kept: dict[str, str], beside: str, expected: str
) -> None:
    body = {"source": "a = 3.5\nb = a + a", "options": kept}
    link = (await client.post("/api/links", json=body)).json()["id"]
    text = (await client.get(f"/compare?a={link}&{beside}&b.code={TWICE}")).text
    assert titles(text)[0] == expected
    following = re.search(r'data-action="next" href="([^"]+)"', text)
    assert following
    assert titles((await client.get(html.unescape(following[1]))).text)[0] == expected


async def test_an_option_beside_a_short_link_can_be_wrong(client: AsyncClient) -> None:
    link = (await client.post("/api/links", json={"source": NEURON})).json()["id"]
    assert (await client.get(f"/compare?a={link}&a.schedule=x")).status_code == 400


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [("b = a*2", "b = a*3", "+1.0000"), ("b = a*3", "b = a*2", "-1.0000"), ("b = a*2", "b = log(a*0)", "differs")],
)
async def test_a_difference_has_its_sign(client: AsyncClient, one: str, other: str, difference: str) -> None:
    codes = [encode(f"a = 3.5\n{line}") for line in (one, other)]
    text = (await client.get(f"/compare?a.code={codes[0]}&b.code={codes[1]}")).text
    row = re.search(r'data-leaf="a" data-differs="true".*?</tr>', text, re.DOTALL)
    assert row
    assert re.findall(r'<td class="number">(.*?)</td>', row[0]) == [difference]


@pytest.mark.parametrize("address", ["/compare?a.code={code}&a.schedule=recursive", "/?code={code}&schedule=recursive"])
async def test_a_page_of_a_long_run_is_no_larger_for_it(client: AsyncClient, address: str) -> None:
    """Its scripts fetch the trace; without them it is whole."""
    source = "x = 1.0\n" + "x = x + x\n" * 12
    response = await client.get(address.format(code=encode(source)) + "&step=4000")
    assert len(response.content) < 300_000
    assert re.search(r'<main [^>]*data-step="4000" [^>]*data-awaits', response.text)
    body = {"source": source, "options": {"schedule": "recursive"}}
    trace = (await client.post("/api/trace", json=body)).json()
    of_a = re.search(r'data-side="a" data-at="(\d+)"', response.text)
    step = trace["steps"][int(of_a[1] if of_a else 4000) - 1]
    assert step["explanation"] in html.unescape(response.text)
    short = await client.get(address.format(code=TWICE))
    assert "data-awaits" not in short.text


@pytest.mark.parametrize("name", ["a", "b"])
async def test_the_traces_of_both_sides_together_are_bounded(client: AsyncClient, name: str) -> None:
    long, short = encode("x = 1.0\n" + "x = x + x*2 + 1\n" * 90), encode("x = 2.0\n" + "x = x*2 + x + 1\n" * 90)
    other = "b" if name == "a" else "a"
    boots = []
    for address in (f"{name}.code={long}&{other}.code={TWICE}", f"{name}.code={long}&{other}.code={short}"):
        found = re.search(r'id="boot">(.*?)</script>', (await client.get(f"/compare?{address}")).text)
        assert found
        boots.append(json.loads(found[1]))
    assert [list(boot["apart"]) for boot in boots] in ([[], []], [[], ["a", "b"]])
    assert all((boot["sides"][side] is None) == (side in boot["apart"]) for boot in boots for side in "ab")
