"""Script that writes the example match of the first screen.

Usage: python -m tests.games.kingdom_of_solomon.example

Two players with only the certain values of the box: they place all their pawns, and resolve an
order bonus and the two territories that the rulebook describes.
"""

from pathlib import Path
from typing import Any

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.components import SolomonOptions
from companion.rulebook.loader import load
from tests.playthroughs import actas, transcript

TARGET = Path("rules_data") / GAME.id / "ejemplo.acta"

ANA, BETO = range(2)


def _place(seat: int, space: str) -> tuple[int, str, dict[str, Any]]:
    return seat, "place_pawn", {"space": space}


REPORTS: tuple[tuple[int, str, dict[str, Any]], ...] = (
    *((BETO, "turn_up", {"card": f"building.c{n}"}) for n in range(1, 5)),
    _place(BETO, "territory.t1"),
    _place(ANA, "territory.t5"),
    _place(BETO, "territory.t2"),
    _place(ANA, "territory.t6"),
    _place(BETO, "action.trader"),
    _place(ANA, "action.fortune"),
    _place(BETO, "territory.t9"),
    (ANA, "claim_bonus", {"bonus": "bonus.altar"}),
    _place(BETO, "territory.t10"),
    _place(BETO, "action.thief"),
    (BETO, "collect_all", {"spaces": ("territory.t1", "territory.t2")}),
)


def main() -> None:
    """Write the acta of the example."""
    options = SolomonOptions(players=("Ana", "Beto"), order=(BETO, ANA))
    data = load(GAME.id)
    actions = [
        GAME.read_action({"kind": kind, "seat": seat, **fields}) for seat, kind, fields in REPORTS
    ]
    table = (options, data.default_facts(), data.default_rulings())
    recorded = transcript.recording(GAME, table, actions)
    TARGET.write_text(actas.written(recorded, "ejemplo", example=True), encoding="utf-8")


if __name__ == "__main__":
    main()
