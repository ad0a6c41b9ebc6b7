"""Panel of all kinds of action: what is possible now comes before what is not."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.form import Draft
from companion.match.files import acta_file
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.screens.match import screen as table
from companion.ui.views.table.status import acting_seat, told_apart
from tests.ui.city_match import wording
from tests.ui.drawn import drawn, texts
from tests.ui.tables import actas, context, situations

ROADLESS = 28
"""Entries after which a seat may build, and has no place for a road."""


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.judged])
def test_possible_kinds_come_first_in_every_game(tmp_path: Path, game: str) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas(game)[0].read_bytes())
            kept = entries[: len(entries) // 2]
            answer = hub.files.import_acta(acta_file.dumps(kept).encode())
            assert isinstance(answer, Imported), answer
            match = answer.match
            seat = acting_seat(match)
            kinds = told_apart(match, wording(match), seat, range(len(match.options.players)))
            refused = [f"kind:{each.kind}" for each in kinds if each.refusal or each.hopeless]
            possible = [key for each in kinds if (key := f"kind:{each.kind}") not in refused]
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match.started.match, size=(412, 915))
            await screen.touch("kinds")
            shown = [key for key in screen.in_order() if key in {*possible, *refused}]
            assert shown == [*possible, *refused]
            assert possible, "otherwise nothing would be told apart"
            assert refused, "otherwise nothing would be told apart"
            screen.close()

    asyncio.run(session())


def test_kind_whose_form_offers_nothing_legal_is_not_called_possible(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas("kingdom_of_solomon")[0].read_bytes())
            answer = hub.files.import_acta(acta_file.dumps(entries[:ROADLESS]).encode())
            assert isinstance(answer, Imported), answer
            match = answer.match
            road = Draft("build_road", acting_seat(match), {})
            assert legality.check_draft(match.game, match.state, road) is None
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match.started.match, size=(412, 915))
            await screen.touch("kinds")
            words = Wording(match.game.id, match.options.players, match.rulings, match.facts)
            greyed = f"{words.action_label('build_road')} · {ctx.words('form.greyed')}"
            assert greyed in " ".join(texts(screen.news()))
            await screen.touch("kind:build_road")
            assert any(key.startswith("form:") for key in screen.in_order()), screen.in_order()
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.judged])
def test_dead_ends_have_no_legal_report_in_any_game(game: str) -> None:
    dead_ends = 0
    for match in situations(game):
        for seat in match.game.awaiting(match.state):
            for kind in match.game.kinds(match.state):
                if legality.is_dead_end(match.game, match.state, Draft(kind, seat, {})):
                    legal = legality.legal_of_kind(match.game, match.state, seat, kind)
                    assert next(legal, None) is None, kind
                    dead_ends += 1
    assert dead_ends
