"""Conflict of a refused report with values shown or typed before: what both say, and ways out."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

import flet as ft

from companion.kernel.form import Draft
from companion.match.entries import (
    ActaError,
    Consent,
    ConsentTo,
    Edit,
    FactsEntered,
    Insert,
    Reported,
    fresh_id,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.timeline import entry_of_body
from companion.match.value_conflicts import ValueConflict, value_conflicts
from companion.rulebook.ruling_cards import RulingCard
from companion.services.sharing.scoped_matches import Unforeseen
from companion.services.storage.store import StoreError
from companion.ui.panels.control.edit_entry import correct
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.entries.entry_lines import body_in, local_time
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import ReplayChanged
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.widgets import secondary

_CONSENTS = 10
"""Maximum number of earlier reports that stand by consent when a value is put right."""


def conflicts_of(controller: MatchController, shown: ShownCard) -> tuple[ValueConflict, ...]:
    """Return the values of this match on which alone a refusal rests."""
    if shown.card.verdict != "refused" or shown.attempt is None or shown.card.covered:
        return ()
    private = shown.attempt.seat in controller.seen
    return value_conflicts(_at(controller, shown), shown.attempt, private=private)


def unconfirmed(controller: MatchController, draft: Draft) -> bool:
    """Return whether a draft is refused only by what nobody has confirmed."""
    private = draft.seat in controller.seen
    conflicts = value_conflicts(controller.there, draft, private=private)
    return any(not conflict.typed for conflict in conflicts)


def _at(controller: MatchController, shown: ShownCard) -> Match:
    return controller.shown if shown.item else controller.there


def with_reports(
    controller: MatchController, shown: ShownCard, conflicts: tuple[ValueConflict, ...]
) -> RulingCard:
    """Return the card with both reports; what nobody has confirmed makes nothing illegal."""
    card = shown.card
    if not conflicts:
        return card
    said = [_said(controller, shown, conflict) for conflict in conflicts]
    if all(conflict.typed for conflict in conflicts):
        return replace(card, facts=" ".join((card.facts, *said)))
    return replace(
        card,
        verdict="unverifiable",
        title=controller.ctx.words("conflict.title"),
        facts=" ".join(said),
        remedies=(),
        possible=(),
        until="",
        overrulable=False,
    )


def _said(controller: MatchController, shown: ShownCard, conflict: ValueConflict) -> str:
    words, match, source = controller.ctx.words, _at(controller, shown), conflict.source
    # The values of a correction may name things otherwise.
    wording, entry = controller.ctx.wording(match), entry_of_body(match.entries, source)
    author = entry.author or words("consent.everyone")
    at = local_time(entry.at, datetime.now().astimezone())
    before = wording.describe_fact(conflict.fact, conflict.value).rstrip(".")
    report = body_in(match, source.id, source.body, wording).rstrip(".")
    alone = "" if isinstance(source.body, Reported) else "_alone"
    how = f"typed{alone}" if conflict.typed else "learned"
    if entry not in controller.recorded.entries:
        how = "typed_now" if conflict.typed else "learned_now"
    said = words(f"conflict.{how}", report=report, author=author, at=at, value=before)
    if conflict.instead is None:
        return said
    now = wording.describe_fact(conflict.fact, conflict.instead).rstrip(".")
    key = "conflict.later" if shown.item else "conflict.now"
    return f"{said} {words(key, value=now)}"


def ways_out(controller: MatchController, conflicts: tuple[ValueConflict, ...]) -> list[ft.Control]:
    """Build the buttons that settle a conflict: the earlier report was wrong, or the value is."""
    words, buttons = controller.ctx.words, list[ft.Control]()
    if controller.interaction.mode not in (Mode.REPORT, Mode.DOUBT):
        return []
    for number, conflict in enumerate(conflicts):
        if conflict.instead is not None and controller.interaction.mode is Mode.REPORT:
            value = controller.wording.describe_fact(conflict.fact, conflict.instead)
            buttons.append(
                secondary(
                    words("conflict.settle", value=value.rstrip(".")),
                    partial(_settle, controller, conflict),
                    icon=ft.Icons.CHECK,
                    key=f"conflict:settle:{number}",
                )
            )
        if isinstance(conflict.source.body, Reported):
            buttons.append(
                secondary(
                    words("conflict.earlier"),
                    partial(_correct, controller, conflict),
                    icon=ft.Icons.EDIT,
                    key=f"conflict:earlier:{number}",
                )
            )
    return buttons


def _correct(controller: MatchController, conflict: ValueConflict, _event: object) -> None:
    correct(controller, conflict.source.id)


def _settle(controller: MatchController, conflict: ValueConflict, _event: object) -> None:
    """Preview that the value is what the later report shows; the earlier ones stand as played."""
    said = controller.ctx.words("conflict.reason")
    consent = Consent(by=controller.ctx.words("consent.everyone"), reason=said)
    body = FactsEntered(facts={conflict.fact: conflict.instead})
    edits: tuple[Edit, ...] = (Insert(id=fresh_id(), before=None, body=body),)
    for _ in range(_CONSENTS):
        contrary = _broken_by(controller, edits)
        if contrary is None:
            break
        edits = (*edits, ConsentTo(target=contrary, consent=consent))
    if controller.interaction.form is None:
        controller.add(*edits)
    else:
        controller.send(ReplayChanged(edits))


def _broken_by(controller: MatchController, edits: tuple[Edit, ...]) -> str | None:
    """Return the entry that a correction breaks and that the table may consent to."""
    with suppress(ActaError, StoreError, Unforeseen):
        pending = (*controller.interaction.edits, *edits)
        broken = done(controller.ctx.client.matches.preview(controller.match_id, pending)).broken
        if broken is not None and broken.refusal is not None and broken.refusal.overrulable:
            return broken.item.id
    return None
