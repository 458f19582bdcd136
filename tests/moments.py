"""What browser tests share: the address of a moment of a program, and what the page shows of it."""

import base64
import json
import time
import urllib.request
import zlib

from playwright.sync_api import Page, expect

__all__ = ["address", "at", "cards", "link_id", "places", "steps_of", "text_sizes", "trace_of", "until"]


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
    deadline = time.monotonic() + 5
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
