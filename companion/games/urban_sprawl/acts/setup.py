"""Conditions on the options of a match, and the act of buying the first buildings in turns."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.common import (
    BEFORE,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
    Act,
    Deed,
    answering,
    match_over,
    other_step,
    wealth_short,
)
from companion.games.urban_sprawl.acts.reveal import turn_up
from companion.games.urban_sprawl.acts.vocations import deck_due, first_cards, unread_first
from companion.games.urban_sprawl.components import (
    PLAYERS,
    REQUIRED_FACTS,
    START_LOTS,
    CardId,
    StartLot,
)
from companion.games.urban_sprawl.grid import block_of
from companion.games.urban_sprawl.play import Play, pay
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition
from companion.kernel.form import Draft, choice
from companion.kernel.legality import SetupDraft
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import SeatRef

SETUP: tuple[Condition[SetupDraft], ...] = (
    table.wrong_number_of_players(PLAYERS, "setup.players"),
    table.name_repeated("table.seats"),
    table.first_player_absent("setup.first"),
    table.printed_number_missing(REQUIRED_FACTS, "components"),
)


@rule(
    "setup.buildings",
    code="setup_over",
    requires=BEFORE,
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def setup_over(state: State, _act: object) -> Finding:
    """The first buildings are bought before anything else, and never again."""
    if any(task.code == Phase.CLAIM for task in state.agenda):
        return None
    return Failure(until="never", acts_first=False)


class ClaimStart(Deed):
    """Purchase of one of the twelve first buildings."""

    kind: Literal["claim_start"] = "claim_start"
    building: StartLot


CLAIM_START = Act(
    ClaimStart,
    NO_SUCH_SEAT,
    match_over,
    setup_over,
    NOT_YOUR_TURN,
    other_step(Phase.CLAIM),
    fields={"building": choice(START_LOTS, terms.term)},
)


@CLAIM_START.rule(
    "setup.buildings", code="start_taken", fields="building", kind=ConditionKind.EXISTENCE
)
def start_taken(state: State, act: ClaimStart) -> Finding:
    """A building that nobody controls yet."""
    one = state.city.buildings.get(act.building)
    if one is not None and one.owner is None:
        return None
    owner = "" if one is None or one.owner is None else SeatRef(one.owner)
    return Failure({"building": terms.term(act.building), "owner": owner})


def _price(state: State, act: ClaimStart) -> int:
    return state.city.value_of(block_of(act.building))


CLAIM_START.also(wealth_short("building", _price, "setup.buildings"))


@CLAIM_START.play
def _claim(play: Play, act: ClaimStart) -> None:
    state = play.state
    pay(play, act.seat, _price(state, act), "setup.buildings", terms.term(act.building))
    city = state.city.owned_by(act.building, act.seat)
    play.change(city=city)
    play.say("claimed", "setup.buildings", act.seat, building=terms.term(act.building))
    if not state.is_due(act.seat, Phase.CLAIM):
        return
    if any(name in city.buildings and city.buildings[name].owner is None for name in START_LOTS):
        play.to_the_back(act.seat)
    else:
        play.done()


_MOST_CARDS: Final = 40
"""More cards than any set-up turns up."""


class ShowAll(Deed):
    """All first cards turned up, none of which anybody has read off."""

    kind: Literal["show_all"] = "show_all"
    results: ClassVar[frozenset[str]] = frozenset({"cards"})
    cards: Annotated[tuple[CardId, ...], Field(max_length=_MOST_CARDS)] = ()
    """Cards that stand for those turned up, which nobody had read off then.

    What is read off later says nothing of which were taken. None in earlier records.
    """


def _next_card(state: State, cards: tuple[str, ...]) -> str | None:
    """Return the card that stands for the next one of the set-up; None if there is none."""
    if not cards:
        return unread_first(state)
    due = first_cards(state)
    return next((card for card in cards if card in due and not state.seen(card)), None)


def _turn_up_all(play: Play, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Turn up a card in each place, as long as there are some, and return them."""
    shown: list[str] = []
    while (card := _next_card(play.state, cards)) is not None:
        turn_up(play, card, play.state.due.seats[0])
        flow.go_on(play)
        shown.append(card)
    return tuple(shown)


def _unread_cards(state: State, _draft: Draft) -> tuple[tuple[str, ...], ...]:
    """Return the unread cards that stand for all that are due, in order: there is one answer."""
    return (_turn_up_all(Play(state), ()),)


SHOW_ALL = Act(
    ShowAll,
    *answering("nothing_to_show", "upkeep", Phase.SHOW, legal_basis=("setup.row", "setup.deal")),
    fields={"cards": choice(_unread_cards, len, sentence=None)},
)


@SHOW_ALL.rule(
    "upkeep",
    code="one_by_one",
    requires="nothing_to_show",
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def one_by_one(state: State, _act: ShowAll) -> Finding:
    """After the set-up cards are turned up one by one, because each may trigger something."""
    return Failure(until="never") if state.turns else None


@SHOW_ALL.rule(
    "setup.row",
    code="first_cards_pay",
    requires="one_by_one",
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def first_cards_pay(state: State, _act: ShowAll) -> Finding:
    """By ruling, the first cards trigger what they show, so that has to be said of each."""
    ruling = "setup_cards"
    return None if state.rulings[ruling] == "silent" else Failure(ruling=ruling)


@SHOW_ALL.rule(
    "setup.row",
    code="all_read",
    requires="first_cards_pay",
    kind=ConditionKind.SHORTAGE,
    legal_basis=(),
)
def all_read(state: State, act: ShowAll) -> Finding:
    """A card that could be any of those that are read is named."""
    if _next_card(state, act.cards) is not None:
        return None
    return Failure({"deck": terms.term(f"deck.{deck_due(state)}")})


@SHOW_ALL.play
def _show_all(play: Play, act: ShowAll) -> None:
    _turn_up_all(play, act.cards)
