"""Shared parts of the acts: base class, cards laid down, stones, additions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import Field

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.components import (
    COLOUR_OF,
    KINDS_OF,
    TILES,
    VALUE_OF,
    CardKind,
)
from companion.games.blue_moon_city.payment import Cards
from companion.games.blue_moon_city.play import Play
from companion.games.blue_moon_city.state import CARD, DISCARD, State, hand, known, stone
from companion.kernel import acts, models
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition, Sections
from companion.kernel.form import Draft, OpenBag, Pick, Words, bag
from companion.kernel.models import SORTED, Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, Seat, SeatRef

VERSION: Final = 3
"""Version of the game, raised when an old acta could be judged or applied differently."""

Rule: TypeAlias = Condition[State]
Mend: TypeAlias = Callable[[State, Any], Iterable[Remedy]]
A = TypeVar("A", bound=Action)

NEXT_TURN: Final = "next_turn"
"""Time of the seat's next turn."""
NONE: Final = "none"
"""Card value of an act without a card."""


class Deed(models.VersionedAction):
    """Versioned action of this game."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


class Act(acts.Act[State, Play, A]):
    """Act of this game."""

    playing = Play


_LAID: Final = (Field(max_length=80), SORTED)
Laid: TypeAlias = Annotated[tuple[CardKind, ...], *_LAID]
"""Cards laid down face up."""
LaidUnseen: TypeAlias = Annotated[tuple[CardKind | Literal["card"], ...], *_LAID]
"""Cards laid down, possibly face down."""
_TILES: Final = frozenset(TILES)
TileId: TypeAlias = Annotated[str, Field(max_length=30)]


def hand_cards(
    kinds: tuple[str, ...],
    proposals: Callable[[State, Draft], tuple[Cards, ...]] | tuple[Cards, ...],
    *,
    sentence: Words | None = None,
) -> Pick[State]:
    """Make a field for cards of these kinds from a hand, listed one by one.

    Args:
        kinds: kinds that can be laid.
        proposals: combinations worth offering.
        sentence: another rendering for the sentence.
    """

    def items(state: State, draft: Draft) -> OpenBag:
        held, most = state.hand_size(draft.seat), state.facts.copies
        each = tuple((kind, most.get(kind, state.facts["draw.discards"])) for kind in kinds)
        offered = proposals(state, draft) if callable(proposals) else proposals
        return OpenBag(each, 0, held, tuple(cards for cards in offered if len(cards) <= held))

    return bag(items, terms.card, sentence=sentence or terms.cards)


def laid_cards_getter(field: str) -> Callable[[Any], Cards]:
    """Return a getter of the laid cards in a field of an act."""
    return _one_laid if field == "card" else attrgetter(field)


def _one_laid(act: Any) -> Cards:
    return () if act.card == NONE else (act.card,)


# Places


def no_such_tile(*also: str) -> Rule:
    """Return the condition that the destination is in the city, or one of `also`."""

    @rule("components.tiles", code="no_such_tile", fields="to", kind=ConditionKind.EXISTENCE)
    def no_such_tile(_state: State, act: Any) -> Finding:
        if act.to in also:
            return NOT_APPLICABLE
        return None if act.to in _TILES else Failure({"tile": act.to})

    return no_such_tile


# Cards


def cards_in_hand(
    field: str,
    *rules: str,
    sections: Callable[[State, Any], Sections] | None = None,
    without: str | None = None,
) -> tuple[Rule, ...]:
    """Return the conditions that a hand can hold the cards and that enough copies exist.

    Args:
        field: field that reports them.
        rules: sections that require them to come from the hand.
        sections: those of them that concern a report; None: all.
        without: remedy that does it without any card, which may be all that it needs.
    """
    cards_of = laid_cards_getter(field)

    def fewer(state: State, act: Any) -> Iterator[Remedy]:
        if without is not None:
            yield Remedy(without, change={field: ()})
        kept = _there(state, cards_of(act))[: state.hand_size(act.seat)]
        if isinstance(getattr(act, field), tuple) and len(kept) < len(cards_of(act)):
            code = f"{_VERB.get(field, 'play')}_{'only' if kept else 'none'}"
            yield Remedy(code, {"cards": terms.counted(kept)}, {field: kept})

    @rule(
        *rules,
        code="hand_too_small",
        fields=field,
        requires="no_such_seat",
        kind=ConditionKind.SHORTAGE,
        suggest=fewer,
        legal_basis=(),
        sections=sections,
    )
    def hand_too_small(state: State, act: Any) -> Finding:
        played = len(cards_of(act))
        if not played:
            return NOT_APPLICABLE
        held = state.hand_size(act.seat)
        if played <= held:
            return None
        return Failure({"played": Counted(played, "carta"), "held": Counted(held, "carta")})

    @rule(
        "components.cards",
        code="more_copies_than_exist",
        fields=field,
        suggest=fewer,
        legal_basis=(),
    )
    def more_copies_than_exist(state: State, act: Any) -> Finding:
        """A kind cannot appear more often than there are copies, since the last shuffle."""
        cards = cards_of(act)
        # Keep the order of the cards, so that the same report always gets the same answer.
        shown = dict.fromkeys([card for card in cards if card != CARD])
        if not shown or state.rulings["deck_split_4_4_2"] == "off":
            return NOT_APPLICABLE
        for card in shown:
            copies, seen = state.facts.copies[card], state.ledger.balance(DISCARD, known(card))
            number = cards.count(card)
            if seen + number > copies:
                params: Params = {
                    "card": terms.card(card),
                    "copies": Counted(copies, "copia"),
                    "seen": seen,
                    "laid": number,
                }
                return Failure(params, ruling="deck_split_4_4_2")
        return None

    @rule(
        "components.cards",
        code="more_of_people_than_exist",
        fields=field,
        requires="more_copies_than_exist",
        suggest=fewer,
        legal_basis=(),
    )
    def more_of_people_than_exist(state: State, act: Any) -> Finding:
        """There are ten cards of each people."""
        colours = [COLOUR_OF[card] for card in cards_of(act) if card != CARD]
        if not colours:
            return NOT_APPLICABLE
        ledger = state.ledger
        for colour in dict.fromkeys(colours):
            number, total = colours.count(colour), state.facts.of_people[colour]
            seen = sum(ledger.balances(DISCARD, _OF_PEOPLE[colour]))
            if seen + number > total:
                there: Params = {"colour": terms.colour(colour), "total": Counted(total, "carta")}
                return Failure({**there, "seen": seen, "laid": number})
        return None

    return hand_too_small, more_copies_than_exist, more_of_people_than_exist


_VERB: Final = {"discards": "discard"}
"""Verb of the remedies for a field; the default is to play."""
_OF_PEOPLE: Final = {
    colour: tuple(known(kind) for kind in kinds) for colour, kinds in KINDS_OF.items()
}
"""Ledger items of the cards of each colour."""


def _there(state: State, cards: Cards) -> Cards:
    """Return the cards without the surplus copies since the last shuffle."""
    left = {
        card: len(cards)
        if card == CARD
        else max(0, state.facts.copies[card] - state.ledger.balance(DISCARD, known(card)))
        for card in set(cards)
    }
    kept = {card: min(number, left[card]) for card, number in Counter(cards).items()}
    return tuple(sorted(Counter(kept).elements()))


def threes_without_function(field: str, *also: str, suggest: Mend) -> Rule:
    """Return the condition that a card played for its function has value 1 or 2.

    Args:
        field: field that reports the cards.
        also: other fields that the remedies read.
        suggest: proposes cards with a function.
    """
    cards_of = laid_cards_getter(field)

    @rule(
        "cards.threes",
        code="threes_without_function",
        fields=(*also, field),
        suggest=suggest,
        legal_basis=(),
    )
    def threes_without_function(_state: State, act: Any) -> Finding:
        cards = cards_of(act)
        if not cards:
            return NOT_APPLICABLE
        powerless = tuple(card for card in cards if VALUE_OF[card] == 3)
        return Failure({"cards": terms.cards(powerless)}) if powerless else None

    return threes_without_function


# Stones


def has_stone(state: State, seat: Seat) -> bool:
    """Return whether a seat has a stone to put down."""
    return state.ledger.balance(hand(seat), stone(seat)) > 0


def no_stones_left(section: str, *, lifted: Callable[[State], bool] = lambda _state: False) -> Rule:
    """Return the condition that a seat has a stone left, demanded by `section`.

    Args:
        section: section that demands it.
        lifted: whether a table lets the act be done without a stone, by ruling.
    """

    @rule(
        section,
        "components.figures_stones",
        code="no_stones_left",
        requires="no_such_seat",
        kind=ConditionKind.SHORTAGE,
    )
    def no_stones_left(state: State, act: Action) -> Finding:
        """Ten stones each, for buildings and for the obelisk."""
        if has_stone(state, act.seat):
            return None
        if lifted(state):
            return NOT_APPLICABLE
        cites = ("additions.out_of_stones",) if additions_on(state) else ()
        ruling = OUT_OF_STONES if section == "offering.stone" and additions_on(state) else None
        return Failure({"seat": SeatRef(act.seat)}, cites=cites, ruling=ruling)

    return no_stones_left


OUT_OF_STONES: Final = "offering_without_stones"
"""Ruling on offerings of a seat without stones."""


# Additions of 2007


def additions_on(state: State) -> bool:
    """Return whether the table plays with the publisher's additions of 2007."""
    return state.rulings["stalemate_additions_2007"] == "on"


def additions_in_force(section: str) -> Rule:
    """Return the condition that the table plays with the additions of 2007."""

    @rule(section, code="additions_not_in_force")
    def additions_not_in_force(state: State, _act: Action) -> Finding:
        """They are not in the rulebook: the table decides."""
        return None if additions_on(state) else Failure(ruling="stalemate_additions_2007")

    return additions_not_in_force
