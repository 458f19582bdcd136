"""The topo strip in a real Chromium: the order as it fills, the walk that fills it, the way that backward() goes."""

import base64
import re
import zlib

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

ORDER = ["x1", "w1", "x1*w1", "x2", "w2", "x2*w2", "x1*w1 + x2*w2", "b", "n", "o"]
DOUBLED = "a = 3.5\nb = a + a"


def link(source: str, **query: int) -> str:
    code = base64.urlsafe_b64encode(zlib.compress(source.encode())).decode().rstrip("=")
    return f"/?code={code}" + "".join(f"&{name}={value}" for name, value in query.items())


def opened(page: Page, server_url: str, address: str) -> None:
    page.goto(server_url + address)
    expect(page.locator("[data-role=canvas]")).to_have_attribute("aria-label", re.compile("Graph"))


def chips(page: Page) -> list[str]:
    return page.locator("[data-role=chips] li").all_inner_texts()


def stack(page: Page) -> list[str]:
    return page.locator("[data-role=stack] li").all_inner_texts()


def marked(page: Page, mark: str) -> list[int]:
    return page.locator(f"g[data-node][data-{mark}=true]").evaluate_all("all => all.map((e) => +e.dataset.node)")


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def test_stepping_over_the_sort_fills_the_strip_at_once(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=5")
    assert chips(page) == []
    expect(page.get_by_text("The order appears when backward() sorts the graph.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-role=chips] li")).to_have_text(ORDER)
    expect(page.get_by_text("operands before their users")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-role=chips] li")).to_have_count(0)


def test_stepping_into_the_sort_shows_each_entering_skipping_and_appending(page: Page, server_url: str) -> None:
    opened(page, server_url, link(DOUBLED, step=1))
    into = page.locator("[data-action=into]")
    for event, entered, order, visited in [
        (1, ["b"], [], [1]),
        (2, ["b", "a"], [], [0, 1]),
        (3, ["b"], ["a"], [0, 1]),
        (4, ["b"], ["a"], [0, 1]),
    ]:
        into.click()
        expect(page.locator("[data-event]")).to_have_attribute("data-event", str(event))
        assert (stack(page), chips(page), marked(page, "visited")) == (entered, order, visited)
        assert marked(page, "appended") == ([0] if order else [])
        expect(page.locator("[data-role=skipped]")).to_be_visible(visible=event == 4)
    expect(page.locator("[data-role=skipped]")).to_have_text("a: already visited")
    into.click()
    assert (stack(page), chips(page), marked(page, "visited")) == ([], ["a", "b"], [])


def test_stepping_back_out_of_the_walk_undoes_it(page: Page, server_url: str) -> None:
    opened(page, server_url, link(DOUBLED, step=1, event=4))
    seen = []
    for _ in range(4):
        seen.append((stack(page), chips(page), marked(page, "visited"), marked(page, "appended")))
        page.locator("[data-action=into-back]").click()
    assert (stack(page), chips(page), marked(page, "visited")) == ([], [], [])
    for expected in reversed(seen):
        page.locator("[data-action=into]").click()
        assert (stack(page), chips(page), marked(page, "visited"), marked(page, "appended")) == expected


def test_the_walk_says_each_of_its_events_in_a_sentence(page: Page, server_url: str) -> None:
    opened(page, server_url, link(DOUBLED, step=1))
    words = page.locator("[data-role=words]")
    for sentence in [
        "Enter b: look at its operands first.",
        "Enter a: a leaf has no operands to look at.",
        "a has no operands, so it is appended.",
        "a is already visited, so it is skipped.",
    ]:
        page.locator("[data-action=into]").click()
        expect(words).to_contain_text(sentence)


def test_a_stack_is_in_the_order_of_the_walk_and_the_ticks_tell_by_shape(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=5&event=12")
    assert stack(page) == ["o", "n", "x1*w1 + x2*w2", "x2*w2"]
    assert chips(page) == ORDER[:4]
    expect(page.locator("[data-chip][data-active=true]")).to_have_text("x2")
    assert page.locator(".visit:visible").count() == 8
    fills = page.locator("g[data-visited=true] .visit circle").evaluate_all(
        "all => all.map((e) => [e.closest('[data-node]').dataset.appended, getComputedStyle(e).fill])"
    )
    assert len({fill for appended, fill in fills if appended == "true"}) == 1
    assert {fill for appended, fill in fills if appended == "true"}.isdisjoint(
        fill for appended, fill in fills if appended != "true"
    )


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_nothing_moves_while_the_strip_fills_and_empties(
    browser: Browser, server_url: str, width: int, height: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    opened(page, server_url, "/?step=4")
    expect(page.locator("[data-role=canvas]")).to_have_attribute("data-pending", "false")
    parts = "[data-role=canvas], [data-role=strip], .transport"
    boxes = (
        f"() => [...document.querySelectorAll('{parts}')].map((e) => JSON.stringify(e.getBoundingClientRect())).join()"
    )
    before = page.evaluate(boxes)
    while page.locator("[data-step]").get_attribute("data-step") != "8":
        page.keyboard.press("Shift+ArrowRight")
        assert page.evaluate(boxes) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_backward_runs_through_the_strip_from_its_end(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=9")
    expect(page.get_by_text("← backward runs this way")).to_be_visible()
    expect(page.locator("[data-chip][data-active=true]")).to_have_text("b")
    assert page.locator("[data-chip][data-ran=true]").all_inner_texts() == ["n", "o"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-chip][data-active=true]")).to_have_text("x1*w1 + x2*w2")
    assert page.locator("[data-chip][data-ran=true]").all_inner_texts() == ["b", "n", "o"]
    ran = page.locator("[data-chip][data-ran=true] bdi").first.evaluate("chip => getComputedStyle(chip).boxShadow")
    rest = page.locator("[data-chip='0'] bdi").evaluate("chip => getComputedStyle(chip).boxShadow")
    assert ran != rest


def test_the_page_without_scripts_shows_the_same_strip(browser: Browser, server_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server_url}/?step=9")
    assert chips(page) == ORDER
    assert page.locator("[data-chip][data-ran=true]").all_inner_texts() == ["n", "o"]
    expect(page.get_by_text("← backward runs this way")).to_be_visible()
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_long_order_scrolls_inside_itself_and_keeps_the_active_chip_in_view(
    browser: Browser, server_url: str, width: int, height: int
) -> None:
    chain = "x = 1.0\n" + "\n".join(f"x = x*{number}.0" for number in range(2, 40))
    page = browser.new_page(viewport={"width": width, "height": height})
    opened(page, server_url, link(chain, step=39))
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        chip, strip = box(page.locator("[data-chip][data-active=true]")), box(page.locator("[data-role=chips]"))
        assert strip["x"] <= chip["x"]
        assert chip["x"] + chip["width"] <= strip["x"] + strip["width"] + 1
    page.keyboard.press("End")
    expect(page.locator("[data-chip]").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_a_deep_stack_keeps_its_top_in_view(page: Page, server_url: str) -> None:
    chain = "x = 1.0\n" + "\n".join(f"x = x*{number}.0" for number in range(2, 40))
    opened(page, server_url, link(chain, step=38, event=30))
    top, room = box(page.locator("[data-role=stack] li").last), box(page.locator("[data-role=stack]"))
    assert room["x"] <= top["x"]
    assert top["x"] + top["width"] <= room["x"] + room["width"] + 1


def test_a_chip_of_the_stack_points_at_its_value(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=5&event=12")
    page.locator("[data-role=stack] li").nth(1).hover()
    expect(page.locator("g[data-node='8']")).to_have_attribute("data-pointed", "true")
    expect(page.locator("[data-row='8']")).to_have_attribute("data-pointed", "true")
