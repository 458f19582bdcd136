"""Runs that are too long for their page, in a real Chromium: the page is there at once, the steps follow."""

import pytest
from moments import address, at
from playwright.sync_api import Page, Route, expect
from test_browser_access import violations

from gradstep.app.links.content import encode

LONG = "x = 1.0\n" + "x = x + x\n" * 12  # 4096 ways from the last x to the first
BESIDE = f"/compare?a.code={encode(LONG)}&a.schedule=recursive&b.code={encode(LONG)}&step=5000"


def paths(server_url: str) -> list[str]:
    return [address(server_url, LONG, schedule="recursive", step=5000), server_url + BESIDE]


@pytest.mark.parametrize("which", [0, 1], ids=["stepper", "compare"])
def test_the_steps_arrive_after_the_page(page: Page, server_url: str, which: int) -> None:
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/trace" in request.url else None)
    page.goto(paths(server_url)[which])
    root = page.locator("[data-steps]")
    expect(root).not_to_have_attribute("data-awaits", "", timeout=20_000)
    expect(page.locator("[data-role=awaits]")).to_have_count(0)
    said = page.locator("[data-role=explanation]").first.text_content()
    page.keyboard.press("ArrowRight")
    expect(root).to_have_attribute("data-step", "5001")
    expect(page.locator("[data-role=explanation]").first).not_to_have_text(said or "")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-role=explanation]").first).to_have_text(said or "")
    assert "step=5000" in page.url
    assert len(asked) == which + 1


@pytest.mark.parametrize("which", [0, 1], ids=["stepper", "compare"])
def test_until_then_and_without_them_its_links_step(browser, server_url: str, which: int) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        held: list[Route] = []
        page.route("**/api/trace*", lambda route: held.append(route))
        page.goto(paths(server_url)[which])
        note = page.locator("[data-role=awaits]")
        expect(note).to_contain_text("on their way")
        expect(page.locator("[data-action=play]")).to_be_hidden()
        assert violations(page) == []
        page.wait_for_timeout(200)
        for route in held:
            route.abort()
        expect(note).to_contain_text("did not arrive")
        page.locator("[data-action=next]").click()
        expect(page.locator("[data-steps]")).to_have_attribute("data-step", "5001")


def test_what_is_typed_meanwhile_is_kept(page: Page, server_url: str) -> None:
    held: list[Route] = []
    page.route("**/api/trace*", lambda route: held.append(route))
    page.goto(paths(server_url)[0])
    page.locator("textarea[data-role=source]").fill("a = 2.0\nb = a*a")
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    expect(page.locator("[data-role=edited]")).to_be_visible(timeout=20_000)
    at(page, 5000)
    page.unroute("**/api/trace*")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
