"""Habits and accidents of people, from end to end: what they type, hold down, drag, reload, and what they see then."""

import re
import urllib.error
import urllib.request

import pytest
from cases import case
from moments import address, at, cards, trace_of
from playwright.sync_api import Page, expect


def cell(page: Page, node: int, kind: str):
    return page.locator(f'[data-row="{node}"] [data-cell={kind}]')


def in_graph(page: Page, node: int, kind: str):
    return page.locator(f'g[data-node="{node}"] [data-field={kind}]')


def test_the_output_is_the_last_line_and_what_does_not_reach_it_gets_nothing(page: Page, server_url: str) -> None:
    source = "x = 2.0\ny = x*3\nz = 5.0"
    page.goto(address(server_url, source, step=99))
    trace = trace_of(server_url, source)
    ids = {node["label"] or node["text"]: node["id"] for node in trace["nodes"]}
    assert trace["roots"] == [ids["z"]]
    expect(in_graph(page, ids["z"], "data")).to_have_text("5.0000")
    expect(in_graph(page, ids["z"], "grad")).to_have_text("1.0000")
    expect(page.locator(f'g[data-node="{ids["z"]}"]')).to_have_attribute("data-reachable", "true")
    for name in ("x", "y"):
        expect(in_graph(page, ids[name], "grad")).to_have_text("0.0000")
        expect(page.locator(f'g[data-node="{ids[name]}"]')).to_have_attribute("data-reachable", "false")
        expect(page.locator(f'[data-row="{ids[name]}"]')).to_have_attribute("data-reachable", "false")
    assert [step["node"] for step in trace["steps"] if step["phase"] == "backward"] == [ids["z"]]


def test_a_single_leaf_takes_two_steps_there_and_back(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "x = 7.25"))
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "2")
    for key, step in [("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 2), ("ArrowLeft", 1)]:
        page.keyboard.press(key)
        at(page, step)
    page.keyboard.press("End")
    expect(page.locator("g[data-node]")).to_have_count(1)
    expect(in_graph(page, 0, "data")).to_have_text("7.2500")
    expect(in_graph(page, 0, "grad")).to_have_text("1.0000")


def test_plain_numbers_make_one_leaf(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "2*3 + 4", step=9))
    expect(page.locator("g[data-node]")).to_have_count(1)
    expect(in_graph(page, 0, "data")).to_have_text("10.0000")
    expect(in_graph(page, 0, "grad")).to_have_text("1.0000")


def test_where_nothing_has_a_name_there_is_nothing_to_check(page: Page, server_url: str) -> None:
    page.goto(address(server_url, case("constants-only").source, panel="check"))
    expect(page.locator("[data-role=check]")).to_contain_text("nothing to check")
    expect(page.locator("[data-check]")).to_have_count(0)


def test_walking_back_and_running_again_never_adds_to_a_grad(page: Page, server_url: str) -> None:
    program = case("idempotent-replay")
    page.goto(address(server_url, program.source))
    ids = {node["label"]: node["id"] for node in trace_of(server_url, program.source)["nodes"]}
    button = page.locator("[data-action=run]")
    for turn in ("the first time", "again", "after another run", "again then"):
        page.locator("[data-action=first]").click(force=True)  # at the start it does nothing
        at(page, 0)
        for node in ids.values():
            expect(in_graph(page, node, "grad")).to_have_text("")
        page.locator("[data-action=next]").click()
        for node in ids.values():
            expect(in_graph(page, node, "grad")).to_have_text(re.compile(r"^(0\.0000)?$"))
        page.locator("[data-action=last]").click()
        for name, (_, grad) in program.values.items():
            expect(in_graph(page, ids[name], "grad")).to_have_text(f"{grad:.4f}")
        if turn == "again":
            button.click()
            expect(page.locator("main")).to_have_attribute("aria-busy", "false")


def test_no_grad_is_seen_before_its_step(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "a = 2.0\nb = -3.0\nc = a*b"))
    a, b, c = 0, 1, 2
    for node in (a, b, c):
        expect(in_graph(page, node, "grad")).to_have_text("")
        expect(cell(page, node, "grad")).to_have_text("")
    titles = page.locator("g[data-node] title").all_text_contents()
    assert not [title for title in titles if "grad" in title]
    for step in (1, 2):
        page.keyboard.press("ArrowRight")
        at(page, step)
        for node in (a, b, c):
            expect(in_graph(page, node, "grad")).to_have_text("0.0000")
            expect(page.locator(f'g[data-node="{node}"]')).to_have_attribute("data-state", "built")
    page.keyboard.press("Shift+ArrowRight")
    expect(in_graph(page, c, "grad")).to_have_text("1.0000")
    expect(in_graph(page, a, "grad")).to_have_text("0.0000")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    expect(in_graph(page, a, "grad")).to_have_text("-3.0000")
    expect(in_graph(page, b, "grad")).to_have_text("2.0000")


def test_whatever_is_pressed_held_or_dragged_counter_and_picture_agree(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "a = 2.0\nb = a*3"))
    steps = int(page.locator("[data-steps]").get_attribute("data-steps") or 0)
    before = cards(page)

    def agree(step: int) -> None:
        at(page, step)
        expect(page.locator("[data-role=counter]")).to_have_text(str(step))
        assert page.locator("[data-role=scrubber]").input_value() == str(step)

    page.keyboard.press("ArrowLeft")
    page.locator("[data-action=prev]").click(force=True)
    agree(0)
    for _ in range(40):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    agree(steps)
    page.locator("[data-action=next]").click(force=True)
    agree(steps)
    box = page.locator("[data-role=scrubber]").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 12, middle)
    page.mouse.down()
    for _ in range(10):
        page.mouse.move(box["x"] - 50, middle)
        page.mouse.move(box["x"] + box["width"] + 50, middle)
    page.mouse.up()
    agree(steps)
    assert cards(page) == before
    b, a = 2, 0
    expect(in_graph(page, b, "data")).to_have_text("6.0000")
    expect(in_graph(page, a, "grad")).to_have_text("3.0000")


def test_arrows_beside_the_editor_step_and_in_it_never_do(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "x = 2.0\ny = x*x", step=2))
    editor = page.get_by_role("textbox", name="Program")
    editor.click()
    for key in ("ArrowLeft", "ArrowRight", "Control+ArrowLeft", "Control+ArrowRight"):
        page.keyboard.press(key)
        at(page, 2)
    page.locator("h1, .transport").last.focus()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at(page, 3)


def test_the_program_asked_for_last_is_shown_when_an_earlier_answer_comes_later(page: Page, server_url: str) -> None:
    page.goto(server_url)
    slow = "v0 = 1.0\n" + "\n".join(f"v{i + 1} = tanh(v{i})*v{i}" for i in range(150))
    held = []

    def hold_the_slow(route) -> None:
        if "v150" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/trace*", hold_the_slow)
    editor, button = page.get_by_role("textbox", name="Program"), page.locator("[data-action=run]")
    editor.fill(slow)
    button.click()
    editor.fill("x = 1.0\ny = x*2")
    button.click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "5")
    for route in held:
        route.abort()
    page.wait_for_timeout(100)
    expect(page.locator("[data-row]")).to_have_count(3)
    page.locator("[data-action=last]").click()
    expect(in_graph(page, 0, "grad")).to_have_text("2.0000")


def test_stepping_through_old_numbers_beside_a_new_text_is_marked(page: Page, server_url: str) -> None:
    page.goto(address(server_url, "x = 2.0\ny = x*x"))
    edited = page.locator("[data-role=edited]")
    expect(edited).to_be_hidden()
    page.get_by_role("textbox", name="Program").fill("x = 5.0\ny = x*x")
    for step in (1, 2, 3, 4):
        page.locator("[data-action=next]").click()
        at(page, step)
        expect(edited).to_be_visible()
        expect(in_graph(page, 0, "data")).to_have_text("2.0000")
    page.locator("[data-action=run]").click()
    expect(edited).to_be_hidden()
    page.locator("[data-action=last]").click()
    expect(in_graph(page, 0, "data")).to_have_text("5.0000")


def test_a_link_pasted_into_the_tab_of_another_opens_and_back_returns(page: Page, server_url: str) -> None:
    links = {number: address(server_url, f"x = {number}.0\ny = x*{number}", step=2) for number in (2, 3)}

    def shows(number: int) -> None:
        at(page, 2)
        expect(in_graph(page, 0, "data")).to_have_text(f"{number}.0000")
        expect(page.locator("[data-role=source]")).to_have_value(f"x = {number}.0\ny = x*{number}")

    for number, link in links.items():
        page.goto(link)
        shows(number)
    page.go_back()
    shows(2)
    page.go_forward()
    shows(3)
    page.goto(f"{links[3]}#elsewhere")  # no other document: what is on show stays
    shows(3)
    page.keyboard.press("ArrowRight")
    at(page, 3)


def test_scripts_older_than_the_server_say_so(page: Page, server_url: str) -> None:
    page.goto(server_url)
    newer = {**trace_of(server_url, "x = 2.0\ny = x*x"), "version": 2}
    page.route("**/api/trace*", lambda route: route.fulfill(json=newer))
    page.get_by_role("textbox", name="Program").fill("x = 2.0\ny = x*x")
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-role=failure]")).to_contain_text("Reload the page")
    expect(page.locator("[data-role=stage]")).to_have_attribute("data-stale", "true")


def test_a_division_by_zero_goes_on_and_is_marked_where_it_began(page: Page, server_url: str) -> None:
    source = "a = 4.0\nb = a - 4\nc = a*2\nd = c/b"
    page.goto(address(server_url, source, step=99))
    nodes = trace_of(server_url, source)["nodes"]
    ids = {node["label"] or node["text"]: node["id"] for node in nodes}
    for name, data in {"a": "4.0000", "b": "0.0000", "c": "8.0000", "d": "inf"}.items():
        expect(in_graph(page, ids[name], "data")).to_have_text(data)
    (began,) = [node for node in nodes if node["fault"] and node["fault"]["origin"]]
    assert began["op"] == "**-1"
    assert began["span"]["line"] == 4
    expect(in_graph(page, began["id"], "data")).to_have_text("inf")
    expect(page.locator(f'g[data-node="{began["id"]}"]')).to_have_attribute("data-fault", "origin")
    expect(page.locator(f'g[data-node="{ids["d"]}"]')).to_have_attribute("data-fault", "follows")


def test_a_reload_asks_whether_scripts_and_styles_have_changed(page: Page, server_url: str) -> None:
    answers = []
    page.on("response", lambda answer: answers.append(answer) if "/static/" in answer.url else None)
    page.goto(server_url)
    page.wait_for_load_state("networkidle")
    assert len(answers) > 10
    for answer in answers:
        headers = answer.all_headers()
        assert "no-cache" in headers["cache-control"]
        assert headers["etag"]
    script = next(answer for answer in answers if answer.url.endswith("/main.js"))
    asked = urllib.request.Request(script.url, headers={"if-none-match": script.all_headers()["etag"]})
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        urllib.request.urlopen(asked, timeout=10)
    assert unchanged.value.code == 304


@pytest.mark.parametrize("path", ["/api/trace/", "/api/links/", "/api/drawing/"])
def test_a_slash_too_many_is_no_redirect(server_url: str, path: str) -> None:
    headers = {"content-type": "application/json", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
    request = urllib.request.Request(f"{server_url}{path}", b'{"source": "x = 1.0"}', headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            status = answer.status
    except urllib.error.HTTPError as refusal:
        status = refusal.code
        refusal.close()
    assert status in (200, 201, 404, 405)
