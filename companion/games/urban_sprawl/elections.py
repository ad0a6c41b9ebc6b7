"""Results of elections and their reasons, as pure functions usable before one is held."""

from typing import Final, NamedTuple

from companion.games.urban_sprawl.components import (
    CONTRACTOR,
    MAYOR,
    MEDIA,
    OFFICES,
    TRACK,
    ZONE_OF_OFFICE,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.pieces.standings import standing
from companion.kernel.values import Seat

ACTIVE: Final = "active"
"""Chooser if nobody holds what the rulebook names: the active seat."""

MOST: Final = "most"
"""Decision by the first criterion."""
SECOND: Final = "second"
"""Decision by the second criterion: most buildings of the zone."""
CHOSEN: Final = "chosen"
"""Decision by a chooser among the tied seats."""
BY_CARD: Final = "by_card"
"""Decision by a card."""
NOBODY: Final = "nobody"
"""No winner, as nobody has anything that counts."""

_HOME: Final = 4
"""Value of the residential buildings that break a tie for Media."""


class Race(NamedTuple):
    """Standings for an office, for the contractor or for Media."""

    prize: str
    counts: tuple[tuple[int, ...], ...]
    """Values compared of each seat, in order: vocations, or highest value and buildings."""
    tied: tuple[Seat, ...]
    """Seats at the top; one: the winner; empty: nobody has anything that counts."""
    decided: str
    chooser: Seat | None = None
    """Seat that chooses among the tied ones."""
    by: str = ""
    """Office or vocation by which it chooses, or `active`."""

    @property
    def winner(self) -> Seat | None:
        """Return the winner, if no choice is needed."""
        return self.tied[0] if len(self.tied) == 1 else None


def race(state: State, office: str) -> Race:
    """Return the race for an office now; the contractor is the seat with least prestige."""
    if office == CONTRACTOR:
        return least_prestige(state)
    counts = _vocations(state) if office == MAYOR else _buildings(state, ZONE_OF_OFFICE[office])
    if not any(count[0] for count in counts):
        return Race(office, counts, (), NOBODY)
    return _decided(state, office, counts)


def _vocations(state: State) -> tuple[tuple[int, ...], ...]:
    # Whether Media counts as a vocation is a ruling.
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
    """Return the race for the contractor."""
    counts = tuple((-state.prestige(seat),) for seat in range(state.players))
    return _decided(state, CONTRACTOR, counts)


def _decided(state: State, prize: str, counts: tuple[tuple[int, ...], ...]) -> Race:
    winners, decided = standing(counts)
    if len(winners) == 1:
        return Race(prize, counts, winners, MOST if decided == 1 else SECOND)
    chooser, by = _chooser(state, prize)
    others = tuple(seat for seat in winners if seat != chooser)
    # Whether a tied chooser may choose himself is a ruling.
    if chooser in winners and state.rulings["tied_chooser"] == "another":
        winners = others
    return Race(prize, counts, winners, CHOSEN, chooser, by)


def decider(prize: str) -> str:
    """Return the office or the vocation that breaks a tie for an office, by the rulebook."""
    return _deciders(prize)[0]


def _deciders(prize: str) -> tuple[str, ...]:
    """Return what breaks a tie for an office, and then what comes before that, up to Media."""
    at = TRACK.index(prize) if prize in TRACK else len(TRACK)
    return (*TRACK[:at][::-1], MEDIA)


def _chooser(state: State, prize: str) -> tuple[Seat, str]:
    """Return the seat that breaks a tie, and its office or vocation."""
    before = _deciders(prize)
    # Who breaks the tie if nobody has that office is a ruling.
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
    """Return the race for Media before the first turn.

    Most wealth decides, then most homes of value 4.
    """
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
    # How a remaining tie is broken is a ruling.
    if state.rulings["media_setup_tie"] == "nearest_first_player":
        nearest = next(seat for seat in state.order_from(first) if seat in winners)
        return Race(MEDIA, counts, (nearest,), CHOSEN, None, ACTIVE)
    return Race(MEDIA, counts, winners, CHOSEN, first, ACTIVE)
