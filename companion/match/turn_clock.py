"""Turn clock: time of each seat, computed from the entry times while it ran."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.kernel.values import Seat
from companion.match.entries import Clocked, Entry
from companion.match.fold import Match, append, beginning
from companion.match.resumable import Resumable, done

ZERO = timedelta()
LONG = timedelta(minutes=30)
"""Time without an entry after which the table may have left the clock running."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """Time of one seat over all its turns."""

    seat: Seat
    total: timedelta = ZERO
    turns: int = 0
    """Number of turns in which the clock ran."""
    longest: timedelta = ZERO
    turn: timedelta | None = None
    """Time of its present turn; None while it has nothing to do."""

    @property
    def mean(self) -> timedelta:
        """Return the mean time of a turn."""
        return self.total / self.turns if self.turns else ZERO


@dataclass(frozen=True, slots=True)
class ClockGap:
    """Long time without an entry while the clock ran."""

    seats: tuple[Seat, ...]
    """Seats whose time it was."""
    start: datetime
    length: timedelta
    entry: str
    """Entry that ended it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """State of the turn clock at the last entry."""

    running: bool
    seats: tuple[SeatTime, ...]
    since: datetime
    """Time of the last entry; while the clock runs, the time since then is added."""
    acting: tuple[Seat, ...]
    """Seats whose time is running."""
    unclaimed: timedelta = ZERO
    """Time that ran while nobody had to act and the match was not over."""
    taken_off: timedelta = ZERO
    """Time that the table later said should not have run."""
    gaps: tuple[ClockGap, ...] = field(default=())

    def at(self, now: datetime) -> "Clock":
        """Return the clock at a later moment without a further entry."""
        if not self.running:
            return self
        passed = max(now - self.since, ZERO)
        grown = tuple(_grown(one, passed) for one in self.seats)
        return replace(self, seats=grown, since=max(now, self.since))

    def idle(self, now: datetime) -> timedelta:
        """Return the time without an entry while the clock runs."""
        return max(now - self.since, ZERO) if self.running and self.acting else ZERO


def standing(match: Match) -> bool | None:
    """Return whether the clock of a match runs; None if it has none."""
    for entry in reversed(match.entries):
        # This runs for every entry at each render. Compare by `type()`: `isinstance` takes ten
        # times as long on pydantic models.
        if type(entry.body) is Clocked:
            return entry.body.running
    return None


def clock(match: Match) -> Clock | None:
    """Return the turn clock of a match at its last entry; None if it has none.

    A stretch between two entries counts for all seats that had to act then. It counts as zero if a
    device's clock went backwards. Only time that the table disclaims is taken off
    (`Clocked.since`).
    """
    return done(reading(match))


def reading(match: Match) -> Resumable[Clock | None]:
    """Compute like `clock`, with a pause after each entry not read before."""
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
    """Return the number of entries that `clock` would have to read."""
    if standing(match) is None:
        return 0
    before = _READ.get(match.started.match)
    known = len(before.match.entries) if before and _continues(match, before.match) else 0
    return len(match.entries) - known


@dataclass(frozen=True, slots=True)
class _Reading:
    """Match with its clock."""

    match: Match
    clock: Clock


_KEPT = 32
_READ: OrderedDict[str, _Reading] = OrderedDict()
"""Cache of the progress by match: every screen needs the same one after each entry."""


def _continues(match: Match, before: Match) -> bool:
    """Return whether a match extends another one; recorded entries never change."""
    count = len(before.entries)
    return len(match.entries) >= count and match.entries[count - 1] == before.entries[-1]


def _opened(match: Match) -> _Reading:
    seats = tuple(SeatTime(seat) for seat in range(len(match.options.players)))
    first = beginning(match)
    now = Clock(running=False, seats=seats, since=match.entries[0].at, acting=())
    return _Reading(first, _turned(now, acting(first)))


def _read(before: _Reading, entry: Entry, known: Match) -> _Reading:
    """Read one more entry; the resulting state is taken from the later match if known."""
    over = before.match.broken is None and before.match.outcome is not None
    now = _stretched(before.clock, entry, over=over)
    # Applying one entry to a long match is slow. Use the known match if this is its last entry.
    match = known if entry is known.entries[-1] else append(before.match, entry, known)
    if isinstance(entry.body, Clocked):
        now = replace(now, running=entry.body.running)
    return _Reading(match, replace(_turned(now, acting(match)), since=entry.at))


def acting(match: Match) -> tuple[Seat, ...]:
    """Return the seats whose time it is; none at the end or while an entry is broken."""
    if match.broken or match.outcome is not None:
        return ()
    return match.game.awaiting(match.state)


def _stretched(now: Clock, entry: Entry, *, over: bool) -> Clock:
    """Return the clock with the time that passed until an entry."""
    if over or not now.running:
        return now
    passed = max(entry.at - now.since, ZERO)
    since = entry.body.since if isinstance(entry.body, Clocked) else None
    counted = min(max(since - now.since, ZERO), passed) if since else passed
    now = replace(now, taken_off=now.taken_off + passed - counted)
    if not now.acting:
        return replace(now, unclaimed=now.unclaimed + counted)
    if counted > LONG:
        gap = ClockGap(now.acting, now.since, counted, entry.id)
        now = replace(now, gaps=(*now.gaps, gap))
    seats = tuple(_grown(one, counted) for one in now.seats)
    return replace(now, seats=seats)


def _grown(one: SeatTime, passed: timedelta) -> SeatTime:
    """Return a seat with more time in its turn, if it is in one."""
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
    """Return the clock with other acting seats; a seat that still acts keeps its turn."""
    if seats == now.acting:
        return now
    turned = tuple(
        replace(one, turn=None if one.seat not in seats else one.turn or ZERO) for one in now.seats
    )
    return replace(now, seats=turned, acting=seats)
