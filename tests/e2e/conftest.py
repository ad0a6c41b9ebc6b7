"""Fixtures of the browser tests: one Chromium and one server for each worker."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from companion.cli import site_words
from companion.site import packages as compiler_module
from companion.site import publish
from companion.site.packages import Compiler, fetch
from tests.e2e.browser import Screen, Server, chromium_path, launch, screen
from tests.e2e.places import Games, served
from tests.e2e.sites import Site


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what is here as needing a browser; without one it is skipped, but never in CI."""
    item.add_marker(pytest.mark.browser)
    if chromium_path() is None and not os.environ.get("CI"):
        item.add_marker(pytest.mark.skip(reason="there is no Chromium on this machine"))


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Yield the one driver, ended after these tests, since it keeps an event loop running."""
    assert chromium_path(), "Chromium is missing, and in CI no browser test may be skipped"
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield a headless Chromium."""
    chromium = launch(playwright)
    yield chromium
    chromium.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a shared server on an empty data folder: each test makes matches of its own."""
    running = Server(tmp_path_factory.mktemp("datos")).start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server on a folder of its own, which a test starts once its matches are there."""
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture(scope="package")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """Yield a match of every game in its middle and one at its end, served with CanvasKit."""
    served_games = served(tmp_path_factory.mktemp("partidas"))
    yield served_games
    served_games.server.stop()


@pytest.fixture(scope="package")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of packages for the browser's Python, fetched once."""
    return fetch(tmp_path_factory.mktemp("paquetes") / "p")


@pytest.fixture(scope="package")
def compiler() -> Compiler | None:
    """Compile the program once: it is the same in all versions of the site that tests publish."""
    compiles = compiler_module.find_compiler()
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
    """Return a site, published once, compiled where that can be done."""
    folder = tmp_path_factory.mktemp("publicado") / "sitio"
    publish(folder, site_words(), packages, compiler)
    return folder


@pytest.fixture
def site(
    tmp_path: Path, packages: Path, published: Path, compiler: Compiler | None
) -> Iterator[Site]:
    """Yield a served site of its own for a test."""
    made = Site(tmp_path / "web", packages, published, compiler=compiler)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Screen]:
    """Yield a phone at the first screen."""
    with screen(browser, server.url) as page:
        yield page.go("/")
