"""View model of the home screen: the match to resume, the others, and the bin."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.rulebook.loader import AppWords
from companion.services.matches.results import MatchSummary
from companion.ui.views.entries.entry_lines import ago


@dataclass(frozen=True)
class MatchLine:
    """View model of one match in the list."""

    id: str
    title: str
    game: str
    players: tuple[str, ...]
    status: str
    """Status text: the turn, the winners, or the damage."""
    when: str
    seats: tuple[int, ...] = ()
    """Seats that must act, or the winners."""
    finished: bool = False
    example: bool = False
    damaged: bool = False
    begun: bool = True
    """True if anything was recorded after the set-up."""
    colours: tuple[int, ...] = ()
    """Colours by seat, if they were chosen."""


@dataclass(frozen=True)
class HomeView:
    """View model of the matches on this device."""

    resume: MatchLine | None
    playing: tuple[MatchLine, ...]
    """Matches in progress, without the one to resume."""
    finished: tuple[MatchLine, ...]
    damaged: tuple[MatchLine, ...]

    @property
    def empty(self) -> bool:
        """Return whether there is no match at all."""
        return not (self.resume or self.playing or self.finished or self.damaged)


def home(
    summaries: Sequence[MatchSummary],
    game_name: Callable[[str], str],
    words: AppWords,
    now: datetime,
) -> HomeView:
    """Build the view of the home screen.

    Args:
        summaries: the matches, last played first.
        game_name: returns the name of a game by its id.
        words: words of the interface.
        now: the current time, in the zone in which times are shown.
    """
    lines = [line(summary, game_name, words, now) for summary in summaries]
    playing = [listed for listed in lines if not (listed.finished or listed.damaged)]
    # A real match comes before an example, even if the example is more recent.
    resume = next((listed for listed in playing if not listed.example), next(iter(playing), None))
    return HomeView(
        resume=resume,
        playing=tuple(listed for listed in playing if listed is not resume),
        finished=tuple(listed for listed in lines if listed.finished and not listed.damaged),
        damaged=tuple(listed for listed in lines if listed.damaged),
    )


def line(
    summary: MatchSummary, game_name: Callable[[str], str], words: AppWords, now: datetime
) -> MatchLine:
    """Build the view of one match."""
    game = game_name(summary.game) if summary.game else words("start.unknown_game")
    return MatchLine(
        id=summary.id,
        title=summary.title or game,
        game=game if summary.title else "",
        players=summary.players,
        status=_status(summary, words),
        when=ago(summary.updated_at, now, words) if summary.updated_at else "",
        seats=summary.winners if summary.winners is not None else summary.awaiting,
        finished=summary.finished,
        example=summary.example,
        damaged=summary.damaged is not None,
        begun=summary.count > 1,
        colours=summary.colours,
    )


def _status(summary: MatchSummary, words: AppWords) -> str:
    if summary.damaged:
        return words(summary.damaged)
    if summary.finished and not summary.winners:
        return words("start.undecided")
    if summary.winners is not None:
        return words("start.won", seats=_names(summary, summary.winners))
    if summary.broken:
        return words("start.broken")
    return words("start.turn_of", seats=_names(summary, summary.awaiting))


def _names(summary: MatchSummary, seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(summary.players[seat] for seat in seats if seat < len(summary.players))


def bin_label(deleted: MatchLine) -> str:
    """Return the label of a match in the bin, where its file is not read again."""
    return " · ".join(part for part in (deleted.title, ", ".join(deleted.players)) if part)


def binned(ids: Sequence[str], labels: Mapping[str, str], words: AppWords) -> list[tuple[str, str]]:
    """Return the id and label of each match in the bin."""
    return [(match_id, labels.get(match_id) or words("start.unnamed")) for match_id in ids]
