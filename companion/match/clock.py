"""Who took how long: worked out from the times of the entries while the turn clock ran."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.kernel.values import Seat
from companion.match.entries import Clocked, Entry
from companion.match.fold import Match, append, beginning
from companion.match.work import Work, done

ZERO = timedelta()
LONG = timedelta(minutes=30)
"""So long without an entry, and the table may have left the clock running."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What one seat took, all its turns together."""

    seat: Seat
    total: timedelta = ZERO
    turns: int = 0
    """Those in which the clock ran."""
    longest: timedelta = ZERO
    turn: timedelta | None = None
    """The turn it is in; None while it has nothing to do."""

    @property
    def mean(self) -> timedelta:
        """What one of its turns took."""
        return self.total / self.turns if self.turns else ZERO


@dataclass(frozen=True, slots=True)
class Gap:
    """A long time without an entry while the clock ran."""

    seats: tuple[Seat, ...]
    """Whose time it was."""
    start: datetime
    length: timedelta
    entry: str
    """The entry that ended it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The turn clock as it stood at the last entry."""

    running: bool
    seats: tuple[SeatTime, ...]
    since: datetime
    """The time of the last entry: while it runs, everything since then comes on top."""
    acting: tuple[Seat, ...]
    """Whose time is running."""
    unclaimed: timedelta = ZERO
    """What ran while nobody had to act and the match was not over."""
    taken_off: timedelta = ZERO
    """What the table said afterwards should not have run."""
    gaps: tuple[Gap, ...] = field(default=())

    def at(self, now: datetime) -> "Clock":
        """The clock at a later moment without an entry since."""
        if not self.running:
            return self
        passed = max(now - self.since, ZERO)
        grown = tuple(_grown(one, passed) for one in self.seats)
        return replace(self, seats=grown, since=max(now, self.since))

    def idle(self, now: datetime) -> timedelta:
        """How long nothing was recorded while it runs."""
        return max(now - self.since, ZERO) if self.running and self.acting else ZERO


def standing(match: Match) -> bool | None:
    """Whether the clock of a match runs; None where it has none."""
    for entry in reversed(match.entries):
        # Of every entry, at each drawing: asking pydantic what it is takes ten times as long.
        if type(entry.body) is Clocked:
            return entry.body.running
    return None


def clock(match: Match) -> Clock | None:
    """The turn clock of a match at its last entry; None where it has none.

    A stretch between two entries belongs to all seats that had to act then. Where a device's clock
    went backwards it took no time. Nothing is taken off but what the table says (`Clocked.since`).
    """
    return done(reading(match))


def reading(match: Match) -> Work[Clock | None]:
    """As `clock`, with a pause after each entry that was not read before."""
    if standing(match) is None:
        return None
    before = _READ.get(match.started.match)
    if before is None or not _continues(match, before.match):
        before = _opened(match)
    for entry in match.entries[len(before.match.entries) :]:
        before = _read(before, entry, match)
        yield
    _READ[match.started.match] = before
    _READ.move_to_end(match.started.match)
    if len(_READ) > _KEPT:
        _READ.popitem(last=False)
    return before.clock


def unread(match: Match) -> int:
    """How many entries `clock` would have to go through."""
    if standing(match) is None:
        return 0
    before = _READ.get(match.started.match)
    known = len(before.match.entries) if before and _continues(match, before.match) else 0
    return len(match.entries) - known


@dataclass(frozen=True, slots=True)
class _Reading:
    """A match, and its clock then."""

    match: Match
    clock: Clock


_KEPT = 32
_READ: OrderedDict[str, _Reading] = OrderedDict()
"""How far each match was read: every screen asks for the same one after each entry."""


def _continues(match: Match, before: Match) -> bool:
    """Whether a match is another one with more entries; what is appended to is never rewritten."""
    count = len(before.entries)
    return len(match.entries) >= count and match.entries[count - 1] == before.entries[-1]


def _opened(match: Match) -> _Reading:
    seats = tuple(SeatTime(seat) for seat in range(len(match.options.players)))
    first = beginning(match)
    now = Clock(running=False, seats=seats, since=match.entries[0].at, acting=())
    return _Reading(first, _turned(now, acting(first)))


def _read(before: _Reading, entry: Entry, known: Match) -> _Reading:
    """One entry more; what it is worth on the table is known from the match further on."""
    over = before.match.broken is None and before.match.outcome is not None
    now = _stretched(before.clock, entry, over=over)
    # Of a long match, to see what one entry comes to takes long.
    match = known if entry is known.entries[-1] else append(before.match, entry, known)
    if isinstance(entry.body, Clocked):
        now = replace(now, running=entry.body.running)
    return _Reading(match, replace(_turned(now, acting(match)), since=entry.at))


def acting(match: Match) -> tuple[Seat, ...]:
    """The seats whose time it is: nobody's at the end, nor where an entry has to be settled."""
    if match.broken or match.outcome is not None:
        return ()
    return match.game.awaiting(match.state)


def _stretched(now: Clock, entry: Entry, *, over: bool) -> Clock:
    """The clock with what passed until an entry."""
    if over or not now.running:
        return now
    passed = max(entry.at - now.since, ZERO)
    since = entry.body.since if isinstance(entry.body, Clocked) else None
    counted = min(max(since - now.since, ZERO), passed) if since else passed
    now = replace(now, taken_off=now.taken_off + passed - counted)
    if not now.acting:
        return replace(now, unclaimed=now.unclaimed + counted)
    if counted > LONG:
        gap = Gap(now.acting, now.since, counted, entry.id)
        now = replace(now, gaps=(*now.gaps, gap))
    seats = tuple(_grown(one, counted) for one in now.seats)
    return replace(now, seats=seats)


def _grown(one: SeatTime, passed: timedelta) -> SeatTime:
    """A seat with more time in its turn, where it is in one."""
    if one.turn is None or not passed:
        return one
    turn = one.turn + passed
    return replace(
        one,
        total=one.total + passed,
        turns=one.turns + (one.turn == ZERO),
        longest=max(one.longest, turn),
        turn=turn,
    )


def _turned(now: Clock, seats: tuple[Seat, ...]) -> Clock:
    """The clock with other seats to act: whoever was already acting is still in the same turn."""
    if seats == now.acting:
        return now
    turned = tuple(
        replace(one, turn=None if one.seat not in seats else one.turn or ZERO) for one in now.seats
    )
    return replace(now, seats=turned, acting=seats)
