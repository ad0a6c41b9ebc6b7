"""Transfer of a match, a box or disputes to another device, by file, link or QR codes."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.match.resumable import Resumable, done
from companion.services.disputes.model import Dispute
from companion.services.matches.match_list import SHORT
from companion.services.storage.store import StoreError
from companion.services.transfer import incoming_data
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.files import (
    ACTA_ENDING,
    BOX_ENDING,
    DISPUTE_ENDING,
    Files,
    file_name,
    is_copied,
    use_files,
)
from companion.ui.hooks import current_page, in_page, use_match
from companion.ui.layout import Layout
from companion.ui.panels.shared_table import unreadable
from companion.ui.scheduler import use_slices
from companion.ui.screens.transfer.presenter import CarryView, carried
from companion.ui.shell import dead_end, opening, page, screen
from companion.ui.widgets import Tone

_SECONDS = 4
_WIDEST = {Layout.PHONE: 440.0, Layout.LANDSCAPE: 300.0, Layout.WIDE: 460.0}
_AROUND = 48
"""Width beside the code on a phone. The code takes all the rest."""
_ABOVE_AND_BELOW = 390
"""Height of everything else in view on a phone: header, hint, counter, tabs."""
_LEAST = 240.0
"""Smallest size that a camera reads."""


@screen
def Codes(ctx: AppContext, codes: tuple[str, ...]) -> ft.Control:
    """Render the current code, its number and the controls."""
    number, set_number = ft.use_state(0)
    moving, set_moving = ft.use_state(True)
    count = len(codes)
    now = min(number, count - 1)

    def turn(step: int) -> None:
        set_number((now + step) % count)

    async def advance() -> None:
        if moving and count > 1:
            await asyncio.sleep(_SECONDS)
            set_number((now + 1) % count)

    # Flet cancels a pending effect only if it has a cleanup. It has to be cancelled when a code is
    # turned by hand, and at the end.
    ft.use_effect(advance, [now, moving, count], cleanup=_nothing)
    label = ctx.words("carry.code_spoken", n=now + 1, total=count)
    code = ft.Row(
        [widgets.qr(codes[now], label, size=_size(ctx.layout))],
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if count == 1:
        return code
    words = ctx.words
    counter = ft.Text(
        words("carry.counter", n=now + 1, total=count), size=24, weight=ft.FontWeight.BOLD
    )
    row = [
        widgets.icon_button(
            ft.Icons.CHEVRON_LEFT, words("carry.before"), lambda _e: turn(-1), key="before", size=34
        ),
        counter,
        widgets.icon_button(
            ft.Icons.CHEVRON_RIGHT, words("carry.after"), lambda _e: turn(1), key="after", size=34
        ),
        widgets.icon_button(
            ft.Icons.PAUSE if moving else ft.Icons.PLAY_ARROW,
            words("carry.pause" if moving else "carry.play"),
            lambda _e: set_moving(not moving),
            key="moving",
            size=34,
        ),
    ]
    return ft.Column(
        [code, ft.Row(row, alignment=ft.MainAxisAlignment.CENTER, spacing=12)],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _nothing() -> None:
    """Clean up nothing. Flet cancels a waiting effect only if it has a cleanup."""


def _size(layout: Layout) -> float:
    page = current_page()
    size = min(_WIDEST[layout], (page.width or 412) - _AROUND)
    if layout is Layout.PHONE:
        return min(size, max(_LEAST, (page.height or 915) - _ABOVE_AND_BELOW))
    return size


_SENT_WHOLE = 2_000
"""Longest link that every messaging program sends unchanged."""


@dataclass(frozen=True)
class TransferPacket:
    """Packet to transfer, with its file form and the route back."""

    what: str
    packed: bytes
    file: Callable[[], bytes]
    file_name: str
    back: str


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the transfer of a match."""
    loaded = use_match(ctx, match_id)
    match = loaded.match
    allowed = match is not None and ctx.client.files.may_export(match)
    packed = _use_packed(ctx, match_id, loaded.version, allowed)
    if match is None:
        return unreadable(ctx, loaded)
    back = routes.match(match_id, "acta")
    if packed is None:
        return page(ctx, ctx.words("carry.title"), [opening(ctx)], back=back)
    if not packed:
        denied = widgets.message(ctx.words("share.export.denied"), Tone.CARE, key="denied")
        return page(ctx, ctx.words("carry.title"), [denied], back=back)
    title = match.started.title or ctx.rulebook(match.game.id).info.name
    name = file_name(" ".join((title, *match.options.players)), ACTA_ENDING)
    parcel = TransferPacket(
        incoming_data.MATCH, packed, lambda: ctx.client.files.export(match_id), name, back
    )
    return TransferPage(ctx, parcel, key="carrying")


def _use_packed(ctx: AppContext, match_id: str, version: int, allowed: bool) -> bytes | None:
    """Return the packed match at this version, or None while a long one is being packed."""
    name = (match_id, version)
    kept: ft.MutableRef[tuple[object, bytes]] = ft.use_ref(None)

    def known() -> bytes | None:
        if not allowed:
            return b""
        return kept.current[1] if kept.current and kept.current[0] == name else None

    def work() -> Resumable[None]:
        try:
            packed = yield from ctx.client.files.pack(match_id)
        except StoreError as error:
            packed = b""
            ctx.notify(ctx.words(f"store.{error.code}"))
        kept.current = (name, packed)

    if known() is None and version <= SHORT:
        done(work())
    use_slices((*name, allowed), lambda: known() is not None, work)
    return known()


@screen
def BoxScreen(ctx: AppContext, game_id: str, box_id: str) -> ft.Control:
    """Render the transfer of a box."""
    box = next(
        (candidate for candidate in ctx.client.boxes.all(game_id) if candidate.id == box_id), None
    )
    if box is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("store.not_found"))
    packed = ctx.client.boxes.pack(box_id)
    name = file_name(box.name, BOX_ENDING)
    back = routes.box(game_id, box_id)
    parcel = TransferPacket(
        incoming_data.BOX, packed, lambda: ctx.client.boxes.export(box_id), name, back
    )
    return TransferPage(ctx, parcel, key="carrying")


@screen
def DisputeScreen(ctx: AppContext, dispute_id: str) -> ft.Control:
    """Render the transfer of a dispute."""
    dispute = ctx.client.disputes.find(dispute_id)
    if dispute is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("dispute.gone"))
    return _disputes(ctx, (dispute,), dispute.question, routes.dispute(dispute_id))


@screen
def DisputesScreen(ctx: AppContext, game_id: str) -> ft.Control:
    """Render the transfer of all disputes about a game."""
    disputes = ctx.client.disputes.all(game_id)
    if not disputes:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("dispute.gone"))
    title = f"{ctx.words('dispute.title')} {game_id}"
    return _disputes(ctx, disputes, title, routes.disputes(game_id))


def _disputes(ctx: AppContext, disputes: tuple[Dispute, ...], title: str, back: str) -> ft.Control:
    ids, dispute_service = [dispute.id for dispute in disputes], ctx.client.disputes
    name = file_name(title, DISPUTE_ENDING)
    packed = dispute_service.pack(ids)
    parcel = TransferPacket(
        incoming_data.DISPUTE, packed, lambda: dispute_service.export(ids), name, back
    )
    return TransferPage(ctx, parcel, key="carrying")


@screen
def TransferPage(ctx: AppContext, parcel: TransferPacket) -> ft.Control:
    """Render the three ways of transfer. On a phone the codes come first."""
    files = use_files()
    clipboard = ft.use_memo(ft.Clipboard, [])
    site, words = ctx.site, ctx.words
    view = ft.use_memo(
        lambda: carried(parcel.what, parcel.packed, site) if site else None, [parcel.packed, site]
    )
    intro = ft.Text(words(f"carry.intro_{parcel.what}"), size=17)
    first = [intro, _file(ctx, parcel, files)]
    if view is None:
        return page(ctx, words("carry.title"), [*first, _no_site(ctx)], back=parcel.back)
    first.append(_link(ctx, parcel, view, clipboard))
    codes = [_codes(ctx, view)]
    body, aside = (codes, first) if ctx.layout is Layout.PHONE else (first, codes)
    return page(ctx, words("carry.title"), body, aside=aside, back=parcel.back)


def _file(ctx: AppContext, parcel: TransferPacket, files: Files) -> ft.Control:
    words = ctx.words

    def save() -> None:
        try:
            files.save(parcel.file_name, parcel.file())
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))

    button = widgets.secondary(
        words("carry.file_save"),
        lambda _e: save(),
        icon=ft.Icons.FILE_DOWNLOAD_OUTLINED,
        key="carry-file",
    )
    hint = ft.Text(words("carry.file_hint"), size=16)
    return widgets.section(words("carry.file"), [hint, widgets.in_own_row(button)], key="file")


def _link(
    ctx: AppContext, parcel: TransferPacket, view: CarryView, clipboard: ft.Clipboard
) -> ft.Control:
    words = ctx.words
    if not view.link:
        return widgets.section(
            words("carry.link"), [ft.Text(words("carry.no_link"), size=16)], key="link"
        )
    shown: list[ft.Control] = [ft.Text(words("carry.link_hint", size=view.size), size=16)]
    shown += _sheet(ctx, parcel, view)
    if ctx.secure:
        copy = widgets.secondary(
            words("carry.link_copy"),
            lambda _e: in_page(current_page(), _copied, ctx, view, clipboard),
            icon=ft.Icons.CONTENT_COPY,
            key="carry-link",
        )
        shown.append(widgets.in_own_row(copy))
    else:
        shown += [ft.Text(words("carry.link_no_copy"), size=15), _to_select(ctx, view)]
    return widgets.section(words("carry.link"), shown, key="link")


def _sheet(ctx: AppContext, parcel: TransferPacket, view: CarryView) -> list[ft.Control]:
    """Build the button that opens the share sheet of the system."""
    phone = ctx.place.phone
    if phone is None or not phone.state.shares:
        return []

    def share(_event: object) -> None:
        try:
            # Messaging apps truncate longer links, so send a file instead.
            data = b"" if len(view.link) <= _SENT_WHOLE else parcel.file()
        except StoreError as error:
            ctx.notify(ctx.words(f"store.{error.code}"))
            return
        phone.ask("share", view.link, f"{parcel.file_name}.txt", data)

    button = widgets.secondary(
        ctx.words("phone.share"), share, icon=ft.Icons.SHARE_OUTLINED, key="carry-share"
    )
    return [widgets.in_own_row(button)]


def _to_select(ctx: AppContext, view: CarryView) -> ft.Control:
    """Build a field with the link, to select and copy by hand."""
    return ft.TextField(
        label=ctx.words("carry.link"),
        value=view.link,
        read_only=True,
        multiline=True,
        max_lines=3,
        text_size=14,
        key="carry-text",
    )


async def _copied(ctx: AppContext, view: CarryView, clipboard: ft.Clipboard) -> None:
    copied = await is_copied(clipboard, view.link)
    ctx.notify(ctx.words("share.copied" if copied else "carry.link_failed"))


def _codes(ctx: AppContext, view: CarryView) -> ft.Control:
    words = ctx.words
    if not view.codes:
        shown: list[ft.Control] = [widgets.message(words("carry.too_long"), key="too-long")]
    else:
        count = len(view.codes)
        hint = words("carry.codes_hint", n=count) if count > 1 else words("carry.code_hint")
        shown = [
            ft.Text(hint, size=16),
            Codes(ctx, view.codes, key="codes"),
            ft.Text(words("carry.offline", site=ctx.site), size=15),
        ]
    return widgets.section(words("carry.codes"), shown, key="codes-section")


def _no_site(ctx: AppContext) -> ft.Control:
    """Explain that there is no link without a published site."""
    words = ctx.words
    if not ctx.client.owner:
        return widgets.message(words("carry.no_site_guest"), key="no-site")
    settings = widgets.secondary(
        words("nav.settings"),
        lambda _e: ctx.go(routes.SETTINGS),
        icon=ft.Icons.SETTINGS_OUTLINED,
        key="to-settings",
    )
    return widgets.message(words("carry.no_site"), actions=(settings,), key="no-site")
