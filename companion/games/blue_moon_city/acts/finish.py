"""Finishing of a building: rewards by the symbols of the tiles, and its end state."""

from collections import Counter

from companion.games.blue_moon_city import rewards, terms
from companion.games.blue_moon_city.play import Play, score_scales_if_due
from companion.games.blue_moon_city.rewards import give
from companion.games.blue_moon_city.state import (
    HOMES,
    ON,
    Sections,
    State,
    hand,
    stone,
)
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.pieces.piles import clear_account
from companion.kernel.values import Seat


def would_finish(sections: Sections, section: int) -> bool:
    """Return whether a stone on that section is the building's last."""
    return all(seat is not None for i, seat in enumerate(sections) if i != section)


def master_builder(sections: Sections) -> Seat:
    """Return the seat with most stones; ties go to the one furthest left."""
    count = Counter(seat for seat in sections if seat is not None)
    most = max(count.values())
    return next(seat for seat in sections if seat is not None and count[seat] == most)


def contributors(sections: Sections, first: Seat, players: int) -> tuple[Seat, ...]:
    """Return the seats with a stone on the building, from the active player clockwise."""
    order = ((first + n) % players for n in range(players))
    return tuple(seat for seat in order if seat in sections)


def neighbour_tiles(state: State, tile: str) -> tuple[str, ...]:
    """Return the finished neighbours of a building, which reward its builders."""
    return tuple(beside for beside in state.beside(tile) if beside in state.finished)


def unknown_rewards(state: State, tile: str) -> tuple[str, ...]:
    """Return the unknown printed amounts needed to finish a building."""
    beside = ((other, "neighbour") for other in neighbour_tiles(state, tile))
    shares = ((tile, "star"), (tile, "each"), *beside)
    return tuple(fact for share in shares for fact in rewards.unknown(state, *share))


def finish(play: Play, seat: Seat, tile: str, filled: Sections) -> None:
    """Finish a building: pay star, everyone and neighbours, return stones and turn the tile."""
    state = play.state
    everyone, master = contributors(filled, seat, state.players), master_builder(filled)
    play.say("building_finished", "scoring.trigger", seat, tile=terms.place(tile))
    play.say("master_builder", "scoring.master_builder", master, tile=terms.place(tile))
    give(play, master, tile, "star", "scoring.master_builder")
    for builder in everyone:
        give(play, builder, tile, "each", "scoring.contributors")
    for beside in neighbour_tiles(state, tile):
        for builder in everyone:
            give(play, builder, beside, "neighbour", "scoring.neighbours")
    score_scales_if_due(play)
    clear_account(play, ON[tile], HOMES.__getitem__, "scoring.stones_back")
    _settle_owed_stones(play)
    play.change(finished=state.finished | {tile})


def _settle_owed_stones(play: Play) -> None:
    """Put stones that came back where offerings were made without one."""
    for seat in range(play.state.players):
        owed = -play.balance(SUPPLY, stone(seat))
        paid = min(owed, play.balance(hand(seat), stone(seat)))
        if paid > 0:
            rule = "additions.out_of_stones"
            play.move(stone(seat), paid, hand(seat), SUPPLY, rule, automatic=True)
