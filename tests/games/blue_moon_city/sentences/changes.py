"""Other answers in reports of Blue Moon City, as remedies tell them."""

from typing import Any

from tests.games.blue_moon_city.sentences.reading import WHERE, changed, is_section
from tests.games.readings import Readings
from tests.games.remedy_readings import Change, told_changes


def _cards(verb: str, none: str) -> Change:
    return Change(f"{verb} {{}}", "bag", "otras cartas", none)


def _where(_t: Any, place: str) -> str:
    """Return what a place is called: a tile, or outside of the city."""
    return "place.outside" if place == "out" else place


CHANGES: Readings = {
    **told_changes(
        {
            "move_figure.to": Change("te detienes {en |}{}", WHERE, "otro edificio", named=_where),
            "move_figure.cards": _cards("usas", "no usas ninguna carta"),
            "move_dragon.dragon": Change("mueves {}", "dragon", "otro dragón"),
            "move_dragon.card": Change("usas {}", "card", "otra carta"),
            "move_dragon.to": Change(
                "el dragón se detiene {en |}{}", WHERE, "otro edificio", named=_where
            ),
            "place_stone.cards": _cards("pagas con", "no pagas con ninguna carta"),
            "make_offering.card.card.none": "haces la ofrenda sin carta amarilla",
            "make_offering.card": Change("haces la ofrenda con {}", "card"),
            "finish_turn.discards": _cards("desechas", "no desechas ninguna carta"),
            "declare_stalemate.winners": Change("{gana|ganan} {}", "seats", "otra persona"),
        }
    ),
    "actions.place_stone.changes.section": (
        "construyes la sección <any:section>",
        lambda t, section: is_section(t, section, changed(t, "section")),
    ),
}
"""Readings of other answers."""
