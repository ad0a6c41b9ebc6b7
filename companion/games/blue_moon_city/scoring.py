"""The score sheet, and when and why the match ends."""

from companion.games.blue_moon_city.state import OBELISK, STONES, State
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.values import Seat


def score(state: State) -> tuple[ScoreLine, ...]:
    """By seat: offerings, crystals (hidden unless the table plays openly) and scales."""
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
    """How the match ended, or None. Making the required offerings wins at once."""
    if state.result is not None:
        return state.result
    required, ledger = state.required_offerings, state.ledger
    for seat in range(state.players):
        if ledger.balance(OBELISK, STONES[seat]) >= required:
            return Outcome((seat,), "offerings_made", "end.offerings", {"offerings": required})
    return None


def finale_outcome(state: State) -> Outcome:
    """The winners once the last offerings are over: most offerings, then most crystals."""
    standing = [(state.offerings(seat), state.crystals(seat)) for seat in range(state.players)]
    top = max(standing)
    winners = tuple(seat for seat, held in enumerate(standing) if held == top)
    # Level on both: they share the win.
    reason = "city_finished_by_crystals" if _level(standing) else "city_finished"
    if len(winners) > 1:
        reason = "city_finished_shared"
    params = {"offerings": top[0]}
    return Outcome(winners, reason, "additions.all_built", params)


def _level(standing: list[tuple[int, int]]) -> bool:
    """Whether several have most offerings."""
    most = max(standing)[0]
    return sum(offerings == most for offerings, _ in standing) > 1


def winners_possible(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Every group of winners that a table can name, single ones first."""
    groups = sorted(
        (
            tuple(seat for seat in range(state.players) if mask & 1 << seat)
            for mask in range(1, 1 << state.players)
        ),
        key=lambda group: (len(group), group),
    )
    return tuple(groups)
