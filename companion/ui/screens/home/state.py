"""State and actions of the home screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.services.matches.results import InPart
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.files import ACTA_ENDING, Files, example_acta, file_name
from companion.ui.hooks import current_page, in_page
from companion.ui.scheduler import carry_out
from companion.ui.screens.home import presenter
from companion.ui.screens.home.presenter import MatchLine
from companion.ui.views import file_results
from companion.ui.views.file_results import FileNews


@dataclass(frozen=True)
class HomeScreenState:
    """Transient state of the home screen. None of it is stored."""

    menu: str | None = None
    """Match whose options are open."""
    renaming: str | None = None
    """Name being typed for that match."""
    news: FileNews | None = None
    again: bytes | None = None
    """Data of a damaged match that can be imported in part."""
    deleted: tuple[str, str] | None = None
    """Id and title of the match just put in the bin."""
    bin_open: bool = False
    emptying: bool = False
    changes: int = 0
    """Number of changes to the matches. It forces a render when nothing else has changed."""

    def with_top_closed(self) -> "HomeScreenState | None":
        """Return the state with the topmost form closed, or None if no form is open."""
        if self.emptying:
            return replace(self, emptying=False)
        if self.renaming is not None:
            return replace(self, renaming=None)
        return replace(self, menu=None) if self.menu is not None else None


class Home:
    """Actions of the home screen."""

    def __init__(
        self,
        ctx: AppContext,
        files: Files,
        now: HomeScreenState,
        set_now: Callable[[Callable[[HomeScreenState], HomeScreenState]], None],
    ) -> None:
        self.ctx = ctx
        self.files = files
        self.now = now
        self._set = set_now

    def show(self, **changes: Any) -> None:
        """Change the transient state and render again."""
        self._set(lambda now: replace(now, **changes))

    def menu(self, match_id: str) -> None:
        """Open or close the options of a match."""
        other = None if self.now.menu == match_id else match_id
        self.show(menu=other, renaming=None)

    def rename(self, match_id: str) -> None:
        """Save the typed name of a match."""
        title = " ".join((self.now.renaming or "").split())[:80]
        self._try(lambda: self.ctx.client.matches.rename(match_id, title))
        self.show(menu=None, renaming=None)

    def delete(self, line: MatchLine) -> None:
        """Move a match to the bin."""
        client = self.ctx.client

        def move() -> None:
            client.matches.delete(line.id)
            client.settings.set(_bin_key(line.id), presenter.bin_label(line))

        if self._try(move):
            # Deleting a match closes its shared table, so the LAN listener may have to close.
            in_page(current_page(), self.ctx.lan_listener.settle)
            self.show(menu=None, deleted=(line.id, line.title), news=None)

    def restore(self, match_id: str) -> None:
        """Restore a match from the bin."""
        if self._try(lambda: self.ctx.client.matches.restore(match_id)):
            self.show(deleted=None)
            self.ctx.notify(self.ctx.words("start.restored"))

    def empty_bin(self) -> None:
        """Delete the matches in the bin permanently."""
        if self._try(self.ctx.client.matches.empty_bin):
            self.show(emptying=False, bin_open=False, deleted=None)
            self.ctx.notify(self.ctx.words("start.bin_emptied"))

    def bin(self) -> list[tuple[str, str]]:
        """Return the id and label of each match in the bin."""
        client = self.ctx.client
        ids = client.matches.binned()
        labels = {match_id: client.settings.get(_bin_key(match_id)) or "" for match_id in ids}
        return presenter.binned(ids, labels, self.ctx.words)

    def export(self, line: MatchLine) -> None:
        """Export a match as a file."""
        data = self._exported(line)
        if data is not None:
            title = " ".join((line.title, *line.players))
            self.files.save(file_name(title, ACTA_ENDING), data)

    def rescue(self, line: MatchLine) -> None:
        """Import the intact part of a damaged match as a match of its own."""
        data = self._exported(line)
        if data is not None:
            self.take(data)

    def _exported(self, line: MatchLine) -> bytes | None:
        """Return a match as a file and close its menu, or notify the error and return None."""
        try:
            data = self.ctx.client.files.export(line.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return None
        self.show(menu=None)
        return data

    def pick(self) -> None:
        """Pick a file and show what it brings. It is imported once somebody accepts."""
        (self.ctx.pick_file or self.files.pick)(self._picked)

    def _picked(self, data: bytes) -> None:
        if data:
            arriving = self.ctx.inbox.taking_file(self.ctx.client, data)
            carry_out(arriving, lambda _: self.ctx.go(routes.RECEIVE))
        else:
            self.show(news=FileNews(self.ctx.words("import.no_data"), bad=True))

    def take(self, data: bytes, *, partial: bool = False) -> None:
        """Import the file of a match beside the others."""

        def taken(_: None) -> None:
            result = self.ctx.client.files.import_acta(data, as_copy=True, partial=partial)
            again = data if isinstance(result, InPart) else None
            news = file_results.news(result, self.ctx.words)
            self.show(news=news, again=again, deleted=None)
            self._changed()

        carry_out(self.ctx.client.files.reading(data), taken)

    def example(self, game_id: str) -> None:
        """Open the replay of a game's example, importing it the first time."""
        data = example_acta(game_id)
        news = (
            file_results.news(self.ctx.client.files.import_acta(data), self.ctx.words)
            if data
            else None
        )
        if news and news.match:
            self.ctx.go(routes.match(news.match, "repaso"))
        elif news:
            self.show(news=news)

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
    return f"bin:{match_id}"
