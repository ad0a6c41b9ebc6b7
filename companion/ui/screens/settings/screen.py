"""Settings screen of this device."""

from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

import flet as ft

from companion.rulebook.loader import Habit
from companion.services.sharing.scoped_files import MAX_SITE
from companion.ui import routes, widgets
from companion.ui.context import SCALES, THEMES, AppContext
from companion.ui.panels.backup import SaveAll, Standing
from companion.ui.panels.shared_table import trying
from companion.ui.shell import page, screen
from companion.ui.widgets import Option


def site_address(typed: str) -> str | None:
    """Normalize the typed address of a published site, or return None if it is invalid.

    Links are made by adding a fragment, so the address ends at its page.
    """
    text = typed.strip()
    if "://" not in text:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        port_is_one = parts.port is None or parts.port > 0
    except ValueError:
        return None
    host = parts.hostname or ""
    known = parts.scheme in ("http", "https") and bool(host) and port_is_one and not parts.username
    if not known or any(c.isspace() or c in '<>"\\^`{|}' for c in text):
        return None
    path = parts.path or "/"
    if not path.endswith("/") and "." not in path.rsplit("/", 1)[-1]:
        path += "/"
    address = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    return address if len(address) <= MAX_SITE and _reachable(host) else None


def _reachable(host: str) -> bool:
    return "." in host or ":" in host or host == "localhost"


_THEME_ICONS = {
    "system": ft.Icons.BRIGHTNESS_AUTO_OUTLINED,
    "light": ft.Icons.LIGHT_MODE_OUTLINED,
    "dark": ft.Icons.DARK_MODE_OUTLINED,
    "black": ft.Icons.CONTRAST,
}


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render every setting. Each change takes effect at once."""
    words = ctx.words
    body = [
        widgets.section(words("settings.theme"), [_themes(ctx)], key="theme"),
        widgets.section(words("settings.text"), [_scales(ctx), _sample(ctx)], key="text"),
        widgets.section(words("settings.match"), _switches(ctx), key="match"),
        *_own(ctx),
        *([Standing(ctx, key="standing")] if ctx.place.phone else []),
        widgets.section(words("about.install"), [install_hint(ctx)], key="install"),
        widgets.in_own_row(
            widgets.text_button(
                words("nav.about"),
                lambda _e: ctx.go(routes.ABOUT),
                icon=ft.Icons.INFO_OUTLINE,
                key="about",
            )
        ),
    ]
    return page(ctx, words("settings.title"), body, back=routes.HOME)


def _own(ctx: AppContext) -> list[ft.Control]:
    """Build the settings that only the host has."""
    words = ctx.words
    if not ctx.client.owner:
        return []
    return [
        *(
            widgets.section(habit.title, [_habit(ctx, habit)], key=habit.kept)
            for game_id in ctx.client.games
            for habit in ctx.rulebook(game_id).habits.values()
        ),
        *([] if ctx.place.site else [_site(ctx)]),
        widgets.section(words("settings.data"), _place(ctx), key="data"),
        SaveAll(ctx, key="save-everything"),
    ]


def _site(ctx: AppContext) -> ft.Control:
    """Build the address of the published site, used by links and codes."""
    words = ctx.words
    hint = ft.Text(words("settings.site_hint"), size=15)
    return widgets.section(words("settings.site"), [hint, SiteField(ctx, key="site")], key="site")


@screen
def SiteField(ctx: AppContext) -> ft.Control:
    """Render the field for the address, saved once it is valid."""
    typed, set_typed = ft.use_state(ctx.client.settings.site)
    wrong, set_wrong = ft.use_state(False)
    words = ctx.words

    def keep() -> None:
        address = site_address(typed) if typed.strip() else ""
        set_wrong(address is None)
        if address is not None and trying(ctx, lambda: ctx.client.settings.publish_at(address)):
            set_typed(address)
            ctx.notify(words("settings.site_kept" if address else "settings.site_gone"))

    field = widgets.text_field(
        words("settings.site"),
        typed,
        set_typed,
        key="site-field",
        maximum=MAX_SITE,
        error=words("settings.site_wrong") if wrong else None,
        on_submit=lambda _text: keep(),
    )
    save = widgets.secondary(
        words("button.save"), lambda _e: keep(), icon=ft.Icons.CHECK, key="site-save"
    )
    return ft.Column(
        [field, widgets.in_own_row(save)],
        spacing=10,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def install_hint(ctx: AppContext) -> ft.Control:
    """Build the hint on installing the app, as far as the browser can."""
    return ft.Text(
        ctx.words("about.install_how" if ctx.secure else "about.install_denied"), size=16
    )


def _themes(ctx: AppContext) -> ft.Control:
    options = [
        Option(
            theme,
            ctx.words(f"settings.theme_{theme}"),
            selected=ctx.settings.theme == theme,
            icon=_THEME_ICONS[theme],
        )
        for theme in THEMES
    ]
    return widgets.choices(options, lambda theme: ctx.change(theme=theme), key="theme")


def _scales(ctx: AppContext) -> ft.Control:
    options = [
        Option(
            scale,
            ctx.words("settings.percent", n=scale),
            selected=ctx.settings.text_scale == scale,
        )
        for scale in SCALES
    ]
    return widgets.choices(options, lambda scale: ctx.change(text_scale=scale), key="scale")


def _sample(ctx: AppContext) -> ft.Control:
    return widgets.card(
        [
            ft.Text(ctx.words("settings.sample_title"), size=22, weight=ft.FontWeight.BOLD),
            # The row makes the card as wide as the others.
            ft.Row([ft.Text(ctx.words("settings.sample"), size=17, expand=True)]),
        ]
    )


_SWITCHES = (
    ("haptics", "settings.haptics", ft.Icons.VIBRATION),
    ("sound", "settings.sound", ft.Icons.NOTIFICATIONS_ACTIVE_OUTLINED),
    ("motion", "settings.motion", ft.Icons.ANIMATION),
    ("keep_awake", "settings.awake", ft.Icons.LIGHTBULB_OUTLINE),
)


def _switches(ctx: AppContext) -> list[ft.Control]:
    shown = [_switch(ctx, name, ctx.words(word), icon) for name, word, icon in _SWITCHES]
    if not ctx.secure:
        shown.append(ft.Text(ctx.words("settings.awake_denied"), size=15))
    return shown


def _switch(ctx: AppContext, name: str, label: str, icon: ft.IconData) -> ft.Control:
    """Build a switch whose whole row is the target."""
    on = bool(getattr(ctx.settings, name))
    state = ctx.words("settings.on" if on else "settings.off")
    visual = ft.Row(
        [
            ft.Icon(icon, size=26, color=ft.Colors.PRIMARY),
            ft.Text(label, size=17, expand=True),
            ft.Icon(
                ft.Icons.TOGGLE_ON if on else ft.Icons.TOGGLE_OFF_OUTLINED,
                size=44,
                color=ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE_VARIANT,
            ),
        ],
        spacing=14,
    )
    return widgets.tappable(
        visual,
        f"{label}: {state}",
        lambda _e: ctx.change(**{name: not on}),
        key=f"switch:{name}",
        selected=on,
        padding=ft.Padding.symmetric(horizontal=14, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _habit(ctx: AppContext, habit: Habit) -> ft.Control:
    now = ctx.settings.habit(habit)
    options = [
        Option(reading, said, selected=reading == now) for reading, said in habit.words.items()
    ]

    def choose(reading: str) -> None:
        ctx.change(habits=ctx.settings.with_habit(habit, reading))

    return widgets.choices(options, choose, key=habit.kept)


def _place(ctx: AppContext) -> Sequence[ft.Control]:
    texts = []
    if ctx.place.data_folder:
        texts.append(ctx.words("settings.data_where", path=ctx.place.data_folder))
    texts += [f"{name} {version}" for name, version in ctx.place.versions]
    return [ft.Text(text, size=15) for text in texts]
