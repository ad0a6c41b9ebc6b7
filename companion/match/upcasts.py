"""Lifts what an older program wrote to today's format, one version at a time."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.match.entries import FORMAT

UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""By version, the function that lifts one raw entry to the next version."""


def lifted(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """A raw entry of format `version` in today's format; a header then says so."""
    for step in range(version, FORMAT):
        if step in UPCASTS:
            raw = UPCASTS[step](raw)
    body = raw.get("body")
    if isinstance(body, dict) and body.get("type") == "started":
        raw = {**raw, "body": {**body, "format": FORMAT}}
    return raw
