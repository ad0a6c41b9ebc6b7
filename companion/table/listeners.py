"""Who is told that a match has changed."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)

Callback = Callable[[int], None]

GONE = -1
"""The version told of a match that went to the bin."""


class Listeners:
    """The screens that show each match."""

    def __init__(self) -> None:
        self._callbacks: dict[str, list[Callback]] = {}

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._callbacks

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Calls back with each new version of a match.

        Returns:
            What ends the subscription.
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
        """Lets everyone know; whoever cannot be told keeps nobody else from it."""
        for callback in tuple(self._callbacks.get(match_id, ())):
            try:
                callback(version)
            except Exception:
                log.exception("a screen could not be told")
