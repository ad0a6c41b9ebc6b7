"""Listeners to changes of matches."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)

Callback = Callable[[int], None]

GONE = -1
"""Version reported for a match that went to the bin."""


class Listeners:
    """Registry of the screens that show each match."""

    def __init__(self) -> None:
        self._callbacks: dict[str, list[Callback]] = {}

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._callbacks

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Call back with each new version of a match.

        Returns:
            A callback that ends the subscription.
        """
        self._callbacks.setdefault(match_id, []).append(callback)

        def unsubscribe() -> None:
            callbacks = self._callbacks.get(match_id, [])
            if callback in callbacks:
                callbacks.remove(callback)
            if not callbacks:
                self._callbacks.pop(match_id, None)

        return unsubscribe

    def tell(self, match_id: str, version: int) -> None:
        """Notify every listener; a failing one does not stop the others."""
        for callback in tuple(self._callbacks.get(match_id, ())):
            try:
                callback(version)
            except Exception:
                log.exception("a screen could not be told")
