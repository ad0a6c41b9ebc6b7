"""One Chromium and one server for all browser tests of a worker."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from companion.cli import site_words
from companion.site import compiling, publish
from companion.site.compiling import Compiler
from companion.site.packages import fetch
from tests.e2e.browser import Screen, Server, chromium_path, launch, screen
from tests.e2e.places import Games, served
from tests.e2e.sites import Site


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what is here as needing a browser; without one it is skipped, but never in CI."""
    item.add_marker(pytest.mark.browser)
    if chromium_path() is None and not os.environ.get("CI"):
        item.add_marker(pytest.mark.skip(reason="there is no Chromium on this machine"))


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """The driver: one at a time, and gone after these tests, for it keeps an event loop running."""
    assert chromium_path(), "Chromium is missing, and in CI no browser test may be skipped"
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium."""
    chromium = launch(playwright)
    yield chromium
    chromium.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The companion on an empty data folder, shared: each test makes matches of its own."""
    running = Server(tmp_path_factory.mktemp("datos")).start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """The companion on a folder of its own, which a test starts once its tables are laid there."""
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture(scope="package")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """A match of every game in its middle and one at its end, served and painted by CanvasKit."""
    found = served(tmp_path_factory.mktemp("partidas"))
    yield found
    found.server.stop()


@pytest.fixture(scope="package")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages for the browser's Python, fetched once."""
    return fetch(tmp_path_factory.mktemp("paquetes") / "p")


@pytest.fixture(scope="package")
def compiler() -> Compiler | None:
    """Compiles the program once: it is the same in all versions of the site that tests publish."""
    compiles = compiling.find_compiler()
    made: list[bytes] = []

    def compiled(runtime: Path, home: Path, library: Path) -> None:
        if not made and compiles:
            compiles(runtime, home, library)
            made.extend((home.read_bytes(), library.read_bytes()))
        home.write_bytes(made[0])
        library.write_bytes(made[1])

    return compiled if compiles else None


@pytest.fixture(scope="package")
def published(
    tmp_path_factory: pytest.TempPathFactory, packages: Path, compiler: Compiler | None
) -> Path:
    """A site, published once, compiled where that can be done."""
    folder = tmp_path_factory.mktemp("publicado") / "sitio"
    publish(folder, site_words(), packages, compiler)
    return folder


@pytest.fixture
def site(
    tmp_path: Path, packages: Path, published: Path, compiler: Compiler | None
) -> Iterator[Site]:
    """A site of its own for a test, served."""
    made = Site(tmp_path / "web", packages, published, compiler=compiler)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Screen]:
    """A phone at the first screen."""
    with screen(browser, server.url) as page:
        yield page.go("/")
