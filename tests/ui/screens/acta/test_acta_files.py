"""Files of the acta to read: what they say, and what a guest gets."""

import asyncio
import csv
import io
import re
from pathlib import Path

import pytest

from companion.match.entries import Undone
from companion.match.fold import Match, fold
from companion.ui.boards.contract import game_screen
from companion.ui.drafts.draft_cache import forget
from companion.ui.files import Files
from companion.ui.screens.acta import screen
from tests.ui.drawn import drawn, settled
from tests.ui.tables import OneMatch, actas, context, new_hub, read, unchanged, until

EVERYBODY = (0, 1, 2, 3)


def _files(
    folder: Path, match: Match, mine: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Return the files that a device with some seats gets, by ending."""
    saved: dict[str, str] = {}

    def keep(_files: Files, name: str, data: bytes) -> None:
        saved[name.rpartition(".")[2]] = data.decode("utf-8-sig")

    monkeypatch.setattr(Files, "save", keep)

    async def session() -> None:
        forget("here", match.started.match)
        client = OneMatch(new_hub(folder), match, unchanged, mine)
        shown = await drawn(
            screen.Screen, context(client, "here"), match.started.match, watched=True
        )
        for _ in range(20):
            await settled()
        await shown.touch("acta:download")
        for key in ("acta:text", "acta:csv"):
            await shown.touch(key)
            for _ in range(20):
                await settled()
        shown.close()

    asyncio.run(session())
    return saved


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


@pytest.mark.parametrize("game", ["blue_moon_city", "santiago_de_cuba"])
def test_files_hold_every_entry_and_end_with_the_final_points(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = read(actas(game)[0])
    files, names = _files(tmp_path, match, EVERYBODY, monkeypatch), match.options.players
    rows = _rows(files["csv"])
    assert [int(row["Anotación"]) for row in rows] == [entry.seq for entry in match.entries]
    codes = game_screen(game).deciding
    lines = match.game.score(match.state)
    sums = [
        str(sum(line.amount for line in lines if line.seat == seat and line.code in codes))
        for seat in range(len(names))
    ]
    last = [row for row in rows if row[f"Puntos de {names[0]}"]][-1]
    assert [last[f"Puntos de {name}"] for name in names] == sums
    reported = [row for row in rows if row["Quién"] in names]
    assert reported
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", row["Hora (UTC)"]) for row in rows)
    for row in rows:
        line = re.compile(rf"^{row['Anotación']}\. .* · {re.escape(row['Qué'])}", re.MULTILINE)
        assert line.search(files["txt"]), row
    said = [f"{name} {amount}" for name, amount in zip(names, sums, strict=True)]
    assert f"    {' · '.join(said)}\n" in files["txt"]


def test_guest_gets_no_points_that_its_screen_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = next(match for match in map(read, actas("santiago_de_cuba")) if _hides_points(match))
    match = until(ended, len(ended.steps) // 2)
    assert match.outcome is None
    name, own = (f"Puntos de {match.options.players[seat]}" for seat in (1, 0))
    rows = _rows(_files(tmp_path / "guest", match, (0,), monkeypatch)["csv"])
    assert not any(row[name] for row in rows)
    assert any(row[own] for row in rows)
    nobody = _rows(_files(tmp_path / "nobody", match, (), monkeypatch)["csv"])
    assert not any(row[name] or row[own] for row in nobody)
    over = _rows(_files(tmp_path / "over", ended, (0,), monkeypatch)["csv"])
    assert any(row[name] for row in over)


def _hides_points(match: Match) -> bool:
    codes = game_screen(match.game.id).deciding
    state = match.steps[len(match.steps) // 2].state
    return any(line.hidden and line.code in codes for line in match.game.score(state))


def test_undone_entry_is_marked_and_counts_for_no_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = until(read(actas("blue_moon_city")[0]), 5)
    last, count = match.entries[-1], len(match.entries)
    undo = last.model_copy(
        update={"seq": count, "id": f"more-{count}", "body": Undone(to=match.steps[-1].item.id)}
    )
    undone = fold({match.game.id: match.game}, (*match.entries, undo))
    files = _files(tmp_path, undone, EVERYBODY, monkeypatch)
    name = f"Puntos de {match.options.players[0]}"
    struck = next(row for row in _rows(files["csv"]) if row["Anotación"] == str(last.seq))
    before = next(row for row in _rows(files["csv"]) if row["Anotación"] == str(last.seq - 1))
    assert (struck["Estado"], struck[name]) == ("Anulada", "")
    assert (before["Estado"], before[name]) == ("", "0")
    assert "(Anulada)" in files["txt"]
