"""Every line of the doubt list is true by the words of its name, read independently of the rules.

The predicates read the acta as a table remembers it (who did what in this turn) and the cards as
`naive` says them again; they share no code with the conditions.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.kernel import game as kernel
from companion.kernel.conditions import Verdict
from companion.kernel.effects import Transfer
from companion.kernel.models import Action
from tests.games.blue_moon import naive
from tests.games.random_play import Played, any_action, play, slip

FACE_DOWN, LOADED = "bluff_1", "loaded"
"""What a table remembers of a card that is laid face down, or loaded onto a ship."""


def kind_of(card: str) -> str:
    """The type of a card."""
    if card in naive.CHARACTERS:
        return "character"
    if naive.face_down(card) or card == LOADED:
        return "support"
    if card in naive.SHIPS:
        return "influence"
    if card in naive.BOOSTERS:
        return "booster"
    return "support" if card in naive.SUPPORTS else "leadership"


def drawn_by(step: Played) -> int:
    """How many cards whoever has the turn drew from the deck, or had to show."""
    seat, text = step.before.turn.seat, step.before.agenda[-1]
    searched = text.of("card") in SEARCHING
    if searched and step.before.rulings["search_under_draw_ban"] == "allowed":
        # Looking for a card is no drawing; filling the hand after it is.
        named = len(getattr(step.action, "cards", ()))
    else:
        named = 0
    moved = sum(
        effect.amount
        for effect in step.effects
        if isinstance(effect, Transfer)
        and (effect.source, effect.target) == (f"deck:{seat}", f"hand:{seat}")
    )
    if text.of("card") == "buka_27" and step.before.rulings["search_under_draw_ban"] == "not":
        # Onto a ship they go past the hand.
        moved += len(getattr(step.action, "cards", ()))
    return moved - named


SEARCHING = frozenset(("mimix_20", "khind_29"))


@dataclass
class Diary:
    """What a table remembers of the turn that is on, and of the fight."""

    turn: tuple[int, int] = (-1, -1)
    played: list[str] = field(default_factory=list)
    announced: bool = False
    opening: bool = True
    declined: int = 0
    met: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    given_free: bool = False
    free_bluffs: int = 0
    drawn: int = 0
    shown: list[str] = field(default_factory=list)
    landed: list[str] = field(default_factory=list)
    loaded: int = 0

    def note(self, step: Played) -> None:
        """What was done, and whose turn it is now."""
        before, after = step.before, step.after
        action: Any = step.action
        if self.turn == (-1, -1):
            self.turn = (before.turn.number, before.turn.seat)
        if action.kind == "play_cards":
            told = Told(before, action, self)
            self.free += set(action.cards) - set(counting(told, action.cards))
            self.played += action.cards
            if kind_of(action.cards[0]) not in ("leadership", "influence"):
                yin = {"aqua_12", "aqua_13"}.intersection(action.cards)
                here = Told(after, action, self)
                self.given_free = bool(yin & set(speaking(here, action.seat)))
        if action.kind == "play_bluff":
            if not counting(Told(before, action, self), [FACE_DOWN]):
                self.free_bluffs += 1
            self.played.append(FACE_DOWN)
            self.given_free = False
        if action.kind == "load_card":
            self.loaded += 1
        if action.kind == "land_ship":
            self.landed.append(action.ship)
        if action.kind == "meet_demand":
            self.met.append(action.card)
        if action.kind == "use_text":
            self.used.append(action.card)
        self.drawn += drawn_by(step)
        text = before.agenda[-1]
        if action.kind == "move_cards" and text.of("card") == "mimix_18" and not text.of("line"):
            self.shown = list(action.cards)
        if action.kind == "announce":
            self.announced = True
        if after.turn.number != self.turn[0]:
            new = after.fight.number != before.fight.number
            self.declined = self.declined + 1 if action.kind == "decline" and not new else 0
            self.opening = new or action.kind in ("decline", "next_game")
            self.turn = (after.turn.number, after.turn.seat)
            self.played, self.announced, self.met = [], False, []
            self.used, self.drawn, self.shown, self.free = [], 0, [], []
            self.given_free, self.free_bluffs = False, 0
            self.landed, self.loaded = [], 0

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.turn[1]

    def of(self, *kinds: str) -> list[str]:
        """The cards of these types played in the turn."""
        return [card for card in self.played if kind_of(card) in kinds]


@dataclass(frozen=True)
class Told:
    """One table, one report, and what is remembered."""

    state: Any
    action: Any
    diary: Diary

    @property
    def own(self) -> bool:
        """Whether it is the turn of whoever reports."""
        return bool(self.diary.seat == self.action.seat)

    @property
    def step(self) -> int:
        """How far the turn has got."""
        if self.diary.announced:
            return 4
        if self.diary.of("booster", "support") or self.diary.loaded:
            return 3
        if self.diary.of("character"):
            return 2
        return 1 if self.diary.of("leadership", "influence") else 0


Predicate = Callable[[Told], bool]


def lying(state: Any, seat: int) -> list[str]:
    """The active cards of a seat in combat and support."""
    combat = state.piles[f"combat:{seat}"][state.covered[seat] :]
    return [*combat, *state.piles[f"support:{seat}"]]


def enthralled(t: Told, seat: int) -> bool:
    """Whether the texts of a seat are ignored in this turn."""
    return t.diary.seat == 1 - seat and "hoax_28" in t.diary.played


def speaking(t: Told, seat: int) -> list[str]:
    """The active cards of a seat whose text does something."""
    against = (enthralled(t, seat), enthralled(t, 1 - seat))
    return naive.speaking(lying(t.state, seat), lying(t.state, 1 - seat), against)


def called_upon(t: Told, seat: int) -> set[str]:
    """The leadership cards of this turn whose text does something."""
    if t.diary.seat != seat:
        return set()
    rival = speaking(t, 1 - seat)
    silent = "flit_07" in rival or gas_works(t, 1 - seat)
    return set() if silent else set(t.diary.of("leadership"))


def gas_works(t: Told, seat: int) -> bool:
    """Whether Laughing Gas of a seat silences the other one."""
    mine, rival = speaking(t, seat), lying(t.state, 1 - seat)
    gone = naive.gone(rival, lying(t.state, seat), (enthralled(t, 1 - seat), enthralled(t, seat)))
    return "khind_27" in mine and ("khind_27" not in rival or "khind_27" in gone)


def fog(t: Told) -> bool:
    """Whether the icons of whoever reports are ignored, also those of what is played."""
    against = {"terrah_26", "hoax_16"} & set(speaking(t, 1 - t.action.seat))
    return bool(against) and t.state.rulings["icons_of_the_hand"] == "ignored"


def protected(t: Told, seat: int) -> set[str]:
    """The active cards of a seat that the opponent cannot discard."""
    mine, rival = lying(t.state, seat), lying(t.state, 1 - seat)
    against = (enthralled(t, seat), enthralled(t, 1 - seat))
    return set(mine) & naive.PROTECTED - naive.iconless(mine, rival, against)


def power(t: Told, seat: int, element: str) -> tuple[int, bool]:
    """The total of a seat, and whether a shield covers it."""
    rulings = t.state.rulings
    return naive.power(
        lying(t.state, seat),
        lying(t.state, 1 - seat),
        ("fire", "earth").index(element),
        (enthralled(t, seat), enthralled(t, 1 - seat)),
        raise_first=rulings["power_order"] == "raise_first",
        multiply=rulings["doublings"] == "multiply",
    )


def seen(state: Any, seat: int) -> set[str]:
    """The cards of a seat that lie open outside its hand."""
    places = ("combat", "support", "leader", "discard", "influence")
    items = {item for place in places for item in state.ledger.held(f"{place}:{seat}")}
    return {item.partition(":")[2] for item in items} - {""}


def laid(t: Told) -> list[str]:
    """What is laid, by what it counts as."""
    kinds = {"play_bluff": [FACE_DOWN], "load_card": [LOADED]}
    return kinds.get(t.action.kind) or list(t.action.cards)


def named(t: Told) -> list[str]:
    """The cards that a report names."""
    if t.action.kind in ("play_bluff", "load_card"):
        return [] if t.action.card == "unseen" else [t.action.card]
    return list(t.action.cards)


def holds(state: Any, seat: int) -> dict[str, list[str]]:
    """By ship before a seat, what it carries: what lies behind it in the area."""
    found: dict[str, list[str]] = {}
    for card in state.piles[f"influence:{seat}"]:
        if card in naive.SHIPS:
            found[card] = []
        else:
            found[list(found)[-1]].append(card)
    return found


def landed(t: Told, seat: int) -> list[str]:
    """The ships of a seat that have landed in this turn."""
    return [ship for ship in t.diary.landed if t.diary.seat == seat]


def at_sea(t: Told, seat: int) -> set[str]:
    """Those that have not."""
    return set(holds(t.state, seat)) - set(landed(t, seat))


def aboard(t: Told, seat: int) -> set[str]:
    """What lies on ships that have landed."""
    return {card for ship in landed(t, seat) for card in holds(t.state, seat).get(ship, ())}


def room(t: Told, seat: int) -> set[str]:
    """The ships with room for a card more."""
    return {ship for ship, cargo in holds(t.state, seat).items() if len(cargo) < naive.SHIPS[ship]}


def falcon(t: Told) -> bool:
    """Whether Sea Falcon has landed and says something."""
    rival = speaking(t, 1 - t.action.seat)
    silent = "flit_07" in rival or gas_works(t, 1 - t.action.seat)
    return "buka_28" in landed(t, t.action.seat) and not silent


def bluffs_left(state: Any, seat: int) -> int:
    """How many unseen cards with a bluff icon need not be those that lie face down."""
    known = seen(state, seat) | shown_in_hand(state, seat)
    unseen = set(state.decks[seat]) - known
    lying_down = sum(map(naive.face_down, state.piles[f"support:{seat}"]))
    shows = [x for x in state.agenda if x.code == "bluffs_to_show" and x.of("seat") == seat]
    discarded = sum(x.of("number") for x in shows if not x.of("called"))
    return len(unseen & set(naive.BLUFFS)) - lying_down - int(discarded)


def shown_in_hand(state: Any, seat: int) -> set[str]:
    """The cards of a seat that are known to be in its hand."""
    items = set(state.ledger.held(f"hand:{seat}")) - {"card"}
    return {item.partition(":")[2] for item in items}


def hidden(state: Any, seat: int, cards: Any) -> int:
    """How many of some cards nobody has seen."""
    known = seen(state, seat) | shown_in_hand(state, seat)
    return sum(card not in known for card in cards)


def fits(state: Any, seat: int, cards: Any, place: str = "hand") -> bool:
    """Whether the unseen ones of these cards can be in the hand, or in the deck or the discard."""
    free: int = state.ledger.held(f"{place}:{seat}").get("card", 0)
    known = seen(state, seat) | shown_in_hand(state, seat)
    bluffs = sum(card in naive.BLUFFS and card not in known for card in cards)
    enough = not bluffs or bluffs <= bluffs_left(state, seat)
    return enough and hidden(state, seat, cards) <= free


def may_be_in(state: Any, seat: int, place: str) -> set[str]:
    """The cards of a seat that can be in its hand, its deck or its discard pile."""
    items = state.ledger.held(f"{place}:{seat}")
    known = {item.partition(":")[2] for item in items} - {""}
    if not items.get("card", 0):
        return known
    unseen = set(state.decks[seat]) - seen(state, seat) - shown_in_hand(state, seat)
    if bluffs_left(state, seat) <= 0:
        unseen -= set(naive.BLUFFS)
    if place == "discard":
        unseen = {card for card in unseen if kind_of(card) != "leadership"}
    return known | unseen


def opens(t: Told) -> bool:
    """Whether whoever reports is in the turn that opens the fight."""
    return t.diary.opening and t.own


def counting(t: Told, cards: Any) -> list[str]:
    """Those that are not free."""
    found = [card for card in cards if fog(t) or not comes_free(t, card)]
    given = t.own and t.diary.given_free and list(cards) != [LOADED]
    return found[1:] if given else found


def comes_free(t: Told, card: str) -> bool:
    """Whether a card that is laid now counts for nothing."""
    seat, rival = t.action.seat, 1 - t.action.seat
    if card in naive.FREE:
        return True
    if card.startswith("buka") and kind_of(card) == "character" and card in aboard(t, seat):
        return True
    piles = t.state.piles
    against = {
        "buka_13": lambda: len(piles[f"combat:{rival}"]) + len(piles[f"support:{rival}"]) >= 6,
        "buka_14": lambda: len(active(t, rival, "character")) >= 2,
        "buka_15": lambda: len(active(t, rival, "booster")) >= 2,
        "buka_16": lambda: len(active(t, rival, "support")) >= 2,
        "buka_17": lambda: sum(map(naive.shows_icon, lying(t.state, rival))) >= 2,
    }
    if card not in against or not against[card]():
        return False
    mine = [*lying(t.state, seat), card]
    enthrals = (enthralled(t, seat), enthralled(t, rival))
    return card in naive.speaking(mine, lying(t.state, rival), enthrals)


def plays(t: Told, boosters: list[str]) -> int:
    """How many plays some boosters are: two of a pair are one."""
    if fog(t):
        return len(boosters)
    words = Counter(naive.FIRST_WORDS.get(card, card) for card in boosters)
    return sum((n + 1) // 2 if word[0].isupper() else n for word, n in words.items())


def over_limit(t: Told) -> bool:
    """Whether what is reported goes beyond the boosters and supports of the turn."""
    more = counting(t, laid(t))
    cards = [*(earlier(t) if t.own else ()), *more]
    if not more:
        return False
    boosters = [card for card in cards if kind_of(card) == "booster"]
    supports = sum(kind_of(card) == "support" for card in cards)
    calls, speak = called_upon(t, t.action.seat), speaking(t, t.action.seat)
    number = 0 if "flit_31" in calls else plays(t, boosters)
    if "hoax_29" in calls or "buka_20" in speak:
        supports = 0
    else:
        supports = max(0, supports - len({"hoax_14", "buka_25"} & set(speak)))
    if "pillar_11" in speak:
        number = max(0, number - 1)
    limit = 0 if opens(t) else 1
    by_ruling = t.state.rulings["booster_pair_opening"] == "allowed"
    if opens(t) and by_ruling and len(boosters) == 2 and plays(t, boosters) == 1:
        limit = 1
    return number + supports > limit


def earlier(t: Told) -> list[str]:
    """The cards of the turn that were not free when they were played."""
    found = [card for card in t.diary.played if card not in t.diary.free]
    for _ in range(t.diary.free_bluffs):
        found.remove(FACE_DOWN)
    return [*found, *[LOADED] * t.diary.loaded]


def together(cards: list[str], *, icons: bool) -> bool:
    """Whether some characters are played in place of one."""
    if len(cards) < 2:
        return True
    words = {naive.FIRST_WORDS.get(card) for card in cards}
    gangs = {naive.GANGS.get(card) for card in cards}
    pair = len(cards) == 2 and len(words) == 1 and None not in words
    return icons and (pair or (len(gangs) == 1 and None not in gangs))


def own_characters(t: Told) -> list[str]:
    """The characters of the turn that count, with those reported."""
    before = [card for card in (earlier(t) if t.own else ()) if kind_of(card) == "character"]
    return [*before, *counting(t, t.action.cards)]


def late_gang(t: Told) -> bool:
    """Whether a free character came before a gang of several."""
    free = [card for card in t.diary.of("character") if card in t.diary.free]
    return t.own and bool(free) and len(own_characters(t)) > 1


def forbids(t: Told, card: str) -> bool:
    """Whether an active card of the opponent forbids to play this one."""
    against, kind = speaking(t, 1 - t.action.seat), kind_of(card)
    return (
        ("terrah_12" in against and card in naive.TEXTS)
        or ("terrah_16" in against and card not in naive.TEXTS)
        or ("terrah_25" in against and kind == "character" and max(naive.VALUES[card]) > 4)
        or ("hoax_13" in against and kind in ("leadership", "booster", "support"))
        or ("vulca_16" in against and kind == "character" and card not in naive.TEXTS)
        or ("vulca_24" in against and kind == "leadership")
        or ("khind_26" in against and kind == "support")
        or ("mimix_28" in against and kind == "booster")
        or ("vulca_25" in against and kind in ("character", "booster") and card in naive.TEXTS)
    )


def too_many(t: Told) -> bool:
    """Whether there are more cards in the turn than a card of the opponent allows."""
    before = [*t.diary.played, *[LOADED] * t.diary.loaded]
    cards = [*(before if t.own else ()), *laid(t)]
    against = speaking(t, 1 - t.action.seat)
    fighting = [card for card in cards if kind_of(card) in ("character", "booster")]
    fights = kind_of(laid(t)[0]) in ("character", "booster")
    if "flit_10" in against and fights and len(fighting) > 1:
        return True
    if t.state.rulings["brain_drain_counts_leadership"] == "no":
        cards = [card for card in cards if kind_of(card) not in ("leadership", "influence")]
    return "hoax_26" in against and len(cards) > 1


def mutant_may(t: Told) -> bool:
    """Whether the first mutant laid finds what it wants."""
    card = next(c for c in t.action.cards if c.startswith("mutant") or c == "buka_23")
    seat, element = t.action.seat, t.state.fight.element
    rival = power(t, 1 - seat, element)[0] if element else 0
    piles = t.state.piles
    return bool(
        {
            "mutant_105": rival >= 7,
            "mutant_106": rival >= 5 and element == "earth",
            "mutant_107": rival >= 5 and element == "fire",
            "mutant_103": len(piles[f"combat:{1 - seat}"]) + len(piles[f"support:{1 - seat}"]) >= 6,
            "mutant_102": number_in(t, 1 - seat, "hand") - number_in(t, seat, "hand")
            >= 2 - (len(t.action.cards) if t.state.rulings["mutant_in_hand"] == "laid" else 0),
            "mutant_104": len(lying(t.state, 1 - seat)) >= 3,
            "mutant_101": t.state.ledger.balance(f"seat:{1 - seat}", "dragon") >= 1,
            "buka_23": not at_sea(t, seat),
            "mutant_109": len(t.action.cards) == 1
            and not piles[f"combat:{seat}"]
            and not piles[f"support:{seat}"],
        }[card]
    )


def element_of(t: Told) -> str | None:
    if t.state.fight.element:
        return str(t.state.fight.element)
    return None if t.action.element == "same" else str(t.action.element)


def enough(t: Told) -> bool:
    """Whether what lies before a seat reaches what lies before the other one."""
    element = element_of(t) if t.action.kind == "announce" else t.state.fight.element
    if element is None:
        return True
    mine, shield = power(t, t.action.seat, element)
    return shield or mine >= power(t, 1 - t.action.seat, element)[0]


def by_text(t: Told) -> tuple[str, int]:
    """The card whose text waits for a decision, and whose it is; nothing where none does."""
    task = t.state.agenda[-1]
    return (task.of("card"), task.of("owner")) if task.code == "text" else ("", 0)


OWN_DECK = frozenset(("mimix_18", "mimix_20", "khind_29"))
"""The texts that show cards of one's own deck."""
UNSEEN = frozenset(
    (
        "hoax_27",
        "vulca_15",
        "mimix_19",
        "mimix_21",
        "khind_05",
        "khind_28",
        "khind_30",
        "hoax_15",
        "aqua_14",
        "aqua_31",
    )
)
"""The texts that take cards that nobody sees."""
OF_RIVAL = frozenset(("terrah_15", "khind_08", "aqua_29"))
"""The texts by which the opponent chooses."""
ORDERS = frozenset(("mimix_20", "mimix_31", "khind_29", "aqua_29"))
"""The texts that are no offer."""


def follows(t: Told) -> bool:
    """Whether a text waits with what it does after something else."""
    return bool(t.state.agenda[-1].of("line"))


def from_where(t: Told) -> tuple[int, str]:
    """Whose cards a text takes, and out of what that is not seen: hand, deck, discard."""
    card, owner = by_text(t)
    if card in ("buka_27", "buka_29"):
        return owner, "deck" if card == "buka_27" else "hand"
    if card in OWN_DECK:
        return owner, "hand" if follows(t) else "deck"
    if card == "mimix_31":
        return owner, "discard"
    if card == "khind_09":
        return 1 - owner, "deck"
    own = card in PAID or card == "aqua_11"
    return (owner, "hand") if own else (1 - owner, "hand")


def active(t: Told, seat: int, *kinds: str) -> set[str]:
    """The active cards of a seat that are of some types."""
    return {card for card in lying(t.state, seat) if kind_of(card) in kinds}


CARGO = frozenset(("character", "booster", "support"))


def reached(t: Told) -> set[str]:
    """The cards that the text can be for."""
    card, owner = by_text(t)
    rival = 1 - owner
    safe = protected(t, rival)
    combat = {seat: set(t.state.piles[f"combat:{seat}"]) for seat in (0, 1)}
    fighters = active(t, rival, "character")
    spared = fighters if len(fighters) == 1 else set()
    match card:
        case "terrah_29" | "buka_19":
            return combat[rival] - safe
        case "buka_27":
            kinds = {"influence", *(CARGO if room(t, owner) else ())}
            return {c for c in may_be_in(t.state, owner, "deck") if kind_of(c) in kinds}
        case "buka_29":
            return {c for c in may_be_in(t.state, owner, "hand") if kind_of(c) in CARGO}
        case "aqua_30":
            return combat[rival] & set(lying(t.state, rival)) - safe
        case "vulca_30":
            return active(t, rival, "support") - safe
        case "vulca_14" | "terrah_19" | "khind_07" | "buka_22":
            return active(t, rival, "booster", "support") - safe
        case "flit_06":
            return set(fighters - spared - safe)
        case "khind_06":
            return set(filter(naive.shows_icon, lying(t.state, rival))) - spared - safe
        case "vulca_28":
            return set(lying(t.state, owner))
        case "mimix_30" | "pillar_12":
            return combat[owner] - {"pillar_12"} if card == "pillar_12" else combat[owner]
    if card == "mimix_18" and follows(t):
        return set(t.diary.shown)
    return may_be_in(t.state, *from_where(t))


def number_in(t: Told, seat: int, place: str) -> int:
    return sum(t.state.ledger.held(f"{place}:{seat}").values())


def may_take(t: Told, number: int, *, drawn: bool) -> int:
    """How many of so many cards whoever has the text may take into the hand."""
    _, owner = by_text(t)
    against = speaking(t, 1 - owner)
    if drawn and "vulca_26" in against:
        return 0
    if drawn and "khind_25" in against:
        number = min(number, max(0, 1 - t.diary.drawn))
    if "pillar_15" in against:
        return 0
    if "terrah_27" in against:
        number = min(number, max(0, 4 - number_in(t, owner, "hand")))
    return number


def from_deck(t: Told) -> int:
    """How many cards more may come out of the deck, past the hand."""
    against = speaking(t, 1 - by_text(t)[1])
    if "vulca_26" in against:
        return 0
    return max(0, 1 - t.diary.drawn) if "khind_25" in against else 99


def wanted(t: Told) -> int:
    """How many cards a text takes, at most where it may be fewer."""
    card, owner = by_text(t)
    rival = 1 - owner
    deck, discard = number_in(t, owner, "deck"), number_in(t, owner, "discard")
    if card in SEARCHING:
        banned = t.state.rulings["search_under_draw_ban"] == "not"
        return may_take(t, min(1, deck), drawn=banned)
    match card:
        case "vulca_14" | "terrah_19" | "flit_06" | "khind_06" | "khind_07":
            return 1
        case "aqua_11" | "aqua_14":
            return number_in(t, owner, "hand")
        case "aqua_29":
            return max(0, number_in(t, rival, "hand") - 5)
        case "aqua_31":
            return discard
        case "pillar_27" | "pillar_30":
            return number_in(t, rival, "hand")
        case "vulca_28" | "mimix_30" | "pillar_12":
            return may_take(t, 1, drawn=False)
        case "buka_27":
            banned = t.state.rulings["search_under_draw_ban"] == "not"
            return min(1, deck, len(reached(t)), from_deck(t) if banned else 1)
        case "buka_29":
            space = naive.SHIPS[card] - len(holds(t.state, owner)[card])
            return min(3, number_in(t, owner, "hand"), space, len(reached(t)))
        case "terrah_29" | "vulca_30" | "buka_19":
            return len(reached(t))
        case "aqua_30":
            left = protected(t, rival) & active(t, rival, "character")
            fights = active(t, rival, "character")
            return len(reached(t)) - bool(fights and not left)
        case "hoax_17" | "terrah_15":
            return min(2, number_in(t, rival, "hand"))
        case "pillar_13" | "khind_08":
            return min(1, number_in(t, rival, "hand"))
        case "khind_09":
            return min(1, number_in(t, rival, "deck"))
        case "mimix_18" if follows(t):
            return 1
        case "mimix_21" | "khind_30":
            number = 2 if card == "mimix_21" else 3
            return may_take(t, min(number, discard), drawn=False)
        case "mimix_31":
            return may_take(t, min(1, discard), drawn=False)
        case "hoax_15":
            return may_take(t, min(9 - number_in(t, owner, "hand"), deck), drawn=True)
    number = {
        "hoax_27": 5,
        "vulca_15": 2,
        "mimix_18": 3,
        "mimix_19": 3,
        "khind_05": 1,
        "khind_28": 1,
    }[card]
    return may_take(t, min(number, deck), drawn=True)


def usable(t: Told) -> set[str]:
    """The active cards whose text is for once a turn."""
    return {"khind_06", "khind_07"} & set(lying(t.state, t.action.seat))


def hits(t: Told) -> bool:
    """Whether the text that is to be used finds a card."""
    rival = 1 - t.action.seat
    if t.action.card == "khind_07":
        return bool(active(t, rival, "booster", "support"))
    fighters = active(t, rival, "character")
    spared = fighters if len(fighters) == 1 else set()
    safe = protected(t, rival)
    return bool(set(filter(naive.shows_icon, lying(t.state, rival))) - spared - safe)


PAID = {
    "vulca_29": ("fire", 8),
    "terrah_30": ("earth", 8),
    "pillar_16": ("fire", 3),
    "pillar_17": ("earth", 3),
    "pillar_18": ("both", 2),
    "pillar_19": ("either", 5),
    "flit_30": ("character", 3),
    "aqua_28": ("character", 1),
}
"""By card, of what it asks for how much."""


def summed(cards: Any, element: int) -> int:
    return sum(naive.VALUES.get(card, (0, 0))[element] for card in cards)


def pays(t: Told, cards: Any) -> bool:
    """Whether these cards pay what is asked for."""
    card = t.action.card if t.action.kind == "meet_demand" else by_text(t)[0]
    what, least = PAID[card]
    if t.action.kind == "meet_demand" and card == doubled(t):
        least *= 2
    if what == "character":
        return sum(kind_of(card) == what for card in cards) >= least
    if what == "either":
        return max(summed(cards, 0), summed(cards, 1)) >= least
    if what == "both":
        # Some of the cards pay the fire, the others the earth.
        return any(
            summed(some, 0) >= least and summed(set(cards) - set(some), 1) >= least
            for size in range(len(cards))
            for some in combinations(cards, size)
        )
    return summed(cards, ("fire", "earth").index(what)) >= least


def no_card_too_many(t: Told) -> bool:
    cards = t.action.cards
    return not any(pays(t, [c for c in cards if c != card]) for card in cards)


def still_owed(t: Told) -> set[str]:
    """The active cards of the opponent that demand something that was not done yet."""
    found = {c for c in speaking(t, 1 - t.action.seat) if c in DEMANDING}
    if t.own:
        found -= set(t.diary.met)
        found -= {"terrah_13"} if t.diary.of("support") else set()
        found -= {"terrah_14"} if t.diary.of("booster") else set()
    return found


CATERPILLARS = frozenset(("pillar_16", "pillar_17", "pillar_18", "pillar_19"))
DEMANDING = frozenset(("terrah_13", "terrah_14", "aqua_28")) | CATERPILLARS


def doubled(t: Told) -> str | None:
    """The caterpillar of the opponent that Crysalus doubles."""
    against = speaking(t, 1 - t.action.seat)
    there = [card for card in against if card in CATERPILLARS]
    if "pillar_14" not in against or not there:
        return None
    return there[-1 if t.state.rulings["doubled_caterpillar"] == "last" else 0]


def takes_too_many(t: Told) -> bool:
    """Whether so many cards do not come into the hand because the opponent's cards forbid it."""
    held = sum(t.state.ledger.held(f"hand:{t.action.seat}").values())
    against = speaking(t, 1 - t.action.seat)
    mud = "terrah_27" in against and held + len(t.action.cards) > max(4, held)
    return mud or "pillar_15" in against


def icon_works(t: Told, card: str) -> bool:
    mine, rival = lying(t.state, t.action.seat), lying(t.state, 1 - t.action.seat)
    against = (enthralled(t, t.action.seat), enthralled(t, 1 - t.action.seat))
    return card not in naive.iconless(mine, rival, against)


def rival_shows_retrieve(t: Told) -> bool:
    rival, mine = lying(t.state, 1 - t.action.seat), lying(t.state, t.action.seat)
    shown = naive.RETRIEVE & naive.CHARACTERS & set(rival)
    if t.state.rulings["ignored_icons_block_retrieve"] == "working":
        against = (enthralled(t, 1 - t.action.seat), enthralled(t, t.action.seat))
        shown -= naive.iconless(rival, mine, against)
    return bool(shown)


def hidden_as(t: Told) -> str:
    """A card more face down, as the table rules that it counts."""
    return "marked_99" if t.state.rulings["bluff_icons"] == "shown" else "bluff_99"


def crowd(t: Told) -> bool:
    """Whether Boatswain Mena Marn of the opponent faces more than one active character."""
    against = speaking(t, 1 - t.action.seat)
    return "buka_18" in against and len(active(t, t.action.seat, "character")) > 1


def to_show(t: Told) -> int:
    """How many cards whoever reports has to show now."""
    task = t.state.agenda[-1]
    due = task.code == "bluffs_to_show" and task.of("seat") == t.action.seat
    return int(task.of("number")) if due else 0


STEP_OF = {"leadership": 1, "influence": 1, "character": 2, "booster": 3, "support": 3}
CALLS = {"call_bluff": "bluff_faced", "trust_bluff": "bluff_faced"}
DUE = CALLS | {
    "move_cards": "text",
    "move_unseen": "text",
    "skip": "text",
    "next_game": "next_game",
}

DECKS = frozenset(("vulca", "hoax", "terrah", "mimix", "flit", "khind", "pillar", "aqua", "buka"))

TRUE_OF: dict[str, Predicate] = {
    "no_such_seat": lambda t: t.action.seat < 2,
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: t.action.seat in t.state.agenda[-1].seats,
    "other_step": lambda t: t.state.agenda[-1].code == DUE.get(t.action.kind, "turn"),
    # Cards out of a hand
    "nothing_laid": lambda t: len(t.action.cards) > 0,
    "card_not_in_deck": lambda t: set(named(t)) <= set(t.state.decks[t.action.seat]),
    "card_laid_twice": lambda t: len(set(named(t))) == len(named(t)),
    "card_elsewhere": lambda t: (
        seen(t.state, t.action.seat)
        - (aboard(t, t.action.seat) if t.action.kind == "play_cards" else set())
    ).isdisjoint(named(t)),
    "not_in_hand": lambda t: fits(t.state, t.action.seat, named(t)),
    # Playing
    "stopped": lambda t: naive.STOP.isdisjoint(t.diary.played),
    "mixed_types": lambda t: len({kind_of(card) for card in t.action.cards}) == 1,
    "phase_passed": lambda t: t.step <= STEP_OF[kind_of(laid(t)[0])],
    "second_leadership": lambda t: (
        len(t.action.cards) == 1 and not t.diary.of("leadership", "influence")
    ),
    "no_character_yet": lambda t: t.own and t.step >= 2,
    "opening_turn": lambda t: not over_limit(t),
    "no_pair": lambda t: together(counting(t, t.action.cards), icons=not fog(t)),
    "second_character": lambda t: (
        not t.own
        or not counting(t, t.action.cards)
        or len(own_characters(t)) == len(counting(t, t.action.cards))
        or together(own_characters(t), icons=not fog(t))
    ),
    "gang_begun_late": lambda t: not late_gang(t),
    "limit_reached": lambda t: not over_limit(t),
    "forbidden_by_card": lambda t: not any(forbids(t, card) for card in laid(t)),
    "capped_by_card": lambda t: not too_many(t),
    "cannot_be_played": mutant_may,
    "target_not_active": lambda t: (
        t.action.target in naive.CHARACTERS and t.action.target in lying(t.state, t.action.seat)
    ),
    "too_many_characters": lambda t: not crowd(t),
    # Ships and bluffs
    "from_ship_only": lambda t: (
        falcon(t)
        or (
            named(t) != []
            and all(c in aboard(t, t.action.seat) or kind_of(c) not in CARGO for c in named(t))
        )
    ),
    "landing_late": lambda t: t.step <= (0 if t.state.rulings["landing_moment"] == "start" else 1),
    "not_at_sea": lambda t: t.action.ship in at_sea(t, t.action.seat),
    "no_such_ship": lambda t: t.action.ship in at_sea(t, t.action.seat),
    "no_cargo": lambda t: kind_of(t.action.card) in CARGO,
    "loading_forbidden": lambda t: {"hoax_13", "khind_26"}.isdisjoint(
        speaking(t, 1 - t.action.seat)
    ),
    "ship_full": lambda t: t.action.ship in room(t, t.action.seat),
    "ship_unclear": lambda t: (
        t.action.ship in room(t, by_text(t)[1])
        or (t.action.ship == "none" and len(room(t, by_text(t)[1])) == 1)
    ),
    "no_bluff_left": lambda t: (
        bool(may_be_in(t.state, t.action.seat, "hand") & set(naive.BLUFFS))
        if t.action.card == "unseen"
        else t.action.card in aboard(t, t.action.seat) & set(naive.BLUFFS)
    ),
    "bluff_icon": lambda t: t.action.card in naive.BLUFFS,
    "bluff_off_ship": lambda t: t.action.card == "unseen",
    "bluff_ignored": lambda t: (
        hidden_as(t)
        not in naive.gone(
            [*lying(t.state, t.action.seat), hidden_as(t)],
            lying(t.state, 1 - t.action.seat),
            (enthralled(t, t.action.seat), enthralled(t, 1 - t.action.seat)),
        )
    ),
    "nothing_to_show": lambda t: bool(to_show(t)),
    "wrong_number_shown": lambda t: len(t.action.cards) == to_show(t),
    "bluff_elsewhere": lambda t: (
        seen(t.state, t.action.seat) | shown_in_hand(t.state, t.action.seat)
    ).isdisjoint(t.action.cards),
    "no_bluff_icon": lambda t: set(t.action.cards) <= set(naive.BLUFFS),
    "not_one_type": lambda t: any(
        set(t.action.cards) == {c for c in reached(t) if kind_of(c) == kind}
        for kind in ("booster", "support")
    ),
    # The turn
    "start_passed": lambda t: t.step == 0,
    "not_active": lambda t: (
        set(t.action.cards) <= set(lying(t.state, t.action.seat))
        and len(set(t.action.cards)) == len(t.action.cards)
    ),
    "no_retrieve_icon": lambda t: all(
        card in naive.RETRIEVE and icon_works(t, card) for card in t.action.cards
    ),
    "rival_retrieves": lambda t: not rival_shows_retrieve(t),
    "hand_capped": lambda t: not takes_too_many(t),
    "starter_cannot_retreat": lambda t: not opens(t),
    "after_character": lambda t: (
        not (t.own and t.step >= 2 and enough(t) and still_owed(t) <= {"aqua_28"} and not crowd(t))
    ),
    "nothing_demanded": lambda t: bool(still_owed(t) & set(PAID)),
    "no_such_demand": lambda t: t.action.card in still_owed(t) & set(PAID),
    "demand_unmet": lambda t: still_owed(t) <= {"aqua_28"},
    "dragon_owed": lambda t: "aqua_28" not in still_owed(t),
    "not_starter": opens,
    "fight_begun": lambda t: t.step < 2,
    "declined_in_turn": lambda t: t.diary.declined < 2,
    "wrong_number_declined": lambda t: (
        min(1, sum(t.state.ledger.held(f"hand:{t.action.seat}").values()))
        <= len(t.action.cards)
        <= 3
    ),
    "no_character_played": lambda t: t.own and t.step >= 2,
    "element_missing": lambda t: element_of(t) is not None,
    "element_fixed": lambda t: t.action.element in ("same", element_of(t)),
    "below_power": enough,
    "no_shield": lambda t: not power(t, t.action.seat, str(element_of(t)))[1],
    # Texts
    "no_text_pending": lambda t: t.state.agenda[-1].code == "text",
    "cards_unseen": lambda t: by_text(t)[0] not in UNSEEN,
    "cards_seen": lambda t: by_text(t)[0] in UNSEEN,
    "not_there": lambda t: (
        set(t.action.cards) <= reached(t) and len(set(t.action.cards)) == len(t.action.cards)
    ),
    "card_protected": lambda t: protected(t, 1 - by_text(t)[1]).isdisjoint(t.action.cards),
    "more_than_held": lambda t: fits(t.state, from_where(t)[0], t.action.cards, from_where(t)[1]),
    "wrong_number": lambda t: (
        1 <= len(t.action.cards) <= wanted(t)
        if by_text(t)[0] in ("aqua_11", "buka_29")
        else len(t.action.cards) == wanted(t)
    ),
    "pays_too_little": lambda t: pays(t, t.action.cards),
    "superfluous": no_card_too_many,
    "wrong_draw": lambda t: (
        1 <= t.action.number <= wanted(t)
        if by_text(t)[0] in ("mimix_19", "aqua_14")
        else t.action.number == wanted(t)
    ),
    "compulsory": lambda t: by_text(t)[0] not in ORDERS and not follows(t),
    "not_chooser": lambda t: (
        t.action.seat == (1 - by_text(t)[1] if by_text(t)[0] in OF_RIVAL else by_text(t)[1])
    ),
    "last_character": lambda t: (
        active(t, 1 - by_text(t)[1], "character") == set()
        or bool(active(t, 1 - by_text(t)[1], "character") - set(t.action.cards))
    ),
    "text_not_there": lambda t: t.action.card in usable(t),
    "text_used": lambda t: t.action.card not in t.diary.used,
    "text_silent": lambda t: t.action.card in speaking(t, t.action.seat),
    "nothing_to_hit": hits,
    # The series
    "no_such_deck": lambda t: {t.action.first, t.action.second} <= {*DECKS, "built_0", "built_1"},
}
"""By code, whether the name of the condition in `words.toml` is true."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def reports(state: Any, rng: Random) -> Iterator[Action]:
    """Reports as people get them wrong, and any at all."""
    for make in (slip, slip, any_action, any_action):
        yield make(GAME, state, rng)


def check(seed: int, limit: int) -> Counter[tuple[str, str]]:
    """Reports of one random match, each looked at line by line: lines by code and verdict."""
    rng, seen_lines, diary = Random(seed), Counter[tuple[str, str]](), Diary()
    for step in play(GAME, rng, limit):
        if diary.turn == (-1, -1):
            diary.turn = (step.before.turn.number, step.before.turn.seat)
        seen_lines += check_lines(step.before, step.action, diary)
        diary.note(step)
        for report in reports(step.after, rng):
            seen_lines += check_lines(step.after, report, diary)
    return seen_lines


def check_lines(state: Any, action: Action, diary: Diary) -> Counter[tuple[str, str]]:
    seen_lines = Counter[tuple[str, str]]()
    for line in kernel.explain(GAME, state, action):
        if line.verdict in (Verdict.HOLDS, Verdict.FAILS):
            met = line.verdict is Verdict.HOLDS
            assert TRUE_OF[line.code](Told(state, action, diary)) == met, (line, action)
        seen_lines[line.code, str(line.verdict)] += 1
    return seen_lines


@pytest.mark.parametrize("seed", range(12))
def test_what_is_marked_as_met_is_true_and_what_failed_is_not(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_what_is_marked_is_true_in_the_long_run() -> None:
    found = sum((check(seed, 600) for seed in range(150)), Counter[tuple[str, str]]())
    print(sum(found.values()), dict(sorted(found.items())))
