"""Series of games, until a seat has the crystals for the final victory."""

from typing import Annotated, Final, Literal

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import Act, step
from companion.games.blue_moon.catalogue import DECKS, PREPARED
from companion.games.blue_moon.fights import next_game
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import Due, State
from companion.kernel.forms.form import Draft
from companion.kernel.forms.picks import choice
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import SeatRef, Term, Value

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
