"""Score sheet, and the end of the match with its reason."""

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.components import (
    MAYOR,
    PRESTIGE_ROWS,
    TRACK,
    ZONE_OF_OFFICE,
)
from companion.games.urban_sprawl.grid import PARK
from companion.games.urban_sprawl.state import State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.standings import standing
from companion.kernel.values import Seat


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return each seat's track, rows of prestige at the end, wealth and offices."""
    return tuple(line for seat in range(state.players) for line in _lines(state, seat))


def _lines(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    tens = max(0, state.wealth(seat)) // state.facts["tens"]
    offices = (_office_line(state, seat, office) for office in TRACK)
    return (
        ScoreLine(seat, "prestige", state.prestige(seat), "overview.goal"),
        *_rows(state, seat),
        ScoreLine(seat, "tens", tens, "end.wealth"),
        *(line for line in offices if line is not None),
    )


def _rows(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Return the final payouts of the rows, one line each."""
    return tuple(
        ScoreLine(seat, row, state.final[row][seat], "end.rows")
        for row in PRESTIGE_ROWS
        if row in state.final
    )


def _office_line(state: State, seat: Seat, office: str) -> ScoreLine | None:
    if state.holder(office) != seat:
        return None
    return ScoreLine(seat, office, bonus(state, seat, office), "end.offices")


def bonus(state: State, seat: Seat, office: str) -> int:
    """Return the final bonus of an office for its holder."""
    if office == MAYOR:
        own = (one for one in state.city.buildings.values() if one.owner == seat)
        return sum(one.colour != PARK and state.city.beside_a_park(one) for one in own)
    # Whether buildings that nobody controls count is a ruling.
    free = state.rulings["uncontrolled_for_bonus"] == "count"
    buildings = state.city.of_colour(ZONE_OF_OFFICE[office])
    return sum(free or one.owner is not None for _, one in buildings)


def total(state: State, seat: Seat) -> int:
    """Return the prestige of a seat with everything added at the end."""
    return sum(line.amount for line in _lines(state, seat))


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    return final_outcome(state) if state.over else None


def final_outcome(state: State) -> Outcome:
    """Return the winners by prestige, then wealth."""
    keys = [(total(state, seat), state.wealth(seat)) for seat in range(state.players)]
    winners, decided = standing(keys)
    points, wealth = keys[winners[0]]
    params = {"points": terms.prestige(points), "wealth": terms.wealth(wealth)}
    reason = {1: "most_prestige", 2: "most_wealth", None: "tie_shared"}[decided]
    return Outcome(winners, reason, "end" if decided == 1 else "end.tie", params)
