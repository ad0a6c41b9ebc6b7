"""Long acta: what is drawn of it does not grow with it, and all of it can be reached."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap
from companion.games import GAMES
from companion.match.fold import Match, append, fold
from companion.match.history import history
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.drafts.draft_cache import forget
from companion.ui.screens.acta import screen
from companion.ui.screens.match import screen as table
from companion.ui.views.entries.acta import PAGE, Acta, acta
from companion.ui.views.entries.entry_lines import entry_lines
from tests.benchmarks.long import long_file, long_match
from tests.seeds import how_much
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import context

NOW = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
CITY = "blue_moon_city"
LONG = 600
WHOLE = 240
"""Number of entries of a match that are rendered one by one."""


def _on_a_phone(folder: Path, length: int, act: Any, *, module: Any = screen) -> Any:
    """Run `act` on the acta of a match of so many entries."""

    async def whole() -> Any:
        with bootstrap.own_hub(folder) as hub:
            made = hub.files.import_acta(long_file(CITY, f"of-{length}", length))
            assert isinstance(made, Imported)
            match_id = made.match.started.match
            forget("here", match_id)
            ctx = context(Client(hub, "here", owner=True), "here")
            phone = await drawn(module.Screen, ctx, match_id)
            await _until_all_is_drawn(phone)
            try:
                return await act(phone)
            finally:
                phone.close()

    return asyncio.run(whole())


async def _until_all_is_drawn(phone: Drawn) -> None:
    before = -1
    while before != _controls(phone):
        before = _controls(phone)
        for _ in range(20):
            await settled()


def _controls(phone: Drawn) -> int:
    return len(phone.page.session.index)


def _entries(phone: Drawn) -> list[int]:
    """Return the numbers of the entries on the screen."""
    keys = [key for key in phone.touchable() if key.startswith("entry:")]
    return sorted(int(key.rpartition("-")[2]) for key in keys)


def test_long_acta_draws_about_as_much_as_one_of_two_pages(tmp_path: Path) -> None:
    async def count(phone: Drawn) -> tuple[int, int]:
        return _controls(phone), len(_entries(phone))

    short = _on_a_phone(tmp_path / "short", 2 * PAGE, count)
    long = _on_a_phone(tmp_path / "long", LONG, count)
    assert long[1] == PAGE
    # Allow for turns of different lengths, since each has a heading.
    assert long[0] < 1.5 * short[0]


def test_every_entry_of_the_acta_is_on_some_page(tmp_path: Path) -> None:
    async def turn_the_pages(phone: Drawn) -> list[int]:
        seen = _entries(phone)
        while "acta:older" in phone.touchable():
            await phone.touch("acta:older")
            await _until_all_is_drawn(phone)
            assert len(_entries(phone)) <= PAGE
            seen += _entries(phone)
        await phone.touch("acta:newer")
        await _until_all_is_drawn(phone)
        assert len(_entries(phone)) == PAGE
        return seen

    seen = _on_a_phone(tmp_path, 4 * PAGE + 3, turn_the_pages)
    assert sorted(seen) == list(range(4 * PAGE + 3))


def test_acta_jumps_to_the_oldest_page_and_back_to_the_newest(tmp_path: Path) -> None:
    async def jump(phone: Drawn) -> None:
        assert LONG - 1 in _entries(phone)
        await phone.touch("acta:oldest")
        await _until_all_is_drawn(phone)
        shown = _entries(phone)
        assert 0 in shown
        assert f"De la {max(shown)} a la 0, la última primero" in texts(phone.news())
        assert "acta:oldest" not in phone.touchable()
        await phone.touch("acta:newest")
        await _until_all_is_drawn(phone)
        assert LONG - 1 in _entries(phone)

    _on_a_phone(tmp_path, LONG, jump)


def test_undo_list_is_paged(tmp_path: Path) -> None:
    async def undo(phone: Drawn) -> None:
        await phone.touch("tools")
        await phone.touch("undo:list")
        first = [key for key in phone.touchable() if key.startswith("undo.undo_to:")]
        assert 0 < len(first) <= 20
        await phone.touch("undo:acta.older")
        other = [key for key in phone.touchable() if key.startswith("undo.undo_to:")]
        assert 0 < len(other) <= 20
        assert not set(first) & set(other)

    _on_a_phone(tmp_path, LONG, undo, module=table)


def _of(name: str, length: int) -> tuple[Match, Wording]:
    whole = long_match(name, WHOLE)
    match = fold(GAMES, whole.entries[:length])
    return match, Wording(name, match.options.players)


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(GAMES))
def test_pages_of_the_acta_together_are_the_whole(name: str) -> None:
    match, wording = _of(name, 200)
    read = Acta(match, wording, NOW)
    lines = [line for n in range(0, len(read), 7) for t in read.page(n, 7) for line in t.lines]
    assert lines == [line for turn in acta(match, wording, NOW) for line in turn.lines]
    assert [line.id for line in lines] == [line.id for line in reversed(history(match))]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_search_in_the_acta_yields_every_matching_entry(name: str) -> None:
    match, wording = _of(name, 200)
    read = Acta(match, wording, NOW)
    lines = [line for turn in read.page(0, len(read)) for line in turn.lines]
    positions = [n for n in read.search("CENAR pausá") if n is not None]
    assert positions
    assert positions == [n for n, line in enumerate(lines) if "pausa para cenar" in line.text]
    assert [line.id for turn in read.each(positions) for line in turn.lines] == [
        lines[n].id for n in positions
    ]
    for n, line in enumerate(lines[:40]):
        assert read.place(line.id) == n


@pytest.mark.deep
@how_much("went_on", everyday=10, before_release=60)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_lines_rendered_entry_by_entry_equal_those_rendered_at_once(
    name: str, went_on: int
) -> None:
    """Lines rendered already are memoised; a match read from its entries has none of them."""
    whole, wording = _of(name, WHOLE)
    match = fold(GAMES, whole.entries[:-went_on])
    entry_lines(match, wording)
    for entry in whole.entries[-went_on:]:
        match = append(match, entry)
        entry_lines(match, wording)
    renamed = whole.started.model_copy(update={"match": "another"})
    header = whole.entries[0].model_copy(update={"body": renamed})
    other = fold(GAMES, (header, *whole.entries[1:]))
    said = [(line.awaiting, line.text, line.effects) for line in entry_lines(match, wording)]
    assert said == [
        (line.awaiting, line.text, line.effects) for line in entry_lines(other, wording)
    ]
