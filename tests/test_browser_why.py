"""Why is this gradient what it is? Asked in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect
from programs import PROGRAMS

from gradstep.app.links.content import encode

NEURON = PROGRAMS["neuron tanh"].source
SPELT_OUT = PROGRAMS["neuron tanh decomposed"].source


def open_at(page: Page, server_url: str, source: str, step: int) -> None:
    page.goto(f"{server_url}/?code={encode(source)}&step={step}")
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", str(step))


def ask_in_the_graph(page: Page, node: int) -> None:
    page.locator(f'g[data-node="{node}"] [data-field=grad]').click()
    expect(panel(page)).to_be_visible()


def panel(page: Page):
    return page.locator("[data-role=why]")


def test_a_press_on_a_grad_lists_its_contributions_as_a_sum(page: Page, server_url: str) -> None:
    open_at(page, server_url, SPELT_OUT, 29)
    e = page.locator("[data-row]:has(bdi[title='e'])").get_attribute("data-row")
    ask_in_the_graph(page, int(e or 0))
    expect(panel(page).locator("h2")).to_have_text("Why is e.grad 0.0429?")
    expect(panel(page).locator("[data-role=why-sum]")).to_have_text("0.0429 = (-0.1036) + 0.1464")
    rows = panel(page).locator("[data-role=why-rows] li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("from den → den**-1 → o")
    expect(rows.last).to_contain_text("from num → o")
    expect(rows.last).to_contain_text("1.0 × num.grad → 1.0000 × 0.1464 = 0.1464")


def test_a_zero_names_the_factor_that_was_zero(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    ask_in_the_graph(page, 3)
    expect(panel(page).locator("[data-role=why-reasons]")).to_have_text(
        "w2.grad is 0 because its local derivative, x2.data, is 0."
    )


def test_a_jump_leads_to_the_write_and_the_panel_stays(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    ask_in_the_graph(page, 0)
    panel(page).get_by_role("button", name="Go to step 14").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", "13")
    expect(page.locator("[data-steps]")).to_have_attribute("data-event", "1")
    expect(page.locator("[data-role=writes] [data-latest]")).to_contain_text("x1.grad")
    expect(panel(page).locator("h2")).to_have_text("Why is x1.grad -1.5000?")
    expect(panel(page).get_by_role("button", name="Go to step 14")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(panel(page).locator("h2")).to_have_text("Why is x1.grad 0.0000?")
    expect(panel(page)).to_contain_text("Nothing has reached it yet in this backward().")
    expect(panel(page).locator("[data-to-come=true]")).to_contain_text("still to come")


def test_enter_on_a_row_asks_and_escape_gives_the_focus_back(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    row = page.locator('[data-row="9"]')
    row.focus()
    page.keyboard.press("Enter")
    expect(panel(page).locator("h2")).to_be_focused()
    expect(panel(page)).to_contain_text("It is the root: backward() begins here, and the seed sets it to 1.")
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(row).to_be_focused()


def test_the_upstream_gradient_can_be_asked_in_turn(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    page.locator('[data-why="0"]').click()
    panel(page).locator("[data-why]").click()
    expect(panel(page).locator("h2")).to_have_text("Why is (x1*w1).grad 0.5000?")
    panel(page).get_by_role("button", name="Close").click()
    expect(panel(page)).to_be_hidden()


def test_what_was_left_over_is_told_from_what_was_added(page: Page, server_url: str) -> None:
    open_at(page, server_url, f"{NEURON}\no.backward()\no.backward()", 27)
    ask_in_the_graph(page, 0)
    expect(panel(page).locator("[data-role=why-sum]")).to_have_text("-7.5000 = (-1.5000) + (-6.0000)")
    expect(panel(page)).to_contain_text("-1.5000 was left over from an earlier backward()")


@pytest.mark.parametrize(
    ("source", "step", "node", "reason"),
    [
        ("a = 2.0\nb = a*3\nc = a*0", 8, 1, "c does not depend on it"),
        ("a = 2.0\nb = a*3", 1, 0, "No backward() has begun"),
        ("a = 2.0\nb = a*3\nb.backward()\nzero_grad()", 6, 0, "zero_grad() set it back to 0"),
        ("a = 2.0\nb = a*5 + a*-5", 11, 0, "The contributions cancel: "),
        ("a = 0.0\nb = log(a)", 4, 0, "inf began at a.grad: log has no finite derivative at 0.0."),
        ("a = 2.0\nb = relu(a*-1)\nc = b*3", 9, 0, "because the upstream gradient, (a*-1).grad, is 0"),
    ],
)
def test_every_reason_has_its_sentence(
    page: Page, server_url: str, source: str, step: int, node: int, reason: str
) -> None:
    page.goto(f"{server_url}/?code={encode(source)}&step={step}")
    page.locator(f'[data-why="{node}"]').click()
    expect(panel(page)).to_contain_text(reason)


def test_the_graph_stays_where_it_is(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    place = "() => [...document.querySelectorAll('g[data-node] .card')].map((e) => e.getBoundingClientRect().toJSON())"
    before = page.evaluate(place)
    ask_in_the_graph(page, 0)
    assert page.evaluate(place) == before
    words, why = page.locator("[data-role=words]").bounding_box(), panel(page).bounding_box()
    assert words
    assert why
    assert (why["y"], why["height"]) == (words["y"], words["height"])


def test_a_drag_over_a_grad_asks_nothing(page: Page, server_url: str) -> None:
    open_at(page, server_url, NEURON, 16)
    box = page.locator('g[data-node="0"] [data-field=grad]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 5, steps=3)
    page.mouse.up()
    expect(panel(page)).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_it_is_a_sheet_inside_the_screen(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    open_at(page, server_url, SPELT_OUT, 29)
    page.locator('[data-why="0"]').click()
    box = panel(page).bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, width)
    assert box["y"] + box["height"] == 720
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_contribution_is_in_sight_and_the_graph_stays(page: Page, server_url: str) -> None:
    open_at(page, server_url, "a = 3.5\nb = a + a\nc = tanh(b)*a", 7)
    words = page.locator("[data-role=words]").bounding_box()
    ask_in_the_graph(page, 0)
    assert page.locator("[data-role=words]").bounding_box() == words
    expect(panel(page).locator("[data-role=why-rows] li")).to_have_count(3)
    assert panel(page).evaluate("e => e.scrollHeight <= e.clientHeight")
    aligned = panel(page).locator("bdi").evaluate_all("all => all.map((e) => getComputedStyle(e).verticalAlign)")
    assert set(aligned) == {"baseline"}
