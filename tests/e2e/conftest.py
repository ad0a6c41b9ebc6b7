"""One Chromium and one server for all browser tests of a worker."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import Screen, Server, chromium_path, launch, screen

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is here as needing a browser; without one it is skipped, but never in CI."""
    ours = [item for item in items if HERE in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        # One worker for all of them: two browsers at once starve each other on a small machine.
        item.add_marker(pytest.mark.xdist_group("browser"))
    if chromium_path() is None and not os.environ.get("CI"):
        missing = pytest.mark.skip(reason="there is no Chromium on this machine")
        for item in ours:
            item.add_marker(missing)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    assert chromium_path(), "Chromium is missing, and in CI no browser test may be skipped"
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The companion on an empty data folder, shared: each test makes matches of its own."""
    running = Server(tmp_path_factory.mktemp("datos")).start()
    yield running
    running.stop()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Screen]:
    """A phone at the first screen."""
    with screen(browser, server.url) as page:
        yield page.go("/")
