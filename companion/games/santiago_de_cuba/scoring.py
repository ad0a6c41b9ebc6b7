"""Score sheet, and the end of the match with its reason."""

from typing import Final

from companion.games.santiago_de_cuba.state import State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.standings import compared, standing
from companion.kernel.values import Params, Seat


def goods_points(state: State, seat: Seat) -> int:
    """Return the points that a seat's goods, wood included, are worth at the end."""
    return state.goods(seat) // state.facts["end.goods_per_point"]


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return each seat's points in tokens, and the worth of its goods at the end."""
    hidden = state.hidden
    lines = []
    for seat in range(state.players):
        lines += [
            ScoreLine(seat, "points", state.points(seat), "end.winner", hidden),
            ScoreLine(seat, "goods", goods_points(state, seat), "end.goods", hidden),
        ]
    return tuple(lines)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    return final_outcome(state) if state.over else None


def tie_goods(state: State, seat: Seat) -> int:
    """Return the goods that break a tie: before or after the conversion, by ruling."""
    before = state.goods(seat)
    if state.rulings["tie_goods"] == "before_conversion":
        return before
    return before % state.facts["end.goods_per_point"]


_DECIDED_BY: Final = {1: "most_points", 2: "tie_by_goods", 3: "tie_by_money"}
"""Reason of the end, by number of deciding criteria."""


def final_outcome(state: State) -> Outcome:
    """Return the winners by points, then goods left over, then money."""
    held = [
        (state.points(s) + goods_points(state, s), tie_goods(state, s), state.pesos(s))
        for s in range(state.players)
    ]
    winners, decided = standing(held)
    reason = _DECIDED_BY[decided] if decided else "all_level"
    rule = "end.winner" if decided == 1 else "end.ties"
    points, goods, pesos = held[winners[0]]
    # Goods that were changed for points are not among those told.
    rest = int(state.rulings["tie_goods"] != "before_conversion")
    params: Params = {"points": points, "goods": goods, "rest": rest, "pesos": pesos}
    codes = ("points_total", "goods_left" if rest else "goods_held", "pesos")
    lines = compared(held, codes, rule, decided)
    return Outcome(winners, reason, rule, params, compared=lines)
