"""Other answers in reports of Kingdom of Solomon, as remedies tell them."""

from tests.games.kingdom_of_solomon.sentences.reading import SPACE
from tests.games.readings import Readings
from tests.games.remedy_readings import Change, told_changes

_CARDS = Change("pagas con {}", "fortune*", "otras cartas", "no pagas con ninguna carta")
_PAID = Change("pagas {}", "bag", "otra cosa", "no pagas nada")
_TAKEN = Change("recibes {}", "bag", "otra cosa", "no recibes nada")
_STOLEN = Change("quitas {}", "bag", "otra cosa", "no quitas nada")
_VICTIM = Change("quitas algo a {}", "seat", "otra persona")
_EXTRAS = Change("recibes además {}", "bag|extra", "otra cosa además", "no recibes nada más")
_AT = Change("repites {}", "territory", "otro territorio")

CHANGES: Readings = told_changes(
    {
        "turn_up.card.card.without_name": "descubres una carta que aún no tiene nombre",
        "turn_up.card": Change("descubres {}", "building", "otra carta"),
        "place_pawn.space": Change("colocas el peón en {}", SPACE, "otro espacio"),
        "claim_bonus.bonus": Change("reclamas {}", "bonus", "otro espacio de bonus"),
        "collect_all.spaces": Change(
            "recoges solo lo que {da|dan} {}",
            "territory|bonus*",
            "otros territorios",
            "no recoges nada",
        ),
        "harvest.territory": Change("recoges en {}", "territory", "otro territorio"),
        "harvest.take": _TAKEN,
        "take_bonus.bonus": Change("recibes lo que da {}", "bonus", "otro espacio de bonus"),
        "use_space.space": Change("usas {}", SPACE, "otro espacio"),
        "use_space.give": _PAID,
        "use_space.cards": _CARDS,
        "use_space.at.nothing": "no repites ningún territorio",
        "use_space.victim.nobody": "no quitas nada a nadie",
        "use_space.at": _AT,
        "use_space.take": _TAKEN,
        "use_space.victim": _VICTIM,
        "use_space.stolen": _STOLEN,
        "use_space.extras.nothing": "recibes además lo que está impreso",
        "use_space.extras": _EXTRAS,
        "skip_space.space": Change("dejas sin usar {}", SPACE, "otro espacio"),
        "sell.place": Change("vendes en {}", "price", "otro espacio de el mercado"),
        "sell.card.nothing": "vendes un cubo",
        "sell.card.card.without_name": "vendes con una carta que aún no tiene nombre",
        "sell.card": Change("vendes con {}", "fortune", "otra carta"),
        "buy.place": Change("compras en {}", "price", "otro espacio de el mercado"),
        "build_card.card.card.without_name": "construyes una carta que aún no tiene nombre",
        "build_card.card": Change("construyes {}", "building", "otra carta"),
        "build_card.site.plot.none": "no pones ningún edificio en el mapa",
        "build_card.site": Change("pones el edificio en {}", "territory|plot", "otro territorio"),
        "build_card.pay": _PAID,
        "build_card.cards": _CARDS,
        "build_road.one": Change("el camino sale de {}", "territory", "otro territorio"),
        "build_road.other": Change("el camino llega a {}", "territory", "otro territorio"),
        "build_road.pay": _PAID,
        "build_road.cards": _CARDS,
        "build_temple.part": Change("la pieza es de {}", "temple", "otra parte"),
        "build_temple.reward": Change("recibes a cambio {}", "reward"),
        "build_temple.pay": _PAID,
        "build_temple.cards": _CARDS,
        "build_temple.worth": Change("la pieza da {}", "bag", none="no dices cuánto da la pieza"),
        "build_temple.completes.yes": "la parte queda completa",
        "build_temple.completes.no": "la parte no queda completa",
        "build_temple.completes.nothing": "no dices si la parte queda completa",
        "play_fortune.card.card.without_name": "juegas una carta que aún no tiene nombre",
        "play_fortune.card": Change("juegas {}", "fortune", "otra carta"),
        "play_fortune.give": _PAID,
        "play_fortune.at.nothing": "no repites ningún territorio",
        "play_fortune.victim.nobody": "no quitas nada a nadie",
        "play_fortune.at": _AT,
        "play_fortune.take": _TAKEN,
        "play_fortune.victim": _VICTIM,
        "play_fortune.stolen": _STOLEN,
        "play_fortune.extras.nothing": "recibes además lo que está impreso",
        "play_fortune.extras": _EXTRAS,
        "discard_fortune.amount": Change("descartas {}", "bag"),
    }
)
"""Readings of other answers."""
