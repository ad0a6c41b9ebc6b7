"""Elections and payouts with their reasons, as pure functions usable before one is held."""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from companion.games.urban_sprawl.components import (
    CONTRACTOR,
    MAYOR,
    MEDIA,
    OFFICES,
    PRESTIGE,
    TRACK,
    WEALTH,
    ZONE_OF_OFFICE,
)
from companion.games.urban_sprawl.state import LeftPayout, State
from companion.kernel.agenda import Task
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.pieces.standings import Bounds, contest, paid_by_place, places, standing
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


def settled(state: State) -> bool:
    """Return whether the race for the contractor rests on no payout that was left for later."""
    between = (state.between(seat, PRESTIGE) for seat in range(state.players))
    outcome = contest([(Bounds(-one.most, -one.least),) for one in between], (), "")
    return outcome is None or not outcome.contenders


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


class Share(NamedTuple):
    """Share of one seat in a row."""

    seat: Seat
    buildings: int
    """Number of buildings it controls there."""
    place: int
    """Rank, 1 for most buildings."""
    level: int
    """Number of seats on that rank, itself included."""
    worth: int
    """Total value of the ranks that these seats share."""
    amount: int
    """Amount that it is paid."""


class Payout(NamedTuple):
    """Payout of a row now."""

    row: str
    kind: str
    """Currency: `wealth` or `prestige`."""
    place: str | None
    """Place of its number at the edge; None: nowhere, so it pays nothing."""
    counts: tuple[int, ...]
    """Buildings of each seat in the row."""
    line: Known[tuple[int, ...]]
    """Values of the ranks, the first one first."""
    shares: tuple[Share, ...]
    """Share of each seat; empty if nothing is paid or the line is unknown."""


def kind_of(row: str) -> str:
    """Return the currency of a row."""
    return WEALTH if row.startswith("payout.w") else PRESTIGE


def payout(state: State, row: str, line: Sequence[int] | None = None) -> Payout:
    """Return the payout of a row now.

    Args:
        state: state of the table.
        row: line of the table of payouts.
        line: values of its places as read; None: those of the box.
    """
    place, printed = state.city.place_of(row), state.printed[f"{row}.line"]
    worth: Known[tuple[int, ...]] = printed if line is None else tuple(line)
    if place is None:
        return Payout(row, kind_of(row), None, (), worth, ())
    counts = state.city.owned_in(place, state.players)
    read = state.lines_read.get(row, ())
    if isinstance(worth, Unknown) and len(read) >= len(takers(state, row)):
        worth = read
    shares = () if isinstance(worth, Unknown) else _shares(counts, worth, _least(state))
    return Payout(row, kind_of(row), place, counts, worth, shares)


def pays_somebody(state: State, result: Payout) -> bool:
    """Return whether any seat may get a share, so that the line must be known."""
    return result.place is not None and any(count >= _least(state) for count in result.counts)


def takers(state: State, row: str) -> tuple[tuple[Seat, ...], ...]:
    """Return who takes each place of a row that is paid now; several share a place."""
    place = state.city.place_of(row)
    if place is None:
        return ()
    counts = state.city.owned_in(place, state.players)
    at = places(counts)
    paid = tuple(seat for seat, count in enumerate(counts) if count >= _least(state))
    return tuple(
        tuple(seat for seat in paid if at[seat] <= nth < at[seat] + at.count(at[seat]))
        for nth in range(len(paid))
    )


def places_to_read(state: State, task: Task) -> tuple[tuple[Seat, ...], ...]:
    """Return who takes each place of the line that is due, now or in payouts left for later."""
    row = task.of("row")
    now = () if task.of("owed") else takers(state, row)
    claims = [claim for one in state.left if one.row == row for claim in one.claims]
    last = max((at + level for _, at, level in claims), default=0)
    left = (
        [seat for seat, at, level in claims if at <= place < at + level] for place in range(last)
    )
    both = zip_longest(now, left, fillvalue=())
    return tuple(tuple(dict.fromkeys((*here, *there))) for here, there in both)


def left_payout(state: State, row: str, *, final: bool) -> LeftPayout:
    """Return the payout of a row now, as it is noted where nobody reads its line."""
    counts = state.city.owned_in(state.city.place_of(row) or "", state.players)
    at = places(counts)
    paid = (seat for seat, count in enumerate(counts) if count >= _least(state))
    claims = tuple((seat, at[seat], at.count(at[seat])) for seat in paid)
    return LeftPayout(row, kind_of(row), claims, final)


def left_row(state: State, kinds: Collection[str]) -> str | None:
    """Return the first row left for later that pays one of these; None without one."""
    return next((one.row for one in state.left if one.kind in kinds and not one.final), None)


def _least(state: State) -> int:
    # Whether places without a building are paid is a ruling.
    return 0 if state.rulings["no_building_in_row"] == "next_place" else 1


def _shares(counts: tuple[int, ...], line: Sequence[int], least: int) -> tuple[Share, ...]:
    amounts = line[: len(counts)]

    def each(at: int, level: int) -> int:
        return sum(amounts[at : at + level]) // level

    at, paid = places(counts), paid_by_place(counts, each, least=least)
    return tuple(
        Share(
            seat,
            count,
            at[seat] + 1,
            at.count(at[seat]),
            sum(amounts[at[seat] : at[seat] + at.count(at[seat])]),
            paid[seat],
        )
        for seat, count in enumerate(counts)
    )
