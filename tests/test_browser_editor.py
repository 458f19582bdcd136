"""The program's editor in a real Chromium: typing, pasting, problems at their place, what is marked."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

VENDOR = Path(__file__).parent.parent / "static" / "vendor" / "codemirror"
WRONG = "x = 2.0\ny = x^2\nz = 权重 + y"
LISTING = "\n".join(
    [
        "from micrograd.engine import Value",
        "class Thing:",
        "    def __init__(self):",
        "        self.a = (1,",
        "",
        "x = Value(2.0, label='x')\t# a tab",
        "y = x*x",
    ]
)


def opened(page: Page, url: str) -> Locator:
    """The page's code editor, once it has taken the text area's place."""
    page.goto(url)
    editor = page.get_by_role("textbox", name="Program")
    expect(page.locator(".cm-content")).to_be_visible()
    return editor


def text_of(page: Page) -> str:
    return page.locator("[data-role=source]").input_value()


@pytest.fixture
def tolerant(browser: Browser) -> Iterator[Page]:
    """A page whose console may speak: a refused program is a 422, which it reports."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def test_the_editor_takes_less_than_100_kilobytes() -> None:
    assert len(gzip.compress((VENDOR / "codemirror.js").read_bytes(), 6)) < 80_000
    licences = (VENDOR / "LICENCES.txt").read_text("utf-8")
    assert licences.count("Permission is hereby granted") == 6


def test_typing_sets_exactly_what_was_typed_and_ctrl_enter_traces_it(page: Page, server_url: str) -> None:
    opened(page, server_url)
    page.locator("[data-role=editor]").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("a = (2.0)\n    # half (a bracket\n\nb = a*a")
    assert text_of(page) == "a = (2.0)\n    # half (a bracket\n\nb = a*a"
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")


def test_filling_works_in_the_editor_and_in_the_text_area(page: Page, server_url: str) -> None:
    editor = opened(page, server_url)
    editor.fill("a = 2.0\nb = a*a")
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    page.locator("textarea").first.fill("a = 2.0\nb = a*a*a\n")
    expect(editor).to_have_text("a = 2.0b = a*a*a", use_inner_text=False)
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "6")


def test_what_is_typed_while_the_editor_loads_is_kept_with_the_focus(page: Page, server_url: str) -> None:
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            const area = document.querySelector("[data-role=source]");
            area.focus();
            area.setSelectionRange(0, 0);
            document.execCommand("insertText", false, "q = 1.0\\n");
        })"""
    )
    opened(page, server_url)
    page.keyboard.type("r = 2.0\n")
    assert text_of(page).startswith("q = 1.0\nr = 2.0\nx1 = 2.0\n")
    expect(page.locator("[data-role=edited]")).to_be_visible()


def test_a_whole_listing_is_pasted_as_it_is(page: Page, server_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, server_url).focus()
    page.evaluate("(text) => navigator.clipboard.writeText(text)", LISTING.replace("\n", "\r\n"))
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")
    expect(page.locator("[data-role=source]")).to_have_value(LISTING)


def test_chinese_is_composed_and_counted_in_characters(tolerant: Page, server_url: str) -> None:
    page = tolerant
    opened(page, server_url).fill("")
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "quan", "selectionStart": 4, "selectionEnd": 4})
    session.send("Input.insertText", {"text": "权重"})
    page.keyboard.type(" = 2.0  # 😀😀\ny = 权重*qq # 😀")
    assert text_of(page) == "权重 = 2.0  # 😀😀\ny = 权重*qq # 😀"
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-role=problems] li")).to_have_attribute("data-column", "8")
    expect(page.locator(".problem")).to_have_text("qq")


def test_tab_leaves_the_editor(page: Page, server_url: str) -> None:
    opened(page, server_url).focus()
    text = text_of(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-role=editor]') === null")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("[data-action=run]")).to_be_focused()
    assert text_of(page) == text


def test_arrows_in_the_editor_never_step(page: Page, server_url: str) -> None:
    opened(page, f"{server_url}/?step=3").focus()
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", "Shift+ArrowRight", " "):
        page.keyboard.press(key)
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "3")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")


def test_problems_are_underlined_and_explained_where_they_are(tolerant: Page, server_url: str) -> None:
    page = tolerant
    opened(page, server_url).fill(WRONG)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".problem")).to_have_text(["^", "权重"])
    expect(page.locator("[data-role=problems] li")).to_have_count(2)
    page.locator(".problem").first.hover()
    expect(page.locator(".bubble")).to_contain_text("use **")
    page.keyboard.press("Control+Home")
    expect(page.locator(".bubble")).to_be_hidden()
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "true")
    assert page.locator("g[data-node]").count() == 10
    opacity = "getComputedStyle(document.querySelector('[data-role=canvas]')).opacity"
    page.wait_for_function(f"{opacity} < 0.5")


def test_one_press_mends_the_text_and_runs_it(tolerant: Page, server_url: str) -> None:
    page = tolerant
    opened(page, server_url).fill(WRONG)
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="write **").click()
    expect(page.locator("[data-role=problems] li")).to_have_count(1)
    page.get_by_role("button", name="权重 = 1.0").click()
    expect(page.locator("[data-role=problems] li")).to_have_count(0)
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "false")
    assert text_of(page) == "x = 2.0\ny = x**2\n权重 = 1.0\nz = 权重 + y"
    page.keyboard.press("Control+Z")
    page.keyboard.press("Control+Z")
    assert text_of(page) == WRONG


def test_a_fix_goes_where_its_problem_has_moved_to(tolerant: Page, server_url: str) -> None:
    page = tolerant
    opened(page, server_url).fill("x = 2.0\ny = x^2")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".problem")).to_have_text("^")
    page.keyboard.press("Control+Home")
    page.keyboard.type("# a line above\n")
    page.get_by_role("button", name="write **").click()
    expect(page.locator("[data-role=source]")).to_have_value("# a line above\nx = 2.0\ny = x**2")


def test_notices_are_marked_gently(page: Page, server_url: str) -> None:
    opened(page, server_url).fill("x = 2.0\ny = x × 3")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".notice")).to_have_text("×")
    expect(page.locator(".problem")).to_have_count(0)


def test_lines_not_traced_yet_are_marked_until_they_are(page: Page, server_url: str) -> None:
    opened(page, server_url).focus()
    expect(page.locator(".cm-line.changed")).to_have_count(0)
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.type("5")
    expect(page.locator(".cm-line.changed")).to_have_text("x1 = 2.05")
    expect(page.locator("[data-role=edited]")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(".cm-line.changed")).to_have_count(0)
    expect(page.locator("[data-role=edited]")).to_be_hidden()
    page.keyboard.type("7")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".cm-line.changed")).to_have_count(0)


def test_the_active_span_is_lit_and_moves_with_edits_above_it(page: Page, server_url: str) -> None:
    opened(page, f"{server_url}/?step=14").focus()
    expect(page.locator("mark.lit")).to_have_text("x1*w1")
    page.keyboard.press("Control+Home")
    page.keyboard.type("# 😀\n")
    expect(page.locator("mark.lit")).to_have_text("x1*w1")


def test_the_lit_line_of_a_long_program_scrolls_into_view(page: Page, server_url: str) -> None:
    editor = opened(page, server_url)
    editor.fill("a0 = 1.0\n" + "\n".join(f"a{i} = a{i - 1}*2" for i in range(1, 40)))
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-steps]")).not_to_have_attribute("data-steps", "16")
    page.locator(".bar-line").click()
    for key, name in (("Home", None), ("ArrowRight", "a0*2")):
        page.keyboard.press(key)
        if name:
            expect(page.locator("mark.lit")).to_have_text(name)
            expect(page.locator("mark.lit")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_draft_with_an_error_survives_a_reload_and_is_offered(tolerant: Page, server_url: str) -> None:
    page = tolerant
    opened(page, server_url).fill("draft = 1.0\ny = draft*(")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-role=problems] li")).not_to_have_count(0)
    page.reload()
    expect(page.locator(".cm-content")).to_be_visible()
    assert "draft" not in text_of(page)
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator("[data-role=source]")).to_have_value("draft = 1.0\ny = draft*(")
    expect(page.locator(".cm-line.changed")).to_have_count(2)
    page.reload()
    page.get_by_role("button", name="Dismiss").click()
    page.reload()
    expect(page.locator(".cm-content")).to_be_visible()
    expect(page.locator("[data-role=draft]")).to_be_hidden()


def test_words_have_their_colours(page: Page, server_url: str) -> None:
    opened(page, server_url).fill("b = -2.5e-3 # why\ny = tanh(b)")
    expect(page.locator(".cm-content .number")).to_have_text("2.5e-3")
    expect(page.locator(".cm-content .function")).to_have_text("tanh")
    expect(page.locator(".cm-content .comment")).to_have_text("# why")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390])
def test_long_lines_scroll_inside_the_editor_alone(page: Page, server_url: str, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    opened(page, server_url).fill("y = " + " + ".join(f"{i}.0" for i in range(60)))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".cm-scroller").evaluate("(e) => e.scrollWidth > e.clientWidth")


def test_without_the_library_the_text_area_serves(browser: Browser, server_url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/static/vendor/**", lambda route: route.abort())
    page.goto(server_url)
    page.get_by_role("textbox", name="Program").fill("x = 2.0\ny = x^2")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="write **").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", json.dumps(4))
    expect(page.get_by_role("textbox", name="Program")).to_have_value("x = 2.0\ny = x**2")
    context.close()
