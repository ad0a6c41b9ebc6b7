"""The summary kept beside each acta, so that listing matches need not play them all."""

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.match.entries import Started
from companion.match.fold import Match
from companion.table.answers import MatchSummary
from companion.table.store import Head


class Digest(BaseModel):
    """What only the fold knows, with what it was made from."""

    model_config = ConfigDict(frozen=True)

    count: int
    rules_version: int
    players: tuple[str, ...]
    awaiting: tuple[int, ...]
    winners: tuple[int, ...] | None
    broken: bool


def digest(match: Match) -> str:
    """The summary of a match, to keep beside its acta."""
    return Digest(
        count=len(match.entries),
        rules_version=match.game.version,
        players=match.options.players,
        awaiting=() if match.broken else match.game.awaiting(match.state),
        winners=_winners(match),
        broken=match.broken is not None,
    ).model_dump_json()


def _winners(match: Match) -> tuple[int, ...] | None:
    if match.finished:
        return match.finished.winners
    outcome = None if match.broken else match.outcome
    return outcome.winners if outcome else None


def summary(head: Head, rules_version: int) -> MatchSummary | None:
    """The summary of a match from what lies beside its acta; None if that is out of date."""
    try:
        kept = Digest.model_validate_json(head.digest)
    except ValidationError:
        return None
    if kept.count != head.count or kept.rules_version != rules_version:
        return None
    started = head.header.body
    assert isinstance(started, Started)
    return MatchSummary(
        id=started.match,
        game=started.game,
        title=started.title,
        players=kept.players,
        updated_at=head.updated_at,
        count=head.count,
        awaiting=kept.awaiting,
        winners=kept.winners,
        broken=kept.broken,
        example=started.example,
    )
