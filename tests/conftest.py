"""What the tests share: the flag for golden files, a running server, a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from httpx import AsyncClient
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, expect, sync_playwright
from serving import serving

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="rewrite the golden JSON from what the code gives now")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: once it runs, Playwright leaves its loop running, and async tests can't start theirs."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def write_golden(request: pytest.FixtureRequest) -> bool:
    """True where golden files are to be rewritten, not compared."""
    return bool(request.config.getoption("--write-golden"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop that tests marked ``anyio`` run on: the one that uvicorn uses."""
    return "asyncio"


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AsyncClient]:
    """A client of a server in the test's own process, with a database of the module's own."""
    async with serving(tmp_path_factory.mktemp("served")) as client:
        yield client


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of Gradstep in a process of its own, with an empty database."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "uvicorn", "gradstep.app.main:create_app", "--factory", "--port", str(port)]
    environment = {**os.environ, "GRADSTEP_DATABASE_URL": f"sqlite:///{folder / 'links.db'}"}
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
    try:
        _wait_until_ready(url, server, log)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_until_ready(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 30
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):
                return
        except urllib.error.HTTPError as refusal:
            refusal.close()
        except OSError:
            pass  # not listening yet
        time.sleep(0.05)
    pytest.fail(f"the server did not get ready; it said:\n{log.read_text(errors='replace')}", pytrace=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium. Its absence is a failure: a skipped browser test proves nothing."""
    candidates = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    chromium = next((path for name in candidates if name and (path := shutil.which(name))), None)
    if chromium is None:
        pytest.fail("No Chromium was found. Type: sudo apt-get install -y chromium", pytrace=False)
    expect.set_options(timeout=20_000)  # ms: a busy machine is slow, and only a hang is a failure
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, server_url: str) -> Iterator[Page]:
    """A page in a fresh context; what goes wrong in it, or leaves the server, fails the test at its end."""
    faults: list[str] = []

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def note_page_error(error: Error) -> None:
        faults.append(f"page error: {error}")

    def note_request(request: Request) -> None:
        if not request.url.startswith((f"{server_url}/", "data:", "blob:")):
            faults.append(f"request to {request.url}")

    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.on("console", note_console)
    context.on("weberror", lambda fault: note_page_error(fault.error))
    context.on("request", note_request)
    yield context.new_page()
    context.close()
    assert faults == []
