"""The engine's options in a real Chromium: each by one press, in words, in the address, and without JavaScript."""

import re

import pytest
from moments import assert_words_agree, moments_of
from playwright.sync_api import Browser, Page, expect
from programs import NEURON

from gradstep.app.links.content import encode

TWICE = "a = 2.0\nb = a*3\nc = a*b"
CHANGES = [
    ("accumulate", "=", "Changed: = instead of +=", "accumulate=%3D"),
    ("schedule", "recursive", "Changed: recursion instead of a sort", "schedule=recursive"),
    ("schedule", "preorder", "Changed: appended too early", "schedule=preorder"),
    ("granularity", "composed", "Changed: tanh and sigmoid spelt out", "granularity=composed"),
    ("order", "next", "Changed: another order", "order=1"),
]


def press(page: Page, option: str, value: str) -> None:
    page.locator(f'[data-option="{option}"][data-value="{value}"]').click()


def explanation(page: Page):
    return page.locator("[data-role=explanation]")


@pytest.mark.parametrize(("option", "value", "said", "query"), CHANGES, ids=[each[1] for each in CHANGES])
def test_each_option_is_a_press_and_a_link(
    page: Page, server_url: str, option: str, value: str, said: str, query: str
) -> None:
    page.goto(f"{server_url}/?step=3")
    page.locator(".engine summary").click()
    press(page, option, value)
    expect(page.locator("[data-role=engine-state]")).to_have_text(said)
    expect(page).to_have_url(re.compile(re.escape(query)))
    expect(page).to_have_url(re.compile("step=3"))
    page.reload()
    expect(page.locator("[data-role=engine-state]")).to_have_text(said)
    page.get_by_role("button", name="Back to normal").click()
    expect(page.locator("[data-role=engine-state]")).to_have_text("as it should run")
    expect(page).not_to_have_url(re.compile(re.escape(query)))


@pytest.mark.parametrize(
    ("source", "query"),
    [
        (TWICE, "accumulate=%3D"),
        (f"{TWICE}\nc.backward()\nc.backward()", "accumulate=%3D"),
        ("a = 3.5\nb = a + a\nc = b + b", "schedule=recursive"),
        ("a = 3.5\nb = a + a\nc = b + b\nc.backward()\nc.backward()", "schedule=recursive"),
        (TWICE, "schedule=preorder"),
        ("a = 0.5\nb = 2.0*tanh(a)", "granularity=composed&order=2"),
        (f"{TWICE}\nc.backward()\nc.backward()", ""),
    ],
)
def test_the_server_and_the_page_say_the_same_with_every_option(
    page: Page, server_url: str, source: str, query: str
) -> None:
    assert_words_agree(page, f"{server_url}/?code={encode(source)}&{query}")


def test_what_an_equals_sign_overwrites_is_marked_in_words_code_and_drawing(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode(TWICE)}&accumulate=%3D&step=5")
    expect(explanation(page)).to_contain_text("= overwrites 6.0000 in a.grad, which c had contributed")
    expect(page.locator("[data-role=writes] .lost")).to_have_text(
        "= overwrote 6.0000, which c had contributed: that contribution is lost."
    )
    expect(page.locator("[data-role=code]")).to_contain_text("self.grad = other.data * out.grad")
    lost = page.locator('[data-edge][data-lost="true"]')
    expect(lost).to_have_count(1)
    key = lost.get_attribute("data-edge")
    page.locator("[data-action=prev]").click()
    expect(lost).to_have_count(0)
    page.locator("[data-action=next]").click()
    expect(lost).to_have_attribute("data-edge", key or "")


def test_a_node_that_ran_too_early_says_who_had_not(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?schedule=preorder&step=15")
    expect(explanation(page)).to_contain_text("n ran before o, which had not passed anything on yet")


def test_a_second_call_of_a_node_says_why_the_gradients_come_out_too_large(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode('a = 3.0; b = a + a; c = b + b')}&schedule=recursive&step=7")
    expect(explanation(page)).to_contain_text("This is call 2 of b")


def test_a_cut_run_says_so(page: Page, server_url: str) -> None:
    doubled = "\n".join(["x0 = 1.0"] + [f"x{i + 1} = x{i} + x{i}" for i in range(18)])
    page.goto(f"{server_url}/?code={encode(doubled)}&schedule=recursive")
    expect(page.locator("[data-role=truncated]")).to_contain_text("cut after 50,000 events")
    page.locator('[data-option="schedule"][data-value="topo"]').click()
    expect(page.locator("[data-role=truncated]")).to_be_hidden()


def test_a_number_on_the_left_is_asked_first(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode('n = 3.0; a = 2*n; b = 2.0 - n')}")
    said = set()
    for _ in moments_of(page)[1:]:
        page.locator("[data-action=into]").click()
        said |= set(page.locator('[data-kind="reflect"]').all_text_contents())
    because = "is tried first and returns NotImplemented, as n is no"
    assert any(each.startswith(f"int.__mul__(2, n) {because} int; then n.__rmul__(2)") for each in said)
    assert any(each.startswith(f"float.__sub__(2.0, n) {because} float; then n.__rsub__(2.0)") for each in said)


def test_a_wrong_program_takes_options_for_its_next_run(browser: Browser, server_url: str) -> None:
    context = browser.new_context()  # its console says that the program was refused
    page = context.new_page()
    page.goto(f"{server_url}/?code={encode('a = (')}")
    page.locator(".engine summary").click()
    press(page, "accumulate", "=")
    expect(page.locator("[data-role=engine-state]")).to_have_text("Changed: = instead of +=")
    expect(page.locator("[data-role=problems] li")).not_to_have_count(0)
    context.close()


def test_why_lists_what_was_lost_beside_what_is_there(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode(TWICE)}&accumulate=%3D&step=7")
    page.locator('[data-why="0"]').click()
    expect(page.locator("[data-role=why-title]")).to_have_text("Why is a.grad 6.0000?")
    expect(page.locator("[data-role=why-sum]")).to_be_hidden()
    lost = page.locator('[data-role=why-rows] [data-lost="true"]')
    expect(lost).to_have_count(1)
    expect(lost).to_contain_text("from c")
    expect(lost).to_contain_text("lost: = wrote over it")


LEFT_OVER = "a = 3.5\nb = a + a\nc = b + b\nc.backward()\nc.backward()"
EARLY = """async (url) => {
    const told = (root) => [...root.querySelectorAll('[data-early="true"]')]
        .map(({ dataset }) => dataset.node ?? dataset.edge ?? `row ${dataset.row} chip ${dataset.chip}`);
    const html = await (await fetch(url)).text();
    return [told(new DOMParser().parseFromString(html, "text/html")), told(document)];
}"""


@pytest.mark.parametrize("schedule", ["topo", "recursive", "preorder"])
def test_what_a_call_made_too_early_wrote_is_marked_as_the_server_marks_it(
    page: Page, server_url: str, schedule: str
) -> None:
    source = "a = 2.0\nd = a*2\nb = d + 1\nc = d*b"
    address = f"{server_url}/?code={encode(source)}&schedule={schedule}"
    page.goto(address)
    marked = 0
    for step in range(1, int(page.locator("[data-steps]").get_attribute("data-steps") or 0) + 1):
        page.keyboard.press("ArrowRight")
        sent, made = page.evaluate(EARLY, f"{address}&step={step}")
        assert made == sent, step
        marked += len(made)
    assert (marked > 0) == (schedule != "topo")


def test_a_zero_that_came_too_early_does_not_look_final(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?schedule=preorder&step=16")
    green = page.locator('[data-node][data-state="final"][data-early="false"]')
    expect(green.locator('[data-field="label"]')).to_have_text(["n", "o"])
    page.keyboard.press("ArrowLeft")
    fill = "all => [...new Set(all.map((card) => getComputedStyle(card).fill))]"
    final = page.locator('[data-node="9"] > .card').evaluate_all(fill)
    early = page.locator('[data-node][data-early="true"][data-active="false"] > .card').evaluate_all(fill)
    assert len(early) == len(final) == 1
    assert early != final


def test_why_says_that_a_node_ran_before_its_gradient_came(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?schedule=preorder&step=16")
    reasons = page.locator("[data-role=why-reasons]")
    page.locator('[data-row="8"] [data-why]').click()
    expect(reasons).to_contain_text("Its own _backward had run before all of n.grad was there")
    page.locator('[data-row="7"] [data-why]').click()
    expect(reasons).to_contain_text("got 0: n ran before o, so n.grad was still 0.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(reasons).to_contain_text("Nothing has reached it yet")
    expect(reasons).to_contain_text("Its own _backward has run all the same")


def test_why_under_recursion_says_which_call_and_what_was_never_reached(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode('a = 3.0; b = a + a; c = b + b')}&schedule=recursive&step=9")
    page.locator('[data-row="0"] [data-why]').click()
    expect(page.locator("[data-role=why-title]")).to_have_text("Why is a.grad 8.0000?")
    rows = page.locator("[data-role=why-rows] > li")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_contain_text("call 2 of b")
    expect(page.locator("[data-role=why-fan]")).to_have_text("2")
    doubled = "y = 1.0\n" + "\n".join(["x0 = 1.0"] + [f"x{i + 1} = x{i} + x{i}" for i in range(18)]) + "\nz = y + x18"
    page.goto(f"{server_url}/?code={encode(doubled)}&schedule=recursive&order=1&step=99999")
    waiting = page.locator('[data-row][data-state="built"] [data-why]')
    if waiting.count():
        waiting.first.click()
        expect(page.locator("[data-role=why-reasons]")).to_contain_text("the run was cut before that")


def test_the_strip_says_what_there_is_in_place_of_a_sort(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server_url}/?schedule=recursive&step=8")
    note = page.locator(".strip .note:visible")
    expect(note).to_have_text("No sort: each _backward calls those of its operands at once.")
    assert note.evaluate("note => note.getBoundingClientRect().right") <= 390
    page.goto(f"{server_url}/?schedule=preorder&step=6")
    expect(note).to_have_text("each appended before its operands are looked at →")
    page.locator('[data-option="schedule"][data-value="topo"]').click()
    expect(note).to_have_text("operands before their users →")


def test_the_legend_has_the_sign_that_the_closures_have(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?accumulate=%3D&step=8")
    sign = page.locator("[data-role=sign]")
    expect(sign).to_have_text("=")
    sign.click()
    expect(page.locator("[data-role=term-tip]")).to_contain_text("only the last contribution stays")
    page.locator('[data-option="accumulate"][data-value="+="]').click()
    expect(sign).to_have_text("+=")
    sign.click()
    expect(page.locator("[data-role=term-tip]")).to_contain_text("never put in its place")


def test_a_second_backward_says_what_is_left_over_under_recursion_too(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode(LEFT_OVER)}&schedule=recursive&step=10")
    expect(explanation(page)).to_contain_text("Nothing was cleared: 2 gradients still hold")
    page.keyboard.press("ArrowRight")
    expect(explanation(page)).not_to_contain_text("Nothing was cleared")


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("4/2", "float.__mul__(2.0, n)"),
        ("2*3", "int.__mul__(6, n)"),
        ("0x10", "int.__mul__(0x10, n)"),
        ("0b11*2", "int.__mul__(6, n)"),
        ("1e3", "float.__mul__(1e3, n)"),
    ],
)
def test_what_python_makes_of_two_numbers_has_its_type(page: Page, server_url: str, typed: str, asked: str) -> None:
    page.goto(f"{server_url}/?code={encode(f'n = 3.0; a = {typed}*n')}")
    page.locator("[data-action=into]").click()
    page.locator("[data-action=into]").click()
    expect(page.locator('[data-kind="reflect"]')).to_contain_text(asked)


@pytest.mark.parametrize("width", [1440, 390])
def test_long_names_and_many_losses_stay_inside_the_page(page: Page, server_url: str, width: int) -> None:
    name = "weight_of_the_very_first_hidden_layer_01"
    terms = " + ".join(f"{name}*{factor}" for factor in range(2, 13))
    query = "accumulate=%3D&schedule=preorder&granularity=composed&order=3&step=9999"
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(
        f"{server_url}/?code={encode(f'{name} = 2.0; total_loss_over_all_of_the_examples_here = {terms}')}&{query}"
    )
    page.locator('[data-row="0"] [data-why]').click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for role in ("why", "words", "engine"):
        part = page.locator(f"[data-role={role}]")
        assert part.evaluate("each => each.scrollWidth <= each.clientWidth"), role


@pytest.mark.parametrize("width", [1440, 390])
def test_without_javascript_every_option_is_a_link(browser: Browser, server_url: str, width: int) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(f"{server_url}/?code={encode(NEURON)}&step=2")
    page.locator(".engine summary").click()
    page.get_by_role("link", name="append too early").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", "2")
    expect(page.locator("[data-role=engine-state]")).to_have_text("Changed: appended too early")
    page.get_by_role("link", name="Back to normal").click()
    expect(page.locator("[data-role=engine-state]")).to_have_text("as it should run")
    context.close()


def test_on_a_phone_the_panel_fits(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server_url}/?accumulate=%3D&schedule=recursive&granularity=composed&order=3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    heights = page.locator(".engine .choice").evaluate_all("all => all.map((e) => e.getBoundingClientRect().height)")
    assert min(heights) >= 32
