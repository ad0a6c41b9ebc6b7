"""Shared parts of the acts: base class, fields and common conditions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import Field

from companion.games.blue_moon import flow, terms
from companion.games.blue_moon.catalogue import CARD, CARDS, ON_TABLE, Card, CardId
from companion.games.blue_moon.demands import exceeded_character_limit, has_character_limit
from companion.games.blue_moon.fights import end_by_cards, is_out
from companion.games.blue_moon.play import Play, note_who_ran_out
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AT, COMBAT, HAND, Due, State, Step
from companion.games.blue_moon.taking_back import note_character
from companion.kernel import acts, models, table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition, Sections, memoise_per_report
from companion.kernel.form import Draft, OpenBag, Pick, bag
from companion.kernel.models import SORTED, Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term

VERSION: Final = 2
"""Version of the game, raised when an old acta could be judged or applied differently."""


class EditionAction(models.VersionedAction):
    """Action whose rules changed: what was recorded before is judged and carried out as it was."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


OF_EDITIONS: Final = ("play_cards", "announce", "retreat")
"""Kinds of report whose rules changed."""


Rule: TypeAlias = Condition[State]
A = TypeVar("A", bound=Action)

SEAT: Final = "no_such_seat"
"""Condition presumed by every condition that reads the state of the seat."""


Bag: TypeAlias = Annotated[tuple[str, ...], Field(max_length=60), SORTED]
"""Card ids whose order does not matter."""


class Act(acts.Act[State, Play, A]):
    """Act of this game.

    An act accepted out of turn has its effects and leaves pending tasks as they were.
    """

    playing = Play

    def after(self, play: Play) -> None:
        """Run the consequences."""
        run_on(play)


def run_on(play: Play) -> None:
    """Run what follows by itself: texts, the end of the turn, seats that ran out of cards."""
    before = play.before
    ended = before.over or before.due.code == Due.NEXT_GAME
    flow.go_on(play)
    if not ended and not play.waits_for(Due.NEXT_GAME):
        note_who_ran_out(play)
        if not play.state.over and _nobody_can_start(play):
            # The seat has neither a character to play nor a card to decline with.
            play.say("no_new_fight", "end.deck", play.state.turn.seat)
            end_by_cards(play)
        note_character(play)
    if play.state.over:
        play.change(agenda=play.kept)


def _nobody_can_start(play: Play) -> bool:
    turn, fight = play.state.turn, play.state.fight
    opening = fight.opening and turn.step < Step.CHARACTER
    return opening and play.waits_for(Due.TURN) and is_out(play, turn.seat)


def in_decks(test: Callable[[Card], bool]) -> Callable[[State], bool]:
    """Return a test for a table with at least one such card in its decks."""
    wanted = frozenset(name for name, card in CARDS.items() if test(card))
    return lambda state: any(not wanted.isdisjoint(deck) for deck in state.decks)


# Fields


def card_label(name: str) -> Term:
    """Return the words for a card, or those for an unknown one."""
    return terms.card(name) if name in ON_TABLE else Term("card.unknown")


Offered: TypeAlias = Callable[[State, Draft], tuple[Cards, ...]]


def laid_cards(
    offered: Offered,
    among: Callable[[State, Draft], Cards],
    most: Callable[[State, Draft], int],
) -> Pick[State]:
    """Make a field for cards: all possible ones, and the combinations worth offering."""

    def items(state: State, draft: Draft) -> OpenBag:
        if draft.seat >= state.players:
            return OpenBag(())
        each = tuple((name, 1) for name in among(state, draft))
        return OpenBag(each, 0, most(state, draft), offered(state, draft))

    return bag(items, card_label)


def whole_deck(state: State, draft: Draft) -> Cards:
    """Return every card of the deck of a seat."""
    return state.decks[draft.seat]


# Turn and pending task


@rule("end", code="match_over", kind=ConditionKind.PHASE)
def match_over(state: State, _act: Action) -> Finding:
    """Nothing is played after the end."""
    return Failure() if state.over else None


# Seats alternate. If a text asks another seat, only that seat may answer.
NOT_YOUR_TURN: Rule = table.not_your_turn("turn.order", words="due")
NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")


def step(due: str, legal_basis: Sections | None = None) -> tuple[Rule, ...]:
    """Return the conditions on seat, end, turn and due task."""

    @rule(
        "phases",
        code="other_step",
        requires=(SEAT, "match_over"),
        kind=ConditionKind.PHASE,
        legal_basis=legal_basis,
    )
    def other_step(state: State, _act: Action) -> Finding:
        """A text that waits for a decision comes first."""
        task = state.due
        if task.code == due:
            return None
        params: dict[str, Any] = {"due": Term(f"due.{task.code}")}
        name = task.of("card")
        if name is None:
            return Failure(params)
        return Failure({**params, "card": terms.card(name)}, cites=(CARDS[name].section,))

    return (NO_SUCH_SEAT, match_over, NOT_YOUR_TURN, other_step)


NEXT_TURN: Final = "next_turn"
"""Moment from which an act is legal that this turn no longer allows."""
OWN_TURN: Final = step(Due.TURN)

# Cards from a hand


_CARDS_OF: Final[Mapping[str, str]] = {
    "play_cards": "phases",
    "retrieve_cards": "icons.retrieve",
    "meet_demand": "cards.demands",
    "move_cards": "cards.text",
}
"""Section on what cards are named for, by kind of act."""


@rule(
    "cards.deck",
    code="nothing_laid",
    fields="cards",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    sections=lambda _state, act: (_CARDS_OF.get(act.kind, "cards.deck"),),
)
def nothing_laid(_state: State, act: Any) -> Finding:
    """Something is named."""
    return None if act.cards else Failure({"seat": SeatRef(act.seat)})


def can_be_among(state: State, seat: Seat, unseen: Iterable[str], place: str) -> bool:
    """Return whether unseen cards can all be in a seat's hand, deck or discard pile.

    The place must hold as many unseen cards, and enough bluff icons must remain for the cards that
    lie face down.
    """
    names = tuple(unseen)
    if len(names) > state.ledger.balance(AT[place][seat], CARD):
        return False
    bluffs = [name for name in names if CARDS[name].bluff is not None]
    return not bluffs or len(bluffs) <= state.spare_bluffs(seat)


HIDDEN: Final = "unseen"
"""Card of the hand that only its owner sees."""


def named_cards(act: Any) -> Cards:
    """Return the cards that a report names, even if it is incomplete."""
    if act.kind not in _OF_ONE:
        return tuple(act.cards)
    return () if act.card == HIDDEN else (act.card,)


_OF_ONE: Final = ("play_bluff", "load_card")
"""Kinds of report that name a single card."""


def where_it_lies(state: State, seat: Seat, name: CardId, place: str) -> str:
    """Return the place of a card, and of a character that others cover, that it is covered."""
    covered = state.piles[AT[COMBAT][seat]][: state.covered[seat]]
    return "covered" if place == COMBAT and name in covered else place


def laid_twice(requires: str) -> Rule:
    """Return the condition that no card is named more than once."""

    @rule(
        "cards.unique",
        code="card_laid_twice",
        fields="cards",
        requires=requires,
        kind=ConditionKind.EXISTENCE,
        legal_basis=(),
    )
    def card_laid_twice(_state: State, act: Any) -> Finding:
        """There is one of each card in a deck."""
        cards = named_cards(act)
        twice = tuple(dict.fromkeys(name for name in cards if cards.count(name) > 1))
        return Failure({"cards": tuple(map(card_label, twice))}) if twice else None

    return card_laid_twice


def from_hand(*, ashore: bool = False) -> tuple[Rule, ...]:
    """Return the conditions that the named cards can come from the hand.

    Args:
        ashore: whether a card may also lie on a ship that has landed.
    """

    @memoise_per_report
    def where(state: State, act: Any) -> tuple[tuple[CardId, str | None], ...]:
        """Return where each card is known to lie."""
        return tuple((name, state.known_place(act.seat, name)) for name in named_cards(act))

    @rule(
        "cards.deck",
        code="card_not_in_deck",
        fields="cards",
        requires=SEAT,
        kind=ConditionKind.EXISTENCE,
        legal_basis=(),
    )
    def card_not_in_deck(state: State, act: Any) -> Finding:
        """One plays the cards of one's own deck."""
        deck = state.decks[act.seat]
        strange = tuple(name for name in named_cards(act) if name not in deck)
        if not strange:
            return None
        return Failure({"seat": SeatRef(act.seat), "cards": tuple(map(card_label, strange))})

    @rule(
        "cards.where",
        code="card_elsewhere",
        fields="cards",
        requires="card_not_in_deck",
        kind=ConditionKind.EXISTENCE,
        legal_basis=(),
    )
    def card_elsewhere(state: State, act: Any) -> Finding:
        """What lies open elsewhere, or is known to lie in the deck, is not in the hand."""
        for name, place in where(state, act):
            if place in (None, HAND) or (ashore and name in state.aboard(act.seat)):
                continue
            lies = terms.place(where_it_lies(state, act.seat, name, str(place)))
            return Failure({"card": terms.card(name), "place": lies})
        return None

    @rule(
        "cards.where",
        code="not_in_hand",
        fields="cards",
        requires=("card_elsewhere", "card_laid_twice"),
        kind=ConditionKind.SHORTAGE,
        legal_basis=(),
    )
    def not_in_hand(state: State, act: Any) -> Finding:
        """No more cards than the hand holds, and what is known of it is known."""
        unseen = [name for name, place in where(state, act) if place is None]
        if not unseen:
            return None
        if can_be_among(state, act.seat, unseen, HAND):
            return None
        params: Params = {
            "seat": SeatRef(act.seat),
            "cards": tuple(map(card_label, unseen)),
            "held": terms.so_many(state.hand(act.seat)),
        }
        return Failure(params)

    return (card_not_in_deck, laid_twice("card_not_in_deck"), card_elsewhere, not_in_hand)


def not_crowded(state: State, act: Any) -> Finding:
    """Check that a seat has no more active characters than an opposing card allows."""
    if not has_character_limit(state, act.seat):
        return NOT_APPLICABLE
    exceeded = exceeded_character_limit(state, act.seat)
    if exceeded is None:
        return None
    card, most = exceeded
    params: Params = {
        "card": terms.card(card.id),
        "seat": SeatRef(act.seat),
        "most": Counted(most, "personaje"),
    }
    return Failure(params, cites=(card.section,))


def own_turn(state: State, seat: Seat) -> bool:
    """Return whether it is the turn of a seat, even while a text is pending."""
    return state.turn.seat == seat
