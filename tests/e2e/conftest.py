"""One Chromium and one server for all browser tests of a worker."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import Screen, Server, chromium_path, launch, screen


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what is here as needing a browser; without one it is skipped, but never in CI."""
    item.add_marker(pytest.mark.browser)
    if chromium_path() is None and not os.environ.get("CI"):
        item.add_marker(pytest.mark.skip(reason="there is no Chromium on this machine"))


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
