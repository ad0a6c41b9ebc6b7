"""Score sheet, and the end of the match with its reason."""

from dataclasses import replace
from typing import Final

from companion.games.blue_moon.state import State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.standings import standing
from companion.kernel.values import Counted

_RULE_OF: Final = {
    "instant_win": "end.instant",
    "dragons": "end.winner",
    "neutral": "end.neutral",
}
"""Rule section of each way of ending the last game."""


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return the dragons of this game and the total crystals of each seat."""
    lines = []
    for seat in range(state.players):
        lines += [
            ScoreLine(seat, "crystals", state.crystals(seat), "end.crystals"),
            ScoreLine(seat, "dragons", state.dragons(seat), "win.dragons"),
        ]
    return tuple(lines)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    if not state.over:
        return None
    if state.stopped:
        return _stopped(state)
    if not state.ends:
        return None
    last = state.ends[-1]
    held = tuple(state.crystals(seat) for seat in range(state.players))
    params = {
        "crystals": Counted(held[last.winner], "crystal"),
        "dragons": Counted(last.dragons, "dragon"),
    }
    if state.options.series:
        return Outcome((last.winner,), "series", "series.goal", params)
    return Outcome((last.winner,), last.reason, _RULE_OF[last.reason], params)


def close(state: State) -> State:
    """Return the state of a table that stops here."""
    return replace(state, over=True, stopped=True)


def _stopped(state: State) -> Outcome:
    """Return the winners by crystals, then by the dragons of the game that was not played out."""
    held = [(state.crystals(seat), state.dragons(seat)) for seat in range(state.players)]
    winners, _ = standing(held)
    crystals, dragons = held[winners[0]]
    params = {"crystals": Counted(crystals, "crystal"), "dragons": Counted(dragons, "dragon")}
    return Outcome(winners, "stopped", "end.crystals", params)
