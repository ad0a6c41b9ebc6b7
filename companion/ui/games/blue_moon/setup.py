"""Set-up of Blue Moon: the deck of each player, and one game or a series."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import flet as ft

from companion.games.blue_moon.catalogue import DECKS, PREPARED
from companion.match.fold import Match
from companion.rulebook.templates import capitalised, listed
from companion.services.storage.store import StoreError
from companion.ui import widgets
from companion.ui.boards.parts import GameSetup
from companion.ui.context import AppContext
from companion.ui.games.blue_moon import decks
from companion.ui.games.blue_moon.builder import GAME, Builder, DeckDraft
from companion.ui.games.blue_moon.decks import FORMER_KEY, KEPT_KEY, Deck, Readings
from companion.ui.games.blue_moon.look import PEOPLES
from companion.ui.hooks import current_page
from companion.ui.layout import Layout
from companion.ui.shell import screen
from companion.ui.widgets import Option

Change = Callable[..., None]
"""Callback with the changed options."""

PREPARED_ONE, BUILD = "prepared", "build"
"""Deck choices besides the saved ones."""

_NO_WORK: Final[DeckDraft | None] = None


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], rulings: Readings, change: Change
) -> ft.Control:
    """Render the deck of each seat, and the choice of one game or a series."""
    work, set_work = ft.use_state(_NO_WORK)
    touches, set_touches = ft.use_state(0)
    words = ctx.game_words(GAME)
    interaction = _DeckSetup(
        ctx, options, rulings, change, work, set_work, lambda: set_touches(touches + 1)
    )
    seats = range(len(interaction.decks))
    parts: list[ft.Control] = [ft.Text(words("setup.hint"), size=15)]
    for seat in seats:
        parts += interaction.of_seat(seat)
    both = (
        decks.shared(*(interaction.deck(seat).cards for seat in seats)) if len(seats) == 2 else ()
    )
    if interaction.decks[0] == interaction.decks[-1]:
        parts.append(widgets.message(words("setup.same"), key="same-deck"))
    elif both:
        names = listed([ctx.game_wording(GAME).term(f"card.{name}") for name in both])
        parts.append(widgets.message(words("setup.both", cards=names), key="same-cards"))
    parts.append(_how_long(ctx, options, change))
    return ft.Column(
        parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="moon-setup"
    )


@dataclass(frozen=True)
class _DeckSetup:
    """Callbacks on the decks of the set-up."""

    ctx: AppContext
    options: Mapping[str, Any]
    rulings: Readings
    change: Change
    work: DeckDraft | None
    set_work: Callable[[Any], None]
    look_again: Callable[[], None]

    @property
    def words(self) -> Callable[..., str]:
        return self.ctx.game_words(GAME)

    @property
    def decks(self) -> tuple[str, ...]:
        """Return the leader's people by seat."""
        return tuple(self.options.get("decks") or _OPTIONS["decks"])

    @property
    def built(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards of a custom deck by seat; empty for the prepared one."""
        chosen = tuple(map(tuple, self.options.get("built") or ()))[: len(self.decks)]
        return chosen + ((),) * (len(self.decks) - len(chosen))

    @cached_property
    def kept(self) -> tuple[Deck, ...]:
        """Return the decks saved on this device."""
        return decks.kept_decks(self._saved())

    def deck(self, seat: int) -> Deck:
        """Return the deck of a seat, with the name under which it is saved."""
        people, cards = self.decks[seat], self.built[seat]
        if not cards:
            return decks.prepared(people)
        known = (d for d in self.kept if d.people == people and set(d.cards) == set(cards))
        return next(known, Deck(people, cards))

    def owner(self, seat: int) -> str:
        """Return the name of the player of a seat."""
        names = tuple(self.options.get("players", ()))
        known = names[seat] if seat < len(names) else ""
        return known or self.ctx.words("new.player_n", n=seat + 1)

    # Callbacks

    def take_people(self, seat: int, people: str) -> None:
        """Set the people of a seat with its prepared deck.

        If the other seat has that people, the seats swap peoples, since there is one box.
        """
        if people == self.decks[seat]:
            return
        other = 1 - seat
        leaders, built = list(self.decks), list(self.built)
        leaders[seat], built[seat] = people, ()
        if self.decks[other] == people:
            leaders[other], built[other] = self.decks[seat], ()
        self.set_work(None)
        self.change({"decks": tuple(leaders), "built": _built_option(built)})

    def take_deck(self, seat: int, way: str | Deck) -> None:
        """Choose the prepared deck, a saved one, or one to build."""
        if way == BUILD:
            self.build(seat)
            return
        self.lay(seat, way.cards if isinstance(way, Deck) else ())
        self.set_work(None)

    def build(self, seat: int) -> None:
        """Open the deck of a seat in the builder."""
        deck = self.deck(seat)
        self.lay(seat, deck.cards)
        self.set_work(DeckDraft(seat, deck, deck.people))

    def lay(self, seat: int, cards: tuple[str, ...]) -> None:
        """Set the cards of a seat in the plan."""
        built = list(self.built)
        built[seat] = cards
        self.change({"built": _built_option(built)})

    def step(self, change: Callable[[DeckDraft], DeckDraft | None]) -> None:
        """Change the deck being built, as it is at the time of the touch."""

        def after(work: DeckDraft | None) -> DeckDraft | None:
            changed = change(work) if work else None
            if work and changed and changed.deck.cards != work.deck.cards:
                self.lay(changed.seat, changed.deck.cards)
            return changed

        self.set_work(after)

    def keep(self, deck: Deck) -> None:
        """Save a deck on this device."""
        self._write(decks.with_deck(self._saved(), deck), "decks.kept", deck.name)
        self.set_work(lambda work: DeckDraft(work.seat, deck, work.shown) if work else None)

    def forget(self, name: str) -> None:
        """Delete a saved deck; the table may go on playing with it."""
        self._write(decks.without_deck(self._saved(), name), "decks.gone", name)
        self.set_work(
            lambda work: (
                DeckDraft(work.seat, Deck(work.deck.people, work.deck.cards), work.shown)
                if work
                else None
            )
        )

    def _saved(self) -> str | None:
        setting = self.ctx.client.settings.get
        return setting(FORMER_KEY) if (text := setting(KEPT_KEY)) is None else text

    def _write(self, text: str, said: str, name: str) -> None:
        try:
            self.ctx.client.settings.set(KEPT_KEY, text)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return
        self.ctx.notify(self.words(said, name=name))
        self.look_again()

    # Controls

    def of_seat(self, seat: int) -> list[ft.Control]:
        """Return the people and the deck of one seat."""
        wording = self.ctx.game_wording(GAME)
        title = widgets.heading(self.words("setup.deck_of", name=self.owner(seat)), 18, level=3)
        picks = [
            Option(
                each,
                wording.term(f"people.{each}"),
                selected=each == self.decks[seat],
                icon=PEOPLES[each].picture,
            )
            for each in DECKS
        ]
        controls: list[ft.Control] = [
            title,
            widgets.choices(
                picks, lambda people: self.take_people(seat, people), key=f"deck:{seat}"
            ),
            widgets.choices(
                self._deck_options(seat), lambda way: self.take_deck(seat, way), key=f"way:{seat}"
            ),
        ]
        if self.work and self.work.seat == seat and self.work.deck.people == self.decks[seat]:
            controls.append(self._builder(self.work, seat))
        elif self.built[seat]:
            controls += self._summary(seat)
        return controls

    def _deck_options(self, seat: int) -> list[Option]:
        people, deck = self.decks[seat], self.deck(seat)
        prepared, words = not self.built[seat], self.words
        ways = [Option(PREPARED_ONE, words("decks.prepared"), selected=prepared)]
        ways += [
            Option(kept, kept.name, selected=kept.name == deck.name, icon=ft.Icons.BOOKMARK)
            for kept in self.kept
            if kept.people == people
        ]
        own = not prepared and not deck.name
        ways.append(Option(BUILD, words("decks.build"), selected=own, icon=ft.Icons.HANDYMAN))
        return ways

    def _builder(self, work: DeckDraft, seat: int) -> ft.Control:
        builder = Builder(
            self.ctx,
            work,
            self.owner(seat),
            self.rulings,
            self.step,
            self.keep,
            self.forget,
            _width(self.ctx),
        )
        return builder.drawn()

    def _summary(self, seat: int) -> list[ft.Control]:
        deck = self.deck(seat)
        text = self.words("decks.summary", n=len(deck.cards), moons=deck.moons)
        change = widgets.text_button(
            self.words("decks.change"),
            lambda _e: self.build(seat),
            icon=ft.Icons.EDIT_OUTLINED,
            key=f"deck-change:{seat}",
        )
        return [ft.Text(text, size=16), widgets.in_own_row(change)]


def _built_option(built: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the option; empty as initially if every deck is a prepared one."""
    return tuple(built) if any(built) else ()


def _width(ctx: AppContext) -> float:
    """Return the available width of a grid within the panel."""
    width = current_page().width or 400
    return (width if ctx.layout is Layout.PHONE else width / 2 - 32) - 32 - 24 - 2


def _how_long(ctx: AppContext, options: Mapping[str, Any], change: Change) -> ft.Control:
    words = ctx.game_words(GAME)
    goal = ctx.rulebook(GAME).default_facts()["series.goal"]
    series = bool(options.get("series"))
    picks = [
        Option(
            False,
            words("setup.one"),
            detail=words("setup.one_hint"),
            selected=not series,
            icon=ft.Icons.LOOKS_ONE,
        ),
        Option(
            True,
            words("setup.series", n=int(goal)),  # type: ignore[arg-type]
            detail=words("setup.series_hint"),
            selected=series,
            icon=ft.Icons.REPEAT,
        ),
    ]
    return widgets.choices(picks, lambda value: change({"series": value}), key="series")


# Cards on the table at the start


def picture(ctx: AppContext, match: Match) -> ft.Control:
    """Return each deck: a prepared one by name, a custom one by card numbers."""
    options: Any = match.options
    rows = [_laid_out(ctx, options, seat) for seat in range(len(options.players))]
    return ft.Column(rows, spacing=12, tight=True)


def _laid_out(ctx: AppContext, options: Any, seat: int) -> ft.Control:
    words, wording = ctx.game_words(GAME), ctx.game_wording(GAME)
    people, name = options.decks[seat], options.players[seat]
    own = seat < len(options.built) and bool(options.built[seat])
    head = words(
        "decks.leader",
        name=name,
        people=wording.term(f"people.{people}"),
        leader=wording.term(f"leader.{people}"),
    )
    lines: list[ft.Control] = [
        ft.Row(
            [
                widgets.sign(PEOPLES[people].picture, 24),
                ft.Text(head, size=17, weight=ft.FontWeight.BOLD, expand=True),
            ],
            spacing=8,
        )
    ]
    if own:
        lines += [
            ft.Text(
                words(
                    "decks.numbers",
                    people=capitalised(wording.term(f"people.{each}")),
                    numbers=", ".join(map(str, numbers)),
                ),
                size=16,
            )
            for each, numbers in decks.listed(decks.in_order(people, options.built[seat]))
        ]
    elif people in PREPARED:
        lines.append(ft.Text(words("decks.prepared"), size=16))
    return ft.Column(lines, spacing=4, tight=True, key=f"laid-out:{seat}")


_OPTIONS: Final[Mapping[str, Any]] = {"decks": ("vulca", "hoax"), "built": (), "series": False}

SETUP = GameSetup(options=_OPTIONS, panel=Panel, picture=picture, first_hint="setup.first_hint")
