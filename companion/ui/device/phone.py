"""Reports of the page about the phone, and commands to it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from companion.rulebook.loader import AppWords
from companion.services.transfer.incoming_data import IncomingData

Asked = Literal["persist", "reload", "install", "share"]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """State reported by the page."""

    offline: bool = False
    """True if everything is stored here and no network is needed any more."""
    newer: bool = False
    """True if a newer version is here and waits."""
    kept: bool | None = None
    """True if the browser promised not to clear the storage; None: not reported yet."""
    installable: bool = False
    shares: bool = False
    """True if the system has a share sheet."""


class Phone:
    """Page around the app.

    Args:
        build: build of the site.
        ask: sends a command to the page: command, text, name, data.
    """

    def __init__(self, build: str, ask: Callable[[Asked, str, str, bytes], None]) -> None:
        self.build = build
        self.state = PhoneState()
        self._ask = ask
        self._callbacks: list[Callable[[], None]] = []

    def update(self, news: Mapping[str, Any]) -> None:
        """Update the state from the page's report; unknown fields are ignored."""
        known = {field.name for field in fields(PhoneState)}
        state = replace(self.state, **{key: news[key] for key in known & {*news}})
        if state == self.state:
            return
        self.state = state
        for callback in tuple(self._callbacks):
            callback()

    def ask(self, what: Asked, text: str = "", name: str = "", data: bytes = b"") -> None:
        """Send a command to the page; results arrive as reports."""
        self._ask(what, text, name, data)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, until the returned function is called."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)


SAID = (
    *("title", "aim", "counter", "came", "again", "foreign", "denied", "no_camera"),
    *("picture", "no_code", "no_picture", "close"),
)


def reader_request(arrivals: IncomingData, words: AppWords) -> str:
    """Serialize the texts of the reader and the codes already read, as JSON."""
    said = {key: words(f"reader.{key}", n="{n}", total="{total}") for key in SAID}
    return json.dumps({"words": said, "read": arrivals.parts}, ensure_ascii=False)


KEY = "recent_failures"
CALM = 15.0
"""Seconds after which a session that lives on forgets the failure."""

_MESA = "/mesa"


def read(kept: object) -> tuple[str, ...]:
    """Parse the routes that failed, latest last; empty if unreadable."""
    try:
        routes = json.loads(kept)["routes"] if isinstance(kept, str) else []
    except (ValueError, TypeError, KeyError):
        return ()
    return tuple(r for r in routes if isinstance(r, str)) if isinstance(routes, list) else ()


def same(route: str) -> str:
    """Return the storage key of a route."""
    return route.partition("?")[0].removesuffix(_MESA) or "/"


def twice(routes: Sequence[str]) -> frozenset[str]:
    """Return the routes that failed repeatedly: no drafts are restored there."""
    return frozenset(route for route in routes if routes.count(route) > 1)


def match_of(route: str) -> str:
    """Return the match that a route is about; empty if none."""
    parts = route.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "partida" else ""
