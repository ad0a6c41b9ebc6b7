"""Score sheet, and the end of the match with its reason."""

from dataclasses import replace
from typing import Final

from companion.games.blue_moon_city.components import (
    Facts,
)
from companion.games.blue_moon_city.state import OBELISK, STONES, State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.standings import compared, paid_by_place, standing
from companion.kernel.values import Seat


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return each seat's offerings, crystals (hidden unless played openly) and scales."""
    hidden = state.reads("crystals_secret") == "hidden"
    lines = []
    for seat in range(state.players):
        lines += [
            ScoreLine(seat, "offerings", state.offerings(seat), "end.offerings"),
            ScoreLine(seat, "crystals", state.crystals(seat), "scoring.crystals_hidden", hidden),
            ScoreLine(seat, "scales", state.scales(seat), "scales.trigger"),
        ]
    return tuple(lines)


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or None; making the required offerings wins at once."""
    if state.result is not None:
        return state.result
    required = state.required_offerings
    if state.ledger.most(OBELISK) < required:
        return None
    made = state.ledger.balances(OBELISK, STONES[: state.players])
    if max(made) < required:
        return None
    winner = next(seat for seat, number in enumerate(made) if number >= required)
    rule, params = "end.offerings", {"offerings": required}
    lines = compared([(number,) for number in made], ("offerings",), rule, 1)
    return Outcome((winner,), "offerings_made", rule, params, compared=lines)


def scale_payout(facts: Facts, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the crystals of each seat in a scale scoring."""

    def worth(place: int, tied: int) -> int:
        # The most alone gives 6; a tie for the most gives 3 each. Every other seat with at least 3
        # gets 3.
        if place:
            return facts["scales.other"]
        return facts["scales.most"] if tied == 1 else facts["scales.tied"]

    # A seat with fewer than 3 gets nothing.
    return paid_by_place(counts, worth, least=facts["scales.minimum"])


_FINALE_REASONS: Final = {1: "city_finished", 2: "city_finished_by_crystals"}
"""Reason of the end by number of deciding criteria; a full tie shares the win."""


def finale_outcome(state: State) -> Outcome:
    """Return the winners after the last offerings: most offerings, then most crystals."""
    held = [(state.offerings(seat), state.crystals(seat)) for seat in range(state.players)]
    winners, decided = standing(held)
    reason = _FINALE_REASONS[decided] if decided else "city_finished_shared"
    params = {"offerings": held[winners[0]][0]}
    rule = "additions.all_built"
    lines = compared(held, ("offerings", "crystals"), rule, decided)
    return Outcome(winners, reason, rule, params, compared=lines)


def close(state: State) -> State:
    """Return the state of a table that stops here: most offerings, then most crystals."""
    result = finale_outcome(state)
    # Crystals are told only where they break a tie.
    tied = result.reason != _FINALE_REASONS[1]
    crystals = state.crystals(result.winners[0]) if tied else 0
    params = {**result.params, "crystals": crystals}
    ended = replace(result, reason="stopped", rule="end.offerings", params=params)
    return replace(state, result=ended)


def winners_possible(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return every group of winners that a table can name, single ones first."""
    groups = sorted(
        (
            tuple(seat for seat in range(state.players) if mask & 1 << seat)
            for mask in range(1, 1 << state.players)
        ),
        key=lambda group: (len(group), group),
    )
    return tuple(groups)
