"""Details of the table's own copy, typed at any time: names and arrangement of things."""

from collections.abc import Callable, Mapping

import flet as ft

from companion.match.entries import FactsEntered
from companion.match.ids import fresh_id
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import tick, ticks
from companion.ui.layout import within_panel
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.value_input import tidy
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import GAP, RADIUS
from companion.ui.views import own_copy as plans
from companion.ui.views.report.interaction import Panel
from companion.ui.widgets import icon_button, outline, primary, tappable, text_button, text_field

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


def name_line(controller: MatchController, thing: str) -> ft.Control:
    """Build the offer to name it. It stays pending and blocks nothing."""
    device, match_id, words = controller.ctx.device, controller.match_id, controller.ctx.words

    def later(_event: object) -> None:
        tick(device, match_id, frozenset({_LATER}))
        controller.live.redraw()

    said = ft.Text(words("names.offer", thing=controller.wording.term(thing)), size=14, expand=True)
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


@screen
def PlanPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the things of the board as a grid; touching two swaps them."""
    plan = game_screen(controller.match.game.id).plan
    assert plan is not None
    facts = controller.match.facts
    order, set_order = ft.use_state(plans.in_place(plan, facts))
    held, set_held = ft.use_state("")
    words, wording = ctx.words, controller.wording

    def touched(thing: str) -> None:
        if held and held != thing:
            set_order(plans.swapped(order, held, thing))
        set_held("" if held else thing)

    def save(_event: object) -> None:
        controller.live.submit(fresh_id(), FactsEntered(facts=plans.cells(plan, order, facts)))

    changed = plans.cells(plan, order, facts)
    key = "plan.hint" if not held else "plan.where"
    hint = words(key, thing=wording.term(held)) if held else words(key)
    grown = ctx.settings.grown
    room = within_panel(ctx.layout, float(ft.context.page.width or 412))
    width = max((room - (plan.columns - 1) * GAP) / plan.columns, 76 * grown)

    def cell(thing: str) -> ft.Control:
        name = ft.Text(
            wording.term(thing),
            size=13,
            weight=ft.FontWeight.W_600,
            text_align=ft.TextAlign.CENTER,
            max_lines=2,
        )
        return tappable(
            name,
            words("plan.cell", thing=wording.term(thing), n=order.index(thing) + 1),
            lambda _e: touched(thing),
            key=f"plan:{thing}",
            width=width,
            height=54 * grown,
            padding=4,
            selected=thing == held,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER
            if thing == held
            else ft.Colors.SURFACE_CONTAINER_HIGHEST,
            border=outline(
                2 if thing == held else 1,
                ft.Colors.PRIMARY if thing == held else ft.Colors.OUTLINE_VARIANT,
            ),
        )

    rows = [order[n : n + plan.columns] for n in range(0, len(order), plan.columns)]
    grid = ft.Column(
        [ft.Row([cell(thing) for thing in row], spacing=GAP) for row in rows],
        spacing=GAP,
        tight=True,
    )
    record = primary(
        words("button.save"), save, icon=ft.Icons.CHECK, key="plan:save", disabled=not changed
    )
    said = ft.Semantics(live_region=True, content=ft.Text(hint, size=15))
    return step_panel(
        words("plan.tool"),
        [said, ft.Row([grid], scroll=ft.ScrollMode.AUTO)],
        [record],
        close=_closing(controller, "plan:close"),
        key="plan",
    )


def _closing(controller: MatchController, key: str) -> ft.Control:
    return icon_button(
        ft.Icons.CLOSE,
        controller.ctx.words("button.close"),
        lambda _e: controller.live.close(),
        key=key,
    )
