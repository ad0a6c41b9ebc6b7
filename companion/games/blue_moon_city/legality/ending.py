"""Phase 3, and the additions of 2007: the last offerings and a match that nobody goes on with."""

from collections.abc import Iterator

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import CloseCity, DeclareStalemate, FinishTurn
from companion.games.blue_moon_city.components import BUILDINGS
from companion.games.blue_moon_city.legality.common import (
    MATCH_OVER,
    NO_SUCH_SEAT,
    OWN_TURN,
    Rule,
    additions_in_force,
    cards_in_hand,
)
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted


def _too_many_discards(state: State, action: FinishTurn) -> Finding:
    # One or two cards may be discarded before drawing.
    most = state.facts.discards
    if len(action.discards) <= most:
        return None
    params = {"discards": Counted(len(action.discards), "carta"), "most": Counted(most, "carta")}
    return Failure(params)


def _drawing(state: State, action: FinishTurn) -> tuple[str, ...]:
    if state.turn.phase is Phase.FINALE:
        return ()
    return ("draw.discard",) if action.discards else ("draw",)


def _discard_fewer(state: State, action: FinishTurn) -> Iterator[Remedy]:
    kept = action.discards[: state.facts.discards]
    yield Remedy("discard_only", {"cards": terms.counted(kept)}, {"discards": kept})


def _no_discards_in_finale(state: State, action: FinishTurn) -> Finding:
    # The last offerings know no drawing.
    if state.turn.phase is not Phase.FINALE:
        return NOT_APPLICABLE
    return Failure() if action.discards else None


def _discard_nothing(_state: State, _action: FinishTurn) -> Iterator[Remedy]:
    yield Remedy("discard_none", change={"discards": ()})


def _discards(action: FinishTurn) -> tuple[str, ...]:
    return action.discards


FINISH_TURN = (
    *OWN_TURN,
    *cards_in_hand("discards", _discards, "draw.discard"),
    Rule(
        "too_many_discards",
        ("draw.discard",),
        _too_many_discards,
        ("discards",),
        mend=_discard_fewer,
        grounds=_drawing,
    ),
    Rule(
        "no_discards_in_finale",
        ("additions.all_built",),
        _no_discards_in_finale,
        ("discards",),
        mend=_discard_nothing,
    ),
)


def _finale_already(state: State, _action: CloseCity) -> Finding:
    # The last offerings begin once.
    return Failure() if state.turn.phase is Phase.FINALE else None


def _city_unfinished(state: State, _action: CloseCity) -> Finding:
    # The last offerings begin when every building is finished.
    left = len(BUILDINGS) - len(state.finished)
    return Failure({"left": Counted(left, "edificio")}) if left else None


CLOSE_CITY = (
    *OWN_TURN,
    additions_in_force("additions.all_built"),
    Rule("finale_already", ("additions.all_built",), _finale_already, kind=Kind.PHASE),
    Rule("city_unfinished", ("additions.all_built",), _city_unfinished),
)


def quiet_rounds(state: State) -> int:
    """Full rounds in a row in which nobody built nor offered."""
    return state.quiet_turns // state.players


def _no_such_winner(state: State, action: DeclareStalemate) -> Finding:
    # Only whoever plays can win.
    unknown = [seat for seat in action.winners if seat >= state.players]
    return Failure({"players": Counted(state.players, "jugador")}) if unknown else None


def _rounds_not_quiet(state: State, _action: DeclareStalemate) -> Finding:
    # Three full rounds without building or offering, and all declare to go on like that.
    needed, quiet = state.facts.stalemate_rounds, quiet_rounds(state)
    if quiet >= needed:
        return None
    params = {"needed": Counted(needed, "ronda"), "quiet": Counted(quiet, "ronda")}
    return Failure(params)


DECLARE_STALEMATE = (
    NO_SUCH_SEAT,
    MATCH_OVER,
    Rule(
        "no_such_winner",
        ("overview.players",),
        _no_such_winner,
        ("winners",),
        kind=Kind.EXISTENCE,
    ),
    additions_in_force("additions.stalemate"),
    Rule("rounds_not_quiet", ("additions.stalemate",), _rounds_not_quiet),
)
