"""The page in a real Chromium: what a person sees and presses."""

import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from programs import PROGRAMS

from gradstep.engine.numbers import shown

NEURON = PROGRAMS["neuron tanh"].source


SCRIPTS = Path(__file__).resolve().parent.parent / "static" / "js"


def trace_of(server_url: str, source: str) -> dict:
    body = json.dumps({"source": source}).encode()
    request = urllib.request.Request(f"{server_url}/api/trace", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def run(page: Page, source: str) -> None:
    """Types a program and traces it."""
    page.get_by_role("textbox", name="Program").fill(source)
    page.locator("[data-action=run]").click()


def at_step(page: Page, step: int) -> None:
    expect(page.locator("[data-step]")).to_have_attribute("data-step", str(step))


def numbers_seen(page: Page) -> list[list[str]]:
    """Data and grad of each node, in the drawing and in the table, by id."""
    return page.evaluate(
        """() => {
            const text = (root, query) => root.querySelector(query).textContent;
            const nodes = [...document.querySelectorAll("g[data-node]")];
            const rows = [...document.querySelectorAll("[data-row]")];
            const seen = [
                ...nodes.map((g) => [+g.dataset.node, text(g, "[data-field=data]"), text(g, "[data-field=grad]")]),
                ...rows.map((row) => [+row.dataset.row, text(row, "[data-cell=data]"), text(row, "[data-cell=grad]")]),
            ];
            return seen.sort((a, b) => a[0] - b[0]);
        }"""
    )


def numbers_expected(trace: dict, step: int) -> list[list[object]]:
    """The same from the trace: grads folded from its events."""
    present, grads = set(), {}
    for each in trace["steps"][:step]:
        for event in each["events"]:
            if event["kind"] in ("leaf", "node"):
                present.add(event["node"])
            if "after" in event:
                grads[event.get("target", event.get("node"))] = event["after"]
    seen = []
    for node in trace["nodes"]:
        here = node["id"] in present
        numbers = [shown(node["data"]), shown(grads.get(node["id"], 0.0))] if here else ["", ""]
        seen += [[node["id"], *numbers]] * 2
    return seen


def shapes(page: Page) -> list[list[float]]:
    """Where the first shape of each node is on the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll("g[data-node]")].map((g) => {
            const { x, y, width, height } = g.querySelector("rect, path, circle, ellipse").getBoundingClientRect();
            return [x, y, width, height];
        })"""
    )


def test_every_step_of_the_neuron_shows_the_numbers_of_the_trace_there_and_back(page: Page, server_url: str) -> None:
    trace = trace_of(server_url, NEURON)
    page.goto(server_url)
    run(page, NEURON)
    at_step(page, 0)
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "16")
    places = shapes(page)
    assert len(places) == 10
    for step in [*range(1, 17), *range(15, -1, -1)]:
        page.keyboard.press(
            "ArrowRight" if step > int(page.locator("[data-step]").get_attribute("data-step")) else "ArrowLeft"
        )
        at_step(page, step)
        assert numbers_seen(page) == numbers_expected(trace, step)
        assert shapes(page) == places
        if step:
            expect(page.locator("[data-role=explanation]")).to_have_text(trace["steps"][step - 1]["explanation"])


def imported(path: Path) -> set[Path]:
    """The module and all that it imports at once, itself or through others; not what it imports on demand."""
    found, waiting = set(), [path]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            names = re.findall(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"', module.read_text("utf-8"), re.M)
            waiting += [(module.parent / name).resolve() for name in names]
    return found


def test_every_module_of_the_first_view_is_fetched_at_once(page: Page, server_url: str) -> None:
    page.goto(server_url)
    named = page.locator("link[rel=modulepreload], script[type=module][src]").evaluate_all(
        "all => all.map((e) => e.getAttribute('href') ?? e.getAttribute('src'))"
    )
    needed = [f"/static/js/{path.relative_to(SCRIPTS).as_posix()}" for path in imported(SCRIPTS / "main.js")]
    assert sorted(named) == sorted(needed)


def test_one_thing_is_lit_everywhere_at_once(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    assert page.locator("g[data-node][data-active=true]").count() == 1
    expect(page.locator("g[data-node][data-active=true]")).to_have_attribute("data-node", "5")
    expect(page.locator("[data-row][data-active=true] th")).to_have_text("x1*w1")
    expect(page.locator("[data-chip][data-active=true]")).to_have_text("x1*w1")
    expect(page.locator("mark")).to_have_text("x1*w1")
    assert page.locator("[data-written=true]").evaluate_all("all => all.map((e) => e.dataset.edge)") == [
        "0-5-0",
        "2-5-1",
    ]
    expect(page.locator("[data-role=writes] li").first).to_have_text(
        "x1.grad += w1.data × out.grad → 0.0000 + (-3.0000) × 0.5000 = -1.5000"
    )


def test_home_end_and_space_walk_the_trace(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.keyboard.press("End")
    at_step(page, 16)
    page.keyboard.press("ArrowRight")
    at_step(page, 16)
    expect(page.locator("[data-action=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at_step(page, 0)
    page.keyboard.press("ArrowLeft")
    at_step(page, 0)
    page.keyboard.press("Space")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Pause")
    at_step(page, 1)
    page.keyboard.press("Space")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")


def test_space_presses_the_button_that_has_the_focus(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.locator("[data-action=next]").focus()
    page.keyboard.press("Space")
    at_step(page, 1)
    page.keyboard.press("Enter")
    at_step(page, 2)
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")


def test_keys_in_the_editor_move_the_caret_and_never_step(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=3")
    page.get_by_role("textbox", name="Program").focus()
    for key in ("ArrowLeft", "ArrowRight", "Home", "Control+ArrowRight", "Shift+ArrowRight", "End"):
        page.keyboard.press(key)
        at_step(page, 3)
    page.keyboard.press("Space")
    at_step(page, 3)
    expect(page.locator("[data-role=edited]")).to_be_visible()


def test_into_goes_one_event_at_a_time(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=6")
    into = page.locator("[data-action=into]")
    into.click()
    expect(page.locator("[data-step]")).to_have_attribute("data-event", "1")
    expect(page.locator('g[data-node="9"] [data-field=grad]')).to_have_text("1.0000")
    expect(page.locator('g[data-node="8"] [data-field=grad]')).to_have_text("0.0000")
    into.click()
    at_step(page, 7)
    expect(page.locator('g[data-node="8"] [data-field=grad]')).to_have_text("0.5000")
    page.locator("[data-action=into-back]").click()
    at_step(page, 6)
    expect(page.locator('g[data-node="8"] [data-field=grad]')).to_have_text("0.0000")


def test_the_scrubber_goes_anywhere(page: Page, server_url: str) -> None:
    page.goto(server_url)
    scrubber = page.locator("[data-role=scrubber]")
    scrubber.fill("9")
    at_step(page, 9)
    scrubber.focus()
    page.keyboard.press("ArrowRight")
    at_step(page, 10)
    expect(page.locator("[data-role=counter]")).to_have_text("10")


def test_moving_replaces_the_address_and_running_adds_one(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/?step=1")
    run(page, "x = 3.0\ny = x*x")
    page.wait_for_url("**/?code=*")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**/?code=*&step=3")
    page.reload()
    at_step(page, 3)
    expect(page.locator("[data-role=source]")).to_have_value("x = 3.0\ny = x*x")
    page.go_back()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "16")
    at_step(page, 1)
    page.go_forward()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    at_step(page, 3)


@pytest.mark.parametrize("kind", ["whole", "short"])
def test_a_shared_link_opens_at_the_same_step_elsewhere(
    page: Page, browser: Browser, server_url: str, kind: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(server_url)
    run(page, "权重 = 0.5  # 😀 100% & a=b\ny = 权重*2\nz = tanh(y)")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "7")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at_step(page, 5)
    page.locator("[data-action=share]").click()
    page.locator(f"[data-action=copy-{kind}-link]").click()
    expect(page.locator("[role=status][data-role=share-status]")).to_contain_text("opens at step 5")
    url = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/t/[a-z0-9]+\?step=5$" if kind == "short" else r"/\?code=[\w-]+&step=5$", url)
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    other.goto(url)
    at_step(other, 5)
    expect(other.locator("[data-role=source]")).to_have_value("权重 = 0.5  # 😀 100% & a=b\ny = 权重*2\nz = tanh(y)")
    assert numbers_seen(other) == numbers_seen(page)
    elsewhere.close()


def test_a_long_program_has_a_short_link_only(page: Page, server_url: str) -> None:
    page.goto(server_url)
    noise = " ".join(str(i * 2654435761 % 4294967291) for i in range(600))
    run(page, f"# {noise}\nx = 1.0\ny = x*x")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    page.locator("[data-action=share]").click()
    expect(page.locator("[data-role=whole-link]")).to_be_hidden()
    expect(page.locator("[data-role=link-too-long]")).to_be_visible()
    expect(page.locator("[data-action=copy-short-link]")).to_be_visible()


def short_link(server_url: str, source: str) -> str:
    body = json.dumps({"source": source}).encode()
    request = urllib.request.Request(f"{server_url}/api/links", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["id"]


def test_without_javascript_a_link_is_a_complete_page(browser: Browser, server_url: str) -> None:
    trace = trace_of(server_url, NEURON)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server_url}/t/{short_link(server_url, NEURON)}?step=9")
    at_step(page, 9)

    def texts(query: str) -> list[str]:
        return page.locator(query).all_text_contents()

    expected = numbers_expected(trace, 9)[::2]
    assert list(zip(texts("g [data-field=data]"), texts("g [data-field=grad]"), strict=True)) == [
        (data, grad) for _, data, grad in expected
    ]
    assert len(texts("[data-row]")) == 10
    expect(page.locator("[data-role=explanation]")).to_have_text(trace["steps"][8]["explanation"])
    expect(page.locator("[data-action=play]")).to_be_hidden()
    page.locator("[data-action=next]").click()
    at_step(page, 10)
    page.locator("[data-action=prev]").click()
    page.locator("[data-action=prev]").click()
    at_step(page, 8)
    page.locator("[data-action=last]").click()
    at_step(page, 16)
    page.locator("[data-action=first]").click()
    at_step(page, 0)
    context.close()


def test_the_server_and_the_page_draw_the_same(browser: Browser, server_url: str) -> None:
    """What the page has made of a step is what the server would have sent for it."""
    seen = []
    for enabled in (True, False):
        context = browser.new_context(java_script_enabled=enabled, viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(server_url if enabled else f"{server_url}/?step=9")
        for _ in range(9 if enabled else 0):
            page.keyboard.press("ArrowRight")
        at_step(page, 9)
        parts = [
            "svg.graph g.nodes",
            "svg.graph g.edges",
            "[data-role=rows]",
            ".chips",
            ".sentence",
            "[data-role=code]",
        ]
        html = "".join(page.locator(part).inner_html() for part in parts)
        html = re.sub(r' (data-whole|tabindex)="[^"]*"', "", html)  # what scripts alone have a use for
        seen.append(sorted(re.sub(r"\s+", " ", html).replace("> <", "><").replace(" <", "<").split("<")))
        context.close()
    assert [x for x in seen[0] if x not in seen[1]] == []
    assert seen[0] == seen[1]


def test_an_error_is_shown_where_it_is_and_goes_away_when_it_is_mended(browser: Browser, server_url: str) -> None:
    context = browser.new_context()  # a refused program is a 422, which the console reports
    page = context.new_page()
    page.goto(server_url)
    run(page, "x = 2.0\ny = x**")
    problem = page.locator("[data-role=problems] [data-line]")
    expect(problem).to_have_attribute("data-line", "2")
    expect(problem).to_have_attribute("data-column", "8")
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "true")
    assert page.locator("g[data-node]").count() == 10
    problem.get_by_role("button").first.click()
    page.keyboard.type("2")
    expect(page.locator("[data-role=edited]")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(problem).to_have_count(0)
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "false")
    expect(page.locator("[data-role=edited]")).to_be_hidden()
    page.locator(".bar-line").click()
    page.keyboard.press("End")
    expect(page.locator('g[data-node="0"] [data-field=grad]')).to_have_text("4.0000")
    context.close()


def test_one_press_mends_what_has_a_fix(browser: Browser, server_url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server_url)
    run(page, "x = 2.0\ny = x^2")
    page.locator("[data-role=problems] .fix").first.click()
    expect(page.locator("[data-role=source]")).to_have_value("x = 2.0\ny = x**2")
    context.close()


def test_the_page_opens_a_wrong_program_with_its_problems(page: Page, server_url: str) -> None:
    page.goto(server_url)
    code = page.evaluate("import('/static/js/links.js').then(({ encode }) => encode('y = ('))")
    page.goto(f"{server_url}/?code={code}&step=3")
    expect(page.locator("[data-role=problems] [data-line]")).to_have_count(1)
    at_step(page, 0)
    page.keyboard.press("ArrowRight")
    at_step(page, 0)
    run(page, "y = (1 + 2)*3")
    expect(page.locator("[data-role=problems] [data-line]")).to_have_count(0)
    assert page.locator("g[data-node]").count() == 1


HOSTILE = """x = 1.0  # <svg onload=alert(1)>"'><script>alert(2)</script>
s = Value(2.0, label='<img src=q onerror=alert(3)>')
y = x*s  # </textarea></script><script src=//evil.example/x.js></script>"""


@pytest.mark.parametrize("source", [HOSTILE, "<svg onload=alert(1)>\"'><script>alert(2)</script>"])
def test_hostile_text_stays_text(browser: Browser, server_url: str, source: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    dialogs, requests = [], []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(server_url)
    code = page.evaluate("(text) => import('/static/js/links.js').then(({ encode }) => encode(text))", source)
    for step in (0, 99):
        page.goto(f"{server_url}/?code={code}&step={step}")
        expect(page.locator("[data-role=source]")).to_have_value(source)
        page.locator("[data-action=run]").click()
        for key in ("Home", "ArrowRight", "ArrowRight", "End"):
            page.keyboard.press(key)
        page.wait_for_timeout(200)
        assert page.locator("script:not([src^='/static/']):not([type='application/json'])").count() == 0
        assert page.locator("[onload], [onerror], img:not([src^='/static/']), iframe, object").count() == 0
    assert dialogs == []
    assert [url for url in requests if not url.startswith(f"{server_url}/")] == []
    context.close()


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_nothing_scrolls_sideways(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    long = "w" * 200
    for source in (NEURON, f"{long} = 2.0\ny = {long}*3"):
        page.goto(server_url)
        run(page, source)
        page.locator("[data-action=last]").click()
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("program", ["neuron tanh", "neuron tanh decomposed"])
def test_text_in_nodes_can_be_read_at_first_view(
    page: Page, server_url: str, width: int, height: int, program: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server_url)
    run(page, PROGRAMS[program].source)
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "16" if program == "neuron tanh" else "29")
    page.locator("[data-action=last]").click()
    page.wait_for_timeout(300)
    sizes = page.locator("g[data-node] text").evaluate_all(
        "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"
    )
    assert min(sizes) >= 10.99


def test_what_is_lit_is_in_view_on_a_phone(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server_url)
    run(page, PROGRAMS["neuron tanh decomposed"].source)
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "29")
    for step in range(1, 30):
        page.locator("[data-action=next]").click()
        at_step(page, step)
        assert page.evaluate(
            """() => {
                const lit = document.querySelector("g[data-active=true] rect").getBoundingClientRect();
                const stage = document.querySelector("[data-role=canvas]").getBoundingClientRect();
                return lit.left >= stage.left && lit.right <= stage.right && lit.bottom <= stage.bottom;
            }"""
        )


def test_zoom_fit_and_drag_move_the_picture_and_nothing_else(page: Page, server_url: str) -> None:
    page.goto(server_url)
    before = shapes(page)
    page.locator("[data-action=zoom-in]").click()
    page.locator("[data-action=zoom-in]").click()
    assert shapes(page)[0][2] > before[0][2] * 1.5
    zoomed = shapes(page)
    page.mouse.move(700, 300)
    page.mouse.down()
    page.mouse.move(650, 300, steps=4)
    page.mouse.up()
    assert shapes(page)[0][0] < zoomed[0][0]
    page.locator("[data-action=zoom-fit]").click()
    assert shapes(page) == before


def test_a_program_over_the_drawing_limit_steps_in_its_table(browser: Browser, server_url: str) -> None:
    context = browser.new_context()  # a refused drawing is a 422, which the console reports
    page = context.new_page()
    page.goto(server_url)
    run(page, "x = 1.0\ny = " + " + ".join(["x"] * 1200))
    expect(page.locator("[data-view]")).to_have_attribute("data-view", "table")
    expect(page.locator("[data-role=stage-note]")).to_contain_text("1000")
    assert page.locator("[data-row]").count() == 1200
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at_step(page, 3)
    row = page.locator("[data-row][data-active=true]")
    expect(row).to_be_in_viewport()
    expect(row.locator("[data-cell=data]")).to_have_text("4.0000")
    page.keyboard.press("End")
    expect(page.locator('[data-row="0"] [data-cell=grad]')).to_have_text("1200.0000")
    page.reload()
    expect(page.locator("[data-view]")).to_have_attribute("data-view", "table")
    expect(page.locator('[data-row="0"] [data-cell=grad]')).to_have_text("1200.0000")
    run(page, "x = 2.0\ny = x*3")
    expect(page.locator("[data-view]")).to_have_attribute("data-view", "graph")
    expect(page.locator("g[data-node]")).to_have_count(3)
    context.close()


def test_a_slow_answer_never_replaces_a_newer_one(page: Page, server_url: str) -> None:
    page.goto(server_url)
    held = []

    def hold_the_first(route) -> None:
        if "slow" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/trace*", hold_the_first)
    run(page, "slow = 1.0\ny = slow*slow*slow")
    run(page, "x = 1.0\ny = x*2")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "5")
    for route in held:
        route.abort() if route.request.failure else route.fulfill(json=trace_of(server_url, "slow = 1.0"))
    page.wait_for_timeout(200)
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "5")
    expect(page.locator("[data-row]")).to_have_count(3)


def test_a_draft_left_behind_is_offered(page: Page, server_url: str) -> None:
    page.goto(server_url)
    editor = page.get_by_role("textbox", name="Program")
    text = page.locator("[data-role=source]")
    editor.fill("draft = 1.0\ny = draft*2")
    page.goto(server_url)
    expect(text).not_to_have_value(re.compile("draft"))
    page.locator("[data-action=restore-draft]").click()
    expect(text).to_have_value("draft = 1.0\ny = draft*2")
    expect(page.locator("[data-role=edited]")).to_be_visible()


def test_the_theme_can_be_chosen_and_stays(page: Page, server_url: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(server_url)
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Light theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_inf_and_nan_are_marked_with_their_reason(page: Page, server_url: str) -> None:
    trace = trace_of(server_url, "a = 0.0\nb = log(a)")
    page.goto(server_url)
    run(page, "a = 0.0\nb = log(a)")
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    assert page.locator("[data-fault]").count() == 0
    page.keyboard.press("End")
    at_step(page, 4)
    expect(page.locator('g[data-node="1"]')).to_have_attribute("data-fault", "origin")
    expect(page.locator('g[data-node="1"] [data-field=data]')).to_have_text("-inf")
    assert trace["nodes"][1]["fault"]["reason"] in page.locator('g[data-node="1"] title').text_content()
    expect(page.locator('g[data-node="0"] [data-field=grad]')).to_have_text("inf")
