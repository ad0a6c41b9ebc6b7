"""View model of the statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from companion.kernel.values import Mean
from companion.rulebook.loader import AppWords
from companion.rulebook.templates import to_one_decimal
from companion.services.matches.results import MatchEnd
from companion.services.statistics.figures import (
    FinishedMatches,
    GameTotal,
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
from companion.services.statistics.statistics_export import game_name, score_name
from companion.ui.views.table.clock import roughly

MOST_BARS = 8
"""Greatest number of people in one chart."""


@dataclass(frozen=True, slots=True)
class FilterOption:
    """Option of a filter."""

    value: str | int
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class StatisticsFilter:
    """Filter of the matches. Its first option admits all."""

    field: str
    title: str
    picks: tuple[FilterOption, ...]


@dataclass(frozen=True, slots=True)
class BarView:
    """Bar of one person in a chart."""

    label: str
    amount: str
    share: float
    """Amount as a share of the greatest one in the chart; of wins, their share of the matches."""
    spoken: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Bar chart of one number for several people."""

    key: str
    title: str
    bars: tuple[BarView, ...]


@dataclass(frozen=True, slots=True)
class ScoreFigure:
    """Score line with its best and its average number."""

    label: str
    best: str
    by: str
    """Who had the best; empty for one person's own numbers."""
    mean: str
    spoken: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Score lines of one game."""

    key: str
    title: str
    """Empty where the title above says it."""
    figures: tuple[ScoreFigure, ...]


@dataclass(frozen=True, slots=True)
class StatisticsTotal:
    """Statistics of one game or one player."""

    key: str
    title: str
    lines: tuple[str, ...]
    tables: tuple[ScoreTable, ...]
    charts: tuple[Chart, ...] = ()
    """Average final scores in a game, one chart per score line."""


@dataclass(frozen=True, slots=True)
class StatsView:
    """Statistics as one device sees them."""

    played: tuple[Played, ...]
    """Matches included, for export."""
    count: str
    """Number of matches as text, or why there are none."""
    left_out: tuple[str, ...]
    filters: tuple[StatisticsFilter, ...]
    filtered: str
    """Text of the filters in force."""
    wins: Chart | None
    """Chart of the wins; None without a match."""
    games: tuple[StatisticsTotal, ...]
    players: tuple[StatisticsTotal, ...]


def statistics(finished: FinishedMatches, only: Only, words: AppWords) -> StatsView:
    """Build the statistics of the matches that a filter admits."""
    played = chosen(finished.played, only)
    empty = words("stats.none_chosen" if finished.played else "stats.none")
    filters = _filters(finished.played, only, words)
    picked = [pick.label for one in filters for pick in one.picks[1:] if pick.chosen]
    people = by_player(played)
    return StatsView(
        played=played,
        count=words("stats.count", n=len(played)) if played else empty,
        left_out=_left_out(finished.left_out, words),
        filters=filters,
        filtered=" · ".join(picked) or words("stats.all"),
        wins=_wins(people, words) if people else None,
        games=tuple(_game(total, people, words) for total in by_game(played)),
        players=tuple(_player(total, words) for total in people),
    )


def _wins(people: Sequence[PlayerTotal], words: AppWords) -> Chart:
    """Build the chart of the wins, the most first."""
    ranked = sorted(people, key=lambda one: -one.wins)[:MOST_BARS]
    bars = tuple(
        BarView(
            one.name,
            words("stats.of", wins=one.wins, n=one.matches),
            one.wins / one.matches,
            words("stats.wins_spoken", name=one.name, wins=one.wins, n=one.matches),
        )
        for one in ranked
    )
    return Chart("wins", words("stats.chart_wins"), bars)


def _charts(game: str, people: Sequence[PlayerTotal], words: AppWords) -> tuple[Chart, ...]:
    """Build the charts of the average final scores in a game, one per score line."""
    means_by_line: dict[str, list[tuple[str, float]]] = {}
    for one in people:
        for line in (line for own in one.games if own.game == game for line in own.lines):
            means_by_line.setdefault(line.code, []).append((one.name, line.mean))
    return tuple(
        _chart(code, score_name(game, code), means, words) for code, means in means_by_line.items()
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
        "undecided": out.undecided,
        "examples": out.examples,
    }
    return tuple(words(f"stats.out_{why}", n=n) for why, n in amounts.items() if n)


def _filters(played: Sequence[Played], only: Only, words: AppWords) -> tuple[StatisticsFilter, ...]:
    """Return the filters with more than one option, and those in use."""
    games = {one.game: game_name(one.game) for one in played}
    seats = {n: words("stats.people", n=n) for n in sorted({len(one.seats) for one in played})}
    people = dict(sorted(names(played).items()))
    asked: tuple[tuple[str, str | int, list[tuple[str | int, str]]], ...] = (
        ("game", only.game, [*games.items()]),
        ("player", only.player, [*people.items()]),
        ("seats", only.seats, [*seats.items()]),
    )
    return tuple(
        _filter(field, now, options, words)
        for field, now, options in asked
        if len(options) > 1 or now
    )


def _filter(
    field: str, now: str | int, options: list[tuple[str | int, str]], words: AppWords
) -> StatisticsFilter:
    every: str | int = 0 if field == "seats" else ""
    picks = [FilterOption(every, words(f"stats.any_{field}"), not now)]
    picks += [FilterOption(value, label, value == now) for value, label in options]
    return StatisticsFilter(field, words(f"stats.{field}"), tuple(picks))


def _game(total: GameTotal, people: Sequence[PlayerTotal], words: AppWords) -> StatisticsTotal:
    lines = [
        words("stats.count", n=total.matches),
        _length(total, words),
        words("stats.pace", turns_each=Mean(total.turns), entries_each=Mean(total.entries)),
        *(
            words(f"stats.ended_{end}", n=total.ends[end])
            for end in (MatchEnd.AGREED, MatchEnd.GAVE_UP, MatchEnd.RETOLD)
            if total.ends.get(end)
        ),
    ]
    table = _table("stats.line", "", total, words)
    charts = _charts(total.game, people, words)
    return StatisticsTotal(total.game, game_name(total.game), tuple(lines), (table,), charts)


def _length(total: GameTotal, words: AppWords) -> str:
    def said(seconds: float) -> str:
        return roughly(timedelta(seconds=seconds), words)

    time, shortest, longest = said(total.seconds), said(total.shortest), said(total.longest)
    if shortest == longest:
        return words("stats.length_same", time=time)
    return words("stats.length", time=time, shortest=shortest, longest=longest)


def _table(spoken: str, title: str, total: GameTotal | PlayerGame, words: AppWords) -> ScoreTable:
    figures = (_figure(spoken, total.game, line, words) for line in total.lines)
    return ScoreTable(total.game, title, tuple(figures))


def _figure(spoken: str, game: str, line: LineTotal, words: AppWords) -> ScoreFigure:
    label, mean = score_name(game, line.code), Mean(line.mean)
    by = line.by if spoken == "stats.line" else ""
    said = words(
        spoken if by else "stats.own_line", label=label, best=line.best, name=by, mean=mean
    )
    return ScoreFigure(label, str(line.best), by, to_one_decimal(line.mean), said)


def _player(total: PlayerTotal, words: AppWords) -> StatisticsTotal:
    tables = tuple(player_game(game, words) for game in total.games)
    return StatisticsTotal(total.key, total.name, totals(total, words), tables)


def totals(total: PlayerTotal, words: AppWords) -> tuple[str, ...]:
    """Return the record of a player over all games, in lines."""
    share = total.wins / total.matches
    lines = [words("stats.wins", n=total.matches, wins=total.wins, share=round(share * 100))]
    if total.gave_up:
        lines.append(words("stats.gave_up", n=total.gave_up))
    return tuple(lines)


def player_game(game: PlayerGame, words: AppWords) -> ScoreTable:
    """Return the record of a player in one game."""
    title = words("stats.game_wins", game=game_name(game.game), n=game.matches, wins=game.wins)
    return _table("stats.own_line", title, game, words)
