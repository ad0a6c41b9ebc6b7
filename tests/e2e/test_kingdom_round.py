"""Kingdom of Solomon with a box of which hardly anything is known: a whole round, by touching.

It counts the touches of every pawn, from its placing to its resolution, with everything typed of
the box on the way, and the number of values each phase needs.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import reading_hub
from companion.match.entries import FactsEntered
from tests.e2e.browser import Screen, Server, screen

GAME = "kingdom_of_solomon"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server on a folder of its own, without names remembered from other matches."""
    running = Server(tmp_path).start()
    yield running
    running.stop()


@dataclass
class Counts:
    """Number of touches of each step."""

    phone: Screen
    of: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def counted(self, what: str) -> Iterator[None]:
        """Count the touches within, added to those before."""
        before = self.phone.touches
        yield
        self.of[what] = self.of.get(what, 0) + self.phone.touches - before

    def touch(self, what: str, *names: str) -> None:
        """Touch the controls whose names begin so, one after the other."""
        with self.counted(what):
            for name in names:
                self.phone.tap(re.compile(f"^{name}"))


def _set_up(phone: Screen) -> None:
    phone.go(f"/nueva/{GAME}").sees("Quiénes juegan")
    for n, name in enumerate(("Ana", "Beto"), 1):
        phone.type(f"Persona {n}", name)
    phone.tap(re.compile("^Siguiente"))
    # The last place in the order is not asked.
    phone.tap("Ana", exact=True)
    phone.tap(re.compile("^Siguiente"))
    phone.tap("Preparar la mesa")
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Ana")


PLACED = (
    "Territorio 3", "Territorio 4", "Bashan", "Territorio 5", "Fortuna", "Artesano", "Ladrón",
    "Tob", "Comerciante", "Altar", "Territorio 6",
)  # fmt: skip
"""Spaces in turns; Beto claims the Altar with his last two pawns."""


def _resolve_ana(counts: Counts) -> None:
    """Resolve three territories, Fortuna, Ladrón and Comerciante; the values are of no real box."""
    counts.touch("Bashan", "Recoger todo")
    counts.touch("Territorio 3", "Territorio 3,", "Propuesta: madera", "Apuntarlo")
    counts.touch("Territorio 6", "Territorio 6,", r"Propuesta: comida \+ madera", "Apuntarlo")
    counts.touch("Fortuna", "Fortuna,", "Roba 1 carta")
    # Beto has no cubes yet, so the form does not ask which ones.
    counts.touch("Ladrón", "Ladrón,", "Quita 1 cubo")
    counts.touch(
        "Comerciante",
        "Comerciante,",
        "Paga 1 cubo a elegir. Gana 1",
        "Usar el Comerciante, pag.*1 de piedra.*madera",
    )
    counts.phone.sees("Ana usa el Comerciante, pagando 1 de piedra, recibiendo 1 de madera")


def _resolve_beto(counts: Counts) -> None:
    counts.touch("Tob", "Recoger todo")
    counts.touch("Territorio 4", "Territorio 4,", "Propuesta: oro", "Apuntarlo")
    counts.touch("Territorio 5", "Territorio 5,", "Propuesta: piedra", "Apuntarlo")
    counts.touch("Altar", "Altar,")
    counts.phone.sees("Beto: 16 puntos")
    counts.touch("Artesano", "Artesano,", "Repite lo que da", "Territorio 4,")
    counts.phone.sees("Beto usa el Artesano para repetir el Territorio 4, recibiendo 1 de oro")


def _market(counts: Counts) -> None:
    """Trade in reverse order with Beto first since the Altar: each sells once, then both pass."""
    counts.touch("mercado", "Mercado de comida", "primer espacio de comida", "4$")
    counts.phone.sees("Ana: 14 puntos")
    counts.touch("mercado", "primer espacio de oro", "9$")
    counts.phone.sees("Beto: 25 puntos")
    counts.touch("mercado", "Pasar en el mercado", "Pasar en el mercado")


def _building(counts: Counts) -> None:
    """Build a card with Beto by what he pays: the card, its points, its site, and the cubes."""
    phone = counts.phone
    phone.sees("Construye")
    counts.touch("construcción", "Carta 1,", "8$", "Territorio 7,", "oro", "Anotar$")
    phone.sees("Beto: 33 puntos")
    phone.sees("edificio de Beto")
    counts.touch("construcción", "Terminar de construir", "Terminar de construir")


@pytest.mark.nightly
def test_round_with_an_empty_box_needs_few_touches_and_values(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    with screen(browser, server.url) as phone:
        counts = Counts(phone)
        with counts.counted("preparación"):
            _set_up(phone)
        counts.touch("cartas", *["Descubrir una carta"] * 4)
        for place in PLACED:
            counts.touch(place, f"{place}(,|$)")
        phone.sees("Resuelve")
        _resolve_ana(counts)
        phone.sees("Turno de Beto")
        _resolve_beto(counts)
        phone.sees("Mercado")
        _market(counts)
        _building(counts)
        counts.touch("cartas", "Descubrir una carta")
        phone.sees("Coloca")
        # Save what the payment reveals about the card; then save everything to a box.
        counts.touch("caja", "Apuntarlos: se saben 3 datos", "Tob(,|$)")
        counts.touch("caja", "[0-9]+ datos? de tus piezas", "Guardar en una caja nueva")
        # Wait for the answer: leaving the page before it would lose the touch.
        phone.gone("Guardar en una caja nueva")
        phone.go("/cajas").sees(re.compile("Faltan [0-9]+ datos"))
    typed = _typed(tmp_path)
    print(f"\ntouches: {counts.of}\nvalues: {typed}")
    pawns = {place: counts.of[place] for place in PLACED}
    assert max(pawns.values()) <= 4
    assert typed == {
        "territory.yields": 4,
        "action.lines": 4,
        "price.points": 2,
        "building.points": 1,
        # These values are inferred from the building, not asked.
        "building.cost": 1,
        "building.palace": 1,
        "territory.plot": 1,
    }


def _typed(folder: Path) -> dict[str, int]:
    """Return the number of typed values of the box, by kind."""
    counts: dict[str, int] = {}
    with reading_hub(folder) as hub:
        (listed,) = hub.matches.list.all()
        match = hub.matches.open(listed.id)
    for item in match.timeline.items:
        if isinstance(item.body, FactsEntered):
            for fact in item.body.facts:
                kind = fact.partition(".")[0] + "." + fact.rpartition(".")[2]
                counts[kind] = counts.get(kind, 0) + 1
    return counts
