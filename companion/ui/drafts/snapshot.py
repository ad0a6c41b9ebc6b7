"""Drafts of a device as text, for where Python ends with its page."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.match.entries import ActaError, Edit, FactsEntered, Insert
from companion.match.fold import Match
from companion.services.client import Client
from companion.services.storage.store import StoreError
from companion.ui.drafts import draft_cache
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, Previewing
from companion.ui.views.report.report_form import Form

_EDITS: TypeAdapter[tuple[Edit, ...]] = TypeAdapter(tuple[Edit, ...])
_TYPED: TypeAdapter[tuple[Insert, ...]] = TypeAdapter(tuple[Insert, ...])
_MODE: TypeAdapter[Mode] = TypeAdapter(Mode)


def packed(device: str) -> str:
    """Serialize the interaction states and unfinished texts of a device; empty without any."""
    interactions = {
        m: _interaction_data(interaction)
        for m, interaction in draft_cache.interactions_of(device).items()
        if interaction.form or interaction.edits
    }
    drafts = draft_cache.waiting_for(device)
    return (
        json.dumps({"interactions": interactions, "drafts": plain(drafts)})
        if interactions or drafts
        else ""
    )


def held(device: str) -> int:
    """Return the number of drafts of a device."""
    interactions = draft_cache.interactions_of(device).values()
    return sum(bool(interaction.form or interaction.edits) for interaction in interactions) + len(
        draft_cache.waiting_for(device)
    )


def unpack(text: object, client: Client) -> None:
    """Restore what can still be read and leaves out the rest."""
    try:
        stored = json.loads(text) if isinstance(text, str) else {}
        interactions, drafts = (
            dict(stored.get("interactions", stored.get("desks", {}))),
            restored(stored.get("drafts")),
        )
    except (ValueError, TypeError, AttributeError):
        return
    for match_id, kept in interactions.items():
        interaction = _read(kept, match_id, client)
        if interaction:
            draft_cache.shelve(client.device, match_id, interaction)
    if isinstance(drafts, dict):
        draft_cache.rescued(client.device, drafts)


def _interaction_data(interaction: InteractionState) -> dict[str, Any]:
    form = interaction.form
    return {
        "mode": interaction.mode,
        "seat": interaction.seat,
        "submission": interaction.submission,
        "target": interaction.target,
        "moment": interaction.moment,
        "edits": _EDITS.dump_python(interaction.edits, mode="json"),
        "typed": _TYPED.dump_python(interaction.typed, mode="json"),
        "form": form
        and {
            "kind": form.draft.kind,
            "seat": form.draft.seat,
            "values": plain(dict(form.draft.values)),
            "asking": form.asking,
        },
    }


def _read(kept: Any, match_id: str, client: Client) -> InteractionState | None:
    try:
        match = client.matches.open(match_id)
        form = _form(kept["form"], match) if kept["form"] else None
        edits = _EDITS.validate_python(kept["edits"])
        typed = _typed(kept.get("typed", ()))
        interaction = InteractionState(
            mode=_MODE.validate_python(kept["mode"]),
            seat=kept["seat"],
            entry=kept["target"] or kept["moment"],
            preview=Previewing(edits) if edits else None,
            open=Filling(form, str(kept["submission"]), typed=typed) if form else None,
        )
        return None if _recorded(interaction, match) else interaction
    except (StoreError, ActaError, ValidationError, ValueError, TypeError, KeyError):
        return None


def _typed(kept: Any) -> tuple[Insert, ...]:
    """Return the printed values typed for a form; an earlier draft has none.

    Raises:
        ValueError: something else is among them.
    """
    typed = _TYPED.validate_python(kept)
    if not all(isinstance(edit.body, FactsEntered) for edit in typed):
        raise ValueError("no printed values")
    return typed


def _recorded(interaction: InteractionState, match: Match) -> bool:
    """Return whether a draft was recorded just before the program ended."""
    inserted = (edit.id for edit in interaction.edits if isinstance(edit, Insert))
    return not match.given_ids.isdisjoint((interaction.submission, *inserted))


def _form(kept: Any, match: Match) -> Form:
    typed = Draft(kept["kind"], kept["seat"], restored(kept["values"]))
    draft, asking = legality.read_draft(match.game, typed), kept["asking"]
    if asking is not None:
        names = match.game.action_models[draft.kind].form_fields()
        # The possible values of a field are known only after the fields before it are filled in.
        if not draft.values.keys() >= {*names[: names.index(asking)]}:
            raise KeyError(asking)
    return Form(draft, asking)


_PAIRS = "pairs"


def plain(value: Any) -> Any:
    """Convert a value to JSON; mappings become pairs, because their keys are not always text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {_PAIRS: [[f.name, plain(getattr(value, f.name))] for f in fields(value)]}
    if isinstance(value, Mapping):
        return {_PAIRS: [[plain(key), plain(inner)] for key, inner in value.items()]}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | None) else str(value)


def restored(value: Any) -> Any:
    """Convert back from JSON: lists become tuples, and pairs become mappings."""
    if isinstance(value, dict):
        pairs = value[_PAIRS] if value.keys() == {_PAIRS} else []
        return {restored(key): restored(inner) for key, inner in pairs}
    return tuple(map(restored, value)) if isinstance(value, list) else value
