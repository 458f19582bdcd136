"""Names and numbers that strain a drawing, measured in a real Chromium: nothing leaves its box, nothing moves."""

import pytest
from cases import Traced, case
from cases.pictures import PICTURES
from moments import address, at, steps_of
from playwright.sync_api import Page, expect

# The texts of the cards and operators that stand out of their box, in px of the drawing.
OUTSIDE = """() => [...document.querySelectorAll("g[data-node]")].flatMap((node) => {
    const inside = (text, box) => {
        const [t, b] = [text.getBBox(), box.getBBox()];
        const isWide = t.x < b.x || t.x + t.width > b.x + b.width;
        const isHigh = t.y < b.y - 1 || t.y + t.height > b.y + b.height + 1;
        return (!isWide && !isHigh) || !text.textContent ? [] : [`${node.dataset.node}: ${text.textContent}`];
    };
    const [op, card] = [node.querySelector(".op"), node.querySelector(".card")];
    const own = [...node.querySelectorAll(":scope > text")].flatMap((text) => inside(text, card));
    return op ? [...own, ...inside(op.querySelector("text"), op.querySelector(".pill"))] : own;
})"""

# Where label, words and numbers begin, from the left of their card.
ORDER = """() => [...document.querySelectorAll("g[data-node]")].map((node) => {
    const left = node.querySelector(".card").getBoundingClientRect().x;
    const texts = [...node.querySelectorAll(":scope > .word, :scope > .number")];
    return texts.map((text) => [text.textContent.match(/^[a-z]+$/) ? text.textContent : text.dataset.field,
        Math.round(text.getBoundingClientRect().y), text.getBoundingClientRect().x - left])
      .sort((one, other) => one[1] - other[1] || one[2] - other[2]).map(([name]) => name);
})"""


def walked(page: Page):
    """Every step of the program that is open, from the first."""
    for step in range(steps_of(page) + 1):
        at(page, step)
        yield step
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("drawn", PICTURES, ids=lambda drawn: drawn.id)
def test_every_text_stays_in_its_box_and_the_page_in_its_window(
    page: Page, server_url: str, drawn: Traced, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address(server_url, drawn.source))
    expect(page.locator("g[data-node]").first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    for step in walked(page):
        assert page.evaluate(OUTSIDE) == [], step
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_name_from_right_to_left_turns_nothing_around(page: Page, server_url: str) -> None:
    page.goto(address(server_url, case("rtl-and-combining-names").source, step=99))
    expect(page.locator("g[data-node]")).to_have_count(3)
    first, *others = page.evaluate(ORDER)
    assert first == ["data", "data", "grad", "grad"]  # each word before its number
    assert others == [first] * 2
