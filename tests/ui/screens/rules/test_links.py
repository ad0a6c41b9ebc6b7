"""Links to rules from within a match lead to the rules of that match, with its readings and box."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.ui.drafts.draft_cache import shelve
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.result import screen as ending
from companion.ui.screens.score import screen as score
from companion.ui.views.report.interaction import InteractionState, Mode, ShownRuling
from companion.ui.views.rulings.ruling_view import doubt_card
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action
from tests.ui.drawn import drawn
from tests.ui.tables import actas, context, read

SCREENS = {"marcador": score, "acta": acta, "final": ending, "repaso": replay}
_MOST = 6
"""Maximum of links and of lines that are touched on one screen."""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with own_hub(tmp_path_factory.mktemp("links")) as hub:
        yield hub


def _recorded(hub: Hub, game: str) -> str:
    path = min(actas(game), key=lambda path: len(read(path).steps))
    answer = hub.files.import_acta(path.read_bytes())
    match_id: str = answer.match.started.match  # type: ignore[union-attr]
    return match_id


def _links(hub: Hub, match_id: str, screen: object, device: str, *opened: str) -> list[str]:
    """Return where the links to rules of a screen lead, also once its lines are opened."""
    gone = list[str]()

    async def session() -> None:
        ctx = replace(context(Client(hub, "here", owner=True), device), go=gone.append)
        view = await drawn(screen.Screen, ctx, match_id)  # type: ignore[attr-defined]
        for kind in opened:
            for key in [
                one for one in view.touchable() if one.startswith(kind) and "rule:" not in one
            ][:_MOST]:
                if key in view.touchable():
                    await view.touch(key)
        for key in [one for one in view.touchable() if "rule:" in one][:_MOST]:
            await view.touch(key)
        view.close()

    asyncio.run(session())
    return [route for route in gone if "/reglas" in route]


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("game", [game for game in GAMES if not is_small(GAMES[game])])
def test_links_of_the_screens_of_a_match_lead_to_its_rules(hub: Hub, game: str, name: str) -> None:
    match_id = _recorded(hub, game)
    opened = {"marcador": ("score:", "origin:"), "acta": ("entry:", "line:")}.get(name, ())
    routes = _links(hub, match_id, SCREENS[name], name, *opened)
    assert routes
    assert all(one.startswith(f"/partida/{match_id}/reglas/") for one in routes), routes


@pytest.mark.parametrize("game", [game for game in GAMES if not is_small(GAMES[game])])
def test_links_of_a_ruling_card_lead_to_the_rules_of_its_match(hub: Hub, game: str) -> None:
    match_id = _recorded(hub, game)
    match, rng = hub.matches.open(match_id), Random(1)
    assert match.state is not None
    refused = (any_action(match.game, match.state, rng) for _ in range(200))
    action = next(one for one in refused if legality.check(match.game, match.state, one))
    wording = Wording(game, match.options.players, match.rulings)
    card = doubt_card(match.game, match.state, wording, action, seen=())
    shelve("card", match_id, InteractionState(mode=Mode.DOUBT, ruling=ShownRuling(card)))
    routes = _links(hub, match_id, table, "card")
    assert routes
    assert all(one.startswith(f"/partida/{match_id}/reglas/") for one in routes), routes
