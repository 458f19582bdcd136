"""What browser tests share: the address of a moment of a program, and what the page shows of it."""

import base64
import json
import time
import urllib.request
import zlib

from playwright.sync_api import Page, expect

__all__ = [
    "address",
    "assert_words_agree",
    "at",
    "cards",
    "link_id",
    "moments_of",
    "places",
    "steps_of",
    "text_sizes",
    "trace_of",
    "until",
]

# Both as trees: names, attributes in order of their names, texts; without what pointing and hovering leave behind.
_WORDS = """async (url) => {
    const tree = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        const passing = ["data-pointed", "aria-describedby", "tabindex"];
        const attributes = [...node.attributes].filter(({ name }) => !passing.includes(name));
        const said = attributes.map(({ name, value }) => `${name}=${value}`).sort().join(" ");
        node.normalize();
        const isIndent = (each) => each.nodeType === Node.TEXT_NODE && /^ *\\n\\s*$/.test(each.data);
        const kept = [...node.childNodes].filter((each) => node.nodeName === "SPAN" || !isIndent(each));
        return `<${node.nodeName} ${said}>${kept.map(tree).join("")}</>`;
    };
    const html = await (await fetch(url)).text();
    const sent = new DOMParser().parseFromString(html, "text/html").querySelector("[data-role=words]");
    return [tree(sent), tree(document.querySelector("[data-role=words]").cloneNode(true))];
}"""


def address(server_url: str, source: str, **moment: object) -> str:
    """The self-contained link of a program, at a step and event if they are given."""
    code = base64.urlsafe_b64encode(zlib.compress(source.encode(), 9)).decode().rstrip("=")
    return "&".join([f"{server_url}/?code={code}", *(f"{name}={value}" for name, value in moment.items())])


def post(server_url: str, path: str, source: str) -> dict:
    body = json.dumps({"source": source}).encode()
    request = urllib.request.Request(f"{server_url}{path}", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def trace_of(server_url: str, source: str) -> dict:
    return post(server_url, "/api/trace", source)


def link_id(server_url: str, source: str) -> str:
    return post(server_url, "/api/links", source)["id"]


def at(page: Page, step: int, event: int = 0) -> None:
    """Waits until the page stands at a place."""
    expect(page.locator("[data-steps]")).to_have_attribute("data-step", str(step))
    expect(page.locator("[data-steps]")).to_have_attribute("data-event", str(event))


def until(page: Page, script: str, argument: object = None) -> None:
    """Waits until a function in the page says true. (Playwright's own way evaluates strings, which our CSP forbids.)"""
    deadline = time.monotonic() + 20
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, f"never true: {script}"
        page.wait_for_timeout(20)


def steps_of(page: Page) -> int:
    return int(page.locator("[data-steps]").get_attribute("data-steps") or 0)


def cards(page: Page) -> list[list[float]]:
    """Where each card is on the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll("g[data-node] > .card")].map((card) => {
            const { x, y, width, height } = card.getBoundingClientRect();
            return [x, y, width, height].map((px) => Math.round(px * 10) / 10);
        })"""
    )


def places(page: Page) -> list[list[float]]:
    """Where each card and edge is in the drawing, however that lies on the stage; measured on the screen."""
    return page.evaluate(
        """() => {
            const svg = document.querySelector("svg.graph").getBoundingClientRect();
            const shapes = document.querySelectorAll("g[data-node] > .card, g[data-node] > .pill, path.line");
            return [...shapes].map((shape) => {
                const { x, y, width, height } = shape.getBoundingClientRect();
                return [x - svg.x, y - svg.y, width, height].map((px) => Math.round(px * 10) / 10);
            });
        }"""
    )


def text_sizes(page: Page) -> list[float]:
    """The size of each text in a node, in px on the screen."""
    return page.locator("g[data-node] text").evaluate_all(
        "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"
    )


def moments_of(page: Page) -> list[list[int]]:
    """Every place of the trace that the page began with, as (step, event)."""
    return page.evaluate(
        """() => JSON.parse(document.getElementById("boot").textContent).trace.steps.flatMap(
            ({ events }, step) => [...events.map((_, j) => [step, j]), ...(events.length ? [] : [[step, 0]])]
        )"""
    )


def assert_words_agree(page: Page, url: str) -> None:
    """Steps through the program of an address: at each event the page must say what the server does."""
    page.goto(url)
    for step, event in moments_of(page)[1:]:
        page.locator("[data-action=into]").click()
        at(page, step, event)
        sent, made = page.evaluate(_WORDS, f"{url}&step={step}&event={event}")
        assert made == sent, (step, event)
