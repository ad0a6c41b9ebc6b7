"""Reports of Blue Moon, and what a bare table and a diary say of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tests.games.blue_moon import naive
from tests.games.blue_moon.asked import by_text
from tests.games.blue_moon.diary import (
    Diary,
    Told,
    kind_of,
    lying,
    number_in,
    power,
    shown_in_hand,
    speaking,
)
from tests.games.readings import Changes
from tests.games.sentences import ReadReport

Bag = Counter[str]
Cards = tuple[str, ...]
STEPS = ("start", "leadership", "character", "support", "end")


@dataclass
class MoonReport(ReadReport):
    """Report with the diary before it."""

    diary: Diary = None  # type: ignore[assignment]

    @property
    def table(self) -> Told:
        """Return the bare table with the report."""
        return Told(self.state, self.action, self.diary)

    @property
    def then(self) -> Told:
        """Return the bare table after the report."""
        return Told(self.after, self.action, self.diary)

    @property
    def rival(self) -> int:
        """Return the other seat."""
        return 1 - self.me


T = MoonReport


def plain_names(cards: Iterable[str] | None) -> list[str]:
    """Return the cards as they are told; one face down is one like the other."""
    hidden = {card for card in cards or () if naive.face_down(card) or card == "face_down"}
    return sorted("bluff_1" if card in hidden else card for card in cards or ())


def same(named: Iterable[str] | None, meant: Iterable[str]) -> bool:
    """Return whether exactly these cards are named."""
    return plain_names(named) == plain_names(meant)


def some_of(named: Iterable[str] | None, meant: Iterable[str]) -> bool:
    """Return whether cards are named, all of them among these."""
    return bool(named) and not Counter(plain_names(named)) - Counter(plain_names(meant))


def against(t: T) -> list[str]:
    """Return the rival's cards whose text has an effect."""
    return speaking(t.table, t.rival)


def texts_of(t: T) -> list[str]:
    """Return the own cards whose text has an effect, and those called upon in this turn."""
    return [*speaking(t.table, t.me), *t.diary.of("leadership")]


def silences(t: T, by: str) -> bool:
    """Return whether a card of the rival lies active."""
    return by in (*lying(t.state, t.rival), *t.diary.of("leadership"))


def text(t: T) -> str | None:
    """Return the card whose text waits for a decision."""
    return by_text(t.table)[0] or None


def in_hand(t: T, who: int) -> int:
    return number_in(t.table, who, "hand")


def place(t: T, who: int, card: str) -> set[str]:
    """Return the places where a card of a seat lies, by their words."""
    places = set()
    if any(card in ship for ship in t.state.piles[f"influence:{who}"]):
        places.add("place.influence")
    behind = None
    for one in t.state.piles[f"influence:{who}"]:
        behind = one if one in naive.SHIPS else behind
        if one == card and one not in naive.SHIPS:
            places.add(f"aboard.{behind}")
    combat = list(t.state.piles[f"combat:{who}"])
    if card in combat:
        covered = combat.index(card) < t.state.covered[who]
        places.add("place.covered" if covered else "place.combat")
    for where in ("support", "leader", "discard"):
        if t.state.ledger.balance(f"{where}:{who}", f"card:{card}"):
            places.add(f"place.{where}")
    if card in shown_in_hand(t.state, who):
        places.add("place.hand")
    return places


def element_of_report(t: T) -> str | None:
    """Return the element that a report is about, or that the fight has."""
    said = getattr(t.action, "element", "same")
    return t.state.fight.element if said == "same" else said


def total(t: T, who: int, element: str | None = None) -> int:
    """Return the power of a seat, by the second reckoning."""
    return int(power(t.table, who, element or str(element_of_report(t)))[0])


def sum_of(text_: str) -> int:
    """Return what a sum comes to: "8 = 1 + 3 + 4" is right and 8."""
    whole, _, parts = text_.partition(" = ")
    assert not parts or all(part.strip() for part in parts.split("+")), text_
    return int(whole)


def by_best(t: T) -> bool:
    """Return whether cards for one character improve the one that gains most."""
    return bool(t.state.rulings["boost_target"] == "best")


def gets(who: int, item: str, n: int) -> Changes:
    return {(f"seat:{who}", item): n}


def of_deck(t: T, who: int, cards: Iterable[str] | None) -> bool:
    """Return whether these cards are of the deck of a seat, or face down."""
    deck = set(t.state.decks[who]) | set((t.after or t.state).decks[who])
    return all(card in deck or naive.face_down(card) for card in cards or ())


def step_now(t: T, step: str) -> bool:
    return STEPS.index(step) == t.table.step


def types(cards: Iterable[str]) -> set[str]:
    return {kind_of(card) for card in cards}


def awaited(t: T) -> set[int]:
    return set(t.state.agenda[-1].seats)


def due(t: T, step: str) -> bool:
    return bool(t.state.agenda[-1].code == step.removeprefix("due."))
