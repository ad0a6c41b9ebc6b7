"""Mending an earlier entry: what it would change, before anything is recorded."""

from dataclasses import replace

import flet as ft

from companion.match.entries import Edit
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.table.store import StoreError
from companion.ui.presenters import sight
from companion.ui.presenters.acta import ChangeLine, changes
from companion.ui.presenters.desk import broken_card
from companion.ui.presenters.entries import action_text
from companion.ui.screens.clerk import Clerk
from companion.ui.screens.dictamen import card_body
from companion.ui.screens.paso import step_panel
from companion.ui.widgets import (
    Tone,
    heading,
    icon_button,
    message,
    primary,
    seat_chip,
    secondary,
)


def preview_panel(clerk: Clerk, edits: tuple[Edit, ...]) -> ft.Control:
    """What a correction does to the rest of the match; accepting records it."""
    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.cancel"), lambda _e: clerk.close(), key="preview:close"
    )
    accept = [
        primary(
            words("amend.accept"),
            lambda _e: clerk.amend(edits),
            icon=ft.Icons.CHECK,
            key="amend:accept",
        )
    ]
    try:
        body = _foreseen(clerk, edits)
    except ActaError as error:
        body, accept = [message(words(f"acta.{error.code}"), Tone.BAD)], []
    except StoreError as error:
        body, accept = [message(words(f"store.{error.code}"), Tone.BAD)], []
    if clerk.desk.trouble:
        body.insert(0, message(clerk.desk.trouble, Tone.BAD))
    back = secondary(words("button.back"), lambda _e: clerk.set(edits=()), icon=ft.Icons.ARROW_BACK)
    return step_panel(
        words("acta.amend_preview"),
        body,
        [*accept, back],
        close=closing,
        key="preview",
        accent=ft.Colors.SECONDARY_CONTAINER,
    )


def _foreseen(clerk: Clerk, edits: tuple[Edit, ...]) -> list[ft.Control]:
    """What it would do, unless telling that would tell what somebody hides."""
    if sight.unforeseen(clerk.match, edits, clerk.mine):
        return [message(clerk.ctx.words("amend.unforeseen"), Tone.CARE, key="preview:unforeseen")]
    after = clerk.ctx.hub.preview(clerk.match_id, edits)
    return [*_breaks(clerk, after), *_score(clerk, after)]


def _breaks(clerk: Clerk, after: Match) -> list[ft.Control]:
    """The first action that no longer holds, with its ruling card."""
    words, broken = clerk.ctx.words, after.broken
    if broken is None:
        return [message(words("amend.holds"), Tone.GOOD, key="preview:holds")]
    parts: list[ft.Control] = [message(words("acta.amend_breaks"), Tone.BAD, key="preview:breaks")]
    if broken.action:
        wording = clerk.ctx.wording(after)
        text = action_text(after.game, after.state, broken.action, wording)
        parts.append(ft.Text(text, size=17, weight=ft.FontWeight.W_600))
        if broken.refusal:
            told = broken.action.seat in sight.seen(after, clerk.mine)
            card = broken_card(
                after.game, after.state, wording, broken.refusal, broken.action, private=told
            )
            parts += card_body(clerk.ctx, after.game.id, replace(card, checked=()))
    return parts


def _score(clerk: Clerk, after: Match) -> list[ft.Control]:
    words = clerk.ctx.words
    found = changes(clerk.match, after, clerk.wording, clerk.mine)
    if not found:
        everything = len(clerk.seen) == len(clerk.match.options.players)
        none = "acta.no_score_change" if everything else "acta.no_open_score_change"
        return [ft.Text(words(none), size=16)]
    lines = [_change(clerk, change) for change in found]
    return [heading(words("acta.amend_score"), 17, level=3), *lines]


def _change(clerk: Clerk, change: ChangeLine) -> ft.Control:
    name = clerk.wording.player(change.seat)
    text = clerk.ctx.words(
        "amend.change", label=change.label, before=change.before, after=change.after
    )
    return ft.Row([seat_chip(change.seat, name, size=16), ft.Text(text, size=17)], spacing=12)
