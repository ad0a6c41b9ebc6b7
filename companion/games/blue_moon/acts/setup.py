"""Conditions on the options of a match, and the series of games that it may be."""

from collections import Counter
from typing import Annotated, Final, Literal

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import Act, step
from companion.games.blue_moon.catalogue import (
    CARDS,
    DECKS,
    PLAYERS,
    PREPARED,
    REQUIRED_FACTS,
    BlueMoonOptions,
)
from companion.games.blue_moon.fights import next_game
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import Due, State
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition
from companion.kernel.form import Draft, choice
from companion.kernel.legality import SetupDraft
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remark
from companion.kernel.values import Counted, Params, SeatRef, Term, Value


@rule("setup.decks", code="deck_missing", fields="decks", kind=ConditionKind.EXISTENCE)
def deck_missing(_draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """Before each lies the leader of a people."""
    decks = options.decks
    if len(decks) == len(options.players) and all(people in PREPARED for people in decks):
        return None
    return Failure({"peoples": tuple(map(terms.people, PREPARED))})


def _built(options: BlueMoonOptions) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return each built deck: its seat, people and cards."""
    pairs = zip(options.decks, options.built, strict=False)
    return [(seat, people, cards) for seat, (people, cards) in enumerate(pairs) if cards]


@rule("decks.cards", code="no_such_card", fields=("decks", "built"), kind=ConditionKind.EXISTENCE)
def no_such_card(_draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """A deck is built out of printed cards."""
    for _seat, _people, cards in _built(options):
        strange = next((name for name in cards if name not in CARDS), None)
        if strange is not None:
            return Failure({"card": strange})
    return None


def _wrong_size(draft: SetupDraft, options: BlueMoonOptions, *, large: bool) -> Finding:
    size = draft.facts.get("deck.cards")
    for seat in range(len(options.decks)):
        cards = options.cards_of(seat)
        if isinstance(size, int) and (len(cards) > size if large else len(cards) < size):
            held, wanted = terms.so_many(len(cards)), terms.so_many(size)
            return Failure(
                {"deck": terms.people(options.decks[seat]), "held": held, "wanted": wanted}
            )
    return None


@rule(
    "decks.cards",
    code="deck_too_large",
    fields=("decks", "built"),
    requires="deck_missing",
    kind=ConditionKind.EXISTENCE,
)
def deck_too_large(draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """A deck has no more cards than its leader prints."""
    return _wrong_size(draft, options, large=True)


@rule(
    "decks.cards",
    code="deck_too_small",
    fields=("decks", "built"),
    requires="deck_missing",
    kind=ConditionKind.EXISTENCE,
)
def deck_too_small(draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """A deck has as many cards as its leader prints: judged last, as one being built is small."""
    return _wrong_size(draft, options, large=False)


@rule(
    "decks.once",
    code="card_in_deck_twice",
    fields=("decks", "built"),
    requires="no_such_card",
    kind=ConditionKind.EXISTENCE,
)
def card_in_deck_twice(_draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """No card is in a deck twice."""
    for _seat, _people, cards in _built(options):
        twice = tuple(name for name, n in Counter(cards).items() if n > 1)
        if twice:
            return Failure({"cards": terms.cards(twice)})
    return None


def foreign_moons(people: str, cards: tuple[str, ...]) -> int:
    """Return the moons of the cards that are not of a leader's people."""
    return sum(CARDS[name].moons for name in cards if CARDS[name].people != people)


@rule("decks.moons", code="too_many_moons", fields=("decks", "built"), requires="no_such_card")
def too_many_moons(draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """Cards of other peoples show no more moons together than the leader allows."""
    most = draft.facts.get("deck.moons")
    built = _built(options)
    if not built or not isinstance(most, int):
        return NOT_APPLICABLE
    for _seat, people, cards in built:
        moons = foreign_moons(people, cards)
        if moons > most:
            params: Params = {
                "people": terms.people(people),
                "moons": Counted(moons, "luna"),
                "most": most,
            }
            return Failure(params)
    return None


@rule("decks.mutants", code="many_mutants", fields=("decks", "built"), requires="no_such_card")
def many_mutants(_draft: SetupDraft, options: BlueMoonOptions) -> Finding:
    """How many mutants a built deck may have, nobody has found said: only a remark."""
    for _seat, people, cards in _built(options):
        mutants = tuple(name for name in cards if CARDS[name].people == "mutant")
        if len(mutants) > 1:
            return Remark({"people": terms.people(people), "cards": terms.cards(mutants)})
    return NOT_APPLICABLE


SETUP: tuple[Condition[SetupDraft], ...] = (
    table.wrong_number_of_players(PLAYERS, "setup.players"),
    table.name_repeated("table.seats"),
    table.first_player_absent("setup.first_player"),
    table.printed_number_missing(REQUIRED_FACTS, "components"),
    deck_missing,
    no_such_card,
    card_in_deck_twice,
    too_many_moons,
    deck_too_large,
    deck_too_small,
    many_mutants,
)


BUILT: Final = "built_"
"""Prefix of the seat that built a deck before the match."""


class NextGame(Action):
    """Start of another game of the series with the chosen decks."""

    kind: Literal["next_game"] = "next_game"
    first: Annotated[str, Field(max_length=20)]
    """Deck of the first seat."""
    second: Annotated[str, Field(max_length=20)]


def decks_of(state: State) -> dict[str, tuple[str, Cards]]:
    """Return the people and the cards of each deck that can be chosen, by its name."""
    options = state.options
    decks = {name: (name, PREPARED[name]) for name in DECKS}
    for seat, cards in enumerate(options.built[: len(options.decks)]):
        if cards:
            decks[f"{BUILT}{seat}"] = (options.decks[seat], cards)
    return decks


def _decks(state: State, _draft: Draft) -> tuple[str, ...]:
    return tuple(decks_of(state))


def _label(name: str) -> Value:
    return Term(f"deck.{name}") if name.startswith(BUILT) else terms.people(name)


_DECK: Final = choice(_decks, _label)

NEXT_GAME = Act(
    NextGame,
    *step(Due.NEXT_GAME),
    available=lambda state: state.options.series,
    fields={"first": _DECK, "second": _DECK},
)


@NEXT_GAME.sentence_params
def _sentence_params(state: State, _act: NextGame) -> dict[str, Value]:
    return {"seats": (SeatRef(0), SeatRef(1)), "number": len(state.ends) + 1}


@NEXT_GAME.rule(
    "series.decks",
    code="no_such_deck",
    fields=("first", "second"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=("series.next", "series.decks"),
)
def no_such_deck(state: State, act: NextGame) -> Finding:
    """Each plays with a deck that is there."""
    known = decks_of(state)
    if act.first in known and act.second in known:
        return None
    return Failure({"deck": act.first if act.first not in known else act.second})


@NEXT_GAME.play
def _next_game(play: Play, act: NextGame) -> None:
    known = decks_of(play.state)
    chosen = (known[act.first], known[act.second])
    leaders, decks = tuple(p for p, _ in chosen), tuple(c for _, c in chosen)
    if play.state.over:
        return
    next_game(play, decks, leaders)
