"""Titles and lines of the acta of Santiago de Cuba."""

from collections import Counter

from tests.games.readings import Readings
from tests.games.santiago_de_cuba.sentences.reading import (
    drives_free,
    exchange,
    given_up,
    one,
    rolled,
)
from tests.games.santiago_de_cuba.test_truth import receiver
from tests.games.sentences import title

TITLES: Readings = {
    "actions.drive.begun": (
        "llevar el coche hasta <stop>",
        lambda t, stop: stop == t.action.to,
    ),
    "actions.load_goods.begun": ("cargar <good>", lambda t, good: good == t.action.good),
    "actions.load_wood.begun": (
        "cargar madera en lugar de <good>",
        lambda t, good: good == t.action.good,
    ),
    # Titles and lines of the acta
    **title(
        "drive",
        "llevar el coche hasta <stop> (<any:cost>)[!decline: y renunciar a lo que da]",
        "lleva el coche hasta <stop> (<any:cost>)[!decline: y renuncia a lo que da]",
        lambda t, stop, cost, decline: drives_free(t, stop, cost) and decline == t.action.decline,
    ),
    **title(
        "choose_good",
        "elegir con Pablo <bag:good>",
        "elige con Pablo <bag:good>",
        lambda t, good: good == one(t.action.good),
    ),
    **title(
        "claim_building",
        "quedarse con <building>",
        "se queda con <building>",
        lambda t, building: building == t.action.building,
    ),
    **title(
        "use_own_building",
        "usar <building> con Alonso",
        "usa <building> con Alonso",
        lambda t, building: building == t.action.building,
    ),
    **title(
        "give_to_zorro",
        "{dar <bag:what>|no dar nada} a <seat:to>",
        "{da <bag:what>|no da nada} a <seat:to>",
        lambda t, what, to: (
            what == (None if t.action.what == "nothing" else one(t.action.what))
            and to == receiver(t.state, t.diary)
        ),
    ),
    **title(
        "visit_building",
        "ir a <building>[!decline: y renunciar a lo que ofrece]",
        "va a <building>[!decline: y renuncia a lo que ofrece]",
        lambda t, building, decline: (building, decline) == (t.action.building, t.action.decline),
    ),
    **title(
        "use_casino",
        "cambiar en el Casino <bag:given> por <bag:gained>",
        "cambia en el Casino <bag:given> por <bag:gained>",
        exchange,
    ),
    **title("use_bank", "usar el Banco", "usa el Banco", lambda _t: True),
    **title("use_church", "usar la Iglesia", "usa la Iglesia", lambda _t: True),
    **title(
        "use_harbour_office",
        "mover el contador <direction:way>",
        "mueve el contador <direction:way>",
        lambda t, way: way == t.action.direction,
    ),
    **{
        place: reading
        for kind in ("use_distillery", "use_cigar_factory", "use_black_market")
        for place, reading in title(
            kind,
            "cambiar <bag:given> por <bag:gained>",
            "cambia <bag:given> por <bag:gained>",
            exchange,
        ).items()
    },
    **title(
        "use_office",
        "entregar <bag:good> en la Oficina",
        "entrega <bag:good> en la Oficina",
        lambda t, good: good == one(t.action.good),
    ),
    **title("use_sawmill", "usar el Aserradero", "usa el Aserradero", lambda _t: True),
    **title(
        "use_newspaper",
        "usar el Periódico[ y poner boca abajo a <stop>]",
        "usa el Periódico[ y pone boca abajo a <stop>]",
        lambda t, stop: (stop or "none") == t.action.citizen,
    ),
    **title(
        "use_cafe",
        "{vender <bag:goods>|no vender nada} en el Café",
        "{vende <bag:goods>|no vende nada} en el Café",
        lambda t, goods: (
            (goods or Counter()) == +(one("cigars", t.action.cigars) + one("rum", t.action.rum))
        ),
    ),
    **title(
        "use_customs",
        "poner a 0 el dado de <good>",
        "pone a 0 el dado de <good>",
        lambda t, good: good == t.action.good,
    ),
    **title(
        "decline",
        "renunciar[ a lo que ofrece <stop:citizen>][ a usar <building>]",
        "renuncia[ a lo que ofrece <stop:citizen>][ a usar <building>]",
        given_up,
    ),
    **title(
        "load_goods",
        "cargar <bag:goods>",
        "carga <bag:goods>",
        lambda t, goods: goods == one(t.action.good, t.action.amount),
    ),
    **title(
        "load_wood",
        "cargar <bag:goods> en lugar de <good>",
        "carga <bag:goods> en lugar de <good>",
        lambda t, goods, good: goods == one("wood", t.action.amount) and good == t.action.good,
    ),
    **title("pass_loading", "pasar", "pasa", lambda _t: True),
    **title(
        "roll_ship",
        "{apartar el dado de <good:aside>|no apartar ningún dado} y poner en el barco <bag:demand>",
        "{aparta el dado de <good:aside>|no aparta ningún dado} y pone en el barco <bag:demand>",
        lambda t, demand, aside: rolled(t, demand) and (aside or "none") == t.action.aside,
    ),
    "actions.settle_empty_ship.attempt": (
        "decidir que el barco <fate>",
        lambda t, fate: fate == t.action.fate,
    ),
    "actions.settle_empty_ship.done": (
        "La mesa decide que el barco <fate>",
        lambda t, fate: fate == t.action.fate,
    ),
}
"""Readings of titles and of lines of the acta."""
