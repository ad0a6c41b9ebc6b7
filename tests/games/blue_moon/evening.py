"""Two people with real hands: they play what they hold, as cheaply as it goes, and record it.

Usage: python -m tests.games.blue_moon.evening

Writes the recorded matches, one for each way a match ends, and the example of the first screen. The
hands are known here alone: what is recorded says no more than what was laid.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.turn import can_announce
from companion.games.blue_moon.catalogue import BOOSTER, CARDS, CHARACTER, ELEMENTS, SUPPORT
from companion.games.blue_moon.components import BlueMoonOptions
from companion.games.blue_moon.demands import owed
from companion.games.blue_moon.state import HAND, Due, State, Step
from companion.kernel import game as kernel
from companion.kernel.models import Action
from companion.rulebook.loader import load
from tests.games.blue_moon.sample import built
from tests.playthroughs import actas, transcript

ROOT = Path(__file__).parents[3]
NAMES = ("Ana", "Beto")
LONGEST = 400


@dataclass
class Evening:
    """A match between two people."""

    options: BlueMoonOptions
    rng: Random
    bold: float = 0.4
    """How often somebody plays more than the power asks for."""
    faint: float = 0.0
    """How often somebody retreats who need not."""
    reports: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.data = load(GAME.id)
        self.table = (self.options, self.data.default_facts(), self.data.default_rulings())
        self.state: State = GAME.setup(*self.table)
        self._deal()

    def _deal(self) -> None:
        self.decks = [self.rng.sample(deck, len(deck)) for deck in self.state.decks]
        self.hands: list[list[str]] = [[], []]
        self._draw()

    def _draw(self) -> None:
        """The hands as the table says that they are by now."""
        state = self.state
        for seat in (0, 1):
            kept = [c for c in self.hands[seat] if state.lies(seat, c) in (None, HAND)]
            back = [c for c in state.known(seat, HAND) if c not in kept]
            self.decks[seat] = [c for c in self.decks[seat] if c not in back]
            hand = self.hands[seat] = [*kept, *back]
            while len(hand) < state.hand(seat):
                hand.append(self.decks[seat].pop())

    def played(self) -> "Evening":
        """The match, played to its end."""
        while not self.state.over and len(self.reports) < LONGEST:
            self.report(self.chosen())
        return self

    def report(self, action: Action) -> None:
        """One act is done and recorded."""
        refusal = kernel.check(GAME, self.state, action)
        assert refusal is None, (action, refusal)
        self.reports.append(action)
        self.state, _ = GAME.apply(self.state, action)
        if action.kind == "next_game":
            self._deal()
        else:
            self._draw()

    def chosen(self) -> Action:
        """What whoever is awaited does now."""
        seat = self.state.awaited[0]
        match self.state.due.code:
            case Due.NEXT_GAME:
                first, second = self.state.leaders
                return self._act(seat, "next_game", first=second, second=first)
            case Due.TEXT:
                return self._by_text(seat)
        return self._in_turn(seat)

    def _act(self, seat: int, kind: str, **values: object) -> Action:
        return GAME.read_action({"kind": kind, "seat": seat, **values})

    def _legal(self, kind: str, seat: int, *, held: bool = True) -> Iterator[Action]:
        """Every legal act of a kind, with cards that are in the hand."""
        hand = set(self.hands[seat])
        for action in kernel.legal_actions(GAME, self.state):
            if action.kind == kind and action.seat == seat:
                cards = getattr(action, "cards", ())
                if not held or hand.issuperset(cards):
                    yield action

    def _by_text(self, seat: int) -> Action:
        for kind in ("move_unseen", "move_cards"):
            task = self.state.due
            line = CARDS[task.of("card")].lines[task.of("line")]
            if line.do == "disclose":
                return self._act(seat, "move_cards", cards=tuple(self.hands[1 - seat]))
            from_hand = line.cost is not None or (line.src or "").endswith("hand")
            holder = (
                seat if line.cost is not None or (line.src or "").startswith("own") else 1 - seat
            )
            found = [
                a
                for a in self._legal(kind, seat, held=False)
                if not from_hand or set(self.hands[holder]).issuperset(getattr(a, "cards", ()))
            ]
            if found:
                return self.rng.choice(found)
        if line.optional:
            return self._act(seat, "skip")
        # What must come out of a hand, and was not among the few that are proposed.
        number = min(int(line.n), len(self.hands[holder]))
        cards = tuple(self.rng.sample(self.hands[holder], number))
        return self._act(seat, "move_cards", cards=cards)

    def _in_turn(self, seat: int) -> Action:
        state, rng = self.state, self.rng
        plays = list(self._legal("play_cards", seat))
        if state.turn.step < Step.CHARACTER:
            called = [a for a in plays if CARDS[a.cards[0]].type == "leadership"]  # type: ignore[attr-defined]
            if called and rng.random() < self.bold / 2:
                return rng.choice(called)
            return self._with_character(seat, plays)
        asked = self._demanded(seat)
        if asked:
            return asked
        if not can_announce(state, seat):
            found = self._enough(seat, plays)
            return found or self._act(seat, "retreat")
        more = [a for a in plays if CARDS[a.cards[0]].type in (BOOSTER, SUPPORT)]  # type: ignore[attr-defined]
        kept = [a for a in more if can_announce(GAME.apply(state, a)[0], seat)]
        if kept and rng.random() < self.bold:
            return rng.choice(kept)
        return self._announced(seat)

    def _demanded(self, seat: int) -> Action | None:
        """Something is discarded because a card of the opponent demands it, if the hand has it."""
        for demand in owed(self.state, seat):
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
        """The cheapest that reaches the power, by itself or with another card after it."""
        for action in sorted(plays, key=lambda a: _worth(a.cards[0])):  # type: ignore[attr-defined]
            after, _ = GAME.apply(self.state, action)
            if after.due.code == Due.TURN and can_announce(after, seat):
                return action
        for action in sorted(plays, key=lambda a: _worth(a.cards[0])):  # type: ignore[attr-defined]
            after, _ = GAME.apply(self.state, action)
            for name in self.hands[seat]:
                then = self._act(seat, "play_cards", cards=(name,))
                if after.due.code != Due.TURN or kernel.check(GAME, after, then):
                    continue
                if can_announce(GAME.apply(after, then)[0], seat):
                    return action
        return None


def _worth(name: str) -> int:
    card = CARDS[name]
    return sum(card.power or (2, 2)) + 2 * len(card.lines)


MATCHES: tuple[tuple[str, dict[str, object], float], ...] = (
    ("dragons", {}, 0),
    ("instant_win", {"decks": ("hoax", "vulca")}, 0.15),
    ("neutral", {"built": (built(Random(5), "vulca"), ())}, 0.1),
    ("series", {"series": True}, 0),
)
"""How a match ends, on what was agreed, and how it was played."""


def found(reason: str, options: dict[str, object], faint: float) -> Evening:
    """The first match with that end."""
    for seed in range(400):
        agreed = BlueMoonOptions.model_validate(
            {"players": NAMES, "first_seat": seed % 2, **options}
        )
        evening = Evening(agreed, Random(seed), faint=faint).played()
        outcome = GAME.outcome(evening.state)
        games = len(evening.state.ends)
        if outcome and outcome.reason == reason and (reason != "series" or games > 2):
            return evening
    raise AssertionError(reason)


def main() -> None:
    """Writes the recorded matches and the example."""
    folder = transcript.FOLDER / GAME.id
    folder.mkdir(exist_ok=True)
    for reason, options, faint in MATCHES:
        evening = found(reason, options, faint)
        path = folder / f"{reason}_2.txt"
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
