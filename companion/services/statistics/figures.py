"""Statistics of the finished matches of a device, by game and by player."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from companion.kernel.models import folded
from companion.services.matches.results import MatchEnd, MatchResult, MatchSummary

_One = TypeVar("_One")


@dataclass(frozen=True, slots=True)
class Seated:
    """Result of one seat of a match."""

    name: str
    won: bool
    scores: tuple[tuple[str, int], ...]
    """Score lines: code and amount."""
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """Finished match."""

    id: str
    game: str
    """Id of the game; with what was played after a stroke, where the table told it."""
    title: str
    begun: datetime
    ended: datetime
    seconds: int
    turns: int
    entries: int
    seats: tuple[Seated, ...]
    end: MatchEnd = MatchEnd.RULES


def game_of(key: str) -> str:
    """Return the id of a game without what was played."""
    return key.partition(_STROKE)[0]


def played_of(key: str) -> str:
    """Return what was played, where the table told it."""
    return key.partition(_STROKE)[2]


_STROKE = "/"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Number of matches that do not count, by reason."""

    playing: int = 0
    examples: int = 0
    broken: int = 0
    """Matches with an entry to settle."""
    unreadable: int = 0
    undecided: int = 0
    """Matches whose winner rests on unknown values."""


@dataclass(frozen=True, slots=True)
class FinishedMatches:
    """Finished matches, last one first, and the excluded ones."""

    played: tuple[Played, ...]
    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class Only:
    """Filter of matches; an empty field admits all."""

    game: str = ""
    player: str = ""
    """Player name as `same_name` returns it."""
    seats: int = 0


@dataclass(frozen=True, slots=True)
class LineTotal:
    """Totals of one score line over many seats."""

    code: str
    best: int
    by: str
    """Who reached the best amount in the first match that has it; empty if several did."""
    mean: float


@dataclass(frozen=True, slots=True)
class GameTotal:
    """Totals of the matches of one game."""

    game: str
    matches: int
    seconds: float
    """Mean, as are the two below."""
    turns: float
    entries: float
    shortest: int
    longest: int
    """Longest match, in seconds."""
    lines: tuple[LineTotal, ...]
    ends: Mapping[MatchEnd, int] = field(default_factory=dict)
    """Number of matches by the way in which they ended."""


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """Totals of one player in one game."""

    game: str
    matches: int
    wins: int
    lines: tuple[LineTotal, ...]


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """Totals of one player."""

    key: str
    name: str
    """Name as it was written last."""
    matches: int
    wins: int
    """Wins, including shared ones."""
    games: tuple[PlayerGame, ...]
    gave_up: int = 0
    """Matches in which this player gave up."""


def same_name(name: str) -> str:
    """Normalise a player name: no case, no accents; ñ is a letter of its own."""
    parts = [folded(part) for part in unicodedata.normalize("NFC", name).casefold().split("ñ")]
    return " ".join("ñ".join(parts).split())


def gathered(summaries: Iterable[MatchSummary]) -> FinishedMatches:
    """Collect the matches that count, and the number of those that do not."""
    played: list[Played] = []
    out = {"playing": 0, "examples": 0, "broken": 0, "unreadable": 0, "undecided": 0}
    for summary in summaries:
        reason = _left_out(summary)
        if reason:
            out[reason] += 1
        elif summary.result:
            played.append(_played(summary, summary.result))
    played.sort(key=lambda one: one.ended, reverse=True)
    return FinishedMatches(tuple(played), LeftOut(**out))


def _left_out(summary: MatchSummary) -> str:
    if summary.damaged:
        return "unreadable"
    if summary.example:
        return "examples"
    if summary.broken:
        return "broken"
    if not summary.finished:
        return "playing"
    if not summary.winners:
        return "undecided"
    return "" if summary.result else "unreadable"


def _played(summary: MatchSummary, result: MatchResult) -> Played:
    winners = summary.winners or ()
    return Played(
        id=summary.id,
        game=_STROKE.join(filter(None, (summary.game, result.played))),
        title=summary.title,
        begun=result.begun,
        ended=result.ended,
        seconds=result.seconds,
        turns=result.turns,
        entries=result.entries,
        seats=tuple(
            Seated(
                name,
                seat in winners,
                tuple((line.code, line.amount) for line in result.scores if line.seat == seat),
                seat in result.gave_up,
            )
            for seat, name in enumerate(summary.players)
        ),
        end=result.end,
    )


def chosen(played: Iterable[Played], only: Only) -> tuple[Played, ...]:
    """Return the matches that pass the filter."""
    return tuple(
        one
        for one in played
        if only.game in ("", one.game)
        and only.seats in (0, len(one.seats))
        and (not only.player or any(same_name(s.name) == only.player for s in one.seats))
    )


def by_game(played: Sequence[Played]) -> tuple[GameTotal, ...]:
    """Return the totals of each game, most played first."""
    games = _grouped(played, lambda one: one.game)
    totals = [_game(game, matches) for game, matches in games.items()]
    return tuple(sorted(totals, key=lambda total: -total.matches))


def _game(game: str, played: Sequence[Played]) -> GameTotal:
    lengths, count = [one.seconds for one in played], len(played)
    return GameTotal(
        game=game,
        matches=count,
        seconds=sum(lengths) / count,
        turns=sum(one.turns for one in played) / count,
        entries=sum(one.entries for one in played) / count,
        shortest=min(lengths),
        longest=max(lengths),
        lines=_lines(one.seats for one in reversed(played)),
        ends=Counter(one.end for one in played),
    )


def by_player(played: Sequence[Played]) -> tuple[PlayerTotal, ...]:
    """Return the totals of each player: most wins first, then fewest matches, then by name."""
    people = _grouped(_places(played), lambda place: same_name(place[1].name))
    totals = [_player(key, places) for key, places in people.items()]
    return tuple(sorted(totals, key=lambda one: (-one.wins, one.matches, one.key)))


def _player(key: str, places: Sequence[tuple[Played, Seated]]) -> PlayerTotal:
    games = _grouped(places, lambda place: place[0].game)
    return PlayerTotal(
        key=key,
        name=places[0][1].name,
        matches=len(places),
        wins=sum(seat.won for _, seat in places),
        games=tuple(
            PlayerGame(
                game,
                len(seatings),
                sum(seat.won for _, seat in seatings),
                _lines((seat,) for _, seat in reversed(seatings)),
            )
            for game, seatings in games.items()
        ),
        gave_up=sum(seat.gave_up for _, seat in places),
    )


def _lines(matches: Iterable[Sequence[Seated]]) -> tuple[LineTotal, ...]:
    """Return the totals of the score lines of some matches, the oldest first."""
    amounts: dict[str, list[list[tuple[int, str]]]] = {}
    for seats in matches:
        by_line: dict[str, list[tuple[int, str]]] = {}
        for seat in seats:
            for code, amount in seat.scores:
                by_line.setdefault(code, []).append((amount, seat.name))
        for code, scored in by_line.items():
            amounts.setdefault(code, []).append(scored)
    return tuple(_line(code, scored) for code, scored in amounts.items())


def _line(code: str, matches: list[list[tuple[int, str]]]) -> LineTotal:
    every = [amount for scored in matches for amount, _ in scored]
    best = max(every)
    reached = ([name for amount, name in scored if amount == best] for scored in matches)
    first = next(names for names in reached if names)
    return LineTotal(code, best, first[0] if len(first) == 1 else "", sum(every) / len(every))


def _grouped(all_: Iterable[_One], key: Callable[[_One], str]) -> dict[str, list[_One]]:
    groups: dict[str, list[_One]] = {}
    for one in all_:
        groups.setdefault(key(one), []).append(one)
    return groups


def names(played: Iterable[Played]) -> dict[str, str]:
    """Return the last written name of everybody who played, by `same_name`."""
    latest: dict[str, str] = {}
    for _, seat in _places(played):
        latest.setdefault(same_name(seat.name), seat.name)
    return latest


def _places(played: Iterable[Played]) -> Iterator[tuple[Played, Seated]]:
    return ((one, seat) for one in played for seat in one.seats)
