"""Form of a consent: who gives it, and why."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_draft
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.rulings.dispute_view import REASON, PrecedentOffer
from companion.ui.widgets import Option, choices, heading, primary, secondary, text_field


@screen
def ConsentForm(
    ctx: AppContext, controller: MatchController, title: str, precedent: PrecedentOffer | None
) -> ft.Control:
    """Render the author and reason of a consent, prefilled from a precedent if there is one."""
    everyone = ctx.words("consent.everyone")
    first = (precedent.by if precedent else "") or everyone
    writing = f"consent:{controller.match_id}:{controller.interaction.submission}"
    by, set_by = use_draft(ctx.device, f"{writing}:by", first)
    given = precedent.reason if precedent else ""
    reason, set_reason = use_draft(ctx.device, f"{writing}:reason", given)
    names = dict.fromkeys((everyone, *controller.match.options.players, first))
    options = [Option(name, name, selected=name == by) for name in names]
    return step_panel(
        ctx.words("ruling.consent"),
        [
            ft.Text(title, size=17, weight=ft.FontWeight.W_600),
            ft.Text(ctx.words("consent.hint"), size=15),
            heading(ctx.words("ruling.consent_author"), 16, level=3),
            choices(options, set_by, key="consent:by"),
            text_field(
                ctx.words("ruling.consent_reason"),
                reason,
                set_reason,
                maximum=REASON,
                key="reason",
                multiline=True,
            ),
        ],
        [
            primary(
                ctx.words("consent.record"),
                lambda _e: controller.consent(by, reason),
                icon=ft.Icons.HANDSHAKE,
                key="consent:record",
            ),
            secondary(ctx.words("button.back"), lambda _e: controller.send(Press.LEAVE_CONSENT)),
        ],
        key="consenting",
        accent=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
