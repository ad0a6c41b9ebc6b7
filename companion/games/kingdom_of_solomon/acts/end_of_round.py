"""Acts at the end of a round (excess fortune cards) and of the match (cards left)."""

from typing import Annotated, Literal

from pydantic import Field

from companion.games.kingdom_of_solomon.acts.common import (
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
    Act,
    Deed,
    match_over,
    step,
)
from companion.games.kingdom_of_solomon.components import PLAYERS, REQUIRED_FACTS, SolomonOptions
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import DISCARD, FORTUNE, SEATS, Phase, State
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.box import by_hand
from companion.kernel.conditions import Condition
from companion.kernel.form import number
from companion.kernel.legality import SetupDraft
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import Counted, SeatRef


class DiscardFortune(Deed):
    """Discard of fortune cards at the end of the round."""

    kind: Literal["discard_fortune"] = "discard_fortune"
    amount: Annotated[int, Field(ge=1, le=60)]


DISCARD_FORTUNE = Act(
    DiscardFortune,
    *step(Phase.TRIM),
    fields={
        "amount": number(
            lambda state, draft: (
                1,
                max(1, state.fortunes(draft.seat) if draft.seat < state.players else 1),
            ),
            proposals=(1, 2, 3, 4, 5, 6),
            sentence=lambda n: Counted(n, FORTUNE),
        )
    },
)


@DISCARD_FORTUNE.rule(
    "fortune.limit",
    code="fewer_held",
    fields="amount",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def fewer_held(state: State, act: DiscardFortune) -> Finding:
    """One lays down cards that one holds."""
    held = state.fortunes(act.seat)
    if held >= act.amount:
        return None
    return Failure({"seat": SeatRef(act.seat), "held": Counted(held, FORTUNE)})


@DISCARD_FORTUNE.rule(
    "fortune.limit", code="keeps_too_many", fields="amount", requires="no_such_seat"
)
def keeps_too_many(state: State, act: DiscardFortune) -> Finding:
    """At the end of a round three cards may be kept."""
    kept, most = state.fortunes(act.seat) - act.amount, state.facts["fortune.kept"]
    if kept <= most:
        return None
    kept_cards = Counted(kept, FORTUNE)
    return Failure({"seat": SeatRef(act.seat), "kept": kept_cards, "most": most})


@DISCARD_FORTUNE.play
def _discard(play: Play, act: DiscardFortune) -> None:
    play.move(FORTUNE, act.amount, SEATS[act.seat], DISCARD, "fortune.limit")


class EndFortunes(Deed):
    """Decision to show no more fortune cards at the end."""

    kind: Literal["end_fortunes"] = "end_fortunes"


END_FORTUNES = Act(EndFortunes, *step(Phase.REVEAL, legal_basis=("end.fortunes",)))


@END_FORTUNES.play
def _end_fortunes(play: Play, act: EndFortunes) -> None:
    play.say("fortunes_ended", "end.fortunes", act.seat)
    if play.state.is_due(act.seat, Phase.REVEAL):
        play.stop_waiting_for(act.seat)


BY_HAND = by_hand.act(Act, NO_SUCH_SEAT, match_over, section="table.by_hand", turn=NOT_YOUR_TURN)


@rule("setup.order", code="order_wrong", fields=("order", "players"), kind=ConditionKind.EXISTENCE)
def order_wrong(_draft: SetupDraft, options: SolomonOptions) -> Finding:
    """Everybody has one place in the turn order."""
    seats = list(range(len(options.players)))
    return Failure() if options.order and sorted(options.order) != seats else None


SETUP: tuple[Condition[SetupDraft], ...] = (
    table.wrong_number_of_players(PLAYERS, "setup.players"),
    table.name_repeated("table.seats"),
    order_wrong,
    table.printed_number_missing(REQUIRED_FACTS, "components"),
)
