"""Opening of a shared table, and its invitation while it is open."""

from urllib.parse import urlsplit

import flet as ft

from companion.ui import widgets
from companion.ui.files import is_copied
from companion.ui.hooks import current_page, in_page
from companion.ui.layout import Layout
from companion.ui.screens.shared_table.people import confirm_button
from companion.ui.screens.shared_table.state import SharedTableActions
from companion.ui.widgets import Option, Tone

_QR_WIDEST = {Layout.PHONE: 300.0, Layout.LANDSCAPE: 196.0, Layout.WIDE: 340.0}
_AROUND = 80
"""Width beside the code on a phone."""
_BELOW = {Layout.PHONE: 512.0, Layout.LANDSCAPE: 212.0, Layout.WIDE: 420.0}
"""Height above and below the code, so that arrivals stay in view even on a small phone."""
_CHOICE = 100
"""Height of the choice between networks."""
_QR_LEAST = 160.0
_FOR_GOOD = ("private", "window")
"""Problems that no retry can solve."""


def closed(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the button that opens the table, its explanation and the seats that stay here."""
    words, kept = sharing.ctx.words, sharing.kept
    names = sharing.match.options.players
    options = [
        Option(seat, name, selected=seat in kept, icon=_tick(seat in kept))
        for seat, name in enumerate(names)
    ]
    keep = widgets.section(
        words("share.kept_title"),
        [
            ft.Text(words("share.kept_hint"), size=16),
            widgets.choices(options, lambda seat: sharing.show(kept=kept ^ {seat}), key="kept"),
        ],
        key="kept",
    )
    begin = ft.Column(
        [ft.Text(words("share.explain"), size=17), *_problem(sharing), opener(sharing)],
        spacing=14,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="opening",
    )
    return [begin, keep, ft.Text(words("share.plain"), size=15)]


def _tick(on: bool) -> ft.IconData:
    return ft.Icons.CHECK_BOX if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK


def opener(sharing: SharedTableActions) -> ft.Control:
    """Build the button that opens the table."""
    words = sharing.ctx.words
    return widgets.primary(
        words("share.opening" if sharing.now.busy else "share.button"),
        lambda _e: sharing.open(),
        icon=ft.Icons.WIFI_TETHERING,
        key="open",
        disabled=sharing.now.busy or sharing.ctx.lan_listener.problem in _FOR_GOOD,
    )


def _problem(sharing: SharedTableActions) -> list[ft.Control]:
    """Explain why the table cannot be reached from the network, and what to do."""
    problem = sharing.ctx.lan_listener.problem
    if not problem:
        return []
    return [
        widgets.message(
            sharing.ctx.words(f"share.problem.{problem}"), Tone.CARE, key=f"problem:{problem}"
        )
    ]


def invitation(sharing: SharedTableActions) -> ft.Control:
    """Build the code to scan, or the reason why nobody can join by it."""
    ctx, words = sharing.ctx, sharing.ctx.words
    link = ctx.lan_listener.link(sharing.table.code, sharing.way)
    if link is None:
        again = widgets.secondary(
            words("button.retry"), lambda _e: sharing.retry(), icon=ft.Icons.REFRESH, key="retry"
        )
        shown = _problem(sharing) or [widgets.message(words("share.no_door"), Tone.CARE)]
        return ft.Column([*shown, widgets.in_own_row(again)], spacing=12, key="no-door")
    return ft.Column(
        [
            widgets.qr(link, words("share.qr"), size=_size(sharing)),
            ft.Text(words("share.scan"), size=17, text_align=ft.TextAlign.CENTER),
            *_networks(sharing),
        ],
        spacing=6,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key="invitation",
    )


def _networks(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the choice of the network in the code, where this machine is in several."""
    words, ways = sharing.ctx.words, sharing.ctx.lan_listener.ways
    if len(ways) < 2:
        return []
    options = [
        Option(
            way.url,
            words(f"share.network.{way.network}"),
            detail=urlsplit(way.url).hostname or "",
            selected=way == sharing.way,
        )
        for way in ways
    ]
    hint = ft.Text(words("share.networks"), size=15, text_align=ft.TextAlign.CENTER)
    picks = widgets.choices(options, lambda url: sharing.show(way=url), key="network")
    return [hint, picks]


def typed_invitation(sharing: SharedTableActions, clipboard: ft.Clipboard) -> list[ft.Control]:
    """Build the address and the code for devices without a camera, and the link to send."""
    ctx, words = sharing.ctx, sharing.ctx.words
    code, way = sharing.table.code, sharing.way
    link = ctx.lan_listener.link(code, way)
    if link is None or way is None:
        return []
    address = way.url.rstrip("/")
    card = widgets.card(
        [
            ft.Text(words("share.typed"), size=15),
            _large(words("share.address"), address, 22),
            _large(words("share.code"), code, 32),
            _copy(sharing, clipboard, link),
            ft.Text(words("share.listening", address=address), size=14),
            ft.Text(words("share.plain"), size=14),
        ],
        key="typed",
    )
    return [card]


def _size(sharing: SharedTableActions) -> float:
    page, layout = current_page(), sharing.ctx.layout
    width, height = page.width or 412, page.height or 915
    below = _BELOW[layout] + _CHOICE * (len(sharing.ctx.lan_listener.ways) > 1)
    return max(_QR_LEAST, min(_QR_WIDEST[layout], width - _AROUND, height - below))


def _large(title: str, text: str, size: float) -> ft.Control:
    return ft.Column(
        [
            ft.Text(title, size=14, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(text, size=size, weight=ft.FontWeight.BOLD),
        ],
        spacing=0,
        tight=True,
    )


def _copy(sharing: SharedTableActions, clipboard: ft.Clipboard, link: str) -> ft.Control:
    """Build the copy button, or say that the browser does not allow copying."""
    words = sharing.ctx.words
    if not sharing.ctx.secure:
        return ft.Text(words("share.no_copy"), size=15)
    return widgets.in_own_row(
        widgets.secondary(
            words("share.copy"),
            lambda _e: in_page(current_page(), _copied, sharing, clipboard, link),
            icon=ft.Icons.CONTENT_COPY,
            key="copy",
        )
    )


async def _copied(sharing: SharedTableActions, clipboard: ft.Clipboard, link: str) -> None:
    copied = await is_copied(clipboard, link)
    sharing.ctx.notify(sharing.ctx.words("share.copied" if copied else "share.no_copy"))


def renewing(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the button that replaces the invitation."""
    return confirm_button(sharing, "renew", "share.renew", ft.Icons.AUTORENEW, sharing.renew)
