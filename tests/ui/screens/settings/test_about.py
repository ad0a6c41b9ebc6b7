"""About screen: what the app does not know of each game."""

import asyncio
from pathlib import Path

from companion.games import GAMES
from companion.rulebook.loader import info
from companion.services.client import Client
from companion.ui.screens.settings.about import Screen
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context, new_hub

README = Path(__file__).parents[4] / "README.md"


def _said(folder: Path) -> list[str]:
    async def session() -> list[str]:
        shown = await drawn(Screen, context(Client(new_hub(folder), "here", owner=True), "here"))
        told = list(texts(shown.news()))
        shown.close()
        return told

    return asyncio.run(session())


def test_missing_expansions_of_each_game_are_said_here_and_in_the_readme(tmp_path: Path) -> None:
    said, readme = _said(tmp_path), README.read_text("utf-8")
    without = {game: info(game).without for game in GAMES}
    lacking = {game for game, text in without.items() if text}
    assert lacking == {"blue_moon", "blue_moon_city", "kingdom_of_solomon"}
    for game in lacking:
        after = said[said.index(info(game).rulebook) + 1 :]
        assert next(text for text in after if text.endswith(".")) == without[game]
        (row,) = (r for r in readme.splitlines() if r.startswith(f"| {info(game).name} |"))
        assert without[game].rstrip(".") in row
    assert len([text for text in said if text in without.values() and text]) == len(lacking)
