"""The fields of a program's numbers in a real Chromium: typing, arrow keys, dragging; what stays and what follows."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

NEURON_LINES = "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\nn = x1*w1 + x2*w2 + b\no = tanh(n)"


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def text_is(page: Page, text: str) -> None:
    expect(page.locator("[data-role=source]")).to_have_value(text)


def run(page: Page, source: str) -> None:
    page.get_by_role("textbox", name="Program").fill(source)
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-role=edited]")).to_be_hidden()
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")


def counted(page: Page) -> list[str]:
    """The requests to the API from now on, by their last word."""
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url.rsplit("/", 1)[1]) if "/api/" in request.url else None)
    return seen


def data_of(page: Page, node: int) -> Locator:
    return page.locator(f'g[data-node="{node}"] [data-field=data]')


def drag(page: Page, name: str, way: int) -> None:
    box = page.locator(".input label", has_text=re.compile(f"^{name}$")).bounding_box()
    assert box is not None
    x, y = box["x"] + 8, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + way / 2, y)
    page.mouse.move(x + way, y)
    page.mouse.up()


def test_there_is_a_field_for_each_named_number(page: Page, server_url: str) -> None:
    page.goto(server_url)
    fields = page.locator("[data-role=inputs] input:visible")
    expect(fields).to_have_count(5)
    assert fields.evaluate_all("all => all.map((each) => each.value)") == [
        "2.0", "0.0", "-3.0", "1.0", "6.8813735870195432",
    ]  # fmt: skip
    expect(field(page, "w1")).to_have_attribute("aria-valuenow", "-3")


def test_typing_a_number_traces_at_once_and_keeps_step_and_layout(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=14")
    requests = counted(page)
    drawing = page.locator("svg.graph").element_handle()
    field(page, "x1").fill("1.5")
    expect(data_of(page, 0)).to_have_text("1.5000")
    expect(page.locator('g[data-node="2"] [data-field=grad]')).to_have_text(re.compile(r"^\d\.\d{4}$"))
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "14")
    text_is(page, NEURON_LINES.replace("x1 = 2.0", "x1 = 1.5"))
    assert set(requests) == {"trace"}
    assert page.evaluate("(svg) => svg.isConnected", drawing)
    expect(page).to_have_url(re.compile(r"code=.*step=14$"))
    expect(page.locator("[data-role=edited]")).to_be_hidden()


def test_arrow_keys_count_and_never_step(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=3")
    field(page, "x2").focus()
    for keys, value in (("ArrowUp", "0.1"), ("Shift+ArrowUp", "1.1"), ("Alt+ArrowDown", "1.09"), ("ArrowDown", "0.99")):
        page.keyboard.press(keys)
        expect(field(page, "x2")).to_have_value(value)
    for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        page.keyboard.press(key)
    expect(data_of(page, 1)).to_have_text("0.9900")
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "3")
    expect(field(page, "x2")).to_be_focused()


def test_dragging_a_name_counts_with_one_request_at_a_time(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=16")
    waiting: list[int] = []
    most = 0

    def note(change: int) -> None:
        nonlocal most
        waiting.append(change)
        most = max(most, sum(waiting))

    page.on("request", lambda request: note(1) if "/api/trace" in request.url else None)
    page.on("requestfinished", lambda request: note(-1) if "/api/trace" in request.url else None)
    drag(page, "x1", 40)
    expect(field(page, "x1")).to_have_value("3.0")
    expect(data_of(page, 0)).to_have_text("3.0000")
    drag(page, "x1", -24)
    expect(data_of(page, 0)).to_have_text("2.4000")
    expect(field(page, "x1")).not_to_be_focused()
    assert most == 1


def test_a_finger_drags_too(browser: Browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server_url)
    label = page.locator(".input label", has_text="x1")
    label.scroll_into_view_if_needed()
    box = label.bounding_box()
    assert box is not None
    session = context.new_cdp_session(page)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for way in range(4, 44, 4):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + way, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-role=source]")).to_have_value(re.compile(r"^x1 = 3\.0\n"))
    context.close()


def test_what_needs_more_room_gets_a_new_drawing(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=16")
    requests = counted(page)
    field(page, "x1").fill("-123456.5")
    expect(data_of(page, 0)).to_have_text("-123456.5000")
    page.wait_for_function(
        """() => {
            const card = document.querySelector('g[data-node="0"]');
            const [box, text] = ["rect.card", "[data-field=data]"].map((q) => card.querySelector(q).getBBox());
            return text.x > box.x + 36 && text.x + text.width <= box.x + box.width;
        }"""
    )
    assert "drawing" in requests


def test_the_first_edit_of_a_free_input_writes_a_line_for_every_one(page: Page, server_url: str) -> None:
    page.goto(server_url)
    run(page, "o = tanh(x1*w1 + b)")
    field(page, "w1").press("ArrowDown")
    text_is(page, "x1 = 1.0\nw1 = 0.9\nb = 1.0\no = tanh(x1*w1 + b)")
    field(page, "w1").press("ArrowDown")
    text_is(page, "x1 = 1.0\nw1 = 0.8\nb = 1.0\no = tanh(x1*w1 + b)")
    expect(field(page, "w1")).to_be_focused()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "10")


@pytest.mark.parametrize(
    ("source", "name", "number", "result"),
    [
        ("a = -3.0; a2 = 1_000; y = a*a2", "a", "4", "a = 4; a2 = 1_000; y = a*a2"),
        ("a = 1.0; b = 1.0; y = a*b", "b", "-2", "a = 1.0; b = -2; y = a*b"),
        ("x = ２．５  # 😀\ny = x*x", "x", "３", "x = 3  # 😀\ny = x*x"),
        ("𝐱 = 1e-3; 权重 = 2.0; y = 𝐱*权重", "权重", "0.5", "𝐱 = 1e-3; 权重 = 0.5; y = 𝐱*权重"),
        ("a = Value(2.0, label='in')\ny = a*a", "in", "7.5", "a = Value(7.5, label='in')\ny = a*a"),
        ("x = 1.0\nx = x*2 + -4\ny = x*x", "in x*2", "5", "x = 1.0\nx = x*5 + -4\ny = x*x"),
        ("x = 1.0\ny = 2**x", "in 2**x", "-3", "x = 1.0\ny = (-3)**x"),
    ],
)
def test_the_number_is_written_where_it_stands(
    page: Page, server_url: str, source: str, name: str, number: str, result: str
) -> None:
    page.goto(server_url)
    run(page, source)
    if name.startswith("in "):
        page.locator("summary", has_text="Numbers inside").click()
    field(page, name).fill(number)
    text_is(page, result)
    expect(page.locator("[data-role=problems] li")).to_have_count(0)
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "false")


def test_a_computed_leaf_has_no_field(page: Page, server_url: str) -> None:
    page.goto(server_url)
    run(page, "x = 2*3\nk = pi\ny = x*k")
    expect(page.locator("[data-role=inputs]")).to_be_hidden()


def test_what_is_no_number_is_marked_and_changes_nothing(page: Page, server_url: str) -> None:
    page.goto(server_url)
    requests = counted(page)
    field(page, "x1").fill("2.x")
    expect(field(page, "x1")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Tab")
    expect(field(page, "x1")).to_have_value("2.0")
    expect(field(page, "x1")).not_to_have_attribute("aria-invalid", "true")
    text_is(page, NEURON_LINES)
    assert requests == []


def test_undo_takes_a_number_back_from_the_field_and_from_the_editor(page: Page, server_url: str) -> None:
    page.goto(server_url)
    expect(page.locator(".cm-content")).to_be_visible()
    field(page, "w2").press("Shift+ArrowUp")
    expect(data_of(page, 3)).to_have_text("")
    expect(page.locator("[data-role=source]")).to_have_value(re.compile("w2 = 2.0"))
    field(page, "w2").press("Control+z")
    text_is(page, NEURON_LINES)
    expect(field(page, "w2")).to_have_value("1.0")
    field(page, "w2").press("Control+Shift+z")
    expect(field(page, "w2")).to_have_value("2.0")
    page.get_by_role("textbox", name="Program").press("Control+z")
    expect(field(page, "w2")).to_have_value("1.0")


def test_fields_follow_the_text_as_it_is_typed(page: Page, server_url: str) -> None:
    page.goto(server_url)
    expect(page.locator(".cm-content")).to_be_visible()
    page.get_by_role("textbox", name="Program").press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.type("5")
    expect(field(page, "x1")).to_have_value("2.05")
    page.keyboard.press("Control+Home")
    page.keyboard.type("# a line above\n")
    field(page, "b").fill("7")
    expect(page.locator("[data-role=source]")).to_have_value(
        re.compile(r"^# a line above\nx1 = 2\.05\n.*\nb = 7\n", re.S)
    )
    expect(page.locator("[data-role=edited]")).to_be_hidden()


def test_a_series_of_changes_is_one_entry_of_the_history(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/?step=5")
    before = page.evaluate("history.length")
    for value in ("2.1", "2.2", "2.3"):
        field(page, "x1").press("ArrowUp")
        expect(page.locator("[data-role=source]")).to_have_value(re.compile(f"^x1 = {value}\n"))
        expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    text_is(page, NEURON_LINES)
    expect(field(page, "x1")).to_have_value("2.0")
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "5")


def test_a_hundred_numbers_scroll_in_their_own_box(page: Page, server_url: str) -> None:
    page.goto(server_url)
    names = [f"w{i}" for i in range(100)]
    run(page, "\n".join(f"{name} = {i}.5" for i, name in enumerate(names)) + "\ny = " + "+".join(names))
    box = page.locator("[data-role=named-inputs]")
    expect(box.locator("input")).to_have_count(100)
    assert box.evaluate("(e) => e.clientHeight < 200 && e.scrollHeight > e.clientHeight")
    field(page, "w99").press("ArrowUp")
    expect(page.locator("[data-role=source]")).to_have_value(re.compile(r"w99 = 99\.6\n"))


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_fields_scroll_nothing_sideways_and_can_be_hit(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(server_url)
    expect(field(page, "x1")).to_have_value("2.0")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    rows = page.locator(".input").evaluate_all("all => all.map((e) => e.getBoundingClientRect().height)")
    assert min(rows) >= 32
