"""Preview of a correction before anything is recorded."""

from dataclasses import replace

import flet as ft

from companion.match.entries import Edit
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.review import left_unsure
from companion.services.privacy import visibility
from companion.services.sharing.scoped_matches import Unforeseen
from companion.services.storage.store import StoreError
from companion.ui.panels.control.edit_entry import card_of_broken, look_at
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.corrections.broken_entry import ways_on
from companion.ui.panels.rulings.ruling_card import card_body, card_now, to_look
from companion.ui.panels.step_panel import step_panel
from companion.ui.views.entries.acta import ChangeLine, changes
from companion.ui.views.entries.entry_lines import action_text, telling_of
from companion.ui.views.report.interaction_events import Press
from companion.ui.widgets import (
    Tone,
    heading,
    icon_button,
    message,
    primary,
    seat_chip,
    secondary,
)


def preview_panel(controller: MatchController, edits: tuple[Edit, ...]) -> ft.Control:
    """Build the panel with the effects of a correction; accepting records it."""
    words = controller.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE,
        words("button.cancel"),
        lambda _e: controller.send(Press.THROW_AWAY),
        key="preview:close",
    )
    body, fits = consequences(controller, edits)
    accept = primary(
        words("amend.accept"),
        lambda _e: controller.amend(edits),
        icon=ft.Icons.CHECK,
        key="amend:accept",
    )
    look = secondary(
        words("what_if.look"),
        lambda _e: look_at(controller, edits),
        icon=ft.Icons.ALT_ROUTE,
        key="amend:look",
    )
    back = secondary(
        words("button.back"),
        lambda _e: controller.send(Press.TAKE_BACK),
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


def consequences(
    controller: MatchController, edits: tuple[Edit, ...]
) -> tuple[list[ft.Control], bool]:
    """Build the effects of edits, and return whether the edits fit the match."""
    words = controller.ctx.words
    trouble = (
        [message(controller.interaction.trouble, Tone.BAD)]
        if controller.interaction.trouble
        else []
    )
    try:
        after = done(controller.ctx.client.matches.preview(controller.match_id, edits))
    except ActaError as error:
        return [message(words(f"acta.{error.code}"), Tone.BAD)], False
    except Unforeseen:
        return [*trouble, _unforeseen(controller)], True
    except StoreError as error:
        return [message(words(f"store.{error.code}"), Tone.BAD)], False
    if not visibility.foreseen(controller.recorded, after, controller.mine):
        return [*trouble, _unforeseen(controller)], True
    return [
        *trouble,
        *_edits(controller, after),
        *_breaks(controller, after),
        *_score(controller, after),
    ], True


def _unforeseen(controller: MatchController) -> ft.Control:
    said = controller.ctx.words("amend.unforeseen")
    return message(said, Tone.CARE, key="preview:unforeseen")


def _edits(controller: MatchController, after: Match) -> list[ft.Control]:
    """Build one line per edit."""
    lines = telling_of(after, controller.wording, controller.seen).effects(after.entries[-1].id)
    return [ft.Text(line, size=15) for line in lines]


def _breaks(controller: MatchController, after: Match) -> list[ft.Control]:
    """Build the first broken action, with its ruling card and the ways to resolve it."""
    words, broken = controller.ctx.words, after.broken
    if broken is None:
        unsure = left_unsure(controller.recorded, after)
        tone = Tone.CARE if unsure else Tone.GOOD
        return [message(words("amend.holds", unsure=unsure), tone, key="preview:holds")]
    waiting = len(after.timeline.items) - len(after.steps) - 1
    lines = [words("acta.amend_breaks")]
    if waiting:
        lines.append(words("amend.waiting", count=waiting))
    shown = card_of_broken(controller)
    actions = ways_on(controller, after, shown)
    parts: list[ft.Control] = [
        message("\n".join(lines), Tone.BAD, actions=actions, key="preview:breaks")
    ]
    if broken.action:
        wording = controller.ctx.wording(after)
        text = action_text(after.game, after.state, broken.action, wording)
        parts.append(ft.Text(text, size=17, weight=ft.FontWeight.W_600))
        if shown:
            parts += to_look(controller, shown)
            card = card_now(controller, shown).card
            parts += card_body(controller.ctx, controller.rulebook, replace(card, checked=()))
    return parts


def _score(controller: MatchController, after: Match) -> list[ft.Control]:
    words = controller.ctx.words
    score_changes = changes(controller.recorded, after, controller.wording, controller.seen)
    if not score_changes:
        everything = len(controller.seen) == len(controller.match.options.players)
        none = "acta.no_score_change" if everything else "acta.no_open_score_change"
        return [ft.Text(words(none), size=16)]
    lines = [_change(controller, change) for change in score_changes]
    return [heading(words("acta.amend_score"), 17, level=3), *lines]


def _change(controller: MatchController, change: ChangeLine) -> ft.Control:
    name = controller.wording.player(change.seat)
    text = controller.ctx.words(
        "amend.change", label=change.label, before=change.before, after=change.after
    )
    return ft.Row(
        [seat_chip(controller.wording.colour(change.seat), name, size=16), ft.Text(text, size=17)],
        spacing=12,
    )
