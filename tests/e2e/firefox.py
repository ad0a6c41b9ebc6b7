"""Firefox, driven by its own protocol: no driver of it is packaged here."""

import json
import re
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

_SETTINGS = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("intl.accept_languages", "es-ES");
"""


_WAKE = "document.querySelector('flt-semantics-placeholder')?.click()"
"""Script that asks the client for its accessibility tree."""


def firefox_path() -> str | None:
    """Return the path of Firefox on this machine, or None."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@dataclass
class Fox:
    """Firefox whose storage lies in a folder, with one page open."""

    profile: Path
    _process: subprocess.Popen[bytes] = field(init=False)
    _socket: ClientConnection = field(init=False)
    _open: ExitStack = field(default_factory=ExitStack)
    _page: str = ""
    _number: int = 0

    def __post_init__(self) -> None:
        self.profile.mkdir(parents=True, exist_ok=True)
        (self.profile / "user.js").write_text(_SETTINGS, "utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [
            *(firefox_path() or "firefox", "--headless", "--no-remote", "--new-instance"),
            *("--profile", str(self.profile), "--remote-debugging-port", str(port)),
        ]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        self._socket = self._connected(f"ws://127.0.0.1:{port}/session")
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": 412, "height": 915}
        self._ask("browsingContext.setViewport", context=self._page, viewport=size)

    def _connected(self, url: str) -> ClientConnection:
        end = time.monotonic() + 60
        while True:
            try:
                return self._open.enter_context(connect(url, max_size=None, open_timeout=10))
            except (OSError, WebSocketException):
                assert time.monotonic() < end, "Firefox did not start"
                time.sleep(0.3)

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="none")

    def value(self, expression: str) -> Any:
        """Return the value of an expression in the page, if it is text, a number or a truth."""
        result = self._ask(
            "script.evaluate",
            expression=expression,
            target={"context": self._page},
            awaitPromise=True,
        )
        return result.get("result", {}).get("value")

    def wait_until(self, expression: str, seconds: float = 90) -> None:
        """Wait until an expression of the page is true."""
        end = time.monotonic() + seconds
        while self.value(expression) is not True:
            assert time.monotonic() < end, f"{expression}\n{self.text()}"
            time.sleep(0.3)

    def up(self) -> None:
        """Wait until the app is there, and asks it for its accessibility tree."""
        self.wait_until("document.readyState !== 'loading' && !document.getElementById('loading')")
        self.wait_until("!!document.querySelector('flt-semantics-placeholder, flt-semantics')")
        self.value(_WAKE)

    def text(self) -> str:
        """Return everything a screen reader reads now, also on a page just reloaded."""
        read = self.value(
            f"{_WAKE}, "
            "(document.querySelector('flt-semantics-host')?.innerText ?? document.body.innerText)"
            " + '\\n' + [...document.querySelectorAll('flt-semantics-host [aria-label]')]"
            ".map((e) => e.ariaLabel ?? '').join('\\n')"
        )
        return re.sub(r"\s+", " ", read or "")

    def sees(self, text: str, seconds: float = 60) -> None:
        """Wait until a text is there."""
        end = time.monotonic() + seconds
        while text not in self.text():
            assert time.monotonic() < end, f"{text!r} is not on the screen:\n{self.text()}"
            time.sleep(0.3)

    def tap(self, name: str, seconds: float = 60) -> None:
        """Touch the button with that name."""
        find = (
            "[...document.querySelectorAll('flt-semantics-host [role=button]')].find((e) => "
            f"((e.ariaLabel ?? '') + e.innerText).trim().startsWith({json.dumps(name)}))"
        )
        self.wait_until(f"{_WAKE}, !!({find})", seconds)
        time.sleep(0.5)
        self.value(f"({find}).click()")

    def close(self) -> None:
        """Close it as a person closes the window: it writes what it has to store."""
        with suppress(WebSocketException, OSError, AssertionError):
            self._ask("browser.close")
            self._open.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(20)
