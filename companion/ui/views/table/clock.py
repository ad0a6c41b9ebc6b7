"""Turn clock in words: the running time at the table, and the time of each seat."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.kernel.values import Seat
from companion.match.turn_clock import (
    LONG,
    ZERO,
    Clock,
    ClockGap,
    SeatTime,
)
from companion.rulebook.loader import AppWords
from companion.rulebook.templates import listed
from companion.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class ClockFace:
    """Clock at the table at one moment."""

    running: bool
    time: str
    """Time of this turn, or a note that the clock stands still."""
    total: str
    """Total time of the acting seat; empty unless it is exactly one."""
    spoken: str
    """Text for screen readers; it changes once a minute."""
    idle: str
    """Question if nothing was recorded for very long; else empty."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Time of one seat."""

    seat: Seat
    total: str
    share: float
    """Fraction of the longest total."""
    turns: str
    spoken: str


@dataclass(frozen=True, slots=True)
class TimesView:
    """Time of each seat, with remarks."""

    rows: tuple[TimeRow, ...]
    remarks: tuple[str, ...]


def digits(length: timedelta) -> str:
    """Format a duration as clocks do: "2:05", "1:02:05"."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def in_words(length: timedelta, words: AppWords) -> str:
    """Format a duration in words, to the second below an hour."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [words("clock.hours", n=hours)] if hours else []
    parts += [words("clock.minutes", n=minutes)] if minutes else []
    parts += [words("clock.seconds", n=seconds)] if seconds and not hours else []
    return listed(parts or [words("clock.seconds", n=0)])


def roughly(length: timedelta, words: AppWords) -> str:
    """Format a duration in words, to the minute."""
    whole = timedelta(minutes=length // timedelta(minutes=1))
    return in_words(whole, words) if whole else words("clock.under_a_minute")


def face(turn_clock: Clock, wording: Wording, words: AppWords, now: datetime) -> ClockFace:
    """Build the clock face that the table sees."""
    current = turn_clock.at(now)
    acting = [one for one in current.seats if one.seat in current.acting]
    turn = max((one.turn or ZERO for one in acting), default=ZERO)
    total = digits(acting[0].total) if len(acting) == 1 else ""
    if not current.running:
        text, spoken = words("clock.standing"), words("clock.spoken_standing")
    elif not acting:
        text, spoken = words("clock.nobody"), words("clock.spoken_nobody")
    else:
        names = tuple(wording.player(one.seat) for one in acting)
        text = digits(turn)
        spoken = words("clock.spoken", names=names, time=roughly(turn, words))
    idle = turn_clock.idle(now)
    return ClockFace(
        running=current.running,
        time=text,
        total=words("clock.total", total=total) if total and total != digits(turn) else "",
        spoken=spoken,
        idle=words("clock.idle", time=roughly(idle, words)) if idle > LONG else "",
    )


def times(turn_clock: Clock, wording: Wording, words: AppWords, now: datetime) -> TimesView:
    """Build the times of all seats.

    Args:
        turn_clock: the clock.
        wording: words of the match.
        words: words of the interface.
        now: current time, in the zone used for display.
    """
    current = turn_clock.at(now)
    most = max(one.total for one in current.seats)
    remarks = [_gap(gap, wording, words, now) for gap in turn_clock.gaps]
    for key, length in (("taken_off", turn_clock.taken_off), ("unclaimed", turn_clock.unclaimed)):
        if length:
            remarks.append(words(f"clock.{key}", time=in_words(length, words)))
    rows = tuple(_row(one, most, wording, words) for one in current.seats)
    return TimesView(rows, tuple(remarks))


def _row(one: SeatTime, most: timedelta, wording: Wording, words: AppWords) -> TimeRow:
    def said(length: timedelta) -> str:
        return in_words(length, words)

    name, total = wording.player(one.seat), said(one.total)
    turns = words("clock.no_turns")
    if one.turns:
        turns = words("clock.turns", n=one.turns, mean=said(one.mean), longest=said(one.longest))
    spoken = words("clock.row_spoken", name=name, total=total, turns=turns)
    return TimeRow(one.seat, digits(one.total), one.total / most if most else 0, turns, spoken)


def _gap(gap: ClockGap, wording: Wording, words: AppWords, now: datetime) -> str:
    names = tuple(wording.player(seat) for seat in gap.seats)
    start = gap.start.astimezone(now.tzinfo).strftime("%H:%M")
    return words("clock.gap", names=names, time=in_words(gap.length, words), at=start)
