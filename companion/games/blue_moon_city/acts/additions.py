"""Publisher's additions of 2007: the last offerings, and the stalemate."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.games.blue_moon_city.acts.common import Act, Deed, additions_in_force
from companion.games.blue_moon_city.acts.turn import NO_SUCH_SEAT, OWN_TURN, match_over
from companion.games.blue_moon_city.components import BUILDINGS, COURTYARD
from companion.games.blue_moon_city.play import Play, next_turn, take_cards_from_aside
from companion.games.blue_moon_city.scoring import winners_possible
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel.acts import rule
from companion.kernel.duties import Outcome
from companion.kernel.form import choice
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import Counted, Seat, SeatRef, seat_refs

# Last offerings


class CloseCity(Deed):
    """Start of the last offerings, when everything is built and nobody can win any more (2007)."""

    kind: Literal["close_city"] = "close_city"


CLOSE = Act(CloseCity, *OWN_TURN, additions_in_force("additions.all_built"))


@CLOSE.rule("additions.all_built", code="finale_already", kind=ConditionKind.PHASE)
def finale_already(state: State, _act: CloseCity) -> Finding:
    """The last offerings begin once."""
    return Failure() if state.turn.phase is Phase.FINALE else None


@CLOSE.rule("additions.all_built", code="city_unfinished")
def city_unfinished(state: State, _act: CloseCity) -> Finding:
    """They begin when every building is finished."""
    left = len(BUILDINGS) - len(state.finished)
    return Failure({"left": Counted(left, "edificio")}) if left else None


def _can_finish(state: State, seat: Seat) -> bool:
    """Return whether a seat has the crystals for all the offerings that it still lacks."""
    cost = _cost_to_finish(state, seat)
    return cost is not None and state.crystals(seat) >= cost


def _cost_to_finish(state: State, seat: Seat) -> int | None:
    """Return the price of the offerings a seat lacks; None if there are too few spaces."""
    filled = sum(state.offerings(other) for other in range(state.players))
    lacking = state.required_offerings - state.offerings(seat)
    prices = state.facts.prices(state.players)[max(0, filled) :][:lacking]
    return sum(prices) if len(prices) == lacking else None


@CLOSE.rule("additions.all_built", code="own_finish_left", requires="city_unfinished", private=True)
def own_finish_left(state: State, act: CloseCity) -> Finding:
    """They begin when the seat has no longer the crystals to finish."""
    if act.edition < 3:
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)}) if _can_finish(state, act.seat) else None


@CLOSE.rule("additions.all_built", code="finish_left", requires="city_unfinished")
def finish_left(state: State, act: CloseCity) -> Finding:
    """They begin when nobody else has the crystals to finish either."""
    if act.edition < 3:
        return NOT_APPLICABLE
    others = [seat for seat in range(state.players) if seat != act.seat]
    if all(_cost_to_finish(state, seat) is None for seat in others):
        return None
    if state.reads("crystals_secret") == "hidden":
        return Unverified()
    able = next((seat for seat in others if _can_finish(state, seat)), None)
    return None if able is None else Failure({"seat": SeatRef(able)})


@CLOSE.play
def _close(play: Play, act: CloseCity) -> None:
    take_cards_from_aside(play)
    figures = (COURTYARD,) * play.state.players
    play.change(figures=figures, quiet_turns=0, finale_passes=0, finale_turns=0)
    play.say("finale_began", "additions.all_built", act.seat)
    next_turn(play, act.seat, Phase.FINALE)


# Abandoned match


def _sorted_seats(seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(seats)))


class DeclareStalemate(Deed):
    """End of the match by the table, because nobody builds or offers any more (2007)."""

    kind: Literal["declare_stalemate"] = "declare_stalemate"
    winners: Annotated[
        tuple[Annotated[int, Field(ge=0, le=9)], ...],
        AfterValidator(_sorted_seats),
        Field(min_length=1, max_length=4),
    ]
    """Winners that the table names."""


@rule("overview.players", code="no_such_winner", fields="winners", kind=ConditionKind.EXISTENCE)
def _no_such_winner(state: State, act: DeclareStalemate) -> Finding:
    """Only whoever plays can win."""
    if all(seat < state.players for seat in act.winners):
        return None
    return Failure({"players": Counted(state.players, "jugador")})


STALEMATE = Act(
    DeclareStalemate,
    NO_SUCH_SEAT,
    match_over,
    _no_such_winner,
    additions_in_force("additions.stalemate"),
    fields={"winners": choice(lambda state, _draft: winners_possible(state), seat_refs)},
)


def quiet_rounds(state: State) -> int:
    """Return the number of full rounds in a row without building or offering."""
    return state.quiet_turns // state.players


@STALEMATE.rule("additions.stalemate", code="rounds_not_quiet")
def rounds_not_quiet(state: State, _act: DeclareStalemate) -> Finding:
    """Three full rounds without building or offering, and all declare to go on like that."""
    needed, quiet = state.facts["stalemate.rounds"], quiet_rounds(state)
    if quiet >= needed:
        return None
    return Failure({"needed": Counted(needed, "ronda"), "quiet": Counted(quiet, "ronda")})


@STALEMATE.play
def _declare(play: Play, act: DeclareStalemate) -> None:
    rule = "additions.stalemate"
    play.change(result=Outcome(act.winners, "stalemate", rule))
    play.say("stalemate_declared", rule, act.seat, winners=seat_refs(act.winners))
