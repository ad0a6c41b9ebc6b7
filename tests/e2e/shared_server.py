"""Server with both listeners open, and devices that join by an invitation."""

import re
from contextlib import AbstractContextManager

from playwright.sync_api import Browser

from tests.e2e.browser import PHONE, Screen, Server, screen

CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b")
GUEST = "127.0.0.2"
"""Address in place of one on a network: another one of this machine."""


class SharedServer(Server):
    """Server whose second listener is at an address of this machine."""

    def command(self) -> list[str]:
        """Return the usual command with another host."""
        return [GUEST if word == "127.0.0.1" else word for word in super().command()]

    @property
    def outside(self) -> str:
        """Return the address for guests."""
        return self.url.replace("127.0.0.1", GUEST)


def code_on(host: Screen) -> str:
    """Return the code of the invitation that the host's screen shows."""
    host.sees(CODE)
    match = CODE.search(host.text())
    assert match
    return match.group(0)


def guest(
    browser: Browser, server: SharedServer, size: dict[str, int] | None = None
) -> AbstractContextManager[Screen]:
    """Return a device at the listener for the network."""
    return screen(browser, server.outside, size or PHONE)
