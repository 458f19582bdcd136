"""The stage in a real Chromium: what can be read, what stays still, zoom, looks, full screen, and the states without
a picture."""

import pytest
from moments import address, at, cards, places, steps_of, text_sizes, until
from playwright.sync_api import Browser, Page, expect
from programs import PROGRAMS

SIZES = [(1440, 900), (390, 844)]
NEURON = PROGRAMS["neuron tanh"].source
SPELT_OUT = """x1 = 2.0; x2 = 0.0; w1 = -3.0; w2 = 1.0; b = 6.8813735870195432
n = x1*w1 + x2*w2 + b
e = (2*n).exp()
num = e - 1
den = e + 1
o = num/den"""
LONG = "x = 0.5\n" + "\n".join(f"x = tanh(x*{i}.5)" for i in range(1, 30))


def open_at(page: Page, url: str, width: int = 1440, height: int = 900) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url)
    direction = "TB" if width <= 720 else "LR"
    settled(page, direction)


def settled(page: Page, direction: str = "LR") -> None:
    """Waits for the drawing that goes this way, in its place."""
    until(
        page,
        """(direction) => {
            const svg = document.querySelector("svg.graph");
            if (!svg || !svg.style.transform || document.querySelector("[data-pending=true]")) return false;
            const [first, last] = ["0", String(document.querySelectorAll("g[data-node]").length - 1)]
                .map((id) => svg.querySelector(`g[data-node="${id}"] > .card`).getBoundingClientRect());
            return first.x === last.x || (direction === "TB" ? last.y > first.bottom + 100 : last.x > first.right);
        }""",
        direction,
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("source", [NEURON, SPELT_OUT], ids=["neuron", "spelt out"])
def test_texts_in_nodes_are_at_least_11_px_at_first_view(
    page: Page, server_url: str, source: str, width: int, height: int
) -> None:
    for step in (0, 3, 99):
        open_at(page, address(server_url, source, step=step), width, height)
        assert min(text_sizes(page)) >= 10.99


def test_a_small_graph_is_not_blown_up(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, "x = 2.0\ny = x*x"))
    assert max(text_sizes(page)) <= 13 * 1.36


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("source", [NEURON, SPELT_OUT], ids=["neuron", "spelt out"])
def test_nothing_moves_between_steps_nor_inside_them(
    page: Page, server_url: str, source: str, width: int, height: int
) -> None:
    open_at(page, address(server_url, source), width, height)
    first, steps = places(page), steps_of(page)
    outside = page.evaluate("document.querySelector('[data-role=stage]').getBoundingClientRect().toJSON()")
    for action in ["into"] * 400:
        if page.locator("[data-action=into]").get_attribute("aria-disabled") == "true":
            break
        page.locator(f"[data-action={action}]").evaluate("button => button.click()")
        assert places(page) == first
    at(page, steps)
    page.keyboard.press("Home")
    for step in range(1, steps + 1):
        page.keyboard.press("ArrowRight")
        at(page, step)
        assert places(page) == first
    assert page.evaluate("document.querySelector('[data-role=stage]').getBoundingClientRect().toJSON()") == outside


def test_the_graph_stands_still_on_a_wide_page(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON))
    before = cards(page)
    for step in range(1, 17):
        page.keyboard.press("ArrowRight")
        at(page, step)
        assert cards(page) == before


def test_narrow_pages_go_from_top_to_bottom_and_wide_ones_from_left_to_right(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON), 390, 844)
    page.set_viewport_size({"width": 1440, "height": 900})
    settled(page, "LR")
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page, "TB")


def inside(page: Page, selector: str) -> bool:
    return page.evaluate(
        """(selector) => {
            const stage = document.querySelector("[data-role=canvas]").getBoundingClientRect();
            return [...document.querySelectorAll(selector)].every((each) => {
                const box = each.getBoundingClientRect();
                return box.left >= stage.left - 1 && box.right <= stage.right + 1
                    && box.top >= stage.top - 1 && box.bottom <= stage.bottom + 1;
            });
        }""",
        selector,
    )


def test_a_phone_follows_what_is_lit_and_what_it_writes_to(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, SPELT_OUT), 390, 844)
    for step in range(1, steps_of(page) + 1):
        page.keyboard.press("ArrowRight")
        at(page, step)
        assert inside(page, "g[data-active=true] > .card")
    assert min(text_sizes(page)) >= 10.99


def test_a_long_graph_is_followed_on_a_wide_page_too(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, LONG))
    assert not inside(page, "g[data-node] > .card")
    for _ in range(steps_of(page)):
        page.keyboard.press("ArrowRight")
        assert inside(page, "g[data-active=true] > .card")


def test_a_zoomed_picture_follows_what_is_lit(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON))
    for _ in range(5):
        page.keyboard.press("+")
    assert not inside(page, "g[data-node] > .card")
    for _ in range(16):
        page.keyboard.press("ArrowRight")
        assert inside(page, "g[data-active=true] > .card")


def test_the_whole_graph_is_one_press_away_and_one_press_back(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, SPELT_OUT, step=20), 390, 844)
    fit = page.locator("[data-action=zoom-fit]")
    first = cards(page)
    assert not inside(page, "g[data-node] > .card")
    fit.click()
    assert inside(page, "g[data-node] > .card")
    expect(fit).to_have_attribute("aria-pressed", "true")
    fit.click()
    assert cards(page) == first
    expect(fit).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.5\n" + "\n".join(f"x = x + {i}.5" for i in range(149)),
        "x = 1.0\ny = " + "+".join(["x"] * 60),
        "i = 1.0\na = 0.5\n" + "a = tanh(a) + i\n" * 40,
    ],
    ids=["150 lines", "60 terms", "40 tanh"],
)
def test_fit_shows_all_of_any_graph_and_three_presses_of_plus_make_it_readable(
    page: Page, server_url: str, source: str
) -> None:
    open_at(page, address(server_url, source, step=20))
    page.keyboard.press("0")
    whole = cards(page)
    assert inside(page, "g[data-node] > .card")
    page.keyboard.press("ArrowRight")
    at(page, 21)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    at(page, 0)
    assert cards(page) == whole
    page.keyboard.press("ArrowRight")
    at(page, 1)
    for _ in range(3):
        page.keyboard.press("+")
        assert inside(page, "g[data-active=true] > .card")
    assert min(text_sizes(page)) >= 10.99


def test_a_drag_leaves_no_frame_of_focus_around_the_stage(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON, step=14))
    canvas = page.locator("[data-role=canvas]")
    outline = "e => getComputedStyle(e).outlineStyle"
    page.keyboard.press("ArrowRight")
    page.mouse.move(800, 120)
    page.mouse.down()
    page.mouse.move(700, 150, steps=5)
    page.mouse.up()
    page.keyboard.press("ArrowLeft")
    at(page, 14)
    assert canvas.evaluate(outline) == "none"
    page.keyboard.press("ArrowDown")
    assert canvas.evaluate(outline) != "none"


def test_the_wheel_zooms_with_ctrl_about_the_pointer_and_moves_without(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON))
    node = page.locator('g[data-node="8"] > .card').bounding_box()
    assert node
    page.mouse.move(node["x"] + 10, node["y"] + 10)
    page.keyboard.down("Control")
    for _ in range(3):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    until(
        page,
        "(before) => document.querySelector('g[data-node=\"8\"] > .card').getBoundingClientRect().width > before * 1.5",
        node["width"],
    )
    zoomed = page.locator('g[data-node="8"] > .card').bounding_box()
    assert zoomed
    assert zoomed["x"] <= node["x"] + 10 <= zoomed["x"] + zoomed["width"]
    page.mouse.wheel(60, 0)
    until(
        page,
        "(before) => document.querySelector('g[data-node=\"8\"] > .card').getBoundingClientRect().x < before - 20",
        zoomed["x"],
    )


def test_a_drag_moves_the_picture_and_a_click_stays_a_click(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON, step=16))
    for _ in range(3):
        page.keyboard.press("+")
    page.evaluate(
        """() => {
            window.clicks = [];
            const note = (event) => window.clicks.push(event.target.closest("[data-node]")?.dataset.node ?? "");
            document.addEventListener("click", note);
        }"""
    )
    before = cards(page)
    page.mouse.move(800, 120)
    page.mouse.down()
    page.mouse.move(700, 150, steps=5)
    page.mouse.up()
    assert cards(page)[0][0] < before[0][0]
    assert page.evaluate("window.clicks") == []
    page.mouse.click(*centre(page, 'g[data-node="5"] > .card'))
    assert page.evaluate("window.clicks") == ["5"]


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_move_and_zoom(browser: Browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address(server_url, NEURON))
    settled(page, "TB")
    before = cards(page)
    touch = context.new_cdp_session(page)

    def send(kind: str, *points: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", (150, 200), (250, 200))
    for spread in range(0, 60, 10):
        send("touchMove", (150 - spread, 200), (250 + spread, 200))
    send("touchEnd")
    assert cards(page)[0][2] > before[0][2] * 1.4
    assert page.evaluate("window.visualViewport.scale") == 1
    zoomed = cards(page)
    send("touchStart", (200, 300))
    for way in range(0, 80, 10):
        send("touchMove", (200 - way, 300 - way))
    send("touchEnd")
    assert cards(page)[0][1] < zoomed[0][1] - 30
    context.close()


def test_the_classic_row_is_a_choice_that_is_remembered_and_no_part_of_the_link(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON, step=5))
    switch = page.locator("[data-action=card]")
    tall = cards(page)[0]
    assert tall[2] < 2.5 * tall[3]
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    until(
        page,
        """() => {
            const { width, height } = document.querySelector("g[data-node] > .card").getBoundingClientRect();
            return width > 5 * height;
        }""",
    )
    at(page, 5)
    assert "card" not in page.url
    assert min(text_sizes(page)) >= 10.99
    page.reload()
    settled(page)
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert cards(page)[0][2] > 5 * cards(page)[0][3]
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_full_screen_shows_graph_transport_and_sentence_large(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON, step=14))
    size = text_sizes(page)[0]
    page.keyboard.press("f")
    expect(page.locator("[data-full=true] .stage")).to_be_visible()
    expect(page.locator("[data-role=side]")).to_be_hidden()
    for selector in (".stage", ".transport", "[data-role=explanation]"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    assert page.locator("[data-role=explanation]").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 26
    until(page, "(size) => document.querySelector('g[data-node] text').getScreenCTM().a * 13 > size", size)
    page.keyboard.press("ArrowRight")
    at(page, 15)
    page.keyboard.press("Escape")
    if page.evaluate("document.fullscreenElement !== null"):  # where no window takes the key, the page leaves by f
        page.keyboard.press("f")
    expect(page.locator("[data-role=side]")).to_be_visible()
    expect(page.locator("[data-action=fullscreen]")).to_have_attribute("aria-label", "Full screen")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 664), (768, 1024), (844, 390)])
def test_full_screen_on_a_phone_leaves_the_graph_its_room_at_every_step(
    browser: Browser, server_url: str, width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    box = "() => document.querySelector('[data-role=stage]').getBoundingClientRect().toJSON()"
    boxes = []
    for step in (0, 14):
        page.goto(address(server_url, NEURON, step=step))
        settled(page, "TB" if width <= 720 else "LR")
        page.locator("[data-action=fullscreen]").click()
        expect(page.locator("[data-role=side]")).to_be_hidden()
        boxes.append(page.evaluate(box))
        assert boxes[-1]["height"] >= 0.45 * height
        assert page.locator("[data-role=canvas]").evaluate("e => e.clientHeight") >= 0.4 * height
        words = page.locator(".words").bounding_box()
        assert words
        assert words["height"] >= 0.15 * height
        assert words["y"] + words["height"] <= height
    assert boxes[0] == boxes[1]
    context.close()


def test_a_browser_that_refuses_full_screen_gives_the_whole_page(page: Page, server_url: str) -> None:
    open_at(page, address(server_url, NEURON))
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('no')); }")
    page.locator("[data-action=fullscreen]").click()
    expect(page.locator("[data-role=side]")).to_be_hidden()
    box = page.locator("[data-steps]").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1440, "height": 900}
    page.keyboard.press("Escape")
    expect(page.locator("[data-role=side]")).to_be_visible()


def test_an_empty_page_says_so_where_the_graph_will_be(page: Page, server_url: str) -> None:
    page.goto(address(server_url, ""))
    note = page.locator("[data-role=stage-note]")
    expect(note).to_be_visible()
    expect(note).to_contain_text("No program yet")


def test_a_wrong_program_that_was_opened_has_no_graph_yet(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "y = ("))
    expect(page.locator("[data-role=stage-note]")).to_contain_text("No graph yet")
    expect(page.locator("[data-role=stale-note]")).to_be_hidden()


def test_a_drawing_that_takes_long_is_announced_and_then_there(page: Page, server_url: str) -> None:
    page.goto(server_url)
    held = []
    page.route("**/api/drawing*", lambda route: held.append(route))
    page.get_by_role("textbox", name="Program").fill("x = 3.0\ny = x*x")
    page.locator("[data-action=run]").click()
    note = page.locator("[data-role=stage-note]")
    expect(note).to_have_text("Drawing…")
    expect(note).to_have_attribute("data-kind", "loading")
    for route in held:
        route.continue_()
    expect(page.locator("g[data-node]")).to_have_count(2)
    expect(note).to_be_hidden()


def test_a_drawing_that_could_not_be_made_leaves_its_table(browser: Browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(server_url)
    page.route("**/api/drawing*", lambda route: route.abort())
    page.get_by_role("textbox", name="Program").fill("x = 3.0\ny = x*x")
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-role=stage-note]")).to_contain_text("The drawing could not be made")
    expect(page.locator(".stage [data-role=values]")).to_be_visible()
    page.locator("[data-action=last]").click()
    at(page, 4)
    expect(page.locator('[data-row="0"] [data-cell=grad]')).to_have_text("6.0000")
    context.close()


def test_an_error_keeps_the_last_picture_faded_and_leads_to_the_problem(browser: Browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(server_url)
    page.get_by_role("textbox", name="Program").fill("x = 3.0\ny = x*")
    page.locator("[data-action=run]").click()
    stale = page.locator("[data-role=stale-note]")
    expect(stale).to_be_visible()
    assert page.locator("g[data-node]").count() == 10
    assert float(page.locator("[data-role=canvas]").evaluate("e => getComputedStyle(e).opacity")) < 1
    stale.get_by_role("button").click()
    expect(page.locator("[data-role=problems] [data-line]")).to_be_in_viewport()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_partial_final_unreachable_and_faulty_nodes_look_different(page: Page, server_url: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    source = "a = 0.0\nu = a*7\nb = log(a)\nc = exp(b)\nd = exp(a)\ne = c + d"
    page.goto(address(server_url, source, step=9))
    look = "e => { const s = getComputedStyle(e); return [s.stroke, s.fill, s.strokeDasharray].join(' '); }"
    seen = {}
    for state in ("partial", "final"):
        quiet = f"g[data-state={state}][data-reachable=true][data-active=false][data-changed=false]"
        seen[state] = page.locator(f"{quiet} > .card").first.evaluate(look)
    seen["active"] = page.locator("g[data-active=true] > .card").evaluate(look)
    seen["unreachable"] = page.locator("g[data-reachable=false] > .card").first.evaluate(look)
    assert len(set(seen.values())) == len(seen) == 4
    expect(page.locator("g[data-fault=origin] .mark").first).to_be_visible()


def test_the_first_visit_says_what_this_is_and_how_to_step(page: Page, server_url: str) -> None:
    page.goto(server_url)
    expect(page.locator("[data-role=explanation]")).to_contain_text("backpropagation")
    expect(page.locator("[data-role=explanation]")).to_contain_text("press → to step")
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("width", [320, 390, 600, 768, 861, 1100, 1440])
@pytest.mark.parametrize("step", [0, 14])
def test_no_width_scrolls_sideways(page: Page, server_url: str, width: int, step: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address(server_url, NEURON, step=step))
    until(page, "() => document.querySelector('svg.graph').style.transform !== ''")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    buttons = page.locator(".transport button:visible, .zoom button:visible, header button:visible")
    for box in buttons.evaluate_all("all => all.map((e) => e.getBoundingClientRect().toJSON())"):
        assert box["left"] >= 0
        assert box["right"] <= width
        assert box["height"] >= 32


def test_a_phone_never_shows_the_drawing_of_a_wide_page(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    held = []
    page.route("**/api/drawing*", lambda route: held.append(route))
    page.goto(address(server_url, NEURON))
    expect(page.locator("[data-role=phases] button").first).to_be_visible()
    page.wait_for_timeout(100)
    assert page.locator("svg.graph").evaluate("svg => getComputedStyle(svg).visibility") == "hidden"
    for route in held:
        route.continue_()
    settled(page, "TB")
    assert page.locator("svg.graph").evaluate("svg => getComputedStyle(svg).visibility") == "visible"
