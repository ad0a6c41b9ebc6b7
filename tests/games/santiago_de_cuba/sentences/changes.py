"""Other answers in reports of Santiago de Cuba, as remedies tell them."""

from tests.games.readings import Readings
from tests.games.remedy_readings import Change, told_changes

CHANGES: Readings = told_changes(
    {
        "drive.to": Change("llevas el coche hasta {}", "stop", "otra parada"),
        "drive.decline.true": "renuncias a lo que da",
        "drive.decline.false": "no renuncias a lo que da",
        "drive.laps": Change("das {} de más", "bag"),
        "choose_good.good": Change("eliges {}", "good", "otra mercancía"),
        "claim_building.building": Change("te quedas con {}", "building", "otro edificio"),
        "use_own_building.building": Change("usas {}", "building", "otro edificio propio"),
        "give_to_zorro.what.gift.nothing": "no das nada",
        "give_to_zorro.what": Change("das {}", "bag", "otra cosa"),
        "visit_building.building": Change("vas a {}", "building", "otro edificio"),
        "visit_building.decline.true": "renuncias a lo que ofrece",
        "visit_building.decline.false": "no renuncias a lo que ofrece",
        "use_casino.into": Change("cambias {}", "into"),
        "use_casino.times": Change("cambias por {}", "bag"),
        "use_harbour_office.direction": Change("mueves el contador {}", "direction"),
        "use_distillery.amount": Change("cambias {}", "bag"),
        "use_cigar_factory.amount": Change("cambias {}", "bag"),
        "use_office.good": Change("entregas {}", "good", "otra mercancía"),
        "use_black_market.give": Change("das {}", "good", "otra mercancía"),
        "use_black_market.take": Change("recibes {}", "good", "otra mercancía"),
        "use_newspaper.citizen.citizen.none": "no pones a nadie boca abajo",
        "use_newspaper.citizen": Change("pones boca abajo a {}", "stop", "otro personaje"),
        "use_cafe.cigars": Change("vendes {}", "bag"),
        "use_cafe.rum": Change("vendes {}", "bag"),
        "use_customs.good": Change("pones a 0 el dado de {}", "good", "otra mercancía"),
        "load_goods.good": Change("cargas {}", "good", "otra mercancía"),
        "load_goods.amount": Change("cargas {}", "bag"),
        "load_wood.good": Change("cargas la madera en lugar de {}", "good", "otra mercancía"),
        "load_wood.amount": Change("cargas {}", "bag"),
        "roll_ship.aside.die.none_aside": "no apartas ningún dado",
        "roll_ship.aside": Change("apartas el dado de {}", "good", "otra mercancía"),
        "settle_empty_ship.fate": Change("el barco {}", "fate"),
    }
)
"""Readings of other answers."""
