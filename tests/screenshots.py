"""Takes the pictures of the README again: ``scripts/test tests/screenshots.py``. Not run with the other tests."""

from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
MOMENTS = {"start": "/", "backward": "/?step=14"}


@pytest.mark.parametrize("name", MOMENTS)
def test_the_page_has_its_picture_taken(browser, server_url, name):
    with browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(server_url + MOMENTS[name])
        page.locator(".cm-content").wait_for()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=DOCS / f"{name}.png")
    assert (DOCS / f"{name}.png").stat().st_size > 10_000
