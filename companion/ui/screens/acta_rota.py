"""The first entry that no longer holds: which it is, why, and how to go on."""

import flet as ft

from companion.ui.presenters.entries import action_text
from companion.ui.screens.clerk import Clerk
from companion.ui.widgets import Tone, message, secondary, text_button


def broken_banner(clerk: Clerk) -> ft.Control:
    """That entry with its reason and the choices: mend it, consent to it, drop it."""
    words, broken = clerk.ctx.words, clerk.match.broken
    assert broken is not None
    shown = clerk.card_of_broken()
    lines = [words("amend.broken")]
    if broken.action:
        text = action_text(clerk.match.game, clerk.match.state, broken.action, clerk.wording)
        lines.append(text)
    if shown:
        lines.append(shown.card.facts)
    elif broken.fact:
        lines.append(words("hub.fact_needed"))
        lines.append(clerk.wording.fact_label(broken.fact))
    buttons: list[ft.Control] = []
    if broken.action:
        buttons.append(
            secondary(
                words("acta.amend_mend"),
                lambda _e: clerk.correct(broken.item.id),
                icon=ft.Icons.EDIT,
                key="broken:mend",
            )
        )
    if shown:
        buttons.append(
            secondary(
                words("ruling.title"),
                lambda _e: clerk.set(card=shown, consenting=False),
                icon=ft.Icons.GAVEL,
                key="broken:card",
            )
        )
    if shown and shown.card.overrulable:
        buttons.append(
            secondary(
                words("acta.amend_consent"),
                lambda _e: clerk.set(card=shown, consenting=True),
                icon=ft.Icons.HANDSHAKE,
                key="broken:consent",
            )
        )
    buttons.append(
        text_button(
            words("acta.amend_drop"),
            lambda _e: clerk.drop(broken.item.id),
            icon=ft.Icons.DELETE_OUTLINE,
            key="broken:drop",
        )
    )
    return message("\n".join(lines), Tone.BAD, actions=tuple(buttons), key="broken")
