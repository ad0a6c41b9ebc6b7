"""Kingdom of Solomon, whose map nobody knows: names, plan, first roads, and what is typed late.

By touching alone, with touches counted. Every printed value here is invented.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import new_id, own_hub, reading_hub
from companion.match.entries import Adjusted, FactsEntered, Posted, Setting
from companion.match.fold import Match
from companion.rulebook import loader
from companion.table.answers import NewMatch, Recorded, Submission
from companion.ui import routes
from tests.e2e.browser import Screen, Server, screen

GAME = "kingdom_of_solomon"


def _table(folder: Path, *settings: tuple[str, str], cubes: dict[str, int]) -> str:
    """A match of Ana and Beto, set right by hand; Ana has some cubes."""
    with own_hub(folder) as hub:
        facts = loader.load(GAME).default_facts()
        match = hub.create(NewMatch(GAME, {"players": ["Ana", "Beto"]}, facts=facts))
        assert isinstance(match, Match), match
        postings = tuple(
            Posted(account=account, item=f"cube:{good}", amount=amount)
            for good, n in cubes.items()
            for account, amount in (("supply", -n), ("seat:0", n))
        )
        said = tuple(Setting(code=code, value=value) for code, value in settings)
        if postings or said:
            body = Adjusted(postings=postings, settings=said)
            answer = hub.submit(match.started.match, Submission(new_id(), body))
            assert isinstance(answer, Recorded), answer
    return match.started.match


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Started by each test once its table is laid."""
    running = Server(tmp_path)
    yield running
    running.stop()


def _typed(folder: Path) -> dict[str, object]:
    """What was typed of the box, all in all."""
    with reading_hub(folder) as hub:
        (listed,) = hub.matches()
        match = hub.open(listed.id)
    said = (i.body.facts for i in match.timeline.items if isinstance(i.body, FactsEntered))
    return {fact: value for facts in said for fact, value in facts.items()}


def _touches(phone: Screen, *names: str) -> int:
    """Touches what begins with each name; how many touches that took."""
    before = phone.touches
    for name in names:
        phone.tap(re.compile(f"^{name}"))
    return phone.touches - before


BUILT = tuple((f"palace.territory.t{n}", "0") for n in (3, 4))


def test_the_first_roads_ask_for_what_touches(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """Between two buildings: both ends and one «sí». Open land has no site: that is kept."""
    match_id = _table(tmp_path, ("phase", "build"), *BUILT, cubes={"timber": 4, "food": 2})
    server.start()
    with screen(browser, server.url) as phone:
        phone.go(routes.match(match_id)).sees("Construye")
        assert _touches(phone, "Territorio 3,", "Territorio 4,", "sí$") == 3
        phone.sees("Ana construye un camino del Territorio 3 al Territorio 4")
        phone.sees("con camino a Territorio 4")
        assert _touches(phone, "Territorio 4,", "Territorio 5,", "sí$") == 3
        phone.sees("con caminos a Territorio 3 y Territorio 5")
        # That it leads there shows that nothing can be built there.
        assert _touches(phone, "Apuntarlo") == 1
        phone.sees("Territorio 5, sin anotar, sin solar")
    assert _typed(tmp_path) == {
        "frontier.3x4.joined": "yes",
        "frontier.4x5.joined": "yes",
        "territory.t5.plot": "no",
    }


def test_what_turns_up_is_named_and_the_plan_arranged(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    match_id = _table(tmp_path, cubes={})
    server.start()
    with screen(browser, server.url) as phone:
        phone.go(routes.match(match_id)).sees("Descubre")
        _touches(phone, "Descubrir una carta")
        phone.sees("Carta 1 no tiene nombre")
        _touches(phone, "Nombre$")
        phone.type("Carta 1", "Casa de prueba")
        _touches(phone, "Apuntar$")
        phone.sees("Ana descubre Casa de prueba")
        # Two that are touched change places.
        plan = ("Herramientas", "Ordenar el plano", "Bashan, casilla 1", "Territorio 6, casilla 6")
        assert _touches(phone, *plan, "Guardar$") == 5
        _touches(phone, "Herramientas", "Ordenar el plano")
        phone.sees("Bashan, casilla 6")
        _touches(phone, "Cerrar")
        # Offered, and never again at this table once it is left for later.
        _touches(phone, "Descubrir una carta")
        phone.sees("Carta 2 no tiene nombre")
        _touches(phone, "Luego$", "Descubrir una carta")
        phone.sees("Ana descubre la Carta 3")
        assert not phone.has("Carta 3 no tiene nombre")
    typed = _typed(tmp_path)
    assert typed.pop("building.c1.name") == "Casa de prueba"
    assert sorted(map(int, map(str, typed.values()))) == list(range(1, 17))
    assert (typed["territory.t1.cell"], typed["territory.t6.cell"]) == (6, 1)


def test_a_value_typed_late_shows_first_what_it_changes(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """Sold without its price, which is said when it is bought: first, what that makes of it."""
    match_id = _table(tmp_path, ("phase", "market"), cubes={"stone": 1})
    server.start()
    place = "primer espacio de piedra"
    with screen(browser, server.url) as phone:
        phone.go(routes.match(match_id)).sees("Turno de Beto")
        _touches(phone, "Pasar en el mercado", place, "Luego$")
        phone.sees("Ana vende")
        phone.sees("Ana: 10 puntos")
        _touches(phone, place, "6$")
        phone.sees("Puntos en el marcador: de 10 a 16")
        assert phone.has("Ana: 10 puntos")
        _touches(phone, "Aceptar")
        phone.sees("Ana compra")
        phone.sees("Ana: 10 puntos")
    assert _typed(tmp_path) == {"price.stone-1.points": 6}


def test_a_value_that_contradicts_an_earlier_payment_says_so(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """A block was paid with stone, the next one with gold: to write down gold shows the first."""
    match_id = _table(tmp_path, ("phase", "build"), cubes={"stone": 1, "gold": 1})
    server.start()
    with screen(browser, server.url) as phone:
        phone.go(routes.match(match_id)).sees("Construye")
        for good in ("piedra", "oro"):
            _touches(phone, "Cimentación,", "una ficha de Templo", f"{good}", "Anotar$")
        phone.sees("pagando 1 de oro")
        _touches(phone, "Apuntarlo")
        phone.sees("pagando 1 de piedra")
        phone.sees("Cuesta 1 de oro")
        _touches(phone, "Volver")
    assert _typed(tmp_path) == {}
