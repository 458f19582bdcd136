"""Filling in gradients by hand, in a real Chromium."""

import re

import pytest
from moments import address, at
from playwright.sync_api import Page, expect
from programs import PROGRAMS

NEURON = PROGRAMS["neuron tanh"].source
SELF_ADD = "a = 3.0\nb = a + a"


def open_puzzle(page: Page, server_url: str, source: str, step: int, **options: str) -> None:
    page.goto(address(server_url, source, step=step, panel="predict", **options))
    at(page, step)
    expect(panel(page)).to_be_visible()


def panel(page: Page):
    return page.locator("[data-role=predict]")


def reply(page: Page):
    return page.locator("[data-role=predict-reply]")


def question(page: Page):
    return page.locator("[data-role=predict-question]")


def answer(page: Page, text: str) -> None:
    page.locator("[data-role=predict-answer]").fill(text)
    page.keyboard.press("Enter")


def grad(page: Page, node: int):
    return page.locator(f'g[data-node="{node}"] [data-field=grad]')


def everything_said(page: Page) -> str:
    """All text of the page, on show or not, and all tooltips and labels; not the data that the scripts start from."""
    return page.evaluate(
        """() => {
            const copy = document.body.cloneNode(true);
            for (const script of copy.querySelectorAll("script")) script.remove();
            const told = [...copy.querySelectorAll("*")].flatMap((e) => [...e.attributes].map(({ value }) => value));
            return `${copy.textContent} ${told.join(" ")}`;
        }"""
    )


def test_a_shared_puzzle_starts_hidden_and_no_text_of_the_page_has_the_answer(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    expect(question(page)).to_have_text("What is x1.grad after this step?")
    expect(grad(page, 0)).to_have_text("?")
    expect(page.locator('[data-row="0"] [data-cell=grad]')).to_have_text("?")
    expect(page.locator("[data-role=writes] li")).to_have_count(0)
    said = everything_said(page)
    assert "-1.5" not in said.replace("such as -1.5", "")
    assert "passes its gradient on" not in said
    page.locator('[data-row="0"] [data-why]').click()
    grad(page, 0).click()
    expect(page.locator("[data-role=why]")).to_be_hidden()
    assert "-1.5" not in everything_said(page).replace("such as -1.5", "")


def test_a_right_answer_shows_the_number_and_counts(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    answer(page, "-3/2")
    expect(reply(page)).to_contain_text("Right.")
    expect(reply(page)).to_contain_text("x1.grad = (-3.0000) × 0.5000 = -1.5000")
    expect(grad(page, 0)).to_have_text("-1.5000")
    expect(grad(page, 2)).to_have_text("?")
    expect(panel(page)).to_contain_text("1 of 1 right at the first try")
    page.keyboard.press("Enter")  # on Next, which has the focus
    expect(question(page)).to_have_text("What is w1.grad after this step?")
    answer(page, "1")
    expect(page.locator("[data-role=explanation]")).to_have_text(
        "x1*w1 passes its gradient on, times the other factor."
    )
    expect(page.locator("[data-role=writes] li")).to_have_count(2)
    expect(panel(page)).to_contain_text("2 of 2 right at the first try")


@pytest.mark.parametrize(
    ("source", "step", "rule"),
    [
        ("a = 2.0\nb = 3.0\nc = a + b\nd = c*4", 6, "+ passes the upstream gradient on as it is."),
        ("a = 2.0\nb = 3.0\nc = a*b\nd = c*4", 6, "* passes on the other factor times the upstream gradient."),
        ("a = 2.0\nb = tanh(a)\nc = b*4", 6, "tanh passes on (1 − out²) times the upstream gradient."),
    ],
)
def test_a_wrong_answer_is_told_the_rule_at_once(
    page: Page, server_url: str, source: str, step: int, rule: str
) -> None:
    open_puzzle(page, server_url, source, step)
    answer(page, "777")
    expect(reply(page)).to_contain_text("Not 777.")
    expect(reply(page)).to_contain_text(rule)
    expect(reply(page)).not_to_contain_text("Here that is")  # the numbers would be the answer


def test_a_wrong_answer_gets_a_hint_and_then_the_numbers(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    answer(page, "1.5")
    expect(reply(page)).to_contain_text("The size is right. Look at the sign again.")
    answer(page, "0.25")
    expect(reply(page)).to_contain_text("Not 0.25.")
    expect(reply(page)).to_contain_text("Here that is (-3.0000) × 0.5000.")
    expect(grad(page, 0)).to_have_text("?")
    answer(page, "-1.5")
    expect(reply(page)).to_contain_text("Right, at try 3.")
    expect(panel(page)).to_contain_text("0 of 1 right at the first try")


def test_what_is_no_number_is_no_try(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    answer(page, "minus one <b>and a half</b>")
    expect(reply(page)).to_contain_text("That is no number.")
    answer(page, "-1.5")
    expect(panel(page)).to_contain_text("1 of 1 right at the first try")


def test_two_uses_add_up(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, SELF_ADD, 3)
    answer(page, "1")  # the seed
    page.keyboard.press("Enter")
    answer(page, "1")
    expect(reply(page)).to_contain_text("there are two, and they add up")
    answer(page, "2")
    expect(reply(page)).to_contain_text("a.grad = 1.0000 × 1.0000 + 1.0000 × 1.0000 = 2.0000")
    expect(panel(page)).to_contain_text("1 of 2 right at the first try")


def test_with_an_assignment_the_last_contribution_is_the_answer(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, SELF_ADD, 3, accumulate="%3D")
    answer(page, "1")
    page.keyboard.press("Enter")
    answer(page, "2")
    expect(reply(page)).to_contain_text("what is written last replaces what was there")
    answer(page, "1")
    expect(grad(page, 0)).to_have_text("1.0000")


def test_a_reveal_shows_the_rule_and_the_number_and_does_not_count_as_right(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    panel(page).get_by_role("button", name="Reveal").click()
    expect(reply(page)).to_contain_text("x1.grad = (-3.0000) × 0.5000 = -1.5000")
    expect(grad(page, 0)).to_have_text("-1.5000")
    expect(panel(page)).to_contain_text("0 of 1 right at the first try")


def test_the_entry_in_the_bar_opens_and_closes_it(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON))
    entry = page.get_by_role("button", name="Fill by hand")
    expect(entry).to_have_attribute("aria-pressed", "false")
    entry.click()
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(panel(page)).to_contain_text("The first gradient to fill in comes with step 7.")
    panel(page).get_by_role("button", name="Go to step 7").click()
    at(page, 7)
    expect(page.locator("[data-role=predict-answer]")).to_be_focused()
    expect(question(page)).to_have_text("What does backward() set o.grad to, before anything else?")
    assert "panel=predict" in page.url
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(entry).to_be_focused()
    expect(grad(page, 9)).to_have_text("1.0000")


def test_a_whole_round_ends_with_its_score_and_can_start_over(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, SELF_ADD, 3)
    for right in ("1", "2"):
        answer(page, right)
        expect(reply(page)).to_contain_text("Right.")
        if right == "1":
            page.keyboard.press("Enter")
    expect(panel(page)).to_contain_text("2 of 2 right at the first try")
    panel(page).get_by_role("button", name="Start over").click()
    expect(grad(page, 1)).to_have_text("?")
    expect(panel(page)).not_to_contain_text("right at the first try")


def test_stepping_past_a_question_counts_as_skipped(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    page.locator("[data-steps] .stage").click(position={"x": 5, "y": 5})
    page.keyboard.press("ArrowRight")
    at(page, 15)
    expect(grad(page, 0)).to_have_text("-1.5000")
    expect(panel(page)).to_contain_text("0 of 2 right at the first try")


def test_a_play_stops_where_something_is_to_be_filled_in(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, SELF_ADD, 2)
    page.locator("[data-action=play]").click()
    at(page, 3)
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")
    expect(grad(page, 0)).to_have_text("?")


@pytest.mark.parametrize("options", [{"schedule": "recursive"}, {"schedule": "preorder"}, {"granularity": "composed"}])
def test_every_way_to_run_can_be_filled_in(page: Page, server_url: str, options: dict[str, str]) -> None:
    page.goto(address(server_url, "a = 0.5\nb = tanh(a + a)", panel="predict", **options))
    panel(page).get_by_role("button", name="Go to step").click()
    for _ in range(40):
        panel(page).get_by_role("button", name="Reveal").click()
        next_button = panel(page).get_by_role("button", name="Next")
        if not next_button.is_visible():
            break
        next_button.click()
    expect(panel(page).get_by_role("button", name="Start over")).to_be_visible()


def test_a_nan_can_be_answered(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, "x = -1000\ny = 1/(1 + (-x).exp())", 12)
    assert page.locator('g[data-node="2"]').get_attribute("data-fault-in") != "grad"
    answer(page, "nan")
    expect(reply(page)).to_contain_text("Right.")


def test_a_program_that_passes_nothing_on_has_nothing_to_fill_in(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, "x = 7.25", 2)
    expect(panel(page)).to_contain_text("No gradient is passed on in this program")


def test_the_puzzle_is_shared_at_its_step(page: Page, server_url: str) -> None:
    open_puzzle(page, server_url, NEURON, 14)
    panel(page).get_by_role("button", name="Share puzzle").click()
    link = page.locator("[data-role=whole-link-text]")
    expect(link).to_have_value(re.compile("panel=predict"))
    page.goto(link.input_value())
    at(page, 14)
    expect(grad(page, 0)).to_have_text("?")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_all_of_it(page: Page, server_url: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    open_puzzle(page, server_url, NEURON, 14)
    for name in ("Check", "Reveal", "Share puzzle", "Close"):
        box = panel(page).get_by_role("button", name=name).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["height"] >= 32
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    answer(page, "-1.5")
    expect(reply(page)).to_contain_text("Right.")
