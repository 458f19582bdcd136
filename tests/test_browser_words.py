"""The step in words and numbers, the closure card and the words that explain themselves, in a real Chromium."""

import pytest
from moments import assert_words_agree
from playwright.sync_api import Browser, Page, expect
from programs import PROGRAMS

from gradstep.app.links.content import encode

NEURON = PROGRAMS["neuron tanh"].source
ODD = "a = 0.0\nb = a + a\nc = log(b) + 2*b\nc.backward()\nzero_grad()\nd = -b**a\nd.backward()\nlone = 7.25"
CLOSE = "a = 3.5\nb = a + a\nc = tanh(b)*a"
LONG = "long_name = 0.5\nout = tanh(sin(cos(exp(sqrt(abs(sigmoid(relu(long_name)))))))) + long_name"
ON_THE_LEFT = "n = 3.0\na = 0x1F*n + -0B1_1*n - 0o17*n + 1_000*n + 2.5*n + 1e3*n + (2*0x10)*n + (4/2)*n"


@pytest.mark.parametrize("source", [NEURON, ODD, CLOSE, LONG, ON_THE_LEFT])
def test_the_server_and_the_page_say_the_same_at_every_event(page: Page, server_url: str, source: str) -> None:
    assert_words_agree(page, f"{server_url}/?code={encode(source)}")


def test_a_long_name_is_cut_and_whole_on_hover(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode(LONG)}&step=9")
    whole = "tanh(sin(cos(exp(sqrt(abs(sigmoid(relu(long_name))))))))"
    expect(page.locator("[data-role=explanation]")).to_contain_text("tanh(sin(cos(exp…")
    expect(page.locator("[data-role=explanation]")).to_have_attribute("title", whole)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    name = page.locator("[data-role=writes] bdi[title]").first
    expect(name).to_have_attribute("title", whole)
    expect(name).to_contain_text("…")


def test_inside_a_step_its_number_is_said(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    page.locator("[data-action=into-back]").click()
    expect(page.locator("[data-role=kicker]")).to_have_text("Backward · call 8 of 10 · in step 14, event 1 of 2")


def lit(page: Page) -> list[str]:
    return [line.strip() for line in page.locator("[data-role=code] [data-state=lit]").all_text_contents()]


def test_building_a_node_shows_the_closure_that_is_read_later(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=1")
    expect(page.locator("[data-role=code-card] h2")).to_have_text("the closure defined now __mul__")
    assert lit(page) == ['out = Value(self.data * other.data, (self, other), "*")']
    later = page.locator("[data-role=code] [data-state=later]")
    expect(later.locator("[data-term=upstream]")).to_have_text(["out.grad", "out.grad"])
    expect(page.locator("[data-role=bindings]")).to_have_text("self x1 2.0000other w1 -3.0000out x1*w1 grad read later")


def test_running_it_binds_its_names_and_lights_what_ran(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    expect(page.locator("[data-role=code-card] h2")).to_have_text("the closure that ran __mul__")
    expect(page.locator("[data-role=bindings]")).to_have_text("self x1 2.0000other w1 -3.0000out x1*w1 grad 0.5000")
    assert lit(page) == ["self.grad += other.data * out.grad", "other.grad += self.data * out.grad"]
    page.locator("[data-action=into-back]").click()
    assert lit(page) == ["self.grad += other.data * out.grad"]
    expect(page.locator("[data-role=writes] li")).to_have_count(1)
    expect(page.locator("[data-role=writes] [data-latest]")).to_contain_text("x1.grad")


def test_every_name_in_words_and_card_stands_for_its_node(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    refs = page.locator(".words [data-ref]").evaluate_all("all => all.map((e) => [e.textContent, +e.dataset.ref])")
    ids = {"x1": 0, "w1": 2, "self": 0, "other": 2, "out": 5, "x1*w1": 5}
    assert refs
    assert [ref for ref in refs if ids[ref[0]] != ref[1]] == []


def test_the_sort_shows_its_walk_and_the_loop_of_zero_grad_its_line(page: Page, server_url: str) -> None:
    page.goto(
        f"{server_url}/?code={encode(NEURON + chr(10) + 'o.backward()' + chr(10) + 'zero_grad()')}&step=5&event=6"
    )
    expect(page.locator("[data-role=code-card] h2")).to_contain_text("the walk of the sort")
    assert lit(page) == ["topo.append(v)"]
    expect(page.locator("[data-role=bindings]")).to_have_text("v x1")
    page.keyboard.press("End")
    assert lit(page) == ["v.grad = 0.0"]
    expect(page.locator("[data-role=writes] li").last).to_have_text("and 7 more")


def test_a_leaf_says_that_it_does_nothing(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=16")
    assert lit(page) == ["pass"]
    expect(page.locator("[data-role=bindings]")).to_have_text("A leaf: it has no operands, so this does nothing.")


def test_the_seed_and_the_reason_of_an_infinity_are_lines(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?code={encode('a = 0.0' + chr(10) + 'b = log(a)')}&step=3")
    lines = page.locator("[data-role=writes] li")
    expect(lines.first).to_have_text("b.grad = 1")
    expect(lines.last.locator(".reason")).to_contain_text("no finite derivative")


@pytest.mark.parametrize("program", ["neuron tanh", "neuron tanh decomposed"])
def test_the_words_keep_their_room_on_a_desktop(page: Page, server_url: str, program: str) -> None:
    page.goto(f"{server_url}/?code={encode(PROGRAMS[program].source)}")
    words = page.locator("[data-role=words]")
    room = words.bounding_box()
    for _ in range(int(page.locator("[data-steps]").get_attribute("data-steps") or 0)):
        page.keyboard.press("ArrowRight")
        assert words.bounding_box() == room
        spilt = words.evaluate("e => [...e.children].filter((c) => c.scrollHeight > c.clientHeight + 1).length")
        assert spilt == 0, page.locator("[data-role=kicker]").text_content()


# Words that explain themselves ----------------------------------------------------------------------------------------


def tip_is_clear_of(page: Page, word: str) -> bool:
    """Whether the tip is inside the screen and doesn't cover what it explains."""
    return page.evaluate(
        """(word) => {
            const tip = document.querySelector("[role=tooltip]").getBoundingClientRect();
            const at = document.querySelector(word).getClientRects()[0];
            const { clientWidth, clientHeight } = document.documentElement;
            const isInside = tip.left >= 0 && tip.right <= clientWidth && tip.top >= 0 && tip.bottom <= clientHeight;
            const isApart = tip.bottom <= at.top || tip.top >= at.bottom;
            return isInside && isApart;
        }""",
        word,
    )


def test_a_word_explains_itself_on_hover_and_can_be_read(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    tip = page.get_by_role("tooltip")
    word = "[data-legend=write] [data-term=upstream]"
    page.locator(word).hover()
    expect(tip).to_contain_text("out.grad of the node whose _backward runs")
    expect(page.locator(word)).to_have_attribute("aria-describedby", "term-tip")
    assert tip_is_clear_of(page, word)
    tip.hover()
    page.wait_for_timeout(400)
    expect(tip).to_be_visible()
    page.mouse.move(700, 300)
    expect(tip).to_be_hidden()


def test_a_word_explains_itself_on_focus_and_escape_takes_it_away(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    tip = page.get_by_role("tooltip")
    page.locator("[data-legend=write] [data-term=contribution]").focus()
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("local derivative")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(page.locator("[data-legend=write] [data-term=local]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", "15")


def test_the_factors_of_a_write_are_named_on_hover(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    line = page.locator("[data-role=writes] li").first
    line.locator("[data-term=local]").first.hover()
    expect(page.get_by_role("tooltip").locator("b")).to_have_text("local derivative")
    line.locator("[data-term=upstream]").first.hover()
    expect(page.get_by_role("tooltip").locator("b")).to_have_text("upstream gradient")


@pytest.mark.parametrize("width", [320, 390])
def test_a_tap_explains_a_word_inside_a_narrow_screen(browser: Browser, server_url: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 720}, has_touch=True)
    page = context.new_page()
    page.goto(f"{server_url}/?step=14")
    for word in ("#topo-title [data-term]", "[data-legend=write] [data-term=upstream]", "[data-role=card-title]"):
        page.locator(word).tap()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert tip_is_clear_of(page, word)
    page.locator("[data-role=explanation]").tap()
    expect(page.get_by_role("tooltip")).to_be_hidden()
    context.close()


def test_every_word_that_is_marked_has_an_entry(page: Page, server_url: str) -> None:
    used: set[str] = set()
    for query in ("", "?accumulate=%3D"):
        page.goto(server_url + query)
        entries = set(page.locator("[data-entry]").evaluate_all("all => all.map((e) => e.dataset.entry)"))
        for _ in range(16):
            page.keyboard.press("ArrowRight")
            used |= set(page.locator("[data-term]").evaluate_all("all => all.map((e) => e.dataset.term)"))
    assert used - entries == set()
    assert entries - used == set()


def test_without_javascript_the_words_are_a_list(browser: Browser, server_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server_url}/?step=14")
    expect(page.locator("dl[data-role=glossary]")).to_be_visible()
    expect(page.locator("[data-role=bindings]")).to_contain_text("x1*w1 grad 0.5000")
    context.close()
