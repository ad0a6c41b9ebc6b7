"""Details of the table's own copy, typed at any time: names and arrangement of things."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import flet as ft

from companion.kernel.values import Term
from companion.match.entries import FactsEntered, Insert, fresh_id
from companion.rulebook.templates import with_article
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import tick, ticks
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.value_input import tidy
from companion.ui.panels.step_panel import step_panel
from companion.ui.scheduler import carry_out
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views import own_copy as plans
from companion.ui.views.report.interaction import Arranging, Panel
from companion.ui.views.report.interaction_events import LayerChanged
from companion.ui.widgets import close_button, primary, text_button, text_field

_LATER = "names:later"
"""Tick key of a device that wants no more offers of names at this table."""


def to_be_named(controller: MatchController, game: GameScreen) -> str | None:
    """Return the thing just revealed or used that has no name yet."""
    device, match_id = controller.ctx.device, controller.match_id
    if (
        not controller.mine
        or controller.match.outcome is not None
        or _LATER in ticks(device, match_id)
    ):
        return None
    return plans.just_met(controller.match, controller.wording, game.named(controller.match))


def name_offer(wording: Wording, thing: str) -> str:
    """Describe the act of naming a thing."""
    return wording.app("names.offer", thing=with_article(Term(thing), "al", wording.lexicon))


def name_line(controller: MatchController, thing: str) -> ft.Control:
    """Build the offer to name it. It stays pending and blocks nothing."""
    device, match_id, words = controller.ctx.device, controller.match_id, controller.ctx.words

    def later(_event: object) -> None:
        tick(device, match_id, frozenset({_LATER}))
        controller.live.redraw()

    said = ft.Text(name_offer(controller.wording, thing), size=14, expand=True)
    give = text_button(
        words("names.give"),
        lambda _e: controller.live.show(Panel.NAMES),
        icon=ft.Icons.EDIT_NOTE,
        key="names:give",
    )
    ways = [give, text_button(words("form.skip_fact"), later, key=_LATER)]
    row = ft.Row([said, *ways], spacing=0)
    # With large text, the sentence has a line of its own.
    large = ft.Column([ft.Row([said]), ft.Row(list(ways), wrap=True)], spacing=0, tight=True)
    return ft.Container(
        large if controller.ctx.settings.large_text else row,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=12, right=4),
    )


@screen
def NamesPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render a field for each unnamed thing on the table; an empty field changes nothing."""
    typed, set_typed = ft.use_state(_nothing())
    words, wording, match = ctx.words, controller.wording, controller.match
    things = plans.nameless(match, wording, game_screen(match.game.id).named(match))
    facts = plans.name_facts(wording)
    # The thing just met comes first, because the panel was probably opened to name it.
    first = plans.just_met(match, wording, things)
    rest = tuple(thing for thing in things if thing != first)
    whole, set_whole = ft.use_state(first is None)
    shown = (*filter(None, (first,)), *(rest if whole else ()))

    def put(fact: str) -> Callable[[str], None]:
        return lambda text: set_typed(lambda now: {**now, fact: text})

    def save(_event: object) -> None:
        said = {fact: kept for fact, text in typed.items() if (kept := tidy(text))}
        controller.live.submit(fresh_id(), FactsEntered(facts=said))

    lines = [
        text_field(
            wording.term(thing),
            typed.get(facts[thing], ""),
            put(facts[thing]),
            key=f"name:{thing}",
            maximum=plans.longest(wording, facts[thing]),
            expand=True,
        )
        for thing in shown
    ]
    hint = words("names.hint" if lines else "names.none")
    record = primary(
        words("form.record_fact"),
        save,
        icon=ft.Icons.CHECK,
        key="names:save",
        disabled=not any(tidy(text) for text in typed.values()),
    )
    others = text_button(
        words("names.others", n=len(rest)), lambda _e: set_whole(True), key="names:others"
    )
    return step_panel(
        words("names.tool"),
        [ft.Text(hint, size=15), *(ft.Row([line]) for line in lines)],
        [*([record] if lines else []), *([] if whole or not rest else [others])],
        close=_closing(controller, "names:close"),
        key="names",
    )


def _nothing() -> Mapping[str, str]:
    return {}


def move_thing(controller: MatchController, thing: str) -> None:
    """Hold a thing of the board, or put the held one in its place; the board shows it at once."""
    plan, arranging = game_screen(controller.match.game.id).plan, controller.interaction.arranging
    if plan is None or arranging is None or thing not in plan.things:
        return
    held = arranging.held
    if held in ("", thing):
        taken = "" if held else thing
        controller.send(LayerChanged(replace(arranging, held=taken)))
        return
    order = plans.swapped(plans.in_place(plan, controller.shown.facts), held, thing)
    facts = plans.cells(plan, order, controller.match.facts)
    body = FactsEntered(facts=facts) if facts else None
    typed = (Insert(id=fresh_id(), before=None, body=body),) if body else ()
    # The preview is computed before the board is drawn with it.
    changed = LayerChanged(Arranging(typed=typed))
    carry_out(controller.foreseeing(typed), lambda _done: controller.live.send(changed))


def arranging_line(controller: MatchController, arranging: Arranging) -> ft.Control:
    """Build the line that says what to touch on the board, and keeps what was arranged."""
    words, held = controller.ctx.words, arranging.held
    thing = controller.wording.term(held) if held else ""
    hint = words("plan.where", thing=thing) if held else words("plan.hint")
    bodies = [edit.body for edit in arranging.typed]
    record = primary(
        words("button.save"),
        lambda _e: controller.live.submit(fresh_id(), bodies[0]),
        icon=ft.Icons.CHECK,
        key="plan:save",
        disabled=not bodies,
    )
    said = ft.Semantics(live_region=True, content=ft.Text(hint, size=15))
    return step_panel(
        words("plan.tool"), [said], [record], close=_closing(controller, "plan:close"), key="plan"
    )


def _closing(controller: MatchController, key: str) -> ft.Control:
    return close_button(
        controller.ctx.words("button.close"), lambda: controller.live.close(), key=key
    )
