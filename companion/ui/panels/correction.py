"""Preview of a correction before anything is recorded."""

from dataclasses import replace

import flet as ft

from companion.match.entries import Edit
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.review import left_unsure
from companion.services import visibility
from companion.services.match_queries import Unforeseen
from companion.services.store import StoreError
from companion.ui.panels.broken_entry import ways_on
from companion.ui.panels.edit_entry import card_of_broken, look_at, take_back, throw_away
from companion.ui.panels.match_controller import MatchController
from companion.ui.panels.ruling_card import card_body, card_now, to_look
from companion.ui.panels.step_panel import step_panel
from companion.ui.views.acta import ChangeLine, changes
from companion.ui.views.entry_lines import action_text, telling_of
from companion.ui.widgets import (
    Tone,
    heading,
    icon_button,
    message,
    primary,
    seat_chip,
    secondary,
)


def preview_panel(clerk: MatchController, edits: tuple[Edit, ...]) -> ft.Control:
    """Build the panel with the effects of a correction; accepting records it."""
    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.cancel"), lambda _e: throw_away(clerk), key="preview:close"
    )
    body, fits = consequences(clerk, edits)
    accept = primary(
        words("amend.accept"),
        lambda _e: clerk.amend(edits),
        icon=ft.Icons.CHECK,
        key="amend:accept",
    )
    look = secondary(
        words("what_if.look"),
        lambda _e: look_at(clerk, edits),
        icon=ft.Icons.ALT_ROUTE,
        key="amend:look",
    )
    back = secondary(
        words("button.back"),
        lambda _e: take_back(clerk),
        icon=ft.Icons.ARROW_BACK,
        key="amend:back",
    )
    return step_panel(
        words("acta.amend_preview"),
        body,
        [*([accept, look] if fits else []), back],
        close=closing,
        key="preview",
        accent=ft.Colors.SECONDARY_CONTAINER,
    )


def consequences(clerk: MatchController, edits: tuple[Edit, ...]) -> tuple[list[ft.Control], bool]:
    """Build the effects of edits, and return whether the edits fit the match."""
    words = clerk.ctx.words
    trouble = [message(clerk.desk.trouble, Tone.BAD)] if clerk.desk.trouble else []
    try:
        after = clerk.ctx.hub.preview(clerk.match_id, edits)
    except ActaError as error:
        return [message(words(f"acta.{error.code}"), Tone.BAD)], False
    except Unforeseen:
        return [*trouble, _unforeseen(clerk)], True
    except StoreError as error:
        return [message(words(f"store.{error.code}"), Tone.BAD)], False
    if not visibility.foreseen(clerk.recorded, after, clerk.mine):
        return [*trouble, _unforeseen(clerk)], True
    return [*trouble, *_edits(clerk, after), *_breaks(clerk, after), *_score(clerk, after)], True


def _unforeseen(clerk: MatchController) -> ft.Control:
    said = clerk.ctx.words("amend.unforeseen")
    return message(said, Tone.CARE, key="preview:unforeseen")


def _edits(clerk: MatchController, after: Match) -> list[ft.Control]:
    """Build one line per edit."""
    lines = telling_of(after, clerk.wording, clerk.seen).effects(after.entries[-1].id)
    return [ft.Text(line, size=15) for line in lines]


def _breaks(clerk: MatchController, after: Match) -> list[ft.Control]:
    """Build the first broken action, with its ruling card and the ways to resolve it."""
    words, broken = clerk.ctx.words, after.broken
    if broken is None:
        unsure = left_unsure(clerk.recorded, after)
        tone = Tone.CARE if unsure else Tone.GOOD
        return [message(words("amend.holds", unsure=unsure), tone, key="preview:holds")]
    waiting = len(after.timeline.items) - len(after.steps) - 1
    lines = [words("acta.amend_breaks")]
    if waiting:
        lines.append(words("amend.waiting", count=waiting))
    shown = card_of_broken(clerk)
    actions = ways_on(clerk, after, shown)
    parts: list[ft.Control] = [
        message("\n".join(lines), Tone.BAD, actions=actions, key="preview:breaks")
    ]
    if broken.action:
        wording = clerk.ctx.wording(after)
        text = action_text(after.game, after.state, broken.action, wording)
        parts.append(ft.Text(text, size=17, weight=ft.FontWeight.W_600))
        if shown:
            parts += to_look(clerk, shown)
            card = card_now(clerk, shown).card
            parts += card_body(clerk.ctx, after.game.id, replace(card, checked=()))
    return parts


def _score(clerk: MatchController, after: Match) -> list[ft.Control]:
    words = clerk.ctx.words
    score_changes = changes(clerk.recorded, after, clerk.wording, clerk.seen)
    if not score_changes:
        everything = len(clerk.seen) == len(clerk.match.options.players)
        none = "acta.no_score_change" if everything else "acta.no_open_score_change"
        return [ft.Text(words(none), size=16)]
    lines = [_change(clerk, change) for change in score_changes]
    return [heading(words("acta.amend_score"), 17, level=3), *lines]


def _change(clerk: MatchController, change: ChangeLine) -> ft.Control:
    name = clerk.wording.player(change.seat)
    text = clerk.ctx.words(
        "amend.change", label=change.label, before=change.before, after=change.after
    )
    return ft.Row(
        [seat_chip(clerk.wording.colour(change.seat), name, size=16), ft.Text(text, size=17)],
        spacing=12,
    )
