"""What a finished building and the dragons give: who is due what, as numbers, with no effects."""

from collections import Counter
from collections.abc import Iterator

from companion.games.blue_moon_city.components import Facts, Reward
from companion.games.blue_moon_city.state import Sections, State
from companion.kernel.standings import paid_by_place
from companion.kernel.values import Seat


def master_builder(sections: Sections) -> Seat:
    """Who placed most stones; among those tied, who has the one furthest to the left."""
    count = Counter(seat for seat in sections if seat is not None)
    most = max(count.values())
    return next(seat for seat in sections if seat is not None and count[seat] == most)


def contributors(sections: Sections, first: Seat, players: int) -> tuple[Seat, ...]:
    """Everyone with a stone on the building, once each, from the active player clockwise."""
    order = ((first + n) % players for n in range(players))
    return tuple(seat for seat in order if seat in sections)


def neighbour_tiles(state: State, tile: str) -> tuple[str, ...]:
    """The finished buildings next to a building: those that reward its builders."""
    return tuple(beside for beside in state.beside(tile) if beside in state.finished)


def rewards_of(state: State, tile: str) -> Iterator[Reward]:
    """Every reward that finishing a building gives."""
    printed = state.facts.tiles[tile]
    yield printed.star
    yield printed.each
    for beside in neighbour_tiles(state, tile):
        yield state.facts.tiles[beside].neighbour


def unknown_rewards(state: State, tile: str) -> tuple[str, ...]:
    """The printed amounts, still unknown, that finishing a building needs."""
    return tuple(fact for reward in rewards_of(state, tile) for fact in reward.unknown)


def would_finish(sections: Sections, section: int) -> bool:
    """Whether a stone on that section is the building's last."""
    return all(seat is not None for i, seat in enumerate(sections) if i != section)


def scale_payout(facts: Facts, counts: tuple[int, ...]) -> tuple[int, ...]:
    """By seat, the crystals of a scale scoring."""

    def worth(place: int, tied: int) -> int:
        # Most alone gives 6; tied for most gives 3 each. Everyone else with at least 3 gets 3.
        if place:
            return facts.scales_other
        return facts.scales_most if tied == 1 else facts.scales_tied

    # Whoever has fewer than 3 gets nothing.
    return paid_by_place(counts, worth, least=facts.scales_minimum)
