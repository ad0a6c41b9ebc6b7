"""The acta by turns, newest first, and correction of its entries."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

import flet as ft

from companion.match.review import EntryVerdict
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_interaction
from companion.ui.files import use_files
from companion.ui.hooks import current_page, in_page, use_match
from companion.ui.layout import Layout
from companion.ui.panels.control.edit_entry import (
    correct,
    doubt_before,
    drop,
    has_form,
    insert_before,
    move,
)
from companion.ui.panels.control.match_controller import MatchController, use_way_back
from companion.ui.panels.control.peek import use_peek
from companion.ui.panels.corrections import broken_banner, open_panel, use_moments
from companion.ui.panels.missing_values import count_button
from companion.ui.panels.past_board import beside_the_past, over_the_past
from companion.ui.panels.report.keepsake_form import keepsake_rows
from companion.ui.panels.rulings.ruling_card import note_line, rule_links
from companion.ui.panels.shared_table import unreadable, who_mends
from companion.ui.scheduler import sliced, use_growing
from companion.ui.screens.acta.download import download_panel
from companion.ui.screens.acta.scroll_into_view import Switch, key_of
from companion.ui.shell import opening, page, screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.acta import PAGE, Acta, ActaLine, ActaTurn
from companion.ui.widgets import (
    heading,
    icon_button,
    in_own_row,
    search_field,
    seat_badge,
    secondary,
    tappable,
    text_button,
)

ClerkRef: TypeAlias = "ft.MutableRef[MatchController]"

_TONES = {
    EntryVerdict.CONSENTED: (ft.Icons.HANDSHAKE, ft.Colors.TERTIARY),
    EntryVerdict.UNVERIFIABLE: (ft.Icons.HELP_OUTLINE, ft.Colors.TERTIARY),
    EntryVerdict.REFUSED: (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
    EntryVerdict.MALFORMED: (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
    EntryVerdict.STRUCK: (ft.Icons.BLOCK, ft.Colors.ON_SURFACE_VARIANT),
    EntryVerdict.NOT_JUDGED: (ft.Icons.HOURGLASS_EMPTY, ft.Colors.ON_SURFACE_VARIANT),
}


@screen
def Screen(ctx: AppContext, match_id: str, entry_id: str = "") -> ft.Control:
    """Render the acta of a match, with its own interaction state for corrections.

    If one entry was asked for, only its turn is rendered until the whole acta is requested.
    """
    loaded = use_match(ctx, match_id)
    interaction = use_interaction(ctx.device, f"acta:{match_id}")
    opened, set_opened = ft.use_state(entry_id)
    whole, set_whole = ft.use_state(False)
    saving, set_saving = ft.use_state(False)
    match = loaded.match
    peek = use_peek(match)
    mine = ctx.client.seats(match) if match else frozenset()
    device_files = use_files()
    wording = ft.use_memo(lambda: ctx.wording(match) if match else None, [loaded.version])
    ready = use_moments(match, (match_id, loaded.version, mine))
    kept = ctx.client.keepsakes.of(match_id) if match else ()
    read = ft.use_memo(
        lambda: (
            Acta(match, wording, datetime.now().astimezone(), mine, kept)
            if match and wording and ready
            else None
        ),
        [match_id, loaded.version, mine, ready, tuple(one.id for one in kept)],
    )
    place, set_place = ft.use_state(0)
    switch: Switch = ft.use_memo(lambda: Switch(entry_id, set_opened), [])
    switch.still = ctx.still
    last: ft.MutableRef[MatchController] = ft.use_ref(None)
    use_way_back(ctx, interaction[0], last)
    if match is None or wording is None:
        return unreadable(ctx, loaded)

    controller = last.current = MatchController(
        ctx, match.held_by(peek.seat), wording, *interaction, peek=peek
    ).worded()

    panel = open_panel(controller)
    if panel is not None and ctx.layout is Layout.PHONE:
        return over_the_past(controller, panel)
    body: list[ft.Control] = [
        *who_mends(controller),
        *([broken_banner(controller)] if match.broken else []),
    ]

    def to_whole() -> None:
        set_place(read.place(entry_id) // PAGE * PAGE if read else 0)
        set_whole(True)

    if read and saving:
        body.append(download_panel(ctx, device_files, match, wording, read))
    asked = read.turn_of(entry_id) if read and entry_id and not whole else ()
    if read is None:
        body.append(opening(ctx))
    elif asked:
        body.append(_to_whole(ctx, to_whole))
        body += _turns(last, asked, opened, switch)
    else:
        body.append(Pages(ctx, last, read, place, set_place, opened, switch, key="acta:pages"))
    download = icon_button(
        ft.Icons.DOWNLOAD,
        ctx.words("acta.save"),
        lambda _e: set_saving(not saving),
        key="acta:download",
    )
    aside = beside_the_past(controller, panel, _height()) if panel is not None else []
    carry = icon_button(
        ft.Icons.SEND_TO_MOBILE,
        ctx.words("carry.title"),
        lambda _e: ctx.go(routes.match(match_id, "llevar")),
        key="acta:carry",
    )
    replay = icon_button(
        ft.Icons.SLIDESHOW,
        ctx.words("replay.title"),
        lambda _e: ctx.go(routes.match(match_id, "repaso")),
        key="acta:replay",
    )
    actions = [replay, count_button(ctx, match_id)]
    actions += [carry, download] if ctx.client.files.may_export(match) else [download]
    return page(
        ctx,
        ctx.words("acta.title"),
        body,
        actions=actions,
        aside=aside,
        scroller=switch.scroller,
    )


def _to_whole(ctx: AppContext, show: Callable[[], None]) -> ft.Control:
    button = secondary(
        ctx.words("acta.whole"), lambda _e: show(), icon=ft.Icons.HISTORY_EDU, key="acta:whole"
    )
    return in_own_row(button, key="acta:asked")


def _height() -> float:
    return (ft.context.page.height or 800) - 110


@screen
def Pages(
    ctx: AppContext,
    controller: ClerkRef,
    read: Acta,
    place: int,
    put: Callable[[int], None],
    opened: str,
    switch: Switch,
) -> ft.Control:
    """Render a page of the acta, links to the other pages, and the search."""
    query, set_query = ft.use_state("")
    nothing: tuple[str, object, tuple[int, ...]] = ("", None, ())
    results, set_found = ft.use_state(nothing)
    page_ = current_page()
    asked: ft.MutableRef[str] = ft.use_ref("")
    place = place if place < len(read) else 0

    async def look() -> None:
        places: list[int] = []
        async for n in sliced(read.search(query)):
            if asked.current != query:
                return
            if n is not None:
                places.append(n)
        set_found((query, read, tuple(places)))

    def begin() -> None:
        asked.current = query
        if query:
            in_page(page_, look)

    ft.use_effect(begin, [query, read])

    def typed(text: str) -> None:
        set_query(text.strip())
        put(0)

    known = results[2] if results[:2] == (query, read) else ()
    turns = read.each(known[place : place + PAGE]) if query else read.page(place)
    total = len(known) if query else len(read)
    body: list[ft.Control] = []
    if len(read) > PAGE:
        field = search_field(ctx.words("acta.search"), query, typed, key="acta:search")
        body.append(ft.Row([ft.Container(field, expand=True)], key="acta:searching"))
    if query and results[:2] == (query, read):
        said = ft.Text(ctx.words("acta.found", count=total), size=16)
        body.append(ft.Semantics(live_region=True, content=said, key="acta:found"))
    body += _newer(ctx, turns, place, total, put)
    drawn = use_growing((place, query, id(read)), len(turns), 4)
    body += _turns(controller, turns[:drawn], opened, switch)
    if drawn == len(turns):
        body += _older(ctx, place, total, put)
    return ft.Column(
        body, spacing=20, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, tight=True
    )


def _newer(
    ctx: AppContext,
    turns: Sequence[ActaTurn],
    place: int,
    total: int,
    put: Callable[[int], None],
) -> list[ft.Control]:
    """Build the range of numbers on a page, and the links to newer pages."""
    if total <= PAGE:
        return []
    numbers = [line.number for turn in turns for line in turn.lines]
    text = ctx.words("acta.part", first=max(numbers), last=min(numbers))
    ways = (("newer", place - PAGE, ft.Icons.ARROW_UPWARD), ("newest", 0, ft.Icons.FIRST_PAGE))
    links = [_way(ctx, put, *way) for way in ways if place > 0]
    return [_ways("newer", [ft.Text(text, size=15), *links])] if numbers else []


def _older(ctx: AppContext, place: int, total: int, put: Callable[[int], None]) -> list[ft.Control]:
    """Build the links to older pages."""
    last = (total - 1) // PAGE * PAGE
    ways = (("older", place + PAGE, ft.Icons.ARROW_DOWNWARD), ("oldest", last, ft.Icons.LAST_PAGE))
    return [_ways("older", [_way(ctx, put, *way) for way in ways])] if place < last else []


def _way(
    ctx: AppContext, put: Callable[[int], None], name: str, to: int, icon: ft.IconData
) -> ft.Control:
    return secondary(ctx.words(f"acta.{name}"), lambda _e: put(to), icon=icon, key=f"acta:{name}")


def _ways(name: str, row: list[ft.Control]) -> ft.Control:
    return ft.Row(row, wrap=True, spacing=8, run_spacing=4, key=f"acta:to:{name}")


def _turns(
    controller: ClerkRef, turns: Sequence[ActaTurn], opened: str, switch: Switch
) -> list[ft.Control]:
    """Build the turns, memoised so that unchanged ones are not rendered again."""
    return [
        Turn(
            controller,
            turn,
            opened if any(line.id == opened for line in turn.lines) else "",
            switch,
            key=f"turn:{turn.key}",
        )
        for turn in turns
    ]


@ft.component
def _Turn(controller: ClerkRef, turn: ActaTurn, opened: str, switch: Switch) -> ft.Control:
    """Render one turn. Its touches use the match controller current at that moment."""
    now = controller.current
    head: list[ft.Control] = []
    if turn.seat is not None:
        head.append(seat_badge(now.wording.colour(turn.seat), now.wording.player(turn.seat), 30))
    head.append(ft.Container(heading(turn.title, 18), expand=True))
    lines = [_entry(controller, line, line.id == opened, switch) for line in turn.lines]
    return ft.Column([ft.Row(head, spacing=8), *lines], spacing=6)


Turn = ft.memo(_Turn)  # type: ignore[no-untyped-call]


def _entry(ref: ClerkRef, line: ActaLine, opened: bool, switch: Switch) -> ft.Control:
    said = ref.current.ctx.words(
        "history.spoken", number=line.number, text=line.text, at=line.at, mark=line.mark
    )
    said = " ".join((said, *line.was, *line.mended))
    decoration = ft.TextDecoration.LINE_THROUGH if line.struck else None
    text = ft.Text(
        line.text,
        size=16,
        weight=ft.FontWeight.W_500,
        style=ft.TextStyle(decoration=decoration),
    )
    under = " · ".join(part for part in (line.at, line.author) if part)
    parts: list[ft.Control] = [text, ft.Text(under, size=13)]
    parts += [_aside(was, struck=True) for was in line.was]
    parts += [_aside(mended) for mended in line.mended]
    if line.mark:
        parts.append(_mark(line))
    row = _row_of(ref, line, parts, opened)
    button = tappable(
        row,
        said,
        lambda _e: switch.touch(line.id),
        key=f"entry:{line.id}",
        selected=opened,
        padding=12,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        radius=RADIUS,
        on_tap_down=switch.note_press,
    )
    kept = keepsake_rows(ref.current.ctx, ref.current.match_id, line.kept)
    if not opened:
        return ft.Column([button, *kept], spacing=4) if kept else button
    return ft.Column(
        [button, _details(ref, line), *kept],
        spacing=0,
        key=key_of(line.id),
        on_size_change=lambda event: switch.scroll_if_needed(line.id, event.height),
    )


def _row_of(ref: ClerkRef, line: ActaLine, parts: list[ft.Control], opened: bool) -> ft.Control:
    """Arrange an entry and its number. Large text takes the whole width."""
    settings = ref.current.ctx.settings
    arrow = ft.Icon(
        ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE, apply_text_scaling=True
    )
    if settings.large_text:
        above = ft.Row([ft.Text(str(line.number), size=14, expand=True), arrow])
        return ft.Column([above, *parts], spacing=2, tight=True)
    return ft.Row(
        [
            ft.Text(str(line.number), size=14, width=34 * settings.grown),
            ft.Column(parts, spacing=2, expand=True),
            arrow,
        ],
        spacing=6,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _aside(text: str, *, struck: bool = False) -> ft.Control:
    """Build the line that says how a correction changed an entry."""
    decoration = ft.TextDecoration.LINE_THROUGH if struck else None
    style = ft.TextStyle(decoration=decoration)
    return ft.Text(text, size=14, italic=True, style=style, color=ft.Colors.ON_SURFACE_VARIANT)


def _mark(line: ActaLine) -> ft.Control:
    icon, colour = _TONES.get(line.verdict, (ft.Icons.INFO_OUTLINE, ft.Colors.ON_SURFACE))
    return ft.Row(
        [
            ft.Icon(icon, size=18, color=colour),
            ft.Text(line.mark, size=14, color=colour, weight=ft.FontWeight.W_600, expand=True),
        ],
        spacing=4,
    )


def _details(ref: ClerkRef, line: ActaLine) -> ft.Control:
    controller = ref.current
    parts: list[ft.Control] = []
    if line.reason:
        parts.append(ft.Text(line.reason, size=16, weight=ft.FontWeight.W_600))
    parts += [ft.Text(text, size=15) for text in line.effects]
    parts += [note_line(controller.ctx, controller.rulebook, note) for note in line.notes]
    parts.append(ft.Row(_correction_buttons(ref, line), wrap=True, spacing=8, run_spacing=0))
    if line.rules:
        parts.append(rule_links(controller.ctx, controller.rulebook, line.rules))
    return ft.Container(
        ft.Column(parts, spacing=6), padding=ft.Padding.only(left=46, right=8, bottom=12)
    )


def _correction_buttons(controller: ClerkRef, line: ActaLine) -> list[ft.Control]:
    """Build the buttons for correcting an entry, those that this device may use."""
    words, match = controller.current.ctx.words, controller.current.recorded
    may_mend = controller.current.ctx.client.permissions.may_mend
    entry = next((item.entry for item in match.timeline.items if item.id == line.id), None)
    mends, buttons = may_mend(match, entry), list[ft.Control]()
    if mends and (line.correctable or has_form(controller.current, line.id)):
        buttons.append(
            secondary(
                words("button.amend"),
                lambda _e: correct(controller.current, line.id),
                icon=ft.Icons.EDIT,
                key=f"amend:{line.id}",
            )
        )
    if line.correctable:
        if may_mend(match):
            buttons.append(
                _correction_button(
                    controller, line, "acta.insert_before", ft.Icons.ADD, insert_before, "insert"
                )
            )
        if controller.current.match.game.judged:
            buttons.append(
                _correction_button(
                    controller, line, "past.could", ft.Icons.HELP_OUTLINE, doubt_before, "doubt"
                )
            )
    if line.live and mends:
        buttons += [
            _correction_button(controller, line, "past.move", ft.Icons.SWAP_VERT, move, "move"),
            _correction_button(
                controller, line, "acta.remove", ft.Icons.DELETE_OUTLINE, drop, "drop"
            ),
        ]
    return buttons


def _correction_button(
    controller: ClerkRef,
    line: ActaLine,
    word: str,
    icon: ft.IconData,
    act: Callable[[MatchController, str], None],
    key: str,
) -> ft.Control:
    return text_button(
        controller.current.ctx.words(word),
        lambda _e: act(controller.current, line.id),
        icon=icon,
        key=f"{key}:{line.id}",
    )
