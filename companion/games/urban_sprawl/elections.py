"""Who would win an election, and by what: pure, so that it can be asked before one is held."""

from typing import Final, NamedTuple

from companion.games.urban_sprawl.components import (
    BOSS,
    CONTRACTOR,
    MAYOR,
    MEDIA,
    OFFICES,
    TRACK,
    ZONE_OF_OFFICE,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.standings import standing
from companion.kernel.values import Seat

ACTIVE: Final = "active"
"""Who chooses where nobody holds what the rulebook names: whoever has the turn."""

MOST: Final = "most"
"""Decided by the first thing that counts."""
SECOND: Final = "second"
"""Decided by the second one: most buildings of the zone."""
CHOSEN: Final = "chosen"
"""Somebody chooses among those who are level."""
BY_CARD: Final = "by_card"
"""A card says who wins."""
NOBODY: Final = "nobody"
"""Nobody has anything that counts."""

_HOME: Final = 4
"""The value of the residential buildings that break a tie for Media."""


class Race(NamedTuple):
    """How things stand for an office, for the contractor or for Media."""

    prize: str
    counts: tuple[tuple[int, ...], ...]
    """By seat, what is compared, in that order: vocations; or the highest value, then buildings."""
    tied: tuple[Seat, ...]
    """Who is level at the top; one: the winner; empty: nobody has anything that counts."""
    decided: str
    chooser: Seat | None = None
    """Who chooses among those who are level."""
    by: str = ""
    """The office or vocation by which somebody chooses, or `active`."""

    @property
    def winner(self) -> Seat | None:
        """Who wins, where nobody has to choose."""
        return self.tied[0] if len(self.tied) == 1 else None


def race(state: State, office: str) -> Race:
    """How an election of that office would end now; of the contractor, who has least prestige."""
    if office == CONTRACTOR:
        return least_prestige(state)
    counts = _vocations(state) if office == MAYOR else _buildings(state, ZONE_OF_OFFICE[office])
    if not any(count[0] for count in counts):
        return Race(office, counts, (), NOBODY)
    return _decided(state, office, counts)


def _vocations(state: State) -> tuple[tuple[int, ...], ...]:
    # Whether Media is one of them is a ruling.
    uncounted = () if state.rulings["media_counts_for_mayor"] == "yes" else (MEDIA,)
    return tuple(
        (sum(n for name, n in state.vocations(seat).items() if name not in uncounted),)
        for seat in range(state.players)
    )


def _buildings(state: State, zone: str) -> tuple[tuple[int, ...], ...]:
    city = state.city
    highest, number = [0] * state.players, [0] * state.players
    for name, one in city.of_colour(zone):
        if one.owner is not None and one.owner < state.players:
            highest[one.owner] = max(highest[one.owner], city.worth(name))
            number[one.owner] += 1
    return tuple(zip(highest, number, strict=True))


def least_prestige(state: State) -> Race:
    """Who would become the contractor."""
    counts = tuple((-state.prestige(seat),) for seat in range(state.players))
    return _decided(state, CONTRACTOR, counts)


def _decided(state: State, prize: str, counts: tuple[tuple[int, ...], ...]) -> Race:
    winners, decided = standing(counts)
    if len(winners) == 1:
        return Race(prize, counts, winners, MOST if decided == 1 else SECOND)
    chooser, by = _chooser(state, prize)
    others = tuple(seat for seat in winners if seat != chooser)
    # Whether somebody who is level may choose himself is a ruling.
    if chooser in winners and state.rulings["tied_chooser"] == "another":
        winners = others
    return Race(prize, counts, winners, CHOSEN, chooser, by)


def _chooser(state: State, prize: str) -> tuple[Seat, str]:
    """Who breaks a tie, and by what."""
    if prize in TRACK:
        before = (*TRACK[: TRACK.index(prize)][::-1], MEDIA)
    else:
        before = (BOSS, *TRACK[:4][::-1], MEDIA)
    # Who breaks it where nobody has that office is a ruling.
    asked = before if state.rulings["tie_chooser_absent"] == "up_the_chain" else before[:1]
    for what in asked:
        seat = _who_has(state, what)
        if seat is not None:
            return seat, what
    return state.turn.seat, ACTIVE


def _who_has(state: State, what: str) -> Seat | None:
    if what in OFFICES:
        return state.holder(what)
    return next(iter(state.holders(what)), None)


def first_media(state: State) -> Race:
    """Who gets Media before the first turn: most wealth, then most homes of value 4."""
    city = state.city
    homes = [0] * state.players
    for name, one in city.of_colour("residential"):
        if one.owner is not None and city.worth(name) == _HOME:
            homes[one.owner] += 1
    counts = tuple((state.wealth(seat), homes[seat]) for seat in range(state.players))
    winners, decided = standing(counts)
    first = state.options.first_seat
    if len(winners) == 1:
        return Race(MEDIA, counts, winners, MOST if decided == 1 else SECOND)
    # What breaks a tie that is left is a ruling.
    if state.rulings["media_setup_tie"] == "nearest_first_player":
        nearest = next(seat for seat in state.order_from(first) if seat in winners)
        return Race(MEDIA, counts, (nearest,), CHOSEN, None, ACTIVE)
    return Race(MEDIA, counts, winners, CHOSEN, first, ACTIVE)
