"""Name what the golden texts need of the program: this module alone follows when it is renamed.

All else is found by what a person sees: routes, labels, and the lines of the recorded actas.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import flet as ft

from companion import ui
from companion.bootstrap import own_hub
from companion.rulebook.loader import app_words
from companion.server.doors import Door, Visitor
from companion.server.lan_listener import Way
from companion.ui.app import starter
from companion.ui.context import Installation
from companion.ui.session import DEVICE_KEY, INVITED_KEY
from tests.golden import still

PACKAGE = "companion"
DEVICE, INVITATION = DEVICE_KEY, INVITED_KEY
"""What a page keeps: the key of the device, and the code of the link that it came by."""
_DOORS = {"host": Door.OWN, "guest": Door.GUEST}
_VERSIONS = (("companion", "1.0"), ("Python", "3.0"), ("Flet", "1.0"))


@dataclass(frozen=True)
class House:
    """A data folder in use, to which devices come."""

    hub: Any
    site: str = ""
    storage: Any = "folder"

    def bring(self, acta: bytes) -> None:
        """Take in an acta, or go on with it."""
        self.hub.files.import_acta(acta)

    def starts(self, door: str) -> Callable[[ft.Page], None]:
        """Return what begins a session of whoever comes in at that door, `host` or `guest`."""
        place = Installation("/datos", _VERSIONS, site=self.site, storage=self.storage)
        visitor = Visitor(_DOORS[door], "" if door == "host" else "192.168.1.30")
        return starter(self.hub, place, app_words(), _Lan(), lambda: visitor)


class _Lan:
    """A door to the network that opens at once, and on which nobody listens."""

    ways: tuple[Way, ...] = (Way("http://192.168.1.20:8550", "wlan0", "wifi"),)
    problem: str | None = None

    def announce(self, link: str) -> None:
        """Show an invitation to nobody."""

    async def open(self) -> str | None:
        """Return the address."""
        return self.ways[0].url

    async def close(self) -> None:
        """Do nothing."""


@cache
def _import_all() -> None:
    """Import every screen: what is held still is looked for in what was imported."""
    for module in walk_packages(ui.__path__, f"{ui.__name__}."):
        import_module(module.name)


@contextmanager
def house(folder: Path, *, site: str = "", storage: Any = "folder") -> Iterator[House]:
    """Open a house in an empty folder, with all that changes by itself held still."""
    _import_all()
    with still.held(PACKAGE), own_hub(folder) as hub:
        yield House(hub, site, storage)
