"""Other answers in reports of Blue Moon, as remedies tell them."""

from tests.games.readings import Readings
from tests.games.remedy_readings import Change, told_changes


def _cards(verb: str) -> Change:
    return Change(f"{verb} {{}}", "card*", "otras cartas", f"no {verb} ninguna carta")


CHANGES: Readings = told_changes(
    {
        "play_cards.cards": _cards("juegas"),
        "play_cards.target": Change("la carta es para {}", "card|target", "otro personaje"),
        "announce.element": Change("anuncias en {}", "element"),
        "retrieve_cards.cards": _cards("recuperas"),
        "meet_demand.card": Change("lo haces por {}", "card", "otra carta"),
        "meet_demand.cards": _cards("descartas"),
        "decline.cards": _cards("descartas"),
        "move_cards.cards": _cards("eliges"),
        "move_cards.ship.ship.none": "no eliges ningún barco",
        "move_cards.ship": Change("el barco es {}", "card", "otro"),
        "move_unseen.number": Change("mueves {}", "bag", none="no mueves ninguna carta"),
        "use_text.card": Change("usas el texto de {}", "card", "otra carta"),
        "next_game.first": Change("la primera persona juega con {}", "people|deck", "otro mazo"),
        "next_game.second": Change("la segunda persona juega con {}", "people|deck", "otro mazo"),
        "land_ship.ship": Change("desembarcas {}", "card", "otro barco"),
        "load_card.card": Change("cargas {}", "card", "otra carta"),
        "load_card.ship": Change("cargas en {}", "card", "otro barco"),
        "play_bluff.card": Change("juegas boca abajo {}", "card|bluff.unseen", "otra carta"),
        "show_bluffs.cards": _cards("enseñas"),
    }
)
"""Readings of other answers."""
