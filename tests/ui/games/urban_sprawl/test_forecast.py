"""Forecast of elections and payouts: a line counts from the report that reads it."""

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.match.entries import Reported, Started
from companion.match.files.value_catalog import CheckedGames
from companion.match.fold import Match, fold
from companion.ui.boards.contract import DetailRow
from companion.ui.context import wording_of
from companion.ui.games.urban_sprawl.place_details import place_detail
from tests.ui.tables import actas, read

LINE = "payout.p2.line"
ROW = "Fila de prestigio 2"


def _learning(upto: int) -> Match:
    """Return a recorded match of four after so many entries, as a table that learns."""
    path = next(path for path in actas("urban_sprawl") if path.stem == "most_prestige_4")
    first, *entries = read(path).entries[:upto]
    assert isinstance(first.body, Started)
    started = first.model_copy(update={"body": first.body.model_copy(update={"learns": True})})
    match = fold(CheckedGames(GAMES, catalog), (started, *entries))
    assert match.broken is None
    return match


def _row(match: Match) -> DetailRow:
    detail = place_detail(match, wording_of(match), "ask")
    assert detail is not None
    return next(row for row in detail.rows if row.label == ROW)


def test_line_that_was_read_aloud_is_forecast_from_then_on() -> None:
    after = _learning(49)
    last = after.entries[-1].body
    assert isinstance(last, Reported)
    assert last.action["kind"] == "read_line"
    assert LINE in after.learned
    assert LINE not in after.facts
    shown = _row(after)
    assert shown.note == ""
    assert any(cell.chosen for cell in shown.cells)
    before = _row(_learning(48))
    assert before.note == "Línea sin anotar"
    assert not any(cell.chosen for cell in before.cells)
