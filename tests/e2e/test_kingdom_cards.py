"""Kingdom of Solomon: lines of a card are composed by touch, left for later, or differ by box.

By touching alone. Every printed value here is invented.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub, reading_hub
from companion.kernel.box.facts import TypedLine
from companion.match.entries import Adjusted, Posted, Reported, Setting
from companion.ui import routes
from tests.e2e.browser import Server, screen
from tests.e2e.kingdom import GAME, opened, table, touch, typed

pytestmark = pytest.mark.nightly


def _moved(item: str, amount: int, source: str, target: str) -> tuple[Posted, ...]:
    taken = Posted(account=source, item=item, amount=-amount)
    return (taken, Posted(account=target, item=item, amount=amount))


CUBES = (*_moved("cube:stone", 2, "supply", "seat:0"), *_moved("cube:gold", 1, "supply", "seat:1"))
"""Two cubes of stone for Ana, one of gold for Beto."""
FORTUNES = _moved("fortune", 2, "fortunes", "seat:0")
BUILT = (
    Posted(account="deck", item="building", amount=-1),
    Posted(account="seat:0", item="building:c1", amount=1),
)
PLACING = Setting(code="phase", value="place")
RESOLVING = (Setting(code="turn", value="0"), Setting(code="phase", value="resolution"))


def _holding_fortunes(folder: Path) -> str:
    return table(folder, Adjusted(postings=(*CUBES, *FORTUNES), settings=(PLACING,)))


def _on_own_card(folder: Path) -> str:
    """Return a match in which Ana resolves her pawn on a card that she built."""
    placed = Reported(action={"kind": "place_pawn", "seat": 0, "space": "building.c1"})
    laid = Adjusted(postings=(*CUBES, *BUILT), settings=(PLACING,))
    return table(folder, laid, placed, Adjusted(settings=RESOLVING))


def test_fortune_card_is_composed_once_and_applied_afterwards(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with opened(browser, own_server, _holding_fortunes(tmp_path), "Coloca") as phone:
        # Unread cards cannot be told apart, so the form does not ask which one it is.
        touch(phone, "Fortuna: Jugar una carta de Fortuna")
        phone.sees("¿Qué pone en tu pieza?")
        touch(phone, "Gana$", "2$", "madera$")
        phone.sees("Gana 2 de madera.")
        touch(phone, "Apuntar$")
        phone.sees("Ana juega la Carta de Fortuna 1, recibiendo 2 de madera")
        phone.sees("Ana: 10 puntos, 2 de piedra, 2 de madera, 1 carta de Fortuna")
        # From then on its effect is known and not asked. It stands for the name while the card has
        # none.
        touch(phone, "Fortuna: Jugar una carta de Fortuna")
        phone.sees("una carta que aún no tiene nombre")
        touch(phone, "Carta de Fortuna 1. Gana 2 de madera")
        phone.sees("Ana: 10 puntos, 2 de piedra, 4 de madera")
    assert typed(tmp_path) == {"fortune.1.lines": (("gain", 2, "cube:timber", ""),)}


def test_fortune_card_that_takes_from_another_seat_is_composed(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with opened(browser, own_server, _holding_fortunes(tmp_path), "Coloca") as phone:
        touch(phone, "Fortuna: Jugar una carta de Fortuna")
        touch(phone, "Quita a otra persona$", "1$")
        phone.sees("Quita 1 cubo a otra persona.")
        touch(phone, "Apuntar$")
        # Beto is the only other player and has one cube, so nothing else is asked.
        phone.sees("Ana juega la Carta de Fortuna 1, quitando 1 de oro a Beto")
        phone.sees("Ana: 10 puntos, 1 de oro, 2 de piedra")
    assert typed(tmp_path) == {"fortune.1.lines": (("steal", 1, "", ""),)}


def test_exchange_of_a_building_card_is_composed_line_by_line(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with opened(browser, own_server, _on_own_card(tmp_path), "Resuelve") as phone:
        touch(phone, "Carta 1,", "Paga$", "1$", "cubos a elegir$")
        phone.sees("Paga 1 cubo a elegir.")
        touch(phone, "Gana$", "2$", "comida$")
        phone.sees("Gana 2 de comida.")
        touch(phone, "Apuntar$")
        phone.sees("¿Qué se paga?")
        touch(phone, "piedra · Propuesta$")
        phone.sees("Ana usa la Carta 1, pagando 1 de piedra, recibiendo 2 de comida")
        phone.sees(re.compile("Ana: 10 puntos, 1 de piedra, 2 de comida"))
    assert typed(tmp_path) == {
        "building.c1.lines": (("pay", 1, "cube:any", ""), ("gain", 2, "cube:food", "")),
    }


def test_lines_left_for_later_are_reported_as_unchecked(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with opened(browser, own_server, _holding_fortunes(tmp_path), "Coloca") as phone:
        touch(phone, ".Puedo", "Fortuna: Jugar una carta de Fortuna", "una carta que", "Luego$")
        touch(phone, "Nada · Propuesta")
        phone.sees("Por comprobar si se puede: jugar la Carta de Fortuna 1")
        phone.sees("Nadie ha anotado qué hace la Carta de Fortuna 1")
        phone.sees("sin comprobar")
    assert typed(tmp_path) == {}


PRICE, YIELDS, OTHER = "price.stone-1.points", "territory.t3.yields", "price.food-1.points"


def test_conflicting_boxes_are_merged_value_by_value(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    gold, food = (TypedLine("gain", 1, "cube:gold"),), (TypedLine("gain", 2, "cube:food"),)
    with own_hub(tmp_path) as hub:
        ours = hub.boxes.new(GAME, "La nuestra", {PRICE: 3, YIELDS: gold})
        theirs = hub.boxes.new(GAME, "La suya", {PRICE: 4, YIELDS: food, OTHER: 2})
        for box in (ours, theirs):
            hub.boxes.save(box)
    own_server.start()
    with screen(browser, own_server.url) as phone:
        phone.go(routes.box(GAME, ours.id)).sees("Faltan 82 datos")
        touch(phone, "Unir con otra caja", "La suya$")
        phone.sees("Se añade 1 dato que aquí falta.")
        phone.sees("Primer espacio de piedra: precio")
        phone.sees("Territorio 3: qué da")
        phone.sees("Faltan 2 datos por elegir")
        touch(phone, "Aquí: 3$")
        phone.sees("Falta 1 dato por elegir")
        touch(phone, "En la otra: Gana 2 de comida", "Unir$")
        phone.sees("Faltan 81 datos")
    with reading_hub(tmp_path) as hub:
        kept = {box.name: box.facts for box in hub.boxes.all(GAME)}
    said = {name: {f: facts.get(f) for f in (PRICE, YIELDS, OTHER)} for name, facts in kept.items()}
    assert said == {
        "La nuestra": {PRICE: 3, YIELDS: food, OTHER: 2},
        "La suya": {PRICE: 4, YIELDS: food, OTHER: 2},
    }
