"""Precedents of this host, offered where the same rule comes up again."""

from collections.abc import Mapping
from datetime import datetime

import flet as ft

from companion.match.counterfactual import CounterfactualAnswer
from companion.match.resumable import Resumable
from companion.services.disputes.model import Dispute
from companion.services.privacy.redaction import redacted_counterfactuals
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.scheduler import use_slices
from companion.ui.shell import screen
from companion.ui.views.report.interaction import ShownRuling
from companion.ui.views.report.interaction_events import ConsentAsked
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.views.rulings.dispute_view import PrecedentOffer
from companion.ui.views.rulings.ruling_choices import RulingView, counterfactual_text, is_relevant
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.widgets import (
    Tone,
    card,
    icon_button,
    in_own_row,
    message,
    secondary,
    text_button,
)

ABOUT_CARD = "respuesta"
"""Route value in place of a rule section: the dispute is about the card on display."""


def offers_of(controller: MatchController, shown: ShownCard) -> tuple[PrecedentOffer, ...]:
    """Return the precedents that fit a ruling card."""
    sought = presenter.sought(controller.match.game.id, shown)
    precedents = controller.ctx.client.disputes.precedents(sought)
    return (
        presenter.offers(precedents, controller.ctx.words, datetime.now().astimezone())
        if precedents
        else ()
    )


def chosen(controller: MatchController, ruling: ShownRuling) -> PrecedentOffer | None:
    """Return the precedent of the pending consent, if it fits the displayed card."""
    offers = offers_of(controller, ruling.card)
    return next((offer for offer in offers if offer.id == ruling.precedent), None)


def offered(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build those precedents, the closest first."""
    return [_offer(controller.ctx, offer) for offer in offers_of(controller, shown)]


def _offer(ctx: AppContext, offer: PrecedentOffer) -> ft.Control:
    ink = ft.Colors.ON_SECONDARY_CONTAINER
    said: list[ft.Control] = [
        _head(ctx.words("dispute.offer.title"), ink),
        ft.Text(offer.decided, size=18, weight=ft.FontWeight.W_600, color=ink),
        ft.Text(offer.question, size=15, color=ink),
    ]
    if offer.signed:
        said.append(ft.Text(offer.signed, size=14, color=ink))
    said.append(in_own_row(see_button(ctx, offer.id)))
    return card(said, bgcolor=ft.Colors.SECONDARY_CONTAINER, key=f"precedent:{offer.id}", spacing=6)


def consent_button(controller: MatchController, shown: ShownCard) -> ft.Control:
    """Build the consent button; it cites the closest precedent if that one allowed it."""
    words = controller.ctx.words
    first = next(iter(offers_of(controller, shown)), None)
    by = first.id if first and first.allows else ""
    return secondary(
        words("dispute.offer.consent" if by else "ruling.consent"),
        lambda _e: controller.send(ConsentAsked(by)),
        icon=ft.Icons.HANDSHAKE,
        key=f"precedent:consent:{by}" if by else "consent:open",
    )


def _head(text: str, ink: str) -> ft.Control:
    title = ft.Text(text, size=15, weight=ft.FontWeight.BOLD, color=ink, expand=True)
    return ft.Row([ft.Icon(ft.Icons.GAVEL, size=20, color=ink), title], spacing=8)


def see_button(ctx: AppContext, dispute_id: str) -> ft.Control:
    """Build the button that opens the file of a precedent."""
    return text_button(
        ctx.words("dispute.offer.see"),
        lambda _e: ctx.go(routes.dispute(dispute_id)),
        icon=ft.Icons.FOLDER_OPEN_OUTLINED,
        key=f"precedent:see:{dispute_id}",
    )


def dispute_button(controller: MatchController) -> list[ft.Control]:
    """Build the button that opens a dispute about the card, where it takes no room from it."""
    ctx, match_id = controller.ctx, controller.match_id
    # A dispute is about recorded entries, so it cannot be opened on a branch.
    if on_branch(controller) or not ctx.client.disputes.may_open(match_id):
        return []
    label, key = ctx.words("dispute.open"), "card:dispute"

    def go(_event: object) -> None:
        ctx.go(routes.open_dispute(match_id, ABOUT_CARD))

    if ctx.settings.large_text:
        return [icon_button(ft.Icons.GAVEL, label, go, key=key)]
    return [text_button(label, go, icon=ft.Icons.GAVEL, key=key)]


# Setting up a match


def suggestions(
    ctx: AppContext, game_id: str, views: tuple[RulingView, ...]
) -> Mapping[str, Dispute]:
    """Return the precedents that read a ruling differently from the plan, by ruling."""
    settled = ctx.client.disputes.precedents_by_ruling(game_id)
    in_plan = {view.id: next((r.id for r in view.readings if r.chosen), "") for view in views}
    return {
        ruling: dispute
        for ruling, dispute in settled.items()
        if ruling in in_plan and dispute.decision.reading != in_plan[ruling]
    }


@screen
def EarlierRulings(_ctx: AppContext, controller: MatchController, shown: ShownCard) -> ft.Control:
    """Render the earlier rulings without which the answer would differ."""
    kept: ft.MutableRef[tuple[str, tuple[CounterfactualAnswer, ...]]] = ft.use_ref(None)
    at = controller.shown if shown.item else controller.there
    draft = shown.attempt
    last, values = [step.item for step in at.steps[-1:]], controller.interaction.values
    name = repr((at.started.match, last, len(at.steps), draft, values, controller.seen))

    def known() -> tuple[CounterfactualAnswer, ...] | None:
        return kept.current[1] if kept.current and kept.current[0] == name else None

    def work() -> Resumable[None]:
        assert draft is not None
        readings, private = controller.wording.readings, draft.seat in controller.seen
        earlier = yield from redacted_counterfactuals(
            at, controller.mine, draft, readings, private=private
        )
        kept.current = (name, earlier)

    use_slices(name, lambda: draft is None or known() is not None, work)
    lines = [
        counterfactual_text(at, earlier, controller.wording)
        for earlier in known() or ()
        if draft is not None and is_relevant(at, earlier, draft.kind, controller.wording)
    ]
    return ft.Column(
        [message(line, Tone.CALM, key=f"earlier:{n}") for n, line in enumerate(lines)],
        tight=True,
        visible=bool(lines),
    )
