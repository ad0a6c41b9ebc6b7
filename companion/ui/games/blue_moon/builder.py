"""Deck builder: a people, its cards by number, and the rules on each."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.games.blue_moon.catalogue import CARDS, TYPES, Card
from companion.kernel.box.facts import FactValues
from companion.kernel.refusal import Refusal
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui import widgets
from companion.ui.boards.tile import Tile
from companion.ui.context import AppContext
from companion.ui.games.blue_moon import decks
from companion.ui.games.blue_moon.cell import (
    HIGH_WITH_MOONS,
    cell,
    face_with_moons,
    grid,
    named,
    read_out,
)
from companion.ui.games.blue_moon.decks import Deck, Readings
from companion.ui.games.blue_moon.look import MOON, PEOPLES
from companion.ui.theme import TOUCH
from companion.ui.widgets import Tone

GAME = "blue_moon"


@dataclass(frozen=True, slots=True)
class DeckDraft:
    """Deck being built, with the state of its view."""

    seat: int
    deck: Deck
    shown: str
    """People whose cards are visible."""
    touched: str = ""
    """Card touched last."""
    naming: str = ""
    """Name under which it will be saved."""


@dataclass(frozen=True)
class Builder:
    """View of a deck being built."""

    ctx: AppContext
    work: DeckDraft
    owner: str
    """Name of its owner."""
    rulings: Readings
    step: Callable[[Callable[[DeckDraft], DeckDraft | None]], None]
    """Callback with a function of the current draft at the time of the touch.

    The function returns None to end the building.
    """
    keep: Callable[[Deck], None]
    forget: Callable[[str], None]
    width: float

    @property
    def words(self) -> Callable[..., str]:
        """Return the texts of the game's screens, by key."""
        return self.ctx.game_words(GAME)

    @property
    def wording(self) -> Wording:
        """Return the wording of the game without a match."""
        return self.ctx.game_wording(GAME)

    def drawn(self) -> ft.Control:
        """Render the counts, the peoples, the grid, the last card and the actions."""
        return widgets.card(
            [
                self._counts(),
                self._peoples(),
                self._grid(),
                *self._last(),
                *self._ends(),
                self._starts(),
            ],
            padding=12,
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            key="deck-builder",
        )

    # Contents of the deck

    def _counts(self) -> ft.Control:
        deck, words, facts = self.work.deck, self.words, self._facts
        size, most = facts.get("deck.cards"), facts.get("deck.moons")
        title = words("decks.building", name=self.owner, people=self._people(deck.people))
        numbers: list[ft.Control] = [
            self._meter(ft.Icons.STYLE, len(deck.cards), size, words("decks.cards_word")),
            self._meter(MOON, deck.moons, most, words("decks.moons_word")),
        ]
        return ft.Column(
            [
                widgets.heading(title, 20, level=4),
                ft.Row(numbers, wrap=True, spacing=14, run_spacing=4),
                ft.Text(self._by_type(), size=15),
            ],
            spacing=6,
            tight=True,
        )

    def _meter(self, icon: ft.IconData, held: int, most: object, said: str) -> ft.Control:
        number = ft.Text(f"{held} / {most}", size=20, weight=ft.FontWeight.BOLD)
        parts: list[ft.Control] = [ft.Icon(icon, size=20), number, ft.Text(said, size=15)]
        return ft.Row(parts, spacing=5, tight=True)

    def _by_type(self) -> str:
        types = [CARDS[name].type for name in self.work.deck.cards]
        counts = ((each, types.count(each)) for each in TYPES)
        texts = (f"{self.wording.term(f'type.{each}')} {n}" for each, n in counts if n)
        return capitalised(" · ".join(texts))

    def _starts(self) -> ft.Control:
        """Return buttons for two decks to start from."""
        words, people, size = self.words, self.work.deck.people, self._size

        def anew(deck: Deck) -> Callable[[object], None]:
            return lambda _e: self.step(lambda work: DeckDraft(work.seat, deck, people))

        every = {
            "prepared": ("decks.from_prepared", decks.prepared(people)),
            "own": ("decks.from_own", decks.of_one_people(people, size)),
        }
        buttons = [
            widgets.text_button(
                words(word, people=self._people(people)), anew(deck), key=f"deck-{name}"
            )
            for name, (word, deck) in every.items()
        ]
        return ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=4)

    # Card grid

    def _peoples(self) -> ft.Control:
        deck, shown = self.work.deck, self.work.shown
        inside = [CARDS[name].people for name in deck.cards]
        chips = [
            self._chip(each, inside.count(each), n, lit=each == shown)
            for n, each in enumerate(decks.peoples(deck.people))
        ]
        return ft.Row(chips, wrap=True, spacing=6, run_spacing=6)

    def _chip(self, people: str, number: int, n: int, *, lit: bool) -> ft.Control:
        """Return the button of a people with its number of cards in the deck."""
        name = self._people(people)
        ink = ft.Colors.ON_PRIMARY_CONTAINER if lit else ft.Colors.ON_SURFACE
        shown: list[ft.Control] = [
            widgets.sign(PEOPLES[people].picture, 18, ink),
            ft.Text(name, size=15, color=ink),
        ]
        if number:
            shown.append(ft.Text(str(number), size=17, weight=ft.FontWeight.BOLD, color=ink))
        return widgets.tappable(
            ft.Row(shown, spacing=5, tight=True),
            self.words("decks.people", people=name, n=number),
            lambda _e: self.step(lambda work: replace(work, shown=people, touched="")),
            key=f"deck-people:{n}",
            selected=lit,
            height=TOUCH,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if lit else ft.Colors.SURFACE,
            **widgets.frame_style(
                2 if lit else 1, ink if lit else ft.Colors.OUTLINE_VARIANT, across=10, down=1
            ),
        )

    def _grid(self) -> ft.Control:
        cells = [self._cell(card) for card in decks.cards_of(self.work.shown)]
        return grid(cells, self.width, HIGH_WITH_MOONS, self._scale, self._touch)

    def _cell(self, card: Card) -> Tile:
        deck = self.work.deck
        inside = card.id in deck.cards
        greyed = not inside and self._why_not(card.id) is not None
        parts = named(card, self.wording)
        if card.people != deck.people:
            parts.append(self.words("decks.moons", n=card.moons))
        if greyed:
            parts.append(self.words("decks.greyed"))
        lines = face_with_moons(card, "CHECK_CIRCLE" if inside else "BLOCK" if greyed else "")
        said, key = ", ".join(parts), f"deck-card:{card.id}"
        return cell(card, lines, said, key, picked=inside, opacity=0.55 if greyed else 1)

    def _touch(self, name: str) -> None:
        def after(work: DeckDraft) -> DeckDraft:
            deck = decks.toggle_card(work.deck, name, self._facts, self.rulings)
            return replace(work, deck=deck, touched=name)

        self.step(after)

    def _last(self) -> list[ft.Control]:
        """Return the card touched last, and why it cannot be in the deck."""
        name = self.work.touched
        if not name:
            return []
        lines = [read_out(CARDS[name], self.wording)]
        refusal = None if name in self.work.deck.cards else self._why_not(name)
        if refusal is not None:
            lines.append(self._refusal_text(refusal))
        tone = Tone.CALM if refusal is None else Tone.CARE
        return [widgets.message("\n".join(lines), tone, key="deck-last")]

    def _refusal_text(self, refusal: Refusal) -> str:
        card = self.wording.with_rulings(dict(self.rulings)).refusal(refusal)
        rules = (self.ctx.words("ruling.rule.quoted", title=rule.title) for rule in card.rules)
        return " ".join((card.facts, *rules))

    # Finishing and saving

    def _ends(self) -> list[ft.Control]:
        """Return the buttons to finish and, for a complete deck, to save it."""
        work, words = self.work, self.words
        fields: list[ft.Control] = []
        buttons: list[ft.Control] = [
            widgets.secondary(
                words("decks.done"),
                lambda _e: self.step(lambda _work: None),
                icon=ft.Icons.CHECK,
                key="deck-done",
            )
        ]
        if decks.refusal_of(work.deck, self._facts, self.rulings) is None:
            fields.append(self._name())
            buttons.append(
                widgets.secondary(
                    words("decks.keep"), self._keep, icon=ft.Icons.SAVE_OUTLINED, key="deck-keep"
                )
            )
        if work.deck.name:
            name = work.deck.name
            buttons.append(
                widgets.text_button(
                    words("decks.forget", name=name),
                    lambda _e: self.forget(name),
                    icon=ft.Icons.DELETE_OUTLINE,
                    key="deck-forget",
                )
            )
        return [*fields, ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)]

    def _name(self) -> ft.Control:
        return widgets.text_field(
            self.words("decks.name"),
            self.work.naming or self._usual_name,
            lambda text: self.step(lambda work: replace(work, naming=text)),
            key="deck-name",
            maximum=decks.NAME_LENGTH,
        )

    @property
    def _usual_name(self) -> str:
        deck = self.work.deck
        usual = self.words("decks.usual", people=self._people(deck.people), name=self.owner)
        return deck.name or usual[: decks.NAME_LENGTH]

    def _keep(self, _event: object) -> None:
        name = " ".join((self.work.naming or self._usual_name).split())
        self.keep(Deck(self.work.deck.people, self.work.deck.cards, name))

    # Names and refusals

    def _people(self, people: str) -> str:
        return capitalised(self.wording.term(f"people.{people}"))

    def _why_not(self, name: str) -> Refusal | None:
        return decks.why_not(self.work.deck, name, self._facts, self.rulings)

    @property
    def _facts(self) -> FactValues:
        return self.ctx.rulebook(GAME).default_facts()

    @property
    def _size(self) -> int:
        size = self._facts.get("deck.cards")
        return size if isinstance(size, int) else 0

    @property
    def _scale(self) -> float:
        return self.ctx.settings.grown
