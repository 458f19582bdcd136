"""The notes beside the edges in a real Chromium: as the server draws them, and never where they would tell too much."""

import pytest
from moments import address, at, steps_of, until
from playwright.sync_api import Page, expect
from programs import SPELT_OUT

NOTES = """async (url) => {
    const told = (root) => Object.fromEntries([...root.querySelectorAll("[data-note]")]
        .filter((each) => each.dataset.shown !== "false")
        .map((each) => [each.dataset.note, [each.dataset.shown, ...each.querySelectorAll("text")]])
        .map(([key, [shown, ...texts]]) => [key, [shown, ...texts.map((text) => text.textContent)]]));
    const html = await (await fetch(url)).text();
    return [told(new DOMParser().parseFromString(html, "text/html")), told(document)];
}"""
FITS = """() => [...document.querySelectorAll("[data-shown=now], [data-shown=earlier]")].flatMap((each) => {
    const plate = each.querySelector(".plate").getBoundingClientRect();
    return [...each.querySelectorAll("text")].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left >= plate.left && right <= plate.right + 0.5 && top >= plate.top - 2 && bottom <= plate.bottom + 2;
    });
})"""
SOURCES = [
    (SPELT_OUT, ""),
    ("a = 2.0\nb = a*3\nc = a*b", "&accumulate=%3D"),
    ("a = 3.5\nb = a + a\nc = b + b", "&schedule=recursive"),
    ("a = 2.0\nb = a*3\nc = a*b\nc.backward()\nc.backward()\nzero_grad()\nb.backward()", ""),
]


@pytest.mark.parametrize(("source", "query"), SOURCES, ids=["spelt out", "equals", "recursive", "three times"])
@pytest.mark.parametrize("width", [1440, 390])
def test_the_page_writes_the_notes_that_the_server_does(
    page: Page, server_url: str, source: str, query: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    where = address(server_url, source) + query
    page.goto(where)
    seen = 0
    for step in range(1, steps_of(page) + 1):
        page.keyboard.press("ArrowRight")
        at(page, step)
        sent, made = page.evaluate(NOTES, f"{where}&step={step}")
        if width < 720:  # drawn from top to bottom, where an earlier note may have to make way
            sent, made = ({key: each for key, each in notes.items() if each[0] == "now"} for notes in (sent, made))
        assert made == sent, step
        assert all(page.evaluate(FITS))
        seen += len(made)
    assert seen > 0


def test_both_writes_into_e_stand_beside_their_own_edges(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SPELT_OUT))
    now, earlier = (page.locator(f"[data-shown={state}]") for state in ("now", "earlier"))
    until_shown(page, "→ -0.1036")
    expect(now.filter(has_text="→ -0.1036").first).to_contain_text("0.0000")
    until_shown(page, "→ 0.0429")
    second = now.filter(has_text="→ 0.0429")
    expect(second).to_contain_text("-0.1036")
    expect(second).to_contain_text("+0.1464")
    expect(earlier.filter(has_text="→ -0.1036")).to_have_count(1)


def until_shown(page: Page, text: str) -> None:
    """Steps on until a note says this."""
    for _ in range(steps_of(page)):
        if page.locator("[data-shown=now]").filter(has_text=text).count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(text)


def test_what_is_asked_for_is_not_told_by_a_note(page: Page, server_url: str) -> None:
    page.goto(address(server_url, SPELT_OUT, panel="predict"))
    until(page, "() => !document.querySelector('[data-role=predict]').hidden")
    asked = page.locator("[data-steps][data-asking=true]")
    for _ in range(steps_of(page)):
        page.keyboard.press("ArrowRight")
        if asked.count():
            break
    expect(asked).to_have_count(1)
    expect(page.locator("[data-shown=now], [data-shown=earlier]")).to_have_count(0)
