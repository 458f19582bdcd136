"""The dialog that asks what to compare with, and the halves that one can write in, in a real Chromium."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from moments import address, at
from playwright.sync_api import Locator, Page, expect
from test_browser import SCRIPTS, imported
from test_browser_access import violations

from gradstep.app.links.content import decode, encode

TWICE = "a = 3.0\nb = a + a"


def open_choice(page: Page) -> Locator:
    page.locator("[data-action=compare]").click()
    dialog = page.get_by_role("dialog", name="Compare this program")
    expect(dialog).to_be_visible()
    return dialog


def offered(page: Page) -> list[str]:
    choices = open_choice(page).locator("[data-choice]")
    expect(choices.last).to_be_visible()
    return choices.evaluate_all("all => all.map((each) => each.dataset.choice)")


def choose(page: Page, name: str) -> None:
    open_choice(page).locator(f"[data-choice={name}]").click()
    expect(page.locator("main.compare button[data-action=last]")).to_be_visible()  # a link until its scripts run


def titles(page: Page) -> list[str]:
    return page.locator(".half h2 span + span").all_text_contents()


def programs(page: Page) -> list[str]:
    return page.locator(".half textarea").evaluate_all("all => all.map((each) => each.value)")


def program_in(url: str, name: str = "code") -> str:
    return decode(parse_qs(urlsplit(url).query)[name][0], 1000)


def is_traced(page: Page, source: str) -> None:
    page.wait_for_url(lambda url: program_in(url) == source)


def edit(page: Page, source: str) -> None:
    editor = page.locator(".cm-content")
    page.locator("[data-role=editor]").click()
    expect(editor).to_be_visible()
    editor.fill(source)


def edit_and_run(page: Page, source: str) -> None:
    edit(page, source)
    page.locator("[data-action=run]").click()
    is_traced(page, source)


@pytest.mark.parametrize(
    ("name", "expected", "steps"),
    [
        ("composed", ["packed", "spelt out"], ("16", "29")),
        ("overwrite", ["+=", "="], ("16", "16")),
        ("recursive", ["sorted", "no sort"], ("16", "15")),
        ("preorder", ["sorted", "appended too early"], ("16", "16")),
    ],
)
def test_each_choice_shows_its_pair(
    page: Page, server_url: str, name: str, expected: list[str], steps: tuple[str, str]
) -> None:
    page.goto(server_url)
    choose(page, name)
    assert titles(page) == expected
    assert programs(page)[0] == programs(page)[1]
    page.keyboard.press("End")
    for side, last in zip("ab", steps, strict=True):
        expect(page.locator(f"[data-side={side}]")).to_have_attribute("data-at", last)


def test_what_runs_in_another_way_is_offered_the_usual_one(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?granularity=composed&accumulate=%3D&schedule=recursive")
    assert offered(page) == ["packed", "accumulate", "topo", "preorder", "own"]
    page.locator("[data-choice=accumulate]").click()
    expect(page.locator("main.compare")).to_be_visible()
    assert titles(page) == ["=", "+="]
    assert "a.schedule=recursive" in page.url
    assert "b.schedule=recursive" in page.url


def test_only_what_can_be_spelt_out_is_offered_so(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    assert offered(page) == ["overwrite", "recursive", "preorder", "own"]
    page.goto(address(server_url, "a = 3.0\nb = sigmoid(tanh(a))"))
    open_choice(page)
    expect(page.locator("[data-choice=composed] b")).to_have_text("with tanh, sigmoid spelt out")


def test_an_edit_is_shown_before_and_after(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    edit_and_run(page, "a = 3.0\nb = a*a")
    choose(page, "earlier")
    assert titles(page) == ["before", "after"]
    assert programs(page) == [TWICE, "a = 3.0\nb = a*a"]
    page.go_back()
    assert "earlier" in offered(page)


def test_an_edit_that_has_not_run_is_shown_too(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE, accumulate="%3D"))
    edit(page, "a = 5.0\nb = a + a")
    choose(page, "edited")
    assert titles(page) == ["before", "after"]
    assert programs(page) == [TWICE, "a = 5.0\nb = a + a"]
    assert page.url.count("accumulate=%3D") == 2


def test_another_way_to_run_is_no_edit(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    page.locator("[data-role=engine-details] summary").click()
    page.locator('[data-option=accumulate][data-value="="]').click()
    expect(page).to_have_url(re.compile("accumulate"))
    assert "earlier" not in offered(page)


def test_a_series_of_changed_numbers_is_one_edit(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    field = page.locator("[data-role=inputs] input").first
    field.focus()
    for last in ("3.1", "3.2"):
        field.press("ArrowUp")
        expect(field).to_have_value(last)
        is_traced(page, TWICE.replace("3.0", last))
    choose(page, "earlier")
    assert programs(page) == [TWICE, TWICE.replace("3.0", "3.2")]


def test_back_leads_to_what_was_before_that_edit(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    edit_and_run(page, "a = 1.0\nb = a + a")
    edit_and_run(page, "a = 2.0\nb = a + a")
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("a = 1.0")
    choose(page, "earlier")
    assert programs(page) == [TWICE, "a = 1.0\nb = a + a"]


def test_back_over_an_edit_closes_the_panel_opened_since(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    edit_and_run(page, "a = 1.0\nb = a + a")
    page.locator("[data-action=panel-check]").click()
    expect(page).to_have_url(re.compile("panel=check"))
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("a = 3.0")
    expect(page).not_to_have_url(re.compile("panel"))
    assert program_in(page.url) == TWICE


@pytest.mark.parametrize("key", ["Escape", "close"])
def test_it_is_left_as_it_was_entered(page: Page, server_url: str, key: str) -> None:
    page.goto(f"{server_url}/?step=3")
    opener = page.locator("[data-action=compare]")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Compare this program")
    expect(dialog.locator("[data-choice]").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    at(page, 3)
    if key == "close":
        dialog.get_by_role("button", name="Close").click()
    else:
        page.keyboard.press(key)
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_it_needs_no_mouse(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.locator("[data-action=compare]").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-choice=composed]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-choice=overwrite]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main.compare")).to_be_visible()
    assert titles(page) == ["+=", "="]


def test_the_other_half_can_be_written(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    choose(page, "own")
    assert programs(page) == [TWICE, ""]
    field = page.get_by_role("textbox", name="Program of B")
    field.fill("a = 3.0\nb = a*2 ")
    page.keyboard.press("End")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-side=b] [data-role=at]")).to_have_text("step 0 of 5")
    assert program_in(page.url, "b.code") == "a = 3.0\nb = a*2 "
    expect(page.locator("[data-leaf=a]")).to_have_attribute("data-differs", "false")


def test_keys_belong_to_the_program_while_it_is_typed(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/compare?step=4")
    before = (stage := page.locator("[data-side=a] .stage")).bounding_box()
    page.locator("[data-side=a] summary").click()
    assert stage.bounding_box() == before
    page.get_by_role("textbox", name="Program of A").press("ArrowRight")
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", "4")


def test_a_wrong_program_can_be_mended_where_it_stands(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/compare?a.code={encode(TWICE)}&b.code={encode('a = 3.0' + chr(10) + 'b = a + c')}")
    expect(page.locator("[data-side=b] [data-role=problems]")).to_contain_text("c")
    page.get_by_role("textbox", name="Program of B").fill("a = 3.0\nb = a + 1")
    page.locator("[data-side=b]").get_by_role("button", name="Run").click()
    expect(page.locator("[data-side=b] .stage")).to_be_visible()
    assert programs(page)[1] == "a = 3.0\nb = a + 1"


def test_every_module_of_the_compare_page_is_fetched_at_once(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/compare")
    named = page.locator("link[rel=modulepreload], script[type=module][src]").evaluate_all(
        "all => all.map((e) => e.getAttribute('href') ?? e.getAttribute('src'))"
    )
    needed = [f"/static/js/{path.relative_to(SCRIPTS).as_posix()}" for path in imported(SCRIPTS / "compare.js")]
    assert sorted(named) == sorted(needed)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_it_is_inside_the_screen_and_axe_finds_nothing(browser, server_url: str, theme: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(address(server_url, TWICE))
        box = open_choice(page).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert violations(page) == []
        page.locator("[data-choice=own]").click()
        expect(page.locator("main.compare")).to_be_visible()
        page.locator("[data-side=a] summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
