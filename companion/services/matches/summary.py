"""Summary stored beside each acta, so that listing matches need not fold them all."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from companion.kernel.duties import ScoreLine
from companion.match.entries import Finished, ShortText, Started
from companion.match.fold import Match
from companion.match.timeline import agreed_colours
from companion.match.turn_clock import LONG
from companion.services.matches.results import MatchEnd, MatchResult, MatchSummary, ScoreAmount
from companion.services.storage.store import Head

_FORM = 3
_SEATS = 20
_MOST = 10**12


class Digest(BaseModel):
    """Results of the fold, with the versions they were computed from."""

    model_config = ConfigDict(frozen=True)

    count: int
    rules_version: int
    players: Annotated[tuple[ShortText, ...], Field(max_length=_SEATS)]
    awaiting: tuple[int, ...]
    winners: tuple[int, ...] | None
    broken: bool
    result: MatchResult | None = None
    """Result; None while the match is played, and in what an older program wrote."""
    colours: tuple[int, ...] = ()
    """Colours by seat, if they are not those of the header."""
    form: int = 1
    """Version of the digest; those without the sum that was compared are made again."""

    @model_validator(mode="after")
    def _of_this_table(self) -> Self:
        """Check the stored values, which may be damaged; an invalid summary is recomputed."""
        scored = [line.seat for line in self.result.scores] if self.result else []
        gave_up = self.result.gave_up if self.result else ()
        for seat in (*self.awaiting, *(self.winners or ()), *scored, *gave_up):
            if not 0 <= seat < len(self.players):
                raise ValueError("a seat that nobody has")
        if self.result:
            _check(self.result)
        return self


def _check(result: MatchResult) -> None:
    if result.begun.tzinfo is None or result.ended.tzinfo is None:
        raise ValueError("a time without its zone")
    numbers = (result.seconds, result.turns, result.entries)
    amounts = [line.amount for line in result.scores]
    if min(numbers) < 0 or max(*numbers, *map(abs, amounts)) > _MOST:
        raise ValueError("a number that cannot be")


def digest(match: Match) -> str:
    """Return the serialized summary of a match, to store beside its acta."""
    colours = agreed_colours(match.started, match.timeline)
    return Digest(
        count=len(match.entries),
        rules_version=match.game.version,
        players=match.options.players,
        awaiting=() if match.broken else match.game.awaiting(match.state),
        winners=_winners(match),
        broken=match.broken is not None,
        result=_result(match),
        colours=() if colours == match.started.colours else colours,
        form=_FORM,
    ).model_dump_json()


def _winners(match: Match) -> tuple[int, ...] | None:
    if match.finished:
        return match.finished.winners
    outcome = None if match.broken else match.outcome
    return outcome.winners if outcome else None


def _result(match: Match) -> MatchResult | None:
    if match.broken or not _winners(match):
        return None
    ended = end_time(match)
    begun = ended - playing_time(match) if match.retold else match.entries[0].at
    lines = [line for line in _scored(match) if not line.lacks]
    given = match.game.given_terms(match.options)
    return MatchResult(
        begun=begun,
        ended=max(begun, ended),
        seconds=playing_time(match) // timedelta(seconds=1),
        turns=0 if match.retold else _turns(match),
        entries=len(match.timeline.items),
        scores=tuple(
            ScoreAmount(line.seat, given.get(line.code, line.code), line.amount) for line in lines
        ),
        played=match.game.played_name(match.options),
        end=_end(match),
        gave_up=match.closed.gave_up if match.closed else (),
    )


def _end(match: Match) -> MatchEnd:
    if match.retold:
        return MatchEnd.RETOLD
    if match.closed is None:
        return MatchEnd.RULES
    return MatchEnd.GAVE_UP if match.closed.gave_up else MatchEnd.AGREED


def _scored(match: Match) -> Iterator[ScoreLine]:
    """Yield the number that was compared, if it is a sum, and the lines of the score."""
    scored = () if match.retold else match.game.score(match.state)
    lines = match.outcome.compared if match.outcome else ()
    yield from (
        line
        for line in lines
        if line.code == lines[0].code and line.code not in {one.code for one in scored}
    )
    yield from scored


def end_time(match: Match) -> datetime:
    """Return the time of the last recorded end, else of the last entry.

    A match that was told afterwards ended when the table says.
    """
    if match.retold:
        return match.retold.played
    ends = (e.at for e in reversed(match.entries) if isinstance(e.body, Finished))
    return next(ends, match.entries[-1].at)


def playing_time(match: Match) -> timedelta:
    """Return the time that a finished match took, without long stretches without an entry."""
    if match.retold:
        return timedelta(minutes=match.retold.minutes)
    ended = end_time(match)
    times = [entry.at for entry in match.entries if entry.at <= ended]
    stretches = (after - before for before, after in pairwise(times))
    return sum((s for s in stretches if timedelta() < s <= LONG), timedelta())


def _turns(match: Match) -> int:
    """Count the changes of turn, the first turn included."""
    awaiting = match.game.awaiting
    whose = [awaiting(match.start), *(awaiting(step.state) for step in match.steps)]
    return sum(bool(after) and after != before for before, after in pairwise([(), *whose]))


def summary(head: Head, rules_version: int) -> MatchSummary | None:
    """Build the list line of a match from its stored summary; None if that is out of date."""
    try:
        kept = Digest.model_validate_json(head.digest)
    except ValidationError:
        return None
    if (kept.count, kept.rules_version, kept.form) != (head.count, rules_version, _FORM):
        return None
    started = head.header.body
    assert isinstance(started, Started)
    return MatchSummary(
        id=started.match,
        game=started.game,
        title=started.title,
        players=kept.players,
        colours=kept.colours or started.colours,
        updated_at=head.updated_at,
        count=head.count,
        awaiting=kept.awaiting,
        winners=kept.winners,
        broken=kept.broken,
        example=started.example,
        result=kept.result,
    )
