"""Published site on a plain static server, in a folder, as on any host."""

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from playwright.sync_api import BrowserContext, Playwright

from companion.cli import site_words
from companion.site import Published, publish
from companion.site.packages import Compiler
from tests.e2e.browser import CALM, FLAGS, PHONE, Screen, chromium_path

BASE = "juegos/mesa"
"""Folder of the host that the site lies in."""


class Quiet(SimpleHTTPRequestHandler):
    """Handler that serves files without logging."""

    def log_message(self, *_args: object) -> None:
        """Log nothing."""


@dataclass
class Site:
    """Host with the site on it, which can be switched off."""

    root: Path
    packages: Path
    made: Path | None = None
    """Published site to copy, if any."""
    base: str = BASE
    compiler: Compiler | None = None
    port: int = 0
    host: "Host | None" = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Return the address of its first screen; a route follows it."""
        return f"{self.home}#"

    @property
    def home(self) -> str:
        """Return the address of its folder."""
        return (
            f"http://127.0.0.1:{self.port}/{self.base}/"
            if self.base
            else f"http://127.0.0.1:{self.port}/"
        )

    @property
    def folder(self) -> Path:
        """Return the folder it is published to."""
        return self.root / self.base

    def publish(self, **words: str) -> Published:
        """Write it, with other words if they are given."""
        return publish(self.folder, {**site_words(), **words}, self.packages, self.compiler)

    def start(self, kind: "type[Host] | None" = None) -> None:
        """Serve it, after a stop on the same port as before."""
        if self.made and not self.folder.exists():
            shutil.copytree(self.made, self.folder)
        self.host = (kind or PlainHost)(self.root, self.port)
        self.port = self.host.port

    def stop(self) -> None:
        """Stop the host; open connections are cut."""
        if self.host:
            self.host.stop()
            self.host = None


class Host(Protocol):
    """Server of the files of a folder."""

    port: int

    def __init__(self, root: Path, port: int) -> None: ...

    def stop(self) -> None:
        """Stop serving."""


class PlainHost:
    """Python's own server with its default settings."""

    def __init__(self, root: Path, port: int) -> None:
        handler = partial(Quiet, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


NGINX = """
daemon off;
worker_processes 1;
pid {work}/pid;
error_log stderr crit;
{user}
events {{ }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    sendfile on;
    gzip on;
    access_log off;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""
"""Debian's own settings, except where it listens and writes."""


def nginx_path() -> str | None:
    """Return the path of nginx on this machine, or None; `PATH` may lack its folder."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Nginx:
    """Server nginx with the types that Debian's package knows."""

    def __init__(self, root: Path, port: int) -> None:
        self.port = port or _free_port()
        self._work = TemporaryDirectory()
        user = "user root;" if os.geteuid() == 0 else ""
        known = {"work": self._work.name, "port": self.port, "root": root, "user": user}
        settings = Path(self._work.name) / "nginx.conf"
        settings.write_text(NGINX.format(**known))
        self._process = subprocess.Popen([nginx_path() or "nginx", "-c", str(settings)])
        _wait_for(self.port)

    def stop(self) -> None:
        """Stop serving."""
        self._process.terminate()
        self._process.wait(20)
        self._work.cleanup()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    end = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < end, "the host did not start"
            time.sleep(0.05)


@contextmanager
def phone_of(playwright: Playwright, folder: Path, *flags: str) -> Iterator[BrowserContext]:
    """Yield a browser whose storage lies in a folder, as a phone's does."""
    context = playwright.chromium.launch_persistent_context(
        str(folder),
        executable_path=chromium_path(),
        args=[*FLAGS, *flags],
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="es-ES",
    )
    try:
        context.add_init_script(CALM)
        yield context
    finally:
        context.close()


def client(context: BrowserContext, site: Site, route: str = "/") -> Screen:
    """Return a new page of the site, once the app is there."""
    screen = Screen(context.new_page(), site.url)
    screen.go(route)
    screen.page.wait_for_selector("#loading", state="detached", timeout=60_000)
    return screen.wake()


def kept_for_later(screen: Screen) -> None:
    """Wait until the site works without its host."""
    screen.page.wait_for_function(
        "() => typeof companionPhone === 'object' && companionPhone.state.offline", timeout=60_000
    )
