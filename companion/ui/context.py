"""What every screen is given: the hub, the words, how the device is set, and how to get about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import flet as ft

from companion.kernel.facts import FactValues
from companion.kernel.once import once
from companion.match.fold import Match
from companion.rulebook import loader
from companion.rulebook.loader import AppWords, GameData, Habit
from companion.rulebook.wording import Wording
from companion.server.opening import Doorkeeper
from companion.table.listeners import Callback
from companion.table.visit import Visit
from companion.ui.device.gestures import Gestures
from companion.ui.device.inbox import Inbox
from companion.ui.device.phone import Phone
from companion.ui.layout import Layout, grown

Theme: TypeAlias = Literal["system", "light", "dark", "black"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark", "black")
SCALES = (100, 115, 130, 150, 175, 200)


@dataclass(frozen=True)
class Settings:
    """How this device is set. Kept on the device itself."""

    theme: Theme = "system"
    text_scale: int = 100
    """Percent; the page's own script applies it."""
    sound: bool = False
    haptics: bool = True
    motion: bool = True
    """Whether pieces go where they are put; the system may ask for less."""
    keep_awake: bool = True
    habits: tuple[tuple[str, str], ...] = ()
    """What matches begun here start from, where a game leaves it to the device (`Habit`)."""

    def habit(self, habit: Habit) -> str:
        """The reading that a new match starts from."""
        kept = dict(self.habits).get(habit.kept)
        return kept if kept in habit.words else next(iter(habit.words))

    def with_habit(self, habit: Habit, reading: str) -> tuple[tuple[str, str], ...]:
        """The habits, with this one changed."""
        return tuple(sorted({**dict(self.habits), habit.kept: reading}.items()))

    @property
    def grown(self) -> float:
        """By what boxes grow with the text: 1 at 100 % and below."""
        return grown(self.text_scale)

    @property
    def large_text(self) -> bool:
        """Whether the text is so large that things have to stand below each other."""
        return self.text_scale > 130


@dataclass(frozen=True)
class Place:
    """Where the program keeps things and which program it is, to show it."""

    data_folder: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    """Name and version of what it runs on."""
    storage: Literal[
        "folder", "browser", "elsewhere", "refused", "insecure", "full", "newer", "unreadable"
    ] = "folder"
    """Where it keeps them: a folder, or the browser it runs within. Of a second page of the same
    site `elsewhere`: the first one writes, and this one looks. The others: nowhere, because the
    browser refuses, the address is not encrypted, there is no room, or what is there is of a newer
    version or cannot be read."""
    site: str = ""
    """The address of the site it runs within; empty where it is served, or has a window."""
    phone: Phone | None = None
    """The page of that site."""


@dataclass(frozen=True)
class AppContext:
    """Handed to every screen as its first argument.

    It is equal to itself as long as nothing a screen shows has changed, so a memoised component
    may take it. It changes with the window, the settings and each reconnection.
    """

    hub: Visit
    """The hub, as far as this device reaches."""
    words: AppWords
    layout: Layout
    settings: Settings
    device: str
    """The public name of this browser: the `device` of what it submits."""
    place: Place
    connection: int
    """Goes up with each reconnection, so that everything is read from the hub again."""
    go: Callable[[str], None]
    """Opens a route."""
    replace: Callable[[str], None]
    """Opens a route in the place of this one, to which going back will not lead."""
    back: Callable[[str], None]
    """Goes back to where one came from, or to the route given when there is nothing before."""
    notify: Callable[[str], None]
    """Shows one line at the foot of the screen for a few seconds."""
    change: Callable[..., None]
    """Takes fields of `Settings`, and keeps the device so set."""
    subscribe: Callable[[str, Callback], Callable[[], None]]
    """As `Hub.subscribe`, and ended with the session at the latest."""
    door: Doorkeeper
    """The door to the network, for tables that are open to others."""
    inbox: Inbox
    """What links, codes and files brought here."""
    read_codes: Callable[[], None] | None
    """Reads codes with the camera of this device; None where its browser cannot."""
    secure: bool
    """Whether the browser grants what it keeps from plain addresses: clipboard, wake lock."""
    gestures: Gestures
    """Going back, Escape and Ctrl+Z."""
    calm: bool = False
    """Whether the system of this device asks for less motion."""
    stumbled: str = ""
    """The route of a screen that failed twice, in the place of which another one was opened."""
    recovered: Callable[[], None] = lambda: None
    """Says no more of it."""

    @property
    def still(self) -> bool:
        """Whether pieces are to be where they are put at once."""
        return self.calm or not self.settings.motion

    @property
    def site(self) -> str:
        """Where other devices find the app: what links and codes lead to. Empty if not known."""
        return self.place.site or self.hub.site

    def rulebook(self, game_id: str) -> GameData:
        """Everything in the data of a game.

        Raises:
            RulebookError: there is no such game, or its data is broken.
        """
        return loader.load(game_id)

    def game_words(self, game_id: str) -> AppWords:
        """The words of the screens that only this game has.

        Raises:
            RulebookError: there is no such game, or its data is broken.
        """
        return loader.load(game_id).interface

    def wording(self, match: Match) -> Wording:
        """The words of one match: its game, its players, its rulings."""
        return wording_of(match)

    def game_wording(self, game_id: str, players: tuple[str, ...] = ()) -> Wording:
        """The words of a game before there is a match."""
        return Wording(game_id, players)


def wording_of(match: Match) -> Wording:
    """The words of one match: its game, its players, its rulings."""
    return once(match, _wording)


def _wording(match: Match) -> Wording:
    told = (match.game.id, match.options.players, tuple(match.rulings.items()), match.colours)
    return once(match.facts, _worded, *told)


def _worded(
    facts: FactValues,
    game: str,
    players: tuple[str, ...],
    rulings: tuple[tuple[str, str], ...],
    colours: tuple[int, ...],
) -> Wording:
    """The same words for one match after the other, as long as nothing is called otherwise."""
    return Wording(game, players, dict(rulings), facts, colours)


provide_app: ft.ContextProvider[AppContext | None] = ft.create_context(None)
"""Binds the context for the screens below."""


def use_app() -> AppContext:
    """The context, for a component that is not given it."""
    found = ft.use_context(provide_app)
    assert found is not None, "not below the app"
    return found
