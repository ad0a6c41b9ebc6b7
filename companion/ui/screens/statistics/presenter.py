"""What the finished matches add up to, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from companion.kernel.values import Mean
from companion.rulebook.loader import AppWords
from companion.table.statistics import (
    GameTotal,
    Gathered,
    LeftOut,
    LineTotal,
    Only,
    Played,
    PlayerGame,
    PlayerTotal,
    by_game,
    by_player,
    chosen,
    names,
)
from companion.table.statistics_files import game_name, score_name
from companion.ui.views.clock import roughly


@dataclass(frozen=True, slots=True)
class Pick:
    """One value of a filter."""

    value: str | int
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One question about which matches to look at; the first pick admits all."""

    field: str
    title: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """One game or one player."""

    key: str
    title: str
    lines: tuple[str, ...]
    share: float | None = None
    """Of the matches won, for a player."""


@dataclass(frozen=True, slots=True)
class StatsView:
    """The statistics as one device sees them."""

    played: tuple[Played, ...]
    """The matches looked at, to hand them over."""
    count: str
    """How many they are, or why there is nothing."""
    left_out: tuple[str, ...]
    filters: tuple[Filter, ...]
    filtered: str
    """Which matches are looked at."""
    games: tuple[Total, ...]
    players: tuple[Total, ...]


def statistics(found: Gathered, only: Only, words: AppWords) -> StatsView:
    """What is shown of the matches that a filter admits."""
    played = chosen(found.played, only)
    empty = words("stats.none_chosen" if found.played else "stats.none")
    filters = _filters(found.played, only, words)
    picked = [pick.label for one in filters for pick in one.picks[1:] if pick.chosen]
    return StatsView(
        played=played,
        count=words("stats.count", n=len(played)) if played else empty,
        left_out=_left_out(found.left_out, words),
        filters=filters,
        filtered=" · ".join(picked) or words("stats.all"),
        games=tuple(_game(total, words) for total in by_game(played)),
        players=tuple(_player(total, words) for total in by_player(played)),
    )


def _left_out(out: LeftOut, words: AppWords) -> tuple[str, ...]:
    amounts = {
        "unreadable": out.unreadable,
        "broken": out.broken,
        "playing": out.playing,
        "examples": out.examples,
    }
    return tuple(words(f"stats.out_{why}", n=n) for why, n in amounts.items() if n)


def _filters(played: Sequence[Played], only: Only, words: AppWords) -> tuple[Filter, ...]:
    """The questions that have more than one answer, and those already answered."""
    games = {one.game: game_name(one.game) for one in played}
    seats = {n: words("stats.people", n=n) for n in sorted({len(one.seats) for one in played})}
    people = dict(sorted(names(played).items()))
    asked: tuple[tuple[str, str | int, list[tuple[str | int, str]]], ...] = (
        ("game", only.game, [*games.items()]),
        ("player", only.player, [*people.items()]),
        ("seats", only.seats, [*seats.items()]),
    )
    return tuple(
        _filter(field, now, found, words) for field, now, found in asked if len(found) > 1 or now
    )


def _filter(
    field: str, now: str | int, found: list[tuple[str | int, str]], words: AppWords
) -> Filter:
    every: str | int = 0 if field == "seats" else ""
    picks = [Pick(every, words(f"stats.any_{field}"), not now)]
    picks += [Pick(value, label, value == now) for value, label in found]
    return Filter(field, words(f"stats.{field}"), tuple(picks))


def _game(total: GameTotal, words: AppWords) -> Total:
    lines = [
        words("stats.count", n=total.matches),
        _length(total, words),
        words("stats.pace", turns_each=Mean(total.turns), entries_each=Mean(total.entries)),
        *(_line("stats.line", total.game, line, words) for line in total.lines),
    ]
    return Total(total.game, game_name(total.game), tuple(lines))


def _length(total: GameTotal, words: AppWords) -> str:
    def said(seconds: float) -> str:
        return roughly(timedelta(seconds=seconds), words)

    time, shortest, longest = said(total.seconds), said(total.shortest), said(total.longest)
    if shortest == longest:
        return words("stats.length_same", time=time)
    return words("stats.length", time=time, shortest=shortest, longest=longest)


def _line(key: str, game: str, line: LineTotal, words: AppWords) -> str:
    label = score_name(game, line.code)
    return words(key, label=label, best=line.best, name=line.by, mean=Mean(line.mean))


def _player(total: PlayerTotal, words: AppWords) -> Total:
    share = total.wins / total.matches
    lines = [words("stats.wins", n=total.matches, wins=total.wins, share=round(share * 100))]
    for game in total.games:
        lines += _player_game(game, words)
    return Total(total.key, total.name, tuple(lines), share)


def _player_game(game: PlayerGame, words: AppWords) -> list[str]:
    title = words("stats.game_wins", game=game_name(game.game), n=game.matches, wins=game.wins)
    return [title, *(_line("stats.own_line", game.game, line, words) for line in game.lines)]
