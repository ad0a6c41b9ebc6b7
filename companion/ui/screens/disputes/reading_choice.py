"""Readings of the table ruling in dispute. A match in progress can adopt one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from companion.match.entries import RulingChanged, fresh_id
from companion.match.fold import Match
from companion.services.disputes.model import Dispute, DisputeError
from companion.services.matches.results import Answer, Submission
from companion.services.sharing.permissions import ProposalChoice
from companion.services.sharing.proposals import Proposed
from companion.services.storage.store import StoreError
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.panels.rulings.proposal_list import proposal_lines, said_of
from companion.ui.scheduler import carry_out
from companion.ui.views.rulings.dispute_view import DisputeView
from companion.ui.views.rulings.ruling_choices import ReadingView, RulingView


@dataclass(frozen=True)
class DisputeScreenState:
    """Transient state of the dispute screen."""

    changing: bool = False
    """True if a decision already taken is being changed."""
    deleting: bool = False

    def with_top_closed(self) -> "DisputeScreenState | None":
        """Return the state with the topmost form closed, or None if no form is open."""
        if self.deleting:
            return replace(self, deleting=False)
        return replace(self, changing=False) if self.changing else None


@dataclass(frozen=True)
class File:
    """Dispute as shown on one device."""

    ctx: AppContext
    dispute: Dispute
    view: DisputeView
    match: Match | None
    """Current state of its match, if the match is here."""
    now: DisputeScreenState
    put: Callable[[DisputeScreenState], None]

    def show(self, **changes: bool) -> None:
        """Change the transient state and render the current dispute again."""
        self.put(replace(self.now, **changes))

    def act(self, job: Callable[[], object], done: str) -> bool:
        """Do something with the dispute and notify the result, or the error."""
        words = self.ctx.words
        try:
            job()
        except DisputeError as error:
            self.ctx.notify(words(f"dispute.{error.code}", **error.params))
            return False
        except StoreError as error:
            self.ctx.notify(words(f"store.{error.code}"))
            return False
        self.ctx.notify(done)
        return True


def readings(file: File) -> list[ft.Control]:
    """Build every reading, marking the default, the one in force then and the one in force now."""
    view = file.view.ruling
    if view is None:
        return []
    match = file.match
    now = match.state.rulings.get(view.id) if match and match.outcome is None else None
    lines: list[ft.Control] = [ft.Text(view.question, size=17, weight=ft.FontWeight.W_600)]
    lines += [_reading(file, view, reading, now) for reading in view.readings]
    why = ft.Text(f"{view.basis}. {view.why}", size=14, color=ft.Colors.ON_SURFACE_VARIANT)
    column = ft.Column(
        [*lines, *_proposals(file, view.id), why],
        spacing=10,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return [widgets.section(file.ctx.words("dispute.readings"), [column], key="readings")]


def _choice_for(file: File, ruling: str, reading: str, now: str | None) -> ProposalChoice | None:
    """Return how this device can adopt a reading that is not in force, or None."""
    match = file.match
    if match is None or now in (None, reading):
        return None
    return file.ctx.client.permissions.way(match.started.match, ruling, reading)


def _proposals(file: File, ruling: str) -> list[ft.Control]:
    """Build the pending proposals about this ruling."""
    match = file.match
    if match is None:
        return []
    wording = file.ctx.wording(match)
    return proposal_lines(file.ctx, match, wording, ruling=ruling, done=file.show)


def _reading(file: File, view: RulingView, reading: ReadingView, now: str | None) -> ft.Control:
    words = file.ctx.words
    marks = [
        words("new.default_mark") if reading.default else "",
        words("dispute.reading_then") if reading.chosen else "",
        words("dispute.reading_now") if reading.id == now else "",
    ]
    said = " · ".join(mark for mark in marks if mark)
    lines: list[ft.Control] = [ft.Text(reading.text, size=17)]
    if said:
        lines.append(ft.Text(said, size=14, color=ft.Colors.ON_SURFACE_VARIANT))
    way = _choice_for(file, view.id, reading.id, now)
    if way is not None:
        take = widgets.secondary(
            words("dispute.take" if way is ProposalChoice.RECORD else "dispute.propose"),
            partial(_take, file, view.id, reading.id, way),
            icon=ft.Icons.CHECK,
            key=f"take:{reading.id}",
        )
        lines.append(widgets.in_own_row(take))
    return widgets.card(lines, key=f"reading:{reading.id}", spacing=6)


def _take(file: File, ruling: str, reading: str, way: ProposalChoice, _event: object) -> None:
    """Record that the table adopts the reading from now on, or propose it."""
    match, ctx = file.match, file.ctx
    if match is None:
        return
    by = file.dispute.decision.by or file.dispute.by

    def notify(answer: Answer | Proposed) -> None:
        ctx.notify(said_of(ctx, ctx.wording(match), answer, way))
        file.show()

    if way is not ProposalChoice.RECORD:
        notify(ctx.client.proposals.propose(match.started.match, ruling, reading, by))
        return
    sent = Submission(
        id=fresh_id(),
        body=RulingChanged(ruling=ruling, reading=reading),
        author=by,
        device=ctx.device,
        seen=len(match.entries),
    )
    carry_out(ctx.client.matches.submit(match.started.match, sent), notify)
