"""Context of every screen: hub, words, device settings and navigation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import flet as ft

from companion.kernel.box.facts import FactValues
from companion.kernel.memo import memoised
from companion.match.fold import Match
from companion.rulebook import loader
from companion.rulebook.loader import AppWords, GameData, Habit
from companion.rulebook.wording import Wording
from companion.server.lan_listener import LanListenerPolicy
from companion.services.client import Client
from companion.services.matches.listeners import Callback
from companion.ui.device.gestures import Gestures
from companion.ui.device.inbox import Inbox
from companion.ui.device.phone import Phone
from companion.ui.layout import Layout, grown

Theme: TypeAlias = Literal["system", "light", "dark", "black"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark", "black")
SCALES = (100, 115, 130, 150, 175, 200)


@dataclass(frozen=True)
class Settings:
    """Settings of this device, stored on it."""

    theme: Theme = "system"
    text_scale: int = 100
    """Text size in percent; the page's own script applies it."""
    sound: bool = False
    haptics: bool = True
    motion: bool = True
    """True if pieces are animated; the system may ask for less."""
    keep_awake: bool = True
    habits: tuple[tuple[str, str], ...] = ()
    """Readings that new matches start from, where a game leaves them to the device (`Habit`)."""

    def habit(self, habit: Habit) -> str:
        """Return the reading that a new match starts from."""
        kept = dict(self.habits).get(habit.kept)
        return kept if kept in habit.words else next(iter(habit.words))

    def with_habit(self, habit: Habit, reading: str) -> tuple[tuple[str, str], ...]:
        """Return the habits with this one changed."""
        return tuple(sorted({**dict(self.habits), habit.kept: reading}.items()))

    @property
    def grown(self) -> float:
        """Return the factor by which boxes grow with the text: 1 at 100 % and below."""
        return grown(self.text_scale)

    @property
    def large_text(self) -> bool:
        """Return whether the text is so large that things must be stacked."""
        return self.text_scale > 130


@dataclass(frozen=True)
class Installation:
    """Storage and version of the program, for display."""

    data_folder: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    """Names and versions of what it runs on."""
    storage: Literal[
        "folder", "browser", "elsewhere", "refused", "insecure", "full", "newer", "unreadable"
    ] = "folder"
    """Kind of storage: a folder, or the browser that it runs within.

    `elsewhere`: a second page of the same site, where the first one writes and this one only reads.
    The others mean nowhere: the browser refuses, the address is not encrypted, the storage is full,
    or its contents are of a newer version or unreadable.
    """
    site: str = ""
    """Address of the site it runs within; empty where it is served, or has a window."""
    phone: Phone | None = None
    """Page of that site."""


@dataclass(frozen=True)
class AppContext:
    """Context passed to every screen as its first argument.

    It stays equal to itself as long as nothing a screen shows has changed, so a memoised component
    may take it. It changes with the window, the settings and each reconnection.
    """

    client: Client
    """Hub, limited to the access scope of this device."""
    words: AppWords
    layout: Layout
    settings: Settings
    device: str
    """Public name of this browser: the `device` of its submissions."""
    place: Installation
    connection: int
    """Counter of reconnections; a change makes screens read everything from the hub again."""
    go: Callable[[str], None]
    """Callback that opens a route."""
    replace: Callable[[str], None]
    """Callback that opens a route in place of this one; going back will not lead here."""
    back: Callable[[str], None]
    """Callback that goes back, or opens the given route if there is no history."""
    behind: Callable[[], str]
    """Callback that returns the route to which going back leads; empty without a history."""
    notify: Callable[[str], None]
    """Callback that shows one line on the screen for a few seconds."""
    change: Callable[..., None]
    """Callback that takes fields of `Settings` and stores them on the device."""
    subscribe: Callable[[str, Callback], Callable[[], None]]
    """Same as `Hub.subscribe`, but ends with the session at the latest."""
    lan_listener: LanListenerPolicy
    """Network listener policy, for tables that are open to others."""
    inbox: Inbox
    """Incoming data from links, codes and files."""
    read_codes: Callable[[], None] | None
    """Callback that reads codes with the camera; None where the browser cannot."""
    secure: bool
    """True if the browser grants what it denies to plain addresses: clipboard, wake lock."""
    gestures: Gestures
    """Handlers of back, Escape and Ctrl+Z."""
    calm: bool = False
    """True if the system of this device asks for less motion."""
    take_photo: Callable[[Callable[[bytes], None]], None] | None = None
    """Callback that lets a person choose a photo; None where there is no page to make it small."""
    pick_file: Callable[[Callable[[bytes], None]], None] | None = None
    """Callback that lets a person choose any file; None where no page hands it over in pieces."""
    stumbled: str = ""
    """Route of a screen that failed twice and was replaced by another."""
    recovered: Callable[[], None] = lambda: None
    """Callback that dismisses the notice about it."""

    @property
    def still(self) -> bool:
        """Return whether pieces move without animation."""
        return self.calm or not self.settings.motion

    @property
    def site(self) -> str:
        """Return the address that links and codes lead to; empty if not known."""
        return self.place.site or self.client.settings.site

    def rulebook(self, game_id: str) -> GameData:
        """Return all data of a game.

        Raises:
            RulebookError: there is no such game, or its data is broken.
        """
        return loader.load(game_id)

    def game_words(self, game_id: str) -> AppWords:
        """Return the words of the screens that only this game has.

        Raises:
            RulebookError: there is no such game, or its data is broken.
        """
        return loader.load(game_id).interface

    def wording(self, match: Match) -> Wording:
        """Return the wording of a match: its game, players and rulings."""
        return wording_of(match)

    def game_wording(self, game_id: str, players: tuple[str, ...] = ()) -> Wording:
        """Return the wording of a game before there is a match."""
        return Wording(game_id, players)


def wording_of(match: Match) -> Wording:
    """Return the wording of a match: its game, players and rulings."""
    return memoised(match, _wording)


def _wording(match: Match) -> Wording:
    given = tuple(match.game.given_terms(match.options).items())
    arguments = (match.game.id, match.options.players, tuple(match.rulings.items()), match.colours)
    return memoised(match.known, _worded, *arguments, given)


def _worded(
    facts: FactValues,
    game: str,
    players: tuple[str, ...],
    rulings: tuple[tuple[str, str], ...],
    colours: tuple[int, ...],
    given: tuple[tuple[str, str], ...],
) -> Wording:
    """Build the wording, shared between matches in which nothing is named differently."""
    return Wording(game, players, dict(rulings), facts, colours, dict(given))


provide_app: ft.ContextProvider[AppContext | None] = ft.create_context(None)
"""Provider of the context for the screens below."""


def use_app() -> AppContext:
    """Return the context, in a component that does not receive it."""
    context = ft.use_context(provide_app)
    assert context is not None, "not below the app"
    return context
