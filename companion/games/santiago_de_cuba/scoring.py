"""The score sheet, and when and why the match ends."""

from companion.games.santiago_de_cuba.state import State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.values import Seat


def goods_points(state: State, seat: Seat) -> int:
    """The points that the goods of a seat, wood included, are worth at the end."""
    return state.goods(seat) // state.facts.goods_per_point


def score(state: State) -> tuple[ScoreLine, ...]:
    """By seat: points in tokens, and what the goods would be worth at the end."""
    hidden = state.hidden
    lines = []
    for seat in range(state.players):
        lines += [
            ScoreLine(seat, "points", state.points(seat), "end.winner", hidden),
            ScoreLine(seat, "goods", goods_points(state, seat), "end.goods", hidden),
        ]
    return tuple(lines)


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None."""
    return final_outcome(state) if state.over else None


def tie_goods(state: State, seat: Seat) -> int:
    """The goods that break a tie: before or after the conversion into points, by ruling."""
    before = state.goods(seat)
    if state.rulings["tie_goods"] == "before_conversion":
        return before
    return before % state.facts.goods_per_point


def final_outcome(state: State) -> Outcome:
    """The winners: most points, then most goods left over, then most money."""
    seats = range(state.players)
    standing = [
        (state.points(s) + goods_points(state, s), tie_goods(state, s), state.pesos(s))
        for s in seats
    ]
    top = max(standing)
    winners = tuple(seat for seat in seats if standing[seat] == top)
    reason = _reason(standing, top, len(winners))
    rule = "end.winner" if reason == "most_points" else "end.ties"
    return Outcome(winners, reason, rule, {"points": top[0], "goods": top[1], "pesos": top[2]})


def _reason(standing: list[tuple[int, int, int]], top: tuple[int, int, int], winners: int) -> str:
    if winners > 1:
        return "all_level"
    level = [held for held in standing if held[0] == top[0]]
    if len(level) == 1:
        return "most_points"
    return "tie_by_goods" if sum(h[1] == top[1] for h in level) == 1 else "tie_by_money"
