"""Disputes told on the board: what waits, and what was just decided and is no longer open there."""

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
    """Return the key under which a device remembers that it saw this dispute, or its decision."""
    return f"dispute:{dispute.id}:{dispute.decision.at}"


def news_lines(controller: MatchController) -> list[ft.Control]:
    """Build a notice for the last dispute that waits, and each decided since the last entry.

    What was seen on this device is left out.
    """
    ctx, match, match_id = controller.ctx, controller.recorded, controller.match_id
    told, known = (
        ctx.client.disputes.news(match_id, match.entries[-1].at),
        seen(ctx.device, match_id),
    )
    new = [dispute for dispute in told if seen_key(dispute) not in known]
    waiting = [dispute for dispute in new if not dispute.decided]
    decided = [dispute for dispute in new if dispute.decided]
    return [_line(controller, dispute) for dispute in (*waiting[:1], *decided)]


def _line(controller: MatchController, dispute: Dispute) -> ft.Control:
    ctx, words, match_id = controller.ctx, controller.ctx.words, controller.match_id

    def close(_event: object) -> None:
        see(ctx.device, match_id, seen_key(dispute))
        controller.live.redraw()

    actions = (
        text_button(
            words("dispute.news_open"),
            lambda _e: ctx.go(routes.dispute(dispute.id)),
            icon=ft.Icons.GAVEL,
            key=f"dispute:open:{dispute.id}",
        ),
        text_button(words("button.close"), close, key=f"dispute:close:{dispute.id}"),
    )
    question = dispute.question
    if dispute.decided:
        status = presenter.status(dispute, presenter.wording_of(dispute))
        text = words("dispute.news", question=question, status=status)
    else:
        text = words("dispute.news_waiting", question=question, name=dispute.by)
    return message(text, Tone.CARE, actions=actions, key=f"dispute:{dispute.id}")


def close_settled(ctx: AppContext, match_id: str) -> None:
    """Close the answer that a dispute was about, once it is decided and nothing can follow it.

    An answer that the table overrules stays: it is where the report is recorded as consented.
    """
    interaction = stored_state(ctx.device, match_id)
    about = interaction.ruling.dispute if interaction.ruling else ""
    dispute = ctx.client.disputes.find(about) if about else None
    if dispute and dispute.decided and dispute.decision.verdict != "allowed":
        shelve(ctx.device, match_id, replace(interaction, ruling=None, open=None))
