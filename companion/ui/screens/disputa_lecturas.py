"""The readings of the table ruling that a dispute rests on; a match still on can take one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.match.entries import RulingChanged
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.rulebook.wording import Wording
from companion.table.answers import (
    AlreadyRecorded,
    Answer,
    Recorded,
    Submission,
)
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.presenters.nueva import ReadingView, RulingView
from companion.ui.presenters.unrecorded import unrecorded

if TYPE_CHECKING:
    from companion.ui.screens.disputa import File


def readings(file: File) -> list[ft.Control]:
    """Both of them, with the one in force then and the one in force now."""
    view = file.view.ruling
    if view is None:
        return []
    match = file.match
    now = match.state.rulings.get(view.id) if match and match.outcome is None else None
    may = now is not None and match is not None and _may(file.ctx, match)
    lines: list[ft.Control] = [ft.Text(view.question, size=17, weight=ft.FontWeight.W_600)]
    lines += [_reading(file, view, reading, now, may=may) for reading in view.readings]
    why = ft.Text(f"{view.basis}. {view.why}", size=14, color=ft.Colors.ON_SURFACE_VARIANT)
    column = ft.Column(
        [*lines, why], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    return [widgets.section(file.ctx.words("dispute.readings"), [column], key="readings")]


def _may(ctx: AppContext, match: Match) -> bool:
    return ctx.hub.disputes.may_open(match.started.match)


def _reading(
    file: File, view: RulingView, reading: ReadingView, now: str | None, *, may: bool
) -> ft.Control:
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
    if may and reading.id != now:
        take = widgets.secondary(
            words("dispute.take"),
            partial(_take, file, view.id, reading.id),
            icon=ft.Icons.CHECK,
            key=f"take:{reading.id}",
        )
        lines.append(ft.Row([take]))
    return widgets.card(lines, key=f"reading:{reading.id}", spacing=6)


def _take(file: File, ruling: str, reading: str, _event: object) -> None:
    """Records that the table reads it so from here on."""
    match, ctx = file.match, file.ctx
    if match is None:
        return
    answer = ctx.hub.submit(
        match.started.match,
        Submission(
            id=fresh_id(),
            body=RulingChanged(ruling=ruling, reading=reading),
            author=file.dispute.decision.by or file.dispute.by,
            device=ctx.device,
            seen=len(match.entries),
        ),
    )
    ctx.notify(_said(ctx, ctx.wording(match), answer))
    file.show()


def _said(ctx: AppContext, wording: Wording, answer: Answer) -> str:
    if isinstance(answer, Recorded | AlreadyRecorded):
        return ctx.words("dispute.taken")
    return unrecorded(wording, answer)
