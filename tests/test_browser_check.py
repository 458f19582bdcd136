"""The gradient check on the page: verdicts, the numbers behind them, and the sweep."""

import json
import re

import pytest
from moments import address
from playwright.sync_api import Page, expect

PARABOLA = "x = 3.0\nf = 3*x**2 - 4*x + 5"


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
    assert re.search(r"numbers: (\d+)\.", shown.inner_text())[1] == str(passes)


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
