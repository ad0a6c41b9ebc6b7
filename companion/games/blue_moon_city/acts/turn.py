"""Turn: its order and phases, and its end with discards, draws and the next seat."""

from collections.abc import Iterator
from typing import Final, Literal

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.acts.common import (
    NEXT_TURN,
    Act,
    Deed,
    LaidUnseen,
    Rule,
    cards_in_hand,
    hand_cards,
)
from companion.games.blue_moon_city.components import CARD_KINDS
from companion.games.blue_moon_city.play import (
    Play,
    discard,
    draw,
    next_turn,
    say_if_over,
    take_cards_from_aside,
)
from companion.games.blue_moon_city.scoring import finale_outcome, outcome
from companion.games.blue_moon_city.state import CARD, Phase, State, hand
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Seat, SeatRef, Term, seat_refs

OWN_TURN_COMES: Final = "own_turn"
"""Time of the seat's own turn."""


class FinishTurn(Deed):
    """End of the turn, with discards and draws."""

    kind: Literal["finish_turn"] = "finish_turn"
    discards: LaidUnseen = ()


# Turn: conditions of every act

NO_SUCH_SEAT: Final = table.no_such_seat("overview.players")


@rule("end.at_once", code="match_over", kind=ConditionKind.PHASE)
def match_over(state: State, _act: Action) -> Finding:
    """The match ends at once when someone makes the required offerings."""
    ended = outcome(state)
    if ended is None:
        return None
    return Failure({"winners": seat_refs(ended.winners)}, cites=(ended.rule,))


def _turn_ends_first(state: State, _act: Action) -> Iterator[Remedy]:
    turn = state.turn.seat
    yield Remedy("finish_turn_first", {"turn": SeatRef(turn)}, first=FinishTurn(seat=turn))


@rule(
    "turn.direction",
    code="not_your_turn",
    requires=("no_such_seat", "match_over"),
    kind=ConditionKind.TURN,
    suggest=_turn_ends_first,
)
def not_your_turn(state: State, act: Action) -> Finding:
    """Clockwise, one at a time."""
    if state.turn.seat == act.seat:
        return None
    return Failure({"turn": SeatRef(state.turn.seat)}, until=OWN_TURN_COMES)


OWN_TURN: Final[tuple[Rule, ...]] = (NO_SUCH_SEAT, match_over, not_your_turn)

# Order within the turn


@rule("additions.all_built", code="finale_only_offerings", kind=ConditionKind.PHASE)
def finale_only_offerings(state: State, _act: Action) -> Finding:
    """With the whole city built, only the last offerings remain."""
    return Failure() if state.turn.phase is Phase.FINALE else None


def still_moving(*rules: str) -> tuple[Rule, ...]:
    """Return the conditions of an act of the turn's first phase."""

    @rule(
        *rules,
        code="movement_over",
        requires=("not_your_turn", "finale_only_offerings"),
        kind=ConditionKind.PHASE,
    )
    def movement_over(state: State, act: Action) -> Finding:
        """Phase 1 comes before phase 2: nothing moves once something was built or offered."""
        if state.turn.phase is not Phase.BUILD:
            return None
        done = Term("done.built" if state.turn.stones else "done.offered")
        return Failure({"done": done, "seat": SeatRef(act.seat)}, until=NEXT_TURN)

    return (*OWN_TURN, finale_only_offerings, movement_over)


# End of the turn

FINISH = Act(
    FinishTurn,
    *OWN_TURN,
    *cards_in_hand("discards", "draw.discard"),
    fields={"discards": hand_cards((CARD, *CARD_KINDS), ((), (CARD,), (CARD, CARD)), sentence=len)},
)


def _drawing(state: State, act: FinishTurn) -> tuple[str, ...]:
    if state.turn.phase is Phase.FINALE:
        return ()
    return ("draw.discard",) if act.discards else ("draw",)


def _discard_fewer(state: State, act: FinishTurn) -> Iterator[Remedy]:
    kept = act.discards[: state.facts["draw.discards"]]
    yield Remedy("discard_only", {"cards": terms.counted(kept)}, {"discards": kept})


@FINISH.rule(
    "draw.discard",
    code="too_many_discards",
    fields="discards",
    suggest=_discard_fewer,
    legal_basis=_drawing,
)
def too_many_discards(state: State, act: FinishTurn) -> Finding:
    """One or two cards may be discarded before drawing."""
    number, most = len(act.discards), state.facts["draw.discards"]
    if number <= most:
        return None
    return Failure({"discards": Counted(number, "carta"), "most": Counted(most, "carta")})


def _discard_nothing(_state: State, _act: FinishTurn) -> Iterator[Remedy]:
    yield Remedy("discard_none", change={"discards": ()})


@FINISH.rule(
    "additions.all_built", code="no_discards_in_finale", fields="discards", suggest=_discard_nothing
)
def no_discards_in_finale(state: State, act: FinishTurn) -> Finding:
    """The last offerings know no drawing."""
    if state.turn.phase is not Phase.FINALE:
        return NOT_APPLICABLE
    return Failure() if act.discards else None


@FINISH.play
def _finish(play: Play, act: FinishTurn) -> None:
    state, turn, seat = play.state, play.state.turn, act.seat
    if turn.phase is Phase.FINALE:
        _pass_in_finale(play, seat)
        return
    discard(play, seat, act.discards, "draw.discard")
    # Draw two cards, and one for each discarded; also if no card was played.
    draw(play, state.facts["draw.cards"] + len(act.discards), hand(seat), "draw.two", owner=seat)
    take_cards_from_aside(play)
    quiet = 0 if turn.stones or turn.offerings or turn.yellow else state.quiet_turns + 1
    play.change(quiet_turns=quiet)
    next_turn(play, seat, Phase.MOVE)


def _pass_in_finale(play: Play, seat: Seat) -> None:
    state = play.state
    offered = state.turn.offerings or state.turn.yellow
    passes = 0 if offered else state.finale_passes + 1
    play.change(finale_passes=passes, finale_turns=state.finale_turns + 1)
    if _finale_over(play.state):
        play.change(result=finale_outcome(play.state))
        say_if_over(play)
    else:
        next_turn(play, seat, Phase.FINALE)


def _finale_over(state: State) -> bool:
    """Return whether the finale is over: one turn each, or rounds of offers, by ruling."""
    if state.next_price is None:
        return True
    if state.rulings["finale_offerings"] == "any_number":
        return state.finale_turns >= state.players
    return state.finale_passes >= state.players
