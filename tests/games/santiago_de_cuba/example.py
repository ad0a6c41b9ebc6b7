"""Script that writes the example match of the first screen.

Usage: python -m tests.games.santiago_de_cuba.example

Three players play eleven turns with only the certain values of the box: the car stops at no citizen
whose flower the table would have to type. It ends in a loading round.
"""

from pathlib import Path
from typing import Any

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.buildings import EXAMPLE_BUILDINGS
from companion.games.santiago_de_cuba.components import SantiagoOptions
from companion.rulebook.loader import load
from tests.playthroughs import actas, transcript

TARGET = Path("rules_data") / GAME.id / "ejemplo.acta"

ANA, BETO, CLARA = range(3)

STREET = (
    "jose", "miguel", "maria", "pedro", "pablo", "alonso", "conchita", "zorro", "martinez",
)  # fmt: skip

REPORTS: tuple[tuple[int, str, dict[str, Any]], ...] = (
    (CLARA, "roll_ship", {"aside": "rum", "sugar": 2, "citrus": 3, "tobacco": 1, "cigars": 1}),
    (ANA, "drive", {"to": "jose"}),
    (ANA, "visit_building", {"building": "church"}),
    (BETO, "drive", {"to": "miguel"}),
    (BETO, "visit_building", {"building": "cigar_factory"}),
    (BETO, "use_cigar_factory", {"amount": 1}),
    (CLARA, "drive", {"to": "pedro"}),
    (CLARA, "visit_building", {"building": "newspaper"}),
    (CLARA, "use_newspaper", {"citizen": "conchita"}),
    (ANA, "drive", {"to": "alonso"}),
    (ANA, "claim_building", {"building": "bank"}),
    (ANA, "visit_building", {"building": "customs"}),
    (ANA, "use_customs", {"good": "cigars"}),
    (BETO, "drive", {"to": "zorro"}),
    (CLARA, "give_to_zorro", {"what": "peso"}),
    (ANA, "give_to_zorro", {"what": "sugar"}),
    (BETO, "decline", {}),
    (CLARA, "drive", {"to": "port"}),
    (CLARA, "load_goods", {"good": "tobacco", "amount": 1}),
    (ANA, "load_goods", {"good": "sugar", "amount": 2}),
    (BETO, "load_wood", {"good": "citrus", "amount": 2}),
    (CLARA, "load_goods", {"good": "citrus", "amount": 1}),
    (CLARA, "roll_ship", {"aside": "tobacco", "sugar": 1, "citrus": 2, "rum": 2, "cigars": 3}),
    (ANA, "drive", {"to": "jose"}),
    (ANA, "visit_building", {"building": "harbour_office"}),
    (ANA, "use_harbour_office", {"direction": "right"}),
    (BETO, "drive", {"to": "miguel"}),
    (BETO, "visit_building", {"building": "bank"}),
    (CLARA, "drive", {"to": "pedro"}),
    (CLARA, "visit_building", {"building": "customs"}),
    (CLARA, "use_customs", {"good": "sugar"}),
    (ANA, "drive", {"to": "alonso"}),
    (ANA, "use_own_building", {"building": "bank"}),
    (ANA, "visit_building", {"building": "newspaper"}),
    (ANA, "use_newspaper", {"citizen": "zorro"}),
    (BETO, "drive", {"to": "port"}),
    (BETO, "load_goods", {"good": "cigars", "amount": 1}),
    (CLARA, "pass_loading", {}),
    (ANA, "load_goods", {"good": "citrus", "amount": 1}),
)


def main() -> None:
    """Write the acta of the example."""
    options = SantiagoOptions(
        players=("Ana", "Beto", "Clara"), street=STREET, buildings=EXAMPLE_BUILDINGS
    )
    data = load(GAME.id)
    actions = [
        GAME.read_action({"kind": kind, "seat": seat, **fields}) for seat, kind, fields in REPORTS
    ]
    table = (options, data.default_facts(), data.default_rulings())
    recorded = transcript.recording(GAME, table, actions)
    TARGET.write_text(actas.written(recorded, "ejemplo", example=True), encoding="utf-8")


if __name__ == "__main__":
    main()
