"""Screen of the result: winners and reason, score history, and a button for another match."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import flet as ft

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.matches.summary import end_time
from companion.ui import routes
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.hooks import current_page, use_match
from companion.ui.layout import RAIL, Layout, board_alone
from companion.ui.panels.backup import Reminder
from companion.ui.panels.clock import times_section
from companion.ui.panels.keep_in_box import box_offer
from companion.ui.panels.missing_values import MissingValues
from companion.ui.panels.report.keepsake_form import KeepsakeForm, keepsake_rows
from companion.ui.panels.rulings.origin import asked_of, origin_card
from companion.ui.panels.rulings.ruling_card import rule_links
from companion.ui.panels.shared_table import carry_button, successor_line, unreadable
from companion.ui.screens.result import picture
from companion.ui.screens.result.presenter import (
    FinalView,
    KeyMoment,
    PodiumStep,
    curve,
    final,
    key_moments,
    open_codes,
    podium,
    series,
    steady,
    turns,
)
from companion.ui.screens.result.score_table import LETTER_SHARE, Cell, score_table
from companion.ui.screens.result.share_picture import ResultImage, SharedPicture, shared_result
from companion.ui.shell import page, screen
from companion.ui.theme import RADIUS, seat_look
from companion.ui.views.entries.entry_lines import closed_text, date_said, retold_text
from companion.ui.views.entries.keepsake_lines import keepsake_lines
from companion.ui.views.table.scores import compared
from companion.ui.widgets import (
    ChartLine,
    card,
    heading,
    in_own_row,
    line_chart,
    primary,
    seat_badge,
    seat_chip,
    secondary,
    section,
    tappable,
)

_NONE: Cell | None = None
_GAP = 8
"""Distance between the columns of the podium."""
_EDGE = 28
"""Margin on either side of the podium."""
_ON_PODIUM = 28
"""Size of an amount on the podium."""
_LETTER = 10.5
"""Width of a bold letter of a name, averaged over the widest names."""
_PODIUM = 96
"""Difference in height between the highest column and one for 0."""


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the result of a match."""
    loaded = use_match(ctx, match_id)
    opened, set_opened = ft.use_state(_NONE)
    _, redraw = ft.use_state(0)
    match = loaded.match
    if match is None:
        return unreadable(ctx, loaded)
    wording = ctx.wording(match)
    end = final(match, wording)
    table = routes.match(match_id)
    title = ctx.words("outcome.title")
    if end is None:
        still = ft.Text(ctx.words("final.still"), size=18)
        go = primary(ctx.words("final.to_table"), lambda _e: ctx.go(table), key="to_table")
        return page(ctx, title, [still, in_own_row(go)])

    def touched(cell: Cell) -> None:
        set_opened(None if opened == cell else cell)

    def redrawn() -> None:
        redraw(lambda count: count + 1)

    codes, course = _ranked(match), _course(match)
    body = [_winners(ctx, match, wording, end, codes)]
    if match.closed:
        agreed = closed_text(match.closed, wording)
        body.append(ft.Text(agreed, size=16, key="closed"))
    if end.lacks:
        body.append(MissingValues(ctx, match, end.lacks, key="missing"))
    if match.retold:
        body.append(ft.Text(retold_text(match.retold, wording), size=16, key="retold"))
    else:
        body.append(score_table(ctx, match, wording, touched))
    if opened is not None:
        everyone = range(len(match.options.players))
        body.append(origin_card(ctx, match, wording, asked_of(match, wording, *opened), everyone))
    body += [] if match.retold else _moments(ctx, match, wording, course)
    body += _notes(ctx, match, redrawn)
    if ctx.place.phone:
        body.append(Reminder(ctx, key="reminder"))
    body += box_offer(ctx, match, redrawn)
    again = primary(
        ctx.words("final.again"),
        lambda _e: ctx.go(routes.new_match(match.game.id, match_id)),
        icon=ft.Icons.REPLAY,
        key="again",
    )
    acta = secondary(
        ctx.words("nav.acta"), lambda _e: ctx.go(routes.match(match_id, "acta")), key="to_acta"
    )
    aside = [] if match.retold else [_chart(ctx, match, wording, course)]
    aside += times_section(ctx, match, wording)
    shared = _shared(ctx, match, wording, end)
    aside.append(SharedPicture(ctx, shared, key="picture"))
    replay = secondary(
        ctx.words("replay.open"),
        lambda _e: ctx.go(routes.match(match_id, "repaso")),
        icon=ft.Icons.SLIDESHOW,
        key="to_replay",
    )
    more = [acta] if match.retold else [acta, replay]
    if ctx.client.files.may_export(match):
        more.append(carry_button(ctx, routes.match(match_id, "llevar")))
    aside.append(ft.Row(more, wrap=True, spacing=8, run_spacing=8))
    foot = [again] if ctx.client.owner else successor_line(ctx, match)
    return page(ctx, title, body, back=table, aside=aside, foot=foot)


def _notes(ctx: AppContext, match: Match, done: Callable[[], None]) -> list[ft.Control]:
    """Build the notes and photos of the table, and the form for one more."""
    match_id, keepsakes = match.started.match, ctx.client.keepsakes
    said = keepsake_lines(keepsakes.of(match_id), ctx.words, datetime.now().astimezone())
    rows = keepsake_rows(ctx, match_id, said)
    if keepsakes.may_add(match_id):
        rows.append(KeepsakeForm(ctx, match, done, key="note:field"))
    return [section(ctx.words("final.notes"), rows, key="notes")] if rows else []


def _ranked(match: Match) -> tuple[str, ...]:
    """Return the score lines that decide the match, as far as everybody may see them."""
    game, seen = game_screen(match.game.id), open_codes(match)
    wanted = game.deciding
    return tuple(code for code in wanted if code in seen) or seen[:1]


def _course(match: Match) -> tuple[str, ...]:
    """Return the score lines that show how the match went.

    Where a table ends its match, what decided may not be what it would have been played for.
    """
    course, seen = game_screen(match.game.id).course, open_codes(match)
    wanted = course(match) if course else ()
    if match.closed:
        told = compared(match).items()
        apart = (code for code, lines in told if len({line.amount for line in lines}) > 1)
        wanted = next(((code,) for code in apart), wanted)
    return tuple(code for code in wanted if code in seen) or _ranked(match)


_FEW: Final = 3
"""Greatest number of score lines named one by one."""


def _labels(wording: Wording, codes: Sequence[str]) -> str:
    labels = [wording.score_label(code) for code in codes]
    if len(labels) > _FEW:
        return wording.app("final.summed", label=labels[0])
    return " + ".join(labels)


def _label(match: Match, wording: Wording, codes: Sequence[str]) -> str:
    """Return the name of the number that decided: one and the same wherever it is shown."""
    decisive = next(iter(compared(match)), "")
    if decisive and tuple(codes) == _ranked(match):
        return wording.score_label(decisive)
    return _labels(wording, codes)


def _winners(
    ctx: AppContext, match: Match, wording: Wording, end: FinalView, codes: Sequence[str]
) -> ft.Control:
    # No rule says what follows when somebody gives up.
    by_table = match.retold or (match.closed and match.closed.gave_up)
    rules = () if by_table else (end.rule,)
    said = ft.Text(end.reason, size=22, weight=ft.FontWeight.BOLD, text_align=ft.TextAlign.CENTER)
    return ft.Container(
        ft.Column(
            [
                _podium(ctx, _steps(match, wording, codes, end), _label(match, wording, codes)),
                ft.Semantics(heading_level=1, live_region=True, content=said),
                rule_links(ctx, routes.match_rules(match.started.match), rules),
            ],
            spacing=12,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        key="winners",
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
        padding=16,
    )


def _steps(
    match: Match, wording: Wording, codes: Sequence[str], end: FinalView
) -> tuple[PodiumStep, ...]:
    return podium(match, wording, codes, end.winners, fewest=_fewest(match))


def _fewest(match: Match) -> bool:
    return game_screen(match.game.id).fewest(match)


def _podium(ctx: AppContext, steps: Sequence[PodiumStep], label: str) -> ft.Control:
    """Build the podium with the winner in the middle, described in one sentence."""
    order = [steps[n] for n in picture.places(len(steps))]
    said = ctx.words(
        "final.podium",
        label=label,
        ends=tuple(
            ctx.words("final.ends_with", name=step.name, amount=step.shown) + step.also
            if step.known
            else step.name
            for step in steps
        ),
    )
    columns = ft.Row(
        [_podium_step(step) for step in order],
        spacing=_GAP,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    lines = ft.Column([_podium_line(step) for step in steps], spacing=_GAP, tight=True)
    fits = names_fit(ctx, [step.name for step in steps]) and _amounts_fit(ctx, steps)
    drawn = columns if fits else lines
    return ft.Semantics(
        image=True,
        label=said,
        content=ft.Semantics(exclude_semantics=True, content=drawn),
        key="podium",
    )


def names_fit(ctx: AppContext, names: Sequence[str]) -> bool:
    """Return whether every word of the names fits the width of a podium column."""
    column = _podium_column(ctx, len(names))
    longest = max(len(word) for name in names for word in name.split())
    return longest * _LETTER * ctx.settings.text_scale / 100 <= column


def _amounts_fit(ctx: AppContext, steps: Sequence[PodiumStep]) -> bool:
    """Return whether every amount fits the width of a podium column in one line."""
    longest = max(len(step.shown) for step in steps)
    wide = longest * LETTER_SHARE * _ON_PODIUM * ctx.settings.text_scale / 100
    return wide <= _podium_column(ctx, len(steps))


def _podium_column(ctx: AppContext, count: int) -> float:
    """Return the width of one of so many columns."""
    room = board_alone(ctx.layout, current_page().width or 412) - 2 * _EDGE
    return (room - _GAP * (count - 1)) / count


def _podium_line(step: PodiumStep) -> ft.Control:
    """Build a podium row, used when a name would not fit its column."""
    look = seat_look(step.colour)
    crown = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=32, color=look.on_colour)] if step.won else []
    name = ft.Text(step.name, size=18, weight=ft.FontWeight.BOLD, color=look.on_colour, expand=True)
    amount = ft.Text(step.shown, size=_ON_PODIUM, weight=ft.FontWeight.BOLD, color=look.on_colour)
    ties = [ft.Text(tie, size=14, color=look.on_colour) for tie in step.ties]
    row = ft.Row([*crown, name, amount], spacing=8)
    return ft.Container(
        ft.Column([row, *ties], spacing=0, tight=True),
        padding=ft.Padding.symmetric(horizontal=14, vertical=6),
        bgcolor=look.colour,
        border_radius=12,
    )


def _podium_step(step: PodiumStep) -> ft.Control:
    look = seat_look(step.colour)
    crown = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=44, color=ft.Colors.PRIMARY)] if step.won else []
    amount = ft.Text(step.shown, size=_ON_PODIUM, weight=ft.FontWeight.BOLD, color=look.on_colour)
    return ft.Container(
        ft.Column(
            [
                *crown,
                seat_badge(step.colour, step.name, 52 if step.won else 40),
                ft.Text(
                    step.name,
                    size=17,
                    weight=ft.FontWeight.BOLD if step.won else ft.FontWeight.W_500,
                    text_align=ft.TextAlign.CENTER,
                ),
                *(ft.Text(tie, size=14, text_align=ft.TextAlign.CENTER) for tie in step.ties),
                ft.Container(
                    amount,
                    padding=ft.Padding.only(top=8, bottom=8 + _PODIUM * max(step.share, 0)),
                    alignment=ft.Alignment.TOP_CENTER,
                    bgcolor=look.colour,
                    border_radius=ft.BorderRadius.only(top_left=12, top_right=12),
                ),
            ],
            spacing=4,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        expand=1,
        alignment=ft.Alignment.BOTTOM_CENTER,
    )


def _moments(
    ctx: AppContext, match: Match, wording: Wording, codes: Sequence[str]
) -> list[ft.Control]:
    """Build the key moments. A touch opens the entry in the acta."""
    moments = key_moments(
        match, wording, codes, match.entries[-1].at.astimezone(), fewest=_fewest(match)
    )
    if not moments:
        return []
    rows = [_moment(ctx, match, wording, one) for one in moments]
    return [section(ctx.words("final.moments"), rows, key="moments")]


def _moment(ctx: AppContext, match: Match, wording: Wording, one: KeyMoment) -> ft.Control:
    texts: list[ft.Control] = [
        ft.Text(one.title, size=17, weight=ft.FontWeight.W_600),
        ft.Text(one.text, size=15),
    ]
    visual = ft.Row(
        [
            seat_badge(wording.colour(one.seat), wording.player(one.seat), 34),
            ft.Column(texts, spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT),
        ],
        spacing=12,
    )
    return tappable(
        visual,
        f"{one.title}. {one.text}",
        lambda _e: ctx.go(routes.entry(match.started.match, one.entry)),
        key=f"moment:{one.entry}",
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _shared(ctx: AppContext, match: Match, wording: Wording, end: FinalView) -> ResultImage:
    """Return the result as a picture and as a text."""
    codes, course = _ranked(match), _course(match)
    when = date_said(end_time(match), datetime.now().astimezone(), ctx.words)
    result = picture.ResultPicture(
        title=match.started.title or ctx.rulebook(match.game.id).info.name,
        when=when,
        reason=end.reason,
        label=_label(match, wording, course),
        podium=_steps(match, wording, codes, end),
        curve=() if match.retold else series(match, *course),
        foot=ctx.words("app.name"),
    )
    return shared_result(ctx, match, wording, result, _label(match, wording, codes))


def _chart(ctx: AppContext, match: Match, wording: Wording, codes: Sequence[str]) -> ft.Control:
    lines_of_seats = series(match, *codes)
    label = _label(match, wording, codes)
    lines = [
        ChartLine(
            wording.player(one.seat),
            seat_look(one.colour).colour,
            tuple(float(point) for point in one.points),
        )
        for one in lines_of_seats
    ]
    fewest = _fewest(match)
    alone, number = steady(match, codes, fewest=fewest), turns(match)
    said = curve(lines_of_seats, label, wording, number=number, steady=alone, fewest=fewest)
    legend = ft.Row(
        [
            seat_chip(wording.colour(one.seat), wording.player(one.seat), size=15)
            for one in lines_of_seats
        ],
        wrap=True,
        spacing=16,
    )
    title = ctx.words("final.chart_title", label=label)
    caption = ft.Semantics(exclude_semantics=True, content=ft.Text(said, size=15))
    drawn = line_chart(lines, said, width=_chart_width(ctx))
    return card([heading(title, 18), drawn, legend, caption], key="chart")


_CHART, _BESIDE = 560, 64
"""Preferred width of the chart, and the margins of page and card beside it."""


def _chart_width(ctx: AppContext) -> float:
    width = float(current_page().width or 412)
    column = width if ctx.layout is Layout.PHONE else (width - RAIL) / 2
    return min(_CHART, column - _BESIDE)
