"""Everything linked, in a real Chromium: what is pointed at is lit wherever it is."""

import base64
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from programs import PROGRAMS

NEURON = PROGRAMS["neuron tanh"].source
POINTED = "[data-pointed=true]"


def link(source: str, **query: int) -> str:
    code = base64.urlsafe_b64encode(zlib.compress(source.encode())).decode().rstrip("=")
    return f"/?code={code}" + "".join(f"&{name}={value}" for name, value in query.items())


def opened(page: Page, server_url: str, address: str = "/") -> None:
    page.goto(server_url + address)
    expect(page.locator(".cm-content")).to_be_visible(timeout=30_000)


def pointed(page: Page) -> list[str]:
    """What is lit as pointed at: nodes, edges, rows and chips, by their attribute."""
    return page.locator(POINTED).evaluate_all(
        """all => all.flatMap(({ dataset }) => ["node", "edge", "row", "chip"]
             .filter((name) => name in dataset).map((name) => `${name} ${dataset[name]}`)).sort()"""
    )


def lit_everywhere(page: Page, node: int) -> None:
    expect(page.locator(f"g[data-node='{node}']")).to_have_attribute("data-pointed", "true")
    assert pointed(page) == sorted([f"chip {node}", f"node {node}", f"row {node}"])


def marked(page: Page, text: str) -> None:
    """This part of the program is marked as pointed at. Its colours may cut it into pieces."""
    page.wait_for_function(
        """text => [...document.querySelectorAll("*")].filter((each) => each.shadowRoot)
             .flatMap((each) => [...each.shadowRoot.querySelectorAll(".pointed")])
             .map((each) => each.textContent).join("") === text""",
        arg=text,
    )


def nothing_lit(page: Page) -> None:
    expect(page.locator(POINTED)).to_have_count(0)
    expect(page.locator(".pointed")).to_have_count(0)
    expect(page.locator(".halo > *")).to_have_count(0)


def hover_text(page: Page, line: int, column: int) -> None:
    """Move the mouse onto a character of the program, counted from 1."""
    spot = (
        page.locator(".cm-line")
        .nth(line - 1)
        .evaluate(
            """(line, column) => {
             const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
             let left = column - 1;
             for (let text = walker.nextNode(); text; text = walker.nextNode()) {
               if (left < text.length) {
                 const range = document.createRange();
                 range.setStart(text, left);
                 range.setEnd(text, left + 1);
                 const { left: x, top: y, width, height } = range.getBoundingClientRect();
                 return { x: x + width / 4, y: y + height / 2 };
               }
               left -= text.length;
             }
           }""",
            column,
        )
    )
    page.mouse.move(spot["x"], spot["y"])


def middle_of(edge: Locator) -> dict[str, float]:
    """A point of the screen in the middle of an edge's line."""
    return edge.locator(".line").evaluate(
        """line => {
             const at = line.getPointAtLength(line.getTotalLength() / 2);
             const { x, y } = at.matrixTransform(line.getScreenCTM());
             return { x, y };
           }"""
    )


@pytest.fixture
def phone(browser: Browser, server_url: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("part", ["g[data-node='5'] .label", "[data-row='5']", "[data-chip='5']"])
def test_hovering_a_node_a_row_or_a_chip_lights_all_three_and_the_program(
    page: Page, server_url: str, part: str
) -> None:
    opened(page, server_url, "/?step=11")
    page.locator(part).hover()
    lit_everywhere(page, 5)
    marked(page, "x1*w1")
    page.locator(".bar-line").hover()
    nothing_lit(page)


def test_hovering_the_program_lights_what_stands_there(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    for line, column, node in [
        (1, 1, 0),
        (1, 6, 0),
        (6, 5, 0),
        (6, 7, 5),
        (6, 11, 7),
        (6, 19, 8),
        (6, 21, 4),
        (7, 10, 8),
        (7, 5, 9),
    ]:
        hover_text(page, line, column)
        lit_everywhere(page, node)
    page.locator(".bar-line").hover()
    nothing_lit(page)


def test_the_caret_lights_too_and_leaving_the_editor_clears(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    lit_everywhere(page, 0)
    page.keyboard.press("ArrowDown")
    lit_everywhere(page, 1)
    page.locator("[data-action=next]").focus()
    nothing_lit(page)


def test_an_edited_program_lights_nothing_as_its_places_are_not_those_traced(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("y = 1;")
    nothing_lit(page)
    page.locator("[data-row='5']").hover()
    lit_everywhere(page, 5)
    expect(page.locator(".pointed")).to_have_count(0)


def test_an_edge_lights_with_both_of_its_ends_and_the_use_that_it_is(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    spot = middle_of(page.locator("[data-edge='0-5-0']"))
    page.mouse.move(spot["x"], spot["y"])
    expect(page.locator("[data-edge='0-5-0']")).to_have_attribute("data-pointed", "true")
    assert pointed(page) == ["chip 0", "chip 5", "edge 0-5-0", "node 0", "node 5", "row 0", "row 5"]
    marked(page, "x1")


def test_an_edge_is_found_by_coming_near(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    spot = middle_of(page.locator("[data-edge='2-5-1']"))
    page.mouse.move(spot["x"], spot["y"] - 5)
    expect(page.locator("[data-edge='2-5-1']")).to_have_attribute("data-pointed", "true")
    page.mouse.move(spot["x"], spot["y"] - 30, steps=3)
    expect(page.locator("[data-edge='2-5-1']")).not_to_have_attribute("data-pointed", "true")


def test_two_edges_between_two_values_are_told_apart(page: Page, server_url: str) -> None:
    opened(page, server_url, link("a = 3.5\nb = a + a", step=4))
    for slot, column in [(0, 5), (1, 9)]:
        spot = middle_of(page.locator(f"[data-edge='0-1-{slot}']"))
        page.mouse.move(spot["x"], spot["y"])
        expect(page.locator(f"[data-edge='0-1-{slot}']")).to_have_attribute("data-pointed", "true")
        marked(page, "a")
        before = (
            page.locator(".cm-line")
            .nth(1)
            .evaluate(
                "line => { const r = document.createRange(); r.setStart(line, 0);"
                " r.setEndBefore(line.querySelector('.pointed')); return r.toString().length; }"
            )
        )
        assert before == column - 1


def test_names_in_the_words_light_their_values(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=14")
    name = page.locator("[data-role=words] [data-ref='0']").first
    name.hover()
    expect(page.locator("g[data-node='0']")).to_have_attribute("data-pointed", "true")
    expect(page.locator("[data-row='0']")).to_have_attribute("data-pointed", "true")
    expect(name).to_have_attribute("data-pointed", "true")


def test_rows_and_chips_are_walked_by_up_and_down_and_focus_is_as_good_as_hover(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator("[data-row][tabindex='0']").focus()
    lit_everywhere(page, 9)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-row='8']")).to_be_focused()
    lit_everywhere(page, 8)
    page.keyboard.press("ArrowUp")
    lit_everywhere(page, 9)
    page.locator("[data-chip][tabindex='0']").focus()
    lit_everywhere(page, 0)
    page.keyboard.press("ArrowDown")
    lit_everywhere(page, 2)
    assert page.locator("[data-chip][tabindex='0']").count() == 1
    assert page.locator("[data-row][tabindex='0']").count() == 1


def test_arrow_keys_go_on_stepping_from_a_row_and_it_stays_pointed_at(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator("[data-row='5']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "12")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "10")
    lit_everywhere(page, 5)


def test_the_graph_is_one_tab_stop_whose_nodes_are_walked_by_up_and_down(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    assert page.locator("[data-role=canvas] [tabindex]").count() == 0
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator("[data-role=canvas]").evaluate("canvas => canvas === document.activeElement"):
            break
    lit_everywhere(page, 6)  # the one that is lit anyway
    page.keyboard.press("ArrowUp")
    lit_everywhere(page, 5)
    expect(page.locator("[data-role=pointed]")).to_have_text("x1*w1: data -6.0000, grad 0.5000")
    page.keyboard.press("Escape")
    nothing_lit(page)


def test_hovering_is_not_announced(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator("[data-row='5']").hover()
    lit_everywhere(page, 5)
    expect(page.locator("[data-role=pointed]")).to_have_text("")


def test_a_click_stays_until_a_click_elsewhere_or_escape(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator("g[data-node='5'] .label").click()
    page.locator(".bar-line").hover()
    lit_everywhere(page, 5)
    page.locator("[data-row='0']").hover()
    lit_everywhere(page, 0)
    page.locator(".bar-line").hover()
    lit_everywhere(page, 5)
    page.locator(".bar-line").click()
    nothing_lit(page)
    page.locator("[data-chip='5']").click()
    page.locator(".bar-line").hover()
    lit_everywhere(page, 5)
    page.keyboard.press("Escape")
    nothing_lit(page)


def test_a_tap_points_and_a_tap_elsewhere_clears(phone: Page, server_url: str) -> None:
    phone.goto(f"{server_url}/?step=11")
    expect(phone.locator("[data-role=canvas]")).to_have_attribute("data-pending", "false")
    phone.locator("g[data-node='6'] .label").tap()
    lit_everywhere(phone, 6)
    phone.locator("[data-chip='2']").tap()
    lit_everywhere(phone, 2)
    phone.locator("#topo-title").tap()
    nothing_lit(phone)


def test_a_tap_on_a_row_brings_the_graph_and_its_node_into_view(phone: Page, server_url: str) -> None:
    phone.goto(f"{server_url}/?step=11")
    expect(phone.locator("[data-role=canvas]")).to_have_attribute("data-pending", "false")
    phone.locator("[data-row='3'] th").tap()
    lit_everywhere(phone, 3)
    expect(phone.locator("g[data-node='3'] .card")).to_be_in_viewport()


def test_a_click_on_a_row_moves_a_large_graph_to_its_node(page: Page, server_url: str) -> None:
    chain = "x = 1.0\n" + "\n".join(f"x = x + {number}" for number in range(60))
    opened(page, server_url, link(chain))
    node = page.locator("g[data-node]").last
    expect(node.locator(".card")).not_to_be_in_viewport()
    page.locator("[data-row]").first.click()
    expect(node.locator(".card")).to_be_in_viewport()
    expect(node).to_have_attribute("data-pointed", "true")


def test_nothing_moves_when_something_is_pointed_at(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    boxes = """() => [...document.querySelectorAll("[data-node] .card, [data-row], [data-chip], [data-ref], .words")]
        .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
    before = page.evaluate(boxes)
    page.locator("g[data-node='6'] .label").hover()
    lit_everywhere(page, 6)
    assert page.evaluate(boxes) == before


def test_pointing_hides_neither_what_happens_now_nor_what_is_done(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    stroke = "card => [getComputedStyle(card).stroke, getComputedStyle(card).fill, getComputedStyle(card).strokeWidth]"
    for node in [5, 6]:  # one is final, the other runs
        card = page.locator(f"g[data-node='{node}'] .card")
        before = card.evaluate(stroke)
        page.locator(f"g[data-node='{node}'] .label").hover()
        lit_everywhere(page, node)
        assert card.evaluate(stroke) == before


def test_another_program_clears_what_was_pointed_at(page: Page, server_url: str) -> None:
    opened(page, server_url, "/?step=11")
    page.locator("g[data-node='9'] .label").click()
    page.locator(".cm-content").fill("a = 2.0\nb = a*a")
    page.locator("[data-action=run]").click()
    expect(page.locator("[data-row]")).to_have_count(2)
    nothing_lit(page)


def test_among_a_thousand_values_a_hover_changes_only_what_it_lights(page: Page, server_url: str) -> None:
    names = [f"a{number}" for number in range(500)]
    lines = [f"{name} = 1.5" for name in names]
    while len(names) > 1:  # products of two and two, down to one
        pairs = list(zip(names[::2], names[1::2], strict=False))
        rest = names[2 * len(pairs) :]
        names = [f"t{len(lines) + number}" for number in range(len(pairs))]
        lines += [f"{name} = {one}*{other}" for name, (one, other) in zip(names, pairs, strict=True)]
        names += rest
    opened(page, server_url, link("\n".join(lines), step=700))
    expect(page.locator("[data-row]")).to_have_count(999)
    expect(page.locator("g[data-node]")).to_have_count(999)
    changes = page.evaluate(
        """async () => {
             const seen = [];
             const watch = new MutationObserver((records) => seen.push(...records));
             watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
             for (const row of [...document.querySelectorAll("[data-row]")].slice(0, 10)) {
               row.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
             }
             await new Promise(requestAnimationFrame);
             watch.disconnect();
             return seen.length;
           }"""
    )
    assert 0 < changes <= 10 * 10
