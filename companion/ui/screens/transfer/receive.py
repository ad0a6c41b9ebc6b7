"""Incoming data from other devices: progress of a row of codes, and what arrived."""

from functools import partial

import flet as ft

from companion.match.files import qr_frames
from companion.services.boxes.profiles import BoxProfile
from companion.services.transfer.incoming_data import IncomingItem
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.files import use_files
from companion.ui.hooks import current_page, in_page
from companion.ui.scheduler import carry_out
from companion.ui.screens.transfer import presenter as presenter
from companion.ui.screens.transfer.presenter import Progress
from companion.ui.shell import page, screen
from companion.ui.views.file_results import ArrivalView
from companion.ui.widgets import Tone

_LONGEST = qr_frames.MAX_TEXT + 1000
"""Maximum length of a pasted link, which may hold a whole match."""


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the incoming data and the ways to bring more."""
    current = current_page()
    _, set_told = ft.use_state(0)
    ended: ft.MutableRef[object] = ft.use_ref(None)

    async def render_again() -> None:
        set_told(lambda count: count + 1)

    def join() -> None:
        ended.current = ctx.inbox.subscribe(lambda: in_page(current, render_again))

    def leave() -> None:
        if callable(ended.current):
            ended.current()
            ended.current = None

    ft.use_effect(join, [], cleanup=leave)
    arrivals = ctx.inbox.arrivals
    going_on = presenter.progress(arrivals.gathered, ctx.words)
    shown = [*([_progress(ctx, going_on)] if going_on else [])]
    shown += [_arrival(ctx, arrival, n) for n, arrival in enumerate(arrivals.items)]
    ways = [_link(ctx), FileField(ctx, key="picking")]
    # Codes that are read elsewhere come after what can be done here.
    ways.insert(0 if ctx.read_codes or ctx.place.site else len(ways), _camera(ctx))
    title = ctx.words("receive.title")
    if shown:
        return page(ctx, title, shown, aside=ways, back=routes.HOME)
    return page(ctx, title, ways, back=routes.HOME)


def _progress(ctx: AppContext, going_on: Progress) -> ft.Control:
    drop = widgets.text_button(
        ctx.words("receive.drop"), lambda _e: ctx.inbox.drop(), icon=ft.Icons.CLOSE, key="drop"
    )
    said = ft.Text(going_on.text, size=22, weight=ft.FontWeight.BOLD)
    return widgets.card(
        [
            ft.Semantics(live_region=True, content=said),
            ft.ProgressBar(
                value=going_on.share,
                bar_height=10,
                border_radius=5,
                semantics_label=going_on.text,
            ),
            ft.Text(ctx.words("receive.go_on"), size=16),
            widgets.in_own_row(drop),
        ],
        key="progress",
    )


def _arrival(ctx: AppContext, arrival: IncomingItem, number: int) -> ft.Control:
    view = presenter.arrival(arrival, ctx.words)
    tone = Tone.BAD if view.bad else Tone.CALM if view.waits else Tone.GOOD
    return widgets.message(view.text, tone, actions=_next(ctx, arrival, view), key=f"came:{number}")


def _next(ctx: AppContext, arrival: IncomingItem, view: ArrivalView) -> tuple[ft.Control, ...]:
    """Build the actions on an arrival."""
    words, actions = ctx.words, []
    if view.waits:
        take = partial(_accepted, ctx, arrival)
        leave = partial(_left, ctx, arrival)
        actions.append(widgets.primary(words("receive.keep"), take, key="came-take"))
        actions.append(widgets.text_button(words("receive.leave"), leave, key="came-leave"))
    if view.copy:
        keep = partial(_copied, ctx, arrival)
        actions.append(widgets.primary(words("import.as_copy"), keep, key="came-copy"))
    if view.partial:
        take = partial(_taken_in_part, ctx, arrival)
        actions.append(widgets.primary(words("damaged.take"), take, key="came-part"))
    if view.match is not None:
        open_it = partial(_open, ctx, routes.match(view.match))
        # Only one of two buttons is the primary one.
        button = widgets.secondary if view.copy else widgets.primary
        actions.append(button(words("import.open"), open_it, key="came-open"))
    if view.box is not None:
        see = partial(_open, ctx, routes.box(view.box.game, view.box.id))
        actions.append(widgets.primary(words("receive.open_box"), see, key="came-box"))
        actions += [_merge(ctx, mine, view.box) for mine in _alike(ctx, view.box)]
    if view.disputes:
        only = len(view.disputes) == 1
        route = routes.dispute(view.disputes[0]) if only else routes.DISPUTES
        word = "receive.open_dispute" if only else "receive.open_disputes"
        open_it = partial(_open, ctx, route)
        actions.append(widgets.primary(words(word), open_it, key="came-disputes"))
    return tuple(actions)


def _alike(ctx: AppContext, arrived: BoxProfile) -> list[BoxProfile]:
    """Return the other boxes of the same game, which it can be merged into."""
    return [box for box in ctx.client.boxes.all(arrived.game) if box.id != arrived.id]


def _merge(ctx: AppContext, mine: BoxProfile, arrived: BoxProfile) -> ft.Control:
    return widgets.secondary(
        ctx.words("receive.merge_box", name=mine.name),
        partial(_open, ctx, routes.merge_box(mine.game, mine.id, arrived.id)),
        icon=ft.Icons.MERGE,
        key=f"came-merge:{mine.id}",
    )


def _accepted(ctx: AppContext, arrival: IncomingItem, _event: object) -> None:
    carry_out(ctx.inbox.accepting(ctx.client, arrival))


def _left(ctx: AppContext, arrival: IncomingItem, _event: object) -> None:
    ctx.inbox.leave(arrival)


def _copied(ctx: AppContext, arrival: IncomingItem, _event: object) -> None:
    ctx.inbox.copy(ctx.client, arrival)


def _taken_in_part(ctx: AppContext, arrival: IncomingItem, _event: object) -> None:
    ctx.inbox.take_part(ctx.client, arrival)


def _open(ctx: AppContext, route: str, _event: object) -> None:
    ctx.go(route)


def _camera(ctx: AppContext) -> ft.Control:
    """Build the hint for the camera. Codes open the published site; elsewhere a link is pasted."""
    words = ctx.words
    text = ft.Text(words(_camera_words(ctx)), size=16, expand=True)
    icon = ft.Icon(ft.Icons.QR_CODE_SCANNER, size=28, color=ft.Colors.PRIMARY)
    row = ft.Row([icon, text], spacing=14, vertical_alignment=ft.CrossAxisAlignment.START)
    return widgets.section(words("carry.codes"), [*_reader(ctx), row], key="camera")


def _camera_words(ctx: AppContext) -> str:
    if ctx.read_codes:
        return "receive.camera_here"
    return "receive.camera" if ctx.place.site else "receive.camera_elsewhere"


def _reader(ctx: AppContext) -> list[ft.Control]:
    """Build the button that reads codes within the app, if the browser can."""
    read = ctx.read_codes
    if read is None:
        return []
    button = widgets.primary(
        ctx.words("receive.read"),
        lambda _e: read(),
        icon=ft.Icons.PHOTO_CAMERA_OUTLINED,
        key="read-codes",
    )
    return [widgets.in_own_row(button)]


def _link(ctx: AppContext) -> ft.Control:
    words = ctx.words
    hint = ft.Text(words("receive.link_hint"), size=16)
    return widgets.section(words("carry.link"), [hint, LinkField(ctx, key="pasting")], key="link")


@screen
def LinkField(ctx: AppContext) -> ft.Control:
    """Render the field for a link copied elsewhere."""
    typed, set_typed = ft.use_state("")
    words = ctx.words

    def take() -> None:
        if typed.strip():
            carry_out(ctx.inbox.taking(ctx.client, [typed]), lambda _: set_typed(""))

    field = widgets.text_field(
        words("receive.paste"),
        typed,
        set_typed,
        key="paste",
        maximum=_LONGEST,
        on_submit=lambda _text: take(),
    )
    button = widgets.secondary(
        words("receive.take"),
        lambda _e: take(),
        icon=ft.Icons.DOWNLOAD_OUTLINED,
        key="take",
        disabled=not typed.strip(),
    )
    return widgets.field_with_button(field, button)


@screen
def FileField(ctx: AppContext) -> ft.Control:
    """Render the button that picks a file."""
    files = use_files()
    words = ctx.words

    def picked(data: bytes) -> None:
        if data:
            carry_out(ctx.inbox.taking_file(ctx.client, data))
        else:
            ctx.notify(words("import.no_data"))

    button = widgets.secondary(
        words("receive.pick"),
        lambda _e: (ctx.pick_file or files.pick)(picked),
        icon=ft.Icons.FILE_UPLOAD_OUTLINED,
        key="pick",
    )
    hint = ft.Text(words("receive.file_hint"), size=16)
    return widgets.section(words("carry.file"), [hint, widgets.in_own_row(button)], key="file")
