"""Score sheet, and the end of the match with its reason."""

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.state import State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.standings import contest, sign_of, standing


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return the track points of each seat, and those for the High Priest at the end."""
    priest, worth = state.priest, state.facts["priest.points"]
    return tuple(
        line
        for seat in range(state.players)
        for line in (
            ScoreLine(
                seat,
                "points",
                state.points(seat),
                "overview.goal",
                lacks=state.points_lack(seat),
                unread=sign_of(state.points_between(seat)),
            ),
            ScoreLine(seat, "priest", worth if seat == priest else 0, "end.priest"),
        )
    )


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    return final_outcome(state) if state.over else None


def final_outcome(state: State) -> Outcome:
    """Return the winners by points; the rulebook breaks no tie."""
    worth = state.facts["priest.points"]
    seats = range(state.players)
    extra = [worth if seat == state.priest else 0 for seat in seats]
    totals = tuple(
        ScoreLine(
            seat,
            "points_total",
            state.points(seat) + extra[seat],
            "end",
            lacks=state.points_lack(seat),
            unread=sign_of(state.points_between(seat)),
        )
        for seat in seats
    )
    if any(total.lacks for total in totals):
        between = [(state.points_between(seat).plus(extra[seat]),) for seat in seats]
        if unsettled := contest(between, totals, "end"):
            return unsettled
    winners, decided = standing([(total.amount,) for total in totals])
    params = {"points": terms.points(totals[winners[0]].amount)}
    if decided:
        return Outcome(winners, "most_points", "end", params, compared=totals)
    # The winner of a tie is a ruling.
    reason = "tie_shared" if state.rulings["tie"] == "shared" else "tie_of_table"
    return Outcome(winners, reason, "end.tie", params, compared=totals)
