"""Nobody is left out: axe-core finds no violation in any state of the page, in both themes, on desktop and phone."""

import re
from importlib.resources import files

import pytest

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
WRONG = "x = 2.0\ny = x^2 + z"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def violations(page):
    """What axe-core finds, a line each: the rule and where it is broken."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{v['id']}: {node['html'][:160]}" for v in found["violations"] for node in v["nodes"]]


def start(page, url):
    page.goto(url)


def mid_step(page, url):
    page.goto(f"{url}/?step=14")


def event_of_the_sort(page, url):
    page.goto(f"{url}/?step=5&event=9")


def error(page, url):
    page.goto(url)
    run(page, WRONG)
    page.wait_for_selector("[data-role=problems] [data-line]")


def not_finite(page, url):
    page.goto(url)
    run(page, "x = 0.0\ny = x*x**0.5")
    page.wait_for_selector("[data-steps='6']")
    page.keyboard.press("End")


def share_open(page, url):
    page.goto(f"{url}/?step=9")
    page.click("[data-action=share]")


def help_open(page, url):
    page.goto(url)
    page.click("[data-action=help]")


def why_open(page, url):
    page.goto(f"{url}/?step=16")
    page.locator("[data-role=rows] [data-cell=grad] button, [data-role=rows] button[data-cell=grad]").first.click()


def term_open(page, url):
    page.goto(f"{url}/?step=14")
    page.locator("[data-term=upstream]:visible").first.focus()
    page.wait_for_selector("#term-tip:visible")


def full_screen(page, url):
    page.goto(f"{url}/?step=14")
    page.keyboard.press("f")
    page.wait_for_selector("[data-full=true]")


def more_inputs_open(page, url):
    page.goto(url)
    run(page, "n = 0.5\ne = (2*n).exp()\no = (e - 1)/(e + 1)")
    page.locator("[data-role=more-inputs] summary").click()


def documentation(page, url):
    page.goto(f"{url}/docs")


def run(page, source):
    page.evaluate("document.activeElement?.blur()")
    page.locator("[data-role=editor]").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(source)
    page.click("[data-action=run]")
    page.evaluate("document.activeElement?.blur()")


STATES = [
    *(start, mid_step, event_of_the_sort, error, not_finite, documentation),
    *(share_open, help_open, why_open, term_open, full_screen, more_inputs_open),
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(browser, server_url, state, theme, size):
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        state(page, server_url)
        page.wait_for_load_state("networkidle")
        assert violations(page) == []


def test_reduced_motion_means_none(browser, server_url):
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{server_url}/?step=3")
        durations = page.evaluate(
            """[...document.querySelectorAll('*')].flatMap((each) => {
                const { transitionDuration, animationDuration, animationName } = getComputedStyle(each);
                return [transitionDuration, animationName === 'none' ? '0s' : animationDuration];
            })"""
        )
    assert {float(part) for text in durations for part in re.findall(r"[\d.]+", text)} <= {0.0, 1e-05}


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_walk_needs_no_mouse(browser, server_url, size):
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.goto(server_url)
        reached = set()
        for _ in range(200):
            page.keyboard.press("Tab")
            action = page.evaluate("document.activeElement?.dataset.action ?? null")
            if action is not None:
                reached.add(action)
        assert {"first", "prev", "play", "next", "last", "into", "into-back", "run", "share", "help"} <= reached


def test_the_first_view_is_light(browser, server_url):
    """Every body that is fetched before a person does anything, compressed as it came: the editor is among them."""
    with browser.new_context() as context:
        page = context.new_page()
        responses = []
        page.on("response", lambda response: responses.append(response))
        page.goto(server_url)
        page.locator("[data-role=editor]").click()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        sizes = {response.url: response.request.sizes()["responseBodySize"] for response in responses}
    assert any("codemirror" in url for url in sizes)
    assert sum(sizes.values()) < 180_000
