"""Disputes that were just decided: told on the board, and no longer open as an answer there."""

from dataclasses import replace

import flet as ft

from companion.services.disputes.model import Dispute
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import see, seen, shelve, stored_state
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.widgets import Tone, message, text_button


def seen_key(dispute: Dispute) -> str:
    """Return the key under which a device remembers that it saw this decision."""
    return f"dispute:{dispute.id}:{dispute.decision.at}"


def decided_lines(controller: MatchController) -> list[ft.Control]:
    """Build a notice for each dispute decided since the last entry and not seen on this device."""
    ctx, match, match_id = controller.ctx, controller.recorded, controller.match_id
    told = ctx.client.disputes.decided_since(match_id, match.entries[-1].at)
    known = seen(ctx.device, match_id)
    return [_line(controller, dispute) for dispute in told if seen_key(dispute) not in known]


def _line(controller: MatchController, dispute: Dispute) -> ft.Control:
    ctx, match_id = controller.ctx, controller.match_id
    status = presenter.status(dispute, presenter.wording_of(dispute))

    def close(_event: object) -> None:
        see(ctx.device, match_id, seen_key(dispute))
        controller.live.redraw()

    actions = (
        text_button(
            ctx.words("dispute.news_open"),
            lambda _e: ctx.go(routes.dispute(dispute.id)),
            icon=ft.Icons.GAVEL,
            key=f"decided:open:{dispute.id}",
        ),
        text_button(ctx.words("button.close"), close, key=f"decided:close:{dispute.id}"),
    )
    text = ctx.words("dispute.news", question=dispute.question, status=status)
    return message(text, Tone.CARE, actions=actions, key=f"decided:{dispute.id}")


def close_settled(ctx: AppContext, match_id: str) -> None:
    """Close the answer that a dispute was about, once it is decided and nothing can follow it.

    An answer that the table overrules stays: it is where the report is recorded as consented.
    """
    interaction = stored_state(ctx.device, match_id)
    about = interaction.ruling.dispute if interaction.ruling else ""
    dispute = ctx.client.disputes.find(about) if about else None
    if dispute and dispute.decided and dispute.decision.verdict != "allowed":
        shelve(ctx.device, match_id, replace(interaction, ruling=None, open=None))
