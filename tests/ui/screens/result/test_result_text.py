"""Result as a text: what it says, and how it is shared and copied."""

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import flet as ft
import pytest

from companion.games import GAMES
from companion.match.entries import Body, Closed, Finished
from companion.match.fold import Match, fold
from companion.ui.context import AppContext
from companion.ui.screens.result import screen as ending_screen
from companion.ui.screens.result.share_picture import PICTURE_KEY, SHARES_KEY
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import OneMatch, actas, begun, context, new_hub, read, unchanged

ENDED = [pytest.param(path, id=path.stem) for game in GAMES for path in actas(game)]


def _context(folder: Path, match: Match, **fields: Any) -> AppContext:
    client = OneMatch(new_hub(folder), match, unchanged, range(len(match.options.players)))
    return replace(context(client, "here"), **fields)


async def _opened(ctx: AppContext, match: Match) -> Drawn:
    return await drawn(ending_screen.Screen, ctx, match.started.match, watched=True)


def _text(folder: Path, match: Match) -> str:
    """Return the text that a browser gets which may not copy."""

    async def session() -> str:
        shown = await _opened(_context(folder, match, secure=False), match)
        fields = (c for c in shown.controls() if isinstance(c, ft.TextField))
        (field,) = (c for c in fields if c.read_only)
        shown.close()
        return str(field.value)

    return asyncio.run(session())


def _acta(game: str, stem: str = "") -> Match:
    return read(next(path for path in actas(game) if path.stem.startswith(stem)))


@pytest.mark.parametrize("path", ENDED)
def test_text_names_title_winner_and_everybody_with_their_points(
    tmp_path: Path, path: Path
) -> None:
    match = read(path)
    lines = _text(tmp_path, match).split("\n")
    assert match.started.title in lines[0]
    assert re.fullmatch(r"\d+ de \w+ de \d{4}", lines[1])
    said = [line.partition(":")[0] for line in lines[lines.index("") + 2 :]]
    names = match.options.players
    assert sorted(said[: len(names)]) == sorted(names)
    assert match.outcome is not None
    assert {*said[: len(match.outcome.winners)]} == {names[s] for s in match.outcome.winners}
    assert any(line.startswith("Tiempo de juego: ") for line in lines)
    assert "\u00a0" not in "".join(lines)


def test_text_tells_the_tie_break_only_where_it_decided(tmp_path: Path) -> None:
    decided = _text(tmp_path / "tie", _acta("blue_moon_city", "city_finished_by_crystals_4"))
    assert "empate" in decided.split("\n")[2]
    assert re.search(r"^Dani: 0 \(Cristales: \d+\)$", decided, re.MULTILINE)
    alone = _text(tmp_path / "alone", _acta("blue_moon_city", "city_finished_3"))
    assert "empate" not in alone
    assert "(" not in alone.split("\n", 3)[3]


def _with(match: Match, body: Body) -> Match:
    last, count = match.entries[-1], len(match.entries)
    entry = last.model_copy(update={"seq": count, "id": f"more-{count}", "body": body})
    return fold({match.game.id: match.game}, (*match.entries, entry))


def test_text_says_that_the_table_ended_the_match_by_agreement(tmp_path: Path) -> None:
    match = begun(actas("santiago_de_cuba")[0])
    closed = _text(tmp_path / "closed", _with(match, Closed(reason="Se ha hecho tarde")))
    assert closed.endswith("\nLa mesa da por terminada la partida: Se ha hecho tarde")
    played = _acta("santiago_de_cuba")
    assert isinstance(played.entries[-1].body, Finished)
    assert "da por terminada" not in _text(tmp_path / "played", played)


def test_text_marks_what_nobody_has_read(tmp_path: Path) -> None:
    unread = _text(tmp_path / "unread", _acta("kingdom_of_solomon", "undecided_3"))
    assert re.search(r"^\w+: \d+ [+−±] \?$", unread, re.MULTILINE)
    assert "?" not in _text(tmp_path / "read", _acta("blue_moon_city"))


def test_copying_hands_the_text_to_the_clipboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = _acta("blue_moon_city")
    wanted = _text(tmp_path / "text", match)
    copied: list[str] = []

    async def keep(_clipboard: ft.Clipboard, text: str) -> None:
        copied.append(text)

    async def refuse(_clipboard: ft.Clipboard, _text: str) -> None:
        raise RuntimeError("not here")

    def notices(set_: Any, folder: str) -> list[str]:
        monkeypatch.setattr(ft.Clipboard, "set", set_)
        told: list[str] = []

        async def session() -> None:
            ctx = _context(tmp_path / folder, match, secure=True, notify=told.append)
            shown = await _opened(ctx, match)
            assert not [c for c in shown.controls() if isinstance(c, ft.TextField) and c.read_only]
            await shown.touch("text:copy")
            shown.close()

        asyncio.run(session())
        return told

    assert notices(keep, "kept") == ["Resultado copiado"]
    assert copied == [wanted]
    assert notices(refuse, "refused") == ["El navegador no ha dejado copiar el resultado."]


@pytest.mark.parametrize(("button", "what"), [("picture:share", "share"), ("picture:save", "save")])
def test_page_is_asked_to_paint_the_picture_and_gets_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, button: str, what: str
) -> None:
    match = _acta("blue_moon_city")
    asked: dict[str, Any] = {}

    async def shares(_preferences: ft.SharedPreferences, key: str) -> bool:
        return key == SHARES_KEY

    async def keep(_preferences: ft.SharedPreferences, key: str, value: Any) -> None:
        asked[key] = value

    monkeypatch.setattr(ft.SharedPreferences, "get", shares)
    monkeypatch.setattr(ft.SharedPreferences, "set", keep)
    monkeypatch.setattr(ft.Page, "web", True)

    async def session() -> None:
        shown = await _opened(_context(tmp_path / "phone", match), match)
        await shown.touch(button)
        await settled()
        shown.close()

    asyncio.run(session())
    request = json.loads(asked[PICTURE_KEY])
    assert (request["what"], request["text"]) == (what, _text(tmp_path / "text", match))
    assert request["name"].endswith(".png")
    assert request["svg"].startswith("<svg ")


def test_page_that_shares_no_pictures_has_no_button_for_it(tmp_path: Path) -> None:
    match = _acta("blue_moon_city")

    async def session() -> tuple[str, ...]:
        shown = await _opened(_context(tmp_path, match), match)
        keys = shown.touchable()
        shown.close()
        return keys

    keys = asyncio.run(session())
    assert "picture:save" in keys
    assert "picture:share" not in keys


def test_link_to_bg_stats_stands_where_a_winner_is_known(tmp_path: Path) -> None:
    def links(match: Match) -> list[str]:
        async def session() -> list[str]:
            shown = await _opened(_context(tmp_path / match.started.match, match), match)
            buttons = [c for c in shown.controls() if isinstance(c, ft.OutlinedButton) and c.url]
            shown.close()
            return [b.url.url for b in buttons if isinstance(b.url, ft.Url)]

        return asyncio.run(session())

    (link,) = links(_acta("santiago_de_cuba"))
    assert '"score":67,"winner":true' in unquote(link)
    assert links(_acta("kingdom_of_solomon", "undecided_3")) == []


def test_another_match_is_set_up_like_the_one_on_the_screen(tmp_path: Path) -> None:
    match, gone = _acta("blue_moon_city"), list[str]()

    async def session() -> None:
        shown = await _opened(_context(tmp_path, match, go=gone.append), match)
        await shown.touch("again")
        shown.close()

    asyncio.run(session())
    assert gone == [f"/nueva/blue_moon_city/{match.started.match}"]
