"""File of one dispute: the original answer, the rules, the readings and the decision."""

from dataclasses import replace
from datetime import datetime

import flet as ft

from companion.match.entries import ActaError
from companion.match.fold import Match
from companion.rulebook.loader import RulebookError
from companion.rulebook.search import search
from companion.rulebook.sections import Section
from companion.services.disputes.model import Dispute
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.drafts.draft_cache import see
from companion.ui.hooks import use_match
from companion.ui.match_loader import use_opened
from companion.ui.panels.rulings.dispute_news import seen_key
from companion.ui.panels.rulings.ruling_card import card_body, rule_links
from companion.ui.panels.shared_table import carry_button
from companion.ui.screens.disputes import decision as deciding
from companion.ui.screens.disputes.reading_choice import DisputeScreenState, File, readings
from companion.ui.shell import dead_end, opening, page, screen
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.widgets import Tone

_FOUND = 3
"""Number of rules shown for a question in which none was named."""


@screen
def Screen(ctx: AppContext, dispute_id: str) -> ft.Control:
    """Render a dispute once its match is loaded."""
    dispute = ctx.client.disputes.find(dispute_id)
    if not use_opened(ctx, (dispute and dispute.match) or ""):
        return page(ctx, ctx.words("dispute.one"), [opening(ctx)], back=routes.DISPUTES)
    return DisputePage(ctx, dispute_id, key="whole")


@screen
def DisputePage(ctx: AppContext, dispute_id: str) -> ft.Control:
    """Render a dispute, or say that this device has none by that id."""
    dispute = ctx.client.disputes.find(dispute_id)
    match_id = dispute.match if dispute and dispute.match else ""
    use_match(ctx, match_id)
    now, put = ft.use_state(DisputeScreenState())
    # Stored data may have changed although the screen state is the same, so rendering has to be
    # requested.
    _, redraw = ft.use_state(0)
    decided = dispute.decision.at if dispute and match_id else None
    ft.use_effect(lambda: _keep_seen(ctx, dispute), [decided])
    out = now.with_top_closed()
    use_closing(ctx.gestures, None if out is None else lambda: put(out))
    if dispute is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("dispute.gone"))
    match = _match(ctx, match_id)
    try:
        view = presenter.view(dispute, ctx.words, datetime.now().astimezone(), match)
    except RulebookError:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))

    def show(passing: DisputeScreenState) -> None:
        put(passing)
        redraw(lambda count: count + 1)

    return _file_page(File(ctx, dispute, view, match, now, show))


def _keep_seen(ctx: AppContext, dispute: Dispute | None) -> None:
    """Tell this device no more on the board what it looks at here."""
    if dispute and dispute.match:
        see(ctx.device, dispute.match, seen_key(dispute))


def _match(ctx: AppContext, match_id: str) -> Match | None:
    try:
        return ctx.client.matches.open(match_id) if match_id else None
    except (StoreError, ActaError):
        return None


def _file_page(file: File) -> ft.Control:
    ctx, dispute = file.ctx, file.dispute
    # What the rules say of it is read before it is decided.
    first = [_question(file), *_found(file), *deciding.decision(file)]
    rest = [*_answer(file), *_rules(file), *readings(file), *_moment(file), *_foot(file)]
    back = routes.match(dispute.match) if file.match and dispute.match else routes.DISPUTES
    return page(ctx, ctx.words("dispute.one"), first, back=back, aside=rest)


def _question(file: File) -> ft.Control:
    view, dispute = file.view, file.dispute
    about = dispute.title or ", ".join(dispute.players)
    ink = ft.Colors.ON_SECONDARY_CONTAINER
    lines: list[ft.Control] = [
        ft.Semantics(
            heading_level=2,
            content=ft.Text(view.question, size=22, weight=ft.FontWeight.BOLD, color=ink),
        )
    ]
    game = file.ctx.rulebook(dispute.game).info.name
    said = (" · ".join(part for part in (game, about) if part), view.opened)
    lines += [ft.Text(text, size=15, color=ink) for text in said if text]
    return widgets.card(
        lines, bgcolor=ft.Colors.SECONDARY_CONTAINER, padding=20, spacing=6, key="question"
    )


def _answer(file: File) -> list[ft.Control]:
    """Build the ruling card of that moment, or only its subject for those who were not there."""
    ctx, view = file.ctx, file.view
    title = ctx.words("dispute.then")
    if view.card:
        hint = ft.Text(ctx.words("dispute.then_hint"), size=14)
        # Rules and readings have sections of their own on this screen.
        card = replace(view.card, rules=(), rulings=())
        body = card_body(ctx, _rulebook(file), card)
        return [widgets.section(title, [hint, *body], key="then")]
    if view.against:
        return [widgets.section(title, [ft.Text(view.against, size=17)], key="then")]
    return []


def _rulebook(file: File) -> str:
    """Return the route of the rules: those of the table that disputed it, if its match is here."""
    dispute = file.dispute
    here = file.ctx.client.disputes.has_moment(dispute)
    return (
        routes.match_rules(dispute.match) if here and dispute.match else routes.rules(dispute.game)
    )


def _rules(file: File) -> list[ft.Control]:
    if not file.view.rules:
        return []
    links = rule_links(file.ctx, _rulebook(file), file.view.rules)
    return [widgets.section(file.ctx.words("dispute.rules"), [links], key="rules")]


def _found(file: File) -> list[ft.Control]:
    """Build what the rules say of a question in which no rule was named."""
    ctx, dispute = file.ctx, file.dispute
    if file.view.rules or file.view.card:
        return []
    hits = search(ctx.client.games[dispute.game], dispute.question)[:_FOUND]
    cards = [_told(file, hit.section) for hit in hits]
    return [widgets.section(ctx.words("dispute.found"), cards, key="found")] if cards else []


def _told(file: File, told: Section) -> ft.Control:
    ctx = file.ctx
    link = widgets.text_button(
        told.title,
        lambda _e: ctx.go(routes.section(_rulebook(file), told.id)),
        icon=ft.Icons.MENU_BOOK,
        key=f"found:{told.id}",
    )
    return widgets.card(
        [widgets.in_own_row(link), widgets.paragraphs(told.text, size=16)],
        key=f"told:{told.id}",
        spacing=4,
    )


def _moment(file: File) -> list[ft.Control]:
    """Build the links to that moment and to the match, if the match is here."""
    ctx, dispute, words = file.ctx, file.dispute, file.ctx.words
    if dispute.match is None or dispute.seq is None:
        return []
    if not ctx.client.disputes.has_moment(dispute):
        shown: list[ft.Control] = [widgets.message(words("dispute.moment_away"), key="away")]
        return [widgets.section(words("dispute.moment"), shown, key="moment")]
    look = widgets.secondary(
        words("dispute.moment_open"),
        lambda _e: ctx.go(routes.moment(dispute.id)),
        icon=ft.Icons.HISTORY,
        key="to-moment",
    )
    match_id = dispute.match
    go_on = widgets.secondary(
        words("dispute.to_match"),
        lambda _e: ctx.go(routes.match(match_id)),
        icon=ft.Icons.GRID_VIEW_OUTLINED,
        key="to-match",
    )
    buttons = ft.Row([look, go_on], wrap=True, spacing=8, run_spacing=8)
    return [widgets.section(words("dispute.moment"), [buttons], key="moment")]


def _foot(file: File) -> list[ft.Control]:
    """Build the buttons that transfer and delete the dispute."""
    ctx, dispute, words = file.ctx, file.dispute, file.ctx.words
    buttons: list[ft.Control] = [carry_button(ctx, routes.carry_dispute(dispute.id))]
    if ctx.client.disputes.may_keep and not file.now.deleting:
        buttons.append(
            widgets.text_button(
                words("dispute.delete"),
                lambda _e: file.show(deleting=True),
                icon=ft.Icons.DELETE_OUTLINE,
                key="dispute:delete",
            )
        )
    shown: list[ft.Control] = [ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)]
    if file.now.deleting:
        actions = (
            widgets.secondary(
                words("dispute.delete_yes"), lambda _e: _delete(file), key="dispute:delete-yes"
            ),
            widgets.text_button(
                words("button.cancel"), lambda _e: file.show(deleting=False), key="dispute:keep-it"
            ),
        )
        shown.append(widgets.message(words("dispute.delete_sure"), Tone.BAD, actions=actions))
    return [ft.Column(shown, spacing=10, key="dispute-foot")]


def _delete(file: File) -> None:
    ctx = file.ctx
    if file.act(lambda: ctx.client.disputes.drop(file.dispute.id), ctx.words("dispute.deleted")):
        ctx.replace(routes.DISPUTES)
