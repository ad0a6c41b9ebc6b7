"""Diary of a turn and a fight, and what can be known of the cards.

It shares no code with the conditions: cards are described again by `naive`.
"""

from dataclasses import dataclass, field
from typing import Any

from companion.kernel.pieces.ledger import Transfer
from tests.games.blue_moon import naive
from tests.games.random_play import Played

FACE_DOWN, LOADED = "bluff_1", "loaded"
"""Marks of a card laid face down, and of one loaded onto a ship."""


def kind_of(card: str) -> str:
    """Return the type of a card."""
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
    """Return how many cards the active seat drew from the deck, or had to show."""
    seat, text = step.before.turn.seat, step.before.agenda[-1]
    searched = text.of("card") in SEARCHING
    if searched and step.before.rulings["search_under_draw_ban"] == "allowed":
        # A search is not a draw; refilling the hand after it is.
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
        # Cards put onto a ship do not pass through the hand.
        moved += len(getattr(step.action, "cards", ()))
    return moved - named


SEARCHING = frozenset(("mimix_20", "khind_29"))


@dataclass
class Diary:
    """Diary of the current turn and fight."""

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
    met_early: list[str] | None = None
    """Demands met before the first character; None: no character was played yet."""
    lay_early: Any = None
    """Table before the first character."""

    def note(self, step: Played) -> None:
        """Record an action, and the turn after it."""
        before, after = step.before, step.after
        action: Any = step.action
        if self.turn == (-1, -1):
            self.turn = (before.turn.number, before.turn.seat)
        if self.lay_early is None and self.begins_fighting(action):
            self.met_early, self.lay_early = list(self.met), before
        if action.kind == "play_cards":
            for part in self.parts(Told(before, action, self)):
                self.note_played(part.state, part.action, after)
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
        if action.kind == "retreat" and self.lay_early is not None:
            # The table before the character is left, also where the game ends with it.
            self.played = self.of("leadership", "influence")
            self.met, self.announced, self.loaded = self.met_early or [], False, 0
            self.used = list(self.lay_early.turn.used)
        if after.turn.number != self.turn[0]:
            new = after.fight.number != before.fight.number
            self.declined = self.declined + 1 if action.kind == "decline" and not new else 0
            self.opening = new or action.kind in ("decline", "next_game")
            self.turn = (after.turn.number, after.turn.seat)
            self.played, self.announced, self.met = [], False, []
            self.used, self.drawn, self.shown, self.free = [], 0, [], []
            self.given_free, self.free_bluffs = False, 0
            self.landed, self.loaded = [], 0
            self.met_early, self.lay_early = None, None

    @staticmethod
    def parts(told: "Told") -> "list[Told]":
        """Return the readings of cards laid together, one after another."""
        from tests.games.blue_moon import orders

        return orders.parts(told)

    def note_played(self, before: Any, action: Any, after: Any) -> None:
        """Record cards laid at once."""
        reading = Told(before, action, self)
        self.free += set(action.cards) - set(counting(reading, action.cards))
        self.played += action.cards
        if kind_of(action.cards[0]) not in ("leadership", "influence"):
            yin = {"aqua_12", "aqua_13"}.intersection(action.cards)
            here = Told(after, action, self)
            others = [c for c in action.cards if c not in yin and not comes_free(reading, c)]
            used = bool(others)
            self.given_free = not used and bool(yin & set(speaking(here, action.seat)))

    def begins_fighting(self, action: Any) -> bool:
        """Return whether an act lays what a retreat has to come before."""
        if action.kind == "play_cards":
            return kind_of(action.cards[0]) not in ("leadership", "influence")
        return action.kind in ("play_bluff", "load_card", "announce")

    @property
    def seat(self) -> int:
        """Return whose turn it is."""
        return self.turn[1]

    def of(self, *kinds: str) -> list[str]:
        """Return the cards of these types played in the turn."""
        return [card for card in self.played if kind_of(card) in kinds]


@dataclass(frozen=True)
class Told:
    """State and report with the diary."""

    state: Any
    action: Any
    diary: Diary

    @property
    def own(self) -> bool:
        """Return whether it is the reporting seat's turn."""
        return bool(self.diary.seat == self.action.seat)

    @property
    def step(self) -> int:
        """Return how far the turn has got."""
        if self.diary.announced:
            return 4
        if self.diary.of("booster", "support") or self.diary.loaded:
            return 3
        if self.diary.of("character"):
            return 2
        return 1 if self.diary.of("leadership", "influence") else 0


def lying(state: Any, seat: int) -> list[str]:
    """Return the active cards of a seat in combat and support."""
    combat = state.piles[f"combat:{seat}"][state.covered[seat] :]
    return [*combat, *state.piles[f"support:{seat}"]]


def enthralled(t: Told, seat: int) -> bool:
    """Return whether the texts of a seat are ignored in this turn."""
    return t.diary.seat == 1 - seat and "hoax_28" in t.diary.played


def speaking(t: Told, seat: int) -> list[str]:
    """Return the active cards of a seat whose text has an effect."""
    against = (enthralled(t, seat), enthralled(t, 1 - seat))
    return naive.speaking(lying(t.state, seat), lying(t.state, 1 - seat), against)


def called_upon(t: Told, seat: int) -> set[str]:
    """Return the leadership cards of this turn whose text has an effect."""
    if t.diary.seat != seat:
        return set()
    rival = speaking(t, 1 - seat)
    silent = "flit_07" in rival or gas_works(t, 1 - seat)
    return set() if silent else set(t.diary.of("leadership"))


def gas_works(t: Told, seat: int) -> bool:
    """Return whether Laughing Gas of a seat silences the other one."""
    mine, rival = speaking(t, seat), lying(t.state, 1 - seat)
    gone = naive.gone(rival, lying(t.state, seat), (enthralled(t, 1 - seat), enthralled(t, seat)))
    return "khind_27" in mine and ("khind_27" not in rival or "khind_27" in gone)


def fog(t: Told) -> bool:
    """Return whether the icons of the reporting seat are ignored, even those being played."""
    against = {"terrah_26", "hoax_16"} & set(speaking(t, 1 - t.action.seat))
    return bool(against) and t.state.rulings["icons_of_the_hand"] == "ignored"


def protected(t: Told, seat: int) -> set[str]:
    """Return the active cards of a seat that the opponent cannot discard."""
    mine, rival = lying(t.state, seat), lying(t.state, 1 - seat)
    against = (enthralled(t, seat), enthralled(t, 1 - seat))
    return set(mine) & naive.PROTECTED - naive.iconless(mine, rival, against)


def power(t: Told, seat: int, element: str) -> tuple[int, bool]:
    """Return the total of a seat, and whether a shield covers it."""
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
    """Return the cards of a seat that lie open outside its hand."""
    places = ("combat", "support", "leader", "discard", "influence")
    items = {item for place in places for item in state.ledger.held(f"{place}:{seat}")}
    return {item.partition(":")[2] for item in items} - {""}


def laid(t: Told) -> list[str]:
    """Return the cards laid, by what they count as."""
    kinds = {"play_bluff": [FACE_DOWN], "load_card": [LOADED]}
    return kinds.get(t.action.kind) or list(t.action.cards)


def named(t: Told) -> list[str]:
    """Return the cards that a report names."""
    if t.action.kind in ("play_bluff", "load_card"):
        return [] if t.action.card == "unseen" else [t.action.card]
    return list(t.action.cards)


def holds(state: Any, seat: int) -> dict[str, list[str]]:
    """Return the cargo of each ship of a seat: what lies behind it in the area."""
    cargo: dict[str, list[str]] = {}
    for card in state.piles[f"influence:{seat}"]:
        if card in naive.SHIPS:
            cargo[card] = []
        else:
            cargo[list(cargo)[-1]].append(card)
    return cargo


def landed(t: Told, seat: int) -> list[str]:
    """Return the ships of a seat that have landed in this turn."""
    return [ship for ship in t.diary.landed if t.diary.seat == seat]


def at_sea(t: Told, seat: int) -> set[str]:
    """Return the ships of a seat that have not landed."""
    return set(holds(t.state, seat)) - set(landed(t, seat))


def aboard(t: Told, seat: int) -> set[str]:
    """Return the cargo of the ships that have landed."""
    return {card for ship in landed(t, seat) for card in holds(t.state, seat).get(ship, ())}


def room(t: Told, seat: int) -> set[str]:
    """Return the ships with room for one more card."""
    return {ship for ship, cargo in holds(t.state, seat).items() if len(cargo) < naive.SHIPS[ship]}


def falcon(t: Told) -> bool:
    """Return whether Sea Falcon has landed and its text has an effect."""
    rival = speaking(t, 1 - t.action.seat)
    silent = "flit_07" in rival or gas_works(t, 1 - t.action.seat)
    return "buka_28" in landed(t, t.action.seat) and not silent


def bluffs_left(state: Any, seat: int) -> int:
    """Return how many hidden bluff cards can be elsewhere than face down on the table."""
    known = seen(state, seat) | shown_in_hand(state, seat)
    unseen = set(state.decks[seat]) - known
    lying_down = sum(map(naive.face_down, state.piles[f"support:{seat}"]))
    shows = [x for x in state.agenda if x.code == "bluffs_to_show" and x.of("seat") == seat]
    discarded = sum(x.of("number") for x in shows if not x.of("called"))
    return len(unseen & set(naive.BLUFFS)) - lying_down - int(discarded)


def shown_in_hand(state: Any, seat: int) -> set[str]:
    """Return the cards of a seat that are known to be in its hand."""
    items = set(state.ledger.held(f"hand:{seat}")) - {"card"}
    return {item.partition(":")[2] for item in items}


def hidden(state: Any, seat: int, cards: Any) -> int:
    """Return how many of some cards nobody has seen."""
    known = seen(state, seat) | shown_in_hand(state, seat)
    return sum(card not in known for card in cards)


def fits(state: Any, seat: int, cards: Any, place: str = "hand") -> bool:
    """Return whether the hidden ones of these cards can be in the hand, deck or discard pile."""
    free: int = state.ledger.held(f"{place}:{seat}").get("card", 0)
    known = seen(state, seat) | shown_in_hand(state, seat)
    bluffs = sum(card in naive.BLUFFS and card not in known for card in cards)
    enough = not bluffs or bluffs <= bluffs_left(state, seat)
    return enough and hidden(state, seat, cards) <= free


def may_be_in(state: Any, seat: int, place: str) -> set[str]:
    """Return the cards of a seat that can be in its hand, its deck or its discard pile."""
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
    """Return whether the reporting seat is in the turn that opens the fight."""
    return t.diary.opening and t.own


def counting(t: Told, cards: Any) -> list[str]:
    """Return the cards that are not free."""
    not_free = [card for card in cards if fog(t) or not comes_free(t, card)]
    given = t.own and t.diary.given_free and list(cards) != [LOADED]
    return one_by_one(t, not_free, given=given)


def one_by_one(t: Told, cards: list[str], *, given: bool) -> list[str]:
    """Return the cards that count if Yang and Yin come first, each freeing the one after it."""
    free_next = given
    count = []
    for card in sorted(cards, key=lambda card: card not in ("aqua_12", "aqua_13")):
        if not free_next:
            count.append(card)
        free_next = card in gives(t, cards)
    return count


def gives(t: Told, cards: list[str]) -> set[str]:
    """Return the cards among these that make the next one free once they are laid."""
    seat, yin = t.action.seat, {"aqua_12", "aqua_13"}.intersection(cards)
    if not yin:
        return set()
    enthrals = (enthralled(t, seat), enthralled(t, 1 - seat))
    mine = [*lying(t.state, seat), *cards]
    return yin & set(naive.speaking(mine, lying(t.state, 1 - seat), enthrals))


def comes_free(t: Told, card: str) -> bool:
    """Return whether a card laid now does not count."""
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


def active(t: Told, seat: int, *kinds: str) -> set[str]:
    """Return the active cards of a seat that are of some types."""
    return {card for card in lying(t.state, seat) if kind_of(card) in kinds}


def number_in(t: Told, seat: int, place: str) -> int:
    return sum(t.state.ledger.held(f"{place}:{seat}").values())
