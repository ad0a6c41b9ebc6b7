"""Reports of the page about the phone, and commands to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

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
