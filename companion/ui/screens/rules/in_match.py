"""Rules within a match: its readings, what of a rule can be asked here, and where it applied."""

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
from companion.ui.drafts.draft_cache import shelve
from companion.ui.hooks import use_match
from companion.ui.panels.shared_table import unreadable
from companion.ui.screens.rules.screen import Rules
from companion.ui.shell import screen
from companion.ui.views.entries.entry_lines import in_short
from companion.ui.views.questions.heard import readings, report_text
from companion.ui.views.questions.table_answers import table_answer
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
        at_table=partial(_at_table, ctx, loaded.match),
        hear=partial(_heard, ctx, loaded.match),
    )


def _at_table(ctx: AppContext, match: Match, section_id: str) -> list[ft.Control]:
    """Build what of a section can be asked at this table, and what happened under it."""
    words, wording = ctx.words, ctx.wording(match)
    shown: list[ft.Control] = []
    kinds = () if match.outcome else acts_under(match.game, match.state, section_id)
    if kinds:
        asked = [
            widgets.secondary(
                wording.action_label(kind),
                partial(ask, ctx, match, kind),
                icon=ft.Icons.HELP_OUTLINE,
                key=f"ask:{kind}",
            )
            for kind in kinds
        ]
        row = ft.Row(list(asked), wrap=True, spacing=8, run_spacing=8)
        shown.append(widgets.section(words("rules.ask_here"), [row], key="ask-here"))
    if steps := happened_under(match, section_id, ctx.client.seats(match)):
        lines = [_entry(ctx, match, step) for step in steps]
        shown.append(widgets.section(words("rules.happened_here"), lines, key="happened-here"))
    return shown


def _entry(ctx: AppContext, match: Match, step: Step) -> ft.Control:
    text = in_short(match, step, ctx.wording(match))
    route = routes.entry(match.started.match, step.item.id)
    return widgets.text_button(
        text, lambda _e: ctx.go(route), icon=ft.Icons.HISTORY, key=f"happened:{step.item.id}"
    )


def _heard(ctx: AppContext, match: Match, sentence: str) -> list[ft.Control]:
    """Build what a sentence may mean here: reports with their verdicts, or the table's answer."""
    words, wording, mine = ctx.words, ctx.wording(match), ctx.client.seats(match)
    if match.outcome or not match.game.judged:
        return []
    seen = visibility.visible_seats(match, mine)
    answer = table_answer(match, wording, sentence, mine, seen)
    if answer:
        return [widgets.card([ft.Text(answer, size=18)], key="answer", padding=16)]
    heard = readings(match, wording, sentence, _asking(match, mine))
    lines = [_reading(ctx, match, draft, n) for n, draft in enumerate(heard)]
    return [widgets.section(words("questions.heard"), lines, key="heard")] if lines else []


def _reading(ctx: AppContext, match: Match, draft: Draft, n: int) -> ft.Control:
    said = report_text(match, ctx.wording(match), draft)
    verdict = verdict_on(match, draft, ctx.client.seats(match))
    icon, ink = _MARKS[verdict]
    mark = ctx.words(f"questions.{verdict}")
    visual = ft.Row(
        [
            ft.Icon(icon, size=24, color=ink),
            ft.Column(
                [ft.Text(said, size=17), ft.Text(mark, size=14, color=ink)],
                spacing=2,
                expand=True,
            ),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20),
        ],
        spacing=12,
    )
    return widgets.tappable(
        visual,
        f"{said}. {mark}",
        lambda _e: _open(ctx, match, draft),
        key=f"heard:{n}",
        padding=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


_MARKS: Final = {
    "legal": (ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.PRIMARY),
    "refused": (ft.Icons.BLOCK, ft.Colors.ERROR),
    "open": (ft.Icons.HELP_OUTLINE, ft.Colors.ON_SURFACE_VARIANT),
}
"""By verdict, the sign of a reading and its colour."""


def verdict_on(match: Match, draft: Draft, mine: frozenset[int]) -> str:
    """Return the verdict on a report for a device: legal, refused, or open.

    What a device may not see is not judged, and what rests on it stays open.
    """
    game, state = match.game, match.state
    private = draft.seat in visibility.visible_seats(match, mine)
    if legality.check_draft(game, state, draft, private=private) is not None:
        return "refused"
    covered = not private and legality.depends_on_hidden(game, draft.kind)
    if covered or legality.next_field(game, draft) is not None:
        return "open"
    judgement = legality.judge(game, state, legality.complete(game, draft), private=private)
    return "legal" if judgement.verdict == "legal" else "open"


def acts_under(game: Game[Any], state: Any, section_id: str) -> tuple[str, ...]:
    """Return the kinds of acts of this table that a section forbids or allows, if they are few."""
    kinds = tuple(
        kind
        for kind in game.kinds(state)
        if any(section_id in condition.rules for condition in game.conditions[kind])
    )
    return kinds if game.judged and len(kinds) <= _MOST_ACTS else ()


def happened_under(match: Match, section_id: str, mine: frozenset[int]) -> tuple[Step, ...]:
    """Return the latest entries that did something by a section, as far as a device may see."""
    seats = visibility.visible_seats(match, mine)

    def applies(step: Step) -> bool:
        visible = visibility.visible_effects(match, step.effects, seats)
        return any(effect.rule == section_id for effect in visible)

    return tuple(islice(filter(applies, reversed(match.steps)), _LATEST))


def ask(ctx: AppContext, match: Match, kind: str, _event: object = None) -> None:
    """Open the board of a match with the question whether an act of a kind is legal."""
    seat = _asking(match, ctx.client.seats(match))
    _open(ctx, match, Draft(kind, seat, {}))


def _asking(match: Match, mine: frozenset[int]) -> int:
    """Return the seat that asks: one's own that is awaited, or else the likeliest."""
    awaited = match.game.awaiting(match.state)
    own = next((seat for seat in awaited if seat in mine), None)
    return own if own is not None else next(iter((*sorted(mine), *awaited)), 0)


def _open(ctx: AppContext, match: Match, draft: Draft) -> None:
    form = forms.form_of_draft(match.game, draft)
    asked = InteractionState(
        mode=Mode.DOUBT, seat=draft.seat, open=Filling(form, fresh_id(), thorough=True)
    )
    shelve(ctx.device, match.started.match, asked)
    ctx.go(routes.match(match.started.match))
