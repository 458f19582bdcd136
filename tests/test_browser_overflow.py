"""Overflow in a real Chromium: where it began is marked, what follows is faded, one press cures it."""

import re
from xml.etree import ElementTree

import httpx
import pytest
from moments import address, at, link_id, steps_of, trace_of, until
from playwright.sync_api import Page, expect

SIGMOID = "x = -1000; y = 1/(1 + (-x).exp())"
TANH = "x = 1000\ne = (2*x).exp()\nnum = e - 1\nden = e + 1  # the lower half\no = num/den"
LATE = "x = 0.0\ny = x**0.5\nz = y*3"  # only its backward pass goes wrong


def node(page: Page, number: int):
    return page.locator(f'g[data-node="{number}"]')


def marks(page: Page) -> dict[int, tuple[str, str]]:
    """The nodes that are marked: how, and for which number."""
    return {
        int(id_): (kind, of)
        for id_, kind, of in page.locator("g[data-node][data-fault]").evaluate_all(
            "all => all.map((g) => [g.dataset.node, g.dataset.fault, g.dataset.faultIn])"
        )
    }


def shown_faults(trace: dict, step: int) -> dict[int, tuple[str, str]]:
    """What must be marked after so many steps, from the trace alone."""
    built = {
        event["node"] for each in trace["steps"][:step] for event in each["events"] if event["kind"] in ("leaf", "node")
    }
    found = {}
    for each in trace["nodes"]:
        writes = [
            event
            for done in trace["steps"][:step]
            for event in done["events"]
            if event["kind"] == "write" and event["target"] == each["id"]
        ]
        faults = [(each["fault"], "data"), (writes[-1].get("fault") if writes else None, "grad")]
        faults = sorted((fault for fault in faults if fault[0]), key=lambda fault: not fault[0]["origin"])
        if faults and each["id"] in built:
            found[each["id"]] = ("origin" if faults[0][0]["origin"] else "follows", faults[0][1])
    return found


@pytest.mark.parametrize("source", [SIGMOID, TANH, LATE])
def test_marks_come_with_what_goes_wrong_and_go_when_stepping_back(page: Page, server_url: str, source: str) -> None:
    trace = trace_of(server_url, source)
    page.goto(address(server_url, source))
    at(page, 0)
    seen = [marks(page)]
    for step in range(1, steps_of(page) + 1):
        page.keyboard.press("ArrowRight")
        at(page, step)
        seen.append(marks(page))
    assert seen == [shown_faults(trace, step) for step in range(len(seen))]
    assert seen[0] == {}
    assert any("origin" in kind for kind, _ in seen[-1].values())
    for step in reversed(range(len(seen) - 1)):
        page.keyboard.press("ArrowLeft")
        at(page, step)
        assert marks(page) == seen[step]


@pytest.mark.parametrize("source", [SIGMOID, TANH, LATE])
def test_the_page_and_the_exported_picture_mark_alike(page: Page, server_url: str, source: str) -> None:
    link = link_id(server_url, source)
    page.goto(f"{server_url}/t/{link}")
    at(page, 0)
    for step in range(steps_of(page) + 1):
        if step:
            page.keyboard.press("ArrowRight")
            at(page, step)
        svg = ElementTree.fromstring(httpx.get(f"{server_url}/t/{link}/frames/{step}.svg").content)
        exported = {
            each.get("data-node") or each.get("data-edge"): each.attrib
            for each in svg.iter()
            if each.tag.endswith("}g")
        }
        for name in ("data-fault", "data-fault-in", "data-follows"):
            on_page = page.locator("g[data-node], g[data-edge]").evaluate_all(
                "(all, name) => all.map((g) => [g.dataset.node ?? g.dataset.edge, g.getAttribute(name)])", name
            )
            assert on_page == [[each, exported[each].get(name)] for each, _ in on_page]


def test_the_reason_is_in_the_picture_the_table_and_the_sentence(page: Page, server_url: str) -> None:
    trace = trace_of(server_url, SIGMOID)
    (exp,) = [each for each in trace["nodes"] if each["op"] == "exp"]
    step = 1 + next(k for k, each in enumerate(trace["steps"]) if each["node"] == exp["id"])
    reason = exp["fault"]["reason"]
    page.goto(address(server_url, SIGMOID, step=step))
    at(page, step)
    assert reason in (node(page, exp["id"]).locator("title").first.text_content() or "")
    expect(node(page, exp["id"]).locator(".mark")).to_be_visible()
    cell = page.locator(f'[data-row="{exp["id"]}"] [data-cell=data]')
    expect(cell).to_have_attribute("title", re.compile(re.escape(reason)))
    expect(cell).to_have_attribute("data-fault", "origin")
    expect(page.locator("[data-role=explanation]")).to_contain_text(reason)
    page.keyboard.press("ArrowLeft")
    expect(cell).not_to_have_attribute("data-fault", "origin")


def test_why_names_the_reason_of_a_gradient_that_is_nan(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SIGMOID, step=99))
    x = page.locator("[data-row]:has(bdi[title='x']) [data-why]")
    expect(x).to_have_text("nan")
    expect(x).to_have_attribute("data-fault", "follows")
    x.click()
    expect(page.locator("[data-role=why]")).to_contain_text("zero upstream gradient")


def test_what_follows_is_paler_than_where_it_began(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TANH, step=6))
    at(page, 6)
    stroke = "g => getComputedStyle(g.querySelector('.card')).strokeWidth"
    origins, followers = page.locator("[data-fault=origin]"), page.locator("[data-fault=follows]")
    assert (origins.count(), followers.count()) >= (1, 1)
    assert float(origins.first.evaluate(stroke).removesuffix("px")) > float(
        followers.first.evaluate(stroke).removesuffix("px")
    )
    ink = "g => getComputedStyle(g.querySelector('[data-field=data]')).fill"
    assert origins.first.evaluate(ink) != followers.first.evaluate(ink)


def editor_text(page: Page) -> str:
    return page.locator('[data-role="source"]').input_value()


def press_fix(page: Page, name: str) -> None:
    page.locator("[data-role=notices]").get_by_role("button", name=name).click()


def row(page: Page, name: str):
    return page.locator(f"[data-row]:has(bdi[title='{name}'])")


@pytest.mark.parametrize(
    ("source", "name", "label", "shown", "after"),
    [
        (SIGMOID, "write sigmoid(x)", "y", "0.0000", "x = -1000; y = sigmoid(x)"),
        (TANH, "write tanh(x)", "o", "1.0000", "x = 1000\n# the lower half\no = tanh(x)"),
    ],
)
def test_one_press_rewrites_the_program_and_back_takes_it_back(
    page: Page, server_url: str, source: str, name: str, label: str, shown: str, after: str
) -> None:
    page.goto(address(server_url, source, step=99))
    expect(page.locator("[data-fault]").first).to_be_attached()
    press_fix(page, name)
    until(page, "text => document.querySelector('[data-role=source]').value === text", after)
    expect(page.locator("g[data-node]")).to_have_count(2)
    at(page, steps_of(page))  # it was at the end, and stays there
    expect(row(page, label).locator("[data-cell=data]")).to_have_text(shown)
    expect(row(page, "x").locator("[data-cell=grad]")).to_have_text("0.0000")
    expect(page.locator("[data-fault]")).to_have_count(0)
    expect(page.locator("[data-role=notices] .fix")).to_have_count(0)
    page.go_back()
    expect(page.locator("[data-role=notices] .fix")).to_have_count(1)
    assert editor_text(page) == source


def test_where_the_option_spells_it_out_one_press_packs_it(page: Page, server_url: str) -> None:
    source = "x = 1000\ny = tanh(x)"
    page.goto(address(server_url, source, granularity="composed", step=99))
    expect(page.locator("[data-fault]").first).to_be_attached()
    press_fix(page, "use packed")
    expect(page.locator("g[data-node]")).to_have_count(2)
    expect(row(page, "y").locator("[data-cell=data]")).to_have_text("1.0000")
    assert editor_text(page) == source
    assert "granularity" not in page.url
    page.go_back()
    expect(page.locator("[data-role=notices] .fix")).to_have_count(1)
    assert "granularity=composed" in page.url
