"""What the finished matches add up to, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from companion.kernel.values import Mean
from companion.rulebook.loader import AppWords
from companion.rulebook.templates import to_one_decimal
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

MOST_BARS = 8
"""How many people one chart shows."""


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
class BarView:
    """One person in a chart."""

    label: str
    amount: str
    share: float
    """Of the greatest amount in the chart."""
    spoken: str


@dataclass(frozen=True, slots=True)
class Chart:
    """One number of several people, side by side."""

    key: str
    title: str
    bars: tuple[BarView, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """One game or one player."""

    key: str
    title: str
    lines: tuple[str, ...]
    charts: tuple[Chart, ...] = ()
    """Of a game: what people have on average, line by line."""


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
    wins: Chart | None
    """Who won how often; None without a match."""
    games: tuple[Total, ...]
    players: tuple[Total, ...]


def statistics(found: Gathered, only: Only, words: AppWords) -> StatsView:
    """What is shown of the matches that a filter admits."""
    played = chosen(found.played, only)
    empty = words("stats.none_chosen" if found.played else "stats.none")
    filters = _filters(found.played, only, words)
    picked = [pick.label for one in filters for pick in one.picks[1:] if pick.chosen]
    people = by_player(played)
    return StatsView(
        played=played,
        count=words("stats.count", n=len(played)) if played else empty,
        left_out=_left_out(found.left_out, words),
        filters=filters,
        filtered=" · ".join(picked) or words("stats.all"),
        wins=_wins(people, words) if people else None,
        games=tuple(_game(total, people, words) for total in by_game(played)),
        players=tuple(_player(total, words) for total in people),
    )


def _wins(people: Sequence[PlayerTotal], words: AppWords) -> Chart:
    """Who won how often, the most first."""
    ranked = sorted(people, key=lambda one: -one.wins)[:MOST_BARS]
    most = max(ranked[0].wins, 1)
    bars = tuple(
        BarView(
            one.name,
            words("stats.of", wins=one.wins, n=one.matches),
            one.wins / most,
            words("stats.wins_spoken", name=one.name, wins=one.wins, n=one.matches),
        )
        for one in ranked
    )
    return Chart("wins", words("stats.chart_wins"), bars)


def _charts(game: str, people: Sequence[PlayerTotal], words: AppWords) -> tuple[Chart, ...]:
    """What people have on average at the end of a game, a chart for each line of the score."""
    found: dict[str, list[tuple[str, float]]] = {}
    for one in people:
        for line in (line for own in one.games if own.game == game for line in own.lines):
            found.setdefault(line.code, []).append((one.name, line.mean))
    return tuple(
        _chart(code, score_name(game, code), means, words) for code, means in found.items()
    )


def _chart(code: str, label: str, means: list[tuple[str, float]], words: AppWords) -> Chart:
    ranked = sorted(means, key=lambda one: -one[1])[:MOST_BARS]
    most = max(ranked[0][1], 1)
    bars = tuple(
        BarView(
            name,
            to_one_decimal(mean),
            mean / most,
            words("stats.mean_spoken", name=name, label=label, mean=Mean(mean)),
        )
        for name, mean in ranked
    )
    return Chart(code, words("stats.chart_mean", label=label), bars)


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


def _game(total: GameTotal, people: Sequence[PlayerTotal], words: AppWords) -> Total:
    lines = [
        words("stats.count", n=total.matches),
        _length(total, words),
        words("stats.pace", turns_each=Mean(total.turns), entries_each=Mean(total.entries)),
        *(_line("stats.line", total.game, line, words) for line in total.lines),
    ]
    charts = _charts(total.game, people, words)
    return Total(total.game, game_name(total.game), tuple(lines), charts)


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
    return Total(total.key, total.name, tuple(lines))


def _player_game(game: PlayerGame, words: AppWords) -> list[str]:
    title = words("stats.game_wins", game=game_name(game.game), n=game.matches, wins=game.wins)
    return [title, *(_line("stats.own_line", game.game, line, words) for line in game.lines)]
