"""The first screen: go on, begin, look something up."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import flet as ft

from companion.rulebook import loader
from companion.rulebook.errors import RulebookError
from companion.table.answers import InPart
from companion.table.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.files import ACTA_ENDING, Files, example_acta, file_name, use_files
from companion.ui.gate import use_listed
from companion.ui.hooks import current_page, in_page
from companion.ui.panels.backup import Newer
from companion.ui.screens.home import matches as parts
from companion.ui.screens.home import places, presenter
from companion.ui.screens.home.presenter import HomeView, MatchLine
from companion.ui.shell import opening, page, screen
from companion.ui.views import file_news
from companion.ui.views.file_news import FileNews
from companion.ui.widgets import Tone


@dataclass(frozen=True)
class Passing:
    """What is open on the screen at this moment; nothing of it is kept."""

    menu: str | None = None
    """The match whose options are open."""
    renaming: str | None = None
    """The name being typed for it."""
    news: FileNews | None = None
    again: bytes | None = None
    """The damaged match that can be taken in as far as it is whole."""
    deleted: tuple[str, str] | None = None
    """The match just put in the bin, and its title."""
    bin_open: bool = False
    emptying: bool = False
    changes: int = 0
    """How often the matches were changed from here, although nothing else here has."""

    def stepped_out(self) -> "Passing | None":
        """Without the form that lies on top; None where there is none."""
        if self.emptying:
            return replace(self, emptying=False)
        if self.renaming is not None:
            return replace(self, renaming=None)
        return replace(self, menu=None) if self.menu is not None else None


class Home:
    """What can be done on the first screen."""

    def __init__(
        self,
        ctx: AppContext,
        files: Files,
        now: Passing,
        set_now: Callable[[Callable[[Passing], Passing]], None],
    ) -> None:
        self.ctx = ctx
        self.files = files
        self.now = now
        self._set = set_now

    def show(self, **changes: Any) -> None:
        """Renders again with something else open."""
        self._set(lambda now: replace(now, **changes))

    def menu(self, match_id: str) -> None:
        """Opens the options of a match, or closes them."""
        other = None if self.now.menu == match_id else match_id
        self.show(menu=other, renaming=None)

    def rename(self, match_id: str) -> None:
        """Gives a match the name that was typed."""
        title = " ".join((self.now.renaming or "").split())[:80]
        self._try(lambda: self.ctx.hub.rename(match_id, title))
        self.show(menu=None, renaming=None)

    def delete(self, line: MatchLine) -> None:
        """Puts a match in the bin."""
        hub = self.ctx.hub

        def move() -> None:
            hub.delete(line.id)
            hub.set_setting(_bin_key(line.id), presenter.bin_label(line))

        if self._try(move):
            # Its table is gone with it.
            in_page(current_page(), self.ctx.door.settle)
            self.show(menu=None, deleted=(line.id, line.title), news=None)

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin."""
        if self._try(lambda: self.ctx.hub.restore(match_id)):
            self.show(deleted=None)
            self.ctx.notify(self.ctx.words("start.restored"))

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""
        if self._try(self.ctx.hub.empty_bin):
            self.show(emptying=False, bin_open=False, deleted=None)
            self.ctx.notify(self.ctx.words("start.bin_emptied"))

    def bin(self) -> list[tuple[str, str]]:
        """What is in the bin."""
        hub = self.ctx.hub
        ids = hub.binned()
        labels = {found: hub.setting(_bin_key(found)) or "" for found in ids}
        return presenter.binned(ids, labels, self.ctx.words)

    def export(self, line: MatchLine) -> None:
        """Hands a match over as a file."""
        try:
            data = self.ctx.hub.export(line.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return
        self.show(menu=None)
        title = " ".join((line.title, *line.players))
        self.files.save(file_name(title, ACTA_ENDING), data)

    def rescue(self, line: MatchLine) -> None:
        """Takes what is whole of a damaged match out of it, as a match of its own."""
        try:
            data = self.ctx.hub.export(line.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return
        self.show(menu=None)
        self.take(data)

    def pick(self) -> None:
        """Looks at a file: what it brings is told, and taken in when somebody says so."""
        self.files.pick(self._picked)

    def _picked(self, data: bytes) -> None:
        if data:
            self.ctx.inbox.take_file(self.ctx.hub, data)
            self.ctx.go(routes.RECEIVE)
        else:
            self.show(news=FileNews(self.ctx.words("import.no_data"), bad=True))

    def take(self, data: bytes, *, partial: bool = False) -> None:
        """Takes in the file of a match beside the others."""
        result = self.ctx.hub.import_acta(data, as_copy=True, partial=partial)
        again = data if isinstance(result, InPart) else None
        news = file_news.news(result, self.ctx.words)
        self.show(news=news, again=again, deleted=None)
        self._changed()

    def example(self, game_id: str) -> None:
        """Opens the example of a game, which is taken in the first time."""
        data = example_acta(game_id)
        found = file_news.news(self.ctx.hub.import_acta(data), self.ctx.words) if data else None
        if found and found.match:
            self.ctx.go(routes.match(found.match))
        elif found:
            self.show(news=found)

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return False
        self._changed()
        return True

    def _changed(self) -> None:
        self._set(lambda now: replace(now, changes=now.changes + 1))


def _bin_key(match_id: str) -> str:
    return f"papelera:{match_id}"


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Inicio. Below another screen it only keeps its place."""
    now, set_now = ft.use_state(Passing())
    files = use_files()
    seen: ft.MutableRef[HomeView | str] = ft.use_ref(None)
    last: ft.MutableRef[Home] = ft.use_ref(None)
    listed = use_listed(ctx)
    on_top = ft.use_route_location() in ("", "/")
    if on_top and listed:
        seen.current = _read(ctx)
    out = now.stepped_out() if on_top else None
    use_closing(ctx.gestures, None if out is None else lambda: set_now(out))
    if seen.current is None:
        return _waiting(ctx) if on_top else ft.Container(expand=True)
    last.current = Home(ctx, files, now, set_now)
    return _drawn(last, seen.current)


def _waiting(ctx: AppContext) -> ft.Control:
    return page(ctx, ctx.words("app.name"), [opening(ctx)], actions=places.corner(ctx))


def _read(ctx: AppContext) -> HomeView | str:
    """The matches of this device, or why the folder cannot be read."""
    here = datetime.now().astimezone()
    try:
        return presenter.home(ctx.hub.matches(), game_name, ctx.words, here)
    except StoreError as error:
        return ctx.words(f"store.{error.code}")


def game_name(game_id: str) -> str:
    """The name of a game, or its id when its data is missing."""
    try:
        return loader.load(game_id).info.name
    except RulebookError:
        return game_id


def _drawn(ref: "ft.MutableRef[Home]", view: HomeView | str) -> ft.Control:
    home = ref.current
    ctx = home.ctx
    if isinstance(view, str):
        return page(ctx, ctx.words("app.name"), [widgets.message(view, Tone.BAD)])
    newer = [Newer(ctx, key="newer")] if ctx.place.phone else []
    wrong = [
        widgets.message(ctx.words(f"trouble.{code}"), Tone.BAD, key=f"trouble:{code}")
        for code in ctx.hub.troubles
    ]
    main = [*newer, *wrong, *_news(home), *parts.resume(home, view), *places.games(home)]
    rest = [*parts.matches(ref, view), places.places(home), *places.bin_(home)]
    return page(ctx, ctx.words("app.name"), main, aside=rest, actions=places.corner(ctx))


def _news(home: Home) -> list[ft.Control]:
    shown: list[ft.Control] = []
    if home.now.deleted:
        match_id, title = home.now.deleted
        undo = widgets.secondary(
            home.ctx.words("button.undo"),
            lambda _e: home.restore(match_id),
            icon=ft.Icons.UNDO,
            key="undo-delete",
        )
        text = home.ctx.words("start.deleted", title=title)
        shown.append(widgets.message(text, actions=(undo,), key="deleted"))
    if home.now.news:
        shown.append(places.file_news(home, home.now.news))
    return shown
