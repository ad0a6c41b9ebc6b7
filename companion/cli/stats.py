"""Statistics of the finished matches as lines of text."""

from companion.rulebook.loader import app_words
from companion.services.statistics.figures import FinishedMatches, Only
from companion.ui.screens.statistics.presenter import StatisticsTotal, statistics


def lines(finished: FinishedMatches) -> list[str]:
    """Return the content of the statistics screen as lines of text."""
    words = app_words()
    view = statistics(finished, Only(), words)
    rows = [view.count, *view.left_out]
    for key, totals in (("by_game", view.games), ("by_player", view.players)):
        if totals:
            rows += ["", words(f"stats.{key}")]
            rows += [line for total in totals for line in _total(total)]
    return rows


def _total(total: StatisticsTotal) -> list[str]:
    return [f"  {total.title}", *(f"    {line}" for line in total.lines)]
