"""Panel that adjusts the app's state to that of the table."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.match.entries import Adjusted, fresh_id
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_draft
from companion.ui.panels.control.edit_entry import body_of, replace_entry
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.form_fields import ACCENTS
from companion.ui.panels.report.two_step_choice import MANY
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.report.interaction import Mode
from companion.ui.views.table import adjustment as presenter
from companion.ui.views.table.adjustment import Adjustment, AdjustmentLine, SettingLine
from companion.ui.widgets import (
    Option,
    Tone,
    choices,
    close_button,
    heading,
    message,
    outline,
    primary,
    search_field,
    stepper,
    tappable,
    text_button,
    text_field,
)

POSITIONS = "positions"
_MOST = 200
Put = Callable[[Adjustment], None]


def adjust_panel(controller: MatchController) -> ft.Control:
    """Build the panel for everything, or for the one count that it is opened for."""
    ctx, (account, _, item) = controller.ctx, controller.interaction.place.partition("/")
    if item:
        return CountPanel(ctx, controller, account, item, key=f"count:{account}/{item}")
    return AdjustPanel(ctx, controller, key=_name(controller))


def _name(controller: MatchController) -> str:
    """Return the name of what is adjusted: the match as it is, or an earlier entry of it."""
    return f"adjust:{controller.match_id}{controller.interaction.target or ''}"


@screen
def CountPanel(ctx: AppContext, controller: MatchController, account: str, item: str) -> ft.Control:
    """Render one count, to type its real amount."""
    adjustment, put = ft.use_state(_NOTHING)
    match, words = controller.match, ctx.words
    line = presenter.count(match, controller.wording, (account, item), adjustment, controller.seen)
    trouble = controller.interaction.trouble
    body = [
        *([message(trouble, Tone.BAD)] if trouble else []),
        _count(controller, match, account, line, adjustment, put),
    ]
    record = primary(
        words("form.confirm"),
        lambda _e: controller.submit(fresh_id(), presenter.body(match, adjustment)),
        icon=ft.Icons.CHECK,
        key="adjust:record",
        disabled=adjustment.empty,
    )
    title = controller.wording.holding_label(account, item)
    return step_panel(title, body, [record], close=_closing(controller), key="adjust")


_NOTHING = Adjustment()


def _closing(controller: MatchController) -> ft.Control:
    cancel, key = controller.ctx.words("button.cancel"), "adjust:close"
    return close_button(cancel, controller.close, key=key)


@screen
def AdjustPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the differences place by place; one entry records them all."""
    target = controller.interaction.target
    match = controller.there if target else controller.match
    adjustment, put = use_draft(ctx.device, _name(controller), _recorded(controller, match, target))
    asked = controller.interaction.place
    parts = match.game.settables_of(match.state)
    is_part = any(settable.code == asked for settable in parts)
    place, set_place = ft.use_state(POSITIONS if is_part else asked)
    words = ctx.words
    labelled = presenter.places(match, controller.wording)
    offered = [Option(p, capitalised(label), selected=p == place) for p, label in labelled]
    offered.append(Option(POSITIONS, words("adjust.positions"), selected=place == POSITIONS))
    if place and len(offered) > MANY:
        # Hide the other options to make room for the next question. Touching this one shows them
        # again.
        offered = [replace(each, icon=ft.Icons.EDIT) for each in offered if each.selected]
    body: list[ft.Control] = [
        *(
            [message(controller.interaction.trouble, Tone.BAD)]
            if controller.interaction.trouble
            else []
        ),
        ft.Text(words("table.adjust_hint"), size=15),
        heading(words("table.adjust_what"), 17, level=3),
        choices(offered, lambda p: set_place("" if p == place else p), key="adjust:place"),
    ]
    if place == POSITIONS:
        part = asked if is_part else ""
        body.append(Positions(ctx, controller, match, adjustment, put, part, key="positions"))
    elif place:
        body.append(_counts(controller, match, place, adjustment, put))
    reason = text_field(
        words("table.adjust_reason"),
        adjustment.reason,
        lambda text: put(replace(adjustment, reason=text)),
        hint=words("table.adjust_reason_hint"),
        maximum=300,
        key="adjust:reason",
        expand=True,
    )
    body.append(ft.Row([reason], vertical_alignment=ft.CrossAxisAlignment.START))

    def recorded() -> None:
        body = presenter.body(match, adjustment)
        if target:
            replace_entry(controller, body)
        else:
            controller.submit(fresh_id(), body)

    record = primary(
        words("form.end.amend" if target else "adjust.record"),
        lambda _e: recorded(),
        icon=ft.Icons.CHECK,
        key="adjust:record",
        disabled=adjustment.empty,
    )
    return step_panel(
        words("button.amend" if target else "table.adjust"),
        body,
        [record],
        close=_closing(controller),
        key="adjust",
        part=f"adjust:{place}",
        accent=ACCENTS[Mode.AMEND if target else Mode.REPORT],
    )


def _recorded(controller: MatchController, match: Match, target: str | None) -> Adjustment:
    """Return what the entry that is corrected adjusted; nothing if it is none."""
    body = body_of(controller, target) if target else None
    if not isinstance(body, Adjusted):
        return _NOTHING
    return presenter.of_body(match, body, controller.seen)


def _counts(
    controller: MatchController, match: Match, account: str, adjustment: Adjustment, put: Put
) -> ft.Control:
    lines = presenter.counts(match, controller.wording, account, adjustment, controller.seen)
    return ft.Column(
        [
            heading(controller.ctx.words("table.adjust_real"), 17, level=3),
            *(_count(controller, match, account, line, adjustment, put) for line in lines),
        ],
        spacing=4,
    )


def _count(
    controller: MatchController,
    match: Match,
    account: str,
    line: AdjustmentLine,
    adjustment: Adjustment,
    put: Put,
) -> ft.Control:
    words = controller.ctx.words
    weight = ft.FontWeight.BOLD if line.changed else ft.FontWeight.W_500

    def changed(n: int) -> None:
        put(
            presenter.moved(adjustment, account, line.item, n)
            if line.covered
            else presenter.counted(match, adjustment, account, line.item, n)
        )

    return ft.Row(
        [
            ft.Text(line.label, size=17, weight=weight, expand=True),
            stepper(
                line.amount,
                -_MOST if line.covered else min(0, line.amount),
                _MOST,
                changed,
                less=words("a11y.decrease", label=line.label),
                more=words("a11y.increase", label=line.label),
                typed=line.label,
                key=f"adjust:{account}:{line.item}",
            ),
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@screen
def Positions(
    ctx: AppContext,
    controller: MatchController,
    match: Match,
    adjustment: Adjustment,
    put: Put,
    first: str,
) -> ft.Control:
    """Render the settings; touching one offers its real value, and `first` is open at once."""
    opened, set_opened = ft.use_state(first)
    sought, set_sought = ft.use_state("")
    lines = presenter.settings(match, controller.wording, adjustment)
    matching = presenter.matching_settings(lines, sought)
    shown = [line for line in lines if line.code == opened] if opened else matching
    asked = []
    if not opened and len(lines) > _MANY_LINES:
        asked = [search_field(ctx.words("adjust.find"), sought, set_sought, key="adjust:find")]
    return ft.Column(
        [
            *asked,
            *(
                _position(controller, match, line, opened, set_opened, adjustment, put)
                for line in shown
            ),
            *([_all(ctx, set_opened)] if opened else []),
        ],
        spacing=6,
    )


_MANY_LINES = 20
"""Number of lines beyond which a search field appears."""


def _all(ctx: AppContext, set_opened: Callable[[str], None]) -> ft.Control:
    return text_button(
        ctx.words("button.back"),
        lambda _e: set_opened(""),
        icon=ft.Icons.ARROW_BACK,
        key="adjust:all",
    )


def _position(
    controller: MatchController,
    match: Match,
    line: SettingLine,
    opened: str,
    set_opened: Callable[[str], None],
    adjustment: Adjustment,
    put: Put,
) -> ft.Control:
    weight = ft.FontWeight.BOLD if line.changed else ft.FontWeight.W_500
    row = ft.Row(
        [ft.Text(line.label, size=16, expand=True), ft.Text(line.value, size=16, weight=weight)],
        spacing=8,
    )
    button = tappable(
        row,
        controller.ctx.words("form.change", field=line.label, value=line.value),
        lambda _e: set_opened("" if opened else line.code),
        key=f"adjust:{line.code}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=13),
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=RADIUS,
    )
    if opened != line.code:
        return button
    now = presenter.value_of(match, adjustment, line.code)
    labelled = presenter.options(match, controller.wording, line.code)
    options = [Option(value, label, selected=value == now) for value, label in labelled]

    def chosen(value: str) -> None:
        put(presenter.set_to(match, adjustment, line.code, value))

    return ft.Column([button, choices(options, chosen, key="adjust:value")], spacing=8)
