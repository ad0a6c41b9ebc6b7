"""Screens that failed recently, stored by the page (`device.js`) for the next session."""

import json
from collections.abc import Sequence

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
