"""The gradient check on the page: verdicts, the numbers behind them, and the sweep."""

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from moments import address
from playwright.sync_api import Browser, Error, Page, Route, expect

PARABOLA = "x = 3.0\nf = 3*x**2 - 4*x + 5"


def _until(page: Page, is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not is_so() and time.monotonic() < deadline:
        page.wait_for_timeout(20)


@pytest.mark.parametrize(
    ("source", "moment", "name", "verdict"),
    [
        ("x = 2.0\ny = tanh(x)", {}, "x", "agrees"),
        ("a = 3.5\nb = a + a", {"accumulate": "%3D"}, "a", "differs"),
        ("x = 0.0\ny = relu(x)", {}, "x", "unchecked"),
    ],
)
def test_each_value_has_its_verdict(
    page: Page, server_url: str, source: str, moment: dict[str, str], name: str, verdict: str
) -> None:
    page.goto(address(server_url, source, panel="check", **moment))
    row = page.locator(f'[data-check="{name}"]')
    expect(row).to_have_attribute("data-verdict", verdict)
    expect(page.locator("[data-role=check]")).to_be_visible()


def test_the_passes_shown_are_those_of_the_one_answer(page: Page, server_url: str) -> None:
    asked = []
    page.on("response", lambda answer: asked.append(answer) if answer.url.endswith("/api/gradcheck") else None)
    page.goto(f"{server_url}/?panel=check")
    shown = page.locator("[data-role=check-passes]")
    expect(shown).to_contain_text("Forward passes used")
    (answer,) = asked
    found = json.loads(answer.text())
    passes = found["forward_passes"] + found["further_passes"]
    assert re.search(r"numbers: (\d+),", shown.inner_text())[1] == str(passes)


def test_a_mistake_is_mended_from_the_panel(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "a = 3.5\nb = a + a", panel="check", accumulate="%3D"))
    page.locator("[data-role=check-cures] button").click()
    expect(page.locator('[data-check="a"]')).to_have_attribute("data-verdict", "agrees")
    expect(page).not_to_have_url(re.compile("accumulate"))


def test_a_link_opens_the_sweep_with_all_its_rows(page: Page, server_url: str) -> None:
    page.goto(address(server_url, PARABOLA, panel="check", sweep="x"))
    expect(page.locator("[data-role=sweep-rows] tr")).to_have_count(14)
    expect(page.locator("[data-role=sweep-plot] canvas")).to_be_visible()
    expect(page.locator("[data-role=sweep-best]")).to_contain_text("forward 9.3e-8 at h = 1e-8")


def test_escape_closes_the_panel_and_cleans_the_address(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?panel=check")
    expect(page.locator('[data-check="x1"]')).to_have_attribute("data-verdict", "agrees")
    page.keyboard.press("Escape")
    expect(page.locator("[data-role=check]")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("panel"))


def test_each_row_names_its_step(page: Page, server_url: str) -> None:
    page.goto(address(server_url, PARABOLA, panel="check"))
    expect(page.locator('[data-check="x"] [data-cell=h]')).to_have_text(re.compile(r"^\de-\d+$"))
    page.locator("[data-role=check-step]").fill("1e-3")
    page.locator("[data-role=check-step]").press("Enter")
    expect(page.locator('[data-check="x"] [data-cell=h]')).to_have_text("1e-3")


def test_no_number_for_h_is_said_and_asks_nothing(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?panel=check")
    expect(page.locator('[data-check="x1"]')).to_have_attribute("data-verdict", "agrees")
    asked = []
    page.on("request", lambda request: asked.append(request) if "gradcheck" in request.url else None)
    step = page.locator("[data-role=check-step]")
    step.fill("a little")
    step.press("Enter")
    expect(page.locator("[data-role=check-complaint]")).to_contain_text("Type a number above 0")
    expect(step).to_have_attribute("aria-invalid", "true")
    assert asked == []


def test_a_refusal_is_said_in_the_servers_words(browser: Browser, server_url: str) -> None:
    page = browser.new_page()  # a refusal is a 422, which the console reports
    problem = {"message": "the check would take too long", "hint": "check a part of it", "line": 1, "column": 1}
    report = {"title": "Wrong program", "status": 422, "detail": "It is too large.", "errors": [problem]}
    page.route("**/api/gradcheck*", lambda route: route.fulfill(status=422, json=report))
    page.goto(f"{server_url}/?panel=check")
    expect(page.locator("[data-role=check-failure]")).to_have_text("the check would take too long check a part of it")
    page.close()


def test_no_answer_is_said_and_the_next_one_takes_its_place(browser: Browser, server_url: str) -> None:
    page = browser.new_page()
    page.route("**/api/gradcheck*", lambda route: route.abort())
    page.goto(f"{server_url}/?panel=check")
    expect(page.locator("[data-role=check-failure]")).to_contain_text("did not answer")
    page.unroute("**/api/gradcheck*")
    page.locator("[data-role=check-given]").check()
    expect(page.locator('[data-check="x1"]')).to_have_attribute("data-verdict", "agrees")
    expect(page.locator("[data-role=check-failure]")).to_be_hidden()
    page.close()


def test_only_the_answer_to_the_latest_question_is_shown(page: Page, server_url: str) -> None:
    held: list[Route] = []
    page.route("**/api/gradcheck*", lambda route: held.append(route))
    page.goto(address(server_url, PARABOLA, panel="check"))
    _until(page, lambda: len(held) == 1)
    step = page.locator("[data-role=check-step]")
    step.fill("1e-2")
    step.press("Enter")
    _until(page, lambda: len(held) >= 2)
    held[-1].continue_()
    expect(page.locator('[data-check="x"] [data-cell=h]')).to_have_text("1e-2")
    for late in held[:-1]:
        with suppress(Error):  # a question that was given up can't be answered
            late.continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator('[data-check="x"] [data-cell=h]')).to_have_text("1e-2")


@pytest.mark.parametrize("name", ["Check gradients", "Fill by hand"])
def test_a_panel_that_does_not_come_is_said_and_comes_later(browser: Browser, server_url: str, name: str) -> None:
    page = browser.new_page()
    page.goto(server_url)
    page.route("**/static/js/view/*.js", lambda route: route.abort())
    page.get_by_role("button", name=name).click()
    expect(page.locator("[data-role=panel-failure]")).to_be_visible()
    expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")
    page.close()


@pytest.mark.parametrize("sheet", ["css/check", "vendor/uplot/uplot"])
def test_a_panel_without_its_style_sheet_is_not_shown_and_comes_when_that_does(
    browser: Browser, server_url: str, sheet: str
) -> None:
    page = browser.new_page()
    page.goto(server_url)
    page.route(f"**/static/{sheet}.css", lambda route: route.abort())
    button = page.get_by_role("button", name="Check gradients")
    button.click()
    expect(page.locator("[data-role=panel-failure]")).to_be_visible()
    expect(page.locator("[data-role=check]")).to_be_hidden()
    page.unroute(f"**/static/{sheet}.css")
    button.click()
    expect(page.locator("[data-role=check]")).to_be_visible()
    expect(page.locator("[data-role=panel-failure]")).to_be_hidden()
    page.close()


def test_without_scripts_the_page_says_that_the_panels_need_them(browser: Browser, server_url: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{server_url}/?panel=check&step=3")
    expect(page.locator(".without-script")).to_be_visible()
    page.goto(f"{server_url}/?step=3")
    expect(page.locator(".without-script")).to_have_count(0)
    page.close()


def test_the_plot_follows_the_theme(page: Page, server_url: str) -> None:
    page.goto(address(server_url, PARABOLA, panel="check", sweep="x"))
    canvas = page.locator("[data-role=sweep-plot] canvas")
    expect(canvas).to_be_visible()
    light = canvas.evaluate("e => e.toDataURL()")
    page.get_by_role("button", name="Dark theme").click()
    _until(page, lambda: canvas.evaluate("e => e.toDataURL()") != light)
    assert canvas.evaluate("e => e.toDataURL()") != light


@pytest.mark.parametrize(
    ("source", "sentence", "bests"),
    [
        ("x = 0.7\ny = sin(x)", "At the large end the error is truncation", 2),
        ("x = 0.0\ny = relu(x)", "The error is about the same at every h", 0),
        ("x = 1e16\ny = sin(x)", "The error is about the same at every h", 0),
        ("x = 4.0\ny = x*0", "Both differences are exact here", 0),
        ("x = 4.0\ny = x", "Only one of the two ends is to be seen", 2),
        ("x = 0.0\ny = 1/x", "not a finite number here", 0),
    ],
)
def test_a_sweep_explains_its_own_curve(page: Page, server_url: str, source: str, sentence: str, bests: int) -> None:
    page.goto(address(server_url, source, panel="check", sweep="x"))
    expect(page.locator("[data-role=sweep-why]")).to_contain_text(sentence)
    expect(page.locator("[data-role=sweep-rows] [data-best]")).to_have_count(bests)
    end = page.locator("[data-role=sweep] [data-end]").first
    expect(end).to_be_visible(visible="truncation: a secant" in page.locator("[data-role=sweep-why]").inner_text())
