"""The gallery in a real Chromium: each card leads to the moment that it is about."""

import pytest
from moments import at
from playwright.sync_api import Page, expect

from gradstep.app.examples import EXAMPLES, Example

ALL = [example for group in EXAMPLES for example in group.examples]


def test_the_bar_leads_there_and_says_where_one_is(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.get_by_role("link", name="Examples").click()
    expect(page.locator("h1")).to_have_text("Examples")
    expect(page.get_by_role("link", name="Examples")).to_have_attribute("aria-current", "page")
    expect(page.locator(".bar-nav")).not_to_contain_text("Fill by hand")


@pytest.mark.parametrize("example", ALL, ids=[example.id for example in ALL])
def test_a_card_opens_at_its_moment(page: Page, server_url: str, example: Example) -> None:
    page.goto(f"{server_url}/examples")
    page.locator(f"#{example.id} .example-picture").click(force=True)  # all of a card is its link
    at(page, example.step, example.event)
    expect(page.locator("[data-role=source]")).to_have_value(example.source)
    expect(page.locator("[data-role=check]")).to_be_visible(visible=example.panel == "check")
    expect(page.locator("[data-role=predict]")).to_be_visible(visible=example.panel == "predict")
    if example.panel == "predict":
        expect(page.locator("g[data-node] [data-field=grad]", has_text="?")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_sticks_out(page: Page, server_url: str, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server_url}/examples")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    pictures = page.locator(".example-picture svg").evaluate_all(
        "all => all.every((e) => e.getBoundingClientRect().width <= e.parentElement.clientWidth)"
    )
    assert pictures
    ground, ink = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert ground != ink


@pytest.mark.parametrize("path", ["/", "/examples", "/docs", "/compare"])
@pytest.mark.parametrize("width", [320, 390, 900, 1440])
def test_the_bar_fits(page: Page, server_url: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(server_url + path)
    expect(page.locator(".bar-nav")).to_be_visible()
    right = page.locator(".bar").evaluate(
        "e => Math.max(...[...e.children].map((c) => c.getBoundingClientRect().right))"
    )
    assert right <= width
    heights = page.locator(".bar-nav > *").evaluate_all("all => all.map((e) => e.getBoundingClientRect().height)")
    assert min(heights) >= 32


def test_without_scripts_the_bar_has_links(browser, server_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server_url}/?step=3")
    for name, query in (("Check gradients", "panel=check"), ("Fill by hand", "panel=predict")):
        href = page.get_by_role("link", name=name).get_attribute("href") or ""
        assert query in href
        assert "step=3" in href
    context.close()
