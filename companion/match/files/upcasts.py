"""Upcasts of old entries to the present format, one version at a time."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.match.entries import FORMAT


def _several_facts(raw: dict[str, Any]) -> dict[str, Any]:
    """Upcast format 2 to 3: printed values typed together are one entry."""
    body = raw.get("body")
    return {**raw, "body": _typed(body)} if isinstance(body, dict) else raw


def _typed(body: dict[str, Any]) -> dict[str, Any]:
    edits = body.get("edits")
    if body.get("type") == "amended" and isinstance(edits, list):
        return {**body, "edits": [_edited(edit) for edit in edits]}
    if body.get("type") != "fact_entered" or not isinstance(body.get("fact"), str):
        return body
    others = {name: part for name, part in body.items() if name not in ("fact", "value")}
    facts = {body["fact"]: body["value"]} if "value" in body else {}
    return {**others, "type": "facts_entered", "facts": facts}


def _edited(edit: Any) -> Any:
    body = edit.get("body") if isinstance(edit, dict) else None
    return {**edit, "body": _typed(body)} if isinstance(body, dict) else edit


UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {2: _several_facts}
"""By version, the function that upcasts one raw entry to the next version."""


def upcast(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """Upcast a raw entry of format `version` to the present format, also named in a header."""
    for step in range(version, FORMAT):
        if step in UPCASTS:
            raw = UPCASTS[step](raw)
    body = raw.get("body")
    if isinstance(body, dict) and body.get("type") == "started":
        raw = {**raw, "body": {**body, "format": FORMAT}}
    return raw
