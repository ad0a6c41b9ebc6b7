"""What the page reports about the phone, and what the app asks of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

Asked = Literal["persist", "reload", "install", "share"]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """The state reported by the page."""

    offline: bool = False
    """Whether all of it is here, and no network is needed any more."""
    newer: bool = False
    """Whether a newer version is here and waits."""
    kept: bool | None = None
    """Whether the browser promised not to clear what is kept; None: it has not said yet."""
    installable: bool = False
    shares: bool = False
    """Whether the system has a sheet to share by."""


class Phone:
    """The page around the app.

    Args:
        build: which site this is.
        ask: has the page do something: what, a text, a name, data.
    """

    def __init__(self, build: str, ask: Callable[[Asked, str, str, bytes], None]) -> None:
        self.build = build
        self.state = PhoneState()
        self._ask = ask
        self._told: list[Callable[[], None]] = []

    def told(self, news: Mapping[str, Any]) -> None:
        """Updates the state from the page's report; unknown fields are ignored."""
        known = {field.name for field in fields(PhoneState)}
        state = replace(self.state, **{key: news[key] for key in known & {*news}})
        if state == self.state:
            return
        self.state = state
        for callback in tuple(self._told):
            callback()

    def ask(self, what: Asked, text: str = "", name: str = "", data: bytes = b"") -> None:
        """Sends a command to the page; results arrive as reports."""
        self._ask(what, text, name, data)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls back after each change, until the returned function is called."""
        self._told.append(callback)
        return lambda: self._told.remove(callback)
