"""Simulated evening of two people with real hands: they play what they hold, and record it.

Usage: python -m tests.games.blue_moon.evening

It writes the recorded matches, one for each way a match ends, and the example of the first screen.
The hands are known here alone: the record says no more than what was laid.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.announce import can_announce
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    ELEMENTS,
    FOR_LEADERS,
    SUPPORT,
    BlueMoonOptions,
)
from companion.games.blue_moon.demands import unmet_demands
from companion.games.blue_moon.pending_tasks import TextDecision, of_task
from companion.games.blue_moon.state import DECK, DISCARD, HAND, Due, State, Step
from companion.kernel import legality
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Happening
from companion.rulebook.loader import load
from tests.games.blue_moon.sample import built
from tests.playthroughs import actas, transcript

ROOT = Path(__file__).parents[3]
NAMES = ("Ana", "Beto")
LONGEST = 400


@dataclass
class Evening:
    """Match between two people."""

    options: BlueMoonOptions
    rng: Random
    bold: float = 0.4
    """Probability that a seat plays more than the power asks for."""
    faint: float = 0.0
    """Probability that a seat retreats without need."""
    reports: list[Action] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """Kinds of acts and codes of their effects."""

    def __post_init__(self) -> None:
        self.data = load(GAME.id)
        self.table = (self.options, self.data.default_facts(), self.data.default_rulings())
        self.state: State = GAME.setup(*self.table)
        self._deal()

    def _deal(self) -> None:
        self.decks = [self.rng.sample(deck, len(deck)) for deck in self.state.decks]
        self.hands: list[list[str]] = [[], []]
        self.face_down: list[list[str]] = [[], []]
        """Cards that lie face down, or did and are still to be shown."""
        self.shuffled: list[list[str]] = [[], []]
        """Cards of a discard pile that was shuffled, unknown to the table."""
        self._draw()

    def _draw(self) -> None:
        """Update the hands to the sizes that the state gives."""
        state = self.state
        for seat in (0, 1):
            hidden = self.face_down[seat]
            held = [c for c in self.hands[seat] if c not in hidden]
            kept = [c for c in held if state.known_place(seat, c) in (None, HAND)]
            back = [c for c in state.known(seat, HAND) if c not in kept]
            for pile in (self.decks[seat], self.shuffled[seat]):
                pile[:] = [c for c in pile if state.known_place(seat, c) is None]
            hand = self.hands[seat] = [*kept, *back]
            while len(hand) < state.hand(seat):
                hand.append(self.decks[seat].pop())
            while len(hand) > state.hand(seat):
                # A text shuffles these cards into the deck.
                self.decks[seat].insert(0, hand.pop())

    def _discards(self, seat: int) -> list[str]:
        """Return what really lies in a discard pile."""
        return [*self.state.known(seat, DISCARD), *self.shuffled[seat]]

    def _take_at_random(self, seat: int, number: int) -> None:
        """Take random cards from a shuffled discard pile into the hand, unseen."""
        pile = self._discards(seat)
        if number < len(pile):
            taken = self.rng.sample(pile, number)
            self.hands[seat] += taken
            self.shuffled[seat] = [c for c in pile if c not in taken]

    def _shuffle_back(self, seat: int) -> None:
        """Shuffle the discard pile into the deck."""
        whole = [*self.decks[seat], *self._discards(seat)]
        self.decks[seat] = self.rng.sample(whole, len(whole))
        self.shuffled[seat] = []

    def played(self) -> "Evening":
        """Play the match to its end and return it."""
        while not self.state.over and len(self.reports) < LONGEST:
            self.report(self.chosen())
        return self

    def report(self, action: Action) -> None:
        """Apply and record one act."""
        refusal = legality.check(GAME, self.state, action)
        assert refusal is None, (action, refusal)
        self.reports.append(action)
        pending = of_task(self.state, self.state.due)
        if action.kind == "move_unseen" and pending and pending.place == DISCARD:
            if pending.line.dst == "own.deck":
                self._shuffle_back(pending.holder)
            else:
                self._take_at_random(pending.holder, action.number)  # type: ignore[attr-defined]
        if action.kind == "play_bluff":
            self._lay_face_down(action.seat)
        self.state, effects = GAME.apply(self.state, action)
        if action.kind == "show_bluffs":
            shown = action.cards  # type: ignore[attr-defined]
            mine = self.face_down[action.seat]
            self.face_down[action.seat] = [c for c in mine if c not in shown]
        elif action.kind == "retreat":
            self._pick_up(action.seat)
        self.seen |= {action.kind, *(e.code for e in effects if isinstance(e, Happening))}
        if action.kind == "next_game":
            self._deal()
        else:
            self._draw()

    def _lay_face_down(self, seat: int) -> None:
        """Lay a bluff card face down, of the element of the fight if there is one."""
        element = self.state.fight.element
        held = [c for c in self.hands[seat] if CARDS[c].bluff is not None]
        held.sort(key=lambda c: CARDS[c].bluff != element)
        self.face_down[seat].append(held[0])

    def _pick_up(self, seat: int) -> None:
        """Take cards laid face down in vain back to the hand."""
        lying = len(self.state.face_down(seat)) + self.state.to_show(seat)
        while len(self.face_down[seat]) > lying:
            self.hands[seat].append(self.face_down[seat].pop())

    def chosen(self) -> Action:
        """Return the next action of the awaited seat."""
        seat = self.state.awaited[0]
        match self.state.due.code:
            case Due.NEXT_GAME:
                first, second = self.state.leaders
                return self._act(seat, "next_game", first=second, second=first)
            case Due.TEXT:
                return self._by_text()
            case Due.CALL:
                bold = self.rng.random() < self.bold / 2
                return self._act(seat, "call_bluff" if bold else "trust_bluff")
            case Due.SHOW:
                number = self.state.due.of("number")
                return self._act(seat, "show_bluffs", cards=tuple(self.face_down[seat][:number]))
        return self._in_turn(seat)

    def _act(self, seat: int, kind: str, **values: object) -> Action:
        return GAME.read_action({"kind": kind, "seat": seat, **values})

    def _legal(self, kind: str, seat: int, *, held: bool = True) -> Iterator[Action]:
        """Yield every legal act of a kind, with cards that are in the hand."""
        hand = set(self.hands[seat])
        for action in legality.legal_actions(GAME, self.state):
            if action.kind == kind and action.seat == seat:
                cards = getattr(action, "cards", ())
                there = hand | set(self.state.aboard(seat))
                if not held or there.issuperset(cards):
                    yield action

    def _by_text(self) -> Action:
        pending = of_task(self.state, self.state.due)
        assert pending is not None
        if pending.line.do == "disclose":
            return self._act(pending.owner, "move_cards", cards=tuple(self.hands[pending.holder]))
        if pending.blind:
            return self._act(pending.owner, "move_unseen", number=pending.number)
        there = self._there(pending)
        for action in self._legal("move_cards", pending.chooser, held=False):
            if there.issuperset(action.cards):  # type: ignore[attr-defined]
                return action
        if pending.line.optional and (pending.price is not None or len(there) < pending.number):
            return self._act(pending.owner, "skip")
        if pending.line.optional and pending.line.dst == "own.influence":
            return self._act(pending.owner, "skip")
        # Choose cards of a hand or deck that need not be among the few proposed.
        cards = tuple(self.rng.sample(sorted(there), pending.number))
        return self._act(pending.chooser, "move_cards", cards=cards)

    def _there(self, pending: TextDecision) -> set[str]:
        """Return the cards that a text can really be applied to."""
        if pending.place == HAND:
            return set(self.hands[pending.holder]) & set(pending.among)
        if pending.place == DISCARD:
            return set(self._discards(pending.holder))
        if pending.place != DECK:
            return set(pending.among)
        deck = self.decks[pending.holder]
        there = set(deck if pending.line.search else deck[-pending.number :])
        return there & set(pending.among)

    def _in_turn(self, seat: int) -> Action:
        state, rng = self.state, self.rng
        spoken = list(self._legal("use_text", seat))
        if spoken and rng.random() < self.bold:
            return spoken[0]
        back = list(self._legal("retrieve_cards", seat, held=False))
        if back and rng.random() < self.bold - 0.4:
            return rng.choice(back)
        ships = [a for a in self._legal("land_ship", seat) if self._worth_landing(a)]
        if ships and rng.random() < self.bold:
            return rng.choice(ships)
        plays = list(self._legal("play_cards", seat))
        if state.turn.step < Step.CHARACTER:
            called = [a for a in plays if CARDS[a.cards[0]].type in FOR_LEADERS]  # type: ignore[attr-defined]
            if called and rng.random() < self.bold / 2:
                return rng.choice(called)
            return self._with_character(seat, plays)
        asked = self._demanded(seat)
        if asked:
            return asked
        if not can_announce(state, seat):
            sufficient = self._enough(seat, plays)
            return sufficient or self._act(seat, "retreat")
        extra = [*self._bluffs(seat), *self._legal_loads(seat)]
        if extra and rng.random() < self.bold / 2:
            return rng.choice(extra)
        more = [a for a in plays if CARDS[a.cards[0]].type in (BOOSTER, SUPPORT)]  # type: ignore[attr-defined]
        kept = [a for a in more if can_announce(GAME.apply(state, a)[0], seat)]
        if kept and rng.random() < self.bold:
            return rng.choice(kept)
        return self._announced(seat)

    def _worth_landing(self, action: Action) -> bool:
        """Return whether a ship carries more than one card."""
        return len(self.state.cargo(action.seat, action.ship)) > 1  # type: ignore[attr-defined]

    def _bluffs(self, seat: int) -> Iterator[Action]:
        """Yield the laying of a card face down, if the hand has one for it."""
        there = any(CARDS[c].bluff is not None for c in self.hands[seat])
        action = self._act(seat, "play_bluff")
        if there and legality.check(GAME, self.state, action) is None:
            yield action

    def _legal_loads(self, seat: int) -> Iterator[Action]:
        """Yield the loading of each card of the hand that can be loaded now."""
        for action in self._legal("load_card", seat):
            if action.card in self.hands[seat]:  # type: ignore[attr-defined]
                yield action

    def _demanded(self, seat: int) -> Action | None:
        """Return a payment of an opponent's demand, if the hand has it."""
        for demand in unmet_demands(self.state, seat):
            for some in demand.price.offers(tuple(self.hands[seat])) if demand.price else ():
                return self._act(seat, "meet_demand", card=demand.card.id, cards=some)
        return None

    def _announced(self, seat: int) -> Action:
        if self.state.fight.element is not None:
            return self._act(seat, "announce")
        best = max(ELEMENTS, key=lambda e: self.state.total(seat, e).amount)
        return self._act(seat, "announce", element=best)

    def _with_character(self, seat: int, plays: list[Action]) -> Action:
        fighters = [a for a in plays if CARDS[a.cards[0]].type == CHARACTER]  # type: ignore[attr-defined]
        opening = self.state.fight.opening
        if not opening and self.rng.random() < self.faint:
            return self._act(seat, "retreat")
        if opening and fighters and self.rng.random() >= self.faint:
            return self.rng.choice(fighters)
        if opening:
            spare = sorted(self.hands[seat], key=_worth)[: self.rng.choice((1, 2, 3))]
            return self._act(seat, "decline", cards=tuple(sorted(spare)))
        return self._enough(seat, fighters) or self._act(seat, "retreat")

    def _enough(self, seat: int, plays: list[Action]) -> Action | None:
        """Return the cheapest play that reaches the power, alone or with another card after it."""
        for action in sorted(plays, key=lambda a: _worth(a.cards[0])):  # type: ignore[attr-defined]
            after, _ = GAME.apply(self.state, action)
            if after.due.code == Due.TURN and can_announce(after, seat):
                return action
        for action in sorted(plays, key=lambda a: _worth(a.cards[0])):  # type: ignore[attr-defined]
            after, _ = GAME.apply(self.state, action)
            for name in (*self.hands[seat], *after.aboard(seat)):
                then = self._act(seat, "play_cards", cards=(name,))
                if after.due.code != Due.TURN or legality.check(GAME, after, then):
                    continue
                if can_announce(GAME.apply(after, then)[0], seat):
                    return action
        return None


def _worth(name: str) -> int:
    card = CARDS[name]
    return sum(card.power or (2, 2)) + 2 * len(card.lines)


class Wanted(NamedTuple):
    """Match to record."""

    name: str
    ends: str
    options: Mapping[str, object]
    faint: float
    bold: float = 0.4
    with_: tuple[str, ...] = ()
    """Acts and effects that must happen in it."""


MATCHES = (
    Wanted("dragons", "dragons", {}, 0),
    Wanted("instant_win", "instant_win", {"decks": ("hoax", "vulca")}, 0.15),
    Wanted("neutral", "neutral", {"built": (built(Random(5), "vulca"), ())}, 0.1),
    Wanted("series", "series", {"series": True}, 0),
    Wanted(
        "dragons-khind-flit", "dragons", {"decks": ("khind", "flit")}, 0.05, 0.8,
        ("use_text", "played_gang", "gang_joined", "played_pair", "retrieve_cards"),
    ),
    Wanted(
        "instant_win-mimix-khind", "instant_win", {"decks": ("mimix", "khind")}, 0.1, 0.8,
        ("played_pair", "played_free", "played_gang", "move_unseen"),
    ),
    Wanted(
        "dragons-aqua-terrah", "dragons", {"decks": ("aqua", "terrah")}, 0.02, 0.9,
        ("played_free", "move_unseen", "forced_retreat"),
    ),
    Wanted(
        "instant_win-pillar-aqua", "instant_win", {"decks": ("pillar", "aqua")}, 0.02, 0.9,
        ("meet_demand", "played_free", "move_cards"),
    ),
    Wanted(
        "dragons-buka-hoax", "dragons", {"decks": ("buka", "hoax")}, 0.02, 0.9,
        (
            "play_bluff", "bluff_good", "bluff_bad", "trust_bluff", "load_card", "landed",
            "played_free",
        ),
    ),
)  # fmt: skip


def first_match(wanted: Wanted) -> Evening:
    """Return the first match with that end and all those acts and effects."""
    for seed in range(4000):
        agreed = BlueMoonOptions.model_validate(
            {"players": NAMES, "first_seat": seed % 2, **wanted.options}
        )
        evening = Evening(agreed, Random(seed), wanted.bold, wanted.faint).played()
        outcome = GAME.outcome(evening.state)
        games = len(evening.state.ends)
        ended = outcome is not None and outcome.reason == wanted.ends
        if ended and evening.seen.issuperset(wanted.with_) and (games > 2 or games == 1):
            return evening
    raise AssertionError(wanted)


def main() -> None:
    """Write the recorded matches and the example."""
    folder = transcript.FOLDER / GAME.id
    folder.mkdir(exist_ok=True)
    for wanted in MATCHES:
        evening = first_match(wanted)
        path = folder / f"{wanted.name}_2.txt"
        recorded = transcript.recording(GAME, evening.table, evening.reports)
        path.write_text(transcript.written(recorded), encoding="utf-8")
        path.with_suffix(".acta").write_text(actas.written(recorded, path.stem), encoding="utf-8")
        print(path.name, len(evening.reports))
    example = Evening(BlueMoonOptions(players=NAMES), Random(EXAMPLE), bold=0.7)
    while len(example.reports) < EXAMPLE_LENGTH or example.state.due.code != Due.TURN:
        example.report(example.chosen())
    recorded = transcript.recording(GAME, example.table, example.reports)
    target = ROOT / "rules_data" / GAME.id / "ejemplo.acta"
    target.write_text(actas.written(recorded, "ejemplo", example=True), encoding="utf-8")


EXAMPLE, EXAMPLE_LENGTH = 7, 26

if __name__ == "__main__":
    main()
