"""The published site on a plain static server, under a folder, as on any host."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from companion.cli import site_words
from companion.ui.site import Published, publish
from tests.e2e.browser import FLAGS, FRAMES, PHONE, Screen, chromium_path

BASE = "juegos/mesa"
"""The folder of the host that the site lies in."""


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files, without a word."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_args: object) -> None:
        """Nothing."""


@dataclass
class Site:
    """A host with the site on it, which can be switched off."""

    root: Path
    packages: Path
    port: int = 0
    server: ThreadingHTTPServer | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The address of its first screen; what follows it is a route."""
        return f"http://127.0.0.1:{self.port}/{BASE}/#"

    def publish(self, **words: str) -> Published:
        """Writes it, with other words if they are given."""
        return publish(self.root / BASE, {**site_words(), **words}, self.packages)

    def start(self) -> None:
        """Serves it, after a stop on the same port as before."""
        handler = partial(Quiet, directory=str(self.root))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """The host is gone; what is still open to it is cut."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@contextmanager
def phone_of(playwright: Playwright, folder: Path, *flags: str) -> Iterator[BrowserContext]:
    """A browser whose storage lies in a folder, as a phone's does."""
    context = playwright.chromium.launch_persistent_context(
        str(folder),
        executable_path=chromium_path(),
        args=[*FLAGS, *flags],
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="es-ES",
    )
    try:
        context.add_init_script(FRAMES)
        yield context
    finally:
        context.close()


def visit(context: BrowserContext, site: Site, route: str = "/") -> Screen:
    """A new page of the site, once the app is there."""
    screen = Screen(context.new_page(), site.url)
    screen.go(route)
    screen.page.wait_for_selector("#loading", state="detached", timeout=60_000)
    return screen.wake()


def kept_for_later(screen: Screen) -> None:
    """Waits until the site works without its host."""
    screen.page.wait_for_function(
        "() => localStorage.getItem('flutter.sin_red') === 'true'", timeout=60_000
    )
