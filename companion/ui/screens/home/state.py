"""What the first screen works with, and what is open on it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.table.answers import InPart
from companion.table.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.files import ACTA_ENDING, Files, example_acta, file_name
from companion.ui.hooks import current_page, in_page
from companion.ui.screens.home import presenter
from companion.ui.screens.home.presenter import MatchLine
from companion.ui.slices import carry_out
from companion.ui.views import file_news
from companion.ui.views.file_news import FileNews


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
        data = self._exported(line)
        if data is not None:
            title = " ".join((line.title, *line.players))
            self.files.save(file_name(title, ACTA_ENDING), data)

    def rescue(self, line: MatchLine) -> None:
        """Takes what is whole of a damaged match out of it, as a match of its own."""
        data = self._exported(line)
        if data is not None:
            self.take(data)

    def _exported(self, line: MatchLine) -> bytes | None:
        """A match as a file, and its menu closed; None, and a message, if it cannot be read."""
        try:
            data = self.ctx.hub.export(line.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return None
        self.show(menu=None)
        return data

    def pick(self) -> None:
        """Looks at a file: what it brings is told, and taken in when somebody says so."""
        self.files.pick(self._picked)

    def _picked(self, data: bytes) -> None:
        if data:
            arriving = self.ctx.inbox.taking_file(self.ctx.hub, data)
            carry_out(arriving, lambda _: self.ctx.go(routes.RECEIVE))
        else:
            self.show(news=FileNews(self.ctx.words("import.no_data"), bad=True))

    def take(self, data: bytes, *, partial: bool = False) -> None:
        """Takes in the file of a match beside the others."""

        def taken(_: None) -> None:
            result = self.ctx.hub.import_acta(data, as_copy=True, partial=partial)
            again = data if isinstance(result, InPart) else None
            news = file_news.news(result, self.ctx.words)
            self.show(news=news, again=again, deleted=None)
            self._changed()

        carry_out(self.ctx.hub.reading(data), taken)

    def example(self, game_id: str) -> None:
        """Opens the example of a game step by step; it is taken in the first time."""
        data = example_acta(game_id)
        found = file_news.news(self.ctx.hub.import_acta(data), self.ctx.words) if data else None
        if found and found.match:
            self.ctx.go(routes.match(found.match, "repaso"))
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
    return f"bin:{match_id}"
