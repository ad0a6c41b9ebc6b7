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


PEOPLE = ("Ana", "Beto", "Carla")


def _set_up(phone: Screen) -> None:
    phone.go(f"/nueva/{GAME}").sees("Quiénes juegan")
    phone.tap(re.compile("^Añadir"))
    for n, name in enumerate(PEOPLE, 1):
        phone.type(f"Persona {n}", name)
    phone.tap(re.compile("^Siguiente"))
    # The last place in the order is not asked.
    for name in PEOPLE[:2]:
        phone.tap(name, exact=True)
    phone.tap(re.compile("^Siguiente"))
    phone.tap("Preparar la mesa")
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Ana")


PLACED = (
    "Territorio 3", "Territorio 4", "Bashan",
    "Tob", "Territorio 5", "Territorio 6",
    "Fortuna", "Artesano", "Ladrón",
    "Territorio 7", "Territorio 8", "Comerciante",
    "Territorio 9", "Altar", "Territorio 10",
    "Territorio 11", "Territorio 12",
)  # fmt: skip
"""Spaces in turns; Beto claims the Altar with his last two pawns."""
RESOLVED = {
    "Ana": (
        "Territorio 3: madera",
        "Territorio 7: piedra",
        "Territorio 9: comida",
        "Territorio 11: oro",
        "Roba 1 carta",
    ),
    "Beto": (
        "Territorio 4: oro",
        "Territorio 5: piedra",
        "Territorio 8: comida",
        "Territorio 8: madera",
        "Repite lo que da",
        "Usar el Artesano para repetir el Territorio 4",
    ),
    "Carla": (
        "Territorio 6: comida",
        "Territorio 10: cobre",
        "Territorio 12: madera",
        "Quita 1 cubo",
        "Usar el Ladrón, quitando 1 de oro a Beto",
        "Paga 1 cubo a elegir. Gana 1",
        "Usar el Comerciante, pagando 1 de piedra, recibiendo 1 de oro",
    ),
}
"""Touches of each person in the list; the values are of no real box."""


def _market(counts: Counts) -> None:
    """Trade in reverse order, Beto last since the Altar: each sells once, then all pass."""
    counts.touch("mercado", "Mercado de comida", "primer espacio de comida", "4$")
    counts.touch("mercado", "segundo espacio de comida", "4$")
    counts.touch("mercado", "primer espacio de madera", "5$")
    counts.touch("mercado", *["Pasar en el mercado"] * 3)


def _building(counts: Counts) -> None:
    """Build a card with Beto by what he pays: the card, its points, its site, and the cubes."""
    phone = counts.phone
    phone.sees("Construye")
    counts.touch("construcción", "Carta 1,", "8$", "Territorio 7,", "oro", "Anotar$")
    phone.sees("edificio de Beto")
    counts.touch("construcción", *["Acabar: Terminar de construir"] * 3)


@pytest.mark.nightly
def test_round_with_an_empty_box_needs_few_touches_and_values(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    with screen(browser, server.url) as phone:
        counts = Counts(phone)
        with counts.counted("preparación"):
            _set_up(phone)
        counts.touch("cartas", "Descubrir 4")
        for place in PLACED:
            counts.touch("colocación", f"{place}(,|$)")
        for name, touches in RESOLVED.items():
            phone.sees(f"Turno de {name}")
            counts.touch("resolución", "Resolver", *touches, "Listo")
        phone.sees("Mercado")
        _market(counts)
        _building(counts)
        of_round = sum(n for what, n in counts.of.items() if what != "preparación")
        counts.touch("siguiente ronda", "Descubrir una carta")
        # Save everything to a box, with what the payment reveals about the card.
        counts.touch("caja", "Tob(,|$)")
        counts.touch("caja", "[0-9]+ datos? de tus piezas", "Guardar en una caja nueva")
        # Wait for the answer: leaving the page before it would lose the touch.
        phone.gone("Guardar en una caja nueva")
        phone.go("/cajas").sees(re.compile("Faltan [0-9]+ datos"))
    typed = _typed(tmp_path)
    print(f"\ntouches: {counts.of}, a person: {of_round / len(PEOPLE):.1f}\nvalues: {typed}")
    assert of_round <= 20 * len(PEOPLE)
    assert typed == {
        "territory.yields": 10,
        "action.lines": 4,
        "price.points": 3,
        # Its cost, its palace and its site are shown by the report, and nobody types them.
        "building.points": 1,
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
