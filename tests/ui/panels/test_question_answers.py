"""Answers of a table to what somebody types: in the rules, in a doubt, in a new dispute."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel.pieces.ledger import seat_account
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import asked, stored_state
from companion.ui.screens.disputes import open_form
from companion.ui.screens.match import screen as table
from companion.ui.screens.rules import in_match
from companion.ui.views.report.interaction import Mode, Panel, Tool
from companion.ui.views.table.adjustment import Adjustment, counts
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context

CITY = "blue_moon_city"
PHONE = (412, 915)
SENTENCE = "llevo el dragón de los Vulca al Mercado con una negra 1"


def _session(
    folder: Path, play: Callable[[AppContext, str], Awaitable[None]], entries: int = 6
) -> None:
    """Play at a match of so many entries, after which nothing more is recorded."""

    async def session() -> None:
        with own_hub(folder) as hub:
            begun = acta_file.loads(actas(CITY)[0].read_bytes())[:entries]
            answer = hub.files.import_acta(acta_file.dumps(begun).encode())
            assert isinstance(answer, Imported), answer
            match_id = answer.match.started.match
            device = f"here:{folder.name}"
            await play(context(Client(hub, device, owner=True), device), match_id)
            assert len(hub.matches.open(match_id).entries) == entries

    asyncio.run(session())


async def _shown(screen: Any, ctx: AppContext, match_id: str, *about: str) -> Drawn:
    return await drawn(screen, ctx, match_id, *about, size=PHONE)


def test_doubt_opens_the_form_of_what_was_heard(tmp_path: Path) -> None:
    async def play(ctx: AppContext, match_id: str) -> None:
        screen = await _shown(table.Screen, ctx, match_id)
        await screen.touch("kinds")
        with pytest.raises(ValueError, match="unpack"):
            await screen.type_in("kinds:ask", SENTENCE)
        await screen.touch("kinds:close")
        await screen.touch("doubt")
        await screen.touch("kinds")
        await screen.type_in("kinds:ask", SENTENCE)
        assert any(key.startswith("hit:") for key in screen.touchable())
        await screen.touch("heard:0")
        interaction = stored_state(ctx.device, match_id)
        assert interaction.mode is Mode.DOUBT
        assert interaction.form is not None
        draft = interaction.form.draft
        assert (draft.kind, draft.values["card"]) == ("move_dragon", "black:1")
        screen.close()

    _session(tmp_path, play)


def test_what_may_be_meant_stands_apart_and_opens_its_form(tmp_path: Path) -> None:
    async def play(ctx: AppContext, match_id: str) -> None:
        screen = await _shown(table.Screen, ctx, match_id)
        await screen.touch("doubt")
        await screen.touch("kinds")
        await screen.type_in("kinds:ask", "listo, robo dos")
        assert "¿Quieres decir…?" in texts(screen.client.page)
        assert "¿Es esto?" not in texts(screen.client.page)
        await screen.type_in("kinds:ask", f"{SENTENCE} y robo")
        both = list(texts(screen.client.page))
        assert both.index("¿Es esto?") < both.index("¿Quieres decir…?")
        await screen.touch("heard:1")
        interaction = stored_state(ctx.device, match_id)
        assert interaction.mode is Mode.DOUBT
        assert interaction.form is not None
        assert interaction.form.draft.kind == "finish_turn"
        screen.close()

    _session(tmp_path, play)


def test_dispute_begins_with_what_was_asked(tmp_path: Path) -> None:
    """Its act and its rules are proposed; the person takes them, or others."""

    async def play(ctx: AppContext, match_id: str) -> None:
        rules = await _shown(in_match.Screen, ctx, match_id)
        await rules.type_in("rules-search", SENTENCE)
        await rules.touch("dispute")
        rules.close()
        screen = await _shown(open_form.Screen, ctx, match_id)
        assert SENTENCE in texts(screen.client.page)
        await screen.touch("heard:0")
        proposed = [key for key in screen.touchable() if key.startswith("dispute:rule")]
        await screen.touch(proposed[0])
        await screen.touch("dispute:open")
        (dispute,) = ctx.client.disputes.all(match=match_id)
        assert dispute.question == SENTENCE
        assert dispute.action == {
            "kind": "move_dragon",
            "seat": 1,
            "dragon": "vulca",
            "card": "black:1",
            "to": "courtyard",
        }
        screen.close()

    _session(tmp_path, play)


def test_question_taken_elsewhere_is_kept_until_something_is_recorded(tmp_path: Path) -> None:
    async def play(ctx: AppContext, match_id: str) -> None:
        rules = await _shown(in_match.Screen, ctx, match_id)
        await rules.type_in("rules-search", SENTENCE)
        assert asked(ctx.device, match_id, 6) == ""
        await rules.touch("heard:0")
        rules.close()
        again = await _shown(in_match.Screen, ctx, match_id)
        assert "heard:0" in again.touchable()
        assert asked(ctx.device, match_id, 6) == SENTENCE
        assert asked(ctx.device, match_id, 7) == ""
        assert asked("another", match_id, 6) == ""
        await again.type_in("rules-search", "empate")
        assert asked(ctx.device, match_id, 6) == ""
        again.close()

    _session(tmp_path, play)


def test_amount_shows_where_it_comes_from(tmp_path: Path) -> None:
    async def play(ctx: AppContext, match_id: str) -> None:
        rules = await _shown(in_match.Screen, ctx, match_id)
        await rules.type_in("rules-search", "¿cuántas cartas tiene Beto?")
        assert not any("en total" in text for text in texts(rules.client.page))
        await rules.touch("answer:0:head")
        assert any("en total" in text for text in texts(rules.client.page))
        rules.close()

    _session(tmp_path, play, entries=40)


@pytest.mark.parametrize("role", ["host", "player", "spectator"])
@pytest.mark.parametrize("game", sorted(game for game in GAMES if GAMES[game].judged))
def test_count_that_is_amiss_is_put_right_by_who_may(game: str, role: str, tmp_path: Path) -> None:
    """It is no act of the rules. Its twin: without what is amiss, the act is heard."""

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            kept = acta_file.loads(actas(game)[0].read_bytes())[:40]
            answer = hub.files.import_acta(acta_file.dumps(kept).encode())
            assert isinstance(answer, Imported), answer
            match_id = answer.match.started.match
            host = Client(hub, f"host:{role}:{game}", owner=True)
            host.seating.open_table(match_id)
            client = host
            if role != "host":
                client = Client(hub, f"{role}:{game}", owner=False)
                client.seating.join(hub.tables.of(match_id).code)
            if role == "player":
                assert client.seating.sit(match_id, 0)
            match = client.matches.open(match_id)
            ctx = context(client, f"{role}:{game}")
            wording, account = ctx.wording(match), seat_account(1)
            line = counts(match, wording, account, Adjustment())[0]
            item = wording.item_label(line.item)
            told = f"{match.options.players[1]} se llevó {item} de más"
            screen = await drawn(in_match.Screen, ctx, match_id, size=PHONE)
            await screen.type_in("rules-search", told)
            assert not any(key.startswith("heard:") for key in screen.touchable())
            assert ("by-hand" in screen.touchable()) == (role != "spectator")
            said = " ".join(texts(screen.client.page))
            assert ("para anotar, toma un sitio" in said) == (role == "spectator")
            if role != "spectator":
                await screen.touch("by-hand")
                tool = stored_state(ctx.device, match_id).open
                assert isinstance(tool, Tool)
                assert (tool.panel, tool.place.partition("/")[0]) == (Panel.ADJUST, account)
            for asked in (f"¿puedo coger {item} de más?", f"dan algo si pago {item} de más"):
                await screen.type_in("rules-search", asked)
                assert "by-hand" not in screen.touchable()
            screen.close()

    asyncio.run(session())
