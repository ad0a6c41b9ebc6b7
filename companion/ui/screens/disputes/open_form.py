"""Form that opens a dispute: the question, the action or rule in doubt, and who asks."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import flet as ft

from companion.kernel.form import Draft
from companion.match.fold import Match
from companion.rulebook.loader import GameData, RulebookError
from companion.rulebook.search import search
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.disputes.model import MAX_QUESTION, DisputeError
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import asked, shelve, stored_state, use_draft
from companion.ui.hooks import use_match
from companion.ui.panels.question_answers import answers
from companion.ui.panels.rulings.precedents import ABOUT_CARD
from companion.ui.panels.shared_table import unreadable
from companion.ui.screens.disputes.screen import lines_of, row
from companion.ui.shell import dead_end, page, screen
from companion.ui.views.player_names import NAMES_KEY, known_names
from companion.ui.views.questions.interpretations import report_text
from companion.ui.views.report.interaction import InteractionState
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.widgets import Option, Tone

_HITS = 5


@dataclass(frozen=True)
class DisputeDraft:
    """Draft of a dispute."""

    question: str = ""
    by: str = ""
    kind: str = ""
    seat: int = 0
    values: dict[str, Any] = field(default_factory=dict)
    """Answers of the act in doubt, as far as they were said."""
    section: str = ""
    query: str = ""
    trouble: str = ""


@dataclass(frozen=True)
class Opening:
    """State and actions of the form that opens a dispute."""

    ctx: AppContext
    data: GameData
    match: Match | None
    interaction: InteractionState
    """Interaction state with the ruling card in question; empty if there is none."""
    typed: DisputeDraft
    put: Callable[[DisputeDraft], None]

    def set(self, **changes: object) -> None:
        """Change the draft and clear its error."""
        self.put(replace(self.typed, trouble="", **changes))  # type: ignore[arg-type]

    @property
    def asked(self) -> DisputeQuestion:
        """Return the question that the hub is asked to open."""
        typed, match = self.typed, self.match
        if match is None:
            return DisputeQuestion(self.data.id, typed.question, typed.by, section=typed.section)
        about = presenter.asked_about(match, self.interaction, typed.question, typed.by)
        return replace(about, draft=about.draft or self.draft, section=typed.section)

    @property
    def draft(self) -> Draft | None:
        """Return the act in doubt that was chosen."""
        typed = self.typed
        return Draft(typed.kind, typed.seat, typed.values) if typed.kind else None

    def open(self) -> None:
        """Open the dispute and show its file, or show why it cannot be opened."""
        ctx = self.ctx
        try:
            opened = ctx.client.disputes.open(self.asked)
        except DisputeError as error:
            trouble = ctx.words(f"dispute.{error.code}", **error.params)
            self.put(replace(self.typed, trouble=trouble))
        except StoreError as error:
            self.put(replace(self.typed, trouble=ctx.words(f"store.{error.code}")))
        else:
            if self.match and self.interaction.ruling:
                ruling = replace(self.interaction.ruling, dispute=opened.id)
                about = replace(self.interaction, ruling=ruling)
                shelve(ctx.device, self.match.started.match, about)
            # Replace the route, so that going back leads to where the doubt came up and not to this
            # form.
            ctx.replace(routes.dispute(opened.id))


@screen
def Screen(ctx: AppContext, match_id: str, about: str = "") -> ft.Control:
    """Render the form that opens a dispute within a match."""
    loaded = use_match(ctx, match_id)
    interaction = stored_state(ctx.device, match_id) if about == ABOUT_CARD else InteractionState()
    section = "" if about == ABOUT_CARD else about
    if loaded.match is None:
        return unreadable(ctx, loaded)
    data = ctx.rulebook(loaded.match.game.id)
    return OpeningForm(ctx, data, loaded.match, interaction, section, key=f"opening:{about}")


@screen
def RulesScreen(ctx: AppContext, game_id: str, section_id: str = "") -> ft.Control:
    """Render the form that opens a dispute about the rules of a game, without a match."""
    try:
        data = ctx.rulebook(game_id)
    except RulebookError:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    return OpeningForm(ctx, data, None, InteractionState(), section_id, key=f"opening:{section_id}")


@screen
def OpeningForm(
    ctx: AppContext,
    data: GameData,
    match: Match | None,
    interaction: InteractionState,
    section: str,
) -> ft.Control:
    """Render the form that opens a dispute."""
    known = section if section in data.rulebook else ""
    everyone = ctx.words("consent.everyone")
    about = match.started.match if match else data.id
    question = asked(ctx.device, about, len(match.entries)) if match else ""
    first = DisputeDraft(question, everyone, section=known)
    typed, put = use_draft(ctx.device, f"dispute:{about}", first)
    opening = Opening(ctx, data, match, interaction, typed, put)
    match_id = match.started.match if match else None
    title = ctx.words("dispute.new")
    back = routes.match(match_id) if match_id else routes.disputes(data.id)
    if not ctx.client.disputes.may_open(match_id):
        return page(ctx, title, [_denied(ctx), *_others(ctx, match_id)], back=back)
    # What the rules say of it comes before anything else is asked.
    about_it = _about_card(opening) if interaction.card else _rule(opening)
    body = [_question(opening), about_it, *_who(opening)]
    body += [] if interaction.card else _action(opening)
    foot: list[ft.Control] = []
    if typed.trouble:
        foot.append(widgets.message(typed.trouble, Tone.BAD, key="dispute-trouble"))
    foot.append(
        widgets.primary(
            ctx.words("dispute.open"),
            lambda _e: opening.open(),
            icon=ft.Icons.GAVEL,
            key="dispute:open",
        )
    )
    return page(ctx, title, body, back=back, foot=foot, aside=_others(ctx, match_id))


def _denied(ctx: AppContext) -> ft.Control:
    return widgets.message(ctx.words("share.not_allowed.spectator"), Tone.CARE, key="denied")


def _others(ctx: AppContext, match_id: str | None) -> list[ft.Control]:
    """Build the list of the existing disputes about this match."""
    disputes = ctx.client.disputes.all(match=match_id) if match_id else ()
    lines = lines_of(ctx, disputes)
    if not lines:
        return []
    rows = [row(ctx, line) for line in lines]
    return [widgets.section(ctx.words("dispute.of_match"), rows, key="others")]


def _question(opening: Opening) -> ft.Control:
    words, typed = opening.ctx.words, opening.typed
    field = widgets.text_field(
        words("dispute.question"),
        typed.question,
        lambda text: opening.set(question=text),
        key="question",
        maximum=MAX_QUESTION,
        multiline=True,
    )
    hint = ft.Text(words("dispute.question_hint"), size=15, color=ft.Colors.ON_SURFACE_VARIANT)
    shown = [field, hint]
    if opening.match and not opening.interaction.card:

        def take(draft: Draft) -> None:
            opening.set(kind=draft.kind, seat=draft.seat, values=dict(draft.values))

        shown += answers(opening.ctx, opening.match, take, typed.question)
    return ft.Column(shown, spacing=6, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _who(opening: Opening) -> list[ft.Control]:
    """Build the choice of who opens it. A device with a name signs with it and is not asked."""
    words, typed, match = opening.ctx.words, opening.typed, opening.match
    if match and opening.ctx.client.name(match.started.match):
        return []
    known = known_names(opening.ctx.client.settings.get(NAMES_KEY))
    names = (words("consent.everyone"), *(match.options.players if match else known))
    options = [Option(name, name, selected=name == typed.by) for name in names]
    picks = widgets.choices(options, lambda name: opening.set(by=name), key="dispute:by")
    return [widgets.section(words("dispute.who"), [picks], key="who")]


def _about_card(opening: Opening) -> ft.Control:
    """Build the ruling card that the dispute is about."""
    words, shown = opening.ctx.words, opening.interaction.card
    assert shown is not None
    lines: list[ft.Control] = [ft.Text(shown.card.title, size=18, weight=ft.FontWeight.W_600)]
    if shown.card.facts:
        lines.append(ft.Text(shown.card.facts, size=16))
    lines.append(ft.Text(words("dispute.then_hint"), size=14))
    return widgets.section(words("dispute.about"), [widgets.card(lines)], key="about")


def _action(opening: Opening) -> list[ft.Control]:
    """Build the choice of the action in doubt and its seat."""
    match, typed = opening.match, opening.typed
    if match is None:
        return []
    ctx, wording = opening.ctx, opening.ctx.wording(match)
    words = ctx.words
    kinds = [Option("", words("dispute.no_action"), selected=not typed.kind)]
    kinds += [
        Option(kind, wording.action_label(kind), selected=kind == typed.kind)
        for kind in match.game.kinds(match.state)
    ]
    first = next(iter(match.game.awaiting(match.state)), 0)

    def pick(kind: str) -> None:
        opening.set(kind=kind, seat=typed.seat if typed.kind else first, values={})

    shown: list[ft.Control] = [widgets.choices(kinds, pick, key="dispute:kind")]
    if typed.values and opening.draft:
        said = report_text(match, wording, opening.draft)
        shown.append(widgets.card([ft.Text(said, size=17)], key="dispute:said"))
    if typed.kind:
        seats = [
            Option(seat, name, selected=seat == typed.seat)
            for seat, name in enumerate(match.options.players)
        ]
        shown.append(widgets.heading(words("dispute.whose_action"), 16, level=3))
        picks = widgets.choices(seats, lambda seat: opening.set(seat=seat), key="dispute:seat")
        shown.append(picks)
    return [widgets.section(words("dispute.what_action"), shown, key="action")]


def _rule(opening: Opening) -> ft.Control:
    """Build the chosen rule in doubt, or a search for one."""
    words, typed, data = opening.ctx.words, opening.typed, opening.data
    if typed.section:
        title = data.rulebook.title(typed.section)
        drop = widgets.close_button(
            words("dispute.drop_rule", title=title),
            lambda: opening.set(section=""),
            key="dispute:drop",
        )
        name = ft.Text(title, size=18, weight=ft.FontWeight.W_600, expand=True)
        shown: list[ft.Control] = [
            widgets.card([ft.Row([ft.Icon(ft.Icons.MENU_BOOK), name, drop], spacing=10)])
        ]
        return widgets.section(words("dispute.what_rule"), shown, key="rule")
    field = widgets.search_field(
        words("rules.search"),
        typed.query,
        lambda text: opening.set(query=text),
        key="dispute:search",
    )
    asked_for = typed.query if typed.query.strip() else typed.question
    hits = search(opening.ctx.client.games[data.id], asked_for)[:_HITS]
    options = [Option(hit.section.id, hit.title, icon=ft.Icons.MENU_BOOK) for hit in hits]
    picks = widgets.choices(
        options, lambda name: opening.set(section=name, query=""), key="dispute:rule"
    )
    results = [picks] if options else []
    if typed.query.strip() and not options:
        results = [ft.Text(words("rules.no_results"), size=15)]
    column = ft.Column(
        [field, *results], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    return widgets.section(words("dispute.what_rule"), [column], key="rule")
