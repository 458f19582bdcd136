"""Two traces that step together, in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect
from test_browser_access import violations

from gradstep.app.links.content import encode

TWICE = encode("a = 3.5\nb = a + a")
STATES = {"spelt out": "step=16", "=": f"a.code={TWICE}&b.code={TWICE}&b.accumulate=%3D&step=4"}


def texts(page: Page) -> list[str]:
    roles = "[data-side] :is([data-role=kicker], [data-role=explanation], [data-role=writes], [data-role=at]), tbody td"
    return ["".join(text.split()) for text in page.locator(roles).all_text_contents()]


def test_both_sides_step_together_and_the_address_follows(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/compare?step=4")
    page.keyboard.press("ArrowRight")
    root = page.locator("[data-steps]")
    expect(root).to_have_attribute("data-step", "5")
    page.keyboard.press("End")
    expect(root).to_have_attribute("data-step", "29")
    expect(page.locator("[data-side=a]")).to_have_attribute("data-at", "16")
    expect(page.locator("[data-side=b]")).to_have_attribute("data-at", "29")
    assert page.url.endswith("?step=29")
    page.click("[data-action=prev]")
    expect(root).to_have_attribute("data-step", "28")


@pytest.mark.parametrize("state", STATES)
def test_the_scripts_show_what_the_server_shows(page: Page, server_url: str, browser, state: str) -> None:
    page.goto(f"{server_url}/compare?{STATES[state]}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    with browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(f"{server_url}/compare?{STATES[state]}")
        assert texts(plain) == texts(page)


def test_what_differs_is_marked(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/compare?{STATES['=']}")
    row = page.locator('[data-leaf="a"]')
    expect(row).to_have_attribute("data-differs", "true")
    expect(row).to_contain_text("-1.0000")


def test_on_a_phone_both_sides_and_the_moves_are_in_sight(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server_url}/compare?step=16")
    for place in ("[data-side=a] .canvas", "[data-side=b] .canvas", ".transport"):
        box = page.locator(place).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing(browser, server_url: str, state: str, theme: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{server_url}/compare?{STATES[state]}")
        page.wait_for_load_state("networkidle")
        assert violations(page) == []
