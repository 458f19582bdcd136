"""Sharing in a real Chromium: what is offered, what is said of it, and what the links open elsewhere."""

import json
import re

import pytest
from cases import TOO_LONG
from moments import address, at, link_id, trace_of
from playwright.sync_api import Browser, Locator, Page, expect

TEXTS = {
    "Chinese and an emoji": "权重 = 0.5  # 😀 重\ny = 权重*2\nz = tanh(y)",
    "signs that URLs use": "x = 0.5  # 100% & a=b; c#d ? e+f | (g) <h> \"i\" 'j' %2B %zz\ny = x*2\nz = tanh(y)",
    "tabs and blank lines": "x\t=\t0.5\n\n\ny = x*2\t# tab\nz = tanh(y)\n\n",
    "brackets at the end": "x = 0.5\ny = (x*2)\nz = (tanh(y))",
}
NOISE = "# " + " ".join(str(i * 2654435761 % 4294967291) for i in range(600)) + "\n"
SHORT = "x = 0.5\ny = x*2\nz = tanh(y)"


def open_share(page: Page) -> Locator:
    page.locator("[data-action=share]").click()
    dialog = page.get_by_role("dialog", name="Share this moment")
    expect(dialog).to_be_visible()
    return dialog


def link_of(page: Page, kind: str) -> str:
    """The link of this kind, once it is there."""
    field = page.locator(f"[data-role={kind}-link-text]")
    if kind == "short":
        page.locator("[data-action=copy-short-link]").click()
    expect(field).to_have_value(re.compile("^http"))
    return field.input_value()


def source_of(page: Page) -> str:
    return json.loads(page.locator("#boot").text_content() or "")["source"]


@pytest.mark.parametrize("kind", ["whole", "short"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_link_opens_the_same_text_and_step_elsewhere_with_scripts_and_without(
    page: Page, browser: Browser, server_url: str, text: str, kind: str
) -> None:
    page.goto(address(server_url, text, step=5))
    open_share(page)
    link = link_of(page, kind)
    assert re.fullmatch(r"[\w:/.?&=%-]+[A-Za-z0-9]", link)
    said = trace_of(server_url, text)["steps"][4]["explanation"]
    for scripts in (True, False):
        context = browser.new_context(java_script_enabled=scripts)
        other = context.new_page()
        other.goto(link)
        at(other, 5)
        expect(other.locator("[data-role=explanation]")).to_have_text(said)
        assert source_of(other) == text
        context.close()


def test_line_ends_of_windows_become_the_plain_ones(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT.replace("\n", "\r\n"), step=2))
    at(page, 2)
    open_share(page)
    link = link_of(page, "whole")
    page.goto(link)
    assert source_of(page) == SHORT
    assert link_id(server_url, SHORT.replace("\n", "\r\n")) == link_id(server_url, SHORT)


def test_the_whole_link_ends_in_a_digit_at_the_first_step_too(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT))
    open_share(page)
    assert link_of(page, "whole").endswith("&step=0")


def test_a_link_within_a_step_says_so_and_opens_there(page: Page, server_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address(server_url, SHORT, step=2, event=2))
    dialog = open_share(page)
    expect(dialog.locator("[data-role=opens-at]")).to_contain_text("event 2 of")
    expect(dialog.locator("[data-role=opens-at]")).to_contain_text("in step 3 of 7")
    page.locator("[data-action=copy-whole-link]").click()
    expect(page.locator("[role=status][data-role=share-status]")).to_have_text(
        "Copied. The link opens at event 2 of step 3."
    )
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    at(page, 2, 2)


def test_the_dialog_says_at_which_step_the_link_opens(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT, step=5))
    dialog = open_share(page)
    expect(dialog.locator("[data-role=opens-at]")).to_have_text("The link opens at step 5 of 7.")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, 6)
    open_share(page)
    expect(dialog.locator("[data-role=opens-at]")).to_have_text("The link opens at step 6 of 7.")


def test_nothing_is_stored_until_a_short_link_is_asked_for_and_then_once(page: Page, server_url: str) -> None:
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/links" in request.url else None)
    page.goto(address(server_url, f"{SHORT}  # asked once"))
    open_share(page)
    link_of(page, "whole")
    assert asked == []
    first = link_of(page, "short")
    assert re.search(r"/t/[a-z0-9]+\?step=0$", first)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    open_share(page)
    expect(page.locator("[data-role=short-link-text]")).to_have_value(first.replace("step=0", "step=1"))
    assert len(asked) == 1


def test_a_long_program_has_the_short_link_only_and_a_sentence_says_why(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/t/{link_id(server_url, NOISE + SHORT)}?step=4")
    dialog = open_share(page)
    expect(dialog.locator("[data-role=whole-link]")).to_be_hidden()
    expect(dialog.locator("[data-role=link-too-long]")).to_contain_text("2,000 characters")
    page.goto(link_of(page, "short"))
    at(page, 4)
    assert source_of(page) == NOISE + SHORT


@pytest.mark.parametrize("opened_with", ["y = (", SHORT], ids=["a wrong program", "a right one"])
def test_no_link_is_offered_that_would_not_open(browser: Browser, server_url: str, opened_with: str) -> None:
    context = browser.new_context()  # a refused program is a 413, which the console reports
    page = context.new_page()
    page.goto(address(server_url, opened_with))
    page.get_by_role("textbox", name="Program").fill(TOO_LONG)
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-role=problems]")).to_contain_text("16384")
    opens_at = open_share(page).locator("[data-role=opens-at]")
    if opened_with == SHORT:  # what is on show is shared, and the dialog says that this isn't the text
        expect(opens_at).to_contain_text("as it was last run, without your latest edits")
        page.goto(link_of(page, "whole"))
        assert source_of(page) == SHORT
    else:
        expect(opens_at).to_contain_text("too long to share: it has 60018 bytes, and the limit is 16384")
        expect(page.locator("[data-role=whole-link]")).to_be_hidden()
        expect(page.locator("[data-role=link-too-long]")).to_be_hidden()
        page.locator("[data-action=copy-short-link]").click()
        expect(page.locator("[data-role=share-status]")).to_contain_text("16384")
    context.close()


def test_what_came_of_copying_is_said_each_time(page: Page, server_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address(server_url, SHORT, step=5))
    open_share(page)
    status = page.locator("[role=status][data-role=share-status]")
    expect(status).to_have_text("")
    page.evaluate(
        """() => {
            window.said = [];
            const status = document.querySelector("[data-role=share-status]");
            new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true });
        }"""
    )
    for _ in range(2):
        page.locator("[data-action=copy-whole-link]").click()
        expect(status).to_have_text("Copied. The link opens at step 5.")
        page.wait_for_timeout(50)
    assert [text for text in page.evaluate("window.said") if text] == ["Copied. The link opens at step 5."] * 2
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("[data-role=whole-link-text]").input_value()


def test_where_the_clipboard_refuses_the_link_is_selected_and_that_is_said(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT, step=5))
    page.evaluate(
        """() => {
            navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
            document.execCommand = () => false;
        }"""
    )
    open_share(page)
    page.locator("[data-action=copy-whole-link]").click()
    expect(page.locator("[role=status][data-role=share-status]")).to_contain_text(
        "Copying was refused. The link is selected"
    )
    selected = "e => e === document.activeElement && e.value.slice(e.selectionStart, e.selectionEnd) === e.value"
    assert page.locator("[data-role=whole-link-text]").evaluate(selected)


def test_a_short_link_that_cannot_be_made_says_why(browser: Browser, server_url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address(server_url, "y = ("))
    open_share(page)
    expect(page.locator("[data-role=opens-at]")).to_contain_text("opens the program")
    page.locator("[data-action=copy-short-link]").click()
    expect(page.locator("[role=status][data-role=share-status]")).to_contain_text("No short link could be made")
    context.close()


def test_sharing_stops_a_play(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT))
    page.keyboard.press("Space")
    open_share(page)
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")


def test_the_dialog_closes_by_key_by_button_and_beside_it_and_gives_the_focus_back(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SHORT))
    dialog = open_share(page)
    page.locator("[data-action=close-share]").click()
    expect(dialog).to_be_hidden()
    open_share(page)
    page.mouse.click(5, 5)
    expect(dialog).to_be_hidden()
    open_share(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("[data-action=share]")).to_be_focused()


def test_the_dialog_fits_a_small_phone(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(address(server_url, SHORT))
    box = open_share(page).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
