"""First broken entry: which one it is, why, and the ways to resolve it."""

import flet as ft

from companion.match.fold import Match
from companion.ui.panels.control.edit_entry import card_of_broken, correct, drop
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.entries.entry_lines import action_text
from companion.ui.views.report.interaction_events import CardShown
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.widgets import Tone, message, secondary, text_button


def broken_banner(controller: MatchController) -> ft.Control:
    """Build the banner of that entry: its reason, and buttons to correct, accept or drop it."""
    words, broken = controller.ctx.words, controller.match.broken
    assert broken is not None
    shown = card_of_broken(controller)
    lines = [words("amend.broken")]
    if broken.action:
        text = action_text(
            controller.match.game, controller.match.state, broken.action, controller.wording
        )
        lines.append(text)
    if shown:
        lines.append(shown.card.facts)
    elif broken.fact:
        lines.append(words("hub.fact_needed"))
        lines.append(controller.wording.fact_label(broken.fact))
    elif broken.fault:
        unread = broken.fault == "unreadable"
        lines.append(words("acta.unreadable_entry" if unread else f"hub.{broken.fault}"))
    actions = ways_on(controller, controller.match, shown)
    return message("\n".join(lines), Tone.BAD, actions=actions, key="broken")


def ways_on(
    controller: MatchController, match: Match, shown: ShownCard | None
) -> tuple[ft.Control, ...]:
    """Build the buttons that resolve a match's broken entry; `shown` is its ruling card."""
    words, broken = controller.ctx.words, match.broken
    assert broken is not None
    buttons: list[ft.Control] = []
    if broken.action:
        buttons.append(
            secondary(
                words("acta.amend_mend"),
                lambda _e: correct(controller, broken.item.id),
                icon=ft.Icons.EDIT,
                key="broken:mend",
            )
        )
    if shown:
        buttons.append(
            secondary(
                words("ruling.title"),
                lambda _e: controller.send(CardShown(shown)),
                icon=ft.Icons.GAVEL,
                key="broken:card",
            )
        )
    if shown and shown.card.overrulable:
        buttons.append(
            secondary(
                words("acta.amend_consent"),
                lambda _e: controller.send(CardShown(shown, consenting=True)),
                icon=ft.Icons.HANDSHAKE,
                key="broken:consent",
            )
        )
    buttons.append(
        text_button(
            words("acta.amend_drop"),
            lambda _e: drop(controller, broken.item.id),
            icon=ft.Icons.DELETE_OUTLINE,
            key="broken:drop",
        )
    )
    return tuple(buttons)
