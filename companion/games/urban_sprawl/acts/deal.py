"""Act of turning up all first cards at once, before the first turn, whatever is printed on them."""

from typing import Literal

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.common import Act, Deed, answering
from companion.games.urban_sprawl.acts.reveal import turn_up
from companion.games.urban_sprawl.acts.unseen import deck_due, unread_first
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel.refusal import ConditionKind, Failure, Finding


class ShowAll(Deed):
    """All first cards turned up, none of which anybody has read off."""

    kind: Literal["show_all"] = "show_all"


SHOW_ALL = Act(
    ShowAll,
    *answering("nothing_to_show", "upkeep", Phase.SHOW, legal_basis=("setup.row", "setup.deal")),
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
def all_read(state: State, _act: ShowAll) -> Finding:
    """A card that could be any of those that are read is named."""
    if unread_first(state) is not None:
        return None
    return Failure({"deck": terms.term(f"deck.{deck_due(state)}")})


@SHOW_ALL.play
def _show_all(play: Play, _act: ShowAll) -> None:
    """Turn up an unread card in each place, as long as there are unread ones."""
    card = unread_first(play.state)
    while card is not None:
        turn_up(play, card, play.state.due.seats[0])
        flow.go_on(play)
        card = unread_first(play.state)
