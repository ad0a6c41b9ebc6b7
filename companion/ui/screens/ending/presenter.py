"""The end of a match: who won and why, and how the score went."""

from dataclasses import dataclass

from companion.kernel.duties import Outcome
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.cards import RuleRef
from companion.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class FinalView:
    """How a match ended."""

    winners: tuple[Seat, ...]
    reason: str
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class Series:
    """One seat's line of the chart: a point for each turn."""

    seat: Seat
    points: tuple[int, ...]


def final(match: Match, wording: Wording) -> FinalView | None:
    """The end of a match that has one."""
    outcome: Outcome | None = match.outcome
    if outcome is None:
        return None
    return FinalView(outcome.winners, wording.outcome(outcome), wording.rule_ref(outcome.rule))


def series(match: Match, code: str) -> tuple[Series, ...]:
    """One score line of every seat at the start and after each turn."""
    states = [match.start]
    awaiting = match.game.awaiting(match.start)
    for step in match.steps:
        following = match.game.awaiting(step.state)
        if following != awaiting:
            states.append(step.state)
        awaiting = following
    if states[-1] is not match.state:
        states.append(match.state)
    points: dict[Seat, list[int]] = {seat: [] for seat in range(len(match.options.players))}
    for state in states:
        found = {line.seat: line.amount for line in match.game.score(state) if line.code == code}
        for seat, line in points.items():
            line.append(found.get(seat, 0))
    return tuple(Series(seat, tuple(line)) for seat, line in points.items())


def open_codes(match: Match) -> tuple[str, ...]:
    """The score lines that everybody may see."""
    lines = match.game.score(match.state)
    return tuple(dict.fromkeys(line.code for line in lines if not line.hidden))
