"""A server with both doors open, and devices that come in by an invitation."""

import re
from contextlib import AbstractContextManager

from playwright.sync_api import Browser

from tests.e2e.browser import PHONE, Screen, Server, screen

CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b")
GUEST = "127.0.0.2"
"""In the place of an address on a network: another one of this machine."""


class SharedServer(Server):
    """The companion with its second door at an address of this machine."""

    def command(self) -> list[str]:
        """As usual, with another host."""
        return [GUEST if word == "127.0.0.1" else word for word in super().command()]

    @property
    def outside(self) -> str:
        """Where the others come in."""
        return self.url.replace("127.0.0.1", GUEST)


def code_on(host: Screen) -> str:
    """The code of the invitation that the host's screen shows."""
    host.sees(CODE)
    found = CODE.search(host.text())
    assert found
    return found.group(0)


def guest(
    browser: Browser, server: SharedServer, size: dict[str, int] | None = None
) -> AbstractContextManager[Screen]:
    """A device at the door to the network."""
    return screen(browser, server.outside, size or PHONE)
