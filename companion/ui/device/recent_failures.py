"""Which screens failed of late: kept by the page (`device.js`), for the session after."""

import json
from collections.abc import Sequence

KEY = "tropiezos"
CALM = 15.0
"""Seconds that a session lives after a failure until the failure is forgotten."""

_MESA = "/mesa"


def read(kept: object) -> tuple[str, ...]:
    """The routes that failed, the last one at the end; nothing where that cannot be read."""
    try:
        routes = json.loads(kept)["routes"] if isinstance(kept, str) else []
    except (ValueError, TypeError, KeyError):
        return ()
    return tuple(r for r in routes if isinstance(r, str)) if isinstance(routes, list) else ()


def same(route: str) -> str:
    """A route by the name that it is kept under."""
    return route.partition("?")[0].removesuffix(_MESA) or "/"


def twice(routes: Sequence[str]) -> frozenset[str]:
    """The routes that have failed again: nothing half filled in is brought back to them."""
    return frozenset(route for route in routes if routes.count(route) > 1)


def match_of(route: str) -> str:
    """The match that a route is about, or nothing."""
    parts = route.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "partida" else ""
