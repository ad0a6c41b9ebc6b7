"""View model of a result: winners, reason, key moments and score history."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any

from companion.kernel.duties import Outcome
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.wording import Wording
from companion.ui.views.entries.entry_lines import (
    in_short,
    local_time,
    one_change,
    told_effects,
)
from companion.ui.views.table.scores import compared, shown, summed

MOST_MOMENTS = 5
_LEADS = 3
"""Greatest number of key moments that are changes of the lead."""
_GREAT = 2
"""Smallest gain worth mentioning."""


@dataclass(frozen=True, slots=True)
class FinalView:
    """Outcome of a match."""

    winners: tuple[Seat, ...]
    reason: str
    rule: RuleRef
    lacks: tuple[str, ...] = ()
    """Printed values that it lacks."""


@dataclass(frozen=True, slots=True)
class Series:
    """Line of one seat in the chart, with a point for each turn, or for each change in one turn."""

    seat: Seat
    points: tuple[int, ...]
    colour: int
    unread: str = ""
    """Sign of what the last point lacks, because nobody has read it."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Final place of one seat on the podium."""

    seat: Seat
    name: str
    amount: int
    won: bool
    share: float
    """Amount as a share of the highest one."""
    colour: int
    unread: str = ""
    """Sign of what the amount lacks, because nobody has read it."""
    known: bool = True
    """False if nobody knows the amount any more."""
    ties: tuple[str, ...] = ()
    """Further numbers compared, where the amount alone decided nothing."""

    @property
    def also(self) -> str:
        """Return what broke a tie, in brackets; empty if nothing did."""
        return f" ({', '.join(self.ties)})" if self.ties else ""

    @property
    def shown(self) -> str:
        """Return the amount as it is shown; empty if nobody knows it."""
        return "" if not self.known else shown(self.amount, self.unread)


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """Step that decided a match."""

    seat: Seat
    title: str
    text: str
    """Report of that step, and its time."""
    entry: str


def final(match: Match, wording: Wording) -> FinalView | None:
    """Return the outcome of a finished match, or None if it has none."""
    outcome: Outcome | None = match.outcome
    if outcome is None:
        return None
    rule = wording.rule_ref(outcome.rule)
    return FinalView(outcome.winners, wording.outcome(outcome), rule, outcome.lacks)


def series(match: Match, *codes: str) -> tuple[Series, ...]:
    """Return the sum of some score lines per seat, at the start and after each turn.

    Where nobody ever passed the turn, each change has a point.
    """
    states = _after_turns(match)
    if len(states) <= _ONE_TURN:
        states = [match.start, *(step.state for step in match.steps)]
        sums = [sums for sums, _ in groupby(_sums(match, state, codes) for state in states)]
        sums = sums if len(sums) > 1 else sums * 2
    else:
        sums = [_sums(match, state, codes) for state in states]
    unread = [line.unread for line in summed(match, match.state, codes)]
    return tuple(
        Series(seat, tuple(line), match.colours[seat], unread[seat])
        for seat, line in enumerate(zip(*sums, strict=True))
    )


_ONE_TURN = 2
"""Points of a chart of one turn: the start and the end."""


def turns(match: Match) -> int:
    """Return the number of turns of a match."""
    return len(_after_turns(match)) - 1


def _after_turns(match: Match) -> list[Any]:
    """Return the state at the start and after each turn."""
    states = [match.start]
    awaiting = match.game.awaiting(match.start)
    for step in match.steps:
        following = match.game.awaiting(step.state)
        if following != awaiting:
            states.append(step.state)
        awaiting = following
    if states[-1] is not match.state:
        states.append(match.state)
    return states


def _sums(match: Match, state: object, codes: Sequence[str]) -> list[int]:
    totals = [0] * len(match.options.players)
    for line in match.game.score(state):
        if line.code in codes:
            totals[line.seat] += line.amount
    return totals


def open_codes(match: Match) -> tuple[str, ...]:
    """Return the score lines that everybody may see."""
    lines = match.game.score(match.state)
    return tuple(dict.fromkeys(line.code for line in lines if not line.hidden))


def podium(
    match: Match,
    wording: Wording,
    codes: Sequence[str],
    winners: Sequence[Seat],
    *,
    fewest: bool = False,
) -> tuple[PodiumStep, ...]:
    """Return every seat, winners first, then by what the end compared.

    No rule decides the second place: the other seats are ordered by amount and get no place.

    Args:
        match: a finished match.
        wording: its words.
        codes: score lines whose sum is shown if nothing was compared.
        winners: seats that come first.
        fewest: whether the least amount is the best.
    """
    known = not match.retold or bool(match.retold.points)
    keys = tuple(compared(match).values()) if known else ()
    keys = keys or (summed(match, match.state, codes if known else ()),)
    held = [line.amount for line in keys[0]]
    most = max(*held, 1)
    sign = 1 if fewest else -1

    def place(seat: Seat) -> tuple[object, ...]:
        return seat not in winners, *(sign * key[seat].amount for key in keys), seat

    return tuple(
        PodiumStep(
            seat,
            wording.player(seat),
            held[seat],
            seat in winners,
            held[seat] / most,
            match.colours[seat],
            keys[0][seat].unread,
            known,
            tuple(wording.score_line(key[seat]) for key in keys[1:]),
        )
        for seat in sorted(range(len(held)), key=place)
    )


def curve(
    lines: Sequence[Series],
    label: str,
    wording: Wording,
    *,
    number: int,
    steady: bool,
    fewest: bool = False,
) -> str:
    """Describe the chart in one or two sentences.

    Args:
        lines: of all seats.
        label: name of what is shown.
        wording: the words.
        number: of turns.
        steady: whether nobody else was ever ahead, not even within a turn.
        fewest: whether the least amount is the best.
    """
    sign = 1 if fewest else -1
    ends = tuple(
        wording.app(
            "final.ends_with",
            name=wording.player(one.seat),
            amount=shown(one.points[-1], one.unread),
        )
        for one in sorted(lines, key=lambda one: sign * one.points[-1])
    )
    said = wording.app("final.curve", label=label, n=number, ends=ends)
    lead = None if any(one.unread for one in lines) else _last_lead(lines, fewest)
    if lead is None or (number <= 1 and not steady):
        return said
    seat, turn = lead
    key = "final.led_always" if steady else "final.led_since"
    return f"{said} {wording.app(key, name=wording.player(seat), turn=turn)}"


def _leader(amounts: Sequence[int], fewest: bool) -> Seat | None:
    """Return the seat with the single best amount, or None if it is tied."""
    best = min(amounts) if fewest else max(amounts)
    return amounts.index(best) if list(amounts).count(best) == 1 else None


def _last_lead(lines: Sequence[Series], fewest: bool) -> tuple[Seat, int] | None:
    """Return who leads alone at the end, and since the end of which turn without a break."""
    rows = list(zip(*(one.points for one in lines), strict=True))
    leader = _leader(rows[-1], fewest)
    if leader is None:
        return None
    since = len(rows) - 1
    while since > 1 and _leader(rows[since - 1], fewest) == leader:
        since -= 1
    return lines[leader].seat, since


def steady(match: Match, codes: Sequence[str], *, fewest: bool = False) -> bool:
    """Return whether one seat alone was ever ahead."""
    return len({seat for _, seat, _ in _leads(match, codes, fewest)}) == 1


def key_moments(
    match: Match,
    wording: Wording,
    codes: Sequence[str],
    now: datetime,
    *,
    fewest: bool = False,
) -> tuple[KeyMoment, ...]:
    """Return the steps that decided a match, in order of play: lead changes and great gains.

    Args:
        match: a finished match, so that all of it may be shown.
        wording: its words.
        codes: the score lines that decided it.
        now: the current time, in the zone in which times are shown.
        fewest: whether the least of these lines wins.
    """
    moments: dict[int, KeyMoment] = {}
    for index, seat, amount in list(_leads(match, codes, fewest))[-_LEADS:]:
        title = wording.app("final.leads", name=wording.player(seat), amount=amount)
        moments[index] = _moment(match, wording, index, seat, title, now)
    for index, seat, code, gain in _gains(match, codes):
        if len(moments) == MOST_MOMENTS:
            break
        label = wording.score_label(code)
        title = wording.app("final.gains", name=wording.player(seat), change=gain, label=label)
        moments.setdefault(index, _moment(match, wording, index, seat, title, now))
    return tuple(moments[index] for index in sorted(moments))


def _moment(
    match: Match, wording: Wording, index: int, seat: Seat, title: str, now: datetime
) -> KeyMoment:
    step = match.steps[index]
    at, what = local_time(step.item.entry.at, now), _what_was_done(match, step, wording).rstrip(".")
    text = wording.app("final.moment", what=what, at=at)
    return KeyMoment(seat, title, text, step.item.entry.id)


def _what_was_done(match: Match, step: Step, wording: Wording) -> str:
    """Return the text of a step of a finished match; an adjustment tells what it changed."""
    everybody = range(len(match.options.players))
    told = () if step.action else told_effects(match, step, everybody, wording)
    return one_change(told) or in_short(match, step, wording)


def _leads(match: Match, codes: Sequence[str], fewest: bool) -> Iterator[tuple[int, Seat, int]]:
    """Yield each change of the sole lead: the step, the seat and its amount."""
    last: Seat | None = None
    for index, step in enumerate(match.steps):
        lines = summed(match, step.state, codes)
        sums = [line.amount for line in lines]
        # Nobody knows who leads while what somebody has rests on something unread.
        leader = None if any(line.unread for line in lines) else _leader(sums, fewest)
        if leader is not None and leader != last:
            last = leader
            yield index, leader, sums[leader]


def _gains(match: Match, codes: Sequence[str]) -> Iterator[tuple[int, Seat, str, int]]:
    """Yield the greatest gains: the first of each score line, then the second of each, and so on.

    A gain of 1 counts only in the single line that decides the match.
    """
    by_code: dict[str, list[tuple[int, int, Seat]]] = {}
    states = [match.start, *(step.state for step in match.steps)]
    for index, (before, after) in enumerate(pairwise(states)):
        if match.steps[index].action is None:
            continue
        had = {(line.seat, line.code): line.amount for line in match.game.score(before)}
        for new in match.game.score(after):
            gain = new.amount - had.get((new.seat, new.code), 0)
            if gain >= (1 if new.code in codes and len(codes) == 1 else _GREAT):
                by_code.setdefault(new.code, []).append((gain, index, new.seat))
    ranked = [
        sorted(gains_of_code, key=lambda one: (-one[0], one[1]))
        for gains_of_code in by_code.values()
    ]
    for nth in range(MOST_MOMENTS):
        for code, gains in zip(by_code, ranked, strict=True):
            if nth < len(gains):
                gain, index, seat = gains[nth]
                yield index, seat, code, gain
