"""Storage of this device: whether it persists, and its backup."""

from collections.abc import Callable

import flet as ft

from companion.services.storage.store import StoreError
from companion.services.transfer import backup_archive
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.device.phone import Asked, PhoneState
from companion.ui.files import Files, use_files
from companion.ui.hooks import current_page, in_page
from companion.ui.scheduler import run_in_slices
from companion.ui.shell import screen
from companion.ui.views import file_results as presenter
from companion.ui.widgets import Tone


def use_phone(ctx: AppContext) -> PhoneState | None:
    """Return the state of the phone that the app runs within; None where it is served."""
    page, phone = current_page(), ctx.place.phone
    _, set_told = ft.use_state(0)
    ended: ft.MutableRef[object] = ft.use_ref(None)

    async def render_again() -> None:
        set_told(lambda count: count + 1)

    def join() -> None:
        if phone:
            ended.current = phone.subscribe(lambda: in_page(page, render_again))

    def leave() -> None:
        if callable(ended.current):
            ended.current()
            ended.current = None

    ft.use_effect(join, [], cleanup=leave)
    return phone.state if phone else None


@screen
def Standing(ctx: AppContext) -> ft.Control:
    """Render the state of the storage, with the possible actions."""
    state, phone, words = use_phone(ctx), ctx.place.phone, ctx.words
    if state is None or phone is None:
        return ft.Container()
    shown: list[ft.Control] = [
        ft.Text(text, size=16) for text in presenter.standing(state, phone.build, words)
    ]
    actions: list[ft.Control] = []
    if state.installable:
        actions.append(_asks(ctx, "install", "phone.install", ft.Icons.INSTALL_MOBILE))
    if state.newer:
        actions.append(_asks(ctx, "reload", "phone.update", ft.Icons.UPDATE))
    return widgets.section(
        words("phone.title"), [*shown, ft.Row(actions, wrap=True, spacing=12)], key="phone"
    )


@screen
def Newer(ctx: AppContext) -> ft.Control:
    """Render the notice of a newer version, with the button to load it.

    It never loads by itself.
    """
    state, words = use_phone(ctx), ctx.words
    if state is None or not state.newer:
        return ft.Container()
    update = _asks(ctx, "reload", "phone.update", ft.Icons.UPDATE)
    return widgets.message(words("phone.newer"), actions=(update,), key="newer")


def _asks(ctx: AppContext, what: Asked, word: str, icon: ft.IconData) -> ft.Control:
    def ask(_event: object) -> None:
        if ctx.place.phone:
            ctx.place.phone.ask(what)

    return widgets.secondary(ctx.words(word), ask, icon=icon, key=what)


@screen
def SaveAll(ctx: AppContext) -> ft.Control:
    """Render the section that saves everything as one file."""
    files, words = use_files(), ctx.words
    hint = ft.Text(words("phone.save_all_hint"), size=16)
    return widgets.section(
        words("phone.save_all"),
        [hint, widgets.in_own_row(_save_button(ctx, files, _nothing))],
        key="all",
    )


@screen
def Reminder(ctx: AppContext) -> ft.Control:
    """Render a reminder after a match that it is stored only in this browser.

    It disappears once everything is saved.
    """
    files = use_files()
    _, redraw = ft.use_state(0)
    if ctx.place.storage != "browser" or presenter.is_saved(ctx.client):
        return ft.Container()
    save = _save_button(ctx, files, lambda: redraw(lambda count: count + 1))
    return widgets.message(ctx.words("phone.remind"), Tone.CARE, actions=(save,), key="remind")


def _nothing() -> None:
    pass


def _save_button(ctx: AppContext, files: Files, then: Callable[[], None]) -> ft.Control:
    page = current_page()

    async def save() -> None:
        try:
            # Count before saving: entries recorded while saving pauses are neither in the backup
            # nor counted.
            entries = backup_archive.entries(ctx.client)
            archive = await run_in_slices(backup_archive.saving(ctx.client))
            ctx.client.settings.set(backup_archive.SAVED_KEY, str(entries))
        except StoreError as error:
            ctx.notify(ctx.words(f"store.{error.code}"))
            return
        files.save(presenter.file_name(), archive.data)
        ctx.notify(presenter.saved(archive, ctx.words))
        then()

    return widgets.secondary(
        ctx.words("phone.save_all"),
        lambda _e: in_page(page, save),
        icon=ft.Icons.FILE_DOWNLOAD_OUTLINED,
        key="save-all",
    )
