"""Agreements of a new match: options, the box, and the readings of open rulings."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import flet as ft

from companion.services.disputes.model import Dispute
from companion.ui import routes, widgets
from companion.ui.panels.rulings.precedents import see_button, suggestions
from companion.ui.screens.new_match import presenter
from companion.ui.screens.new_match.setup_service import Setup
from companion.ui.views.rulings.dispute_view import date_of
from companion.ui.views.rulings.ruling_choices import RulingView
from companion.ui.widgets import Option


def on_top(setup: Setup) -> ft.Control:
    """Build the rulings that every table decides, the clock and the name of the match."""
    words = setup.ctx.words
    top, _ = presenter.ruling_views(setup.data, setup.plan, words, setup.own.on_top)
    title = widgets.text_field(
        words("new.match_title"),
        setup.plan.title,
        lambda text: setup.change(lambda plan: replace(plan, title=text)),
        key="title",
        multiline=setup.ctx.settings.large_text,
    )
    # The container names the title field.
    return ft.Column(
        [*(_question(setup, view) for view in top), _clock(setup), title],
        spacing=10,
        key="options",
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def in_short(setup: Setup) -> str:
    """Return the agreements in one line."""
    words, box = setup.ctx.words, setup.box()
    short = presenter.in_short(setup.data, setup.plan, words, setup.own.on_top)
    return short if box is None else f"{short} · {words('new.with_box', name=box.name)}"


def _clock(setup: Setup) -> ft.Control:
    """Build the choice of showing the turn clock."""
    words, on = setup.ctx.words, setup.plan.clock
    picks = [
        Option(
            value,
            words(f"clock.{name}"),
            selected=on is value,
            icon=ft.Icons.CHECK if on is value else None,
        )
        for value, name in ((False, "off"), (True, "on"))
    ]
    return ft.Column(
        [
            ft.Text(words("clock.option"), size=17, weight=ft.FontWeight.W_600),
            widgets.choices(
                picks,
                lambda chosen: setup.change(lambda plan: replace(plan, clock=chosen)),
                key="clock",
            ),
            ft.Text(words("clock.option_hint"), size=14, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=10,
        key="question:clock",
    )


def box(setup: Setup) -> ft.Control:
    """Build the choice of the box that is on the table."""
    words, chosen = setup.ctx.words, setup.box()
    picks = [Option("", words("new.box_default"), selected=chosen is None)]
    picks += [
        Option(box.id, box.name, selected=box == chosen, icon=ft.Icons.INVENTORY_2)
        for box in setup.boxes()
    ]
    own = widgets.text_button(
        words("new.box_new"),
        lambda _e: setup.ctx.go(routes.box(setup.game.id)),
        icon=ft.Icons.EDIT_NOTE,
        key="new-box",
    )
    return widgets.section(
        words("new.box"),
        [
            ft.Text(words("new.box_hint"), size=15),
            widgets.choices(
                picks,
                lambda box_id: setup.change(lambda plan: replace(plan, box=box_id)),
                key="box",
            ),
            widgets.in_own_row(own),
        ],
        key="box",
    )


def rulings(setup: Setup, opened: bool, toggle: Callable[[], None]) -> ft.Control:
    """Build the other rulings, folded until someone opens them."""
    words = setup.ctx.words
    _, others = presenter.ruling_views(setup.data, setup.plan, words, setup.own.on_top)
    if not others:
        return ft.Container()
    changed = sum(view.changed for view in others)
    button = widgets.secondary(
        words("new.hide_rulings") if opened else words("new.see_rulings"),
        lambda _e: toggle(),
        icon=ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE,
        key="rulings-toggle",
    )
    lines: list[ft.Control] = [ft.Text(words("new.rulings_hint", n=len(others)), size=15)]
    if changed:
        text = words("new.rulings_changed", n=changed)
        lines.append(ft.Text(text, size=15, weight=ft.FontWeight.BOLD))
    lines.append(widgets.in_own_row(button))
    if not opened:
        lines += settled(setup)
    if opened:
        lines += [widgets.card([_question(setup, view)], key=f"card:{view.id}") for view in others]
    return widgets.section(words("new.rulings"), lines, key="rulings")


def settled(setup: Setup) -> list[ft.Control]:
    """Build the host's precedents for this game that differ from the readings chosen here."""
    _, others = presenter.ruling_views(setup.data, setup.plan, setup.ctx.words, setup.own.on_top)
    precedents = suggestions(setup.ctx, setup.game.id, others)
    if not precedents:
        return []
    said = setup.ctx.words("dispute.offer.settled", n=len(precedents))
    return [ft.Text(said, size=15), *(_settled(setup, dispute) for dispute in precedents.values())]


def _question(setup: Setup, view: RulingView) -> ft.Control:
    words = setup.ctx.words
    ruling = setup.data.rulings_by_id[view.id]

    def read(reading: str) -> None:
        setup.change(lambda plan: presenter.read_as(plan, ruling, reading))

    picks = [
        Option(
            reading.id,
            reading.text,
            detail=words("new.default_mark") if reading.default else "",
            selected=reading.chosen,
            icon=ft.Icons.CHECK if reading.chosen else None,
        )
        for reading in view.readings
    ]
    house = suggestions(setup.ctx, setup.game.id, (view,)).values()
    return ft.Column(
        [
            ft.Text(view.question, size=17, weight=ft.FontWeight.W_600),
            widgets.choices(picks, partial(_tell, read), key=f"ruling:{view.id}"),
            *(_settled(setup, dispute) for dispute in house),
            ft.Text(f"{view.basis}. {view.why}", size=14, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=10,
        key=f"question:{view.id}",
    )


def _settled(setup: Setup, dispute: Dispute) -> ft.Control:
    """Build one precedent of the host with a button to adopt it. It is never adopted silently."""
    words, ctx = setup.ctx.words, setup.ctx
    ruling = setup.data.rulings_by_id[dispute.ruling or ""]
    reading = dispute.decision.reading
    when = date_of(dispute.decision, datetime.now().astimezone(), words)
    shown = ruling.words.get(reading, reading)
    said = f"{ruling.title}\n{words('dispute.offer.setup', reading=shown, when=when)}"
    take = widgets.secondary(
        words("dispute.offer.take"),
        lambda _e: setup.change(lambda plan: presenter.read_as(plan, ruling, reading)),
        icon=ft.Icons.CHECK,
        key=f"settled:take:{ruling.id}",
    )
    actions = (take, see_button(ctx, dispute.id))
    return widgets.message(said, actions=actions, key=f"settled:{ruling.id}")


def _tell(read: Callable[[str], None], reading: str) -> None:
    read(reading)
