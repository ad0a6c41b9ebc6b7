"""Rules within a match: its readings, what of a rule can be asked here, and where it applied."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

import flet as ft

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.match.entries import fresh_id
from companion.match.fold import Match
from companion.match.steps import Step
from companion.services.privacy import visibility
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import asked, keep_asked, shelve
from companion.ui.hooks import use_match
from companion.ui.panels.question_answers import answers
from companion.ui.panels.shared_table import unreadable
from companion.ui.screens.rules.screen import Rules
from companion.ui.screens.rules.section import RulesTable
from companion.ui.shell import screen
from companion.ui.views.entries.entry_lines import in_short
from companion.ui.views.questions.interpretations import asking_seat
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode

_MOST_ACTS: Final = 6
"""Greatest number of acts to ask about; a rule on more of them is about none in particular."""
_LATEST: Final = 5
"""Number of entries listed under a rule."""


@screen
def Screen(ctx: AppContext, match_id: str, section_id: str = "") -> ft.Control:
    """Render the rules of the game of a match."""
    loaded = use_match(ctx, match_id)
    if loaded.match is None:
        return unreadable(ctx, loaded)
    return Rules(
        ctx,
        loaded.match.game.id,
        section_id,
        open_section=lambda name: ctx.go(routes.match_rules(match_id, name)),
        index=routes.match_rules(match_id),
        back=None,
        doubt=lambda name: ctx.go(routes.open_dispute(match_id, name)),
        rulings=loaded.match.rulings,
        facts=loaded.match.known,
        unsure=frozenset(loaded.match.learned),
        table=_table(ctx, loaded.match),
    )


def _table(ctx: AppContext, match: Match) -> RulesTable:
    match_id, entries = match.started.match, len(match.entries)
    return RulesTable(
        partial(_at_table, ctx, match),
        asked(ctx.device, match_id, entries),
        partial(keep_asked, ctx.device, match_id, entries),
        partial(answers, ctx, match, partial(_open, ctx, match), put=partial(_show, ctx, match)),
        partial(_instead, ctx, match),
    )


def _at_table(ctx: AppContext, match: Match, section_id: str) -> list[ft.Control]:
    """Build what of a section can be asked at this table, and what happened under it."""
    kinds = () if match.outcome else acts_under(match.game, match.state, section_id)
    shown = _ask_about(ctx, match, kinds)
    if steps := happened_under(match, section_id, ctx.client.seats(match)):
        lines = [_entry(ctx, match, step) for step in steps]
        title = ctx.words("rules.happened_here")
        shown.append(widgets.section(title, lines, key="happened-here"))
    return shown


def _ask_about(ctx: AppContext, match: Match, kinds: Sequence[str]) -> list[ft.Control]:
    """Build the buttons that ask whether an act is legal here."""
    if not kinds:
        return []
    asked = [
        widgets.secondary(
            ctx.wording(match).action_label(kind),
            partial(ask, ctx, match, kind),
            icon=ft.Icons.HELP_OUTLINE,
            key=f"ask:{kind}",
        )
        for kind in kinds
    ]
    row = ft.Row(list(asked), wrap=True, spacing=8, run_spacing=8)
    return [widgets.section(ctx.words("rules.ask_here"), [row], key="ask-here")]


def _instead(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build what can be asked where the rules have none of the words."""
    return _ask_about(ctx, match, possible_acts(match, ctx.client.seats(match)))


def _entry(ctx: AppContext, match: Match, step: Step) -> ft.Control:
    text = in_short(match, step, ctx.wording(match))
    route = routes.entry(match.started.match, step.item.id)
    return widgets.text_button(
        text, lambda _e: ctx.go(route), icon=ft.Icons.HISTORY, key=f"happened:{step.item.id}"
    )


def acts_under(game: Game[Any], state: Any, section_id: str) -> tuple[str, ...]:
    """Return the kinds of acts of this table that a section forbids or allows, if they are few."""
    kinds = tuple(
        kind
        for kind in game.kinds(state)
        if any(section_id in condition.rules for condition in game.conditions[kind])
    )
    return kinds if game.judged and len(kinds) <= _MOST_ACTS else ()


def possible_acts(match: Match, mine: frozenset[int]) -> tuple[str, ...]:
    """Return the kinds of acts that nothing forbids yet to the seat that asks."""
    game, state, seat = match.game, match.state, asking_seat(match, mine)
    if match.outcome or not game.judged:
        return ()
    private = seat in visibility.visible_seats(match, mine)
    return tuple(
        kind
        for kind in game.kinds(state)
        if legality.check_draft(game, state, Draft(kind, seat, {}), private=private) is None
    )


def happened_under(match: Match, section_id: str, mine: frozenset[int]) -> tuple[Step, ...]:
    """Return the latest entries that did something by a section, as far as a device may see."""
    seats = visibility.visible_seats(match, mine)

    def applies(step: Step) -> bool:
        visible = visibility.visible_effects(match, step.effects, seats)
        return any(effect.rule == section_id for effect in visible)

    return tuple(islice(filter(applies, reversed(match.steps)), _LATEST))


def ask(ctx: AppContext, match: Match, kind: str, _event: object = None) -> None:
    """Open the board of a match with the question whether an act of a kind is legal."""
    seat = asking_seat(match, ctx.client.seats(match))
    _open(ctx, match, Draft(kind, seat, {}))


def _open(ctx: AppContext, match: Match, draft: Draft) -> None:
    form = forms.form_of_draft(match.game, draft)
    doubt = InteractionState(
        mode=Mode.DOUBT, seat=draft.seat, open=Filling(form, fresh_id(), thorough=True)
    )
    _show(ctx, match, doubt)


def _show(ctx: AppContext, match: Match, interaction: InteractionState) -> None:
    """Open the board of a match with what was begun."""
    shelve(ctx.device, match.started.match, interaction)
    ctx.go(routes.match(match.started.match))
