"""View model of a result: winners, reason, key moments and score history."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from companion.kernel.duties import Outcome
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.wording import Wording
from companion.ui.views.entries.entry_lines import in_short, local_time
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
    """Line of one seat in the chart, with a point for each turn."""

    seat: Seat
    points: tuple[int, ...]
    colour: int


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
    """Return the sum of some score lines per seat, at the start and after each turn."""
    states = [match.start]
    awaiting = match.game.awaiting(match.start)
    for step in match.steps:
        following = match.game.awaiting(step.state)
        if following != awaiting:
            states.append(step.state)
        awaiting = following
    if states[-1] is not match.state:
        states.append(match.state)
    sums = [_sums(match, state, codes) for state in states]
    return tuple(
        Series(seat, tuple(line), match.colours[seat])
        for seat, line in enumerate(zip(*sums, strict=True))
    )


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


def curve(lines: Sequence[Series], label: str, wording: Wording, *, fewest: bool = False) -> str:
    """Describe the chart in one or two sentences."""
    sign = 1 if fewest else -1
    turns = len(lines[0].points) - 1
    ends = tuple(
        wording.app("final.ends_with", name=wording.player(one.seat), amount=one.points[-1])
        for one in sorted(lines, key=lambda one: sign * one.points[-1])
    )
    said = wording.app("final.curve", label=label, n=turns, ends=ends)
    lead = _last_lead(lines, fewest)
    if lead is None:
        return said
    seat, turn = lead
    key = "final.led_always" if turn == 0 else "final.led_since"
    return f"{said} {wording.app(key, name=wording.player(seat), turn=turn)}"


def _leader(amounts: Sequence[int], fewest: bool) -> Seat | None:
    """Return the seat with the single best amount, or None if it is tied."""
    best = min(amounts) if fewest else max(amounts)
    return amounts.index(best) if list(amounts).count(best) == 1 else None


def _last_lead(lines: Sequence[Series], fewest: bool) -> tuple[Seat, int] | None:
    """Return who leads alone at the end, and since which turn without a break."""
    rows = list(zip(*(one.points for one in lines), strict=True))
    leader = _leader(rows[-1], fewest)
    if leader is None:
        return None
    since = len(rows) - 1
    while since > 1 and _leader(rows[since - 1], fewest) == leader:
        since -= 1
    return lines[leader].seat, 0 if since <= 1 else since


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
    at, what = local_time(step.item.entry.at, now), in_short(match, step, wording).rstrip(".")
    text = wording.app("final.moment", what=what, at=at)
    return KeyMoment(seat, title, text, step.item.entry.id)


def _leads(match: Match, codes: Sequence[str], fewest: bool) -> Iterator[tuple[int, Seat, int]]:
    """Yield each change of the sole lead: the step, the seat and its amount."""
    last: Seat | None = None
    for index, step in enumerate(match.steps):
        sums = _sums(match, step.state, codes)
        leader = _leader(sums, fewest)
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
