"""The transport in a real Chromium: scrubber, phases, play, keys, and what the address and Back do."""

import re
from itertools import pairwise

import pytest
from moments import address, at, link_id, until
from playwright.sync_api import Locator, Page, expect
from programs import PROGRAMS

NEURON = PROGRAMS["neuron tanh"].source
TWICE = "a = 2.0\nb = a*3\nb.backward()\nzero_grad()\nb.backward()"
LONG = "x = 0.5\n" + "\n".join(f"x = x + {i}.5" for i in range(60))


def phases(page: Page) -> list[str]:
    return page.locator("[data-role=phases] button").evaluate_all("all => all.map((e) => e.dataset.phase)")


def phase(page: Page, name: str) -> Locator:
    return page.locator(f"[data-role=phases] button[data-phase={name}]").first


def test_each_step_is_a_tick_in_the_hue_of_its_phase(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON, step=14))
    counts = page.locator(".run").evaluate_all("all => all.map((e) => [e.dataset.phase, e.childElementCount])")
    assert counts == [["build", 5], ["topo", 1], ["backward", 10]]
    assert page.locator(".tick[data-done=true]").count() == 14
    hues = page.locator(".run").evaluate_all("all => all.map((e) => getComputedStyle(e.firstChild).backgroundColor)")
    assert len(set(hues)) == 3
    kicker = page.locator("[data-role=kicker]").evaluate("e => getComputedStyle(e).color")
    assert kicker == hues[2]


def test_several_backward_calls_and_zero_grad_are_runs_of_their_own(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    assert phases(page) == ["build", "topo", "backward", "zero_grad", "topo", "backward"]


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
@pytest.mark.parametrize("source", [NEURON, TWICE, LONG], ids=["neuron", "twice", "long"])
def test_names_of_phases_never_touch_and_stand_at_their_run(
    page: Page, server_url: str, width: int, source: str
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address(server_url, source))
    expect(phase(page, "build")).to_be_visible()
    seen = page.locator("[data-role=phases] button span:visible").evaluate_all(
        "all => all.map((e) => [e.getBoundingClientRect().left, e.getBoundingClientRect().right, e.scrollWidth])"
    )
    seen = [[left, right] for left, right, _ in seen]
    assert len(seen) >= 2
    assert all(right + 4 <= following for (_, right), (following, _) in pairwise(seen))
    into = page.locator("[data-action=into-back]").bounding_box()
    assert into
    names = page.locator("[data-role=phases]").bounding_box()
    assert names
    is_above = into["y"] + into["height"] <= names["y"]
    assert width > 860 or is_above or seen[-1][1] <= into["x"]


def test_a_long_trace_is_a_bar_with_boundaries(page: Page, server_url: str) -> None:
    page.goto(address(server_url, LONG, step=100))
    assert page.locator(".tick").count() == 0
    assert page.locator(".run.whole").count() == 3
    done = page.locator(".bar-done").evaluate_all("all => all.map((e) => e.getBoundingClientRect().width)")
    runs = page.locator(".run").evaluate_all("all => all.map((e) => e.getBoundingClientRect().width)")
    assert done[0] == pytest.approx(runs[0], abs=3)
    assert 0 < done[2] < runs[2] / 2


def point_at(page: Page, step: float, steps: int) -> tuple[float, float]:
    """The middle of a tick on the screen; 3.5 is the edge between the ticks 3 and 4."""
    box = page.locator("[data-role=scrubber]").bounding_box()
    assert box
    return box["x"] + 10 + (box["width"] - 20) * (step - 0.5) / steps, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_press_on_a_tick_goes_to_its_step_and_a_drag_takes_the_thumb_along(
    page: Page, server_url: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address(server_url, NEURON))
    expect(phase(page, "build")).to_be_visible()
    page.mouse.click(*point_at(page, 9, 16))
    at(page, 9)
    page.mouse.move(*point_at(page, 9.5, 16))  # on the thumb
    page.mouse.down()
    at(page, 9)
    page.mouse.move(*point_at(page, 12.5, 16), steps=6)
    at(page, 12)
    page.mouse.move(5, 5, steps=6)
    at(page, 0)
    page.mouse.move(width - 5, 5, steps=6)
    at(page, 16)
    page.mouse.up()
    page.mouse.move(*point_at(page, 3, 16))
    at(page, 16)


@pytest.mark.parametrize("is_full", [False, True], ids=["page", "full"])
@pytest.mark.parametrize("width", [320, 360, 375, 390, 430])
def test_no_control_lies_over_another_on_a_phone(browser, server_url: str, width: int, is_full: bool) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address(server_url, LONG, step=100))
    expect(phase(page, "build")).to_be_visible()
    if is_full:
        page.locator("[data-action=fullscreen]").click()
        expect(page.locator("[data-role=side]")).to_be_hidden()
    controls = page.locator(".moves > *, .transport .speed, .counter")
    boxes = controls.evaluate_all("all => all.map((e) => e.getBoundingClientRect().toJSON())")
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = one["right"] <= other["left"] + 0.5 or other["right"] <= one["left"] + 0.5
            assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
    assert len({round(box["top"] + box["height"] / 2) for box in boxes}) == 2  # rows
    context.close()


def test_a_finger_drags_the_scrubber(browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address(server_url, NEURON))
    expect(phase(page, "build")).to_be_visible()
    touch = context.new_cdp_session(page)

    def send(kind: str, *place: float) -> None:
        points = [{"x": place[0], "y": place[1]}] if place else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", *point_at(page, 4, 16))
    at(page, 4)
    send("touchMove", *point_at(page, 8, 16))
    send("touchMove", *point_at(page, 10, 16))
    at(page, 10)
    expect(page.locator("[data-role=tip]")).to_contain_text("10 · ")
    send("touchEnd")
    expect(page.locator("[data-role=tip]")).to_be_hidden()
    context.close()


def test_hovering_a_tick_says_what_its_step_does(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON))
    expect(phase(page, "build")).to_be_visible()
    tip = page.locator("[data-role=tip]")
    page.mouse.move(*point_at(page, 14, 16))
    expect(tip).to_have_text("14 · Backward · call 8 of 10")
    page.mouse.move(*point_at(page, 2, 16))
    expect(tip).to_have_text(re.compile("^2 · Build"))
    page.mouse.move(600, 200)
    expect(tip).to_be_hidden()
    at(page, 0)


def test_the_slider_moves_by_keys_and_speaks(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON))
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, 16)
    page.keyboard.press("ArrowLeft")
    at(page, 15)
    expect(slider).to_have_attribute("aria-valuetext", "step 15 of 16, backward")
    page.keyboard.press("Shift+ArrowLeft")
    at(page, 14)


def test_a_phase_is_one_press_away(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON))
    phase(page, "backward").click()
    at(page, 7)
    expect(phase(page, "backward")).to_have_attribute("aria-current", "step")
    phase(page, "build").click()
    at(page, 1)
    phase(page, "topo").click()
    at(page, 6)


def test_keys_go_to_phases(page: Page, server_url: str) -> None:
    page.goto(address(server_url, TWICE))
    for key, step in [("2", 2), ("1", 1), ("3", 3)]:
        page.keyboard.press(key)
        at(page, step)
    for key, step in [("]", 6), ("]", 7), ("]", 8), ("]", 10), ("[", 8), ("[", 7), ("[", 6), ("[", 3), ("[", 2)]:
        page.keyboard.press(key)
        at(page, step)
    for _ in range(3):
        page.keyboard.press("[")
    at(page, 0)


def test_into_walks_the_events_both_ways(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON, step=5))
    walk = []
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
        walk.append(page.locator("[data-steps]").get_attribute("data-event"))
    assert walk == ["1", "2", "3", "4"]
    expect(page.locator(".tick[data-begun=true]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    at(page, 5)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 5, 1)
    page.keyboard.press("ArrowRight")
    at(page, 6)
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator("[data-steps]").get_attribute("data-step") == "5"
    page.locator("[data-action=into-back]").click()
    page.locator("[data-action=into]").click()
    page.locator("[data-action=prev]").click()
    at(page, 5)


def test_the_ends_clamp_and_say_so(page: Page, server_url: str) -> None:
    page.goto(address(server_url, NEURON))
    for name, is_end in {
        "first": "true",
        "prev": "true",
        "into-back": "true",
        "next": "false",
        "last": "false",
    }.items():
        expect(page.locator(f"[data-action={name}]")).to_have_attribute("aria-disabled", is_end)
    page.locator("[data-action=prev]").click(force=True)
    at(page, 0)
    page.keyboard.press("End")
    page.locator("[data-action=next]").click(force=True)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 16)
    assert page.locator("button[disabled]").count() == 0


def test_play_walks_to_the_end_and_stops_there(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "x = 2.0\ny = x*x", step=1))
    for _ in range(2):
        page.keyboard.press("s")
    expect(page.locator("[data-role=speed]")).to_have_text("4×")
    page.keyboard.press("Space")
    at(page, 4)
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")
    page.keyboard.press("Space")  # once more from the start
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Play")


def test_the_speed_goes_around_and_is_remembered(page: Page, server_url: str) -> None:
    page.goto(server_url)
    speed = page.locator("[data-action=speed]")
    for expected in ("2×", "4×", "0.5×"):
        speed.click()
        expect(speed).to_have_text(expected)
    page.reload()
    expect(speed).to_have_text("0.5×")
    expect(speed).to_have_attribute("aria-label", "Speed of play: 0.5×")


def test_the_question_mark_lists_every_key(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    actions = page.evaluate("import('/static/js/keys.js').then(({ KEYS }) => KEYS.map(({ action }) => action))")
    expect(dialog.locator("[data-role=keys] dt")).to_have_count(len(set(actions)) + 2)  # two keys of the parts
    assert "" not in [text.strip() for text in dialog.locator("dd, kbd").all_text_contents()]
    assert "undefined" not in dialog.inner_text()
    page.keyboard.press("ArrowRight")
    at(page, 0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator("[data-action=help]").click()
    page.locator("[data-action=close-help]").click()
    expect(dialog).to_be_hidden()


def test_a_held_key_stops_at_the_last_step(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "a = 2.0\nb = a*3"))
    page.keyboard.down("ArrowRight")
    for _ in range(60):
        page.keyboard.down("ArrowRight")  # as the system repeats it
    page.keyboard.up("ArrowRight")
    at(page, 5)
    expect(page.locator("[data-role=counter]")).to_have_text("5")


# The address


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("step=99", (16, 0)), ("step=-3", (0, 0)), ("step=x", (0, 0)), ("step=", (0, 0)), ("step=1e3", (0, 0)),
        ("step=9999999999999999999999", (16, 0)), ("step=5&event=2", (5, 2)), ("step=6&event=1", (6, 1)),
        ("step=6&event=99", (7, 0)), ("event=1", (0, 1)), ("step=7#step=3", (7, 0)), ("step=7#%F0%9F", (7, 0)),
    ],
)  # fmt: skip
def test_any_place_in_the_address_opens_the_nearest_that_exists(
    page: Page, server_url: str, query: str, place: tuple[int, int]
) -> None:
    page.goto(f"{server_url}/?{query}")
    expect(phase(page, "build")).to_be_visible()
    at(page, *place)


def test_a_reload_stays_at_the_step_and_event(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/t/{link_id(server_url, NEURON)}")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url("**/t/*?step=5&event=2")
    page.reload()
    at(page, 5, 2)


def run(page: Page, source: str, steps: int) -> None:
    page.get_by_role("textbox", name="Program").fill(source)
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", str(steps))


def test_back_leads_through_the_programs_that_were_run_and_never_through_steps(page: Page, server_url: str) -> None:
    page.goto(server_url)
    entries = page.evaluate("history.length")
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        at(page, step)
    run(page, "x = 3.0\ny = x*x", 4)
    page.locator("[data-action=next]").click()
    run(page, "x = 3.0\ny = x + 1", 5)
    page.locator("[data-action=last]").click()
    at(page, 5)
    until(page, "(most) => history.length === most", entries + 2)
    page.go_back()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "4")
    at(page, 1)
    page.go_back()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "16")
    at(page, 3)
    page.go_forward()
    page.go_forward()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "5")
    at(page, 5)
