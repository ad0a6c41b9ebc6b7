"""The score sheet, and when and why the match ends."""

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
from companion.kernel.standings import standing
from companion.kernel.values import Seat


def score(state: State) -> tuple[ScoreLine, ...]:
    """By seat: the track, the rows of prestige at the end, the wealth, and the offices."""
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
    """What the rows pay at the end, each on a line of its own."""
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
    """What an office is worth at the end to whoever has it."""
    if office == MAYOR:
        own = (one for one in state.city.buildings.values() if one.owner == seat)
        return sum(one.colour != PARK and state.city.beside_a_park(one) for one in own)
    # Whether buildings that nobody controls count is a ruling.
    free = state.rulings["uncontrolled_for_bonus"] == "count"
    found = state.city.of_colour(ZONE_OF_OFFICE[office])
    return sum(free or one.owner is not None for _, one in found)


def total(state: State, seat: Seat) -> int:
    """The prestige of a seat with everything that is added at the end."""
    return sum(line.amount for line in _lines(state, seat))


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None."""
    return final_outcome(state) if state.over else None


def final_outcome(state: State) -> Outcome:
    """The winners: most prestige, then most wealth."""
    keys = [(total(state, seat), state.wealth(seat)) for seat in range(state.players)]
    winners, decided = standing(keys)
    points, wealth = keys[winners[0]]
    params = {"points": terms.prestige(points), "wealth": terms.wealth(wealth)}
    reason = {1: "most_prestige", 2: "most_wealth", None: "tie_shared"}[decided]
    return Outcome(winners, reason, "end" if decided == 1 else "end.tie", params)
