"""The screens that failed recently, stored by the page (`device.js`) for the next session."""

import json
from collections.abc import Sequence

KEY = "recent_failures"
CALM = 15.0
"""Seconds after which a session that lives on forgets the failure."""

_MESA = "/mesa"


def read(kept: object) -> tuple[str, ...]:
    """The routes that failed, the latest last; empty if it cannot be read."""
    try:
        routes = json.loads(kept)["routes"] if isinstance(kept, str) else []
    except (ValueError, TypeError, KeyError):
        return ()
    return tuple(r for r in routes if isinstance(r, str)) if isinstance(routes, list) else ()


def same(route: str) -> str:
    """The storage key of a route."""
    return route.partition("?")[0].removesuffix(_MESA) or "/"


def twice(routes: Sequence[str]) -> frozenset[str]:
    """The routes that failed repeatedly: no drafts are restored there."""
    return frozenset(route for route in routes if routes.count(route) > 1)


def match_of(route: str) -> str:
    """The match that a route is about, or nothing."""
    parts = route.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "partida" else ""
